// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT

/// Times of whole searches, from a checked problem to the proven optimum, everything automatic, on two threads. The
/// counter "peak_MB" is the process's largest resident set so far, in 1e6 bytes.
#include "io/files.h"
#include "search/solve.h"

#include <benchmark/benchmark.h>
#include <iostream>
#include <sys/resource.h>

namespace {

using namespace nest;

void solve_preset(benchmark::State& state, const char* model, const char* topology) {
    const Result<Problem> problem = io::find_problem(model, topology, "", {});
    if (!problem) {
        state.SkipWithError(describe(problem.fault()).c_str());
        return;
    }
    SolveControl control;
    control.threads = 2;
    SolveResult result;
    for ([[maybe_unused]] auto iteration : state)
        result = solve(*problem, control);
    if (result.status != SolveStatus::optimal) state.SkipWithError("no proven optimum");
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    state.counters["devices"] = static_cast<double>(problem->levels.device_count());
    state.counters["candidates"] = static_cast<double>(result.candidates);
    state.counters["exact"] = static_cast<double>(result.exact_searches);
    state.counters["peak_MB"] = static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
}

} // namespace

BENCHMARK_CAPTURE(solve_preset, llama3_70b_on_128_devices, "llama3-70b", "dgx-h100x16")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(solve_preset, llama3_70b_on_1024_devices, "llama3-70b", "dgx-h100x128")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(solve_preset, llama3_405b_on_16384_devices, "llama3-405b", "dgx-h100x2048")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(solve_preset, mixtral_8x22b_on_512_devices, "mixtral-8x22b", "dgx-h100x64")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(solve_preset, gpt3_175b_on_1024_devices, "gpt3-175b", "dgx-h100x128")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

BENCHMARK_MAIN();
