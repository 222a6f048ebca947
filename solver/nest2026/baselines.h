// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "nest2026/price.h"

/// The fixed plans an input compares with (Manual, MCMC, Phaze), as the published program evaluates them and with its
/// two faults mended.
namespace nest::nest2026 {

enum class BaselineRules {
    /// Stages listed from the last to the first, so that the one with the embedding skips recomputation; and the last
    /// transformer layer taken for what comes after the layers, so that it always joins the last stage.
    published,
    /// First stage first; the embedding in it, what follows the transformer layers in the last.
    repaired
};

struct BaselineResult {
    Baseline baseline;
    Plan plan; ///< as priced; stages that a rounded-up share leaves without layers are left out when repaired
    Price price;
    bool crashes = false; ///< the published program does, on a stage without nodes
};

BaselineResult evaluate_baseline(const Input& input, const Baseline& baseline, BaselineRules rules);

} // namespace nest::nest2026
