// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "network/level_model.h"
#include "plan/options.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace nest::ui {

/// One line of the option panel: mark and label left, field and reset right, a fault below.
class OptionRow : public QWidget {
    Q_OBJECT
public:
    /// `level` for a member of a family: its own value stands in the empty field.
    OptionRow(const OptionInfo& info, const std::string& key, const Level* level, QWidget* parent);

    void setOptions(const Options& options);
    void showFault(const QString& text);
    bool isChanged() const { return m_changed; }
    bool hasFault() const;
    bool isImportant() const;
    bool matches(const QString& words) const;
    QString key() const { return QString::fromStdString(m_key); }
    QString group() const { return QLatin1String(m_info.group); }
    QWidget* field() const { return m_field; }
    QString label() const { return m_label; }
    /// The value as it stands in the field.
    QString shownValue() const;

signals:
    void edited(const QString& key, const nlohmann::json& value);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeField();
    QWidget* makeTextField();
    QWidget* makeChoice();
    QWidget* makeSwitch();
    void showValue();
    void fitChoice();
    int choiceWidth() const;
    void submit(const nlohmann::json& value);
    void submitText(const QString& text);
    void submitChecked();
    QString choiceLabel(std::size_t index) const;
    QString helpText() const;
    void nameLabel();
    /// Whether a text leaves the choice to the program: nothing, "auto", or its translation.
    bool isAuto(const QString& text) const;

    OptionInfo m_info;
    std::string m_key;
    QString m_label, m_own;
    Options m_options;
    bool m_changed = false;
    QLabel* m_name = nullptr;
    QLabel* m_fault = nullptr;
    QWidget* m_field = nullptr;
    QToolButton* m_reset = nullptr;
};

} // namespace nest::ui
