// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "jobs/adviser.h"

#include "io/files.h"
#include "jobs/solverunner.h"

#include <QMetaObject>

namespace nest::ui {

namespace {

/// Where there is no plan, the way to one is all there is to wait for.
constexpr double moreWithoutPlan = 300;
/// How much longer a second look may take than the first.
constexpr double moreForTheRest = 30;

} // namespace

bool Advice::isAbout(const PlanSnapshot& snapshot) const {
    if (problem != snapshot.problem || result != snapshot.result) return false;
    const RankedPlan* shown = snapshot.plan();
    return shown ? plan && plan->plan == shown->plan : !plan;
}

Adviser::Adviser(QObject* parent) : QObject(parent), m_worker([this](const std::stop_token& quit) { work(quit); }) {}

Adviser::~Adviser() {
    m_activeStop.request_stop();
    m_worker.request_stop();
    m_worker.join();
}

void Adviser::cancel() {
    m_activeStop.request_stop();
    m_active = 0;
    const std::lock_guard lock(m_mutex);
    m_waiting.reset();
}

void Adviser::ask(const PlanSnapshot& snapshot) {
    cancel();
    if (!snapshot.problem || !snapshot.result || snapshot.dimmed || snapshot.improving) return;
    const RankedPlan* shown = snapshot.plan();
    if (!shown && snapshot.result->status != SolveStatus::infeasible) return;
    Request request{++m_last,        shown ? m_timeLimit : m_timeLimit * moreWithoutPlan, snapshot.problem,
                    snapshot.result, shown ? std::optional(*shown) : std::nullopt,        std::stop_source{}};
    m_active = m_last;
    m_activeStop = request.stop;
    {
        const std::lock_guard lock(m_mutex);
        m_waiting = std::move(request);
    }
    m_wake.notify_one();
}

void Adviser::work(const std::stop_token& quit) {
    lowerThreadPriority();
    while (true) {
        std::optional<Request> request;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, quit, [this] { return m_waiting.has_value(); })) return;
            request.swap(m_waiting);
        }
        std::shared_ptr<const Advice> first = advice(*request);
        if (request->stop.stop_requested()) continue;
        const bool unfinished = first->unfinished;
        post(request->number, std::move(first));
        if (!unfinished) continue;
        request->timeLimit *= moreForTheRest;
        request->isSecond = true;
        std::shared_ptr<const Advice> second = advice(*request);
        if (!request->stop.stop_requested()) post(request->number, std::move(second));
    }
}

void Adviser::post(quint64 number, std::shared_ptr<const Advice> advice) {
    QMetaObject::invokeMethod(
        this, [this, number, advice = std::move(advice)]() mutable { deliver(number, std::move(advice)); },
        Qt::QueuedConnection);
}

void Adviser::deliver(quint64 number, std::shared_ptr<const Advice> advice) {
    if (number == m_active) {
        if (!advice->unfinished) m_active = 0;
        emit advised(advice);
    }
    dropLater(std::move(advice));
}

std::shared_ptr<const Advice> Adviser::advice(const Request& request) {
    auto advice = std::make_shared<Advice>();
    advice->problem = request.problem;
    advice->result = request.result;
    advice->plan = request.plan;
    SolveControl control;
    control.stop = request.stop.get_token();
    control.threads = SolveRunner::threads();
    control.time_limit_seconds = request.timeLimit;

    const SolveResult& result = *request.result;
    const bool proven = result.status == SolveStatus::optimal || result.status == SolveStatus::feasible;
    const RankedPlan* best = proven && result.gap_known() && !result.plans.empty() ? &result.plans.front() : nullptr;
    if (request.plan) advice->neighbours = neighbours(*request.problem, *request.plan, control);
    const bool known =
        m_before && m_before->problem == request.problem && m_before->result == request.result && !m_before->unfinished;
    const bool asked = best || result.status == SolveStatus::infeasible;
    if (known)
        advice->relaxations = m_before->relaxations;
    else if (asked)
        advice->relaxations = relaxations(*request.problem, best, control, io::on_nodes);
    else
        advice->relaxations.complete = false;
    if (request.plan)
        advice->verdict = verdict(*request.problem, *request.plan, best, &advice->neighbours, &advice->relaxations);
    if (known)
        advice->launch = m_before->launch;
    else if (proven && request.plan) { // whole or not at all, so that it is the same plan on a busy machine
        SolveControl whole = control;
        whole.time_limit_seconds = 0;
        advice->launch = way_to_launch(*request.problem, result, whole);
    }
    const bool complete = advice->neighbours.complete && (advice->relaxations.complete || !asked);
    advice->unfinished = !complete && request.plan && !request.isSecond;
    // What a stop cut short must not serve the next plan.
    if (!request.stop.stop_requested()) m_before = advice;
    return advice;
}

} // namespace nest::ui
