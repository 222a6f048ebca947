// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/options.h"
#include "plan/plan.h"

#include <string>
#include <vector>

namespace nest {

/// A layout in one line, as layout_text() writes it: "llama3-70b @ dgx-h100x16: tp8 pp4 dp4 mb1 zero1 full". Names may
/// be left out with their separators, and "tp=8" is as good as "tp8". "copies1,2,1" says how many copies each stage has.
struct LayoutLine {
    std::string model, topology; ///< empty if not in the text
    Options options;             ///< the given options, restricted to this layout; cuts stay free, copies are exact
};

/// Faults: unknown_name for a word that is no part of a layout, duplicate_name for a part that is said twice,
/// wrong_format for names without their colon, and those of set_option_text().
Result<LayoutLine> read_layout(const std::string& text, const Options& options);

/// An option whose values the layout doesn't have, so that one of the two doesn't count.
struct LayoutContradiction {
    std::string option;        ///< key
    std::string given, layout; ///< both values as text
    bool operator==(const LayoutContradiction&) const = default;
};
/// How many of the values that a layout has must be among those asked for.
enum class Asked { one, all };
/// Where `options`, before they were restricted to a layout, ask for something else than the layout has. An option at
/// its default asks for nothing.
std::vector<LayoutContradiction> contradictions(const Options& options, const Options& layout,
                                                Asked asked = Asked::one);

/// The options restricted to a plan's layout, as read_layout() restricts them to a line: degrees, micro-batch,
/// schedule, layout, the kinds of recomputation and ZeRO stages that the plan uses and the most copies of a stage. Cuts
/// and stride stay free.
Options options_of_layout(const Options& options, const Plan& plan);

} // namespace nest
