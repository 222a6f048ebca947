// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "explain/launchable.h"
#include "io/engine/launch.h"
#include "plan/planview.h"

#include <QDialog>
#include <QFutureWatcher>
#include <QTimer>
#include <optional>
#include <stop_token>

class QCheckBox;
class QComboBox;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace nest::ui {

/// The shown plan as a file for a training engine, a launcher or a viewer: choose the format, read what will be
/// written, save or copy it. A format whose engine can't run the plan says why in place of the text. For the engine of
/// a command that was pasted, its other arguments can be carried over.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    /// `command`: what was pasted, null where nothing was.
    explicit ExportDialog(const PlanSnapshot& snapshot, std::shared_ptr<const io::EngineLaunch> command = nullptr,
                          QWidget* parent = nullptr);
    ~ExportDialog() override;

    /// Chooses a format by its id ("megatron").
    void choose(const QString& format);
    QString format() const;
    /// The file's text; empty while it is being made, and when the format is refused.
    const QString& text() const { return m_text; }
    QString refusal() const;
    /// Which plan is exported: the search's best, then those that are kept. It begins with the shown one.
    QComboBox* planBox() const { return m_plan; }
    QPushButton* saveButton() const { return m_save; }
    /// Exports another plan that the engine runs; hidden where there is none.
    QPushButton* otherPlanButton() const { return m_other; }
    /// Keeps the other arguments of the command; hidden where there is none or the format takes none.
    QCheckBox* keepArgumentsBox() const { return m_keep; }
    /// Writes to a path; false when it could not.
    bool writeTo(const QString& path);

signals:
    void faultFound(const nest::Diagnostic& fault);
    void written(const QString& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Made {
        QString format, text, refusal;
        int plan = 0;                     ///< as planBox() has it
        std::optional<LaunchWay> instead; ///< another plan that the engine runs
        bool kept = false;                ///< with the command's arguments
    };
    bool keepsArguments() const;
    void start();
    void take();
    void save();
    void fillPlans();
    void choosePlan();
    void takeOther();
    void nameOther();
    void retranslate();

    PlanSnapshot m_snapshot;
    std::shared_ptr<const io::EngineLaunch> m_command;
    QString m_text;
    QFutureWatcher<Made> m_watcher;
    QListWidget* m_formats;
    QComboBox* m_plan;
    QLabel *m_origin, *m_heading, *m_refusal;
    QCheckBox* m_keep;
    QPlainTextEdit* m_preview;
    QPushButton *m_save, *m_copy, *m_close, *m_other;
    std::optional<LaunchWay> m_instead;
    QTimer m_patience;
    int m_keptBefore;        ///< the kept plans behind them are of this dialog alone
    std::stop_source m_stop; ///< of a search for a plan that the engine runs
};

} // namespace nest::ui
