// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "workspaces/pastecard.h"

#include "controls/clearlayout.h"
#include "controls/diagnostictext.h"
#include "controls/shortname.h"
#include "controls/typedsearch.h"
#include "io/files.h"
#include "theme/theme.h"
#include "workspaces/clusterpicker.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QFutureWatcher>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QToolButton>
#include <QtConcurrent>
#include <algorithm>
#include <utility>

namespace nest::ui {
namespace {

constexpr int pauseMilliseconds = 150; ///< of typing
constexpr int mostShown = 100000;      ///< characters; longer texts make the field slow
constexpr std::size_t mostNotes = 4;
constexpr int fieldHeight = 150;

/// With the context in words: lupdate loses the namespace of the first PasteCard::tr() here.
class PasteTexts {
    Q_DECLARE_TR_FUNCTIONS(nest::ui::PasteCard)
};

QString modelText(const TransformerConfig& c) {
    QStringList parts{PasteTexts::tr("%n layer(s)", nullptr, static_cast<int>(c.layers)),
                      PasteTexts::tr("hidden %1").arg(formatCount(c.hidden)),
                      PasteTexts::tr("%n head(s)", nullptr, static_cast<int>(c.heads))};
    if (c.kv_heads > 0 && c.kv_heads != c.heads)
        parts << PasteTexts::tr("%n key/value head(s)", nullptr, static_cast<int>(c.kv_heads));
    if (c.experts > 0) parts << PasteTexts::tr("%n expert(s)", nullptr, static_cast<int>(c.experts));
    if (c.vocab > 0) parts << PasteTexts::tr("vocabulary %1").arg(formatCount(c.vocab));
    return parts.join(QStringLiteral(" · "));
}

/// "TP 8 · PP 4 · DP 4 · micro-batch 1 · full recomputation": degrees of 1 but the first two say nothing.
QString layoutText(const Options& layout) {
    QStringList parts;
    const auto add = [&](const char* name, const char* key, bool always) {
        const QString value = QString::fromStdString(option_text(layout, key));
        if (value == QStringLiteral("auto") || (!always && value == QStringLiteral("1"))) return;
        parts << QString::fromLatin1(name) + QLatin1Char(' ') + value;
    };
    add("TP", "tp", true);
    add("PP", "pp", true);
    add("DP", "dp", true);
    add("EP", "ep", false);
    add("CP", "cp", false);
    if (layout.sequence_parallel == Switch::on) parts << PasteTexts::tr("sequence parallel");
    if (layout.zero && layout.zero->size() == 1 && layout.zero->front() > 0)
        parts << QStringLiteral("ZeRO %1").arg(layout.zero->front());
    if (layout.recompute && layout.recompute->size() == 1 && layout.recompute->front() != Recompute::none)
        parts << PasteTexts::tr("recomputation %1").arg(QString::fromStdString(option_text(layout, "recompute")));
    return parts.join(QStringLiteral(" · "));
}

QString batchText(const PastedRun& run) {
    QStringList parts;
    if (run.kind == PastedRun::Kind::launch) {
        parts << PasteTexts::tr("global %1").arg(formatCount(run.options.global_batch));
        if (run.options.sequence_length)
            parts << PasteTexts::tr("sequence %1").arg(formatCount(*run.options.sequence_length));
    }
    if (run.layout.micro_batches && run.layout.micro_batches->size() == 1)
        parts << PasteTexts::tr("micro-batch %1").arg(formatCount(run.layout.micro_batches->front()));
    return parts.join(QStringLiteral(" · "));
}

QString devicesText(const PastedRun& run) {
    if (run.devices <= 0) return {};
    if (run.devices_per_node <= 0 || run.devices % run.devices_per_node != 0) return formatCount(run.devices);
    return PasteTexts::tr("%1 on %n node(s) of %2", nullptr, static_cast<int>(run.devices / run.devices_per_node))
        .arg(formatCount(run.devices), formatCount(run.devices_per_node));
}

QString ruleText(const BrokenRule& rule) {
    QString text = phraseText(rule.clause);
    if (!rule.remedy.empty()) text += QStringLiteral(" (%1)").arg(phraseText(rule.remedy));
    return text;
}

} // namespace

QString placedText(const Diagnostic& diagnostic) {
    if (diagnostic.line <= 0) return faultText(diagnostic);
    return PasteTexts::tr("Line %1: %2").arg(diagnostic.line).arg(faultText(diagnostic));
}

std::vector<Diagnostic> weightiestFirst(std::vector<Diagnostic> notes) {
    const auto weight = [](const Diagnostic& note) {
        return note.code == ErrorCode::approximated ? 0 : note.code == ErrorCode::ignored ? 2 : 1;
    };
    std::ranges::stable_sort(notes, {}, weight);
    return notes;
}

PasteField::PasteField(QWidget* parent) : QPlainTextEdit(parent) {
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    QFont fixed = font();
    fixed.setPixelSize(metrics::textSize - 1);
    setFont(fixed);
    setTabChangesFocus(true);
    setLineWrapMode(QPlainTextEdit::WidgetWidth);
    connect(this, &QPlainTextEdit::textChanged, this, [this] {
        m_long.clear(); // what is typed now is all there is
        emit wholeChanged();
    });
}

void PasteField::setWhole(const QString& text) {
    setPlainText(text.left(mostShown));
    if (text.size() <= mostShown) return;
    m_long = text;
    emit wholeChanged();
}

bool PasteField::canInsertFromMimeData(const QMimeData* source) const {
    return !source->hasUrls() && QPlainTextEdit::canInsertFromMimeData(source); // files are the page's
}

void PasteField::insertFromMimeData(const QMimeData* source) {
    if (source->hasText() && source->text().size() > mostShown)
        setWhole(source->text());
    else
        insertPlainText(source->text());
}

void PasteField::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && event->modifiers().testFlag(Qt::ControlModifier)) return emit submitted();
    QPlainTextEdit::keyPressEvent(event);
}

PasteCard::PasteCard(QWidget* parent)
    : Card(parent), m_run(std::make_shared<PastedRun>()), m_field(new PasteField), m_hint(new QLabel),
      m_fault(new QLabel), m_facts(new QWidget), m_factGrid(new QGridLayout), m_notes(new QVBoxLayout),
      m_modelLabel(new QLabel), m_model(new QComboBox), m_cluster(new ClusterPicker), m_compare(new QPushButton),
      m_clear(new QToolButton) {
    setProperty("helpId", QStringLiteral("start#paste"));
    m_field->setObjectName(QStringLiteral("pasteField"));
    m_compare->setObjectName(QStringLiteral("pasteCompare"));
    m_clear->setObjectName(QStringLiteral("pasteClear"));
    m_clear->setProperty("role", QStringLiteral("link"));
    m_field->setMinimumHeight(fieldHeight);
    m_hint->setWordWrap(true);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_fault->setWordWrap(true);
    m_fault->setProperty("role", QStringLiteral("fault"));
    m_fault->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (const std::string& name : io::preset_names("models"))
        m_model->addItem(QString::fromStdString(name), QString::fromStdString(name));
    m_model->setCurrentIndex(m_model->findData(QString::fromStdString(exampleState().model.name)));
    m_modelLabel->setBuddy(m_model);
    new TypedSearch(m_model);
    m_factGrid->setContentsMargins(0, 0, 0, 0);
    m_factGrid->setHorizontalSpacing(metrics::gap);
    m_factGrid->setVerticalSpacing(metrics::grid / 2);
    m_factGrid->setColumnStretch(1, 1);
    m_notes->setSpacing(metrics::grid / 2);
    auto* facts = new QVBoxLayout(m_facts);
    facts->setContentsMargins(0, 0, 0, 0);
    facts->setSpacing(metrics::grid);
    facts->addLayout(m_factGrid);
    facts->addLayout(m_notes);
    facts->addSpacing(metrics::grid / 2);
    facts->addWidget(m_modelLabel);
    facts->addWidget(m_model);
    facts->addWidget(m_cluster);

    auto* body = new QWidget;
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(2, metrics::grid / 2, 2, 2);
    layout->setSpacing(metrics::grid);
    layout->addWidget(m_field, 1);
    auto* actions = new QHBoxLayout; // at the text: a long list below would push it out of sight
    actions->setSpacing(metrics::gap);
    actions->addWidget(m_compare);
    actions->addWidget(m_clear);
    actions->addStretch(1);
    layout->addLayout(actions);
    layout->addWidget(m_hint);
    layout->addWidget(m_fault);
    layout->addWidget(m_facts);
    setBody(body);

    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMilliseconds);
    connect(&m_pause, &QTimer::timeout, this, &PasteCard::read);
    connect(m_field, &PasteField::wholeChanged, this, &PasteCard::readSoon);
    connect(m_field, &PasteField::submitted, this, &PasteCard::submit);
    connect(m_compare, &QPushButton::clicked, this, &PasteCard::compare);
    connect(m_clear, &QToolButton::clicked, this, [this] {
        clear();
        m_field->setFocus(Qt::OtherFocusReason);
    });
    const auto changed = [this] {
        m_refused.reset();
        fillFacts();
    };
    connect(m_model, &QComboBox::activated, this, changed);
    connect(m_cluster, &ClusterPicker::changed, this, changed);
    retranslate();
}

void PasteCard::clear() {
    m_field->setWhole({});
}

PasteCard::~PasteCard() {
    m_stop.request_stop();
}

QString PasteCard::faultLine() const {
    return m_fault->isHidden() ? QString() : m_fault->text();
}

void PasteCard::readSoon() {
    m_reading = true;
    m_submitted = false;
    ++m_request; // what is being read is of an older text
    m_pause.start();
}

void PasteCard::read() {
    const int request = m_request;
    auto* watcher = new QFutureWatcher<std::shared_ptr<const PastedRun>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, request] {
        watcher->deleteLater();
        if (request == m_request) show(watcher->result());
    });
    watcher->setFuture(QtConcurrent::run([text = m_field->whole()]() -> std::shared_ptr<const PastedRun> {
        return std::make_shared<const PastedRun>(readPastedRun(text.toStdString()));
    }));
}

void PasteCard::show(std::shared_ptr<const PastedRun> run) {
    m_reading = false;
    m_refused.reset();
    m_run = std::move(run);
    m_allNotes = false;
    if (m_run->isReadable()) {
        const io::LaunchNetwork likely = likelyNetwork(*m_run);
        m_cluster->setTopology(likely.topology);
        m_cluster->setDevicesUsed(likely.devices); // of a rack, perhaps
    }
    fillFacts();
    emit understood(m_run->isReadable());
    if (std::exchange(m_submitted, false)) submit();
}

void PasteCard::submit() {
    if (m_reading)
        m_submitted = true;
    else if (m_run->isReadable() && !m_comparing)
        compare();
}

void PasteCard::addFact(const QString& label, const QString& value) {
    if (value.isEmpty()) return;
    auto* left = new QLabel(label);
    auto* right = new QLabel(value);
    left->setForegroundRole(QPalette::PlaceholderText);
    right->setWordWrap(true);
    right->setTextInteractionFlags(Qt::TextSelectableByMouse);
    const int row = m_factGrid->count() / 2;
    m_factGrid->addWidget(left, row, 0, Qt::AlignTop);
    m_factGrid->addWidget(right, row, 1);
    m_factLines << label + QStringLiteral(": ") + value;
}

void PasteCard::addNote(const QString& text, bool fault) {
    auto* line = new QLabel(text);
    line->setWordWrap(true);
    if (fault)
        line->setProperty("role", QStringLiteral("fault"));
    else
        line->setForegroundRole(QPalette::PlaceholderText);
    line->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_notes->addWidget(line);
    m_factLines << text;
}

/// A link that lists the rest of the notes in place.
void PasteCard::addMore(int count) {
    auto* more = new QToolButton;
    more->setObjectName(QStringLiteral("pasteMore"));
    more->setProperty("role", QStringLiteral("link"));
    more->setText(tr("and %n more", nullptr, count));
    more->setToolTip(tr("List all"));
    connect(more, &QToolButton::clicked, this, [this] {
        m_allNotes = true;
        fillFacts();
        m_field->setFocus(Qt::OtherFocusReason); // the link is gone
    });
    m_notes->addWidget(more, 0, Qt::AlignLeft);
    m_factLines << more->text();
}

void PasteCard::fillFacts() {
    clearLayout(m_factGrid);
    clearLayout(m_notes);
    m_factLines.clear();
    const PastedRun& run = *m_run;
    m_hint->setVisible(run.kind == PastedRun::Kind::nothing);
    m_fault->setVisible(run.kind == PastedRun::Kind::unreadable);
    m_facts->setVisible(run.isReadable());
    m_compare->setVisible(run.isReadable());
    m_clear->setVisible(run.isReadable());
    if (!run.faults.empty()) m_fault->setText(placedText(run.faults.front()));
    if (!run.isReadable()) return;

    if (m_field->showsBeginning())
        addFact(tr("Text"),
                tr("%1 characters, of which the beginning is shown").arg(formatCount(m_field->whole().size())));
    const QString name = shortName(run.model.name);
    addFact(tr("Model"), run.config ? modelText(*run.config) : name);
    if (run.hasLayout()) addFact(tr("Layout"), layoutText(run.layout));
    addFact(tr("Batch"), batchText(run));
    addFact(tr("Devices"), devicesText(run));
    if (run.topology.empty()) {
        const io::LaunchNetwork likely = likelyNetwork(run);
        // Another one than the rule's is somebody's choice.
        const bool ruled = likely.devices > 0 && m_cluster->topology() == likely.topology;
        addFact(tr("Assumed"),
                ruled ? phraseText(likely.clause())
                      : tr("machines of the kind %1: the text names no cluster").arg(shortName(m_cluster->topology())));
    }
    const std::vector<Diagnostic> notes = weightiestFirst(run.notes);
    const std::size_t shown = m_allNotes ? notes.size() : std::min(notes.size(), mostNotes);
    for (std::size_t i = 0; i < shown; ++i)
        addNote(placedText(notes[i]), false);
    if (shown < notes.size()) addMore(static_cast<int>(notes.size() - shown));
    if (run.hasLayout() && run.devices > m_cluster->devices() && m_cluster->devices() > 0)
        addNote(tr("The layout takes %1 device(s); this cluster has %2.", nullptr, plural(run.devices))
                    .arg(formatCount(run.devices), formatCount(m_cluster->devices())),
                true);
    else if (run.hasLayout() && m_cluster->devicesUsed() > 0 && run.devices > m_cluster->devicesUsed())
        addNote(tr("The layout takes %1 device(s); %2 are to be used.", nullptr, plural(run.devices))
                    .arg(formatCount(run.devices), formatCount(m_cluster->devicesUsed())),
                true);
    if (m_refused) {
        for (const Diagnostic& fault : m_refused->faults)
            addNote(placedText(fault), true);
        for (const BrokenRule& rule : m_refused->broken)
            addNote(ruleText(rule), true);
    }
    m_modelLabel->setVisible(run.model.name.empty());
    m_model->setVisible(run.model.name.empty());
    m_compare->setToolTip(QKeySequence(Qt::CTRL | Qt::Key_Return).toString(QKeySequence::NativeText));
    m_compare->setText(run.hasLayout() ? tr("Compare with the best plan") : tr("Plan this model"));
    m_compare->setEnabled(!m_comparing);
}

void PasteCard::compare() {
    m_comparing = true;
    m_refused.reset();
    fillFacts();
    m_stop = std::stop_source();
    const int request = m_request;
    auto* watcher = new QFutureWatcher<std::shared_ptr<const Comparison>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, request] {
        watcher->deleteLater();
        m_comparing = false;
        const auto comparison = watcher->result();
        if (request != m_request) return fillFacts(); // the text has changed meanwhile
        if (!comparison->state) {
            m_refused = comparison;
            return fillFacts();
        }
        fillFacts();
        std::vector<Diagnostic> notes = m_run->notes;
        notes.insert(notes.end(), comparison->notes.begin(), comparison->notes.end());
        emit comparisonReady(*comparison->state, notes);
    });
    ComparisonPlace place{m_model->currentData().toString().toStdString(), m_cluster->topology(),
                          m_cluster->devicesUsed(), "today"}; // see keptPlanName()
    watcher->setFuture(QtConcurrent::run(
        [run = m_run, place = std::move(place), stop = m_stop.get_token()]() -> std::shared_ptr<const Comparison> {
            return std::make_shared<const Comparison>(compareWithBest(*run, place, stop));
        }));
}

void PasteCard::retranslate() {
    setTitle(tr("Paste what you run today"));
    m_field->setAccessibleName(tr("What you run today"));
    m_field->setPlaceholderText(QStringLiteral("torchrun --nnodes 16 --nproc-per-node 8 pretrain_gpt.py \\\n"
                                               "    --num-layers 80 --hidden-size 8192 \\\n"
                                               "    --tensor-model-parallel-size 8 ..."));
    m_hint->setText(tr("Megatron-LM arguments as a shell script, one line or YAML; a layout such as \"%1\"; or a "
                       "model's config.json. It is priced beside the best plan.")
                        .arg(QStringLiteral("llama3-70b @ dgx-h100x16: tp8 pp4 dp4 mb1")));
    m_modelLabel->setText(tr("Model"));
    m_model->setAccessibleName(tr("Model"));
    m_clear->setText(tr("Start over"));
    m_clear->setToolTip(tr("Empty the field and pick a model and a cluster instead"));
    fillFacts();
}

void PasteCard::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    Card::changeEvent(event);
}

} // namespace nest::ui
