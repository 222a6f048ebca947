// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT

/// Mouse, wheel and keys of the timeline.
#include "plan/timeline.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace nest::ui {
namespace {

constexpr double clickDistance = 5; ///< px; less is a click
constexpr double keyZoom = 1.5, keyStep = 0.1;

} // namespace

bool Timeline::event(QEvent* event) {
    if (event->type() == QEvent::NativeGesture) {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            zoomAt(gesture->position().x(), 1 + gesture->value());
            return true;
        }
    }
    return PlanChart::event(event);
}

void Timeline::changeEvent(QEvent* event) {
    m_rowsValid = false;
    m_overview = {};
    PlanChart::changeEvent(event);
}

void Timeline::resizeEvent(QResizeEvent* event) {
    PlanChart::resizeEvent(event);
    scrollTo(m_scroll);
}

void Timeline::selectionChanged() {
    const int stage = selectedStage();
    const TimelineFrame now = frame();
    if (stage >= 0 && m_drawn.timeline) {
        const double top = stage * now.pitch;
        if (top < now.scroll) scrollTo(top);
        if (top + now.pitch > now.scroll + now.rows.height()) scrollTo(top + now.pitch - now.rows.height());
    }
    update();
}

void Timeline::mousePressEvent(QMouseEvent* event) {
    if (!emptyText().isEmpty() || !(event->buttons() & (Qt::LeftButton | Qt::MiddleButton))) return;
    m_pressed = m_pointer = event->position();
    m_fromAtPress = m_from;
    m_scrollAtPress = m_scroll;
    m_gesture = Gesture::Press;
    if (overviewRect().adjusted(0, -3, 0, 3).contains(m_pressed)) {
        remember();
        m_gesture = Gesture::Overview;
        mouseMoveEvent(event);
    }
}

void Timeline::mouseMoveEvent(QMouseEvent* event) {
    const QPointF moved = event->position() - m_pressed;
    m_pointer = event->position();
    if (m_gesture == Gesture::Press && moved.manhattanLength() >= clickDistance) {
        remember();
        m_gesture = event->modifiers() & Qt::ShiftModifier ? Gesture::Band : Gesture::Pan;
        m_trail = -1;
    }
    switch (m_gesture) {
    case Gesture::None: {
        const auto task = taskAt(m_pointer);
        const std::int64_t trail = task ? task->micro_batch : -1;
        if (std::exchange(m_trail, trail) != trail) update();
        return PlanChart::mouseMoveEvent(event);
    }
    case Gesture::Press:
        return;
    case Gesture::Pan:
        moveBy(m_fromAtPress - moved.x() / frame().pixelsPerSecond() - m_from);
        return scrollTo(m_scrollAtPress - moved.y());
    case Gesture::Band:
        return update();
    case Gesture::Overview: {
        const QRectF strip = overviewRect();
        const double at = (m_pointer.x() - strip.left()) / strip.width() * m_drawn.timeline->step_seconds();
        return moveBy(at - (m_from + m_to) / 2);
    }
    }
}

void Timeline::mouseReleaseEvent(QMouseEvent* event) {
    const Gesture gesture = std::exchange(m_gesture, Gesture::None);
    if (gesture == Gesture::Press && event->button() == Qt::LeftButton) clickStage(stageAt(event->position()));
    if (gesture == Gesture::Band) {
        const double a = secondsAt(m_pressed.x()), b = secondsAt(event->position().x());
        setSpan(std::max(0.0, std::min(a, b)), std::min(std::max(a, b), m_drawn.timeline->step_seconds()));
    }
    update();
}

void Timeline::mouseDoubleClickEvent(QMouseEvent*) {
    // Its first click has selected the stage or taken the selection back, and its release must not do so again.
    m_gesture = Gesture::None;
    remember();
    setView(View::Whole);
}

void Timeline::leaveEvent(QEvent* event) {
    if (std::exchange(m_trail, -1) >= 0) update();
    PlanChart::leaveEvent(event);
}

void Timeline::wheelEvent(QWheelEvent* event) {
    if (!emptyText().isEmpty()) return event->ignore();
    const QPoint turned = event->angleDelta();
    if (event->modifiers() & Qt::ControlModifier)
        return zoomAt(event->position().x(), std::pow(1.2, turned.y() / 120.0));
    const bool sideways = event->modifiers() & Qt::ShiftModifier || std::abs(turned.x()) > std::abs(turned.y());
    if (sideways) {
        const double pixels = std::abs(turned.x()) > std::abs(turned.y()) ? turned.x() : turned.y();
        return moveBy(-pixels / 2 / frame().pixelsPerSecond());
    }
    // Rows that fit leave the wheel to what is around the chart.
    const double before = m_scroll;
    scrollTo(m_scroll - turned.y() / 2.0);
    event->setAccepted(m_scroll != before);
}

void Timeline::keyPressEvent(QKeyEvent* event) {
    if (!emptyText().isEmpty()) return PlanChart::keyPressEvent(event);
    const double middle = frame().rows.center().x();
    const double step = (m_to - m_from) * (event->modifiers() & Qt::ShiftModifier ? 5 * keyStep : keyStep);
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        remember();
        return zoomAt(middle, keyZoom);
    case Qt::Key_Minus:
        remember();
        return zoomAt(middle, 1 / keyZoom);
    case Qt::Key_0:
    case Qt::Key_F:
    case Qt::Key_Home:
        remember();
        return setView(View::Whole);
    case Qt::Key_End:
        remember();
        return setView(View::End);
    case Qt::Key_Left:
        return moveBy(-step);
    case Qt::Key_Right:
        return moveBy(step);
    case Qt::Key_Backspace:
        if (!m_back.isEmpty()) {
            const auto [from, to] = m_back.takeLast();
            setSpan(from, to);
        }
        return;
    case Qt::Key_Escape:
        if (m_gesture == Gesture::None) return PlanChart::keyPressEvent(event);
        m_gesture = Gesture::None;
        return update();
    default:
        if (!moveStage(event->key(), Qt::Key_Up, Qt::Key_Down)) PlanChart::keyPressEvent(event);
    }
}

} // namespace nest::ui
