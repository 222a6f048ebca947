// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/options.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <set>

using namespace nest;
using nlohmann::json;

class OptionsTest : public QObject {
    Q_OBJECT

private slots:
    void tableIsComplete();
    void rowsMakeSense();
    void defaultsReadBack();
    void valuesReadBack_data();
    void valuesReadBack();
    void text();
    void levelFamily();
    void faults_data();
    void faults();
    void faultsLeaveOptionsAlone();
    void bareNumbersAreExplained();
    void enginesFullName();
    void jsonObject();
    void jsonFaults();
    void precisionBytes();
};

void OptionsTest::tableIsComplete() {
    // The options of the command line's contract that this version has.
    const std::set<std::string> expected{"global_batch",
                                         "sequence_length",
                                         "micro_batches",
                                         "tp",
                                         "pp",
                                         "dp",
                                         "ep",
                                         "cp",
                                         "sequence_parallel",
                                         "zero",
                                         "zero_uniform",
                                         "recompute",
                                         "recompute_layers",
                                         "schedule",
                                         "layouts",
                                         "pins",
                                         "target",
                                         "max_devices",
                                         "objective",
                                         "max_step_seconds",
                                         "precision",
                                         "attention",
                                         "dropout",
                                         "fused_loss",
                                         "expert_imbalance",
                                         "expert_fold",
                                         "expert_tp",
                                         "memory_capacity",
                                         "reserve_bytes",
                                         "reserve_fraction",
                                         "communicator_bytes",
                                         "overlap_dp",
                                         "overlap_zero",
                                         "nodes",
                                         "level_bandwidth",
                                         "level_latency",
                                         "virtual_stages",
                                         "copies",
                                         "round_up_micro_batches",
                                         "downset_limit"};
    std::set<std::string> keys;
    for (const OptionInfo& info : option_table())
        QVERIFY2(keys.insert(info.key).second, info.key.c_str());
    QCOMPARE(keys, expected);
}

void OptionsTest::rowsMakeSense() {
    for (const OptionInfo& info : option_table()) {
        QVERIFY2(info.group && *info.group && info.label && *info.label && info.help && *info.help, info.key.c_str());
        QCOMPARE(info.choices.size(), info.choice_labels.size());
        QVERIFY2(info.choices.empty() || (info.type == OptionType::choice || info.type == OptionType::choice_list),
                 info.key.c_str());
        QVERIFY(find_option(info.key) != nullptr);
        QVERIFY(info.minimum <= info.maximum);
    }
    QVERIFY(find_option("no_such_option") == nullptr);
    QVERIFY(find_option("tp.x") == nullptr);
    QVERIFY(find_option("level_bandwidth.nvlink") == find_option("level_bandwidth"));
}

void OptionsTest::defaultsReadBack() {
    const Options defaults;
    for (const OptionInfo& info : option_table()) {
        Options options;
        const auto fault = set_option(options, info.key, get_option(defaults, info.key));
        QVERIFY2(!fault, info.key.c_str());
        QVERIFY2(options == defaults, info.key.c_str());
        QVERIFY2(!set_option_text(options, info.key, option_text(defaults, info.key)), info.key.c_str());
        QVERIFY2(options == defaults, info.key.c_str());
        if (info.allows_auto && info.type != OptionType::level_map) {
            QVERIFY2(!set_option(options, info.key, nullptr), info.key.c_str());
            QVERIFY(get_option(options, info.key) == "auto");
        }
    }
    QVERIFY(options_to_json(defaults) == json::object());
}

void OptionsTest::valuesReadBack_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* key, const char* value) {
        QTest::addRow("%s=%s", key, value) << QString(key) << QString(value);
    };
    row("global_batch", "512");
    row("sequence_length", "8192");
    row("micro_batches", "[1,2]");
    row("tp", "[1,8]");
    row("pp", "[4]");
    row("dp", "[3]");
    row("ep", "[1,8]");
    row("cp", "[2]");
    row("sequence_parallel", "\"on\"");
    row("sequence_parallel", "\"off\"");
    row("zero", "[0,1,2,3]");
    row("zero_uniform", "false");
    row("recompute", "[\"none\",\"full\",\"stage\"]");
    row("recompute_layers", "[0,2,4]");
    row("schedule", "[\"1f1b\",\"gpipe\",\"zb-h1\"]");
    row("layouts", "[\"dp-inner\"]");
    row("target", "\"torchtitan\"");
    row("max_devices", "100");
    row("objective", "\"paper\"");
    row("objective", "\"memory\"");
    row("objective", "\"balanced-memory\"");
    row("max_step_seconds", "12.5");
    row("precision", "\"sgd-mixed\"");
    row("attention", "\"unfused\"");
    row("dropout", "true");
    row("fused_loss", "true");
    row("expert_imbalance", "1.25");
    row("memory_capacity", "85899345920.0");
    row("reserve_bytes", "0.0");
    row("reserve_fraction", "0.07");
    row("communicator_bytes", "3e8");
    row("overlap_dp", "0.5");
    row("overlap_zero", "0.9");
    row("nodes", "16");
    row("level_bandwidth", "{\"nvlink\":\"x0.5\",\"rack\":25e9}");
    row("level_latency", "{\"rack\":1e-6}");
    row("level_latency.rack", "\"x2\"");
    row("round_up_micro_batches", "true");
    row("downset_limit", "100");
}

void OptionsTest::valuesReadBack() {
    QFETCH(QString, key);
    QFETCH(QString, value);
    const std::string name = key.toStdString();
    const json given = json::parse(value.toStdString());
    Options options;
    QVERIFY(!set_option(options, name, given));
    QVERIFY(!(options == Options()));
    QVERIFY(get_option(options, name) == given);

    Options from_text;
    const std::string text = option_text(options, name);
    QVERIFY2(!set_option_text(from_text, name, text), text.c_str());
    QVERIFY2(from_text == options, text.c_str());

    const Result<Options> from_json = options_from_json(options_to_json(options), "f");
    QVERIFY(from_json.ok());
    QVERIFY(*from_json == options);
}

void OptionsTest::text() {
    Options options;
    QVERIFY(!set_option_text(options, "tp", "4,2, 2 1"));
    QCOMPARE(*options.tp, (std::vector<std::int64_t>{1, 2, 4}));
    QCOMPARE(option_text(options, "tp"), std::string("1, 2, 4"));
    QVERIFY(!set_option_text(options, "tp", "auto"));
    QVERIFY(!options.tp);
    QVERIFY(!set_option_text(options, "memory_capacity", "40 GiB"));
    QCOMPARE(*options.memory_capacity, 40.0 * 1073741824.0);
    QCOMPARE(option_text(options, "memory_capacity"), std::string("40 GiB"));
    QVERIFY(!set_option_text(options, "fused_loss", "on"));
    QVERIFY(options.fused_loss);
    QVERIFY(!set_option_text(options, "global_batch", "2048"));
    QCOMPARE(options.global_batch, 2048);
    QVERIFY(!set_option_text(options, "recompute", "full, none"));
    QCOMPARE(*options.recompute, (std::vector<Recompute>{Recompute::none, Recompute::full}));
    QVERIFY(!set_option_text(options, "overlap_dp", "50 %"));
    QCOMPARE(options.overlap_dp, 0.5);
    QVERIFY(!set_option(options, "pp", 4)); // a single value is a list of one
    QCOMPARE(*options.pp, (std::vector<std::int64_t>{4}));
    QVERIFY(!set_option(options, "sequence_parallel", true));
    QVERIFY(options.sequence_parallel == Switch::on);
    QVERIFY(!set_option(options, "global_batch", 64.0));
    QCOMPARE(options.global_batch, 64);
}

void OptionsTest::levelFamily() {
    Options options;
    QVERIFY(!set_option_text(options, "level_bandwidth.nvlink", "x0.5"));
    QVERIFY(!set_option_text(options, "level_bandwidth.rack", "400 Gb/s"));
    QVERIFY(!set_option_text(options, "level_latency.rack", "3 us"));
    QCOMPARE(options.level_bandwidth.at("nvlink"), (LevelChange{true, 0.5}));
    QCOMPARE(options.level_bandwidth.at("rack"), (LevelChange{false, 50e9}));
    QCOMPARE(options.level_latency.at("rack"), (LevelChange{false, 3e-6}));
    const json expected{
        {"level_bandwidth.nvlink", "x0.5"}, {"level_bandwidth.rack", 50e9}, {"level_latency.rack", 3e-6}};
    QVERIFY(options_to_json(options) == expected);
    QVERIFY(!set_option_text(options, "level_bandwidth.rack", "auto"));
    QCOMPARE(options.level_bandwidth.size(), 1U);
    QVERIFY(!set_option_text(options, "level_bandwidth", ""));
    QVERIFY(options.level_bandwidth.empty());
}

void OptionsTest::faults_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("suggestion");
    const auto row = [](const char* key, const char* value, ErrorCode code, const char* suggestion = "") {
        QTest::addRow("%s=%s", key, value)
            << QString(key) << QString(value) << static_cast<int>(code) << QString(suggestion);
    };
    row("global_bach", "1", ErrorCode::unknown_option, "global_batch");
    row("level_bandwith.x", "1", ErrorCode::unknown_option, "level_bandwidth.x");
    row("zzzzzz", "1", ErrorCode::unknown_option);
    row("global_batch", "0", ErrorCode::out_of_range);
    row("global_batch", "-4", ErrorCode::out_of_range);
    row("global_batch", "1e300", ErrorCode::out_of_range);
    row("global_batch", "18446744073709551615", ErrorCode::out_of_range);
    row("global_batch", "2.5", ErrorCode::wrong_type);
    row("global_batch", "\"8\"", ErrorCode::wrong_type);
    row("global_batch", "null", ErrorCode::wrong_type);
    row("zero", "[4]", ErrorCode::out_of_range);
    row("tp", "[]", ErrorCode::out_of_range);
    row("tp", "[0]", ErrorCode::out_of_range);
    row("tp", "[1,true]", ErrorCode::wrong_type);
    row("dropout", "1", ErrorCode::wrong_type);
    row("objective", "\"latncy\"", ErrorCode::unknown_name, "latency");
    row("recompute", "[\"ful\"]", ErrorCode::unknown_name, "full");
    row("recompute", "{}", ErrorCode::wrong_type);
    row("overlap_dp", "1.5", ErrorCode::out_of_range);
    row("expert_imbalance", "0.9", ErrorCode::out_of_range);
    row("level_bandwidth.x", "\"half\"", ErrorCode::wrong_type);
    row("level_bandwidth.x", "\"x0\"", ErrorCode::out_of_range);
    row("level_bandwidth.x", "-1", ErrorCode::out_of_range);
    row("level_bandwidth", "5", ErrorCode::wrong_type);
    row("level_bandwidth.x", "25", ErrorCode::out_of_range);
    row("level_latency.x", "5", ErrorCode::out_of_range);
    row("memory_capacity", "40", ErrorCode::out_of_range);
    row("memory_capacity", "999999", ErrorCode::out_of_range);
    row("reserve_bytes", "2", ErrorCode::out_of_range);
    row("communicator_bytes", "300", ErrorCode::out_of_range);
    row("target", "\"megatron-ml\"", ErrorCode::unknown_name, "megatron");
}

void OptionsTest::faults() {
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(int, code);
    QFETCH(QString, suggestion);
    Options options;
    const auto fault = set_option(options, key.toStdString(), json::parse(value.toStdString()));
    QVERIFY(fault.has_value());
    QCOMPARE(static_cast<int>(fault->code), code);
    QCOMPARE(QString::fromStdString(fault->suggestion), suggestion);
    QVERIFY(options == Options());
}

void OptionsTest::faultsLeaveOptionsAlone() {
    Options options;
    QVERIFY(set_option_text(options, "memory_capacity", "80 GGB").has_value());
    QVERIFY(set_option_text(options, "memory_capacity", "nan").has_value());
    QVERIFY(set_option_text(options, "global_batch", "").has_value());
    QVERIFY(set_option_text(options, "dropout", "maybe").has_value());
    QVERIFY(set_option_text(options, "tp", "1,x").has_value());
    QVERIFY(set_option_text(options, "level_bandwidth", "nvlink").has_value());
    QVERIFY(set_option(options, "overlap_dp", std::numeric_limits<double>::infinity()).has_value());
    QVERIFY(options == Options());
}

void OptionsTest::bareNumbersAreExplained() {
    Options options;
    const auto told = [&](const char* key, const char* value) {
        const auto fault = set_option_text(options, key, value);
        return fault ? describe_fault(*fault) : std::string();
    };
    const auto contains = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    QVERIFY(contains(told("memory_capacity", "40"), "a bare number is in bytes; write \"40 GB\""));
    QVERIFY(contains(told("level_bandwidth.nvlink", "25"), "a bare number is in bytes/s; write \"25 GB/s\""));
    QVERIFY(contains(told("level_latency.nvlink", "5"), "a bare number is in seconds; write \"5 us\""));
    QVERIFY(contains(told("reserve_bytes", "2"), "write \"2 GB\""));
    QVERIFY(contains(told("tp", "4-8"), "expected a list such as 4,8 or \"auto\", found \"4-8\""));
    QVERIFY(options == Options());
    QVERIFY(told("reserve_bytes", "0").empty());
    QVERIFY(told("memory_capacity", "1 MB").empty());
    QVERIFY(told("level_bandwidth.nvlink", "1 MB/s").empty());
}

void OptionsTest::enginesFullName() {
    Options options;
    QVERIFY(!set_option_text(options, "target", "megatron-lm"));
    QCOMPARE(options.target, std::string("megatron")); // written by its short name
}

void OptionsTest::jsonObject() {
    const Result<Options> read = options_from_json(
        json::parse(
            R"({"format": "nest-options", "version": 1, "tp": [2], "objective": "paper", "level_latency.pod": "x2"})"),
        "o.json");
    QVERIFY(read.ok());
    QCOMPARE(*read->tp, std::vector<std::int64_t>{2});
    QVERIFY(read->objective == Objective::paper);
    QCOMPARE(read->level_latency.at("pod"), (LevelChange{true, 2}));
}

void OptionsTest::jsonFaults() {
    const Result<Options> read =
        options_from_json(json::parse(R"({"tpp": 1, "zero": 7, "overlap_dp": "a"})"), "o.json", "/options");
    QVERIFY(!read.ok());
    QCOMPARE(read.diagnostics().size(), 3U); // every fault, not only the first
    for (const Diagnostic& d : read.diagnostics()) {
        QCOMPARE(d.file, std::string("o.json"));
        QVERIFY(d.pointer.starts_with("/options/"));
    }
    QVERIFY(!options_from_json(json::array(), "o.json").ok());
}

void OptionsTest::precisionBytes() {
    // ZeRO (Rajbhandari et al. 2020): 2 + 2 + 12; Megatron-LM keeps gradients in fp32.
    QCOMPARE(bytes_of(Precision::zero).gradients, 2.0);
    QCOMPARE(bytes_of(Precision::megatron).gradients, 4.0);
    QCOMPARE(bytes_of(Precision::megatron).weights + bytes_of(Precision::megatron).gradients +
                 bytes_of(Precision::megatron).optimizer,
             18.0);
    QCOMPARE(bytes_of(Precision::fp32).optimizer, 8.0);
    QCOMPARE(bytes_of(Precision::sgd_mixed).optimizer, 4.0);
}

QTEST_APPLESS_MAIN(OptionsTest)
#include "test_options.moc"
