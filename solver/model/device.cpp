// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model/device.h"

#include <algorithm>

namespace nest {

double Device::peak() const {
    for (const char* format : {"bf16", "fp16"}) {
        if (const auto found = peak_flops.find(format); found != peak_flops.end()) return found->second;
    }
    double best = 0;
    for (const auto& [format, flops] : peak_flops)
        best = std::max(best, flops);
    return best;
}

} // namespace nest
