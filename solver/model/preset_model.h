// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/builders.h"

#include <string>

namespace nest {

/// Builds the model of a model preset (resources/presets/models): format "nest-model-config" version 1 with name,
/// title, source, the few Hugging Face keys under "config" and the sequence length it was trained with, which
/// `settings` may replace. Faults carry the pointer in the preset.
Result<ModelGraph> model_from_preset(const nlohmann::json& preset, const BuildSettings& settings,
                                     const std::string& file);

} // namespace nest
