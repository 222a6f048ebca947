// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/planview.h"

#include <QWidget>
#include <optional>

namespace nest::ui {

class SummaryCard;
struct SummaryContent;

/// The figures of the shown plan in big numbers: step time, tokens per second, MFU, peak memory, layout, bubble, proof.
/// The cards wrap to as many rows as the width needs.
class SummaryCards : public QWidget {
    Q_OBJECT
public:
    explicit SummaryCards(QWidget* parent = nullptr);

    void setSnapshot(const PlanSnapshot& snapshot);
    /// An earlier evaluation: the cards then say how far the shown one is from it ("+3.1 %"). `reason` says what
    /// of, e.g. "after ZeRO stage", "against the optimum"; may be empty.
    void setReference(std::optional<Evaluation> reference, const QString& reason = {});
    /// What a card shows, for tests and readers: value and note of card `index`.
    QString value(int index) const;
    QString note(int index) const;
    /// Whether the change is coloured as better or worse.
    bool isJudged(int index) const;
    int cardCount() const;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void describePlan(const RankedPlan& plan, SummaryContent* cards) const;
    void describeProof(const SolveResult& result, SummaryContent& card) const;
    void arrange();
    int columnsFor(int width) const;

    PlanSnapshot m_snapshot;
    std::optional<Evaluation> m_reference;
    QString m_reason;
    QVector<SummaryCard*> m_cards;
};

} // namespace nest::ui
