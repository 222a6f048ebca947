// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/plantext.h"

#include "base/quantity.h"
#include "controls/diagnostictext.h"
#include "controls/shortname.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <limits>
#include <vector>

namespace nest::ui {
namespace {

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

} // namespace

QString verdictText(const Problem& problem, const Verdict& verdict) {
    QStringList list;
    for (const Phrase& sentence : sentences(problem, verdict))
        list << phraseText(sentence);
    return list.join(QLatin1Char(' '));
}

QString relaxedPlanText(const Relaxation& relaxation) {
    return QCoreApplication::translate("Status", "%1, step %2", "a layout and its time")
        .arg(text(layout_text(relaxation.plan.plan)),
             text(format_quantity(relaxation.plan.evaluation.step_seconds, Unit::seconds)));
}

QString enginesText(const std::vector<EngineSupport>& engines, bool fits) {
    QStringList names;
    for (const EngineSupport& engine : engines)
        if (engine.runs) names << engineName(engine.engine);
    return names.isEmpty() ? QCoreApplication::translate("Verdict", "no known engine runs it")
           : fits          ? QCoreApplication::translate("Verdict", "runs on %1").arg(names.join(QStringLiteral(", ")))
                           : QCoreApplication::translate("Verdict", "%1 knows this layout, but it does not fit")
                        .arg(names.join(QStringLiteral(", ")));
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
        if (!result.gap_known()) return QCoreApplication::translate("Status", "priced, not searched");
        return QCoreApplication::translate("Status", "best found, at most %1 from the optimum").arg(gap);
    case SolveStatus::infeasible:
        return QCoreApplication::translate("Status", "no plan fits");
    case SolveStatus::stopped:
        if (result.plans.empty()) return QCoreApplication::translate("Status", "stopped before a plan was found");
        if (!result.gap_known()) return QCoreApplication::translate("Status", "stopped, best so far");
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
    if (reason == "schedule")
        return QCoreApplication::translate("Status", "the schedule can't run so many micro-batches on so many stages");
    if (reason == "pins") return QCoreApplication::translate("Status", "pinned layers can't be on their stages");
    if (reason == "target") return QCoreApplication::translate("Status", "the chosen training engine can't run it");
    return text(reason);
}

QString infeasibleText(const SolveResult& result) {
    std::vector<std::pair<std::int64_t, std::string>> reasons;
    for (const auto& [reason, count] : result.rejected_counts)
        reasons.emplace_back(count, reason);
    std::sort(reasons.rbegin(), reasons.rend());
    QStringList lines;
    if (!result.why_infeasible.empty()) lines << phraseText(result.why_infeasible);
    for (const auto& [count, reason] : reasons) {
        const int shown = static_cast<int>(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
        lines << QCoreApplication::translate("Status", "%1 (%n candidate(s))", "reason and its count", shown)
                     .arg(rejectionText(reason));
    }
    if (!result.why_infeasible.empty()) return lines.join(QLatin1Char('\n')); // it names the nearest
    const Rejection* nearest = nullptr;
    for (const Rejection& rejection : result.rejected_sample)
        if (rejection.over_bytes > 0 && (!nearest || rejection.over_bytes < nearest->over_bytes)) nearest = &rejection;
    if (nearest && nearest->stage < 0)
        lines << QCoreApplication::translate("Status", "nearest: %1, over by %2 however its layers are cut")
                     .arg(text(nearest->candidate), text(format_quantity(nearest->over_bytes, Unit::bytes)));
    else if (nearest)
        lines << QCoreApplication::translate("Status", "nearest: %1, over by %2 on stage %3")
                     .arg(text(nearest->candidate), text(format_quantity(nearest->over_bytes, Unit::bytes)))
                     .arg(nearest->stage);
    return lines.join(QLatin1Char('\n'));
}

QString keptPlanName(const std::string& name) {
    static const QRegularExpression given(QStringLiteral("^(today|edited by hand|plan (\\d+))( \\d+)?$"));
    const QString shown = shortName(name);
    const auto match = given.match(shown);
    if (!match.hasMatch()) return shown;
    const QString number = match.captured(2);
    const QString word = !number.isEmpty() ? QCoreApplication::translate("KeptPlans", "plan %1").arg(number)
                         : match.captured(1) == QStringLiteral("today")
                             ? QCoreApplication::translate("KeptPlans", "today", "what somebody runs now")
                             : QCoreApplication::translate("KeptPlans", "edited by hand");
    return word + match.captured(3);
}

QString degreesText(const Plan& plan) {
    QString degrees =
        QStringLiteral("TP%1 PP%2 DP%3").arg(plan.strategy.tp).arg(plan.stage_count()).arg(plan.data_parallel());
    if (plan.strategy.ep > 1) degrees += QStringLiteral(" EP%1").arg(plan.strategy.ep);
    if (plan.strategy.folded()) degrees += QStringLiteral(" ETP%1").arg(plan.strategy.expert_tp);
    if (plan.strategy.cp > 1) degrees += QStringLiteral(" CP%1").arg(plan.strategy.cp);
    return degrees;
}

} // namespace nest::ui
