// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "network/level_model.h"
#include "plan/options.h"

#include <QVector>
#include <QWidget>
#include <nlohmann/json.hpp>
#include <optional>

class QLabel;
class QLineEdit;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace nest::ui {

class OptionRow;

/// All options of a plan, built from the option table: grouped, searchable, the important ones first, each with
/// tooltip, mark and reset when changed. Edits are intents; the panel shows them when the new options are set.
class OptionPanel : public QWidget {
    Q_OBJECT
public:
    explicit OptionPanel(QWidget* parent = nullptr);

    void setOptions(const Options& options);
    const Options& options() const { return m_options; }
    /// Levels whose bandwidth and latency can be changed, as given by the network.
    void setLevels(const std::optional<LevelModel>& levels);
    /// Shows every option instead of the important and the changed ones.
    void setShowsAll(bool all);
    void setSearch(const QString& text);
    /// Scrolls to an option and puts the cursor in it.
    void editOption(const QString& key);
    /// Shows a fault at an option's field, e.g. one that the solver found.
    void showFault(const QString& key, const QString& text);

    /// For tests and other views: keys of the rows that are visible now, in order.
    QStringList visibleKeys() const;
    /// Field of an option (a CheckedField, QCheckBox, or QToolButton with a menu); null if unknown.
    QWidget* field(const QString& key) const;
    bool isMarkedChanged(const QString& key) const;

    /// Every option that can be set now, level by level where a family is, in the order of the table.
    QStringList keys() const;
    /// What stands at an option: its label and its value, as people read them.
    QString label(const QString& key) const;
    QString shownValue(const QString& key) const;

signals:
    /// The person set an option; the value is as set_option() takes it.
    void optionEdited(const QString& key, const nlohmann::json& value);

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void filter();
    void retranslate();
    OptionRow* row(const QString& key) const;

    Options m_options;
    std::optional<LevelModel> m_levels;
    QLineEdit* m_search = nullptr;
    QScrollArea* m_area = nullptr;
    QVBoxLayout* m_listLayout = nullptr;
    QToolButton* m_more = nullptr;
    QVector<OptionRow*> m_rows;
    QVector<QPair<QLabel*, QString>> m_headings; ///< label, group
    double m_scale = 1;                          ///< text scale that the rows were made for
    bool m_all = false;
};

} // namespace nest::ui
