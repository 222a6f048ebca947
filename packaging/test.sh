#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The NEST Planner authors
# SPDX-License-Identifier: MIT
# Installs what is missing, builds with GCC, runs all tests. --full adds the solver and readers under AddressSanitizer,
# UndefinedBehaviorSanitizer and ThreadSanitizer, Clang, clang-tidy, longer random tests and the benchmarks.
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
  NEST_RANDOM_INSTANCES=20000 build_and_test release -DNEST_BENCH=ON -DNEST_TEST_MINUTES=120
else
  build_and_test release
fi
step "Desktop files"
desktop-file-validate packaging/io.github.nest_planner.NestPlanner.desktop
appstreamcli validate --no-net packaging/io.github.nest_planner.NestPlanner.metainfo.xml
if [ $full = yes ]; then
  step "AddressSanitizer and UBSan: solver and readers"
  NEST_RANDOM_INSTANCES=500 build_and_test asan -DNEST_TEST_MINUTES=60
  step "Clang: build and all tests"
  build_and_test clang
  step "ThreadSanitizer: solver"
  NEST_RANDOM_INSTANCES=300 build_and_test tsan -DNEST_TEST_MINUTES=60
  step "clang-tidy: solver"
  find solver -name '*.cpp' -print0 | xargs -0 -P "$jobs" -n 4 clang-tidy-14 -p build/clang --quiet --warnings-as-errors='*'
  step "Benchmarks"
  build/release/tests/bench/nest_bench --benchmark_min_time=0.5
fi
step "All passed"
