// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/engine_text.h"

#include "base/phrase.h"
#include "base/quantity.h"
#include "base/translatable.h"
#include "explain/verdict.h"
#include "plan/engines.h"

#include <algorithm>
#include <cctype>

namespace nest::io::detail {

namespace {

constexpr std::size_t longest_line = 200;

/// Text from a file inside a comment: on one line, whatever it holds.
std::string one_line(std::string text) {
    text = printable(text);
    if (text.size() <= longest_line) return text;
    std::size_t end = longest_line - 3;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) // inside a character of UTF-8
        --end;
    return text.substr(0, end) + "...";
}

/// A quantity in ASCII: not every reader of these files expects more.
std::string plain(double value, Unit unit) {
    std::string text = format_quantity(value, unit);
    for (const auto& [wide, narrow] :
         {std::pair{"\u202f", " "}, {"\u00b5", "u"}, {"\u2013", "-"}, {"\u221e", "infinite"}}) {
        for (std::size_t at = text.find(wide); at != std::string::npos; at = text.find(wide))
            text.replace(at, std::string_view(wide).size(), narrow);
    }
    return text;
}

} // namespace

Diagnostic refusal(const std::string& engine, Phrase why) {
    return fault(ErrorCode::plan_refused, engine, {}, std::move(why));
}

std::optional<Diagnostic> obstacle(const std::string& target, const std::string& engine, const Problem& problem,
                                   const Plan& plan) {
    const std::string why = engine_obstacle(target, shape_of(problem, plan));
    if (why.empty()) return std::nullopt;
    return refusal(engine, Phrase("Engines", why.c_str()));
}

Result<std::vector<LayerRange>> stage_ranges(const Problem& problem, const Plan& plan, const std::string& engine) {
    std::vector<LayerRange> ranges;
    int next = 0;
    for (const StagePlan& stage : plan.virtual_pipeline()) {
        const int first = next;
        for (const int layer : stage.layers) {
            if (layer != next++)
                return refusal(
                    engine, Phrase("Engines",
                                   QT_TRANSLATE_NOOP(
                                       "Engines",
                                       "its stages are no rows of layers in the model's order, as this engine's are")));
        }
        ranges.push_back({first, next});
    }
    if (next != static_cast<int>(problem.model.layers.size())) {
        return refusal(engine,
                       Phrase("Engines", QT_TRANSLATE_NOOP("Engines", "its stages hold %1 of the model's %2 layers"),
                              {next, static_cast<std::int64_t>(problem.model.layers.size())}));
    }
    return ranges;
}

bool is_block_chain(const ModelGraph& model) {
    if (model.layers.size() < 3 || model.layers.front().kind != LayerKind::embedding ||
        model.layers.back().kind != LayerKind::head)
        return false;
    return std::all_of(model.layers.begin() + 1, model.layers.end() - 1, [](const Layer& layer) {
        return layer.kind == LayerKind::transformer || layer.kind == LayerKind::moe;
    });
}

std::vector<std::string> heading(const std::string& file, const Problem& problem, const Plan& plan,
                                 const Evaluation& evaluation) {
    const ModelGraph& model = problem.model;
    const std::string network = problem.topology_name.empty() ? problem.levels.name : problem.topology_name;
    const auto layers = static_cast<std::int64_t>(model.layers.size());
    std::string size = is_block_chain(model) ? counted(layers - 2, "block") : counted(layers, "layer");
    if (model.sequence_length > 0) size += ", sequences of " + counted(model.sequence_length, "token");
    std::string estimate = plain(evaluation.step_seconds, Unit::seconds) + " a step, " +
                           plain(evaluation.peak_memory, Unit::bytes) + " on the fullest device";
    if (!evaluation.fits) estimate += ", more than it has";
    std::vector<std::string> lines{
        file + ", written by NEST Planner " NEST_VERSION,
        "Model:     " + model.name + ", " + size,
        "Network:   " + network + ", device " + problem.device.name,
        "Plan:      " + layout_text(plan) + ", " + counted(plan.devices(), "device") + ", " +
            counted(evaluation.micro_batches, "micro-batch") + " a step",
        "Objective: " + std::string(name_of(problem.options.objective)),
        "Estimate:  " + estimate,
    };
    if (const auto load = expert_load(problem))
        lines.push_back("           for " + load->text() +
                        (problem.options.expert_imbalance == 1 ? ", which is assumed" : ""));
    for (std::string& line : lines)
        line = one_line(std::move(line));
    return lines;
}

std::string commented(const std::vector<std::string>& lines, const std::string& mark) {
    std::string text;
    // A line that ends inside would go on outside the comment.
    for (const std::string& line : lines)
        text += line.empty() ? mark.substr(0, mark.find_last_not_of(' ') + 1) + "\n" : mark + printable(line) + "\n";
    return text;
}

} // namespace nest::io::detail
