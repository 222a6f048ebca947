// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "document/project.h"

#include <QWidget>
#include <memory>

class QBoxLayout;
class QLabel;
class QLineEdit;
class QScrollArea;

namespace nest::ui {

class BoxPicture;
class Card;
class ChartCard;
class CostMatrix;
class FabricForm;
class LevelTable;
struct PreparedInputs;

/// The network: a preset with its node count or a generated fabric, its levels as nested boxes and as a table, and the
/// bandwidth between every two devices.
class TopologyWorkspace : public QWidget {
    Q_OBJECT

public:
    explicit TopologyWorkspace(Project& project, QWidget* parent = nullptr);

    void setInputs(const std::shared_ptr<const PreparedInputs>& inputs);
    QList<ChartCard*> chartCards() const;
    FabricForm* form() const { return m_form; }
    LevelTable* levelTable() const { return m_levels; }

signals:
    void faultFound(const nest::Diagnostic& fault);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void feed();
    void retranslate();
    void changeLevel(const char* family, const QString& name, double value);
    QString fitText() const;

    Project& m_project;
    std::shared_ptr<const PreparedInputs> m_inputs;
    bool m_hasAssumed = false; ///< of the levels shown
    bool m_pending = false;
    QScrollArea* m_area;
    QBoxLayout* m_columns;
    Card* m_formCard;
    FabricForm* m_form;
    Card* m_levelsCard;
    LevelTable* m_levels;
    QLabel* m_fit;
    BoxPicture* m_boxes;
    CostMatrix* m_matrix;
    ChartCard *m_boxesCard, *m_matrixCard;
};

} // namespace nest::ui
