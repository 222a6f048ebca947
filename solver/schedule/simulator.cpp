// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "schedule/simulator.h"

#include "schedule/interleaved.h"
#include "schedule/schedule.h"

#include <algorithm>
#include <numeric>

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

/// The same with several virtual stages on each stage: the order of a stage's tasks is known beforehand.
class InterleavedSimulation {
public:
    InterleavedSimulation(const PipelineWork& work, std::vector<std::vector<ScheduledTask>>* timeline)
        : m_work(work), m_timeline(timeline),
          m_stages(work.forward.size()), m_order{work.micro_batches, static_cast<std::int64_t>(m_stages),
                                                 work.virtual_stages()},
          m_next(m_stages, 0), m_free_at(m_stages, 0) {
        const std::size_t passes =
            m_stages * static_cast<std::size_t>(m_order.chunks) * static_cast<std::size_t>(m_order.micro_batches);
        m_forward_end.assign(passes, not_yet);
        m_backward_end.assign(passes, not_yet);
        if (timeline) timeline->assign(m_stages, {});
    }

    double run() {
        for (bool progressed = true; progressed;) {
            progressed = false;
            for (std::size_t stage = 0; stage < m_stages; ++stage)
                while (advance(stage))
                    progressed = true;
        }
        return *std::max_element(m_free_at.begin(), m_free_at.end());
    }

private:
    static constexpr double not_yet = -1;

    /// Runs the stage's next task; false when it has to wait for another stage's, or there is none.
    bool advance(std::size_t stage) {
        const auto index = static_cast<std::int64_t>(stage);
        const std::int64_t task = m_next[stage];
        if (task == 2 * m_order.passes()) return false;
        const std::int64_t forwards = m_order.forwards_among(index, task);
        const bool backward = m_order.forwards_among(index, task + 1) == forwards;
        const std::int64_t pass = backward ? task - forwards : forwards;
        const std::int64_t chunk = m_order.chunk(pass, backward), batch = m_order.micro_batch(pass);
        const std::int64_t position = chunk * m_order.stages + index; // among all virtual stages
        const std::int64_t last = m_order.stages * m_order.chunks - 1;
        double ready = 0;
        if (!backward && position > 0) ready = m_forward_end[at(position - 1, batch)];
        if (backward)
            ready = position == last ? m_forward_end[at(last, batch)] : m_backward_end[at(position + 1, batch)];
        if (ready == not_yet) return false;
        const auto& seconds = backward ? m_work.chunk_backward[stage] : m_work.chunk_forward[stage];
        ScheduledTask done{backward, batch, std::max(m_free_at[stage], ready), 0, false, chunk};
        done.end = done.start + seconds[static_cast<std::size_t>(chunk)];
        (backward ? m_backward_end : m_forward_end)[at(position, batch)] = done.end;
        m_free_at[stage] = done.end;
        ++m_next[stage];
        if (m_timeline) (*m_timeline)[stage].push_back(done);
        return true;
    }

    std::size_t at(std::int64_t position, std::int64_t batch) const {
        return static_cast<std::size_t>(position * m_order.micro_batches + batch);
    }

    const PipelineWork& m_work;
    std::vector<std::vector<ScheduledTask>>* m_timeline;
    std::size_t m_stages;
    InterleavedOrder m_order;
    std::vector<std::int64_t> m_next;
    std::vector<double> m_free_at, m_forward_end, m_backward_end;
};

/// Micro-batches after which the copies of all stages begin anew; 1 where that takes more than a quarter of `most`.
std::int64_t round_of_copies(const PipelineWork& work, std::int64_t most) {
    std::int64_t round = 1;
    for (const std::int64_t copies : work.copies)
        if (round <= most / 4) round = std::lcm(round, std::min(copies, most));
    return round <= most / 4 ? round : 1;
}

/// 1F1B where stages have copies: each runs its micro-batches in the order of 1F1B.
class CopiesSimulation {
public:
    CopiesSimulation(const PipelineWork& work, std::vector<std::vector<ScheduledTask>>* timeline)
        : m_work(work), m_timeline(timeline), m_stages(work.forward.size()),
          m_count(static_cast<std::size_t>(work.micro_batches)), m_forward_end(m_stages * m_count, not_yet),
          m_backward_end(m_stages * m_count, not_yet), m_copies_to_the_end(m_stages) {
        for (std::size_t stage = 0; stage < m_stages; ++stage)
            for (std::int64_t copy = 0; copy < work.copies[stage]; ++copy)
                m_clocks.push_back({stage, copy, 0, 0, 0});
        std::partial_sum(work.copies.rbegin(), work.copies.rend(), m_copies_to_the_end.rbegin());
        if (timeline) timeline->assign(m_clocks.size(), {});
    }

    double run() {
        for (bool progressed = true; progressed;) {
            progressed = false;
            for (std::size_t index = 0; index < m_clocks.size(); ++index)
                while (advance(index))
                    progressed = true;
        }
        double last = 0;
        for (const Clock& clock : m_clocks)
            last = std::max(last, clock.free_at);
        return last;
    }

    /// What a further micro-batch takes, by the first stage's backward passes in the second half of the run.
    double period() const {
        const std::int64_t m = m_work.micro_batches, round = round_of_copies(m_work, m);
        const std::int64_t rounds = std::max<std::int64_t>(1, m / (2 * round));
        const std::int64_t last = m - 1, first = std::max<std::int64_t>(0, last - rounds * round);
        if (first == last) return 0;
        return (m_backward_end[at(0, last)] - m_backward_end[at(0, first)]) / static_cast<double>(last - first);
    }

private:
    static constexpr double not_yet = -1;
    struct Clock {
        std::size_t stage = 0;
        std::int64_t copy = 0, forwards = 0, backwards = 0;
        double free_at = 0;
    };

    /// Runs the copy's next task; false when it has to wait for another's, or there is none.
    bool advance(std::size_t index) {
        Clock& clock = m_clocks[index];
        const std::size_t stage = clock.stage;
        const std::int64_t m = m_work.micro_batches, copies = m_work.copies[stage];
        const std::int64_t own = (m - clock.copy + copies - 1) / copies; // micro-batches; none where m <= copy
        const std::int64_t in_flight = in_flight_of_copy(m, copies, m_copies_to_the_end[stage]);
        const bool forward = clock.forwards < own && clock.forwards - clock.backwards < in_flight;
        if (!forward && clock.backwards >= own) return false;
        const std::int64_t batch = (forward ? clock.forwards : clock.backwards) * copies + clock.copy;
        double ready = 0;
        if (forward && stage > 0) ready = m_forward_end[at(stage - 1, batch)];
        if (!forward)
            ready = stage + 1 == m_stages ? m_forward_end[at(stage, batch)] : m_backward_end[at(stage + 1, batch)];
        if (ready == not_yet) return false;
        ScheduledTask task{!forward, batch, std::max(clock.free_at, ready)};
        task.end = task.start + (forward ? m_work.forward : m_work.backward)[stage];
        (forward ? m_forward_end : m_backward_end)[at(stage, batch)] = clock.free_at = task.end;
        ++(forward ? clock.forwards : clock.backwards);
        if (m_timeline) (*m_timeline)[index].push_back(task);
        return true;
    }

    std::size_t at(std::size_t stage, std::int64_t batch) const {
        return stage * m_count + static_cast<std::size_t>(batch);
    }

    const PipelineWork& m_work;
    std::vector<std::vector<ScheduledTask>>* m_timeline;
    std::size_t m_stages, m_count;
    std::vector<Clock> m_clocks;
    std::vector<double> m_forward_end, m_backward_end;
    std::vector<std::int64_t> m_copies_to_the_end; ///< by stage, its own included
};

double run(const PipelineWork& work, std::vector<std::vector<ScheduledTask>>* timeline) {
    if (!work.copies.empty()) return CopiesSimulation(work, timeline).run();
    if (work.schedule == ScheduleKind::interleaved) return InterleavedSimulation(work, timeline).run();
    return Simulation(work, timeline).run();
}

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

std::int64_t most_simulated_micro_batches(std::size_t stages, std::int64_t virtual_stages) {
    constexpr std::int64_t most_passes = 1 << 20;
    const auto count = static_cast<std::int64_t>(stages);
    const std::int64_t most = std::max<std::int64_t>(most_passes / (count * virtual_stages + 1), 1);
    return virtual_stages == 1 ? most : std::max<std::int64_t>(most / count, 3) * count;
}

std::int64_t simulated_micro_batches(const PipelineWork& work) {
    const std::int64_t most = most_simulated_micro_batches(work.forward.size(), work.virtual_stages());
    if (work.micro_batches <= most) return work.micro_batches;
    const std::int64_t round = round_of_copies(work, most);
    return most - (round - (work.micro_batches - most) % round) % round;
}

double simulate_pipeline(const PipelineWork& work, std::vector<std::vector<ScheduledTask>>* timeline) {
    const std::int64_t most = simulated_micro_batches(work);
    if (timeline || work.micro_batches <= most) return run(work, timeline);
    PipelineWork shorter = work;
    shorter.micro_batches = most;
    if (!work.copies.empty()) {
        CopiesSimulation simulation(shorter, nullptr);
        const double end = simulation.run();
        return end + static_cast<double>(work.micro_batches - most) * simulation.period();
    }
    return run(shorter, nullptr) + static_cast<double>(work.micro_batches - most) * period_of(work);
}

double simulate_pipeline(ScheduleKind schedule, std::int64_t micro_batches, const std::vector<double>& forward,
                         const std::vector<double>& backward, std::vector<std::vector<ScheduledTask>>* timeline) {
    return simulate_pipeline({schedule, micro_batches, forward, backward}, timeline);
}

} // namespace nest
