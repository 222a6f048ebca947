// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "topology/boxpicture.h"

#include "controls/shortname.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTransform>
#include <algorithm>

namespace nest::ui {
namespace {

constexpr double largestDevice = 64; ///< px

} // namespace

BoxPicture::BoxPicture(QWidget* parent) : Chart(parent) {
    setProperty("helpId", QStringLiteral("topology#boxes"));
    refresh();
}

void BoxPicture::setLevels(std::optional<LevelModel> levels) {
    m_levels = std::move(levels);
    if (!m_levels || m_selected > m_levels->level_count()) m_selected = 0;
    refresh();
}

void BoxPicture::setSelectedLevel(int level) {
    if (m_selected == level) return;
    m_selected = level;
    update();
}

void BoxPicture::select(int level) {
    if (level == m_selected) return;
    setSelectedLevel(level);
    emit levelSelected(level);
}

QString BoxPicture::title() const {
    return tr("Network levels");
}

QString BoxPicture::unit() const {
    if (!m_levels) return {};
    const std::int64_t devices = m_levels->device_count();
    return tr("%1 device(s)", nullptr, static_cast<int>(devices)).arg(formatCount(devices));
}

QString BoxPicture::emptyText() const {
    return m_levels ? QString() : tr("Pick a cluster, or draw one, to see its levels.");
}

BoxPicture::Picture BoxPicture::pictureFor(const QSizeF& size) const {
    Picture picture;
    // Fewer of the equal groups until a device is large enough to see.
    for (const qint64 most : {16, 8, 6, 4, 3, 2, 1}) {
        picture.drawn.clear();
        for (int level = 1; level <= m_levels->level_count(); ++level)
            picture.drawn.push_back(std::min<qint64>(m_levels->group_size(level) / m_levels->group_size(level - 1),
                                                     level == 1 ? std::max<qint64>(most, 8) : most));
        // Twice, so that a strip for a name is as high as its text whatever the scale.
        double scale = 0;
        for (double label = 1.0, pass = 0; pass < 2; ++pass) {
            picture.layout = NestedLayout(picture.drawn, size.width() / size.height(), {label, 1, true});
            const QSizeF whole = picture.layout.size();
            scale = std::min({(size.width() - 8) / whole.width(), (size.height() - 8) / whole.height(), largestDevice});
            label = std::min(1.0, scaled(16.0) / scale);
        }
        const QSizeF whole = picture.layout.size();
        picture.view = QTransform::fromTranslate((size.width() - whole.width() * scale) / 2,
                                                 (size.height() - whole.height() * scale) / 2)
                           .scale(scale, scale);
        if (scale >= 14) break;
    }
    return picture;
}

void BoxPicture::paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) {
    const Picture picture = pictureFor(size);
    const double side = picture.view.m11();
    QFont font = axisFont();
    const int top = m_levels->level_count();
    for (int level = top; level >= 1; --level) {
        const qint64 drawn = level < top ? picture.drawn[static_cast<std::size_t>(level)] : 1;
        const qint64 all = level < top ? m_levels->group_size(level + 1) / m_levels->group_size(level) : 1;
        const bool selected = level == m_selected;
        for (qint64 group = 0; group < picture.layout.groupCount(level); ++group) {
            const QRectF box = picture.view.mapRect(picture.layout.rect(level, group));
            const bool last = drawn > 0 && group % drawn == drawn - 1;
            painter.setPen(QPen(selected ? theme.accent : theme.line, selected ? 2 : 1));
            painter.setBrush(level % 2 == top % 2 ? theme.panel : theme.hover);
            if (last && all > drawn)
                for (const double shift : {4.0, 2.0})
                    painter.drawRoundedRect(box.translated(shift, shift), 5, 5);
            painter.drawRoundedRect(box, 5, 5);
            const double strip = picture.layout.labelHeight(level) * side;
            if (strip < 9 || box.width() < 24) continue;
            font.setPixelSize(std::clamp(static_cast<int>(strip * 0.8), 8, axisFont().pixelSize()));
            painter.setFont(font);
            const QRectF line(box.left() + 5, box.top() + 1, box.width() - 10, strip + 2);
            double used = 0;
            if (last && all > drawn) {
                const QString times = QStringLiteral("× %1").arg(formatCount(all - drawn + 1));
                painter.setPen(theme.text);
                painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, times);
                used = painter.fontMetrics().horizontalAdvance(times) + 6;
            }
            painter.setPen(selected ? theme.accent : theme.muted);
            const QString name = shortName(m_levels->level_name(level));
            const QString figures = formatValue(m_levels->bandwidth(level), Unit::bytes_per_second);
            const int room = static_cast<int>(line.width() - used);
            QString text = QStringLiteral("%1 · %2").arg(name, figures);
            if (painter.fontMetrics().horizontalAdvance(text) > room) text = name;
            text = painter.fontMetrics().elidedText(text, Qt::ElideRight, room);
            if (text.size() > 2) painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, text); // not dots alone
        }
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.time(TimeKind::Forward));
    for (qint64 leaf = 0; leaf < picture.layout.leafCount(); ++leaf)
        painter.drawRoundedRect(picture.view.mapRect(picture.layout.rect(0, leaf)), side / 6, side / 6);
}

int BoxPicture::levelAt(const QPointF& position) const {
    if (!m_levels) return 0;
    const Picture picture = pictureFor(QSizeF(size()));
    const QPointF point = picture.view.inverted().map(position);
    for (int level = 1; level <= m_levels->level_count(); ++level)
        if (picture.layout.groupAt(level, point) >= 0) return level;
    return 0;
}

QString BoxPicture::hoverText(const QPointF& position) {
    const int level = levelAt(position);
    if (level == 0) return {};
    return hoverCard(
        shortName(m_levels->level_name(level)),
        {{tr("Devices in a group"), formatCount(m_levels->group_size(level))},
         {tr("Groups"), formatCount(m_levels->slot_count / m_levels->group_size(level))},
         {tr("Bandwidth per device, one direction"), formatValue(m_levels->bandwidth(level), Unit::bytes_per_second)},
         {tr("Latency"), formatValue(m_levels->latency(level), Unit::seconds)}});
}

TableData BoxPicture::tableData() const {
    TableData figures;
    figures.headers << tr("Level") << tr("Devices in a group") << tr("Groups") << tr("Bandwidth") << tr("Latency");
    for (int level = 1; m_levels && level <= m_levels->level_count(); ++level) {
        const qint64 devices = m_levels->group_size(level), groups = m_levels->slot_count / devices;
        const QString name = shortName(m_levels->level_name(level));
        figures.rows.append(
            {{name, name},
             {formatCount(devices), devices},
             {formatCount(groups), groups},
             {formatValue(m_levels->bandwidth(level), Unit::bytes_per_second), m_levels->bandwidth(level)},
             {formatValue(m_levels->latency(level), Unit::seconds), m_levels->latency(level)}});
    }
    return figures;
}

void BoxPicture::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) select(levelAt(event->position()));
}

void BoxPicture::keyPressEvent(QKeyEvent* event) {
    const int top = m_levels ? m_levels->level_count() : 0;
    if (event->key() == Qt::Key_Up)
        select(std::min(m_selected + 1, top));
    else if (event->key() == Qt::Key_Down)
        select(std::max(m_selected - 1, std::min(1, top)));
    else
        Chart::keyPressEvent(event);
}

} // namespace nest::ui
