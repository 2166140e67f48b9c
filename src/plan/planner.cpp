// SPDX-License-Identifier: MIT
#include <clearway/plan/planner.h>

#include <algorithm>

#include <fmt/format.h>

#include <clearway/base/names.h>
#include <clearway/plan/planners.h>

#include "base/errors.h"

namespace clearway {

Result<World> Planner::buildWorld(std::string_view guide) const
{
    const PlannerKind* const kind = findPlanner(name());
    if (!kind || kind->guides.empty()) return makeError(fmt::format("The planner '{}' cannot lead a crowd.", name()));
    const std::string_view wanted = guide.empty() ? std::string_view(kind->guides.front()) : guide;
    if (std::ranges::find(kind->guides, wanted) == kind->guides.end())
    {
        const std::vector<std::string_view> names(kind->guides.begin(), kind->guides.end());
        return makeError(fmt::format("The planner '{}' has no guide '{}'.{} It has: {}.", name(), showName(wanted),
                                     suggestNames(wanted, names), fmt::join(names, ", ")));
    }
    return model_->buildWorld(wanted);
}

} // namespace clearway
