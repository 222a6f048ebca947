// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "explain/fixed_layout.h"
#include "explain/neighbours.h"
#include "plan/layout_line.h"
#include "plan/pins.h"
#include "plan_fixtures.h"

#include <QTest>

using namespace nest;

namespace {

ModelGraph chain(std::initializer_list<const char*> ids) {
    ModelGraph model;
    for (const char* id : ids) {
        Layer layer;
        layer.id = id;
        model.layers.push_back(std::move(layer));
    }
    for (int i = 1; i < static_cast<int>(model.layers.size()); ++i)
        model.edges.push_back({i - 1, i, 1});
    return model;
}

std::vector<std::int64_t> stages(const ModelGraph& model, const char* pins) {
    return *stages_of_pins(model, *parse_pins(pins));
}
Diagnostic wrong(const ModelGraph& model, const char* pins) {
    return stages_of_pins(model, *parse_pins(pins)).fault();
}

int stage_of(const Plan& plan, int layer) {
    for (std::size_t stage = 0; stage < plan.stages.size(); ++stage)
        for (const int one : plan.stages[stage].layers)
            if (one == layer) return static_cast<int>(stage);
    return -1;
}

} // namespace

class PinsTest : public QObject {
    Q_OBJECT
private slots:
    void textForm() {
        const Result<std::vector<LayerPin>> pins = parse_pins(" block.3:0,40-47 : 2, head:last, ");
        QVERIFY(pins.ok());
        QCOMPARE(*pins, (std::vector<LayerPin>{{"block.3", 0}, {"40-47", 2}, {"head", LayerPin::last}}));
        QCOMPARE(text_of(*pins), std::string("block.3:0, 40-47:2, head:last"));
        QVERIFY(*parse_pins(text_of(*pins)) == *pins);
        QCOMPARE(parse_pins("a:b:1")->front().layers, std::string("a:b")); // an id may hold colons
        QVERIFY(parse_pins("")->empty());
        for (const char* text : {"block.3", "block.3:", ":2", "block.3:-1", "x:first", "x:1.5"})
            QCOMPARE(parse_pins(text).fault().code, ErrorCode::wrong_type);
        QCOMPARE(parse_pins("x:99999999").fault().code, ErrorCode::out_of_range);
    }

    void option() {
        Options options;
        QVERIFY(!set_option_text(options, "pins", "block.3:0, 4-7:2"));
        QCOMPARE(option_text(options, "pins"), std::string("block.3:0, 4-7:2"));
        const Result<Options> again = options_from_json(options_to_json(options), "f");
        QVERIFY(again.ok());
        QVERIFY(*again == options);
        QVERIFY(set_option_text(options, "pins", "block.3"));
        QVERIFY(set_option(options, "pins", 3));
        QVERIFY(!set_option_text(options, "pins", "auto"));
        QVERIFY(options == Options());
        QCOMPARE(option_text(options, "pins"), std::string("auto"));
    }

    void layersAndFaults() {
        const ModelGraph model = chain({"in", "b0", "b1", "b2", "2", "out"});
        const std::int64_t no = unpinned, last = LayerPin::last;
        QCOMPARE(stages(model, "in:0, out:last"), (std::vector<std::int64_t>{0, no, no, no, no, last}));
        QCOMPARE(stages(model, "1-3:2"), (std::vector<std::int64_t>{no, 2, 2, 2, no, no}));
        QCOMPARE(stages(model, "2:1"), (std::vector<std::int64_t>{no, no, no, no, 1, no})); // an id before an index
        QCOMPARE(stages(model, "3:1"), (std::vector<std::int64_t>{no, no, no, 1, no, no}));
        Diagnostic fault = wrong(model, "ouf:1");
        QCOMPARE(fault.code, ErrorCode::unknown_name);
        QCOMPARE(fault.suggestion, std::string("out"));
        QCOMPARE(wrong(model, "4-9:1").code, ErrorCode::out_of_range);
        QCOMPARE(wrong(model, "3-1:1").code, ErrorCode::out_of_range);
        fault = wrong(model, "b0:2, out:1");
        QCOMPARE(fault.code, ErrorCode::inconsistent);
        QCOMPARE(fault.found.text(), std::string("out on stage 1, b0 on stage 2"));
        QCOMPARE(wrong(model, "1-3:1, b1:2").code, ErrorCode::inconsistent);
        QVERIFY(stages_of_pins(model, *parse_pins("b0:1, b1:1, out:1")).ok());

        // The problem refuses them, with the key.
        Options options;
        options.pins = {{"no-such-layer", 0}};
        const Result<Problem> problem = io::find_problem("llama3-8b", "dgx-h100x1", {}, options);
        QVERIFY(!problem.ok());
        QVERIFY2(describe(problem.fault()).find("pins: layer \"no-such-layer\"") != std::string::npos,
                 describe(problem.fault()).c_str());
    }

    /// Llama-3 8B: embedding, 32 blocks, head. Each pin is where it should be in every plan that is found.
    void theSearchObeys() {
        Options options;
        options.pp = std::vector<std::int64_t>{4};
        QVERIFY(!set_option_text(options, "pins", "embedding:0, 5-6:1, block.20:2, head:last"));
        const Problem problem = fixture::preset_problem("llama3-8b", "dgx-h100x1", options);
        const SolveResult result = fixture::solved(problem, 2, 20);
        QCOMPARE(result.status, SolveStatus::optimal);
        QVERIFY(!result.plans.empty());
        const auto index = [&](const char* id) {
            for (std::size_t i = 0; i < problem.model.layers.size(); ++i)
                if (problem.model.layers[i].id == id) return static_cast<int>(i);
            return -1;
        };
        for (const RankedPlan& ranked : result.plans) {
            QCOMPARE(stage_of(ranked.plan, index("embedding")), 0);
            QCOMPARE(stage_of(ranked.plan, 5), 1);
            QCOMPARE(stage_of(ranked.plan, 6), 1);
            QCOMPARE(stage_of(ranked.plan, index("block.20")), 2);
            QCOMPARE(stage_of(ranked.plan, index("head")), 3);
        }
        // The free best plan of four stages obeys its own cuts as pins.
        Problem free = problem;
        free.options.pins.clear();
        const SolveResult best = fixture::solved(free);
        Problem own = free;
        for (std::size_t stage = 0; stage < 4; ++stage) {
            const std::vector<int>& layers = best.plans.front().plan.stages[stage].layers;
            own.options.pins.push_back({std::to_string(layers.front()) + "-" + std::to_string(layers.back()),
                                        stage == 3 ? LayerPin::last : static_cast<std::int64_t>(stage)});
        }
        QVERIFY(fixture::solved(own).plans.front() == best.plans.front());
    }

    void impossiblePins() {
        Options options;
        QVERIFY(!set_option_text(options, "pins", "block.3:6"));
        options.pp = std::vector<std::int64_t>{4};
        Problem problem = fixture::preset_problem("llama3-8b", "dgx-h100x1", options);
        const SolveResult result = fixture::solved(problem);
        QCOMPARE(result.status, SolveStatus::infeasible);
        QVERIFY(result.rejected_counts.count("pins") == 1);
        QVERIFY2(result.why_infeasible.text().find("layer block.3 is pinned to stage 6") != std::string::npos,
                 result.why_infeasible.text().c_str());
        const Result<LayoutLine> line = read_layout("tp1 pp4 dp2 mb1", problem.options);
        const FixedLayout layout = price_layout(problem, line->options, {});
        QCOMPARE(layout.broken.size(), std::size_t(1));
        QCOMPARE(layout.broken.front().rule, LayoutRule::pins);
        // Two neighbours six stages apart leave the stages between without layers.
        problem.options.pins = {{"block.3", 0}, {"block.4", 6}};
        problem.options.pp.reset();
        const SolveResult apart = fixture::solved(problem);
        QCOMPARE(apart.status, SolveStatus::infeasible);
        QVERIFY(apart.rejected_counts.count("memory") == 0);
        QVERIFY2(apart.why_infeasible.text().find("pins leave no layer") != std::string::npos ||
                     apart.why_infeasible.text().find("is pinned to stage 6") != std::string::npos,
                 apart.why_infeasible.text().c_str());
    }

    /// A plan file keeps the pins with its inputs.
    void plansKeepThem() {
        Options options;
        QVERIFY(!set_option_text(options, "pins", "block.3:0, head:last"));
        const Problem problem = fixture::preset_problem("llama3-8b", "dgx-h100x1", options);
        const nlohmann::json json = io::plan_to_json(problem, fixture::solved(problem));
        QCOMPARE(json.at("inputs").at("options").at("pins").get<std::string>(), std::string("block.3:0, head:last"));
        const Result<io::PlanFile> file = io::plan_from_json(json, "plan.json");
        QVERIFY(file.ok());
        QVERIFY(file->problem.options.pins == problem.options.pins);
    }
};

QTEST_APPLESS_MAIN(PinsTest)
#include "test_pins.moc"
