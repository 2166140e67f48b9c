// SPDX-License-Identifier: MIT
// Surface meshes: building from indexed triangles, adjacency included; search trees are built when first asked and timed apart.
#include <algorithm>
#include <string>
#include <vector>

#include <clearway/base/random.h>
#include <clearway/base/tasks.h>
#include <clearway/scene/mesh_generators.h>
#include <clearway/surface.h>

#include "bench.h"
#include "recast_peer.h"

namespace clearway::bench {
namespace {

struct Build
{
    double seconds = 0; ///< median
    std::uint64_t hash = 0;
    std::size_t triangle_count = 0;
    std::size_t bytes = 0;
};

SurfaceMesh build(MeshInput input, const TaskHook& hook)
{
    TriangleMeshOptions mesh_options;
    mesh_options.execution.task_hook = hook;
    SurfaceOptions options;
    options.execution.task_hook = hook;
    return require(buildSurfaceMesh(require(buildTriangleMesh(std::move(input), mesh_options)), options));
}

/// Copying the input is not part of it.
Build measureBuild(const MeshInput& input, int runs, double (*seconds)(), const TaskHook& hook = {})
{
    Build result;
    std::vector<double> times;
    for (int i = 0; i <= runs; ++i)
    {
        MeshInput copy = input;
        const double before = seconds();
        const SurfaceMesh mesh = build(std::move(copy), hook);
        if (i > 0) times.push_back(seconds() - before); // the first warms up
        result.hash = mesh.computeHash();
        result.triangle_count = mesh.source().triangleCount();
        result.bytes = mesh.memoryBytes() + mesh.source().memoryBytes();
    }
    result.seconds = computeMedian(times);
    return result;
}

/// `count` vertices that hang together, or that lie anywhere.
std::vector<std::uint32_t> chooseVertices(const TriangleMesh& mesh, std::size_t count, bool is_patch, Random& random)
{
    std::vector<std::uint32_t> chosen;
    std::vector<bool> is_chosen(mesh.vertexCount());
    const auto add = [&](std::uint32_t v) {
        if (chosen.size() < count && !is_chosen[v]) chosen.push_back(v);
        is_chosen[v] = true;
    };
    while (!is_patch && chosen.size() < count) add(static_cast<std::uint32_t>(random.below(mesh.vertexCount())));
    add(static_cast<std::uint32_t>(random.below(mesh.vertexCount())));
    for (std::size_t i = 0; i < chosen.size() && chosen.size() < count; ++i)
        for (const std::uint32_t corner : mesh.corners(chosen[i])) add(mesh.target(corner));
    return chosen;
}

struct Repairs
{
    double seconds = 0; ///< median of moving and publishing
    std::uint64_t hash = 0;
};

Repairs measureRepairs(SurfaceEditor& editor, const TriangleMesh& mesh, bool is_patch)
{
    constexpr int kRepairs = 200;
    Random random(11, is_patch);
    Repairs result;
    std::vector<double> times;
    SurfaceMesh current = editor.publish(), before_that = current;
    for (int i = 0; i < kRepairs; ++i)
    {
        std::vector<SurfaceEditor::Move> moves;
        for (const std::uint32_t v : chooseVertices(mesh, 100, is_patch, random))
            moves.push_back({v, mesh.positions()[v] * random.uniform(0.999, 1.001)});
        const double before = threadSeconds();
        require(editor.moveVertices(moves).ok() ? Result<int>(0) : Result<int>(Error{}));
        SurfaceMesh next = editor.publish();
        times.push_back(threadSeconds() - before);
        before_that = std::move(current); // readers are one version behind
        current = std::move(next);
    }
    result.seconds = computeMedian(times);
    result.hash = current.computeHash();
    return result;
}

} // namespace

std::vector<BenchResult> benchSurface()
{
    struct Model
    {
        const char* name;
        double size; ///< the published ramps give no lengths; what Recast costs follows them, what we cost does not
        double goal; ///< times faster than Recast; 0: none
        int recast_runs;
    };
    std::vector<BenchResult> results;
    for (const Model& model : {Model{"ramp", 1, 0, 5},
                               {"ramp", 2.3, 10, 5},
                               {"s_ramp", 1, 0, 1},
                               {"s_ramp", 2.3, 500, 1},
                               {"terrain", 1, 25, 3},
                               {"asteroid", 1, 8, 3}})
    {
        const MeshInput input = require(buildMeshInput(model.name, {.size = model.size}));
        const Build ours = measureBuild(input, 15, threadSeconds);
        const std::optional<RecastSurface> recast = measureRecastSurface(input, model.recast_runs);
        const std::string peer = describeRecast() + (recast ? ", " + std::to_string(recast->polygon_count) + " polygons" : "");
        const double width = computeBounds(input.positions).size().x;
        results.push_back({std::string("surface of ") + model.name + ", " + std::to_string(static_cast<int>(width + 0.5)) +
                               " m, " + std::to_string(ours.triangle_count) + " triangles",
                           ours.seconds * 1e3, "ms", peer, recast ? std::optional(recast->seconds * 1e3) : std::nullopt,
                           ours.hash, model.goal > 0 ? Goal::ratio : Goal::none, model.goal});
    }
    const MeshInput input = require(buildMeshInput("asteroid"));
    WorkerPool pool(2);
    // By turns, so that whatever else the machine does meets both.
    std::vector<double> alone, together;
    Build one, two;
    for (int i = 0; i < 7; ++i)
    {
        one = measureBuild(input, 1, wallSeconds);
        two = measureBuild(input, 1, wallSeconds, pool.hook());
        alone.push_back(one.seconds);
        together.push_back(two.seconds);
    }
    results.push_back({"surface of asteroid, two workers", computeMedian(together) * 1e3, "ms",
                       one.hash == two.hash ? "one worker" : "one worker, WHICH GIVES ANOTHER MESH", computeMedian(alone) * 1e3,
                       two.hash, Goal::ratio, 1.7});
    return results;
}

std::vector<BenchResult> benchSurfaceGrowth()
{
    std::vector<BenchResult> results;
    double least = 1e9, most = 0, bytes = 0;
    for (const double count : {5e3, 2e4, 1e5, 5e5, 2e6})
    {
        const MeshInput input = require(buildMeshInput("asteroid", {.detail = count / 212180}));
        const Build built = measureBuild(input, count > 4e5 ? 3 : 9, threadSeconds);
        const auto triangles = static_cast<double>(built.triangle_count);
        const double nanoseconds = built.seconds / triangles * 1e9;
        least = std::min(least, nanoseconds);
        most = std::max(most, nanoseconds);
        bytes = std::max(bytes, static_cast<double>(built.bytes) / triangles);
        results.push_back(
            {"surface, " + std::to_string(built.triangle_count) + " triangles", nanoseconds, "ns/triangle", {}, {}, built.hash});
    }
    results.push_back({"surface, slowest time per triangle over fastest", most / least, "times", {}, {}, 0, Goal::at_most, 2.5});
    results.push_back({"surface, memory with its source", bytes, "bytes/triangle", {}, {}, 0, Goal::at_most, 200});
    return results;
}

std::vector<BenchResult> benchSurfaceEdits()
{
    const MeshInput input = require(buildMeshInput("asteroid"));
    const Build whole = measureBuild(input, 9, threadSeconds);
    const TriangleMesh mesh = require(buildTriangleMesh(input));
    double before = threadSeconds();
    SurfaceEditor editor = require(buildSurfaceEditor(mesh));
    const double editor_seconds = threadSeconds() - before;
    before = threadSeconds();
    const std::uint64_t first_hash = editor.publish().computeHash();
    const double first_seconds = threadSeconds() - before;
    const Repairs patch = measureRepairs(editor, mesh, true), scattered = measureRepairs(editor, mesh, false);
    // Once asked for, search trees come along.
    before = threadSeconds();
    SurfaceQuery(editor.publish()).prepare();
    const double tree_ms = (threadSeconds() - before) * 1e3;
    const Repairs with_tree = measureRepairs(editor, mesh, false);
    const std::string peer = "building again";
    const double whole_ms = whole.seconds * 1e3;
    return {
        {"repair, 100 vertices that hang together", patch.seconds * 1e3, "ms", peer, whole_ms, patch.hash, Goal::ratio, 100},
        {"repair, 100 vertices anywhere", scattered.seconds * 1e3, "ms", peer, whole_ms, scattered.hash},
        {"repair with its search tree, 100 vertices anywhere", with_tree.seconds * 1e3, "ms", peer + ", tree included",
         whole_ms + tree_ms, with_tree.hash},
        {"editor of asteroid, made", editor_seconds * 1e3, "ms", peer, whole_ms, first_hash},
        {"editor of asteroid, first version with its hash", first_seconds * 1e3, "ms", peer, whole_ms, first_hash},
    };
}

std::vector<BenchResult> benchSurfacePaths()
{
    std::vector<BenchResult> results;
    for (const char* name : {"terrain", "asteroid"})
    {
        const SurfaceMesh mesh = build(require(buildMeshInput(name)), {});
        SurfacePathFinder finder(mesh);
        double before = threadSeconds();
        finder.query().prepare();
        const double tree_seconds = threadSeconds() - before;
        before = threadSeconds();
        finder.prepare();
        const double graph_seconds = threadSeconds() - before;

        constexpr std::uint64_t kPaths = 300;
        std::vector<double> times;
        double total = 0, lengths = 0;
        Path path;
        for (std::uint64_t i = 0; i < kPaths; ++i)
        {
            const SurfacePlace a = finder.query().findRandomPlace({.seed = 1, .index = i});
            const SurfacePlace b = finder.query().findRandomPlace({.seed = 2, .index = i});
            before = threadSeconds();
            finder.find(a, b, {}, path);
            times.push_back(threadSeconds() - before);
            total += times.back();
            lengths += path.length();
        }
        const auto checksum = static_cast<std::uint64_t>(lengths * 1e3);
        const std::string where = std::string(" on ") + name;
        results.push_back({"path" + where + ", median", computeMedian(times) * 1e3, "ms", {}, {}, checksum});
        results.push_back({"path" + where + ", mean", total / kPaths * 1e3, "ms", {}, {}, checksum});
        results.push_back({"search graph" + where, graph_seconds * 1e3, "ms", {}, {}, 0});
        results.push_back({"tree of nearest points" + where, tree_seconds * 1e3, "ms", {}, {}, 0});
    }
    return results;
}

} // namespace clearway::bench
