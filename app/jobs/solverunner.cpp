// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "jobs/solverunner.h"

#include "base/worker_pool.h"

#include <QMetaObject>
#include <QThreadPool>
#include <algorithm>

#ifdef Q_OS_LINUX
#include <sys/resource.h>
#endif

namespace nest::ui {
namespace {

constexpr auto progressInterval = std::chrono::milliseconds(40);

} // namespace

void lowerThreadPriority() {
#ifdef Q_OS_LINUX
    setpriority(PRIO_PROCESS, 0, 10); // on Linux this sets the calling thread alone
#endif
}

void dropLater(std::shared_ptr<const void> value) {
    if (!value) return;
    QThreadPool::globalInstance()->start([dropped = std::move(value)]() mutable { dropped.reset(); });
}

SolveRunner::SolveRunner(QObject* parent)
    : QObject(parent), m_worker([this](const std::stop_token& quit) { work(quit); }) {}

SolveRunner::~SolveRunner() {
    m_activeStop.request_stop();
    m_worker.request_stop();
    m_worker.join();
}

int SolveRunner::threads() {
    return std::max(1, hardware_threads() - 1);
}

quint64 SolveRunner::start(const ProjectState& state, bool lookUp) {
    replace(Request{++m_last, m_topK, lookUp, m_store, state, std::stop_source{}});
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
    }
    m_wake.notify_one();
    if (previous) emit superseded(previous);
}

void SolveRunner::stop() {
    m_activeStop.request_stop();
}

void SolveRunner::drop() {
    replace(std::nullopt);
}

void SolveRunner::work(const std::stop_token& quit) {
    lowerThreadPriority();
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
    if (request.store && request.lookUp && lookUp(request, key, *outcome)) return deliver(std::move(outcome));
    const auto result = std::make_shared<const SolveResult>(search(request, *problem));
    outcome->result = result;
    deliver(std::move(outcome));
    if (request.store) request.store->put(key, *result); // after the window has it: this writes a file
}

bool SolveRunner::lookUp(const Request& request, const std::string& key, SolveOutcome& outcome) {
    auto found = request.store->find(*outcome.inputs->problem, key, outcome.storeFault);
    if (!found) return false;
    const auto result = std::make_shared<const SolveResult>(std::move(found->result));
    if (found->sameSolver) {
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

SolveResult SolveRunner::search(const Request& request, const Problem& problem) {
    SolveControl control;
    control.stop = request.stop.get_token();
    control.threads = threads();
    control.top_k = request.topK;
    control.progress = [&](const SolveProgress& progress) { postProgress(request.number, progress); };
    control.incumbent = [this, number = request.number](const RankedPlan& plan) {
        QMetaObject::invokeMethod(
            this,
            [this, number, seconds = plan.evaluation.step_seconds] {
                if (number == m_active) emit incumbentFound(number, seconds);
            },
            Qt::QueuedConnection);
    };
    return solve(problem, control);
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
