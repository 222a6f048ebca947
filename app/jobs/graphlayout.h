// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/graphdrawing.h"

#include <QObject>
#include <QString>
#include <QTimer>
#include <chrono>
#include <memory>

class QProcess;

namespace nest::ui {

/// Draws graphs with nest-graphviz, a process of its own since Graphviz can't be cancelled. The latest request wins: an
/// answer to an earlier one is dropped, and its process ended. Where the program is missing, fails, writes nonsense or
/// takes too long, layeredDrawing() stands in, with a note that says so. Every request is answered once, unless a later
/// one takes its place; never before request() has returned.
class GraphLayout : public QObject {
    Q_OBJECT

public:
    explicit GraphLayout(QObject* parent = nullptr);
    ~GraphLayout() override;

    /// Returns the number that the answer carries.
    quint64 request(const GraphShape& shape);
    bool isBusy() const { return m_busy; }

    /// Another program, for tests; default program().
    void setProgram(const QString& path) { m_program = path; }
    /// How long the program may take; default 2.5 s.
    void setTimeLimit(std::chrono::milliseconds limit) { m_timer.setInterval(limit); }
    /// Above this many nodes the program isn't asked: its time grows with the square of them.
    static constexpr int mostNodes = 500;

    /// What NEST_GRAPHVIZ names, else nest-graphviz beside this program, on the PATH, or where it was built; empty when
    /// there is none.
    static QString program();

signals:
    void finished(quint64 request, const nest::ui::GraphDrawing& drawing);

private:
    void start();
    void ended();
    void standIn(const QString& note);
    void answer(GraphDrawing drawing);
    void drop();

    QString m_program;
    quint64 m_last = 0;
    bool m_busy = false;
    GraphShape m_shape;
    QProcess* m_process = nullptr; ///< of the latest request
    QTimer m_timer;
};

} // namespace nest::ui
