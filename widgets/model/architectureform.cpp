// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model/architectureform.h"

#include "base/quantity.h"
#include "controls/diagnostictext.h"
#include "controls/faultlabel.h"
#include "controls/quantityfield.h"
#include "theme/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <algorithm>
#include <cmath>

namespace nest::ui {
namespace {

constexpr std::int64_t longestSequence = 1 << 24;

/// The member a field edits.
std::int64_t TransformerConfig::*memberOf(const TransformerConfig& config, ArchitectureForm::Field field) {
    switch (field) {
    case ArchitectureForm::Layers:
        return &TransformerConfig::layers;
    case ArchitectureForm::Hidden:
        return &TransformerConfig::hidden;
    case ArchitectureForm::Heads:
        return &TransformerConfig::heads;
    case ArchitectureForm::KvHeads:
        return &TransformerConfig::kv_heads;
    case ArchitectureForm::HeadWidth:
        return &TransformerConfig::head_dim;
    case ArchitectureForm::FeedForward:
        return config.experts > 0 ? &TransformerConfig::expert_ffn : &TransformerConfig::ffn;
    case ArchitectureForm::Experts:
        return &TransformerConfig::experts;
    case ArchitectureForm::TopK:
        return &TransformerConfig::top_k;
    case ArchitectureForm::Vocabulary:
    case ArchitectureForm::SequenceLength:
        break;
    }
    return &TransformerConfig::vocab;
}

/// The first expert brings the sizes of its kind along; the last one takes them away.
void setExperts(TransformerConfig& config, std::int64_t experts) {
    const bool had = config.experts > 0;
    config.experts = experts;
    if (experts > 0 && !had) {
        if (config.expert_ffn == 0) config.expert_ffn = config.ffn;
        if (config.top_k == 0) config.top_k = 2;
    }
    if (experts == 0 && had) {
        if (config.ffn == 0) config.ffn = config.expert_ffn;
        config.top_k = config.expert_ffn = config.shared_ffn = 0;
        config.shared_gate = config.router_bias = false;
        config.dense_blocks.clear();
    }
    config.top_k = std::min(config.top_k, experts);
}

std::optional<std::int64_t> wholeNumber(const QString& text) {
    const Result<double> value = parse_quantity(text.toStdString(), Unit::count);
    if (!value || *value < 0 || *value > 1e12 || *value != std::floor(*value)) return std::nullopt;
    return static_cast<std::int64_t>(*value);
}

} // namespace

ArchitectureForm::ArchitectureForm(QWidget* parent)
    : QWidget(parent), m_rows(fieldCount), m_grid(new QGridLayout(this)), m_fault(new FaultLabel(this)) {
    setProperty("helpId", QStringLiteral("model#sizes"));
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(metrics::grid);
    m_grid->setVerticalSpacing(metrics::grid / 2);
    m_grid->setColumnStretch(1, 1);
    for (int i = 0; i < fieldCount; ++i)
        addRow(static_cast<Field>(i));
    m_grid->addWidget(m_fault, fieldCount, 0, 1, 3);
    retranslate();
}

void ArchitectureForm::addRow(Field field) {
    Row& row = m_rows[field];
    row.name = new QLabel(this);
    row.name->setContentsMargins(10, 0, 0, 0); // room for the dot
    row.edit = new CheckedField(this);
    row.edit->setAlignment(Qt::AlignRight);
    row.name->setBuddy(row.edit);
    row.reset = new QToolButton(this);
    row.reset->setProperty("role", QStringLiteral("quiet"));
    row.reset->setIcon(lineIcon(QStringLiteral("reset")));
    row.reset->setIconSize({14, 14});
    row.reset->setAutoRaise(true);
    row.reset->hide();
    m_grid->addWidget(row.name, field, 0);
    m_grid->addWidget(row.edit, field, 1);
    m_grid->addWidget(row.reset, field, 2);
    row.edit->setCheck([this, field](const QString& text) { return check(field, text); });
    connect(row.edit, &CheckedField::textCommitted, this, [this, field](const QString& text) { commit(field, text); });
    m_fault->watch(row.edit);
    connect(row.reset, &QToolButton::clicked, this, [this, field] { restore(field); });
}

std::int64_t ArchitectureForm::valueOf(const TransformerConfig& config, Field field) {
    return config.*memberOf(config, field);
}

TransformerConfig ArchitectureForm::changed(TransformerConfig config, Field field, std::int64_t value) {
    const bool shared = !config.latent_attention() && config.head_dim * config.heads == config.hidden;
    const bool own = config.kv_heads == config.heads;
    if (field == Experts)
        setExperts(config, value);
    else
        config.*memberOf(config, field) = value;
    if (field == Vocabulary) config.vocab_entries = 0; // of the vocabulary that was
    if (field == Heads && own) config.kv_heads = value;
    if ((field == Hidden || field == Heads) && shared && config.heads > 0 && config.hidden % config.heads == 0)
        config.head_dim = config.hidden / config.heads;
    if (field == Layers) std::erase_if(config.dense_blocks, [value](std::int64_t block) { return block >= value; });
    return config;
}

TransformerConfig ArchitectureForm::restored(const TransformerConfig& config, const TransformerConfig& original,
                                             Field field) {
    TransformerConfig back = changed(config, field, valueOf(original, field));
    if (field == Layers) back.dense_blocks = original.dense_blocks;
    if (field == Experts && original.experts > 0) {
        back.top_k = original.top_k;
        back.expert_ffn = original.expert_ffn;
        back.shared_ffn = original.shared_ffn;
        back.shared_gate = original.shared_gate;
        back.router_bias = original.router_bias;
        back.dense_blocks = original.dense_blocks;
    }
    if (field == Experts) back.ffn = original.experts > 0 ? original.ffn : back.ffn;
    return back;
}

void ArchitectureForm::setArchitecture(const TransformerConfig& config, const TransformerConfig& original,
                                       std::int64_t sequenceLength, bool sequenceChanged) {
    m_config = config;
    m_original = original;
    m_sequence = sequenceLength;
    for (int i = 0; i < fieldCount; ++i) {
        const auto field = static_cast<Field>(i);
        Row& row = m_rows[i];
        const bool sequence = field == SequenceLength;
        const std::int64_t value = sequence ? sequenceLength : valueOf(config, field);
        row.changed = sequence ? sequenceChanged : value != valueOf(original, field);
        row.edit->setCommitted(QString::fromStdString(format_editable(static_cast<double>(value), Unit::count)));
        row.reset->setVisible(row.changed);
        // Latent attention has no heads of keys and values of its own; without experts there is none to choose.
        const bool shown = !(field == KvHeads || field == HeadWidth) || !config.latent_attention();
        const bool there = shown && (field != TopK || config.experts > 0);
        row.name->setVisible(there);
        row.edit->setVisible(there);
        if (!there) row.reset->hide();
    }
    retranslate();
    update();
}

std::optional<QString> ArchitectureForm::check(Field field, const QString& text) const {
    const auto value = wholeNumber(text);
    if (!value) return tr("A whole number, e.g. %1").arg(4096);
    if (field == SequenceLength) {
        if (*value >= 1 && *value <= longestSequence) return std::nullopt;
        return tr("Allowed: %1 to %2.").arg(1).arg(longestSequence);
    }
    if (m_config.layers == 0 || *value == valueOf(m_config, field)) return std::nullopt; // nothing set yet, or as it is
    const TransformerConfig config = changed(m_config, field, *value);
    if (field == Hidden || field == Heads) {
        const bool shared = !m_config.latent_attention() && m_config.head_dim * m_config.heads == m_config.hidden;
        if (shared && (config.heads == 0 || config.hidden % config.heads != 0))
            return tr("The hidden size of %1 doesn't divide by %2 heads.").arg(config.hidden).arg(config.heads);
    }
    const std::vector<Diagnostic> faults = check_transformer(config);
    return faults.empty() ? std::nullopt : std::optional(faultText(faults.front()));
}

void ArchitectureForm::commit(Field field, const QString& text) {
    const auto value = wholeNumber(text);
    if (!value) return;
    if (field == SequenceLength) {
        if (*value != m_sequence) emit sequenceLengthEdited(*value);
    } else if (*value != valueOf(m_config, field)) {
        emit architectureEdited(changed(m_config, field, *value));
    }
}

void ArchitectureForm::restore(Field field) {
    if (field == SequenceLength)
        emit sequenceLengthEdited(0);
    else
        emit architectureEdited(restored(m_config, m_original, field));
}

void ArchitectureForm::retranslate() {
    const QString names[] = {tr("Layers"),     tr("Hidden size"),
                             tr("Heads"),      tr("Key/value heads"),
                             tr("Head width"), m_config.experts > 0 ? tr("Expert width") : tr("Feed-forward width"),
                             tr("Experts"),    tr("Experts per token"),
                             tr("Vocabulary"), tr("Sequence")};
    for (int i = 0; i < fieldCount; ++i) {
        Row& row = m_rows[i];
        row.name->setText(names[i]);
        row.edit->setAccessibleName(names[i]);
        const QString before = QString::fromStdString(
            format_editable(static_cast<double>(valueOf(m_original, static_cast<Field>(i))), Unit::count));
        if (i == SequenceLength) {
            row.edit->setHelp(tr("Tokens of one sequence; the option of the same name"));
            row.reset->setToolTip(tr("Back to the model's own"));
        } else {
            row.edit->setHelp(row.changed ? tr("Edited; it was %1.").arg(before) : QString());
            row.reset->setToolTip(tr("Back to %1").arg(before));
        }
        row.reset->setAccessibleName(tr("Reset %1").arg(names[i]));
    }
}

void ArchitectureForm::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    if (event->type() == QEvent::PaletteChange) update();
    QWidget::changeEvent(event);
}

void ArchitectureForm::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::of(palette()).accent);
    for (const Row& row : m_rows)
        if (row.changed && row.edit->isVisibleTo(this))
            painter.drawEllipse(QPointF(3.5, row.name->geometry().center().y() + 0.5), 3, 3);
}

} // namespace nest::ui
