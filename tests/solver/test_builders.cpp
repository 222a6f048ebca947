// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model_fixtures.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace nest;
using namespace nest::fixture;

namespace {

nlohmann::json hf(const std::string& name) {
    return json_file(std::string(NEST_TEST_DATA) + "/hf/" + name + ".json");
}

TransformerConfig config_of(const nlohmann::json& json) {
    auto config = read_hf_config(json, "config.json");
    if (!config.ok()) throw std::runtime_error(describe(config.fault()));
    return *config;
}

ModelGraph built(const std::string& name, const BuildSettings& settings = {}) {
    auto model = build_transformer(config_of(hf(name)), settings);
    if (!model.ok()) throw std::runtime_error(describe(model.fault()));
    return *model;
}

double parameters_of(const Layer& layer) {
    double sum = 0;
    for (const Operator& op : layer.operators)
        sum += op.parameters;
    return sum;
}

Diagnostic fault_of(const nlohmann::json& json) {
    const auto config = read_hf_config(json, "config.json");
    if (config.ok()) throw std::runtime_error("accepted: " + json.dump());
    return config.fault();
}

bool assumes(const ModelGraph& model, const std::string& what) {
    return std::find(model.assumed.begin(), model.assumed.end(), what) != model.assumed.end();
}

} // namespace

class TestBuilders : public QObject {
    Q_OBJECT
private slots:
    /// Counts of the published checkpoints, and of one block by the usual formulas.
    void families_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<double>("total");
        QTest::addColumn<double>("block");
        const auto row = [](const char* file, double total, double block) {
            QTest::newRow(file) << QString::fromLatin1(file) << total << block;
        };
        row("gpt2-medium", 354'823'168.0, 12'596'224.0);
        row("bert-base", 109'482'240.0, 7'087'872.0);
        row("llama-1-7b", 6'738'415'616.0, 202'383'360.0);
        row("mistral-7b", 7'241'732'096.0, 218'112'000.0);
        row("mistral-nemo", 12'247'782'400.0, 272'640'000.0);
        row("mixtral-32000", 140'620'634'112.0, 2'504'060'928.0);
        row("qwen2-0.5b", 494'032'768.0, 14'912'384.0);
        row("qwen3-0.6b", 596'049'920.0, 15'730'944.0);
        row("qwen3-moe-30b", 30'532'122'624.0, 623'120'640.0);
        row("qwen2-moe-a2.7b", 14'315'784'192.0, 570'560'512.0);
        row("deepseek-v2-lite", 15'706'484'224.0, 81'007'104.0); // the first block has no experts
        row("deepseek-v3", 671'026'419'200.0, 583'483'392.0);
        row("kimi-k2", 1'026'408'232'448.0, 497'500'160.0);
    }
    void families() {
        QFETCH(QString, file);
        QFETCH(double, total);
        QFETCH(double, block);
        const ModelGraph model = built(file.toStdString());
        QCOMPARE(model.parameters(), total);
        QCOMPARE(parameters_of(model.layers[1]), block);
        QVERIFY(check_model(model).empty());
        QVERIFY(model.source.starts_with("builder:"));
    }

    void layers_form_a_chain_of_equal_blocks() {
        const ModelGraph model = built("llama-1-7b");
        QCOMPARE(model.layers.size(), std::size_t(34));
        QCOMPARE(model.layers.front().kind, LayerKind::embedding);
        QCOMPARE(model.layers.back().kind, LayerKind::head);
        QCOMPARE(model.layers[32].id, std::string("block.31"));
        for (std::size_t i = 2; i < 33; ++i)
            QCOMPARE(model.layers[i].operators, model.layers[1].operators);
        QCOMPARE(model.edges.size(), std::size_t(33));
        for (int i = 0; i < 33; ++i) {
            QCOMPARE(model.edges[static_cast<std::size_t>(i)], (Edge{i, i + 1, 2.0 * 2048 * 4096}));
        }
        QCOMPARE(built("qwen3-moe-30b").layers[1].kind, LayerKind::moe);
    }

    void sizes_reach_the_model() {
        const ModelGraph model = built("qwen3-moe-30b");
        QCOMPARE(model.hidden_size, 2048);
        QCOMPARE(model.attention_heads, 32);
        QCOMPARE(model.kv_heads, 4);
        QCOMPARE(model.ffn_size, 768);
        QCOMPARE(model.experts, 128);
        QCOMPARE(model.top_k, 8);
        QCOMPARE(model.vocab_size, 151936);
        QVERIFY(!model.tied_embeddings);
        QVERIFY(built("gpt2-medium").tied_embeddings);
        QVERIFY(built("qwen2-0.5b").tied_embeddings);
    }

    /// Counts of blocks with experts, from the formulas of the families.
    void experts_in_some_blocks() {
        const ModelGraph lite = built("deepseek-v2-lite");
        QCOMPARE(lite.layers[1].kind, LayerKind::transformer);
        for (std::size_t i = 2; i < 28; ++i) {
            QCOMPARE(lite.layers[i].kind, LayerKind::moe);
            QCOMPARE(parameters_of(lite.layers[i]), 584'847'872.0);
        }
        QVERIFY(!lite.architecture->router_bias); // the biases of V3's routers are among its published parameters
        QCOMPARE(parameters_of(built("deepseek-v3").layers[4]), 11'507'286'272.0);
        QCOMPARE(built("deepseek-v3").layers[3].kind, LayerKind::transformer);
        QCOMPARE(config_of(hf("deepseek-v3")).dense_blocks, (std::vector<std::int64_t>{0, 1, 2}));

        nlohmann::json json = hf("deepseek-v2-lite");
        json["moe_layer_freq"] = 10;
        std::vector<std::int64_t> dense;
        for (std::int64_t i = 0; i < 27; ++i) {
            if (i != 10 && i != 20) dense.push_back(i);
        }
        QCOMPARE(config_of(json).dense_blocks, dense);

        json = hf("qwen3-moe-30b");
        json["decoder_sparse_step"] = 2; // blocks 1, 3, 5, ...
        json["mlp_only_layers"] = {3};
        const ModelGraph sparse = *build_transformer(config_of(json), {});
        for (std::size_t i = 0; i < 48; ++i) {
            QCOMPARE(sparse.layers[i + 1].kind, i % 2 == 1 && i != 3 ? LayerKind::moe : LayerKind::transformer);
        }
        // Attention with its norms as in the others; 3 h f in place of the experts and their router.
        const double moe = parameters_of(sparse.layers[2]), plain = parameters_of(sparse.layers[1]);
        QCOMPARE(moe - plain, 128 * 3 * 2048.0 * 768 + 128 * 2048.0 - 3 * 2048.0 * 6144);
    }

    /// rope_theta, which newer files hold inside rope_parameters; no family's default is taken for it.
    void rotary_positions() {
        nlohmann::json json = hf("llama-1-7b");
        QCOMPARE(config_of(json).rotary_base, 0);
        json["rope_theta"] = 500000.0;
        QCOMPARE(config_of(json).rotary_base, 500000);
        QCOMPARE(config_of(json).rotary_scaling, 0.0);
        // Llama 3.1's own keys.
        const nlohmann::json scaling{{"factor", 8.0},
                                     {"low_freq_factor", 1.0},
                                     {"high_freq_factor", 4.0},
                                     {"original_max_position_embeddings", 8192},
                                     {"rope_type", "llama3"}};
        json["rope_scaling"] = scaling;
        QCOMPARE(config_of(json).rotary_scaling, 8.0);
        json["rope_scaling"]["high_freq_factor"] = 2.0; // which the engine's switch doesn't have
        QCOMPARE(config_of(json).rotary_scaling, 0.0);
        json["rope_scaling"] = {{"type", "yarn"}, {"factor", 40.0}};
        QCOMPARE(config_of(json).rotary_scaling, 0.0);
        json.erase("rope_scaling");
        json.erase("rope_theta");
        json["rope_parameters"] = scaling;
        json["rope_parameters"]["rope_theta"] = 1000000;
        QCOMPARE(config_of(json).rotary_base, 1000000);
        QCOMPARE(config_of(json).rotary_scaling, 8.0);
        json["rope_parameters"]["rope_theta"] = "large";
        const auto fault = read_hf_config(json, "config.json");
        QVERIFY(!fault.ok());
        QCOMPARE(fault.fault().pointer, std::string("/rope_parameters/rope_theta"));
        json["rope_parameters"]["rope_theta"] = 1234.5; // no whole number, as engines take it
        QCOMPARE(config_of(json).rotary_base, 0);
        QCOMPARE(config_of(json).assumed.size(), config_of(hf("llama-1-7b")).assumed.size() + 1);
        json = hf("gpt2-medium");
        json["rope_theta"] = 10000; // learned positions
        QCOMPARE(config_of(json).rotary_base, 0);
        TransformerConfig config = config_of(hf("llama-1-7b"));
        config.rotary_base = -1;
        QCOMPARE(check_transformer(config).front().pointer, std::string("/rotary_base"));
        config.rotary_base = 0;
        config.rotary_scaling = -1;
        QCOMPARE(check_transformer(config).front().pointer, std::string("/rotary_scaling"));
    }

    void multi_token_prediction_is_left_out() {
        QVERIFY(assumes(built("deepseek-v3"), "multi-token prediction left out"));
        QVERIFY(!assumes(built("kimi-k2"), "multi-token prediction left out"));
        QCOMPARE(config_of(hf("deepseek-v3")).mtp_layers, 1);
        QCOMPARE(built("deepseek-v3").layers.size(), std::size_t(63));
    }

    void the_architecture_stays_with_the_model() {
        const ModelGraph model = built("deepseek-v3");
        QVERIFY(model.architecture.has_value());
        QCOMPARE(*model.architecture, config_of(hf("deepseek-v3")));
        for (const char* name : {"gpt2-medium", "bert-base", "mistral-nemo", "qwen2-moe-a2.7b", "deepseek-v2-lite"})
            QVERIFY2(check_transformer(config_of(hf(name))).empty(), name);
    }

    void contradictions_in_an_architecture() {
        const auto first = [](auto change) {
            TransformerConfig config = config_of(hf("deepseek-v3"));
            change(config);
            const auto faults = check_transformer(config);
            return faults.empty() ? std::string() : faults.front().pointer;
        };
        QCOMPARE(first([](TransformerConfig& c) { c.layers = 0; }), std::string("/layers"));
        QCOMPARE(first([](TransformerConfig& c) { c.top_k = 257; }), std::string("/top_k"));
        QCOMPARE(first([](TransformerConfig& c) { c.dense_blocks = {2, 1}; }), std::string("/dense_blocks"));
        QCOMPARE(first([](TransformerConfig& c) { c.dense_blocks = {61}; }), std::string("/dense_blocks"));
        QCOMPARE(first([](TransformerConfig& c) { c.experts = 0; }), std::string("/dense_blocks"));
        QCOMPARE(first([](TransformerConfig& c) { c.head_dim = 128; }), std::string("/head_dim"));
        QCOMPARE(first([](TransformerConfig& c) { c.kv_heads = 1; }), std::string("/kv_heads"));
        QCOMPARE(first([](TransformerConfig& c) { c.ffn = 0; }), std::string("/ffn"));
    }

    void sequence_length() {
        QCOMPARE(built("mistral-nemo").sequence_length, 8192); // its own 128 000 is no training length
        QVERIFY(assumes(built("mistral-nemo"), "sequence_length"));
        BuildSettings settings;
        settings.sequence_length = 1000;
        QCOMPARE(built("mistral-nemo", settings).sequence_length, 1000);
        QVERIFY(!assumes(built("mistral-nemo", settings), "sequence_length"));

        settings.sequence_length = 2048;
        const auto beyond = build_transformer(config_of(hf("gpt2-medium")), settings);
        QVERIFY(!beyond.ok());
        QCOMPARE(beyond.fault().code, ErrorCode::out_of_range);
        QVERIFY(beyond.fault().expected.text().find("1024 learned positions") != std::string::npos);
        settings.sequence_length = -5;
        QVERIFY(!build_transformer(config_of(hf("mistral-nemo")), settings).ok());
        settings.sequence_length = std::int64_t(1) << 40;
        QVERIFY(!build_transformer(config_of(hf("mistral-nemo")), settings).ok());
    }

    void assumptions_are_named() {
        QVERIFY(assumes(built("llama-1-7b"), "num_key_value_heads"));
        QVERIFY(assumes(built("mistral-7b"), "full attention in place of sliding_window"));
        QVERIFY(!assumes(built("qwen2-0.5b"), "full attention in place of sliding_window")); // it is switched off
        const ModelGraph wrapped = built("wrapped-llama");
        QCOMPARE(wrapped.parameters(), 6'738'415'616.0);
        QVERIFY(assumes(wrapped, "parts other than text_config left out"));
    }

    /// Keys that the families' classes leave aside, or that change what is priced, are told once each; those that they
    /// read count. Llama's feed-forward part is gated whatever its activation, GPT-2's never.
    void keys_that_ask_for_something_else() {
        const auto notes = [](const char* name, const char* key, const nlohmann::json& value) {
            nlohmann::json json = hf(name);
            const std::vector<std::string> before = config_of(json).assumed;
            json[key] = value;
            std::vector<std::string> fresh;
            for (const std::string& note : config_of(json).assumed)
                if (std::find(before.begin(), before.end(), note) == before.end()) fresh.push_back(note);
            return fresh;
        };
        using List = std::vector<std::string>;
        QCOMPARE(notes("llama-1-7b", "hidden_act", "gelu"), (List{"SwiGLU in place of hidden_act gelu"}));
        QCOMPARE(notes("llama-1-7b", "hidden_act", "silu"), List());
        QVERIFY(config_of(hf("llama-1-7b")).gated_mlp);
        QCOMPARE(notes("gpt2-medium", "activation_function", "relu"),
                 (List{"GELU in place of activation_function relu"}));
        QCOMPARE(notes("bert-base", "hidden_act", "gelu"), List());
        QCOMPARE(notes("llama-1-7b", "quantization_config", {{"quant_method", "fp8"}}),
                 (List{"weights of the chosen precision in place of quantization_config fp8"}));
        QCOMPARE(notes("mistral-nemo", "sliding_window", 4096), (List{"full attention in place of sliding_window"}));
        QCOMPARE(notes("mistral-nemo", "num_local_experts", 8), (List{"no experts in place of num_local_experts 8"}));
        QCOMPARE(notes("mistral-nemo", "attention_bias", true), (List{"no biases in place of attention_bias true"}));
        QCOMPARE(notes("qwen2-0.5b", "attention_bias", false),
                 (List{"biases of queries, keys and values in place of attention_bias false"}));
        QCOMPARE(notes("mistral-nemo", "rope_scaling", {{"type", "yarn"}, {"factor", 4}}),
                 (List{"plain rotary positions in place of rope_scaling yarn"}));
        QCOMPARE(notes("mistral-nemo", "rope_scaling",
                       {{"rope_type", "llama3"},
                        {"factor", 8},
                        {"low_freq_factor", 1},
                        {"high_freq_factor", 4},
                        {"original_max_position_embeddings", 8192}}),
                 List());
        QCOMPARE(notes("qwen2-0.5b", "layer_types", {"full_attention", "sliding_attention"}),
                 (List{"full attention in place of layer_types sliding_attention"}));
        QCOMPARE(notes("gpt2-medium", "add_cross_attention", true),
                 (List{"no cross-attention in place of add_cross_attention"}));
        // Read, not told: a head of its own width, and one matrix at both ends.
        nlohmann::json json = hf("llama-1-7b");
        json["head_dim"] = 64; // half of 4096 / 32, on query, key, value and output of 32 blocks
        QCOMPARE(notes("llama-1-7b", "head_dim", 64), List());
        const double whole = (*build_transformer(config_of(hf("llama-1-7b")), {})).parameters();
        QCOMPARE((*build_transformer(config_of(json), {})).parameters(), whole - 32.0 * 4 * 4096 * 2048);
        json = hf("llama-1-7b");
        json["tie_word_embeddings"] = true;
        QVERIFY(config_of(json).tied_embeddings);
        json["vocab_size"] = 1;
        const auto one = read_hf_config(json, "config.json");
        QVERIFY(!one.ok());
        QCOMPARE(one.fault().pointer, std::string("/vocab_size"));
    }

    void names() {
        QCOMPARE(config_of(hf("mistral-nemo")).name, std::string("Mistral-Nemo-Base-2407"));
        QCOMPARE(read_hf_config(hf("mistral-7b"), "some/where/my-model.json")->name, std::string("my-model"));
        QCOMPARE(read_hf_config(hf("mistral-7b"), "some/where/config.json")->name, std::string("mistral"));
    }

    void null_is_absent() {
        nlohmann::json json = hf("llama-1-7b");
        json["num_key_value_heads"] = nullptr;
        json["head_dim"] = nullptr;
        json["tie_word_embeddings"] = nullptr;
        json["rope_scaling"] = nullptr;
        QCOMPARE(config_of(json), config_of(hf("llama-1-7b")));
    }

    void biases_where_the_family_has_them() {
        nlohmann::json json = hf("llama-1-7b");
        const double plain = built("llama-1-7b").parameters();
        json["attention_bias"] = true; // Q, K, V and output: 4 h a block
        QCOMPARE(build_transformer(config_of(json), {})->parameters(), plain + 32 * 4 * 4096.0);
        json["mlp_bias"] = true; // gate, up: 2 f; down: h
        QCOMPARE(build_transformer(config_of(json), {})->parameters(), plain + 32 * (5 * 4096.0 + 2 * 11008.0));
    }

    void faults_data() {
        QTest::addColumn<QString>("base");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("pointer");
        const auto row = [](const char* base, const char* key, const char* value, ErrorCode code, const char* pointer) {
            QTest::addRow("%s %s=%s", base, key, value)
                << QString::fromLatin1(base) << QString::fromLatin1(key) << QString::fromLatin1(value)
                << static_cast<int>(code) << QString::fromLatin1(pointer);
        };
        row("llama-1-7b", "hidden_size", "null", ErrorCode::missing_key, "");
        row("llama-1-7b", "hidden_size", "\"4096\"", ErrorCode::wrong_type, "/hidden_size");
        row("llama-1-7b", "hidden_size", "[4096]", ErrorCode::wrong_type, "/hidden_size");
        row("llama-1-7b", "hidden_size", "true", ErrorCode::wrong_type, "/hidden_size");
        row("llama-1-7b", "hidden_size", "4096.5", ErrorCode::wrong_type, "/hidden_size");
        row("llama-1-7b", "hidden_size", "-4096", ErrorCode::out_of_range, "/hidden_size");
        row("llama-1-7b", "hidden_size", "1e30", ErrorCode::out_of_range, "/hidden_size");
        row("llama-1-7b", "num_hidden_layers", "0", ErrorCode::out_of_range, "/num_hidden_layers");
        row("llama-1-7b", "num_hidden_layers", "18446744073709551615", ErrorCode::out_of_range, "/num_hidden_layers");
        row("llama-1-7b", "num_attention_heads", "33", ErrorCode::inconsistent, "/num_attention_heads");
        row("llama-1-7b", "num_key_value_heads", "5", ErrorCode::inconsistent, "/num_key_value_heads");
        row("llama-1-7b", "tie_word_embeddings", "\"no\"", ErrorCode::wrong_type, "/tie_word_embeddings");
        row("llama-1-7b", "model_type", "\"mamba2\"", ErrorCode::unsupported, "/model_type");
        row("llama-1-7b", "model_type", "7", ErrorCode::wrong_format, "");
        row("llama-1-7b", "model_type", "null", ErrorCode::wrong_format, "");
        row("gpt2-medium", "n_head", "7", ErrorCode::inconsistent, "/n_head");
        row("mixtral-32000", "num_local_experts", "null", ErrorCode::missing_key, "");
        row("mixtral-32000", "num_experts_per_tok", "9", ErrorCode::out_of_range, "/num_experts_per_tok");
        row("qwen3-moe-30b", "mlp_only_layers", "[0, 48]", ErrorCode::wrong_type, "/mlp_only_layers");
        row("qwen3-moe-30b", "decoder_sparse_step", "49", ErrorCode::inconsistent, "/decoder_sparse_step");
        row("deepseek-v3", "kv_lora_rank", "null", ErrorCode::missing_key, "");
        row("deepseek-v3", "v_head_dim", "0", ErrorCode::out_of_range, "/v_head_dim");
        row("deepseek-v3", "q_lora_rank", "-1", ErrorCode::out_of_range, "/q_lora_rank");
        row("deepseek-v3", "num_experts_per_tok", "257", ErrorCode::out_of_range, "/num_experts_per_tok");
        row("deepseek-v3", "first_k_dense_replace", "61", ErrorCode::inconsistent, "/first_k_dense_replace");
        row("deepseek-v3", "moe_layer_freq", "[0, 1]", ErrorCode::wrong_type, "/moe_layer_freq");
    }
    void faults() {
        QFETCH(QString, base);
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(int, code);
        QFETCH(QString, pointer);
        nlohmann::json json = hf(base.toStdString());
        json[key.toStdString()] = nlohmann::json::parse(value.toStdString());
        const Diagnostic fault = fault_of(json);
        QCOMPARE(static_cast<int>(fault.code), code);
        QCOMPARE(QString::fromStdString(fault.pointer), pointer);
        QCOMPARE(fault.file, std::string("config.json"));
        QVERIFY(describe(fault).find('\n') == std::string::npos);
    }

    void files_of_something_else_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("found");
        QTest::newRow("experiment") << "broken-experiment"
                                    << "model_type gpt2 without any size of a model";
        QTest::newRow("adapter") << "broken-adapter"
                                 << "the configuration of an adapter, which names its base model";
        QTest::newRow("own parameters") << "broken-own-parameters"
                                        << "a model's own parameter file (dim, n_layers)";
    }
    void files_of_something_else() {
        QFETCH(QString, file);
        QFETCH(QString, found);
        const Diagnostic fault = fault_of(hf(file.toStdString()));
        QCOMPARE(fault.code, ErrorCode::wrong_format);
        QCOMPARE(QString::fromStdString(fault.found.text()), found);
    }

    void not_an_object() {
        for (const char* text : {"[]", "3", "null", "\"llama\"", "{}"}) {
            QCOMPARE(fault_of(nlohmann::json::parse(text)).code, ErrorCode::wrong_format);
        }
    }

    void faults_inside_a_wrapper_point_there() {
        nlohmann::json json = hf("wrapped-llama");
        json["text_config"]["vocab_size"] = "many";
        QCOMPARE(fault_of(json).pointer, std::string("/text_config/vocab_size"));
    }

    void unfused_attention_and_dropout_change_operators_only() {
        BuildSettings settings;
        settings.attention = AttentionKernel::unfused;
        settings.dropout = true;
        const ModelGraph flash = built("gpt2-medium"), unfused = built("gpt2-medium", settings);
        QCOMPARE(unfused.parameters(), flash.parameters());
        QCOMPARE(profile(unfused, 1, strategy(1)).forward_flop, profile(flash, 1, strategy(1)).forward_flop);
        QVERIFY(profile(unfused, 1, strategy(1)).activation_bytes > profile(flash, 1, strategy(1)).activation_bytes);
    }

    void an_encoder_sees_both_sides() {
        BuildSettings causal;
        causal.causal_flop = true;
        QCOMPARE(profile(built("bert-base", causal), 1, strategy(1)).forward_flop,
                 profile(built("bert-base"), 1, strategy(1)).forward_flop);
    }

    /// 6 N FLOP per token and 12 L a d s for scores, N without the input embedding (Llama 3.1 405B: 2.638e12 with it).
    void step_flop_of_a_whole_model() {
        const ModelGraph model = preset("llama3-405b");
        double forward = 0;
        for (std::size_t i = 0; i < model.layers.size(); ++i)
            forward += profile(model, i, strategy(1)).forward_flop;
        const double per_token = 3 * forward / 8192;
        const double without_embedding = 405'853'388'800.0 - 128256.0 * 16384;
        const double norms = 126 * 2 * 16384.0 + 16384.0; // no matrices
        QCOMPARE(per_token, 6 * (without_embedding - norms) + 12 * 126 * 16384.0 * 8192);
        QVERIFY(std::abs(per_token / 2.638e12 - 1) < 0.006);
    }

    void presets_are_complete() {
        for (const char* name : {"llama2-7b", "llama2-70b", "llama3-8b", "llama3-70b", "llama3-405b", "mixtral-8x7b",
                                 "mixtral-8x22b", "deepseek-v3", "gpt3-175b", "bert-large", "gpt2-xl"}) {
            const nlohmann::json json = preset_json(name);
            QCOMPARE(json.at("name").get<std::string>(), std::string(name));
            QVERIFY(!json.at("title").get<std::string>().empty());
            QVERIFY(!json.at("source").get<std::string>().empty());
            const ModelGraph model = preset(name);
            QCOMPARE(model.name, std::string(name));
            QCOMPARE(model.sequence_length, json.at("sequence_length").get<std::int64_t>());
            QVERIFY(model.assumed.empty());
        }
    }

    void preset_faults() {
        const auto fault = [](const nlohmann::json& json) { return model_from_preset(json, {}, "p.json").fault(); };
        QCOMPARE(fault(nlohmann::json::array()).code, ErrorCode::wrong_format);
        nlohmann::json json = preset_json("llama3-8b");
        json["version"] = 2;
        QCOMPARE(fault(json).code, ErrorCode::newer_version);
        json = preset_json("llama3-8b");
        json.erase("config");
        QCOMPARE(fault(json).code, ErrorCode::missing_key);
        json = preset_json("llama3-8b");
        json["config"]["vocab_size"] = 0;
        QCOMPARE(fault(json).pointer, std::string("/config/vocab_size"));
        json = preset_json("gpt2-xl");
        json["sequence_length"] = 4096;
        QCOMPARE(fault(json).file, std::string("p.json"));
        json["sequence_length"] = "long";
        QCOMPARE(fault(json).code, ErrorCode::wrong_type);
    }
};

QTEST_GUILESS_MAIN(TestBuilders)
#include "test_builders.moc"
