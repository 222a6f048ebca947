// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli/terminal_text.h"

#include "base/phrase.h"

#include <algorithm>

namespace nest::cli {

namespace {

/// Bytes at the end of a text that begin a character of UTF-8 and don't finish it.
std::size_t unfinished(const std::string& text) {
    for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back) {
        const auto byte = static_cast<unsigned char>(text[text.size() - back]);
        if ((byte & 0xC0U) == 0x80U) continue;
        const std::size_t length = byte < 0xC0U ? 1 : byte < 0xE0U ? 2 : byte < 0xF0U ? 3 : 4;
        return length > back ? back : 0;
    }
    return 0;
}

} // namespace

TerminalText::TerminalText(std::ostream& stream) : m_stream(stream), m_destination(stream.rdbuf(this)) {}

TerminalText::~TerminalText() {
    if (!m_rest.empty()) m_destination->sputc('?');
    m_stream.rdbuf(m_destination);
}

bool TerminalText::pass(const char* text, std::streamsize size) {
    std::string all = std::move(m_rest);
    all.append(text, static_cast<std::size_t>(size));
    m_rest = all.substr(all.size() - unfinished(all));
    all.resize(all.size() - m_rest.size());
    std::string shown;
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = std::min(all.find('\n', at), all.size());
        shown += printable(all.substr(at, end - at));
        if (end < all.size()) shown += '\n';
        at = end + 1;
    }
    const auto length = static_cast<std::streamsize>(shown.size());
    return m_destination->sputn(shown.data(), length) == length;
}

TerminalText::int_type TerminalText::overflow(int_type character) {
    if (traits_type::eq_int_type(character, traits_type::eof())) return traits_type::not_eof(character);
    const char one = traits_type::to_char_type(character);
    return pass(&one, 1) ? character : traits_type::eof();
}

std::streamsize TerminalText::xsputn(const char* text, std::streamsize size) {
    return pass(text, size) ? size : 0;
}

int TerminalText::sync() {
    return m_destination->pubsync();
}

DataOutput::DataOutput() : m_filter(std::cout.rdbuf()) {
    std::cout.flush();
    if (const auto* filter = dynamic_cast<TerminalText*>(m_filter)) std::cout.rdbuf(filter->m_destination);
}

DataOutput::~DataOutput() {
    // rdbuf() forgets that a write failed, which the caller looks for.
    const std::ios::iostate state = std::cout.rdstate();
    std::cout.rdbuf(m_filter);
    std::cout.clear(state);
}

} // namespace nest::cli
