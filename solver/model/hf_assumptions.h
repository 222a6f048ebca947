// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/transformer_config.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace nest {

/// Keys of a Hugging Face config.json that ask for something else than what `config`, read from it, is priced as: each
/// as "WHAT IS PRICED in place of KEY VALUE". Such keys change the model (its activation, biases, attention) or how its
/// weights are stored; left without a word they would look as if they counted.
/// Source: the classes of Hugging Face transformers, which say what each family does with which key.
std::vector<std::string> keys_priced_otherwise(const nlohmann::json& json, const TransformerConfig& config);

} // namespace nest
