// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "workspaces/startpage.h"

#include "charts/card.h"
#include "controls/clearlayout.h"
#include "controls/typedsearch.h"
#include "document/presettext.h"
#include "io/files.h"
#include "theme/theme.h"
#include "workspaces/clusterpicker.h"
#include "workspaces/filerow.h"
#include "workspaces/pastecard.h"

#include <QAbstractButton>
#include <QBoxLayout>
#include <QComboBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QFutureWatcher>
#include <QLabel>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>
#include <QToolButton>
#include <QtConcurrent>
#include <nlohmann/json.hpp>

namespace nest::ui {
namespace {

constexpr int mostRecent = 6;
constexpr int mostUnfinished = 5;

/// "Llama 3 70B · 80 layers · hidden 8192 · sequence 8192" from the preset's own figures.
QString modelFacts(const std::string& name) {
    QStringList parts{presetTitle("models", name)};
    const std::string* text = io::preset_text("models", name);
    const auto json = text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
    if (!json.is_object() || !json.contains("config")) return parts.front();
    const auto number = [](const nlohmann::json& object, std::initializer_list<const char*> keys) {
        for (const char* key : keys)
            if (object.contains(key) && object[key].is_number_integer()) return object[key].get<int>();
        return 0;
    };
    const nlohmann::json& config = json["config"];
    if (const int layers = number(config, {"num_hidden_layers", "n_layer"}))
        parts << StartPage::tr("%n layer(s)", nullptr, layers);
    if (const int experts = number(config, {"num_local_experts", "num_experts"}))
        parts << StartPage::tr("%n expert(s)", nullptr, experts);
    if (const int hidden = number(config, {"hidden_size", "n_embd"}))
        parts << StartPage::tr("hidden %1").arg(formatCount(hidden));
    if (const int sequence = number(json, {"sequence_length"}))
        parts << StartPage::tr("sequence %1").arg(formatCount(sequence));
    return parts.join(QStringLiteral(" · "));
}

QString withHome(const QString& folder) {
    const QString home = QDir::homePath();
    return folder.startsWith(home + QLatin1Char('/')) || folder == home ? QLatin1Char('~') + folder.mid(home.size())
                                                                        : folder;
}

QString dateText(const QDateTime& time) {
    const QDate day = time.date();
    if (day == QDate::currentDate()) return StartPage::tr("today %1").arg(time.toString(QStringLiteral("HH:mm")));
    return day.toString(Qt::ISODate);
}

QVBoxLayout* rowsOf(Card* card) {
    auto* body = new QWidget;
    auto* rows = new QVBoxLayout(body);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    card->setBody(body);
    return rows;
}

QLabel* mutedLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

/// Of the cards side by side, at most.
int pageWidth() {
    return scaled(1080);
}
/// Least width of two columns.
int besideWidth() {
    return scaled(780);
}

} // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent), m_area(new QScrollArea(this)), m_column(new QWidget),
      m_columns(new QBoxLayout(QBoxLayout::LeftToRight)), m_left(new QVBoxLayout), m_right(new QVBoxLayout),
      m_fault(new QLabel), m_unfinishedCard(new Card), m_planCard(nullptr), m_recentCard(new Card),
      m_paste(new PasteCard) {
    setProperty("helpId", QStringLiteral("start"));
    setObjectName(QStringLiteral("startPage"));
    setAcceptDrops(true);
    setAutoFillBackground(false);
    m_unfinishedRows = rowsOf(m_unfinishedCard);
    m_recentRows = rowsOf(m_recentCard);
    m_recentRows->setAlignment(Qt::AlignTop);
    m_planCard = buildPlan();

    auto* column = new QVBoxLayout(m_column);
    column->setContentsMargins(metrics::gap * 2, metrics::gap * 2, metrics::gap * 2, metrics::gap * 2);
    column->setSpacing(metrics::gap);
    column->addWidget(buildHead());
    m_fault->setWordWrap(true);
    m_fault->setProperty("role", QStringLiteral("fault"));
    m_fault->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_fault->setContentsMargins(2, 0, 2, 0);
    m_fault->hide();
    column->addWidget(m_fault);
    column->addWidget(m_unfinishedCard);
    column->addLayout(m_columns, 1);
    column->addWidget(buildDrop());
    m_columns->setSpacing(metrics::gap);
    m_columns->addLayout(m_left, 1);
    m_columns->addLayout(m_right, 1);
    for (QVBoxLayout* side : {m_left, m_right})
        side->setSpacing(metrics::gap);
    m_left->addWidget(m_planCard);
    m_left->addWidget(m_recentCard, 1);
    m_right->addWidget(m_paste, 1);
    connect(m_paste, &PasteCard::comparisonReady, this, &StartPage::comparisonWanted);
    // One cluster to pick and one main action at a time: what was pasted brings its own.
    m_paste->compareButton()->setProperty("primary", true);
    connect(m_paste, &PasteCard::understood, this, [this](bool readable) { m_planCard->setHidden(readable); });

    // Centred, and no wider than reads well.
    auto* ground = new QWidget;
    auto* across = new QHBoxLayout(ground);
    across->setContentsMargins(0, 0, 0, 0);
    across->addStretch(1);
    across->addWidget(m_column, 1000);
    across->addStretch(1);
    m_column->setMaximumWidth(pageWidth());
    m_area->setWidget(ground);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setFocusPolicy(Qt::NoFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_area);
    m_unfinishedCard->hide();
    retranslate();
}

QWidget* StartPage::buildHead() {
    auto* head = new QWidget;
    m_title = new QLabel(head);
    m_title->setFont(cardFont());
    m_question = mutedLabel(head);
    m_back = new QToolButton(head);
    m_back->setProperty("role", QStringLiteral("link"));
    m_back->setObjectName(QStringLiteral("startBack"));
    connect(m_back, &QToolButton::clicked, this, &StartPage::left);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_title);
    words->addWidget(m_question);
    auto* layout = new QHBoxLayout(head);
    layout->setContentsMargins(2, 0, 2, metrics::grid);
    layout->addLayout(words, 1);
    layout->addWidget(m_back, 0, Qt::AlignTop);
    return head;
}

Card* StartPage::buildPlan() {
    auto* card = new Card;
    auto* body = new QWidget;
    m_modelLabel = new QLabel(body);
    m_model = new QComboBox(body);
    m_model->setObjectName(QStringLiteral("startModel"));
    for (const std::string& name : io::preset_names("models"))
        m_model->addItem(QString::fromStdString(name), QString::fromStdString(name));
    m_model->setCurrentIndex(m_model->findData(QString::fromStdString(exampleState().model.name)));
    m_modelLabel->setBuddy(m_model);
    new TypedSearch(m_model);
    m_modelTitle = mutedLabel(body);
    keepLines(m_modelTitle, 2);
    m_cluster = new ClusterPicker(body);
    m_solve = new QPushButton(body);
    m_solve->setObjectName(QStringLiteral("startSolve"));
    m_solve->setProperty("primary", true);
    connect(m_model, &QComboBox::currentIndexChanged, this, &StartPage::describeModel);
    connect(m_solve, &QPushButton::clicked, this, [this] {
        ProjectState state;
        state.model.name = m_model->currentData().toString().toStdString();
        state.topology.name = m_cluster->topology();
        if (m_cluster->devicesUsed() > 0) state.options.max_devices = m_cluster->devicesUsed();
        emit planWanted(state);
    });
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(2, metrics::grid / 2, 2, 2);
    layout->setSpacing(metrics::grid / 2);
    layout->addWidget(m_modelLabel);
    layout->addWidget(m_model);
    layout->addWidget(m_modelTitle);
    layout->addSpacing(metrics::grid);
    layout->addWidget(m_cluster);
    layout->addSpacing(metrics::gap);
    layout->addWidget(m_solve, 0, Qt::AlignLeft);
    card->setBody(body);
    return card;
}

QWidget* StartPage::buildDrop() {
    auto* strip = new QWidget;
    m_drop = mutedLabel(strip);
    m_drop->setWordWrap(false);
    m_open = new QToolButton(strip);
    m_open->setProperty("role", QStringLiteral("link"));
    m_open->setObjectName(QStringLiteral("startOpen"));
    connect(m_open, &QToolButton::clicked, this, &StartPage::openWanted);
    auto* layout = new QHBoxLayout(strip);
    layout->setContentsMargins(0, metrics::grid / 2, 0, 0);
    layout->setSpacing(metrics::grid / 2);
    layout->addStretch();
    layout->addWidget(m_drop);
    layout->addWidget(m_open);
    layout->addStretch();
    return strip;
}

void StartPage::setProjectTitle(const QString& title) {
    m_projectTitle = title;
    retranslate();
}

void StartPage::paste(const QString& text) {
    m_paste->field()->setWhole(text);
    m_paste->field()->setFocus();
    m_area->ensureWidgetVisible(m_paste);
}

void StartPage::solve() {
    m_paste->run().isReadable() ? m_paste->submit() : m_solve->click();
}

void StartPage::showFault(const QString& text) {
    m_fault->setText(text);
    m_fault->setVisible(!text.isEmpty());
    m_area->ensureVisible(0, 0);
}

QString StartPage::fault() const {
    return m_fault->isHidden() ? QString() : m_fault->text();
}

void StartPage::describeModel() {
    m_modelTitle->setText(modelFacts(m_model->currentData().toString().toStdString()));
}

void StartPage::setRecent(const QStringList& paths) {
    const int request = ++m_recentRequest;
    auto* watcher = new QFutureWatcher<QVector<Recent>>(this);
    connect(watcher, &QFutureWatcher<QVector<Recent>>::finished, this, [this, watcher, request] {
        watcher->deleteLater();
        if (request != m_recentRequest) return;
        m_recentList = watcher->result();
        fillRecent();
    });
    // A folder of another machine may take long to answer.
    watcher->setFuture(QtConcurrent::run([paths = paths.mid(0, mostRecent)] {
        QVector<Recent> list;
        for (const QString& path : paths) {
            const QFileInfo info(path);
            list.append({path, info.exists() ? info.lastModified() : QDateTime()});
        }
        return list;
    }));
}

void StartPage::fillRecent() {
    clearLayout(m_recentRows);
    for (const Recent& recent : std::as_const(m_recentList)) {
        const QFileInfo info(recent.path);
        const bool there = recent.time.isValid();
        auto* row = new FileRow(info.fileName(), withHome(info.path()), there ? dateText(recent.time) : tr("missing"));
        row->setEnabled(there);
        connect(row, &FileRow::clicked, this, [this, path = recent.path] { emit fileWanted(path); });
        m_recentRows->addWidget(row);
    }
    if (!m_recentList.isEmpty()) return;
    auto* none = mutedLabel(nullptr);
    none->setText(tr("Projects and files that you open or save are listed here."));
    none->setContentsMargins(2, metrics::grid / 2, 2, metrics::grid / 2);
    m_recentRows->addWidget(none);
}

void StartPage::setUnfinished(const QVector<RecoveryEntry>& entries) {
    m_unfinishedList = entries;
    fillUnfinished();
}

void StartPage::fillUnfinished() {
    clearLayout(m_unfinishedRows);
    m_unfinishedCard->setVisible(!m_unfinishedList.isEmpty());
    m_unfinishedCard->setTitle(
        tr("%n project(s) were not closed properly", nullptr, static_cast<int>(m_unfinishedList.size())));
    for (const RecoveryEntry& entry : m_unfinishedList.mid(0, mostUnfinished)) {
        auto* line = new QWidget;
        auto* layout = new QHBoxLayout(line);
        layout->setContentsMargins(0, 0, 0, 0);
        const QString title = entry.title.isEmpty() ? tr("Unreadable project") : entry.title;
        auto* row =
            new FileRow(title, entry.file.isEmpty() ? tr("never saved") : withHome(entry.file), dateText(entry.time));
        auto* restore = new QPushButton(tr("Restore"));
        auto* discard = new QPushButton(tr("Discard"));
        discard->setFlat(true);
        const auto wanted = [this, id = entry.id] { emit restoreWanted(id); };
        connect(row, &FileRow::clicked, this, wanted);
        connect(restore, &QPushButton::clicked, this, wanted);
        connect(discard, &QPushButton::clicked, this, [this, id = entry.id] { emit discardWanted(id); });
        restore->setAccessibleName(tr("Restore %1").arg(title));
        discard->setAccessibleName(tr("Discard %1").arg(title));
        layout->addWidget(row, 1);
        layout->addWidget(restore);
        layout->addWidget(discard);
        m_unfinishedRows->addWidget(line);
    }
}

void StartPage::retranslate() {
    m_title->setText(QStringLiteral("NEST Planner"));
    m_question->setText(tr("How should the training of this model be spread over that cluster?"));
    m_back->setText(tr("Back to %1").arg(m_projectTitle));
    m_back->setToolTip(tr("Esc"));
    m_back->setVisible(!m_projectTitle.isEmpty());
    m_planCard->setTitle(tr("Plan a model on a cluster"));
    m_recentCard->setTitle(tr("Recent"));
    m_modelLabel->setText(tr("Model"));
    m_model->setAccessibleName(tr("Model"));
    m_solve->setText(tr("Solve"));
    m_drop->setText(tr("Drop a project, model, topology, plan or launch script anywhere on this page, or"));
    m_open->setText(tr("open a file..."));
    describeModel();
    fillRecent();
    fillUnfinished();
}

// Window

void StartPage::arrange() {
    m_columns->setDirection(width() >= besideWidth() ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_drop->setVisible(width() >= besideWidth()); // where there is no room for both, the button says enough
}

void StartPage::setDropActive(bool active) {
    m_dropActive = active;
    m_area->setEnabled(!active);
    update();
}

void StartPage::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), m_dropActive ? theme.selection : theme.ground);
    if (!m_dropActive) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.accent, 2, Qt::DashLine));
    painter.drawRoundedRect(QRectF(rect()).adjusted(8, 8, -8, -8), metrics::corner, metrics::corner);
}

void StartPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    if (event->type() == QEvent::FontChange) keepLines(m_modelTitle, 2);
    QWidget::changeEvent(event);
}

void StartPage::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) return emit left();
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (auto* button = qobject_cast<QAbstractButton*>(focusWidget())) return button->click();
        return solve(); // wherever the cursor is
    }
    QWidget::keyPressEvent(event);
}

void StartPage::resizeEvent(QResizeEvent* event) {
    arrange();
    QWidget::resizeEvent(event);
}

void StartPage::showEvent(QShowEvent* event) {
    showFault({});
    m_model->setFocus(Qt::OtherFocusReason);
    QWidget::showEvent(event);
}

/// What lies below the page is not to be reached by Tab.
bool StartPage::focusNextPrevChild(bool next) {
    QWidget* widget = focusWidget() ? focusWidget() : this;
    for (QWidget* at = widget;;) {
        at = next ? at->nextInFocusChain() : at->previousInFocusChain();
        if (at == widget) return false;
        if (!isAncestorOf(at) || at->focusProxy() || !at->isEnabled() || !at->isVisibleTo(this) ||
            !(at->focusPolicy() & Qt::TabFocus))
            continue;
        at->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
        m_area->ensureWidgetVisible(at);
        return true;
    }
}

void StartPage::dragEnterEvent(QDragEnterEvent* event) {
    const auto urls = event->mimeData()->urls();
    if (urls.isEmpty() || !urls.first().isLocalFile()) return;
    setDropActive(true);
    event->acceptProposedAction();
}

void StartPage::dragLeaveEvent(QDragLeaveEvent*) {
    setDropActive(false);
}

void StartPage::dropEvent(QDropEvent* event) {
    setDropActive(false);
    event->acceptProposedAction();
    const auto urls = event->mimeData()->urls();
    for (const QUrl& url : urls)
        emit fileWanted(url.toLocalFile());
}

} // namespace nest::ui
