#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The NEST Planner authors
# SPDX-License-Identifier: MIT
# Installs what is missing, builds the program and opens it on the example. Without a display it plans the example,
# draws every view to PNG and says where. Arguments go to nest-planner.
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/packages.sh
install_missing "${build_packages[@]}"
cmake --preset release -DBUILD_TESTING=OFF "${launcher[@]}" >/dev/null
cmake --build --preset release --parallel "$jobs"
program=$PWD/build/release/app/nest-planner
if [ $# -gt 0 ]; then exec "$program" "$@"; fi
if [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then exec "$program"; fi

# A directory of our own keeps Qt from warning on machines without a login session.
export XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-$(mktemp -d)}
out=$PWD/out
mkdir -p "$out"
"$program" solve --model llama3-70b --topology dgx-h100x16 --top 10 --json "$out/example.json"
for view in topology levels model layers stages devices memory timeline; do
  "$program" render --plan "$out/example.json" --view "$view" -o "$out/example-$view.png" --size 1280x800
  "$program" render --plan "$out/example.json" --view "$view" -o "$out/example-$view-dark.png" --size 1280x800 --dark
done
echo "No display: the example's plan is $out/example.json, its pictures are $out/example-*.png"
