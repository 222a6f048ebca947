// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "explain/size.h"

#include <QDialog>
#include <QFutureWatcher>
#include <memory>
#include <stop_token>

class QLabel;
class QPushButton;

namespace nest::ui {

class QuantityField;
class SizeChart;

/// How many nodes does the model need, to run at all or to reach a step time? Solves sizes of the project's cluster on
/// a worker, draws the step time by devices, and puts the answer into the project. A preset grows to any number of
/// nodes; of another network its first nodes are tried.
class SizeDialog : public QDialog {
    Q_OBJECT

public:
    explicit SizeDialog(std::shared_ptr<const Problem> problem, QWidget* parent = nullptr);
    ~SizeDialog() override;

    /// The sizes of a problem's cluster: its preset's, else the first nodes of what there is.
    static SizeRequest sizesOf(const Problem& problem, double targetSeconds);

    bool isRunning() const { return m_watcher.isRunning(); }
    /// What was found last; null before.
    const std::shared_ptr<const Size>& size() const { return m_size; }
    QString answer() const;
    QuantityField* targetField() const { return m_target; }
    QPushButton* useButton() const { return m_use; }
    /// Starts anew with the target of the field.
    void start();

signals:
    /// The person takes the answer.
    void nodesWanted(qint64 nodes);

protected:
    void changeEvent(QEvent* event) override;

private:
    void take();
    void refresh();
    void retranslate();
    const std::optional<SizePoint>& found() const;

    std::shared_ptr<const Problem> m_problem;
    std::shared_ptr<const Size> m_size;
    double m_solvedTarget = 0; ///< of m_size
    QFutureWatcher<std::shared_ptr<const Size>> m_watcher;
    std::stop_source m_stop;
    bool m_again = false; ///< the target changed while sizes were solved
    QLabel *m_answer, *m_targetLabel, *m_note;
    QuantityField* m_target;
    SizeChart* m_chart;
    QPushButton *m_use, *m_stopButton, *m_close;
};

} // namespace nest::ui
