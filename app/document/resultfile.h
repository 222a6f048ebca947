// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "search/solve.h"

#include <nlohmann/json.hpp>

/// The nest-result format: a search's result without its inputs, for ResultStore.
namespace nest::ui {

nlohmann::json resultToJson(const SolveResult& result, const std::string& key, const std::string& solver);

struct ResultFile {
    SolveResult result;
    std::string solver;
};
/// Prices the plans on `problem`. Faults: those of a damaged file; inconsistent, when it belongs to another key or its
/// plans have other prices here.
Result<ResultFile> resultFromJson(const nlohmann::json& json, const Problem& problem, const std::string& key,
                                  const std::string& file);

} // namespace nest::ui
