// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/quantity.h"

#include <QColor>
#include <QFont>
#include <QIcon>
#include <QString>

class QApplication;
class QBrush;
class QPalette;
class QWidget;

/// Colours, type sizes and the style of the whole window. One colour has one meaning in every view.
namespace nest::ui {

enum class ThemeMode { System, Light, Dark };

/// What a span of time is spent on.
enum class TimeKind {
    Forward,
    Backward,
    WeightGradient,
    Recompute,
    TensorComm,
    ExpertComm,
    ContextComm,
    ZeroComm, ///< ZeRO and data parallel
    Transfer,
    Bubble
};

/// What bytes on a device are used for.
enum class MemoryKind { Weights, Gradients, Optimizer, Activations, Stash, Working, Logits, Reserve, Overflow };

/// The colours of one mode. Text and muted have a contrast of at least 4.5:1 on ground and panel.
struct Theme {
    bool dark = false;
    QColor ground, panel, line, text, muted, accent;
    QColor onAccent;           ///< text on an accent area
    QColor selection;          ///< quiet background of a selected row
    QColor hover;              ///< quieter still
    QColor bad, good, warning; ///< text and outlines of faults, gains and assumptions

    static const Theme& light();
    static const Theme& night();
    /// The mode of the application's palette.
    static const Theme& current();
    /// The mode of a palette: dark when its text is lighter than its window.
    static const Theme& of(const QPalette& palette);

    /// Opaque colour of a kind; Bubble is the panel's line colour.
    QColor time(TimeKind kind) const;
    QColor memory(MemoryKind kind) const;
    /// Solid, or a hatch for Reserve and Overflow.
    QBrush memoryBrush(MemoryKind kind) const;
    /// Colour of stage `index` of `count`: Paul Tol's bright scheme for up to eight, else a cyclic scheme in
    /// lightness steps, so that neighbours differ without colour vision too.
    QColor stage(int index, int count) const;
};

/// Sequential map, 0..1, perceptually uniform. Source: cividis (Nuñez, Anderton and Renslow 2018).
QColor cividis(double share);
/// Diverging map, 0..1 with white at 0.5. Source: vik (Crameri 2018).
QColor vik(double share);
/// Black or white, whichever reads better on `ground`.
QColor textOn(const QColor& ground);
/// WCAG 2 contrast ratio, 1..21.
double contrast(const QColor& a, const QColor& b);

/// Sizes in device-independent pixels, as designed (text scale 1). Fonts are taken from textFont() and its like, which
/// follow the scale; lengths that depend on a text's height from scaled().
namespace metrics {
inline constexpr int textSize = 13;
inline constexpr int axisSize = 11;
inline constexpr int cardSize = 22;
inline constexpr int grid = 8;
inline constexpr int gap = 12;
inline constexpr int corner = 8;
} // namespace metrics

/// How many times larger than designed texts are drawn: 1, and more while presenting to a room.
double textScale();
/// A length of the design at the current text scale: the height of a row, the width of a field.
double scaled(double length);
int scaled(int length);

/// The interface font of 13 px, and its variants, at the current text scale.
QFont textFont();
QFont axisFont();
QFont titleFont();
QFont cardFont();

/// Sets style, palette, font and style sheet of the application. System means the mode the desktop had at start.
/// Buttons with the dynamic property "primary" = true are the one main action.
void applyTheme(QApplication& application, ThemeMode mode);
/// Draws all texts of the application `scale` times as large, and the rows and fields that hold them. Widgets whose own
/// lengths depend on the size of texts set them again when they get a FontChange.
void setTextScale(QApplication& application, double scale);
/// Weight of titles, cards' figures and main buttons: DemiBold at first. Fonts of one weight, as most Chinese ones are,
/// can only be thickened, which Qt does from Bold on. Reaches widgets that have such a font already.
void setHeadWeight(QApplication& application, QFont::Weight weight);

/// A line icon of the set under :/nest/icons, drawn in the colours of the current theme at any size.
QIcon lineIcon(const QString& name);

/// format_quantity() as QString; "–" for values that are not finite.
QString formatValue(double value, Unit unit, int digits = 3);
/// The number of format_quantity() in a fixed scale, without its unit: three significant digits at the scale's size.
QString formatScaled(double value, const Scale& scale);
/// A plain amount or rate in three digits: "1.52 M", "146 k", "11 880".
QString formatAmount(double value);
/// Whole number with narrow spaces between thousands.
QString formatCount(qint64 value);
/// A count as tr() takes it for the plural: tr("%1 device(s)", nullptr, plural(count)).arg(formatCount(count)).
constexpr int plural(qint64 count) {
    return count < 1'000'000'000 ? static_cast<int>(count) : 1'000'000'000;
}

} // namespace nest::ui
