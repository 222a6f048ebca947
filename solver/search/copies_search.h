// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "search/solve.h"

namespace nest {

/// Whether the options ask for plans whose stages have copies, and allow what such plans have to be beside.
bool searches_copies(const Options& options);
/// Whether they say how many copies each stage has, and not always one: other plans don't count.
bool needs_copies(const Options& options);

/// The search over plans with a stage of more than one copy (PipeDream, Narayanan et al. 2019; Piper, Tarnawski et al.
/// 2021): 1F1B and pp-inner alone, experts not folded. `result` is the answer without them, whose best plans are the
/// first threshold; what comes back is the answer to both, never worse. Where the options say how many copies each
/// stage has, `result` is empty and plans have just those.
///
/// Families are strategy, micro-batch, d, s, ZeRO stage and the number K / w of blocks that the stages of a replica
/// share; their bound is a few additions, so millions of them can be left out unseen. See CopiesCandidate for the rest.
SolveResult with_copies(const Problem& problem, const SolveControl& control, SolveResult result);

} // namespace nest
