// SPDX-License-Identifier: MIT
#include "guide/guide_names.h"

#include <deque>
#include <string>
#include <vector>

#include <clearway/guide/guide.h>

namespace clearway {

static std::vector<std::string_view>& listGuideNames()
{
    static std::vector<std::string_view> names = {"lanes", "exact",     "simple",   "farthest", "nearest", "centre",
                                                  "path",  "published", "corridor", "field",    "surface", "straight"};
    return names;
}

std::span<const std::string_view> guideNames() { return listGuideNames(); }

void addGuideName(std::string_view name)
{
    static std::deque<std::string> added; // what the views look at
    listGuideNames().push_back(added.emplace_back(name));
}

} // namespace clearway
