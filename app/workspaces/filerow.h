// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QAbstractButton>

namespace nest::ui {

/// One file in a list of a few: name, folder below it, a word at the right end. A button, so that it is reached and
/// pressed by keyboard; disabled for a file that is gone.
class FileRow : public QAbstractButton {
    Q_OBJECT

public:
    FileRow(const QString& name, const QString& place, const QString& note, QWidget* parent = nullptr);

    QString place() const { return m_place; }
    QString note() const { return m_note; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    QString m_place, m_note;
};

} // namespace nest::ui
