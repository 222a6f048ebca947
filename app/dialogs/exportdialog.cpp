// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "dialogs/exportdialog.h"

#include "controls/diagnostictext.h"
#include "controls/filedialogs.h"
#include "io/engine/export.h"
#include "io/files.h"
#include "jobs/solverunner.h"
#include "plan/layout_line.h"
#include "theme/theme.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QFileInfo>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <QtConcurrent>
#include <algorithm>

namespace nest::ui {
namespace {

/// Longer files are saved and copied whole, but a preview of millions of characters would hold up the window.
constexpr qsizetype previewLimit = 200000;

QString fileNameOf(const QString& id) {
    for (const io::ExportFormat& format : io::export_formats())
        if (QString::fromStdString(format.id) == id) return QString::fromStdString(format.file_name);
    return {};
}

QString labelOf(const QString& id) {
    for (const io::ExportFormat& format : io::export_formats())
        if (QString::fromStdString(format.id) == id) return QCoreApplication::translate("Export", format.label);
    return id;
}

} // namespace

ExportDialog::ExportDialog(const PlanSnapshot& snapshot, std::shared_ptr<const io::EngineLaunch> command,
                           QWidget* parent)
    : QDialog(parent), m_snapshot(snapshot), m_command(std::move(command)), m_formats(new QListWidget),
      m_plan(new QComboBox), m_origin(new QLabel), m_heading(new QLabel), m_refusal(new QLabel), m_keep(new QCheckBox),
      m_preview(new QPlainTextEdit), m_save(new QPushButton), m_copy(new QPushButton), m_close(new QPushButton),
      m_other(new QPushButton), m_keptBefore(static_cast<int>(snapshot.kept.size())) {
    setObjectName(QStringLiteral("exportDialog"));
    setProperty("helpId", QStringLiteral("exports"));
    for (const io::ExportFormat& format : io::export_formats()) {
        auto* item = new QListWidgetItem(m_formats);
        item->setData(Qt::UserRole, QString::fromStdString(format.id));
    }
    m_formats->setObjectName(QStringLiteral("exportFormats"));
    m_preview->setReadOnly(true);
    m_preview->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_preview->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_heading->setFont(titleFont());
    m_plan->setObjectName(QStringLiteral("exportPlan"));
    m_plan->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_origin->setForegroundRole(QPalette::PlaceholderText);
    m_origin->setWordWrap(true);
    m_refusal->setWordWrap(true);
    m_refusal->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_refusal->setAlignment(Qt::AlignTop);
    m_keep->setObjectName(QStringLiteral("keepArguments"));
    m_keep->setChecked(true);
    m_save->setProperty("primary", true);
    m_save->setDefault(true);

    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_close);
    buttons->addWidget(m_copy);
    buttons->addWidget(m_save);
    auto* right = new QVBoxLayout;
    right->setSpacing(metrics::grid);
    right->addWidget(m_plan);
    right->addWidget(m_origin);
    right->addWidget(m_heading);
    right->addWidget(m_keep);
    right->addWidget(m_refusal);
    right->addWidget(m_other, 0, Qt::AlignLeft);
    right->addWidget(m_preview, 1);
    right->addStretch(); // where the preview is hidden
    right->addLayout(buttons);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(metrics::gap, metrics::gap, metrics::gap, metrics::gap);
    layout->setSpacing(metrics::gap);
    layout->addWidget(m_formats);
    layout->addLayout(right, 1);
    resize(900, 620);

    connect(m_plan, &QComboBox::currentIndexChanged, this, &ExportDialog::choosePlan);
    connect(m_formats, &QListWidget::currentRowChanged, this, &ExportDialog::start);
    connect(m_keep, &QCheckBox::toggled, this, &ExportDialog::start);
    connect(&m_watcher, &QFutureWatcher<Made>::finished, this, &ExportDialog::take);
    m_patience.setSingleShot(true);
    m_patience.setInterval(300); // most files are there before
    connect(&m_patience, &QTimer::timeout, this, [this] {
        m_refusal->setText(tr("Working..."));
        m_refusal->show();
    });
    connect(m_save, &QPushButton::clicked, this, &ExportDialog::save);
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_text); });
    connect(m_other, &QPushButton::clicked, this, &ExportDialog::takeOther);
    connect(m_close, &QPushButton::clicked, this, &QDialog::reject);
    retranslate();
    m_formats->setCurrentRow(0);
    if (m_snapshot.problem) choose(QString::fromStdString(m_snapshot.problem->options.target)); // "any" is no format
}

ExportDialog::~ExportDialog() {
    m_stop.request_stop();
}

void ExportDialog::choose(const QString& format) {
    for (int row = 0; row < m_formats->count(); ++row)
        if (m_formats->item(row)->data(Qt::UserRole).toString() == format) m_formats->setCurrentRow(row);
}

QString ExportDialog::format() const {
    const QListWidgetItem* item = m_formats->currentItem();
    return item ? item->data(Qt::UserRole).toString() : QString();
}

QString ExportDialog::refusal() const {
    return m_refusal->text();
}

/// Data: an index of the result's plans, or -1 - index of a kept one.
void ExportDialog::fillPlans() {
    const QSignalBlocker quiet(m_plan);
    m_plan->clear();
    const auto add = [this](const QString& name, const RankedPlan& plan, int value) {
        m_plan->addItem(QStringLiteral("%1: %2").arg(name, QString::fromStdString(layout_text(plan.plan))), value);
    };
    if (m_snapshot.result)
        for (int i = 0; i < static_cast<int>(m_snapshot.result->plans.size()); ++i)
            add(i == 0 && m_snapshot.result->status == SolveStatus::optimal ? tr("optimum") : tr("plan %1").arg(i + 1),
                m_snapshot.result->plans[static_cast<std::size_t>(i)], i);
    for (int i = 0; i < m_snapshot.kept.size(); ++i)
        if (m_snapshot.kept[i].priced) add(m_snapshot.kept[i].name, *m_snapshot.kept[i].priced, -1 - i);
    m_plan->setCurrentIndex(m_plan->findData(m_snapshot.shownKept >= 0 ? -1 - m_snapshot.shownKept : m_snapshot.shown));
    const int kept = m_snapshot.shownKept;
    m_origin->setText(kept < 0 && m_snapshot.improving   ? tr("The search goes on: this is the best plan so far.")
                      : kept < 0 || kept >= m_keptBefore ? tr("A plan of the search.")
                      : m_snapshot.kept[kept].kind == KeptPlan::Kind::edited
                          ? tr("Edited by hand: not the plan that the search found.")
                          : tr("A kept plan: not the plan that the search found."));
}

void ExportDialog::choosePlan() {
    const int plan = m_plan->currentData().toInt();
    m_snapshot.shownKept = plan < 0 ? -1 - plan : -1;
    m_snapshot.shown = std::max(plan, 0);
    fillPlans();
    start();
}

bool ExportDialog::keepsArguments() const {
    return m_command && format() == QStringLiteral("megatron") && m_keep->isChecked();
}

void ExportDialog::start() {
    m_keep->setVisible(m_command && format() == QStringLiteral("megatron"));
    m_text.clear();
    m_preview->clear();
    m_refusal->hide();
    m_other->hide();
    m_save->setEnabled(false);
    m_copy->setEnabled(false);
    m_heading->setText(labelOf(format()));
    const RankedPlan* plan = m_snapshot.plan();
    if (!plan) return;
    m_patience.start();
    m_stop.request_stop();
    if (m_watcher.isRunning()) return; // take() starts again for the format that is chosen by then
    m_stop = std::stop_source();
    // Other plans are offered for one of the search's, not in place of a plan that was kept.
    const int listed = m_snapshot.shownKept < 0 ? m_snapshot.shown : -1;
    SolveControl control;
    control.stop = m_stop.get_token();
    control.threads = SolveRunner::threads();
    m_watcher.setFuture(QtConcurrent::run([id = format(), control, chosen = m_plan->currentData().toInt(), listed,
                                           problem = m_snapshot.problem, result = m_snapshot.result, ranked = *plan,
                                           command = keepsArguments() ? m_command : nullptr] {
        Made made{id, {}, {}, chosen, {}, command != nullptr};
        const std::string format = id.toStdString();
        const Result<std::string> text =
            io::export_plan(format, *problem, ranked.plan, ranked.evaluation, command.get());
        if (text) {
            made.text = QString::fromStdString(*text);
        } else {
            QStringList reasons;
            for (const Diagnostic& diagnostic : text.diagnostics())
                reasons << diagnosticText(diagnostic);
            reasons << QString();
            if (command && io::export_plan(format, *problem, ranked.plan, ranked.evaluation)) { // not the plan's fault
                made.refusal = (reasons << ExportDialog::tr(
                                    "Without the other arguments of the pasted command it can be written."))
                                   .join(QLatin1Char('\n'));
                return made;
            }
            if (result)
                if ((made.instead = io::export_instead(format, *problem, *result, listed, control))) {
                    made.refusal = (reasons << phraseText(sentence(*made.instead))).join(QLatin1Char('\n'));
                    return made;
                }
            reasons << ExportDialog::tr("The option “Training engine” restricts the search to plans that an "
                                        "engine can run; another of the best plans may run on it as well.");
            made.refusal = reasons.join(QLatin1Char('\n'));
        }
        return made;
    }));
}

void ExportDialog::take() {
    const Made made = m_watcher.result();
    if (made.format != format() || made.plan != m_plan->currentData().toInt() || made.kept != keepsArguments())
        return start();
    m_patience.stop();
    m_text = made.text;
    m_preview->setPlainText(m_text.left(previewLimit));
    m_preview->setVisible(made.refusal.isEmpty());
    if (m_text.size() > previewLimit)
        m_heading->setText(labelOf(made.format) + QStringLiteral("  ·  ") +
                           tr("beginning of %1 MB").arg(static_cast<double>(m_text.size()) / 1e6, 0, 'f', 1));
    m_refusal->setText(made.refusal);
    m_refusal->setVisible(!made.refusal.isEmpty());
    m_instead = made.instead;
    nameOther();
    m_other->setVisible(m_instead.has_value());
    m_save->setEnabled(made.refusal.isEmpty());
    m_copy->setEnabled(made.refusal.isEmpty());
}

void ExportDialog::nameOther() {
    if (!m_instead) return;
    m_other->setText(m_instead->listed() ? tr("Export plan %1 instead").arg(m_instead->launchable.index + 1)
                                         : tr("Export that plan instead"));
}

/// A plan that the list doesn't hold joins the kept ones of this dialog.
void ExportDialog::takeOther() {
    if (!m_instead) return;
    const LaunchWay way = *std::exchange(m_instead, {});
    int plan = way.launchable.index;
    if (!way.listed()) {
        const auto known = std::find_if(m_snapshot.kept.begin() + m_keptBefore, m_snapshot.kept.end(),
                                        [&](const KeptPlan& kept) { return kept.priced->plan == way.plan.plan; });
        plan = -1 - static_cast<int>(known - m_snapshot.kept.begin());
        if (known == m_snapshot.kept.end()) {
            KeptPlan found;
            found.name = tr("best for %1").arg(QString::fromStdString(way.launchable.engine));
            found.priced = std::make_shared<const RankedPlan>(way.plan);
            m_snapshot.kept.append(found);
            fillPlans();
        }
    }
    m_plan->setCurrentIndex(m_plan->findData(plan));
}

bool ExportDialog::writeTo(const QString& path) {
    if (const auto fault = io::write_text(path.toStdString(), m_text.toStdString())) {
        emit faultFound(*fault);
        return false;
    }
    emit written(path);
    return true;
}

void ExportDialog::save() {
    const QString label = labelOf(format()), name = fileNameOf(format());
    const QString suffix = QFileInfo(name).suffix();
    const QString path =
        askSaveFile(this, {tr("Save %1").arg(label), {QStringLiteral("%1 (*.%2)").arg(label, suffix)}, name, suffix});
    if (!path.isEmpty() && writeTo(path)) accept();
}

void ExportDialog::retranslate() {
    setWindowTitle(tr("Export the plan"));
    m_formats->setAccessibleName(tr("Formats"));
    m_plan->setAccessibleName(tr("Plan to export"));
    fillPlans();
    m_preview->setAccessibleName(tr("Text of the file"));
    m_keep->setText(tr("Keep the other arguments of the pasted command"));
    m_keep->setToolTip(tr("Arguments that the plan does not decide stay as they are; the first lines of the script say "
                          "what was replaced."));
    m_save->setText(tr("Save..."));
    m_copy->setText(tr("Copy"));
    m_close->setText(tr("Close"));
    for (int row = 0; row < m_formats->count(); ++row)
        m_formats->item(row)->setText(labelOf(m_formats->item(row)->data(Qt::UserRole).toString()));
    m_formats->setFixedWidth(m_formats->sizeHintForColumn(0) + 2 * m_formats->frameWidth() + metrics::gap);
    m_heading->setText(labelOf(format()));
    nameOther();
}

void ExportDialog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QDialog::changeEvent(event);
}

} // namespace nest::ui
