// SPDX-License-Identifier: MIT
// What every fuzz target asks of what it could read: paths of several sizes, corridors, and a small crowd. Answers are checked
// against all walls, one by one. The questions follow from the input's bytes, so that a finding repeats.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <clearway/clearway.h>

#include "check.h"

namespace clearway::fuzz {

/// Asking is slower than building: beyond this it would hardly try anything else.
inline constexpr std::size_t kMaxAskedPoints = 150;

/// Of the same layer; free space is on the left of each.
struct Walls
{
    std::vector<Segment> segments;
    double quantum = 0;  ///< of the frame
    double largest = 0;  ///< coordinate
    double rounding = 0; ///< that answers may be off

    explicit Walls(const NavMesh& mesh, int layer) : quantum(mesh.frame().quantum)
    {
        for (const NavMesh::Obstacle& obstacle : mesh.obstacles())
            if (obstacle.layer == layer) segments.push_back(obstacle.segment);
        const Box2 bounds = mesh.bounds();
        for (const double x : {bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y}) largest = std::max(largest, std::abs(x));
        rounding = 2 * quantum + 64 * 0x1p-52 * largest;
    }

    double computeDistance(Vec2 p) const
    {
        double nearest = std::numeric_limits<double>::infinity();
        for (const Segment& wall : segments) nearest = std::min(nearest, distance(p, wall));
        return nearest;
    }
};

inline std::string describeQuestion(Vec2 from, Vec2 to, double radius)
{
    char text[256];
    std::snprintf(text, sizeof text, " from (%.17g, %.17g) to (%.17g, %.17g) with radius %.17g", from.x, from.y, to.x, to.y,
                  radius);
    return text;
}

/// Points of a path: ends and inside of every piece.
inline void checkPath(const Walls& walls, const Path& path, const std::string& question)
{
    constexpr int kPlaces = 6;
    const double least = path.radius() - walls.rounding;
    for (const Path::Piece& piece : path.pieces())
        for (int i = 0; i <= kPlaces; ++i)
        {
            const double part = static_cast<double>(i) / kPlaces;
            const Vec2 p = planar(piece.pointAt(part));
            const double room = walls.computeDistance(p);
            expect(room >= least, "a path comes " + std::to_string(path.radius() - room) + " m too near to a wall," + question);
        }
}

/// Somewhere: a random place with room, or near a corner.
inline Vec2 choosePoint(NavMeshQuery& query, Random& random, double radius)
{
    const NavMesh& mesh = query.mesh();
    if (random.below(4) != 0)
        if (const Place place = query.findRandomPoint({.seed = random.bits(), .radius = radius, .max_tries = 200})) return place;
    return mesh.vertices()[random.below(mesh.vertices().size())].position;
}

/// From the finest to the size of the whole.
inline double chooseRadius(const NavMesh& mesh, Random& random)
{
    if (random.below(4) == 0) return 0;
    return std::ldexp(mesh.frame().quantum, static_cast<int>(random.below(30))) * random.uniform(1, 2);
}

/// Whether the answers on a mesh must be right. A file may hold a mesh that contradicts itself: then nobody may crash, that is
/// all.
enum class Trust
{
    sound,
    unsound,
};

inline void askCrowd(const ClearanceMesh& clearance, Random& random, Trust trust)
{
    constexpr int kAgents = 6, kTicks = 20;
    Crowd crowd(onNavMesh(clearance), {.seed = random.bits()});
    NavMeshQuery query(clearance.mesh());
    for (int i = 0; i < kAgents; ++i)
    {
        AgentOptions agent;
        agent.radius = std::clamp(chooseRadius(clearance.mesh(), random), 1e-3, kMaxAgentRadius);
        agent.position = choosePoint(query, random, agent.radius);
        if (random.below(2) == 0)
            agent.goal = Goal(choosePoint(query, random, agent.radius));
        else
            agent.goal = Goal::random(random.bits());
        expectMessage(crowd.add(agent));
    }
    for (int i = 0; i < kTicks; ++i) crowd.step(0.1);
    for (std::size_t i = 0; i < crowd.size(); ++i)
    {
        expect(isFinite(crowd.positions()[i]), "an agent is nowhere");
        if (trust == Trust::unsound) continue;
        expect(crowd.world().ground->isOn(crowd.positions()[i], crowd.footings()[i]), "an agent is not on the ground");
        const double room = crowd.world().ground->computeWallDistance(crowd.positions()[i], crowd.footings()[i],
                                                                      2 * crowd.radii()[i] + clearance.mesh().frame().quantum);
        const double rounding = 4 * clearance.mesh().frame().quantum;
        expect(room >= crowd.radii()[i] - rounding, "an agent is in a wall");
    }
}

/// Paths on a mesh; corridors too where there is a map of the same scene.
inline void askPaths(const ClearanceMesh& clearance, const CorridorMap* map, Random& random, Trust trust)
{
    constexpr int kQuestions = 8;
    const NavMesh& mesh = clearance.mesh();
    NavMeshQuery query(mesh);
    PathFinder finder(clearance);
    std::optional<CorridorFinder> corridors;
    if (map) corridors.emplace(*map);
    for (int i = 0; i < kQuestions; ++i)
    {
        PathOptions options;
        options.radius = chooseRadius(mesh, random);
        options.quality = random.below(2) == 0 ? PathOptions::Quality::shortest : PathOptions::Quality::fast;
        options.allow_partial = random.below(4) == 0;
        options.layer = 0;
        const Vec2 from = choosePoint(query, random, options.radius), to = choosePoint(query, random, options.radius);
        const std::string question = describeQuestion(from, to, options.radius);
        const Path path = finder.find(from, to, options);
        if (trust == Trust::unsound) continue;
        const Walls walls(mesh, 0);
        if (path) checkPath(walls, path, question);
        if (path.status() == PathStatus::complete)
            expect(path.widest() >= options.radius - walls.rounding, "a way is wider than the widest," + question);
        if (path.status() == PathStatus::unreachable)
            expect(path.widest() <= options.radius + walls.rounding, "there is a way, but none was found," + question);
        if (!corridors || path.status() == PathStatus::invalid || options.allow_partial) continue;
        const Corridor corridor = corridors->find(from, to, {.radius = options.radius, .layer = 0});
        if (std::abs(path.widest() - options.radius) < 4 * walls.rounding) continue;
        // A corner where two pieces of free space touch belongs to both: each planner may start in another one.
        const double nearest = std::min(walls.computeDistance(from), walls.computeDistance(to));
        if (nearest < 4 * walls.rounding) continue;
        expect(static_cast<bool>(corridor) == (path.status() == PathStatus::complete), "path and corridor disagree," + question);
    }
}

inline void askMesh(const NavMesh& mesh, std::uint64_t seed)
{
    if (mesh.obstacles().size() > kMaxAskedPoints || mesh.vertices().size() > 2 * kMaxAskedPoints) return;
    const Result<ClearanceMesh> clearance = buildClearance(mesh);
    expectMessage(clearance);
    if (!clearance) return;
    Random random(seed);
    const Trust trust = verify(mesh).empty() ? Trust::sound : Trust::unsound;
    askPaths(*clearance, nullptr, random, trust);
    askCrowd(*clearance, random, trust);
}

inline void askScene(const Scene& scene, std::uint64_t seed)
{
    if (scene.points().size() > kMaxAskedPoints) return;
    Random random(seed);
    NavMeshOptions options;
    options.decomposition = static_cast<NavMeshOptions::Decomposition>(random.below(3));
    const Result<NavMesh> mesh = buildNavMesh(scene, options);
    expect(mesh.ok(), mesh ? "" : "a scene has no mesh: " + mesh.error().message);
    for (const MeshProblem& problem : verify(*mesh, {.scene = &scene})) fail(problem.message);
    checkClearway(*mesh);
    const Result<ClearanceMesh> clearance = buildClearance(*mesh);
    expect(clearance.ok(), clearance ? "" : "a scene has no clearance: " + clearance.error().message);
    const Result<CorridorMap> map = buildCorridorMap(scene, {.max_sample_count = 20'000});
    expectMessage(map);
    if (map) checkClearway(*map);
    askPaths(*clearance, map ? &*map : nullptr, random, Trust::sound);
    askCrowd(*clearance, random, Trust::sound);
}

/// Reads, writes and asks.
inline void askInput(const Result<SceneInput>& input, std::uint64_t seed)
{
    checkInput(input);
    if (!input || countPoints(*input) > kMaxAskedPoints) return;
    if (const Result<Scene> scene = buildScene(*input)) askScene(*scene, seed);
}

/// Paths down fields over a grid, whatever its cells say.
inline void askGrid(const FieldGrid& grid, std::uint64_t seed)
{
    constexpr std::int32_t kMaxCells = 4000;
    constexpr int kQuestions = 4;
    if (grid.cellCount() == 0 || grid.cellCount() > kMaxCells) return;
    const Result<Planner> planner = buildPlanner(PlannerParts{.grid = grid}, "field");
    expectMessage(planner);
    if (!planner) return;
    Random random(seed);
    PlannerQuery query = planner->makeQuery();
    for (int i = 0; i < kQuestions; ++i)
    {
        const auto place = [&] {
            const auto cell = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(grid.cellCount())));
            return grid.centerOf(cell) + Vec2{random.uniform(-1, 1), random.uniform(-1, 1)} * grid.cellSize();
        };
        const Vec2 from = place(), to = place();
        const Path path = query.find({from, to, grid.radius() * random.uniform(0, 1.2)});
        for (const Path::Piece& piece : path.pieces()) expect(isFinite(piece.from) && isFinite(piece.to), "a path leads nowhere");
    }
}

inline void askCorridors(const CorridorMap& map, std::uint64_t seed)
{
    constexpr int kQuestions = 8;
    if (map.vertices().empty()) return;
    Random random(seed);
    CorridorFinder finder(map);
    for (int i = 0; i < kQuestions; ++i)
    {
        const Vec2 from = map.vertices()[random.below(map.vertices().size())].position;
        const Vec2 to = map.vertices()[random.below(map.vertices().size())].position;
        const double radius = map.vertices()[random.below(map.vertices().size())].clearance * random.uniform(0, 1.5);
        const Corridor corridor = finder.find(from, to, {.radius = radius});
        for (const CorridorMap::Sample& ball : corridor.backbone())
            expect(isFinite(ball.position) && ball.clearance >= 0, "a ball is nowhere," + describeQuestion(from, to, radius));
    }
}

/// Walks, ways, and a small crowd.
inline void askSurface(const SurfaceMesh& mesh, std::uint64_t seed)
{
    constexpr int kQuestions = 6, kAgents = 4, kTicks = 20;
    if (mesh.triangles().empty() || mesh.triangles().size() > 4 * kMaxAskedPoints) return;
    Random random(seed);
    SurfacePathFinder finder(mesh);
    const SurfaceQuery& query = finder.query();
    const auto place = [&] { return query.findRandomPlace({.seed = random.bits()}); };
    Box3 bounds;
    for (const Vec3 p : mesh.positions()) bounds.add(p);
    const double size = length(bounds.size());
    for (int i = 0; i < kQuestions; ++i)
    {
        SurfacePathOptions options;
        if (random.below(3) == 0) options.radius = size * random.uniform() / 8;
        if (random.below(3) == 0) options.effort_weight = random.uniform(0, 4);
        if (random.below(4) == 0) options.method = SurfacePathOptions::Method::vertex_graph;
        const Path path = finder.find(place(), place(), options);
        for (const Path::Piece& piece : path.pieces()) expect(isFinite(piece.from) && isFinite(piece.to), "a path leads nowhere");
        for (const std::uint32_t face : path.faces()) expect(face < mesh.triangles().size(), "a path leaves the surface");
        const SurfaceWalk walk = query.walk(place(), {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)},
                                            size * random.uniform(), {.max_crossings = 10'000});
        expect(walk.end == SurfaceWalk::End::invalid || walk.place, "a walk leaves the surface");
    }
    const Result<SurfaceWorld> surface = onSurface(mesh);
    expectMessage(surface);
    if (!surface) return;
    Crowd crowd(surface->world, {.seed = random.bits()});
    for (int i = 0; i < kAgents; ++i)
    {
        const SurfacePlace start = place();
        if (!start) continue;
        AgentOptions agent;
        agent.radius = std::clamp(size / 50, 1e-3, kMaxAgentRadius);
        agent.position = surface->chart.toChart(start);
        agent.goal = Goal::random(random.bits());
        expectMessage(crowd.add(agent));
    }
    for (int i = 0; i < kTicks; ++i) crowd.step(0.1);
    for (const Vec2 p : crowd.positions()) expect(isFinite(p), "an agent is nowhere");
}

} // namespace clearway::fuzz
