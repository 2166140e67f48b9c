// SPDX-License-Identifier: MIT
#include "plan/options.h"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <clearway/base/names.h>

#include "base/errors.h"

namespace clearway::plan {

bool parseNumbers(std::string_view text, std::span<double> targets)
{
    const char* at = text.data();
    const char* const end = at + text.size();
    for (std::size_t i = 0; i < targets.size(); ++i)
    {
        const auto [next, error] = fast_float::from_chars(at, end, targets[i]);
        const bool is_last = i + 1 == targets.size();
        if (error != std::errc() || (is_last ? next != end : next == end || *next != ',')) return false;
        at = next + 1;
    }
    return true;
}

Error makeOptionError(std::string_view option, std::string_view problem)
{
    return makeError(fmt::format("{} {}", option, problem));
}

std::string_view findGiven(const PlannerOptions& options, std::initializer_list<std::string_view> names)
{
    for (const PlannerOption& option : options)
        if (std::ranges::find(names, option.name) != names.end()) return option.name;
    return {};
}

bool isGiven(const PlannerOptions& options, std::initializer_list<std::string_view> names)
{
    return !findGiven(options, names).empty();
}

static Result<double> readText(const ParameterInfo& info, const std::string& text)
{
    using Kind = ParameterInfo::Kind;
    if (info.kind == Kind::flag && (text == "true" || text == "false")) return text == "true" ? 1.0 : 0.0;
    for (std::size_t i = 0; i < info.choices.size(); ++i)
        if (info.choices[i] == text) return static_cast<double>(i);
    double number = 0;
    if (info.kind != Kind::choice && parseNumbers(text, {&number, 1})) return number;
    return makeOptionError(info.name, fmt::format("must be {}; it is '{}'.{}", formatRangeAndUnit(info), showName(text),
                                                  suggestNames(text, info.choices)));
}

Result<double> readNumber(const ParameterInfo& info, const OptionValue& value)
{
    const Result<double> number = value.isText() ? readText(info, value.text()) : Result<double>(value.number());
    if (!number) return number;
    if (const std::string problem = describeProblem(info, *number); !problem.empty()) return makeOptionError(info.name, problem);
    return number;
}

} // namespace clearway::plan
