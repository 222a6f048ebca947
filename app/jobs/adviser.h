// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "explain/launchable.h"
#include "explain/neighbours.h"
#include "explain/relaxations.h"
#include "explain/verdict.h"
#include "plan/planview.h"

#include <QObject>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace nest::ui {

/// What can be told about a plan beside its price. Immutable.
struct Advice {
    std::shared_ptr<const Problem> problem;
    std::shared_ptr<const SolveResult> result;
    std::optional<RankedPlan> plan;  ///< what it is about; nothing when no plan fits
    Verdict verdict;                 ///< of the plan
    Neighbours neighbours;           ///< of the plan
    Relaxations relaxations;         ///< of the problem; without a plan, what makes one possible
    std::optional<LaunchWay> launch; ///< of a best plan that no engine runs
    bool unfinished = false;         ///< time ran out; a second answer about the same plan follows

    /// Whether it is about the plan that a snapshot shows.
    bool isAbout(const PlanSnapshot& snapshot) const;
};

/// Prices neighbours and relaxations of the shown plan on one worker thread of low priority, after the plan is shown.
/// The latest request wins: asking again drops the one before. Relaxations are about the problem and kept while its
/// plans are looked at one after the other. Where the time was too short for everything, what there is comes first and
/// the whole answer follows, so that it doesn't depend on how busy the machine is. Destroying it stops and joins the
/// work, which answers a stop within 100 ms. The signal comes on the thread it lives in.
class Adviser : public QObject {
    Q_OBJECT

public:
    explicit Adviser(QObject* parent = nullptr);
    ~Adviser() override;

    /// Seconds for neighbours and for relaxations each; 0: none. Applies to the next request.
    void setTimeLimit(double seconds) { m_timeLimit = seconds; }

    /// Asks about the plan that the snapshot shows, or what would make one possible. Without a solved problem, and for
    /// stale plans, it only drops the request before.
    void ask(const PlanSnapshot& snapshot);
    void cancel();
    bool isRunning() const { return m_active != 0; }

signals:
    void advised(std::shared_ptr<const nest::ui::Advice> advice);

private:
    struct Request {
        quint64 number = 0;
        double timeLimit = 0;
        std::shared_ptr<const Problem> problem;
        std::shared_ptr<const SolveResult> result;
        std::optional<RankedPlan> plan;
        std::stop_source stop;
        bool isSecond = false; ///< with more time, after an answer that isn't whole
    };
    void work(const std::stop_token& quit);
    std::shared_ptr<const Advice> advice(const Request& request);
    void post(quint64 number, std::shared_ptr<const Advice> advice);
    void deliver(quint64 number, std::shared_ptr<const Advice> advice);

    double m_timeLimit = 2;
    quint64 m_last = 0;
    quint64 m_active = 0; ///< 0 = none
    std::stop_source m_activeStop;

    std::mutex m_mutex; ///< guards the request
    std::condition_variable_any m_wake;
    std::optional<Request> m_waiting;

    std::shared_ptr<const Advice> m_before; ///< worker only: whose relaxations may serve again
    std::jthread m_worker;                  ///< last: everything above outlives it
};

} // namespace nest::ui
