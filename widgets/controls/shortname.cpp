// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "controls/shortname.h"

namespace nest::ui {
namespace {

constexpr qsizetype beginning = 60, ending = 19; ///< characters that stay

/// The first and last characters are no halves of one.
QString cut(const QString& first, const QString& last) {
    const bool splitFirst = !first.isEmpty() && first.back().isHighSurrogate();
    const bool splitLast = !last.isEmpty() && last.front().isLowSurrogate();
    return first.chopped(splitFirst ? 1 : 0) + QChar(0x2026) + last.mid(splitLast ? 1 : 0);
}

} // namespace

QString shortName(const QString& name) {
    if (name.size() <= beginning + 1 + ending) return name;
    return cut(name.left(beginning), name.right(ending));
}

QString shortName(const std::string& name) {
    // Of very long ones only the ends are decoded, with room for characters of several bytes.
    constexpr std::size_t most = 4 * static_cast<std::size_t>(beginning + 1 + ending);
    if (name.size() <= most) return shortName(QString::fromStdString(name));
    constexpr auto side = static_cast<std::size_t>(4 * beginning);
    std::size_t end = name.size() - side;
    while (end < name.size() && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U)
        ++end; // not in the middle of a character
    return cut(QString::fromStdString(name.substr(0, side)).left(beginning),
               QString::fromStdString(name.substr(end)).right(ending));
}

} // namespace nest::ui
