// SPDX-License-Identifier: MIT
// Any text as lists of path queries, in our own form and in that of MovingAI.
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <clearway/io/scenarios.h>

#include "check.h"

using namespace clearway;

static void check(const QueryList& list)
{
    for (const Error& problem : list.problems) fuzz::expect(!problem.message.empty(), "a line was refused without a message");
    for (const QueryList::Query& listed : list.queries) fuzz::expect(listed.line > 0, "a query is on no line");
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check(parseQueries(text, 0.25));
    for (const ScenarioCoordinates coordinates : {ScenarioCoordinates::squares, ScenarioCoordinates::points})
    {
        const Result<QueryList> list = parseScenario(text, coordinates, 0.25);
        fuzz::expectMessage(list);
        if (list) check(*list);
    }
    return 0;
}
