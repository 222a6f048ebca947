// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "jobs/layoutprobe.h"

#include "jobs/solverunner.h"
#include "plan/layout_line.h"

#include <QFutureWatcher>
#include <QtConcurrent>
#include <utility>

namespace nest::ui {
namespace {

using Answer = std::shared_ptr<const LayoutAnswer>;

Answer answerTo(const std::shared_ptr<const Problem>& problem, const QString& text, const std::stop_token& stop) {
    auto answer = std::make_shared<LayoutAnswer>();
    answer->question = text;
    answer->problem = problem;
    Result<LayoutLine> line = read_layout(text.toStdString(), problem->options);
    if (!line) {
        answer->faults = line.diagnostics();
        return answer;
    }
    SolveControl control;
    control.stop = stop;
    control.threads = SolveRunner::threads();
    answer->layout = price_layout(*problem, line->options, control);
    if (!answer->layout.fits()) answer->nearest = nearest_feasible(*problem, line->options, control).list;
    return answer;
}

} // namespace

LayoutProbe::LayoutProbe(QObject* parent) : QObject(parent) {}

LayoutProbe::~LayoutProbe() {
    m_stop.request_stop();
}

void LayoutProbe::ask(std::shared_ptr<const Problem> problem, const QString& text) {
    m_stop.request_stop();
    m_waiting = Question{std::move(problem), text};
    if (!m_running) startNext();
}

void LayoutProbe::startNext() {
    const Question question = std::move(*std::exchange(m_waiting, std::nullopt));
    m_stop = std::stop_source();
    m_running = true;
    auto* watcher = new QFutureWatcher<Answer>(this);
    connect(watcher, &QFutureWatcher<Answer>::finished, this, [this, watcher] {
        watcher->deleteLater();
        m_running = false;
        if (m_waiting)
            startNext();
        else
            emit answered(watcher->result());
    });
    watcher->setFuture(QtConcurrent::run(
        [question, stop = m_stop.get_token()] { return answerTo(question.problem, question.text, stop); }));
}

} // namespace nest::ui
