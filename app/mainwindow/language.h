// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTranslator>

namespace nest::ui {

/// The interface's language, switched while running: installing the translators sends LanguageChange to every widget.
class Language : public QObject {
    Q_OBJECT

public:
    explicit Language(QObject* parent = nullptr);

    /// "en" and "zh_CN".
    static QStringList codes();
    /// The language's name in itself.
    static QString nameOf(const QString& code);
    /// The system's language where there is a translation, else English.
    static QString systemCode();

    QString current() const { return m_current; }
    void set(const QString& code);

signals:
    void changed(const QString& code);

private:
    QString m_current;
    QTranslator m_app, m_qt;
};

} // namespace nest::ui
