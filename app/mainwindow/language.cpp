// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/language.h"

#include "theme/theme.h"

#include <QApplication>
#include <QLibraryInfo>
#include <QList>
#include <QLocale>
#include <QTranslator>
#include <memory>

namespace nest::ui {

namespace {

/// What the objects share; gone with the last of them, so that nothing outlives the application.
struct Shared {
    QString current;
    QTranslator app, qt;
};

std::unique_ptr<Shared>& shared() {
    static std::unique_ptr<Shared> instance;
    return instance;
}

QList<Language*>& all() {
    static QList<Language*> languages;
    return languages;
}

} // namespace

Language::Language(QObject* parent) : QObject(parent) {
    if (!shared()) shared() = std::make_unique<Shared>();
    all().append(this);
}

Language::~Language() {
    all().removeOne(this);
    if (all().isEmpty()) shared().reset();
}

QString Language::current() const {
    return shared()->current;
}

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
    Shared& s = *shared();
    if (!codes().contains(code) || code == s.current) return;
    s.current = code;
    QCoreApplication::removeTranslator(&s.app);
    QCoreApplication::removeTranslator(&s.qt);
    const QLocale locale(code);
    if (s.qt.load(locale, QStringLiteral("qtbase"), QStringLiteral("_"),
                  QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&s.qt);
    // English has a file too: it holds the plural forms.
    if (s.app.load(QStringLiteral(":/i18n/nest_%1").arg(code))) QCoreApplication::installTranslator(&s.app);
    if (auto* application = qobject_cast<QApplication*>(QCoreApplication::instance()))
        setHeadWeight(*application, locale.language() == QLocale::Chinese ? QFont::Bold : QFont::DemiBold);
    const QList<Language*> told = all();
    for (Language* language : told)
        emit language->changed(code);
}

} // namespace nest::ui
