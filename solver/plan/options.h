// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"
#include "base/quantity.h"
#include "model/builders.h"
#include "plan/pins.h"

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

/// Everything a person may choose about a plan, and the one table that drives the option panel, the command line, the
/// files and the documentation.
namespace nest {

enum class Recompute { none, selective, full, stage };
enum class ScheduleKind { one_f_one_b, gpipe, zb_h1, interleaved };
/// In the order in which plans that cost the same are ranked: the engines' own order of ranks comes first.
enum class LayoutKind { dp_inner, pp_inner };
/// What the search minimises. memory: the peak of the fullest device, among plans no slower than max_step_seconds
/// (auto: any). balanced_memory: by how much the fullest stage's devices hold more than the emptiest one's, among plans
/// no slower than max_step_seconds (auto: one tenth slower than the fastest; without a bound a single stage would
/// always be the answer). Of plans that are equal in that, the fastest.
enum class Objective { latency, paper, memory, balanced_memory };
constexpr bool minimises_memory(Objective objective) {
    return objective == Objective::memory || objective == Objective::balanced_memory;
}
enum class Precision { megatron, zero, fp32, sgd_mixed };
enum class Switch { automatic, on, off };

/// Bytes per parameter of weights, gradients and optimizer state. Sources: ZeRO (Rajbhandari et al. 2020) for
/// 2 + 2 + 12, Megatron-LM for 2 + 4 + 12 (fp32 main gradients).
struct PrecisionBytes {
    double weights, gradients, optimizer;
};
PrecisionBytes bytes_of(Precision precision);

/// A list of whole numbers or "auto" (empty optional).
using Degrees = std::optional<std::vector<std::int64_t>>;

/// Replaces or scales one level's bandwidth or latency.
struct LevelChange {
    bool scale = false; ///< true: multiply; false: replace (SI base unit)
    double value = 1;
    bool operator==(const LevelChange&) const = default;
};

struct Options {
    std::int64_t global_batch = 1024; ///< sequences per step
    std::optional<std::int64_t> sequence_length;
    Degrees micro_batches, tp, pp, dp, ep, cp, zero;
    Switch sequence_parallel = Switch::automatic;
    Switch expert_fold = Switch::off; ///< an expert grid of its own; automatic: with and without
    Degrees expert_tp;                ///< of folded experts
    bool zero_uniform = true;
    std::optional<std::vector<Recompute>> recompute;
    /// Full recomputation may be of the first so many layers of a stage alone; 0: of all. Nothing: any number.
    Degrees recompute_layers = std::vector<std::int64_t>{0};
    std::optional<std::vector<ScheduleKind>> schedule;
    Degrees virtual_stages; ///< of the interleaved schedule: chunks of layers on each stage
    /// A stage may be there up to so many times inside each replica, its copies taking turns with the micro-batches.
    std::int64_t copies = 1;
    /// Exactly so many of each stage: what a line of a layout says, and no option of its own. Empty: any up to
    /// `copies`.
    std::vector<std::int64_t> stage_copies;
    std::vector<LayoutKind> layouts{LayoutKind::dp_inner, LayoutKind::pp_inner};
    std::string target = "any";
    std::optional<std::int64_t> max_devices;
    std::vector<LayerPin> pins; ///< layers that must be on a stage
    Objective objective = Objective::latency;
    std::optional<double> max_step_seconds; ///< with a memory objective
    Precision precision = Precision::megatron;
    AttentionKernel attention = AttentionKernel::flash;
    bool dropout = false;
    bool fused_loss = false;
    double expert_imbalance = 1;
    std::optional<double> memory_capacity, reserve_bytes, reserve_fraction;
    double communicator_bytes = 0;
    double overlap_dp = 0, overlap_zero = 0;
    std::optional<std::int64_t> nodes;
    std::map<std::string, LevelChange> level_bandwidth, level_latency;
    bool round_up_micro_batches = false;
    std::int64_t downset_limit = 40000;
    bool operator==(const Options&) const = default;
};

enum class OptionType {
    integer,      ///< JSON integer
    number,       ///< JSON number in the SI base unit
    boolean,      ///< JSON true/false
    choice,       ///< JSON string, one of choices
    integer_list, ///< JSON array of integers, a single integer, or "auto"
    choice_list,  ///< JSON array of strings, a single string, or "auto"
    text,         ///< JSON string with a syntax of its own, or "auto"
    level_map     ///< a family of keys "level_bandwidth.NAME": a number replaces, "x0.5" scales
};

/// One row of the option table. Texts are English sources for translation (context "Options").
struct OptionInfo {
    std::string key;
    const char* group; ///< "Training", "Parallelism", "Memory", "Network", "Search"
    const char* label;
    const char* help; ///< one or two sentences: what it does, what auto means
    OptionType type{};
    Unit unit = Unit::none;
    double minimum = 0;
    double maximum = 0;
    std::vector<std::string> choices;       ///< for choice and choice_list, in order
    std::vector<const char*> choice_labels; ///< as shown to people, translatable; same order
    bool allows_auto = false;               ///< null or "auto" means: the search or the device decides
    bool important = false;                 ///< one of the few that the panel shows first
};

const std::vector<OptionInfo>& option_table();
/// Also finds the family of "level_bandwidth.nvlink". Null if unknown.
const OptionInfo* find_option(const std::string& key);

/// Current value as JSON ("auto" where the search decides). `key` must be known.
nlohmann::json get_option(const Options& options, const std::string& key);
/// Checks type, bounds and choices and stores. Faults: unknown_option (nearest key suggested), wrong_type,
/// out_of_range, unknown_name. Options stay unchanged on a fault.
std::optional<Diagnostic> set_option(Options& options, const std::string& key, const nlohmann::json& value);
/// The same from text, as --set and the panel's fields give it: "1,2,4", "auto", "80 GiB", "on", "x0.5".
std::optional<Diagnostic> set_option_text(Options& options, const std::string& key, const std::string& text);
/// Value as editable text that set_option_text reads back: "1, 2, 4", "80 GB", "auto".
std::string option_text(const Options& options, const std::string& key);

/// What the options say about building a model from its configuration.
BuildSettings build_settings(const Options& options);

/// Keys whose value differs from the default, as one JSON object (nest-options without the header).
nlohmann::json options_to_json(const Options& options);
/// Reads such an object; "format" and "version" are skipped, unknown keys are faults with the pointer.
Result<Options> options_from_json(const nlohmann::json& object, const std::string& file,
                                  const std::string& pointer = "");

std::string_view name_of(Recompute value);
std::string_view name_of(ScheduleKind value);
std::string_view name_of(LayoutKind value);
std::string_view name_of(Objective value);
std::string_view name_of(Precision value);

} // namespace nest
