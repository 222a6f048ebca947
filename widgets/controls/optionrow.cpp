// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "controls/optionrow.h"

#include "controls/diagnostictext.h"
#include "controls/quantityfield.h"
#include "controls/shortname.h"
#include "theme/theme.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace nest::ui {
namespace {

using nlohmann::json;

int mostFieldWidth() {
    return scaled(110);
}

/// A label that ends in "…" where there is no room; in the accent colour when its property "changed" is true. Colours
/// are those of the theme when it is painted, so that nothing has to be told of a new theme.
class ElidedLabel : public QLabel {
public:
    using QLabel::QLabel;
    QSize minimumSizeHint() const override { return {40, QLabel::minimumSizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const Theme& theme = Theme::current();
        painter.setPen(property("changed").toBool() ? theme.accent : theme.text);
        painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(text(), Qt::ElideRight, width()));
    }
};

/// The word for what is left to the program, the same in fields and menus; people may type it in the window's language.
QString autoText() {
    return OptionRow::tr("Auto");
}

QString optionText(const char* source) {
    return QCoreApplication::translate("Options", source);
}

} // namespace

OptionRow::OptionRow(const OptionInfo& info, const std::string& key, const Level* level, QWidget* parent)
    : QWidget(parent), m_info(info), m_key(key) {
    m_label = optionText(info.label);
    if (level) {
        const bool bandwidth = info.unit == Unit::bytes_per_second;
        const QString name = shortName(level->name);
        m_label = bandwidth ? tr("%1 bandwidth").arg(name) : tr("%1 latency").arg(name);
        const double own = bandwidth ? level->bandwidth : level->latency;
        m_own = QString::fromStdString(format_editable(own, info.unit));
        constexpr qsizetype mostDigits = 12; // a quotient: it is only shown here, so three digits do
        if (m_own.size() > mostDigits) m_own = formatValue(own, info.unit);
    }
    setProperty("helpId", QStringLiteral("options#option-") + QString::fromStdString(info.key));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 2, 0, 3);
    layout->setSpacing(0);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(2);
    m_name = new ElidedLabel(this);
    m_reset = new QToolButton(this);
    m_reset->setProperty("role", QStringLiteral("quiet"));
    m_reset->setIcon(lineIcon(QStringLiteral("reset")));
    m_reset->setIconSize({scaled(14), scaled(14)});
    m_reset->setToolTip(tr("Back to the default"));
    m_reset->setAccessibleName(tr("Reset %1").arg(m_label));
    connect(m_reset, &QToolButton::clicked, this, [this] { submit(get_option(Options(), m_key)); });
    m_field = makeField();
    m_field->setAccessibleName(m_label);
    m_field->installEventFilter(this);
    m_field->setMinimumHeight(scaled(24));
    line->addWidget(m_name, 1);
    line->addWidget(m_reset);
    line->addWidget(m_field);
    layout->addLayout(line);
    m_fault = new QLabel(this);
    m_fault->setWordWrap(true);
    m_fault->setProperty("role", QStringLiteral("fault")); // coloured by the style sheet
    m_fault->setFont(axisFont());
    m_fault->hide();
    layout->addWidget(m_fault);
    m_name->setToolTip(helpText());
    nameLabel();
}

QString OptionRow::helpText() const {
    return QStringLiteral("<b>%1</b> <code>%2</code><br>%3")
        .arg(m_label.toHtmlEscaped(), key().toHtmlEscaped(), optionText(m_info.help).toHtmlEscaped());
}

QString OptionRow::choiceLabel(std::size_t index) const {
    return index < m_info.choice_labels.size() ? optionText(m_info.choice_labels[index])
                                               : QString::fromStdString(m_info.choices[index]);
}

QWidget* OptionRow::makeField() {
    switch (m_info.type) {
    case OptionType::boolean:
        return makeSwitch();
    case OptionType::choice:
    case OptionType::choice_list:
        return makeChoice();
    case OptionType::integer:
    case OptionType::number:
    case OptionType::integer_list:
    case OptionType::text:
    case OptionType::level_map:
        break;
    }
    return makeTextField();
}

QWidget* OptionRow::makeTextField() {
    auto* field = new CheckedField(this);
    field->setProperty("role", QStringLiteral("inline"));
    field->setAlignment(Qt::AlignRight);
    // As wide as its text, so that the label has the rest.
    const auto fit = [this, field] {
        const QString& shown = field->text().isEmpty() ? m_own : field->text();
        field->setFixedWidth(std::clamp(field->fontMetrics().horizontalAdvance(shown) + scaled(24), scaled(56),
                                        mostFieldWidth() + scaled(24)));
    };
    connect(field, &QLineEdit::textChanged, this, fit);
    field->setPlaceholderText(m_own);
    field->setHelp(helpText());
    field->setCheck([this](const QString& text) -> std::optional<QString> {
        if (isAuto(text)) return std::nullopt;
        Options trial = m_options;
        const std::optional<Diagnostic> fault = set_option_text(trial, m_key, text.toStdString());
        return fault ? std::optional(faultText(*fault)) : std::nullopt;
    });
    connect(field, &CheckedField::faultChanged, this, &OptionRow::showFault);
    connect(field, &CheckedField::textCommitted, this, &OptionRow::submitText);
    fit();
    return field;
}

QWidget* OptionRow::makeChoice() {
    const bool several = m_info.type == OptionType::choice_list;
    auto* button = new QToolButton(this);
    button->setProperty("role", QStringLiteral("inline"));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::StrongFocus);
    auto* menu = new QMenu(button);
    const auto add = [&](const QString& text, const std::string& name) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setData(QString::fromStdString(name));
        return action;
    };
    if (several && m_info.allows_auto) {
        connect(add(autoText(), "auto"), &QAction::triggered, this, [this] { submit("auto"); });
        menu->addSeparator();
    }
    for (std::size_t index = 0; index < m_info.choices.size(); ++index) {
        const std::string& name = m_info.choices[index];
        QAction* action = add(choiceLabel(index), name);
        if (several)
            connect(action, &QAction::triggered, this, &OptionRow::submitChecked);
        else
            connect(action, &QAction::triggered, this, [this, name] { submit(name); });
    }
    button->setMenu(menu);
    return button;
}

void OptionRow::submitChecked() {
    json chosen = json::array();
    for (const QAction* action : qobject_cast<QToolButton*>(m_field)->menu()->actions())
        if (action->isChecked() && action->data().toString() != QLatin1String("auto"))
            chosen.push_back(action->data().toString().toStdString());
    submit(chosen.empty() ? json("auto") : chosen);
}

QWidget* OptionRow::makeSwitch() {
    auto* box = new QCheckBox(this);
    box->setToolTip(helpText());
    connect(box, &QCheckBox::clicked, this, [this](bool on) { submit(on); });
    return box;
}

void OptionRow::setOptions(const Options& options) {
    m_options = options;
    m_changed = get_option(options, m_key) != get_option(Options(), m_key);
    m_reset->setVisible(m_changed);
    nameLabel();
    showValue();
}

void OptionRow::showValue() {
    const json value = get_option(m_options, m_key);
    const bool automatic = value == "auto";
    if (auto* field = qobject_cast<CheckedField*>(m_field)) {
        const bool member = m_info.type == OptionType::level_map;
        field->setCommitted(!automatic ? QString::fromStdString(option_text(m_options, m_key))
                            : member   ? QString()
                                       : autoText());
    } else if (auto* check = qobject_cast<QCheckBox*>(m_field)) {
        check->setChecked(value.get<bool>());
    } else if (auto* button = qobject_cast<QToolButton*>(m_field)) {
        QStringList names;
        for (QAction* action : button->menu()->actions()) {
            const std::string name = action->data().toString().toStdString();
            const bool chosen =
                value.is_array() ? std::find(value.begin(), value.end(), json(name)) != value.end() : value == name;
            action->setChecked(chosen);
            if (chosen && !action->isSeparator()) names << action->text();
        }
        const QString all = names.join(QStringLiteral(", "));
        button->setToolTip(helpText() + QStringLiteral("<br>") + all.toHtmlEscaped());
        button->setAccessibleDescription(all);
        fitChoice();
    }
}

/// What the name leaves for the names of choices: those are in the tip as well, the option's name is not.
int OptionRow::choiceWidth() const {
    const int name = m_name->fontMetrics().horizontalAdvance(m_name->text());
    const int reset = m_changed ? m_reset->sizeHint().width() : 0;
    return std::clamp(width() - name - reset - scaled(34), scaled(40), mostFieldWidth());
}

void OptionRow::fitChoice() {
    auto* button = qobject_cast<QToolButton*>(m_field);
    if (!button) return;
    const QString all = button->accessibleDescription();
    const QString shown = button->fontMetrics().elidedText(all, Qt::ElideRight, choiceWidth()) + QStringLiteral(" ▾");
    if (shown != button->text()) button->setText(shown);
}

void OptionRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitChoice();
}

QString OptionRow::shownValue() const {
    if (const auto* field = qobject_cast<CheckedField*>(m_field))
        return field->text().isEmpty() ? m_own : field->text();
    if (const auto* check = qobject_cast<QCheckBox*>(m_field)) return check->isChecked() ? tr("on") : tr("off");
    return m_field->accessibleDescription();
}

bool OptionRow::isAuto(const QString& text) const {
    const QString plain = text.trimmed();
    const bool word = plain.isEmpty() || plain.compare(QLatin1String("auto"), Qt::CaseInsensitive) == 0 ||
                      plain.compare(autoText(), Qt::CaseInsensitive) == 0;
    return word && (m_info.allows_auto || m_info.type == OptionType::level_map);
}

void OptionRow::submitText(const QString& text) {
    Options trial = m_options;
    if (isAuto(text)) return submit("auto");
    if (!set_option_text(trial, m_key, text.toStdString())) submit(get_option(trial, m_key));
}

void OptionRow::submit(const json& value) {
    Options trial = m_options;
    if (const std::optional<Diagnostic> fault = set_option(trial, m_key, value)) {
        showFault(faultText(*fault));
        return showValue();
    }
    showFault({});
    // The field goes back to what holds; it changes when the new options are set.
    emit edited(key(), get_option(trial, m_key));
    showValue();
}

void OptionRow::showFault(const QString& text) {
    m_fault->setText(text);
    m_fault->setVisible(!text.isEmpty());
}

bool OptionRow::hasFault() const {
    return !m_fault->isHidden();
}

bool OptionRow::isImportant() const {
    return m_info.important || m_key.starts_with("level_bandwidth.");
}

bool OptionRow::matches(const QString& words) const {
    const QString all = m_label + QLatin1Char(' ') + key() + QLatin1Char(' ') + optionText(m_info.help) +
                        QLatin1Char(' ') + optionText(m_info.group);
    const QStringList list = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::all_of(list.begin(), list.end(),
                       [&all](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

bool OptionRow::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) update();
    return QWidget::eventFilter(watched, event);
}

void OptionRow::nameLabel() {
    const QString name = (m_changed ? QStringLiteral("• ") : QString()) + m_label;
    m_name->setText(name);
    m_name->setAccessibleName(m_changed ? tr("%1, changed").arg(m_label) : m_label);
    m_name->setProperty("changed", m_changed);
    m_name->update();
}

void OptionRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = Theme::current();
    if (m_field->hasFocus()) { // a switch alone shows it hardly, and a jump from elsewhere should be seen to arrive
        painter.fillRect(rect(), theme.selection);
        painter.fillRect(0, 0, 2, height(), theme.accent);
    }
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(QPointF(0, height() - 0.5), QPointF(width(), height() - 0.5));
}

} // namespace nest::ui
