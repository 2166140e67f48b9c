// SPDX-License-Identifier: MIT
#include "surface_answer.h"

#include <fmt/format.h>

namespace clearway::cli {

SurfacePathOptions makeSurfaceQuestion(const SearchArguments& search)
{
    SurfacePathOptions question;
    const SurfacePathKind kind =
        search.surface_kind.value_or(search.effort ? SurfacePathKind::effort : SurfacePathKind::shortest);
    if (kind == SurfacePathKind::vertex) question.method = SurfacePathMethod::vertex_graph;
    if (search.effort && kind == SurfacePathKind::shortest)
        throw UsageError("--effort weighs acceleration against length: leave out '--kind shortest'");
    question.effort_weight = search.effort.value_or(kind == SurfacePathKind::effort ? 1 : 0);
    question.reach = search.reach.value_or(question.reach);
    return question;
}

void requireSurfaceSearch(const SearchArguments& search, const MeshOptions& mesh)
{
    if (search.quality || search.partial || mesh.cells || mesh.relaxation > 0 || search.clearance || search.corridor.isGiven())
        throw UsageError(
            "--quality, --partial, --decomposition, --relax, --clearance and the options of corridor maps are not for "
            "surfaces; choose a --kind");
    if (!search.kind_name.empty() && !search.surface_kind)
        throw UsageError(
            fmt::format("--kind {} is for corridors; over a surface choose shortest, vertex or effort", search.kind_name));
}

Vec3 findSurfacePoint(const SurfaceQuery& query, Vec2 p, std::optional<double> height)
{
    if (height) return {p.x, p.y, *height};
    const Box3 bounds = query.mesh().source().bounds();
    const Vec3 above = {p.x, p.y, bounds.max.z + 1 + bounds.size().z};
    const SurfaceRayHit hit = isFinite(p) ? query.castRay(above, {0, 0, -1}) : SurfaceRayHit();
    return hit ? hit.place.position : Vec3{p.x, p.y, bounds.center().z};
}

std::string formatBriefly(const Path& path, double radius)
{
    const std::string name = fmt::format("radius {} m", formatNumber(radius, 4));
    if (path.isComplete()) return fmt::format("{}: {} m long", name, formatNumber(path.length(), 3));
    if (path.status() == PathStatus::invalid) return fmt::format("{}: invalid; {}", name, toText(path.problem()));
    return fmt::format("{}: no way; start and goal lie on parts that do not hang together for this radius", name);
}

} // namespace clearway::cli
