// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "charts/chart.h"
#include "charts/nestedlayout.h"
#include "network/level_model.h"

#include <optional>

namespace nest::ui {

/// The levels of a network as nested boxes; of many equal groups a few are drawn, the last one as "× n".
class BoxPicture : public Chart {
    Q_OBJECT
public:
    explicit BoxPicture(QWidget* parent = nullptr);

    void setLevels(std::optional<LevelModel> levels);
    /// Level whose boxes carry the accent; 0 for none.
    void setSelectedLevel(int level);
    int selectedLevel() const { return m_selected; }
    /// Innermost level whose box is at a position; 0 for none.
    int levelAt(const QPointF& position) const;

    QString title() const override;
    QString unit() const override;
    QString emptyText() const override;
    void paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) override;
    QString hoverText(const QPointF& position) override;
    TableData tableData() const override;

signals:
    void levelSelected(int level);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Picture {
        NestedLayout layout;
        QTransform view;
        std::vector<qint64> drawn; ///< children drawn per group, by level
    };
    Picture pictureFor(const QSizeF& size) const;
    void select(int level);

    std::optional<LevelModel> m_levels;
    int m_selected = 0;
};

} // namespace nest::ui
