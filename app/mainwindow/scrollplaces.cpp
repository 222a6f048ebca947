// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/scrollplaces.h"

#include "theme/theme.h"

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>

namespace nest::ui {
namespace {

constexpr int lifetime = 3000; ///< ms; a window becomes large in many small events

} // namespace

ScrollPlaces::ScrollPlaces(QWidget& window) : QObject(&window) {
    const auto areas = window.findChildren<QScrollArea*>();
    for (QScrollArea* area : areas)
        if (area->isVisible() && area->widget() && area->verticalScrollBar()->value() > 0) remember(*area);
    QTimer::singleShot(lifetime, this, &QObject::deleteLater);
}

void ScrollPlaces::remember(QScrollArea& area) {
    QScrollBar* bar = area.verticalScrollBar();
    const int top = bar->value() + metrics::gap; // the space above a card is no place
    QWidget* anchor = nullptr;
    const auto children = area.widget()->findChildren<QWidget*>(Qt::FindDirectChildrenOnly);
    for (QWidget* child : children) {
        const QRect place = child->geometry();
        if (!child->isVisible() || place.bottom() < top) continue;
        // What is cut by the top, else what follows it next; of a row the first.
        if (!anchor || place.top() < anchor->y() || (place.top() == anchor->y() && place.left() < anchor->x()))
            anchor = child;
    }
    if (!anchor || anchor->height() <= 0) return;
    const double above = bar->value() - anchor->y();
    m_places.append({&area, anchor, above > 0 ? above / anchor->height() : 0});
    anchor->installEventFilter(this);
    connect(bar, &QAbstractSlider::actionTriggered, this, [this, bar] {
        m_places.removeIf([bar](const Place& place) { return place.area && place.area->verticalScrollBar() == bar; });
    });
}

bool ScrollPlaces::eventFilter(QObject*, QEvent* event) {
    if ((event->type() == QEvent::Move || event->type() == QEvent::Resize) && !m_pending) {
        m_pending = true;
        QTimer::singleShot(0, this, &ScrollPlaces::restore); // when the whole row has its place
    }
    return false;
}

void ScrollPlaces::restore() {
    m_pending = false;
    for (const Place& place : m_places)
        if (place.area && place.anchor) {
            const double above = place.part > 0 ? place.part * place.anchor->height() : -metrics::gap;
            place.area->verticalScrollBar()->setValue(place.anchor->y() + static_cast<int>(above));
        }
}

} // namespace nest::ui
