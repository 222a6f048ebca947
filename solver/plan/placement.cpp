// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/placement.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

namespace nest {

std::vector<std::int64_t> strides_of(const LevelModel& levels, std::int64_t inner, std::int64_t outer,
                                     std::int64_t width, std::int64_t devices) {
    std::vector<std::int64_t> strides;
    const std::int64_t packed = inner * width;
    for (int level = 0; level < levels.level_count(); ++level) {
        const std::int64_t unit = levels.group_size(level);
        const std::int64_t stride = (packed + unit - 1) / unit * unit;
        if ((outer - 1) * stride + packed > devices) continue;
        strides.push_back(stride);
        if (outer == 1) break;
    }
    std::sort(strides.begin(), strides.end());
    strides.erase(std::unique(strides.begin(), strides.end()), strides.end());
    return strides;
}

namespace {

int add_shapes(Placement& placement, const StageShapes& shapes) {
    const auto found = std::find(placement.shapes.begin(), placement.shapes.end(), shapes);
    if (found != placement.shapes.end()) return static_cast<int>(found - placement.shapes.begin());
    placement.shapes.push_back(shapes);
    return static_cast<int>(placement.shapes.size()) - 1;
}

/// Members of one group inside an aligned run of `span` ranks, for a group of `count` ranks `step` apart in a block.
std::int64_t members_in(std::int64_t span, std::int64_t step, std::int64_t count) {
    return span <= step ? 1 : std::min(count, span / step);
}

/// A group inside one block of w ranks: an arithmetic progression.
GroupShape block_shape(const LevelModel& levels, std::int64_t step, std::int64_t count) {
    GroupShape shape;
    const auto size = static_cast<std::size_t>(levels.level_count()) + 1;
    shape.size = count;
    shape.most.assign(size, 1);
    shape.fewest.assign(size, 1);
    shape.share.assign(size, 0.0);
    for (int level = 1; level <= levels.level_count(); ++level) {
        const auto l = static_cast<std::size_t>(level);
        const std::int64_t below = members_in(levels.group_size(level - 1), step, count);
        shape.most[l] = shape.fewest[l] = members_in(levels.group_size(level), step, count) / below;
        shape.share[l] = static_cast<double>(count - below) / static_cast<double>(count);
        if (shape.most[l] > 1) shape.top = level;
    }
    return shape;
}

/// Ranks or blocks of ranks at equal distances: first, first + step, .. (`count` of them).
struct Progression {
    std::int64_t first = 0, step = 1, count = 1;
    std::int64_t at(std::int64_t index) const { return first + index * step; }
};

/// How many of a progression's members have different offsets in groups of `size`: the others repeat them.
std::int64_t distinct_offsets(const Progression& members, std::int64_t size) {
    return std::min(members.count, size / std::gcd(members.step, size));
}

/// Calls visit(first, last) with the indices of the members inside a group of `size`, for each kind of group that has
/// members: between the first and the last group, which may be cut off, the groups repeat. Steps are below `size`.
template <typename Visit> void for_each_kind(const Progression& members, std::int64_t size, const Visit& visit) {
    const std::int64_t last_group = members.at(members.count - 1) / size, first_group = members.first / size;
    const auto visit_group = [&](std::int64_t group) {
        const std::int64_t before = group * size - members.first;
        const std::int64_t first = before <= 0 ? 0 : (before + members.step - 1) / members.step;
        visit(first, std::min(members.count - 1, (before + size - 1) / members.step));
    };
    const std::int64_t repeat = members.step / std::gcd(members.step, size);
    for (std::int64_t group = first_group; group <= std::min(first_group + repeat, last_group); ++group)
        visit_group(group);
    visit_group(last_group);
}

/// Groups that take `count` ranks `step` apart from each of the blocks that start at `blocks`.
GroupShape replica_shape(const LevelModel& levels, std::int64_t width, std::int64_t step, std::int64_t count,
                         const Progression& blocks) {
    GroupShape shape = block_shape(levels, step, count);
    shape.size = count * blocks.count;
    shape.top = 0;
    for (int level = 1; level <= levels.level_count(); ++level) {
        const auto l = static_cast<std::size_t>(level);
        const std::int64_t below = levels.group_size(level - 1), size = levels.group_size(level);
        std::int64_t smallest = members_in(below, step, count); // fewest members inside one level-(l-1) group
        if (size > width) {
            // Children a block touches when they lie inside it; otherwise blocks share children.
            const std::int64_t children_in_block = below < width ? count / smallest : 1;
            shape.most[l] = shape.fewest[l] = children_in_block;
            if (blocks.step < size) {
                shape.most[l] = 0;
                shape.fewest[l] = shape.size;
                for_each_kind(blocks, size, [&](std::int64_t first, std::int64_t last) {
                    const std::int64_t children = blocks.step < below
                                                      ? blocks.at(last) / below - blocks.at(first) / below + 1
                                                      : (last - first + 1) * children_in_block;
                    shape.most[l] = std::max(shape.most[l], children);
                    shape.fewest[l] = std::min(shape.fewest[l], children);
                });
            }
            if (below >= width) {
                std::int64_t fewest = blocks.count;
                if (blocks.step >= below)
                    fewest = 1;
                else
                    for_each_kind(blocks, below, [&](std::int64_t first, std::int64_t last) {
                        fewest = std::min(fewest, last - first + 1);
                    });
                smallest = fewest * count;
            }
        }
        shape.share[l] = static_cast<double>(shape.size - smallest) / static_cast<double>(shape.size);
        if (shape.most[l] > 1) shape.top = level;
    }
    return shape;
}

/// The same of blocks that start anywhere (ascending).
GroupShape listed_replica_shape(const LevelModel& levels, std::int64_t width, std::int64_t step, std::int64_t count,
                                const std::vector<std::int64_t>& block_starts) {
    GroupShape shape = block_shape(levels, step, count);
    const auto blocks = static_cast<std::int64_t>(block_starts.size());
    shape.size = count * blocks;
    shape.top = 0;
    for (int level = 1; level <= levels.level_count(); ++level) {
        const auto l = static_cast<std::size_t>(level);
        const std::int64_t below = levels.group_size(level - 1), size = levels.group_size(level);
        std::int64_t smallest = shape.size; // fewest members inside one level-(l-1) group
        if (size <= width) {
            smallest = members_in(below, step, count);
        } else {
            // Children a block touches when they lie inside it; otherwise blocks share children.
            const std::int64_t children_in_block = below < width ? count / members_in(below, step, count) : 1;
            shape.most[l] = 0;
            shape.fewest[l] = shape.size;
            for (std::size_t start = 0; start < block_starts.size();) {
                const std::int64_t group = block_starts[start] / size;
                std::int64_t children = 0;
                while (start < block_starts.size() && block_starts[start] / size == group) {
                    if (below < width) {
                        children += children_in_block;
                        ++start;
                        continue;
                    }
                    const std::int64_t child = block_starts[start] / below;
                    std::int64_t in_child = 0;
                    for (; start < block_starts.size() && block_starts[start] / below == child; ++start)
                        in_child += count;
                    smallest = std::min(smallest, in_child);
                    ++children;
                }
                shape.most[l] = std::max(shape.most[l], children);
                shape.fewest[l] = std::min(shape.fewest[l], children);
            }
            if (below < width) smallest = members_in(below, step, count);
        }
        shape.share[l] = static_cast<double>(shape.size - smallest) / static_cast<double>(shape.size);
        if (shape.most[l] > 1) shape.top = level;
    }
    return shape;
}

/// Groups of two, a member of `a` and the same one of `b`, which have the same steps.
GroupShape pair_shape(const LevelModel& levels, const Progression& a, const Progression& b) {
    GroupShape shape = block_shape(levels, 1, 1);
    shape.size = 2;
    int lowest = levels.level_count();
    const std::int64_t different = distinct_offsets(a, levels.group_size(levels.level_count() - 1));
    for (std::int64_t index = 0; index < different; ++index) {
        const int level = levels.level_between(a.at(index), b.at(index));
        shape.most[static_cast<std::size_t>(level)] = 2;
        shape.top = std::max(shape.top, level);
        lowest = std::min(lowest, level);
    }
    if (lowest == shape.top) shape.fewest[static_cast<std::size_t>(lowest)] = 2;
    for (int level = 1; level <= levels.level_count(); ++level)
        shape.share[static_cast<std::size_t>(level)] = level <= shape.top ? 0.5 : 0.0;
    return shape;
}

/// What all of several families of equal groups have at once: their ranks communicate at the same time.
void merge(GroupShape& shape, const GroupShape& other) {
    for (std::size_t level = 1; level < shape.most.size(); ++level) {
        shape.most[level] = std::max(shape.most[level], other.most[level]);
        shape.fewest[level] = std::min(shape.fewest[level], other.fewest[level]);
        shape.share[level] = std::max(shape.share[level], other.share[level]);
    }
    shape.top = std::max(shape.top, other.top);
}

/// Groups of folded experts from the blocks of a stage, in the order of the replicas. A group lies inside a block, or
/// takes several whole ones.
void place_folded(const LevelModel& levels, const Strategy& s, const Progression& blocks, StageShapes& shapes) {
    const std::int64_t w = s.width(), shards = s.expert_shards();
    shapes.expert_tensor = block_shape(levels, 1, s.expert_tp);
    if (shards <= w) {
        shapes.expert = block_shape(levels, s.expert_tp, s.ep);
        shapes.expert_replicas = replica_shape(levels, w, shards, w / shards, blocks);
        return;
    }
    const std::int64_t in_group = shards / w, period = levels.group_size(levels.level_count() - 1);
    const Progression groups{blocks.first, blocks.step * in_group, blocks.count / in_group};
    for (std::int64_t index = 0; index < distinct_offsets(groups, period); ++index) {
        const GroupShape shape =
            replica_shape(levels, w, s.expert_tp, w / s.expert_tp, {groups.at(index), blocks.step, in_group});
        if (index == 0)
            shapes.expert = shape;
        else
            merge(shapes.expert, shape);
    }
    for (std::int64_t index = 0; index < distinct_offsets({blocks.first, blocks.step, in_group}, period); ++index) {
        const GroupShape shape = replica_shape(levels, w, 1, 1, {blocks.at(index), groups.step, groups.count});
        if (index == 0)
            shapes.expert_replicas = shape;
        else
            merge(shapes.expert_replicas, shape);
    }
}

/// Whether nothing is cheaper further out. Measured times and latencies can say else.
bool grows_outwards(const LevelModel& levels) {
    double latency = 0;
    for (const Level& level : levels.levels) {
        if (!level.profile.empty() || level.latency < latency) return false;
        latency = level.latency;
    }
    return true;
}

/// Replicas that a placement without replica groups looks at: fewer make it no dearer, and offsets repeat soon.
std::int64_t looked_at(const LevelModel& levels, const RankGrid& grid, PlacementDetail detail) {
    constexpr std::int64_t sample = 8;
    const bool all = detail == PlacementDetail::everything || !grows_outwards(levels);
    return all ? grid.replicas : std::min(grid.replicas, sample);
}

Placement place_regular(const LevelModel& levels, const RankGrid& grid, PlacementDetail detail) {
    Placement placement;
    const Strategy& s = grid.strategy;
    const auto stages = static_cast<std::size_t>(grid.stage_count);
    placement.level_in.assign(stages, 0);
    placement.shapes_of.assign(stages, 0);
    const GroupShape single = block_shape(levels, 1, 1);
    StageShapes shapes;
    shapes.tensor = block_shape(levels, 1, s.tp);
    shapes.context = block_shape(levels, s.tp, s.cp);
    shapes.expert = block_shape(levels, s.tp * s.cp, s.folded() ? 1 : s.ep);
    shapes.expert_tensor = shapes.dense_replicas = shapes.expert_replicas = single;
    const std::int64_t apart = grid.layout == LayoutKind::pp_inner ? grid.stride : s.width();
    const auto blocks_of = [&](std::int64_t stage) {
        return Progression{grid.rank(0, stage, 0), apart, grid.replicas};
    };
    const std::int64_t period = levels.group_size(levels.level_count() - 1);
    const std::int64_t different = std::min(looked_at(levels, grid, detail), distinct_offsets(blocks_of(0), period));
    std::map<std::int64_t, int> shapes_at; // by the offset of the first block: the others follow it alike
    for (std::int64_t i = 0; i < grid.stage_count; ++i) {
        int& level = placement.level_in[static_cast<std::size_t>(i)];
        for (std::int64_t r = 0; r < different && i > 0; ++r)
            level = std::max(level, levels.level_between(grid.rank(r, i - 1, 0), grid.rank(r, i, 0)));
        const Progression blocks = blocks_of(i);
        const bool everything = detail == PlacementDetail::everything;
        const auto [known, is_new] = shapes_at.try_emplace(everything ? blocks.first % period : 0, 0);
        if (is_new && everything) {
            shapes.dense_replicas = replica_shape(levels, s.width(), s.tp, s.data_ranks() * s.cp, blocks);
            if (s.folded())
                place_folded(levels, s, blocks, shapes);
            else
                shapes.expert_replicas = replica_shape(levels, s.width(), s.tp, s.cp, blocks);
        }
        if (is_new) known->second = add_shapes(placement, shapes);
        placement.shapes_of[static_cast<std::size_t>(i)] = known->second;
    }
    const bool paired = detail == PlacementDetail::everything && grid.stage_count > 1;
    placement.first_last = paired ? pair_shape(levels, blocks_of(0), blocks_of(grid.stage_count - 1)) : single;
    return placement;
}

} // namespace

namespace {

using Groups = std::vector<std::vector<std::int64_t>>;

std::vector<std::int64_t>& group(Groups& groups, std::int64_t index) {
    return groups[static_cast<std::size_t>(index)];
}

struct FoldedGroups {
    Groups expert, expert_tensor, replicas;
};

/// Of a stage's folded experts: its ranks are dealt out in their order, rows of expert_tp to each expert.
FoldedGroups list_folded(const RankGrid& grid, std::int64_t stage) {
    const Strategy& s = grid.strategy;
    const std::int64_t ranks = grid.replicas * s.width(), shards = s.expert_shards(), et = s.expert_tp;
    FoldedGroups groups{Groups(static_cast<std::size_t>(ranks / s.ep)), Groups(static_cast<std::size_t>(ranks / et)),
                        Groups(static_cast<std::size_t>(shards))};
    for (std::int64_t q = 0; q < ranks; ++q) {
        const std::int64_t rank = grid.rank(q / s.width(), stage, q % s.width());
        group(groups.expert, q / shards * et + q % et).push_back(rank);
        group(groups.expert_tensor, q / et).push_back(rank);
        group(groups.replicas, q % shards).push_back(rank);
    }
    return groups;
}

/// What happens inside the blocks of a stage, and between them and the blocks before.
struct BlockShapes {
    GroupShape tensor, context, expert;
    int level_in = 0;
    bool operator==(const BlockShapes&) const = default;
};

/// Counts groups of `count` slots `step` apart that start at any of `first`, first + `apart`, .. (`groups` of them).
void count_runs(const LevelModel& levels, std::int64_t first, std::int64_t apart, std::int64_t groups,
                std::int64_t step, std::int64_t count, GroupShape& shape) {
    if (count == 1) return;
    for (std::int64_t begin = first; begin < first + apart * groups; begin += apart) {
        const std::int64_t end = begin + step * (count - 1);
        for (int level = 1; level <= levels.level_count(); ++level) {
            const std::int64_t outer = levels.group_size(level), inner = levels.group_size(level - 1);
            const auto l = static_cast<std::size_t>(level);
            if (begin / inner == end / inner) { // one child
                shape.fewest[l] = 1;
                continue;
            }
            std::int64_t children = 0, members = 0, smallest = count, in_group = -1, in_child = -1;
            const auto close_group = [&] {
                shape.most[l] = std::max(shape.most[l], children);
                shape.fewest[l] = shape.fewest[l] == 0 ? children : std::min(shape.fewest[l], children);
            };
            for (std::int64_t slot = begin; slot <= end; slot += step) {
                const std::int64_t child = slot / inner, own = slot / outer;
                if (child != in_child) {
                    if (members > 0) smallest = std::min(smallest, members);
                    members = 0;
                    if (own != in_group && children > 0) {
                        close_group();
                        children = 0;
                    }
                    ++children;
                }
                in_child = child;
                in_group = own;
                ++members;
            }
            smallest = std::min(smallest, members);
            close_group();
            shape.share[l] =
                std::max(shape.share[l], static_cast<double>(count - smallest) / static_cast<double>(count));
            if (shape.most[l] > 1) shape.top = std::max(shape.top, level);
        }
    }
}

/// Of one block where no slot is absent, so that a rank is its slot: its groups are arithmetic progressions.
BlockShapes count_block(const LevelModel& levels, const RankGrid& grid, std::int64_t stage, std::int64_t replica) {
    const Strategy& s = grid.strategy;
    const std::int64_t t = s.tp, c = s.cp, e = s.data_ranks(), start = grid.rank(replica, stage, 0);
    const auto uncounted = [&](std::int64_t size) {
        GroupShape shape = block_shape(levels, 1, 1);
        shape.size = size;
        std::fill(shape.fewest.begin() + 1, shape.fewest.end(), size == 1 ? 1 : 0);
        return shape;
    };
    BlockShapes shapes{uncounted(t), uncounted(c), uncounted(e), 0};
    count_runs(levels, start, t, c * e, 1, t, shapes.tensor);
    for (std::int64_t ei = 0; ei < e; ++ei)
        count_runs(levels, start + ei * t * c, 1, t, t, c, shapes.context);
    count_runs(levels, start, 1, t * c, t * c, e, shapes.expert);
    if (stage == 0) return shapes;
    // A cut crosses a border of groups where any of its pairs of ranks does.
    const std::int64_t before = grid.rank(replica, stage - 1, 0), distance = start - before;
    shapes.level_in = 1;
    for (int level = 1; level < levels.level_count(); ++level) {
        const std::int64_t size = levels.group_size(level);
        if (distance >= size || before % size + s.width() - 1 >= size - distance) shapes.level_in = level + 1;
    }
    return shapes;
}

/// By listing the ranks of so and so many replicas.
BlockShapes list_blocks(const LevelModel& levels, const RankGrid& grid, std::int64_t stage,
                        const std::vector<std::int64_t>& replicas, const Stopped& stopped) {
    const Strategy& s = grid.strategy;
    const std::int64_t t = s.tp, c = s.cp, e = s.data_ranks();
    const auto blocks = static_cast<std::int64_t>(replicas.size());
    Groups tensor(static_cast<std::size_t>(blocks * c * e)), context(static_cast<std::size_t>(blocks * t * e)),
        expert(static_cast<std::size_t>(blocks * t * c));
    BlockShapes shapes;
    for (std::int64_t block = 0; block < blocks; ++block) {
        if (stopped && block % 4096 == 0 && stopped()) return shapes;
        const std::int64_t r = replicas[static_cast<std::size_t>(block)];
        for (std::int64_t j = 0; j < s.width(); ++j) {
            const std::int64_t rank = grid.rank(r, stage, j), ti = j % t, ci = j / t % c, ei = j / (t * c);
            group(tensor, (block * e + ei) * c + ci).push_back(rank);
            group(context, (block * e + ei) * t + ti).push_back(rank);
            group(expert, (block * c + ci) * t + ti).push_back(rank);
            if (stage > 0)
                shapes.level_in = std::max(shapes.level_in, levels.level_between(grid.rank(r, stage - 1, j), rank));
        }
    }
    shapes.tensor = shape_of_groups(levels, tensor, stopped);
    shapes.context = shape_of_groups(levels, context, stopped);
    shapes.expert = shape_of_groups(levels, expert, stopped);
    return shapes;
}

/// The same where no slot is absent: what happens inside a block, and between it and the block before, repeats with its
/// offset inside the largest group below the whole network. Each offset is listed once for all stages, O(w); a stage is
/// then O(d) and a merge for each kind of block.
class BlocksByOffset {
public:
    BlocksByOffset(const LevelModel& levels, const RankGrid& grid)
        : m_levels(levels), m_grid(grid), m_period(levels.group_size(levels.level_count() - 1)),
          m_first(static_cast<std::size_t>(m_period), unknown), m_later(m_first) {}

    /// Of the first so many replicas.
    BlockShapes of(std::int64_t stage, std::int64_t replicas) {
        m_present.assign(m_kinds.size(), false);
        BlockShapes shapes;
        bool none = true;
        for (std::int64_t r = 0; r < replicas; ++r) {
            const auto kind = static_cast<std::size_t>(kind_of(stage, r));
            if (kind < m_present.size() && m_present[kind]) continue;
            m_present.resize(m_kinds.size(), false);
            m_present[kind] = true;
            const BlockShapes& one = m_kinds[kind];
            if (none) {
                shapes = one;
            } else {
                merge(shapes.tensor, one.tensor);
                merge(shapes.context, one.context);
                merge(shapes.expert, one.expert);
                shapes.level_in = std::max(shapes.level_in, one.level_in);
            }
            none = false;
        }
        return shapes;
    }

private:
    static constexpr int unknown = -1;

    int kind_of(std::int64_t stage, std::int64_t replica) {
        std::vector<int>& known = stage > 0 ? m_later : m_first;
        int& kind = known[static_cast<std::size_t>(m_grid.rank(replica, stage, 0) % m_period)];
        if (kind != unknown) return kind;
        BlockShapes shapes = count_block(m_levels, m_grid, stage, replica);
        const auto same = std::find(m_kinds.begin(), m_kinds.end(), shapes);
        kind = static_cast<int>(same - m_kinds.begin());
        if (same == m_kinds.end()) m_kinds.push_back(std::move(shapes));
        return kind;
    }

    const LevelModel& m_levels;
    const RankGrid& m_grid;
    std::int64_t m_period;
    std::vector<BlockShapes> m_kinds;
    std::vector<int> m_first, m_later; ///< kind by offset: of the first stage, which nothing enters, and the others
    std::vector<bool> m_present;
};

/// By listing ranks: of all replicas, or of one for each offset where the others repeat it.
Placement list_ranks(const LevelModel& levels, const RankGrid& grid, PlacementDetail detail, bool each_replica,
                     const Stopped& stopped) {
    Placement placement;
    const auto stop = [&stopped](std::int64_t index) { return stopped && index % 4096 == 0 && stopped(); };
    const Strategy& s = grid.strategy;
    const std::int64_t t = s.tp, c = s.cp, e = s.data_ranks(), d = grid.replicas, w = s.width();
    const auto stages = static_cast<std::size_t>(grid.stage_count);
    placement.level_in.assign(stages, 0);
    placement.shapes_of.assign(stages, 0);
    const auto shape = [&](const Groups& groups) { return shape_of_groups(levels, groups, stopped); };
    std::optional<BlocksByOffset> by_offset;
    std::vector<std::int64_t> replicas;
    if (levels.absent.empty() && !each_replica) {
        by_offset.emplace(levels, grid);
    } else {
        replicas.resize(static_cast<std::size_t>(d));
        std::iota(replicas.begin(), replicas.end(), std::int64_t{0});
    }
    for (std::int64_t i = 0; i < grid.stage_count; ++i) {
        if (stop(0)) return placement;
        const BlockShapes blocks = by_offset ? by_offset->of(i, looked_at(levels, grid, detail))
                                             : list_blocks(levels, grid, i, replicas, stopped);
        placement.level_in[static_cast<std::size_t>(i)] = blocks.level_in;
        GroupShape expert = blocks.expert;
        Groups dense(static_cast<std::size_t>(t)), experts(static_cast<std::size_t>(t * e)),
            expert_tensor{{grid.rank(0, i, 0)}};
        const Groups alone{{grid.rank(0, i, 0)}};
        for (std::int64_t r = 0; r < d && detail == PlacementDetail::everything; ++r) {
            if (stop(r)) return placement;
            for (std::int64_t j = 0; j < w; ++j) {
                group(dense, j % t).push_back(grid.rank(r, i, j));
                group(experts, j / (t * c) * t + j % t).push_back(grid.rank(r, i, j));
            }
        }
        if (detail == PlacementDetail::without_replicas) {
            dense = experts = alone;
            if (s.folded()) expert = shape(alone);
        } else if (s.folded()) {
            FoldedGroups folded = list_folded(grid, i);
            expert = shape(folded.expert);
            expert_tensor = std::move(folded.expert_tensor);
            experts = std::move(folded.replicas);
        }
        placement.shapes_of[static_cast<std::size_t>(i)] =
            add_shapes(placement, {blocks.tensor, std::move(expert), blocks.context, shape(expert_tensor), shape(dense),
                                   shape(experts)});
    }
    Groups pairs;
    if (grid.stage_count == 1 || detail == PlacementDetail::without_replicas) {
        pairs.push_back({grid.rank(0, 0, 0)});
    } else {
        for (std::int64_t r = 0; r < d; ++r) {
            if (stop(r)) return placement;
            for (std::int64_t j = 0; j < w; ++j)
                pairs.push_back({grid.rank(r, 0, j), grid.rank(r, grid.stage_count - 1, j)});
        }
    }
    placement.first_last = shape(pairs);
    return placement;
}

} // namespace

namespace {
bool lines_up(std::int64_t a, std::int64_t b) {
    return a % b == 0 || b % a == 0;
}
} // namespace

/// True when every aligned block of w ranks is a union of whole groups of each level, or lies inside one, and the
/// digits t, c t inside it line up too: then all blocks look alike at the levels inside them.
bool is_regular(const LevelModel& levels, const RankGrid& grid) {
    if (!levels.absent.empty()) return false;
    const std::int64_t w = grid.strategy.width();
    if (grid.stride % w != 0) return false;
    const Strategy& s = grid.strategy;
    const std::int64_t shards = s.expert_shards();
    // A group of folded experts lies inside a block, or takes several whole ones.
    if (s.folded() && (!lines_up(shards, w) || w % s.expert_tp != 0)) return false;
    for (int level = 1; level < levels.level_count(); ++level) {
        const std::int64_t g = levels.group_size(level);
        if (!lines_up(g, w) || !lines_up(g, s.tp) || !lines_up(g, s.tp * s.cp)) return false;
        if (s.folded() && (!lines_up(g, s.expert_tp) || (shards <= w && !lines_up(g, shards)))) return false;
    }
    return true;
}

StageShapes shapes_of_blocks(const LevelModel& levels, const Strategy& s, const std::vector<std::int64_t>& starts,
                             bool regular) {
    const std::int64_t t = s.tp, c = s.cp, e = s.data_ranks(), w = s.width();
    StageShapes shapes;
    shapes.expert_tensor = block_shape(levels, 1, 1);
    if (regular) {
        shapes.tensor = block_shape(levels, 1, t);
        shapes.context = block_shape(levels, t, c);
        shapes.expert = block_shape(levels, t * c, e);
        shapes.dense_replicas = listed_replica_shape(levels, w, t, e * c, starts);
        shapes.expert_replicas = listed_replica_shape(levels, w, t, c, starts);
        return shapes;
    }
    const auto blocks = static_cast<std::int64_t>(starts.size());
    Groups tensor(static_cast<std::size_t>(blocks * c * e)), context(static_cast<std::size_t>(blocks * t * e)),
        expert(static_cast<std::size_t>(blocks * t * c)), dense(static_cast<std::size_t>(t)),
        experts(static_cast<std::size_t>(t * e));
    for (std::int64_t block = 0; block < blocks; ++block) {
        for (std::int64_t j = 0; j < w; ++j) {
            const std::int64_t rank = starts[static_cast<std::size_t>(block)] + j;
            const std::int64_t ti = j % t, ci = j / t % c, ei = j / (t * c);
            group(tensor, (block * e + ei) * c + ci).push_back(rank);
            group(context, (block * e + ei) * t + ti).push_back(rank);
            group(expert, (block * c + ci) * t + ti).push_back(rank);
            group(dense, ti).push_back(rank);
            group(experts, ei * t + ti).push_back(rank);
        }
    }
    shapes.tensor = shape_of_groups(levels, tensor);
    shapes.context = shape_of_groups(levels, context);
    shapes.expert = shape_of_groups(levels, expert);
    shapes.dense_replicas = shape_of_groups(levels, dense);
    shapes.expert_replicas = shape_of_groups(levels, experts);
    return shapes;
}

Placement place_by_listing(const LevelModel& levels, const RankGrid& grid) {
    return list_ranks(levels, grid, PlacementDetail::everything, true, {});
}

Placement place(const LevelModel& levels, const RankGrid& grid, PlacementDetail detail) {
    return place(levels, grid, detail, {});
}

Placement place(const LevelModel& levels, const RankGrid& grid, PlacementDetail detail, const Stopped& stopped) {
    return is_regular(levels, grid) ? place_regular(levels, grid, detail)
                                    : list_ranks(levels, grid, detail, false, stopped);
}

} // namespace nest
