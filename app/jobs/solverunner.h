// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "document/inputs.h"
#include "document/resultstore.h"
#include "plan/planview.h"
#include "search/solve.h"

#include <QObject>
#include <QString>
#include <QTimer>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace nest::ui {

/// Puts the calling thread below the window's priority; threads that it starts inherit it.
void lowerThreadPriority();
/// Deletes a big value on a worker, so that dropping the last reference never holds up the window.
void dropLater(std::shared_ptr<const void> value);

/// The end of one request.
struct SolveOutcome {
    quint64 request = 0;
    std::shared_ptr<const PreparedInputs> inputs; ///< problem is null when the inputs have a fault
    std::shared_ptr<const SolveResult> result;    ///< null when there was nothing to solve
    bool stored = false;                          ///< of an earlier search for the same inputs
    bool improving = false;                       ///< the best so far: the search goes on
    bool waiting = false;                         ///< nothing was searched, since that was not asked for yet
    std::shared_ptr<const SearchHistory> history; ///< null where nothing was searched
    std::optional<Diagnostic> storeFault;         ///< a stored result that couldn't be used, and why
};

/// Builds the inputs and searches, on one worker thread of low priority. The latest request wins: starting another one
/// stops the one before it. Each request ends with exactly one of finished() and superseded(). Destroying the runner
/// stops and joins the search, which answers a stop within 100 ms. Signals come on the thread the runner lives in.
/// The best plan is proven first, as the command line does it, and its alternatives after it. What takes long is shown
/// meanwhile: improved() brings the best plan so far, a few times a second at most, with no more than that one plan.
/// With a store, a result that is proven and of this solver ends the request without a search; another stored one comes
/// first, as provisional(), and the search follows.
class SolveRunner : public QObject {
    Q_OBJECT

public:
    explicit SolveRunner(QObject* parent = nullptr);
    ~SolveRunner() override;

    /// Plans it returns by itself, enough for a cloud with a front: proving sixty takes several times as long as one.
    static constexpr int usualPlans = 60;
    /// Plans to return (the best and its alternatives). Applies to the next start.
    void setTopK(int plans) { m_topK = plans; }
    /// Where results are looked up and kept. Applies to the next start.
    void setStore(std::shared_ptr<ResultStore> store) { m_store = std::move(store); }
    /// What searches, solve() unless told otherwise. Applies to the next start.
    using Search = std::function<SolveResult(const Problem&, const SolveControl&)>;
    void setSearch(Search search) { m_search = std::move(search); }
    /// All cores: the window's thread goes before the search by its priority.
    static int threads();

    /// What a request may take.
    enum class Effort {
        Search,  ///< a search in any case
        LookUp,  ///< a stored result will do
        Prepare, ///< a stored result or none: nothing is searched
    };
    /// Returns the request's number, which grows.
    quint64 start(const ProjectState& state, Effort effort = Effort::LookUp);
    /// Ends the running search early; it finishes with the best plan so far.
    void stop();
    /// Ends the running search without an answer: nobody asks any more.
    void drop();
    bool isRunning() const { return m_active != 0; }
    quint64 activeRequest() const { return m_active; }

signals:
    void started(quint64 request);
    void inputsReady(quint64 request, std::shared_ptr<const nest::ui::PreparedInputs> inputs);
    void progressChanged(quint64 request, const nest::SolveProgress& progress);
    void incumbentFound(quint64 request, double stepSeconds);
    void provisional(std::shared_ptr<const nest::ui::SolveOutcome> outcome);
    void improved(std::shared_ptr<const nest::ui::SolveOutcome> outcome);
    void finished(std::shared_ptr<const nest::ui::SolveOutcome> outcome);
    void superseded(quint64 request);

private:
    struct Request {
        quint64 number = 0;
        int topK = 1;
        Effort effort = Effort::LookUp;
        std::shared_ptr<ResultStore> store;
        Search search;
        ProjectState state;
        std::stop_source stop;
    };
    void work(const std::stop_token& quit);
    void replace(std::optional<Request> request);
    void run(const Request& request);
    /// True when a stored result settles the request.
    bool lookUp(const Request& request, const std::string& key, SolveOutcome& outcome);
    void search(const Request& request, SolveOutcome& outcome);
    SolveResult searchFor(int plans, const Request& request, const SolveOutcome& outcome, SearchHistory& history);
    void postBest(const SolveOutcome& outcome, const SearchHistory& history, const RankedPlan& plan);
    void showSoon(std::shared_ptr<const SolveOutcome> outcome);
    void showBestSoFar();
    void deliver(std::shared_ptr<SolveOutcome> outcome);
    void postProgress(quint64 request, const SolveProgress& progress);
    void deliverProgress();

    int m_topK = usualPlans;
    std::shared_ptr<ResultStore> m_store;
    Search m_search = solve;
    quint64 m_last = 0;
    quint64 m_active = 0; ///< 0 = none
    std::stop_source m_activeStop;

    QTimer m_bestTimer; ///< between two showings of the best so far

    std::mutex m_mutex; ///< guards what is below, down to the worker's own
    std::condition_variable_any m_wake;
    std::optional<Request> m_waiting;
    std::optional<std::pair<quint64, SolveProgress>> m_progress; ///< newest not yet delivered
    std::shared_ptr<const SolveOutcome> m_best;                  ///< newest best so far, not yet shown

    std::chrono::steady_clock::time_point m_lastPost; ///< worker only
    std::jthread m_worker;                            ///< last: everything above outlives it
};

} // namespace nest::ui
