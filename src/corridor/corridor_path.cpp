// SPDX-License-Identifier: MIT
#include <clearway/corridor/corridor_path.h>

namespace clearway {
namespace {

constexpr struct
{
    CorridorPathKind kind;
    std::string_view name;
} kKinds[] = {{CorridorPathKind::backbone, "backbone"},
              {CorridorPathKind::shortest, "shortest"},
              {CorridorPathKind::roomy, "roomy"},
              {CorridorPathKind::smooth, "smooth"}};

} // namespace

std::string_view toString(CorridorPathKind kind)
{
    for (const auto& entry : kKinds)
        if (entry.kind == kind) return entry.name;
    return "";
}

std::optional<CorridorPathKind> findCorridorPathKind(std::string_view name)
{
    for (const auto& entry : kKinds)
        if (entry.name == name) return entry.kind;
    return std::nullopt;
}

} // namespace clearway
