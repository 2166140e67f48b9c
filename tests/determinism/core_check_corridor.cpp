// SPDX-License-Identifier: MIT
#include "core_check.h"

#include <string>
#include <vector>

#include <clearway/corridor.h>
#include <clearway/io.h>
#include <clearway/navmesh.h>
#include <clearway/scene.h>

namespace clearway::check {
namespace {

/// The numbers that these answers were pinned with.
std::uint32_t number(PathStatus status) { return status == PathStatus::complete ? 0 : status == PathStatus::unreachable ? 1 : 2; }

void add(Hasher& hasher, const Corridor& corridor)
{
    hasher.add(number(corridor.status()));
    hasher.add(static_cast<std::uint32_t>(corridor.problem()));
    hasher.add(corridor.length());
    hasher.add(corridor.widest());
    for (const Corridor::Piece& piece : corridor.pieces())
        for (std::uint32_t number : {piece.edge, piece.first, piece.last}) hasher.add(number);
    for (const CorridorMap::Sample& ball : corridor.backbone())
    {
        for (Vec2 p : {ball.position, ball.left, ball.right}) check::add(hasher, p);
        hasher.add(ball.clearance);
    }
}

void add(Hasher& hasher, const Path& path)
{
    hasher.add(number(path.status()));
    for (double measure : {path.length(), path.clearance(), computeLargestTurn(path), computeLargestCurvature(path)})
        hasher.add(measure);
    for (const Path::Piece& piece : path.pieces())
    {
        hasher.add(static_cast<std::uint32_t>(piece.shape));
        for (Vec3 p : {piece.from, piece.to, piece.center}) check::add(hasher, planar(p));
        hasher.add(piece.angle);
    }
    for (Vec2 p : computePlanarPoints(path)) check::add(hasher, p);
}

/// The file of a map, and whether it comes back the same.
void checkMap(const std::string& name, const CorridorMap& map)
{
    const std::vector<std::byte> file = formatClearway(map);
    Hasher hasher;
    hasher.add(computeHash(file));
    const Result<Content> again = parseClearway(file);
    hasher.add(again.ok() && formatClearway(*again) == file);
    print(name, hasher, map.samples().size());
}

void checkCorridors(const std::string& name, const Scene& scene, const CorridorMap& map)
{
    const NavMesh mesh = buildNavMesh(scene).value();
    CorridorFinder finder(map);
    CorridorPathFinder path_finder(map);
    WaysFinder ways_finder(map);
    Hasher hasher, of_paths, of_ways;
    Random random(2027);
    std::uint64_t found = 0, way_count = 0;
    for (std::uint64_t i = 0; i < 40; ++i)
    {
        CorridorOptions question;
        question.radius = i % 4 == 0 ? 0 : random.uniform(0, 1.2);
        question.search = i % 3 == 0 ? CorridorOptions::Search::dijkstra : CorridorOptions::Search::a_star;
        const double room = i % 5 == 0 ? 0 : question.radius; // now and then too tight
        const Place start = findRandomPoint(mesh, {.seed = 11, .index = i, .radius = room});
        const Place goal = findRandomPoint(mesh, {.seed = 12, .index = i, .radius = room});
        if (!start || !goal) continue;
        const Corridor corridor = finder.find(start.position, goal.position, question);
        found += corridor.status() == PathStatus::complete;
        add(hasher, corridor);
        CorridorPathOptions path_options;
        path_options.radius = question.radius;
        for (const CorridorPathOptions::Kind kind : {CorridorPathOptions::Kind::backbone, CorridorPathOptions::Kind::shortest,
                                                     CorridorPathOptions::Kind::roomy, CorridorPathOptions::Kind::smooth})
        {
            path_options.kind = kind;
            add(of_paths, path_finder.findWithin(corridor, start.position, goal.position, path_options));
        }
        const Ways ways = ways_finder.find(start.position, goal.position, {.radius = question.radius});
        for (const Corridor& way : ways.corridors()) add(of_ways, way);
        way_count += ways.corridors().size();
        of_ways.add(chooseWay(i, ways.lengths()));
    }
    print("corridor/query/" + name, hasher, found);
    print("corridor/path/" + name, of_paths, found);
    print("corridor/ways/" + name, of_ways, way_count);
}

} // namespace

void checkCorridors()
{
    for (const char* name : {"rooms", "donut", "maze", "mckenna", "ill_conditioned", "city500"})
    {
        const Result<Scene> scene = buildScene(name);
        if (!scene) continue;
        const Result<CorridorMap> kept = buildCorridorMap(*scene);
        if (!kept) continue;
        checkMap("corridor/map/" + std::string(name), *kept);
        checkCorridors(name, *scene, *kept);
        CorridorMapOptions options;
        options.corners = CorridorMapOptions::CornerBranches::prune;
        options.spacing = 0.75;
        if (const Result<CorridorMap> pruned = buildCorridorMap(*scene, options))
            checkMap("corridor/pruned/" + std::string(name), *pruned);
    }
}

} // namespace clearway::check
