// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cli/cli.h"
#include "text_fixture.h"

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

/// Runs commands as the program does, for the tests of the command line.
namespace nest::fixture {

struct Run {
    int status = -1;
    std::string out, err;
};

/// Runs a command with its streams caught.
inline Run run(const std::vector<std::string>& args, const std::string& input = {}, const cli::Hooks& hooks = {}) {
    std::ostringstream out, err;
    std::istringstream in(input);
    std::streambuf* const old_out = std::cout.rdbuf(out.rdbuf());
    std::streambuf* const old_err = std::cerr.rdbuf(err.rdbuf());
    std::streambuf* const old_in = std::cin.rdbuf(in.rdbuf());
    Run result;
    result.status = cli::run_cli(args, hooks);
    std::cout.rdbuf(old_out);
    std::cerr.rdbuf(old_err);
    std::cin.rdbuf(old_in);
    std::cin.clear();
    result.out = out.str();
    result.err = err.str();
    return result;
}

} // namespace nest::fixture
