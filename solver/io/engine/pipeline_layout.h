// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"
#include "model/transformer_config.h"
#include "plan/plan.h"

#include <cstdint>
#include <string>
#include <vector>

/// Megatron-LM's text for stages of unequal size, --pipeline-model-parallel-layout: stages between "|", in each of them
/// E for the embedding, t for a decoder layer, m for a layer of multi-token prediction, L for the loss with the output
/// layer. "x*n" repeats a letter, "(..|)*n" a group; commas mean nothing. Source: Megatron Core 0.15,
/// core/transformer/pipeline_parallel_layer_layout.py.
namespace nest::io {

struct LayoutStage {
    bool embedding = false, loss = false;
    std::int64_t blocks = 0; ///< decoder layers
    std::int64_t mtp = 0;
    bool operator==(const LayoutStage&) const = default;
};

/// All stages of the text in order, virtual ones included. Faults: an unknown letter, a group without its "*n",
/// embedding or loss that isn't first or last, decoder layers behind those for multi-token prediction, more than a
/// million letters. Subject: the flag.
Result<std::vector<LayoutStage>> read_pipeline_layout(const std::string& text);

/// The text of stages, equal neighbours written once: "Et*7|(t*8|)*14t*7L".
std::string pipeline_layout_text(const std::vector<LayoutStage>& stages);

/// Blocks of each stage of a plan, of virtual stages one by one: the chain cut in order, every block once; else the fault. Layers for multi-token
/// prediction go with the loss.
Result<std::vector<LayoutStage>> layout_stages(const TransformerConfig& model, const Plan& plan);

} // namespace nest::io
