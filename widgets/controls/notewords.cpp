// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "controls/notewords.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>
#include <QVector>
#include <algorithm>
#include <utility>

namespace nest::ui {
namespace {

/// What the readers of commands and models say; %1, %2 stand for a number or a name.
constexpr const char* clauses[] = {
    QT_TRANSLATE_NOOP("NoteWords", "gradient exchange behind the backward pass"),
    QT_TRANSLATE_NOOP("NoteWords", "exchange in the open (option overlap_dp)"),
    QT_TRANSLATE_NOOP("NoteWords", "the gathering of weights behind the forward pass"),
    QT_TRANSLATE_NOOP("NoteWords", "gathering in the open (option overlap_dp)"),
    QT_TRANSLATE_NOOP("NoteWords", "the gathering of weights behind the update"),
    QT_TRANSLATE_NOOP("NoteWords", "gathering in the open"),
    QT_TRANSLATE_NOOP("NoteWords", "expert exchange behind another micro-batch"),
    QT_TRANSLATE_NOOP("NoteWords", "exchange in the open"),
    QT_TRANSLATE_NOOP("NoteWords", "experts with a bounded number of tokens"),
    QT_TRANSLATE_NOOP("NoteWords", "experts that take all tokens (option expert_imbalance)"),
    QT_TRANSLATE_NOOP("NoteWords", "kept layer inputs split over tensor ranks"),
    QT_TRANSLATE_NOOP("NoteWords", "inputs whole on every rank"),
    QT_TRANSLATE_NOOP("NoteWords", "the head's weight gradient in the flush"),
    QT_TRANSLATE_NOOP("NoteWords", "matrix products in FP8"),
    QT_TRANSLATE_NOOP("NoteWords", "products in BF16"),
    QT_TRANSLATE_NOOP("NoteWords", "weights gathered in FP8"),
    QT_TRANSLATE_NOOP("NoteWords", "weights gathered in BF16"),
    QT_TRANSLATE_NOOP("NoteWords", "matrix products in FP4"),
    QT_TRANSLATE_NOOP("NoteWords", "tensor-parallel communication behind products"),
    QT_TRANSLATE_NOOP("NoteWords", "communication in the open"),
    QT_TRANSLATE_NOOP("NoteWords", "weight gradients moved behind communication"),
    QT_TRANSLATE_NOOP("NoteWords", "the usual backward pass"),
    QT_TRANSLATE_NOOP("NoteWords", "shared experts behind the expert exchange"),
    QT_TRANSLATE_NOOP("NoteWords", "one after the other"),
    QT_TRANSLATE_NOOP("NoteWords", "experts' tokens padded"),
    QT_TRANSLATE_NOOP("NoteWords", "tokens without padding"),
    QT_TRANSLATE_NOOP("NoteWords", "optimizer state in host memory"),
    QT_TRANSLATE_NOOP("NoteWords", "state in device memory"),
    QT_TRANSLATE_NOOP("NoteWords", "activations in host memory"),
    QT_TRANSLATE_NOOP("NoteWords", "activations in device memory"),
    QT_TRANSLATE_NOOP("NoteWords", "optimizer state of chosen widths"),
    QT_TRANSLATE_NOOP("NoteWords", "12 bytes a parameter"),
    QT_TRANSLATE_NOOP("NoteWords", "main gradients of another width"),
    QT_TRANSLATE_NOOP("NoteWords", "main parameters of another width"),
    QT_TRANSLATE_NOOP("NoteWords", "optimizer moments of another width"),
    QT_TRANSLATE_NOOP("NoteWords", "the widths of option precision"),
    QT_TRANSLATE_NOOP("NoteWords", "attention within a window"),
    QT_TRANSLATE_NOOP("NoteWords", "attention to the whole sequence"),
    QT_TRANSLATE_NOOP("NoteWords", "window attention in some layers"),
    QT_TRANSLATE_NOOP("NoteWords", "context exchange in two levels"),
    QT_TRANSLATE_NOOP("NoteWords", "one ring"),
    QT_TRANSLATE_NOOP("NoteWords", "CUDA graphs"),
    QT_TRANSLATE_NOOP("NoteWords", "kernels started one by one"),
    QT_TRANSLATE_NOOP("NoteWords", "residual sums in FP32"),
    QT_TRANSLATE_NOOP("NoteWords", "sums in BF16"),
    QT_TRANSLATE_NOOP("NoteWords", "arguments of another file"),
    QT_TRANSLATE_NOOP("NoteWords", "what this text holds"),
    QT_TRANSLATE_NOOP("NoteWords", "arguments kept in a checkpoint"),
    QT_TRANSLATE_NOOP("NoteWords", "experts made from a dense checkpoint"),
    QT_TRANSLATE_NOOP("NoteWords", "experts as given"),
    QT_TRANSLATE_NOOP("NoteWords", "two buffers for gathered weights"),
    QT_TRANSLATE_NOOP("NoteWords", "one layer ahead"),
    QT_TRANSLATE_NOOP("NoteWords", "an old name"),
    QT_TRANSLATE_NOOP("NoteWords", "every expert split over tensor and expert ranks"),
    QT_TRANSLATE_NOOP("NoteWords", "expert ranks"),
    QT_TRANSLATE_NOOP("NoteWords", "%1 expert ranks that take in the context ranks"),
    QT_TRANSLATE_NOOP("NoteWords",
                      "%1 expert ranks among the data-parallel ones, the same expert weights on each device"),
    QT_TRANSLATE_NOOP("NoteWords", "optimizer shards over a part of the replicas"),
    QT_TRANSLATE_NOOP("NoteWords", "shards over all replicas"),
    QT_TRANSLATE_NOOP("NoteWords", "recomputation of the experts"),
    QT_TRANSLATE_NOOP("NoteWords", "no recomputation"),
    QT_TRANSLATE_NOOP("NoteWords", "recomputation of %1"),
    QT_TRANSLATE_NOOP("NoteWords", "that of the attention core alone"),
    QT_TRANSLATE_NOOP("NoteWords", "the attention core once more in the backward pass"),
    QT_TRANSLATE_NOOP("NoteWords", "no time and no memory: a fused attention keeps no scores that could be freed"),
    QT_TRANSLATE_NOOP("NoteWords", "recomputation from the input of every %1 blocks"),
    QT_TRANSLATE_NOOP("NoteWords", "that from the input of every block"),
    QT_TRANSLATE_NOOP("NoteWords", "context exchange by %1"),
    QT_TRANSLATE_NOOP("NoteWords", "a ring (p2p)"),
    QT_TRANSLATE_NOOP("NoteWords", "no effect without --group-query-attention"),
    QT_TRANSLATE_NOOP("NoteWords", "%1 key/value heads"),
    QT_TRANSLATE_NOOP("NoteWords", "%1 positions"),
    QT_TRANSLATE_NOOP("NoteWords", "rotary positions"),
    QT_TRANSLATE_NOOP("NoteWords", "%1 entries, which the engine pads"),
    QT_TRANSLATE_NOOP("NoteWords", "%1 interleaved chunks a stage"),
    QT_TRANSLATE_NOOP("NoteWords", "one chunk with as many blocks a device, without interleaving's shorter bubble"),
    QT_TRANSLATE_NOOP("NoteWords", "one chunk with as many blocks a device, without interleaving's shorter bubble; "
                                   "which blocks have experts differs by stage"),
    QT_TRANSLATE_NOOP("NoteWords", "multi-token prediction"),
    QT_TRANSLATE_NOOP("NoteWords", "the model without it: the last stages take longer and hold more"),
    QT_TRANSLATE_NOOP("NoteWords", "optimizer %1"),
    QT_TRANSLATE_NOOP("NoteWords", "Adam's state"),
    QT_TRANSLATE_NOOP("NoteWords", "dropout in attention alone"),
    QT_TRANSLATE_NOOP("NoteWords", "dropout outside attention alone"),
    QT_TRANSLATE_NOOP("NoteWords", "both dropouts"),
    QT_TRANSLATE_NOOP("NoteWords", "a fused loss over logits kept once"),
    QT_TRANSLATE_NOOP("NoteWords", "a loss without logits"),
    QT_TRANSLATE_NOOP("NoteWords", "fused kernels that keep the logits and their FP32 copy"),
    QT_TRANSLATE_NOOP("NoteWords", "the usual loss, which keeps the same"),
    QT_TRANSLATE_NOOP("NoteWords", "a batch that grows to its full size"),
    QT_TRANSLATE_NOOP("NoteWords", "the full batch"),
    QT_TRANSLATE_NOOP("NoteWords", "batches by schedule"),
    QT_TRANSLATE_NOOP("NoteWords", "one batch size"),
    QT_TRANSLATE_NOOP("NoteWords", "%1: one micro-batch on every replica"),
    QT_TRANSLATE_NOOP("NoteWords", "neither: FP32, as the engine does; products are timed in BF16"),
    QT_TRANSLATE_NOOP("NoteWords", "the whole topology"),
    QT_TRANSLATE_NOOP("NoteWords", "number of devices"),
    QT_TRANSLATE_NOOP("NoteWords", "precision"),
    QT_TRANSLATE_NOOP("NoteWords", "kind of model"),
    QT_TRANSLATE_NOOP("NoteWords", "vocabulary"),
    QT_TRANSLATE_NOOP("NoteWords", "architecture of the recipe"),
    QT_TRANSLATE_NOOP("NoteWords", "BERT, by the vocabulary file's name"),
    QT_TRANSLATE_NOOP("NoteWords", "%1 with 2 chosen a token, as Mixtral's"),
    QT_TRANSLATE_NOOP("NoteWords", "RMSNorm, SwiGLU, rotary positions, no biases, untied embeddings, no dropout"),
    QT_TRANSLATE_NOOP("NoteWords", "8, as Mixtral's"),
    QT_TRANSLATE_NOOP("NoteWords", "%1 learned positions, the sequence length"),
    QT_TRANSLATE_NOOP("NoteWords", "%1 entries"),
    QT_TRANSLATE_NOOP("NoteWords", "%1 entries, padded to %2"),
    QT_TRANSLATE_NOOP("NoteWords", "true (ZeRO 1), as the recipes have it"),
    QT_TRANSLATE_NOOP("NoteWords", "part of the command"),
    QT_TRANSLATE_NOOP("NoteWords", "behind a comment that ends the continued command"),
    QT_TRANSLATE_NOOP("NoteWords", "with all its words"),
    QT_TRANSLATE_NOOP("NoteWords", "set under a condition"),
    QT_TRANSLATE_NOOP("NoteWords", "not known to this program"),
    QT_TRANSLATE_NOOP("NoteWords", "variables without a value in the text"),
    QT_TRANSLATE_NOOP("NoteWords", "words that only the run knows"),
    QT_TRANSLATE_NOOP("NoteWords", "a word without a flag, behind %1"),
    QT_TRANSLATE_NOOP("NoteWords", "the plan's option"),
    QT_TRANSLATE_NOOP("NoteWords", "another in the command"),
    QT_TRANSLATE_NOOP("NoteWords", "transfer times follow from the topology and the size of the tensor"),
    QT_TRANSLATE_NOOP("NoteWords", "weights count once, and gradients take the way of the activations back"),
    QT_TRANSLATE_NOOP("NoteWords", "sizes of backward nodes and edges between them"),
    QT_TRANSLATE_NOOP("NoteWords", "cost of edges"),
    QT_TRANSLATE_NOOP("NoteWords", "%1 accelerators of %2 and %3 CPUs; the topology tells these"),
    QT_TRANSLATE_NOOP("NoteWords", "%1 devices of %2 at %3; the topology tells these"),
    QT_TRANSLATE_NOOP("NoteWords", "%1 micro-batches; the option global_batch tells this"),
    QT_TRANSLATE_NOOP("NoteWords", "%1 nodes"),
    QT_TRANSLATE_NOOP("NoteWords", "%1 layers, each of the nodes that must share a device"),
    QT_TRANSLATE_NOOP("NoteWords", "%1 nodes on the host"),
    QT_TRANSLATE_NOOP("NoteWords", "running on the device for their cpuLatency"),
    QT_TRANSLATE_NOOP("NoteWords", "weights, gradients and optimizer follow from the precision"),
    QT_TRANSLATE_NOOP("NoteWords", "activation recomp"),
    QT_TRANSLATE_NOOP("NoteWords", "its memory in the file"),
    QT_TRANSLATE_NOOP("NoteWords", "full recomputation: the forward pass again, the layers' inputs kept"),
    QT_TRANSLATE_NOOP("NoteWords", "bytes that tensor ranks exchange at the borders of stages"),
    QT_TRANSLATE_NOOP("NoteWords", "another one of the same degree is faster"),
    QT_TRANSLATE_NOOP("NoteWords", "alternative %1"),
};

struct Known {
    QHash<QString, const char*> whole;                             ///< without a part to fill in
    QVector<std::pair<QRegularExpression, const char*>> withParts; ///< the longest first
};

const Known& known() {
    static const Known table = [] {
        Known result;
        for (const char* clause : clauses) {
            const QString text = QString::fromLatin1(clause);
            if (!text.contains(QLatin1Char('%'))) {
                result.whole.insert(text, clause);
                continue;
            }
            static const QRegularExpression part(QStringLiteral("%[1-9]"));
            QString pattern = QRegularExpression::escape(text).replace(QStringLiteral("\\%"), QStringLiteral("%"));
            result.withParts.append(
                {QRegularExpression(QStringLiteral("^%1$").arg(pattern.replace(part, QStringLiteral("(.+?)")))),
                 clause});
        }
        std::stable_sort(result.withParts.begin(), result.withParts.end(),
                         [](const auto& a, const auto& b) { return qstrlen(a.second) > qstrlen(b.second); });
        return result;
    }();
    return table;
}

} // namespace

QString noteWords(const QString& english) {
    if (const char* clause = known().whole.value(english)) return QCoreApplication::translate("NoteWords", clause);
    for (const auto& [pattern, clause] : known().withParts) {
        const auto match = pattern.match(english);
        if (!match.hasMatch()) continue;
        QString text = QCoreApplication::translate("NoteWords", clause);
        for (int part = 1; part <= match.lastCapturedIndex(); ++part)
            text.replace(QStringLiteral("%%1").arg(part), match.captured(part));
        return text;
    }
    return english;
}

} // namespace nest::ui
