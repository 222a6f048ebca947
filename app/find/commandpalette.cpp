// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "find/commandpalette.h"

#include "find/palettemodel.h"
#include "theme/theme.h"

#include <QApplication>
#include <QEvent>
#include <QGraphicsDropShadowEffect>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>

namespace nest::ui {
namespace {

constexpr int rowsShown = 12;

int widest() {
    return scaled(640);
}

} // namespace

CommandPalette::CommandPalette(QWidget* window)
    : QFrame(window), m_field(new QLineEdit(this)), m_list(new QListView(this)), m_nothing(new QLabel(this)),
      m_model(new PaletteModel(this)) {
    setObjectName(QStringLiteral("commandPalette"));
    setProperty("helpId", QStringLiteral("window#palette"));
    m_field->addAction(lineIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_field->installEventFilter(this);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_nothing->setObjectName(QStringLiteral("nothingFound"));
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_nothing->setContentsMargins(metrics::gap, 0, metrics::gap, 0);
    m_nothing->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::grid, metrics::grid, metrics::grid, metrics::grid);
    layout->setSpacing(metrics::grid);
    layout->addWidget(m_field);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_nothing, 1);
    auto* shadow = new QGraphicsDropShadowEffect(this);
    shadow->setBlurRadius(28);
    shadow->setOffset(0, 6);
    shadow->setColor(QColor(0, 0, 0, 90));
    setGraphicsEffect(shadow);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex& index) {
        m_list->setCurrentIndex(index);
        choose();
    });
    window->installEventFilter(this);
    retranslate();
    hide();
}

void CommandPalette::open(std::vector<PaletteEntry> entries) {
    if (!isVisible()) m_before = window()->focusWidget();
    int kinds = 0;
    const QFontMetrics small(axisFont());
    for (const PaletteEntry& entry : entries)
        kinds = std::max(kinds, small.horizontalAdvance(entry.kind));
    static_cast<PaletteDelegate*>(m_list->itemDelegate())->kindWidth = kinds;
    m_model->setEntries(std::move(entries));
    m_field->clear();
    filter();
    show();
    raise();
    m_field->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::dismiss() {
    if (isHidden()) return;
    hide();
    if (m_before && m_before->isVisible()) m_before->setFocus(Qt::PopupFocusReason);
}

std::vector<const PaletteEntry*> CommandPalette::shown() const {
    std::vector<const PaletteEntry*> entries;
    for (int row = 0; row < m_model->rowCount(); ++row)
        entries.push_back(&m_model->entry(row));
    return entries;
}

const PaletteEntry* CommandPalette::current() const {
    const QModelIndex index = m_list->currentIndex();
    return index.isValid() ? &m_model->entry(index.row()) : nullptr;
}

void CommandPalette::filter() {
    m_model->setTyped(m_field->text());
    m_list->setCurrentIndex(m_model->index(0, 0));
    m_list->scrollToTop();
    const bool nothing = m_model->rowCount() == 0;
    m_list->setVisible(!nothing);
    m_nothing->setVisible(nothing);
    place();
}

/// Centred below the header, as wide as it may be and as high as its rows.
void CommandPalette::place() {
    const QWidget* window = parentWidget();
    const int width = std::min(widest(), window->width() - 4 * metrics::gap);
    const int rows = std::clamp(m_model->rowCount(), 1, rowsShown);
    const int frame = m_field->sizeHint().height() + 3 * metrics::grid + 2;
    const int height = std::min(scaled(28) * rows + frame, window->height() - scaled(96));
    setGeometry((window->width() - width) / 2, scaled(56), width, height);
}

void CommandPalette::step(int rows) {
    const int count = m_model->rowCount();
    if (count == 0) return;
    const int row = std::clamp(m_list->currentIndex().row() + rows, 0, count - 1);
    m_list->setCurrentIndex(m_model->index(row, 0));
}

void CommandPalette::choose() {
    const PaletteEntry* entry = current();
    if (!entry || !entry->reason.isEmpty()) return; // the reason stands there
    const std::function<void()> run = entry->run;   // the entry may go away with what it does
    dismiss();
    if (run) run();
}

bool CommandPalette::takeKey(int key) {
    switch (key) {
    case Qt::Key_Escape:
        dismiss();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose();
        return true;
    case Qt::Key_Up:
        step(-1);
        return true;
    case Qt::Key_Down:
        step(1);
        return true;
    case Qt::Key_PageUp:
        step(-rowsShown);
        return true;
    case Qt::Key_PageDown:
        step(rowsShown);
        return true;
    default:
        return false;
    }
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_field) {
        if (event->type() == QEvent::ShortcutOverride) {
            // Its own keys come here and not to the window's actions.
            const int key = static_cast<QKeyEvent*>(event)->key();
            if (key == Qt::Key_Escape || key == Qt::Key_Return || key == Qt::Key_Enter) event->accept();
        } else if (event->type() == QEvent::KeyPress) {
            return takeKey(static_cast<QKeyEvent*>(event)->key());
        } else if (event->type() == QEvent::FocusOut) {
            const auto reason = static_cast<QFocusEvent*>(event)->reason();
            if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason) hide();
        }
    } else if (event->type() == QEvent::Resize && isVisible()) {
        place();
    }
    return QFrame::eventFilter(watched, event);
}

void CommandPalette::retranslate() {
    setAccessibleName(tr("Command palette"));
    m_field->setAccessibleName(tr("Type a command, option, preset or page"));
    m_field->setPlaceholderText(tr("Type a command, option, preset or page"));
    m_list->setAccessibleName(tr("What can be done"));
    m_nothing->setText(tr("Nothing found"));
}

void CommandPalette::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QFrame::changeEvent(event);
}

void CommandPalette::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::corner, metrics::corner);
}

} // namespace nest::ui
