// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graphviz/cgraph.h>
#include <memory>

/// Ownership of Graphviz's graphs, and the one place where constants lose their const: the library's C functions take
/// names as char* and do not write to them.
namespace nest::graphviz {

struct CloseGraph {
    void operator()(Agraph_t* graph) const { agclose(graph); }
};
using Graph = std::unique_ptr<Agraph_t, CloseGraph>;

inline char* name(const char* text) {
    return const_cast<char*>(text);
}

} // namespace nest::graphviz
