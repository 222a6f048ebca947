// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "jobs/solverunner.h"

#include "base/worker_pool.h"

#include <QMetaObject>
#include <QThreadPool>
#include <algorithm>
#include <new>

#ifdef Q_OS_LINUX
#include <sys/resource.h>
#endif

namespace nest::ui {
namespace {

constexpr auto progressInterval = std::chrono::milliseconds(40);
constexpr auto bestInterval = std::chrono::milliseconds(500); ///< a view takes a plan in less
constexpr auto provenDelay = std::chrono::milliseconds(80);   ///< most alternatives are found within
constexpr qsizetype mostMoments = 400;                        ///< of a history; then every other one goes

/// In steps of nice.
void lowerBy([[maybe_unused]] int steps) {
#ifdef Q_OS_LINUX
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + steps); // on Linux this sets the calling thread alone
#endif
}

/// In place of a plan.
void tellOfMemory(SolveOutcome& outcome) {
    auto inputs = std::make_shared<PreparedInputs>(*outcome.inputs);
    inputs->problem.reset();
    inputs->diagnostics.insert(
        inputs->diagnostics.begin(),
        fault(ErrorCode::unsupported, "memory",
              note_words(QT_TRANSLATE_NOOP("NoteWords", "a smaller model or fewer devices")),
              note_words(QT_TRANSLATE_NOOP("NoteWords", "a search that needs more memory than this computer has"))));
    outcome.inputs = std::move(inputs);
}

} // namespace

void lowerThreadPriority() {
    lowerBy(10);
}

void dropLater(std::shared_ptr<const void> value) {
    if (!value) return;
    QThreadPool::globalInstance()->start([dropped = std::move(value)]() mutable { dropped.reset(); });
}

SolveRunner::SolveRunner(QObject* parent)
    : QObject(parent), m_worker([this](const std::stop_token& quit) { work(quit); }) {
    m_bestTimer.setInterval(bestInterval);
    connect(&m_bestTimer, &QTimer::timeout, this, &SolveRunner::showBestSoFar);
}

SolveRunner::~SolveRunner() {
    m_activeStop.request_stop();
    m_worker.request_stop();
    m_worker.join();
}

int SolveRunner::threads() {
    return hardware_threads();
}

quint64 SolveRunner::start(const ProjectState& state, Effort effort) {
    replace(Request{++m_last, m_topK, effort, m_store, m_search, state, std::stop_source{}});
    emit started(m_last);
    return m_last;
}

/// The request before ends, in favour of another or of none.
void SolveRunner::replace(std::optional<Request> request) {
    const quint64 previous = std::exchange(m_active, request ? request->number : 0);
    m_activeStop.request_stop();
    if (request) m_activeStop = request->stop;
    {
        const std::lock_guard lock(m_mutex);
        m_waiting = std::move(request);
        m_progress.reset();
        dropLater(std::exchange(m_best, nullptr));
    }
    m_wake.notify_one();
    if (m_active)
        m_bestTimer.start();
    else
        m_bestTimer.stop();
    if (previous) emit superseded(previous);
}

void SolveRunner::stop() {
    m_activeStop.request_stop();
}

void SolveRunner::drop() {
    replace(std::nullopt);
}

void SolveRunner::work(const std::stop_token& quit) {
    lowerBy(1); // people wait for it: it gives way to the window, not to whatever else runs
    while (true) {
        std::optional<Request> request;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, quit, [this] { return m_waiting.has_value(); })) return;
            request.swap(m_waiting);
        }
        run(*request);
    }
}

void SolveRunner::run(const Request& request) {
    auto outcome = std::make_shared<SolveOutcome>();
    outcome->request = request.number;
    outcome->inputs = prepareInputs(request.state);
    QMetaObject::invokeMethod(
        this,
        [this, number = request.number, inputs = outcome->inputs] {
            if (number == m_active) emit inputsReady(number, inputs);
        },
        Qt::QueuedConnection);
    const std::shared_ptr<const Problem> problem = outcome->inputs->problem;
    if (!problem) return deliver(std::move(outcome));
    const std::string key = request.store ? ResultStore::key(*problem, request.topK) : std::string();
    if (request.store && request.effort != Effort::Search && lookUp(request, key, *outcome))
        return deliver(std::move(outcome));
    if (request.effort == Effort::Prepare) {
        outcome->waiting = true;
        return deliver(std::move(outcome));
    }
    try {
        search(request, *outcome);
    } catch (const std::bad_alloc&) {
        if (!outcome->result) { // else the best plan is there, without its alternatives
            tellOfMemory(*outcome);
            return deliver(std::move(outcome));
        }
    }
    const auto result = outcome->result;
    // A stop may have left a proven plan without its alternatives, which another search should look for.
    const bool whole = !request.stop.stop_requested() || result->status == SolveStatus::stopped || request.topK == 1;
    deliver(std::move(outcome));
    if (request.store && whole) request.store->put(key, *result); // after the window has it: this writes a file
}

bool SolveRunner::lookUp(const Request& request, const std::string& key, SolveOutcome& outcome) {
    auto found = request.store->find(*outcome.inputs->problem, key, outcome.storeFault);
    if (!found) return false;
    const auto result = std::make_shared<const SolveResult>(std::move(found->result));
    if (found->sameSolver || request.effort == Effort::Prepare) {
        outcome.result = result;
        outcome.stored = true;
        return true;
    }
    auto first = std::make_shared<SolveOutcome>(outcome);
    first->result = result;
    first->stored = true;
    QMetaObject::invokeMethod(
        this,
        [this, first = std::shared_ptr<const SolveOutcome>(std::move(first))] {
            if (first->request == m_active) emit provisional(first);
        },
        Qt::QueuedConnection);
    return false;
}

/// The best plan, proven, and then its alternatives, which take several times as long. A stop in between keeps the
/// proof.
void SolveRunner::search(const Request& request, SolveOutcome& outcome) {
    auto history = std::make_shared<SearchHistory>();
    auto first = std::make_shared<const SolveResult>(searchFor(1, request, outcome, *history));
    outcome.history = history;
    outcome.result = first;
    if (request.topK <= 1 || first->plans.empty() || request.stop.stop_requested()) return;
    auto proven = std::make_shared<SolveOutcome>(outcome);
    proven->improving = true;
    showSoon(std::move(proven));
    SearchHistory ofAlternatives;
    SolveResult all = searchFor(request.topK, request, outcome, ofAlternatives);
    if (request.stop.stop_requested() && all.status == SolveStatus::stopped) return;
    all.solve_seconds += first->solve_seconds;
    outcome.result = std::make_shared<const SolveResult>(std::move(all));
}

/// What is proven before the alternatives are looked for is in `outcome` by then, and half of the way.
SolveResult SolveRunner::searchFor(int plans, const Request& request, const SolveOutcome& outcome,
                                   SearchHistory& history) {
    SolveControl control;
    control.stop = request.stop.get_token();
    control.threads = threads();
    control.top_k = plans;
    const auto start = std::chrono::steady_clock::now();
    SearchMoment now;
    const auto note = [&] {
        now.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        if (history.size() >= mostMoments)
            for (qsizetype i = 1; i < history.size(); ++i)
                history.remove(i);
        history.append(now);
    };
    control.progress = [&](const SolveProgress& progress) { // one at a time with what is below
        now.bound = std::max(now.bound, progress.lower_bound_seconds);
        now.open = std::min(now.open, 1 - progress.fraction);
        note();
        SolveProgress whole = progress;
        if (request.topK > 1) whole.fraction = (progress.fraction + (outcome.result ? 1 : 0)) / 2;
        if (outcome.result) whole.lower_bound_seconds = progress.best_seconds;
        postProgress(request.number, whole);
    };
    control.incumbent = [&](const RankedPlan& plan) {
        now.best = plan.evaluation.step_seconds;
        note();
        if (!outcome.result) postBest(outcome, history, plan);
    };
    SolveResult result = request.search(*outcome.inputs->problem, control);
    now.best = result.plans.empty() ? 0 : result.plans.front().evaluation.step_seconds;
    now.bound = result.status == SolveStatus::optimal ? now.best : result.lower_bound_seconds;
    if (result.status != SolveStatus::stopped) now.open = 0;
    note();
    return result;
}

void SolveRunner::postBest(const SolveOutcome& outcome, const SearchHistory& history, const RankedPlan& plan) {
    SolveResult result;
    result.plans = {plan};
    result.lower_bound_seconds = history.back().bound;
    result.gap = history.back().gap();
    result.solve_seconds = history.back().seconds;
    auto best = std::make_shared<SolveOutcome>(outcome);
    best->improving = true;
    best->history = std::make_shared<const SearchHistory>(history);
    best->result = std::make_shared<const SolveResult>(std::move(result));
    const std::lock_guard lock(m_mutex);
    m_best = std::move(best);
}

/// By the timer: what the search has found since.
void SolveRunner::showBestSoFar() {
    std::shared_ptr<const SolveOutcome> best;
    {
        const std::lock_guard lock(m_mutex);
        best.swap(m_best);
    }
    if (best && best->request == m_active) emit improved(best);
    dropLater(std::move(best));
}

/// Unless the whole answer comes in a moment.
void SolveRunner::showSoon(std::shared_ptr<const SolveOutcome> outcome) {
    {
        const std::lock_guard lock(m_mutex);
        m_best.reset(); // this one is better
    }
    QMetaObject::invokeMethod(
        this,
        [this, outcome = std::move(outcome)]() mutable {
            QTimer::singleShot(provenDelay, this, [this, outcome = std::move(outcome)]() mutable {
                if (outcome->request == m_active) emit improved(outcome);
                dropLater(std::move(outcome));
            });
        },
        Qt::QueuedConnection);
}

void SolveRunner::deliver(std::shared_ptr<SolveOutcome> outcome) {
    QMetaObject::invokeMethod(
        this,
        [this, ended = std::shared_ptr<const SolveOutcome>(std::move(outcome))]() mutable {
            if (ended->request != m_active) { // superseded() was its end
                dropLater(std::move(ended));
                return;
            }
            m_active = 0;
            m_bestTimer.stop();
            emit finished(ended);
            dropLater(std::move(ended));
        },
        Qt::QueuedConnection);
}

void SolveRunner::postProgress(quint64 request, const SolveProgress& progress) {
    const auto now = std::chrono::steady_clock::now();
    const std::lock_guard lock(m_mutex);
    const bool posted = m_progress.has_value();
    if (!posted && now - m_lastPost < progressInterval) return;
    m_progress = {request, progress};
    if (posted) return; // the event under way takes the newer one along
    m_lastPost = now;
    QMetaObject::invokeMethod(this, &SolveRunner::deliverProgress, Qt::QueuedConnection);
}

void SolveRunner::deliverProgress() {
    std::optional<std::pair<quint64, SolveProgress>> progress;
    {
        const std::lock_guard lock(m_mutex);
        progress.swap(m_progress);
    }
    if (progress && progress->first == m_active) emit progressChanged(progress->first, progress->second);
}

} // namespace nest::ui
