// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"
#include "model/model_graph.h"

#include <cstdint>
#include <string>
#include <vector>

/// Layers that a person wants on a stage: "block.3:0, 40-47:2, head:last".
namespace nest {

/// One entry: which layers, and the stage they must be on.
struct LayerPin {
    static constexpr std::int64_t last = -1; ///< whatever the number of stages
    std::string layers;     ///< a layer's id, its index, or a range of indices "40-47", both ends included
    std::int64_t stage = 0; ///< from 0, or `last`
    bool operator==(const LayerPin&) const = default;
    auto operator<=>(const LayerPin&) const = default;
};

/// Entries separated by commas, each with a colon before its stage. Faults: wrong_type for an entry without a stage,
/// out_of_range for too many or too large ones.
Result<std::vector<LayerPin>> parse_pins(const std::string& text);
/// The text that parse_pins reads back.
std::string text_of(const std::vector<LayerPin>& pins);

/// Per layer of the model: its stage, LayerPin::last, or unpinned. An id comes before an index of the same name.
/// Faults: unknown_name (nearest id suggested), out_of_range for indices, inconsistent when a layer is pinned to two
/// stages (a number and `last` are two), or to an earlier stage than one before it.
constexpr std::int64_t unpinned = -2;
Result<std::vector<std::int64_t>> stages_of_pins(const ModelGraph& model, const std::vector<LayerPin>& pins);

} // namespace nest
