// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "nest2026/planner.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>

namespace nest::nest2026 {
namespace {

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

/// What all tables need of a list of nodes first..last, computed once.
struct Span {
    std::int64_t devices = 0; ///< 0: never fits, or branches
    std::int64_t deepest = 0;
    ZeroVariant zero;
};

/// Loads of all spans over one level.
struct LevelTables {
    std::vector<double> forward, backward, recomputed;
};

/// A suffix of the nodes on k devices; the stage at its front and the cell behind it.
struct Cell {
    std::int64_t used = 0, front = 0; ///< devices: all, and of the stage at the front
    double load = 0;                  ///< largest
    int last = 0;                     ///< node of the front stage
    int next = -1;                    ///< cell behind, among those of (s - 1, last + 1)
};

class WidthSearch {
public:
    WidthSearch(const Input& input, const Width& width, std::function<bool()> stopped)
        : m_input(input), m_costs(input, width, zero_wanted(input, width)), m_nodes(m_costs.node_count()),
          m_stopped(std::move(stopped)) {}

    void run(Answer& best) {
        makeSpans();
        const std::int64_t narrow = m_input.stage_devices(m_costs.width());
        const int most = static_cast<int>(std::min<std::int64_t>(m_nodes, m_input.devices / narrow));
        for (int stages = 1; stages <= most && !m_stopped(); ++stages) {
            m_cells.emplace_back(at(m_nodes));
            for (int first = 0; first < m_nodes && !m_stopped(); ++first)
                fill(stages, first, best);
            choose(stages, best);
        }
        best.stopped = best.stopped || m_stopped();
    }

private:
    std::size_t index(int first, int last) const { return at(first) * at(m_nodes) + at(last); }

    void makeSpans() {
        m_spans.resize(at(m_nodes) * at(m_nodes));
        for (int first = 0; first < m_nodes; ++first)
            for (int last = first; last < m_nodes; ++last) {
                if (last > first && !m_costs.width().follows(last)) break;
                const std::optional<ZeroVariant> variant = m_costs.variant(first, last);
                if (!variant) continue; // a longer one may still need less, so go on
                m_spans[index(first, last)] = {m_input.stage_devices(m_costs.width()) * variant->ways,
                                               m_costs.deepest(first, last, *variant), *variant};
            }
        m_levels.resize(m_input.fan_outs.size());
    }

    /// Made for the levels that are met.
    const LevelTables& tables(int level) {
        LevelTables& tables = m_levels[at(level)];
        if (!tables.forward.empty()) return tables;
        for (auto* table : {&tables.forward, &tables.backward, &tables.recomputed})
            table->assign(m_spans.size(), 0);
        for (int first = 0; first < m_nodes; ++first)
            for (int last = first; last < m_nodes; ++last) {
                const std::size_t span = index(first, last);
                if (m_spans[span].devices == 0) continue;
                tables.forward[span] = m_costs.forward(first, last, level);
                tables.backward[span] = m_costs.backward(first, last, level);
                if (m_input.recompute) tables.recomputed[span] = m_costs.recomputed_backward(first, last, level);
            }
        return tables;
    }

    /// As StageCosts::load().
    double load(std::size_t span, int level_in, int level_out, int from_end) {
        const bool recomputes = m_input.recompute && from_end > 1;
        const LevelTables& out = tables(level_out);
        const double both = tables(level_in).forward[span] + (recomputes ? out.recomputed[span] : out.backward[span]);
        return m_spans[span].zero.ways > 1 ? both + m_costs.zero_load(m_spans[span].zero) : both;
    }

    void fill(int stages, int first, Answer& best) {
        std::vector<Cell>& cells = m_cells[at(stages) - 1][at(first)];
        for (int last = stages == 1 ? m_nodes - 1 : first; last < m_nodes; ++last) {
            const std::size_t span = index(first, last);
            const Span& stage = m_spans[span];
            if (stage.devices == 0 || stage.deepest < stages) continue;
            if (stages == 1) {
                add(cells, span, stages, {stage.devices, stage.devices, 0, last, -1}, 0, 0, first == 0);
                continue;
            }
            if (last + 1 >= m_nodes) break;
            const std::vector<Cell>& behind = m_cells[at(stages) - 2][at(last) + 1];
            for (std::size_t i = 0; i < behind.size(); ++i) {
                const Cell& next = behind[i];
                const std::int64_t used = next.used + stage.devices;
                if (used > m_input.devices) continue;
                const int level_out = m_costs.level_between(next.used - next.front, next.used);
                add(cells, span, stages, {used, stage.devices, next.load, last, static_cast<int>(i)}, next.used,
                    level_out, first == 0);
            }
        }
        best.states += static_cast<std::int64_t>(cells.size());
    }

    /// Adds a cell whose front stage begins at device `offset`, unless one on the same devices is as good.
    void add(std::vector<Cell>& cells, std::size_t span, int stages, Cell cell, std::int64_t offset, int level_out,
             bool whole) {
        const std::int64_t after = std::min(offset + cell.front, m_input.devices - 1);
        const int level_in = whole ? 0 : m_costs.level_between(offset, after);
        cell.load = std::max(cell.load, load(span, level_in, level_out, stages));
        if (!whole) // whole plans differ in the parameters of their first stage, too
            for (Cell& other : cells)
                if (other.used == cell.used && other.front == cell.front) {
                    if (cell.load < other.load) other = cell;
                    return;
                }
        cells.push_back(cell);
    }

    void choose(int stages, Answer& best) {
        const std::vector<Cell>& whole = m_cells[at(stages) - 1][0];
        for (std::size_t i = 0; i < whole.size(); ++i) {
            const Cell& cell = whole[i];
            const std::int64_t most = std::min(m_input.devices / cell.used, m_input.micro_batches);
            const ZeroVariant zero = m_spans[index(0, cell.last)].zero;
            double bytes = m_costs.parameter_bytes(0, cell.last);
            if (zero.type == 3) bytes /= static_cast<double>(zero.ways);
            for (std::int64_t replicas = 1; replicas <= most; ++replicas) {
                const double pipeline = cell.load * static_cast<double>(m_costs.micro_batches(replicas) + stages - 1);
                if (best.plan && pipeline >= best.price.time_per_batch) continue;
                const double time = pipeline + m_costs.synchronisation(bytes, replicas, cell.used);
                if (best.plan && time >= best.price.time_per_batch) continue;
                best.plan = plan(stages, static_cast<int>(i), replicas);
                best.price = price(m_costs, m_input, *best.plan);
            }
        }
    }

    Plan plan(int stages, int cell, std::int64_t replicas) const {
        Plan made{m_costs.width().tensor, replicas, {}};
        int first = 0;
        for (int s = stages; s >= 1; --s) {
            const Cell& here = m_cells[at(s) - 1][at(first)][at(cell)];
            made.stages.push_back({first, here.last, here.front});
            first = here.last + 1;
            cell = here.next;
        }
        return made;
    }

    const Input& m_input;
    StageCosts m_costs;
    int m_nodes;
    std::function<bool()> m_stopped;
    std::vector<Span> m_spans;
    std::vector<LevelTables> m_levels;
    std::vector<std::vector<std::vector<Cell>>> m_cells; ///< [stages - 1][first node]
};

} // namespace

Answer solve(const Input& input, const std::stop_token& stop, double time_limit_seconds) {
    const auto start = std::chrono::steady_clock::now();
    const auto seconds = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    const auto stopped = [&] {
        return stop.stop_requested() || (time_limit_seconds > 0 && seconds() >= time_limit_seconds);
    };
    Answer best;
    for (const Width& width : input.widths)
        WidthSearch(input, width, stopped).run(best);
    best.solve_seconds = seconds();
    return best;
}

} // namespace nest::nest2026
