// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "network/topology.h"
#include "plan/problem.h"
#include "search/solve.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <variant>

/// Reading and writing our own formats (nest-model, nest-topology, nest-levels, nest-device, nest-options, nest-plan),
/// presets, and the choice of reader by a file's content. The only part of the solver that touches files.
namespace nest::io {

class Reader;

/// Whole file, or standard input for "-". Faults: file_unreadable, file_empty; files over 512 MiB are refused.
Result<std::string> read_text(const std::string& path);
/// Parses JSON; not_json with the line on a fault. NaN and Infinity are faults.
Result<nlohmann::json> parse_json(const std::string& text, const std::string& file);
/// read_text + parse_json.
Result<nlohmann::json> read_json(const std::string& path);
/// Text of one of our files: "format" and "version" first, lists of plain values on one line.
std::string file_text(const nlohmann::json& json);
/// Writes through a temporary file and a rename, or to standard output for "-".
std::optional<Diagnostic> write_text(const std::string& path, const std::string& text);

/// A file that gives a "transformer" and no layers is built with `build`; where layers are given, they count.
Result<ModelGraph> model_from_json(const nlohmann::json& json, const std::string& file, const std::string& pointer = "",
                                   const BuildSettings& build = {});
nlohmann::json to_json(const ModelGraph& model);
/// A transformer's sizes: TransformerConfig with its fields as keys.
Result<TransformerConfig> transformer_from_json(const nlohmann::json& json, const std::string& file,
                                                const std::string& pointer = "");
nlohmann::json transformer_to_json(const TransformerConfig& config);
Result<LevelModel> levels_from_json(const nlohmann::json& json, const std::string& file,
                                    const std::string& pointer = "");
nlohmann::json to_json(const LevelModel& levels);
Result<Device> device_from_json(const nlohmann::json& json, const std::string& file, const std::string& pointer = "");
nlohmann::json to_json(const Device& device);
Result<Topology> topology_from_json(const nlohmann::json& json, const std::string& file,
                                    const std::string& pointer = "");
nlohmann::json to_json(const Topology& topology);

/// A nest-plan with everything to evaluate, draw or export it again.
struct PlanFile {
    Problem problem;
    SolveResult result; ///< plans as written; evaluations are recomputed by evaluate(), never trusted
};
nlohmann::json plan_to_json(const Problem& problem, const SolveResult& result);
/// A plan alone, without its problem and price: what projects keep. Layers are inclusive ranges of indices.
nlohmann::json to_json(const Plan& plan);
Result<PlanFile> plan_from_json(const nlohmann::json& json, const std::string& file);
/// A search's log, as plan files have it under "search": {"pruned_by": {"family_bound": 3, ...}, "solved": 1, ...}.
nlohmann::json to_json(const FateCounts& fates);
/// The same from that object; what is missing is 0.
FateCounts fate_counts(const Reader& search);
/// A file that holds model, levels, device and options together.
Result<Problem> case_from_json(const nlohmann::json& json, const std::string& file);
nlohmann::json case_to_json(const Problem& problem);

/// Any file this program reads, told by its content.
using AnyInput = std::variant<ModelGraph, Topology, Device, Options, PlanFile, Problem>;
/// Recognises our formats and Hugging Face config.json. `build` is used where a model is built from a configuration.
Result<AnyInput> read_any(const nlohmann::json& json, const std::string& file, const BuildSettings& build);
/// The same from text, which may also be a training engine's launch command (io/engine/launch.h): the model it trains,
/// with its own kernels unless `build` asks for others.
Result<AnyInput> read_any_text(const std::string& text, const std::string& file, const BuildSettings& build);

/// Presets compiled into the program. Kinds: "models", "topologies", "devices".
std::vector<std::string> preset_names(const std::string& kind);
/// Text of the preset file, or nothing.
const std::string* preset_text(const std::string& kind, const std::string& name);
/// One line about a preset for lists: its title and, where wanted, its source.
std::string preset_title(const std::string& kind, const std::string& name, bool with_source = true);

/// What --model, --topology, --device take: a preset's name (topologies: with xN nodes), a generator, or a file.
/// unknown_name with the nearest preset when it is none of them.
Result<ModelGraph> find_model(const std::string& name_or_file, const Options& options);
Result<Topology> find_topology(const std::string& name_or_file);
Result<Device> find_device(const std::string& name_or_file);
/// A nest-options file; the format line may be missing.
Result<Options> find_options(const std::string& file);
/// A case file, or a plan file's inputs.
Result<Problem> find_case(const std::string& file);

/// The same problem on another number of nodes of its preset; nothing where its network isn't a preset's as it stands.
std::optional<Problem> on_nodes(const Problem& problem, std::int64_t nodes);

/// Names as a person gives them -> a checked problem. An empty device name means the topology's own.
Result<Problem> find_problem(const std::string& model, const std::string& topology, const std::string& device,
                             const Options& options);
/// The same with a model that is at hand.
Result<Problem> problem_with(const Result<ModelGraph>& model, const std::string& topology, const std::string& device,
                             const Options& options);

} // namespace nest::io
