// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "schedule/interleaved.h"

namespace nest {

std::vector<std::vector<std::int64_t>> fullest_moments(const InterleavedOrder& order, std::int64_t stage) {
    const std::int64_t first = order.warmup(stage), round = order.stages * order.chunks;
    // Behind a forward pass. Between two changes of the chunk, of either direction, one chunk's number rises as another
    // one's falls: the ends of such stretches are enough. Once full, a stage repeats itself after a round.
    const std::int64_t last = std::min(order.passes(), first + 1 + 2 * round);
    std::vector<std::vector<std::int64_t>> moments;
    for (std::int64_t forwards = std::min(first + 1, last); forwards <= last; ++forwards) {
        const std::int64_t backwards = std::max<std::int64_t>(0, forwards - 1 - first);
        const auto at_an_end = [&](std::int64_t pass) {
            return pass % order.stages == 0 || (pass + 1) % order.stages == 0;
        };
        const bool ends = forwards == last || forwards == first + 1;
        if (!ends && !at_an_end(forwards - 1) && !at_an_end(backwards) && !at_an_end(backwards + 1)) continue;
        std::vector<std::int64_t> moment;
        for (std::int64_t chunk = 0; chunk < order.chunks; ++chunk)
            moment.push_back(order.passes_of(chunk, forwards, false) - order.passes_of(chunk, backwards, true));
        const auto covers = [](const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
            return std::equal(a.begin(), a.end(), b.begin(), [](std::int64_t x, std::int64_t y) { return x >= y; });
        };
        if (std::any_of(moments.begin(), moments.end(), [&](const auto& other) { return covers(other, moment); }))
            continue;
        std::erase_if(moments, [&](const auto& other) { return covers(moment, other); });
        moments.push_back(std::move(moment));
    }
    return moments;
}

} // namespace nest
