// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/engine/launch.h"

#include <optional>
#include <string>

/// Whether a command trains the model that a plan was made for.
namespace nest::io::detail {

struct ModelDifference {
    std::string flag;     ///< "num-layers"
    std::string expected; ///< "the plan's 32"
    std::string found;
};

/// The first size or kind in which they differ. A command that names no model is held to the flags that it has. The
/// vocabulary is compared as given and as the engine pads it; one that was assumed isn't compared.
std::optional<ModelDifference> model_difference(const EngineLaunch& launch, const Problem& problem);

} // namespace nest::io::detail
