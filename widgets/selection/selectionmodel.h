// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

namespace nest::ui {

/// What is selected, shared by every view: selecting a stage in one lights it up in all. -1 means none.
class SelectionModel : public QObject {
    Q_OBJECT
public:
    explicit SelectionModel(QObject* parent = nullptr);

    int stage() const { return m_stage; }
    qint64 replica() const { return m_replica; }
    qint64 rank() const { return m_rank; }
    int layer() const { return m_layer; }
    int candidate() const { return m_candidate; }

    /// Selecting a stage alone drops a selected rank and replica, as they may lie in another stage.
    void setStage(int stage);
    void setReplica(qint64 replica);
    /// A rank together with its place; stage and replica are -1 for an idle device.
    void setRank(qint64 rank, int stage, qint64 replica);
    void setLayer(int layer);
    void setCandidate(int candidate);
    /// No stage, replica or rank; layer and candidate stay.
    void clearPlace();
    /// Nothing selected.
    void clear();

signals:
    void stageChanged(int stage);
    void replicaChanged(qint64 replica);
    void rankChanged(qint64 rank);
    void layerChanged(int layer);
    void candidateChanged(int candidate);
    /// After any of the above, once per call.
    void changed();

private:
    void set(int stage, qint64 replica, qint64 rank, int layer, int candidate);

    int m_stage = -1;
    qint64 m_replica = -1;
    qint64 m_rank = -1;
    int m_layer = -1;
    int m_candidate = -1;
};

} // namespace nest::ui
