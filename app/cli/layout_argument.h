// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/options.h"

#include <string>

namespace nest::cli {

/// A layout in one line, as layout_text() writes it: "llama3-70b @ dgx-h100x16: tp8 pp4 dp4 mb1 zero1 full". Names may
/// be left out with their separators, and "tp=8" is as good as "tp8".
struct LayoutArgument {
    std::string model, topology; ///< empty if not in the text
    Options options;             ///< the given options, restricted to this layout; cuts stay free
    std::string fault;           ///< a sentence when the text is no layout
};
LayoutArgument read_layout(const std::string& text, const Options& options);

} // namespace nest::cli
