// SPDX-License-Identifier: MIT
#include "core_check.h"

#include <string>

#include <clearway/path.h>
#include <clearway/scene.h>

namespace clearway::check {
namespace {

void add(Hasher& hasher, const Path& path)
{
    hasher.add(static_cast<std::uint32_t>(path.status()));
    hasher.add(static_cast<std::uint32_t>(path.problem()));
    hasher.add(path.length());
    hasher.add(path.clearance());
    hasher.add(path.widest());
    check::add(hasher, planar(path.suggestion()));
    for (const Path::Piece& piece : path.pieces())
    {
        check::add(hasher, planar(piece.from));
        check::add(hasher, planar(piece.to));
        hasher.add(piece.angle);
    }
    for (const CellId cell : path.faces()) hasher.add(cell);
    for (const Vec2 p : computePlanarPoints(path)) check::add(hasher, p);
}

void checkScene(const std::string& name, NavMeshOptions::Decomposition decomposition, std::uint32_t count)
{
    NavMeshOptions options;
    options.decomposition = decomposition;
    const NavMesh mesh = buildNavMesh(buildScene(name).value(), options).value();
    PathFinder finder(buildClearance(mesh).value());
    Hasher hasher;
    Random random(2026, count);
    std::uint64_t complete = 0;
    for (std::uint32_t i = 0; i < count; ++i)
    {
        PathOptions question;
        question.radius = i % 4 == 0 ? 0 : random.uniform(0, 1.2);
        question.quality = i % 3 == 0 ? PathOptions::Quality::fast : PathOptions::Quality::shortest;
        question.allow_partial = i % 2 == 0;
        const double room = i % 5 == 0 ? 0 : question.radius; // now and then too tight
        const Place start = findRandomPoint(mesh, {.seed = 11, .index = i, .radius = room});
        const Place goal = findRandomPoint(mesh, {.seed = 12, .index = i, .radius = room});
        if (!start || !goal) continue;
        const Path path = finder.find(start, goal, question);
        complete += path.status() == PathStatus::complete;
        add(hasher, path);
    }
    print("path/" + name, hasher, complete);
}

} // namespace

void checkPaths()
{
    checkScene("rooms", NavMeshOptions::Decomposition::notches, 60);
    checkScene("cross", NavMeshOptions::Decomposition::triangulation, 40);
    checkScene("maze", NavMeshOptions::Decomposition::merged, 20);
    checkScene("ill_conditioned", NavMeshOptions::Decomposition::notches, 40);
    checkScene("city500", NavMeshOptions::Decomposition::notches, 40);
}

} // namespace clearway::check
