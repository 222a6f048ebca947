// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "search/nothing_found.h"

#include "base/translatable.h"

#include <algorithm>

namespace nest {

namespace {

/// Where plans were left out, a sentence about them; empty where none was.
Phrase why_unproven(const Problem& problem, const NothingFound& found) {
    if (found.all_too_large) return {};
    if (!found.all_downsets)
        return Phrase("Infeasible",
                      QT_TRANSLATE_NOOP("Infeasible", "No plan was found among cuts along one order of the layers; "
                                                      "raise downset_limit (now %1) to try the others."),
                      {problem.options.downset_limit});
    if (found.cuts_untried)
        return Phrase("Infeasible",
                      QT_TRANSLATE_NOOP("Infeasible",
                                        "No plan was found, but not all cuts were tried, since there are too many."));
    return {};
}

/// Where every allowed number of stages is too large by itself, that is the reason, not what fails beside it.
Phrase why_no_stages(const Problem& problem) {
    if (!problem.options.pp) return {};
    const std::int64_t least = *std::min_element(problem.options.pp->begin(), problem.options.pp->end());
    const auto layers = static_cast<std::int64_t>(problem.model.layers.size());
    if (least > layers)
        return layers == 1
                   ? Phrase("Infeasible",
                            QT_TRANSLATE_NOOP("Infeasible",
                                              "No plan is possible: pp %1 is more stages than the model's 1 layer."),
                            {least})
                   : Phrase("Infeasible",
                            QT_TRANSLATE_NOOP("Infeasible",
                                              "No plan is possible: pp %1 is more stages than the model's %2 layers."),
                            {least, layers});
    if (least > problem.usable_devices())
        return problem.usable_devices() == 1
                   ? Phrase("Infeasible",
                            QT_TRANSLATE_NOOP("Infeasible",
                                              "No plan is possible: pp %1 is more stages than the 1 device."),
                            {least})
                   : Phrase("Infeasible",
                            QT_TRANSLATE_NOOP("Infeasible",
                                              "No plan is possible: pp %1 is more stages than the %2 devices."),
                            {least, problem.usable_devices()});
    return {};
}

} // namespace

Phrase why_infeasible(const Problem& problem, const std::vector<Rejection>& rejected, const NothingFound& found) {
    if (found.infinite)
        return Phrase(
            "Infeasible",
            QT_TRANSLATE_NOOP(
                "Infeasible",
                "No plan has a finite step time: a bandwidth, a latency or a layer's time is beyond any measure."));
    if (Phrase pp = why_no_stages(problem); !pp.empty()) return pp;
    const Phrase unproven = why_unproven(problem, found);
    for (const Rejection& rejection : rejected)
        if (rejection.reason == "memory")
            return unproven.empty()
                       ? Phrase("Infeasible",
                                QT_TRANSLATE_NOOP("Infeasible", "No plan fits in memory; the closest, %1, %2."),
                                {rejection.candidate, rejection.text})
                       : Phrase("Infeasible",
                                QT_TRANSLATE_NOOP("Infeasible",
                                                  "%1 None of those tried fits in memory; the closest, %2, %3."),
                                {unproven, rejection.candidate, rejection.text});
    if (!unproven.empty())
        return Phrase("Infeasible", QT_TRANSLATE_NOOP("Infeasible", "%1 None of those tried fits in memory."),
                      {unproven});
    const Rejection* first = rejected.empty() ? nullptr : &rejected.front();
    if (problem.usable_devices() < 1)
        return Phrase("Infeasible", QT_TRANSLATE_NOOP("Infeasible", "No plan: the topology has no devices."));
    if (first)
        return Phrase("Infeasible", QT_TRANSLATE_NOOP("Infeasible", "No plan is possible; for instance %1: %2."),
                      {first->candidate, first->text});
    const std::int64_t devices = problem.usable_devices(), batch = problem.options.global_batch;
    if (devices == 1)
        return Phrase("Infeasible",
                      QT_TRANSLATE_NOOP("Infeasible",
                                        "No plan is possible: no combination of the allowed degrees, "
                                        "micro-batches and stages fits 1 device and a global batch of %1."),
                      {batch});
    return Phrase("Infeasible",
                  QT_TRANSLATE_NOOP("Infeasible",
                                    "No plan is possible: no combination of the allowed degrees, micro-batches "
                                    "and stages fits %1 devices and a global batch of %2."),
                  {devices, batch});
}

} // namespace nest
