// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/export.h"
#include "io/files.h"
#include "plan/engines.h"
#include "plan_fixtures.h"
#include "text_fixture.h"

#include <QtTest>
#include <map>
#include <set>
#include <sstream>

using namespace nest;
using namespace nest::fixture;
using nlohmann::json;

namespace {

Options with(const std::map<std::string, std::string>& values) {
    Options options;
    for (const auto& [key, value] : values) {
        if (const auto fault = set_option_text(options, key, value)) throw std::runtime_error(describe(*fault));
    }
    return options;
}

RankedPlan best_of(const Problem& problem) {
    const SolveResult result = solved(problem);
    if (result.plans.empty()) throw std::runtime_error("no plan");
    return result.plans.front();
}

/// A plan whose stages hold the given numbers of layers; priced.
RankedPlan made(const Problem& problem, Plan plan, const std::vector<int>& sizes, Recompute recompute, int zero) {
    plan.stages.clear();
    int next = 0;
    for (const int size : sizes) {
        StagePlan stage;
        stage.recompute = recompute;
        stage.zero = zero;
        for (int i = 0; i < size; ++i)
            stage.layers.push_back(next++);
        plan.stages.push_back(stage);
    }
    const RankGrid packed(plan.strategy, plan.layout, plan.stage_count(), plan.replicas, 1);
    plan.stride = packed.inner() * plan.strategy.width();
    Result<Evaluation> evaluation = evaluate(problem, plan);
    if (!evaluation) throw std::runtime_error(describe(evaluation.fault()));
    return {plan, *evaluation};
}

std::string text_of(const std::string& format, const Problem& problem, const RankedPlan& ranked) {
    Result<std::string> text = io::export_plan(format, problem, ranked.plan, ranked.evaluation);
    if (!text) throw std::runtime_error(describe(text.fault()));
    return *text;
}

/// The fault of a refused export; empty when it is written.
std::string refusal_of(const std::string& format, const Problem& problem, const RankedPlan& ranked) {
    const Result<std::string> text = io::export_plan(format, problem, ranked.plan, ranked.evaluation);
    if (text) return {};
    if (text.fault().code != ErrorCode::plan_refused) return "another code";
    return describe(text.fault());
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

/// "name = value" of a TOML file or a Python module, by the name behind the last dot; the list of modules apart.
struct Settings {
    std::map<std::string, std::string> values;
    std::vector<std::vector<std::string>> modules;
    std::int64_t number(const std::string& key) const { return std::stoll(values.at(key)); }
};
Settings settings_of(const std::string& text) {
    Settings settings;
    for (std::string line : lines_of(text)) {
        line.erase(0, line.find_first_not_of(' '));
        if (line.empty() || line.front() == '#') continue;
        if (line.front() == '[' && line.back() == ',') {
            settings.modules.push_back(json::parse(line.substr(0, line.size() - 1)).get<std::vector<std::string>>());
            continue;
        }
        const std::size_t equals = line.find(" = ");
        if (equals == std::string::npos) continue;
        const std::string name = line.substr(0, equals);
        settings.values[name.substr(name.rfind('.') + 1)] = line.substr(equals + 3);
    }
    return settings;
}

std::int64_t world_of(const Settings& s) {
    return s.number("data_parallel_replicate_degree") * s.number("data_parallel_shard_degree") *
           s.number("tensor_parallel_degree") * s.number("context_parallel_degree") *
           s.number("pipeline_parallel_degree");
}

/// Embedding, blocks from 0 and the head's modules, each once and in order, in stages of the given sizes.
void check_modules(const Settings& settings, const Plan& plan, std::int64_t blocks, const char* output) {
    std::vector<std::string> all, expected{"tok_embeddings"};
    for (std::int64_t i = 0; i < blocks; ++i)
        expected.push_back("layers." + std::to_string(i));
    expected.insert(expected.end(), {"norm", output});
    QCOMPARE(settings.modules.size(), plan.stages.size());
    for (std::size_t stage = 0; stage < settings.modules.size(); ++stage) {
        const auto& part = settings.modules[stage];
        all.insert(all.end(), part.begin(), part.end());
        const std::size_t last = stage + 1 == settings.modules.size() ? 1 : 0; // the head is two modules
        QCOMPARE(part.size(), plan.stages[stage].layers.size() + last);
    }
    QCOMPARE(all, expected);
}

/// Mixtral's blocks on 16 devices: experts by two, stages of 20 and 14 layers.
RankedPlan expert_plan(const Problem& problem, std::int64_t tp, int zero, std::int64_t cp = 1) {
    Plan plan;
    plan.strategy = {tp, 2, cp, tp > 1};
    plan.layout = LayoutKind::dp_inner;
    plan.replicas = 16 / (2 * 2 * tp * cp);
    return made(problem, plan, {20, 14}, Recompute::full, zero);
}

Problem mixtral() {
    return preset_problem("mixtral-8x7b", "dgx-h100x2", with({{"global_batch", "64"}}));
}

struct Row {
    std::int64_t rank, device, node, local, stage, replica, tp, cp, ep, dp;
};
std::vector<Row> rows_of(const std::string& csv) {
    std::vector<Row> rows;
    for (std::string line : lines_of(csv)) {
        if (line.find_first_of("0123456789") != 0) continue;
        std::replace(line.begin(), line.end(), ',', ' ');
        std::istringstream stream(line);
        Row r{};
        stream >> r.rank >> r.device >> r.node >> r.local >> r.stage >> r.replica >> r.tp >> r.cp >> r.ep >> r.dp;
        if (!stream || !(stream >> std::ws).eof()) throw std::runtime_error("row: " + line);
        rows.push_back(r);
    }
    return rows;
}

/// Every process once, where the plan has it.
void check_rows(const std::vector<Row>& rows, const Problem& problem, const Plan& plan) {
    const RankGrid grid(plan);
    QCOMPARE(static_cast<std::int64_t>(rows.size()), plan.devices());
    std::set<std::int64_t> devices;
    std::map<std::int64_t, std::int64_t> seen_of_host; // local numbers follow the present devices of a host
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row& row = rows[i];
        QCOMPARE(row.rank, static_cast<std::int64_t>(i));
        QVERIFY(devices.insert(row.device).second);
        QVERIFY(i == 0 || row.device > rows[i - 1].device);
        const RankPlace place = place_of(grid, row.device);
        QVERIFY(place.used);
        QCOMPARE(row.stage, place.stage);
        QCOMPARE(row.replica, place.replica);
        QCOMPARE(row.tp, place.tensor);
        QCOMPARE(row.cp, place.context);
        QCOMPARE(row.ep, place.expert);
        QCOMPARE(row.dp, row.replica * plan.strategy.ep + row.ep);
        const std::int64_t j = (row.ep * plan.strategy.cp + row.cp) * plan.strategy.tp + row.tp;
        QCOMPARE(grid.rank(row.replica, row.stage, j), row.device);
        QVERIFY(row.device < problem.levels.device_count());
    }
}

} // namespace

class TestExport : public QObject {
    Q_OBJECT
private slots:
    void formats() {
        std::set<std::string> ids, files;
        for (const io::ExportFormat& format : io::export_formats()) {
            QVERIFY(ids.insert(format.id).second);
            QVERIFY(files.insert(format.file_name).second);
            QVERIFY(std::string(format.label).size() > 3);
            QVERIFY(format.file_name.ends_with("." + format.suffix));
        }
        for (const char* id :
             {"megatron", "deepspeed", "torchtitan", "torchtitan-toml", "csv", "hostfile", "rankfile", "chrome-trace"})
            QVERIFY2(ids.count(id) == 1, id);
    }

    void unknownFormats() {
        const Problem problem = preset_problem("llama3-8b", "dgx-h100x2");
        const auto text = io::export_plan("deepsped", problem, best_of(problem).plan, {});
        QVERIFY(!text.ok());
        QCOMPARE(text.fault().code, ErrorCode::unknown_name);
        QCOMPARE(text.fault().suggestion, std::string("deepspeed"));
        QVERIFY(!io::export_plan("csv", problem, Plan(), {}).ok());
    }

    void deepspeed() {
        const Problem problem =
            preset_problem("llama3-70b", "dgx-h100x16", with({{"target", "deepspeed"}, {"global_batch", "256"}}));
        const RankedPlan ranked = best_of(problem);
        const json config = json::parse(text_of("deepspeed", problem, ranked));
        const json& own = config.at("_nest_planner");
        const auto product = config.at("train_micro_batch_size_per_gpu").get<std::int64_t>() *
                             config.at("gradient_accumulation_steps").get<std::int64_t>() *
                             own.at("degrees").at("data").get<std::int64_t>();
        QCOMPARE(product, std::int64_t(256));
        QCOMPARE(config.at("train_batch_size"), json(256));
        QCOMPARE(config.at("zero_optimization").at("stage"), json(ranked.plan.stages.front().zero));
        QCOMPARE(config.at("bf16").at("enabled"), json(true));
        QCOMPARE(config.at("data_types").at("grad_accum_dtype"), json("fp32")); // 4 bytes of gradient per parameter
        QVERIFY(ranked.plan.stage_count() > 1);

        const json& pipeline = own.at("pipeline_module");
        const auto parts = pipeline.at("parts").get<std::vector<int>>();
        QCOMPARE(parts.size(), ranked.plan.stages.size() + 1);
        QCOMPARE(parts.front(), 0);
        QCOMPARE(parts.back(), 82);
        for (std::size_t i = 0; i < ranked.plan.stages.size(); ++i) {
            QCOMPARE(parts[i], ranked.plan.stages[i].layers.front());
            QCOMPARE(parts[i + 1], ranked.plan.stages[i].layers.back() + 1);
        }
        std::int64_t ranks = 1;
        for (const json& size : pipeline.at("topology").at("dims"))
            ranks *= size.get<std::int64_t>();
        QCOMPARE(ranks, ranked.plan.devices());
        QCOMPARE(pipeline.at("topology").at("axes").size(), pipeline.at("topology").at("dims").size());
    }

    /// The order of axes: the last varies fastest, as in ProcessTopology.
    void deepspeedRankOrder() {
        const Problem problem = preset_problem("llama3-8b", "dgx-h100x2", with({{"global_batch", "32"}}));
        for (const LayoutKind layout : {LayoutKind::pp_inner, LayoutKind::dp_inner}) {
            Plan plan;
            plan.strategy = {2, 1, 1, false};
            plan.layout = layout;
            plan.replicas = 2;
            const RankedPlan ranked = made(problem, plan, {12, 9, 7, 6}, Recompute::full, 1);
            const json config = json::parse(text_of("deepspeed", problem, ranked));
            const json& topology = config.at("_nest_planner").at("pipeline_module").at("topology");
            const auto axes = topology.at("axes").get<std::vector<std::string>>();
            const auto dims = topology.at("dims").get<std::vector<std::int64_t>>();
            const RankGrid grid(ranked.plan);
            for (std::int64_t rank = 0; rank < 16; ++rank) {
                const RankPlace place = place_of(grid, rank);
                std::int64_t composed = 0;
                for (std::size_t axis = 0; axis < axes.size(); ++axis) {
                    const std::int64_t coordinate = axes[axis] == "pipe"   ? place.stage
                                                    : axes[axis] == "data" ? place.replica
                                                                           : place.tensor;
                    composed = composed * dims[axis] + coordinate;
                }
                QCOMPARE(composed, rank);
            }
            QCOMPARE(config.at("pipeline").at("activation_checkpoint_interval"), json(1));
        }
    }

    void deepspeedWithoutPipeline() {
        const Problem problem = mixtral();
        Plan plan;
        plan.strategy = {1, 8, 1, false};
        plan.replicas = 2;
        const RankedPlan ranked = made(problem, plan, {34}, Recompute::none, 2);
        const json config = json::parse(text_of("deepspeed", problem, ranked));
        QCOMPARE(config.at("zero_optimization").at("stage"), json(2));
        QCOMPARE(config.at("train_batch_size"), json(64));
        QCOMPARE(config.at("gradient_accumulation_steps"), json(4)); // 64 sequences on 16 ranks, one at a time
        QVERIFY(!config.contains("pipeline"));
        QVERIFY(!config.contains("activation_checkpointing"));
        QVERIFY(!config.at("_nest_planner").contains("pipeline_module"));
        QVERIFY(contains(config.at("_nest_planner").at("notes").dump(), "ep_size=8"));
    }

    /// What an engine can't run is refused with the search's own words.
    void refusals() {
        const Problem problem = preset_problem("llama3-8b", "dgx-h100x2", with({{"global_batch", "32"}}));
        Plan plan;
        plan.replicas = 4;
        plan.strategy = {2, 1, 1, true};
        plan.layout = LayoutKind::dp_inner;
        std::vector<RankedPlan> plans;
        plans.push_back(made(problem, plan, {17, 17}, Recompute::full, 0));
        plans.push_back(made(problem, plan, {17, 17}, Recompute::selective, 1));
        plans.push_back(made(problem, plan, {17, 17}, Recompute::none, 3));
        plans.push_back(made(problem, plan, {17, 17}, Recompute::stage, 2));
        plan.strategy = {1, 1, 2, false};
        plan.layout = LayoutKind::pp_inner;
        plans.push_back(made(problem, plan, {17, 17}, Recompute::none, 0));
        plan.strategy = {2, 1, 1, false};
        plan.schedule = ScheduleKind::gpipe;
        plans.push_back(made(problem, plan, {17, 17}, Recompute::none, 0));
        plans.push_back(plans.front());
        plans.back().plan.stages.front().zero = 1;
        int refused = 0;
        for (const RankedPlan& ranked : plans) {
            const PlanShape shape = shape_of(problem, ranked.plan);
            for (const auto& [format, target] : {std::pair{"deepspeed", "deepspeed"},
                                                 {"torchtitan", "torchtitan"},
                                                 {"torchtitan-toml", "torchtitan"}}) {
                const std::string why = engine_obstacle(target, shape);
                const std::string refusal = refusal_of(format, problem, ranked);
                QCOMPARE(refusal.empty(), why.empty());
                QVERIFY2(contains(refusal, why), refusal.c_str());
                refused += why.empty() ? 0 : 1;
            }
        }
        QVERIFY(refused > 8);
    }

    /// A file that loses layers, holds one twice or in another order is never written.
    void layersInAreLayersOut() {
        const Problem problem = preset_problem("llama3-8b", "dgx-h100x2", with({{"global_batch", "32"}}));
        Plan plan;
        plan.strategy = {2, 1, 1, true};
        plan.layout = LayoutKind::dp_inner;
        plan.replicas = 4;
        RankedPlan whole = made(problem, plan, {17, 17}, Recompute::full, 0);
        RankedPlan serial = whole;
        serial.plan.strategy.sequence_parallel = false; // as DeepSpeed runs it
        QVERIFY(refusal_of("torchtitan", problem, whole).empty());
        QVERIFY(refusal_of("deepspeed", problem, serial).empty());
        for (int change = 0; change < 3; ++change) {
            for (RankedPlan ranked : {whole, serial}) {
                std::vector<int>& layers = ranked.plan.stages.back().layers;
                if (change == 0) layers.pop_back();
                if (change == 1) layers.push_back(layers.back());
                if (change == 2) std::swap(layers.front(), layers.back());
                for (const char* format : {"torchtitan", "torchtitan-toml", "deepspeed", "chrome-trace"})
                    QVERIFY2(!refusal_of(format, problem, ranked).empty(), format);
            }
        }
    }

    void torchtitan_data() {
        QTest::addColumn<int>("zero");
        QTest::addColumn<QString>("reshard");
        QTest::newRow("replicated") << 0 << "\"default\"";
        QTest::newRow("zero 2") << 2 << "\"never\"";
        QTest::newRow("zero 3") << 3 << "\"always\"";
    }
    void torchtitan() {
        QFETCH(int, zero);
        QFETCH(QString, reshard);
        const Problem problem = preset_problem("llama3-8b", "dgx-h100x4", with({{"global_batch", "96"}}));
        Plan plan;
        plan.strategy = {2, 1, 1, true};
        plan.layout = LayoutKind::dp_inner;
        plan.replicas = 4;
        plan.micro_batch = 2;
        const RankedPlan ranked = made(problem, plan, {11, 9, 8, 6}, Recompute::selective, zero);
        const std::int64_t micro_batches = 96 / (4 * 2);

        const Settings module = settings_of(text_of("torchtitan", problem, ranked));
        QCOMPARE(world_of(module), 32);
        QCOMPARE(module.number("data_parallel_shard_degree"), zero == 0 ? 1 : 4);
        QCOMPARE(QString::fromStdString(module.values.at("fsdp_reshard_after_forward")), reshard);
        QCOMPARE(module.number("num_pp_microbatches"), micro_batches);
        QCOMPARE(module.number("num_tokens_per_microbatch_per_dp_rank"), 2 * 8192);
        QCOMPARE(module.number("num_tokens_per_train_step"), 96 * 8192);
        QCOMPARE(module.values.at("pipeline_parallel_schedule"), std::string("\"1F1B\""));
        QCOMPARE(module.values.at("activation_checkpoint"), std::string("SelectiveAC.Config()"));
        check_modules(module, ranked.plan, 32, "lm_head");

        const Settings toml = settings_of(text_of("torchtitan-toml", problem, ranked));
        QCOMPARE(world_of(toml), 32);
        QCOMPARE(toml.number("local_batch_size"), 2 * micro_batches);
        QCOMPARE(toml.number("pipeline_parallel_microbatch_size"), 2);
        QCOMPARE(toml.number("global_batch_size"), 96);
        QCOMPARE(toml.number("seq_len"), 8192);
        QCOMPARE(toml.values.at("mode"), std::string("\"selective\""));
        check_modules(toml, ranked.plan, 32, "output");
    }

    void torchtitanWithoutPipeline() {
        const Problem problem = preset_problem("llama3-8b", "dgx-h100x2", with({{"global_batch", "64"}}));
        Plan plan;
        plan.replicas = 16;
        const RankedPlan ranked = made(problem, plan, {34}, Recompute::full, 3);
        const Settings toml = settings_of(text_of("torchtitan-toml", problem, ranked));
        // The trainer repeats the local batch until the ranks have done the global one.
        QCOMPARE(toml.number("local_batch_size"), 1);
        QCOMPARE(toml.number("global_batch_size") / (toml.number("local_batch_size") * 16),
                 ranked.plan.micro_batches(64));
        QVERIFY(toml.modules.empty());
        const Settings module = settings_of(text_of("torchtitan", problem, ranked));
        QVERIFY(module.values.count("num_pp_microbatches") == 0);
        QCOMPARE(world_of(module), 16);
    }

    void torchtitanExperts() {
        const Problem problem = mixtral();
        const Settings module = settings_of(text_of("torchtitan", problem, expert_plan(problem, 1, 2)));
        QCOMPARE(world_of(module), 16);
        QCOMPARE(module.number("data_parallel_shard_degree"), 8); // four replicas of two expert ranks
        QCOMPARE(module.number("expert_parallel_degree"), 2);
        const Settings toml = settings_of(text_of("torchtitan-toml", problem, expert_plan(problem, 2, 3)));
        QCOMPARE(world_of(toml), 16);
        QCOMPARE(toml.number("expert_parallel_degree"), 2);
        QCOMPARE(toml.number("expert_tensor_parallel_degree"), 2);

        QVERIFY(contains(refusal_of("torchtitan", problem, expert_plan(problem, 1, 0)), "ZeRO 2 or 3"));
        QVERIFY(contains(refusal_of("torchtitan-toml", problem, expert_plan(problem, 1, 0)), "ZeRO 2 or 3"));
        QVERIFY(contains(refusal_of("torchtitan", problem, expert_plan(problem, 2, 2)), "tensor-parallel"));
        QVERIFY(contains(refusal_of("torchtitan-toml", problem, expert_plan(problem, 1, 2, 2)),
                         "take in the context ranks"));
    }

    void torchtitanOfOtherModels() {
        const Problem encoder = preset_problem("bert-large", "dgx-h100x2");
        Plan plan;
        plan.replicas = 16;
        QVERIFY(contains(refusal_of("torchtitan", encoder, made(encoder, plan, {26}, Recompute::none, 2)), "encoder"));
        const Problem problem = random_problem(1);
        const SolveResult result = solved(problem);
        if (!result.plans.empty()) QVERIFY(!refusal_of("torchtitan", problem, result.plans.front()).empty());
    }

    /// Models, networks and layouts of all kinds: absent slots, strides with idle devices, both layouts.
    void rankFilesOfRandomPlans() {
        int plans = 0, gaps = 0, absent = 0;
        for (std::uint64_t seed = 1; seed <= 120; ++seed) {
            const Problem problem = random_problem(seed);
            for (const RankedPlan& ranked : solved(problem, 1, 4).plans) {
                const std::vector<Row> rows = rows_of(text_of("csv", problem, ranked));
                check_rows(rows, problem, ranked.plan);
                check_hosts(rows, problem, ranked);
                ++plans;
                gaps += rows.back().device != rows.back().rank ? 1 : 0;
                absent += problem.levels.absent.empty() ? 0 : 1;
            }
        }
        QVERIFY(plans > 100);
        QVERIFY(gaps > 0);
        QVERIFY(absent > 0);
    }

    void largePlans() {
        const Problem problem = preset_problem("llama3-70b", "dgx-h100x16384", with({{"global_batch", "131072"}}));
        Plan plan;
        plan.strategy = {8, 1, 1, true};
        plan.layout = LayoutKind::dp_inner;
        plan.replicas = 4096;
        const RankedPlan ranked = made(problem, plan, {21, 21, 20, 20}, Recompute::full, 1);
        const std::vector<Row> rows = rows_of(text_of("csv", problem, ranked));
        check_rows(rows, problem, ranked.plan);
        QCOMPARE(rows.back().node, 16383);
        QCOMPARE(rows.back().local, 7);
        const std::vector<std::string> hosts = lines_of(text_of("hostfile", problem, ranked));
        QCOMPARE(hosts.back(), std::string("node16384 slots=8"));
        QCOMPARE(std::count_if(hosts.begin(), hosts.end(), [](const std::string& l) { return l.front() != '#'; }),
                 std::ptrdiff_t(16384));
    }

    /// A rack of 72 accelerators is 18 machines of four.
    void racksAreSeveralHosts() {
        const Problem problem = preset_problem("llama3-8b", "gb200-nvl72x1", with({{"global_batch", "72"}}));
        Plan plan;
        plan.replicas = 72;
        const RankedPlan ranked = made(problem, plan, {34}, Recompute::none, 1);
        const std::vector<Row> rows = rows_of(text_of("csv", problem, ranked));
        QCOMPARE(rows.back().node, 17);
        QCOMPARE(rows.back().local, 3);
    }

    void traces() {
        const Problem problem = preset_problem("llama3-8b", "dgx-h100x2", with({{"global_batch", "32"}}));
        Plan plan;
        plan.strategy = {2, 1, 1, true};
        plan.replicas = 2;
        const RankedPlan ranked = made(problem, plan, {10, 9, 8, 7}, Recompute::full, 1);
        const json trace = json::parse(text_of("chrome-trace", problem, ranked));
        QVERIFY(!trace.at("otherData").contains("left_out"));
        double end = 0;
        std::map<std::int64_t, std::map<std::string, double>> by_kind;
        std::map<std::int64_t, std::set<std::int64_t>> micro_batches;
        int names = 0;
        for (const json& event : trace.at("traceEvents")) {
            if (event.at("ph") == "M") {
                ++names;
                continue;
            }
            const auto stage = event.at("tid").get<std::int64_t>();
            const double seconds = event.at("dur").get<double>() / 1e6;
            QVERIFY(seconds >= 0);
            end = std::max(end, event.at("ts").get<double>() / 1e6 + seconds);
            by_kind[stage][event.at("name").get<std::string>()] += seconds;
            if (event.contains("args")) micro_batches[stage].insert(event["args"]["micro_batch"].get<std::int64_t>());
        }
        QCOMPARE(names, 5);
        QVERIFY(close(end, ranked.evaluation.simulated_step_seconds, 1e-6));
        for (std::size_t i = 0; i < 4; ++i) {
            const StageTime& time = ranked.evaluation.stages[i].time;
            auto& kinds = by_kind[static_cast<std::int64_t>(i)];
            QCOMPARE(micro_batches[static_cast<std::int64_t>(i)].size(), std::size_t(16));
            QVERIFY(close(kinds["forward"], 16 * time.forward, 1e-6));
            QVERIFY(close(kinds["backward"], 16 * time.backward, 1e-6));
            QVERIFY(close(kinds["recompute"], 16 * time.recompute, 1e-6));
            QVERIFY(close(kinds["tp_comm"], 16 * time.tp_comm, 1e-6));
        }
    }

    void longTracesAreShortened() {
        const Problem problem = preset_problem("llama3-8b", "dgx-h100x2", with({{"global_batch", "200000"}}));
        Plan plan;
        plan.replicas = 2;
        const RankedPlan ranked = made(problem, plan, {5, 5, 4, 4, 4, 4, 4, 4}, Recompute::full, 1);
        QCOMPARE(ranked.evaluation.micro_batches, 100000);
        const json trace = json::parse(text_of("chrome-trace", problem, ranked));
        QVERIFY(trace.at("traceEvents").size() > 100'000U);
        QVERIFY(trace.at("traceEvents").size() < 210'000U);
        QVERIFY(trace.at("otherData").contains("left_out"));
        QCOMPARE(trace.at("otherData").at("micro_batches"), json(100000));
        std::set<std::int64_t> kept;
        for (const json& event : trace.at("traceEvents")) {
            if (event.contains("args") && event.at("ph") == "X")
                kept.insert(event["args"]["micro_batch"].get<std::int64_t>());
        }
        QCOMPARE(*kept.begin(), 0);
        QCOMPARE(*kept.rbegin(), 99999);
    }

    /// Names from files can't break out of a comment.
    void namesStayInComments() {
        Problem problem = preset_problem("llama3-8b", "dgx-h100x2", with({{"global_batch", "32"}}));
        problem.model.name = "evil\nimport os\n[training]\nseq_len = 1";
        problem.topology_name = std::string(400, 'x');
        Plan plan;
        plan.replicas = 16;
        const RankedPlan ranked = made(problem, plan, {34}, Recompute::none, 2);
        for (const char* format : {"torchtitan", "torchtitan-toml", "hostfile", "rankfile"}) {
            for (const std::string& line : lines_of(text_of(format, problem, ranked))) {
                QVERIFY2(!line.starts_with("import os") && !line.starts_with("seq_len = 1\n"), format);
                QVERIFY(line.size() < 260);
            }
        }
        QCOMPARE(settings_of(text_of("torchtitan-toml", problem, ranked)).number("seq_len"), 8192);
    }

private:
    /// The host and rank files against the rank table.
    static void check_hosts(const std::vector<Row>& rows, const Problem& problem, const RankedPlan& ranked) {
        std::vector<std::string> host_lines, rank_lines;
        for (const std::string& line : lines_of(text_of("hostfile", problem, ranked)))
            if (line.front() != '#') host_lines.push_back(line);
        for (const std::string& line : lines_of(text_of("rankfile", problem, ranked)))
            if (line.front() != '#') rank_lines.push_back(line);
        std::vector<std::string> expected_hosts;
        std::int64_t processes = 0;
        QCOMPARE(rank_lines.size(), rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::string number = std::to_string(rows[i].node + 1);
            const std::string host = "node" + std::string(4 - std::min<std::size_t>(4, number.size()), '0') + number;
            QCOMPARE(rank_lines[i],
                     "rank " + std::to_string(i) + "=" + host + " slot=" + std::to_string(rows[i].local));
            ++processes;
            if (i + 1 == rows.size() || rows[i + 1].node != rows[i].node) {
                expected_hosts.push_back(host + " slots=" + std::to_string(processes));
                processes = 0;
            }
        }
        QCOMPARE(host_lines, expected_hosts);
    }
};

QTEST_GUILESS_MAIN(TestExport)
#include "test_export.moc"
