// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/quantity.h"
#include "model/device.h"
#include "model/layer_edits.h"
#include "model/model_graph.h"

#include <QHash>
#include <QString>
#include <QVector>
#include <memory>
#include <optional>

/// What the views of a model show: the graph with each layer's figures, shared and immutable.
namespace nest::ui {

/// The figures of a layer that bars and table show.
enum class LayerAmount { Parameters, ForwardFlop, ForwardSeconds, ActivationBytes, OutputBytes };
constexpr int layerAmountCount = 5;

/// A layer's figures in the model's reference case (nothing split, one sequence), as profile_of() gives them.
struct LayerFigures {
    bool known = false; ///< the layer has a cost in this case
    bool profiled = false;
    double amounts[layerAmountCount] = {}; ///< elements, FLOP, seconds, bytes, bytes
    double operator[](LayerAmount amount) const { return amounts[static_cast<int>(amount)]; }
    double& operator[](LayerAmount amount) { return amounts[static_cast<int>(amount)]; }
};

/// A run of equal parts: `count` times `period` layers, from `first` on in ModelView::order. A part leads to the next.
struct LayerBlock {
    int first = 0;
    int period = 1;
    int count = 1;
    int size() const { return period * count; }
    bool operator==(const LayerBlock&) const = default;
};

struct ModelView {
    std::shared_ptr<const ModelGraph> model; ///< never null
    ReferenceCase reference;
    bool timed = false;           ///< the device's speed is known, so forward seconds are too
    QVector<LayerFigures> layers; ///< per layer of the model
    QVector<int> order;           ///< layers in an order in which every edge goes forward
    QVector<LayerBlock> blocks;   ///< by first; they don't overlap
    /// Layers with edited amounts: what those were before. Amounts that were not edited are absent.
    QHash<int, QHash<int, double>> originals;

    bool isEdited(int layer, LayerAmount amount) const {
        const auto found = originals.find(layer);
        return found != originals.end() && found->contains(static_cast<int>(amount));
    }
    bool isEdited(int layer) const { return originals.contains(layer); }
    double sum(LayerAmount amount) const;
    /// Layers of kind transformer or moe; 0 where the file doesn't tell them apart.
    int blockCount() const;
};

/// Computes the view; takes a while for large models, so call it on a worker. `original` is the model without layer
/// edits where there are any, `device` the one whose times are shown.
std::shared_ptr<const ModelView> describeModel(std::shared_ptr<const ModelGraph> model, const Device* device,
                                               const std::vector<LayerEdit>& edits = {},
                                               const ModelGraph* original = nullptr);

/// Order and repeated parts of a model alone.
QVector<int> layerOrder(const ModelGraph& model);
QVector<LayerBlock> repeatedBlocks(const ModelGraph& model, const QVector<int>& order);

/// "Parameters", "Forward FLOP", ...; in the window's language.
QString amountName(LayerAmount amount);
Unit amountUnit(LayerAmount amount);
QString amountText(LayerAmount amount, double value);
QString kindName(LayerKind kind);

} // namespace nest::ui
