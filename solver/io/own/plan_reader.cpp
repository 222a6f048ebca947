// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/phrase.h"
#include "base/translatable.h"
#include "io/files.h"
#include "io/own/plan_names.h"
#include "io/reader.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <unordered_map>

/// nest-plan and case files, read. Prices are never taken from a file: evaluate() makes them again.
namespace nest::io {

namespace {

using nlohmann::json;

constexpr std::int64_t largest_degree = std::int64_t{1} << 24;
/// Of a step, over however many micro-batches; and of a search.
constexpr Range step_seconds{0, 1e18, false, Unit::seconds};
constexpr Range search_seconds{0, 1e9, false, Unit::seconds};

/// Model, levels, device and options, side by side in one object.
Result<Problem> problem_from_parts(const Reader& parts, const std::string& file) {
    const std::string place = parts.pointer();
    FaultList& faults = parts.faults();
    std::vector<Diagnostic> warnings;
    const auto part = [&](const char* key, auto read) {
        using Part = decltype(read(json(), file, std::string()));
        if (!parts.has(key)) {
            parts.fault(ErrorCode::missing_key, key, {}, {});
            return Part(Diagnostic{});
        }
        Part result = read(parts.value().at(key), file, place + pointer_part(key));
        if (!result.ok()) {
            for (const Diagnostic& diagnostic : result.diagnostics())
                faults.add(diagnostic);
        } else {
            warnings.insert(warnings.end(), result.diagnostics().begin(), result.diagnostics().end());
        }
        return result;
    };
    BuildSettings build; // for a model given by its architecture alone; faults of options are told in their turn
    if (parts.has("options")) {
        if (const auto options = options_from_json(parts.value().at("options"), file)) build = build_settings(*options);
    }
    Result<ModelGraph> model =
        part("model", [&build](const json& value, const std::string& name, const std::string& pointer) {
            return model_from_json(value, name, pointer, build);
        });
    Result<LevelModel> levels = part("levels", levels_from_json);
    Result<Device> device = part("device", device_from_json);
    Result<Options> options = parts.has("options") ? part("options", options_from_json) : Result<Options>(Options());
    const std::string topology = parts.name_or("topology_name", levels.ok() ? levels->name : std::string());
    if (!faults.empty()) return faults.take();

    Result<Problem> problem =
        make_problem(std::move(*model), std::move(*levels), std::move(*device), std::move(*options), topology);
    if (problem) {
        problem.add(warnings);
        return problem;
    }
    for (Diagnostic diagnostic : problem.diagnostics())
        faults.add(std::move(diagnostic));
    return faults.take();
}

/// Layers of a model by id.
using LayerIndex = std::unordered_map<std::string, int>;

/// Virtual stages of a stage: ranges of the model's layers, or where those overlap how many of `layer_ids` each has.
void read_chunks(const Reader& reader, std::int64_t chunks, StagePlan& stage) {
    std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
    constexpr std::int64_t most_layers = 1000000;
    reader.each("chunks", true, [&](const Reader& range) {
        const json& value = range.value();
        const bool pair =
            value.is_array() && value.size() == 2 && value[0].is_number_integer() && value[1].is_number_integer();
        if (!pair) return range.fault(ErrorCode::wrong_type, nullptr, "[first layer, last layer]", shown(value));
        ranges.emplace_back(value[0].get<std::int64_t>(), value[1].get<std::int64_t>());
    });
    if (static_cast<std::int64_t>(ranges.size()) != chunks)
        return reader.fault(ErrorCode::inconsistent, "chunks", std::to_string(chunks) + ", one for each virtual stage",
                            std::to_string(ranges.size()));
    std::vector<std::int64_t> sizes;
    if (reader.has("chunk_layers"))
        reader.each("chunk_layers", false,
                    [&](const Reader& size) { sizes.push_back(size.as_integer(1, most_layers)); });
    std::vector<int> ordered;
    if (sizes.empty()) {
        for (const auto& [first, last] : ranges) {
            sizes.push_back(0);
            for (const int layer : stage.layers)
                if (layer >= first && layer <= last) {
                    ordered.push_back(layer);
                    ++sizes.back();
                }
        }
    } else {
        ordered = stage.layers;
    }
    std::int64_t all = 0;
    for (const std::int64_t size : sizes)
        all += size;
    if (all != static_cast<std::int64_t>(stage.layers.size()) || static_cast<std::int64_t>(sizes.size()) != chunks)
        return reader.fault(ErrorCode::inconsistent, "chunks", "every layer of the stage in one of its virtual stages",
                            std::to_string(all) + " layers in them, " + std::to_string(stage.layers.size()) +
                                " in the stage");
    stage.layers = std::move(ordered);
    auto begin = stage.layers.begin();
    for (const std::int64_t size : sizes) {
        stage.chunk_sizes.push_back(static_cast<int>(size));
        std::sort(begin, begin + size);
        begin += size;
    }
}

StagePlan read_stage(const Reader& reader, const LayerIndex& layers, std::int64_t chunks) {
    static const auto recomputations = names_up_to(Recompute::stage);
    StagePlan stage;
    if (!reader.is_object()) return stage;
    reader.each("layer_ids", true, [&](const Reader& item) {
        if (!item.value().is_string())
            return item.fault(ErrorCode::wrong_type, nullptr, "a layer's id", shown(item.value()));
        const auto found = layers.find(item.value().get<std::string>());
        if (found == layers.end())
            return item.fault(ErrorCode::unknown_name, nullptr, "a layer of the plan's model", shown(item.value()));
        stage.layers.push_back(found->second);
    });
    if (chunks > 1)
        read_chunks(reader, chunks, stage);
    else
        std::sort(stage.layers.begin(), stage.layers.end());
    stage.recompute = static_cast<Recompute>(reader.choice("recompute", recomputations, 0));
    if (stage.recompute == Recompute::full && reader.has("recompute_layers")) {
        const auto all = static_cast<std::int64_t>(stage.layers.size());
        const std::int64_t some = reader.integer("recompute_layers", 1, std::max<std::int64_t>(all, 1));
        stage.recompute_layers = some < all ? static_cast<int>(some) : 0;
        if (chunks > 1 && some < all) { // counted over all virtual stages; the same number in each
            int each = 1;
            for (; each < stage.longest_chunk(); ++each) {
                stage.recompute_layers = each;
                if (stage.repeated_layers() >= some) break;
            }
            if (stage.repeated_layers() != some)
                reader.fault(ErrorCode::inconsistent, "recompute_layers",
                             "as many recomputed layers in each virtual stage", std::to_string(some));
        }
    }
    stage.zero = static_cast<int>(reader.integer("zero", 0, 3, 0));
    stage.copies = reader.integer("copies", 1, largest_degree, 1);
    return stage;
}

Plan read_plan(const Reader& reader, const LayerIndex& layers) {
    static const auto schedules = names_up_to(ScheduleKind::interleaved);
    static const auto layouts = names_up_to(LayoutKind::pp_inner);
    Plan plan;
    std::int64_t chunks = 1;
    reader.object("strategy", true, [&](const Reader& s) {
        plan.strategy.tp = s.integer("tp", 1, largest_degree, 1);
        plan.strategy.ep = s.integer("ep", 1, largest_degree, 1);
        plan.strategy.expert_tp = s.integer("expert_tp", 0, largest_degree, 0);
        plan.strategy.cp = s.integer("cp", 1, largest_degree, 1);
        plan.strategy.sequence_parallel = s.boolean("sequence_parallel", false);
        plan.micro_batch = s.integer("micro_batch", 1, largest_degree, 1);
        plan.schedule = static_cast<ScheduleKind>(s.choice("schedule", schedules, 0));
        plan.layout = static_cast<LayoutKind>(s.choice("layout", layouts, static_cast<int>(plan.layout)));
        plan.replicas = s.integer("replicas", 1, largest_degree);
        plan.stride = s.integer("stride", 1, largest_degree);
        chunks = s.integer("virtual_stages", 1, largest_degree, 1);
        if (s.integer("dp", 1, largest_degree, plan.data_parallel()) != plan.data_parallel()) {
            s.fault(ErrorCode::inconsistent, "dp", "replicas * ep = " + std::to_string(plan.data_parallel()),
                    shown(s.value().at("dp")));
        }
    });
    reader.each("stages", true, [&](const Reader& item) { plan.stages.push_back(read_stage(item, layers, chunks)); });
    reader.object("strategy", false, [&](const Reader& s) {
        if (s.integer("pp", 1, largest_degree, plan.stage_count()) != plan.stage_count()) {
            s.fault(ErrorCode::inconsistent, "pp", std::to_string(plan.stage_count()) + ", the number of stages",
                    shown(s.value().at("pp")));
        }
    });
    return plan;
}

/// What a file says beside the plan itself must follow from it: somebody who edits one of two would otherwise get the
/// price of the other.
void check_derived(const Reader& reader, const json& derived) {
    const auto cut = [](const json& value) { // lists, too: the difference is in their numbers
        return elided(value.dump(-1, ' ', false, json::error_handler_t::replace), 60);
    };
    const auto check = [&cut](const Reader& place, const json& expected, std::initializer_list<const char*> keys) {
        for (const char* key : keys)
            if (place.has(key) && expected.contains(key) && place.value().at(key) != expected.at(key))
                place.fault(ErrorCode::inconsistent, key, cut(expected.at(key)) + ", which follows from the plan",
                            cut(place.value().at(key)));
    };
    check(reader, derived, {"layout_text"});
    reader.object("strategy", true, [&](const Reader& strategy) {
        check(strategy, derived.at("strategy"), {"num_micro_batches", "rank_order"});
    });
    std::size_t index = 0;
    reader.each("stages", true, [&](const Reader& stage) {
        check(stage, derived.at("stages").at(index++),
              {"chunks", "chunk_layers", "devices_per_replica", "recompute_layers", "ranks", "level_in", "level_out"});
    });
}

/// Figures of a file that pricing makes otherwise. They are made again and never read; that they were edited, or that
/// an older version priced otherwise, is told in one sentence.
class Differences {
public:
    void compare(const Reader& place, const json& expected, const char* key) {
        if (!place.has(key) || !differ(place.value().at(key), expected.at(key))) return;
        const auto cut = [](const json& value) {
            return value.is_structured() ? elided(value.dump(-1, ' ', false, json::error_handler_t::replace), 60)
                                         : shown(value);
        };
        note(place.pointer() + pointer_part(key), key, cut(expected.at(key)), cut(place.value().at(key)));
    }
    void compare_members(const Reader& place, const json& expected, const char* group) {
        place.object(group, false, [&](const Reader& values) {
            for (const auto& [key, value] : expected.at(group).items())
                compare(values, expected.at(group), key.c_str());
        });
    }
    void note(std::string pointer, std::string key, std::string expected, std::string found) {
        if (m_count++ > 0) return;
        m_first = nest::fault(ErrorCode::inconsistent, std::move(pointer), std::move(key), std::move(expected),
                              std::move(found));
    }
    void tell(FaultList& faults) {
        if (m_count == 0) return;
        const char* const words =
            m_count == 1
                ? QT_TRANSLATE_NOOP("NoteWords",
                                    "%1, which follows from the plan and its inputs; what the file says is not used")
            : m_count == 2
                ? QT_TRANSLATE_NOOP("NoteWords", "%1, which follows from the plan and its inputs, as 1 other figure of "
                                                 "the file doesn't; what the file says is not used")
                : QT_TRANSLATE_NOOP("NoteWords", "%1, which follows from the plan and its inputs, as %2 other figures "
                                                 "of the file don't; what the file says is not used");
        m_first.expected = note_words(words, {std::move(m_first.expected), m_count - 1});
        faults.warn(m_first);
    }

private:
    static bool differ(const json& found, const json& expected) {
        if (found.is_structured() && found.type() == expected.type() && found.size() == expected.size()) {
            if (found.is_array())
                return !std::equal(found.begin(), found.end(), expected.begin(),
                                   [](const json& a, const json& b) { return !differ(a, b); });
            return std::any_of(found.items().begin(), found.items().end(), [&](const auto& item) {
                return !expected.contains(item.key()) || differ(item.value(), expected.at(item.key()));
            });
        }
        if (!found.is_number() || !expected.is_number()) return found != expected;
        const double a = found.get<double>(), b = expected.get<double>();
        return std::abs(a - b) > 1e-6 * std::max(std::abs(a), std::abs(b));
    }

    Diagnostic m_first;
    std::int64_t m_count = 0;
};

void compare_figures(const Reader& reader, const json& derived, Differences& differences) {
    differences.compare_members(reader, derived, "metrics");
    differences.compare(reader, derived, "engines");
    std::size_t index = 0;
    reader.each("stages", true, [&](const Reader& stage) {
        const json& expected = derived.at("stages").at(index++);
        for (const char* key : {"in_flight", "sync_seconds", "update_seconds"})
            differences.compare(stage, expected, key);
        differences.compare_members(stage, expected, "time");
        for (const char* group : {"memory", "embedding_memory", "head_memory"})
            differences.compare_members(stage, expected, group);
    });
}

/// Reads a plan and prices it.
void add_plan(const Reader& reader, const Problem& problem, const LayerIndex& layers, std::vector<RankedPlan>& plans,
              Differences& differences) {
    Plan plan = read_plan(reader, layers);
    if (!reader.faults().empty()) return;
    Result<Evaluation> evaluation = evaluate(problem, plan);
    if (evaluation) {
        plans.push_back({std::move(plan), std::move(*evaluation)});
        const json derived = ranked_json(problem, plans.back());
        check_derived(reader, derived);
        compare_figures(reader, derived, differences);
        return;
    }
    for (Diagnostic diagnostic : evaluation.diagnostics()) {
        diagnostic.pointer = reader.pointer() + diagnostic.pointer;
        reader.faults().add(std::move(diagnostic));
    }
}

/// Status and gap are kept for the very inputs and figures that a search proved them for; any other plan was priced
/// just now and no more.
void keep_what_is_proven(const Reader& reader, Objective objective, SolveResult& result, Differences& differences) {
    const auto dropped = [&](const char* key, const char* status, const std::string& why) {
        differences.note(reader.pointer() + pointer_part(key), key, "\"" + std::string(status) + "\": " + why,
                         shown(reader.value().value(key, json())));
    };
    const bool fits = result.plans.empty() || result.plans.front().evaluation.fits;
    const bool claims = result.gap_known() || (result.plans.empty() && result.status == SolveStatus::infeasible);
    const bool proven = reader.value().value("proved_for", json()) == fingerprint(reader.value());
    const auto unproven = [&] { // nor does anything else that the search of other inputs found out count
        SolveResult priced;
        priced.plans = std::move(result.plans);
        priced.status = priced.plans.empty() ? SolveStatus::stopped
                        : fits               ? SolveStatus::feasible
                                             : SolveStatus::infeasible;
        result = std::move(priced);
    };
    if (!result.plans.empty() && fits == (result.status == SolveStatus::infeasible)) {
        unproven();
        dropped("status", fits ? "feasible" : "infeasible", fits ? "the plan fits" : "the plan does not fit in memory");
    } else if (claims && !proven) {
        const bool optimal = result.status != SolveStatus::feasible;
        const char* now = result.plans.empty() ? "stopped" : "feasible";
        unproven();
        if (optimal)
            dropped("status", now, "these are not the inputs and figures that a search proved it for");
        else
            dropped("gap", "null", "these are not the inputs and figures that a search proved it for");
    }
    const auto is_above = [&](const char* key, double bound, double value, Unit unit) {
        if (result.plans.empty() || bound <= value * (1 + 1e-6)) return false;
        differences.note(reader.pointer() + pointer_part(key), key,
                         "at most the plan's own " + value_text(value, unit) + ", since nothing is below a lower bound",
                         value_text(bound, unit));
        return true;
    };
    const double step = result.plans.empty() ? 0 : result.plans.front().evaluation.step_seconds;
    const double bytes = result.plans.empty() ? 0 : result.plans.front().evaluation.goal_bytes(objective);
    const bool for_memory = minimises_memory(objective), optimal = result.status == SolveStatus::optimal;
    const bool above = is_above("lower_bound_seconds", result.lower_bound_seconds, step, Unit::seconds);
    const bool more = for_memory && is_above("lower_bound_bytes", result.lower_bound_bytes, bytes, Unit::bytes);
    if (!optimal && (for_memory ? more : above)) {
        unproven(); // the gap is the distance to that bound
    } else {
        if (above) result.lower_bound_seconds = optimal && !for_memory ? step : 0;
        if (more) result.lower_bound_bytes = bytes;
    }
    if (!result.gap_known()) {
        result.gap = 0;
    } else if (result.status == SolveStatus::optimal && result.gap > 0) {
        differences.note(reader.pointer() + "/gap", "gap", "0 for an optimal plan", shown(reader.value().at("gap")));
        result.gap = 0;
    }
}

void read_rejected(const Reader& reader, SolveResult& result) {
    constexpr std::int64_t most = std::int64_t{1} << 53;
    reader.object("counts", false, [&](const Reader& counts) {
        counts.members([&](const std::string& reason, const Reader& count) {
            result.rejected_counts[reason] = count.as_integer(0, most);
        });
    });
    reader.each("sample", false, [&](const Reader& item) {
        if (!item.is_object()) return;
        Rejection rejection;
        rejection.candidate = item.name_or("candidate", "", limits::longest_sentence);
        rejection.reason = item.name_or("reason", "");
        rejection.text = item.name_or("text", "", limits::longest_sentence);
        rejection.stage = static_cast<int>(item.integer("stage", 0, largest_degree, -1));
        rejection.over_bytes = item.number("over_bytes", limits::layer_bytes, 0);
        result.rejected_sample.push_back(std::move(rejection));
    });
}

void read_result(const Reader& reader, SolveResult& result) {
    constexpr std::int64_t most = std::int64_t{1} << 53;
    result.status = static_cast<SolveStatus>(reader.choice("status", status_names));
    result.gap = reader.number("gap", {0, 1}, 0);
    result.lower_bound_seconds = reader.number("lower_bound_seconds", step_seconds, 0);
    result.lower_bound_bytes = reader.number("lower_bound_bytes", limits::layer_bytes, 0);
    result.fastest_seconds = reader.number("fastest_step_seconds", step_seconds, 0);
    result.most_seconds = reader.number("step_limit_seconds", step_seconds, 0);
    result.solve_seconds = reader.number("solve_seconds", search_seconds, 0);
    result.why_infeasible = reader.name_or("why_infeasible", "", limits::longest_sentence);
    reader.object("search", false, [&](const Reader& search) {
        result.candidates = search.integer("candidates", 0, most, 0);
        result.pruned = search.integer("pruned", 0, most, 0);
        result.states = search.integer("states", 0, most, 0);
        result.exact_searches = search.integer("exact_searches", 0, most, 0);
        result.fates = fate_counts(search);
    });
    reader.object("rejected", false, [&](const Reader& rejected) { read_rejected(rejected, result); });
}

} // namespace

FateCounts fate_counts(const Reader& search) {
    FateCounts fates;
    const auto read = [&](const Reader& reader, std::size_t first, std::size_t last) {
        for (std::size_t fate = first; fate < last; ++fate)
            fates.counts[fate] = reader.integer(std::string(fate_names[fate]).c_str(), 0, std::int64_t{1} << 53, 0);
    };
    search.object("pruned_by", false, [&](const Reader& pruned_by) { read(pruned_by, 0, removing_fate_count); });
    read(search, removing_fate_count, fate_count);
    return fates;
}

Result<Problem> case_from_json(const json& value, const std::string& file) {
    FaultList faults(file);
    const Reader reader(value, faults);
    if (!reader.is_object()) return faults.take();
    for (const char* key : {"format", "version"})
        (void)reader.has(key); // known
    Result<Problem> problem = problem_from_parts(reader, file);
    reader.warn_of_misspelt_keys();
    if (problem) problem.add(faults.warnings());
    return problem;
}

Result<PlanFile> plan_from_json(const json& value, const std::string& file) {
    FaultList faults(file);
    const Reader reader(value, faults);
    if (!reader.header({"nest-plan"})) return faults.take();
    if (value.contains("cost") && value.at("cost") == "nest2026") {
        reader.fault(ErrorCode::unsupported, "cost", "a plan of this program's own cost model",
                     "the paper's published model, which `evaluate --cost nest2026` prices,");
        return faults.take();
    }
    reader.choice("cost", {"nest", "nest2026"}, 0);
    Result<Problem> problem = Diagnostic{};
    reader.object("inputs", true, [&](const Reader& inputs) {
        problem = problem_from_parts(inputs, file);
        inputs.warn_of_misspelt_keys();
    });
    if (!problem) {
        if (faults.empty()) return problem.diagnostics();
        return faults.take();
    }
    PlanFile plan{std::move(*problem), {}};
    LayerIndex layers;
    for (std::size_t i = 0; i < plan.problem.model.layers.size(); ++i)
        layers.emplace(plan.problem.model.layers[i].id, static_cast<int>(i));
    read_result(reader, plan.result);
    Differences differences;
    if (reader.has("strategy")) {
        add_plan(reader, plan.problem, layers, plan.result.plans, differences);
        reader.each("alternatives", false, [&](const Reader& item) {
            if (item.is_object()) add_plan(item, plan.problem, layers, plan.result.plans, differences);
        });
    }
    if (faults.empty()) {
        if (reader.has("objective") && value.at("objective") != name_of(plan.problem.options.objective))
            differences.note("/objective", "objective", std::string(name_of(plan.problem.options.objective)),
                             shown(value.at("objective")));
        if (reader.has("traffic") && !plan.result.plans.empty())
            differences.compare(reader, {{"traffic", traffic_json(plan.problem, plan.result.plans.front())}},
                                "traffic");
        for (const char* key : {"planner", "proved_for", "role", "layout_text", "stages", "metrics", "engines",
                                "alternatives", "traffic"})
            (void)reader.has(key); // known, whether a plan is there that they go with or not
        reader.warn_of_misspelt_keys();
        keep_what_is_proven(reader, plan.problem.options.objective, plan.result, differences);
        differences.tell(faults);
    }
    const std::vector<Diagnostic> notes = problem.diagnostics();
    Result<PlanFile> result = result_of(std::move(plan), faults);
    if (result) result.add(notes);
    return result;
}

} // namespace nest::io
