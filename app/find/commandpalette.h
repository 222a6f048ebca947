// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QFrame>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <QVector>
#include <functional>
#include <vector>

class QLabel;
class QLineEdit;
class QListView;

namespace nest::ui {

/// Something that can be done or gone to by typing a part of its name.
struct PaletteEntry {
    QString kind;    ///< "Command", "Option", ...; stands before the title
    QString title;   ///< in the window's language
    QString english; ///< found too, whatever the language
    QString also;    ///< further words it is found by: keys, menus
    /// Other names of what it does, the nearest first, each in the window's language and in English.
    QVector<QStringList> keywords;
    QString detail; ///< on the right: shortcut, value, path
    QString reason; ///< why it can't be chosen now; empty when it can
    std::function<void()> run;
};

class PaletteModel;

/// The list that Ctrl+K opens over the window: type, arrows, Enter. What can't be done now is grey and says why.
class CommandPalette : public QFrame {
    Q_OBJECT

public:
    /// A child of `window`, hidden until it is opened.
    explicit CommandPalette(QWidget* window);

    void open(std::vector<PaletteEntry> entries);
    /// Hides it and gives the focus back.
    void dismiss();
    QLineEdit* field() const { return m_field; }
    /// The shown entries, best first.
    std::vector<const PaletteEntry*> shown() const;
    const PaletteEntry* current() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void retranslate();
    void filter();
    void step(int rows);
    void choose();
    void place();
    bool takeKey(int key);

    QLineEdit* m_field;
    QListView* m_list;
    QLabel* m_nothing; ///< in place of the list where nothing answers
    PaletteModel* m_model;
    QPointer<QWidget> m_before; ///< had the focus
};

} // namespace nest::ui
