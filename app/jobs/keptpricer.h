// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "document/projectstate.h"
#include "plan/planview.h"

#include <QObject>
#include <QVector>
#include <memory>
#include <optional>
#include <vector>

namespace nest::ui {

/// What a plan is kept for, in the order it is shown.
QVector<KeptPlan> priceKept(const Problem& problem, const std::vector<PinnedPlan>& pinned,
                            const std::optional<Plan>& edited);

/// Prices the plans that a project keeps, on a worker: a grid of many thousand ranks takes longer than a window may
/// wait. The latest question wins; the answers of earlier ones are dropped. Signals come on the thread it lives in.
class KeptPricer : public QObject {
    Q_OBJECT

public:
    explicit KeptPricer(QObject* parent = nullptr);
    ~KeptPricer() override;

    /// Answers with priced(), at once where there is nothing to price.
    void ask(std::shared_ptr<const Problem> problem, std::vector<PinnedPlan> pinned, std::optional<Plan> edited);

signals:
    void priced(const QVector<nest::ui::KeptPlan>& kept);

private:
    struct Question {
        std::shared_ptr<const Problem> problem;
        std::vector<PinnedPlan> pinned;
        std::optional<Plan> edited;
    };
    void startNext();

    std::optional<Question> m_waiting;
    bool m_running = false;
};

} // namespace nest::ui
