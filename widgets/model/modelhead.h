// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/modelview.h"

#include <QWidget>

class QGridLayout;
class QLabel;

namespace nest::ui {

/// What model this is, in a headline ("70.6 B parameters · 80 layers") and a few facts, and what was assumed.
class ModelHead : public QWidget {
    Q_OBJECT
public:
    explicit ModelHead(QWidget* parent = nullptr);

    void setModelView(std::shared_ptr<const ModelView> model);
    QString headline() const;
    /// Facts as shown: name and value.
    QVector<QPair<QString, QString>> facts() const;
    QString assumedText() const;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void breakHeadline();

    std::shared_ptr<const ModelView> m_model;
    QLabel *m_headline, *m_assumed;
    QGridLayout* m_facts;
    QVector<QLabel*> m_labels;
};

} // namespace nest::ui
