// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/evaluation.h"
#include "schedule/interleaved.h"
#include "schedule/simulator.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

/// When every stage does what in one step: the simulator's run, kept so that a chart or a trace can ask for any stage
/// and span of time. Nothing is priced here: the durations are the evaluation's parts of a stage, the starts are the
/// simulator's, and the end of the last segment is the evaluation's simulated step time.
namespace nest {

struct TimelineMiddle;

/// What a span of a stage's time is spent on. Waiting (bubbles) is what lies between segments.
enum class SegmentKind {
    forward,
    backward,
    weight_gradient, ///< of ZB-H1, where it is a task of its own
    recompute,
    tp_comm,
    ep_comm,
    cp_comm,
    zero_comm,    ///< ZeRO 2 and 3: gathered weights, scattered gradients
    transfer_in,  ///< activations from the stage before
    transfer_out, ///< gradients from the stage after, as far as recomputation doesn't hide them
    sync,         ///< once, after the pipeline: gradients (and tied embedding)
    update        ///< once, after the slowest sync: optimizer
};
inline constexpr std::array segment_kinds = {
    SegmentKind::forward,      SegmentKind::backward,  SegmentKind::weight_gradient,
    SegmentKind::recompute,    SegmentKind::tp_comm,   SegmentKind::ep_comm,
    SegmentKind::cp_comm,      SegmentKind::zero_comm, SegmentKind::transfer_in,
    SegmentKind::transfer_out, SegmentKind::sync,      SegmentKind::update};
/// "forward", "tp_comm", ... as in plan files.
std::string_view name_of(SegmentKind kind);
/// Seconds by kind, in the order of segment_kinds.
using KindSeconds = std::array<double, segment_kinds.size()>;

/// A span of one kind. Seconds from the step's begin.
struct Segment {
    SegmentKind kind = SegmentKind::forward;
    bool backward_pass = false;    ///< of a task: which pass it belongs to
    std::int64_t micro_batch = -1; ///< -1 for sync and update
    double start = 0, end = 0;
    std::int64_t chunk = 0; ///< interleaved: the virtual stage
};

/// A part of a pass, the same for every micro-batch of a stage. Seconds from the pass's begin.
struct PassPart {
    SegmentKind kind = SegmentKind::forward;
    double start = 0, end = 0;
};

/// Tasks that aren't kept, of runs longer than the simulator runs one by one. Seconds from the step's begin.
struct TimelineGap {
    std::size_t before = 0; ///< index of the stage's first task after it
    double start = 0, end = 0;
    std::int64_t forwards = 0, backwards = 0, weight_gradients = 0;
};

/// One step of a plan on its stages. 12 bytes a task; segments are derived when asked for. Immutable, so threads may
/// share it. Layers aren't simulated one by one: within a pass each kind is one part, transfers and gathered weights
/// first, other communication after the computation it belongs to. Of a stage with q copies it shows the first one,
/// which runs micro-batches 0, q, 2 q, ...
///
/// Beyond most_simulated_micro_batches() a middle part of the run is left out: the simulator runs that many, and what
/// comes after the middle is moved by the time of the missing ones, which in the full pipeline is the largest load each
/// (1F1B), or the largest forward and later the largest backward (GPipe). gaps() says where.
class ScheduleTimeline {
public:
    ScheduleTimeline() = default;
    /// An evaluation with times that aren't finite gives an empty timeline.
    ScheduleTimeline(ScheduleKind schedule, const Evaluation& evaluation);

    bool empty() const { return m_stages.empty(); }
    std::size_t stage_count() const { return m_stages.size(); }
    std::int64_t micro_batches() const { return m_micro_batches; }
    std::int64_t left_out() const { return m_left_out; } ///< micro-batches in the gaps
    std::size_t task_count() const {
        std::size_t count = 0;
        for (const Stage& stage : m_stages)
            count += stage.starts.size();
        return count;
    } ///< kept ones
    std::int64_t copies(std::size_t stage) const { return m_stages[stage].copies; }
    /// Micro-batches of a stage, or of its first copy.
    std::int64_t micro_batches(std::size_t stage) const { return m_stages[stage].of_copy(m_micro_batches); }
    /// Of one stage: F and B, or F, B and W; of each virtual stage where there are several.
    std::size_t tasks_per_batch() const { return (m_split ? 3 : 2) * static_cast<std::size_t>(m_order.chunks); }
    bool splits_backward() const { return m_split; } ///< weight gradients are tasks of their own
    std::int64_t virtual_stages() const { return m_order.chunks; }

    double pipeline_seconds() const { return m_pipeline; } ///< end of the last task; all stages start to sync then
    double update_start() const { return m_pipeline + m_sync; }
    double step_seconds() const { return m_pipeline + m_sync + m_update; } ///< Evaluation::simulated_step_seconds

    /// Passes of a stage in the order of time. Gradients of one micro-batch make one task (of ZB-H1 two), its forward
    /// another.
    std::size_t task_count(std::size_t stage) const { return m_stages[stage].starts.size(); }
    ScheduledTask task(std::size_t stage, std::size_t index) const;
    /// Index of the first task that ends after `seconds`; task_count(stage) if there is none. O(log m).
    std::size_t first_task_after(std::size_t stage, double seconds) const;
    /// Index of a micro-batch's pass; task_count(stage) if it isn't kept. O(log m).
    std::size_t find_task(std::size_t stage, std::int64_t micro_batch, bool backward, bool weight_gradient = false,
                          std::int64_t chunk = 0) const;
    /// What a pass of the stage consists of; parts of no length are left out.
    const std::vector<PassPart>& parts(std::size_t stage, bool backward, bool weight_gradient = false,
                                       std::int64_t chunk = 0) const {
        const std::uint32_t pass = weight_gradient ? weight_pass : backward ? backward_pass : forward_pass;
        return m_stages[stage].passes[static_cast<std::size_t>(chunk) * 3 + pass].parts;
    }
    const std::vector<PassPart>& parts(std::size_t stage, const ScheduledTask& task) const {
        return parts(stage, task.backward, task.weight_gradient, task.chunk);
    }
    const std::vector<TimelineGap>& gaps(std::size_t stage) const { return m_stages[stage].gaps; }

    /// Appends a task's parts.
    void append_segments(std::size_t stage, std::size_t index, std::vector<Segment>& segments) const;
    /// Sync and update of a stage; those that take no time are left out.
    std::vector<Segment> closing_segments(std::size_t stage) const;
    /// Everything of a stage that lies within a span or reaches into it, in the order of time.
    std::vector<Segment> segments(std::size_t stage, double from, double to) const;

    /// Seconds of the whole step by kind, those left out included.
    KindSeconds totals(std::size_t stage) const;
    /// Seconds the stage waits between the step's begin and the end of the pipeline.
    double bubble_seconds(std::size_t stage) const;
    /// Seconds by kind in each of `columns` equal spans of from..to, what was left out in gaps excepted; what is
    /// missing to a span's length is waiting. O(columns log m), whatever the number of tasks. A `window` longer than a
    /// span takes the average over that many seconds around its middle, within the pipeline: over one period() the
    /// alternation of passes vanishes and what is left is how the stage's time is shared.
    std::vector<KindSeconds> profile(std::size_t stage, double from, double to, std::size_t columns,
                                     double window = 0) const;
    /// Forward and backward of the slowest stage: the time of one more micro-batch in the full pipeline.
    double period() const;

private:
    enum PassIndex : std::uint32_t { forward_pass, backward_pass, weight_pass };
    struct Pass {
        std::vector<PassPart> parts;
        KindSeconds kinds{};
        double seconds = 0;
    };
    struct Stage {
        std::vector<double> starts;
        /// 8 x number + 4 if after the gap + PassIndex. The number is that of the micro-batch in the simulated run,
        /// among those of the copy; with virtual stages how many passes in its direction came before it.
        std::vector<std::uint32_t> codes;
        std::vector<Pass> passes; ///< three for each chunk
        std::vector<TimelineGap> gaps;
        std::int64_t delayed = 0; ///< weight gradients that the stage puts off
        std::int64_t copies = 1;
        double sync = 0, update = 0;
        /// How many of so many micro-batches the first copy has.
        std::int64_t of_copy(std::int64_t batches) const { return (batches + copies - 1) / copies; }
        double seconds_of_batch() const {
            double sum = 0;
            for (const Pass& pass : passes)
                sum += pass.seconds;
            return sum;
        }
    };
    /// Which of the stage's passes a task is.
    std::size_t pass_of(const Stage& stage, std::size_t index) const {
        const std::uint32_t code = stage.codes[index], pass = code & 3;
        if (m_order.chunks == 1) return pass;
        return static_cast<std::size_t>(m_order.chunk(code / 8, pass == backward_pass)) * 3 + pass;
    }
    double end(const Stage& stage, std::size_t index) const {
        return stage.starts[index] + stage.passes[pass_of(stage, index)].seconds;
    }
    void add_chunk(Stage& stage, const StageTime& time, double weight) const;
    void keep(Stage& stage, std::size_t index, const std::vector<ScheduledTask>& tasks,
              const TimelineMiddle& middle) const;
    /// Passes of each kind among the first `index` tasks of a stage without virtual stages.
    std::array<std::int64_t, 3> passes_before(const Stage& stage, std::size_t index) const;
    /// The same of each of its passes; `visit` gets the place in Stage::passes and the number.
    template <typename Visit> void for_passes_before(const Stage& stage, std::size_t index, const Visit& visit) const;
    /// Seconds by kind before a time; `index` is the stage's first task that ends after it.
    KindSeconds seconds_before(const Stage& stage, std::size_t index, double seconds) const;

    std::vector<Stage> m_stages;
    std::int64_t m_micro_batches = 0, m_kept = 0, m_left_out = 0;
    double m_pipeline = 0, m_sync = 0, m_update = 0;
    bool m_split = false;
    InterleavedOrder m_order; ///< of the simulated run
};

} // namespace nest
