// SPDX-License-Identifier: MIT
#include "corridor_answer.h"

#include <fmt/format.h>

#include "path_answer.h"

namespace clearway::cli {

CorridorPathOptions makePathOptions(const SearchArguments& search, double radius)
{
    CorridorPathOptions options;
    options.kind = search.kind.value_or(options.kind);
    options.radius = radius;
    options.preferred_clearance = search.clearance.value_or(options.preferred_clearance);
    if (search.clearance && options.kind != CorridorPathKind::roomy && options.kind != CorridorPathKind::smooth)
        throw UsageError(
            fmt::format("--clearance is for --kind roomy and smooth; a {} path keeps what it has", toText(options.kind)));
    return options;
}

Value describeBalls(const Corridor& corridor)
{
    Value::List balls;
    for (const CorridorSample& ball : corridor.backbone())
        balls.emplace_back(Value::Fields{{"position", describe(ball.position)},
                                         {"clearance", ball.clearance},
                                         {"left", describe(ball.left)},
                                         {"right", describe(ball.right)}});
    return balls;
}

} // namespace clearway::cli
