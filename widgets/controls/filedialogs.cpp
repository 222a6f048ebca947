// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "controls/filedialogs.h"

#include "theme/theme.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>
#include <QToolButton>
#include <QUrl>

namespace nest::ui {
namespace {

const QString folderKey = QStringLiteral("folder");

/// The last one that is still there, else where documents are.
QString startFolder() {
    const QString last = QSettings().value(folderKey).toString();
    if (!last.isEmpty() && QFileInfo(last).isDir()) return last;
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QFileInfo(documents).isDir() ? documents : QDir::homePath();
}

/// Home, documents, and the folders of recent files.
QList<QUrl> places() {
    QStringList folders{QDir::homePath(), QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)};
    const QStringList recent = QSettings().value(QStringLiteral("recent")).toStringList();
    for (const QString& path : recent)
        folders << QFileInfo(path).path();
    folders.removeDuplicates();
    QList<QUrl> urls;
    for (const QString& folder : std::as_const(folders))
        if (QFileInfo(folder).isDir()) urls << QUrl::fromLocalFile(folder);
    return urls;
}

void prepare(QFileDialog& dialog, const FileQuestion& question) {
    dialog.setObjectName(QStringLiteral("fileDialog"));
    dialog.setWindowTitle(question.title);
    const QFileInfo offered(question.name);
    const bool placed = offered.isAbsolute() && QFileInfo(offered.path()).isDir();
    dialog.setDirectory(placed ? offered.path() : startFolder());
    if (!offered.fileName().isEmpty()) dialog.selectFile(offered.fileName());
    dialog.setSidebarUrls(places());
    dialog.setViewMode(QFileDialog::Detail);
    // Where the desktop has no dialog of its own, Qt's has buttons from another world.
    static constexpr std::pair<const char*, const char*> icons[] = {
        {"backButton", "back"},     {"forwardButton", "forward"},
        {"toParentButton", "up"},   {"newFolderButton", "folder-new"},
        {"listModeButton", "list"}, {"detailModeButton", "table"}};
    for (const auto& [button, icon] : icons)
        if (auto* found = dialog.findChild<QToolButton*>(QLatin1String(button)))
            found->setIcon(lineIcon(QLatin1String(icon)));
}

QString ask(QFileDialog& dialog) {
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return {};
    const QString path = dialog.selectedFiles().constFirst();
    const QFileInfo info(path);
    QSettings().setValue(folderKey, info.isDir() ? path : info.path());
    return path;
}

QStringList withAll(QStringList filters) {
    return filters << QCoreApplication::translate("FileDialogs", "All files (*)");
}

} // namespace

QString askOpenFile(QWidget* parent, const FileQuestion& question) {
    QFileDialog dialog(parent);
    prepare(dialog, question);
    dialog.setFileMode(QFileDialog::ExistingFile);
    dialog.setNameFilters(withAll(question.filters));
    return ask(dialog);
}

QString askSaveFile(QWidget* parent, const FileQuestion& question) {
    QFileDialog dialog(parent);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setFileMode(QFileDialog::AnyFile);
    dialog.setNameFilters(withAll(question.filters));
    dialog.setDefaultSuffix(question.suffix);
    prepare(dialog, question);
    return ask(dialog);
}

QString askFolder(QWidget* parent, const QString& title) {
    QFileDialog dialog(parent);
    dialog.setFileMode(QFileDialog::Directory);
    dialog.setOption(QFileDialog::ShowDirsOnly);
    prepare(dialog, {title, {}, {}});
    return ask(dialog);
}

QString fileNameFor(const QString& title) {
    static const QRegularExpression others(QStringLiteral("[^\\w.,+-]+"),
                                           QRegularExpression::UseUnicodePropertiesOption);
    QString name = title;
    name.replace(others, QStringLiteral("-"));
    while (name.startsWith(QLatin1Char('-')) || name.startsWith(QLatin1Char('.'))) // no option, no hidden file
        name.remove(0, 1);
    while (name.endsWith(QLatin1Char('-')))
        name.chop(1);
    return name;
}

} // namespace nest::ui
