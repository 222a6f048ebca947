// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "schedule/simulator.h"

#include "schedule/schedule.h"

#include <algorithm>

namespace nest {

namespace {

/// What one stage has done so far.
struct StageClock {
    std::int64_t forwards = 0, backwards = 0, weight_gradients = 0;
    double free_at = 0;
};

enum class NextTask { forward, backward, weight_gradient, none };

class Simulation {
public:
    Simulation(const PipelineWork& work, std::vector<std::vector<ScheduledTask>>* timeline)
        : m_work(work), m_timeline(timeline), m_stages(work.forward.size()),
          m_count(static_cast<std::size_t>(work.micro_batches)), m_clocks(m_stages),
          m_forward_end(m_stages * m_count, 0), m_backward_end(m_stages * m_count, 0) {
        if (!timeline) return;
        timeline->assign(m_stages, {});
        for (std::vector<ScheduledTask>& tasks : *timeline)
            tasks.reserve((work.splits_backward() ? 3 : 2) * m_count);
    }

    /// Passes over the stages run whatever is ready; each task is visited once, as soon as what it waits for is known.
    double run() {
        for (bool progressed = true; progressed;) {
            progressed = false;
            for (std::size_t stage = 0; stage < m_stages; ++stage)
                while (advance(stage))
                    progressed = true;
        }
        return m_last;
    }

private:
    /// The order of a stage's work is fixed by the schedule: keep the micro-batches in flight ahead of backwards, then
    /// alternate; a weight gradient is due once there are more than the stage puts off, or nothing else is left.
    NextTask next(std::size_t stage) const {
        const StageClock& clock = m_clocks[stage];
        const std::int64_t m = m_work.micro_batches, index = static_cast<std::int64_t>(stage);
        if (m_work.splits_backward() && clock.backwards > clock.weight_gradients &&
            (clock.backwards - clock.weight_gradients > index || clock.backwards == m))
            return NextTask::weight_gradient;
        const std::int64_t in_flight =
            in_flight_micro_batches(m_work.schedule, m, static_cast<std::int64_t>(m_stages), index);
        if (clock.forwards < m && clock.forwards - clock.backwards < in_flight) return NextTask::forward;
        return clock.backwards < m ? NextTask::backward : NextTask::none;
    }

    /// Runs the stage's next task; false when it has to wait for another stage's, or there is none.
    bool advance(std::size_t stage) {
        const StageClock& clock = m_clocks[stage];
        switch (next(stage)) {
        case NextTask::forward: {
            const std::int64_t batch = clock.forwards;
            if (stage > 0 && m_clocks[stage - 1].forwards <= batch) return false;
            record(stage, {false, batch, stage > 0 ? m_forward_end[at(stage - 1, batch)] : 0.0});
            return true;
        }
        case NextTask::backward: {
            const std::int64_t batch = clock.backwards;
            const bool last = stage + 1 == m_stages;
            if (!last && m_clocks[stage + 1].backwards <= batch) return false;
            record(stage, {true, batch, last ? m_forward_end[at(stage, batch)] : m_backward_end[at(stage + 1, batch)]});
            return true;
        }
        case NextTask::weight_gradient:
            record(stage, {true, clock.weight_gradients, 0, 0, true});
            return true;
        case NextTask::none:
            break;
        }
        return false;
    }

    /// `task.start` is when what it waits for is there.
    void record(std::size_t stage, ScheduledTask task) {
        StageClock& clock = m_clocks[stage];
        task.start = std::max(clock.free_at, task.start);
        if (task.weight_gradient) {
            task.end = task.start + m_work.weight_gradient_of(stage);
            ++clock.weight_gradients;
        } else if (task.backward) {
            task.end = task.start + m_work.backward[stage] - m_work.weight_gradient_of(stage);
            m_backward_end[at(stage, task.micro_batch)] = task.end;
            ++clock.backwards;
        } else {
            task.end = task.start + m_work.forward[stage];
            m_forward_end[at(stage, task.micro_batch)] = task.end;
            ++clock.forwards;
        }
        clock.free_at = task.end;
        m_last = std::max(m_last, task.end);
        if (m_timeline) (*m_timeline)[stage].push_back(task);
    }

    std::size_t at(std::size_t stage, std::int64_t batch) const {
        return stage * m_count + static_cast<std::size_t>(batch);
    }

    const PipelineWork& m_work;
    std::vector<std::vector<ScheduledTask>>* m_timeline;
    std::size_t m_stages, m_count;
    std::vector<StageClock> m_clocks;
    std::vector<double> m_forward_end, m_backward_end;
    double m_last = 0;
};

/// What a further micro-batch takes in the full pipeline.
double period_of(const PipelineWork& work) {
    double largest = 0, largest_forward = 0, largest_backward = 0;
    for (std::size_t stage = 0; stage < work.forward.size(); ++stage) {
        largest = std::max(largest, work.forward[stage] + work.backward[stage]);
        largest_forward = std::max(largest_forward, work.forward[stage]);
        largest_backward = std::max(largest_backward, work.backward[stage]);
    }
    return work.schedule == ScheduleKind::gpipe ? largest_forward + largest_backward : largest;
}

} // namespace

std::int64_t most_simulated_micro_batches(std::size_t stages) {
    constexpr std::int64_t most_passes = 1 << 20;
    return std::max<std::int64_t>(most_passes / static_cast<std::int64_t>(stages + 1), 1);
}

double simulate_pipeline(const PipelineWork& work, std::vector<std::vector<ScheduledTask>>* timeline) {
    const std::int64_t most = most_simulated_micro_batches(work.forward.size());
    if (timeline || work.micro_batches <= most) return Simulation(work, timeline).run();
    PipelineWork shorter = work;
    shorter.micro_batches = most;
    return Simulation(shorter, nullptr).run() + static_cast<double>(work.micro_batches - most) * period_of(work);
}

double simulate_pipeline(ScheduleKind schedule, std::int64_t micro_batches, const std::vector<double>& forward,
                         const std::vector<double>& backward, std::vector<std::vector<ScheduledTask>>* timeline) {
    return simulate_pipeline({schedule, micro_batches, forward, backward}, timeline);
}

} // namespace nest
