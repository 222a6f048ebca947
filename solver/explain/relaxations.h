// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/phrase.h"
#include "search/solve.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

/// What slightly better inputs would buy: each change is made and the problem solved again. Nothing is extrapolated.
namespace nest {

enum class RelaxationKind {
    memory,       ///< more bytes per device
    bandwidth,    ///< of one network level, doubled
    latency,      ///< of one network level, halved
    global_batch, ///< doubled
    freed_option, ///< a choice that the options forbid
    reserve,      ///< no memory held back
    overlap,      ///< an exchange fully hidden behind computation
    fused_loss,   ///< logits not stored
    devices       ///< more groups of the outermost level, or a higher bound on the devices
};

struct Relaxation {
    RelaxationKind kind{};
    Phrase what;        ///< "6.0 GB more memory per device" (context "Relaxation")
    Options options;    ///< of the relaxed problem, to plan with; its levels follow from them, except for devices
    double amount = 0;  ///< memory, reserve: bytes; devices: how many more
    int level = 0;      ///< bandwidth, latency
    std::string option; ///< freed_option: its key
    RankedPlan plan;    ///< best plan of the relaxed problem, proven
    double gain = 0;    ///< in throughput, relative; 0.07 = 7 % more. 0 when there was no plan before
    bool operator==(const Relaxation&) const = default;
};

/// Perfect overlap is what nobody gets: it tells how much is to be had at most.
constexpr bool is_bound(RelaxationKind kind) {
    return kind == RelaxationKind::overlap;
}

/// A problem on another number of nodes of its cluster.
using OnNodes = std::function<std::optional<Problem>(const Problem& problem, std::int64_t nodes)>;

struct Relaxations {
    /// With a plan: largest gain first, bounds behind the others, those below least_gain left out. Without one: what
    /// makes a plan possible, by kind in the order of single options, memory, devices.
    std::vector<Relaxation> list;
    bool complete = true; ///< false: stopped or out of time, some are missing
};

/// A smaller change of throughput is not worth a line.
constexpr double least_gain = 0.01;
/// The least extra memory is found to this share of a device's memory.
constexpr double memory_step = 1.0 / 512;

/// `best` is the best plan of the problem; null when nothing fits. With a plan: memory + 5, 10, 25 % and the least
/// extra memory that gains more than least_gain (a multiple of memory_step, found by bisection: more memory never makes
/// the best plan slower); bandwidth x 2 and latency / 2 of every level that isn't measured; the global batch doubled;
/// each restricted option freed; no reserve; exchanges hidden; fused loss. With an objective of memory: the step time
/// as the objective, alone. Without a plan: single options, the least device memory, the fewest more devices that make
/// one possible. `control` gives threads, stop and a limit for the whole; its callbacks are not called. The same list
/// for any number of threads, given the time. More nodes are groups of the outermost level; a single node has no level
/// for that, so `on_nodes` makes the problem for several of it (see io::on_nodes), or nothing.
Relaxations relaxations(const Problem& problem, const RankedPlan* best, const SolveControl& control,
                        const OnNodes& on_nodes = {});

/// Keys of the options that restrict the search; freeing one is a relaxation.
std::vector<std::string> restricting_options(const Options& options);
/// The options with one of them left to the search.
Options freed(const Options& options, const std::string& key);

/// The problem on a network with `groups` groups of its outermost level's children (the nodes of a cluster with one
/// level above the node). Nothing when the network has a single level with no groups inside, or grows too large.
std::optional<Problem> with_groups(const Problem& problem, std::int64_t groups);
/// How many it has now.
std::int64_t group_count(const LevelModel& levels);

} // namespace nest
