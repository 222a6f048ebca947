// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT

/// The parts of the search one by one, on chains and two-chain grids: what the headers in solver/search say of their
/// growth is checked here. Times are user CPU seconds on one thread.
#include "cases.h"
#include "plan/placement.h"
#include "search/partition.h"
#include "user_time.h"

#include <exception>

namespace {

using namespace nest;

/// One candidate with all it needs.
class Instance {
public:
    Instance(int chains, int length, int stages)
        : m_problem(bench::chains_problem(chains, length, 2 * stages, stages)),
          m_downsets(Downsets::build(m_problem.model, m_problem.options.downset_limit)),
          m_prefix(m_downsets, *StrategyTables::build(m_problem, Strategy{}, 1)),
          m_placement(place(m_problem.levels, RankGrid(Strategy{}, LayoutKind::pp_inner, stages, 1, stages))),
          m_settings(price_settings(m_problem, Strategy{}, 1, 1, stages, ScheduleKind::one_f_one_b,
                                    m_prefix.strategy().tied_parameters)) {}

    const Problem& problem() const { return m_problem; }
    const Downsets& downsets() const { return m_downsets; }
    Candidate candidate() const {
        return {m_prefix,
                m_placement,
                m_settings,
                m_problem.options.objective,
                {{Recompute::none, Recompute::full}, {0, 1}}};
    }

private:
    Problem m_problem;
    Downsets m_downsets;
    PrefixTables m_prefix;
    Placement m_placement;
    PriceSettings m_settings;
};

Instance instance_of(const benchmark::State& state, int chains) {
    return {chains, static_cast<int>(state.range(0)), static_cast<int>(state.range(1))};
}

void downsets(benchmark::State& state, int chains) {
    const Problem problem = bench::chains_problem(chains, static_cast<int>(state.range(0)), 2, 1);
    int count = 0;
    bench::measure(state, [&] { count = Downsets::build(problem.model, problem.options.downset_limit).count(); });
    state.counters["downsets"] = count;
}

void prefix_tables(benchmark::State& state, int chains) {
    const Problem problem = bench::chains_problem(chains, static_cast<int>(state.range(0)), 2, 1);
    const Downsets sets = Downsets::build(problem.model, problem.options.downset_limit);
    bench::measure(state, [&] {
        const PrefixTables tables(sets, *StrategyTables::build(problem, Strategy{}, 1));
        benchmark::DoNotOptimize(tables.total());
    });
}

void placement_bound(benchmark::State& state) {
    const Instance instance = instance_of(state, 1);
    bench::measure(state, [&] { benchmark::DoNotOptimize(instance.candidate().lower_bound()); });
}

/// Just below the balanced partition, where the greedy pass has to go to the end.
void greedy_proof(benchmark::State& state) {
    const Instance instance = instance_of(state, 1);
    const Candidate candidate = instance.candidate();
    const double threshold = candidate.balanced()->step_seconds;
    bench::measure(state, [&] { benchmark::DoNotOptimize(candidate.proves_nothing_below(threshold)); });
}

void balanced(benchmark::State& state) {
    const Instance instance = instance_of(state, 1);
    const Candidate candidate = instance.candidate();
    bench::measure(state, [&] { benchmark::DoNotOptimize(candidate.balanced()); });
}

/// Up to a threshold that is so and so many thousandths above the bound: labels that are left open count.
void recurrence(benchmark::State& state, int chains) {
    const Instance instance = instance_of(state, chains);
    const Candidate candidate = instance.candidate();
    const double threshold = candidate.lower_bound() * (1 + 1e-3 * static_cast<double>(state.range(2)));
    std::int64_t labels = 0;
    bench::measure(state, [&] {
        labels = 0;
        benchmark::DoNotOptimize(candidate.best(threshold, {}, labels));
    });
    state.counters["labels"] = static_cast<double>(labels);
}

} // namespace

#define NEST_PART(...) __VA_ARGS__->Unit(benchmark::kMicrosecond)->UseManualTime()

NEST_PART(BENCHMARK_CAPTURE(downsets, chain, 1))->ArgName("layers")->RangeMultiplier(2)->Range(64, 1024);
NEST_PART(BENCHMARK_CAPTURE(downsets, grid, 2))->ArgName("side")->Arg(16)->Arg(32)->Arg(62)->Arg(64)->Arg(128);
NEST_PART(BENCHMARK_CAPTURE(prefix_tables, chain, 1))->ArgName("layers")->RangeMultiplier(2)->Range(64, 1024);
NEST_PART(BENCHMARK_CAPTURE(prefix_tables, grid, 2))->ArgName("side")->Arg(16)->Arg(32)->Arg(64)->Arg(128);

#define NEST_LAYERS_AND_STAGES                                                                                         \
    ArgNames({"layers", "stages"})                                                                                     \
        ->Args({128, 16})                                                                                              \
        ->Args({256, 16})                                                                                              \
        ->Args({512, 16})                                                                                              \
        ->Args({1024, 16})                                                                                             \
        ->Args({1024, 4})                                                                                              \
        ->Args({1024, 64})                                                                                             \
        ->Args({1024, 256})

NEST_PART(BENCHMARK(placement_bound))->NEST_LAYERS_AND_STAGES;
NEST_PART(BENCHMARK(greedy_proof))->NEST_LAYERS_AND_STAGES;
NEST_PART(BENCHMARK(balanced))->NEST_LAYERS_AND_STAGES;
NEST_PART(BENCHMARK_CAPTURE(recurrence, chain, 1))
    ->ArgNames({"layers", "stages", "open"})
    ->Args({64, 8, 20})
    ->Args({128, 8, 20})
    ->Args({256, 8, 20})
    ->Args({512, 8, 20})
    ->Args({512, 16, 20})
    ->Args({512, 32, 20})
    ->Args({512, 8, 40})
    ->Args({512, 8, 80});
NEST_PART(BENCHMARK_CAPTURE(recurrence, grid, 2))
    ->ArgNames({"side", "stages", "open"})
    ->Args({8, 4, 20})
    ->Args({16, 4, 20})
    ->Args({32, 4, 20})
    ->Args({64, 4, 20})
    ->Args({32, 4, 10})
    ->Args({32, 4, 40});
