// SPDX-License-Identifier: MIT
#include "output.h"

#include <clearway/geometry/path.h>
#include <clearway/io/files.h>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

namespace clearway::cli {

bool CommonOptions::has(std::string_view group_or_flag) const
{
    return std::ranges::any_of(
        given, [&](const GivenOption& option) { return option.group == group_or_flag || option.flag == group_or_flag; });
}

void refuseOptions(const CommonOptions& options, std::initializer_list<std::string_view> groups_and_flags, const std::string& why)
{
    std::vector<std::string> flags;
    for (const GivenOption& option : options.given)
        for (const std::string_view refused : groups_and_flags)
            if (option.group == refused || option.flag == refused) flags.push_back(option.flag);
    if (!flags.empty()) throw UsageError("{}: {}", joinWords(flags, ", "), why);
}

static nlohmann::ordered_json toJson(const Value& value)
{
    using Json = nlohmann::ordered_json;
    struct Visitor
    {
        Json operator()(std::monostate) const { return nullptr; }
        Json operator()(bool v) const { return v; }
        Json operator()(double v) const { return std::isfinite(v) ? Json(v) : Json(nullptr); }
        Json operator()(std::int64_t v) const { return v; }
        Json operator()(const std::string& v) const { return v; }
        Json operator()(const Value::List& list) const
        {
            Json json = Json::array();
            for (const Value& v : list) json.push_back(toJson(v));
            return json;
        }
        Json operator()(const Value::Fields& fields) const
        {
            Json json = Json::object();
            for (const auto& [name, v] : fields) json[name] = toJson(v);
            return json;
        }
    };
    return std::visit(Visitor{}, value.content);
}

std::string formatJson(const Value& value)
{
    // File names may hold any bytes; what is not UTF-8 is replaced, so that the document stays readable.
    return toJson(value).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Value describe(const Error& error)
{
    const Error::Place& place = error.place;
    Value::Fields fields = {{"code", toString(error.code)}, {"message", error.message}};
    if (!place.file.empty()) fields.emplace_back("file", place.file);
    if (place.line > 0) fields.emplace_back("line", place.line);
    if (place.ring >= 0) fields.emplace_back("ring", place.ring);
    if (place.index >= 0) fields.emplace_back("index", place.index);
    if (place.has_coordinate) fields.emplace_back("coordinate", Value::List{place.coordinate[0], place.coordinate[1]});
    return Value::Fields{{"error", std::move(fields)}};
}

std::string formatMessage(const Error& error)
{
    const Error::Place& place = error.place;
    if (place.file.empty() || error.message.find(place.file) != std::string::npos) return error.message;
    const bool names_line = place.line <= 0 || error.message.find("line ") != std::string::npos;
    return names_line ? fmt::format("{}: {}", place.file, error.message)
                      : fmt::format("{}:{}: {}", place.file, place.line, error.message);
}

Value describe(const SceneReport& report)
{
    Value::Fields fields = {{"total", report.total()}};
    for (int kind = 0; kind < SceneReport::Repair::kKindCount; ++kind)
        if (report.counts[kind] > 0)
            fields.emplace_back(toString(static_cast<SceneReport::Repair::Kind>(kind)), report.counts[kind]);
    fields.emplace_back("remarks", report.remarks);
    return fields;
}

void printOutput(std::string_view text)
{
    errno = 0;
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (written) return;
    if (errno == EPIPE) throw Ended{kUnusableData};
    throw Failure(ErrorCode::unwritable_file, fmt::format("standard output could not be written: {}.", std::strerror(errno)));
}

void printMessage(std::string_view message) { fmt::print(stderr, "clearway: {}\n", message); }

void requireNoProblems(const std::string& name, const std::vector<std::string>& problems)
{
    if (problems.empty()) return;
    printMessage("{}: {} found{} {}", name, formatCount(problems.size(), "problem", "problems"),
                 problems.size() == 1 ? ":" : "; the first:", problems[0]);
    throw Ended{kUnusableData};
}

void printRepairs(const std::string& name, const SceneReport& report)
{
    std::string lines = report.summary();
    for (const std::string& remark : report.remarks)
        if (lines.find(remark) == std::string::npos) lines += "\n" + remark;
    std::istringstream stream(lines);
    for (std::string line; std::getline(stream, line);)
        if (!line.empty()) printMessage("{}: {}", name, line);
}

std::string formatHash(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

std::string formatNumber(double value, int digits)
{
    if (!std::isfinite(value) || std::fabs(value) >= 1e15) return fmt::format("{}", value);
    std::string text = fmt::format("{:.{}f}", value, digits);
    if (value != 0 && std::fabs(value) < 1) text = fmt::format("{:.{}g}", value, digits + 1);
    if (text.find('e') != std::string::npos) return text;
    if (text.find('.') != std::string::npos)
    {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') text.pop_back();
    }
    const std::size_t first_digit = text[0] == '-' ? 1 : 0;
    std::size_t end = std::min(text.find('.'), text.size());
    for (; end > first_digit + 3; end -= 3) text.insert(end - 3, 1, ',');
    return text;
}

std::string formatInteger(std::uint64_t value) { return formatNumber(static_cast<double>(value), 0); }

std::string formatPoint(Vec2 p, int digits)
{
    return fmt::format("({}, {})", formatNumber(p.x, digits), formatNumber(p.y, digits));
}

std::string formatPoint(Vec3 p, int digits)
{
    if (!std::isfinite(p.z)) return formatPoint(planar(p), digits);
    return fmt::format("({}, {}, {})", formatNumber(p.x, digits), formatNumber(p.y, digits), formatNumber(p.z, digits));
}

std::string joinWords(const std::vector<std::string>& words, std::string_view last)
{
    std::string list;
    for (std::size_t i = 0; i < words.size(); ++i)
        list += fmt::format("{}{}", i == 0 ? "" : i + 1 < words.size() ? ", " : last, words[i]);
    return list;
}

std::string findEnding(const std::string& path)
{
    std::string ending = std::filesystem::path(path).extension().string();
    std::ranges::transform(ending, ending.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return ending;
}

std::int64_t findFileBytes(const std::string& path)
{
    std::error_code error;
    const auto bytes = std::filesystem::file_size(path, error);
    return error ? -1 : static_cast<std::int64_t>(bytes);
}

void makeFolder(const std::string& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw Failure(ErrorCode::unwritable_file, fmt::format("the folder '{}' cannot be made: {}.", folder, error.message()),
                      folder);
}

std::vector<std::byte> toBytes(std::string_view text)
{
    const std::span<const std::byte> bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

void writeText(const std::string& path, std::string_view text) { require(writeFile(path, std::as_bytes(std::span(text)))); }

std::string formatCount(std::size_t count, std::string_view one, std::string_view many)
{
    return fmt::format("{} {}", formatNumber(static_cast<double>(count), 0), count == 1 ? one : many);
}

} // namespace clearway::cli
