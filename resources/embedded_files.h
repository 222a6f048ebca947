// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

namespace nest {

/// Files of resources/presets and resources/schemas compiled in: path below resources/, e.g.
/// "presets/models/llama3-70b.json", to text.
const std::map<std::string, std::string>& embedded_files();

} // namespace nest
