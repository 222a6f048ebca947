// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/evaluation.h"

#include <optional>
#include <string>
#include <vector>

/// What the writers of engine files have in common.
namespace nest::io::detail {

/// Layers of a stage: the first one and the one after the last, as indices into ModelGraph::layers.
struct LayerRange {
    int first = 0, end = 0;
};

/// Why an engine doesn't get its file, as a fault (plan_refused); `why` in the context "Engines".
Diagnostic refusal(const std::string& engine, Phrase why);

/// What engine_obstacle() has against the plan.
std::optional<Diagnostic> obstacle(const std::string& target, const std::string& engine, const Problem& problem,
                                   const Plan& plan);

/// The stages' layers, those of virtual stages one by one in the order of the layers. Refused unless the stages hold
/// every layer of the model once, in order: a file that loses a layer is never written.
Result<std::vector<LayerRange>> stage_ranges(const Problem& problem, const Plan& plan, const std::string& engine);

/// True for an embedding, blocks and a head in a row: what engines number their blocks by.
bool is_block_chain(const ModelGraph& model);

/// What a file says at its top: who wrote it for which engine, the model, the network, the plan, the estimate. One
/// line each, whatever the names hold.
std::vector<std::string> heading(const std::string& file, const Problem& problem, const Plan& plan,
                                 const Evaluation& evaluation);

/// Every line behind a mark such as "# ".
std::string commented(const std::vector<std::string>& lines, const std::string& mark = "# ");

} // namespace nest::io::detail
