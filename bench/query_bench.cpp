// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <clearway/base/hash.h>
#include <clearway/base/random.h>
#include <clearway/navmesh.h>
#include <clearway/scene.h>

#include "bench.h"

namespace clearway::bench {
namespace {

constexpr std::size_t kQueries = 20000;

struct Questions
{
    std::vector<Vec2> points;  // anywhere in the bounds, some inside buildings
    std::vector<Place> places; // on the mesh
    std::vector<Vec2> targets; // 30 m around a place at most
};

Questions makeQuestions(NavMeshQuery& query)
{
    Questions questions;
    Random random(2000);
    const Box2 box = query.mesh().bounds();
    for (std::size_t i = 0; i < kQueries; ++i)
    {
        questions.points.push_back({random.uniform(box.min.x, box.max.x), random.uniform(box.min.y, box.max.y)});
        questions.places.push_back(query.findRandomPoint({.seed = 1, .index = i}));
        questions.targets.push_back(questions.places.back().position + Vec2{random.uniform(-30, 30), random.uniform(-30, 30)});
    }
    return questions;
}

/// Nanoseconds per question; `ask(i)` returns a number that goes into the checksum.
template <typename Ask>
BenchResult measureQuery(const char* name, Ask&& ask)
{
    Hasher hasher;
    for (std::size_t i = 0; i < kQueries; ++i) hasher.add(ask(i));
    [[maybe_unused]] volatile double sink = 0; // so that the sum is needed
    const double seconds = measureSeconds([&] {
        double sum = 0;
        for (std::size_t i = 0; i < kQueries; ++i) sum += static_cast<double>(ask(i));
        sink = sum;
    });
    return {.name = name, .value = seconds * 1e9 / kQueries, .unit = "ns", .checksum = hasher.value()};
}

} // namespace

std::vector<BenchResult> benchQueries()
{
    const Result<Scene> scene = buildScene("city2000");
    const Result<NavMesh> mesh = scene ? buildNavMesh(*scene) : Result<NavMesh>(scene.error());
    if (!mesh)
    {
        std::fprintf(stderr, "clearway_bench: %s\n", mesh.error().message.c_str());
        std::exit(1);
    }
    NavMeshQuery query(*mesh);
    const Questions questions = makeQuestions(query);

    std::vector<BenchResult> results;
    results.push_back(measureQuery("locate on city2000", [&](std::size_t i) { return query.findCell(questions.points[i]); }));
    results.back().goal_kind = Goal::at_most_time;
    results.back().goal = 150;
    results.push_back(measureQuery("nearest point on city2000",
                                   [&](std::size_t i) { return query.findNearest(questions.points[i]).position.x; }));
    results.push_back(measureQuery("ray of 30 m on city2000",
                                   [&](std::size_t i) { return query.castRay(questions.places[i], questions.targets[i]).t; }));
    results.push_back(measureQuery("disc of 0.5 m over 30 m on city2000", [&](std::size_t i) {
        return query.castDisc(questions.places[i], questions.targets[i], 0.5).t;
    }));
    results.push_back(measureQuery("wall distance on city2000",
                                   [&](std::size_t i) { return query.computeWallDistance(questions.places[i]).distance; }));
    results.push_back(measureQuery("slide over 30 m on city2000", [&](std::size_t i) {
        return query.moveAlong(questions.places[i], questions.targets[i]).position.x;
    }));
    results.push_back({.name = "mesh of city2000 in memory",
                       .value = static_cast<double>(mesh->memoryBytes()) / 1024,
                       .unit = "KiB",
                       .checksum = mesh->computeHash()});
    return results;
}

} // namespace clearway::bench
