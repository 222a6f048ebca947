// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "explain/difference.h"
#include "plan/rowchart.h"

#include <QBrush>
#include <optional>

namespace nest::ui {

/// What separates a plan from the search's best: a bar for the one, a step for every part in which they differ, a bar
/// for the other. Of the step time, or of the memory of the fullest device. The plan is the one that is looked at; when
/// that is the best itself, the first one kept.
class WaterfallChart : public RowChart {
    Q_OBJECT
public:
    enum class Measure { Time, Memory };
    Q_ENUM(Measure)

    struct Part {
        QString name;
        double from = 0, to = 0; ///< seconds or bytes
        double change() const { return to - from; }
    };

    explicit WaterfallChart(QWidget* parent = nullptr);

    void setMeasure(Measure measure);
    Measure measure() const { return m_measure; }
    /// All parts that either plan has.
    const QVector<Part>& parts() const { return m_parts; }
    double from() const;
    double to() const;

    int rowCount() const override;
    QString title() const override;
    QString unit() const override;
    QString emptyText() const override;
    void paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) override;
    TableData tableData() const override;

protected:
    void snapshotChanged() override;
    void retranslate() override;
    QString rowName(int row) const override;
    QString widestFigure() const override;
    QString rowCard(int row, const QPointF& position) override;

private:
    struct Span {
        double start = 0, end = 0; ///< values between which the row's bar lies
    };
    const RankedPlan* compared() const;
    QString comparedName() const;
    void rebuild();
    Unit valueUnit() const { return m_measure == Measure::Time ? Unit::seconds : Unit::bytes; }
    QString figure(int row) const;
    Span spanOf(int row) const;
    QBrush brushOf(int part, const Theme& theme) const;
    void paintBreak(QPainter& painter, const QRectF& bar, const Theme& theme) const;

    Measure m_measure = Measure::Time;
    QVector<QAction*> m_choices;
    std::optional<Difference> m_difference;
    QVector<Part> m_parts;
    QVector<int> m_kinds;            ///< of m_parts: index into StepPart or MemoryPart
    QVector<int> m_changed;          ///< rows between the ends: indices into m_parts
    double m_lower = 0, m_upper = 1; ///< of the axis
    Scale m_scale;
};

} // namespace nest::ui
