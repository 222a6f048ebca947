// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli/layout_argument.h"

#include <algorithm>
#include <array>
#include <set>
#include <sstream>
#include <utility>

namespace nest::cli {

namespace {

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::string said_twice(const std::string& token) {
    return "\"" + token + "\" says again what the layout already says";
}

/// "tp8", "tp=8", "zero0-1" -> the option it sets and its value.
bool set_degree(Options& options, const std::string& token, std::set<std::string>& said, std::string& fault) {
    static const std::array<std::pair<const char*, const char*>, 8> degrees{{{"micro_batch", "micro_batches"},
                                                                             {"mb", "micro_batches"},
                                                                             {"tp", "tp"},
                                                                             {"pp", "pp"},
                                                                             {"dp", "dp"},
                                                                             {"ep", "ep"},
                                                                             {"cp", "cp"},
                                                                             {"zero", "zero"}}};
    for (const auto& [name, key] : degrees) {
        if (!token.starts_with(name)) continue;
        std::string value = token.substr(std::string_view(name).size());
        if (value.starts_with('=')) value.erase(0, 1);
        // Only ZeRO stages have a range, "zero0-1"; elsewhere a minus is a slip.
        const char* allowed = std::string_view(key) == "zero" ? "0123456789-," : "0123456789,";
        if (value.find_first_not_of(allowed) != std::string::npos || value.empty() || value.front() == '-') continue;
        std::replace(value.begin(), value.end(), '-', ',');
        if (const auto wrong = set_option_text(options, key, value)) fault = describe_fault(*wrong);
        if (!said.insert(key).second) fault = said_twice(token);
        return true;
    }
    return false;
}

/// "full": every stage; "fullx3": some stages, beside those of other kinds or none.
bool add_recomputation(Options& options, const std::string& token, std::set<std::string>& said, std::string& fault) {
    const std::size_t digits = token.find_last_not_of("0123456789");
    const bool partial = digits != std::string::npos && digits + 1 < token.size() && token[digits] == 'x';
    Options one;
    if (set_option_text(one, "recompute", partial ? token.substr(0, digits) : token)) return false;
    if (!one.recompute) return false; // "auto" is no layout
    if (!said.insert(partial ? token.substr(0, digits) : "recompute").second) fault = said_twice(token);
    if (partial) one.recompute->insert(one.recompute->end(), options.recompute->begin(), options.recompute->end());
    std::sort(one.recompute->begin(), one.recompute->end());
    options.recompute = std::move(one.recompute);
    return true;
}

bool set_choice(Options& options, const std::string& token, std::set<std::string>& said, std::string& fault) {
    for (const char* key : {"schedule", "layouts"}) {
        if (set_option_text(options, key, token)) continue;
        if (!said.insert(key).second) fault = said_twice(token);
        return true;
    }
    return false;
}

} // namespace

LayoutArgument read_layout(const std::string& text, const Options& options) {
    LayoutArgument result{{}, {}, options, {}};
    std::string degrees = text;
    const std::size_t at = text.find('@');
    if (at != std::string::npos) {
        // A generator has a colon of its own, without a space behind it.
        const std::size_t colon = text.find(": ", at);
        if (colon == std::string::npos) {
            result.fault = "expected \"MODEL @ TOPOLOGY: tp8 pp4 ...\", found \"" + text + "\"";
            return result;
        }
        result.model = trimmed(text.substr(0, at));
        result.topology = trimmed(text.substr(at + 1, colon - at - 1));
        degrees = text.substr(colon + 1);
    }
    Options& o = result.options;
    const std::vector<std::int64_t> one{1};
    o.tp = o.pp = o.dp = o.ep = o.cp = o.micro_batches = one;
    o.zero = std::vector<std::int64_t>{0};
    o.sequence_parallel = Switch::off;
    o.recompute = std::vector<Recompute>{Recompute::none};
    o.schedule = std::vector<ScheduleKind>{ScheduleKind::one_f_one_b};
    o.layouts = {LayoutKind::pp_inner};
    std::istringstream stream(degrees);
    std::string token;
    std::set<std::string> said;
    while (stream >> token && result.fault.empty()) {
        if (token == "sp") {
            o.sequence_parallel = Switch::on;
        } else if (!set_degree(o, token, said, result.fault) && !add_recomputation(o, token, said, result.fault) &&
                   !set_choice(o, token, said, result.fault)) {
            result.fault = "\"" + token +
                           "\" is no part of a layout; expected parts such as tp8 pp4 dp4 ep1 cp1 mb1 sp zero1 full "
                           "gpipe dp-inner";
        }
    }
    if (o.zero->size() > 1) o.zero_uniform = false;
    return result;
}

} // namespace nest::cli
