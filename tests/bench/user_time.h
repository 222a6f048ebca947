// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <benchmark/benchmark.h>
#include <sys/resource.h>

namespace nest::bench {

/// Seconds that all threads of this process have computed in user mode. Unlike the time on the wall they don't grow
/// with what else runs on the machine (much: caches and memory are shared).
inline double user_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec) + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

/// Runs it as often as the benchmark asks, timed by user_seconds(): register with UseManualTime().
template <typename Run> void measure(benchmark::State& state, const Run& run) {
    for ([[maybe_unused]] auto iteration : state) {
        const double begin = user_seconds();
        run();
        state.SetIterationTime(user_seconds() - begin);
    }
}

} // namespace nest::bench
