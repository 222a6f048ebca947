// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <iostream>
#include <streambuf>
#include <string>

namespace nest::cli {

/// While it lives, what is written to a stream reaches its destination without control characters other than the end of
/// a line: names of files and from files could otherwise drive the terminal. The one place for everything that commands
/// print. Data that a command writes to standard output goes around it, see DataOutput.
class TerminalText : private std::streambuf {
public:
    explicit TerminalText(std::ostream& stream);
    ~TerminalText() override;
    TerminalText(const TerminalText&) = delete;
    TerminalText& operator=(const TerminalText&) = delete;

private:
    friend class DataOutput;

    int_type overflow(int_type character) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;
    /// Passes on what is complete; the bytes of a character may come one by one.
    bool pass(const char* text, std::streamsize size);

    std::ostream& m_stream;
    std::streambuf* m_destination;
    std::string m_rest; ///< the beginning of a character
};

/// While it lives, standard output takes bytes as they are.
class DataOutput {
public:
    DataOutput();
    ~DataOutput();
    DataOutput(const DataOutput&) = delete;
    DataOutput& operator=(const DataOutput&) = delete;

private:
    std::streambuf* m_filter;
};

} // namespace nest::cli
