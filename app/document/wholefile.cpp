// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/wholefile.h"

#include <QCryptographicHash>
#include <QFile>
#include <QSaveFile>

namespace nest::ui {

std::optional<Diagnostic> writeWhole(const QString& path, const std::string& text) {
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(text.data(), static_cast<qint64>(text.size())) >= 0 &&
        file.commit())
        return std::nullopt;
    Diagnostic fault;
    fault.code = ErrorCode::write_failed;
    fault.file = path.toStdString();
    fault.found = file.errorString().toStdString();
    return fault;
}

QByteArray stampOf(const std::string& text) {
    return QCryptographicHash::hash(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())),
                                    QCryptographicHash::Sha256);
}

QByteArray stampOfFile(const QString& path) {
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file)) return {};
    return hash.result();
}

} // namespace nest::ui
