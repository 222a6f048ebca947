// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace nest::ui {

Language::Language(QObject* parent) : QObject(parent) {}

QStringList Language::codes() {
    return {QStringLiteral("en"), QStringLiteral("zh_CN")};
}

QString Language::nameOf(const QString& code) {
    return code == QStringLiteral("zh_CN") ? QStringLiteral("简体中文") : QStringLiteral("English");
}

QString Language::systemCode() {
    return QLocale::system().language() == QLocale::Chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
}

void Language::set(const QString& code) {
    if (!codes().contains(code) || code == m_current) return;
    m_current = code;
    QCoreApplication::removeTranslator(&m_app);
    QCoreApplication::removeTranslator(&m_qt);
    const QLocale locale(code);
    if (m_qt.load(locale, QStringLiteral("qtbase"), QStringLiteral("_"),
                  QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qt);
    // English has a file too: it holds the plural forms.
    if (m_app.load(QStringLiteral(":/i18n/nest_%1").arg(code))) QCoreApplication::installTranslator(&m_app);
    emit changed(code);
}

} // namespace nest::ui
