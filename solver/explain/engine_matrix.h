// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <vector>

/// Which training engine runs which ZeRO stage beside which kind of parallelism: the rules of plan/engines.h, asked for
/// every combination.
namespace nest {

constexpr int zero_stage_count = 4;

/// One engine's answer about one kind of parallelism.
struct EngineMatrixCell {
    std::array<std::string, zero_stage_count> because; ///< by ZeRO stage: why not, as an English clause; empty: it runs

    bool runs(int zero) const { return because[static_cast<std::size_t>(zero)].empty(); }
    /// "0, 1", or "-" when none runs.
    std::string stages() const;
};

struct EngineMatrixRow {
    std::string parallelism;             ///< "TP without sequence parallelism"
    std::vector<EngineMatrixCell> cells; ///< in the order of EngineMatrix::engines
};

struct EngineMatrix {
    std::vector<std::string> engines; ///< as people call them
    std::vector<EngineMatrixRow> rows;
};

/// Every kind stands beside data parallelism, with stages that share ZeRO and recomputation.
EngineMatrix engine_matrix();

} // namespace nest
