// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "schedule/simulator.h"

#include "schedule/schedule.h"

#include <algorithm>

namespace nest {

namespace {
/// What one stage has done so far and what its schedule wants next.
struct StageClock {
    std::int64_t forwards = 0, backwards = 0;
    double free_at = 0;
};

/// The order of a stage's work is fixed by the schedule: keep `in_flight` forwards ahead of backwards, then alternate.
bool next_is_forward(const StageClock& clock, std::int64_t in_flight, std::int64_t micro_batches) {
    return clock.forwards < micro_batches && clock.forwards - clock.backwards < in_flight;
}
} // namespace

std::int64_t most_simulated_micro_batches(std::size_t stages) {
    constexpr std::int64_t most_passes = 1 << 20;
    return std::max<std::int64_t>(most_passes / static_cast<std::int64_t>(stages + 1), 1);
}

double simulate_pipeline(ScheduleKind schedule, std::int64_t micro_batches, const std::vector<double>& forward,
                         const std::vector<double>& backward, std::vector<std::vector<ScheduledTask>>* timeline) {
    const std::int64_t most_batches = most_simulated_micro_batches(forward.size());
    if (!timeline && micro_batches > most_batches) {
        double largest = 0, largest_forward = 0, largest_backward = 0;
        for (std::size_t stage = 0; stage < forward.size(); ++stage) {
            largest = std::max(largest, forward[stage] + backward[stage]);
            largest_forward = std::max(largest_forward, forward[stage]);
            largest_backward = std::max(largest_backward, backward[stage]);
        }
        if (schedule == ScheduleKind::gpipe) largest = largest_forward + largest_backward;
        return simulate_pipeline(schedule, most_batches, forward, backward) +
               static_cast<double>(micro_batches - most_batches) * largest;
    }
    const std::size_t stages = forward.size();
    const auto m = static_cast<std::size_t>(micro_batches);
    std::vector<StageClock> clocks(stages);
    std::vector<double> forward_end(stages * m, 0), backward_end(stages * m, 0);
    if (timeline) {
        timeline->assign(stages, {});
        for (std::vector<ScheduledTask>& tasks : *timeline)
            tasks.reserve(2 * m);
    }
    double last = 0;
    // Passes over the stages run whatever is ready; each task is visited once, as soon as what it waits for is known.
    bool progressed = true;
    const auto run = [&](std::size_t stage, bool is_backward, std::int64_t batch, double ready) {
        StageClock& clock = clocks[stage];
        const double start = std::max(clock.free_at, ready);
        const double end = start + (is_backward ? backward[stage] : forward[stage]);
        (is_backward ? backward_end : forward_end)[stage * m + static_cast<std::size_t>(batch)] = end;
        (is_backward ? clock.backwards : clock.forwards) += 1;
        clock.free_at = end;
        last = std::max(last, end);
        if (timeline) (*timeline)[stage].push_back({is_backward, batch, start, end});
        progressed = true;
    };
    while (progressed) {
        progressed = false;
        for (std::size_t stage = 0; stage < stages; ++stage) {
            const std::int64_t in_flight = in_flight_micro_batches(
                schedule, micro_batches, static_cast<std::int64_t>(stages), static_cast<std::int64_t>(stage));
            StageClock& clock = clocks[stage];
            while (clock.backwards < micro_batches) {
                if (next_is_forward(clock, in_flight, micro_batches)) {
                    const std::int64_t batch = clock.forwards;
                    if (stage > 0 && clocks[stage - 1].forwards <= batch) break;
                    run(stage, false, batch,
                        stage > 0 ? forward_end[(stage - 1) * m + static_cast<std::size_t>(batch)] : 0.0);
                } else {
                    const std::int64_t batch = clock.backwards;
                    if (stage + 1 < stages && clocks[stage + 1].backwards <= batch) break;
                    const double ready = stage + 1 < stages
                                             ? backward_end[(stage + 1) * m + static_cast<std::size_t>(batch)]
                                             : forward_end[stage * m + static_cast<std::size_t>(batch)];
                    run(stage, true, batch, ready);
                }
            }
        }
    }
    return last;
}

} // namespace nest
