// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/carried_arguments.h"

#include "io/engine/carried_model.h"
#include "io/engine/megatron_flags.h"
#include "io/engine/shell_script.h"
#include "io/engine/shell_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <set>

namespace nest::io::detail {

namespace {

using Names = std::initializer_list<std::string_view>;

bool is_one_of(std::string_view name, Names names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Flags that a plan decides, with the reason that is given where it doesn't write them.
struct Governed {
    std::string_view name;
    const char* why;
};
constexpr const char* sizes = "the plan writes the degree under its present name";
constexpr const char* cuts = "the plan decides the layers of each stage";
constexpr const char* interleaving = "the plan's pipeline has no virtual stages";
constexpr const char* recomputation = "the plan decides what is recomputed";
constexpr const char* sharding = "the plan shards nothing but the optimizer's state";
constexpr const char* batches = "the plan has one batch size";
constexpr const char* no_experts = "the model has no experts";
constexpr std::array governed_flags{
    Governed{"tensor-model-parallel-size", sizes},
    Governed{"model-parallel-size", sizes},
    Governed{"pipeline-model-parallel-size", sizes},
    Governed{"context-parallel-size", "the plan has no context parallelism"},
    Governed{"expert-model-parallel-size", no_experts},
    Governed{"expert-tensor-parallel-size", no_experts},
    Governed{"moe-extended-tp", "the plan splits experts over tensor ranks alone"},
    Governed{"sequence-parallel", "the plan runs without sequence parallelism"},
    Governed{"use-tp-pp-dp-mapping", "the plan has the engine's usual order of ranks"},
    Governed{"use-distributed-optimizer", "the plan keeps the optimizer's state whole on every replica"},
    Governed{"pipeline-model-parallel-layout", cuts},
    Governed{"decoder-first-pipeline-num-layers", cuts},
    Governed{"decoder-last-pipeline-num-layers", cuts},
    Governed{"account-for-embedding-in-pipeline-split", cuts},
    Governed{"account-for-loss-in-pipeline-split", cuts},
    Governed{"num-layers-per-virtual-pipeline-stage", interleaving},
    Governed{"num-virtual-stages-per-pipeline-rank", interleaving},
    Governed{"microbatch-group-size-per-virtual-pipeline-stage", interleaving},
    Governed{"overlap-p2p-communication-warmup-flush", interleaving},
    Governed{"overlap-param-gather-with-optimizer-step", interleaving},
    Governed{"recompute-activations", recomputation},
    Governed{"checkpoint-activations", recomputation},
    Governed{"recompute-granularity", recomputation},
    Governed{"recompute-method", recomputation},
    Governed{"recompute-num-layers", recomputation},
    Governed{"recompute-modules", recomputation},
    Governed{"moe-layer-recompute", recomputation},
    Governed{"use-megatron-fsdp", sharding},
    Governed{"use-custom-fsdp", sharding},
    Governed{"use-torch-fsdp2", sharding},
    Governed{"torch-fsdp2-no-reshard-after-forward", sharding},
    Governed{"data-parallel-sharding-strategy", sharding},
    Governed{"fsdp-double-buffer", sharding},
    Governed{"micro-batch-size", batches},
    Governed{"batch-size", "the plan writes the size under its present name"},
    Governed{"global-batch-size", batches},
    Governed{"step-batch-size-schedule", batches},
    Governed{"use-mp-args-from-checkpoint-args", "it would take the degrees from a checkpoint"},
};

const Governed* find_governed(std::string_view name) {
    const auto found = std::find_if(governed_flags.begin(), governed_flags.end(),
                                    [&](const Governed& flag) { return flag.name == name; });
    return found == governed_flags.end() ? nullptr : &*found;
}

std::optional<std::int64_t> whole_number(const std::string& text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// A batch that grows has to be a whole number of micro-batches on every replica from its first size on.
bool ramp_fits(const LaunchArgument& ramp, const Plan& plan) {
    const std::int64_t step = plan.micro_batch * plan.data_parallel();
    for (std::size_t i = 0; i < 2 && i < ramp.values.size(); ++i) {
        const auto size = whole_number(ramp.values[i]);
        if (size && *size % step != 0) return false;
    }
    return true;
}

bool levels_fit(const LaunchArgument& levels, const Plan& plan) {
    std::int64_t product = 1;
    for (const std::string& value : levels.values)
        product *= std::clamp<std::int64_t>(whole_number(value).value_or(1), 1, 1 << 10);
    return product == plan.strategy.cp;
}

const LaunchArgument* last_named(const EngineLaunch& launch, std::string_view name) {
    const auto found = std::find_if(launch.arguments.rbegin(), launch.arguments.rend(),
                                    [&](const LaunchArgument& argument) { return argument.name == name; });
    return found == launch.arguments.rend() ? nullptr : &*found;
}

/// The kind of CUDA graphs that a command asks for: "local", "transformer_engine", or empty for none. The two switches
/// are older names (validate_args).
std::string graph_kind(const EngineLaunch& launch) {
    if (last_named(launch, "enable-cuda-graph")) return "local";
    if (last_named(launch, "external-cuda-graph")) return "transformer_engine";
    const LaunchArgument* kind = last_named(launch, "cuda-graph-impl");
    return kind && kind->values.size() == 1 && kind->values.front() != "none" ? kind->values.front() : std::string();
}

/// transformer_config.py: graphs exclude recomputation, but for selective one beside graphs of Transformer Engine that
/// leave out what is recomputed, here the attention core. Without a scope those take attention in.
std::string graph_obstacle(const EngineLaunch& launch, Recompute recompute) {
    const std::string kind = graph_kind(launch);
    if (kind.empty() || recompute == Recompute::none) return {};
    if (recompute == Recompute::full) return "CUDA graphs do not go with full recomputation";
    if (kind != "transformer_engine") return "CUDA graphs of this kind do not go with recomputation";
    const LaunchArgument* scope = last_named(launch, "cuda-graph-scope");
    const bool without = scope && !scope->values.empty() &&
                         std::none_of(scope->values.begin(), scope->values.end(),
                                      [](const std::string& part) { return part.find("attn") != std::string::npos; });
    return without ? std::string() : "CUDA graphs over attention do not go with recomputation of the attention core";
}

/// transformer_config.py: the overlap needs expert ranks, virtual stages in a pipeline, and no full recomputation.
std::string overlap_obstacle(const Plan& plan) {
    if (plan.strategy.ep == 1) return "needs expert ranks, which the plan runs without";
    if (plan.stage_count() > 1 && plan.virtual_stages() == 1)
        return "needs virtual stages, which the plan's pipeline runs without";
    if (plan.stages.front().recompute == Recompute::full) return "does not go with full recomputation";
    return {};
}

constexpr const char* dispatcher = "moe-token-dispatcher-type";

/// token_dispatcher.py: the flex dispatcher needs more than one rank among the tensor and expert ranks of the experts.
bool loses_flex(const EngineLaunch& launch, const Plan& plan) {
    const LaunchArgument* given = last_named(launch, dispatcher);
    const Strategy& strategy = plan.strategy;
    return given && given->values == std::vector<std::string>{"flex"} && strategy.expert_shards() == 1;
}

/// Settings of what is behind the flex dispatcher. transformer_config.py refuses DeepEP beside another one.
bool is_of_flex(std::string_view name) {
    return name.starts_with("moe-flex-") || name.starts_with("moe-deepep-") || name.starts_with("moe-hybridep-") ||
           name == "moe-enable-deepep";
}

/// Why the engine would refuse a flag beside this plan; empty when it takes it.
std::string ruled_out(const EngineLaunch& launch, const LaunchArgument& argument, const Plan& plan) {
    const std::string& name = argument.name;
    const Recompute recompute = plan.stages.front().recompute;
    const bool sharded = plan.stages.front().zero == 1, sequence = plan.strategy.sequence_parallel;
    const bool pipeline = plan.stage_count() > 1;
    const bool zero = argument.values == std::vector<std::string>{"0"};
    if (!sharded && is_one_of(name, {"overlap-param-gather", "use-precision-aware-optimizer", "optimizer-cpu-offload",
                                     "main-grads-dtype", "main-params-dtype", "exp-avg-dtype", "exp-avg-sq-dtype",
                                     "fp8-param-gather", "num-distributed-optimizer-instances"}))
        return "needs the distributed optimizer, which the plan runs without";
    if (name == "num-distributed-optimizer-instances" && argument.values != std::vector<std::string>{"1"})
        return "the plan spreads the optimizer's state over all replicas";
    if (!sequence && name.starts_with("tp-comm-overlap"))
        return "needs sequence parallelism, which the plan runs without";
    if (name == "overlap-moe-expert-parallel-comm") return overlap_obstacle(plan);
    // It is refused without the overlap; where the command lacks that already, the engine says so itself.
    if (name == "delay-wgrad-compute" && last_named(launch, "overlap-moe-expert-parallel-comm") &&
        !overlap_obstacle(plan).empty())
        return "needs --overlap-moe-expert-parallel-comm, which is dropped";
    if (is_one_of(name, {"defer-embedding-wgrad-compute", "wgrad-deferral-limit"}) && !pipeline)
        return "needs a pipeline, which the plan runs without";
    if (name == "distribute-saved-activations" && (recompute != Recompute::full || plan.strategy.tp == 1 || sequence))
        return "needs full recomputation and tensor ranks without sequence parallelism";
    if (name.starts_with("cpu-offloading") && !zero && (pipeline || recompute != Recompute::none))
        return pipeline ? "does not go with a pipeline" : "does not go with recomputation";
    if (is_one_of(name, {"enable-cuda-graph", "external-cuda-graph", "cuda-graph-impl", "cuda-graph-scope"})) {
        if (std::string why = graph_obstacle(launch, recompute); !why.empty()) return why;
    }
    if (name == "rampup-batch-size" && !ramp_fits(argument, plan))
        return "its sizes are no multiples of the plan's micro-batch x dp = " +
               number_text(plan.micro_batch * plan.data_parallel());
    if (name == "hierarchical-context-parallel-sizes" && !levels_fit(argument, plan))
        return "its product is not the plan's context degree";
    return {};
}

/// Names of flags that say the same thing together: whoever has one of them has decided.
bool decided(const std::set<std::string>& given, std::string_view name) {
    static const std::array<Names, 8> families{
        Names{"bf16", "fp16", "grad-reduce-in-bf16", "accumulate-allreduce-grads-in-fp32"},
        Names{"optimizer", "sgd-momentum"},
        Names{"attention-backend", "use-flash-attn", "transformer-impl", "use-legacy-models"},
        Names{"cross-entropy-loss-fusion", "cross-entropy-fusion-impl"},
        Names{"seq-length", "encoder-seq-length"},
        Names{"num-layers", "encoder-num-layers"},
        Names{"position-embedding-type", "use-rotary-position-embeddings", "no-position-embedding"},
        Names{"use-rope-scaling", "rope-scaling-factor", "rope-type", "rotary-seq-len-interpolation-factor"}};
    if (given.count(std::string(name)) > 0) return true;
    for (const Names& family : families) {
        if (!is_one_of(name, family)) continue;
        return std::any_of(family.begin(), family.end(),
                           [&](std::string_view other) { return given.count(std::string(other)) > 0; });
    }
    return false;
}

/// The reader shortens what only a run can tell; half a substitution is none.
bool is_cut(const std::string& word) {
    const std::vector<std::string> names = unresolved_names(word);
    return std::any_of(names.begin(), names.end(),
                       [](const std::string& name) { return name.size() >= 60 && !has_default(name); });
}

/// Variables of the launch script's own, and those that launchers set.
bool is_of_launcher(const std::string& name) {
    return name.starts_with("SLURM_") ||
           is_one_of(name, {"GPUS_PER_NODE", "NNODES", "NODE_RANK", "MASTER_ADDR", "MASTER_PORT", "WORLD_SIZE", "RANK",
                            "LOCAL_RANK", "LOCAL_WORLD_SIZE", "COMMAND_ARGS", "PLAN_ARGS"});
}

bool is_variable_name(std::string_view name) {
    return !name.empty() && is_name_start(name.front()) && std::all_of(name.begin(), name.end(), is_name);
}

/// The command's own environment: engines check some of it (deterministic mode wants NCCL_ALGO, for one).
std::vector<std::string> environment_of(const EngineLaunch& launch) {
    std::vector<std::string> lines;
    for (const auto& [name, value] : launch.environment) {
        if (!is_variable_name(name) || is_of_launcher(name) || is_cut(value)) continue;
        std::string word = value.empty() ? "''" : shell_word(value);
        for (const std::string& part : unresolved_names(value)) { // unset is empty there, as without "set -u"
            const std::string expanded = "${" + part + "}";
            const std::size_t at = word.find(expanded);
            if (is_variable_name(part) && at != std::string::npos)
                word.replace(at, expanded.size(), "${" + part + ":-}");
        }
        lines.push_back(name + "=" + word);
    }
    return lines;
}

std::string one_line(std::string text) {
    text = readable(text);
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
    return text.size() > 200 ? text.substr(0, 197) + "..." : text;
}

std::string shown(const LaunchArgument& argument) {
    std::string text = argument.flag;
    for (const std::string& value : argument.values)
        text += (text.empty() ? "" : " ") + value;
    text = one_line(text);
    return argument.line > 0 ? text + " (line " + std::to_string(argument.line) + ")" : text;
}

/// The words to write: with their variables' defaults, unless what the plan was made with hangs on them (`priced`) or
/// the launch script sets such a variable itself.
const std::vector<std::string>& words_of(const LaunchArgument& argument, bool priced) {
    for (const std::string& word : argument.kept) {
        for (const std::string& name : unresolved_names(word))
            if (has_default(name) && (priced || is_of_launcher(name.substr(0, name.find_first_of(":-=")))))
                return argument.values;
    }
    return argument.kept.empty() ? argument.values : argument.kept;
}

std::string shell_words(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& value : words)
        text += (text.empty() ? "" : " ") + shell_word(value);
    return text;
}

Argument written(const LaunchArgument& argument, const std::vector<std::string>& words) {
    const std::string text = shell_words(words);
    if (argument.flag.empty()) return {text, {}};
    if (argument.joined) return {argument.flag + "=" + text, {}};
    return {argument.flag, text};
}

/// What Megatron-LM doesn't train without, neither a plan decides it nor a default (validate_args and
/// get_megatron_optimizer_config, build_tokenizer), and none of whose flags the command has. With a vocabulary file the
/// programs have a tokenizer for it: pretrain_gpt.py GPT2BPETokenizer, pretrain_bert.py BertWordPieceLowerCase
/// (args_defaults of their calls of pretrain).
std::vector<std::string> missing_arguments(const EngineLaunch& launch) {
    struct Needed {
        const char* what;
        Names flags;
    };
    const Needed all[] = {{"training data, such as --data-path PREFIX",
                           {"data-path", "train-data-path", "data-args-path", "per-split-data-args-path", "mock-data"}},
                          {"a tokenizer, such as --tokenizer-type HuggingFaceTokenizer --tokenizer-model NAME",
                           {"tokenizer-type", "use-checkpoint-args", "vocab-file"}},
                          {"the learning rate, --lr", {"lr"}},
                          {"the length of the training, such as --train-iters N", {"train-iters", "train-samples"}}};
    std::vector<std::string> list;
    for (const Needed& needed : all) {
        const bool given =
            std::any_of(launch.arguments.begin(), launch.arguments.end(),
                        [&](const LaunchArgument& argument) { return is_one_of(argument.name, needed.flags); });
        if (!given) list.emplace_back(needed.what);
    }
    const auto is_open = [](const LaunchArgument& argument) {
        return (argument.name.empty() && !is_resolved(argument.flag)) ||
               std::any_of(argument.values.begin(), argument.values.end(),
                           [](const std::string& value) { return value.starts_with(unresolved_begin); });
    };
    const bool open = std::any_of(launch.arguments.begin(), launch.arguments.end(), is_open);
    for (std::string& what : list)
        if (open) what += " (unless the command's variables hold it)";
    return list;
}

/// Options that the estimate has otherwise than the command.
std::vector<std::string> differing_options(const Options& command, const Options& priced) {
    std::vector<std::string> names;
    if (command.precision != priced.precision) names.emplace_back("precision");
    if (command.attention != priced.attention) names.emplace_back("attention");
    if (command.dropout != priced.dropout) names.emplace_back("dropout");
    if (command.fused_loss != priced.fused_loss) names.emplace_back("fused_loss");
    return names;
}

class Carrier {
public:
    Carrier(const EngineLaunch& launch, const Plan& plan, const Arguments& all, std::int64_t vocabulary)
        : m_launch(launch), m_plan(plan), m_all(all), m_vocab(vocabulary) {
        m_result.whole = launch.model.has_value();
        for (const LaunchArgument& argument : launch.arguments)
            m_given.insert(argument.name);
        const bool experts =
            std::any_of(all.begin(), all.end(), [](const Argument& a) { return a.flag.substr(2) == dispatcher; });
        m_replaces_dispatcher = experts && loses_flex(launch, plan);
    }

    CarriedArguments take() {
        part_plan();
        for (std::size_t i = 0; i < m_launch.arguments.size(); ++i) {
            if (!repeated_later(i)) carry(m_launch.arguments[i]);
        }
        return std::move(m_result);
    }

private:
    void part_plan() {
        for (const Argument& argument : m_all) {
            const std::string name = argument.flag.substr(2);
            const bool governs = find_governed(name) != nullptr || (m_replaces_dispatcher && name == dispatcher);
            // A command with a model runs as it is: what it leaves out has the engine's default.
            const bool needed = !m_result.whole || (name == "make-vocab-size-divisible-by" && repads()) ||
                                is_one_of(name, {"seq-length", "max-position-embeddings", "overlap-grad-reduce",
                                                 "overlap-param-gather", dispatcher});
            const bool given = decided(m_given, name) && name != "make-vocab-size-divisible-by";
            if (governs || (needed && !given)) m_result.plan.push_back(argument);
        }
    }

    /// The engine pads the vocabulary by tensor ranks: with other ones the command's embedding would change its size,
    /// and its checkpoints would no longer fit.
    bool repads() const {
        if (!m_launch.model || m_launch.model->vocab != m_vocab || m_vocab % m_plan.strategy.tp != 0) return false;
        if (last_named(m_launch, "padded-vocab-size")) return false;
        const LaunchArgument* given = last_named(m_launch, "make-vocab-size-divisible-by");
        const std::int64_t step = given && given->values.size() == 1
                                      ? whole_number(given->values.front()).value_or(usual_vocabulary_step)
                                      : usual_vocabulary_step;
        const std::int64_t entries = m_launch.model->vocab_entries > 0 ? m_launch.model->vocab_entries : m_vocab;
        return step > 0 && padded_vocabulary(entries, step, m_plan.strategy.tp) != m_vocab;
    }

    /// The last of equal flags counts. Of flags that nobody knows all may.
    bool repeated_later(std::size_t index) const {
        const LaunchArgument& argument = m_launch.arguments[index];
        if (argument.name.empty() || !find_flag(argument.name)) return false;
        return std::any_of(m_launch.arguments.begin() + static_cast<std::ptrdiff_t>(index) + 1,
                           m_launch.arguments.end(),
                           [&](const LaunchArgument& later) { return later.name == argument.name; });
    }

    void drop(const LaunchArgument& argument, const std::string& why) {
        m_result.dropped.push_back(shown(argument) + ": " + why);
    }

    void carry(const LaunchArgument& argument) {
        const Governed* governed = find_governed(argument.name);
        const bool chunked = governed && governed->why == interleaving && m_plan.virtual_stages() > 1;
        if (governed && !(chunked && argument.name.starts_with("overlap-"))) { // those go with virtual stages
            const auto now = std::find_if(m_result.plan.begin(), m_result.plan.end(), [&](const Argument& of_plan) {
                return of_plan.flag == "--" + argument.name;
            });
            if (now == m_result.plan.end())
                drop(argument, chunked ? cuts : governed->why);
            else if (shell_words(argument.values) != now->value) // else it stays what it was
                m_result.replaced.push_back(shown(argument) + (now->value.empty() ? "" : ", now " + now->value));
            return;
        }
        if (m_replaces_dispatcher && argument.name == dispatcher) {
            m_result.replaced.push_back(shown(argument) +
                                        ", now alltoall: the plan has one tensor and one expert rank for its experts");
            return;
        }
        if (m_replaces_dispatcher && is_of_flex(argument.name))
            return drop(argument, "belongs to the flex dispatcher, which needs tensor or expert ranks of the experts");
        if (const std::string why = ruled_out(m_launch, argument, m_plan); !why.empty()) return drop(argument, why);
        if (is_cut(argument.flag) || std::any_of(argument.values.begin(), argument.values.end(), is_cut))
            return drop(argument, "what only the run knows is too long in it to be carried over");
        const bool priced = std::any_of(m_all.begin(), m_all.end(),
                                        [&](const Argument& of_plan) { return of_plan.flag == "--" + argument.name; });
        const std::vector<std::string>& words = words_of(argument, priced);
        if (!argument.kept.empty() && &words == &argument.values) m_result.fixed.push_back(shown(argument));
        m_result.command.push_back(written(argument, words));
        for (const std::string& value : argument.values)
            name_variables(value);
    }

    void name_variables(const std::string& value) {
        for (const std::string& name : unresolved_names(value)) {
            if (is_variable_name(name) &&
                std::find(m_result.variables.begin(), m_result.variables.end(), name) == m_result.variables.end())
                m_result.variables.push_back(name);
        }
    }

    const EngineLaunch& m_launch;
    const Plan& m_plan;
    const Arguments& m_all;
    std::int64_t m_vocab; ///< of the plan's model
    std::set<std::string> m_given;
    bool m_replaces_dispatcher = false; ///< flex, which the engine refuses with the plan's ranks
    CarriedArguments m_result;
};

Diagnostic at_argument(const EngineLaunch& launch, const LaunchArgument& argument, ErrorCode code, std::string expected,
                       std::string found) {
    Diagnostic diagnostic = nest::fault(code, argument.flag, std::move(expected), std::move(found));
    diagnostic.file = launch.file;
    diagnostic.line = argument.line;
    return diagnostic;
}

} // namespace

Result<CarriedArguments> carry_over(const EngineLaunch& launch, const Problem& problem, const Plan& plan,
                                    const Arguments& all) {
    if (launch.engine != "megatron-lm") {
        Diagnostic other = nest::fault(ErrorCode::wrong_format, {}, "a command of Megatron-LM",
                                       "a NeMo configuration, whose keys are none of its arguments");
        other.file = launch.file;
        return other;
    }
    for (const LaunchArgument& argument : launch.arguments) {
        if (argument.name == "yaml-cfg")
            return at_argument(launch, argument, ErrorCode::unsupported, "arguments in the command",
                               "arguments of another file, which take the place of these");
    }
    if (const std::optional<ModelDifference> difference = model_difference(launch, problem)) {
        LaunchArgument argument{{}, "--" + difference->flag, {}, 0, false, {}};
        for (const LaunchArgument& given : launch.arguments) {
            if (given.name == difference->flag) argument = given;
        }
        return at_argument(launch, argument, ErrorCode::inconsistent, difference->expected, difference->found);
    }
    CarriedArguments carried = Carrier(launch, plan, all, problem.model.architecture->vocab).take();
    if (carried.whole) carried.differs = differing_options(launch.options, problem.options);
    carried.environment = environment_of(launch);
    carried.missing = missing_arguments(launch);
    return carried;
}

} // namespace nest::io::detail
