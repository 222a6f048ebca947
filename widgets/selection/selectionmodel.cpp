// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "selection/selectionmodel.h"

#include <utility>

namespace nest::ui {

SelectionModel::SelectionModel(QObject* parent) : QObject(parent) {}

void SelectionModel::setStage(int stage) {
    const bool keep = stage == m_stage;
    set(stage, keep ? m_replica : -1, keep ? m_rank : -1, m_layer, m_candidate);
}

void SelectionModel::setReplica(qint64 replica) {
    set(m_stage, replica, m_rank, m_layer, m_candidate);
}

void SelectionModel::setRank(qint64 rank, int stage, qint64 replica) {
    set(stage, replica, rank, m_layer, m_candidate);
}

void SelectionModel::setLayer(int layer) {
    set(m_stage, m_replica, m_rank, layer, m_candidate);
}

void SelectionModel::setCandidate(int candidate) {
    set(m_stage, m_replica, m_rank, m_layer, candidate);
}

void SelectionModel::clearPlace() {
    set(-1, -1, -1, m_layer, m_candidate);
}

void SelectionModel::clear() {
    set(-1, -1, -1, -1, -1);
}

void SelectionModel::set(int stage, qint64 replica, qint64 rank, int layer, int candidate) {
    // All values are set before the first signal, so that a listener never sees half a selection.
    const bool newStage = std::exchange(m_stage, stage) != stage;
    const bool newReplica = std::exchange(m_replica, replica) != replica;
    const bool newRank = std::exchange(m_rank, rank) != rank;
    const bool newLayer = std::exchange(m_layer, layer) != layer;
    const bool newCandidate = std::exchange(m_candidate, candidate) != candidate;
    if (newStage) emit stageChanged(stage);
    if (newReplica) emit replicaChanged(replica);
    if (newRank) emit rankChanged(rank);
    if (newLayer) emit layerChanged(layer);
    if (newCandidate) emit candidateChanged(candidate);
    if (newStage || newReplica || newRank || newLayer || newCandidate) emit changed();
}

} // namespace nest::ui
