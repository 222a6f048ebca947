// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/pipeline_layout.h"

#include "base/phrase.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace nest::io {

namespace {

constexpr std::size_t most_letters = 1'000'000;

Diagnostic layout_fault(std::string expected, std::string found) {
    return fault(ErrorCode::inconsistent, "--pipeline-model-parallel-layout", std::move(expected), std::move(found));
}

/// The number behind a "*" at `at`, which moves behind it; nothing if there is none. Numbers stop growing when they are
/// beyond any use.
std::optional<std::size_t> times(const std::string& text, std::size_t& at) {
    if (at >= text.size() || text[at] != '*') return std::nullopt;
    std::size_t end = at + 1, number = 0;
    for (; end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0; ++end)
        number = std::min(most_letters + 1, number * 10 + static_cast<std::size_t>(text[end] - '0'));
    if (end == at + 1) return std::nullopt;
    at = end;
    return number;
}

/// Groups (`grouped`), then single letters written out. Nothing when the text gets too long or has stray brackets.
std::optional<std::string> written_out(const std::string& text, bool grouped) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        std::string part(1, text[at]);
        std::size_t behind = at + 1;
        if (grouped) {
            if (text[at] == ')') return std::nullopt;
            if (text[at] == '(') {
                const std::size_t close = text.find(')', at);
                if (close == std::string::npos || close == at + 1) return std::nullopt;
                part = text.substr(at + 1, close - at - 1);
                if (part.find('(') != std::string::npos) return std::nullopt;
                behind = close + 1;
                const std::optional<std::size_t> count = times(text, behind);
                if (!count || *count * part.size() + result.size() > most_letters) return std::nullopt;
                for (std::size_t i = 0; i < *count; ++i)
                    result += part;
                at = behind;
                continue;
            }
        } else if (const std::optional<std::size_t> count = times(text, behind)) {
            if (*count + result.size() > most_letters) return std::nullopt;
            result.append(*count, text[at]);
            at = behind;
            continue;
        }
        result += part;
        at = behind;
    }
    return result.size() > most_letters ? std::nullopt : std::optional(result);
}

std::string stage_text(const LayoutStage& stage) {
    const auto letters = [](char letter, std::int64_t count) {
        if (count > 2) return std::string(1, letter) + "*" + std::to_string(count);
        return std::string(static_cast<std::size_t>(count), letter);
    };
    return (stage.embedding ? "E" : "") + letters('t', stage.blocks) + letters('m', stage.mtp) +
           (stage.loss ? "L" : "");
}

} // namespace

Result<std::vector<LayoutStage>> read_pipeline_layout(const std::string& text) {
    std::string plain = text;
    std::erase(plain, ',');
    std::optional<std::string> letters = written_out(plain, true);
    if (letters) letters = written_out(*letters, false);
    const std::string shown = text.size() > 80 ? text.substr(0, 77) + "..." : text;
    if (!letters) return layout_fault("letters E, t, m, L, stages between |, repeated as t*3 or (tt|)*5", shown);

    std::vector<LayoutStage> stages(1);
    bool any = false, mtp = false, ended = false;
    for (const char letter : *letters) {
        LayoutStage& stage = stages.back();
        if (letter == '|') {
            stages.emplace_back();
            continue;
        }
        if (std::string("EtmL").find(letter) == std::string::npos)
            return layout_fault("letters E, t, m, L and | between stages", std::string(1, letter) + " in " + shown);
        if (ended) return layout_fault("L once, as the last letter", shown);
        if ((letter == 'E') == any) return layout_fault("E once, as the first letter", shown);
        any = true;
        if (letter == 't' && mtp)
            return layout_fault("decoder layers (t) before those for multi-token prediction (m)", shown);
        mtp = mtp || letter == 'm';
        ended = letter == 'L';
        stage.embedding = stage.embedding || letter == 'E';
        stage.loss = stage.loss || letter == 'L';
        stage.blocks += letter == 't' ? 1 : 0;
        stage.mtp += letter == 'm' ? 1 : 0;
    }
    if (!any) return layout_fault("E once, as the first letter", shown);
    if (!ended) return layout_fault("L once, as the last letter", shown);
    return stages;
}

std::string pipeline_layout_text(const std::vector<LayoutStage>& stages) {
    std::string text;
    for (std::size_t i = 0; i < stages.size();) {
        const std::string stage = stage_text(stages[i]);
        std::size_t end = i + 1;
        while (end < stages.size() && stages[end] == stages[i])
            ++end;
        const std::size_t count = end - i;
        const bool last = end == stages.size();
        // A run is written "(stage|)*n"; the very last stage has no bar behind it.
        const std::size_t repeated = last ? count - 1 : count;
        if (repeated > 1)
            text += "(" + stage + "|)*" + std::to_string(repeated);
        else if (repeated == 1)
            text += stage + "|";
        if (last) text += stage;
        i = end;
    }
    return text;
}

Result<std::vector<LayoutStage>> layout_stages(const TransformerConfig& model, const Plan& plan) {
    std::vector<LayoutStage> stages;
    int next = 0;
    const auto last = static_cast<int>(model.layers) + 1;
    for (const StagePlan& stage : plan.virtual_pipeline()) {
        LayoutStage slots;
        for (const int layer : stage.layers) {
            if (layer != next++)
                return fault(ErrorCode::inconsistent, "plan", "layers in order, each in one stage",
                             "layer " + std::to_string(layer));
            slots.embedding = slots.embedding || layer == 0;
            slots.loss = slots.loss || layer == last;
            slots.blocks += layer > 0 && layer < last ? 1 : 0;
        }
        stages.push_back(slots);
    }
    if (next != last + 1 || stages.empty())
        return fault(ErrorCode::inconsistent, "plan", counted(last + 1, "layer") + ": embedding, blocks and head",
                     std::to_string(next));
    // Layers for multi-token prediction go with the loss.
    stages.back().mtp = model.mtp_layers;
    return stages;
}

} // namespace nest::io
