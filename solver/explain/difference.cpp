// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "explain/difference.h"

#include "base/translatable.h"
#include "schedule/schedule.h"

#include <algorithm>
#include <numeric>

namespace nest {

double StepParts::total() const {
    return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

double MemoryParts::total() const {
    return std::accumulate(bytes.begin(), bytes.end(), 0.0);
}

StepParts step_parts(const Problem& problem, const RankedPlan& plan) {
    const Evaluation& evaluation = plan.evaluation;
    StepParts parts;
    parts[StepPart::sync] = evaluation.sync_seconds;
    parts[StepPart::update] = evaluation.update_seconds;
    if (evaluation.stages.empty()) return parts;
    const auto m = static_cast<double>(evaluation.micro_batches);
    double blocks = 0;
    for (const StageEvaluation& stage : evaluation.stages)
        blocks += static_cast<double>(stage.copies);
    const double times = m / blocks;
    PipelineTotals totals;
    for (const StageEvaluation& stage : evaluation.stages) {
        const StageTime& t = stage.time;
        totals.add(t.fw, t.bw, t.weight_gradient, stage.copies);
        parts[StepPart::compute] += times * (t.forward + t.backward);
        parts[StepPart::recomputation] += times * t.recompute;
        parts[StepPart::tensor] += times * t.tp_comm;
        parts[StepPart::expert] += times * t.ep_comm;
        parts[StepPart::context] += times * t.cp_comm;
        parts[StepPart::transfers] += times * (t.p2p_in + t.p2p_out);
        parts[StepPart::zero] += times * t.zero_comm;
    }
    const bool gpipe = plan.plan.schedule == ScheduleKind::gpipe && problem.options.objective != Objective::paper;
    const double pace = gpipe ? totals.max_forward + totals.max_backward : totals.max_load;
    // Differences of nearly equal numbers: rounding must not leave a negative part, nor break the sum.
    const double bubble = std::max(0.0, evaluation.pipeline_seconds - times * totals.sum);
    parts[StepPart::imbalance] = std::clamp(m * pace - times * totals.sum, 0.0, bubble);
    parts[StepPart::fill] = bubble - parts[StepPart::imbalance];
    return parts;
}

MemoryParts memory_parts(const Evaluation& evaluation) {
    MemoryParts parts;
    if (evaluation.stages.empty()) return parts;
    const auto fullest = std::ranges::max_element(evaluation.stages, {},
                                                  [](const StageEvaluation& stage) { return stage.memory.total; });
    const StageMemory& m = fullest->memory;
    parts.stage = static_cast<int>(fullest - evaluation.stages.begin());
    parts.bytes = {m.weights, m.gradients, m.optimizer, m.activations, m.stash, m.working, m.logits, m.reserve};
    return parts;
}

Difference difference(const Problem& problem, const RankedPlan& from, const RankedPlan& to) {
    return {step_parts(problem, from), step_parts(problem, to), memory_parts(from.evaluation),
            memory_parts(to.evaluation)};
}

const char* name_of(StepPart part) {
    switch (part) {
    case StepPart::compute:
        return QT_TRANSLATE_NOOP("Difference", "computation");
    case StepPart::recomputation:
        return QT_TRANSLATE_NOOP("Difference", "recomputation");
    case StepPart::tensor:
        return QT_TRANSLATE_NOOP("Difference", "TP communication");
    case StepPart::expert:
        return QT_TRANSLATE_NOOP("Difference", "EP communication");
    case StepPart::context:
        return QT_TRANSLATE_NOOP("Difference", "CP communication");
    case StepPart::transfers:
        return QT_TRANSLATE_NOOP("Difference", "transfers between stages");
    case StepPart::zero:
        return QT_TRANSLATE_NOOP("Difference", "ZeRO communication");
    case StepPart::fill:
        return QT_TRANSLATE_NOOP("Difference", "pipeline fill and drain");
    case StepPart::imbalance:
        return QT_TRANSLATE_NOOP("Difference", "waiting for the slowest stage");
    case StepPart::sync:
        return QT_TRANSLATE_NOOP("Difference", "gradient synchronisation");
    case StepPart::update:
        return QT_TRANSLATE_NOOP("Difference", "optimizer update");
    }
    return "";
}

const char* name_of(MemoryPart part) {
    switch (part) {
    case MemoryPart::weights:
        return QT_TRANSLATE_NOOP("Difference", "weights");
    case MemoryPart::gradients:
        return QT_TRANSLATE_NOOP("Difference", "gradients");
    case MemoryPart::optimizer:
        return QT_TRANSLATE_NOOP("Difference", "optimizer state");
    case MemoryPart::activations:
        return QT_TRANSLATE_NOOP("Difference", "activations");
    case MemoryPart::stash:
        return QT_TRANSLATE_NOOP("Difference", "activations of other micro-batches in flight");
    case MemoryPart::working:
        return QT_TRANSLATE_NOOP("Difference", "working set");
    case MemoryPart::logits:
        return QT_TRANSLATE_NOOP("Difference", "logits");
    case MemoryPart::reserve:
        return QT_TRANSLATE_NOOP("Difference", "reserve");
    }
    return "";
}

} // namespace nest
