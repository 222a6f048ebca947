// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/phrase.h"
#include "cli/commands.h"
#include "cli/problem_arguments.h"
#include "cli/table.h"
#include "explain/engine_matrix.h"
#include "model/strategy_rules.h"

#include <functional>
#include <iostream>
#include <set>

/// engines and degrees: what goes together, before any search.
namespace nest::cli {

namespace {

using Rows = std::vector<std::vector<std::string>>;

void add_divisors(std::set<std::int64_t>& values, std::int64_t number, std::int64_t most) {
    for (std::int64_t small = 1; small * small <= number; ++small) {
        if (number % small != 0) continue;
        for (const std::int64_t divisor : {small, number / small})
            if (divisor <= most) values.insert(divisor);
    }
}

/// Why a degree doesn't work, empty when it does; or what is to be known of one that works.
using Reason = std::function<std::string(std::int64_t)>;

void add_degree(
    Rows& rows, const char* name, const std::set<std::int64_t>& values, const Reason& why,
    const Reason& beside = [](std::int64_t) { return std::string(); }) {
    for (const std::int64_t value : values) {
        const std::string reason = why(value);
        rows.push_back(
            {name, std::to_string(value), reason.empty() ? "yes" : "no", reason.empty() ? beside(value) : reason});
        name = "";
    }
}

std::string in_words(const ModelGraph& model, const Strategy& strategy) {
    return ascii(why_invalid(model, strategy));
}

/// Every divisor of the devices, and of what the degree splits.
Rows degree_rows(const Problem& problem) {
    const ModelGraph& model = problem.model;
    const std::int64_t devices = problem.usable_devices();
    const auto candidates = [&](std::int64_t split) {
        std::set<std::int64_t> values;
        add_divisors(values, devices, devices);
        if (split > 0) add_divisors(values, split, devices);
        return values;
    };
    Rows rows{{"degree", "value", "works", "because"}};
    const auto on_devices = [devices](std::int64_t value) {
        return devices % value == 0 ? std::string()
                                    : "leaves at least " + std::to_string(devices % value) + " of the " +
                                          counted(devices, "device") + " idle";
    };
    add_degree(
        rows, "tp", candidates(model.attention_heads),
        [&](std::int64_t tp) {
            return in_words(model, {tp, 1, 1, false});
        },
        on_devices);
    const auto layers = static_cast<std::int64_t>(model.layers.size());
    const std::int64_t blocks = model.architecture ? model.architecture->layers : layers;
    const char* name = "pp";
    for (const std::int64_t pp : candidates(blocks)) {
        std::string reason = on_devices(pp), works = "yes";
        if (pp > layers) {
            works = "no";
            reason = "more stages than the " + counted(layers, "layer");
        } else if (blocks % pp != 0) {
            works = "uneven";
            reason = counted(blocks, "block") + " don't divide: stages of different size" +
                     (reason.empty() ? "" : "; " + reason);
        }
        rows.push_back({name, std::to_string(pp), works, reason});
        name = "";
    }
    if (model.experts > 0)
        add_degree(
            rows, "ep", candidates(model.experts),
            [&](std::int64_t ep) {
                return in_words(model, {1, ep, 1, false});
            },
            on_devices);
    if (model.sequence_length > 0)
        add_degree(rows, "cp", candidates(0), [&](std::int64_t cp) { return in_words(model, {1, 1, cp, false}); });
    const std::int64_t batch = problem.options.global_batch;
    add_degree(rows, "dp", candidates(0), [&](std::int64_t dp) {
        return batch % dp == 0 || problem.options.round_up_micro_batches
                   ? std::string()
                   : "the global batch of " + std::to_string(batch) + " does not divide";
    });
    return rows;
}

} // namespace

int run_degrees(Arguments& args, const Hooks&) {
    int status = done;
    const std::optional<Result<Problem>> problem = named_problem("degrees", args, status);
    if (!problem) return status;
    print_notes(problem->diagnostics());
    std::cout << name_text((*problem)->model.name) << " on " << name_text((*problem)->topology_name) << ": "
              << counted_text((*problem)->usable_devices(), "device") << ", global batch "
              << (*problem)->options.global_batch
              << "\nEach degree alone; tp x pp x cp x dp may be at most the devices, and ep divides dp.\n\n"
              << table(degree_rows(**problem), {0, 2, 3}, "  ");
    return done;
}

int run_engines(Arguments&, const Hooks&) {
    const EngineMatrix matrix = engine_matrix();
    Rows rows{{"beside data parallelism"}};
    rows.front().insert(rows.front().end(), matrix.engines.begin(), matrix.engines.end());
    for (const EngineMatrixRow& row : matrix.rows) {
        rows.push_back({row.parallelism});
        for (const EngineMatrixCell& cell : row.cells)
            rows.back().push_back(cell.stages());
    }
    std::cout << "ZeRO stages that an engine runs\n\n" << table(rows, {0, 1, 2, 3}, "  ") << "\nWhy not\n\n";
    Rows why{{"engine", "ZeRO", "beside", "because"}};
    for (std::size_t engine = 0; engine < matrix.engines.size(); ++engine) {
        std::set<std::string> said;
        for (const EngineMatrixRow& row : matrix.rows)
            for (int zero = 0; zero < zero_stage_count; ++zero) {
                const std::string& because = row.cells[engine].because[static_cast<std::size_t>(zero)];
                if (because.empty() || !said.insert(because).second) continue;
                why.push_back({said.size() == 1 ? matrix.engines[engine] : "", std::to_string(zero), row.parallelism,
                               ascii(because)});
            }
    }
    std::cout << table(why, {0, 1, 2, 3}, "  ") << "\nEach reason stands at the first combination it is about.\n";
    return done;
}

} // namespace nest::cli
