// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/files.h"
#include "io/reader.h"

#include <nlohmann/json.hpp>

/// nest-device.
namespace nest::io {

using nlohmann::json;

namespace {

/// A constant that may be missing: then the neutral value stands in, and the device says that it was assumed.
double constant(const Reader& reader, const char* key, Range range, double neutral, Device& device) {
    if (reader.has(key)) return reader.number(key, range);
    device.assumed.emplace_back(key);
    return neutral;
}

} // namespace

Result<Device> device_from_json(const json& value, const std::string& file, const std::string& pointer) {
    FaultList faults(file);
    const Reader reader(value, faults, pointer);
    if (!reader.header({"nest-device"})) return faults.take();
    Device device;
    device.name = reader.name_or("name", "");
    device.source = reader.name_or("source", "", limits::longest_sentence);
    device.assumed = reader.texts("assumed");
    device.memory_bytes = reader.number("memory_bytes", limits::memory);
    device.memory_bandwidth = reader.number("memory_bandwidth", limits::bandwidth);
    reader.object("peak_flops", true, [&](const Reader& peaks) {
        peaks.members([&](const std::string& format, const Reader& peak) {
            device.peak_flops[format] = peak.as_number(limits::flop_rate);
        });
        if (device.peak_flops.empty())
            peaks.fault(ErrorCode::out_of_range, nullptr, "FLOP/s of at least one number format", "none");
    });
    device.matmul_efficiency = constant(reader, "matmul_efficiency", limits::efficiency, 1, device);
    device.memory_efficiency = constant(reader, "memory_efficiency", limits::efficiency, 1, device);
    device.launch_overhead = constant(reader, "launch_overhead", limits::latency, 0, device);
    device.reserve_bytes = constant(reader, "reserve_bytes", limits::reserve, 0, device);
    device.reserve_fraction = constant(reader, "reserve_fraction", {0, 0.99}, 0, device);
    reader.warn_of_misspelt_keys();
    return result_of(std::move(device), faults);
}

json to_json(const Device& device) {
    json result{{"format", "nest-device"},
                {"version", 1},
                {"name", device.name},
                {"memory_bytes", device.memory_bytes},
                {"memory_bandwidth", device.memory_bandwidth},
                {"peak_flops", device.peak_flops},
                {"matmul_efficiency", device.matmul_efficiency},
                {"memory_efficiency", device.memory_efficiency},
                {"launch_overhead", device.launch_overhead},
                {"reserve_bytes", device.reserve_bytes},
                {"reserve_fraction", device.reserve_fraction}};
    if (!device.source.empty()) result["source"] = device.source;
    if (!device.assumed.empty()) result["assumed"] = device.assumed;
    return result;
}

} // namespace nest::io
