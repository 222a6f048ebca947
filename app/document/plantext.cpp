// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/plantext.h"

#include "base/quantity.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <limits>
#include <vector>

namespace nest::ui {
namespace {

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

QString percent(double share) {
    return text(format_quantity(share, Unit::ratio, 2));
}

/// One way the step's time is spent beside arithmetic, and what would help.
struct Spending {
    double seconds = 0;
    QString what, help;
};

QString say(const char* verdict) {
    return QCoreApplication::translate("Verdict", verdict);
}

/// Seconds of one step that the average stage spends on a part of every micro-batch.
double perStep(const Evaluation& evaluation, double StageTime::*part) {
    double sum = 0;
    for (const StageEvaluation& stage : evaluation.stages)
        sum += stage.time.*part;
    return sum / static_cast<double>(evaluation.stages.size()) * static_cast<double>(evaluation.micro_batches);
}

/// Highest level that a cut between stages crosses.
int worstCut(const Evaluation& evaluation) {
    int worst = 0;
    for (const StageEvaluation& stage : evaluation.stages)
        worst = std::max({worst, stage.level_in, stage.level_out});
    return worst;
}

/// The bubble's two causes. With loads L of the stages and m micro-batches the pipeline takes
/// sum(L) + (m - 1) max(L), so that the average stage waits sum(L) - max(L) for the pipeline to fill and drain, and
/// m (max(L) - average(L)) because the slowest stage sets the pace. Other schedules shorten the filling alone.
std::vector<Spending> bubble(const Evaluation& evaluation) {
    const auto load = [](const StageEvaluation& stage) { return stage.time.load; };
    const auto& stages = evaluation.stages;
    const auto slowest = std::ranges::max_element(stages, {}, load);
    const auto quickest = std::ranges::min_element(stages, {}, load);
    double sum = 0;
    for (const StageEvaluation& stage : stages)
        sum += load(stage);
    const double waiting = evaluation.pipeline_seconds * evaluation.bubble_fraction;
    const double uneven = std::min(waiting, static_cast<double>(evaluation.micro_batches) *
                                                (load(*slowest) - sum / static_cast<double>(stages.size())));
    // A quicker stage that is nearly full could not take a layer over.
    const StageMemory& memory = quickest->memory;
    const bool full = memory.capacity > 0 && memory.total > 0.9 * memory.capacity;
    const QString help =
        full ? say(QT_TRANSLATE_NOOP("Verdict", "more memory per device would let stage %1 take layers over"))
                   .arg(quickest - stages.begin())
             : say(QT_TRANSLATE_NOOP("Verdict", "another number of stages may divide the layers more evenly, as a "
                                                "layer can't be split between stages"));
    return {{waiting - uneven, say(QT_TRANSLATE_NOOP("Verdict", "filling and draining the pipeline")),
             say(QT_TRANSLATE_NOOP("Verdict", "more micro-batches or fewer stages would shrink it"))},
            {uneven,
             say(QT_TRANSLATE_NOOP("Verdict", "waiting for stage %1, the slowest")).arg(slowest - stages.begin()),
             help}};
}

std::vector<Spending> overheads(const Evaluation& evaluation) {
    std::vector<Spending> list{
        {perStep(evaluation, &StageTime::recompute), say(QT_TRANSLATE_NOOP("Verdict", "recomputation")),
         say(QT_TRANSLATE_NOOP("Verdict", "more memory per device would avoid it"))},
        {perStep(evaluation, &StageTime::tp_comm), say(QT_TRANSLATE_NOOP("Verdict", "tensor-parallel communication")),
         say(QT_TRANSLATE_NOOP("Verdict",
                               "a smaller tensor-parallel degree or faster links inside the node would shrink it"))},
        {perStep(evaluation, &StageTime::ep_comm), say(QT_TRANSLATE_NOOP("Verdict", "expert-parallel communication")),
         say(QT_TRANSLATE_NOOP("Verdict", "faster links between the expert ranks would shrink it"))},
        {perStep(evaluation, &StageTime::cp_comm), say(QT_TRANSLATE_NOOP("Verdict", "context-parallel communication")),
         say(QT_TRANSLATE_NOOP("Verdict", "faster links between the context ranks would shrink it"))},
        {perStep(evaluation, &StageTime::zero_comm), say(QT_TRANSLATE_NOOP("Verdict", "ZeRO communication")),
         say(QT_TRANSLATE_NOOP("Verdict", "a lower ZeRO stage or overlap would shrink it"))},
        {perStep(evaluation, &StageTime::p2p_in) + perStep(evaluation, &StageTime::p2p_out),
         say(QT_TRANSLATE_NOOP("Verdict", "transfers between stages")),
         say(QT_TRANSLATE_NOOP("Verdict", "more bandwidth at level %1 would shrink it"))},
        {evaluation.sync_seconds, say(QT_TRANSLATE_NOOP("Verdict", "gradient synchronisation")),
         say(QT_TRANSLATE_NOOP("Verdict", "a larger global batch or overlap would hide it"))},
        {evaluation.update_seconds, say(QT_TRANSLATE_NOOP("Verdict", "the optimizer update")),
         say(QT_TRANSLATE_NOOP("Verdict", "a distributed optimizer (ZeRO 1) would shrink it"))},
    };
    for (Spending& part : bubble(evaluation))
        list.push_back(std::move(part));
    std::sort(list.begin(), list.end(), [](const Spending& a, const Spending& b) { return a.seconds > b.seconds; });
    return list;
}

} // namespace

QString verdictText(const Problem& problem, const RankedPlan& ranked) {
    const Evaluation& evaluation = ranked.evaluation;
    if (evaluation.stages.empty() || evaluation.step_seconds <= 0) return {};
    const double arithmetic = perStep(evaluation, &StageTime::forward) + perStep(evaluation, &StageTime::backward);
    const Spending most = overheads(evaluation).front();
    const QString share = percent(most.seconds / evaluation.step_seconds);

    QString sentence;
    if (most.seconds > arithmetic) {
        sentence = QCoreApplication::translate("Verdict", "Limited by %1: %2 of the step.").arg(most.what, share);
    } else {
        sentence =
            QCoreApplication::translate(
                "Verdict", "Limited by arithmetic: devices compute for %1 of the step. The largest overhead is %2, %3.")
                .arg(percent(arithmetic / evaluation.step_seconds), most.what, share);
    }
    if (most.seconds > 0.02 * evaluation.step_seconds) {
        QString help = most.help;
        if (const int cut = worstCut(evaluation); help.contains(QStringLiteral("%1")) && cut > 0)
            help = help.arg(text(problem.levels.level_name(cut)));
        sentence += QLatin1Char(' ') + QCoreApplication::translate("Verdict", "To gain most: %1.").arg(help);
    }
    return sentence;
}

QString enginesText(const std::vector<EngineSupport>& engines) {
    QStringList names;
    for (const EngineSupport& engine : engines)
        if (engine.runs) names << engineName(engine.engine);
    return names.isEmpty() ? QCoreApplication::translate("Verdict", "no known engine runs it")
                           : QCoreApplication::translate("Verdict", "runs on %1").arg(names.join(QStringLiteral(", ")));
}

QString engineName(const std::string& engine) {
    if (engine == "megatron-lm") return QStringLiteral("Megatron-LM");
    if (engine == "deepspeed") return QStringLiteral("DeepSpeed");
    return text(engine);
}

QString statusText(const SolveResult& result) {
    const QString gap = text(format_quantity(result.gap, Unit::ratio, 2));
    switch (result.status) {
    case SolveStatus::optimal:
        return QCoreApplication::translate("Status", "proven optimal");
    case SolveStatus::feasible:
        return QCoreApplication::translate("Status", "best found, at most %1 from the optimum").arg(gap);
    case SolveStatus::infeasible:
        return QCoreApplication::translate("Status", "no plan fits");
    case SolveStatus::stopped:
        if (result.plans.empty()) return QCoreApplication::translate("Status", "stopped before a plan was found");
        return QCoreApplication::translate("Status", "stopped, best so far, at most %1 from the optimum").arg(gap);
    }
    return {};
}

QString rejectionText(const std::string& reason) {
    if (reason == "heads")
        return QCoreApplication::translate("Status", "the tensor-parallel degree doesn't divide the attention heads");
    if (reason == "batch")
        return QCoreApplication::translate("Status", "the global batch doesn't divide into whole micro-batches");
    if (reason == "memory")
        return QCoreApplication::translate("Status", "a stage needs more memory than the device has");
    if (reason == "devices") return QCoreApplication::translate("Status", "more devices are needed than there are");
    if (reason == "sequence")
        return QCoreApplication::translate("Status",
                                           "the sequence doesn't divide by the context- or sequence-parallel degree");
    if (reason == "experts")
        return QCoreApplication::translate("Status", "the expert-parallel degree doesn't divide the experts");
    if (reason == "profile") return QCoreApplication::translate("Status", "a layer has no cost for these degrees");
    if (reason == "ffn")
        return QCoreApplication::translate("Status",
                                           "the tensor-parallel degree doesn't divide the feed-forward width");
    if (reason == "target") return QCoreApplication::translate("Status", "the chosen training engine can't run it");
    return text(reason);
}

QString infeasibleText(const SolveResult& result) {
    std::vector<std::pair<std::int64_t, std::string>> reasons;
    for (const auto& [reason, count] : result.rejected_counts)
        reasons.emplace_back(count, reason);
    std::sort(reasons.rbegin(), reasons.rend());
    QStringList lines;
    for (const auto& [count, reason] : reasons) {
        const int shown = static_cast<int>(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
        lines << QCoreApplication::translate("Status", "%1 (%n candidate(s))", "reason and its count", shown)
                     .arg(rejectionText(reason));
    }
    const Rejection* nearest = nullptr;
    for (const Rejection& rejection : result.rejected_sample)
        if (rejection.over_bytes > 0 && (!nearest || rejection.over_bytes < nearest->over_bytes)) nearest = &rejection;
    if (nearest && nearest->stage < 0)
        lines << QCoreApplication::translate("Status", "nearest: %1, over by %2 on the average stage")
                     .arg(text(nearest->candidate), text(format_quantity(nearest->over_bytes, Unit::bytes)));
    else if (nearest)
        lines << QCoreApplication::translate("Status", "nearest: %1, over by %2 on stage %3")
                     .arg(text(nearest->candidate), text(format_quantity(nearest->over_bytes, Unit::bytes)))
                     .arg(nearest->stage);
    return lines.join(QLatin1Char('\n'));
}

QString degreesText(const Plan& plan) {
    QString degrees =
        QStringLiteral("TP%1 PP%2 DP%3").arg(plan.strategy.tp).arg(plan.stage_count()).arg(plan.data_parallel());
    if (plan.strategy.ep > 1) degrees += QStringLiteral(" EP%1").arg(plan.strategy.ep);
    if (plan.strategy.cp > 1) degrees += QStringLiteral(" CP%1").arg(plan.strategy.cp);
    return degrees;
}

} // namespace nest::ui
