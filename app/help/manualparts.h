// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

/// What the program knows of itself, as Markdown in the current language, so that the manual can't say anything else:
/// its options from option_table(), its commands from actionTable(), its keys.
namespace nest::ui {

/// A page with its "{{options}}", "{{actions}}" and "{{keys}}" put in. What stands below "{{notes}}" is no part of the
/// page: "## key" headings with what is said there beyond the table's own text.
QString withParts(const QString& markdown);

/// Topic of an option ("level_bandwidth.leaf" as its family) or an action.
QString optionTopic(const QString& key);
QString actionTopic(const QString& id);

} // namespace nest::ui
