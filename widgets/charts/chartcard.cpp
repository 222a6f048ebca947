// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "charts/chartcard.h"

#include "controls/figuredelegate.h"
#include "controls/filedialogs.h"

#include <QAction>
#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileInfo>
#include <QHeaderView>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QSvgGenerator>
#include <QTableView>
#include <QToolButton>

namespace nest::ui {
namespace {

int headHeight() {
    return scaled(32);
}

QToolButton* headButton(const QString& icon, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setProperty("role", QStringLiteral("quiet"));
    if (!icon.isEmpty()) button->setIcon(lineIcon(icon));
    button->setIconSize({scaled(16), scaled(16)});
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

ChartCard::ChartCard(Chart* chart, QWidget* parent) : Card(parent), m_chart(chart) {
    setProperty("helpId", chart->property("helpId")); // the head belongs to the drawing
    m_unitButton = headButton({}, this);
    m_unitButton->setPopupMode(QToolButton::InstantPopup);
    m_choices = new QMenu(m_unitButton);
    m_tableButton = headButton(QStringLiteral("table"), this);
    m_tableButton->setCheckable(true);
    m_menuButton = headButton(QStringLiteral("more"), this);
    m_menuButton->setPopupMode(QToolButton::InstantPopup);
    m_menu = new QMenu(m_menuButton);
    m_menuButton->setMenu(m_menu);
    addHeadWidget(m_unitButton);
    addHeadWidget(m_tableButton);
    addHeadWidget(m_menuButton);

    m_pages = new QStackedWidget(this);
    m_pages->addWidget(chart);
    setBody(m_pages);
    setTabOrder(chart, m_unitButton);
    setTabOrder(m_unitButton, m_tableButton);
    setTabOrder(m_tableButton, m_menuButton);
    connect(m_tableButton, &QToolButton::toggled, this, &ChartCard::setShowsTable);
    connect(m_menu, &QMenu::aboutToShow, this, [this] {
        m_menu->clear();
        m_menu->addActions(m_chart->actions());
        if (!m_chart->actions().isEmpty()) m_menu->addSeparator();
        m_menu->addAction(lineIcon(QStringLiteral("copy")), tr("Copy picture"), this, &ChartCard::copyImage);
        m_menu->addAction(lineIcon(QStringLiteral("table")), tr("Copy table"), this, &ChartCard::copyTable);
        m_menu->addAction(lineIcon(QStringLiteral("save")), tr("Save picture…"), this, &ChartCard::saveImage);
    });
    connect(chart, &Chart::headChanged, this, &ChartCard::refreshHead);
    retranslate();
    refreshHead();
}

bool ChartCard::showsTable() const {
    return m_pages->currentIndex() == 1;
}

void ChartCard::setShowsTable(bool shown) {
    if (shown && !m_tableView) {
        // Built on first use: the twin of a large drawing is long.
        m_tableView = new QTableView(m_pages);
        auto* sorted = new QSortFilterProxyModel(m_tableView);
        sorted->setSortRole(Qt::UserRole);
        sorted->setSourceModel(m_chart->table());
        m_tableView->setModel(sorted);
        m_tableView->setSortingEnabled(true);
        m_tableView->sortByColumn(-1, Qt::AscendingOrder);
        m_tableView->verticalHeader()->hide();
        m_tableView->verticalHeader()->setDefaultSectionSize(scaled(26));
        m_tableView->setSelectionBehavior(QAbstractItemView::SelectRows);
        m_tableView->setItemDelegate(new FigureDelegate(m_tableView));
        m_tableView->setShowGrid(false);
        m_tableView->setWordWrap(false);
        m_tableView->setAccessibleName(m_chart->title());
        fitColumns(m_tableView);
        m_pages->addWidget(m_tableView);
    }
    m_pages->setCurrentIndex(shown ? 1 : 0);
    m_tableButton->setChecked(shown);
    m_tableButton->setIcon(lineIcon(shown ? QStringLiteral("chart") : QStringLiteral("table")));
    retranslate();
}

QImage ChartCard::render(const QSize& size, double scale, bool dark) const {
    QImage image(QSize(qRound(size.width() * scale), qRound(size.height() * scale)), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    paintPicture(painter, QSizeF(size), dark ? Theme::night() : Theme::light());
    return image;
}

QByteArray ChartCard::renderSvg(const QSize& size, bool dark) const {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(0, 0), size));
    generator.setTitle(m_chart->title());
    QPainter painter(&generator);
    paintPicture(painter, QSizeF(size), dark ? Theme::night() : Theme::light());
    painter.end();
    return buffer.data();
}

QByteArray ChartCard::renderPdf(const QSize& size) const {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(96);
    writer.setPageSize(QPageSize(QSizeF(size) * 72 / 96, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setTitle(m_chart->title());
    QPainter painter(&writer);
    paintPicture(painter, QSizeF(size), Theme::light());
    painter.end();
    return buffer.data();
}

QByteArray ChartCard::picture(const QString& suffix, const QSize& size, double scale, bool dark) const {
    if (suffix.compare(QLatin1String("svg"), Qt::CaseInsensitive) == 0) return renderSvg(size, dark);
    if (suffix.compare(QLatin1String("pdf"), Qt::CaseInsensitive) == 0) return renderPdf(size);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    render(size, scale, dark).save(&buffer, "PNG");
    return bytes;
}

void ChartCard::paintPicture(QPainter& painter, const QSizeF& size, const Theme& theme) const {
    m_chart->finish();
    painter.fillRect(QRectF({0, 0}, size), theme.panel);
    const QRectF head(12, 6, size.width() - 24, headHeight() - 8);
    painter.setPen(theme.text);
    painter.setFont(titleFont());
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, m_chart->title());
    painter.setPen(theme.muted);
    painter.setFont(textFont());
    painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, m_chart->unit());
    painter.translate(12, headHeight());
    m_chart->paintAll(painter, QSizeF(size.width() - 24, size.height() - headHeight() - 10), theme);
    painter.translate(-12, -headHeight());
}

void ChartCard::copyImage() {
    auto* content = new QMimeData;
    content->setImageData(render(m_chart->size() + QSize(24, headHeight() + 10), 2, Theme::of(palette()).dark));
    content->setText(tableText());
    QApplication::clipboard()->setMimeData(content);
}

void ChartCard::saveImage() {
    const QString name = askSaveFile(this, {tr("Save picture"),
                                            {tr("Pictures (*.png *.svg *.pdf)")},
                                            fileNameFor(m_chart->title()) + QStringLiteral(".png"),
                                            QStringLiteral("png")});
    if (name.isEmpty()) return;
    const QByteArray bytes =
        picture(QFileInfo(name).suffix(), m_chart->size() + QSize(24, headHeight() + 10), 2, Theme::of(palette()).dark);
    QSaveFile file(name);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        QMessageBox::warning(this, tr("Save picture"), tr("%1 can't be written: %2.").arg(name, file.errorString()));
}

QString ChartCard::tableText() const {
    m_chart->finish();
    const QAbstractTableModel* table = m_chart->table();
    QString text;
    const auto line = [&](auto&& cell) {
        for (int column = 0; column < table->columnCount(); ++column)
            text += (column ? QStringLiteral("\t") : QString()) + cell(column);
        text += QLatin1Char('\n');
    };
    line([&](int column) { return table->headerData(column, Qt::Horizontal).toString(); });
    for (int row = 0; row < table->rowCount(); ++row)
        line([&](int column) { return table->index(row, column).data().toString(); });
    return text;
}

void ChartCard::copyTable() {
    QApplication::clipboard()->setText(tableText());
}

void ChartCard::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    Card::changeEvent(event);
}

void ChartCard::contextMenuEvent(QContextMenuEvent* event) {
    m_menu->popup(event->globalPos());
}

void ChartCard::refreshHead() {
    setTitle(m_chart->title());
    setAccessibleName(m_chart->title());
    const QString unit = m_chart->unit();
    const bool choice = m_chart->actions().size() > 1;
    m_choices->clear();
    m_choices->addActions(m_chart->actions());
    m_unitButton->setVisible(choice && !unit.isEmpty());
    m_unitButton->setMenu(choice ? m_choices : nullptr);
    m_unitButton->setText(unit + QStringLiteral(" ▾"));
    m_unitButton->setAccessibleName(tr("How it is shown: %1").arg(unit));
    setNote(choice ? QString() : unit);
}

void ChartCard::retranslate() {
    m_tableButton->setToolTip(showsTable() ? tr("Show as picture") : tr("Show as table"));
    m_tableButton->setAccessibleName(m_tableButton->toolTip());
    m_menuButton->setToolTip(tr("Copy or save"));
    m_menuButton->setAccessibleName(m_menuButton->toolTip());
}

} // namespace nest::ui
