// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/pins.h"

#include "plan/option_values.h"

#include <algorithm>
#include <charconv>

namespace nest {

namespace {

constexpr std::size_t most_pins = 10000;
constexpr std::int64_t most_stages = 1'000'000;

std::optional<std::int64_t> whole_number(std::string_view text) {
    std::int64_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size() || value < 0)
        return std::nullopt;
    return value;
}

/// First and last index of "40-47" or "40".
struct IndexRange {
    std::int64_t first = 0, last = 0;
};
std::optional<IndexRange> index_range(const std::string& text) {
    const std::size_t dash = text.find('-');
    const std::optional<std::int64_t> first = whole_number(std::string_view(text).substr(0, dash));
    const std::optional<std::int64_t> last =
        dash == std::string::npos ? first : whole_number(std::string_view(text).substr(dash + 1));
    if (!first || !last) return std::nullopt;
    return IndexRange{*first, *last};
}

std::string stage_text(std::int64_t stage) {
    return stage == LayerPin::last ? "last" : std::to_string(stage);
}

/// The layers that an entry names.
Result<IndexRange> layers_of(const ModelGraph& model, const LayerPin& pin) {
    const auto named = std::find_if(model.layers.begin(), model.layers.end(),
                                    [&](const Layer& layer) { return layer.id == pin.layers; });
    if (named != model.layers.end()) {
        const std::int64_t index = named - model.layers.begin();
        return IndexRange{index, index};
    }
    const auto count = static_cast<std::int64_t>(model.layers.size());
    if (const std::optional<IndexRange> range = index_range(pin.layers)) {
        if (range->first <= range->last && range->last < count) return *range;
        return fault(ErrorCode::out_of_range, "pins",
                     "layers 0 to " + std::to_string(count - 1) + ", the smaller number first", pin.layers);
    }
    std::vector<std::string> ids;
    for (const Layer& layer : model.layers)
        ids.push_back(layer.id);
    Diagnostic diagnostic =
        fault(ErrorCode::unknown_name, "pins: layer", "a layer's id, or a range of indices such as 40-47", pin.layers);
    diagnostic.suggestion = nearest_name(pin.layers, ids);
    return diagnostic;
}

/// A fault when a layer is pinned to an earlier stage than one that feeds it, directly or through others.
std::optional<Diagnostic> check_order(const ModelGraph& model, const std::vector<std::int64_t>& stages) {
    // The latest stage a layer's inputs ask for, and which of them does. Relaxed until nothing changes: as many rounds
    // as the longest path, one for a model written in its own order.
    std::vector<std::int64_t> least(stages.size(), -1);
    std::vector<std::size_t> because(stages.size(), 0);
    for (std::size_t layer = 0; layer < stages.size(); ++layer) {
        because[layer] = layer;
        if (stages[layer] >= 0) least[layer] = stages[layer];
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (const Edge& edge : model.edges) {
            const auto from = static_cast<std::size_t>(edge.from), to = static_cast<std::size_t>(edge.to);
            if (least[from] <= least[to]) continue;
            if (stages[to] >= 0) {
                return fault(ErrorCode::inconsistent, "pins", "no layer on an earlier stage than one before it",
                             model.layers[to].id + " on stage " + stage_text(stages[to]) + ", " +
                                 model.layers[because[from]].id + " on stage " + stage_text(least[from]));
            }
            least[to] = least[from];
            because[to] = because[from];
            changed = true;
        }
    }
    return std::nullopt;
}

} // namespace

Result<std::vector<LayerPin>> parse_pins(const std::string& text) {
    std::vector<LayerPin> pins;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string part = detail::trimmed(std::string_view(text).substr(at, end - at));
        at = end + 1;
        if (part.empty()) continue;
        const std::size_t colon = part.rfind(':');
        const std::string stage = colon == std::string::npos ? "" : detail::trimmed(part.substr(colon + 1));
        LayerPin pin;
        pin.layers = detail::trimmed(part.substr(0, std::min(colon, part.size())));
        if (stage == "last") {
            pin.stage = LayerPin::last;
        } else if (const std::optional<std::int64_t> number = whole_number(stage)) {
            if (*number >= most_stages)
                return fault(ErrorCode::out_of_range, "pins", "a stage below " + std::to_string(most_stages), stage);
            pin.stage = *number;
        } else {
            pin.layers.clear();
        }
        if (pin.layers.empty())
            return fault(ErrorCode::wrong_type, "pins", "LAYER:STAGE such as block.3:0, 40-47:2 or head:last", part);
        pins.push_back(std::move(pin));
        if (pins.size() > most_pins)
            return fault(ErrorCode::out_of_range, "pins", "at most " + std::to_string(most_pins) + " entries", "more");
    }
    return pins;
}

std::string text_of(const std::vector<LayerPin>& pins) {
    std::string text;
    for (const LayerPin& pin : pins)
        text += (text.empty() ? "" : ", ") + pin.layers + ":" + stage_text(pin.stage);
    return text;
}

Result<std::vector<std::int64_t>> stages_of_pins(const ModelGraph& model, const std::vector<LayerPin>& pins) {
    std::vector<std::int64_t> stages(model.layers.size(), unpinned);
    for (const LayerPin& pin : pins) {
        const Result<IndexRange> range = layers_of(model, pin);
        if (!range) return range.diagnostics();
        for (std::int64_t layer = range->first; layer <= range->last; ++layer) {
            std::int64_t& stage = stages[static_cast<std::size_t>(layer)];
            if (stage != unpinned && stage != pin.stage)
                return fault(ErrorCode::inconsistent, "pins", "one stage for each layer",
                             model.layers[static_cast<std::size_t>(layer)].id + " on stage " + stage_text(stage) +
                                 " and on stage " + stage_text(pin.stage));
            stage = pin.stage;
        }
    }
    if (auto wrong = check_order(model, stages)) return *std::move(wrong);
    return stages;
}

} // namespace nest
