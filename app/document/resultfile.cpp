// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/resultfile.h"

#include "io/files.h"
#include "io/reader.h"
#include "plan/evaluation.h"

#include <QCryptographicHash>
#include <cmath>
#include <optional>

namespace nest::ui {
namespace {

constexpr std::int64_t most = std::int64_t{1} << 53;
constexpr double samePrice = 1e-9; ///< relative

const std::vector<std::string> statusNames{"optimal", "feasible", "infeasible", "stopped"};

/// A name or number as text, words with their context and arguments.
nlohmann::json phraseToJson(const Phrase& phrase) {
    if (phrase.context.empty() && phrase.arguments.empty()) return phrase.pattern;
    nlohmann::json arguments = nlohmann::json::array();
    for (const Phrase& argument : phrase.arguments)
        arguments.push_back(phraseToJson(argument));
    return {{"context", phrase.context}, {"pattern", phrase.pattern}, {"arguments", std::move(arguments)}};
}

/// Nothing where it is no phrase.
std::optional<Phrase> phraseOf(const nlohmann::json& json, int depth = 0) {
    constexpr int deepest = 8;
    if (json.is_string()) return Phrase(json.get<std::string>());
    if (!json.is_object() || depth >= deepest) return std::nullopt;
    const auto text = [&](const char* key) {
        return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : std::string();
    };
    Phrase phrase(text("pattern"));
    phrase.context = text("context");
    if (!json.contains("arguments") || !json["arguments"].is_array()) return phrase;
    for (const nlohmann::json& item : json["arguments"]) {
        auto argument = phraseOf(item, depth + 1);
        if (!argument) return std::nullopt;
        phrase.arguments.push_back(std::move(*argument));
    }
    return phrase;
}

Phrase phraseFrom(const io::Reader& reader, const char* key) {
    if (!reader.has(key)) return {};
    if (auto phrase = phraseOf(reader.value().at(key))) return std::move(*phrase);
    reader.fault(ErrorCode::wrong_type, key, "a phrase", "something else");
    return {};
}

nlohmann::json noteToJson(const Diagnostic& note) {
    return {{"code", static_cast<int>(note.code)},
            {"severity", static_cast<int>(note.severity)},
            {"file", note.file},
            {"pointer", note.pointer},
            {"subject", phraseToJson(note.subject)},
            {"expected", phraseToJson(note.expected)},
            {"found", phraseToJson(note.found)},
            {"suggestion", note.suggestion}};
}

Diagnostic noteFrom(const io::Reader& reader) {
    Diagnostic note;
    note.code = static_cast<ErrorCode>(reader.integer("code", 0, static_cast<int>(ErrorCode::plan_refused)));
    note.severity = static_cast<Severity>(reader.integer("severity", 0, static_cast<int>(Severity::note)));
    note.file = reader.text("file", "");
    note.pointer = reader.text("pointer", "");
    note.subject = phraseFrom(reader, "subject");
    note.expected = phraseFrom(reader, "expected");
    note.found = phraseFrom(reader, "found");
    note.suggestion = reader.text("suggestion", "");
    return note;
}

nlohmann::json rejectionToJson(const Rejection& rejection) {
    return {{"candidate", rejection.candidate},
            {"reason", rejection.reason},
            {"text", phraseToJson(rejection.text)},
            {"stage", rejection.stage},
            {"over_bytes", rejection.over_bytes}};
}

Rejection rejectionFrom(const io::Reader& reader) {
    Rejection rejection;
    rejection.candidate = reader.text("candidate");
    rejection.reason = reader.text("reason");
    rejection.text = phraseFrom(reader, "text");
    rejection.stage = static_cast<int>(reader.integer("stage", -1, most));
    rejection.over_bytes = reader.number("over_bytes", at_least_zero);
    return rejection;
}

void readSearch(const io::Reader& reader, SolveResult& result) {
    result.status = static_cast<SolveStatus>(reader.choice("status", statusNames));
    result.gap = reader.number("gap", {0, 1});
    result.lower_bound_seconds = reader.number("lower_bound_seconds", at_least_zero);
    result.lower_bound_bytes = reader.number("lower_bound_bytes", at_least_zero, 0);
    result.fastest_seconds = reader.number("fastest_seconds", at_least_zero, 0);
    result.without_copies_seconds = reader.number("without_copies_seconds", at_least_zero, 0);
    result.most_seconds = reader.number("most_seconds", at_least_zero, 0);
    result.solve_seconds = reader.number("solve_seconds", at_least_zero);
    result.candidates = reader.integer("candidates", 0, most);
    result.pruned = reader.integer("pruned", 0, most);
    result.states = reader.integer("states", 0, most);
    result.exact_searches = reader.integer("exact_searches", 0, most);
    reader.object("fates", false, [&](const io::Reader& fates) { result.fates = io::fate_counts(fates); });
    result.why_infeasible = phraseFrom(reader, "why_infeasible");
    reader.object("rejected_counts", true, [&](const io::Reader& counts) {
        counts.members([&](const std::string& reason, const io::Reader& count) {
            result.rejected_counts[reason] = count.as_integer(0, most);
        });
    });
    reader.each("rejected_sample", true, [&](const io::Reader& item) {
        if (item.is_object()) result.rejected_sample.push_back(rejectionFrom(item));
    });
    reader.each("notes", true, [&](const io::Reader& item) {
        if (item.is_object()) result.notes.push_back(noteFrom(item));
    });
}

/// Of everything a search found out: what it proved holds for its own figures alone.
std::string checksumOf(nlohmann::json result) {
    result.erase("checksum");
    const std::string text = result.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256).toHex().toStdString();
}

/// Prices one plan and adds it; a fault when it isn't what was priced before.
void readPlan(const io::Reader& item, const Problem& problem, SolveResult& result) {
    if (!item.is_object()) return;
    const double step = item.number("step_seconds", above_zero);
    Plan plan;
    item.object("plan", true, [&](const io::Reader& shape) { plan = io::plan_shape(shape); });
    if (!item.faults().empty()) return;
    auto priced = evaluate(problem, plan);
    if (!priced.ok()) {
        for (const Diagnostic& fault : priced.diagnostics())
            item.faults().add(fault);
    } else if (!(std::abs(priced->step_seconds - step) <= samePrice * step)) {
        item.fault(ErrorCode::inconsistent, "step_seconds", std::to_string(priced->step_seconds), std::to_string(step));
    } else {
        result.plans.push_back({std::move(plan), std::move(*priced)});
    }
}

} // namespace

nlohmann::json resultToJson(const SolveResult& result, const std::string& key, const std::string& solver) {
    nlohmann::json plans = nlohmann::json::array();
    for (const RankedPlan& ranked : result.plans)
        plans.push_back({{"step_seconds", ranked.evaluation.step_seconds}, {"plan", io::to_json(ranked.plan)}});
    nlohmann::json sample = nlohmann::json::array(), notes = nlohmann::json::array();
    for (const Rejection& rejection : result.rejected_sample)
        sample.push_back(rejectionToJson(rejection));
    for (const Diagnostic& note : result.notes)
        notes.push_back(noteToJson(note));
    nlohmann::json json{{"format", "nest-result"},
                        {"version", 1},
                        {"key", key},
                        {"solver", solver},
                        {"status", statusNames[static_cast<std::size_t>(result.status)]},
                        {"gap", result.gap},
                        {"lower_bound_seconds", result.lower_bound_seconds},
                        {"lower_bound_bytes", result.lower_bound_bytes},
                        {"fastest_seconds", result.fastest_seconds},
                        {"without_copies_seconds", result.without_copies_seconds},
                        {"most_seconds", result.most_seconds},
                        {"solve_seconds", result.solve_seconds},
                        {"candidates", result.candidates},
                        {"pruned", result.pruned},
                        {"states", result.states},
                        {"exact_searches", result.exact_searches},
                        {"fates", io::to_json(result.fates)},
                        {"why_infeasible", phraseToJson(result.why_infeasible)},
                        {"rejected_counts", result.rejected_counts},
                        {"rejected_sample", std::move(sample)},
                        {"notes", std::move(notes)},
                        {"plans", std::move(plans)}};
    json["checksum"] = checksumOf(json);
    return json;
}

Result<ResultFile> resultFromJson(const nlohmann::json& json, const Problem& problem, const std::string& key,
                                  const std::string& file) {
    io::FaultList faults(file);
    const io::Reader reader(json, faults);
    if (!reader.header({"nest-result"})) return faults.take();
    ResultFile read;
    read.solver = reader.text("solver");
    if (const std::string own = reader.text("key"); own != key && faults.empty())
        reader.fault(ErrorCode::inconsistent, "key", key, own);
    readSearch(reader, read.result);
    if (faults.empty())
        reader.each("plans", true, [&](const io::Reader& item) { readPlan(item, problem, read.result); });
    if (const std::string sum = reader.text("checksum", ""); faults.empty() && sum != checksumOf(json))
        reader.fault(ErrorCode::inconsistent, "checksum", "that of the figures as the search wrote them", sum);
    return io::result_of(std::move(read), faults);
}

} // namespace nest::ui
