// SPDX-License-Identifier: MIT
// The promises of a TriangleMesh, checked one by one, with a map of all edges instead of the builder's sorting.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include <clearway/scene/triangle_mesh.h>

namespace clearway {

namespace {

using Faults = std::vector<std::string>;

void verifyTriangles(const TriangleMesh& mesh, Faults& faults)
{
    std::set<MeshTriangle> seen;
    std::vector<bool> used(mesh.vertexCount());
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    {
        MeshTriangle v = mesh.triangles()[t];
        std::sort(v.begin(), v.end());
        if (v[2] >= mesh.vertexCount()) return faults.push_back(fmt::format("triangle {} has a vertex out of range", t));
        if (v[0] == v[1] || v[1] == v[2]) faults.push_back(fmt::format("triangle {} has two equal corners", t));
        if (!seen.insert(v).second) faults.push_back(fmt::format("triangle {} repeats another", t));
        for (const std::uint32_t vertex : v) used[vertex] = true;
    }
    for (std::size_t v = 0; v < used.size(); ++v)
    {
        if (!used[v]) faults.push_back(fmt::format("vertex {} has no triangle", v));
        if (!isFinite(mesh.positions()[v])) faults.push_back(fmt::format("vertex {} is not finite", v));
    }
}

void verifyNeighbours(const TriangleMesh& mesh, Faults& faults)
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> edges;
    for (std::uint32_t h = 0; h < 3 * mesh.triangleCount(); ++h) edges[std::minmax(mesh.origin(h), mesh.target(h))].push_back(h);
    for (const auto& [ends, sides] : edges)
        for (const std::uint32_t h : sides)
        {
            const std::uint32_t o = mesh.opposites()[h];
            if (o == kNone)
            {
                // Two sides that run against each other are the seam of a one-sided part.
                if (sides.size() == 2 && mesh.origin(sides[0]) != mesh.origin(sides[1]))
                    faults.push_back(fmt::format("half-edge {} has a neighbour that it does not know", h));
                continue;
            }
            if (std::find(sides.begin(), sides.end(), o) == sides.end() || o == h || mesh.opposites()[o] != h)
                faults.push_back(fmt::format("half-edges {} and {} are not two sides of one edge", h, o));
            else if (mesh.origin(h) == mesh.origin(o))
                faults.push_back(fmt::format("half-edges {} and {} run the same way", h, o));
        }
}

void verifyVertices(const TriangleMesh& mesh, Faults& faults)
{
    std::vector<std::vector<std::uint32_t>> corners(mesh.vertexCount());
    for (std::uint32_t h = 0; h < 3 * mesh.triangleCount(); ++h) corners[mesh.origin(h)].push_back(h);
    for (std::uint32_t v = 0; v < mesh.vertexCount(); ++v)
    {
        if (!std::ranges::equal(corners[v], mesh.corners(v)))
            faults.push_back(fmt::format("the corners of vertex {} are wrong", v));
        // Corners that neighbours join, by repeated merging.
        std::set<std::uint32_t> reached = {corners[v][0]};
        for (std::size_t size = 0; size != reached.size();)
        {
            size = reached.size();
            for (const std::uint32_t h : corners[v])
            {
                const std::uint32_t left = mesh.opposites()[previousHalfedge(h)];
                if (left == kNone || mesh.origin(left) != v) continue;
                if (reached.count(h) || reached.count(left)) reached.insert({h, left});
            }
        }
        if (reached.size() != corners[v].size() && mesh.isManifold(v))
            faults.push_back(fmt::format("vertex {} has several fans but counts as manifold", v));
        const bool is_border = std::ranges::any_of(corners[v], [&](std::uint32_t h) {
            return mesh.opposites()[h] == kNone || mesh.opposites()[previousHalfedge(h)] == kNone;
        });
        if (is_border != mesh.isBorder(v)) faults.push_back(fmt::format("vertex {} is wrong about being at a border", v));
    }
}

} // namespace

std::vector<std::string> verify(const TriangleMesh& mesh)
{
    Faults faults;
    verifyTriangles(mesh, faults);
    if (!faults.empty()) return faults;
    verifyNeighbours(mesh, faults);
    verifyVertices(mesh, faults);
    return faults;
}

} // namespace clearway
