// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "explain/engine_matrix.h"

#include "explain/launchable.h"
#include "plan/engines.h"

namespace nest {

namespace {

struct Kind {
    const char* name;
    Strategy strategy; ///< tp, ep, cp, sequence parallelism
    std::int64_t stages;
    bool experts;
};

/// The layout that every engine here can have, so that only the kind itself is asked about.
PlanShape shape_of(const Kind& kind, int zero) {
    PlanShape shape;
    shape.strategy = kind.strategy;
    shape.stage_count = kind.stages;
    shape.replicas = 2;
    shape.layout = LayoutKind::dp_inner;
    shape.experts = kind.experts;
    shape.highest_zero = zero;
    return shape;
}

} // namespace

std::string EngineMatrixCell::stages() const {
    std::string text;
    for (int zero = 0; zero < zero_stage_count; ++zero)
        if (runs(zero)) text += (text.empty() ? "" : ", ") + std::to_string(zero);
    return text.empty() ? "-" : text;
}

EngineMatrix engine_matrix() {
    const Kind kinds[] = {{"data parallelism alone", {1, 1, 1, false}, 1, false},
                          {"TP without sequence parallelism", {2, 1, 1, false}, 1, false},
                          {"TP with sequence parallelism", {2, 1, 1, true}, 1, false},
                          {"pipeline", {1, 1, 1, false}, 4, false},
                          {"pipeline, TP with sequence parallelism", {2, 1, 1, true}, 4, false},
                          {"expert parallelism", {1, 2, 1, false}, 1, true},
                          {"expert parallelism, pipeline", {1, 2, 1, false}, 4, true},
                          {"expert parallelism, TP with sequence parallelism", {2, 2, 1, true}, 1, true},
                          {"context parallelism", {1, 1, 2, false}, 1, false},
                          {"context parallelism, pipeline", {1, 1, 2, false}, 4, false}};
    EngineMatrix matrix;
    for (const char* target : engine_targets)
        matrix.engines.push_back(engine_name(target));
    for (const Kind& kind : kinds) {
        EngineMatrixRow row{kind.name, {}};
        for (const char* target : engine_targets) {
            EngineMatrixCell cell;
            for (int zero = 0; zero < zero_stage_count; ++zero)
                cell.because[static_cast<std::size_t>(zero)] = engine_obstacle(target, shape_of(kind, zero));
            row.cells.push_back(std::move(cell));
        }
        matrix.rows.push_back(std::move(row));
    }
    return matrix;
}

} // namespace nest
