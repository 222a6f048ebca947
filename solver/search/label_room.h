// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace nest {

/// How much memory the recurrences of one search take at once. Each may take a little without asking; those that need
/// more take turns, so that the limit of one doesn't depend on how many threads there are, and neither does the answer.
class LabelRoom {
public:
    static constexpr std::size_t little = std::size_t{4} << 20; ///< bytes that are free for all
    static constexpr std::size_t most = std::size_t{256} << 20; ///< bytes of one recurrence that has a turn

    /// `turns`: how many recurrences may need more than a little at the same time.
    explicit LabelRoom(int turns = 2) : m_turns(turns) {}

    /// What one recurrence takes of the room, given back in the end.
    class Share {
    public:
        /// Without a room nobody else is waited for.
        explicit Share(LabelRoom* room) : m_room(room) {}
        Share(const Share&) = delete;
        Share& operator=(const Share&) = delete;
        ~Share() {
            if (!m_has_turn) return;
            const std::lock_guard lock(m_room->m_mutex);
            ++m_room->m_turns;
            m_room->m_freed.notify_one();
        }

        /// Whether the recurrence may hold so much. Waits for a turn; false also when `stopped` says so.
        template <typename Stopped> bool allows(std::size_t bytes, const Stopped& stopped) {
            if (bytes <= little) return true;
            if (bytes > most) return false;
            if (!m_room || m_has_turn) return true;
            std::unique_lock lock(m_room->m_mutex);
            while (m_room->m_turns == 0) {
                if (stopped()) return false;
                m_room->m_freed.wait_for(lock, std::chrono::milliseconds(20));
            }
            --m_room->m_turns;
            return m_has_turn = true;
        }

    private:
        LabelRoom* m_room;
        bool m_has_turn = false;
    };

private:
    std::mutex m_mutex;
    std::condition_variable m_freed;
    int m_turns;
};

} // namespace nest
