// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model/modelview.h"

#include "model/strategy_rules.h"
#include "theme/theme.h"

#include <QCoreApplication>
#include <algorithm>
#include <functional>
#include <queue>

namespace nest::ui {
namespace {

constexpr int longestPeriod = 96; ///< layers of one part that are looked for

class Words {
    Q_DECLARE_TR_FUNCTIONS(Layers)
};

/// Any device gives amounts; only times need the real one.
Device nominalDevice() {
    Device device;
    device.memory_bandwidth = 1e12;
    device.peak_flops["bf16"] = 1e14;
    return device;
}

LayerFigures figuresOf(const ModelGraph& model, const Layer& layer, const ReferenceCase& reference,
                       const Device& device) {
    LayerFigures figures;
    figures.profiled = profile_for(layer, reference) != nullptr;
    const auto profile = profile_of(model, layer, reference.strategy, reference.micro_batch, device, {});
    if (!profile.ok()) return figures;
    figures.known = true;
    figures[LayerAmount::Parameters] = profile->parameters;
    figures[LayerAmount::ForwardFlop] = profile->forward_flop;
    figures[LayerAmount::ForwardSeconds] = profile->forward_seconds;
    figures[LayerAmount::ActivationBytes] = profile->activation_bytes;
    return figures;
}

/// Layers of one cost, which many are, are priced once.
QVector<LayerFigures> allFigures(const ModelGraph& model, const ReferenceCase& reference, const Device& device) {
    QVector<LayerFigures> list(static_cast<qsizetype>(model.layers.size()));
    for (qsizetype i = 0; i < list.size(); ++i) {
        const Layer& layer = model.layers[static_cast<std::size_t>(i)];
        const Layer* before = i > 0 ? &model.layers[static_cast<std::size_t>(i - 1)] : nullptr;
        const bool same = before && before->kind == layer.kind && before->operators == layer.operators &&
                          before->profiles == layer.profiles;
        list[i] = same ? list[i - 1] : figuresOf(model, layer, reference, device);
        list[i][LayerAmount::OutputBytes] = 0;
    }
    for (const Edge& edge : model.edges)
        list[edge.from][LayerAmount::OutputBytes] += edge.bytes;
    return list;
}

using Neighbours = std::vector<std::vector<int>>;

Neighbours successors(const ModelGraph& model) {
    Neighbours after(model.layers.size());
    for (const Edge& edge : model.edges)
        after[static_cast<std::size_t>(edge.from)].push_back(edge.to);
    return after;
}

std::vector<int> predecessorCounts(const ModelGraph& model) {
    std::vector<int> counts(model.layers.size(), 0);
    for (const Edge& edge : model.edges)
        ++counts[static_cast<std::size_t>(edge.to)];
    return counts;
}

/// Kahn's order that takes the layer with the least number first: the file's own order where it has one.
QVector<int> fileOrder(const ModelGraph& model) {
    const Neighbours after = successors(model);
    std::vector<int> waiting = predecessorCounts(model);
    std::priority_queue<int, std::vector<int>, std::greater<>> ready;
    for (std::size_t i = 0; i < waiting.size(); ++i)
        if (waiting[i] == 0) ready.push(static_cast<int>(i));
    QVector<int> order;
    while (!ready.empty()) {
        const int layer = ready.top();
        ready.pop();
        order.append(layer);
        for (const int next : after[static_cast<std::size_t>(layer)])
            if (--waiting[static_cast<std::size_t>(next)] == 0) ready.push(next);
    }
    return order;
}

/// Kahn's order that goes down one branch before it begins another.
QVector<int> branchOrder(const ModelGraph& model) {
    const Neighbours after = successors(model);
    std::vector<int> waiting = predecessorCounts(model);
    std::vector<int> ready;
    for (std::size_t i = waiting.size(); i-- > 0;)
        if (waiting[i] == 0) ready.push_back(static_cast<int>(i));
    QVector<int> order;
    while (!ready.empty()) {
        const int layer = ready.back();
        ready.pop_back();
        order.append(layer);
        const std::vector<int>& next = after[static_cast<std::size_t>(layer)];
        for (auto it = next.rbegin(); it != next.rend(); ++it)
            if (--waiting[static_cast<std::size_t>(*it)] == 0) ready.push_back(*it);
    }
    return order;
}

/// Finds parts that repeat in an order of the layers.
class Repeats {
public:
    Repeats(const ModelGraph& model, const QVector<int>& order) : m_model(model), m_order(order) {
        std::vector<int> position(model.layers.size());
        for (qsizetype i = 0; i < order.size(); ++i)
            position[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
        m_before.resize(model.layers.size());
        for (const Edge& edge : model.edges)
            m_before[static_cast<std::size_t>(position[static_cast<std::size_t>(edge.to)])].push_back(
                {position[static_cast<std::size_t>(edge.from)], edge.bytes});
        for (auto& list : m_before)
            std::sort(list.begin(), list.end());
        classify();
    }

    QVector<LayerBlock> blocks() {
        findRuns();
        QVector<LayerBlock> list;
        const int end = static_cast<int>(m_order.size());
        for (int at = 0; at < end;) {
            const LayerBlock best = bestAt(at);
            if (best.size() >= 3) {
                list.append(best);
                at += best.size();
            } else {
                ++at;
            }
        }
        return list;
    }

private:
    /// Equal costs have equal numbers, so that they are compared once.
    void classify() {
        QVector<int> examples;
        QHash<std::size_t, QVector<int>> byHash;
        for (const int layer : m_order) {
            const Layer& own = m_model.layers[static_cast<std::size_t>(layer)];
            QVector<int>& list = byHash[hashOf(own)];
            const auto same = std::ranges::find_if(list, [&](int number) {
                const Layer& other = m_model.layers[static_cast<std::size_t>(examples[number])];
                return other.kind == own.kind && other.operators == own.operators && other.profiles == own.profiles;
            });
            if (same != list.end()) {
                m_class.append(*same);
                continue;
            }
            list.append(static_cast<int>(examples.size()));
            m_class.append(static_cast<int>(examples.size()));
            examples.append(layer);
        }
    }

    static std::size_t hashOf(const Layer& layer) {
        std::size_t hash = layer.operators.size() * 31 + layer.profiles.size();
        const auto mix = [&hash](double value) { hash = hash * 1000003 ^ std::hash<double>()(value); };
        for (const Operator& op : layer.operators) {
            mix(op.forward_flop);
            mix(op.parameters);
            mix(op.saved_bytes);
        }
        for (const Profile& profile : layer.profiles) {
            mix(profile.forward_seconds);
            mix(profile.parameters);
            mix(profile.activation_bytes);
        }
        return hash;
    }

    /// Whether the layers at two positions are alike: equal cost, and inputs of equal size from as far back or from the
    /// very same layer.
    bool alike(int a, int b) const {
        if (m_class[a] != m_class[b]) return false;
        const auto& left = m_before[static_cast<std::size_t>(a)];
        const auto& right = m_before[static_cast<std::size_t>(b)];
        if (left.size() != right.size()) return false;
        for (std::size_t i = 0; i < left.size(); ++i) {
            if (left[i].second != right[i].second) return false;
            if (a - left[i].first != b - right[i].first && left[i].first != right[i].first) return false;
        }
        return true;
    }

    /// m_runs[p - 1][i]: positions from i on that are alike with those p later.
    void findRuns() {
        const int end = static_cast<int>(m_order.size());
        const int longest = std::min(longestPeriod, end / 2);
        m_runs.resize(longest);
        for (int period = 1; period <= longest; ++period) {
            QVector<int>& runs = m_runs[period - 1];
            runs.fill(0, end + 1);
            for (int i = end - period - 1; i >= 0; --i)
                runs[i] = alike(i, i + period) ? runs[i + 1] + 1 : 0;
        }
    }

    /// The repetition from a position on that covers most; the shortest of them.
    LayerBlock bestAt(int at) const {
        LayerBlock best;
        best.first = at;
        for (int period = 1; period <= m_runs.size(); ++period) {
            const int count = m_runs[period - 1][at] / period + 1;
            const LayerBlock block{at, period, count};
            if (count > 1 && block.size() > best.size() && isRow(block)) best = block;
        }
        return best;
    }

    /// Whether a part hangs together and leads to the next one: parallel branches that are alike are no row.
    bool isRow(const LayerBlock& block) const {
        bool leads = false;
        std::vector<int> root(static_cast<std::size_t>(block.period));
        for (int i = 0; i < block.period; ++i)
            root[static_cast<std::size_t>(i)] = i;
        const auto find = [&](int i) {
            while (root[static_cast<std::size_t>(i)] != i)
                i = root[static_cast<std::size_t>(i)] =
                    root[static_cast<std::size_t>(root[static_cast<std::size_t>(i)])];
            return i;
        };
        int parts = block.period;
        const int second = block.first + block.period;
        for (int i = 0; i < block.period; ++i)
            for (const auto& [from, bytes] : m_before[static_cast<std::size_t>(second + i)]) {
                if (from >= second && find(from - second) != find(i)) {
                    root[static_cast<std::size_t>(find(from - second))] = find(i);
                    --parts;
                }
                leads = leads || (from >= block.first && from < second);
            }
        return leads && parts == 1;
    }

    const ModelGraph& m_model;
    const QVector<int>& m_order;
    std::vector<std::vector<std::pair<int, double>>> m_before; ///< per position: position and bytes of its inputs
    QVector<int> m_class;                                      ///< per position
    QVector<QVector<int>> m_runs;
};

/// Nodes that are drawn when all repeats are collapsed.
qsizetype shownCount(const QVector<int>& order, const QVector<LayerBlock>& blocks) {
    qsizetype count = order.size();
    for (const LayerBlock& block : blocks)
        count -= block.size() - 1;
    return count;
}

QHash<int, QHash<int, double>> originalFigures(const ModelView& view, const std::vector<LayerEdit>& edits,
                                               const ModelGraph& original, const Device& device) {
    QHash<QString, int> index;
    for (std::size_t i = 0; i < original.layers.size(); ++i)
        index.insert(QString::fromStdString(original.layers[i].id), static_cast<int>(i));
    QHash<int, QHash<int, double>> originals;
    for (const LayerEdit& edit : edits) {
        const int layer = index.value(QString::fromStdString(edit.layer), -1);
        if (layer < 0 || layer >= view.layers.size()) continue;
        const LayerFigures before =
            figuresOf(original, original.layers[static_cast<std::size_t>(layer)], view.reference, device);
        const auto keep = [&](bool edited, LayerAmount amount) {
            if (edited) originals[layer][static_cast<int>(amount)] = before[amount];
        };
        keep(edit.parameters.has_value(), LayerAmount::Parameters);
        keep(edit.forward_flop.has_value(), LayerAmount::ForwardFlop);
        keep(edit.forward_seconds.has_value(), LayerAmount::ForwardSeconds);
        keep(edit.activation_bytes.has_value(), LayerAmount::ActivationBytes);
    }
    return originals;
}

} // namespace

double ModelView::sum(LayerAmount amount) const {
    double sum = 0;
    for (const LayerFigures& layer : layers)
        sum += layer[amount];
    return sum;
}

int ModelView::blockCount() const {
    return static_cast<int>(std::ranges::count_if(model->layers, [](const Layer& layer) {
        return layer.kind == LayerKind::transformer || layer.kind == LayerKind::moe;
    }));
}

QVector<int> layerOrder(const ModelGraph& model) {
    const QVector<int> file = fileOrder(model), branches = branchOrder(model);
    const auto shown = [&](const QVector<int>& order) { return shownCount(order, repeatedBlocks(model, order)); };
    return shown(branches) < shown(file) ? branches : file;
}

QVector<LayerBlock> repeatedBlocks(const ModelGraph& model, const QVector<int>& order) {
    return Repeats(model, order).blocks();
}

std::shared_ptr<const ModelView> describeModel(std::shared_ptr<const ModelGraph> model, const Device* device,
                                               const std::vector<LayerEdit>& edits, const ModelGraph* original) {
    auto view = std::make_shared<ModelView>();
    view->model = std::move(model);
    view->reference = reference_case(*view->model);
    view->timed = device && device->peak() > 0 && device->memory_bandwidth > 0;
    const Device used = view->timed ? *device : nominalDevice();
    view->layers = allFigures(*view->model, view->reference, used);
    view->order = layerOrder(*view->model);
    view->blocks = repeatedBlocks(*view->model, view->order);
    if (original) view->originals = originalFigures(*view, edits, *original, used);
    return view;
}

QString amountName(LayerAmount amount) {
    switch (amount) {
    case LayerAmount::Parameters:
        return Words::tr("Parameters");
    case LayerAmount::ForwardFlop:
        return Words::tr("Forward FLOP");
    case LayerAmount::ForwardSeconds:
        return Words::tr("Forward time");
    case LayerAmount::ActivationBytes:
        return Words::tr("Activations");
    case LayerAmount::OutputBytes:
        return Words::tr("Output");
    }
    return {};
}

Unit amountUnit(LayerAmount amount) {
    switch (amount) {
    case LayerAmount::Parameters:
        return Unit::elements;
    case LayerAmount::ForwardFlop:
        return Unit::flop;
    case LayerAmount::ForwardSeconds:
        return Unit::seconds;
    case LayerAmount::ActivationBytes:
    case LayerAmount::OutputBytes:
        return Unit::bytes;
    }
    return Unit::none;
}

QString amountText(LayerAmount amount, double value) {
    return formatValue(value, amountUnit(amount));
}

QString kindName(LayerKind kind) {
    switch (kind) {
    case LayerKind::embedding:
        return Words::tr("embedding");
    case LayerKind::transformer:
        return Words::tr("transformer");
    case LayerKind::moe:
        return Words::tr("mixture of experts");
    case LayerKind::head:
        return Words::tr("head");
    case LayerKind::conv:
        return Words::tr("convolution");
    case LayerKind::other:
        return Words::tr("other");
    }
    return {};
}

} // namespace nest::ui
