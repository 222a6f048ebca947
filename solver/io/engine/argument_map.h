// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"

#include <string>
#include <vector>

/// The part of YAML that configurations of training engines are written in: nested maps, lists of plain values, quotes,
/// comments, values on the line below their key, text blocks. Anchors, tags and flow maps are not read.
namespace nest::io {

struct MapEntry {
    std::string path;                ///< keys joined with dots: "trainer.strategy.sequence_parallel"
    std::string key;                 ///< the last of them
    std::vector<std::string> values; ///< one, or the items of a list; empty for null
    int line = 0;
};

/// All plain values of the text in their order, quotes taken off. Unsupported constructs are left out and named in the
/// result's warnings. Fails with unsupported when maps are nested deeper than 64.
Result<std::vector<MapEntry>> read_argument_map(const std::string& text, const std::string& file);

} // namespace nest::io
