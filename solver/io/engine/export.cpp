// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/export.h"

#include "base/translatable.h"
#include "io/engine/megatron_writer.h"
#include "io/engine/writers.h"

namespace nest::io {

namespace {

struct Writer {
    ExportFormat format;
    Result<std::string> (*write)(const Problem&, const Plan&, const Evaluation&);
};

const std::vector<Writer>& writers() {
    static const std::vector<Writer> all{
        {{"megatron", QT_TRANSLATE_NOOP("Export", "Megatron-LM launch script"), "sh", "launch_megatron.sh"},
         [](const Problem& problem, const Plan& plan, const Evaluation& evaluation) {
             return megatron_script(problem, plan, evaluation);
         }},
        {{"deepspeed", QT_TRANSLATE_NOOP("Export", "DeepSpeed configuration"), "json", "ds_config.json"},
         deepspeed_config},
        {{"torchtitan", QT_TRANSLATE_NOOP("Export", "torchtitan configuration module"), "py", "nest_plan.py"},
         torchtitan_module},
        {{"torchtitan-toml", QT_TRANSLATE_NOOP("Export", "torchtitan configuration (TOML, up to release 0.2)"), "toml",
          "nest_plan.toml"},
         torchtitan_toml},
        {{"csv", QT_TRANSLATE_NOOP("Export", "Rank table (CSV)"), "csv", "ranks.csv"}, rank_table},
        {{"hostfile", QT_TRANSLATE_NOOP("Export", "Host file"), "txt", "hostfile.txt"}, hostfile},
        {{"rankfile", QT_TRANSLATE_NOOP("Export", "Rank file (Open MPI)"), "txt", "rankfile.txt"}, rankfile},
        {{"chrome-trace", QT_TRANSLATE_NOOP("Export", "Trace of one step (Chrome, Perfetto)"), "json", "trace.json"},
         chrome_trace},
    };
    return all;
}

} // namespace

const std::vector<ExportFormat>& export_formats() {
    static const std::vector<ExportFormat> formats = [] {
        std::vector<ExportFormat> list;
        for (const Writer& writer : writers())
            list.push_back(writer.format);
        return list;
    }();
    return formats;
}

Result<std::string> export_plan(const std::string& format, const Problem& problem, const Plan& plan,
                                const Evaluation& evaluation, const EngineLaunch* launch) {
    std::vector<std::string> ids;
    for (const Writer& writer : writers()) {
        if (writer.format.id == format) {
            if (plan.stages.empty()) return fault(ErrorCode::inconsistent, "plan", "at least one stage", "none");
            if (!launch) return writer.write(problem, plan, evaluation);
            if (format != "megatron")
                return fault(ErrorCode::unsupported, {}, "format megatron for a command to carry over", format);
            return megatron_script(problem, plan, evaluation, launch);
        }
        ids.push_back(writer.format.id);
    }
    Diagnostic unknown = fault(ErrorCode::unknown_name, "export format", {}, format);
    for (const std::string& id : ids)
        unknown.expected.pattern += (unknown.expected.empty() ? "" : ", ") + id;
    unknown.suggestion = nearest_name(format, ids);
    return unknown;
}

std::string engine_of(const std::string& format) {
    if (format == "megatron" || format == "deepspeed" || format == "torchtitan") return format;
    return format == "torchtitan-toml" ? "torchtitan" : "";
}

std::optional<LaunchWay> export_instead(const std::string& format, const Problem& problem, const SolveResult& result,
                                        int refused, const SolveControl& control) {
    const std::string engine = engine_of(format);
    const std::vector<RankedPlan>& plans = result.plans;
    if (engine.empty() || refused < 0 || static_cast<std::size_t>(refused) >= plans.size()) return {};
    const auto taken = [&](const RankedPlan& plan) {
        return export_plan(format, problem, plan.plan, plan.evaluation).ok();
    };
    if (refused == 0)
        if (auto way = way_to_launch(problem, result, control, engine); way && taken(way->plan)) return way;
    const RankedPlan& own = plans[static_cast<std::size_t>(refused)];
    for (std::size_t i = 0; i < plans.size() && own.evaluation.step_seconds > 0; ++i) {
        if (static_cast<int>(i) == refused || !plans[i].evaluation.fits) continue;
        const Launchable other = launchable(engine, plans[i], static_cast<int>(i), own);
        if (other.tied && taken(plans[i])) return LaunchWay{other, plans[i]};
    }
    return {};
}

} // namespace nest::io
