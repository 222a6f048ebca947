// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "controls/optionpanel.h"

#include "controls/optionrow.h"
#include "controls/quantityfield.h"
#include "theme/theme.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace nest::ui {

OptionPanel::OptionPanel(QWidget* parent) : QWidget(parent) {
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 4, 8);
    layout->setSpacing(metrics::grid);
    m_search = new QLineEdit(this);
    m_search->setClearButtonEnabled(true);
    shareUndo(m_search);
    m_search->addAction(lineIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    auto* searchLine = new QHBoxLayout;
    searchLine->setContentsMargins(0, 0, 8, 0);
    searchLine->addWidget(m_search);
    layout->addLayout(searchLine);
    m_area = new QScrollArea(this);
    m_area->setWidgetResizable(true);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->viewport()->setAutoFillBackground(false);
    layout->addWidget(m_area, 1);
    m_more = new QToolButton(this);
    m_more->setProperty("role", QStringLiteral("link"));
    m_more->setToolButtonStyle(Qt::ToolButtonTextOnly);
    connect(m_more, &QToolButton::clicked, this, [this] { setShowsAll(!m_all); });
    connect(m_search, &QLineEdit::textChanged, this, &OptionPanel::filter);
    setFocusProxy(m_search);
    rebuild();
}

void OptionPanel::setOptions(const Options& options) {
    m_options = options;
    for (OptionRow* one : std::as_const(m_rows))
        one->setOptions(options);
    filter();
}

void OptionPanel::setLevels(const std::optional<LevelModel>& levels) {
    if (m_levels == levels) return;
    m_levels = levels;
    rebuild();
}

void OptionPanel::rebuild() {
    m_scale = textScale();
    m_rows.clear();
    m_headings.clear();
    m_more->setParent(this);
    const int scrolled = m_area->verticalScrollBar()->value();
    auto* list = new QWidget;
    list->setAutoFillBackground(false);
    m_listLayout = new QVBoxLayout(list);
    m_listLayout->setContentsMargins(0, 0, 8, 0);
    m_listLayout->setSpacing(0);
    QString group;
    const auto add = [&](const OptionInfo& info, const std::string& key, const Level* level) {
        if (group != QLatin1String(info.group)) {
            group = QLatin1String(info.group);
            auto* heading = new QLabel(QCoreApplication::translate("Options", info.group).toUpper(), list);
            QFont font = titleFont();
            font.setPixelSize(axisFont().pixelSize());
            font.setLetterSpacing(QFont::AbsoluteSpacing, 0.6);
            heading->setFont(font);
            heading->setForegroundRole(QPalette::PlaceholderText);
            heading->setContentsMargins(0, metrics::gap, 0, 4);
            m_listLayout->addWidget(heading);
            m_headings.append({heading, group});
        }
        auto* one = new OptionRow(info, key, level, list);
        one->setOptions(m_options);
        connect(one, &OptionRow::edited, this, &OptionPanel::optionEdited);
        m_listLayout->addWidget(one);
        m_rows.append(one);
    };
    for (const OptionInfo& info : option_table()) {
        if (info.type != OptionType::level_map) {
            add(info, info.key, nullptr);
            continue;
        }
        // A family has one row for each level of the network.
        if (!m_levels) continue;
        for (const Level& level : m_levels->levels)
            add(info, info.key + "." + level.name, &level);
    }
    m_listLayout->addWidget(m_more);
    m_listLayout->addStretch(1);
    m_area->setWidget(list); // deletes the old one
    m_area->verticalScrollBar()->setValue(scrolled);
    retranslate();
    filter();
}

void OptionPanel::setShowsAll(bool all) {
    m_all = all;
    filter();
}

void OptionPanel::setSearch(const QString& text) {
    m_search->setText(text);
}

void OptionPanel::filter() {
    const QString wanted = m_search->text().trimmed();
    int folded = 0;
    for (OptionRow* one : std::as_const(m_rows)) {
        const bool first = one->isImportant() || one->isChanged() || one->hasFault();
        if (!first) ++folded;
        one->setVisible(wanted.isEmpty() ? (m_all || first) : one->matches(wanted));
    }
    for (const auto& [heading, group] : std::as_const(m_headings)) {
        bool any = false;
        for (const OptionRow* one : std::as_const(m_rows))
            any = any || (!one->isHidden() && one->group() == group);
        heading->setVisible(any);
    }
    m_more->setVisible(wanted.isEmpty() && folded > 0);
    m_more->setText(m_all ? tr("Fewer options ▴") : tr("More options (%1) ▸").arg(folded));
    m_more->setAccessibleName(m_more->text());
}

void OptionPanel::retranslate() {
    m_search->setPlaceholderText(tr("Search options"));
    m_search->setAccessibleName(tr("Search options"));
    setAccessibleName(tr("Options"));
    filter(); // writes the fold's text
}

OptionRow* OptionPanel::row(const QString& key) const {
    for (OptionRow* one : m_rows)
        if (one->key() == key) return one;
    return nullptr;
}

void OptionPanel::editOption(const QString& key) {
    OptionRow* one = row(key);
    if (!one) return;
    m_search->clear();
    if (one->isHidden()) setShowsAll(true);
    m_listLayout->activate();
    m_area->ensureWidgetVisible(one);
    one->field()->setFocus(Qt::OtherFocusReason);
}

void OptionPanel::showFault(const QString& key, const QString& text) {
    if (OptionRow* one = row(key)) one->showFault(text);
    filter();
}

QStringList OptionPanel::visibleKeys() const {
    QStringList keys;
    for (const OptionRow* one : m_rows)
        if (!one->isHidden()) keys << one->key();
    return keys;
}

QWidget* OptionPanel::field(const QString& key) const {
    const OptionRow* one = row(key);
    return one ? one->field() : nullptr;
}

bool OptionPanel::isMarkedChanged(const QString& key) const {
    const OptionRow* one = row(key);
    return one && one->isChanged();
}

QStringList OptionPanel::keys() const {
    QStringList keys;
    for (const OptionRow* one : m_rows)
        keys << one->key();
    return keys;
}

QString OptionPanel::label(const QString& key) const {
    const OptionRow* one = row(key);
    return one ? one->label() : QString();
}

QString OptionPanel::shownValue(const QString& key) const {
    const OptionRow* one = row(key);
    return one ? one->shownValue() : QString();
}

void OptionPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) rebuild();
    // Not now: the style is on its way through the rows that would be deleted.
    if (event->type() == QEvent::FontChange && m_scale != textScale())
        QMetaObject::invokeMethod(this, &OptionPanel::rebuild, Qt::QueuedConnection);
    QWidget::changeEvent(event);
}

} // namespace nest::ui
