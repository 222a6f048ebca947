// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/quantity.h"

#include <QLineEdit>
#include <functional>
#include <optional>

namespace nest::ui {

/// Lets the window's undo and redo keys pass a line edit or spin box that has nothing of its own to undo or redo, which
/// for a CheckedField is when its text is the committed one.
void shareUndo(QWidget* field);

/// A text field that checks what is typed: invalid text is marked, with the reason as tooltip. Enter or leaving the
/// field commits, Esc goes back to the last committed text.
class CheckedField : public QLineEdit {
    Q_OBJECT
public:
    /// Returns the reason why a text can't be used, or nothing.
    using Check = std::function<std::optional<QString>(const QString& text)>;

    explicit CheckedField(QWidget* parent = nullptr);
    void setCheck(Check check);
    /// Sets the committed text, without a signal. Keeps what is being typed until the field is left.
    void setCommitted(const QString& text);
    QString committed() const { return m_committed; }
    /// Reason why the current text is invalid; empty when valid.
    QString fault() const { return m_fault; }
    /// What Enter does; false when the text is invalid.
    bool commit();
    /// Tooltip while the text is valid.
    void setHelp(const QString& help);

signals:
    /// The person changed the text to another valid one and left the field.
    void textCommitted(const QString& text);
    void faultChanged(const QString& fault);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void check();
    void revert();

    Check m_check;
    QString m_committed, m_fault, m_help;
};

/// A field for a number with a unit: understands "400 Gb/s", "80 GiB", "5 us".
class QuantityField : public CheckedField {
    Q_OBJECT
public:
    explicit QuantityField(Unit unit = Unit::none, QWidget* parent = nullptr);

    void setUnit(Unit unit);
    /// Allowed values, in the SI base unit; default 0 to infinity.
    void setRange(double minimum, double maximum);
    /// SI base unit.
    void setValue(double value);
    double value() const { return m_value; }

signals:
    void valueEdited(double value);

private:
    Unit m_unit = Unit::none;
    double m_minimum = 0, m_maximum = 0;
    double m_value = 0;
};

} // namespace nest::ui
