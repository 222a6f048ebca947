// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "schedule/timeline.h"

#include <algorithm>
#include <cmath>

namespace nest {

/// The middle of a run that is left out: which tasks come after it, and how far they move.
struct TimelineMiddle {
    ScheduleKind schedule = ScheduleKind::one_f_one_b;
    std::int64_t left_out = 0;
    std::int64_t batch = 0; ///< GPipe: first micro-batch of the simulated run after the gap, in both directions
    double seconds = 0;     ///< 1F1B: tasks that start from here on come after the gap
    double period = 0;      ///< 1F1B: time of a further micro-batch
    std::vector<double> forward_period, backward_period; ///< GPipe: the same for each stage

    bool after(const ScheduledTask& task) const {
        return left_out > 0 && (schedule == ScheduleKind::gpipe ? task.micro_batch >= batch : task.start >= seconds);
    }
    double move(std::size_t stage, const ScheduledTask& task) const {
        if (left_out == 0) return 0;
        double periods = after(task) ? period : 0;
        if (schedule == ScheduleKind::gpipe) {
            // Backward starts when the last stage has had every forward.
            periods = task.backward ? forward_period.back() : 0;
            if (after(task)) periods += task.backward ? backward_period[stage] : forward_period[stage];
        }
        return static_cast<double>(left_out) * periods;
    }
    /// Whether the gap lies just before tasks[index].
    bool starts_at(const std::vector<ScheduledTask>& tasks, std::size_t index) const {
        if (!after(tasks[index])) return false;
        if (schedule == ScheduleKind::gpipe) return tasks[index].micro_batch == batch;
        return index == 0 || !after(tasks[index - 1]);
    }
};

namespace {

TimelineMiddle middle_of(ScheduleKind schedule, std::int64_t left_out, const std::vector<double>& forward,
                         const std::vector<double>& backward, const std::vector<std::vector<ScheduledTask>>& run) {
    TimelineMiddle middle;
    middle.schedule = schedule;
    middle.left_out = left_out;
    if (left_out == 0) return middle;
    const std::size_t stages = forward.size();
    const std::vector<ScheduledTask>& first = run.front();
    middle.batch = static_cast<std::int64_t>(first.size() / 4);
    middle.seconds = first[first.size() / 2].start;
    for (std::size_t stage = 0; stage < stages; ++stage)
        middle.period = std::max(middle.period, forward[stage] + backward[stage]);
    // A stage gets a forward as fast as the slowest stage before it lets it through, a backward as the slowest behind.
    middle.forward_period = forward;
    middle.backward_period = backward;
    for (std::size_t stage = 1; stage < stages; ++stage) {
        middle.forward_period[stage] = std::max(forward[stage], middle.forward_period[stage - 1]);
        const std::size_t back = stages - 1 - stage;
        middle.backward_period[back] = std::max(backward[back], middle.backward_period[back + 1]);
    }
    return middle;
}

/// Lays the parts of a pass one after the other; what rounding leaves goes to the last.
std::vector<PassPart> laid_out(std::initializer_list<std::pair<SegmentKind, double>> parts, double seconds) {
    std::vector<PassPart> result;
    double at = 0;
    for (const auto& [kind, length] : parts) {
        if (!(length > 0)) continue;
        result.push_back({kind, at, at + length});
        at += length;
    }
    if (!result.empty() && std::abs(at - seconds) <= 1e-9 * seconds) result.back().end = seconds;
    return result;
}

KindSeconds kind_seconds(const std::vector<PassPart>& parts) {
    KindSeconds result{};
    for (const PassPart& part : parts)
        result[static_cast<std::size_t>(part.kind)] += part.end - part.start;
    return result;
}

} // namespace

std::string_view name_of(SegmentKind kind) {
    constexpr std::array<std::string_view, segment_kinds.size()> names = {
        "forward", "backward",  "weight_gradient", "recompute",    "tp_comm", "ep_comm",
        "cp_comm", "zero_comm", "transfer_in",     "transfer_out", "sync",    "update"};
    return names[static_cast<std::size_t>(kind)];
}

ScheduleTimeline::ScheduleTimeline(ScheduleKind schedule, const Evaluation& evaluation) {
    PipelineWork work{schedule, 0, {}, {}, {}};
    std::vector<double>&forward = work.forward, &backward = work.backward;
    for (const StageEvaluation& stage : evaluation.stages) {
        forward.push_back(stage.time.fw);
        backward.push_back(stage.time.bw);
        work.weight_gradient.push_back(stage.time.weight_gradient);
        work.copies.push_back(stage.copies);
        for (const StageTime& chunk : stage.chunks) {
            if (&chunk == &stage.chunks.front()) work.chunk_forward.emplace_back(), work.chunk_backward.emplace_back();
            work.chunk_forward.back().push_back(chunk.fw);
            work.chunk_backward.back().push_back(chunk.bw);
        }
        if (!std::isfinite(stage.time.fw + stage.time.bw)) return;
    }
    if (!std::isfinite(evaluation.sync_seconds + evaluation.update_seconds) || forward.empty() ||
        evaluation.micro_batches < 1)
        return;
    m_micro_batches = work.micro_batches = evaluation.micro_batches;
    const bool copies = std::any_of(work.copies.begin(), work.copies.end(), [](std::int64_t q) { return q > 1; });
    if (!copies) work.copies.clear();
    const std::int64_t chunks = work.virtual_stages();
    m_kept = simulated_micro_batches(work);
    m_order = {m_kept, static_cast<std::int64_t>(forward.size()), chunks};
    m_left_out = m_micro_batches - m_kept;
    std::vector<std::vector<ScheduledTask>> run;
    const double whole_run = copies && m_left_out > 0 ? simulate_pipeline(work) : 0;
    work.micro_batches = m_kept;
    m_split = work.splits_backward();
    m_pipeline = simulate_pipeline(work, &run);
    TimelineMiddle middle = middle_of(schedule, m_left_out, forward, backward, run);
    if (whole_run > 0) middle.period = (whole_run - m_pipeline) / static_cast<double>(m_left_out);
    // As the simulator adds it without a timeline.
    if (m_left_out > 0)
        m_pipeline += static_cast<double>(m_left_out) *
                      (schedule == ScheduleKind::gpipe ? middle.forward_period.back() + middle.backward_period.front()
                                                       : middle.period);
    m_sync = evaluation.sync_seconds;
    m_update = evaluation.update_seconds;
    m_stages.resize(forward.size());
    std::size_t row = 0; // of the run, which has one for each copy
    for (std::size_t index = 0; index < m_stages.size(); ++index) {
        const StageTime& time = evaluation.stages[index].time;
        Stage& stage = m_stages[index];
        const double weight = work.weight_gradient_of(index);
        stage.delayed = static_cast<std::int64_t>(index);
        stage.copies = work.copies_of(index);
        stage.sync = std::min(time.sync, m_sync); // some objectives leave sync and update out of the step
        stage.update = std::min(time.update, m_update);
        if (chunks == 1)
            add_chunk(stage, time, weight);
        else
            for (const StageTime& chunk : evaluation.stages[index].chunks)
                add_chunk(stage, chunk, 0);
        keep(stage, index, run[row], middle);
        run[row] = {};
        row += static_cast<std::size_t>(stage.copies);
    }
}

void ScheduleTimeline::add_chunk(Stage& stage, const StageTime& time, double weight) const {
    std::vector<PassPart> forward_parts = laid_out({{SegmentKind::transfer_in, time.p2p_in},
                                                    {SegmentKind::zero_comm, time.zero_forward},
                                                    {SegmentKind::forward, time.forward},
                                                    {SegmentKind::tp_comm, time.tp_forward},
                                                    {SegmentKind::ep_comm, time.ep_forward},
                                                    {SegmentKind::cp_comm, time.cp_forward}},
                                                   time.fw);
    std::vector<PassPart> backward_parts = laid_out({{SegmentKind::recompute, time.recompute},
                                                     {SegmentKind::transfer_out, time.p2p_out},
                                                     {SegmentKind::backward, time.backward - weight},
                                                     {SegmentKind::tp_comm, time.tp_comm - time.tp_forward},
                                                     {SegmentKind::ep_comm, time.ep_comm - time.ep_forward},
                                                     {SegmentKind::cp_comm, time.cp_comm - time.cp_forward},
                                                     {SegmentKind::zero_comm, time.zero_comm - time.zero_forward}},
                                                    time.bw - weight);
    const auto add = [&stage](std::vector<PassPart> parts, double seconds) {
        const KindSeconds kinds = kind_seconds(parts);
        stage.passes.push_back({std::move(parts), kinds, seconds});
    };
    add(std::move(forward_parts), time.fw);
    add(std::move(backward_parts), time.bw - weight);
    add(laid_out({{SegmentKind::weight_gradient, weight}}, weight), weight);
}

void ScheduleTimeline::keep(Stage& stage, std::size_t index, const std::vector<ScheduledTask>& tasks,
                            const TimelineMiddle& middle) const {
    stage.starts.reserve(tasks.size());
    stage.codes.reserve(tasks.size());
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const ScheduledTask& task = tasks[i];
        const double start = task.start + middle.move(index, task);
        if (middle.starts_at(tasks, i)) {
            const bool gpipe = middle.schedule == ScheduleKind::gpipe;
            const std::int64_t left_out = middle.left_out / stage.copies;
            stage.gaps.push_back({i, i > 0 ? end(stage, i - 1) : 0.0, start, gpipe && task.backward ? 0 : left_out,
                                  gpipe && !task.backward ? 0 : left_out, m_split ? left_out : 0});
        }
        stage.starts.push_back(start);
        const PassIndex pass = task.weight_gradient ? weight_pass : task.backward ? backward_pass : forward_pass;
        const std::int64_t number = m_order.chunks == 1 ? task.micro_batch / stage.copies
                                                        : m_order.pass(task.chunk, task.micro_batch, task.backward);
        stage.codes.push_back(static_cast<std::uint32_t>(number) * 8 + (middle.after(task) ? 4U : 0U) + pass);
    }
}

ScheduledTask ScheduleTimeline::task(std::size_t stage, std::size_t index) const {
    const Stage& here = m_stages[stage];
    const std::uint32_t code = here.codes[index];
    const std::uint32_t pass = code & 3;
    std::int64_t batch = code / 8 * here.copies, chunk = 0;
    if (m_order.chunks > 1) {
        chunk = m_order.chunk(batch, pass == backward_pass);
        batch = m_order.micro_batch(batch);
    }
    return {pass != forward_pass, batch + (code & 4 ? m_left_out : 0),
            here.starts[index],   end(here, index),
            pass == weight_pass,  chunk};
}

std::size_t ScheduleTimeline::first_task_after(std::size_t stage, double seconds) const {
    // Ends aren't stored, but the task before the first that starts later is the only one that can reach beyond.
    const Stage& here = m_stages[stage];
    const auto later = std::upper_bound(here.starts.begin(), here.starts.end(), seconds);
    const auto index = static_cast<std::size_t>(later - here.starts.begin());
    return index > 0 && end(here, index - 1) > seconds ? index - 1 : index;
}

std::array<std::int64_t, 3> ScheduleTimeline::passes_before(const Stage& stage, std::size_t index) const {
    const std::int64_t kept = stage.of_copy(m_kept);
    if (index == stage.codes.size()) return {kept, kept, m_split ? kept : 0};
    // A pass's number is how many of its kind came before it.
    const std::uint32_t code = stage.codes[index];
    const auto same = static_cast<std::int64_t>(code / 8), others = static_cast<std::int64_t>(index) - same;
    // Weight gradients follow their backward passes, the delayed ones behind.
    const auto weights = [&](std::int64_t backwards) {
        return m_split ? std::max<std::int64_t>(0, backwards - stage.delayed) : 0;
    };
    switch (code & 3) {
    case forward_pass: {
        const bool both = m_split && others > stage.delayed;
        const std::int64_t backwards = both ? (others + stage.delayed) / 2 : others;
        return {same, backwards, others - backwards};
    }
    case backward_pass:
        return {others - weights(same), same, weights(same)};
    default: {
        const std::int64_t backwards = std::min(same + stage.delayed + 1, kept);
        return {others - backwards, backwards, same};
    }
    }
}

std::size_t ScheduleTimeline::find_task(std::size_t stage, std::int64_t micro_batch, bool backward,
                                        bool weight_gradient, std::int64_t chunk) const {
    const Stage& here = m_stages[stage];
    if (weight_gradient && !m_split) return here.codes.size();
    const PassIndex pass = weight_gradient ? weight_pass : backward ? backward_pass : forward_pass;
    for (const std::int64_t moved : {std::int64_t{0}, m_left_out}) {
        std::int64_t number = micro_batch - moved;
        if (number < 0 || number >= m_kept || number % here.copies != 0) continue;
        number /= here.copies;
        if (m_order.chunks > 1) {
            const std::int64_t at =
                m_order.task(static_cast<std::int64_t>(stage), m_order.pass(chunk, number, backward), backward);
            const auto index = static_cast<std::size_t>(at);
            if (((here.codes[index] & 4) != 0) == (moved > 0)) return index;
            continue;
        }
        std::size_t low = 0, high = here.codes.size(); // the pass lies in [low, high)
        while (high - low > 1) {
            const std::size_t middle = low + (high - low) / 2;
            (passes_before(here, middle)[pass] <= number ? low : high) = middle;
        }
        if (((here.codes[low] & 4) != 0) == (moved > 0)) return low;
    }
    return here.codes.size();
}

void ScheduleTimeline::append_segments(std::size_t stage, std::size_t index, std::vector<Segment>& segments) const {
    const ScheduledTask pass = task(stage, index);
    for (const PassPart& part : parts(stage, pass))
        segments.push_back(
            {part.kind, pass.backward, pass.micro_batch, pass.start + part.start, pass.start + part.end, pass.chunk});
}

std::vector<Segment> ScheduleTimeline::closing_segments(std::size_t stage) const {
    std::vector<Segment> result;
    const Stage& here = m_stages[stage];
    if (here.sync > 0) result.push_back({SegmentKind::sync, false, -1, m_pipeline, m_pipeline + here.sync});
    if (here.update > 0)
        result.push_back({SegmentKind::update, false, -1, update_start(), update_start() + here.update});
    return result;
}

std::vector<Segment> ScheduleTimeline::segments(std::size_t stage, double from, double to) const {
    std::vector<Segment> result;
    const Stage& here = m_stages[stage];
    for (std::size_t i = first_task_after(stage, from); i < here.starts.size() && here.starts[i] < to; ++i)
        append_segments(stage, i, result);
    for (const Segment& segment : closing_segments(stage))
        result.push_back(segment);
    std::erase_if(result, [&](const Segment& segment) { return segment.end <= from || segment.start >= to; });
    return result;
}

KindSeconds ScheduleTimeline::totals(std::size_t stage) const {
    const Stage& here = m_stages[stage];
    KindSeconds result{};
    for (std::size_t kind = 0; kind < result.size(); ++kind) {
        for (const Pass& pass : here.passes)
            result[kind] += pass.kinds[kind];
        result[kind] *= static_cast<double>(micro_batches(stage));
    }
    result[static_cast<std::size_t>(SegmentKind::sync)] = here.sync;
    result[static_cast<std::size_t>(SegmentKind::update)] = here.update;
    return result;
}

double ScheduleTimeline::bubble_seconds(std::size_t stage) const {
    const Stage& here = m_stages[stage];
    const double busy = static_cast<double>(micro_batches(stage)) * here.seconds_of_batch();
    return std::max(0.0, m_pipeline - busy);
}

template <typename Visit>
void ScheduleTimeline::for_passes_before(const Stage& stage, std::size_t index, const Visit& visit) const {
    if (m_order.chunks == 1) {
        const std::array<std::int64_t, 3> before = passes_before(stage, index);
        for (std::size_t pass = 0; pass < before.size(); ++pass)
            visit(pass, before[pass]);
        return;
    }
    const auto count = static_cast<std::int64_t>(index);
    const std::int64_t forwards = m_order.forwards_among(&stage - m_stages.data(), count);
    for (std::int64_t chunk = 0; chunk < m_order.chunks; ++chunk)
        for (const bool backward : {false, true})
            visit(static_cast<std::size_t>(chunk) * 3 + (backward ? backward_pass : forward_pass),
                  m_order.passes_of(chunk, backward ? count - forwards : forwards, backward));
}

KindSeconds ScheduleTimeline::seconds_before(const Stage& stage, std::size_t index, double seconds) const {
    KindSeconds result{};
    for_passes_before(stage, index, [&](std::size_t pass, std::int64_t count) {
        const auto times = static_cast<double>(count);
        for (std::size_t kind = 0; kind < result.size() && times > 0; ++kind)
            result[kind] += times * stage.passes[pass].kinds[kind];
    });
    if (index < stage.starts.size()) {
        const double elapsed = seconds - stage.starts[index];
        for (const PassPart& part : stage.passes[pass_of(stage, index)].parts) {
            if (elapsed <= part.start) break;
            result[static_cast<std::size_t>(part.kind)] += std::min(elapsed, part.end) - part.start;
        }
    }
    result[static_cast<std::size_t>(SegmentKind::sync)] = std::clamp(seconds - m_pipeline, 0.0, stage.sync);
    result[static_cast<std::size_t>(SegmentKind::update)] = std::clamp(seconds - update_start(), 0.0, stage.update);
    return result;
}

double ScheduleTimeline::period() const {
    double longest = 0;
    for (const Stage& stage : m_stages)
        longest = std::max(longest, stage.seconds_of_batch());
    return longest;
}

std::vector<KindSeconds> ScheduleTimeline::profile(std::size_t stage, double from, double to, std::size_t columns,
                                                   double window) const {
    std::vector<KindSeconds> result(columns);
    const Stage& here = m_stages[stage];
    // The next column is near: a few steps first, then the search.
    const auto before = [&](std::size_t& index, double seconds) {
        for (int step = 0; step < 4 && index < here.starts.size() && end(here, index) <= seconds; ++step)
            ++index;
        if (index < here.starts.size() && end(here, index) <= seconds) index = first_task_after(stage, seconds);
        return seconds_before(here, index, seconds);
    };
    const double width = (to - from) / static_cast<double>(columns);
    const bool averaged = window > width;
    std::size_t left = first_task_after(stage, averaged ? from - window : from), right = left;
    KindSeconds last{};
    if (!averaged) last = before(left, from);
    for (std::size_t column = 0; column < columns; ++column) {
        double end = from + width * static_cast<double>(column + 1), scale = 1;
        if (averaged) {
            // What comes once, after the pipeline, is not averaged with it.
            const double middle = end - width / 2;
            const bool once = middle >= m_pipeline;
            const double start = once ? end - width : std::max(std::min(0.0, from), middle - window / 2);
            if (!once) end = std::min(m_pipeline, middle + window / 2);
            last = before(left, start);
            scale = width / (end - start);
        }
        const KindSeconds now = before(right, end);
        for (std::size_t kind = 0; kind < now.size(); ++kind)
            result[column][kind] = (now[kind] - last[kind]) * scale;
        last = now;
    }
    return result;
}

} // namespace nest
