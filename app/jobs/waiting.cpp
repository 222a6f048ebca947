// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "jobs/waiting.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QProgressDialog>
#include <QSemaphore>
#include <QThreadPool>
#include <QTimer>

namespace nest::ui {
namespace {

constexpr int atOnce = 30;       ///< ms; shorter work needs no events in between
constexpr int untilDialog = 400; ///< ms; input is held back until then
constexpr int look = 10;         ///< ms

} // namespace

bool waitFor(QWidget* window, const QString& text, std::function<void()> work) {
    auto done = std::make_shared<QSemaphore>();
    // Not the global pool: a cancelled read must not keep later ones waiting. Workers end with their work.
    auto* pool = new QThreadPool;
    pool->setMaxThreadCount(1);
    pool->start([done, run = std::move(work)] {
        run();
        done->release();
    });
    bool finished = done->tryAcquire(1, atOnce);
    QElapsedTimer waited;
    waited.start();
    while (!finished && waited.elapsed() < untilDialog) {
        QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents, look);
        finished = done->tryAcquire(1, look);
    }
    bool cancelled = false;
    if (!finished) {
        QProgressDialog dialog(text, QCoreApplication::translate("nest::ui::Waiting", "Cancel"), 0, 0, window);
        dialog.setWindowTitle(QString());
        dialog.setWindowModality(Qt::WindowModal);
        dialog.setMinimumDuration(0);
        dialog.setMinimumWidth(360);
        QEventLoop loop;
        QTimer poll;
        QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
            finished = done->tryAcquire();
            if (finished) loop.quit();
        });
        QObject::connect(&dialog, &QProgressDialog::canceled, &loop, [&] {
            cancelled = true;
            loop.quit();
        });
        poll.start(look);
        dialog.show();
        loop.exec();
    }
    if (cancelled && !finished)
        QThreadPool::globalInstance()->start([pool] { delete pool; }); // waits for the work, there
    else
        delete pool;
    return finished;
}

} // namespace nest::ui
