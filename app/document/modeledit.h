// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "document/projectstate.h"
#include "model/layer_edits.h"
#include "model/modelview.h"
#include "model/transformer_config.h"

#include <optional>
#include <string>
#include <vector>

/// Edits of a project's model as content of the nest-model format. New sizes are a "transformer" without layers beside
/// what they replace ("original": a preset's name, or name and content); amounts of single layers are "layer_edits".
/// Taking the last edit back gives the original again.
namespace nest::ui {

/// The model before any edit; itself where it has none.
InputChoice originalModel(const InputChoice& model);
bool isEditedModel(const InputChoice& model);

/// The model with other sizes. `original` are those of originalModel(): with them again and no layer edits the original
/// comes back. Layer edits stay, except for layers that no longer exist.
InputChoice withArchitecture(const InputChoice& model, const TransformerConfig& config,
                             const TransformerConfig& original);

std::vector<LayerEdit> layerEdits(const InputChoice& model);
/// One amount of one layer set, or with no value taken back. The sizes are the model's and its original's where layers
/// are built from them, so that a preset or configuration can carry the edit; else nothing.
InputChoice withLayerEdit(const InputChoice& model, const std::optional<TransformerConfig>& config,
                          const std::optional<TransformerConfig>& original, const std::string& layer,
                          LayerAmount amount, std::optional<double> value);

} // namespace nest::ui
