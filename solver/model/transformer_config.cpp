// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model/transformer_config.h"

#include <algorithm>

namespace nest {

namespace {

class Checks {
public:
    std::vector<Diagnostic> faults;

    void range(const char* key, std::int64_t value, std::int64_t least, std::int64_t most) {
        if (value >= least && value <= most) return;
        add(ErrorCode::out_of_range, key, std::to_string(least) + " to " + std::to_string(most), std::to_string(value));
    }
    void add(ErrorCode code, const char* key, std::string expected, std::string found) {
        faults.push_back(fault(code, std::string("/") + key, key, std::move(expected), std::move(found)));
    }
};

void check_experts(const TransformerConfig& c, Checks& checks) {
    if (c.experts == 0) {
        checks.range("ffn", c.ffn, 1, most_elements);
        if (!c.dense_blocks.empty())
            checks.add(ErrorCode::inconsistent, "dense_blocks", "none without experts", "some");
        return;
    }
    checks.range("expert_ffn", c.expert_ffn, 1, most_elements);
    checks.range("top_k", c.top_k, 1, c.experts);
    if (!c.dense_blocks.empty()) checks.range("ffn", c.ffn, 1, most_elements);
    for (std::size_t i = 0; i < c.dense_blocks.size(); ++i) {
        const std::int64_t block = c.dense_blocks[i];
        if (block >= (i == 0 ? 0 : c.dense_blocks[i - 1] + 1) && block < c.layers) continue;
        checks.add(ErrorCode::inconsistent, "dense_blocks",
                   "ascending blocks from 0 to " + std::to_string(std::max<std::int64_t>(c.layers - 1, 0)),
                   std::to_string(block));
        return;
    }
}

void check_heads(const TransformerConfig& c, Checks& checks) {
    checks.range("head_dim", c.head_dim, 1, most_elements);
    if (c.heads > 0 && c.kv_heads > 0 && c.heads % c.kv_heads != 0) {
        checks.add(ErrorCode::inconsistent, "kv_heads", "a divisor of the " + std::to_string(c.heads) + " heads",
                   std::to_string(c.kv_heads));
    }
    if (!c.latent_attention()) return;
    checks.range("qk_nope_head_dim", c.qk_nope_head_dim, 1, most_elements);
    checks.range("v_head_dim", c.v_head_dim, 1, most_elements);
    if (c.head_dim != c.qk_nope_head_dim + c.qk_rope_head_dim) {
        checks.add(ErrorCode::inconsistent, "head_dim", "qk_nope_head_dim + qk_rope_head_dim",
                   std::to_string(c.head_dim));
    }
    if (c.kv_heads != c.heads) {
        checks.add(ErrorCode::inconsistent, "kv_heads", "as many as heads with latent attention",
                   std::to_string(c.kv_heads));
    }
}

} // namespace

bool TransformerConfig::has_experts(std::int64_t index) const {
    return experts > 0 && !std::binary_search(dense_blocks.begin(), dense_blocks.end(), index);
}

std::vector<Diagnostic> check_transformer(const TransformerConfig& c) {
    Checks checks;
    checks.range("layers", c.layers, 1, most_blocks);
    checks.range("hidden", c.hidden, 1, most_elements);
    checks.range("heads", c.heads, 1, most_elements);
    checks.range("kv_heads", c.kv_heads, 1, most_elements);
    checks.range("vocab", c.vocab, 1, most_elements);
    checks.range("vocab_entries", c.vocab_entries, 0, std::max<std::int64_t>(c.vocab, 0));
    const std::pair<const char*, std::int64_t> optional[] = {{"experts", c.experts},
                                                             {"shared_ffn", c.shared_ffn},
                                                             {"kv_lora_rank", c.kv_lora_rank},
                                                             {"q_lora_rank", c.q_lora_rank},
                                                             {"ffn", c.ffn},
                                                             {"qk_rope_head_dim", c.qk_rope_head_dim},
                                                             {"mtp_layers", c.mtp_layers},
                                                             {"positions", c.positions},
                                                             {"token_types", c.token_types},
                                                             {"max_sequence", c.max_sequence}};
    for (const auto& [key, value] : optional)
        checks.range(key, value, 0, most_elements);
    checks.range("rotary_base", c.rotary_base, 0, most_rotary_base);
    if (!(c.rotary_scaling >= 0 && c.rotary_scaling <= most_rotary_scaling))
        checks.add(ErrorCode::out_of_range, "rotary_scaling", "0 to 1000000", std::to_string(c.rotary_scaling));
    check_experts(c, checks);
    check_heads(c, checks);
    return std::move(checks.faults);
}

} // namespace nest
