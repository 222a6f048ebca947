// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "charts/nestedlayout.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace nest::ui {
namespace {

/// Column counts worth trying for a number of children: divisors, and grids with gaps where there are few.
std::vector<qint64> columnChoices(qint64 children) {
    std::set<qint64> choices = {1, children};
    for (qint64 divisor = 2; divisor * divisor <= children; ++divisor) {
        if (children % divisor) continue;
        choices.insert(divisor);
        choices.insert(children / divisor);
    }
    for (qint64 rows = 2; rows <= 8 && choices.size() < 4; ++rows)
        choices.insert((children + rows - 1) / rows);
    std::vector<qint64> list(choices.begin(), choices.end());
    constexpr std::size_t most = 8;
    if (list.size() <= most) return list;
    std::vector<qint64> thinned; // the middle ones: the extremes of a large group make no readable box
    const std::size_t first = (list.size() - most) / 2;
    thinned.assign(list.begin() + static_cast<std::ptrdiff_t>(first),
                   list.begin() + static_cast<std::ptrdiff_t>(first + most));
    return thinned;
}

} // namespace

NestedLayout::NestedLayout(std::vector<qint64> children, double aspect, const Labels& labels) {
    if (children.empty()) return;
    for (qint64& count : children)
        count = std::max<qint64>(count, 1);
    std::vector<std::vector<qint64>> choices;
    for (const qint64 count : children)
        choices.push_back(columnChoices(count));
    std::vector<std::size_t> pick(children.size(), 0);
    std::vector<qint64> columns(children.size());
    double best = -1;
    for (bool more = true; more;) {
        double shape = 1;
        for (std::size_t level = 0; level < children.size(); ++level) {
            columns[level] = choices[level][pick[level]];
            const double rows = std::ceil(static_cast<double>(children[level]) / static_cast<double>(columns[level]));
            // Squarer boxes are easier to read as groups; they win against a slightly better fill.
            shape *= 1 - 0.02 * std::abs(std::log2(static_cast<double>(columns[level]) / rows) - 0.5);
        }
        std::vector<LevelGrid> grid = grids(children, columns, labels);
        const QSizeF size = grid.back().size;
        const double score = std::min(aspect / size.width(), 1 / size.height()) * shape;
        if (score > best) {
            best = score;
            m_levels = std::move(grid);
        }
        more = false;
        for (std::size_t level = 0; level < pick.size() && !more; ++level) {
            if (++pick[level] < choices[level].size())
                more = true;
            else
                pick[level] = 0;
        }
    }
    m_leaves = m_levels.back().leaves;
}

std::vector<NestedLayout::LevelGrid> NestedLayout::grids(const std::vector<qint64>& children,
                                                         const std::vector<qint64>& columns, const Labels& labels) {
    std::vector<LevelGrid> result;
    QSizeF child(1, 1);
    qint64 leaves = 1;
    const std::size_t top = children.size() - 1;
    for (std::size_t level = 0; level <= top; ++level) {
        LevelGrid grid;
        grid.children = children[level];
        grid.columns = columns[level];
        leaves *= children[level];
        grid.leaves = leaves;
        grid.child = child;
        const double widening = std::pow(1.6, static_cast<double>(level));
        const bool outermost = level == top;
        const bool boxed = outermost ? labels.top : grid.children > 1;
        grid.gap = grid.children > 1 ? 0.16 * widening : 0;
        grid.padding = boxed ? 0.22 * widening : 0;
        const double rows = std::ceil(static_cast<double>(grid.children) / static_cast<double>(grid.columns));
        const QSizeF inner(child.width() * static_cast<double>(grid.columns) +
                               grid.gap * static_cast<double>(grid.columns - 1),
                           child.height() * rows + grid.gap * (rows - 1));
        // Names of the outermost groups stay readable when everything is small.
        if (boxed && static_cast<int>(level) + 1 >= labels.lowest) {
            const bool outer = labels.height > 0 && (labels.top ? outermost : level + 1 == top);
            grid.label = outer ? std::max(labels.height, (labels.top ? 0.05 : 0.16) * inner.height()) : labels.height;
        }
        grid.size = QSizeF(inner.width() + 2 * grid.padding, inner.height() + 2 * grid.padding + grid.label);
        child = grid.size;
        result.push_back(grid);
    }
    return result;
}

qint64 NestedLayout::groupSize(int level) const {
    return level <= 0 ? 1 : m_levels[static_cast<std::size_t>(level - 1)].leaves;
}

qint64 NestedLayout::groupCount(int level) const {
    return m_leaves / groupSize(level);
}

QSizeF NestedLayout::size() const {
    return m_levels.empty() ? QSizeF() : m_levels.back().size;
}

double NestedLayout::labelHeight(int level) const {
    return level <= 0 ? 0 : m_levels[static_cast<std::size_t>(level - 1)].label;
}

QRectF NestedLayout::rect(int level, qint64 index) const {
    QPointF origin;
    for (int above = levelCount(); above > level; --above) {
        const LevelGrid& grid = m_levels[static_cast<std::size_t>(above - 1)];
        const qint64 child = index * groupSize(level) / groupSize(above - 1) % grid.children;
        origin.rx() += grid.padding + static_cast<double>(child % grid.columns) * (grid.child.width() + grid.gap);
        origin.ry() +=
            grid.padding + grid.label + static_cast<double>(child / grid.columns) * (grid.child.height() + grid.gap);
    }
    return {origin, level <= 0 ? QSizeF(1, 1) : m_levels[static_cast<std::size_t>(level - 1)].size};
}

qint64 NestedLayout::leafAt(const QPointF& point) const {
    return groupAt(0, point);
}

qint64 NestedLayout::groupAt(int level, const QPointF& point) const {
    if (m_levels.empty() || !QRectF({0, 0}, size()).contains(point)) return -1;
    QPointF rest = point;
    qint64 index = 0;
    for (int above = levelCount(); above > level; --above) {
        const LevelGrid& grid = m_levels[static_cast<std::size_t>(above - 1)];
        rest -= QPointF(grid.padding, grid.padding + grid.label);
        if (rest.x() < 0 || rest.y() < 0) return -1;
        const double stepX = grid.child.width() + grid.gap, stepY = grid.child.height() + grid.gap;
        const auto column = static_cast<qint64>(rest.x() / stepX), row = static_cast<qint64>(rest.y() / stepY);
        rest -= QPointF(static_cast<double>(column) * stepX, static_cast<double>(row) * stepY);
        const qint64 child = row * grid.columns + column;
        if (column >= grid.columns || child >= grid.children || rest.x() > grid.child.width() ||
            rest.y() > grid.child.height())
            return -1;
        index = index * grid.children + child;
    }
    return index;
}

} // namespace nest::ui
