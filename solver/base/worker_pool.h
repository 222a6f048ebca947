// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

namespace nest {

/// Calls `work(index, worker)` for every index in 0..count-1 on `threads` std::jthreads that take indices from one
/// atomic counter, lowest first; with threads <= 1 on the calling thread. Returns when all are done.
/// What `work` throws, such as a lack of memory, is thrown again here once all threads are done. Skipping the rest
/// after a stop is the work's own business (return at once).
void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t index, int worker)>& work);

/// Hardware threads, at least 1.
int hardware_threads();

} // namespace nest
