// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "help/manualwindow.h"

#include "help/manualdocument.h"
#include "theme/theme.h"

#include <QDesktopServices>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPrintDialog>
#include <QPrinter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace nest::ui {
namespace {

const QString searchPrefix = QStringLiteral("search:");
constexpr int leastStep = -3, mostStep = 10, mostFinds = 60;

int pixelsAt(int step) {
    return textFont().pixelSize() + 1 + step; // one more than the window's: it is for reading
}

} // namespace

ManualWindow::ManualWindow(QWidget* parent)
    : QWidget(parent, Qt::Window), m_back(button(QStringLiteral("back"))), m_forward(button(QStringLiteral("forward"))),
      m_smaller(button(QStringLiteral("text-smaller"))), m_larger(button(QStringLiteral("text-larger"))),
      m_print(button(QStringLiteral("print"))), m_field(new QLineEdit(this)), m_split(new QSplitter(this)),
      m_contents(new QTreeWidget(this)), m_page(new QTextBrowser(this)) {
    m_page->viewport()->installEventFilter(this);
    setObjectName(QStringLiteral("manualWindow"));
    setAttribute(Qt::WA_QuitOnClose, false); // alone it is no reason to go on
    build();
    addKeys();
    resize(980, 720);
    reload();
    retranslate();
}

ManualWindow::~ManualWindow() = default;

QToolButton* ManualWindow::button(const QString& icon) {
    auto* made = new QToolButton(this);
    made->setIcon(lineIcon(icon));
    made->setAutoRaise(true);
    return made;
}

void ManualWindow::build() {
    setAttribute(Qt::WA_StyledBackground);
    m_field->setClearButtonEnabled(true);
    m_field->addAction(lineIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_field->setMaximumWidth(scaled(360));
    m_contents->setHeaderHidden(true);
    m_contents->setFrameShape(QFrame::NoFrame);
    m_contents->setIndentation(14);
    m_contents->header()->setStretchLastSection(true);
    m_page->setOpenLinks(false);
    m_page->setFrameShape(QFrame::NoFrame);
    m_page->setProperty("role", QStringLiteral("page"));

    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(metrics::grid, 6, metrics::gap, 6);
    bar->setSpacing(2);
    bar->addWidget(m_back);
    bar->addWidget(m_forward);
    bar->addSpacing(metrics::grid);
    bar->addWidget(m_field, 1);
    bar->addStretch();
    bar->addWidget(m_smaller);
    bar->addWidget(m_larger);
    bar->addWidget(m_print);
    m_split->addWidget(m_contents);
    m_split->addWidget(m_page);
    m_split->setStretchFactor(1, 1);
    m_split->setHandleWidth(1);
    m_split->setSizes({scaled(270), scaled(710)});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_split, 1);

    connect(m_back, &QToolButton::clicked, this, &ManualWindow::back);
    connect(m_forward, &QToolButton::clicked, this, &ManualWindow::forward);
    connect(m_smaller, &QToolButton::clicked, this, [this] { setTextStep(m_step - 1); });
    connect(m_larger, &QToolButton::clicked, this, [this] { setTextStep(m_step + 1); });
    connect(m_print, &QToolButton::clicked, this, &ManualWindow::print);
    connect(m_field, &QLineEdit::textChanged, this, &ManualWindow::search);
    connect(m_field, &QLineEdit::returnPressed, this, [this] { // the best find
        const QVector<ManualHit> hits = m_manual->search(m_field->text());
        if (!hits.isEmpty()) visit(hits.first().topic);
    });
    // Where the person has scrolled to is where the page stays.
    connect(m_page->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] { m_anchor.clear(); });
    connect(m_contents, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
        const QString wanted = item->data(0, Qt::UserRole).toString();
        if (wanted.isEmpty()) return item->setExpanded(!item->isExpanded());
        m_words.clear();
        visit(wanted);
    });
    connect(m_contents, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) {
        if (const QString wanted = item->data(0, Qt::UserRole).toString(); !wanted.isEmpty()) visit(wanted);
    });
    connect(m_page, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        if (!url.scheme().isEmpty()) {
            QDesktopServices::openUrl(url);
            return;
        }
        const auto [page, anchor] = splitTopic(url.toString());
        const QString here = splitTopic(m_topic).first;
        const QString target = page.isEmpty() ? here : page;
        visit(anchor.isEmpty() ? target : target + QLatin1Char('#') + anchor);
    });
}

void ManualWindow::addKeys() {
    const auto on = [this](const QKeySequence& keys, auto function) {
        connect(new QShortcut(keys, this), &QShortcut::activated, this, function);
    };
    on(QKeySequence(Qt::CTRL | Qt::Key_F), [this] {
        m_field->setFocus(Qt::ShortcutFocusReason);
        m_field->selectAll();
    });
    on(QKeySequence(Qt::ALT | Qt::Key_Left), [this] { back(); });
    on(QKeySequence(Qt::ALT | Qt::Key_Right), [this] { forward(); });
    on(QKeySequence(Qt::CTRL | Qt::Key_Plus), [this] { setTextStep(m_step + 1); });
    on(QKeySequence(Qt::CTRL | Qt::Key_Equal), [this] { setTextStep(m_step + 1); });
    on(QKeySequence(Qt::CTRL | Qt::Key_Minus), [this] { setTextStep(m_step - 1); });
    on(QKeySequence(Qt::CTRL | Qt::Key_0), [this] { setTextStep(0); });
    on(QKeySequence(Qt::CTRL | Qt::Key_P), [this] { print(); });
    on(QKeySequence(Qt::CTRL | Qt::Key_W), [this] { close(); });
}

/// Reads the pages of the current language and shows the same place again.
void ManualWindow::reload() {
    m_manual = std::make_unique<Manual>(manualLanguage());
    fillContents();
    if (m_place >= 0)
        display(m_history[m_place].topic, m_page->verticalScrollBar()->value());
    else if (!m_manual->pages().isEmpty())
        visit(m_manual->pages().first().id);
}

void ManualWindow::fillContents() {
    m_contents->clear();
    QTreeWidgetItem* part = nullptr;
    const QSize row(0, scaled(24)); // said, for rows measured before the style sheet holds come out lower
    for (const ManualPage& page : m_manual->pages()) {
        if (!part || part->text(0) != page.part) {
            part = new QTreeWidgetItem(m_contents, {page.part});
            part->setFont(0, titleFont());
            part->setSizeHint(0, row);
        }
        auto* item = new QTreeWidgetItem(part, {page.title});
        item->setData(0, Qt::UserRole, page.id);
        item->setSizeHint(0, row);
        QString last;
        for (const ManualSection& section : page.sections) {
            if (section.level != 2 || section.anchor.isEmpty() || section.anchor == last) continue;
            last = section.anchor;
            auto* below = new QTreeWidgetItem(item, {section.title});
            below->setData(0, Qt::UserRole, page.id + QLatin1Char('#') + section.anchor);
            below->setSizeHint(0, row);
        }
        part->setExpanded(true);
    }
}

/// The page is marked in the contents, its section where there is one.
void ManualWindow::markContents() {
    QTreeWidgetItem* best = nullptr;
    for (QTreeWidgetItemIterator at(m_contents); *at; ++at) {
        const QString topic = (*at)->data(0, Qt::UserRole).toString();
        if (topic == m_topic || (!best && topic == splitTopic(m_topic).first)) best = *at;
    }
    m_contents->setCurrentItem(best);
    if (best) m_contents->scrollToItem(best);
}

void ManualWindow::openTopic(const QString& topic) {
    m_words.clear();
    const QString wanted = m_manual->has(topic) ? topic : m_manual->pages().first().id;
    if (wanted != m_topic) visit(wanted);
}

void ManualWindow::search(const QString& words) {
    if (m_field->text() != words) return m_field->setText(words); // which comes back here
    m_words = words.trimmed();
    if (m_words.isEmpty()) return;
    // Typing on is one visit.
    const bool on = m_place >= 0 && m_history[m_place].topic.startsWith(searchPrefix);
    if (on) {
        m_history[m_place].topic = searchPrefix + m_words;
        display(m_history[m_place].topic, 0);
    } else {
        visit(searchPrefix + m_words);
    }
}

void ManualWindow::visit(const QString& topic) {
    if (m_place >= 0) m_history[m_place].scrolled = m_page->verticalScrollBar()->value();
    m_history.resize(m_place + 1);
    m_history.append({topic, -1});
    ++m_place;
    display(topic, -1);
}

void ManualWindow::back() {
    if (!canGoBack()) return;
    m_history[m_place].scrolled = m_page->verticalScrollBar()->value();
    --m_place;
    display(m_history[m_place].topic, m_history[m_place].scrolled);
}

void ManualWindow::forward() {
    if (!canGoForward()) return;
    m_history[m_place].scrolled = m_page->verticalScrollBar()->value();
    ++m_place;
    display(m_history[m_place].topic, m_history[m_place].scrolled);
}

void ManualWindow::display(const QString& topic, int scrolled) {
    m_topic = topic;
    if (topic.startsWith(searchPrefix))
        showFinds(topic.mid(searchPrefix.size()));
    else
        showPage(topic);
    if (scrolled >= 0) {
        m_anchor.clear();
        m_page->verticalScrollBar()->setValue(scrolled);
    }
    markContents();
    updateButtons();
}

/// Filled before it is shown: every change of a shown document would lay it out again.
void ManualWindow::setMarkdown(const QString& markdown) {
    auto* next = new QTextDocument(m_page);
    fillDocument(*next, markdown, Theme::of(palette()), pixelsAt(m_step));
    m_page->setExtraSelections({}); // they point into the document that goes
    m_page->setDocument(next);
    delete std::exchange(m_document, next);
    fitPage();
}

void ManualWindow::showPage(const QString& topic) {
    const auto [id, anchor] = splitTopic(topic);
    const ManualPage* page = m_manual->page(id);
    if (!page) return;
    setMarkdown(page->markdown);
    setWindowTitle(tr("%1 - Manual").arg(page->title));
    m_page->setAccessibleName(page->title);
    m_page->verticalScrollBar()->setValue(0);
    highlight();
    scrollTo(anchor);
}

void ManualWindow::showFinds(const QString& words) {
    const QVector<ManualHit> hits = m_manual->search(words);
    const auto plain = [](QString text) {
        static const QRegularExpression special(QStringLiteral("([\\\\`*_|\\[\\]<>#{}])"));
        return text.replace(special, QStringLiteral("\\\\\\1"));
    };
    QString markdown = QStringLiteral("# ") + tr("Found for “%1”").arg(plain(words)) + QStringLiteral("\n\n");
    if (hits.isEmpty()) markdown += tr("No page has all these words. Try fewer, or a part of one.");
    qsizetype shown = 0;
    for (const ManualHit& hit : hits) {
        if (++shown > mostFinds) break;
        markdown += QStringLiteral("[%1](%2)\n\n").arg(plain(hit.title), hit.topic);
        if (!hit.snippet.isEmpty()) markdown += plain(hit.snippet) + QStringLiteral("\n\n");
    }
    setMarkdown(markdown);
    setWindowTitle(tr("%1 - Manual").arg(words));
    m_page->verticalScrollBar()->setValue(0);
    highlight();
}

void ManualWindow::scrollTo(const QString& anchor) {
    m_anchor = anchor;
    if (!anchor.isEmpty()) m_page->scrollToAnchor(anchor);
}

/// Marks the words that were searched for.
void ManualWindow::highlight() {
    QList<QTextEdit::ExtraSelection> marks;
    const QStringList words = m_words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QString& word : words) {
        QTextCursor found(m_page->document());
        while (!(found = m_page->document()->find(word, found)).isNull()) {
            QTextEdit::ExtraSelection mark;
            mark.cursor = found;
            mark.format.setBackground(Theme::of(palette()).selection);
            mark.format.setForeground(Theme::of(palette()).text);
            marks.append(mark);
        }
    }
    m_page->setExtraSelections(marks);
}

/// Lines no longer than the eye can follow.
void ManualWindow::fitPage() {
    const int most = 60 * pixelsAt(m_step);
    const int width = std::min(most, m_page->viewport()->width());
    if (m_page->lineWrapMode() == QTextEdit::FixedPixelWidth && m_page->lineWrapColumnOrWidth() == width) return;
    m_page->setLineWrapMode(QTextEdit::FixedPixelWidth);
    m_page->setLineWrapColumnOrWidth(width);
}

void ManualWindow::setTextStep(int step) {
    step = std::clamp(step, leastStep, mostStep);
    if (step == m_step) return;
    m_step = step;
    const QScrollBar* bar = m_page->verticalScrollBar();
    const double place = bar->maximum() > 0 ? static_cast<double>(bar->value()) / bar->maximum() : 0;
    display(m_topic, -1);
    m_page->verticalScrollBar()->setValue(qRound(place * m_page->verticalScrollBar()->maximum()));
}

void ManualWindow::print() {
    QPrinter printer;
    QPrintDialog dialog(&printer, this);
    if (dialog.exec() != QDialog::Accepted) return;
    QTextDocument paper; // black on white, whatever the theme
    const ManualPage* page = m_manual->page(splitTopic(m_topic).first);
    fillDocument(paper, page ? page->markdown : m_page->toMarkdown(), Theme::light(), textFont().pixelSize());
    paper.print(&printer);
}

void ManualWindow::updateButtons() {
    m_back->setEnabled(canGoBack());
    m_forward->setEnabled(canGoForward());
    m_smaller->setEnabled(m_step > leastStep);
    m_larger->setEnabled(m_step < mostStep);
}

void ManualWindow::retranslate() {
    const auto name = [](QToolButton* button, const QString& text, const QKeySequence& keys) {
        button->setToolTip(QStringLiteral("%1 (%2)").arg(text, keys.toString(QKeySequence::NativeText)));
        button->setAccessibleName(text);
    };
    name(m_back, tr("Back"), QKeySequence(Qt::ALT | Qt::Key_Left));
    name(m_forward, tr("Forward"), QKeySequence(Qt::ALT | Qt::Key_Right));
    name(m_smaller, tr("Smaller text"), QKeySequence(Qt::CTRL | Qt::Key_Minus));
    name(m_larger, tr("Larger text"), QKeySequence(Qt::CTRL | Qt::Key_Plus));
    name(m_print, tr("Print this page"), QKeySequence(Qt::CTRL | Qt::Key_P));
    m_field->setPlaceholderText(tr("Search the manual"));
    m_field->setAccessibleName(tr("Search the manual"));
    m_contents->setAccessibleName(tr("Contents"));
}

void ManualWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        reload();
    } else if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) && m_manual) {
        if (m_place >= 0) display(m_topic, m_page->verticalScrollBar()->value());
    }
    QWidget::changeEvent(event);
}

/// The page's own size counts: the window's layout passes its size on later.
bool ManualWindow::eventFilter(QObject* watched, QEvent* event) {
    // Later: the page may be laying itself out just now.
    if (event->type() == QEvent::Resize && watched == m_page->viewport())
        QTimer::singleShot(0, this, [this] {
            fitPage();
            scrollTo(m_anchor); // lines break elsewhere now
        });
    return QWidget::eventFilter(watched, event);
}

void ManualWindow::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        if (m_field->text().isEmpty())
            close();
        else
            m_field->clear();
        return;
    }
    QWidget::keyPressEvent(event);
}

} // namespace nest::ui
