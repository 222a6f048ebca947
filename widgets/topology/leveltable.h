// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "network/level_model.h"

#include <QStringList>
#include <QWidget>
#include <optional>

class QAbstractItemModel;
class QTableView;

namespace nest::ui {

class LevelTableModel;

/// The levels in figures, innermost first. Bandwidth and latency can be edited; an edit is an intent, the table shows
/// it when the new levels are set.
class LevelTable : public QWidget {
    Q_OBJECT
public:
    enum Column { Name, Devices, Bandwidth, Latency, ColumnCount };

    explicit LevelTable(QWidget* parent = nullptr);

    /// `assumed`: "bandwidth NAME" or "latency NAME" for values nobody stated; they are marked.
    void setLevels(std::optional<LevelModel> levels, const QStringList& assumed = {});
    QAbstractItemModel* model() const;
    QTableView* view() const { return m_view; }
    QSize sizeHint() const override;

signals:
    /// bytes/s, one direction, per device
    void levelBandwidthEdited(const QString& name, double value);
    /// seconds
    void levelLatencyEdited(const QString& name, double value);
    void levelSelected(int level);

protected:
    void changeEvent(QEvent* event) override;

private:
    LevelTableModel* m_model = nullptr;
    QTableView* m_view = nullptr;
};

} // namespace nest::ui
