// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/launch.h"

#include "base/phrase.h"
#include "base/translatable.h"
#include "io/engine/launch_parts.h"
#include "io/engine/megatron_flags.h"

#include <algorithm>

namespace nest::io {

namespace detail {

void note_assumed(EngineLaunch& launch, Phrase what, Phrase value) {
    Diagnostic note = fault(ErrorCode::assumed, std::move(what), {}, std::move(value));
    note.severity = Severity::note;
    launch.notes.push_back(std::move(note));
}

void note_priced(EngineLaunch& launch, const LaunchText& text, const std::string& flag, Phrase runs, Phrase priced) {
    Diagnostic note = text.flags.at(flag, ErrorCode::approximated, {}, {});
    note.found = std::move(runs);
    note.expected = std::move(priced);
    note.severity = Severity::note;
    launch.notes.push_back(std::move(note));
}

namespace {

Precision read_precision(const LaunchText& text, EngineLaunch& launch) {
    const FlagSet& flags = text.flags;
    const auto optimizer = flags.text("optimizer");
    const bool plain_sgd = optimizer == "sgd" && flags.number("sgd-momentum", 0, 1).value_or(0.9) == 0;
    if (plain_sgd && flags.has("bf16") && flags.has("grad-reduce-in-bf16")) return Precision::sgd_mixed;
    if (optimizer && *optimizer != "adam" && *optimizer != "mcore_distributed_optim")
        note_priced(launch, text, "optimizer", note_words(QT_TRANSLATE_NOOP("NoteWords", "optimizer %1"), {*optimizer}),
                    note_words(QT_TRANSLATE_NOOP("NoteWords", "Adam's state")));
    if (flags.has("bf16") && flags.has("fp16"))
        flags.fault("fp16", ErrorCode::inconsistent, "one of --bf16 and --fp16", "both");
    if (flags.has("bf16")) return flags.has("grad-reduce-in-bf16") ? Precision::zero : Precision::megatron;
    if (flags.has("fp16")) // gradients stay in FP16 unless asked otherwise
        return flags.has("accumulate-allreduce-grads-in-fp32") ? Precision::megatron : Precision::zero;
    if (text.nemo) {
        note_assumed(launch, note_words(QT_TRANSLATE_NOOP("NoteWords", "precision")), "bf16");
        return Precision::megatron;
    }
    // A pasted piece of a command is no decision for FP32.
    if (!launch.model) return Precision::megatron;
    note_assumed(
        launch, "--bf16 or --fp16",
        note_words(QT_TRANSLATE_NOOP("NoteWords", "neither: FP32, as the engine does; products are timed in BF16")));
    return Precision::fp32;
}

AttentionKernel read_attention(const LaunchText& text) {
    const FlagSet& flags = text.flags;
    const auto backend = flags.choice("attention-backend", {"flash", "fused", "unfused", "local", "auto"});
    if (backend == "unfused" || backend == "local") return AttentionKernel::unfused;
    if (backend == "flash" || backend == "fused" || flags.has("use-flash-attn")) return AttentionKernel::flash;
    const auto implementation =
        flags.choice("transformer-impl", {"local", "transformer_engine", "inference_optimized"});
    return implementation == "local" || flags.has("use-legacy-models") ? AttentionKernel::unfused
                                                                       : AttentionKernel::flash;
}

bool read_dropout(const LaunchText& text, EngineLaunch& launch) {
    const double fallback = text.nemo ? 0 : 0.1; // the engine's default
    const double attention = text.flags.number("attention-dropout", 0, 1).value_or(fallback);
    const double hidden = text.flags.number("hidden-dropout", 0, 1).value_or(fallback);
    if ((attention > 0) != (hidden > 0)) {
        note_priced(launch, text, attention > 0 ? "attention-dropout" : "hidden-dropout",
                    attention > 0 ? note_words(QT_TRANSLATE_NOOP("NoteWords", "dropout in attention alone"))
                                  : note_words(QT_TRANSLATE_NOOP("NoteWords", "dropout outside attention alone")),
                    note_words(QT_TRANSLATE_NOOP("NoteWords", "both dropouts")));
    }
    return attention > 0 || hidden > 0;
}

bool read_loss(const LaunchText& text, EngineLaunch& launch) {
    if (!text.flags.has("cross-entropy-loss-fusion")) return false;
    const auto kind = text.flags.choice("cross-entropy-fusion-impl", {"native", "te", "linear"});
    if (kind == "te" || kind == "linear") {
        if (kind == "te") {
            note_priced(launch, text, "cross-entropy-loss-fusion",
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "a fused loss over logits kept once")),
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "a loss without logits")));
        }
        return true;
    }
    note_priced(launch, text, "cross-entropy-loss-fusion",
                note_words(QT_TRANSLATE_NOOP("NoteWords", "fused kernels that keep the logits and their FP32 copy")),
                note_words(QT_TRANSLATE_NOOP("NoteWords", "the usual loss, which keeps the same")));
    return false;
}

void read_global_batch(const LaunchText& text, EngineLaunch& launch) {
    const FlagSet& flags = text.flags;
    if (flags.has("rampup-batch-size"))
        note_priced(launch, text, "rampup-batch-size",
                    note_words(QT_TRANSLATE_NOOP("NoteWords", "a batch that grows to its full size")),
                    note_words(QT_TRANSLATE_NOOP("NoteWords", "the full batch")));
    if (const auto batch = flags.integer("global-batch-size", 1, 1'000'000'000)) {
        launch.options.global_batch = *batch;
        return;
    }
    if (flags.has("global-batch-size")) return;
    if (flags.has("step-batch-size-schedule"))
        note_priced(launch, text, "step-batch-size-schedule",
                    note_words(QT_TRANSLATE_NOOP("NoteWords", "batches by schedule")),
                    note_words(QT_TRANSLATE_NOOP("NoteWords", "one batch size")));
    const std::int64_t model = flags.integer_or("tensor-model-parallel-size", 1) *
                               flags.integer_or("pipeline-model-parallel-size", 1, 1, 1 << 20) *
                               flags.integer_or("context-parallel-size", 1, 1, 1 << 10);
    const std::int64_t micro = flags.integer_or("micro-batch-size", 1, 1, 1 << 20);
    if (text.devices > 0 && model > 0 && text.devices % model == 0) {
        launch.options.global_batch = micro * (text.devices / model); // the engine's own rule: one micro-batch
        note_assumed(launch, "--global-batch-size",
                     note_words(QT_TRANSLATE_NOOP("NoteWords", "%1: one micro-batch on every replica"),
                                {launch.options.global_batch}));
    } else {
        note_assumed(launch, "--global-batch-size", std::to_string(launch.options.global_batch));
    }
}

} // namespace

namespace {

/// The sequence length of a command that doesn't say it, with which its positions go.
std::int64_t usual_sequence(const TransformerConfig& model) {
    constexpr std::int64_t usual = 4096, longest = 8192;
    const std::int64_t positions = model.positions > 0 ? model.positions : model.max_sequence;
    return positions > 0 ? std::min(positions, longest) : usual;
}

} // namespace

void read_options(const LaunchText& text, EngineLaunch& launch) {
    Options& o = launch.options;
    o.target = "megatron";
    read_global_batch(text, launch);
    o.sequence_length =
        text.flags.integer(text.flags.has("seq-length") ? "seq-length" : "encoder-seq-length", 1, 1 << 24);
    if (!o.sequence_length && launch.model && !text.flags.has("seq-length") && !text.flags.has("encoder-seq-length")) {
        o.sequence_length = usual_sequence(*launch.model);
        note_assumed(launch, text.nemo ? "seq_length" : "--seq-length", *o.sequence_length);
    }
    o.attention = read_attention(text);
    o.dropout = read_dropout(text, launch);
    o.fused_loss = read_loss(text, launch);
    o.precision = read_precision(text, launch);
}

} // namespace detail

namespace {

/// Values of unpriced flags that leave things as they are priced.
bool is_default(const std::vector<std::string>& values) {
    return values.size() == 1 &&
           (values.front() == "none" || values.front() == "fp32" || values.front() == "0" || values.front() == "null");
}

void note_unpriced_flags(const LaunchText& text, EngineLaunch& launch) {
    for (const auto& [name, use] : text.flags.all()) {
        const FlagInfo* flag = find_flag(name);
        if (!flag || flag->role != FlagRole::unpriced || is_default(use.values)) continue;
        detail::note_priced(launch, text, name, note_words(flag->runs), note_words(flag->priced));
    }
}

Diagnostic launch_fault(std::string subject, std::string expected, std::string found) {
    return fault(ErrorCode::inconsistent, std::move(subject), std::move(expected), std::move(found));
}

/// A fault about a flag, under the name and the line that the command gives it.
Diagnostic flag_fault(const EngineLaunch& launch, const std::string& name, std::string expected, std::string found) {
    Diagnostic diagnostic = launch_fault("--" + name, std::move(expected), std::move(found));
    for (const LaunchArgument& argument : launch.arguments) {
        if (argument.name != name) continue;
        diagnostic.subject = argument.flag;
        diagnostic.file = launch.file;
        diagnostic.line = argument.line;
    }
    return diagnostic;
}

/// The one value of a narrowed option.
std::int64_t only(const Degrees& degrees) {
    return degrees && degrees->size() == 1 ? degrees->front() : 1;
}

/// Transformer blocks of each stage on this model; a fault when they aren't the model's.
Result<std::vector<std::int64_t>> stage_blocks(const ModelGraph& model, const EngineLaunch& launch,
                                               std::int64_t stages) {
    const std::size_t layers = model.layers.size();
    if (layers < 2 || model.layers.front().kind != LayerKind::embedding || model.layers.back().kind != LayerKind::head)
        return launch_fault("model", "an embedding, blocks and a head", "layers of another kind");
    const auto blocks = static_cast<std::int64_t>(layers) - 2;
    if (launch.blocks_per_stage.empty()) {
        if (blocks % stages != 0)
            return flag_fault(launch, "num-layers", "blocks that " + counted(stages, "stage") + " share evenly",
                              std::to_string(blocks));
        return std::vector<std::int64_t>(static_cast<std::size_t>(stages), blocks / stages);
    }
    // Of virtual stages, where there are several a stage.
    const bool interleaved = !launch.blocks_per_chunk.empty();
    const std::vector<std::int64_t>& counts = interleaved ? launch.blocks_per_chunk : launch.blocks_per_stage;
    std::int64_t total = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const std::int64_t count = counts[i];
        total += count;
        const bool end = i == 0 || i + 1 == counts.size();
        if (count < 0 || (count == 0 && !end))
            return launch_fault((interleaved ? "virtual stage " : "stage ") + std::to_string(i + 1),
                                "a block at least, for a price", "none");
    }
    if (static_cast<std::int64_t>(launch.blocks_per_stage.size()) != stages || total != blocks)
        return launch_fault("stages", counted(blocks, "block") + " in " + counted(stages, "stage"),
                            std::to_string(total) + " in " + std::to_string(launch.blocks_per_stage.size()));
    return counts;
}

} // namespace

std::int64_t devices_that_fit(const EngineLaunch& launch, const Options& options, std::int64_t most) {
    const Options& o = launch.layout;
    const double group =
        static_cast<double>(only(o.tp)) * static_cast<double>(only(o.pp)) * static_cast<double>(only(o.cp));
    if (!(group <= static_cast<double>(most))) return 0;
    const auto ranks = static_cast<std::int64_t>(group);
    std::int64_t found = 0;
    for (std::int64_t data = std::min(most / ranks, options.global_batch); data >= 1; --data) {
        if (data % only(o.ep) != 0) continue;
        if (options.global_batch % (data * only(o.micro_batches)) != 0 && !options.round_up_micro_batches) continue;
        const std::int64_t devices = data * ranks;
        constexpr std::int64_t host = 8; // whole machines rather than a part of one
        if (devices % host == 0 || devices < host) return devices;
        if (found == 0) found = devices;
    }
    return found;
}

namespace {

/// Whether words in Reading::words say what the values do: what only a run can tell is the same, but for defaults.
bool say_the_same(const std::vector<std::string>& words, const std::vector<std::string>& values) {
    std::vector<std::string> names;
    for (const std::string& value : values)
        for (std::string& name : unresolved_names(value))
            names.push_back(std::move(name));
    return std::all_of(words.begin(), words.end(), [&names](const std::string& word) {
        int depth = 0;
        for (const char c : word) {
            depth += c == unresolved_begin ? 1 : c == unresolved_end ? -1 : 0;
            if (depth < 0 || depth > 1) return false;
        }
        const std::vector<std::string> used = unresolved_names(word);
        return depth == 0 && std::all_of(used.begin(), used.end(), [&names](const std::string& name) {
                   return has_default(name) || std::find(names.begin(), names.end(), name) != names.end();
               });
    });
}

/// Reads the text again for the words that its values came from.
void keep_words(const std::string& text, const std::string& file, EngineLaunch& launch) {
    FaultList unused(file);
    const LaunchText read = read_launch_text(text, file, unused, Reading::words);
    if (!unused.empty()) return;
    constexpr std::ptrdiff_t farthest = 64; // a default of several words shifts what is behind it
    const std::vector<GivenFlag>& given = read.flags.given();
    auto next = given.begin();
    for (LaunchArgument& argument : launch.arguments) {
        const auto end = next + std::min(farthest, given.end() - next);
        const auto found = std::find_if(next, end, [&](const GivenFlag& flag) {
            return flag.name == argument.name && flag.use.line == argument.line && flag.use.joined == argument.joined;
        });
        if (found == end) continue;
        next = found + 1;
        if (found->use.values != argument.values && say_the_same(found->use.values, argument.values))
            argument.kept = found->use.values;
    }
    for (auto& [name, value] : launch.environment)
        for (const auto& [same, word] : read.environment)
            if (same == name && say_the_same({word}, {value})) value = word;
}

} // namespace

Result<EngineLaunch> read_launch(const std::string& text, const std::string& file) {
    FaultList faults(file);
    const LaunchText read = read_launch_text(text, file, faults);
    EngineLaunch launch;
    launch.engine = read.nemo ? "nemo" : "megatron-lm";
    if (read.flags.empty() && faults.empty()) {
        faults.add(fault(ErrorCode::wrong_format, {}, "arguments of Megatron-LM or NeMo, such as --num-layers",
                         "a text without any"));
    }
    if (!faults.empty()) return faults.take();
    launch.notes = read.notes;
    launch.file = file;
    launch.program = read.program_path;
    launch.environment = read.environment;
    for (const GivenFlag& given : read.flags.given())
        launch.arguments.push_back(
            {given.name, given.use.shown, given.use.values, given.use.line, given.use.joined, {}});
    keep_words(text, file, launch);
    detail::read_model(read, file, launch);
    detail::read_options(read, launch);
    launch.layout = launch.options;
    detail::read_layout(read, launch);
    note_unpriced_flags(read, launch);
    if (launch.devices == 0)
        detail::note_assumed(launch, note_words(QT_TRANSLATE_NOOP("NoteWords", "number of devices")),
                             note_words(QT_TRANSLATE_NOOP("NoteWords", "the whole topology")));
    if (!faults.empty()) return faults.take();
    launch.layout.target = "any"; // it runs, whatever the rules think of it
    for (Diagnostic& note : launch.notes)
        note.file = file;
    launch.notes.insert(launch.notes.end(), faults.warnings().begin(), faults.warnings().end());
    return launch;
}

Result<ModelGraph> model_of_launch(const EngineLaunch& launch, const Options& options) {
    const auto located = [&launch](std::vector<Diagnostic> faults) {
        for (Diagnostic& fault : faults)
            if (fault.file.empty()) fault.file = launch.file;
        return faults;
    };
    if (!launch.model)
        return located({fault(ErrorCode::unsupported, {}, "flags that give a model its size, such as --num-layers",
                              "a command without a model")});
    Result<ModelGraph> model = build_transformer(*launch.model, build_settings(options));
    return model ? model : Result<ModelGraph>(located(model.diagnostics()));
}

namespace {

Result<Plan> unlocated_plan(const Problem& problem, const EngineLaunch& launch) {
    const Options& o = launch.layout;
    Plan plan;
    plan.strategy.tp = only(o.tp);
    plan.strategy.cp = only(o.cp);
    plan.strategy.ep = only(o.ep);
    if (o.expert_fold == Switch::on) plan.strategy.expert_tp = only(o.expert_tp);
    plan.strategy.sequence_parallel = o.sequence_parallel == Switch::on;
    plan.micro_batch = only(o.micro_batches);
    plan.schedule = o.schedule && !o.schedule->empty() ? o.schedule->front() : ScheduleKind::one_f_one_b;
    plan.layout = o.layouts.empty() ? LayoutKind::dp_inner : o.layouts.front();
    const std::int64_t stages = only(o.pp);
    const std::int64_t there = problem.usable_devices();
    const std::int64_t world = launch.devices > 0 ? launch.devices : there;
    const std::int64_t fitting = launch.devices > 0 ? 0 : devices_that_fit(launch, problem.options, there);
    const std::string fewer = fitting > 0 && fitting < there ? "; option max_devices = " + std::to_string(fitting) +
                                                                   " runs it on as many of the " + std::to_string(there)
                                                             : std::string();
    if (world > there) {
        return launch_fault("number of devices", "at most the topology's " + std::to_string(there),
                            std::to_string(world));
    }
    const double model_ranks =
        static_cast<double>(plan.strategy.tp) * static_cast<double>(stages) * static_cast<double>(plan.strategy.cp);
    const std::string product = "tp x pp x cp = " + std::to_string(plan.strategy.tp) + " x " + std::to_string(stages) +
                                " x " + std::to_string(plan.strategy.cp);
    if (model_ranks > static_cast<double>(world) || world % static_cast<std::int64_t>(model_ranks) != 0)
        return launch_fault("number of devices", "a multiple of " + product + fewer, std::to_string(world));
    const std::int64_t data = world / static_cast<std::int64_t>(model_ranks);
    const Strategy& strategy = plan.strategy;
    const std::int64_t stage_ranks = strategy.width() / strategy.data_ranks() * data;
    if (data % strategy.data_ranks() != 0)
        return flag_fault(launch, "expert-model-parallel-size",
                          "expert ranks that share the " + std::to_string(data) + " data-parallel ranks of " +
                              counted(world, "device") + " evenly" + fewer,
                          std::to_string(strategy.ep));
    if (!strategy.experts_fill(data))
        return flag_fault(launch, "expert-model-parallel-size",
                          "expert x expert tensor ranks that divide the " + counted(stage_ranks, "device") +
                              " of a stage (" + std::to_string(world) + " in all)" + fewer,
                          std::to_string(strategy.ep) + " x " + std::to_string(strategy.expert_tp));
    plan.replicas = data / strategy.data_ranks();
    if (stages == 1 || plan.replicas == 1) plan.layout = LayoutKind::dp_inner; // the same; the search says it so
    const std::int64_t sequences = data * plan.micro_batch;
    if (problem.options.global_batch % sequences != 0 && !problem.options.round_up_micro_batches) {
        return flag_fault(launch, "global-batch-size",
                          "a multiple of dp x micro-batch = " + std::to_string(data) + " x " +
                              std::to_string(plan.micro_batch) + " = " + std::to_string(sequences) + " on " +
                              counted(world, "device") + fewer,
                          std::to_string(problem.options.global_batch));
    }
    Result<std::vector<std::int64_t>> blocks = stage_blocks(problem.model, launch, stages);
    if (!blocks) return blocks.diagnostics();
    const std::int64_t m = plan.micro_batches(problem.options.global_batch);
    const bool interleaved = plan.schedule == ScheduleKind::interleaved;
    if (interleaved && m % stages != 0)
        return launch_fault("micro-batches", "a multiple of pp = " + std::to_string(stages) + " for virtual stages",
                            std::to_string(m));
    StagePlan stage;
    if (o.zero) stage.zero = static_cast<int>(only(o.zero));
    stage.recompute = o.recompute && !o.recompute->empty() ? o.recompute->front() : Recompute::none;
    plan.stages.assign(static_cast<std::size_t>(stages), stage);
    const std::int64_t part = o.recompute_layers ? o.recompute_layers->front() : 0;
    int layer = 0;
    for (std::size_t i = 0; i < blocks->size(); ++i) {
        StagePlan& here = plan.stages[i % plan.stages.size()];
        const bool first = i % plan.stages.size() == 0, last = i + 1 == blocks->size();
        const std::int64_t count = (*blocks)[i] + (i == 0 ? 1 : 0) + (last ? 1 : 0);
        for (std::int64_t n = 0; n < count; ++n)
            here.layers.push_back(layer++);
        if (interleaved) here.chunk_sizes.push_back(static_cast<int>(count));
        if (here.recompute == Recompute::full && part > 0 && part < (*blocks)[i])
            here.recompute_layers = static_cast<int>(part) + (first ? 1 : 0);
    }
    plan.stride = RankGrid(plan).inner() * plan.strategy.width();
    return plan;
}

} // namespace

Result<Plan> plan_of_launch(const Problem& problem, const EngineLaunch& launch) {
    Result<Plan> plan = unlocated_plan(problem, launch);
    if (plan) return plan;
    std::vector<Diagnostic> faults = plan.diagnostics();
    for (Diagnostic& fault : faults)
        if (fault.file.empty()) fault.file = launch.file;
    return faults;
}

} // namespace nest::io
