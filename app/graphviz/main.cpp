// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "dot.h"
#include "layout.h"

#include <exception>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

/// nest-graphviz: one JSON request on standard input, one JSON answer on standard output.
///
///     {"request": "layout", "id": 7, "nodes": ..., "edges": ..., "direction": ...}   see layout.h
///     {"request": "dot", "id": 8, "text": "digraph { a -> b }"}                      see dot.h
///
/// The answer repeats "id"; a fault is {"id", "error": "a sentence"} with exit status 2.
namespace {

nlohmann::json answer_to(const nlohmann::json& request) {
    const std::string kind = request.at("request").get<std::string>();
    if (kind == "layout") return nest::graphviz::lay_out(request);
    if (kind == "dot") return nest::graphviz::read_dot(request.at("text").get<std::string>());
    throw std::runtime_error("unknown request \"" + kind + "\"; known: layout, dot");
}

} // namespace

int main() {
    std::ios::sync_with_stdio(false);
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    nlohmann::json id, answer;
    int status = 0;
    try {
        const nlohmann::json request = nlohmann::json::parse(text);
        if (request.is_object()) id = request.value("id", nlohmann::json());
        answer = answer_to(request);
    } catch (const std::exception& fault) {
        answer = {{"error", fault.what()}};
        status = 2;
    }
    answer["id"] = id;
    // Names in a file may be in any encoding: what is no UTF-8 is replaced.
    std::cout << answer.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
    std::cout.flush();
    return std::cout ? status : 2;
}
