// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "charts/card.h"
#include "charts/chart.h"

#include <QImage>

class QMenu;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace nest::ui {

/// Frame of a chart: title left, unit right (a menu when the chart can be shown in several ways), a button that shows
/// the figures as a table, and a menu to copy or save the picture.
class ChartCard : public Card {
    Q_OBJECT
public:
    /// Takes ownership of the chart.
    explicit ChartCard(Chart* chart, QWidget* parent = nullptr);

    Chart* chart() const { return m_chart; }
    bool showsTable() const;
    void setShowsTable(bool shown);

    /// Title, unit and chart as a picture of `size` device-independent pixels at `scale`.
    QImage render(const QSize& size, double scale, bool dark) const;
    /// The same as SVG or PDF bytes, for reports and files.
    QByteArray renderSvg(const QSize& size, bool dark) const;
    QByteArray renderPdf(const QSize& size) const;
    /// One of the three by a file's suffix: "svg", "pdf", else PNG at `scale`.
    QByteArray picture(const QString& suffix, const QSize& size, double scale, bool dark) const;
    /// The figures as lines of cells with tabs between them.
    QString tableText() const;

public slots:
    /// The picture, and beside it the figures as text, for programs that take no pictures.
    void copyImage();
    /// Asks for a name ending in .png, .svg or .pdf and writes it.
    void saveImage();
    void copyTable();

protected:
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void refreshHead();
    void retranslate();
    void paintPicture(QPainter& painter, const QSizeF& size, const Theme& theme) const;

    Chart* m_chart = nullptr;
    QStackedWidget* m_pages = nullptr;
    QTableView* m_tableView = nullptr;
    QToolButton* m_unitButton = nullptr;
    QToolButton* m_tableButton = nullptr;
    QToolButton* m_menuButton = nullptr;
    QMenu* m_menu = nullptr;
    QMenu* m_choices = nullptr;
};

} // namespace nest::ui
