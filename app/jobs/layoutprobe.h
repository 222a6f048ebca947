// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "explain/fixed_layout.h"
#include "explain/neighbours.h"

#include <QObject>
#include <QString>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace nest::ui {

/// What a layout that a person typed costs, or what speaks against it.
struct LayoutAnswer {
    QString question;
    std::shared_ptr<const Problem> problem;
    std::vector<Diagnostic> faults; ///< the text is no layout
    FixedLayout layout;
    std::vector<Neighbour> nearest; ///< where it isn't feasible: the least changes that are
};

/// Prices layouts on a worker; the latest question wins and stops the one before it. Exactly one answered() for a
/// question that no other one followed.
class LayoutProbe : public QObject {
    Q_OBJECT

public:
    explicit LayoutProbe(QObject* parent = nullptr);
    ~LayoutProbe() override;

    void ask(std::shared_ptr<const Problem> problem, const QString& text);
    bool isRunning() const { return m_running; }

signals:
    void answered(std::shared_ptr<const nest::ui::LayoutAnswer> answer);

private:
    struct Question {
        std::shared_ptr<const Problem> problem;
        QString text;
    };
    void startNext();

    std::optional<Question> m_waiting;
    std::stop_source m_stop;
    bool m_running = false;
};

} // namespace nest::ui
