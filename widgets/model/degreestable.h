// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/model_graph.h"

#include <QWidget>
#include <memory>

class QAbstractItemModel;
class QLabel;
class QTableView;

namespace nest::ui {

class DegreesModel;

/// Which degrees of tensor, sequence, expert, context and pipeline parallelism this model admits, and for the others
/// the rule against them, which names the model's own figures. The chosen cell's rule stands below.
class DegreesTable : public QWidget {
    Q_OBJECT
public:
    enum Column { Degree, Tensor, Sequence, Expert, Context, Pipeline, ColumnCount };
    enum class Verdict { works, excluded, uneven };

    explicit DegreesTable(QWidget* parent = nullptr);

    /// Null: nothing to show.
    void setModel(std::shared_ptr<const ModelGraph> model);
    QAbstractItemModel* model() const;
    QTableView* view() const { return m_view; }
    /// The sentence below the table.
    QString reasonText() const;
    /// "TP works with 1, 2, 4, 13, 26 and 52."
    QString summaryText() const;
    QSize sizeHint() const override;

    /// Why a degree alone doesn't do for a model, in the window's language; empty when it does.
    static QString whyNot(const ModelGraph& model, Column column, std::int64_t degree);
    /// What should be known about a degree that works; mostly empty.
    static QString remark(const ModelGraph& model, Column column, std::int64_t degree);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void showReason();

    DegreesModel* m_model;
    QTableView* m_view;
    QLabel *m_summary, *m_reason;
};

} // namespace nest::ui
