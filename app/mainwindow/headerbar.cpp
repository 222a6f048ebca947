// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/headerbar.h"

#include "mainwindow/actionregistry.h"
#include "theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QTabBar>
#include <QToolButton>
#include <algorithm>

namespace nest::ui {

HeaderBar::HeaderBar(const ActionRegistry& actions, QWidget* parent)
    : QWidget(parent), m_menu(new QToolButton(this)), m_title(new QLabel(this)), m_tabs(new QTabBar(this)),
      m_assumed(new QToolButton(this)), m_palette(new QToolButton(this)), m_solve(new QPushButton(this)) {
    setObjectName(QStringLiteral("headerBar"));
    m_menu->setIcon(actions.action("view.menu")->icon());
    m_menu->setMenu(actions.menu());
    m_menu->setPopupMode(QToolButton::InstantPopup);
    m_menu->setAutoRaise(true);
    m_menu->setObjectName(QStringLiteral("menuButton"));
    m_title->setFont(titleFont());
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setObjectName(QStringLiteral("workspaceTabs"));
    m_assumed->setAutoRaise(true);
    m_assumed->setProperty("helpId", QStringLiteral("assumed"));
    m_palette->setAutoRaise(true);
    m_palette->setObjectName(QStringLiteral("paletteButton"));
    m_palette->setText(actions.action("view.palette")
                           ->shortcut()
                           .toString(QKeySequence::NativeText)
                           .replace(QLatin1Char('+'), QLatin1Char(' ')));
    setProperty("helpId", QStringLiteral("window#header"));
    m_solve->setProperty("primary", true);
    m_solve->setObjectName(QStringLiteral("solveButton"));

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(metrics::grid, 0, metrics::gap, 0);
    layout->setSpacing(metrics::grid);
    layout->addWidget(m_menu);
    layout->addWidget(m_title);
    layout->addSpacing(metrics::grid);
    layout->addWidget(m_tabs, 0, Qt::AlignBottom);
    layout->addStretch();
    layout->addWidget(m_assumed);
    layout->addWidget(m_palette);
    layout->addWidget(m_solve);
    fitTabs();

    connect(m_tabs, &QTabBar::currentChanged, this, &HeaderBar::workspaceChanged);
    connect(m_tabs, &QTabBar::tabBarClicked, this, &HeaderBar::workspaceClicked);
    connect(m_assumed, &QToolButton::clicked, this, &HeaderBar::assumedClicked);
    connect(m_palette, &QToolButton::clicked, this, &HeaderBar::paletteClicked);
    connect(m_solve, &QPushButton::clicked, this, [this] {
        if (m_busy)
            emit stopClicked();
        else
            emit solveClicked();
    });
    retranslate();
}

/// As high as the bar, so that their texts are in line with the others and the mark of the current one lies on its
/// edge.
void HeaderBar::fitTabs() {
    constexpr int mark = 2; // px below the text, as in the style sheet
    const int bar = scaled(44), text = QFontMetrics(textFont()).height();
    const int above = (bar - text) / 2;
    setFixedHeight(bar);
    m_tabs->setStyleSheet(QStringLiteral("QTabBar::tab { padding: %1px 2px %2px 2px; }")
                              .arg(above)
                              .arg(std::max(0, bar - text - above - mark)));
}

void HeaderBar::setTitle(const QString& title, bool unsaved) {
    const QString shown = m_title->fontMetrics().elidedText(title, Qt::ElideMiddle, scaled(420));
    m_title->setText(unsaved ? shown + QStringLiteral(" •") : shown);
    m_title->setToolTip(shown == title ? QString() : title);
}

void HeaderBar::addWorkspace(const QString& name) {
    m_tabs->addTab(name);
}

void HeaderBar::setWorkspaceName(int index, const QString& name) {
    m_tabs->setTabText(index, name);
}

int HeaderBar::currentWorkspace() const {
    return m_tabs->currentIndex();
}

void HeaderBar::setCurrentWorkspace(int index) {
    m_tabs->setCurrentIndex(index);
    emit workspaceClicked(index);
}

QStringList HeaderBar::workspaceNames() const {
    QStringList names;
    for (int index = 0; index < m_tabs->count(); ++index)
        names << m_tabs->tabText(index);
    return names;
}

void HeaderBar::setAssumed(const std::vector<AssumedValue>& values) {
    m_assumedValues = values;
    retranslate();
}

void HeaderBar::setBusy(bool busy) {
    if (busy == m_busy) return;
    m_busy = busy;
    retranslate();
}

void HeaderBar::setSolveVisible(bool visible) {
    m_solve->setVisible(visible);
}

void HeaderBar::setPlanned(bool planned) {
    if (m_solve->property("primary").toBool() == !planned) return;
    m_solve->setProperty("primary", !planned);
    m_solve->style()->unpolish(m_solve); // the style sheet looks at the property only when polishing
    m_solve->style()->polish(m_solve);
}

void HeaderBar::openMenu() {
    m_menu->showMenu();
}

void HeaderBar::retranslate() {
    m_menu->setToolTip(tr("Menu"));
    m_menu->setAccessibleName(tr("Menu"));
    m_tabs->setAccessibleName(tr("Workspaces"));
    const int count = static_cast<int>(m_assumedValues.size());
    QStringList lines{tr("Values that no source states; click to list them")};
    for (const AssumedValue& value : m_assumedValues)
        lines << tr("%1 (assumed)").arg(assumedText(value));
    m_assumed->setVisible(count > 0);
    m_assumed->setText(tr("%n assumed value(s)", nullptr, count));
    m_assumed->setToolTip(lines.join(QLatin1Char('\n')));
    m_palette->setToolTip(tr("Find a command, option, preset or page"));
    m_palette->setAccessibleName(tr("Command palette"));
    m_solve->setText(m_busy ? tr("Stop") : tr("Solve"));
    m_solve->setToolTip(m_busy ? tr("End the search and keep the best plan so far")
                               : tr("Search for the best plan again"));
}

void HeaderBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    if (event->type() == QEvent::FontChange) fitTabs();
    QWidget::changeEvent(event);
}

void HeaderBar::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    painter.fillRect(0, height() - 1, width(), 1, theme.line);
}

} // namespace nest::ui
