// SPDX-License-Identifier: MIT
// Which half-edges are two sides of one edge. An edge belongs to its lower vertex, whose corners know both half-edges: the one
// that leaves it and the one that comes in. So every vertex can be done by itself, and nothing is looked up.
#include <algorithm>

#include "scene/mesh_parts.h"

namespace clearway::meshing {

namespace {

/// One side of an edge in one number, so that sorting is fast: the higher vertex of the edge, the half-edge, and whether that
/// runs from the lower to the higher vertex.
class Side
{
public:
    Side() = default;
    Side(std::uint32_t other, std::uint32_t halfedge, bool leaves)
        : bits_(std::uint64_t{other} << 33 | std::uint64_t{halfedge} << 1 | static_cast<std::uint64_t>(leaves))
    {
    }

    std::uint32_t other() const { return static_cast<std::uint32_t>(bits_ >> 33); }
    std::uint32_t halfedge() const { return static_cast<std::uint32_t>(bits_ >> 1); }
    bool leaves() const { return bits_ & 1; }
    bool operator<(const Side& side) const { return bits_ < side.bits_; }

private:
    std::uint64_t bits_ = 0;
};
static_assert(3 * kMaxMeshTriangleCount < std::int64_t{1} << 31, "a vertex, also one that was split off, takes 31 bits");

/// What the vertices of one chunk need and find.
struct Work
{
    std::vector<Side> room; ///< for the sides at one vertex; grows to the most there are
    std::vector<std::uint32_t> duplicates;
    std::vector<std::uint32_t> non_manifold_ends; ///< vertices of other chunks too: marked afterwards
    std::size_t conflict_count = 0;
    FindingList findings;
};

class Pairing
{
public:
    Pairing(MeshData& mesh, Conflicts conflicts, TriangleMeshOptions::Repair repair)
        : mesh_(mesh), conflicts_(conflicts), repair_(repair)
    {
    }

    void pairEdgesOf(std::uint32_t vertex, Work& work)
    {
        const std::span<const std::uint32_t> corners = mesh_.cornersOf(vertex);
        if (work.room.size() < 2 * corners.size()) work.room.resize(2 * corners.size());
        Side* const sides = work.room.data();
        std::size_t count = 0;
        for (const std::uint32_t corner : corners)
        {
            const std::uint32_t triangle = corner / 3;
            const std::uint32_t k = corner - 3 * triangle;
            const MeshTriangle& t = mesh_.triangles[triangle];
            const std::uint32_t before = k == 0 ? 2 : k - 1;
            const std::uint32_t next = t[k == 2 ? 0 : k + 1];
            const std::uint32_t previous = t[before];
            if (next > vertex) sides[count++] = {next, corner, true};
            if (previous > vertex) sides[count++] = {previous, 3 * triangle + before, false};
        }
        sortSides({sides, count});
        for (std::size_t i = 0; i < count;)
        {
            std::size_t end = i + 1;
            while (end < count && sides[end].other() == sides[i].other()) ++end;
            pairGroup(vertex, {sides + i, end - i}, work);
            i = end;
        }
    }

private:
    /// A few are sorted by insertion, the spokes of a hub properly.
    static void sortSides(std::span<Side> sides)
    {
        if (sides.size() > 32) return std::sort(sides.begin(), sides.end());
        for (std::size_t i = 1; i < sides.size(); ++i)
        {
            const Side side = sides[i];
            std::size_t k = i;
            for (; k > 0 && side < sides[k - 1]; --k) sides[k] = sides[k - 1];
            sides[k] = side;
        }
    }

    std::uint32_t apex(const Side& side) const { return mesh_.origin(previousHalfedge(side.halfedge())); }

    void pairGroup(std::uint32_t vertex, std::span<const Side> group, Work& work)
    {
        for (const Side& side : group) mesh_.opposites[side.halfedge()] = kNone;
        if (group.size() == 1) return addFinding(MeshReport::Finding::Kind::border_edge, group[0], work);
        findDuplicates(group, work);
        if (group.size() == 2) return pairTwo(group[0], group[1], work);
        work.non_manifold_ends.push_back(vertex);
        work.non_manifold_ends.push_back(group[0].other());
        addFinding(MeshReport::Finding::Kind::non_manifold_edge, group[0], work);
        if (repair_ == TriangleMeshOptions::Repair::safe) pairStraightest(group);
    }

    void pairTwo(const Side& a, const Side& b, Work& work)
    {
        if (a.leaves() == b.leaves())
        {
            ++work.conflict_count;
            if (conflicts_ == Conflicts::cut) return addFinding(MeshReport::Finding::Kind::non_orientable_edge, a, work);
        }
        mesh_.opposites[a.halfedge()] = b.halfedge();
        mesh_.opposites[b.halfedge()] = a.halfedge();
    }

    void findDuplicates(std::span<const Side> group, Work& work)
    {
        if (group.size() == 2)
        {
            if (apex(group[0]) == apex(group[1])) work.duplicates.push_back(group[1].halfedge() / 3);
            return;
        }
        std::vector<std::pair<std::uint32_t, std::uint32_t>> apexes; // apex, triangle
        for (const Side& side : group) apexes.emplace_back(apex(side), side.halfedge() / 3);
        std::sort(apexes.begin(), apexes.end());
        for (std::size_t i = 1; i < apexes.size(); ++i)
            if (apexes[i].first == apexes[i - 1].first) work.duplicates.push_back(apexes[i].second);
    }

    /// Joins the two triangles that continue each other most straightly, if they run the same way; the first such pair of a
    /// group of a thousand at most.
    void pairStraightest(std::span<const Side> group)
    {
        const std::span<const Side> some = group.first(std::min<std::size_t>(group.size(), 1000));
        const Vec3 axis =
            normalized(mesh_.positions[mesh_.target(some[0].halfedge())] - mesh_.positions[mesh_.origin(some[0].halfedge())]);
        std::vector<Vec3> wings; // from the edge into the triangle, square to it
        for (const Side& side : some)
        {
            const Vec3 d = mesh_.positions[apex(side)] - mesh_.positions[mesh_.origin(side.halfedge())];
            wings.push_back(normalized(d - axis * dot(d, axis)));
        }
        double best = 2;
        std::pair<std::size_t, std::size_t> pair = {0, 0};
        for (std::size_t i = 0; i < some.size(); ++i)
            for (std::size_t k = i + 1; k < some.size(); ++k)
                if (some[i].leaves() != some[k].leaves() && dot(wings[i], wings[k]) < best)
                {
                    best = dot(wings[i], wings[k]);
                    pair = {i, k};
                }
        if (best == 2) return;
        mesh_.opposites[some[pair.first].halfedge()] = some[pair.second].halfedge();
        mesh_.opposites[some[pair.second].halfedge()] = some[pair.first].halfedge();
    }

    void addFinding(MeshReport::Finding::Kind kind, const Side& side, Work& work) const
    {
        const Vec3 middle =
            (mesh_.positions[mesh_.origin(side.halfedge())] + mesh_.positions[mesh_.target(side.halfedge())]) * 0.5;
        work.findings.push_back({kind, mesh_.sourceTriangle(side.halfedge() / 3), middle});
    }

    MeshData& mesh_;
    Conflicts conflicts_;
    TriangleMeshOptions::Repair repair_;
};

} // namespace

PairingResult pairHalfedges(MeshData& mesh, Conflicts conflicts, TriangleMeshOptions::Repair repair, const TaskHook& hook)
{
    mesh.opposites = Buffer<std::uint32_t>(mesh.triangles.size() * 3);
    mesh.vertex_flags = Buffer<std::uint8_t>(mesh.positions.size());
    std::vector<Work> works(countChunks(mesh.positions.size()));
    Pairing pairing(mesh, conflicts, repair);
    forChunks(hook, mesh.positions.size(), [&](const Chunk& chunk) {
        for (std::size_t v = chunk.begin; v < chunk.end; ++v)
        {
            mesh.vertex_flags[v] = 0;
            pairing.pairEdgesOf(static_cast<std::uint32_t>(v), works[chunk.index]);
        }
    });
    PairingResult result;
    for (Work& work : works)
    {
        result.conflict_count += work.conflict_count;
        result.duplicates.insert(result.duplicates.end(), work.duplicates.begin(), work.duplicates.end());
        result.findings.push_back(std::move(work.findings));
        for (const std::uint32_t v : work.non_manifold_ends) mesh.vertex_flags[v] |= MeshData::kNotManifold;
    }
    std::sort(result.duplicates.begin(), result.duplicates.end());
    result.duplicates.erase(std::unique(result.duplicates.begin(), result.duplicates.end()), result.duplicates.end());
    return result;
}

} // namespace clearway::meshing
