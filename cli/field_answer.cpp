// SPDX-License-Identifier: MIT
#include "field_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "field_map.h"
#include "path_answer.h"

namespace clearway::cli {

Walls::Walls(const Scene& scene, int layer)
{
    for (const Scene::RingRange& ring : scene.rings())
        if (scene.areas()[ring.area].layer == layer)
            for (std::uint32_t i = 0; i < ring.count; ++i) segments_.push_back(scene.edge(ring.first + i));
    std::vector<Box2> boxes;
    for (const Segment& wall : segments_) boxes.push_back(computeBounds(wall));
    tree_ = Bvh::build(boxes);
}

/// A point on a wall may count either way.
bool Walls::isFree(Vec2 p) const
{
    bool is_inside = segments_.empty();
    for (const Segment& wall : segments_)
    {
        if ((wall.a.y > p.y) == (wall.b.y > p.y)) continue;
        const double x = wall.a.x + (wall.b.x - wall.a.x) * ((p.y - wall.a.y) / (wall.b.y - wall.a.y));
        if (x > p.x) is_inside = !is_inside;
    }
    return is_inside;
}

double Walls::computeClearance(std::span<const Vec2> line) const
{
    if (segments_.empty() || line.empty()) return std::numeric_limits<double>::quiet_NaN();
    const auto toFront = [&](std::uint32_t wall) { return distanceSq(line.front(), segments_[wall]); };
    double least = std::sqrt(toFront(tree_.findNearest(line.front(), toFront)));
    for (std::size_t i = 1; i < line.size(); ++i)
    {
        const Segment piece = {line[i - 1], line[i]};
        Box2 box = computeBounds(piece);
        box.min = box.min - Vec2{least, least};
        box.max = box.max + Vec2{least, least};
        tree_.forEachIn(box, [&](std::uint32_t wall) { least = std::min(least, distance(piece, segments_[wall])); });
    }
    return least;
}

Value::Fields describeBriefly(const FieldAnswer& answer)
{
    const bool has_path = answer.status == PathStatus::complete;
    Value::Fields fields = {{"status", toText(answer.status)},
                            {"length", has_path ? Value(answer.length) : Value()},
                            {"clearance", has_path ? Value(answer.clearance) : Value()}};
    if (!answer.problem.empty()) fields.emplace_back("problem", answer.problem);
    return fields;
}

Value::List describePoints(const FieldAnswer& answer)
{
    Value::List list;
    if (answer.status == PathStatus::complete)
        for (const Vec2 point : computePlanarPoints(answer.path)) list.push_back(describe(point));
    return list;
}

std::string formatAnswer(const FieldAnswer& answer)
{
    const std::string name = fmt::format("radius {} m", formatNumber(answer.radius, 4));
    if (answer.status == PathStatus::unreachable) return fmt::format("{}: no way; {}", name, answer.reason);
    if (answer.status != PathStatus::complete) return fmt::format("{}: invalid; {}", name, answer.reason);
    if (std::isnan(answer.clearance)) return fmt::format("{}: {} m long", name, formatNumber(answer.length, 3));
    return fmt::format("{}: {} m long, never nearer than {} m to a wall", name, formatNumber(answer.length, 3),
                       formatNumber(answer.clearance, 4));
}

static std::string formatPlace(Vec2 p) { return fmt::format("({}, {})", formatNumber(p.x, 3), formatNumber(p.y, 3)); }

FieldAnswer checkQuestion(const FieldGrid& grid, const Walls& walls, Vec2 from, std::span<const FieldGoal> goals)
{
    FieldAnswer answer;
    answer.radius = grid.radius();
    const auto refuse = [&](const char* problem, std::string reason) {
        answer.problem = problem;
        answer.reason = std::move(reason);
        return answer;
    };
    const auto isFarFromFree = [&](Vec2 p) {
        return !walls.isFree(p) || grid.findNearestFree(p, computeReach(grid)) == FieldGrid::kNone;
    };
    if (!isFinite(from)) return refuse("bad_point", "the start is no point");
    for (const FieldGoal& goal : goals)
        if (!isFinite(goal.position)) return refuse("bad_point", "a goal is no point");
    if (grid.freeCount() == 0) return refuse("nothing_free", describeNothingFree(grid));
    if (isFarFromFree(from))
        return refuse("start_blocked",
                      fmt::format("the start {} is in a wall, outside, or too near to a wall", formatPlace(from)));
    for (const FieldGoal& goal : goals)
        if (isFarFromFree(goal.position))
            return refuse("goal_blocked",
                          fmt::format("the goal {} is in a wall, outside, or too near to a wall", formatPlace(goal.position)));
    answer.status = PathStatus::complete;
    return answer;
}

void finish(FieldAnswer& answer, Path path, const Walls& walls)
{
    // Without a way there is no point; one that ends on the way is in a minimum of an unfinished potential.
    const bool is_lost = path.status() == PathStatus::unreachable && !path.pieces().empty();
    switch (is_lost ? PathStatus::out_of_budget : path.status())
    {
    case PathStatus::complete:
        answer.status = PathStatus::complete;
        answer.length = path.length();
        answer.clearance = walls.computeClearance(computePlanarPoints(path));
        break;
    case PathStatus::unreachable:
        answer.status = PathStatus::unreachable;
        answer.reason = "start and goal are not connected for this radius on these cells; try smaller ones";
        break;
    case PathStatus::partial:
    case PathStatus::unresolved:
    case PathStatus::out_of_budget:
        answer.status = PathStatus::invalid;
        answer.problem = "not_converged";
        answer.reason = "the way down did not arrive: the method has not converged; leave out --method";
        break;
    case PathStatus::invalid:
        answer.status = PathStatus::invalid;
        answer.problem = "start_blocked";
        answer.reason = "the start is in a wall, outside, or too near to a wall";
        break;
    }
    answer.path = std::move(path);
}

} // namespace clearway::cli
