// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/worker_pool.h"
#include "search/solve.h"

#include <atomic>
#include <csignal>
#include <stop_token>
#include <thread>

namespace nest::cli {

/// While it lives, SIGINT and SIGTERM request a stop instead of ending the program. Make it before other threads: they
/// inherit the blocked signals.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    std::stop_token token() const { return m_stop.get_token(); }
    /// For a search that a signal stops, on all threads of the machine unless said otherwise.
    SolveControl control(int threads = hardware_threads()) const;
    /// A signal came.
    bool happened() const { return m_stop.stop_requested(); }

private:
    std::stop_source m_stop;
    sigset_t m_signals{}, m_before{};
    std::jthread m_watcher;
};

} // namespace nest::cli
