// SPDX-License-Identifier: MIT
// What the program says: results on standard output (text, or one JSON document), everything else on standard error.
#pragma once
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <clearway/base/result.h>
#include <clearway/scene/scene.h>

#include <fmt/format.h>

#include "require.h"

namespace clearway::cli {

enum ExitCode : int
{
    kAnswered = 0,
    kUnusableData = 1,
    kWrongUsage = 2,
    kInterrupted = 130, ///< as shells count a process that was stopped by SIGINT
};

/// Ends a command: the command line makes no sense.
struct UsageError : std::runtime_error
{
    using std::runtime_error::runtime_error;
    template <typename First, typename... Rest>
    explicit UsageError(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest)
        : runtime_error(fmt::format(format, std::forward<First>(first), std::forward<Rest>(rest)...))
    {
    }
};

/// Ends a command that has printed what there is, with an exit code that says more than that: the data is not right, or Ctrl-C
/// came before the end. Standard error must have said why.
struct Ended
{
    ExitCode code;
};

/// Says on standard error how many problems there are and what the first one is, and ends the command; does nothing without any.
void requireNoProblems(const std::string& name, const std::vector<std::string>& problems);

/// The value, or a Failure that names the file which it is about, where it names none yet.
template <typename T>
T requireOf(Result<T> result, const std::string& file)
{
    if (result) return std::move(result).value();
    Error error = result.error();
    if (error.place.file.empty()) error.place.file = file;
    throw Failure(std::move(error));
}

/// An option of the command line that was given: "--view", and its group in the help.
struct GivenOption
{
    std::string flag;
    std::string group;
};

/// What every command understands, and what it was given.
struct CommonOptions
{
    bool json = false; ///< one JSON document on standard output instead of text
    std::vector<GivenOption> given = {};

    /// Whether this option was given, or one of this group.
    bool has(std::string_view group_or_flag) const;
};
/// Throws UsageError when an option of one of these groups, or one of these flags, was given: "--view, --edges: `why`".
void refuseOptions(const CommonOptions& options, std::initializer_list<std::string_view> groups_and_flags,
                   const std::string& why);

/// A JSON value under construction; fields keep their order.
struct Value
{
    using List = std::vector<Value>;
    using Fields = std::vector<std::pair<std::string, Value>>;

    Value() = default;
    Value(bool v) : content(v) {}
    Value(double v) : content(v) {} ///< null when not finite
    Value(std::int64_t v) : content(v) {}
    Value(int v) : content(std::int64_t{v}) {}
    Value(std::uint32_t v) : content(std::int64_t{v}) {}
    Value(std::size_t v) : content(static_cast<std::int64_t>(v)) {}
    Value(std::string v) : content(std::move(v)) {}
    Value(std::string_view v) : content(std::string(v)) {}
    Value(const char* v) : content(std::string(v)) {}
    Value(List v) : content(std::move(v)) {}
    Value(Fields v) : content(std::move(v)) {}
    Value(Vec2 p) : content(List{p.x, p.y}) {}
    Value(Vec3 p) : content(std::isfinite(p.z) ? List{p.x, p.y, p.z} : List{p.x, p.y}) {} ///< no height where none is known
    Value(const Box2& box) : content(List{box.min.x, box.min.y, box.max.x, box.max.y}) {}
    Value(const std::vector<std::string>& texts) : content(List(texts.begin(), texts.end())) {}

    std::variant<std::monostate, bool, double, std::int64_t, std::string, List, Fields> content;
};

/// The text of one JSON document, ending with a new line.
std::string formatJson(const Value& value);

/// The error as `--json` prints it: {"error":{"code","message",…}}.
Value describe(const Error& error);
/// The error as a person reads it: file and line in front where the message does not name them.
std::string formatMessage(const Error& error);
/// What loading changed: {"total", one count per kind that occurred, "remarks":[…]}.
Value describe(const SceneReport& report);

/// Writes to standard output, all of it, now. Throws Failure when that fails (a full disk), Ended when nobody reads any more.
void printOutput(std::string_view text);

/// "clearway: message" on standard error.
void printMessage(std::string_view message);
template <typename First, typename... Rest>
void printMessage(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest)
{
    printMessage(std::string_view(fmt::format(format, std::forward<First>(first), std::forward<Rest>(rest)...)));
}
/// Says on standard error what was repaired while loading `name`; nothing if nothing was.
void printRepairs(const std::string& name, const SceneReport& report);

/// 64 bits as 16 hexadecimal digits: JSON numbers would lose some.
std::string formatHash(std::uint64_t hash);
/// A number for people: up to `digits` behind the point, without trailing zeros; 1,234,567.5.
std::string formatNumber(double value, int digits = 2);
/// "1,234,567".
std::string formatInteger(std::uint64_t value);
/// "1 cell", "2 cells".
std::string formatCount(std::size_t count, std::string_view one, std::string_view many);
/// "(1.5, 2)", with a height where it is finite.
std::string formatPoint(Vec2 p, int digits = 2);
std::string formatPoint(Vec3 p, int digits = 2);
/// "--a, --b and --c".
std::string joinWords(const std::vector<std::string>& words, std::string_view last = " and ");

/// The ending of a file name, in lower case with its dot.
std::string findEnding(const std::string& path);
/// Bytes of a file; -1 when it cannot be said.
std::int64_t findFileBytes(const std::string& path);
/// Makes the folder where it is missing. Throws Failure.
void makeFolder(const std::string& folder);
void writeText(const std::string& path, std::string_view text);
std::vector<std::byte> toBytes(std::string_view text);

} // namespace clearway::cli
