// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "document/pastedrun.h"
#include "document/project.h"

#include <QObject>
#include <memory>
#include <vector>

namespace nest::ui {

/// The command that the project keeps, read: what exports carry over, and what to know about the plan it runs. Follows
/// the project and reads on a worker.
class PastedCommand : public QObject {
    Q_OBJECT

public:
    explicit PastedCommand(const Project& project, QObject* parent = nullptr);

    /// Null: there is none, it can't be read, or it isn't read yet.
    std::shared_ptr<const io::EngineLaunch> launch() const;
    /// Variables without a value, flags left aside, and whatever is priced otherwise than it runs.
    std::vector<Diagnostic> notes() const;

signals:
    void changed();

private:
    void follow();

    const Project& m_project;
    SharedText m_text;
    int m_request = 0;
    std::shared_ptr<const PastedRun> m_run;
};

} // namespace nest::ui
