// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "help/manual.h"

#include <QHash>
#include <QVector>
#include <QWidget>
#include <memory>

class QLineEdit;
class QSplitter;
class QTextBrowser;
class QTextDocument;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace nest::ui {

/// The manual: contents left, the page right, a search over all pages that shows what it found as a page of links.
/// Follows the language and the theme.
class ManualWindow : public QWidget {
    Q_OBJECT

public:
    explicit ManualWindow(QWidget* parent = nullptr);
    ~ManualWindow() override;

    /// Opens a topic ("plan#stages"), the first page where there is none such.
    void openTopic(const QString& topic);
    void search(const QString& words);
    QString topic() const { return m_topic; }
    const Manual& manual() const { return *m_manual; }
    QTextBrowser* browser() const { return m_page; }
    QLineEdit* field() const { return m_field; }
    QTreeWidget* contents() const { return m_contents; }
    bool canGoBack() const { return m_place > 0; }
    bool canGoForward() const { return m_place + 1 < m_history.size(); }
    void back();
    void forward();
    /// Text size in steps from the usual one.
    void setTextStep(int step);
    int textStep() const { return m_step; }

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Visit {
        QString topic; ///< "search:words" for a list of finds
        int scrolled = 0;
    };
    void build();
    void addKeys();
    QToolButton* button(const QString& icon);
    void reload();
    void fillContents();
    void markContents();
    void display(const QString& topic, int scrolled);
    void visit(const QString& topic);
    void setMarkdown(const QString& markdown);
    void showPage(const QString& topic);
    void showFinds(const QString& words);
    void scrollTo(const QString& anchor);
    void highlight();
    void fitPage();
    void print();
    void updateButtons();
    void retranslate();

    std::unique_ptr<Manual> m_manual;
    QToolButton *m_back, *m_forward, *m_smaller, *m_larger, *m_print;
    QLineEdit* m_field;
    QSplitter* m_split;
    QTreeWidget* m_contents;
    QTextBrowser* m_page;
    QTextDocument* m_document = nullptr; ///< what it shows
    QVector<Visit> m_history;
    int m_place = -1; ///< in the history
    QString m_topic;
    QString m_words;  ///< searched for, marked in the pages opened from the finds
    QString m_anchor; ///< kept at the top while the window takes its size; empty once the person scrolled
    int m_step = 0;
};

} // namespace nest::ui
