// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/launch.h"
#include "io/files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

namespace nest::io {

namespace {

using nlohmann::json;

constexpr std::uintmax_t largest_file = std::uintmax_t{512} << 20;
constexpr int deepest_nesting = 200;

Diagnostic file_fault(ErrorCode code, const std::string& file, std::string found, std::string expected = {}) {
    Diagnostic diagnostic;
    diagnostic.code = code;
    diagnostic.file = file;
    diagnostic.found = std::move(found);
    diagnostic.expected = std::move(expected);
    return diagnostic;
}

std::string reason(int error) {
    return error == 0 ? "unknown reason" : std::generic_category().message(error);
}

int line_at(const std::string& text, std::size_t offset) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
    return 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
}

/// Reads up to the limit; stops early once it is passed.
std::string read_stream(std::istream& stream, bool& too_large) {
    std::string text;
    std::array<char, 1 << 16> buffer{};
    while (stream.read(buffer.data(), buffer.size()) || stream.gcount() > 0) {
        text.append(buffer.data(), static_cast<std::size_t>(stream.gcount()));
        if (text.size() > largest_file) {
            too_large = true;
            break;
        }
    }
    return text;
}

/// Offset of the bracket that nests too deep, or npos. Recursive code may then walk any document that was read.
std::size_t too_deep(const std::string& text) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            if (c == '"') in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            if (++depth > deepest_nesting) return i;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return std::string::npos;
}

/// "[json.exception.parse_error.101] parse error at line 3, column 5: syntax error ... - unexpected end of input"
/// -> "unexpected end of input".
std::string what_is_wrong(const std::string& message) {
    const std::size_t dash = message.rfind(" - ");
    std::string text = dash == std::string::npos ? message : message.substr(dash + 3);
    if (const std::size_t bracket = text.find("] "); text.starts_with('[') && bracket != std::string::npos) {
        text.erase(0, bracket + 2);
    }
    if (text.size() > 160) text = text.substr(0, 157) + "...";
    // The message may quote bytes of the input that are not text.
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c > 0x7e; }, '?');
    return text;
}

Diagnostic parse_fault(const json::parse_error& error, const std::string& text, const std::string& file) {
    const std::size_t at = error.byte > 0 ? error.byte - 1 : 0;
    for (const char* name : {"NaN", "nan", "Infinity", "inf"}) {
        // The parser stops at the first or second letter of the word.
        for (const std::size_t start : {at, at > 0 ? at - 1 : at}) {
            if (text.compare(start, std::string_view(name).size(), name) != 0) continue;
            Diagnostic diagnostic = file_fault(ErrorCode::not_finite, file, name);
            diagnostic.line = line_at(text, start);
            return diagnostic;
        }
    }
    Diagnostic diagnostic = file_fault(ErrorCode::not_json, file, what_is_wrong(error.what()));
    diagnostic.line = line_at(text, at);
    return diagnostic;
}

/// Line of the second of two equal keys of one object; 0 where they are spelt differently (escapes). The text is JSON.
int line_of_second(const std::string& text, const std::string& key) {
    std::vector<bool> seen; // one entry for each open object or list
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '{' || text[i] == '[') seen.push_back(false);
        if (text[i] == '}' || text[i] == ']') seen.pop_back();
        if (text[i] != '"') continue;
        const std::size_t start = i + 1;
        for (++i; text[i] != '"'; ++i) {
            if (text[i] == '\\') ++i;
        }
        const std::size_t next = text.find_first_not_of(" \t\r\n", i + 1);
        if (next == std::string::npos || text[next] != ':' || text.compare(start, i - start, key) != 0) continue;
        if (seen.back()) return line_at(text, start);
        seen.back() = true;
    }
    return 0;
}

/// "number overflow parsing '1e999'": the only fault of parsing that has no position of its own.
Diagnostic overflow_fault(const json::exception& error, const std::string& text, const std::string& file) {
    const std::string message = error.what();
    const std::size_t open = message.find('\'');
    const std::size_t close = message.rfind('\'');
    const std::string number = open < close ? message.substr(open + 1, close - open - 1) : std::string();
    Diagnostic diagnostic =
        file_fault(ErrorCode::not_finite, file, number.size() > 40 ? number.substr(0, 37) + "..." : number);
    if (const std::size_t at = text.find(number); !number.empty() && at != std::string::npos)
        diagnostic.line = line_at(text, at);
    return diagnostic;
}

std::optional<Diagnostic> write_to(const std::string& target, const std::string& text, const std::string& path) {
    errno = 0;
    std::ofstream stream(target, std::ios::binary | std::ios::trunc);
    if (stream) stream.write(text.data(), static_cast<std::streamsize>(text.size()));
    if (stream) stream.flush();
    if (stream) return std::nullopt;
    return file_fault(ErrorCode::write_failed, path, reason(errno));
}

bool scalar(const json& value) {
    return !value.is_structured() || value.empty();
}

void append_scalar(std::string& out, const json& value) {
    out += value.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// Lists of plain values stay on one line, so that ranks and numbers are readable.
bool one_line(const json& value) {
    return value.is_array() && std::all_of(value.begin(), value.end(), scalar);
}

void append_value(std::string& out, const json& value, int depth);

void append_member(std::string& out, const std::string& key, const json& value, int depth, bool& first) {
    if (!first) out += ',';
    first = false;
    out += '\n';
    out.append(static_cast<std::size_t>(depth) * 2, ' ');
    append_scalar(out, key);
    out += ": ";
    append_value(out, value, depth);
}

void append_object(std::string& out, const json& value, int depth) {
    static const std::array<const char*, 3> leading{"format", "version", "name"};
    out += '{';
    bool first = true;
    for (const char* key : leading) {
        if (const auto member = value.find(key); member != value.end())
            append_member(out, key, *member, depth + 1, first);
    }
    for (const auto& [key, member] : value.items()) {
        if (std::find(leading.begin(), leading.end(), key) == leading.end())
            append_member(out, key, member, depth + 1, first);
    }
    out += '\n';
    out.append(static_cast<std::size_t>(depth) * 2, ' ');
    out += '}';
}

void append_array(std::string& out, const json& value, int depth) {
    const bool flat = one_line(value);
    out += '[';
    bool first = true;
    for (const json& item : value) {
        if (!first) out += flat ? ", " : ",";
        first = false;
        if (!flat) {
            out += '\n';
            out.append(static_cast<std::size_t>(depth + 1) * 2, ' ');
        }
        append_value(out, item, depth + 1);
    }
    if (!flat) {
        out += '\n';
        out.append(static_cast<std::size_t>(depth) * 2, ' ');
    }
    out += ']';
}

void append_value(std::string& out, const json& value, int depth) {
    if (scalar(value)) {
        append_scalar(out, value);
    } else if (value.is_object()) {
        append_object(out, value, depth);
    } else {
        append_array(out, value, depth);
    }
}

} // namespace

Result<std::string> read_text(const std::string& path) {
    bool too_large = false;
    std::string text;
    if (path == "-") {
        text = read_stream(std::cin, too_large);
    } else {
        std::error_code error;
        if (std::filesystem::is_directory(path, error)) {
            return file_fault(ErrorCode::file_unreadable, path, reason(EISDIR));
        }
        errno = 0;
        std::ifstream stream(path, std::ios::binary);
        if (!stream) {
            std::string why = reason(errno);
            if (looks_like_launch(path))
                why += "; a command is read from a file, or from standard input where the name is \"-\"";
            return file_fault(ErrorCode::file_unreadable, path, std::move(why));
        }
        text = read_stream(stream, too_large);
        if (stream.bad()) return file_fault(ErrorCode::file_unreadable, path, reason(errno));
    }
    if (too_large) return file_fault(ErrorCode::file_unreadable, path, "larger than 512 MiB");
    if (text.empty()) return file_fault(ErrorCode::file_empty, path, {});
    return text;
}

Result<json> parse_json(const std::string& text, const std::string& file) {
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
        return file_fault(ErrorCode::file_empty, file, {}, "JSON");
    if (const std::size_t at = too_deep(text); at != std::string::npos) {
        Diagnostic diagnostic =
            file_fault(ErrorCode::unsupported, file, "nesting deeper than " + std::to_string(deepest_nesting));
        diagnostic.line = line_at(text, at);
        return diagnostic;
    }
    // The library keeps the last of equal keys without a word; which one was meant nobody knows.
    std::vector<std::set<std::string>> keys;
    std::string twice;
    const auto watch = [&](int, json::parse_event_t event, json& parsed) {
        if (event == json::parse_event_t::object_start) keys.emplace_back();
        if (event == json::parse_event_t::object_end) keys.pop_back();
        if (event == json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second && twice.empty())
            twice = parsed.get<std::string>();
        return true;
    };
    // The library reports the place of a fault through exceptions alone; they end here.
    try {
        json parsed = json::parse(text, watch);
        if (twice.empty()) return parsed;
        Diagnostic diagnostic = file_fault(ErrorCode::duplicate_name, file, twice, "each key once in an object");
        diagnostic.subject = twice;
        diagnostic.line = line_of_second(text, twice);
        return diagnostic;
    } catch (const json::parse_error& error) {
        return parse_fault(error, text, file);
    } catch (const json::exception& error) {
        return overflow_fault(error, text, file);
    }
}

Result<json> read_json(const std::string& path) {
    const Result<std::string> text = read_text(path);
    if (!text) return text.diagnostics();
    return parse_json(*text, path == "-" ? "standard input" : path);
}

namespace {

/// DEL and the control characters U+0080 to U+009F as escapes, as JSON has those below U+0020: they stand in strings
/// alone, and a terminal may obey them.
std::string with_escapes(const std::string& text) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    std::string result;
    std::size_t from = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool two = byte(at) == 0xC2U && at + 1 < text.size() && byte(at + 1) < 0xA0U;
        if (byte(at) != 0x7FU && !two) continue;
        constexpr const char* digits = "0123456789abcdef";
        const unsigned code = byte(two ? at + 1 : at);
        result.append(text, from, at - from).append("\\u00");
        result += digits[code >> 4U];
        result += digits[code & 15U];
        at += two ? 1 : 0;
        from = at + 1;
    }
    return from == 0 ? text : result.append(text, from);
}

} // namespace

std::string file_text(const json& value) {
    std::string text;
    append_value(text, value, 0);
    text += '\n';
    return with_escapes(text);
}

namespace {

/// Where it can't be allowed, as on file systems without such bits, the script is there all the same.
void allow_to_run(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    if (!path.ends_with(".sh") || !fs::is_regular_file(path, ignored)) return;
    constexpr fs::perms run = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    fs::permissions(path, run, fs::perm_options::add, ignored);
}

} // namespace

std::optional<Diagnostic> write_text(const std::string& path, const std::string& text) {
    if (path == "-") {
        std::cout.write(text.data(), static_cast<std::streamsize>(text.size()));
        std::cout.flush();
        if (!std::cout) return file_fault(ErrorCode::write_failed, "standard output", reason(errno));
        return std::nullopt;
    }
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    // Devices and pipes can't be replaced, a link should not be.
    const bool replaceable =
        !fs::is_symlink(fs::symlink_status(path, error)) && (!fs::exists(status) || fs::is_regular_file(status));
    if (!replaceable) {
        auto diagnostic = write_to(path, text, path);
        if (!diagnostic) allow_to_run(path);
        return diagnostic;
    }

    const std::string temporary = path + ".part";
    if (auto diagnostic = write_to(temporary, text, path)) {
        fs::remove(temporary, error);
        return diagnostic;
    }
    if (fs::exists(status)) fs::permissions(temporary, status.permissions(), error);
    fs::rename(temporary, path, error);
    if (!error) {
        allow_to_run(path);
        return std::nullopt;
    }
    const Diagnostic diagnostic = file_fault(ErrorCode::write_failed, path, error.message());
    fs::remove(temporary, error);
    return diagnostic;
}

} // namespace nest::io
