// SPDX-License-Identifier: MIT
// Any text as a scenario of a crowd: what can be read is written the same again.
#include <cstddef>
#include <cstdint>

#include <clearway/io/crowd_scenario.h>

#include "check.h"

using namespace clearway;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const Result<Scenario> scenario = parseScenario({reinterpret_cast<const char*>(data), size});
    fuzz::expectMessage(scenario);
    if (!scenario) return 0;
    const std::string text = formatScenario(*scenario);
    const Result<Scenario> again = parseScenario(text);
    fuzz::expect(again.ok(), again ? "" : "a scenario that was written is refused: " + again.error().message);
    fuzz::expect(formatScenario(*again) == text, "written again, the text differs");
    return 0;
}
