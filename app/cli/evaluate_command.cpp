// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/explanation.h"
#include "cli/plan_argument.h"
#include "cli/problem_arguments.h"
#include "cli/summary.h"
#include "cli/table.h"
#include "nest2026/plan_file.h"
#include "plan/layout_line.h"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

namespace nest::cli {

namespace {

constexpr double seconds_for_neighbours = 30; ///< usually well below one

/// Prints a priced plan, writes it, and says why it doesn't fit if it doesn't.
int show_plan(const Arguments& args, const Problem& problem, const SolveResult& result) {
    const std::string out = args.get("--json");
    if (!out.empty() && !write_json(out, io::plan_to_json(problem, result))) return bad_input;
    if (result.plans.empty()) {
        std::cerr << "no feasible plan: "
                  << (result.why_infeasible.empty() ? "the file holds no plan to price"
                                                    : ascii(result.why_infeasible.text()))
                  << "\n";
        return no_plan;
    }
    const RankedPlan& ranked = result.plans.front();
    if (out != "-") std::cout << summary_of_plan(problem, ranked) << std::flush;
    if (ranked.evaluation.fits) return done;
    std::cerr << "the plan does not fit: " << why_it_does_not_fit(ranked);
    return no_plan;
}

/// Compares with the best plan of the problem and says what would help.
void explain(const Problem& problem, const RankedPlan& plan, const SolveControl& control) {
    const SolveResult best = solve(problem, control);
    const bool proven = best.status == SolveStatus::optimal || best.status == SolveStatus::feasible;
    std::cout << explanation(problem, plan, proven && !best.plans.empty() ? &best.plans.front() : nullptr, control);
}

/// Prices a layout in one line with its best cuts; where it doesn't run, names the nearest ones that do.
int show_layout(const Arguments& args, const Problem& problem, const Options& narrowed) {
    const Interruption interruption;
    SolveControl control = interruption.control();
    const FixedLayout layout = price_layout(problem, narrowed, control);
    for (const Phrase& note : layout.notes)
        std::cerr << "note: " << note.text() << "\n";
    Problem fixed = problem;
    fixed.options = narrowed;
    SolveResult priced = layout.result;
    if (layout.plan()) {
        priced = only_priced(*layout.plan());
        if (layout.result.status == SolveStatus::stopped) priced.status = SolveStatus::stopped;
    }
    const int status = show_plan(args, fixed, priced);
    if (interruption.happened() || layout.result.status == SolveStatus::stopped) {
        std::cerr << "stopped early: the layout may have better cuts\n";
        return stopped_early;
    }
    if (args.get("--json") == "-") return status;
    if (status == no_plan) {
        control.time_limit_seconds = seconds_for_neighbours;
        std::cout << nearest_layouts(nearest_feasible(problem, narrowed, control));
        control.time_limit_seconds = 0;
    }
    if (args.has("--explain") && layout.plan()) explain(problem, *layout.plan(), control);
    return status;
}

/// What --set or the options of a file ask for and the layout doesn't have: the first is a slip, the second is told.
/// done, or the status to end with.
int check_layout(const Arguments& args, const Options& options, const Options& narrowed) {
    for (const LayoutContradiction& one : contradictions(options, narrowed)) {
        const std::string what = one.option + "=" + one.given;
        const std::string why = "contradicts the layout, which has " + one.option + "=" + one.layout +
                                " (parts that it doesn't name are at their default)";
        if (was_set(args, one.option)) return usage_fault("evaluate", "--set " + what + " " + why);
        std::cerr << "note: option " << what << " does not count: it " << why << "\n";
    }
    return done;
}

/// Names beside --layout that differ from those inside it; empty when they agree.
std::string contradicted_name(const Arguments& args, const LayoutLine& line) {
    for (const auto& [option, named] : {std::pair{"--model", line.model}, std::pair{"--topology", line.topology}})
        if (!named.empty() && args.has(option) && args.get(option) != named)
            return std::string(option) + " " + args.get(option) + " contradicts the layout, which names " + named;
    if (args.has("--case") && !(line.model + line.topology).empty())
        return "--case contradicts the layout, which names " + line.model + " @ " + line.topology;
    return {};
}

/// Several layouts as a table: each with its best cuts, or why it doesn't run.
int compare_layouts(const Arguments& args, const std::vector<std::string>& texts) {
    for (const char* other : {"--json", "--explain"})
        if (args.has(other))
            return usage_fault("evaluate", std::string(other) + " goes with one --layout; give the layouts one by one");
    std::string model, topology;
    for (const std::string& text : texts) {
        const Result<LayoutLine> line = read_layout(text, {});
        if (!line) return usage_fault("evaluate", "--layout \"" + text + "\": " + describe_fault(line.fault()));
        if ((!model.empty() && !line->model.empty() && model != line->model) ||
            (!topology.empty() && !line->topology.empty() && topology != line->topology))
            return usage_fault("evaluate", "the layouts name different models or topologies");
        if (const std::string fault = contradicted_name(args, *line); !fault.empty())
            return usage_fault("evaluate", fault);
        if (!line->model.empty()) model = line->model;
        if (!line->topology.empty()) topology = line->topology;
    }
    int status = done;
    const std::optional<Result<Problem>> problem = named_problem("evaluate", args, status, model, topology);
    if (!problem) return status;
    print_notes(problem->diagnostics());
    std::vector<Options> layouts; // the problem's, narrowed to each
    for (const std::string& text : texts) {
        Result<LayoutLine> line = read_layout(text, (*problem)->options);
        if (!line) return usage_fault("evaluate", "--layout \"" + text + "\": " + describe_fault(line.fault()));
        status = check_layout(args, (*problem)->options, line->options);
        if (status != done) return status;
        layouts.push_back(std::move(line->options));
    }
    const Interruption interruption;
    const SolveControl control = interruption.control();
    std::vector<std::vector<std::string>> rows{{"layout", "step", "MFU", "bubble", "memory", "runs"}};
    std::vector<std::pair<double, std::size_t>> order; // by step time; what doesn't run comes last
    bool any = false;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const FixedLayout layout = price_layout(**problem, layouts[i], control);
        if (!layout.plan()) {
            const std::string why =
                layout.broken.empty() ? layout.result.why_infeasible.text() : layout.broken.front().text();
            rows.push_back({texts[i], "-", "-", "-", "-", "no: " + ascii(why)});
            order.emplace_back(1e300, rows.size() - 1);
            continue;
        }
        const Evaluation& e = layout.plan()->evaluation;
        any = any || layout.fits();
        // As the search ranks them, so that its best plan stands first here, too.
        const double step = prudent_seconds(*layout.plan());
        rows.push_back(
            {layout_text(layout.plan()->plan),
             plain(e.step_seconds, Unit::seconds) +
                 (step > e.step_seconds * (1 + longer_run) ? " (runs " + plain(step, Unit::seconds) + ")" : ""),
             e.mfu > 0 ? plain(e.mfu, Unit::ratio) : "-", plain(e.bubble_fraction, Unit::ratio),
             plain(e.peak_memory, Unit::bytes),
             layout.fits() ? "yes"
                           : "no: stage " + std::to_string(layout.stage) + " is over by " +
                                 plain(layout.over_bytes, Unit::bytes)});
        order.emplace_back(layout.fits() ? step : 1e200 + step, rows.size() - 1);
    }
    std::stable_sort(order.begin(), order.end());
    std::vector<std::vector<std::string>> sorted{rows.front()};
    for (const auto& [step, row] : order)
        sorted.push_back(rows[row]);
    std::cout << name_text((*problem)->model.name) << " on " << name_text((*problem)->topology_name)
              << ", global batch " << plain(static_cast<double>((*problem)->options.global_batch), Unit::count)
              << "\n\n"
              << table(sorted, {0, 5}, "  ");
    if (interruption.happened()) return stopped_early;
    return any ? done : no_plan;
}

int evaluate_layout(const Arguments& args) {
    if (const auto& texts = args.values.at("--layout"); texts.size() > 1) return compare_layouts(args, texts);
    const std::string text = args.get("--layout");
    const Result<LayoutLine> line = read_layout(text, {});
    if (!line) return usage_fault("evaluate", "--layout: " + describe_fault(line.fault()));
    if (const std::string fault = contradicted_name(args, *line); !fault.empty()) return usage_fault("evaluate", fault);
    int status = done;
    const std::optional<Result<Problem>> problem = named_problem("evaluate", args, status, line->model, line->topology);
    if (!problem) return status;
    print_notes(problem->diagnostics());
    const Result<LayoutLine> narrowed = read_layout(text, (*problem)->options); // whose options it may contradict
    if (!narrowed) return usage_fault("evaluate", "--layout: " + describe_fault(narrowed.fault()));
    status = check_layout(args, (*problem)->options, narrowed->options);
    return status == done ? show_layout(args, **problem, narrowed->options) : status;
}

/// A plan is priced whatever the options of its file ask for; beside its price stands what it doesn't keep.
void tell_options_not_kept(const Arguments& args, const Problem& problem, const RankedPlan& ranked) {
    if (args.get("--json") == "-") return warn_of_options_not_kept(problem, ranked);
    const std::vector<std::string> clauses = options_not_kept(problem, ranked);
    if (!clauses.empty()) std::cout << "\nThe plan does not keep the options of its file\n\n";
    for (const std::string& clause : clauses)
        std::cout << "  " << clause << "\n";
    std::cout << std::flush;
}

int evaluate_file(Arguments& args) {
    for (const OptionSpec& option : problem_options())
        if (args.has(option.name))
            return usage_fault("evaluate", "--plan and " + option.name +
                                               " exclude each other: the file holds its own inputs; --layout prices a "
                                               "layout on others");
    const std::string path = args.get("--plan");
    const Result<nlohmann::json> json = io::read_json(path);
    if (!json) return input_faults(json.diagnostics());
    if (nest2026::is_plan(*json)) return evaluate_published(args);
    int status = done;
    const std::optional<io::PlanFile> file = read_plan_file(*json, path, status);
    if (!file) return status;
    SolveResult priced = file->result;
    if (!priced.plans.empty()) priced = only_priced(priced.plans.front());
    status = show_plan(args, file->problem, priced);
    if (!priced.plans.empty()) tell_options_not_kept(args, file->problem, priced.plans.front());
    if (args.has("--explain") && args.get("--json") != "-" && !file->result.plans.empty()) {
        const Interruption interruption;
        SolveControl control = interruption.control();
        explain(file->problem, file->result.plans.front(), control);
    }
    return status;
}

} // namespace

int run_evaluate(Arguments& args, const Hooks&) {
    if (args.get("--cost", "nest") == "nest2026") return evaluate_published(args);
    if (args.get("--cost", "nest") != "nest")
        return usage_fault("evaluate", "unknown cost model " + args.get("--cost") + "; there are nest and nest2026");
    if (args.has("--launch")) return evaluate_launch(args);
    if (args.has("--plan") == args.has("--layout")) {
        return usage_fault("evaluate", args.has("--plan") ? "--plan and --layout exclude each other"
                                                          : "--plan, --layout or --launch is missing");
    }
    return args.has("--layout") ? evaluate_layout(args) : evaluate_file(args);
}

} // namespace nest::cli
