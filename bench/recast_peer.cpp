// SPDX-License-Identifier: MIT
#include "recast_peer.h"

#ifndef CLEARWAY_HAS_RECAST

namespace clearway::bench {

std::string describeRecast() { return "Recast is not installed (Debian: librecast-dev)"; }
std::optional<RecastRun> measureRecast(const Scene&) { return std::nullopt; }

} // namespace clearway::bench

#else

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include <Recast.h>

#include <clearway/geometry/polygon.h>

#include "bench.h"

namespace clearway::bench {
namespace {

constexpr float kCellSize = 0.3f;
constexpr float kCellHeight = 0.2f;
constexpr float kBuildingHeight = 10.0f;

struct Triangles
{
    std::vector<float> vertices; // x, y (up), z
    std::vector<int> indices;
    float min[3] = {};
    float max[3] = {};
};

// Clearway has z up, Recast y up: (x, y, z) becomes (x, z, -y), which keeps the orientation of triangles.
int addVertex(Triangles& triangles, Vec2 p, float height)
{
    triangles.vertices.insert(triangles.vertices.end(), {static_cast<float>(p.x), height, static_cast<float>(-p.y)});
    return static_cast<int>(triangles.vertices.size() / 3) - 1;
}

/// A ground plane over the bounds, and for each hole the walls and the roof of a building.
Triangles makeTriangles(const Scene& scene)
{
    Triangles triangles;
    const Box2 box = scene.bounds();
    const int corners[4] = {addVertex(triangles, box.min, 0), addVertex(triangles, {box.max.x, box.min.y}, 0),
                            addVertex(triangles, box.max, 0), addVertex(triangles, {box.min.x, box.max.y}, 0)};
    triangles.indices = {corners[0], corners[1], corners[2], corners[0], corners[2], corners[3]};
    for (const Scene::RingRange& ring : scene.rings())
    {
        if (!ring.is_hole) continue;
        const auto points = scene.points(ring);
        const Ring outline(points.rbegin(), points.rend()); // counter-clockwise
        const int count = static_cast<int>(outline.size());
        const int first = static_cast<int>(triangles.vertices.size() / 3);
        for (float height : {0.0f, kBuildingHeight})
            for (Vec2 p : outline) addVertex(triangles, p, height);
        for (int i = 0; i < count; ++i)
        {
            const int a = first + i, b = first + (i + 1) % count;
            triangles.indices.insert(triangles.indices.end(), {a, b, b + count, a, b + count, a + count});
        }
        for (const auto& roof : triangulateRing(outline))
            for (std::uint32_t corner : roof) triangles.indices.push_back(first + count + static_cast<int>(corner));
    }
    rcCalcBounds(triangles.vertices.data(), static_cast<int>(triangles.vertices.size() / 3), triangles.min, triangles.max);
    return triangles;
}

/// The settings of Recast's own demo.
rcConfig makeConfig(const Triangles& triangles)
{
    rcConfig config = {};
    config.cs = kCellSize;
    config.ch = kCellHeight;
    config.walkableSlopeAngle = 45;
    config.walkableHeight = static_cast<int>(std::ceil(2.0f / config.ch));
    config.walkableClimb = static_cast<int>(std::floor(0.9f / config.ch));
    config.walkableRadius = static_cast<int>(std::ceil(0.6f / config.cs));
    config.maxEdgeLen = static_cast<int>(12.0f / config.cs);
    config.maxSimplificationError = 1.3f;
    config.minRegionArea = 8 * 8;
    config.mergeRegionArea = 20 * 20;
    config.maxVertsPerPoly = 6;
    config.detailSampleDist = config.cs * 6;
    config.detailSampleMaxError = config.ch * 1;
    rcVcopy(config.bmin, triangles.min);
    rcVcopy(config.bmax, triangles.max);
    rcCalcGridSize(config.bmin, config.bmax, config.cs, &config.width, &config.height);
    return config;
}

void require(bool ok, const char* stage)
{
    if (ok) return;
    std::fprintf(stderr, "Recast failed: %s\n", stage);
    std::exit(1);
}

template <typename T, void (*Free)(T*)>
struct RecastDeleter
{
    void operator()(T* object) const { Free(object); }
};
template <typename T, void (*Free)(T*)>
using Owned = std::unique_ptr<T, RecastDeleter<T, Free>>;

std::uint64_t buildOnce(const Triangles& triangles)
{
    rcContext context(false);
    const rcConfig config = makeConfig(triangles);
    const int vertex_count = static_cast<int>(triangles.vertices.size() / 3);
    const int triangle_count = static_cast<int>(triangles.indices.size() / 3);

    const Owned<rcHeightfield, rcFreeHeightField> solid(rcAllocHeightfield());
    require(rcCreateHeightfield(&context, *solid, config.width, config.height, config.bmin, config.bmax, config.cs, config.ch),
            "heightfield");
    std::vector<unsigned char> areas(static_cast<std::size_t>(triangle_count));
    rcMarkWalkableTriangles(&context, config.walkableSlopeAngle, triangles.vertices.data(), vertex_count,
                            triangles.indices.data(), triangle_count, areas.data());
    require(rcRasterizeTriangles(&context, triangles.vertices.data(), vertex_count, triangles.indices.data(), areas.data(),
                                 triangle_count, *solid, config.walkableClimb),
            "rasterisation");
    rcFilterLowHangingWalkableObstacles(&context, config.walkableClimb, *solid);
    rcFilterLedgeSpans(&context, config.walkableHeight, config.walkableClimb, *solid);
    rcFilterWalkableLowHeightSpans(&context, config.walkableHeight, *solid);

    const Owned<rcCompactHeightfield, rcFreeCompactHeightfield> compact(rcAllocCompactHeightfield());
    require(rcBuildCompactHeightfield(&context, config.walkableHeight, config.walkableClimb, *solid, *compact),
            "compact heightfield");
    require(rcErodeWalkableArea(&context, config.walkableRadius, *compact), "erosion");
    require(rcBuildDistanceField(&context, *compact), "distance field");
    require(rcBuildRegions(&context, *compact, 0, config.minRegionArea, config.mergeRegionArea), "regions");

    const Owned<rcContourSet, rcFreeContourSet> contours(rcAllocContourSet());
    require(rcBuildContours(&context, *compact, config.maxSimplificationError, config.maxEdgeLen, *contours), "contours");
    const Owned<rcPolyMesh, rcFreePolyMesh> polygons(rcAllocPolyMesh());
    require(rcBuildPolyMesh(&context, *contours, config.maxVertsPerPoly, *polygons), "polygons");
    const Owned<rcPolyMeshDetail, rcFreePolyMeshDetail> detail(rcAllocPolyMeshDetail());
    require(rcBuildPolyMeshDetail(&context, *polygons, *compact, config.detailSampleDist, config.detailSampleMaxError, *detail),
            "detail");
    return static_cast<std::uint64_t>(polygons->npolys);
}

} // namespace

std::string describeRecast() { return "Recast " CLEARWAY_HAS_RECAST ", cell 0.3 m, agent radius 0.6 m, settings of its demo"; }

std::optional<RecastRun> measureRecast(const Scene& scene)
{
    const Triangles triangles = makeTriangles(scene);
    RecastRun run;
    run.seconds = measureSeconds([&] { run.polygon_count = buildOnce(triangles); }, 3);
    return run;
}

} // namespace clearway::bench

#endif
