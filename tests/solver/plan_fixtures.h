// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/files.h"
#include "oracle.h"
#include "search/solve.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>

/// Problems and plans shared by the tests of explanations.
namespace nest::fixture {

inline bool close(double a, double b, double relative = 1e-9) {
    return std::abs(a - b) <= relative * std::max({std::abs(a), std::abs(b), 1e-300});
}

inline Problem problem_of(const nlohmann::json& json) {
    Result<Problem> problem = io::case_from_json(json, "case");
    if (!problem) throw std::runtime_error(describe(problem.fault()));
    return *std::move(problem);
}
inline Problem random_problem(std::uint64_t seed) {
    return problem_of(oracle::random_case(seed));
}
/// A preset model on a preset topology.
inline Problem preset_problem(const std::string& model, const std::string& topology, const Options& options = {}) {
    Result<Problem> problem = io::find_problem(model, topology, {}, options);
    if (!problem) throw std::runtime_error(describe(problem.fault()));
    return *std::move(problem);
}

inline SolveResult solved(const Problem& problem, int threads = 1, int top_k = 1) {
    SolveControl control;
    control.threads = threads;
    control.top_k = top_k;
    return solve(problem, control);
}

/// A plan of the problem's space with other, random recomputation and ZeRO stages; priced.
inline RankedPlan shaken(const Problem& problem, const RankedPlan& ranked, std::mt19937_64& random) {
    RankedPlan other = ranked;
    for (StagePlan& stage : other.plan.stages) {
        stage.recompute = static_cast<Recompute>(random() % 4);
        stage.zero = static_cast<int>(random() % 4);
    }
    other.plan.schedule = random() % 2 == 0 ? ScheduleKind::one_f_one_b : ScheduleKind::gpipe;
    Result<Evaluation> evaluation = evaluate(problem, other.plan);
    if (!evaluation) throw std::runtime_error(describe(evaluation.fault()));
    other.evaluation = *std::move(evaluation);
    return other;
}

} // namespace nest::fixture
