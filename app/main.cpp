// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli/cli.h"
#include "mainwindow/mainwindow.h"
#include "render/renderview.h"
#include "theme/theme.h"

#include <QApplication>
#include <QSettings>
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

namespace {

/// Whether Qt would end the program for want of a screen.
bool lacksDisplay(const std::vector<std::string>& arguments) {
#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (!qEnvironmentVariableIsEmpty(name)) return false;
    return std::ranges::none_of(
        arguments, [](const std::string& argument) { return argument == "-platform" || argument == "--platform"; });
#else
    (void)arguments;
    return false;
#endif
}

} // namespace

int main(int argc, char** argv) {
    // Commands run before anything of Qt, so that they need no display.
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (nest::cli::is_cli_command(arguments)) return nest::cli::run_cli(arguments, {nest::ui::renderCommand});

    const nest::cli::WindowArguments given = nest::cli::window_arguments(arguments);
    if (!given.fault.empty()) return nest::cli::usage_fault(given.fault);

    if (lacksDisplay(arguments)) {
        std::cerr << "nest-planner: no display: neither DISPLAY nor WAYLAND_DISPLAY is set; use a subcommand, see "
                     "--help\n";
        return 2;
    }

    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("nest-planner"));
    QApplication::setApplicationName(QStringLiteral("nest-planner"));
    QApplication::setApplicationDisplayName(QStringLiteral("NEST Planner"));
    QApplication::setApplicationVersion(QStringLiteral(NEST_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("io.github.nest_planner.NestPlanner"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/nest/icons/application.svg")));
    QSettings::setDefaultFormat(QSettings::IniFormat);

    nest::ui::MainWindow window;
    window.start(QString::fromLocal8Bit(given.file.c_str()));
    window.show();
    return QApplication::exec();
}
