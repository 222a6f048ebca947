// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/worker_pool.h"
#include "search/label_room.h"

#include <QTest>

#include <atomic>
#include <new>

using namespace nest;

/// Searches that need too much memory give up or say so; none ends the program.
class TestLabelRoom : public QObject {
    Q_OBJECT
private slots:
    void aLittleIsFree() {
        LabelRoom room(0);
        LabelRoom::Share share(&room);
        QVERIFY(share.allows(LabelRoom::little, [] { return false; }));
        QVERIFY(!share.allows(LabelRoom::little + 1, [] { return true; })); // no turn before the stop
    }

    void turnsAreGivenBack() {
        LabelRoom room(1);
        {
            LabelRoom::Share first(&room), second(&room);
            QVERIFY(first.allows(LabelRoom::most, [] { return false; }));
            QVERIFY(first.allows(LabelRoom::most, [] { return true; }));
            QVERIFY(!second.allows(LabelRoom::most, [] { return true; }));
        }
        LabelRoom::Share third(&room);
        QVERIFY(third.allows(LabelRoom::most, [] { return true; }));
    }

    void nobodyHasMoreThanTheMost() {
        LabelRoom::Share alone(nullptr);
        QVERIFY(alone.allows(LabelRoom::most, [] { return true; }));
        QVERIFY(!alone.allows(LabelRoom::most + 1, [] { return false; }));
    }

    /// A thread's lack of memory reaches the one that waits for it.
    void failuresOfThreadsAreTold() {
        for (const int threads : {1, 4}) {
            std::atomic<int> begun{0};
            bool caught = false;
            try {
                parallel_for(1000, threads, [&](std::size_t, int) {
                    ++begun;
                    throw std::bad_alloc();
                });
            } catch (const std::bad_alloc&) {
                caught = true;
            }
            QVERIFY(caught);
            QVERIFY(begun <= threads);
        }
    }
};

QTEST_APPLESS_MAIN(TestLabelRoom)
#include "test_label_room.moc"
