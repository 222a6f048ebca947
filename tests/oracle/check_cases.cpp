// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT

// Checks the oracle against a directory of cases with known optima:
//     check_cases DIRECTORY
// or measures it on random cases and, with --everything, checks that its shortcuts change no result:
//     check_cases --random FIRST LAST [--everything]

#include "oracle.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

using nest::oracle::Best;
using nest::oracle::Priced;

bool close(double value, double expected) {
    return std::abs(value - expected) <= 1e-9 * std::max(std::abs(value), std::abs(expected));
}

std::string number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

// The differences between a case and the oracle, one line each.
std::vector<std::string> mismatches(const nlohmann::json& case_file) {
    std::vector<std::string> found;
    const auto& expected = case_file.at("expected");
    const bool feasible = expected.at("feasible").get<bool>();
    const Best best = nest::oracle::best(case_file);
    if (best.feasible != feasible) {
        found.push_back(feasible ? "search found no plan" : "search found a plan: " + describe(best.plan));
    } else if (feasible && !close(best.step_seconds, expected.at("step_seconds").get<double>())) {
        found.push_back("search found " + number(best.step_seconds) + ", expected " +
                        number(expected.at("step_seconds").get<double>()) + ": " + describe(best.plan));
    }
    if (!feasible) return found;

    const Priced priced = price(case_file, nest::oracle::expected_plan(case_file));
    if (!priced.fits || !priced.in_plan_space) found.push_back("expected plan refused: " + priced.reason);
    if (!priced.computable) return found;
    const auto compare = [&](const char* what, double value, double wanted) {
        if (!close(value, wanted))
            found.push_back(std::string("expected plan has ") + what + ' ' + number(value) + ", expected " +
                            number(wanted));
    };
    compare("step", priced.step_seconds, expected.at("step_seconds").get<double>());
    for (std::size_t stage = 0; stage < priced.loads.size(); ++stage) {
        compare("load", priced.loads[stage], expected.at("loads").at(stage).get<double>());
        compare("memory", priced.memory[stage], expected.at("memory").at(stage).get<double>());
    }
    return found;
}

int check_directory(const std::filesystem::path& directory) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(directory)) {
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    int passed = 0;
    int failed = 0;
    for (const auto& file : files) {
        std::ifstream stream(file);
        const auto lines = mismatches(nlohmann::json::parse(stream));
        for (const auto& line : lines)
            std::cout << file.filename().string() << ": " << line << '\n';
        ++(lines.empty() ? passed : failed);
    }
    std::cout << passed << " passed, " << failed << " failed\n";
    return failed == 0 && passed > 0 ? 0 : 1;
}

int run_random(std::uint64_t first, std::uint64_t last, bool everything) {
    using Clock = std::chrono::steady_clock;
    int feasible = 0;
    int differing = 0;
    double seconds = 0;
    double slowest = 0;
    std::uint64_t slowest_seed = first;
    for (std::uint64_t seed = first; seed <= last; ++seed) {
        const auto case_file = nest::oracle::random_case(seed);
        const auto start = Clock::now();
        const Best best = nest::oracle::best(case_file);
        const double taken = std::chrono::duration<double>(Clock::now() - start).count();
        seconds += taken;
        if (taken > slowest) {
            slowest = taken;
            slowest_seed = seed;
        }
        if (best.feasible) ++feasible;
        if (!everything) continue;
        const Best plain = nest::oracle::best(case_file, nest::oracle::Thoroughness::everything);
        if (plain.feasible != best.feasible || !close(plain.step_seconds, best.step_seconds)) {
            ++differing;
            std::cout << "seed " << seed << ": " << number(best.step_seconds) << " with shortcuts, "
                      << number(plain.step_seconds) << " without\n";
        }
    }
    const auto count = static_cast<double>(last - first + 1);
    std::cout << count << " random cases, " << feasible << " feasible, " << count / seconds << " per second, slowest "
              << slowest << " s (seed " << slowest_seed << ")";
    if (everything) std::cout << ", " << differing << " differ without shortcuts";
    std::cout << '\n';
    return differing == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    try {
        if (arguments.size() == 1) return check_directory(arguments[0]);
        if (arguments.size() >= 3 && arguments[0] == "--random") {
            return run_random(std::stoull(arguments[1]), std::stoull(arguments[2]),
                              arguments.size() == 4 && arguments[3] == "--everything");
        }
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    std::cerr << "usage: check_cases DIRECTORY | check_cases --random FIRST LAST [--everything]\n";
    return 1;
}
