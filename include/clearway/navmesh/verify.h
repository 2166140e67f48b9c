// SPDX-License-Identifier: MIT
// Says what is wrong with a mesh, and where. Slow on purpose: it looks at everything again and trusts nothing that the builder
// computed. Decisions are exact; lengths and areas are compared up to rounding. About O(n log n) for cells of similar size. Pure
// function.
#pragma once
#include <string>
#include <vector>

#include <clearway/navmesh/navmesh.h>

namespace clearway {

struct VerifyOptions
{
    double relaxation = 0;        ///< notches of at most this depth are no concavity; metres
    bool must_be_convex = true;   ///< off for imported meshes
    const Scene* scene = nullptr; ///< if given: cells must cover exactly its free space, and obstacles be its edges
    std::size_t max_problems = 100;
};

struct MeshProblem
{
    enum class Kind
    {
        broken_link,     ///< ids out of range, a portal whose cells do not both have it, a side with neither portal nor obstacle
        bad_orientation, ///< a cell that is not simple, or not counter-clockwise
        concave_corner,  ///< an interior angle above pi, beyond relaxation
        t_joint,         ///< a vertex inside a side of another cell of its layer
        overlap,         ///< two cells of one layer have area in common
        gap, ///< area of the cells differs by more than 1e-9 of it from the free space (of the scene, or between the obstacles)
        obstacle_mismatch, ///< an obstacle that is no edge of the scene, or an edge that is no obstacle, or a side away from its
                           ///< obstacle
        wrong_component,   ///< component numbers that disagree with the portals
    };
    static constexpr int kKindCount = 8;

    Kind kind = Kind::broken_link;
    CellId cell = kNone;
    Vec2 position;
    std::string message; ///< a sentence
};

/// "broken_link", "t_joint" and so on.
const char* toString(MeshProblem::Kind kind);

/// Everything wrong with `mesh`, up to a limit; empty: it is right. With broken links nothing else is looked at.
std::vector<MeshProblem> verify(const NavMesh& mesh, const VerifyOptions& options = {});

} // namespace clearway
