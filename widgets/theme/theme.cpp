// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "theme/theme.h"

#include "theme/lineicon.h"

#include <QAbstractButton>
#include <QApplication>
#include <QBrush>
#include <QFile>
#include <QFontDatabase>
#include <QHash>
#include <QHeaderView>
#include <QPalette>
#include <QPointer>
#include <QRegularExpression>
#include <QStyle>
#include <QStyleFactory>
#include <QWidget>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace nest::ui {
namespace {

QColor rgb(unsigned value) {
    return QColor::fromRgb(value);
}

Theme makeLight() {
    Theme theme;
    theme.ground = rgb(0xF3F4F6);
    theme.panel = rgb(0xFFFFFF);
    theme.line = rgb(0xDCDFE4);
    theme.text = rgb(0x1D2127);
    theme.muted = rgb(0x636D7C); // a shade darker than #667080, to reach 4.5:1 on the ground with room to spare
    theme.accent = rgb(0x2F5FD0);
    theme.onAccent = rgb(0xFFFFFF);
    theme.selection = rgb(0xE4EAF9);
    theme.hover = rgb(0xF0F2F6);
    theme.bad = rgb(0xC02E10);
    theme.good = rgb(0x1B7A2E);
    theme.warning = rgb(0x9A5B00);
    return theme;
}

Theme makeNight() {
    Theme theme;
    theme.dark = true;
    theme.ground = rgb(0x1B1D21);
    theme.panel = rgb(0x24272C);
    theme.line = rgb(0x353A41);
    theme.text = rgb(0xE8EAED);
    theme.muted = rgb(0x9AA0A8);
    theme.accent = rgb(0x7AA2FF);
    theme.onAccent = rgb(0x14171C);
    theme.selection = rgb(0x2E374D);
    theme.hover = rgb(0x2C3037);
    theme.bad = rgb(0xFF7F66);
    theme.good = rgb(0x5DBB6E);
    theme.warning = rgb(0xE8A33D);
    return theme;
}

bool isDark(const QPalette& palette) {
    return palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness();
}

QPalette paletteOf(const Theme& theme) {
    QPalette palette;
    palette.setColor(QPalette::Window, theme.ground);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Base, theme.panel);
    palette.setColor(QPalette::AlternateBase, theme.hover);
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.muted);
    palette.setColor(QPalette::Button, theme.panel);
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, theme.bad);
    palette.setColor(QPalette::ToolTipBase, theme.panel);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, theme.onAccent);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::LinkVisited, theme.accent);
    palette.setColor(QPalette::Light, theme.panel);
    palette.setColor(QPalette::Midlight, theme.line);
    palette.setColor(QPalette::Mid, theme.line);
    palette.setColor(QPalette::Dark, theme.line);
    palette.setColor(QPalette::Shadow, theme.line);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, theme.muted);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, theme.line);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, theme.muted);
    return palette;
}

double currentScale = 1;
QFont::Weight headWeight = QFont::DemiBold;

/// Lengths of a style sheet at the text scale; hairlines stay hairlines.
QString scaledLengths(const QString& sheet) {
    static const QRegularExpression length(QStringLiteral("(\\d+)px"));
    QString result;
    qsizetype from = 0;
    auto matches = length.globalMatch(sheet);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        const int pixels = match.capturedView(1).toInt();
        result += QStringView(sheet).mid(from, match.capturedStart() - from);
        result += QString::number(pixels <= 2 ? pixels : scaled(pixels)) + QStringLiteral("px");
        from = match.capturedEnd();
    }
    result += QStringView(sheet).mid(from);
    return result;
}

QString styleSheetOf(const Theme& theme) {
    QFile file(QStringLiteral(":/nest/theme.qss"));
    if (!file.open(QIODevice::ReadOnly)) return {};
    QString sheet = QString::fromUtf8(file.readAll());
    // Longer names first: "@onAccent" must not be read as "@on...".
    const QVector<QPair<QString, QString>> tokens = {
        {QStringLiteral("@accentHover"), (theme.dark ? theme.accent.lighter(110) : theme.accent.darker(112)).name()},
        {QStringLiteral("@onAccent"), theme.onAccent.name()},
        {QStringLiteral("@selection"), theme.selection.name()},
        {QStringLiteral("@ground"), theme.ground.name()},
        {QStringLiteral("@strong"), QString::number(headWeight)},
        {QStringLiteral("@accent"), theme.accent.name()},
        {QStringLiteral("@handle"), (theme.dark ? theme.line.lighter(140) : theme.line.darker(115)).name()},
        {QStringLiteral("@panel"), theme.panel.name()},
        {QStringLiteral("@muted"), theme.muted.name()},
        {QStringLiteral("@hover"), theme.hover.name()},
        {QStringLiteral("@check"), theme.dark ? QStringLiteral("dark") : QStringLiteral("light")},
        {QStringLiteral("@line"), theme.line.name()},
        {QStringLiteral("@text"), theme.text.name()},
        {QStringLiteral("@bad"), theme.bad.name()}};
    for (const auto& [token, value] : tokens)
        sheet.replace(token, value);
    return textScale() == 1 ? sheet : scaledLengths(sheet);
}

/// What a widget chose for itself at one scale and has to have at another.
struct OwnSizes {
    QPointer<QWidget> widget;
    int fontPixels = 0; ///< 0: takes the application's font
    QFont::Weight weight = QFont::Normal;
    int rowPixels = 0; ///< of a table's rows
    QSize icon;        ///< of a button
};

std::vector<OwnSizes> ownSizes() {
    std::vector<OwnSizes> all;
    const QWidgetList widgets = QApplication::allWidgets();
    for (QWidget* widget : widgets) {
        OwnSizes own;
        own.widget = widget;
        const QFont& font = widget->font();
        if (widget->testAttribute(Qt::WA_SetFont) && (font.resolveMask() & QFont::SizeResolved))
            own.fontPixels = font.pixelSize();
        own.weight = font.weight();
        const auto* header = qobject_cast<QHeaderView*>(widget);
        if (header && header->orientation() == Qt::Vertical) own.rowPixels = header->defaultSectionSize();
        if (const auto* button = qobject_cast<QAbstractButton*>(widget)) own.icon = button->iconSize();
        if (own.fontPixels > 0 || own.rowPixels > 0 || own.icon.isValid()) all.push_back(own);
    }
    return all;
}

void resize(const OwnSizes& own, double ratio) {
    if (!own.widget) return;
    if (own.fontPixels > 0) {
        QFont font = own.widget->font();
        font.setPixelSize(qRound(own.fontPixels * ratio));
        if (font.weight() != own.weight) font.setWeight(own.weight); // a new style sheet may have lost it
        own.widget->setFont(font);
    }
    if (own.rowPixels > 0) qobject_cast<QHeaderView*>(own.widget)->setDefaultSectionSize(qRound(own.rowPixels * ratio));
    if (own.icon.isValid()) qobject_cast<QAbstractButton*>(own.widget)->setIconSize(own.icon * ratio);
}

/// The desktop's interface font. Without a desktop theme Qt falls back to an alias such as "Sans Serif"; then the
/// best interface font that is installed is taken.
QStringList interfaceFamilies() {
    static const QString system = QFontDatabase::systemFont(QFontDatabase::GeneralFont).family();
    QStringList families;
    const bool alias = system.isEmpty() || system.startsWith(QLatin1String("Sans")) ||
                       system == QLatin1String("Helvetica") || system == QLatin1String("DejaVu Sans");
    if (!alias) families << system;
    const QStringList installed = QFontDatabase::families();
    for (const QLatin1String name : {QLatin1String("Inter"), QLatin1String("Noto Sans"), QLatin1String("DejaVu Sans"),
                                     QLatin1String("Noto Sans CJK SC"), QLatin1String("WenQuanYi Micro Hei")})
        if (installed.contains(name)) families << name;
    if (families.isEmpty()) families << system;
    return families;
}

QFont fontOf(int pixels, QFont::Weight weight) {
    QFont font;
    font.setFamilies(interfaceFamilies());
    font.setPixelSize(scaled(pixels));
    font.setWeight(weight);
    return font;
}

/// OKLCH (Ottosson 2020) to sRGB: lightness 0..1, chroma, hue in turns.
QColor oklch(double lightness, double chroma, double turns) {
    const double angle = turns * 2 * 3.14159265358979323846;
    const double a = chroma * std::cos(angle), b = chroma * std::sin(angle);
    const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    const auto channel = [](double linear) {
        const double value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
        return static_cast<float>(std::clamp(value, 0.0, 1.0));
    };
    return QColor::fromRgbF(channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                            channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                            channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

double luminance(const QColor& colour) {
    const auto linear = [](float value) {
        const auto v = static_cast<double>(value);
        return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

} // namespace

const Theme& Theme::light() {
    static const Theme theme = makeLight();
    return theme;
}

const Theme& Theme::night() {
    static const Theme theme = makeNight();
    return theme;
}

const Theme& Theme::current() {
    return of(QGuiApplication::palette());
}

const Theme& Theme::of(const QPalette& palette) {
    return isDark(palette) ? night() : light();
}

// The kinds' colours are Paul Tol's qualitative schemes (bright, vibrant, muted), the same in both modes.
QColor Theme::time(TimeKind kind) const {
    switch (kind) {
    case TimeKind::Forward:
        return rgb(0x4477AA);
    case TimeKind::Backward:
        return rgb(0x228833);
    case TimeKind::WeightGradient:
        return rgb(0x66CCEE);
    case TimeKind::Recompute:
        return rgb(0xAA3377);
    case TimeKind::TensorComm:
        return rgb(0xEE7733);
    case TimeKind::ExpertComm:
        return rgb(0xEE3377);
    case TimeKind::ContextComm:
        return rgb(0xCCBB44);
    case TimeKind::ZeroComm:
        return rgb(0x999933);
    case TimeKind::Transfer:
        return rgb(0xCC3311);
    case TimeKind::Bubble:
        break;
    }
    return line;
}

QColor Theme::memory(MemoryKind kind) const {
    switch (kind) {
    // The darkest of the set stand out from a dark panel a step lighter.
    case MemoryKind::Weights:
        return dark ? rgb(0x6F60C9) : rgb(0x332288);
    case MemoryKind::Gradients:
        return rgb(0x88CCEE);
    case MemoryKind::Optimizer:
        return dark ? rgb(0x2F9A5B) : rgb(0x117733);
    case MemoryKind::Activations:
        return rgb(0xDDCC77);
    case MemoryKind::Stash:
        return rgb(0xCC6677);
    case MemoryKind::Working:
        return rgb(0xAA4499);
    case MemoryKind::Logits:
        return dark ? rgb(0xB8407F) : rgb(0x882255);
    case MemoryKind::Reserve:
        return muted;
    case MemoryKind::Overflow:
        break;
    }
    return dark ? rgb(0xFF5A36) : rgb(0xCC3311);
}

QBrush Theme::memoryBrush(MemoryKind kind) const {
    if (kind == MemoryKind::Reserve) return QBrush(memory(kind), Qt::BDiagPattern);
    if (kind == MemoryKind::Overflow) return QBrush(memory(kind), Qt::FDiagPattern);
    return QBrush(memory(kind));
}

QColor Theme::stage(int index, int count) const {
    static constexpr std::array<unsigned, 8> bright = {0x4477AA, 0x228833, 0xEE6677, 0xBBBBBB,
                                                       0x66CCEE, 0xCCBB44, 0xAA3377, 0xEE8866};
    index = std::max(index, 0);
    if (count <= 8) return rgb(bright[static_cast<std::size_t>(index) % bright.size()]);
    static constexpr std::array<double, 3> steps = {0.50, 0.78, 0.64};
    const auto step = static_cast<std::size_t>(index) % steps.size();
    return oklch(steps[step], 0.12, static_cast<double>(index % count) / count + 0.7);
}

QColor cividis(double share) {
    // Polynomial fit of the published table, as used by D3 (d3-scale-chromatic, interpolateCividis).
    const double t = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0;
    const auto channel = [](double value) { return static_cast<int>(std::clamp(std::round(value), 0.0, 255.0)); };
    return {channel(-4.54 - t * (35.34 - t * (2381.73 - t * (6402.7 - t * (7024.72 - t * 2710.57))))),
            channel(32.49 + t * (170.73 + t * (52.82 - t * (131.46 - t * (176.58 - t * 67.37))))),
            channel(81.24 + t * (442.36 - t * (2482.43 - t * (6167.24 - t * (6614.94 - t * 2475.67)))))};
}

QColor vik(double share) {
    static constexpr std::array<unsigned, 11> anchors = {0x001261, 0x033E7D, 0x1E6F9D, 0x71A8C4, 0xC9DDE7, 0xECE5E0,
                                                         0xEACEBD, 0xD39774, 0xBE6533, 0x8B2706, 0x590008};
    const double t = (std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.5) * (anchors.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(t), anchors.size() - 2);
    const double mix = t - static_cast<double>(low);
    const QColor a = rgb(anchors[low]), b = rgb(anchors[low + 1]);
    const auto channel = [mix](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * mix)); };
    return {channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue())};
}

double contrast(const QColor& a, const QColor& b) {
    const double first = luminance(a), second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

QColor textOn(const QColor& ground) {
    const QColor black(Qt::black), white(Qt::white);
    return contrast(ground, white) >= contrast(ground, black) ? white : black;
}

double textScale() {
    return currentScale;
}
double scaled(double length) {
    return length * currentScale;
}
int scaled(int length) {
    return qRound(length * currentScale);
}

QFont textFont() {
    return fontOf(metrics::textSize, QFont::Normal);
}
QFont axisFont() {
    return fontOf(metrics::axisSize, QFont::Normal);
}
QFont titleFont() {
    return fontOf(metrics::textSize, headWeight);
}
QFont cardFont() {
    return fontOf(metrics::cardSize, headWeight);
}

void applyTheme(QApplication& application, ThemeMode mode) {
    // Asked before the first palette of ours is set: later the application only answers with that.
    static const bool desktopDark = isDark(QGuiApplication::palette());
    const bool dark = mode == ThemeMode::Dark || (mode == ThemeMode::System && desktopDark);
    const Theme& theme = dark ? Theme::night() : Theme::light();
    if (QApplication::style()->name() != QLatin1String("fusion") && application.styleSheet().isEmpty())
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setFont(textFont());
    QApplication::setPalette(paletteOf(theme));
    application.setStyleSheet(styleSheetOf(theme));
}

void setTextScale(QApplication& application, double scale) {
    if (qFuzzyCompare(scale, currentScale)) return;
    const std::vector<OwnSizes> before = ownSizes();
    const double ratio = scale / currentScale;
    currentScale = scale;
    QApplication::setFont(textFont());
    application.setStyleSheet(styleSheetOf(Theme::current()));
    for (const OwnSizes& own : before)
        resize(own, ratio);
}

void setHeadWeight(QApplication& application, QFont::Weight weight) {
    if (weight == headWeight) return;
    const QFont::Weight before = std::exchange(headWeight, weight);
    std::vector<QPointer<QWidget>> heads;
    const QWidgetList widgets = QApplication::allWidgets();
    for (QWidget* widget : widgets)
        if (widget->testAttribute(Qt::WA_SetFont) && (widget->font().resolveMask() & QFont::WeightResolved) &&
            widget->font().weight() == before)
            heads.emplace_back(widget);
    if (!application.styleSheet().isEmpty()) application.setStyleSheet(styleSheetOf(Theme::current()));
    for (const QPointer<QWidget>& head : heads) { // after the style sheet, which would put the old font back
        if (!head) continue;
        QFont font = head->font();
        font.setWeight(weight);
        head->setFont(font);
    }
}

QIcon lineIcon(const QString& name) {
    return QIcon(new LineIconEngine(name));
}

QString formatValue(double value, Unit unit, int digits) {
    if (!std::isfinite(value)) return QStringLiteral("–");
    return QString::fromStdString(format_quantity(value, unit, digits));
}

QString formatScaled(double value, const Scale& scale) {
    if (!std::isfinite(value)) return QStringLiteral("–");
    const double scaled = value / scale.factor;
    const double size = std::abs(scaled);
    const int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    return QString::number(scaled, 'f', size == 0 ? 0 : decimals);
}

QString formatAmount(double value) {
    const double size = std::abs(value);
    if (!std::isfinite(value)) return QStringLiteral("–");
    if (size < 100) return QString::number(value, 'g', 3);
    if (size < 99950) return formatCount(std::llround(value));
    const Scale scale = size < 999500 ? Scale{1e3, "k"} : size < 999.5e6 ? Scale{1e6, "M"} : Scale{1e9, "G"};
    return formatScaled(value, scale) + QChar(0x202F) + QString::fromStdString(scale.unit);
}

QString formatCount(qint64 value) {
    QString digits = QString::number(value);
    const qsizetype sign = value < 0 ? 1 : 0;
    for (qsizetype place = digits.size() - 3; place > sign; place -= 3)
        digits.insert(place, QChar(0x202F));
    return digits;
}

} // namespace nest::ui
