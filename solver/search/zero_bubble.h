// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

namespace nest {

/// A bound on ZB-H1's time that needs no cuts: what is known of its layers' work and of its share that computes weight
/// gradients. Bounds of a family and of a placement differ in the work that they count.
struct ZeroBubbleFloor {
    double weight_share = 0;  ///< largest share of weight gradients in a layer's work
    double negative_rest = 0; ///< sum over the layers of min(0, work - 2 W), seconds: what can be saved below m x load

    /// Seconds of one layer, for one micro-batch.
    void add(double work, double weight_gradient) {
        if (work > 0) weight_share = std::max(weight_share, weight_gradient / work);
        negative_rest += std::min(0.0, work - 2 * weight_gradient);
    }

    /// Least seconds of stages with so much work, other load beside it and weight gradients, whose largest load is at
    /// least `max_load`. The time is sum of (load - 2 W) + (m - 1) L + 2 W of the slowest stage. Leaving the last term
    /// out is one bound. If no layer's W exceeds a share r of its work, the others have at least (1 - 2 r) of theirs
    /// left, which is another.
    double seconds(std::int64_t micro_batches, double work, double beside, double weight, double max_load) const {
        const double more = static_cast<double>(micro_batches - 1);
        const double whole = work + beside - 2 * weight + more * max_load;
        const double left = 1 - 2 * weight_share;
        const double shared =
            std::max(0.0, left) * (work - max_load) + (more + 1) * max_load + (left < 0 ? negative_rest : 0.0);
        return std::max(whole, shared) - 1e-12 * (work + beside + (more + 1) * max_load);
    }
};

} // namespace nest
