// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "workspaces/helplist.h"

#include "base/quantity.h"
#include "controls/diagnostictext.h"
#include "theme/theme.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

namespace nest::ui {
namespace {

constexpr qsizetype mostLines = 8; ///< of each kind

QString say(const char* text) {
    return QCoreApplication::translate("HelpList", text);
}

QString coloured(const QString& text, const QColor& colour) {
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), text.toHtmlEscaped());
}

QString tableHtml(const char* title, const QVector<HelpLine>& lines, const QString& kind, const char* take) {
    if (lines.isEmpty()) return {};
    const Theme& theme = Theme::current();
    QString html = QStringLiteral("<p style=\"margin:0\">%1</p><table cellspacing=\"0\" cellpadding=\"2\">")
                       .arg(coloured(say(title), theme.muted));
    for (qsizetype i = 0; i < std::min(lines.size(), mostLines); ++i) {
        const HelpLine& line = lines[i];
        QString gain = QLatin1Char('+') + QString::fromStdString(format_quantity(line.gain, Unit::ratio, 2));
        if (line.bound) gain = QCoreApplication::translate("HelpList", "at most %1").arg(gain);
        html +=
            QStringLiteral("<tr><td align=\"right\">%1&nbsp;&nbsp;</td><td>%2 &nbsp; %3</td><td>&nbsp;&nbsp;"
                           "<a href=\"%4\" style=\"color:%5; text-decoration:none\">%6</a></td></tr>")
                .arg(coloured(gain, theme.good), coloured(line.change, theme.text), coloured(line.layout, theme.muted),
                     line.index < 0 ? QStringLiteral("best") : QStringLiteral("%1:%2").arg(kind).arg(line.index),
                     theme.accent.name(),
                     say(line.bound ? QT_TRANSLATE_NOOP("HelpList", "assume it") : take).toHtmlEscaped());
    }
    return html + QStringLiteral("</table>");
}

} // namespace

HelpList helpList(const Advice& advice) {
    HelpList list;
    if (!advice.plan || !advice.result || advice.plan->evaluation.throughput_sequences <= 0) return list;
    const auto& plans = advice.result->plans;
    const bool isBest = !plans.empty() && plans.front().plan == advice.plan->plan;
    const double own = advice.plan->evaluation.throughput_sequences;
    list.complete = advice.neighbours.complete && (!isBest || advice.relaxations.complete);
    list.unfinished = advice.unfinished;
    const auto layout = [](const RankedPlan& plan) { return QString::fromStdString(layout_text(plan.plan)); };
    QVector<HelpLine> bounds; // what can't be had comes last, as in the sentence
    if (isBest)               // what the inputs gain is told against the best plan
        for (std::size_t i = 0; i < advice.relaxations.list.size(); ++i)
            if (const Relaxation& one = advice.relaxations.list[i]; one.gain > least_gain)
                (is_bound(one.kind) ? bounds : list.inputs)
                    .append(
                        {phraseText(one.what), one.gain, layout(one.plan), is_bound(one.kind), static_cast<int>(i)});
    for (std::size_t i = 0; i < advice.neighbours.list.size(); ++i) {
        const Neighbour& neighbour = advice.neighbours.list[i];
        if (!neighbour.fits()) continue;
        const double gain = neighbour.plan->evaluation.throughput_sequences / own - 1;
        if (gain <= least_gain) continue;
        QString change = QString::fromStdString(text_of(neighbour.changes));
        if (neighbour.recut) change = QCoreApplication::translate("HelpList", "%1, with stages cut anew").arg(change);
        if (!neighbour.allowed)
            change = QCoreApplication::translate("HelpList", "%1 (the options forbid it)").arg(change);
        list.layouts.append({change, gain, layout(*neighbour.plan), false, static_cast<int>(i)});
    }
    if (!isBest && !plans.empty()) {
        const double gain = plans.front().evaluation.throughput_sequences / own - 1;
        if (gain > 0)
            list.layouts.append(
                {say(QT_TRANSLATE_NOOP("HelpList", "the best plan")), gain, layout(plans.front()), false, -1});
    }
    for (QVector<HelpLine>* lines : {&list.inputs, &bounds, &list.layouts})
        std::ranges::stable_sort(*lines, std::greater{}, &HelpLine::gain);
    list.inputs += bounds;
    return list;
}

QString helpHtml(const HelpList& list) {
    const Theme& theme = Theme::current();
    QString html = tableHtml(
        QT_TRANSLATE_NOOP("HelpList",
                          "Changes of the inputs, each solved again, by what they add to the tokens per second:"),
        list.inputs, QStringLiteral("input"), QT_TRANSLATE_NOOP("HelpList", "do this"));
    html += tableHtml(QT_TRANSLATE_NOOP("HelpList", "Other layouts that train faster than this one:"), list.layouts,
                      QStringLiteral("layout"), QT_TRANSLATE_NOOP("HelpList", "look at it"));
    if (html.isEmpty() && list.complete)
        html = coloured(QCoreApplication::translate("HelpList", "No single small change gains more than %1.")
                            .arg(QString::fromStdString(format_quantity(least_gain, Unit::ratio, 2))),
                        theme.text);
    if (!list.complete) {
        const char* rest = list.unfinished ? QT_TRANSLATE_NOOP("HelpList", "The rest is being looked at...")
                                           : QT_TRANSLATE_NOOP("HelpList", "Not everything could be looked at in the "
                                                                           "time that is taken for it.");
        html += QStringLiteral("<p style=\"margin:0\">%1</p>").arg(coloured(say(rest), theme.muted));
    }
    return html;
}

} // namespace nest::ui
