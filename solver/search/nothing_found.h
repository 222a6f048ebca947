// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/phrase.h"
#include "plan/problem.h"
#include "search/solve.h"

#include <vector>

namespace nest {

/// What a search without a plan knows of itself.
struct NothingFound {
    bool infinite = false;      ///< plans were left out since their step time is beyond any number
    bool all_downsets = true;   ///< false: only cuts along one order of the layers were tried
    bool cuts_untried = false;  ///< some candidates had too many cuts to try them all
    bool all_too_large = false; ///< every family was over in memory before its cuts mattered
};

/// Why there is no plan: one sentence, or two where not everything was tried. `rejected`: the nearest first.
Phrase why_infeasible(const Problem& problem, const std::vector<Rejection>& rejected, const NothingFound& found);

} // namespace nest
