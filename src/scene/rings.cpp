// SPDX-License-Identifier: MIT
// Numbers the rings of the input and checks every number in them.
#include "rings.h"
#include "base/errors.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "report.h"

namespace clearway::overlay {

static constexpr double kMaxCoordinate = 0x1p200;

std::uint32_t InputRings::findRing(std::uint32_t point) const
{
    const auto after = std::upper_bound(rings.begin(), rings.end(), point,
                                        [](std::uint32_t value, const InputRing& ring) { return value < ring.first_point; });
    return static_cast<std::uint32_t>(after - rings.begin() - 1);
}

Vec2 InputRings::position(std::uint32_t point) const
{
    const InputRing& ring = rings[findRing(point)];
    return ring.input->points[point - ring.first_point];
}

double InputRings::height(std::uint32_t point) const
{
    if (!has_heights) return 0;
    const InputRing& ring = rings[findRing(point)];
    return ring.input->heights.empty() ? 0.0 : ring.input->heights[point - ring.first_point] + 0.0;
}

SceneReport::Repair InputRings::repairAt(SceneReport::Repair::Kind kind, std::uint32_t point) const
{
    const std::uint32_t ring = findRing(point);
    const std::uint32_t index = point - rings[ring].first_point;
    return {kind, ring, index, rings[ring].input->points[index]};
}

std::uint32_t LayerRings::ringOf(std::uint32_t point) const
{
    return static_cast<std::uint32_t>(std::upper_bound(first.begin(), first.end(), point) - first.begin() - 1);
}

static Error refuse(ErrorCode code, std::size_t ring, std::size_t index, Vec2 p, const std::string& what)
{
    Error error =
        makeError(code, "Ring " + std::to_string(ring) + ", point " + std::to_string(index) + " at " + toString(p) + ": " + what,
                  atPoint(p, index));
    error.place.ring = static_cast<std::int64_t>(ring);
    return error;
}

static Error refuseRing(ErrorCode code, std::size_t ring, const std::string& what)
{
    return makeError(code, "Ring " + std::to_string(ring) + ": " + what, {.ring = static_cast<std::int64_t>(ring)});
}

static std::string describeNotFinite(const char* name, double value)
{
    return std::string(name) + (std::isnan(value) ? " is not a number" : " is infinite") + "; correct or remove the point.";
}

static Result<void> checkRing(const InputRing& ring, std::size_t number)
{
    const SceneInput::RingInput& input = *ring.input;
    if (ring.layer < 0 || ring.layer > kMaxLayer)
    {
        return refuseRing(ErrorCode::out_of_range, number,
                          "layer " + std::to_string(ring.layer) + " is not within 0 to " + std::to_string(kMaxLayer) + ".");
    }
    if (!input.heights.empty() && input.heights.size() != input.points.size())
    {
        return refuseRing(ErrorCode::invalid_geometry, number,
                          "it has " + std::to_string(input.points.size()) + " points but " +
                              std::to_string(input.heights.size()) + " heights; give one per point or none.");
    }
    for (std::size_t i = 0; i < input.points.size(); ++i)
    {
        const Vec2 p = input.points[i];
        if (std::fabs(p.x) <= kMaxCoordinate && std::fabs(p.y) <= kMaxCoordinate) continue;
        if (!std::isfinite(p.x)) return refuse(ErrorCode::invalid_geometry, number, i, p, describeNotFinite("x", p.x));
        if (!std::isfinite(p.y)) return refuse(ErrorCode::invalid_geometry, number, i, p, describeNotFinite("y", p.y));
        return refuse(ErrorCode::out_of_range, number, i, p, "coordinates beyond 1.6e60 m cannot be used; scale the scene down.");
    }
    for (std::size_t i = 0; i < input.heights.size(); ++i)
    {
        if (std::isfinite(input.heights[i])) continue;
        return refuse(ErrorCode::invalid_geometry, number, i, input.points[i], describeNotFinite("its height", input.heights[i]));
    }
    return {};
}

Result<InputRings> collectRings(const SceneInput& input)
{
    InputRings result;
    std::uint32_t polygon = 0;
    for (const SceneInput::AreaInput& area : input.areas)
    {
        result.rings.push_back({&area.outline, Role::outline, polygon, area.layer, 0});
        for (const SceneInput::RingInput& hole : area.holes) result.rings.push_back({&hole, Role::hole, polygon, area.layer, 0});
        ++polygon;
    }
    for (const SceneInput::Obstacle& obstacle : input.obstacles)
    {
        result.rings.push_back({&obstacle.outline, Role::obstacle, polygon, obstacle.layer, 0});
        for (const SceneInput::RingInput& hole : obstacle.holes)
            result.rings.push_back({&hole, Role::courtyard, polygon, obstacle.layer, 0});
        ++polygon;
    }

    std::int64_t count = 0;
    for (std::size_t i = 0; i < result.rings.size(); ++i)
    {
        InputRing& ring = result.rings[i];
        ring.first_point = static_cast<std::uint32_t>(count);
        count += static_cast<std::int64_t>(ring.input->points.size());
        if (count > kMaxSceneVertexCount)
        {
            return refuseRing(ErrorCode::out_of_range, i,
                              "the scene has more than " + std::to_string(kMaxSceneVertexCount) +
                                  " points; split or simplify it.");
        }
        if (Result<void> checked = checkRing(ring, i); !checked) return checked.error();
        for (double height : ring.input->heights) result.has_heights |= height != 0;
    }
    return result;
}

Box2 computeOutlineBounds(const InputRings& rings)
{
    Box2 bounds;
    for (const InputRing& ring : rings.rings)
    {
        if (ring.role == Role::outline) bounds.add(computeBounds(ring.input->points));
    }
    return bounds;
}

} // namespace clearway::overlay
