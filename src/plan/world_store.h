// SPDX-License-Identifier: MIT
// The worlds of a planner: one for each guide, built when it is first asked for and then shared by all crowds.
#pragma once
#include <algorithm>
#include <mutex>
#include <string_view>
#include <vector>

#include <clearway/guide/guide.h>

#include "base/long_lock.h"

namespace clearway::plan {

class WorldStore
{
public:
    /// `build()` gives a Result<World> whose guide has the name asked for.
    template <typename Build>
    Result<World> find(std::string_view guide, Build&& build)
    {
        const std::lock_guard<LongLock> guard(lock_);
        const auto found = std::ranges::find(worlds_, guide, [](const World& world) { return world.guide->name(); });
        if (found != worlds_.end()) return *found;
        Result<World> world = build();
        if (world) worlds_.push_back(*world);
        return world;
    }

private:
    LongLock lock_;
    std::vector<World> worlds_;
};

} // namespace clearway::plan
