// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/worker_pool.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace nest {

void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t index, int worker)>& work) {
    if (threads <= 1 || count <= 1) {
        for (std::size_t index = 0; index < count; ++index)
            work(index, 0);
        return;
    }
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::exception_ptr failure;
    const auto run = [&](int worker) {
        try {
            for (std::size_t index = next++; index < count; index = next++)
                work(index, worker);
        } catch (...) {
            next = count; // nobody begins anything more
            const std::lock_guard lock(mutex);
            if (!failure) failure = std::current_exception();
        }
    };
    const int workers = static_cast<int>(std::min(static_cast<std::size_t>(threads), count));
    {
        std::vector<std::jthread> pool;
        pool.reserve(static_cast<std::size_t>(workers));
        for (int worker = 0; worker < workers; ++worker)
            pool.emplace_back(run, worker);
    }
    if (failure) std::rethrow_exception(failure);
}

int hardware_threads() {
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

} // namespace nest
