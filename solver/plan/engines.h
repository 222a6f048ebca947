// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/plan.h"
#include "plan/problem.h"

#include <array>
#include <optional>
#include <string>

/// What training engines can run. One set of rules serves the list of engines beside a plan and the search that is
/// restricted to one engine.
namespace nest {

/// The engines that have rules here, as option `target` names them; the one that runs most layouts first.
inline constexpr std::array<const char*, 3> engine_targets{"megatron", "deepspeed", "torchtitan"};

/// What the rules look at: a plan without its cuts.
struct PlanShape {
    Strategy strategy;
    std::int64_t stage_count = 1, replicas = 1;
    ScheduleKind schedule = ScheduleKind::one_f_one_b;
    LayoutKind layout = LayoutKind::pp_inner;
    bool experts = false; ///< the model has some
    bool encoder = false; ///< the model is one, as BERT
    bool packed = true;   ///< no idle ranks between the outer groups
    bool whole_micro_batches = true;
    bool same_zero = true, same_recompute = true; ///< in all stages
    int highest_zero = 0;
    bool selective = false, whole_stage = false; ///< recomputation of these kinds somewhere
    bool partial = false;                        ///< full recomputation of some stage's first layers alone
    bool copies = false;                         ///< of some stage inside a replica
    bool even_hosts = true;                      ///< as many ranks on every machine
    /// One stage has no bubble to fill: any order of its passes is the same.
    bool zero_bubble() const { return schedule == ScheduleKind::zb_h1 && stage_count > 1; }
};
PlanShape shape_of(const Problem& problem, const Plan& plan);
/// The one number of an engine that recomputes so many blocks of every stage, or all where it has fewer; nothing when
/// that doesn't describe the plan, whose stages have full recomputation.
std::optional<int> recomputed_blocks(const ModelGraph& model, const Plan& plan);
/// What shapes say of the model.
void set_model(PlanShape& shape, const ModelGraph& model);

/// The strategy with its experts on the grid that the engine lays out for those degrees: Megatron-LM and torchtitan
/// deal the ranks of a stage out to the expert groups in their order, context ranks among them, which only folded
/// experts describe where there are context ranks. Sources: megatron/core/parallel_state.py, the expert rank generator,
/// which has cp = 1; torchtitan/distributed/parallel_dims.py, where the expert dimension borrows from cp and dp_shard.
Strategy engine_grid(const std::string& target, Strategy strategy);

/// Why the engine of option `target` ("megatron", "deepspeed", "torchtitan") can't run such a plan, as an English
/// clause marked for translation (context "Engines"); empty when it can, and for "any".
std::string engine_obstacle(const std::string& target, const PlanShape& shape);
/// The same of a plan for a model: also what the engine has to know of that. A search for the engine asks for shapes
/// alone, since such a layout can still be launched by hand.
std::string plan_obstacle(const std::string& target, const Problem& problem, const Plan& plan);

} // namespace nest
