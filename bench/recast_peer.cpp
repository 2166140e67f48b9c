// SPDX-License-Identifier: MIT
#include "recast_peer.h"

#include "clearway_benches_features.h"
#if !CLEARWAY_HAS_RECAST()

namespace clearway::bench {

std::string describeRecast() { return "Recast is not installed (Debian: librecast-dev)"; }
std::string describeDetour(int) { return "Detour is not installed (Debian: librecast-dev)"; }
std::string describeDetourCrowd() { return "DetourCrowd is not installed (Debian: librecast-dev)"; }
std::optional<RecastRun> measureRecast(const Scene&) { return std::nullopt; }
std::optional<RecastSurface> measureRecastSurface(const MeshInput&, int) { return std::nullopt; }
std::unique_ptr<DetourPeer> DetourPeer::build(const Scene&, int) { return nullptr; }

} // namespace clearway::bench

#else

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include <DetourCrowd.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>
#include <Recast.h>

#include <clearway/base/hash.h>
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
    config.walkableRadius = static_cast<int>(std::ceil(static_cast<float>(kRecastRadius) / config.cs));
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

struct RecastMesh
{
    Owned<rcPolyMesh, rcFreePolyMesh> polygons;
    Owned<rcPolyMeshDetail, rcFreePolyMeshDetail> detail;
};

RecastMesh buildOnce(const Triangles& triangles, const rcConfig& config)
{
    rcContext context(false);
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
    require(rcBuildRegions(&context, *compact, config.borderSize, config.minRegionArea, config.mergeRegionArea), "regions");

    const Owned<rcContourSet, rcFreeContourSet> contours(rcAllocContourSet());
    require(rcBuildContours(&context, *compact, config.maxSimplificationError, config.maxEdgeLen, *contours), "contours");
    Owned<rcPolyMesh, rcFreePolyMesh> polygons(rcAllocPolyMesh());
    require(rcBuildPolyMesh(&context, *contours, config.maxVertsPerPoly, *polygons), "polygons");
    Owned<rcPolyMeshDetail, rcFreePolyMeshDetail> detail(rcAllocPolyMeshDetail());
    require(rcBuildPolyMeshDetail(&context, *polygons, *compact, config.detailSampleDist, config.detailSampleMaxError, *detail),
            "detail");
    return {std::move(polygons), std::move(detail)};
}

/// Recast counts the squares of a mesh with 24 bits: larger ones are built in tiles.
bool needsTiles(const rcConfig& config) { return static_cast<double>(config.width) * config.height > 1.6e7; }

rcConfig makeTileConfig(const rcConfig& whole, int tile_squares, int tile_x, int tile_y)
{
    rcConfig config = whole;
    config.tileSize = tile_squares;
    config.borderSize = config.walkableRadius + 3; // as in its demo
    config.width = config.height = config.tileSize + 2 * config.borderSize;
    const float size = static_cast<float>(tile_squares) * config.cs;
    const float border = static_cast<float>(config.borderSize) * config.cs;
    config.bmin[0] = whole.bmin[0] + static_cast<float>(tile_x) * size - border;
    config.bmin[2] = whole.bmin[2] + static_cast<float>(tile_y) * size - border;
    config.bmax[0] = whole.bmin[0] + static_cast<float>(tile_x + 1) * size + border;
    config.bmax[2] = whole.bmin[2] + static_cast<float>(tile_y + 1) * size + border;
    return config;
}

struct DetourData
{
    unsigned char* bytes = nullptr;
    int size = 0;
};

/// One tile, as the demo makes it, with a tree for the nearest polygon. No bytes when there is nothing to walk on.
DetourData makeDetourData(const RecastMesh& recast, const rcConfig& config, int tile_x, int tile_y)
{
    rcPolyMesh& polygons = *recast.polygons;
    for (int i = 0; i < polygons.npolys; ++i)
        if (polygons.areas[i] == RC_WALKABLE_AREA) polygons.flags[i] = 1;
    dtNavMeshCreateParams params = {};
    params.verts = polygons.verts;
    params.vertCount = polygons.nverts;
    params.polys = polygons.polys;
    params.polyAreas = polygons.areas;
    params.polyFlags = polygons.flags;
    params.polyCount = polygons.npolys;
    params.nvp = polygons.nvp;
    params.detailMeshes = recast.detail->meshes;
    params.detailVerts = recast.detail->verts;
    params.detailVertsCount = recast.detail->nverts;
    params.detailTris = recast.detail->tris;
    params.detailTriCount = recast.detail->ntris;
    params.walkableHeight = 2.0f;
    params.walkableRadius = static_cast<float>(kRecastRadius);
    params.walkableClimb = 0.9f;
    params.tileX = tile_x;
    params.tileY = tile_y;
    rcVcopy(params.bmin, polygons.bmin);
    rcVcopy(params.bmax, polygons.bmax);
    params.cs = config.cs;
    params.ch = config.ch;
    params.buildBvTree = true;
    DetourData data;
    if (polygons.npolys > 0) require(dtCreateNavMeshData(&params, &data.bytes, &data.size), "Detour data");
    return data;
}

Owned<dtNavMesh, dtFreeNavMesh> buildDetour(const Triangles& triangles, int tile_squares)
{
    const rcConfig whole = makeConfig(triangles);
    Owned<dtNavMesh, dtFreeNavMesh> mesh(dtAllocNavMesh());
    if (!needsTiles(whole))
    {
        const DetourData data = makeDetourData(buildOnce(triangles, whole), whole, 0, 0);
        require(data.bytes && dtStatusSucceed(mesh->init(data.bytes, data.size, DT_TILE_FREE_DATA)), "Detour mesh");
        return mesh;
    }
    const int columns = (whole.width + tile_squares - 1) / tile_squares;
    const int rows = (whole.height + tile_squares - 1) / tile_squares;
    dtNavMeshParams params = {};
    rcVcopy(params.orig, whole.bmin);
    params.tileWidth = params.tileHeight = static_cast<float>(tile_squares) * whole.cs;
    // Detour has 22 bits for the number of a tile and of a polygon in it.
    int tile_bits = 0;
    while ((1 << tile_bits) < columns * rows) ++tile_bits;
    params.maxTiles = 1 << tile_bits;
    params.maxPolys = 1 << std::min(22 - tile_bits, 16);
    require(tile_bits < 22 && dtStatusSucceed(mesh->init(&params)), "Detour mesh of tiles");
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x)
        {
            const rcConfig config = makeTileConfig(whole, tile_squares, x, y);
            const DetourData data = makeDetourData(buildOnce(triangles, config), config, x, y);
            if (data.bytes)
                require(dtStatusSucceed(mesh->addTile(data.bytes, data.size, DT_TILE_FREE_DATA, 0, nullptr)), "Detour tile");
        }
    return mesh;
}

class DetourCrowd final : public DetourCrowdPeer
{
public:
    DetourCrowd(dtNavMesh& mesh, int agent_count, double max_radius) : crowd_(dtAllocCrowd())
    {
        require(crowd_->init(agent_count, static_cast<float>(max_radius), &mesh), "DetourCrowd");
        crowd_->getEditableFilter(0)->setIncludeFlags(1);
    }

    bool add(Vec2 position, Vec2 goal, double radius, double speed) override
    {
        dtCrowdAgentParams params = {};
        params.radius = static_cast<float>(radius);
        params.height = 2;
        params.maxAcceleration = 8;
        params.maxSpeed = static_cast<float>(speed);
        params.collisionQueryRange = params.radius * 12;
        params.pathOptimizationRange = params.radius * 30;
        params.updateFlags =
            DT_CROWD_ANTICIPATE_TURNS | DT_CROWD_OPTIMIZE_VIS | DT_CROWD_OPTIMIZE_TOPO | DT_CROWD_OBSTACLE_AVOIDANCE;
        params.obstacleAvoidanceType = 3;
        params.separationWeight = 2;
        const float from[3] = {static_cast<float>(position.x), 0, static_cast<float>(-position.y)};
        const float to[3] = {static_cast<float>(goal.x), 0, static_cast<float>(-goal.y)};
        const int agent = crowd_->addAgent(from, &params);
        if (agent < 0) return false;
        dtPolyRef polygon = 0;
        float nearest[3] = {};
        crowd_->getNavMeshQuery()->findNearestPoly(to, crowd_->getQueryExtents(), crowd_->getFilter(0), &polygon, nearest);
        return polygon != 0 && crowd_->requestMoveTarget(agent, polygon, nearest);
    }
    void step(double dt) override { crowd_->update(static_cast<float>(dt), nullptr); }
    int waitingCount() const override
    {
        int count = 0;
        for (int i = 0; i < crowd_->getAgentCount(); ++i)
        {
            const dtCrowdAgent& agent = *crowd_->getAgent(i);
            count += agent.active && agent.targetState != DT_CROWDAGENT_TARGET_VALID;
        }
        return count;
    }
    std::uint64_t checksum() const override
    {
        Hasher hasher;
        for (int i = 0; i < crowd_->getAgentCount(); ++i) hasher.add(static_cast<double>(crowd_->getAgent(i)->npos[0]));
        return hasher.value();
    }

private:
    Owned<dtCrowd, dtFreeCrowd> crowd_;
};

class Detour final : public DetourPeer
{
public:
    Detour(const Scene& scene, int tile_squares)
    {
        mesh_ = buildDetour(makeTriangles(scene), tile_squares);
        useNodes(kDetourDemoNodes);
        filter_.setIncludeFlags(1);
    }

    void useNodes(int node_count) override
    {
        query_.reset(dtAllocNavMeshQuery());
        require(dtStatusSucceed(query_->init(mesh_.get(), node_count)), "Detour query");
    }

    Answer find(Vec2 start, Vec2 goal) override
    {
        constexpr float kExtents[3] = {2, 4, 2}; // of its demo
        const float from[3] = {static_cast<float>(start.x), 0, static_cast<float>(-start.y)};
        const float to[3] = {static_cast<float>(goal.x), 0, static_cast<float>(-goal.y)};
        dtPolyRef first = 0;
        dtPolyRef last = 0;
        float nearest_from[3] = {};
        float nearest_to[3] = {};
        query_->findNearestPoly(from, kExtents, &filter_, &first, nearest_from);
        query_->findNearestPoly(to, kExtents, &filter_, &last, nearest_to);
        if (!first || !last) return {};
        int polygon_count = 0;
        query_->findPath(first, last, nearest_from, nearest_to, &filter_, polygons_, &polygon_count, kMost);
        if (polygon_count == 0 || polygons_[polygon_count - 1] != last) return {};
        int point_count = 0;
        query_->findStraightPath(nearest_from, nearest_to, polygons_, polygon_count, points_, nullptr, nullptr, &point_count,
                                 kMost);
        Answer answer;
        answer.is_complete = true;
        for (int i = 1; i < point_count; ++i)
            answer.length += std::hypot(static_cast<double>(points_[3 * i] - points_[3 * i - 3]),
                                        static_cast<double>(points_[3 * i + 2] - points_[3 * i - 1]));
        return answer;
    }

    std::unique_ptr<DetourCrowdPeer> makeCrowd(int agent_count, double max_radius) override
    {
        return std::make_unique<DetourCrowd>(*mesh_, agent_count, max_radius);
    }

private:
    static constexpr int kMost = 4096; ///< polygons and corners of a way
    Owned<dtNavMesh, dtFreeNavMesh> mesh_;
    Owned<dtNavMeshQuery, dtFreeNavMeshQuery> query_;
    dtQueryFilter filter_;
    dtPolyRef polygons_[kMost] = {};
    float points_[3 * kMost] = {};
};

} // namespace

std::string describeRecast() { return "Recast " CLEARWAY_RECAST_TEXT ", cell 0.3 m, agent radius 0.6 m, settings of its demo"; }

std::optional<RecastRun> measureRecast(const Scene& scene)
{
    const Triangles triangles = makeTriangles(scene);
    const rcConfig config = makeConfig(triangles);
    RecastRun run;
    run.seconds =
        measureSeconds([&] { run.polygon_count = static_cast<std::uint64_t>(buildOnce(triangles, config).polygons->npolys); }, 3);
    return run;
}

std::optional<RecastSurface> measureRecastSurface(const MeshInput& input, int min_runs)
{
    Triangles triangles;
    for (const Vec3 p : input.positions) addVertex(triangles, {p.x, p.y}, static_cast<float>(p.z));
    for (const MeshTriangle& t : input.triangles)
        for (const std::uint32_t v : t) triangles.indices.push_back(static_cast<int>(v));
    rcCalcBounds(triangles.vertices.data(), static_cast<int>(triangles.vertices.size() / 3), triangles.min, triangles.max);
    const rcConfig config = makeConfig(triangles);
    RecastSurface surface;
    RecastMesh mesh;
    surface.seconds = measureSeconds([&] { mesh = buildOnce(triangles, config); }, min_runs);
    surface.polygon_count = static_cast<std::uint64_t>(mesh.polygons->npolys);
    const rcPolyMeshDetail& detail = *mesh.detail;
    for (int i = 0; i < detail.nverts; ++i)
    {
        const float* p = detail.verts + 3 * i;
        surface.detail.positions.push_back({double{p[0]}, -double{p[2]}, double{p[1]}});
    }
    for (int i = 0; i < detail.nmeshes; ++i)
    {
        // First vertex, number of vertices, first triangle, number of triangles.
        const unsigned int* part = detail.meshes + 4 * i;
        for (unsigned int t = part[2]; t < part[2] + part[3]; ++t)
        {
            const unsigned char* corners = detail.tris + 4 * t;
            surface.detail.triangles.push_back({part[0] + corners[0], part[0] + corners[1], part[0] + corners[2]});
        }
    }
    return surface;
}

std::string describeDetour(int node_count)
{
    return "Detour " CLEARWAY_RECAST_TEXT ", radius 0.6 m only, " + std::to_string(node_count) + " nodes";
}

std::string describeDetourCrowd() { return "DetourCrowd " CLEARWAY_RECAST_TEXT ", settings of its demo"; }

std::unique_ptr<DetourPeer> DetourPeer::build(const Scene& scene, int tile_squares)
{
    return std::make_unique<Detour>(scene, tile_squares);
}

} // namespace clearway::bench

#endif
