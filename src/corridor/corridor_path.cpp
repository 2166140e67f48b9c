// SPDX-License-Identifier: MIT
#include <clearway/corridor/corridor_path.h>

namespace clearway {
namespace {

constexpr struct
{
    CorridorPathOptions::Kind kind;
    std::string_view name;
} kKinds[] = {{CorridorPathOptions::Kind::backbone, "backbone"},
              {CorridorPathOptions::Kind::shortest, "shortest"},
              {CorridorPathOptions::Kind::roomy, "roomy"},
              {CorridorPathOptions::Kind::smooth, "smooth"}};

} // namespace

std::string_view toString(CorridorPathOptions::Kind kind)
{
    for (const auto& entry : kKinds)
        if (entry.kind == kind) return entry.name;
    return "";
}

std::optional<CorridorPathOptions::Kind> findCorridorPathKind(std::string_view name)
{
    for (const auto& entry : kKinds)
        if (entry.name == name) return entry.kind;
    return std::nullopt;
}

} // namespace clearway
