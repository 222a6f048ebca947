// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/phrase.h"
#include "base/translatable.h"
#include "io/engine/engine_text.h"
#include "io/engine/writers.h"
#include "network/hosts.h"

#include <algorithm>
#include <charconv>

namespace nest::io {

namespace {

/// Where a process runs.
struct Seat {
    std::int64_t device = 0; ///< rank in the network: present devices in order
    std::int64_t host = 0, local = 0;
    RankPlace place;
};

/// Calls `use(rank, seat)` for every process in the order of ranks; ranks are numbered without gaps.
template <typename Use> void for_each_seat(const Problem& problem, const Plan& plan, Use use) {
    const RankGrid grid(plan);
    const std::int64_t slots = host_slots(problem.levels);
    std::int64_t rank = 0, host = -1, first_of_host = 0;
    for (std::int64_t device = 0; device <= grid.last_rank(); ++device) {
        const std::int64_t on = problem.levels.slot_of(device) / slots;
        if (on != host) {
            host = on;
            first_of_host = device;
        }
        const RankPlace place = place_of(grid, device);
        if (place.used) use(rank++, Seat{device, host, device - first_of_host, place});
    }
}

void append(std::string& text, std::int64_t number, char after) {
    char digits[24];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    text += after;
}

/// "node0001": as wide as the last one needs, at least four digits.
class HostNames {
public:
    explicit HostNames(const Problem& problem)
        : m_width(
              std::max<std::size_t>(4, std::to_string(problem.levels.slot_count / host_slots(problem.levels)).size())) {
    }
    std::string operator()(std::int64_t host) const {
        const std::string number = std::to_string(host + 1);
        return "node" + std::string(m_width - std::min(m_width, number.size()), '0') + number;
    }

private:
    std::size_t m_width;
};

/// A plan whose last rank is beyond the network is none.
std::optional<Diagnostic> misplaced(const Problem& problem, const Plan& plan, const std::string& file) {
    if (RankGrid(plan).last_rank() < problem.levels.device_count()) return std::nullopt;
    return detail::refusal(file, Phrase("Engines",
                                        QT_TRANSLATE_NOOP("Engines", "its last rank is %1, the network has %2 devices"),
                                        {RankGrid(plan).last_rank(), problem.levels.device_count()}));
}

std::string top(const std::string& file, const Problem& problem, const Plan& plan, const Evaluation& evaluation,
                const std::string& note) {
    std::vector<std::string> lines = detail::heading(file, problem, plan, evaluation);
    lines.insert(lines.end(), {"",
                               "The names of the hosts are placeholders: put yours in their place and keep the "
                               "order, in which neighbours share the fast levels.",
                               note});
    return detail::commented(lines);
}

} // namespace

Result<std::string> rank_table(const Problem& problem, const Plan& plan, const Evaluation&) {
    if (auto fault = misplaced(problem, plan, "rank table")) return *fault;
    const bool copies = plan.has_copies();
    std::string text =
        std::string("rank,device,node,local_gpu,stage,replica,tp,cp,ep,dp") + (copies ? ",copy\n" : "\n");
    text.reserve(text.size() + 40 * static_cast<std::size_t>(plan.devices()));
    for_each_seat(problem, plan, [&](std::int64_t rank, const Seat& seat) {
        const RankPlace& place = seat.place;
        for (const std::int64_t value : {rank, seat.device, seat.host, seat.local, place.stage, place.replica,
                                         place.tensor, place.context, place.expert})
            append(text, value, ',');
        append(text, plan.strategy.folded() ? place.replica : place.replica * plan.strategy.ep + place.expert,
               copies ? ',' : '\n');
        if (copies) append(text, place.copy, '\n');
    });
    return text;
}

Result<std::string> hostfile(const Problem& problem, const Plan& plan, const Evaluation& evaluation) {
    if (auto fault = misplaced(problem, plan, "hostfile")) return *fault;
    std::string text =
        top("Host file", problem, plan, evaluation,
            "For mpirun --hostfile and deepspeed --hostfile, which number ranks host by host in this order.");
    const HostNames name(problem);
    std::int64_t host = -1, slots = 0;
    const auto finish = [&] {
        if (slots > 0) text += name(host) + " slots=" + std::to_string(slots) + "\n";
    };
    for_each_seat(problem, plan, [&](std::int64_t, const Seat& seat) {
        if (seat.host != host) {
            finish();
            host = seat.host;
            slots = 0;
        }
        ++slots;
    });
    finish();
    return text;
}

Result<std::string> rankfile(const Problem& problem, const Plan& plan, const Evaluation& evaluation) {
    if (auto fault = misplaced(problem, plan, "rankfile")) return *fault;
    std::string text =
        top("Open MPI rankfile", problem, plan, evaluation,
            "A slot is the number of the accelerator on its host; Open MPI 4 and 5 bind the process to the processor "
            "of that number.");
    const HostNames name(problem);
    text.reserve(text.size() + 32 * static_cast<std::size_t>(plan.devices()));
    for_each_seat(problem, plan, [&](std::int64_t rank, const Seat& seat) {
        text += "rank ";
        append(text, rank, '=');
        text += name(seat.host) + " slot=";
        append(text, seat.local, '\n');
    });
    return text;
}

} // namespace nest::io
