// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli/table.h"

#include "base/phrase.h"

#include <algorithm>
#include <cmath>

namespace nest::cli {

namespace {

constexpr std::size_t longest_cell = 400;

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
}

/// Characters, not bytes: names from files are UTF-8.
std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

} // namespace

std::string plain(double value, Unit unit) {
    return ascii(format_quantity(value, unit));
}

std::string change_text(double from, double to, Unit unit) {
    const double change = to - from;
    if (std::abs(change) <= 1e-9 * std::max(std::abs(from), std::abs(to))) return "=";
    return (change < 0 ? "-" : "+") + plain(std::abs(change), unit);
}

std::string ascii(std::string text) {
    replace_all(text, "\u202f", " ");
    replace_all(text, "\u00b5", "u");
    replace_all(text, "\u2013", "-");
    replace_all(text, "\u221e", "infinite");
    return text;
}

std::string counted_text(std::int64_t count, const char* noun) {
    return plain(static_cast<double>(count), Unit::count) + " " + noun_for(count, noun);
}

std::string name_text(const std::string& name) {
    return elided(printable(name), longest_cell);
}

std::string table(const std::vector<std::vector<std::string>>& cells, const std::vector<std::size_t>& left,
                  const std::string& indent) {
    std::vector<std::vector<std::string>> rows = cells;
    for (auto& row : rows)
        for (std::string& cell : row)
            cell = name_text(cell);
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], width_of(row[i]));
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line = indent;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string padding(widths[i] - width_of(row[i]), ' ');
            const bool flush_left = std::find(left.begin(), left.end(), i) != left.end();
            line += (i == 0 ? "" : "  ") + (flush_left ? row[i] + padding : padding + row[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

} // namespace nest::cli
