// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
// How soon a search ends that is told to stop: searches of random kinds are stopped at random moments, and the time
// until they are back is taken. The house rule is 100 ms. Usage: nest_bench_stop [stops] [seed].

#include "base/worker_pool.h"
#include "io/files.h"
#include "search/solve.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <random>
#include <thread>

namespace {

using namespace nest;
using Clock = std::chrono::steady_clock;

struct Kind {
    const char* name;
    void (*choose)(Options&);
};

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all{
        {"plain", [](Options&) {}},
        {"zb-h1",
         [](Options& o) {
             o.schedule = {ScheduleKind::one_f_one_b, ScheduleKind::zb_h1};
         }},
        {"interleaved", [](Options& o) { o.schedule = {ScheduleKind::interleaved}; }},
        {"folded", [](Options& o) { o.expert_fold = Switch::automatic; }},
        {"partial",
         [](Options& o) {
             o.recompute = {Recompute::none, Recompute::full};
             o.recompute_layers = std::nullopt;
         }},
        {"copies", [](Options& o) { o.copies = 3; }},
        {"memory", [](Options& o) { o.objective = Objective::memory; }},
        {"balanced", [](Options& o) { o.objective = Objective::balanced_memory; }},
        {"megatron", [](Options& o) { o.target = "megatron"; }},
    };
    return all;
}

} // namespace

int main(int argc, char** argv) {
    const int stops = argc > 1 ? std::atoi(argv[1]) : 200;
    std::mt19937_64 random(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
    constexpr std::pair<const char*, const char*> inputs[] = {
        {"llama3-70b", "dgx-h100x128"},  {"llama3-405b", "dgx-h100x2048"}, {"deepseek-v3", "dgx-h100x256"},
        {"mixtral-8x7b", "hgx-h100x16"}, {"gpt3-175b", "dgx-h100x16384"},  {"bert-large", "dgx-h100x8"}};
    std::vector<double> late;
    for (int stop = 0; stop < stops;) {
        const auto& [model, network] = inputs[random() % std::size(inputs)];
        const Kind& kind = kinds()[random() % kinds().size()];
        Options options;
        kind.choose(options);
        const Result<Problem> problem = io::find_problem(model, network, "", options);
        if (!problem) {
            std::printf("%s on %s, %s: %s\n", model, network, kind.name, describe(problem.fault()).c_str());
            return 1;
        }
        // Most searches end within a second: early moments count as often as late ones.
        const double moment = std::pow(10, -3 + 4 * static_cast<double>(random() % 1000) / 1000);
        std::stop_source source;
        SolveControl control;
        control.threads = hardware_threads();
        control.top_k = random() % 2 == 0 ? 1 : 20;
        control.stop = source.get_token();
        bool done = false;
        Clock::time_point asked;
        std::mutex mutex;
        std::condition_variable ended;
        std::jthread stopper([&] {
            std::unique_lock lock(mutex);
            if (ended.wait_for(lock, std::chrono::duration<double>(moment), [&] { return done; })) return;
            asked = Clock::now();
            source.request_stop();
        });
        const SolveResult result = solve(*problem, control);
        const Clock::time_point back = Clock::now();
        {
            const std::lock_guard lock(mutex);
            done = true;
        }
        ended.notify_all();
        stopper.join();
        if (!source.stop_requested()) continue; // it was quicker
        ++stop;
        const double seconds = std::chrono::duration<double>(back - asked).count();
        late.push_back(seconds);
        if (seconds > 0.1)
            std::printf("%s on %s, %s, stopped after %.3f s: %.0f ms\n", model, network, kind.name, moment,
                        1e3 * seconds);
    }
    std::sort(late.begin(), late.end());
    std::printf("%zu stops: median %.1f ms, 99th percentile %.1f ms, longest %.1f ms\n", late.size(),
                1e3 * late[late.size() / 2], 1e3 * late[late.size() * 99 / 100], 1e3 * late.back());
    return 0;
}
