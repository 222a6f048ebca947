// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

/// Questions for a file. They begin where the last file was opened or written, offer a name, list the folders that
/// people work in, and give a name that was typed without an ending the usual one.
namespace nest::ui {

struct FileQuestion {
    QString title;
    QStringList filters; ///< "Plans (*.json)"; all files are offered behind them
    QString name;        ///< what is offered: a name alone, or with the folder that it should be in
    QString suffix{};    ///< the usual ending, without the dot
};

/// Empty: nothing was chosen.
QString askOpenFile(QWidget* parent, const FileQuestion& question);
QString askSaveFile(QWidget* parent, const FileQuestion& question);
QString askFolder(QWidget* parent, const QString& title);

/// A title as a file's name: "llama3-70b @ dgx-h100x16" gives "llama3-70b-dgx-h100x16".
QString fileNameFor(const QString& title);

} // namespace nest::ui
