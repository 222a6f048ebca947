// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QPointer>
#include <QVector>

class QScrollArea;
class QWidget;

namespace nest::ui {

/// Keeps what stands at the top of a window's scrolled areas at the top while their content is laid out anew, as for
/// larger texts. It remembers the places when it is made and goes by itself soon after; scrolling by hand ends it for
/// that area.
class ScrollPlaces : public QObject {
    Q_OBJECT

public:
    /// \p window is the parent.
    explicit ScrollPlaces(QWidget& window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Place {
        QPointer<QScrollArea> area;
        QPointer<QWidget> anchor; ///< a child of the content
        double part = 0;          ///< of the anchor's height that is above the top
    };
    void remember(QScrollArea& area);
    void restore();

    QVector<Place> m_places;
    bool m_pending = false;
};

} // namespace nest::ui
