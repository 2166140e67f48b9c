// SPDX-License-Identifier: MIT
#include <clearway/guide/build_world.h>

#include <fmt/format.h>

#include <clearway/base/names.h>
#include <clearway/corridor.h>
#include <clearway/guide/on_corridor_map.h>
#include <clearway/guide/on_field.h>
#include <clearway/guide/on_navmesh.h>
#include <clearway/navmesh/build.h>
#include <clearway/voronoi.h>

namespace clearway {

static constexpr NavMeshGuide kNavMeshGuides[] = {NavMeshGuide::exact,   NavMeshGuide::simple, NavMeshGuide::farthest,
                                                  NavMeshGuide::nearest, NavMeshGuide::centre, NavMeshGuide::path};

/// Of a corridor map whose options nobody chose: half a gigabyte, for ways of thousands of kilometres. A scene of four points can
/// be longer than that.
static constexpr std::uint32_t kMostSamples = 1u << 22;

std::span<const std::string_view> guideNames()
{
    static constexpr std::string_view kNames[] = {"exact",  "simple", "farthest", "nearest",
                                                  "centre", "path",   "corridor", "field"};
    return kNames;
}

static Error makeUnknownGuide(std::string_view name)
{
    std::string list;
    for (const std::string_view known : guideNames()) list += fmt::format("{}{}", list.empty() ? "" : ", ", known);
    return {ErrorCode::invalid_argument,
            fmt::format("There is no guide '{}'.{} The choice is: {}.", showName(name), suggestNames(name, guideNames()), list),
            {}};
}

Result<World> buildWorld(const ClearanceMesh& clearance, const Scene& scene, std::string_view guide, const Progress& progress)
{
    for (const NavMeshGuide on_mesh : kNavMeshGuides)
        if (toText(on_mesh) == guide) return onNavMesh(clearance, {.guide = on_mesh});
    if (guide == "field") return onField(clearance, scene);
    if (guide != "corridor") return makeUnknownGuide(guide);
    const Result<VoronoiDiagram> diagram = buildVoronoi(scene, progress);
    if (!diagram) return diagram.error();
    const Result<CorridorMap> map = buildCorridorMap(*diagram, {.max_sample_count = kMostSamples});
    if (!map) return map.error();
    return onCorridorMap(clearance, *map);
}

Result<World> buildWorld(const Scene& scene, std::string_view guide, const Progress& progress)
{
    bool is_known = false;
    for (const std::string_view name : guideNames()) is_known = is_known || name == guide;
    if (!is_known) return makeUnknownGuide(guide); // before the work
    NavMeshOptions options;
    options.progress = progress;
    const Result<NavMesh> mesh = buildNavMesh(scene, options);
    if (!mesh) return mesh.error();
    const Result<ClearanceMesh> clearance = buildClearance(*mesh, progress);
    if (!clearance) return clearance.error();
    return buildWorld(*clearance, scene, guide, progress);
}

} // namespace clearway
