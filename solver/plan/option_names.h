// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/options.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

/// Names of the options' choices as files and the command line spell them, in the order of the enumerations.
namespace nest::detail {

template <typename E> struct Names;
template <> struct Names<Recompute> {
    static constexpr std::array<std::string_view, 4> all{"none", "selective", "full", "stage"};
};
template <> struct Names<ScheduleKind> {
    static constexpr std::array<std::string_view, 4> all{"1f1b", "gpipe", "zb-h1", "interleaved"};
};
template <> struct Names<LayoutKind> { static constexpr std::array<std::string_view, 2> all{"dp-inner", "pp-inner"}; };
template <> struct Names<Objective> {
    static constexpr std::array<std::string_view, 4> all{"latency", "paper", "memory", "balanced-memory"};
};
template <> struct Names<Precision> {
    static constexpr std::array<std::string_view, 4> all{"megatron", "zero", "fp32", "sgd-mixed"};
};
template <> struct Names<Switch> { static constexpr std::array<std::string_view, 3> all{"auto", "on", "off"}; };
template <> struct Names<AttentionKernel> { static constexpr std::array<std::string_view, 2> all{"flash", "unfused"}; };

template <typename E> std::string_view enum_name(E value) {
    return Names<E>::all[static_cast<std::size_t>(value)];
}

/// `name` has been checked against the table's choices, which come from the same list.
template <typename E> E enum_value(const std::string& name) {
    const auto& all = Names<E>::all;
    return static_cast<E>(std::find(all.begin(), all.end(), name) - all.begin());
}

template <typename E> std::vector<std::string> choices_of() {
    return {Names<E>::all.begin(), Names<E>::all.end()};
}

} // namespace nest::detail
