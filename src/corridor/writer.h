// SPDX-License-Identifier: MIT
// Writes down corridors.
#pragma once
#include "corridor/anchor.h"
#include "corridor/data.h"

namespace clearway {

/// Starts with an invalid corridor; fill in `pieces` before `finish`.
class CorridorWriter
{
public:
    CorridorWriter(const CorridorMap& map, double radius, Corridor& corridor);

    void refuse(PathProblem problem) { corridor_.problem_ = problem; }
    void leaveUnreachable(Vec2 start, Vec2 goal, int layer);
    std::vector<Corridor::Piece>& pieces() { return corridor_.pieces_; }
    void finish(const corridor::Anchor& from, const corridor::Anchor& to, double cost, Vec2 goal);

private:
    void appendGoal(const CorridorMap::Sample& ball, Vec2 goal);

    const CorridorMap& map_;
    const CorridorMap::Data& data_;
    Corridor& corridor_;
};

} // namespace clearway
