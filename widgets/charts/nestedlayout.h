// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <vector>

namespace nest::ui {

/// Places the leaves of a regular tree as nested grids of boxes: every group of a level holds the same number of
/// children. Positions follow from an index alone, so a million leaves cost no memory. Levels count from 1, the
/// innermost groups; level 0 are the leaves, of side 1 in layout units.
class NestedLayout {
public:
    /// Which groups have a strip for a name at their top.
    struct Labels {
        double height = 0.7; ///< in leaf sides
        int lowest = 2;      ///< innermost level with a name
        bool top = false;    ///< whether the outermost group is a box with a name too
    };

    NestedLayout() = default;
    /// `children[l]`: children of a group of level l + 1. Columns are chosen so that leaves are as large as possible
    /// in an area of the given aspect (width / height).
    NestedLayout(std::vector<qint64> children, double aspect, const Labels& labels);
    NestedLayout(std::vector<qint64> children, double aspect) : NestedLayout(std::move(children), aspect, Labels()) {}

    int levelCount() const { return static_cast<int>(m_levels.size()); }
    qint64 leafCount() const { return m_leaves; }
    qint64 groupCount(int level) const;
    /// Leaves in one group of a level.
    qint64 groupSize(int level) const;
    QSizeF size() const;
    /// Box of group `index` (counted over the whole tree) of a level; level 0: a leaf.
    QRectF rect(int level, qint64 index) const;
    /// Leaf at a point, -1 for none.
    qint64 leafAt(const QPointF& point) const;
    /// Group of a level at a point (its border included), -1 for none.
    qint64 groupAt(int level, const QPointF& point) const;
    /// Columns of the innermost grid, for arrow keys.
    qint64 innerColumns() const { return m_levels.empty() ? 1 : m_levels.front().columns; }
    double labelHeight(int level) const;

private:
    struct LevelGrid {
        qint64 children = 1, columns = 1, leaves = 1;
        double padding = 0, gap = 0, label = 0;
        QSizeF child, size;
    };
    static std::vector<LevelGrid> grids(const std::vector<qint64>& children, const std::vector<qint64>& columns,
                                        const Labels& labels);

    std::vector<LevelGrid> m_levels;
    qint64 m_leaves = 0;
};

} // namespace nest::ui
