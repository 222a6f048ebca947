#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The NEST Planner authors
# SPDX-License-Identifier: MIT
# Sourced by run.sh and test.sh: installs what is missing, with apt, using sudo where needed.
# shellcheck shell=bash

build_packages=(cmake ninja-build g++ pkg-config nlohmann-json3-dev qt6-base-dev qt6-svg-dev libqt6svg6
  qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools qt6-translations-l10n libqcustomplot-dev libgraphviz-dev
  fonts-dejavu-core fonts-wqy-microhei)
test_packages=(libvalijson-dev xvfb xauth desktop-file-utils appstream)
full_packages=(clang-14 clang-tidy-14 libclang-rt-14-dev libbenchmark-dev)

install_missing() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "Missing packages: ${missing[*]}. Install them as root, then start again." >&2; return 1; }
    as_root=(sudo)
  fi
  echo "Installing: ${missing[*]}"
  "${as_root[@]}" apt-get -o DPkg::Lock::Timeout=300 update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# Builds use ccache where there is one; nothing needs it.
launcher=()
command -v ccache >/dev/null && launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
jobs=$(nproc)
