// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "nest2026/price.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace nest::nest2026 {
namespace {

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

} // namespace

std::int64_t Plan::devices() const {
    std::int64_t sum = 0;
    for (const Stage& stage : stages)
        sum += stage.devices;
    return sum;
}

StageCosts::StageCosts(const Input& input, const Width& width, bool zero)
    : m_input(&input), m_width(&width), m_zero(zero),
      m_pipeline_bandwidths(input.bandwidths), m_parameters{0}, m_activations{0} {
    for (std::size_t level = 1; level < m_pipeline_bandwidths.size(); ++level)
        m_pipeline_bandwidths[level] = std::min(m_pipeline_bandwidths[level], m_pipeline_bandwidths[level - 1]);
    for (const Node& node : width.nodes) {
        m_parameters.push_back(m_parameters.back() + node.parameter_bytes);
        m_activations.push_back(m_activations.back() + node.activation_bytes);
    }
}

double StageCosts::transfer(int level, double bytes) const {
    const double once = bytes / m_pipeline_bandwidths[at(level)] + m_input->latencies[at(level)];
    return level == 0 ? once : 2 * once;
}

int StageCosts::level_between(std::int64_t x, std::int64_t y) const {
    const int levels = static_cast<int>(m_input->fan_outs.size());
    for (int level = 0; level < levels; ++level) {
        x /= m_input->fan_outs[at(level)];
        y /= m_input->fan_outs[at(level)];
        if (x == y) return level;
    }
    return levels - 1;
}

double StageCosts::forward(int first, int last, int level) const {
    double before = 0; // finish of the node before; nodes further back finished earlier
    for (int node = first; node <= last; ++node) {
        double start = node > first ? before : 0;
        for (const Edge& edge : m_width->in[at(node)])
            if (edge.from < first) start = std::max(start, transfer(level, edge.bytes));
        before = start + m_width->nodes[at(node)].forward;
    }
    return before;
}

double StageCosts::backward(int first, int last, int level) const {
    double after = 0;
    for (int node = last; node >= first; --node) {
        double start = node < last ? after : 0;
        for (const Edge& edge : m_width->out[at(node)])
            if (edge.to > last) start = std::max(start, transfer(level, edge.bytes));
        after = start + m_width->nodes[at(node)].backward;
    }
    return after;
}

double StageCosts::recomputed_backward(int first, int last, int level) const {
    double recomputed = 0;
    for (int node = first; node <= last; ++node)
        recomputed += m_width->nodes[at(node)].backward;
    double after = recomputed;
    for (int node = last; node >= first; --node) {
        double start = after;
        for (const Edge& edge : m_width->out[at(node)])
            if (edge.to > last) start = std::max(start, transfer(level, edge.bytes));
        after = start + m_width->nodes[at(node)].backward;
    }
    return after;
}

double StageCosts::load(int first, int last, int level_in, int level_out, std::int64_t from_end,
                        ZeroVariant zero) const {
    const bool recomputes = m_input->recompute && from_end > 1;
    const double both = forward(first, last, level_in) +
                        (recomputes ? recomputed_backward(first, last, level_out) : backward(first, last, level_out));
    return zero.ways > 1 ? both + zero_load(zero) : both;
}

double StageCosts::zero_load(ZeroVariant zero) const {
    const double cycles = zero.type == 2 ? -1 : zero.type == 3 ? -2 : 0;
    return cycles / m_input->frequency;
}

double StageCosts::parameter_bytes(int first, int last) const {
    return m_parameters[at(last) + 1] - m_parameters[at(first)];
}

double StageCosts::constant_memory(int first, int last, ZeroVariant zero) const {
    const double parameters = parameter_bytes(first, last);
    const double activations = m_activations[at(last) + 1] - m_activations[at(first)];
    const double optimizer = m_input->adam ? 6 * parameters : 0;
    const auto ways = static_cast<double>(zero.ways);
    const double weights = zero.type == 3 ? parameters / ways : parameters;
    const double gradients = zero.type >= 2 ? parameters / ways : parameters;
    return weights + gradients + optimizer / ways + activations;
}

double StageCosts::stash(int first, int last) const {
    if (!m_input->recompute) return m_activations[at(last) + 1] - m_activations[at(first)];
    double bytes = 0;
    for (int node = first; node <= last; ++node)
        for (const Edge& edge : m_width->in[at(node)])
            if (edge.from < first) bytes += edge.bytes;
    return bytes;
}

double StageCosts::memory(int first, int last, std::int64_t from_end, ZeroVariant zero) const {
    return constant_memory(first, last, zero) + static_cast<double>(from_end - 1) * stash(first, last);
}

std::int64_t StageCosts::deepest(int first, int last, ZeroVariant zero) const {
    const double constant = constant_memory(first, last, zero), each = stash(first, last);
    if (constant + static_cast<double>(m_input->devices - 1) * each <= m_input->memory_bytes) return m_input->devices;
    if (constant > m_input->memory_bytes) return 0;
    return 1 + static_cast<std::int64_t>(std::floor((m_input->memory_bytes - constant) / each));
}

std::optional<ZeroVariant> StageCosts::variant(int first, int last) const {
    if (deepest(first, last, {}) > 0) return ZeroVariant{};
    if (!m_zero) return std::nullopt;
    const std::int64_t depth = std::min<std::int64_t>(m_input->devices, node_count());
    // Type 1 is computed and then passed over by the published program.
    for (std::int64_t ways = 2; m_input->stage_devices(*m_width) * ways <= m_input->devices; ways *= 2)
        for (int type = 2; type <= 3; ++type)
            if (deepest(first, last, {ways, type}) >= depth) return ZeroVariant{ways, type};
    return std::nullopt;
}

double StageCosts::synchronisation(double bytes, std::int64_t replicas, std::int64_t replica_devices) const {
    if (replicas <= 1) return 0;
    const auto per_byte = [&](std::size_t level) { return 1 / m_input->bandwidths[level]; };
    double total = 0;
    const auto rounds =
        static_cast<int>(std::bit_width(static_cast<std::uint64_t>(replicas))) - 1; // log2, rounded down
    for (int round = 0; round < rounds; ++round)
        total += m_input->latencies[0] + per_byte(0) * (bytes / static_cast<double>(std::int64_t{1} << round));
    const int top = level_between(0, (replicas - 1) * replica_devices);
    double low = 0;
    for (std::size_t level = 1; level <= at(top); ++level) {
        total = total + 2 * (m_input->latencies[level] + per_byte(level) * bytes) + low;
        low = low + total;
    }
    return total;
}

bool zero_wanted(const Input& input, const Width& width) {
    const StageCosts costs(input, width, true);
    const int last = costs.node_count() - 1;
    if (costs.node_count() == 1 || costs.deepest(last, last, {}) > 0) return false;
    return costs.variant(last, last).has_value();
}

Price price(const StageCosts& costs, const Input& input, const Plan& plan, std::vector<std::int64_t> offsets) {
    Price result;
    const int count = static_cast<int>(plan.stages.size());
    if (plan.replicas * plan.devices() > input.devices) {
        result.why_not =
            "takes " + std::to_string(plan.replicas * plan.devices()) + " devices of " + std::to_string(input.devices);
        return result;
    }
    if (offsets.empty()) {
        offsets.resize(plan.stages.size());
        std::int64_t next = 0;
        for (int i = count - 1; i >= 0; --i) {
            offsets[at(i)] = next;
            next += plan.stages[at(i)].devices;
        }
    }
    // Neighbours are those of the nodes: the published baselines list their stages from the last to the first.
    const auto device_of = [&](int node, std::int64_t otherwise) {
        for (int i = 0; i < count; ++i)
            if (plan.stages[at(i)].first <= node && node <= plan.stages[at(i)].last) return offsets[at(i)];
        return otherwise;
    };
    const std::int64_t narrow = input.stage_devices(costs.width());
    double slowest = 0;
    for (int i = 0; i < count; ++i) {
        const Stage& stage = plan.stages[at(i)];
        const std::int64_t from_end = count - i;
        StagePrice& priced = result.stages.emplace_back();
        priced.level_in = costs.level_between(device_of(stage.first - 1, offsets[at(i)]), offsets[at(i)]);
        priced.level_out = costs.level_between(device_of(stage.last + 1, offsets[at(i)]), offsets[at(i)]);
        for (int node = stage.first + 1; node <= stage.last && result.why_not.empty(); ++node)
            if (!costs.width().follows(node))
                result.why_not = "stage " + std::to_string(i + 1) + " branches before node " +
                                 std::to_string(costs.width().nodes[at(node)].id) +
                                 ", which the published model can't price";
        const std::optional<ZeroVariant> variant = costs.variant(stage.first, stage.last);
        if (variant && stage.devices >= narrow * variant->ways) priced.zero = *variant;
        priced.memory = costs.memory(stage.first, stage.last, from_end, priced.zero);
        if (result.why_not.empty() && from_end > costs.deepest(stage.first, stage.last, priced.zero))
            result.why_not = "stage " + std::to_string(i + 1) + " needs " +
                             std::to_string(static_cast<std::int64_t>(priced.memory)) + " bytes of " +
                             std::to_string(static_cast<std::int64_t>(input.memory_bytes));
        priced.load = costs.load(stage.first, stage.last, priced.level_in, priced.level_out, from_end, priced.zero);
        slowest = std::max(slowest, priced.load);
    }
    const ZeroVariant zero = result.stages.front().zero;
    double bytes = costs.parameter_bytes(plan.stages.front().first, plan.stages.front().last);
    if (zero.type == 3) bytes /= static_cast<double>(zero.ways);
    result.synchronisation = costs.synchronisation(bytes, plan.replicas, plan.devices());
    result.time_per_batch =
        slowest * static_cast<double>(costs.micro_batches(plan.replicas) + count - 1) + result.synchronisation;
    return result;
}

} // namespace nest::nest2026
