// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/phrase.h"
#include "base/translatable.h"
#include "io/engine/launch_parts.h"
#include "io/engine/pipeline_layout.h"

namespace nest::io::detail {

namespace {

/// Which of the ways to say stage sizes a command uses, and what it comes to. Source: Megatron Core 0.15,
/// get_num_layers_to_build() and the checks in arguments.py.
class StageReader {
public:
    StageReader(const LaunchText& text, std::int64_t stages, EngineLaunch& launch)
        : m_text(text), m_flags(text.flags), m_pp(stages), m_launch(launch) {}

    void read() {
        if (m_launch.model) m_layers = m_launch.model->layers;
        if (!m_flags.faults().empty()) return;
        if (m_flags.has("pipeline-model-parallel-layout"))
            read_layout_text();
        else if (m_layers > 0)
            read_counts();
        if (!m_flags.faults().empty()) return;
        if (m_chunks > 1) read_as_interleaved();
        if (m_launch.model && m_launch.model->mtp_layers > 0) {
            note_priced(m_launch, m_text, "mtp-num-layers",
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "multi-token prediction")),
                        note_words(QT_TRANSLATE_NOOP(
                            "NoteWords", "the model without it: the last stages take longer and hold more")));
        }
    }

private:
    /// The layout that runs has the chunks; a search beside it may have others, or none.
    void read_as_interleaved() {
        std::vector<std::int64_t> chunks{2, 3, 4, 5, 6, 7, 8};
        if (m_chunks > chunks.back()) chunks.push_back(m_chunks);
        m_launch.options.schedule = std::vector<ScheduleKind>{ScheduleKind::one_f_one_b, ScheduleKind::interleaved};
        m_launch.options.virtual_stages = std::move(chunks);
        m_launch.layout.schedule = std::vector<ScheduleKind>{ScheduleKind::interleaved};
        m_launch.layout.virtual_stages = std::vector<std::int64_t>{m_chunks};
        const Degrees& part = m_launch.layout.recompute_layers;
        if (part && part->front() > 0)
            note_priced(m_launch, m_text, "recompute-num-layers",
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "%1 blocks recomputed in every virtual stage"),
                                   {part->front()}),
                        note_words(QT_TRANSLATE_NOOP(
                            "NoteWords", "one more in the first stage's, whose embedding counts as a layer")));
    }

    void refuse_beside(const std::string& flag, std::initializer_list<const char*> others) {
        for (const char* other : others) {
            if (!m_flags.has(other)) continue;
            m_flags.fault(flag, ErrorCode::inconsistent, "one way to say the stages' sizes",
                          std::string("--") + other + " beside it");
        }
    }

    void read_layout_text() {
        m_how = "pipeline-model-parallel-layout";
        refuse_beside(m_how, {"decoder-first-pipeline-num-layers", "decoder-last-pipeline-num-layers",
                              "num-layers-per-virtual-pipeline-stage", "num-virtual-stages-per-pipeline-rank",
                              "account-for-embedding-in-pipeline-split", "account-for-loss-in-pipeline-split"});
        const auto text = m_flags.text(m_how);
        if (!text) return;
        const Result<std::vector<LayoutStage>> stages = read_pipeline_layout(*text);
        if (!stages) {
            m_flags.fault(m_how, stages.fault().code, stages.fault().expected.text(), stages.fault().found.text());
            return;
        }
        const auto count = static_cast<std::int64_t>(stages->size());
        if (count % m_pp != 0) {
            m_flags.fault(m_how, ErrorCode::inconsistent, "a multiple of pp = " + counted(m_pp, "stage"),
                          counted(count, "stage"));
            return;
        }
        m_chunks = m_pp > 1 ? count / m_pp : 1;
        std::vector<std::int64_t> blocks(static_cast<std::size_t>(m_pp), 0);
        std::int64_t total = 0, mtp = 0;
        for (std::int64_t i = 0; i < count; ++i) { // chunk i is on stage i mod pp
            blocks[static_cast<std::size_t>(i % m_pp)] += (*stages)[static_cast<std::size_t>(i)].blocks;
            total += (*stages)[static_cast<std::size_t>(i)].blocks;
            mtp += (*stages)[static_cast<std::size_t>(i)].mtp;
        }
        if (m_layers > 0 && total != m_layers) {
            m_flags.fault(m_how, ErrorCode::inconsistent, "--num-layers = " + std::to_string(m_layers) + " letters t",
                          std::to_string(total));
        }
        if (m_launch.model && mtp != m_launch.model->mtp_layers) {
            m_flags.fault(m_how, ErrorCode::inconsistent,
                          "--mtp-num-layers = " + std::to_string(m_launch.model->mtp_layers) + " letters m",
                          std::to_string(mtp));
        }
        m_launch.blocks_per_stage = std::move(blocks);
        for (std::int64_t i = 0; i < count && m_chunks > 1; ++i)
            m_launch.blocks_per_chunk.push_back((*stages)[static_cast<std::size_t>(i)].blocks);
    }

    /// What `amount` blocks over `parts` come to; a fault when they don't divide.
    std::int64_t share(std::int64_t amount, std::int64_t parts, const std::string& what) {
        if (parts > 0 && amount >= 0 && amount % parts == 0) return amount / parts;
        if (parts == 0 && amount == 0) return 0;
        const bool by_flag = !m_how.empty();
        const std::string expected = what + " that " + counted(parts, "stage") + " share evenly";
        if (by_flag)
            m_flags.fault(m_how, ErrorCode::inconsistent, expected, std::to_string(amount));
        else
            m_flags.fault("num-layers", ErrorCode::inconsistent, expected, std::to_string(amount));
        return 0;
    }

    void read_counts() {
        const auto first = m_flags.integer("decoder-first-pipeline-num-layers", 1, m_layers);
        const auto last = m_flags.integer("decoder-last-pipeline-num-layers", 1, m_layers);
        const bool embedding = m_flags.has("account-for-embedding-in-pipeline-split");
        const bool loss = m_flags.has("account-for-loss-in-pipeline-split");
        std::vector<std::int64_t> blocks(static_cast<std::size_t>(m_pp), 0);
        if (m_pp == 1) {
            m_launch.blocks_per_stage = {m_layers};
            return;
        }
        if (first || last) {
            m_how = first ? "decoder-first-pipeline-num-layers" : "decoder-last-pipeline-num-layers";
            refuse_beside(m_how, {"account-for-embedding-in-pipeline-split", "account-for-loss-in-pipeline-split"});
            const std::int64_t rest = m_layers - first.value_or(0) - last.value_or(0);
            const std::int64_t middle = m_pp - (first ? 1 : 0) - (last ? 1 : 0);
            const std::int64_t each = share(rest, middle, "remaining blocks");
            m_slots = middle > 0 ? each : first.value_or(0);
            blocks.assign(blocks.size(), each);
            if (first) blocks.front() = *first;
            if (last) blocks.back() = *last;
        } else {
            if (embedding) m_how = "account-for-embedding-in-pipeline-split";
            if (loss) m_how = "account-for-loss-in-pipeline-split";
            const std::int64_t slots = m_layers + (embedding ? 1 : 0) + (loss ? 1 : 0);
            // Left open: plan_of_launch() says so, and there cuts can be looked for that do go.
            if (m_how.empty() && slots % m_pp != 0) return;
            m_slots = share(slots, m_pp, embedding || loss ? "blocks with embedding or loss" : "blocks");
            blocks.assign(blocks.size(), m_slots);
            if (embedding) --blocks.front();
            if (loss) --blocks.back();
        }
        if (!m_flags.faults().empty()) return;
        read_chunks(first || last);
        if (m_chunks > 1 && m_flags.faults().empty()) share_chunks(blocks, embedding, loss);
        m_launch.blocks_per_stage = std::move(blocks);
    }

    /// Every stage's blocks in equal shares; embedding and loss take a block's place in the chunks that hold them.
    void share_chunks(const std::vector<std::int64_t>& blocks, bool embedding, bool loss) {
        for (std::int64_t chunk = 0; chunk < m_chunks; ++chunk)
            for (std::int64_t stage = 0; stage < m_pp; ++stage) {
                const bool first = stage == 0 && embedding, last = stage + 1 == m_pp && loss;
                const std::int64_t slots = blocks[static_cast<std::size_t>(stage)] + (first ? 1 : 0) + (last ? 1 : 0);
                if (slots % m_chunks != 0)
                    return m_flags.fault(m_how, ErrorCode::inconsistent,
                                         "a divisor of the " + std::to_string(slots) + " blocks of stage " +
                                             std::to_string(stage),
                                         std::to_string(m_chunks) + " virtual stages");
                m_launch.blocks_per_chunk.push_back(slots / m_chunks - (first && chunk == 0 ? 1 : 0) -
                                                    (last && chunk + 1 == m_chunks ? 1 : 0));
            }
    }

    /// Virtual stages: how many chunks each stage has.
    void read_chunks(bool uneven) {
        const std::string by_layers = "num-layers-per-virtual-pipeline-stage";
        const std::string by_count = "num-virtual-stages-per-pipeline-rank";
        if (m_flags.has(by_count)) {
            refuse_beside(by_count, {"num-layers-per-virtual-pipeline-stage"});
            m_how = by_count;
            m_chunks = m_flags.integer_or(by_count, 1, 1, 1 << 16);
            if (m_slots % m_chunks != 0) {
                m_flags.fault(by_count, ErrorCode::inconsistent,
                              "a divisor of the " + counted(m_slots, "block") + " of a stage",
                              std::to_string(m_chunks));
            }
            return;
        }
        if (!m_flags.has(by_layers)) return;
        m_how = by_layers;
        if (uneven) {
            m_flags.fault(by_layers, ErrorCode::inconsistent,
                          "--num-virtual-stages-per-pipeline-rank for uneven stages",
                          "--decoder-first/last-pipeline-num-layers beside it");
            return;
        }
        const std::int64_t size = m_flags.integer_or(by_layers, 1);
        if (m_slots % size != 0) {
            // Checked because releases have dropped the remaining layers without a word.
            m_flags.fault(by_layers, ErrorCode::inconsistent,
                          "a divisor of the " + counted(m_slots, "block") + " of a stage", std::to_string(size));
            return;
        }
        m_chunks = m_slots / size;
    }

    const LaunchText& m_text;
    const FlagSet& m_flags;
    std::int64_t m_pp;
    EngineLaunch& m_launch;
    std::int64_t m_layers = 0, m_chunks = 1;
    std::int64_t m_slots = 0; ///< blocks of an ordinary stage, embedding and loss included where they count
    std::string m_how;        ///< the flag that decides
};

} // namespace

void read_stages(const LaunchText& text, std::int64_t stages, EngineLaunch& launch) {
    StageReader(text, stages, launch).read();
}

} // namespace nest::io::detail
