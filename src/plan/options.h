// SPDX-License-Identifier: MIT
// Options of planners: tables of a struct's fields, and how names and values are read into one.
#pragma once
#include <algorithm>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <clearway/plan/planners.h>

#include "base/parameter_rows.h"

namespace clearway::plan {

/// A row of a planner's table. Numbers stand for all kinds but `text`, which has functions of its own.
template <typename Options>
struct OptionRow
{
    OptionRow(const Parameter<Options>& row) : info(row.info), read(row.read), write(row.write) {}
    OptionRow(const ParameterInfo& text_info, std::string (*show_text)(const Options&),
              std::string (*parse_text)(Options&, std::string_view))
        : info(text_info), show(show_text), parse(parse_text)
    {
    }

    ParameterInfo info;
    double (*read)(const Options& options) = nullptr;
    void (*write)(Options& options, double value) = nullptr;
    std::string (*show)(const Options& options) = nullptr;
    std::string (*parse)(Options& options, std::string_view text) = nullptr; ///< says what is wrong; empty: nothing
};

/// The number that a value means, or what is wrong with it.
Result<double> readNumber(const ParameterInfo& info, const OptionValue& value);
/// A sentence that begins with the name of the option.
Error makeOptionError(std::string_view option, std::string_view problem);

/// Whether one of these was given; and the name of the first that was.
bool isGiven(const PlannerOptions& options, std::initializer_list<std::string_view> names);
std::string_view findGiven(const PlannerOptions& options, std::initializer_list<std::string_view> names);

/// `parts`: those that say what is built. `crowds`: those that only crowds have. `both`: those of paths that crowds have too.
template <typename Options>
std::vector<PlannerKind::OptionInfo>
listOptions(std::span<const OptionRow<Options>> rows, std::initializer_list<std::string_view> parts,
            std::initializer_list<std::string_view> crowds = {}, std::initializer_list<std::string_view> both = {})
{
    using Use = PlannerKind::OptionInfo::Use;
    const auto has = [](std::initializer_list<std::string_view> names, std::string_view name) {
        return std::ranges::find(names, name) != names.end();
    };
    std::vector<PlannerKind::OptionInfo> list;
    const Options usual;
    for (const OptionRow<Options>& row : rows)
    {
        const std::string_view name = row.info.name;
        const Use use = has(parts, name)    ? Use::parts
                        : has(crowds, name) ? Use::crowds
                        : has(both, name)   ? Use::both
                                            : Use::paths;
        list.push_back({row.info, row.read ? formatValue(row.info, row.read(usual)) : row.show(usual), use});
    }
    return list;
}

/// The defaults, and what was given instead. Every name must be in the table, which buildPlanner() makes sure of.
template <typename Options>
Result<Options> readOptions(std::span<const OptionRow<Options>> rows, const PlannerOptions& given)
{
    Options options;
    for (const PlannerOption& option : given)
        for (const OptionRow<Options>& row : rows)
        {
            if (row.info.name != option.name) continue;
            if (row.parse)
            {
                if (!option.value.isText()) return makeOptionError(option.name, "must be text.");
                const std::string problem = row.parse(options, option.value.text());
                if (!problem.empty()) return makeOptionError(option.name, problem);
                continue;
            }
            const Result<double> number = readNumber(row.info, option.value);
            if (!number) return number.error();
            row.write(options, *number);
        }
    return options;
}

/// Numbers separated by commas, as many as there are targets; false when the text is something else.
bool parseNumbers(std::string_view text, std::span<double> targets);

} // namespace clearway::plan
