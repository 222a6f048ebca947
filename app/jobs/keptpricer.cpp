// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "jobs/keptpricer.h"

#include "controls/shortname.h"

#include <QCoreApplication>
#include <QFuture>
#include <QFutureWatcher>
#include <QtConcurrent>
#include <utility>

namespace nest::ui {
namespace {

KeptPlan priceOne(const Problem& problem, KeptPlan::Kind kind, const QString& name, const QString& note,
                  const Plan& plan) {
    KeptPlan kept{kind, name, note, nullptr, {}, false};
    Result<Evaluation> evaluation = evaluate(problem, plan);
    if (evaluation)
        kept.priced = std::make_shared<const RankedPlan>(RankedPlan{plan, std::move(*evaluation)});
    else
        kept.faults = evaluation.diagnostics();
    return kept;
}

} // namespace

QVector<KeptPlan> priceKept(const Problem& problem, const std::vector<PinnedPlan>& pinned,
                            const std::optional<Plan>& edited) {
    QVector<KeptPlan> kept;
    for (const PinnedPlan& plan : pinned) {
        kept << priceOne(problem, KeptPlan::Kind::pinned, shortName(plan.name), QString::fromStdString(plan.note),
                         plan.plan);
        kept.back().pasted = plan.pasted;
    }
    if (edited) kept << priceOne(problem, KeptPlan::Kind::edited, QStringLiteral("edited by hand"), {}, *edited);
    return kept;
}

KeptPricer::KeptPricer(QObject* parent) : QObject(parent) {}

KeptPricer::~KeptPricer() = default;

void KeptPricer::ask(std::shared_ptr<const Problem> problem, std::vector<PinnedPlan> pinned,
                     std::optional<Plan> edited) {
    m_waiting = Question{std::move(problem), std::move(pinned), std::move(edited)};
    if (!m_running) startNext();
}

void KeptPricer::startNext() {
    Question question = std::move(*std::exchange(m_waiting, std::nullopt));
    if (!question.problem || (question.pinned.empty() && !question.edited)) {
        emit priced({});
        return;
    }
    m_running = true;
    auto* watcher = new QFutureWatcher<QVector<KeptPlan>>(this);
    connect(watcher, &QFutureWatcher<QVector<KeptPlan>>::finished, this, [this, watcher] {
        watcher->deleteLater();
        m_running = false;
        if (m_waiting)
            startNext();
        else
            emit priced(watcher->result());
    });
    watcher->setFuture(QtConcurrent::run(
        [question = std::move(question)] { return priceKept(*question.problem, question.pinned, question.edited); }));
}

} // namespace nest::ui
