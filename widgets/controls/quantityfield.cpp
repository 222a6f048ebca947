// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "controls/quantityfield.h"

#include "controls/diagnostictext.h"
#include "theme/theme.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QStyle>
#include <cmath>
#include <limits>

namespace nest::ui {

namespace {

/// Line edits claim undo and redo even with nothing of their own to undo; the window's actions then never see the keys.
class UndoSharer : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::ShortcutOverride) return false;
        auto* edit = qobject_cast<QLineEdit*>(watched);
        if (!edit) edit = watched->findChild<QLineEdit*>(); // a spin box answers for its editor
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (!edit || !hasNothingFor(key, *edit)) return false;
        event->ignore();
        return true;
    }

private:
    static bool hasNothingFor(const QKeyEvent& key, const QLineEdit& edit) {
        const auto* field = qobject_cast<const CheckedField*>(&edit);
        if (key.matches(QKeySequence::Undo))
            return !edit.isUndoAvailable() || (field && field->text() == field->committed());
        return key.matches(QKeySequence::Redo) && !edit.isRedoAvailable();
    }
};

} // namespace

void shareUndo(QWidget* field) {
    field->installEventFilter(new UndoSharer(field));
}

CheckedField::CheckedField(QWidget* parent) : QLineEdit(parent) {
    connect(this, &QLineEdit::textChanged, this, &CheckedField::check);
    shareUndo(this);
}

void CheckedField::setCheck(Check check) {
    m_check = std::move(check);
    this->check();
}

void CheckedField::setCommitted(const QString& text) {
    const bool same = text == m_committed;
    m_committed = text;
    // What is being typed stays, and so does what was left although it can't be used, unless the value is another now.
    if (isModified() && (hasFocus() || (same && !m_fault.isEmpty()))) return;
    setText(text);
    setCursorPosition(0);
}

void CheckedField::setHelp(const QString& help) {
    m_help = help;
    check();
}

void CheckedField::check() {
    const std::optional<QString> reason = m_check ? m_check(text()) : std::nullopt;
    const QString fault = reason.value_or(QString());
    setToolTip(fault.isEmpty() ? m_help : fault);
    if (fault == m_fault) return;
    m_fault = fault;
    setProperty("invalid", !fault.isEmpty());
    setAccessibleDescription(fault);
    style()->unpolish(this); // the style sheet looks at the property only when polishing
    style()->polish(this);
    emit faultChanged(fault);
}

bool CheckedField::commit() {
    if (!m_fault.isEmpty()) return false;
    setModified(false);
    if (text() == m_committed) return true;
    m_committed = text();
    emit textCommitted(m_committed);
    return true;
}

void CheckedField::revert() {
    setText(m_committed);
    setModified(false);
    selectAll();
}

void CheckedField::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (commit()) selectAll();
    } else if (event->key() == Qt::Key_Escape && isModified()) {
        revert();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void CheckedField::focusOutEvent(QFocusEvent* event) {
    // A menu or another window in front is no leaving.
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) commit();
    QLineEdit::focusOutEvent(event);
}

QuantityField::QuantityField(Unit unit, QWidget* parent)
    : CheckedField(parent), m_unit(unit), m_maximum(std::numeric_limits<double>::infinity()) {
    setCheck([this](const QString& text) -> std::optional<QString> {
        const Result<double> value = parse_quantity(text.toStdString(), m_unit);
        if (!value) return faultText(value.fault());
        if (*value < m_minimum || *value > m_maximum)
            return tr("Allowed: %1 to %2.")
                .arg(QString::fromStdString(format_editable(m_minimum, m_unit)),
                     std::isinf(m_maximum) ? QStringLiteral("∞")
                                           : QString::fromStdString(format_editable(m_maximum, m_unit)));
        return std::nullopt;
    });
    connect(this, &CheckedField::textCommitted, this, [this](const QString& text) {
        const Result<double> value = parse_quantity(text.toStdString(), m_unit);
        if (!value || *value == m_value) return;
        m_value = *value;
        emit valueEdited(m_value);
    });
    setValue(0);
}

void QuantityField::setUnit(Unit unit) {
    m_unit = unit;
    setValue(m_value);
}

void QuantityField::setRange(double minimum, double maximum) {
    m_minimum = minimum;
    m_maximum = maximum;
    setValue(m_value);
}

void QuantityField::setValue(double value) {
    m_value = value;
    setCommitted(QString::fromStdString(format_editable(value, m_unit)));
}

} // namespace nest::ui
