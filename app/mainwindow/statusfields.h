// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "search/solve.h"

#include <QElapsedTimer>
#include <QStatusBar>
#include <QTimer>

class QLabel;
class QProgressBar;
class QToolButton;

namespace nest::ui {

struct SolveOutcome;
struct PreparedInputs;
class Language;

/// Phase, progress, best so far, gap and elapsed time of the search; devices and levels; problems; language.
class StatusFields : public QStatusBar {
    Q_OBJECT

public:
    explicit StatusFields(Language& language, QWidget* parent = nullptr);

    void searchStarted();
    void searchProgress(const SolveProgress& progress);
    void incumbent(double stepSeconds);
    /// The best plan is known and shown, and the search goes on for those behind it.
    void bestProven();
    void searchEnded(const SolveOutcome& outcome);
    void setInputs(const PreparedInputs& inputs);
    /// Something about the project that stays true for a while; empty: nothing.
    void setNotice(const QString& text);
    /// Text of the search's field, for tests.
    QString searchText() const;

signals:
    void problemsClicked();
    void languageChosen(const QString& code);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void showRunning();

    Language& m_language;
    QProgressBar* m_progress;
    QLabel* m_search;
    QLabel* m_notice;
    QLabel* m_network;
    QToolButton* m_problems;
    QToolButton* m_languages;

    QElapsedTimer m_elapsed;
    QTimer m_tick; ///< keeps the elapsed time going between reports
    SolveProgress m_last;
    bool m_running = false, m_proven = false;
    struct Ended {
        bool known = false, hasResult = false, stored = false, searched = true, waiting = false;
        SolveStatus status{};
        double seconds = 0;
        qint64 candidates = 0, exact = 0;
    } m_ended;
    qint64 m_devices = 0;
    int m_levels = 0, m_faults = 0, m_warnings = 0;
};

} // namespace nest::ui
