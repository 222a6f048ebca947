// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/limits.h"
#include "base/phrase.h"
#include "io/files.h"
#include "model/layer_edits.h"
#include "network/generators.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>

using namespace nest;
using io::to_json;
using nlohmann::json;

namespace {

/// Three blocks of known sizes, the first of them without experts where there are any.
TransformerConfig transformer(bool experts, bool latent) {
    TransformerConfig c;
    c.name = "small";
    c.family = "own";
    c.layers = 3;
    c.hidden = 64;
    c.heads = 8;
    c.kv_heads = latent ? 8 : 4;
    c.head_dim = latent ? 24 : 8;
    c.ffn = 256;
    c.vocab = 1000;
    if (experts) {
        c.experts = 8;
        c.top_k = 2;
        c.expert_ffn = c.shared_ffn = 32;
        c.dense_blocks = {0};
    }
    if (latent) {
        c.kv_lora_rank = 32;
        c.q_lora_rank = 48;
        c.qk_nope_head_dim = 16;
        c.qk_rope_head_dim = 8;
        c.v_head_dim = 16;
    }
    return c;
}

ModelGraph built(const TransformerConfig& config, bool dropout = false,
                 AttentionKernel attention = AttentionKernel::flash, bool causal = false) {
    BuildSettings settings;
    settings.sequence_length = 128;
    settings.dropout = dropout;
    settings.attention = attention;
    settings.causal_flop = causal;
    return *build_transformer(config, settings);
}

json levels_file() {
    return to_json(*levels_of_generator(*parse_generator("fat-tree:8,4;names=inner,outer")));
}

json device_file() {
    return to_json(*io::find_device("h100-sxm-80gb"));
}

/// What is said of a file with one value changed; empty when it is read.
std::vector<Diagnostic> faults_of(json file, const std::string& pointer, const json& value) {
    file[json::json_pointer(pointer)] = value;
    const auto input = io::read_any(file, "f.json", {});
    return input.ok() ? std::vector<Diagnostic>() : input.diagnostics();
}

json plan_file() {
    Options options;
    options.global_batch = 8;
    options.tp = std::vector<std::int64_t>{1, 2};
    LevelModel levels = *levels_of_generator(*parse_generator("fat-tree:4"));
    const Problem problem =
        *make_problem(built(transformer(false, false)), levels, *io::find_device("h100-sxm-80gb"), options, "four");
    SolveControl control;
    control.top_k = 2;
    return io::plan_to_json(problem, solve(problem, control));
}

} // namespace

class ReaderLimitsTest : public QObject {
    Q_OBJECT

private slots:
    void absurdNumbers_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* kind, const char* pointer, double value, const char* expected) {
            QTest::addRow("%s = %g", pointer, value) << kind << pointer << value << expected;
        };
        row("levels", "/levels/0/latency", 1e30, "0 s to 1 000 s");
        row("levels", "/levels/1/bandwidth", 1e-300, "1 B/s to 1 EB/s");
        row("levels", "/levels/1/bandwidth", 1e30, "1 B/s to 1 EB/s");
        row("levels", "/levels/1/bandwidth", 0, "1 B/s to 1 EB/s");
        row("device", "/launch_overhead", 1e30, "0 s to 1 000 s");
        row("device", "/memory_bandwidth", 1e-300, "1 B/s to 1 EB/s");
        row("device", "/memory_bytes", 1e30, "1 B to 1 EB");
        row("device", "/peak_flops/bf16", 1e30, "1 FLOP/s to 1 ZFLOP/s");
        row("device", "/reserve_bytes", 1e30, "0 B to 1 EB");
        row("model", "/layers/1/operators/0/forward_flop", 1e29, "0 FLOP to 1 000 YFLOP");
        row("model", "/layers/1/operators/0/parameters", 1e20, "0 to 1 000 000 T");
        row("model", "/edges/0/bytes", 1e30, "0 B to 1 000 EB");
    }
    void absurdNumbers() {
        QFETCH(QString, kind);
        QFETCH(QString, pointer);
        QFETCH(double, value);
        QFETCH(QString, expected);
        const json file = kind == "levels"   ? levels_file()
                          : kind == "device" ? device_file()
                                             : to_json(built(transformer(false, false)));
        const auto faults = faults_of(file, pointer.toStdString(), value);
        QCOMPARE(faults.size(), std::size_t(1));
        QCOMPARE(faults.front().code, ErrorCode::out_of_range);
        QCOMPARE(faults.front().pointer, pointer.toStdString());
        QCOMPARE(QString::fromStdString(faults.front().expected.text()), expected);
    }

    void levelNamesAreTheirOwn() {
        const auto faults = faults_of(levels_file(), "/levels/1/name", "inner");
        QCOMPARE(faults.size(), std::size_t(1));
        QCOMPARE(faults.front().code, ErrorCode::duplicate_name);
        QCOMPARE(faults.front().pointer, std::string("/levels/1/name"));
    }

    void unknownKeysOfLevels() {
        json file = levels_file();
        file["abset"] = json::array({31});             // nearly absent
        file["levels"][0]["profiles"] = json::array(); // nearly profile
        file["levels"][1]["latencyy"] = 1;             // nearly a key that is there
        file["my_own_note"] = "anybody's";
        const auto read = io::levels_from_json(file, "f.json");
        QVERIFY(read.ok());
        std::vector<std::string> suggestions;
        for (const Diagnostic& warning : read.diagnostics()) {
            QCOMPARE(warning.severity, Severity::warning);
            suggestions.push_back(warning.pointer + " " + warning.suggestion);
        }
        QCOMPARE(suggestions, (std::vector<std::string>{"/levels/0 profile", "/levels/1 latency", " absent"}));
    }

    void levelsWithoutLevels() { // not the fault of a drawing without nodes
        const auto faults = faults_of(levels_file(), "/levels", nullptr);
        QCOMPARE(faults.size(), std::size_t(1));
        QCOMPARE(faults.front().subject.text(), std::string("levels"));
    }

    void longNames() {
        const std::string megabyte(1 << 20, 'x');
        const json topology = to_json(*topology_of_generator(*parse_generator("fat-tree:2")));
        const json model = to_json(built(transformer(false, false)));
        for (const auto& [file, pointer] : {std::pair{model, "/name"},
                                            {model, "/layers/0/id"},
                                            {levels_file(), "/name"},
                                            {levels_file(), "/levels/0/name"},
                                            {device_file(), "/name"},
                                            {topology, "/name"},
                                            {topology, "/nodes/0/id"}}) {
            const auto faults = faults_of(file, pointer, megabyte);
            QVERIFY2(!faults.empty(), pointer);
            QCOMPARE(faults.front().code, ErrorCode::out_of_range);
            QCOMPARE(faults.front().pointer, std::string(pointer));
            QCOMPARE(faults.front().expected.text(), std::string("at most 200 characters"));
            for (const Diagnostic& fault : faults)
                QVERIFY(describe(fault).size() < 2000);
        }
        std::string chinese;
        for (int i = 0; i < 200; ++i)
            chinese += "\u5c42"; // characters count, not their bytes
        QVERIFY(faults_of(levels_file(), "/levels/0/name", chinese).empty());
        QCOMPARE(faults_of(levels_file(), "/levels/0/name", chinese + "x").front().found.text(),
                 std::string("201 characters"));
    }

    void messagesAreShort() {
        const std::string pasted(100'000, 'y');
        Diagnostic fault = nest::fault(ErrorCode::unknown_name, "/" + pasted, pasted, pasted, pasted);
        fault.file = fault.suggestion = pasted;
        QVERIFY(describe(fault).size() < 4000);
        // The middle goes, and never half a character.
        QCOMPARE(elided(std::string("abcdefghijklmnopqrstuvwxyz"), 12), std::string("abcdefgh...z"));
        QCOMPARE(elided(std::string("short"), 12), std::string("short"));
        std::string chinese;
        for (int i = 0; i < 100; ++i)
            chinese += "\u5c42";
        for (std::size_t most = 10; most < 40; ++most)
            QVERIFY(QString::fromStdString(elided(chinese, most)).indexOf(QChar::ReplacementCharacter) < 0);
    }

    void equalKeysAreFoundOnTheirLine() {
        const auto twice =
            io::parse_json("{\n \"c\": {\"a\": \"\\\"a\\\": {\"},\n \"b\": [{\"a\": 1},\n  {\"a\": 2, \"z\": "
                           "0,\n   \"a\": 3}]}",
                           "f.json");
        QVERIFY(!twice.ok());
        QCOMPARE(twice.fault().code, ErrorCode::duplicate_name);
        QCOMPARE(twice.fault().line, 5);
    }

    void builtModelsAgreeWithThemselves() {
        for (const auto& [experts, latent] : {std::pair{false, false}, {true, false}, {true, true}}) {
            for (const bool dropout : {false, true}) {
                for (const AttentionKernel kernel : {AttentionKernel::flash, AttentionKernel::unfused}) {
                    for (const bool causal : {false, true}) {
                        const ModelGraph model = built(transformer(experts, latent), dropout, kernel, causal);
                        const auto read = io::model_from_json(to_json(model), "f");
                        QVERIFY2(read.ok(), read.ok() ? "" : describe(read.fault()).c_str());
                    }
                }
            }
        }
        for (const std::string& name : io::preset_names("models")) {
            const auto model = io::find_model(name, {});
            QVERIFY(model.ok());
            const auto read = io::model_from_json(to_json(*model), name);
            QVERIFY2(read.ok(), read.ok() ? "" : describe(read.fault()).c_str());
        }
    }

    /// Amounts that a person replaced are no contradiction.
    void editedLayersAgree() {
        for (const char* layer : {"embedding", "block.0", "block.2", "head"}) {
            for (const auto field : {&LayerEdit::parameters, &LayerEdit::forward_flop, &LayerEdit::activation_bytes}) {
                for (const double amount : {0.0, 12345.0}) {
                    ModelGraph model = built(transformer(true, false), true);
                    LayerEdit edit;
                    edit.layer = layer;
                    edit.*field = amount;
                    QVERIFY(apply_layer_edits(model, {edit}).empty());
                    const auto read = io::model_from_json(to_json(model), "f");
                    QVERIFY2(read.ok(), read.ok() ? "" : describe(read.fault()).c_str());
                }
            }
        }
    }

    void editedSizesContradictTheLayers_data() {
        QTest::addColumn<bool>("latent");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        const auto row = [](bool latent, const char* key, const char* value) {
            QTest::addRow("%s = %s", key, value) << latent << key << value;
        };
        for (const auto& [key, value] : {std::pair{"hidden", "128"},
                                         {"heads", "16"},
                                         {"kv_heads", "8"},
                                         {"head_dim", "16"},
                                         {"ffn", "512"},
                                         {"vocab", "2000"},
                                         {"experts", "16"},
                                         {"top_k", "4"},
                                         {"expert_ffn", "64"},
                                         {"shared_ffn", "0"},
                                         {"dense_blocks", "[1]"},
                                         {"tied_embeddings", "true"},
                                         {"qk_norm", "true"},
                                         {"attention_bias", "true"},
                                         {"gated_mlp", "false"},
                                         {"rms_norm", "false"},
                                         {"positions", "4096"}})
            row(false, key, value);
        row(true, "kv_lora_rank", "64");
        row(true, "q_lora_rank", "24");
        row(true, "v_head_dim", "8");
    }
    void editedSizesContradictTheLayers() {
        QFETCH(bool, latent);
        QFETCH(QString, key);
        QFETCH(QString, value);
        const json file = to_json(built(transformer(true, latent)));
        const auto faults = faults_of(file, "/transformer/" + key.toStdString(), json::parse(value.toStdString()));
        QCOMPARE(faults.size(), std::size_t(1));
        QCOMPARE(faults.front().code, ErrorCode::inconsistent);
        QVERIFY(!faults.front().pointer.empty() && !faults.front().expected.empty() && !faults.front().found.empty());
    }

    void editedSequenceLength() {
        const auto faults = faults_of(to_json(built(transformer(false, false))), "/sequence_length", 256);
        QCOMPARE(faults.size(), std::size_t(1));
        QCOMPARE(faults.front().pointer, std::string("/sequence_length"));
        QCOMPARE(faults.front().expected.text(), std::string("128, which the tensors between the layers are made for"));
        QCOMPARE(faults.front().found.text(), std::string("256"));
    }

    void plansSayWhatWasEdited() {
        const json plan = plan_file();
        const auto place = [&](const char* pointer, const json& value) {
            const auto faults = faults_of(plan, pointer, value);
            return faults.empty() ? std::string() : faults.front().pointer;
        };
        QCOMPARE(place("/status", plan.at("status")), std::string());
        QCOMPARE(place("/inputs/model/transformer/vocab", 2000), std::string("/inputs/model/transformer/vocab"));
        QCOMPARE(place("/inputs/model/sequence_length", 256), std::string("/inputs/model/sequence_length"));
        QCOMPARE(place("/inputs/options/version", 2), std::string("/inputs/options/version"));
        QCOMPARE(place("/inputs/options/version", "x"), std::string("/inputs/options/version"));
        QCOMPARE(place("/inputs/options/format", "nest-plan"), std::string("/inputs/options/format"));
    }

    /// A terminal would obey some of them, a table or a script would break at others.
    void namesOnOneLine() {
        for (const char* name : {"two\nlines", "red \x1b[31m", "a\tb", "del\x7f",
                                 "\xc2\x9b"
                                 "31m",
                                 "\xe2\x80\xae"
                                 "abc"}) {
            const auto faults = faults_of(levels_file(), "/levels/0/name", name);
            QCOMPARE(faults.size(), std::size_t(1));
            QCOMPARE(faults.front().code, ErrorCode::out_of_range);
            QVERIFY(is_printable(describe(faults.front())));
        }
        QVERIFY(faults_of(levels_file(), "/levels/0/name", "\u7b2c\u4e00\u5c42 (\u00e9)").empty());
    }

    void editedPricesAreTold() {
        const json plan = plan_file();
        QVERIFY(io::plan_from_json(plan, "p.json").diagnostics().empty());
        for (const char* pointer :
             {"/metrics/step_seconds", "/metrics/mfu", "/metrics/tokens_per_second", "/stages/0/time/forward",
              "/stages/0/memory/total", "/alternatives/0/metrics/throughput_sequences"}) {
            json changed = plan;
            json& value = changed[json::json_pointer(pointer)];
            value = value.get<double>() * 2;
            const auto read = io::plan_from_json(changed, "p.json");
            QVERIFY2(read.ok(), pointer);
            QCOMPARE(read.diagnostics().size(), std::size_t(1));
            QCOMPARE(read.diagnostics().front().severity, Severity::warning);
            QCOMPARE(read.diagnostics().front().pointer, std::string(pointer));
        }
    }
};

QTEST_GUILESS_MAIN(ReaderLimitsTest)
#include "test_reader_limits.moc"
