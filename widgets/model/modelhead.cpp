// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model/modelhead.h"

#include "theme/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace nest::ui {
ModelHead::ModelHead(QWidget* parent)
    : QWidget(parent), m_headline(new QLabel(this)), m_assumed(new QLabel(this)), m_facts(new QGridLayout) {
    m_headline->setFont(cardFont());
    m_facts->setHorizontalSpacing(metrics::gap);
    m_facts->setVerticalSpacing(2);
    m_facts->setColumnStretch(1, 1);
    for (QLabel* label : {m_headline, m_assumed}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::grid / 2);
    layout->addWidget(m_headline);
    layout->addLayout(m_facts);
    layout->addWidget(m_assumed);
    refresh();
}

void ModelHead::setModelView(std::shared_ptr<const ModelView> model) {
    m_model = std::move(model);
    refresh();
}

QString ModelHead::headline() const {
    if (!m_model) return {};
    const int blocks = m_model->blockCount();
    const int layers = blocks ? blocks : static_cast<int>(m_model->layers.size());
    const QString count = tr("%n layer(s)", nullptr, layers);
    const double parameters = m_model->model->parameters();
    return parameters > 0 ? tr("%1 · %2").arg(tr("%1 parameters").arg(formatValue(parameters, Unit::elements)), count)
                          : count;
}

QVector<QPair<QString, QString>> ModelHead::facts() const {
    QVector<QPair<QString, QString>> list;
    if (!m_model) return list;
    const ModelGraph& model = *m_model->model;
    const auto tokens = static_cast<double>(model.sequence_length);
    if (model.sequence_length > 0)
        list.append(
            {tr("Sequence"),
             tr("%1 token(s)", nullptr, plural(model.sequence_length)).arg(formatCount(model.sequence_length))});
    if (const double flop = m_model->sum(LayerAmount::ForwardFlop); flop > 0)
        list.append(tokens > 0
                        ? qMakePair(tr("Forward pass"), tr("%1 per token").arg(formatValue(flop / tokens, Unit::flop)))
                        : qMakePair(tr("Forward pass"), tr("%1 per sequence").arg(formatValue(flop, Unit::flop))));
    if (model.experts > 0)
        list.append({tr("Experts"), tr("%1, %2 per token").arg(formatCount(model.experts), formatCount(model.top_k))});
    if (const double saved = m_model->sum(LayerAmount::ActivationBytes); saved > 0)
        list.append({tr("Activations"), tr("%1 per sequence").arg(formatValue(saved, Unit::bytes))});
    const ReferenceCase& reference = m_model->reference;
    if (reference != ReferenceCase{}) {
        QStringList parts{QStringLiteral("tp %1").arg(reference.strategy.tp)};
        if (reference.strategy.ep > 1) parts << QStringLiteral("ep %1").arg(reference.strategy.ep);
        if (reference.strategy.cp > 1) parts << QStringLiteral("cp %1").arg(reference.strategy.cp);
        parts << tr("micro-batch %1").arg(reference.micro_batch);
        list.append({tr("Figures for"), parts.join(QStringLiteral(", "))});
    }
    if (!model.source.empty()) list.append({tr("Source"), QString::fromStdString(model.source)});
    return list;
}

QString ModelHead::assumedText() const {
    if (!m_model || m_model->model->assumed.empty()) return {};
    QStringList names;
    for (const std::string& name : m_model->model->assumed)
        names << QString::fromStdString(name);
    return tr("Assumed: %1").arg(names.join(QStringLiteral(", ")));
}

void ModelHead::refresh() {
    setAccessibleName(tr("Model"));
    m_headline->setFont(m_model ? cardFont() : textFont());
    m_headline->setText(m_model ? headline() : tr("Pick a model or open a file."));
    breakHeadline();
    m_assumed->setText(assumedText());
    m_assumed->setVisible(!m_assumed->text().isEmpty());
    QPalette palette = this->palette();
    palette.setColor(QPalette::WindowText, Theme::of(palette).warning);
    m_assumed->setPalette(palette);
    const auto list = facts();
    while (m_labels.size() < 2 * list.size()) {
        auto* label = new QLabel(this);
        label->setTextFormat(Qt::PlainText);
        const int index = static_cast<int>(m_labels.size());
        if (index % 2 == 0)
            label->setForegroundRole(QPalette::PlaceholderText);
        else
            label->setWordWrap(true);
        label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        m_facts->addWidget(label, index / 2, index % 2);
        m_labels << label;
    }
    for (qsizetype i = 0; i < m_labels.size(); ++i) {
        const bool used = i / 2 < list.size();
        m_labels[i]->setText(!used ? QString() : i % 2 ? list[i / 2].second : list[i / 2].first);
        m_labels[i]->setVisible(used);
    }
}

/// Where the headline is too long for a line, it breaks at its dot.
void ModelHead::breakHeadline() {
    if (!m_model) return;
    QString text = headline();
    if (m_headline->fontMetrics().horizontalAdvance(text) > width())
        text.replace(QStringLiteral(" · "), QStringLiteral("\n"));
    if (text != m_headline->text()) m_headline->setText(text);
}

void ModelHead::resizeEvent(QResizeEvent* event) {
    breakHeadline();
    QWidget::resizeEvent(event);
}

void ModelHead::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) refresh();
    if (event->type() == QEvent::StyleChange) refresh(); // the theme sets the style sheet anew after the palette
    QWidget::changeEvent(event);
}

} // namespace nest::ui
