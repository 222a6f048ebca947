// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QPlainTextEdit>
#include <QWidget>
#include <vector>

class QLabel;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace nest::ui {

class Project;

/// A text of a few lines whose undo is the project's.
class NoteEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit NoteEdit(QWidget* parent = nullptr);

    /// Without a signal; keeps the cursor where the text is the same.
    void setNote(const QString& text);
    /// As high as its lines, within bounds.
    void setLines(int least, int most);

signals:
    void edited(const QString& text);
    /// A pause, or the field was left: what follows is another edit.
    void paused();

protected:
    bool event(QEvent* event) override;
    bool canInsertFromMimeData(const QMimeData* source) const override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    int m_least = 2, m_most = 12;
    QTimer* m_pause;
};

/// Notes on the project and on each kept plan, which can be renamed and dropped here. Everything is undoable.
class NotesPanel : public QWidget {
    Q_OBJECT

public:
    explicit NotesPanel(Project& project, QWidget* parent = nullptr);

    NoteEdit* projectNote() const { return m_note; }
    /// For tests: fields of a kept plan.
    QLineEdit* nameField(std::size_t index) const { return m_rows[index].name; }
    NoteEdit* noteField(std::size_t index) const { return m_rows[index].note; }
    QToolButton* dropButton(std::size_t index) const { return m_rows[index].drop; }
    std::size_t rowCount() const { return m_rows.size(); }

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Row {
        QWidget* widget;
        QLineEdit* name;
        QLabel* layout;
        NoteEdit* note;
        QToolButton* drop;
    };
    void refresh();
    void addRow();
    void rename(std::size_t index);
    void retranslate();

    Project& m_project;
    QLabel *m_projectHead, *m_plansHead, *m_none;
    NoteEdit* m_note;
    QVBoxLayout* m_list;
    std::vector<Row> m_rows;
};

} // namespace nest::ui
