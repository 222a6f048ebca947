#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The NEST Planner authors
# SPDX-License-Identifier: MIT
# Installs what is missing, builds with GCC, runs all tests, then search, readers and command line under
# AddressSanitizer and UndefinedBehaviorSanitizer. --full runs all of the solver's tests there, and adds Clang,
# ThreadSanitizer on the solver, clang-tidy, longer random tests and the benchmarks.
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/packages.sh
full=no
[ "${1:-}" = --full ] && full=yes
install_missing "${build_packages[@]}" "${test_packages[@]}"
[ $full = yes ] && install_missing "${full_packages[@]}"
export QT_QPA_PLATFORM=offscreen
# A directory of our own keeps Qt from warning on machines without a login session.
export XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-$(mktemp -d)}

step() { printf '\n== %s\n' "$*"; }
build_and_test() { # preset [configure arguments...]
  local preset=$1; shift
  cmake --preset "$preset" "${launcher[@]}" "$@" >/dev/null
  cmake --build --preset "$preset" --parallel "$jobs"
  ctest --preset "$preset" --parallel "$jobs"
}

step "GCC: build and all tests"
if [ $full = yes ]; then
  NEST_RANDOM_INSTANCES=20000 build_and_test release -DNEST_BENCH=ON
else
  build_and_test release
fi
step "Desktop files"
desktop-file-validate packaging/io.github.nest_planner.NestPlanner.desktop
appstreamcli validate --no-net packaging/io.github.nest_planner.NestPlanner.metainfo.xml
step "AddressSanitizer and UBSan: search, readers and command line"
if [ $full = yes ]; then
  NEST_RANDOM_INSTANCES=500 build_and_test asan
else
  # Those that read what others wrote, and those that search; the rest is for --full.
  sanitized=(solver_test_io solver_test_launch solver_test_launch_text solver_test_megatron solver_test_export
    solver_test_search solver_test_cli solver_test_timeline)
  cmake --preset asan "${launcher[@]}" >/dev/null
  cmake --build --preset asan --parallel "$jobs" --target "${sanitized[@]}"
  NEST_RANDOM_INSTANCES=500 ctest --preset asan --parallel "$jobs" -R "^($(IFS='|'; echo "${sanitized[*]}"))\$"
fi
if [ $full = yes ]; then
  step "Clang: build and all tests"
  build_and_test clang
  step "ThreadSanitizer: solver"
  NEST_RANDOM_INSTANCES=300 build_and_test tsan
  step "clang-tidy: solver"
  find solver -name '*.cpp' -print0 | xargs -0 -P "$jobs" -n 4 clang-tidy-14 -p build/clang --quiet --warnings-as-errors='*'
  step "Benchmarks"
  build/release/tests/bench/nest_bench --benchmark_min_time=0.5
fi
step "All passed"
