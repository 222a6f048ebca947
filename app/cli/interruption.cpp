// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli/interruption.h"

#include <ctime>

namespace nest::cli {

Interruption::Interruption() {
    sigemptyset(&m_signals);
    sigaddset(&m_signals, SIGINT);
    sigaddset(&m_signals, SIGTERM);
    sigaddset(&m_signals, SIGHUP); // a closed terminal
    pthread_sigmask(SIG_BLOCK, &m_signals, &m_before);
    // Waiting for the signal in a thread of its own leaves nothing for a handler to do, where little is allowed.
    m_watcher = std::jthread([this](const std::stop_token& ending) {
        const timespec patience{0, 20'000'000};
        while (!ending.stop_requested()) {
            if (sigtimedwait(&m_signals, nullptr, &patience) > 0) m_stop.request_stop();
        }
    });
}

Interruption::~Interruption() {
    m_watcher.request_stop();
    m_watcher.join();
    pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

SolveControl Interruption::control(int threads) const {
    SolveControl control;
    control.threads = threads;
    control.stop = token();
    return control;
}

} // namespace nest::cli
