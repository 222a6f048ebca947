// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/modeledit.h"

#include "io/files.h"

#include <algorithm>

namespace nest::ui {
namespace {

using nlohmann::json;

constexpr const char* suffix = "-edited";

std::string editedName(const std::string& name) {
    return name.ends_with(suffix) ? name : name + suffix;
}

std::string plainName(std::string name) {
    if (name.ends_with(suffix)) name.resize(name.size() - std::char_traits<char>::length(suffix));
    return name;
}

InputChoice choiceOf(const std::string& name, json content) {
    return {name, std::make_shared<const json>(std::move(content))};
}

bool hasLayers(const InputChoice& model) {
    return model.content && model.content->is_object() && model.content->contains("layers");
}

/// The length the original states beside its sizes: what it was trained with.
json sequenceOf(const InputChoice& original) {
    json content;
    if (original.content) {
        content = *original.content;
    } else if (const std::string* text = io::preset_text("models", original.name)) {
        content = json::parse(*text, nullptr, false);
    }
    return content.is_object() ? content.value("sequence_length", json()) : json();
}

/// Sizes beside what they replace.
json transformerContent(const InputChoice& original, const TransformerConfig& config) {
    json content{{"format", "nest-model"}, {"version", 1}, {"name", editedName(original.name)}};
    content["transformer"] = io::transformer_to_json(config);
    if (const json length = sequenceOf(original); length.is_number_integer()) content["sequence_length"] = length;
    content["original"] = {{"name", original.name}};
    if (original.content) content["original"]["content"] = *original.content;
    return content;
}

const char* keyOf(LayerAmount amount) {
    switch (amount) {
    case LayerAmount::Parameters:
        return "parameters";
    case LayerAmount::ForwardFlop:
        return "forward_flop";
    case LayerAmount::ForwardSeconds:
        return "forward_seconds";
    case LayerAmount::ActivationBytes:
        return "activation_bytes";
    case LayerAmount::OutputBytes:
        break;
    }
    return nullptr;
}

/// A member that is text; files may hold anything.
std::string textOf(const json& object, const char* key, const std::string& otherwise = {}) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

json editsOf(const InputChoice& model) {
    json list = json::array();
    if (!model.content || !model.content->is_object()) return list;
    const auto found = model.content->find("layer_edits");
    if (found == model.content->end() || !found->is_array()) return list;
    for (const json& edit : *found)
        if (edit.is_object()) list.push_back(edit);
    return list;
}

std::optional<double> numberOf(const json& edit, const char* key) {
    const auto found = edit.find(key);
    return found != edit.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

/// "block.7" of a model with 6 blocks is gone.
bool isGone(const json& edit, const TransformerConfig& config) {
    const std::string id = textOf(edit, "layer");
    constexpr std::string_view stem = "block.";
    if (!id.starts_with(stem)) return false;
    const QString number = QString::fromStdString(id.substr(stem.size()));
    bool whole = false;
    const qlonglong index = number.toLongLong(&whole);
    return whole && index >= config.layers;
}

/// Sets or removes one amount of one layer; entries that say nothing any more go.
void change(json& edits, const std::string& layer, const char* key, std::optional<double> value) {
    auto entry =
        std::find_if(edits.begin(), edits.end(), [&](const json& edit) { return textOf(edit, "layer") == layer; });
    if (entry == edits.end()) {
        if (!value) return;
        edits.push_back({{"layer", layer}});
        entry = edits.end() - 1;
    }
    if (value)
        (*entry)[key] = *value;
    else
        entry->erase(key);
    if (entry->size() == 1) edits.erase(entry);
}

} // namespace

InputChoice originalModel(const InputChoice& model) {
    if (!isEditedModel(model)) return model;
    const json& content = *model.content;
    if (const auto original = content.find("original"); original != content.end() && original->is_object()) {
        InputChoice choice{textOf(*original, "name", plainName(model.name)), nullptr};
        if (const auto inner = original->find("content"); inner != original->end())
            return choiceOf(choice.name, *inner);
        return choice;
    }
    json before = content;
    before.erase("layer_edits");
    return choiceOf(plainName(model.name), std::move(before));
}

bool isEditedModel(const InputChoice& model) {
    return model.content && model.content->is_object() && model.content->value("format", json()) == "nest-model" &&
           (model.content->contains("original") || model.content->contains("layer_edits"));
}

InputChoice withArchitecture(const InputChoice& model, const TransformerConfig& config,
                             const TransformerConfig& original) {
    const InputChoice before = originalModel(model);
    json edits = json::array();
    for (const json& edit : editsOf(model))
        if (!isGone(edit, config)) edits.push_back(edit);
    TransformerConfig renamed = config;
    renamed.name = original.name; // an edit doesn't touch it; the file's own name says that it was edited
    if (renamed == original && edits.empty()) return before;
    json content = transformerContent(before, renamed);
    if (!edits.empty()) content["layer_edits"] = std::move(edits);
    return choiceOf(editedName(before.name), std::move(content));
}

std::vector<LayerEdit> layerEdits(const InputChoice& model) {
    std::vector<LayerEdit> list;
    for (const json& edit : editsOf(model)) {
        list.push_back({textOf(edit, "layer"), numberOf(edit, "parameters"), numberOf(edit, "forward_flop"),
                        numberOf(edit, "forward_seconds"), numberOf(edit, "activation_bytes")});
    }
    return list;
}

InputChoice withLayerEdit(const InputChoice& model, const std::optional<TransformerConfig>& config,
                          const std::optional<TransformerConfig>& original, const std::string& layer,
                          LayerAmount amount, std::optional<double> value) {
    const char* key = keyOf(amount);
    if (!key || (!hasLayers(model) && !config)) return model;
    json edits = editsOf(model);
    change(edits, layer, key, value);
    const InputChoice before = originalModel(model);
    json content;
    if (hasLayers(model) || isEditedModel(model)) {
        content = *model.content;
        content.erase("layer_edits");
    } else {
        content = transformerContent(before, *config);
    }
    if (edits.empty()) {
        const bool sameSizes = hasLayers(model) ? !content.contains("original") : config == original;
        return sameSizes ? before : choiceOf(model.name, std::move(content));
    }
    content["layer_edits"] = std::move(edits);
    return choiceOf(editedName(before.name), std::move(content));
}

} // namespace nest::ui
