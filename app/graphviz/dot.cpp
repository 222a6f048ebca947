// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "dot.h"

#include "agraph.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace nest::graphviz {

namespace {

using nlohmann::json;

std::string parser_words; // Graphviz reports through a plain function

int keep_words(char* words) {
    if (parser_words.size() < 1000) parser_words += words;
    return 0;
}

json attributes(Agraph_t* root, void* object, int kind) {
    json result = json::object();
    for (Agsym_t* symbol = agnxtattr(root, kind, nullptr); symbol; symbol = agnxtattr(root, kind, symbol)) {
        const char* value = agxget(object, symbol);
        if (value && *value) result[symbol->name] = value;
    }
    return result;
}

void add_subgraphs(Agraph_t* root, Agraph_t* graph, json& list) {
    for (Agraph_t* part = agfstsubg(graph); part; part = agnxtsubg(part)) {
        json nodes = json::array();
        for (Agnode_t* node = agfstnode(part); node; node = agnxtnode(part, node))
            nodes.push_back(agnameof(node));
        list.push_back({{"name", agnameof(part)},
                        {"parent", graph == root ? json() : json(agnameof(graph))},
                        {"attributes", attributes(root, part, AGRAPH)},
                        {"nodes", std::move(nodes)}});
        add_subgraphs(root, part, list);
    }
}

bool is_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
           c == '/' || c == '%';
}

/// Puts quotes round values such as 1Gbps: the language has no such word, but people write it, and other readers take
/// it. Texts in quotes stay as they are.
std::string with_quoted_amounts(const std::string& text) {
    std::string result;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        result += c;
        if (c == '\\' && quoted && i + 1 < text.size()) result += text[++i];
        if (c == '"') quoted = !quoted;
        if (c != '=' || quoted) continue;
        while (i + 1 < text.size() && text[i + 1] == ' ')
            ++i;
        std::size_t end = i + 1;
        while (end < text.size() && is_word(text[end]))
            ++end;
        const std::string word = text.substr(i + 1, end - i - 1);
        const bool amount = !word.empty() && word[0] >= '0' && word[0] <= '9' &&
                            word.find_first_not_of("0123456789.") != std::string::npos;
        result += amount ? '"' + word + '"' : word;
        i = end - 1;
    }
    return result;
}

Graph parsed(const std::string& text) {
    parser_words.clear();
    Graph graph(agmemread(text.c_str()));
    while (!parser_words.empty() && (parser_words.back() == '\n' || parser_words.back() == ' '))
        parser_words.pop_back();
    return graph;
}

} // namespace

json read_dot(const std::string& text) {
    agseterrf(keep_words);
    agseterr(AGWARN);
    Graph graph = parsed(text);
    if (!graph) {
        const std::string words = parser_words;
        graph = parsed(with_quoted_amounts(text));
        if (!graph) throw std::runtime_error(words.empty() ? "no graph in the text" : words);
    }

    Agraph_t* root = graph.get();
    json answer{{"name", agnameof(root)},          {"directed", agisdirected(root) != 0},
                {"strict", agisstrict(root) != 0}, {"attributes", attributes(root, root, AGRAPH)},
                {"nodes", json::array()},          {"edges", json::array()},
                {"subgraphs", json::array()}};
    for (Agnode_t* node = agfstnode(root); node; node = agnxtnode(root, node)) {
        answer["nodes"].push_back({{"id", agnameof(node)}, {"attributes", attributes(root, node, AGNODE)}});
        for (Agedge_t* edge = agfstout(root, node); edge; edge = agnxtout(root, edge)) {
            answer["edges"].push_back({{"from", agnameof(agtail(edge))},
                                       {"to", agnameof(aghead(edge))},
                                       {"attributes", attributes(root, edge, AGEDGE)}});
        }
    }
    add_subgraphs(root, root, answer["subgraphs"]);
    return answer;
}

} // namespace nest::graphviz
