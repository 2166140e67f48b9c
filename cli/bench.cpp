// SPDX-License-Identifier: MIT
// `clearway bench`: the benchmarks of the project, where this program was built with them.
#include <clearway/base/names.h>

#include <fmt/format.h>

#include <algorithm>

#include "clearway_cli_features.h"
#include "commands.h"
#include "output.h"

#if CLEARWAY_HAS_BENCHES()
#include <bench.h>
#endif

namespace clearway::cli {

#if CLEARWAY_HAS_BENCHES()

static void listBenches(const BenchOptions& options)
{
    Value::List list;
    std::string text;
    for (const bench::Bench& one : bench::benches())
    {
        list.emplace_back(Value::Fields{{"name", one.name}, {"description", one.description}});
        text += fmt::format("{:<12} {}\n", one.name, one.description);
    }
    printOutput(options.common.json ? formatJson(Value::Fields{{"benches", std::move(list)}}) : text);
}

void runBench(const BenchOptions& options)
{
    std::vector<std::string_view> known;
    for (const bench::Bench& one : bench::benches()) known.emplace_back(one.name);
    for (const std::string& name : options.names)
    {
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        throw UsageError("nothing to measure is called '{}'.{} (see 'clearway bench --list')", name, suggestNames(name, known));
    }
    if (options.list)
        listBenches(options);
    else
        bench::runBenches(options.names, options.common.json);
}

#else

void runBench(const BenchOptions&)
{
    throw Failure(ErrorCode::unsupported_format, "this program was built without benchmarks (CMake option CLEARWAY_BENCH).");
}

#endif

} // namespace clearway::cli
