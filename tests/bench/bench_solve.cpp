// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT

/// Whole searches, from a checked problem to the proven optimum: presets with everything automatic, on two threads, and
/// series in which one size grows, on one thread. Times are user CPU seconds of all threads; the counter "peak_MB" is
/// the process's largest resident set so far, in 1e6 bytes.
#include "cases.h"
#include "search/solve.h"
#include "user_time.h"

#include <exception>
#include <functional>

namespace {

using namespace nest;

void solve_problem(benchmark::State& state, int threads, const std::function<Problem()>& make) {
    std::optional<Problem> problem;
    try {
        problem = make();
    } catch (const std::exception& fault) {
        state.SkipWithError(fault.what());
        return;
    }
    SolveControl control;
    control.threads = threads;
    SolveResult result;
    bench::measure(state, [&] { result = solve(*problem, control); });
    if (result.status != SolveStatus::optimal) state.SkipWithError("no proven optimum");
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    state.counters["candidates"] = static_cast<double>(result.candidates);
    state.counters["exact"] = static_cast<double>(result.exact_searches);
    state.counters["labels"] = static_cast<double>(result.states);
    state.counters["peak_MB"] = static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
}

void preset(benchmark::State& state, const char* model, const char* topology) {
    solve_problem(state, 2, [&] { return bench::preset_problem(model, topology); });
}

void depth(benchmark::State& state) {
    solve_problem(state, 1,
                  [&] { return bench::deeper_problem("llama3-70b", static_cast<int>(state.range(0)), "dgx-h100x16"); });
}

void cluster(benchmark::State& state) {
    solve_problem(state, 1, [&] {
        return bench::preset_problem("llama3-70b", "dgx-h100x" + std::to_string(state.range(0) / 8));
    });
}

void network(benchmark::State& state) {
    solve_problem(state, 1, [&] { return bench::levels_problem("llama3-70b", static_cast<int>(state.range(0))); });
}

/// The first so many of the values are allowed: 1, 2, 4 or 8 of the degrees, and of the micro-batches.
void strategies(benchmark::State& state) {
    const auto first = [](std::int64_t count) {
        std::vector<std::int64_t> values{8, 4, 2, 1};
        values.resize(static_cast<std::size_t>(count));
        return values;
    };
    Options options;
    options.sequence_parallel = Switch::automatic;
    options.tp = first(state.range(0));
    options.cp = std::vector<std::int64_t>{1, 2, 4, 8};
    options.cp->resize(static_cast<std::size_t>(state.range(1)));
    options.micro_batches = std::vector<std::int64_t>{1, 2, 4, 8};
    options.micro_batches->resize(static_cast<std::size_t>(state.range(2)));
    solve_problem(state, 1, [&] { return bench::preset_problem("llama3-70b", "dgx-h100x128", options); });
}

/// Experts in the grid of the other ranks, in one of their own, or whichever is better.
void experts(benchmark::State& state, const char* model, const char* topology, Switch fold) {
    Options options;
    options.expert_fold = fold;
    solve_problem(state, 1, [&] { return bench::preset_problem(model, topology, options); });
}

void chain(benchmark::State& state) {
    const auto stages = static_cast<int>(state.range(1));
    solve_problem(state, 1,
                  [&] { return bench::chains_problem(1, static_cast<int>(state.range(0)), 2 * stages, stages); });
}

/// Two chains of n layers side by side: (n + 1)^2 downsets.
void grid(benchmark::State& state) {
    const auto stages = static_cast<int>(state.range(1));
    solve_problem(state, 1,
                  [&] { return bench::chains_problem(2, static_cast<int>(state.range(0)), 2 * stages, stages); });
}

} // namespace

#define NEST_PRESET(name, model, topology)                                                                             \
    BENCHMARK_CAPTURE(preset, name, model, topology)->Unit(benchmark::kMillisecond)->UseManualTime()

NEST_PRESET(llama3_70b_on_128, "llama3-70b", "dgx-h100x16");
NEST_PRESET(llama3_70b_on_1024, "llama3-70b", "dgx-h100x128");
NEST_PRESET(llama3_405b_on_16384, "llama3-405b", "dgx-h100x2048");
NEST_PRESET(mixtral_8x22b_on_512, "mixtral-8x22b", "dgx-h100x64");
NEST_PRESET(gpt3_175b_on_1024, "gpt3-175b", "dgx-h100x128");

#define NEST_SERIES(name) BENCHMARK(name)->Unit(benchmark::kMillisecond)->UseManualTime()

NEST_SERIES(depth)->ArgName("layers")->Arg(20)->Arg(40)->Arg(80)->Arg(160)->Arg(320);
NEST_SERIES(cluster)->ArgName("devices")->Arg(64)->Arg(256)->Arg(1024)->Arg(4096)->Arg(16384);
NEST_SERIES(network)->ArgName("levels")->Arg(1)->Arg(2)->Arg(4)->Arg(8);
NEST_SERIES(strategies)
    ->ArgNames({"tp", "cp", "mb"})
    ->Args({1, 1, 1})
    ->Args({2, 1, 1})
    ->Args({4, 1, 1})
    ->Args({4, 2, 1})
    ->Args({4, 4, 1})
    ->Args({4, 4, 2})
    ->Args({4, 4, 4});
NEST_SERIES(chain)
    ->ArgNames({"layers", "stages"})
    ->Args({64, 16})
    ->Args({128, 16})
    ->Args({256, 16})
    ->Args({512, 16})
    ->Args({256, 4})
    ->Args({256, 8})
    ->Args({256, 32})
    ->Args({256, 64});
NEST_SERIES(grid)
    ->ArgNames({"side", "stages"})
    ->Args({8, 7})
    ->Args({16, 7})
    ->Args({32, 7})
    ->Args({64, 7})
    ->Args({133, 7})
    ->Args({64, 2})
    ->Args({64, 4})
    ->Args({64, 14});

#define NEST_EXPERTS(name, model, topology, fold)                                                                      \
    BENCHMARK_CAPTURE(experts, name, model, topology, fold)->Unit(benchmark::kMillisecond)->UseManualTime()

NEST_EXPERTS(mixtral_8x22b_on_512_not_folded, "mixtral-8x22b", "dgx-h100x64", Switch::off);
NEST_EXPERTS(mixtral_8x22b_on_512_folded, "mixtral-8x22b", "dgx-h100x64", Switch::on);
NEST_EXPERTS(mixtral_8x22b_on_512_either, "mixtral-8x22b", "dgx-h100x64", Switch::automatic);
NEST_EXPERTS(deepseek_v3_on_2048_not_folded, "deepseek-v3", "dgx-h100x256", Switch::off);
NEST_EXPERTS(deepseek_v3_on_2048_folded, "deepseek-v3", "dgx-h100x256", Switch::on);
NEST_EXPERTS(deepseek_v3_on_2048_either, "deepseek-v3", "dgx-h100x256", Switch::automatic);

BENCHMARK_MAIN();
