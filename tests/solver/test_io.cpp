// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/files.h"
#include "network/generators.h"
#include "network/level_extraction.h"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace nest;
using io::to_json;
using nlohmann::json;

namespace {

Profile profile(std::int64_t tp, double seconds) {
    Profile p;
    p.strategy.tp = tp;
    p.forward_seconds = seconds / static_cast<double>(tp);
    p.backward_seconds = 2 * seconds / static_cast<double>(tp);
    p.parameters = 1e6 / static_cast<double>(tp);
    p.activation_bytes = 1e6;
    p.selective_activation_bytes = 5e5;
    if (tp > 1) p.collectives.push_back({CollectiveOp::all_reduce, GroupKind::tensor, Pass::forward, 2e6, 2, 0.25});
    return p;
}

/// Every field of the format has a value of its own.
ModelGraph model() {
    ModelGraph m;
    m.name = "two \"layers\"";
    m.source = "hand";
    m.sequence_length = 128;
    m.hidden_size = 64;
    m.attention_heads = 4;
    m.kv_heads = 2;
    m.ffn_size = 256;
    m.vocab_size = 1000;
    m.experts = 8;
    m.top_k = 2;
    m.assumed = {"ffn_size"};
    Layer a;
    a.id = "a/first~";
    a.kind = LayerKind::embedding;
    a.profiles = {profile(1, 0.01), profile(2, 0.01)};
    a.profiles[0].weight_gradient_seconds = 0.005;
    a.profiles[0].tied_parameters = 10;
    a.profiles[0].forward_flop = 1e9;
    a.profiles[0].selective_flop = 1e8;
    Layer b;
    b.id = "b";
    b.kind = LayerKind::moe;
    b.profiles = {profile(1, 0.02), profile(2, 0.02)};
    b.profiles[1].expert_parameters = 1000;
    Operator op;
    op.name = "up";
    op.kind = OperatorKind::linear;
    op.split = Split::column;
    op.forward_flop = 1e9;
    op.backward_flop = 3e9;
    op.activation_bytes_moved = 1;
    op.weight_bytes = 2;
    op.parameters = 6;
    op.expert_parameters = 4;
    op.input_bytes = 5;
    op.output_bytes = 6;
    op.kv_bytes = 7;
    op.saved_bytes = 8;
    op.selective = true;
    op.top_k = 2;
    b.operators = {op, Operator{}};
    m.layers = {a, b};
    m.edges = {{0, 1, 1e5}};
    return m;
}

LevelModel levels() {
    LevelModel l;
    l.name = "net";
    l.slot_count = 8;
    l.levels = {{"nvlink", 4, 1e11, 1e-6, {}}, {"rack", 8, 1e10, 5e-6, {{CollectiveOp::all_reduce, 8, 1e6, 1e-3}}}};
    l.absent = {7};
    l.finish();
    return l;
}

Device device() {
    Device d;
    d.name = "chip";
    d.memory_bytes = 16e9;
    d.memory_bandwidth = 1e12;
    d.peak_flops = {{"bf16", 1e14}, {"fp32", 5e13}};
    d.matmul_efficiency = 0.5;
    d.memory_efficiency = 0.75;
    d.launch_overhead = 4e-6;
    d.reserve_bytes = 1e9;
    d.reserve_fraction = 0.04;
    d.source = "sheet";
    d.assumed = {"launch_overhead"};
    return d;
}

/// Two blocks, the first of them dense, with every kind of size.
TransformerConfig transformer() {
    TransformerConfig c;
    c.name = "small";
    c.family = "deepseek_v3";
    c.layers = 2;
    c.hidden = 64;
    c.heads = c.kv_heads = 4;
    c.head_dim = 24;
    c.ffn = 256;
    c.vocab = 1000;
    c.experts = 8;
    c.top_k = 2;
    c.expert_ffn = c.shared_ffn = 32;
    c.dense_blocks = {0};
    c.kv_lora_rank = 32;
    c.q_lora_rank = 48;
    c.qk_nope_head_dim = 16;
    c.qk_rope_head_dim = 8;
    c.v_head_dim = 16;
    c.mtp_layers = 1;
    c.max_sequence = 512;
    c.rotary_base = 50000;
    c.rotary_scaling = 2.5;
    c.shared_gate = c.router_bias = c.attention_bias = c.output_bias = true;
    c.assumed = {"vocab_size"};
    return c;
}

Topology topology() {
    Topology t;
    t.name = "drawn";
    t.device = "chip";
    t.source = "hand";
    t.assumed = {"latency"};
    t.nodes = {{"host", NodeKind::host, "", "", 2, {}, {}},
               {"gpu0", NodeKind::device, "chip", "host", 1, 10.0, -20.5},
               {"nic", NodeKind::nic, "", "host", 1, {}, {}},
               {"sw", NodeKind::switch_, "", "", 1, {}, {}}};
    t.links = {{"gpu0", "nic", 5e10, 1e-6, 2}, {"nic", "sw", 5e10, 2e-6, 1}};
    return t;
}

Topology generated() {
    Topology t;
    t.name = "g";
    t.generator = GeneratorSpec{"fat-tree", {8, 4}, {4e11, 5e10}, {1e-6, 2e-6}, {1, 2}, {"in", "out"}};
    return t;
}

Options options() {
    Options o;
    o.global_batch = 8;
    o.micro_batches = std::vector<std::int64_t>{1};
    o.tp = std::vector<std::int64_t>{1, 2};
    o.level_bandwidth["rack"] = {true, 0.5};
    return o;
}

Problem problem() {
    return *make_problem(model(), levels(), device(), options(), "net");
}

SolveResult solved() {
    SolveControl control;
    control.top_k = 3;
    return solve(problem(), control);
}

json options_file(const Options& o) {
    json value = options_to_json(o);
    value["format"] = "nest-options";
    value["version"] = 1;
    return value;
}

json case_file() {
    return {{"model", to_json(model())},
            {"levels", to_json(levels())},
            {"device", to_json(device())},
            {"options", options_file(options())}};
}

/// One document of every kind, by the name of its format.
std::vector<std::pair<std::string, json>> documents() {
    return {{"nest-model", to_json(model())},
            {"nest-model", to_json(*build_transformer(transformer(), {}))},
            {"nest-levels", to_json(levels())},
            {"nest-device", to_json(device())},
            {"nest-topology", to_json(topology())},
            {"nest-topology", to_json(generated())},
            {"nest-options", options_file(options())},
            {"nest-plan", io::plan_to_json(problem(), solved())},
            {"case", case_file()}};
}

Result<io::AnyInput> read(const json& value) {
    return io::read_any(value, "file.json", {});
}

/// Empty when the document follows the schema, else the first violation.
std::string schema_violation(const std::string& format, const json& document) {
    const json schema_json = *io::read_json(NEST_SOURCE_DIR "/resources/schemas/" + format + ".schema.json");
    valijson::Schema schema;
    valijson::SchemaParser parser;
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(schema_json), schema);
    valijson::Validator validator;
    valijson::ValidationResults results;
    if (validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(document), &results)) return {};
    valijson::ValidationResults::Error error;
    results.popError(error);
    std::string place;
    for (const std::string& part : error.context)
        place += part;
    return place + ": " + error.description;
}

void collect_pointers(const json& value, const json::json_pointer& at, std::vector<json::json_pointer>& out) {
    if (out.size() > 400) return;
    out.push_back(at);
    if (value.is_object()) {
        for (const auto& [key, member] : value.items())
            collect_pointers(member, at / key, out);
    } else if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i)
            collect_pointers(value[i], at / i, out);
    }
}

/// A fault says where and what, in one line.
void check_faults(const std::vector<Diagnostic>& faults, bool& good) {
    good = !faults.empty() && faults.size() <= 40;
    for (const Diagnostic& fault : faults) {
        const std::string text = describe(fault);
        good = good && !describe_place(fault).empty() && text.size() > 10 && text.find('\n') == std::string::npos;
    }
}

} // namespace

class IoTest : public QObject {
    Q_OBJECT

private slots:
    void roundTrips();
    void equalKeysAreAFault() {
        const auto twice = io::parse_json("{\"a\": 1, \"b\": {\"c\": 1, \"c\": 2}}", "f.json");
        QVERIFY(!twice.ok());
        QCOMPARE(twice.fault().code, ErrorCode::duplicate_name);
        QCOMPARE(twice.fault().subject.text(), std::string("c"));
        QVERIFY(io::parse_json("[{\"c\": 1}, {\"c\": 2, \"d\": {\"c\": 3}}]", "f.json").ok());
    }
    void transformers();
    void modelsFromTransformers();
    void transformerFaults_data();
    void transformerFaults();
    void planRoundTrip();
    void planFileIsNotTrusted();
    void interleavedPlans();
    void schemas();
    void presetsFollowSchemas();
    void textStartsWithFormat();
    void truncated();
    void mutated();
    void targetedFaults_data();
    void targetedFaults();
    void notJson_data();
    void notJson();
    void deepNesting();
    void faultsAreBounded();
    void misspeltKeys();
    void wholeFiles();
    void unknownContent();
    void presets();
    void scaledPresets();
    void generators();
    void suggestions();
    void sequenceLengthOfProfiledModels();
    void publishedCases();
};

void IoTest::roundTrips() {
    QVERIFY(*io::model_from_json(to_json(model()), "f") == model());
    QVERIFY(*io::levels_from_json(to_json(levels()), "f") == levels());
    QVERIFY(*io::device_from_json(to_json(device()), "f") == device());
    QVERIFY(*io::topology_from_json(to_json(topology()), "f") == topology());
    QVERIFY(*io::topology_from_json(to_json(generated()), "f") == generated());
    Topology leveled;
    leveled.name = "l";
    leveled.levels = levels();
    QVERIFY(*io::topology_from_json(to_json(leveled), "f") == leveled);
    for (const auto& [format, document] : documents()) {
        const auto again = io::parse_json(io::file_text(document), "f");
        QVERIFY(again.ok());
        QVERIFY2(*again == document, format.c_str());
        const auto input = read(document);
        QVERIFY2(input.ok(), input.ok() ? "" : describe(input.fault()).c_str());
    }
    QVERIFY(std::get<Problem>(*read(case_file())) == *make_problem(model(), levels(), device(), options(), "net"));
}

void IoTest::planRoundTrip() {
    const Problem p = problem();
    const SolveResult result = solved();
    QVERIFY(!result.plans.empty());
    const json written = io::plan_to_json(p, result);
    const auto file = io::plan_from_json(written, "p.json");
    QVERIFY2(file.ok(), file.ok() ? "" : describe(file.fault()).c_str());
    QVERIFY(file->problem == p);
    QVERIFY(file->result.plans == result.plans);
    QVERIFY(file->result.status == result.status);
    QVERIFY(io::plan_to_json(file->problem, file->result) == written);

    // Parts that the contract defines by other parts.
    const json& stage = written.at("stages").at(0);
    double sum = 0;
    for (const auto& [key, value] : stage.at("time").items())
        sum += key == "load" ? 0 : value.get<double>();
    QCOMPARE(sum, stage.at("time").at("load").get<double>());
    sum = 0;
    for (const auto& [key, value] : stage.at("memory").items())
        sum += key == "total" || key == "capacity" ? 0 : value.get<double>();
    QCOMPARE(sum, stage.at("memory").at("total").get<double>());
    QVERIFY(stage.at("level_in").is_null());
    const json& s = written.at("strategy");
    QCOMPARE(stage.at("ranks").size(), s.at("replicas").get<std::size_t>());
    QCOMPARE(written.at("stages").size(), s.at("pp").get<std::size_t>());
    QCOMPARE(s.at("dp").get<int>(), s.at("replicas").get<int>() * s.at("ep").get<int>());
}

void IoTest::planFileIsNotTrusted() {
    json written = io::plan_to_json(problem(), solved());
    const double step = written.at("metrics").at("step_seconds");
    written["metrics"]["step_seconds"] = 1e-9;
    const auto file = io::plan_from_json(written, "p.json");
    QVERIFY(file.ok());
    QCOMPARE(file->result.plans.front().evaluation.step_seconds, step);
}

/// Virtual stages come back as they were written, from plan files and from a project's own form.
void IoTest::interleavedPlans() {
    Options options;
    options.schedule = std::vector<ScheduleKind>{ScheduleKind::interleaved};
    options.virtual_stages = std::vector<std::int64_t>{3};
    options.pp = std::vector<std::int64_t>{2, 4};
    const Result<Problem> p = io::find_problem("llama3-8b", "dgx-h100x1", "", options);
    QVERIFY(p.ok());
    SolveControl control;
    control.top_k = 3;
    const SolveResult result = solve(*p, control);
    QVERIFY(!result.plans.empty());
    const Plan& plan = result.plans.front().plan;
    QCOMPARE(plan.virtual_stages(), std::int64_t{3});
    const json written = io::plan_to_json(*p, result);
    QCOMPARE(schema_violation("nest-plan", written), std::string());
    QCOMPARE(written["strategy"]["virtual_stages"].get<int>(), 3);
    QCOMPARE(written["stages"][0]["chunks"].size(), std::size_t{3});
    const auto file = io::plan_from_json(written, "p.json");
    QVERIFY2(file.ok(), file.ok() ? "" : describe(file.fault()).c_str());
    for (std::size_t i = 0; i < result.plans.size(); ++i)
        QVERIFY(file->result.plans[i].plan == result.plans[i].plan);
    QVERIFY(io::plan_to_json(file->problem, file->result) == written);
    json moved = written; // a chunk that the stage's layers don't have
    moved["stages"][0].erase("chunk_layers");
    moved["stages"][0]["chunks"][1][1] = 1;
    QVERIFY(!io::plan_from_json(moved, "p.json").ok());
    moved = written;
    moved["stages"][1].erase("chunk_layers");
    QVERIFY(io::plan_from_json(moved, "p.json").ok());
}

void IoTest::schemas() {
    for (const auto& [format, document] : documents()) {
        if (format == "case") continue;
        const std::string violation = schema_violation(format, document);
        QVERIFY2(violation.empty(), (format + " " + violation).c_str());
        json wrong = document;
        wrong["version"] = "one";
        QVERIFY2(!schema_violation(format, wrong).empty(), format.c_str());
    }
    // A plan's inputs are documents of their own.
    const json plan = io::plan_to_json(problem(), solved());
    for (const auto& [key, format] : {std::pair{"model", "nest-model"},
                                      {"levels", "nest-levels"},
                                      {"device", "nest-device"},
                                      {"options", "nest-options"}}) {
        QCOMPARE(schema_violation(format, plan.at("inputs").at(key)), std::string());
    }
    SolveResult none;
    none.status = SolveStatus::infeasible;
    none.why_infeasible = "no";
    QCOMPARE(schema_violation("nest-plan", io::plan_to_json(problem(), none)), std::string());
}

void IoTest::presetsFollowSchemas() {
    for (const std::string& name : io::preset_names("devices")) {
        const json document = json::parse(*io::preset_text("devices", name));
        QVERIFY2(schema_violation("nest-device", document).empty(), name.c_str());
    }
}

void IoTest::textStartsWithFormat() {
    const std::string text = io::file_text(to_json(device()));
    QVERIFY2(text.starts_with("{\n  \"format\": \"nest-device\",\n  \"version\": 1,\n  \"name\": \"chip\""),
             text.c_str());
    QVERIFY(text.ends_with("}\n"));
    QVERIFY(io::file_text(to_json(levels())).find("\"absent\": [7]") != std::string::npos);
}

void IoTest::truncated() {
    for (const auto& [format, document] : documents()) {
        const std::string text = io::file_text(document);
        for (std::size_t size = 0; size + 2 < text.size(); size += 97) {
            const auto parsed = io::parse_json(text.substr(0, size), "cut.json");
            QVERIFY(!parsed.ok());
            QCOMPARE(parsed.fault().file, std::string("cut.json"));
            if (size > 0) QVERIFY(parsed.fault().line >= 1);
        }
    }
}

void IoTest::mutated() {
    json deep = 1;
    for (int i = 0; i < 100; ++i)
        deep = json::array({deep});
    const std::vector<json> values{nullptr,
                                   -1,
                                   0,
                                   3.5,
                                   1e308,
                                   -1e308,
                                   9007199254740993,
                                   18446744073709551615U,
                                   "x",
                                   "",
                                   true,
                                   json::array(),
                                   json::object(),
                                   json::array({-1, "x", nullptr}),
                                   deep};
    for (const auto& [format, document] : documents()) {
        std::vector<json::json_pointer> places;
        collect_pointers(document, json::json_pointer(), places);
        for (const auto& place : places) {
            for (const json& value : values) {
                json changed = document;
                changed[place] = value;
                const auto input = read(changed);
                bool good = true;
                if (!input.ok()) check_faults(input.diagnostics(), good);
                QVERIFY2(good, (format + place.to_string() + " = " + value.dump()).substr(0, 200).c_str());
            }
            if (place.empty()) continue;
            json changed = document;
            json& parent = changed[place.parent_pointer()];
            if (parent.is_object()) parent.erase(place.back());
            const auto input = read(changed);
            bool good = true;
            if (!input.ok()) check_faults(input.diagnostics(), good);
            QVERIFY2(good, (format + place.to_string()).c_str());
        }
    }
}

void IoTest::targetedFaults_data() {
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<int>("code");
    const auto row = [](const char* format, const char* pointer, const char* value, ErrorCode code) {
        QTest::addRow("%s %s = %s", format, pointer, value)
            << QString(format) << QString(pointer) << QString(value) << static_cast<int>(code);
    };
    row("nest-model", "/layers/0/profiles/0/forward_seconds", "-1", ErrorCode::out_of_range);
    row("nest-model", "/layers/0/profiles/1/tp", "0", ErrorCode::out_of_range);
    row("nest-model", "/layers/0/profiles/1/tp", "1.5", ErrorCode::wrong_type);
    row("nest-model", "/layers/0/profiles/1/collectives/0/op", "\"all_reduc\"", ErrorCode::unknown_name);
    row("nest-model", "/layers/1/id", "\"a/first~\"", ErrorCode::duplicate_name);
    row("nest-model", "/edges/0/to", "\"c\"", ErrorCode::unknown_name);
    row("nest-model", "/edges/0/bytes", "\"many\"", ErrorCode::wrong_type);
    row("nest-model", "/version", "2", ErrorCode::newer_version);
    row("nest-levels", "/levels/0/bandwidth", "0", ErrorCode::out_of_range);
    row("nest-levels", "/levels/1/group_size", "6", ErrorCode::inconsistent);
    row("nest-levels", "/absent/0", "8", ErrorCode::out_of_range);
    row("nest-device", "/memory_bytes", "0", ErrorCode::out_of_range);
    row("nest-device", "/peak_flops", "{}", ErrorCode::out_of_range);
    row("nest-device", "/matmul_efficiency", "1.5", ErrorCode::out_of_range);
    row("nest-topology", "/nodes/1/id", "\"host\"", ErrorCode::duplicate_name);
    row("nest-topology", "/nodes/1/parent", "\"hots\"", ErrorCode::unknown_name);
    row("nest-topology", "/nodes/0/parent", "\"host\"", ErrorCode::inconsistent);
    row("nest-topology", "/links/0/a", "\"nobody\"", ErrorCode::unknown_name);
    row("nest-topology", "/links/0/bandwidth", "-5", ErrorCode::out_of_range);
    row("nest-options", "/tp", "[0]", ErrorCode::out_of_range);
    row("nest-options", "/tpp", "1", ErrorCode::unknown_option);
    row("nest-plan", "/strategy/dp", "99", ErrorCode::inconsistent);
    row("nest-plan", "/status", "\"best\"", ErrorCode::unknown_name);
    row("nest-plan", "/stages/0/layer_ids", "[\"zzz\"]", ErrorCode::unknown_name);
}

void IoTest::targetedFaults() {
    QFETCH(QString, format);
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(int, code);
    for (const auto& [name, document] : documents()) {
        if (name != format.toStdString()) continue;
        json changed = document;
        changed[json::json_pointer(pointer.toStdString())] = json::parse(value.toStdString());
        const auto input = read(changed);
        QVERIFY(!input.ok());
        const Diagnostic& fault = input.fault();
        QVERIFY2(static_cast<int>(fault.code) == code, describe(fault).c_str());
        QCOMPARE(fault.file, std::string("file.json"));
        QVERIFY2(fault.pointer.starts_with(pointer.toStdString()), describe(fault).c_str());
        return;
    }
    QFAIL("no such document");
}

void IoTest::notJson_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("line");
    const auto row = [](const char* name, QByteArray text, ErrorCode code, int line) {
        QTest::addRow("%s", name) << text << static_cast<int>(code) << line;
    };
    row("empty", "", ErrorCode::file_empty, 0);
    row("spaces", " \n ", ErrorCode::file_empty, 0);
    row("words", "hello", ErrorCode::not_json, 1);
    row("second line", "{\n  \"a\": 1,,\n}", ErrorCode::not_json, 2);
    row("two documents", "{}\n{}", ErrorCode::not_json, 2);
    row("NaN", "{\"a\":\n NaN}", ErrorCode::not_finite, 2);
    row("Infinity", "{\"a\": 1,\n\"b\": -Infinity}", ErrorCode::not_finite, 2);
    row("huge", "{\n\n\"a\": 1e999}", ErrorCode::not_finite, 3);
    row("huge exponent", "[1e99999999999999999999]", ErrorCode::not_finite, 1);
    row("binary", QByteArray("\x89PNG\r\n\x1a\n\0\0", 10), ErrorCode::not_json, 1);
    row("bad UTF-8", "{\"a\": \"\xff\xfe\"}", ErrorCode::not_json, 1);
    row("UTF-16", QByteArray("\xff\xfe{\0}\0", 6), ErrorCode::not_json, 1);
}

void IoTest::notJson() {
    QFETCH(QByteArray, text);
    QFETCH(int, code);
    QFETCH(int, line);
    const auto parsed = io::parse_json(text.toStdString(), "x.json");
    QVERIFY(!parsed.ok());
    QVERIFY2(static_cast<int>(parsed.fault().code) == code, describe(parsed.fault()).c_str());
    QCOMPARE(parsed.fault().line, line);
}

void IoTest::deepNesting() {
    for (const char* bracket : {"[", "{\"a\":"}) {
        std::string text;
        for (int i = 0; i < 100000; ++i)
            text += bracket;
        const auto parsed = io::parse_json(text, "deep.json");
        QVERIFY(!parsed.ok());
        QVERIFY(parsed.fault().code == ErrorCode::unsupported);
    }
    QVERIFY(io::parse_json("\"[[[[[[\\\"[[[\"", "s").ok()); // brackets in a string don't nest
    QVERIFY(io::parse_json(std::string(200, '[') + std::string(200, ']'), "s").ok());
    QVERIFY(!io::parse_json(std::string(201, '[') + std::string(201, ']'), "s").ok());
}

void IoTest::transformers() {
    QVERIFY(*io::transformer_from_json(io::transformer_to_json(transformer()), "f") == transformer());
    TransformerConfig plain;
    plain.layers = plain.heads = plain.kv_heads = 2;
    plain.hidden = 8;
    plain.head_dim = 4;
    plain.ffn = 16;
    plain.vocab = 100;
    QVERIFY(*io::transformer_from_json(io::transformer_to_json(plain), "f") == plain);
    // What follows from the rest may be absent.
    const json least{{"layers", 2}, {"hidden", 8}, {"heads", 2}, {"vocab", 100}, {"ffn", 16}};
    QVERIFY(*io::transformer_from_json(least, "f") == plain);
    QVERIFY(schema_violation("nest-model", {{"format", "nest-model"}, {"version", 1}, {"transformer", least}}).empty());
    QVERIFY(!schema_violation("nest-model", {{"format", "nest-model"}, {"version", 1}}).empty());

    const ModelGraph built = *build_transformer(transformer(), {});
    QVERIFY(built.architecture == transformer());
    QVERIFY(*io::model_from_json(to_json(built), "f") == built);

    // Other layers than the transformer's: they count, and it is left aside.
    json fewer = to_json(built);
    fewer["transformer"]["layers"] = 5;
    const auto read_model = io::model_from_json(fewer, "f");
    QVERIFY(read_model.ok());
    QVERIFY(!read_model->architecture);
    QCOMPARE(read_model->layers.size(), std::size_t(4));
    QCOMPARE(read_model.diagnostics().size(), std::size_t(1));
    QVERIFY(read_model.diagnostics().front().severity == Severity::warning);
    QCOMPARE(read_model.diagnostics().front().pointer, std::string("/transformer/layers"));
}

void IoTest::modelsFromTransformers() {
    const json file{{"format", "nest-model"},
                    {"version", 1},
                    {"name", "mine"},
                    {"sequence_length", 128},
                    {"transformer", io::transformer_to_json(transformer())}};
    const auto own = io::model_from_json(file, "f");
    QVERIFY(own.ok());
    QCOMPARE(own->name, std::string("mine"));
    QCOMPARE(own->sequence_length, 128);
    BuildSettings settings;
    settings.sequence_length = 256;
    settings.attention = AttentionKernel::unfused;
    const auto input = io::read_any(file, "f", settings);
    QVERIFY(input.ok());
    ModelGraph expected = *build_transformer(transformer(), settings);
    expected.name = expected.architecture->name = "mine";
    QVERIFY(std::get<ModelGraph>(*input) == expected);

    json with_options = case_file();
    with_options["model"] = file;
    with_options["options"] = {{"sequence_length", 64}, {"global_batch", 8}};
    const auto problem = read(with_options);
    QVERIFY2(problem.ok(), problem.ok() ? "" : describe(problem.fault()).c_str());
    QCOMPARE(std::get<Problem>(*problem).model.sequence_length, 64);
}

void IoTest::transformerFaults_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("pointer");
    const auto row = [](const char* key, const char* value, const char* pointer) {
        QTest::addRow("%s=%s", key, value)
            << QString::fromLatin1(key) << QString::fromLatin1(value) << QString::fromLatin1(pointer);
    };
    row("layers", "\"two\"", "/transformer/layers");
    row("layers", "20000", "/transformer/layers");
    row("hidden", "0", "/transformer/hidden");
    row("vocab", "1e12", "/transformer/vocab");
    row("kv_heads", "3", "/transformer/kv_heads");
    row("top_k", "9", "/transformer/top_k");
    row("dense_blocks", "[1, 0]", "/transformer/dense_blocks");
    row("dense_blocks", "[\"first\"]", "/transformer/dense_blocks/0");
    row("qk_rope_head_dim", "64", "/transformer/head_dim");
    row("gated_mlp", "1", "/transformer/gated_mlp");
    row("positions", "16", "");
}
void IoTest::transformerFaults() {
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, pointer);
    json file{{"format", "nest-model"}, {"version", 1}, {"transformer", io::transformer_to_json(transformer())}};
    file["transformer"][key.toStdString()] = json::parse(value.toStdString());
    BuildSettings settings;
    settings.sequence_length = 32; // more than 16 learned positions
    const auto read_model = io::model_from_json(file, "f.json", {}, settings);
    QVERIFY(!read_model.ok());
    QCOMPARE(QString::fromStdString(read_model.fault().pointer), pointer);
    QCOMPARE(read_model.fault().file, std::string("f.json"));
    if (pointer.isEmpty()) return;
    // Beside layers the same faults are found.
    json both = to_json(*build_transformer(transformer(), {}));
    both["transformer"] = file["transformer"];
    QVERIFY(!io::model_from_json(both, "f.json").ok() || key == QLatin1String("layers"));
}

void IoTest::faultsAreBounded() {
    json wrong = to_json(model());
    for (int i = 0; i < 5000; ++i)
        wrong["layers"].push_back({{"id", i}});
    const auto read_model = io::model_from_json(wrong, "f");
    QVERIFY(!read_model.ok());
    QCOMPARE(read_model.diagnostics().size(), 20U);
}

void IoTest::misspeltKeys() {
    json document = to_json(model());
    document["layers"][0]["profiles"][1]["selective_activation_byte"] = 1;
    document["layers"][0]["profiles"][1].erase("selective_activation_bytes");
    document["my_own_note"] = "kept by whoever wrote it";
    const auto read_model = io::model_from_json(document, "f");
    QVERIFY(read_model.ok());
    QCOMPARE(read_model.diagnostics().size(), std::size_t(1));
    const Diagnostic& warning = read_model.diagnostics().front();
    QVERIFY(warning.severity == Severity::warning);
    QCOMPARE(warning.pointer, std::string("/layers/0/profiles/1"));
    QCOMPARE(warning.suggestion, std::string("selective_activation_bytes"));
    for (const auto& [format, whole] : documents()) {
        const auto input = read(whole);
        for (const Diagnostic& note : input.diagnostics())
            QVERIFY2(note.severity != Severity::warning, describe(note).c_str());
    }
}

void IoTest::wholeFiles() {
    QTemporaryDir folder;
    const std::string path = folder.filePath("a.json").toStdString();
    QVERIFY(!io::write_text(path, "{\"format\": \"nest-x\"}\n").has_value());
    QCOMPARE(*io::read_text(path), std::string("{\"format\": \"nest-x\"}\n"));
    QVERIFY(!io::write_text(path, "[]").has_value());
    QVERIFY(*io::read_json(path) == json::array());
    QVERIFY(!std::filesystem::exists(path + ".part"));

    QVERIFY(io::read_text(folder.path().toStdString()).fault().code == ErrorCode::file_unreadable);
    QVERIFY(io::read_text(path + ".none").fault().code == ErrorCode::file_unreadable);
    QVERIFY(!io::read_text(path + ".none").fault().found.empty());
    const auto failed = io::write_text(folder.filePath("no/such/folder.json").toStdString(), "x");
    QVERIFY(failed.has_value());
    QVERIFY(failed->code == ErrorCode::write_failed);
    QVERIFY(!io::write_text("/dev/null", "x").has_value());
    QVERIFY(std::filesystem::is_character_file("/dev/null"));
    if (std::filesystem::exists("/dev/full")) QVERIFY(io::write_text("/dev/full", "x").has_value());
}

void IoTest::unknownContent() {
    for (const char* text :
         {"{}", "[]", "3", "{\"format\": \"nest-modl\"}", "{\"format\": 5}", "{\"foo\": 1}", "null"}) {
        const auto input = read(json::parse(text));
        QVERIFY(!input.ok());
        QVERIFY(input.fault().code == ErrorCode::wrong_format);
        QVERIFY(input.fault().expected.text().find("nest-model") != std::string::npos); // says what is accepted
        QVERIFY(!input.fault().found.empty());
    }
}

void IoTest::presets() {
    QVERIFY(io::preset_names("models").size() >= 5);
    QVERIFY(io::preset_names("nonsense").empty());
    for (const std::string& name : io::preset_names("models")) {
        const auto found = io::find_model(name, {});
        QVERIFY2(found.ok(), found.ok() ? "" : describe(found.fault()).c_str());
        QVERIFY(!io::preset_title("models", name).empty());
    }
    for (const std::string& name : io::preset_names("devices")) {
        const auto found = io::find_device(name);
        QVERIFY2(found.ok(), found.ok() ? "" : describe(found.fault()).c_str());
        QCOMPARE(found->name, name);
    }
    for (const std::string& name : io::preset_names("topologies")) {
        const auto found = io::find_topology(name);
        QVERIFY2(found.ok(), found.ok() ? "" : describe(found.fault()).c_str());
        const auto built = io::find_problem("llama3-8b", name, "", {});
        QVERIFY2(built.ok(), built.ok() ? "" : describe(built.fault()).c_str());
        QVERIFY(!built->device.name.empty());
    }
}

void IoTest::scaledPresets() {
    const auto built = io::find_problem("llama3-8b", "dgx-h100x16", "", {});
    QVERIFY(built.ok());
    QCOMPARE(built->levels.device_count(), 128); // a DGX H100 holds 8
    QCOMPARE(built->device.name, std::string("h100-sxm-80gb"));
    QVERIFY(!built.diagnostics().empty()); // assumed values are told
    Options four;
    four.nodes = 4;
    QCOMPARE(io::find_problem("llama3-8b", "dgx-h100x16", "", four)->levels.device_count(), 32);
    QCOMPARE(io::find_problem("llama3-8b", "dgx-h100x16", "a100-80gb", {})->device.name, std::string("a100-80gb"));
    QVERIFY(!io::find_topology("dgx-h100x0").ok());
    QVERIFY(!io::find_topology("dgx-h100x99999999999999999999").ok());
}

void IoTest::generators() {
    const auto built = io::find_problem("llama3-8b", "fat-tree:8,4,32", "h100-sxm-80gb", {});
    QVERIFY2(built.ok(), built.ok() ? "" : describe(built.fault()).c_str());
    QCOMPARE(built->levels.device_count(), 8 * 4 * 32);
    // A generator names no device.
    const auto nameless = io::find_problem("llama3-8b", "fat-tree:8,4,32", "", {});
    QVERIFY(!nameless.ok());
    QVERIFY(nameless.fault().code == ErrorCode::missing_key);
    QVERIFY(!io::find_topology("fat-tree:8,x").ok());
}

void IoTest::suggestions() {
    const auto check = [](const auto& result, const char* suggestion) {
        QVERIFY(!result.ok());
        QVERIFY(result.fault().code == ErrorCode::unknown_name);
        QCOMPARE(result.fault().suggestion, std::string(suggestion));
    };
    check(io::find_model("llama3-70", {}), "llama3-70b");
    check(io::find_topology("dgx-h10x128"), "dgx-h100x128");
    check(io::find_device("h100-smx-80gb"), "h100-sxm-80gb");
    // Every fault of a command line at once.
    QCOMPARE(io::find_problem("nope", "nada", "nil", {}).diagnostics().size(), 3U);
}

void IoTest::sequenceLengthOfProfiledModels() {
    QTemporaryDir folder;
    const std::string path = folder.filePath("m.json").toStdString();
    QVERIFY(!io::write_text(path, io::file_text(to_json(model()))).has_value());
    Options o;
    QVERIFY(io::find_model(path, o).ok());
    o.sequence_length = 256;
    QVERIFY(io::find_model(path, o).fault().code == ErrorCode::unsupported);
    o.sequence_length = 128; // its own
    QVERIFY(io::find_model(path, o).ok());
    o.sequence_length = 4096;
    QCOMPARE(io::find_model("llama3-8b", o)->sequence_length, 4096);
}

void IoTest::publishedCases() {
    const std::string folder = NEST_CASES_DIR;
    if (folder.empty() || !std::filesystem::is_directory(folder)) QSKIP("no folder of cases");
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string path = entry.path().string();
        const auto value = io::read_json(path);
        QVERIFY(value.ok());
        const auto input = io::read_any(*value, path, {});
        QVERIFY2(input.ok(), input.ok() ? "" : describe(input.fault()).c_str());
        QVERIFY(std::holds_alternative<Problem>(*input));
        for (const char* part : {"model", "levels", "device"}) {
            const std::string violation = schema_violation(std::string("nest-") + part, value->at(part));
            QVERIFY2(violation.empty(), violation.c_str());
        }
    }
}

QTEST_APPLESS_MAIN(IoTest)
#include "test_io.moc"
