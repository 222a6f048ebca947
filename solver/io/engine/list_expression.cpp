// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/list_expression.h"

#include <charconv>

namespace nest::io {

namespace {

using List = std::vector<std::int64_t>;
constexpr int deepest = 64;

/// sum = product ("+" product)*; product = [number "*"]* list ("*" number)*; list = "[" numbers "]" | "(" sum ")".
class ListReader {
public:
    explicit ListReader(const std::string& text) : m_text(text) {}

    std::optional<List> run() {
        std::optional<List> list = sum(0);
        return peek() == '\0' ? list : std::nullopt;
    }

private:
    char peek() {
        while (m_at < m_text.size() && m_text[m_at] == ' ')
            ++m_at;
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }
    bool take(char c) {
        if (peek() != c) return false;
        ++m_at;
        return true;
    }

    std::optional<std::int64_t> number() {
        peek();
        std::int64_t value = 0;
        const char* begin = m_text.data() + m_at;
        const auto [end, error] = std::from_chars(begin, m_text.data() + m_text.size(), value);
        if (error != std::errc() || *begin == '-') return std::nullopt;
        m_at += static_cast<std::size_t>(end - begin);
        return value;
    }

    std::optional<List> sum(int depth) {
        std::optional<List> left = product(depth);
        while (left && take('+')) {
            const std::optional<List> right = product(depth);
            if (!right || left->size() + right->size() > longest_list) return std::nullopt;
            left->insert(left->end(), right->begin(), right->end());
        }
        return left;
    }

    std::optional<List> product(int depth) {
        std::optional<List> list;
        std::int64_t times = 1;
        const char first = peek();
        if (first >= '0' && first <= '9') { // 3*[0]
            const std::optional<std::int64_t> factor = number();
            if (!factor || !take('*')) return std::nullopt;
            times = *factor;
        }
        list = operand(depth);
        if (list) list = repeated(*std::move(list), times);
        while (list && take('*')) {
            const std::optional<std::int64_t> factor = number();
            if (!factor) return std::nullopt;
            list = repeated(*std::move(list), *factor);
        }
        return list;
    }

    static std::optional<List> repeated(List list, std::int64_t times) {
        if (times == 1) return list;
        const auto limit = static_cast<std::int64_t>(longest_list);
        if (times < 0 || times > limit || static_cast<std::int64_t>(list.size()) * times > limit) return std::nullopt;
        List result;
        for (std::int64_t i = 0; i < times; ++i)
            result.insert(result.end(), list.begin(), list.end());
        return result;
    }

    std::optional<List> operand(int depth) {
        if (depth > deepest) return std::nullopt;
        if (take('(')) {
            std::optional<List> inside = sum(depth + 1);
            return take(')') ? inside : std::nullopt;
        }
        if (!take('[')) return std::nullopt;
        List list;
        while (!take(']')) {
            const std::optional<std::int64_t> value = number();
            if (!value || list.size() >= longest_list) return std::nullopt;
            list.push_back(*value);
            if (!take(',') && peek() != ']') return std::nullopt;
        }
        return list;
    }

    const std::string& m_text;
    std::size_t m_at = 0;
};

} // namespace

std::optional<std::vector<std::int64_t>> evaluate_list(const std::string& text) {
    return ListReader(text).run();
}

} // namespace nest::io
