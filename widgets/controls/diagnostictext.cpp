// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "controls/diagnostictext.h"

#include "controls/shortname.h"

#include <QCoreApplication>

namespace nest::ui {
namespace {

/// Sentences of an engine or a list of names may be long, what a file holds may be endless.
QString shownPart(const Phrase& phrase) {
    constexpr qsizetype most = 2000;
    const QString text = phraseText(phrase);
    return text.size() <= most ? text : shortName(text);
}

class Words {
    Q_DECLARE_TR_FUNCTIONS(Diagnostics)
public:
    explicit Words(const Diagnostic& diagnostic)
        : m_subject(shownPart(diagnostic.subject)), m_expected(shownPart(diagnostic.expected)),
          m_found(shownPart(diagnostic.found)), m_suggestion(shownPart(diagnostic.suggestion)),
          m_code(diagnostic.code) {}

    QString sentence() const {
        switch (m_code) {
        case ErrorCode::file_unreadable:
            return tr("The file can't be read: %1.").arg(m_found);
        case ErrorCode::file_empty:
            return tr("The file is empty.") + facts();
        case ErrorCode::not_json:
            return tr("This isn't valid JSON.") + facts();
        case ErrorCode::wrong_format:
            return tr("This is a file of another kind.") + facts();
        case ErrorCode::newer_version:
            return tr("This was written by a newer version of the program (format version %1).").arg(m_found);
        case ErrorCode::missing_key:
            return tr("The key “%1” is missing.").arg(m_subject) + facts();
        case ErrorCode::wrong_type:
            return tr("%1 is of the wrong type.").arg(subject()) + facts();
        case ErrorCode::out_of_range:
            return tr("%1 is out of range.").arg(subject()) + facts();
        case ErrorCode::not_finite:
            return tr("%1 is not a finite number.").arg(subject()) + facts();
        case ErrorCode::unknown_name:
            return tr("“%1” is not known.").arg(m_found) + expected() + suggestion();
        case ErrorCode::unknown_option:
            return tr("There is no option “%1”.").arg(m_subject) + suggestion();
        case ErrorCode::duplicate_name:
            return tr("“%1” is used twice.").arg(m_found.isEmpty() ? m_subject : m_found);
        case ErrorCode::inconsistent:
            return tr("%1 doesn't fit the rest.").arg(subject()) + facts();
        case ErrorCode::unsupported:
            return tr("“%1” is not supported.").arg(m_found.isEmpty() ? m_subject : m_found) + expected() +
                   suggestion();
        case ErrorCode::bad_quantity:
            return tr("“%1” is not a number with a unit.").arg(m_subject) + expected();
        case ErrorCode::write_failed:
            return tr("The file can't be written: %1.").arg(m_found);
        case ErrorCode::model_has_cycle:
            return tr("Layers depend on each other in a circle; one of them is “%1”.").arg(m_found);
        case ErrorCode::no_strategy:
            return m_found.isEmpty() ? tr("No combination of degrees has a cost for every layer.")
                                     : tr("No combination of degrees has a cost for every layer: %1.").arg(m_found);
        case ErrorCode::approximated:
            return tr("%1: %2; priced as %3.").arg(subject(), m_found, m_expected);
        case ErrorCode::ignored:
            return tr("Left aside: %1 (%2).").arg(m_subject, m_found);
        case ErrorCode::assumed:
            return tr("“%1” was not given; %2 is assumed.").arg(m_subject, m_found);
        case ErrorCode::plan_refused:
            return tr("%1 does not run this plan: %2.").arg(m_subject, m_found);
        }
        return tr("This is not valid.");
    }

private:
    QString subject() const { return m_subject.isEmpty() ? tr("The value") : tr("“%1”").arg(m_subject); }
    QString expected() const { return m_expected.isEmpty() ? QString() : tr(" Expected: %1.").arg(m_expected); }
    QString suggestion() const {
        return m_suggestion.isEmpty() ? QString() : tr(" Did you mean “%1”?").arg(m_suggestion);
    }
    QString facts() const { return expected() + (m_found.isEmpty() ? QString() : tr(" Found: %1.").arg(m_found)); }

    QString m_subject, m_expected, m_found, m_suggestion;
    ErrorCode m_code;
};

} // namespace

QString faultText(const Diagnostic& diagnostic) {
    return Words(shortened(diagnostic)).sentence();
}

QString diagnosticText(const Diagnostic& diagnostic) {
    const QString place = QString::fromStdString(describe_place(diagnostic));
    return place.isEmpty() ? faultText(diagnostic) : QStringLiteral("%1: %2").arg(place, faultText(diagnostic));
}

QString phraseText(const Phrase& phrase) {
    const QString pattern = phrase.context.empty()
                                ? QString::fromStdString(phrase.pattern)
                                : QCoreApplication::translate(phrase.context.c_str(), phrase.pattern.c_str());
    if (phrase.arguments.empty()) return pattern;
    // In one pass: an argument may itself hold a percent sign.
    QString text;
    for (qsizetype at = 0; at < pattern.size(); ++at) {
        const int number =
            pattern[at] == QLatin1Char('%') && at + 1 < pattern.size() ? pattern[at + 1].digitValue() : 0;
        if (number < 1 || number > static_cast<int>(phrase.arguments.size())) {
            text += pattern[at];
            continue;
        }
        text += phraseText(phrase.arguments[static_cast<std::size_t>(number - 1)]);
        ++at;
    }
    return text;
}

} // namespace nest::ui
