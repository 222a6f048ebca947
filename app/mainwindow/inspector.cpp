// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/inspector.h"

#include "controls/shortname.h"
#include "document/plantext.h"
#include "selection/selectionmodel.h"
#include "theme/theme.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <QtConcurrent>
#include <map>

namespace nest::ui {
namespace {

/// Names of terms are keys such as "tp_comm"; people read these.
QString nameText(const std::string& name) {
    static const std::map<std::string, const char*> names{
        {"step", QT_TRANSLATE_NOOP("Terms", "Step")},
        {"pipeline", QT_TRANSLATE_NOOP("Terms", "Pipeline")},
        {"sync", QT_TRANSLATE_NOOP("Terms", "Gradient exchange")},
        {"update", QT_TRANSLATE_NOOP("Terms", "Optimizer update")},
        {"load", QT_TRANSLATE_NOOP("Terms", "Load")},
        {"forward", QT_TRANSLATE_NOOP("Terms", "Forward")},
        {"backward", QT_TRANSLATE_NOOP("Terms", "Backward")},
        {"recompute", QT_TRANSLATE_NOOP("Terms", "Recomputation")},
        {"tp_comm", QT_TRANSLATE_NOOP("Terms", "TP communication")},
        {"ep_comm", QT_TRANSLATE_NOOP("Terms", "EP communication")},
        {"cp_comm", QT_TRANSLATE_NOOP("Terms", "CP communication")},
        {"zero_comm", QT_TRANSLATE_NOOP("Terms", "ZeRO communication")},
        {"p2p_in", QT_TRANSLATE_NOOP("Terms", "Transfer in")},
        {"p2p_out", QT_TRANSLATE_NOOP("Terms", "Transfer out")},
        {"memory", QT_TRANSLATE_NOOP("Terms", "Memory")},
        {"weights", QT_TRANSLATE_NOOP("Terms", "Weights")},
        {"gradients", QT_TRANSLATE_NOOP("Terms", "Gradients")},
        {"optimizer", QT_TRANSLATE_NOOP("Terms", "Optimizer states")},
        {"activations", QT_TRANSLATE_NOOP("Terms", "Activations")},
        {"stash", QT_TRANSLATE_NOOP("Terms", "Stash")},
        {"working", QT_TRANSLATE_NOOP("Terms", "Working set")},
        {"logits", QT_TRANSLATE_NOOP("Terms", "Logits")},
        {"reserve", QT_TRANSLATE_NOOP("Terms", "Reserve")},
    };
    if (const auto known = names.find(name); known != names.end())
        return QCoreApplication::translate("Terms", known->second);
    if (name.starts_with("stage "))
        return QCoreApplication::translate("Terms", "Stage %1").arg(QString::fromStdString(name.substr(6)));
    return QString::fromStdString(name);
}

QString termText(const std::string& english) {
    return QCoreApplication::translate("Cost", english.c_str());
}

void addNodes(QTreeWidgetItem* parent, const CostNode& node) {
    for (const CostNode& child : node.children) {
        if (child.value == 0 && child.children.empty()) continue; // what doesn't happen here
        auto* item = new QTreeWidgetItem(parent, {nameText(child.name), formatValue(child.value, child.unit)});
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setData(0, Qt::UserRole, QVariant::fromValue(static_cast<const void*>(&child)));
        item->setToolTip(0, termText(child.formula));
        addNodes(item, child);
    }
}

} // namespace

Inspector::Inspector(SelectionModel& selection, QWidget* parent)
    : QWidget(parent), m_selection(selection), m_title(new QLabel(this)), m_place(new QLabel(this)),
      m_tree(new QTreeWidget(this)), m_detail(new QLabel(this)) {
    setAttribute(Qt::WA_StyledBackground);
    setProperty("helpId", QStringLiteral("window#inspector"));
    m_title->setFont(titleFont());
    m_title->setWordWrap(true);
    m_place->setWordWrap(true);
    m_tree->setColumnCount(2);
    m_tree->header()->hide();
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setIndentation(14);
    m_detail->setWordWrap(true);
    m_detail->setTextFormat(Qt::RichText);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_detail->setAlignment(Qt::AlignTop);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::gap, metrics::grid, metrics::gap, metrics::gap);
    layout->setSpacing(metrics::grid);
    layout->addWidget(m_title);
    layout->addWidget(m_place);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_detail);

    connect(&m_selection, &SelectionModel::changed, this, &Inspector::refresh);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) { showDetail(item); });
    connect(&m_watcher, &QFutureWatcher<Tree>::finished, this, [this] {
        if (m_watcher.future().resultCount() > 0) m_cost = m_watcher.result();
        refresh();
    });
    refresh();
}

Inspector::~Inspector() {
    m_watcher.waitForFinished();
}

void Inspector::setSnapshot(const PlanSnapshot& snapshot) {
    const bool same = snapshot.result == m_snapshot.result && snapshot.shown == m_snapshot.shown;
    m_snapshot = snapshot;
    setEnabled(!snapshot.dimmed);
    if (same) return;
    m_pending = true;
    if (isVisible()) startTree();
}

void Inspector::startTree() {
    m_pending = false;
    m_tree->clear(); // its items point into the old tree
    m_cost.reset();
    const RankedPlan* shown = m_snapshot.plan();
    if (!shown) {
        m_watcher.setFuture({});
        refresh();
        return;
    }
    m_watcher.setFuture(QtConcurrent::run([snapshot = m_snapshot]() -> Tree {
        const RankedPlan* plan = snapshot.plan();
        return std::make_shared<const CostNode>(cost_tree(*snapshot.problem, plan->plan, plan->evaluation));
    }));
}

/// The subtree of the selected stage, the whole price otherwise.
const CostNode* Inspector::shownNode() const {
    if (!m_cost) return nullptr;
    const int stage = m_selection.stage();
    if (stage < 0) return m_cost.get();
    // Stages are the only children that stand for a stage; they come in order, named by their number.
    const std::string name = "stage " + std::to_string(stage);
    std::vector<const CostNode*> open{m_cost.get()};
    while (!open.empty()) {
        const CostNode* node = open.back();
        open.pop_back();
        if (node->name == name) return node;
        for (const CostNode& child : node->children)
            open.push_back(&child);
    }
    return m_cost.get();
}

QString Inspector::headline() const {
    const RankedPlan* shown = m_snapshot.plan();
    if (!shown) return tr("Nothing to inspect yet");
    if (m_selection.rank() >= 0) return tr("Device %1").arg(formatCount(m_selection.rank()));
    if (m_selection.stage() >= 0) return tr("Stage %1").arg(m_selection.stage());
    return tr("Step, plan %1").arg(m_snapshot.shown + 1);
}

QString Inspector::placeText() const {
    const RankedPlan* shown = m_snapshot.plan();
    if (!shown) return tr("A solved plan shows its terms here: value, formula and source.");
    if (m_selection.rank() >= 0) {
        const RankPlace place = place_of(RankGrid(shown->plan), m_selection.rank());
        if (!place.used) return tr("Idle: this plan doesn't use the device.");
        const QString text = tr("Stage %1, replica %2, tensor rank %3, expert rank %4, context rank %5")
                                 .arg(place.stage)
                                 .arg(place.replica)
                                 .arg(place.tensor)
                                 .arg(place.expert)
                                 .arg(place.context);
        return shown->plan.has_copies() ? tr("%1, copy %2").arg(text).arg(place.copy) : text;
    }
    const auto stage = static_cast<std::size_t>(std::max(0, m_selection.stage()));
    if (m_selection.stage() >= 0 && stage < shown->plan.stages.size()) {
        const StagePlan& plan = shown->plan.stages[stage];
        const auto& layers = m_snapshot.problem->model.layers;
        if (plan.layers.empty()) return {};
        const auto id = [&](int layer) { return shortName(layers[static_cast<std::size_t>(layer)].id); };
        if (plan.chunk_count() > 1)
            return tr("%n layer(s) in %1 chunks between %2 and %3", nullptr, static_cast<int>(plan.layers.size()))
                .arg(plan.chunk_count())
                .arg(id(plan.layers.front()), id(plan.layers.back()));
        return tr("%n layer(s), %1 to %2", nullptr, static_cast<int>(plan.layers.size()))
            .arg(id(plan.layers.front()), id(plan.layers.back()));
    }
    return QString::fromStdString(layout_text(shown->plan));
}

void Inspector::refresh() {
    m_title->setText(headline());
    m_place->setText(placeText());
    m_tree->setAccessibleName(tr("Terms of the price"));
    m_tree->clear();
    m_detail->clear();
    const CostNode* node = shownNode();
    if (!node) return;
    auto* root = new QTreeWidgetItem(m_tree, {nameText(node->name), formatValue(node->value, node->unit)});
    root->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    root->setData(0, Qt::UserRole, QVariant::fromValue(static_cast<const void*>(node)));
    if (node == m_cost.get()) { // stages open one by one; all of a long pipeline at once would be a wall
        addNodes(root, *node);
        root->setExpanded(true);
    } else {
        addNodes(root, *node);
        m_tree->expandAll();
    }
    m_tree->setCurrentItem(root);
}

void Inspector::showDetail(QTreeWidgetItem* item) {
    if (!item || !m_cost) {
        m_detail->clear();
        return;
    }
    const auto* node = static_cast<const CostNode*>(item->data(0, Qt::UserRole).value<const void*>());
    const auto html = [](const QString& text) { return text.toHtmlEscaped(); };
    QString text =
        QStringLiteral("<b>%1</b> = %2").arg(html(nameText(node->name)), html(formatValue(node->value, node->unit, 4)));
    if (!node->formula.empty()) text += QStringLiteral("<br>") + html(termText(node->formula));
    for (const auto& [name, value] : node->inputs)
        text += QStringLiteral("<br>%1: %2").arg(html(termText(name)), html(QString::fromStdString(value)));
    if (!node->source.empty())
        text += QStringLiteral("<br><i>%1</i>").arg(html(tr("Source: %1").arg(termText(node->source))));
    m_detail->setText(text);
}

void Inspector::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) refresh();
    QWidget::changeEvent(event);
}

void Inspector::showEvent(QShowEvent* event) {
    if (m_pending) startTree();
    QWidget::showEvent(event);
}

} // namespace nest::ui
