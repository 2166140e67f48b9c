// SPDX-License-Identifier: MIT
// The parts of verify(). They use the public face of a mesh only.
#pragma once
#include <string>
#include <vector>

#include <clearway/navmesh/verify.h>

namespace clearway {

/// Collects problems up to the limit.
class ProblemList
{
public:
    explicit ProblemList(std::size_t limit) : limit_(limit) {}

    bool isFull() const { return problems_.size() >= limit_; }
    bool isEmpty() const { return problems_.empty(); }
    void add(MeshProblem::Kind kind, CellId cell, Vec2 position, std::string message)
    {
        if (!isFull()) problems_.push_back({kind, cell, position, std::move(message)});
    }
    std::vector<MeshProblem> take() { return std::move(problems_); }

private:
    std::size_t limit_;
    std::vector<MeshProblem> problems_;
};

/// Ids, portals and sides refer to each other as they should.
void verifyLinks(const NavMesh& mesh, ProblemList& problems);
/// Every cell by itself: simple, counter-clockwise, convex if it must be.
void verifyCells(const NavMesh& mesh, const VerifyOptions& options, ProblemList& problems);
/// Cells against each other: no overlap, no vertex inside a side.
void verifyTogether(const NavMesh& mesh, ProblemList& problems);
/// Sides lie on their obstacles and cover them; obstacles are those of the scene, if there is one.
void verifyObstacles(const NavMesh& mesh, const VerifyOptions& options, ProblemList& problems);
/// The cells cover what they should.
void verifyArea(const NavMesh& mesh, const VerifyOptions& options, ProblemList& problems);
void verifyComponents(const NavMesh& mesh, ProblemList& problems);

} // namespace clearway
