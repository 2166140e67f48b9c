// SPDX-License-Identifier: MIT
// The promises of a SurfaceMesh, checked one by one against the source.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include <clearway/surface/surface_mesh.h>

namespace clearway {

namespace {

using Faults = std::vector<std::string>;

void verifyOnSource(const SurfaceMesh& mesh, Faults& faults)
{
    const TriangleMesh& source = mesh.source();
    for (std::size_t i = 0; i < mesh.triangleCount(); ++i)
    {
        const MeshTriangle& s = source.triangles()[mesh.sourceTriangles()[i]];
        const Vec3 a = source.positions()[s[0]], b = source.positions()[s[1]], c = source.positions()[s[2]];
        const Vec3 n = cross(b - a, c - a);
        const double slack = 1e-9 * (length(b - a) + length(c - a) + 1e-3 * length(a));
        for (const std::uint32_t v : mesh.triangles()[i])
        {
            const Vec3 p = mesh.positions()[v];
            if (std::abs(dot(p - a, n)) > slack * length(n)) faults.push_back(fmt::format("triangle {} leaves its source", i));
            for (const auto& [from, to] : {std::pair{a, b}, {b, c}, {c, a}})
                if (dot(p - from, cross(n, to - from)) < -slack * length(n) * length(to - from))
                    faults.push_back(fmt::format("triangle {} reaches outside its source", i));
        }
        const MeshTriangle& t = mesh.triangles()[i];
        const Vec3 m = cross(mesh.positions()[t[1]] - mesh.positions()[t[0]], mesh.positions()[t[2]] - mesh.positions()[t[0]]);
        if (dot(m, n) < -1e-12 * lengthSq(n)) faults.push_back(fmt::format("triangle {} runs the other way round", i));
    }
}

void verifyNeighbours(const SurfaceMesh& mesh, Faults& faults)
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> edges;
    for (std::uint32_t h = 0; h < 3 * mesh.triangleCount(); ++h) edges[std::minmax(mesh.origin(h), mesh.target(h))].push_back(h);
    for (const auto& [ends, sides] : edges)
    {
        if (sides.size() > 2 || ends.first == ends.second)
            faults.push_back(fmt::format("{} half-edges share an edge", sides.size()));
        for (const std::uint32_t h : sides)
        {
            const std::uint32_t expected = sides.size() == 2 ? sides[sides[0] == h] : kNone;
            if (mesh.opposites()[h] != expected) faults.push_back(fmt::format("half-edge {} has the wrong neighbour", h));
        }
    }
}

void verifyVertices(const SurfaceMesh& mesh, Faults& faults)
{
    std::vector<std::uint32_t> corner_counts(mesh.vertexCount());
    std::vector<std::uint32_t> starts(mesh.vertexCount(), kNone);
    for (std::uint32_t h = 0; h < 3 * mesh.triangleCount(); ++h)
    {
        const std::uint32_t v = mesh.origin(h);
        ++corner_counts[v];
        if (starts[v] == kNone || mesh.opposites()[h] == kNone) starts[v] = h;
    }
    for (std::uint32_t v = 0; v < mesh.vertexCount(); ++v)
    {
        std::uint32_t count = 0;
        std::uint32_t h = starts[v];
        while (h != kNone && (count == 0 || h != starts[v]) && count <= corner_counts[v])
        {
            ++count;
            h = mesh.opposites()[previousHalfedge(h)];
        }
        if (count == 0 || count != corner_counts[v]) faults.push_back(fmt::format("vertex {} does not have one fan", v));
        if (!(mesh.accelerations()[v] <= mesh.maxAcceleration())) faults.push_back(fmt::format("vertex {} is too bent", v));
    }
}

void verifyParts(const SurfaceMesh& mesh, Faults& faults)
{
    for (std::uint32_t h = 0; h < 3 * mesh.triangleCount(); ++h)
        if (mesh.opposites()[h] != kNone && mesh.components()[h / 3] != mesh.components()[mesh.opposites()[h] / 3])
            faults.push_back(fmt::format("half-edge {} joins two components", h));
    std::set<std::uint32_t> seen;
    for (const SurfaceMesh::BorderLoop& loop : mesh.borderLoops())
        for (std::uint32_t i = 0; i < loop.count; ++i)
        {
            const std::uint32_t h = mesh.borderHalfedges()[loop.first + i];
            const std::uint32_t next = mesh.borderHalfedges()[loop.first + (i + 1) % loop.count];
            if (!seen.insert(h).second || mesh.opposites()[h] != kNone || mesh.target(h) != mesh.origin(next))
                faults.push_back(fmt::format("border half-edge {} is out of place", h));
        }
    const auto border_count = std::count(mesh.opposites().begin(), mesh.opposites().end(), kNone);
    if (static_cast<std::size_t>(border_count) != seen.size()) faults.push_back("the loops do not hold every border half-edge");
}

} // namespace

std::vector<std::string> verify(const SurfaceMesh& mesh)
{
    Faults faults;
    verifyOnSource(mesh, faults);
    verifyNeighbours(mesh, faults);
    verifyVertices(mesh, faults);
    verifyParts(mesh, faults);
    return faults;
}

} // namespace clearway
