// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/megatron_writer.h"

#include "base/phrase.h"
#include "base/translatable.h"
#include "io/engine/carried_arguments.h"
#include "io/engine/engine_text.h"
#include "io/engine/megatron_arguments.h"
#include "network/hosts.h"

#include <algorithm>
#include <cmath>

namespace nest::io {

namespace {

using detail::Argument;
using detail::Arguments;
using detail::CarriedArguments;

Diagnostic refusal(const char* why, std::vector<Phrase> numbers = {}) {
    return detail::refusal("Megatron-LM", Phrase("Engines", why, std::move(numbers)));
}

struct Nodes {
    std::int64_t per_node = 1, count = 1;
};

/// Processes that one torchrun starts: a machine's; an engine's plan fills such machines from the first on.
Nodes nodes_of(const Problem& problem, const Plan& plan) {
    Nodes nodes;
    nodes.per_node = std::min(host_slots(problem.levels), plan.devices());
    nodes.count = plan.devices() / nodes.per_node;
    return nodes;
}

std::string array_text(const std::string& name, const Arguments& arguments) {
    std::string text = name + "=(\n";
    for (const Argument& argument : arguments)
        text += "    " + argument.flag + (argument.value.empty() ? "" : " " + argument.value) + "\n";
    return text + ")\n";
}

std::string comment(const std::string& text) {
    return detail::commented({text});
}

/// Things about this plan that a reader of the script should know.
std::string remarks(const TransformerConfig& model, const Problem& problem, const Plan& plan, bool of_command) {
    std::string text;
    if (model.positions == 0 && model.rotary_base == 0 && !of_command)
        text +=
            comment("The model's configuration does not tell the base of its rotary positions (rope_theta): without "
                    "--rotary-base the engine's default counts, 10000.");
    if (detail::equal_rank_grids(model, plan)) {
        text +=
            comment("--expert-tensor-parallel-size is there because the engine lays out expert ranks also for a model "
                    "without experts; with this rank order both grids have to be equal.");
    }
    if (plan.strategy.tp > model.kv_heads && !model.latent_attention())
        text += comment("More tensor ranks than key/value heads: needs Megatron Core 0.16 or later.");
    if (model.shared_gate) text += comment("--moe-shared-expert-gate needs Megatron Core 0.16 or later.");
    if (model.mtp_layers > 0)
        text += comment("The layers for multi-token prediction are on the last stage and not in the estimate.");
    if (problem.options.overlap_dp > 0) {
        text += comment("The estimate hides " + std::to_string(std::lround(100 * problem.options.overlap_dp)) +
                        " % of the gradient exchange (option overlap_dp).");
    }
    if (model.vocab % plan.strategy.tp != 0)
        text += comment("Megatron-LM pads the vocabulary to a multiple of 128 x tp; the estimate does not.");
    else if (model.vocab_entries > 0)
        text += comment("Megatron-LM pads the vocabulary to " + std::to_string(model.vocab) +
                        " entries, for which the plan was made.");
    return text;
}

/// What became of the arguments of somebody's own command.
void add_carried(std::vector<std::string>& lines, const CarriedArguments& carried) {
    lines.emplace_back("Arguments that the plan does not decide are those of the command, in its order. Its launcher's "
                       "own flags are not carried over.");
    const auto list = [&lines](const char* title, const std::vector<std::string>& items) {
        if (items.empty()) return;
        lines.emplace_back(title);
        for (const std::string& item : items)
            lines.push_back("  " + item);
    };
    list("Replaced by the plan:", carried.replaced);
    list("Dropped:", carried.dropped);
    list("Fixed to the default of a variable, for which the plan was made:", carried.fixed);
    list("Missing: the engine needs it, the plan does not decide it, and the command does not have it. Add it:",
         carried.missing);
    list("Priced otherwise than the command says, by these options:", carried.differs);
    list("Variables that have no value here and must be set before:", carried.variables);
}

std::string header(const TransformerConfig& model, const Problem& problem, const Plan& plan,
                   const Evaluation& evaluation, const Nodes& nodes, const CarriedArguments* carried) {
    std::vector<std::string> lines = detail::heading("Megatron-LM launch script", problem, plan, evaluation);
    lines.push_back("Nodes:     " + std::to_string(nodes.count) + " with " + counted(nodes.per_node, "device") +
                    " each");
    lines.emplace_back();
    lines.emplace_back("Flag names checked against Megatron Core 0.15 (Megatron-LM, late 2025).");
    if (carried) {
        add_carried(lines, *carried);
        return "#!/bin/bash\n" + detail::commented(lines) + remarks(model, problem, plan, carried->whole);
    }
    lines.emplace_back("The plan decides neither data, tokenizer (which sets the vocabulary), learning rate nor "
                       "checkpoints: they come "
                       "from the");
    lines.emplace_back(
        "environment variables below, with placeholders where training could start without. Nor does it decide what "
        "changes neither");
    lines.emplace_back(
        "time nor memory: other scaling of the positions than Llama 3.1's, norm epsilon, router losses and groups, "
        "fused kernels.");
    return "#!/bin/bash\n" + detail::commented(lines) + remarks(model, problem, plan, false);
}

/// `environment`: "NAME=value" of somebody's own command, which the plan leaves as it is.
std::string launcher(const Nodes& nodes, const Plan& plan, const std::vector<std::string>& environment) {
    std::string text = "\nset -euo pipefail\n\n";
    text += "GPUS_PER_NODE=" + std::to_string(nodes.per_node) + "\n";
    text += "NNODES=" + std::to_string(nodes.count) + "\n";
    text +=
        comment("Start this script once on every node. The order of the nodes is part of the plan: neighbours in the "
                "network need neighbouring NODE_RANKs.");
    if (nodes.count > 1) {
        text += "NODE_RANK=${NODE_RANK:-${SLURM_NODEID:?set NODE_RANK to 0 on the first node, 1 on the next and so "
                "on}}\n";
        text += comment("The first node's address and a free port on it.");
        text +=
            "MASTER_ADDR=${MASTER_ADDR:?set MASTER_ADDR to the address of the first node, on every node the same}\n";
    } else {
        text += "NODE_RANK=0\nMASTER_ADDR=${MASTER_ADDR:-localhost}\n";
    }
    text += "MASTER_PORT=${MASTER_PORT:-6000}\n";
    constexpr std::string_view connections = "CUDA_DEVICE_MAX_CONNECTIONS=";
    const bool decided = std::any_of(environment.begin(), environment.end(),
                                     [&](const std::string& line) { return line.starts_with(connections); });
    if ((plan.strategy.tp > 1 || plan.strategy.cp > 1) && !decided) {
        text += comment("Tensor and context parallelism need this before Blackwell.");
        text += "export CUDA_DEVICE_MAX_CONNECTIONS=1\n";
    }
    if (!environment.empty()) text += "\n# The command's environment\n";
    for (const std::string& line : environment)
        text += "export " + line + "\n";
    return text;
}

std::string torchrun_text() {
    return "torchrun --nproc_per_node \"$GPUS_PER_NODE\" --nnodes \"$NNODES\" --node_rank \"$NODE_RANK\" \\\n"
           "    --master_addr \"$MASTER_ADDR\" --master_port \"$MASTER_PORT\" \\\n    ";
}

/// What to run with the arguments of a command: those first, since the last of equal flags counts.
std::string carried_text(const CarriedArguments& carried, const std::string& program) {
    std::string text;
    for (const std::string& name : carried.variables)
        text += ": \"${" + name + "?set " + name + ", which the command uses}\"\n";
    if (!text.empty()) text.insert(0, "\n# What the command takes from elsewhere\n");
    text += "\n# As in the command\n" + array_text("COMMAND_ARGS", carried.command);
    text += "\n# From the plan\n" + array_text("PLAN_ARGS", carried.plan);
    return text + "\n" + torchrun_text() + program + " \\\n    \"${COMMAND_ARGS[@]}\" \"${PLAN_ARGS[@]}\"\n";
}

/// What the plan doesn't decide: from the environment, with a sentence where it has to be given.
std::string placeholders(const TransformerConfig& model) {
    std::string text = "\n# From the environment; without these nothing can be trained\n";
    text += "DATA_PATH=${DATA_PATH:?set DATA_PATH to the prefix of preprocessed data, without .bin and .idx}\n";
    text += model.encoder
                ? "VOCAB_FILE=${VOCAB_FILE:?set VOCAB_FILE to the vocabulary of the tokenizer, vocab.txt}\n"
                : "TOKENIZER=${TOKENIZER:?set TOKENIZER to a tokenizer: a folder or a name on Hugging Face}\n";
    Arguments data{{"--data-path", "\"$DATA_PATH\""}, {"--split", "99,1,0"}};
    if (model.encoder) {
        data.push_back({"--tokenizer-type", "BertWordPieceLowerCase"});
        data.push_back({"--vocab-file", "\"$VOCAB_FILE\""});
    } else {
        data.push_back({"--tokenizer-type", "HuggingFaceTokenizer"});
        data.push_back({"--tokenizer-model", "\"$TOKENIZER\""});
    }
    text += array_text("DATA_ARGS", data);
    text += "\n# Placeholders, no advice: length and rate of training are yours to set, here or in the environment\n";
    text += array_text("LEARNING_ARGS", {{"--train-iters", "${TRAIN_ITERS:-1000}"},
                                         {"--lr", "${LR:-1.0e-4}"},
                                         {"--min-lr", "${MIN_LR:-1.0e-5}"},
                                         {"--lr-decay-style", "cosine"},
                                         {"--lr-warmup-fraction", "0.01"},
                                         {"--weight-decay", "0.1"},
                                         {"--clip-grad", "1.0"}});
    if (const Arguments router = detail::router_arguments(model); !router.empty())
        text += comment("Placeholders as well: how the router spreads its tokens, and the weight of that in the loss") +
                array_text("ROUTER_ARGS", router);
    text += comment("Where to keep checkpoints, and from where to go on; nothing is kept without CHECKPOINT_PATH");
    text += "CHECKPOINT_ARGS=()\n";
    text += "if [ -n \"${CHECKPOINT_PATH:-}\" ]; then\n";
    return text + "    CHECKPOINT_ARGS=(--save \"$CHECKPOINT_PATH\" --load \"$CHECKPOINT_PATH\" --save-interval "
                  "\"${SAVE_INTERVAL:-500}\")\nfi\n";
}

} // namespace

Result<std::string> megatron_script(const Problem& problem, const Plan& plan, const Evaluation& evaluation,
                                    const EngineLaunch* launch) {
    if (plan.stages.empty()) return refusal(QT_TRANSLATE_NOOP("Engines", "a plan without stages is nothing to launch"));
    if (auto obstacle = detail::obstacle("megatron", "Megatron-LM", problem, plan)) return *obstacle;
    if (!problem.model.architecture)
        return refusal(QT_TRANSLATE_NOOP(
            "Engines",
            "the model's architecture is not known, only what its layers cost; a preset or a config.json tells it"));
    const TransformerConfig& model = *problem.model.architecture;
    if (std::string why = detail::model_obstacle(model, plan); !why.empty()) return refusal(why.c_str());
    if (static_cast<std::int64_t>(problem.model.layers.size()) != model.layers + 2)
        return refusal(QT_TRANSLATE_NOOP("Engines", "the model has other layers than its architecture says"));
    const Nodes nodes = nodes_of(problem, plan);
    const Result<Arguments> layout = detail::layout_arguments(model, plan);
    if (!layout) return layout.diagnostics();

    const Arguments sizes = detail::model_arguments(model, problem.model.sequence_length, plan.strategy.tp);
    const Arguments experts = detail::expert_arguments(model, problem.options, plan);
    const Arguments training = detail::training_arguments(problem, plan);
    if (launch) {
        Arguments all = sizes;
        const Arguments router = detail::router_arguments(model);
        for (const Arguments* more : {&experts, &router, &*layout, &training})
            all.insert(all.end(), more->begin(), more->end());
        const Result<CarriedArguments> carried = detail::carry_over(*launch, problem, plan, all);
        if (!carried) return carried.diagnostics();
        // Bare flags name no program, nor do programs of another kind than Python's.
        const std::string usual = model.encoder ? "pretrain_bert.py" : "pretrain_gpt.py";
        Result<std::string> script =
            header(model, problem, plan, evaluation, nodes, &*carried) + launcher(nodes, plan, carried->environment) +
            carried_text(*carried, launch->program.empty() ? usual : detail::shell_word(launch->program));
        for (const std::string& option : carried->differs) {
            Diagnostic note =
                fault(ErrorCode::approximated, option, note_words(QT_TRANSLATE_NOOP("NoteWords", "the plan's option")),
                      note_words(QT_TRANSLATE_NOOP("NoteWords", "another in the command")));
            note.severity = Severity::warning;
            script.add(note);
        }
        return script;
    }

    std::string text = header(model, problem, plan, evaluation, nodes, nullptr) + launcher(nodes, plan, {});
    text += "\n" + array_text("MODEL_ARGS", sizes);
    if (!experts.empty()) text += "\n" + array_text("EXPERT_ARGS", experts);
    text += "\n" + array_text("PARALLEL_ARGS", *layout);
    text += "\n" + array_text("TRAINING_ARGS", training);
    text += placeholders(model);
    text += "\n" + torchrun_text();
    text += model.encoder ? "pretrain_bert.py" : "pretrain_gpt.py";
    text += " \\\n    \"${MODEL_ARGS[@]}\"";
    if (!experts.empty()) text += " \"${EXPERT_ARGS[@]}\"";
    text += " \"${PARALLEL_ARGS[@]}\" \"${TRAINING_ARGS[@]}\" \\\n    \"${DATA_ARGS[@]}\" \"${LEARNING_ARGS[@]}\"";
    if (!experts.empty()) text += " \"${ROUTER_ARGS[@]}\"";
    text += " \"${CHECKPOINT_ARGS[@]}\"\n";
    return text;
}

} // namespace nest::io
