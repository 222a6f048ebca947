// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QApplication>
#include <QTextStream>
#include <algorithm>
#include <ctime>
#include <vector>

namespace nest::bench {

inline double threadSeconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Takes the CPU time of each event that isn't sent from within another. The house rule is 16 ms for the 99th
/// percentile and 50 ms at most.
class MeasuredApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override {
        if (!recording || m_depth > 0) return QApplication::notify(receiver, event);
        const QString name = QString::fromLatin1(receiver->metaObject()->className());
        const int type = event->type();
        ++m_depth;
        const double begin = threadSeconds();
        const bool handled = QApplication::notify(receiver, event);
        events.push_back({threadSeconds() - begin, type, name});
        --m_depth;
        return handled;
    }

    /// Prints the 99th percentile, the largest, and the ten largest with their receivers; the exit status.
    int report(const char* what = "events") {
        std::sort(events.begin(), events.end(), [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
        QTextStream out(stdout);
        if (events.empty()) return 1;
        out << what << ' ' << events.size() << ", p99 " << events[events.size() * 99 / 100].seconds * 1e3 << " ms, max "
            << events.back().seconds * 1e3 << " ms\n";
        for (std::size_t i = events.size() - std::min<std::size_t>(10, events.size()); i < events.size(); ++i)
            out << "  " << events[i].seconds * 1e3 << " ms  event " << events[i].type << " to " << events[i].receiver
                << '\n';
        events.clear();
        return 0;
    }

    struct Handled {
        double seconds = 0;
        int type = 0;
        QString receiver;
    };
    std::vector<Handled> events;
    bool recording = false;

private:
    int m_depth = 0;
};

} // namespace nest::bench
