// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "theme/theme.h"

#include <QAbstractTableModel>
#include <QVariant>
#include <QVector>
#include <QWidget>

namespace nest::ui {

/// One cell of a chart's table twin: what is read, and the value behind it for sorting (SI base unit).
struct TableCell {
    QString text;
    QVariant value;
};

struct TableData {
    QStringList headers;
    QVector<QVector<TableCell>> rows;
};

/// Read-only model over TableData; numbers are right-aligned, Qt::UserRole gives the value behind a text.
class ChartTable : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit ChartTable(QObject* parent = nullptr);
    void setData(TableData data);
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    using QAbstractTableModel::setData;
    TableData m_data;
};

/// A drawing with a title, a unit, a table twin, hover cards and keyboard use. Put it in a ChartCard for the frame,
/// the menu and export. Ways to show it (QActions, possibly in an exclusive group) are added with addAction().
class Chart : public QWidget {
    Q_OBJECT
public:
    explicit Chart(QWidget* parent = nullptr);

    virtual QString title() const = 0;
    /// Unit or what the colours mean; stands right in the head.
    virtual QString unit() const { return {}; }
    /// A sentence of what would fill the chart; empty when it has something to draw.
    virtual QString emptyText() const { return {}; }
    /// Draws the chart into 0, 0, size. Used on the screen, for images, SVG and print.
    virtual void paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) = 0;
    /// Hover card at a position of the widget, as rich text; empty for none.
    virtual QString hoverText(const QPointF& position);
    /// The figures of the drawing.
    virtual TableData tableData() const = 0;
    /// Waits for figures that are being computed beside the window's thread; called before a picture is made at once.
    virtual void finish() {}

    /// Model of tableData(), kept up to date once asked for; owned by the chart.
    QAbstractTableModel* table();
    /// paintChart() with the empty text and dimming, on the theme's panel colour.
    void paintAll(QPainter& painter, const QSizeF& size, const Theme& theme);
    /// Faded: shown while a newer result is being computed.
    void setDimmed(bool dimmed);
    bool isDimmed() const { return m_dimmed; }
    QSize minimumSizeHint() const override { return {200, 140}; }
    QSize sizeHint() const override { return {400, 260}; }

    /// Rich text of a hover card: bold heading, then name-value rows.
    static QString hoverCard(const QString& heading, const QVector<QPair<QString, QString>>& rows);

signals:
    /// Title, unit or choices changed.
    void headChanged();

protected:
    /// Call after the figures changed: repaints and refreshes head, table twin and accessible text.
    void refresh();
    /// Set texts again, after a change of language.
    virtual void retranslate() {}
    /// Texts have another size: lengths kept from them are measured again.
    virtual void fontsChanged() {}

    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    ChartTable* m_table = nullptr;
    bool m_dimmed = false;
};

} // namespace nest::ui
