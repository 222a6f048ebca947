// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/phrase.h"
#include "explain/difference.h"
#include "explain/neighbours.h"
#include "explain/relaxations.h"

#include <optional>
#include <vector>

/// What limits a plan, and what would help most.
namespace nest {

/// Which way the most helpful change was found.
enum class HelpSource {
    best_plan, ///< the search's best plan, for another one that is looked at
    neighbour, ///< a layout one step away, outside what the options allow or of a plan that isn't the best
    relaxation ///< a small change of the inputs, solved again
};

struct Help {
    HelpSource source{};
    RelaxationKind kind{};                  ///< of a relaxation
    Phrase what;                            ///< the change of the inputs; empty for the others
    std::vector<Setting> changes;           ///< what the better plan does differently
    Plan plan;                              ///< the better plan
    double gain = 0;                        ///< in throughput, relative
    bool recut = false;                     ///< of a neighbour: the gain comes with other borders of the stages ...
    std::optional<double> same_cuts_gain{}; ///< ... and so much is had without, where that fits in memory
};

struct Verdict {
    /// Memory limits a plan whose fullest stage uses most of it (memory_limit_use) when a quarter more of it or less
    /// makes a plan possible that gains at least memory_limit_gain; known after relaxations only. Else what takes the
    /// largest part of the step limits it: computation if that is more than each of the overheads, of which the
    /// pipeline's bubble, filling and draining and waiting for the slowest stage together, is one.
    bool memory = false;
    StepPart limit = StepPart::compute; ///< of the bubble the larger of its two parts
    double share = 0;                   ///< of the step, of the limit
    double bubble_share = 0;            ///< of the step, where the bubble is the limit and both its parts are there
    StepPart overhead = StepPart::fill; ///< the largest part beside computation
    double overhead_share = 0;
    int stage = -1;                              ///< memory: the fullest one; imbalance: the slowest one
    int level = 0;                               ///< transfers: the highest level that a cut crosses; 0: none
    double memory_used = 0, memory_capacity = 0; ///< bytes on the fullest stage
    bool asked_for_help = false;                 ///< neighbours or relaxations were given
    bool help_complete = false;                  ///< they had the time to look at everything
    /// What gains most; nothing when no change gains least_gain. Of relaxations the first of the list, so that the
    /// sentence and the list say the same.
    std::optional<Help> help;
    std::optional<Help> more_memory; ///< where memory is the limit: the amount that is worth having
};

/// Memory counts as the limit from this gain in throughput on; below, it is one cause among many.
constexpr double memory_limit_gain = 0.02;
/// ... and from this use of the fullest stage's memory on: with more to spare, people don't take it for the limit.
constexpr double memory_limit_use = 0.9;

/// `best` is the best plan of the problem, null when unknown; `near` are neighbours of `plan`, `relaxed` relaxations of
/// the problem; null when they haven't been looked for.
Verdict verdict(const Problem& problem, const RankedPlan& plan, const RankedPlan* best, const Neighbours* near,
                const Relaxations* relaxed);

/// The verdict in one to three sentences (context "Verdict").
std::vector<Phrase> sentences(const Problem& problem, const Verdict& verdict);
/// The same in English, in one line.
std::string text_of(const Problem& problem, const Verdict& verdict);

/// With an objective of memory: what time the best plan was allowed, and how much longer than the fastest it takes.
std::optional<Phrase> trade(const Problem& problem, const SolveResult& result);

/// What else should be known of a search's best plan: that one stage leaves memory nothing to balance and pins nothing
/// to choose, and without_copies().
std::vector<Phrase> remarks(const Problem& problem, const SolveResult& result);

/// A clause: how the load of the expert ranks is taken in a plan's time and memory. Nothing for models without experts.
std::optional<Phrase> expert_load(const Problem& problem);

/// For virtual stages whose chunks differ so much in size that the schedule's formula, which is for equal ones, is more
/// than 2 % too short: by how much. Nothing for other plans.
std::optional<Phrase> unequal_chunks(const RankedPlan& plan);
/// The same where stages have copies, which need more micro-batches in flight than they keep to run at their price.
std::optional<Phrase> late_copies(const RankedPlan& plan);
/// Where plans with copies were searched: what the best one without takes. Nothing where that is the answer.
std::optional<Phrase> without_copies(const SolveResult& result);

} // namespace nest
