// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "explain/verdict.h"

#include "base/quantity.h"
#include "base/translatable.h"

#include <algorithm>

namespace nest {

namespace {

double throughput(const RankedPlan& plan) {
    return plan.evaluation.throughput_sequences;
}

/// Of the bubble: a smaller part of it isn't worth two numbers.
constexpr double small_part = 0.05;

/// Highest level that a cut between stages crosses.
int worst_cut(const Evaluation& evaluation) {
    int worst = 0;
    for (const StageEvaluation& stage : evaluation.stages)
        worst = std::max({worst, stage.level_in, stage.level_out});
    return worst;
}

int slowest_stage(const Evaluation& evaluation) {
    const auto slowest = std::ranges::max_element(evaluation.stages, {}, [](const StageEvaluation& stage) {
        return stage.time.load / static_cast<double>(stage.copies);
    });
    return static_cast<int>(slowest - evaluation.stages.begin());
}

/// Of more memory, the smallest amount that brings at least half of what a quarter more would: not the first small
/// step, nor a large amount for a little more.
const Relaxation* useful_memory(const Relaxations& relaxed) {
    double most = 0;
    for (const Relaxation& one : relaxed.list)
        if (one.kind == RelaxationKind::memory) most = std::max(most, one.gain);
    const Relaxation* useful = nullptr;
    for (const Relaxation& one : relaxed.list) {
        if (one.kind != RelaxationKind::memory || one.gain < most / 2) continue;
        if (!useful || one.amount < useful->amount) useful = &one;
    }
    return useful;
}

class HelpFinder {
public:
    explicit HelpFinder(const RankedPlan& plan) : m_plan(plan) {}

    void consider(const RankedPlan& better, double gain, HelpSource source) {
        if (!(gain > least_gain) || (m_help && m_help->gain >= gain)) return;
        m_help = Help{source, {}, {}, settings_between(m_plan.plan, better.plan), better.plan, gain, false, {}};
    }
    void consider(const Neighbour& neighbour) {
        consider(*neighbour.plan, throughput(*neighbour.plan) / throughput(m_plan) - 1, HelpSource::neighbour);
        if (!m_help || m_help->plan != neighbour.plan->plan) return;
        m_help->recut = neighbour.recut;
        if (neighbour.same_cuts_seconds) // the same batch
            m_help->same_cuts_gain = m_plan.evaluation.step_seconds / *neighbour.same_cuts_seconds - 1;
    }
    void consider(const Relaxation& relaxation) {
        if (m_help && m_help->gain >= relaxation.gain) return;
        consider(relaxation.plan, relaxation.gain, HelpSource::relaxation);
        if (!m_help || m_help->plan != relaxation.plan.plan) return;
        m_help->kind = relaxation.kind;
        m_help->what = relaxation.what;
    }
    bool found() const { return m_help.has_value(); }
    std::optional<Help> take() { return std::move(m_help); }

private:
    const RankedPlan& m_plan;
    std::optional<Help> m_help;
};

/// A relaxation says what it gains over the problem's best plan. For another plan only the best one and the neighbours
/// are a fair comparison. Perfect overlap is no more than a bound on what could be had, and named only where nothing
/// else helps: the list has such bounds at its end.
std::optional<Help> help_for(const RankedPlan& plan, const RankedPlan* best, const Neighbours* near,
                             const Relaxations* relaxed) {
    HelpFinder finder(plan);
    const bool is_best = best && best->plan == plan.plan;
    if (best && !is_best && plan.evaluation.fits)
        finder.consider(*best, throughput(*best) / throughput(plan) - 1, HelpSource::best_plan);
    if (near)
        for (const Neighbour& neighbour : near->list)
            if (neighbour.fits()) finder.consider(neighbour);
    if (!relaxed || relaxed->list.empty() || (best && !is_best)) return finder.take();
    const Relaxation& first = relaxed->list.front();
    if (!is_bound(first.kind) || !finder.found()) finder.consider(first);
    return finder.take();
}

const char* words(StepPart part) {
    switch (part) {
    case StepPart::compute:
        return QT_TRANSLATE_NOOP("Verdict", "arithmetic");
    case StepPart::recomputation:
        return QT_TRANSLATE_NOOP("Verdict", "recomputation");
    case StepPart::tensor:
        return QT_TRANSLATE_NOOP("Verdict", "tensor-parallel communication");
    case StepPart::expert:
        return QT_TRANSLATE_NOOP("Verdict", "expert-parallel communication");
    case StepPart::context:
        return QT_TRANSLATE_NOOP("Verdict", "context-parallel communication");
    case StepPart::transfers:
        return QT_TRANSLATE_NOOP("Verdict", "transfers between stages at level %1");
    case StepPart::zero:
        return QT_TRANSLATE_NOOP("Verdict", "ZeRO communication");
    case StepPart::fill:
        return QT_TRANSLATE_NOOP("Verdict", "filling and draining the pipeline");
    case StepPart::imbalance:
        return QT_TRANSLATE_NOOP("Verdict", "waiting for stage %1, the slowest");
    case StepPart::sync:
        return QT_TRANSLATE_NOOP("Verdict", "gradient synchronisation");
    case StepPart::update:
        return QT_TRANSLATE_NOOP("Verdict", "the optimizer update");
    }
    return "";
}

Phrase phrase_of(const Problem& problem, const Verdict& verdict, StepPart part) {
    if (part == StepPart::imbalance) return Phrase("Verdict", words(part), {verdict.stage});
    if (part == StepPart::transfers)
        return Phrase("Verdict", words(part),
                      {verdict.level > 0 ? Phrase(problem.levels.level_name(verdict.level)) : Phrase("-")});
    return Phrase("Verdict", words(part));
}

Phrase percent(double share) {
    return format_quantity(share, Unit::ratio, 2);
}

/// "+1.2 %", "-3 %"
Phrase change(double share) {
    return (share >= 0 ? "+" : "") + format_quantity(share, Unit::ratio, 2);
}

/// What the better plan does: the one thing that differs, or the whole layout.
Phrase what_it_does(const Help& help) {
    if (help.changes.size() == 1) {
        const Setting& setting = help.changes.front();
        const OptionInfo* info = find_option(setting.option);
        if (info)
            return Phrase("Verdict", QT_TRANSLATE_NOOP("Verdict", "%1 %2 instead of %3"),
                          {Phrase("Options", info->label), setting.to, setting.from});
    }
    return layout_text(help.plan);
}

Phrase help_sentence(const Help& help) {
    const Phrase gain = percent(help.gain);
    if (help.source == HelpSource::best_plan)
        return Phrase("Verdict", QT_TRANSLATE_NOOP("Verdict", "The best plan, %1, trains %2 more tokens per second."),
                      {layout_text(help.plan), gain});
    if (help.source == HelpSource::neighbour && help.recut && help.same_cuts_gain)
        return Phrase("Verdict",
                      QT_TRANSLATE_NOOP("Verdict", "One step away, %1 with stages cut anew trains %2 more tokens per "
                                                   "second; with the stages as they are, the change is %3."),
                      {text_of(help.changes), gain, change(*help.same_cuts_gain)});
    if (help.source == HelpSource::neighbour && help.recut)
        return Phrase("Verdict",
                      QT_TRANSLATE_NOOP("Verdict", "One step away, %1 with stages cut anew trains %2 more tokens per "
                                                   "second; with the stages as they are it does not fit."),
                      {text_of(help.changes), gain});
    if (help.source == HelpSource::neighbour)
        return Phrase("Verdict", QT_TRANSLATE_NOOP("Verdict", "One step away, %1 trains %2 more tokens per second."),
                      {text_of(help.changes), gain});
    if (help.changes.empty())
        return Phrase("Verdict",
                      QT_TRANSLATE_NOOP("Verdict", "To gain most: %1 would train %2 more tokens per second."),
                      {help.what, gain});
    return Phrase("Verdict",
                  QT_TRANSLATE_NOOP("Verdict", "To gain most: %1 would allow %2 and train %3 more tokens per second."),
                  {help.what, what_it_does(help), gain});
}

/// More memory, where the verdict has something to say of it.
const Help* memory_help(const Verdict& verdict) {
    if (verdict.more_memory) return &*verdict.more_memory;
    const std::optional<Help>& help = verdict.help;
    return help && help->source == HelpSource::relaxation && help->kind == RelaxationKind::memory ? &*help : nullptr;
}

/// The sentence that names memory and what more of it would do.
Phrase memory_sentence(const Verdict& verdict) {
    const Help* more = memory_help(verdict);
    if (!more)
        return Phrase("Verdict", QT_TRANSLATE_NOOP("Verdict", "Limited by memory on stage %1: %2 of %3 are used."),
                      {verdict.stage, format_quantity(verdict.memory_used, Unit::bytes),
                       format_quantity(verdict.memory_capacity, Unit::bytes)});
    const Phrase gain = percent(more->gain);
    if (more->changes.empty())
        return Phrase("Verdict",
                      QT_TRANSLATE_NOOP("Verdict",
                                        "Limited by memory on stage %1: %2 would allow a better division of the layers "
                                        "and train %3 more tokens per second."),
                      {verdict.stage, more->what, gain});
    return Phrase(
        "Verdict",
        QT_TRANSLATE_NOOP("Verdict",
                          "Limited by memory on stage %1: %2 would allow %3 and train %4 more tokens per second."),
        {verdict.stage, more->what, what_it_does(*more), gain});
}

} // namespace

Verdict verdict(const Problem& problem, const RankedPlan& plan, const RankedPlan* best, const Neighbours* near,
                const Relaxations* relaxed) {
    Verdict result;
    const Evaluation& evaluation = plan.evaluation;
    if (evaluation.stages.empty() || evaluation.step_seconds <= 0) return result;
    const StepParts parts = step_parts(problem, plan);
    const auto largest = std::max_element(parts.seconds.begin() + 1, parts.seconds.end());
    result.overhead = static_cast<StepPart>(largest - parts.seconds.begin());
    result.overhead_share = *largest / evaluation.step_seconds;
    result.limit = *largest > parts[StepPart::compute] ? result.overhead : StepPart::compute;
    result.share = parts[result.limit] / evaluation.step_seconds;
    const double fill = parts[StepPart::fill], wait = parts[StepPart::imbalance];
    if (fill + wait > std::max(*largest, parts[StepPart::compute]) &&
        std::min(fill, wait) > small_part * (fill + wait)) {
        result.limit = fill >= wait ? StepPart::fill : StepPart::imbalance;
        result.share = std::max(fill, wait) / evaluation.step_seconds;
        result.bubble_share = (fill + wait) / evaluation.step_seconds;
    }
    result.level = worst_cut(evaluation);
    result.asked_for_help = near || relaxed;
    result.help_complete = (!near || near->complete) && (!relaxed || relaxed->complete);

    const MemoryParts memory = memory_parts(evaluation);
    result.memory_used = memory.total();
    result.memory_capacity = evaluation.stages[static_cast<std::size_t>(memory.stage)].memory.capacity;
    result.stage = slowest_stage(evaluation);
    const Relaxation* more = relaxed && best && best->plan == plan.plan ? useful_memory(*relaxed) : nullptr;
    const bool full = result.memory_used >= memory_limit_use * result.memory_capacity;
    if (!evaluation.fits || (full && more && more->gain >= memory_limit_gain)) {
        result.memory = true;
        result.stage = memory.stage;
        result.share = result.memory_capacity > 0 ? result.memory_used / result.memory_capacity : 0;
    }
    result.help = help_for(plan, best, near, relaxed);
    if (result.memory && more) {
        HelpFinder finder(plan);
        finder.consider(*more);
        result.more_memory = finder.take();
    }
    return result;
}

std::vector<Phrase> sentences(const Problem& problem, const Verdict& verdict) {
    std::vector<Phrase> list;
    // The first sentence then has an amount of it already.
    const bool memory_helps = verdict.memory && verdict.help && verdict.help->source == HelpSource::relaxation &&
                              verdict.help->kind == RelaxationKind::memory;
    if (verdict.memory && verdict.memory_used > verdict.memory_capacity)
        list.push_back(Phrase(
            "Verdict", QT_TRANSLATE_NOOP("Verdict", "It does not fit: stage %1 needs %2 more than the %3 of a device."),
            {verdict.stage, format_quantity(verdict.memory_used - verdict.memory_capacity, Unit::bytes),
             format_quantity(verdict.memory_capacity, Unit::bytes)}));
    else if (verdict.memory)
        list.push_back(memory_sentence(verdict));
    else if (verdict.bubble_share > 0)
        list.push_back(Phrase(
            "Verdict",
            QT_TRANSLATE_NOOP("Verdict", "Limited by the pipeline's bubble: %1 of the step, most of "
                                         "it %2, %3."),
            {percent(verdict.bubble_share), phrase_of(problem, verdict, verdict.limit), percent(verdict.share)}));
    else if (verdict.limit != StepPart::compute)
        list.push_back(Phrase("Verdict", QT_TRANSLATE_NOOP("Verdict", "Limited by %1: %2 of the step."),
                              {phrase_of(problem, verdict, verdict.limit), percent(verdict.share)}));
    else
        list.push_back(Phrase(
            "Verdict",
            QT_TRANSLATE_NOOP(
                "Verdict",
                "Limited by arithmetic: devices compute for %1 of the step. The largest overhead is %2, %3."),
            {percent(verdict.share), phrase_of(problem, verdict, verdict.overhead), percent(verdict.overhead_share)}));
    if (verdict.help && !memory_helps) list.push_back(help_sentence(*verdict.help));
    if (verdict.asked_for_help && !verdict.help && verdict.help_complete)
        list.push_back(Phrase("Verdict", QT_TRANSLATE_NOOP("Verdict", "No single small change gains more than %1."),
                              {percent(least_gain)}));
    return list;
}

std::optional<Phrase> trade(const Problem& problem, const SolveResult& result) {
    const Objective objective = problem.options.objective;
    if (!minimises_memory(objective) || result.plans.empty() || !(result.fastest_seconds > 0)) return std::nullopt;
    const double times = result.plans.front().evaluation.step_seconds / result.fastest_seconds;
    const char* text =
        QT_TRANSLATE_NOOP("Verdict", "Least memory in any step time: the fastest plan takes %1, this one "
                                     "%2 times as long.");
    if (result.most_seconds > 0)
        text = objective == Objective::memory
                   ? QT_TRANSLATE_NOOP("Verdict", "Least memory in at most %3 per step: the fastest plan takes %1, "
                                                  "this one %2 times as long.")
                   : QT_TRANSLATE_NOOP("Verdict", "Most even memory in at most %3 per step: the fastest plan takes "
                                                  "%1, this one %2 times as long.");
    return Phrase("Verdict", text,
                  {format_quantity(result.fastest_seconds, Unit::seconds), format_quantity(times, Unit::none),
                   format_quantity(result.most_seconds, Unit::seconds)});
}

std::vector<Phrase> remarks(const Problem& problem, const SolveResult& result) {
    std::vector<Phrase> list;
    if (const auto plain = without_copies(result)) list.push_back(*plain);
    const bool by_run = !std::ranges::is_sorted(result.plans, {}, [](const RankedPlan& plan) {
        return plan.evaluation.step_seconds;
    }) && std::ranges::is_sorted(result.plans, {}, prudent_seconds);
    if (by_run && !minimises_memory(problem.options.objective))
        list.emplace_back("Verdict",
                          QT_TRANSLATE_NOOP("Verdict", "Plans are ranked by the simulated time where that is "
                                                       "longer, so a later one may be priced faster."));
    if (result.plans.empty() || result.plans.front().plan.stage_count() != 1) return list;
    if (problem.options.objective == Objective::balanced_memory)
        list.emplace_back("Verdict",
                          QT_TRANSLATE_NOOP("Verdict", "It has one stage, which is as even as can be: nothing is left "
                                                       "to balance. For the most even of several stages set pp to "
                                                       "numbers above 1."));
    if (!problem.options.pins.empty())
        list.emplace_back("Verdict",
                          QT_TRANSLATE_NOOP("Verdict", "It has one stage, which holds all layers, pinned ones too. For "
                                                       "a plan with several stages set pp to numbers above 1."));
    return list;
}

std::optional<Phrase> expert_load(const Problem& problem) {
    if (problem.model.experts == 0) return {};
    if (problem.options.expert_imbalance == 1)
        return Phrase("Verdict", QT_TRANSLATE_NOOP("Verdict", "experts evenly loaded"));
    return Phrase("Verdict", QT_TRANSLATE_NOOP("Verdict", "the busiest expert rank with %1 times the mean load"),
                  {format_quantity(problem.options.expert_imbalance, Unit::none)});
}

std::string text_of(const Problem& problem, const Verdict& verdict) {
    std::string text;
    for (const Phrase& sentence : sentences(problem, verdict))
        text += (text.empty() ? "" : " ") + sentence.text();
    return text;
}

std::optional<Phrase> unequal_chunks(const RankedPlan& plan) {
    const Evaluation& e = plan.evaluation;
    if (plan.plan.virtual_stages() <= 1 || !(e.step_seconds > 0)) return {};
    const double longer = e.simulated_step_seconds / e.step_seconds - 1;
    if (longer <= longer_run) return {};
    return Phrase("Verdict",
                  QT_TRANSLATE_NOOP("Verdict", "Its chunks differ in size: run micro-batch by micro-batch it takes %1 "
                                               "longer than priced by the formula, which is for equal ones."),
                  {format_quantity(longer, Unit::ratio, 2)});
}

std::optional<Phrase> late_copies(const RankedPlan& plan) {
    const Evaluation& e = plan.evaluation;
    if (!plan.plan.has_copies() || !(e.step_seconds > 0)) return {};
    const double longer = e.simulated_step_seconds / e.step_seconds - 1;
    if (longer <= longer_run) return {};
    return Phrase("Verdict",
                  QT_TRANSLATE_NOOP("Verdict",
                                    "Run micro-batch by micro-batch it takes %1 longer than priced: copies of "
                                    "stages that take turns wait for one another."),
                  {format_quantity(longer, Unit::ratio, 2)});
}

std::optional<Phrase> without_copies(const SolveResult& result) {
    if (!(result.without_copies_seconds > 0) || result.plans.empty() || !result.plans.front().plan.has_copies())
        return {};
    return Phrase("Verdict", QT_TRANSLATE_NOOP("Verdict", "Without copies of stages the best plan takes %1."),
                  {format_quantity(result.without_copies_seconds, Unit::seconds)});
}

} // namespace nest
