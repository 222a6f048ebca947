// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/layer_ranges.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace nest {
namespace {

/// "block.12" in its parts; without a number -1, and the whole name before it.
struct CountedName {
    std::string_view before;
    std::int64_t number = -1;

    explicit CountedName(std::string_view name) : before(name) {
        constexpr std::size_t most_digits = 9;
        const std::size_t last = name.find_last_not_of("0123456789");
        const std::size_t digits = name.size() - (last == std::string_view::npos ? 0 : last + 1);
        if (digits == 0 || digits > most_digits || digits == name.size()) return;
        before = name.substr(0, name.size() - digits);
        number = 0;
        for (const char digit : name.substr(before.size()))
            number = 10 * number + (digit - '0');
    }
};

/// The layers of one chunk.
std::string ranges(const ModelGraph& model, const std::vector<int>& layers) {
    constexpr int most_ranges = 4;
    const auto id = [&](int layer) -> const std::string& { return model.layers[static_cast<std::size_t>(layer)].id; };
    std::string text;
    int count = 0;
    for (std::size_t first = 0; first < layers.size(); ++count) {
        const CountedName from(id(layers[first]));
        std::size_t last = first;
        for (; last + 1 < layers.size() && from.number >= 0 && layers[last + 1] == layers[last] + 1; ++last) {
            const CountedName next(id(layers[last + 1]));
            if (next.before != from.before || next.number != from.number + static_cast<std::int64_t>(last + 1 - first))
                break;
        }
        text += (text.empty() ? "" : ", ") + id(layers[first]);
        if (last > first) text += "-" + std::to_string(CountedName(id(layers[last])).number);
        first = last + 1;
    }
    // Names that don't count: only the ends, as a list of all would hide them.
    return count <= most_ranges ? text : id(layers.front()) + " .. " + id(layers.back());
}

} // namespace

std::string layer_ranges(const ModelGraph& model, const StagePlan& stage) {
    constexpr std::int64_t most_chunks = 6, named = 3;
    const std::int64_t chunks = stage.chunk_count();
    std::string text;
    for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
        if (chunks > most_chunks && chunk >= named && chunk + 1 < chunks) {
            if (chunk == named) text += "; ...";
            continue;
        }
        text += (text.empty() ? "" : "; ") + ranges(model, stage.chunk(chunk).layers);
    }
    return text;
}

} // namespace nest
