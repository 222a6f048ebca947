// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/translatable.h"
#include "io/engine/engine_text.h"
#include "io/engine/writers.h"
#include "schedule/timeline.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace nest::io {

namespace {

using nlohmann::json;

constexpr std::int64_t most_events = 200'000;

/// Microseconds with a resolution of a picosecond, as the format has no larger exponent.
void append_microseconds(std::string& text, double seconds) {
    char digits[64];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, seconds * 1e6, std::chars_format::fixed, 6).ptr);
}

void append_segment(std::string& text, const Segment& segment, std::size_t stage, std::int64_t chunks) {
    text += ",\n{\"ph\":\"X\",\"pid\":0,\"tid\":" + std::to_string(stage) + ",\"name\":\"";
    text += name_of(segment.kind);
    text += segment.micro_batch < 0 ? "\",\"cat\":\"step"
            : segment.backward_pass ? "\",\"cat\":\"backward"
                                    : "\",\"cat\":\"forward";
    text += "\",\"ts\":";
    append_microseconds(text, segment.start);
    text += ",\"dur\":";
    append_microseconds(text, segment.end - segment.start);
    if (segment.micro_batch >= 0) text += ",\"args\":{\"micro_batch\":" + std::to_string(segment.micro_batch);
    if (segment.micro_batch >= 0 && chunks > 1) text += ",\"chunk\":" + std::to_string(segment.chunk);
    if (segment.micro_batch >= 0) text += "}";
    text += "}";
}

/// Micro-batches at each end of the step that the file has room for.
std::int64_t kept_at_each_end(const ScheduleTimeline& timeline) {
    std::int64_t each = 0;
    for (std::size_t stage = 0; stage < timeline.stage_count(); ++stage)
        for (std::int64_t chunk = 0; chunk < timeline.virtual_stages(); ++chunk)
            each += static_cast<std::int64_t>(timeline.parts(stage, false, false, chunk).size() +
                                              timeline.parts(stage, true, false, chunk).size() +
                                              timeline.parts(stage, true, true, chunk).size());
    return std::max<std::int64_t>(most_events / std::max<std::int64_t>(2 * each, 1), 1);
}

/// A track for each stage, named by its layers; those of virtual stages one after the other.
std::string track_names(const Problem& problem, const std::vector<detail::LayerRange>& ranges,
                        const ScheduleTimeline& timeline) {
    const std::size_t stages = timeline.stage_count();
    std::string text = R"({"ph":"M","pid":0,"name":"process_name","args":{"name":"pipeline"}})";
    for (std::size_t stage = 0; stage < stages; ++stage) {
        const auto& layers = problem.model.layers;
        std::string name = "stage " + std::to_string(stage) + ":";
        for (std::size_t at = stage; at < ranges.size(); at += stages) {
            name += (at == stage ? " " : ", ") + layers[static_cast<std::size_t>(ranges[at].first)].id;
            if (ranges[at].end - ranges[at].first > 1)
                name += " to " + layers[static_cast<std::size_t>(ranges[at].end - 1)].id;
        }
        if (timeline.copies(stage) > 1) name += ", first of " + std::to_string(timeline.copies(stage)) + " copies";
        text += ",\n" +
                json{{"ph", "M"}, {"pid", 0}, {"tid", stage}, {"name", "thread_name"}, {"args", {{"name", name}}}}.dump(
                    -1, ' ', false, json::error_handler_t::replace);
    }
    return text;
}

} // namespace

Result<std::string> chrome_trace(const Problem& problem, const Plan& plan, const Evaluation& evaluation) {
    const ScheduleTimeline timeline(plan.schedule, evaluation);
    if (timeline.empty())
        return detail::refusal("trace", Phrase("Engines", QT_TRANSLATE_NOOP("Engines", "its times are not known")));
    const Result<std::vector<detail::LayerRange>> ranges = detail::stage_ranges(problem, plan, "trace");
    if (!ranges) return ranges.diagnostics();

    const std::int64_t all = timeline.micro_batches();
    const std::int64_t each = kept_at_each_end(timeline);
    std::string text = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n" + track_names(problem, *ranges, timeline);
    std::vector<Segment> segments;
    for (std::size_t stage = 0; stage < timeline.stage_count(); ++stage) {
        segments.clear();
        for (std::size_t i = 0; i < timeline.task_count(stage); ++i) {
            const std::int64_t micro_batch = timeline.task(stage, i).micro_batch;
            if (micro_batch < each || micro_batch >= all - each) timeline.append_segments(stage, i, segments);
        }
        const std::vector<Segment> closing = timeline.closing_segments(stage);
        segments.insert(segments.end(), closing.begin(), closing.end());
        for (const Segment& segment : segments)
            append_segment(text, segment, stage, timeline.virtual_stages());
    }
    json other{{"about", detail::heading("Trace of one simulated step", problem, plan, evaluation)},
               {"micro_batches", all},
               {"replicas", "one of " + std::to_string(plan.replicas) + " alike"}};
    if (all > 2 * each || timeline.left_out() > 0) {
        const std::string kept = std::to_string(std::min(each, all));
        other["left_out"] = "all but the first and the last " + kept + " micro-batches";
    }
    return text + "\n],\"otherData\":" + other.dump(-1, ' ', false, json::error_handler_t::replace) + "}\n";
}

} // namespace nest::io
