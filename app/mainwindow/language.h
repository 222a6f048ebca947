// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

namespace nest::ui {

/// The interface's language, switched while running: installing the translators sends LanguageChange to every widget.
/// All objects of this class are of one mind: the windows of a process have one language.
class Language : public QObject {
    Q_OBJECT

public:
    explicit Language(QObject* parent = nullptr);
    ~Language() override;

    /// "en" and "zh_CN".
    static QStringList codes();
    /// The language's name in itself.
    static QString nameOf(const QString& code);
    /// The system's language where there is a translation, else English.
    static QString systemCode();

    QString current() const;
    void set(const QString& code);

signals:
    void changed(const QString& code);
};

} // namespace nest::ui
