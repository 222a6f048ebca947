// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/copies_placement.h"

#include <algorithm>
#include <numeric>

namespace nest {

CopiesPlacement::CopiesPlacement(const LevelModel& levels, const Strategy& strategy, std::int64_t replicas,
                                 std::int64_t stride, std::int64_t micro_batches)
    : m_levels(levels), m_strategy(strategy), m_replicas(replicas), m_stride(stride), m_micro_batches(micro_batches),
      m_regular(is_regular(levels, RankGrid(strategy, LayoutKind::pp_inner, 1, replicas, stride))) {}

int CopiesPlacement::shapes_of(std::int64_t first, std::int64_t copies) {
    const auto [known, fresh] = m_shapes_of.try_emplace({first, copies}, 0);
    if (!fresh) return known->second;
    std::vector<std::int64_t> starts;
    for (std::int64_t r = 0; r < m_replicas; ++r)
        for (std::int64_t copy = 0; copy < copies; ++copy)
            starts.push_back(start(r, first + copy));
    StageShapes shapes = shapes_of_blocks(m_levels, m_strategy, starts, m_regular);
    const auto same = std::find(m_shapes.begin(), m_shapes.end(), shapes);
    known->second = static_cast<int>(same - m_shapes.begin());
    if (same == m_shapes.end()) m_shapes.push_back(std::move(shapes));
    return known->second;
}

int CopiesPlacement::level_between(std::int64_t from, std::int64_t to) const {
    int worst = 0;
    if (!m_levels.absent.empty()) {
        for (std::int64_t j = 0; j < m_strategy.width(); ++j)
            worst = std::max(worst, m_levels.level_between(from + j, to + j));
        return worst;
    }
    const std::int64_t distance = to - from;
    worst = 1;
    for (int level = 1; level < m_levels.level_count(); ++level) {
        const std::int64_t size = m_levels.group_size(level);
        if (distance >= size || from % size + m_strategy.width() - 1 >= size - distance) worst = level + 1;
    }
    return worst;
}

int CopiesPlacement::level(std::int64_t first, std::int64_t before, std::int64_t after) {
    const auto [known, fresh] = m_level.try_emplace({first, before, after}, 0);
    if (!fresh) return known->second;
    std::vector<std::int64_t>& partners = m_partners[{before, after}];
    if (partners.empty()) {
        partners.assign(static_cast<std::size_t>(before), -1);
        const std::int64_t all = std::lcm(before, after);
        for (std::int64_t n = 0; n < std::min(all, m_micro_batches); ++n) {
            std::int64_t& furthest = partners[static_cast<std::size_t>(n % before)];
            furthest = std::max(furthest, n % after);
        }
    }
    // The further apart two blocks are, the higher is the level between them: groups are runs of ranks.
    for (std::int64_t r = 0; r < m_replicas; ++r)
        for (std::int64_t copy = 0; copy < before; ++copy)
            if (const std::int64_t partner = partners[static_cast<std::size_t>(copy)]; partner >= 0)
                known->second =
                    std::max(known->second, level_between(start(r, first + copy), start(r, first + before + partner)));
    return known->second;
}

GroupShape CopiesPlacement::first_last(std::int64_t blocks, std::int64_t first_copies, std::int64_t last_copies) const {
    std::vector<std::vector<std::int64_t>> pairs;
    const std::int64_t width = m_regular ? 1 : m_strategy.width();
    for (std::int64_t r = 0; r < m_replicas; ++r)
        for (std::int64_t n = 0; n < std::max(first_copies, last_copies); ++n)
            for (std::int64_t j = 0; j < width; ++j)
                pairs.push_back({start(r, n % first_copies) + j, start(r, blocks - last_copies + n % last_copies) + j});
    return shape_of_groups(m_levels, pairs);
}

Placement place(const LevelModel& levels, const Plan& plan, std::int64_t micro_batches, const Stopped& stopped) {
    const RankGrid grid(plan);
    if (!plan.has_copies()) return place(levels, grid, PlacementDetail::everything, stopped);
    CopiesPlacement places(levels, plan.strategy, plan.replicas, plan.stride, micro_batches);
    Placement placement;
    for (std::int64_t stage = 0; stage < grid.stage_count; ++stage) {
        placement.shapes_of.push_back(places.shapes_of(grid.first_block(stage), grid.copies(stage)));
        placement.level_in.push_back(
            stage == 0 ? 0 : places.level(grid.first_block(stage - 1), grid.copies(stage - 1), grid.copies(stage)));
        if (stopped && stopped()) return placement;
    }
    placement.shapes = places.shapes();
    placement.first_last = grid.stage_count == 1
                               ? shape_of_groups(levels, {{0}})
                               : places.first_last(grid.blocks(), grid.copies(0), grid.copies(grid.stage_count - 1));
    return placement;
}

} // namespace nest
