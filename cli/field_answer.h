// SPDX-License-Identifier: MIT
// What `path` and `paths` ask and say down fields.
#pragma once
#include <span>
#include <string>
#include <vector>

#include <clearway/field.h>
#include <clearway/geometry/bvh.h>
#include <clearway/geometry/path.h>

#include "commands.h"
#include "output.h"

namespace clearway::cli {

/// The walls of one floor of a scene; without one, nothing is known about them.
class Walls
{
public:
    Walls() = default;
    Walls(const Scene& scene, int layer);

    std::span<const Segment> segments() const { return segments_; }
    /// Whether a point is in free space; always without walls.
    bool isFree(Vec2 p) const;
    /// How near a line comes to a wall; NaN without walls. Metres.
    double computeClearance(std::span<const Vec2> line) const;

private:
    std::vector<Segment> segments_;
    Bvh tree_;
};

/// What a question for a way down a field gave.
struct FieldAnswer
{
    PathStatus status = PathStatus::invalid;
    std::string problem; ///< for machines; empty: none
    std::string reason;  ///< for people; empty: complete
    Path path;
    double radius = 0;
    double length = 0;
    double clearance = 0; ///< NaN: not known
};

/// {"status","length","clearance"} and, where it applies, "problem".
Value::Fields describeBriefly(const FieldAnswer& answer);
Value::List describePoints(const FieldAnswer& answer);
std::string formatAnswer(const FieldAnswer& answer);

/// What is wrong with the question itself, if anything; the status is `complete` when nothing is.
FieldAnswer checkQuestion(const FieldGrid& grid, const Walls& walls, Vec2 from, std::span<const FieldGoal> goals);
/// Takes over what was found.
void finish(FieldAnswer& answer, Path path, const Walls& walls);

} // namespace clearway::cli
