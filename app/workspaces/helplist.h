// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "jobs/adviser.h"

#include <QString>
#include <QVector>

namespace nest::ui {

/// One change that makes training faster, priced.
struct HelpLine {
    QString change;     ///< "1.25 GB more memory per device", "tp 8 -> 4"
    double gain;        ///< in throughput, relative
    QString layout;     ///< of the plan that gains so much
    bool bound = false; ///< nobody gets it: the gain is the most that there is
    int index = -1;     ///< in the advice: of the relaxation or of the neighbour; -1: the best plan
};

/// What would help, largest gain first, with what it is a change of.
struct HelpList {
    QVector<HelpLine> inputs;  ///< small changes of the inputs, solved again; of the best plan alone
    QVector<HelpLine> layouts; ///< one step away from the plan, within the inputs or outside what the options allow
    bool complete = true;      ///< false: there was no time for everything
    bool unfinished = false;   ///< not complete yet: the rest is being looked at
};

/// Of advice about a plan.
HelpList helpList(const Advice& advice);
/// The list in words and tables, in the window's language and colours. Every line ends with a link that takes it:
/// "input:2" and "layout:5" with the index, "best".
QString helpHtml(const HelpList& list);

} // namespace nest::ui
