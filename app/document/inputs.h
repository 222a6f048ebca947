// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "document/assumedvalue.h"
#include "document/projectstate.h"
#include "io/files.h"

#include <memory>
#include <optional>
#include <vector>

/// From what the project names to what the solver takes. Everything here may take time: call it on a worker.
namespace nest::ui {

/// Device-to-device bandwidth of a topology for the cost-matrix heatmap; row-major, bytes/s.
struct BandwidthMatrix {
    std::int64_t side = 0;     ///< rows
    std::int64_t devices = 0;  ///< devices that the rows stand for
    std::vector<float> levels; ///< as the level model has it
    std::vector<float> links;  ///< as the drawn links have it; empty where levels were given directly
    double largest_error = 0;  ///< relative difference of the two
    double mean_error = 0;
};

/// The inputs of one request, built from a project's state; parts after a fault are absent.
struct PreparedInputs {
    std::optional<Topology> topology;
    std::optional<LevelModel> levels; ///< after the options' changes, where they could be applied
    BandwidthMatrix matrix;
    std::shared_ptr<const ModelGraph> model; ///< also where there is no problem; null when it can't be read
    InputChoice modelChoice;                 ///< what it was read from
    std::optional<Device> device;
    std::shared_ptr<const Problem> problem; ///< null when the inputs have a fault
    std::vector<Diagnostic> diagnostics;    ///< faults first, then warnings and notes
    std::vector<AssumedValue> assumed;      ///< what no source states
};

std::shared_ptr<const PreparedInputs> prepareInputs(const ProjectState& state);

/// A model by name, or by value.
Result<ModelGraph> modelOf(const InputChoice& model, const Options& options);

/// The settings of a model builder that options hold.
BuildSettings buildSettings(const Options& options);

} // namespace nest::ui
