// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/transformer_config.h"

#include <QVector>
#include <QWidget>
#include <optional>

class QGridLayout;
class QLabel;
class QToolButton;

namespace nest::ui {

class CheckedField;
class FaultLabel;

/// The sizes of a transformer as fields. Changed ones are marked with a dot in the accent colour and go back one by
/// one. Edits are intents: the form shows them when the new sizes are set.
class ArchitectureForm : public QWidget {
    Q_OBJECT
public:
    enum Field { Layers, Hidden, Heads, KvHeads, HeadWidth, FeedForward, Experts, TopK, Vocabulary, SequenceLength };
    static constexpr int fieldCount = 10;

    explicit ArchitectureForm(QWidget* parent = nullptr);

    /// What is shown and what it was before any edit. `sequenceChanged`: the length is not the model's own.
    void setArchitecture(const TransformerConfig& config, const TransformerConfig& original,
                         std::int64_t sequenceLength, bool sequenceChanged);
    const TransformerConfig& architecture() const { return m_config; }
    CheckedField* field(Field field) const { return m_rows[field].edit; }
    /// What is wrong, below the fields.
    FaultLabel* faultLabel() const { return m_fault; }
    bool isMarked(Field field) const { return m_rows[field].changed; }
    QToolButton* resetButton(Field field) const { return m_rows[field].reset; }

    /// `config` with one size changed and what hangs on it: a head's width where it is the heads' share of the hidden
    /// size, key/value heads where every head has its own, experts' sizes when a model gets its first or loses its
    /// last.
    static TransformerConfig changed(TransformerConfig config, Field field, std::int64_t value);
    /// One size put back to what it was.
    static TransformerConfig restored(const TransformerConfig& config, const TransformerConfig& original, Field field);
    static std::int64_t valueOf(const TransformerConfig& config, Field field);

signals:
    void architectureEdited(const nest::TransformerConfig& config);
    /// 0: the model's own again.
    void sequenceLengthEdited(std::int64_t length);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Row {
        QLabel* name = nullptr;
        CheckedField* edit = nullptr;
        QToolButton* reset = nullptr;
        bool changed = false;
    };
    void addRow(Field field);
    std::optional<QString> check(Field field, const QString& text) const;
    void commit(Field field, const QString& text);
    void restore(Field field);
    void retranslate();

    TransformerConfig m_config, m_original;
    std::int64_t m_sequence = 0;
    QVector<Row> m_rows;
    QGridLayout* m_grid;
    FaultLabel* m_fault;
};

} // namespace nest::ui
