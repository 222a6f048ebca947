// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "dialogs/sizedialog.h"

#include "charts/chartcard.h"
#include "controls/diagnostictext.h"
#include "controls/quantityfield.h"
#include "document/topologychoice.h"
#include "io/files.h"
#include "jobs/solverunner.h"
#include "network/hosts.h"
#include "plan/sizechart.h"
#include "theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <QtConcurrent>
#include <limits>

namespace nest::ui {
namespace {

constexpr std::int64_t mostNodes = 4096;

} // namespace

SizeRequest SizeDialog::sizesOf(const Problem& problem, double targetSeconds) {
    SizeRequest request;
    request.target_seconds = targetSeconds;
    Problem whole = problem; // the number of devices is the question
    whole.options.max_devices.reset();
    if (io::on_nodes(whole, 1)) {
        request.most_nodes = mostNodes;
        request.problem = [whole](std::int64_t nodes) -> Result<Problem> {
            if (std::optional<Problem> sized = io::on_nodes(whole, nodes)) return *std::move(sized);
            return fault(ErrorCode::out_of_range, "number of nodes", "fewer", std::to_string(nodes));
        };
        return request;
    }
    request.most_nodes = whole.levels.slot_count / node_size(whole.levels);
    request.problem = [whole](std::int64_t nodes) {
        Options options = whole.options;
        options.nodes = nodes;
        return make_problem(whole.model, whole.levels, whole.device, std::move(options), whole.topology_name);
    };
    return request;
}

SizeDialog::SizeDialog(std::shared_ptr<const Problem> problem, QWidget* parent)
    : QDialog(parent), m_problem(std::move(problem)), m_answer(new QLabel), m_targetLabel(new QLabel),
      m_note(new QLabel), m_target(new QuantityField(Unit::seconds)), m_chart(new SizeChart), m_use(new QPushButton),
      m_stopButton(new QPushButton), m_close(new QPushButton) {
    setObjectName(QStringLiteral("sizeDialog"));
    setProperty("helpId", QStringLiteral("search#size"));
    m_answer->setFont(titleFont());
    m_answer->setWordWrap(true);
    m_note->setWordWrap(true);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_target->setRange(0, std::numeric_limits<double>::max());
    m_target->setMaximumWidth(scaled(140));
    m_targetLabel->setBuddy(m_target);
    m_use->setProperty("primary", true);
    m_stopButton->setAutoDefault(false);
    m_close->setAutoDefault(false);
    m_use->setDefault(true);
    auto* card = new ChartCard(m_chart);
    auto* line = new QHBoxLayout;
    line->setSpacing(metrics::grid);
    line->addWidget(m_targetLabel);
    line->addWidget(m_target);
    line->addStretch();
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_stopButton);
    buttons->addStretch();
    buttons->addWidget(m_close);
    buttons->addWidget(m_use);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::gap, metrics::gap, metrics::gap, metrics::gap);
    layout->setSpacing(metrics::grid);
    layout->addWidget(m_answer);
    layout->addWidget(m_note);
    layout->addLayout(line);
    layout->addWidget(card, 1);
    layout->addLayout(buttons);
    resize(scaled(720), scaled(520));

    connect(m_target, &QuantityField::valueEdited, this, &SizeDialog::start);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &SizeDialog::take);
    connect(m_stopButton, &QPushButton::clicked, this, [this] { m_stop.request_stop(); });
    connect(m_close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_use, &QPushButton::clicked, this, [this] {
        if (!found()) return;
        emit nodesWanted(found()->nodes);
        accept();
    });
    retranslate();
    start();
}

SizeDialog::~SizeDialog() {
    m_stop.request_stop();
}

void SizeDialog::start() {
    m_stop.request_stop();
    m_again = m_watcher.isRunning();
    if (m_again) return;
    m_stop = std::stop_source();
    m_solvedTarget = m_target->value();
    SolveControl control;
    control.stop = m_stop.get_token();
    control.threads = SolveRunner::threads();
    m_watcher.setFuture(QtConcurrent::run([problem = m_problem, target = m_solvedTarget, control] {
        return std::shared_ptr<const Size>(std::make_shared<Size>(size_of(sizesOf(*problem, target), control)));
    }));
    refresh();
}

void SizeDialog::take() {
    if (m_again) return start();
    m_size = m_watcher.result();
    m_chart->setSize(m_size, m_solvedTarget);
    refresh();
}

/// What was asked for: the step time's size, without one the fewest nodes that fit.
const std::optional<SizePoint>& SizeDialog::found() const {
    static const std::optional<SizePoint> none;
    if (!m_size) return none;
    return m_solvedTarget > 0 ? m_size->least_target : m_size->least;
}

QString SizeDialog::answer() const {
    if (isRunning()) return tr("Solving one size after the other...");
    if (!m_size) return {};
    if (!m_size->faults.empty()) return diagnosticText(m_size->faults.front());
    const auto size = [](const SizePoint& point) {
        return tr("%1 node(s)", nullptr, plural(point.nodes)).arg(formatCount(point.nodes)) + QStringLiteral(", ") +
               tr("%1 device(s)", nullptr, plural(point.devices)).arg(formatCount(point.devices));
    };
    if (const auto& point = found())
        return (m_solvedTarget > 0 ? tr("%1 reach the step time: %2.")
                                   : tr("%1 are the fewest that fit: a step of %2."))
            .arg(size(*point), formatValue(point->plan->evaluation.step_seconds, Unit::seconds));
    if (m_size->stopped) return tr("Stopped before the answer was found.");
    const QString most = formatCount(sizesOf(*m_problem, 0).most_nodes);
    return m_size->least ? tr("No size up to %1 nodes reaches the step time.").arg(most)
                         : tr("Nothing fits on up to %1 nodes.").arg(most);
}

void SizeDialog::refresh() {
    m_answer->setText(answer());
    m_stopButton->setVisible(isRunning());
    m_use->setEnabled(!isRunning() && found().has_value());
    m_use->setText(found() ? tr("Use %1 node(s)", nullptr, plural(found()->nodes)).arg(formatCount(found()->nodes))
                           : tr("Use it"));
    const std::string preset = splitTopologyName(m_problem->topology_name).preset;
    const bool unproven = !isRunning() && m_size && m_size->least && !m_size->proven && !m_size->stopped;
    m_note->setText(unproven ? tr("Some larger size was slower, so that a smaller one than this might do.")
                             : tr("%1 on nodes of %2; every size is solved to its best plan.")
                                   .arg(QString::fromStdString(m_problem->model.name),
                                        QString::fromStdString(preset.empty() ? m_problem->topology_name : preset)));
}

void SizeDialog::retranslate() {
    setWindowTitle(tr("How many devices?"));
    m_targetLabel->setText(tr("&Step time to reach:"));
    m_target->setAccessibleName(tr("Step time to reach"));
    m_target->setHelp(tr("0: any plan that fits will do"));
    m_stopButton->setText(tr("Stop"));
    m_close->setText(tr("Close"));
    refresh();
}

void SizeDialog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QDialog::changeEvent(event);
}

} // namespace nest::ui
