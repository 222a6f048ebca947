// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/shell_arithmetic.h"

#include <cctype>
#include <charconv>

namespace nest::io {

namespace {

using Number = std::optional<std::int64_t>;
constexpr int deepest = 64;

class Arithmetic {
public:
    Arithmetic(const std::string& text, const std::function<std::string(const std::string&)>& value)
        : m_text(text), m_value(value) {}

    Number run() {
        const Number result = sum(0);
        skip();
        return m_at == m_text.size() ? result : std::nullopt;
    }

private:
    void skip() {
        while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])) != 0)
            ++m_at;
    }
    char peek() {
        skip();
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }

    Number sum(int depth) {
        Number left = product(depth);
        while (left && (peek() == '+' || peek() == '-')) {
            const bool plus = m_text[m_at++] == '+';
            const Number right = product(depth);
            std::int64_t result = 0;
            if (!right || (plus ? __builtin_add_overflow(*left, *right, &result)
                                : __builtin_sub_overflow(*left, *right, &result)))
                return std::nullopt;
            left = result;
        }
        return left;
    }

    Number product(int depth) {
        Number left = factor(depth);
        while (left && (peek() == '*' || peek() == '/' || peek() == '%')) {
            const char op = m_text[m_at++];
            const Number right = factor(depth);
            std::int64_t result = 0;
            if (!right) return std::nullopt;
            if (op == '*') {
                if (__builtin_mul_overflow(*left, *right, &result)) return std::nullopt;
            } else {
                if (*right == 0 || *right == -1) return std::nullopt; // -1: the least number has no opposite
                result = op == '/' ? *left / *right : *left % *right;
            }
            left = result;
        }
        return left;
    }

    Number factor(int depth) {
        if (depth > deepest) return std::nullopt;
        const char c = peek();
        if (c == '(') {
            ++m_at;
            const Number inside = sum(depth + 1);
            if (peek() != ')') return std::nullopt;
            ++m_at;
            return inside;
        }
        const std::size_t start = m_at;
        while (m_at < m_text.size() &&
               (std::isalnum(static_cast<unsigned char>(m_text[m_at])) != 0 || m_text[m_at] == '_'))
            ++m_at;
        std::string word = m_text.substr(start, m_at - start);
        if (word.empty()) return std::nullopt;
        if (std::isdigit(static_cast<unsigned char>(word.front())) == 0) word = m_value(word);
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
        return number;
    }

    const std::string& m_text;
    const std::function<std::string(const std::string&)>& m_value;
    std::size_t m_at = 0;
};

} // namespace

std::optional<std::int64_t> evaluate_arithmetic(const std::string& text,
                                                const std::function<std::string(const std::string&)>& value) {
    return Arithmetic(text, value).run();
}

} // namespace nest::io
