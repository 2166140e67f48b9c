// SPDX-License-Identifier: MIT
#include "guide/surface_ground.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <clearway/base/assert.h>
#include <clearway/base/hash.h>

#include "guide/round_room.h"
#include "guide/surface_move.h"

namespace clearway {

namespace {

constexpr double kRounding = 1e-9; ///< metres by which a disc may miss its radius and yet fit
constexpr double kSeenPart = 2;    ///< of the range: walls are shortened to what lies within

/// What is left of a room after a way.
float shrinkRoom(float room, double way) { return roundRoom(static_cast<double>(room) - way); }

} // namespace

Footing SurfaceGround::computeFooting(const SurfacePlace& place, Vec2 position, double radius) const
{
    Footing footing;
    footing.face = place.triangle;
    footing.wall_room = roundRoom(world_->clearance.computeDistance(place) - kRounding - radius);
    footing.face_room = roundRoom(data_.faces[place.triangle].computeDepth(data_.toPiece(place.triangle, position)));
    return footing;
}

Footing SurfaceGround::computeFooting(std::uint32_t face, Vec2 position, double radius) const
{
    return computeFooting({data_.toSpace(face, position), face}, position, radius);
}

bool SurfaceGround::hasRoom(Vec2 position, double radius, int layer, Footing& footing) const
{
    const std::uint32_t face = data_.faceAt(position);
    if (layer > 0 || face == kNone || !data_.isOn(face, position) || !(radius >= 0 && radius <= world_->options.reach))
        return false;
    if (world_->clearance.computeDistance({data_.toSpace(face, position), face}) < radius - kRounding) return false;
    footing = computeFooting(face, position, radius);
    return true;
}

Ground::Standing SurfaceGround::stand(Vec2 position, double radius, int layer) const
{
    Ground::Standing standing;
    if (hasRoom(position, radius, layer, standing.footing))
    {
        standing.problem = Ground::Standing::Problem::none;
        return standing;
    }
    const SurfacePlace place = layer > 0 ? SurfacePlace{} : world_->chart.toPlace(position);
    if (!place || !(radius >= 0)) return standing;
    standing.problem = Ground::Standing::Problem::too_tight;
    if (radius > world_->options.reach) return standing;
    SurfaceMover mover(data_, place, {});
    standing.has_suggestion = mover.pushFromBorders(world_->clearance, radius);
    if (standing.has_suggestion) standing.suggestion = world_->chart.toChart(mover.place);
    return standing;
}

/// Where neither border nor edge is in the way.
bool SurfaceGround::moveInside(Vec2& position, Vec2 target, Footing& footing) const
{
    const double way = distance(position, target) * (1 + 0x1p-40);
    if (!(way <= static_cast<double>(footing.wall_room))) return false;
    if (way <= static_cast<double>(footing.face_room))
        footing.face_room = shrinkRoom(footing.face_room, way);
    else
    {
        const double depth = data_.faces[footing.face].computeDepth(data_.toPiece(footing.face, target));
        if (!(depth >= 0)) return false;
        footing.face_room = roundRoom(depth);
    }
    position = target;
    footing.wall_room = shrinkRoom(footing.wall_room, way);
    return true;
}

void SurfaceGround::move(const Ground::MoveBatch& batch) const
{
    CLEARWAY_ASSERT(batch.positions.size() == batch.targets.size() && batch.positions.size() == batch.radii.size() &&
                        batch.positions.size() == batch.footings.size(),
                    "the spans of a batch must have equal size");
    for (std::size_t i = 0; i < batch.positions.size(); ++i)
    {
        Vec2& position = batch.positions[i];
        Footing& footing = batch.footings[i];
        const Vec2 asked = batch.targets[i] - position;
        if (!batch.moves.empty()) batch.moves[i] = asked;
        if (!batch.turns.empty()) batch.turns[i] = {1, 0};
        if (footing.face >= data_.faces.size() || moveInside(position, batch.targets[i], footing)) continue;

        const ChartFace& face = data_.faces[footing.face];
        const double radius = batch.radii[i];
        SurfaceMover mover(data_, {data_.toSpace(footing.face, position), footing.face}, face.x * asked.x + face.y * asked.y);
        if (length(asked) <= static_cast<double>(footing.wall_room))
            mover.walk(1);
        else
            mover.walkKeepingRadius(world_->clearance, radius);
        position = data_.toChart(mover.place.triangle, mover.place.position);
        footing = computeFooting(mover.place, position, radius);
        const ChartFace& after = data_.faces[footing.face];
        if (!batch.moves.empty()) batch.moves[i] = {dot(mover.moved, after.x), dot(mover.moved, after.y)};
        if (!batch.turns.empty()) batch.turns[i] = {dot(mover.reference, after.x), dot(mover.reference, after.y)};
    }
}

/// The part of a segment within `range` of a point; false when there is none.
static bool clipToBall(Vec3 center, double range, Vec3& a, Vec3& b)
{
    const Vec3 d = b - a;
    const double dd = lengthSq(d);
    const double at = dd > 0 ? dot(center - a, d) / dd : 0;
    const double rest = range * range - distanceSq(a + d * at, center);
    if (!(rest >= 0)) return false;
    const double half = dd > 0 ? std::sqrt(rest / dd) : 0;
    const Vec3 start = a;
    a = start + d * std::clamp(at - half, 0.0, 1.0);
    b = start + d * std::clamp(at + half, 0.0, 1.0);
    return true;
}

void SurfaceGround::findWalls(std::span<const Vec2> positions, std::span<const Footing> footings, std::span<const float> ranges,
                              WallList& walls) const
{
    CLEARWAY_ASSERT(positions.size() == footings.size() && positions.size() == ranges.size(), "spans must have equal size");
    walls.walls.clear();
    walls.first.resize(positions.size() + 1);
    walls.first[0] = 0;
    const SurfaceMesh& mesh = data_.mesh;
    for (std::size_t i = 0; i < positions.size(); ++i)
    {
        const double range = static_cast<double>(ranges[i]);
        const std::span<const std::uint32_t> borders =
            ranges[i] > 0 ? world_->clearance.borders(footings[i].face) : std::span<const std::uint32_t>();
        const Pose pose = borders.empty() ? Pose{} : world_->chart.computePose(positions[i]);
        for (const std::uint32_t halfedge : borders)
        {
            Vec3 a = mesh.positions()[mesh.origin(halfedge)], b = mesh.positions()[mesh.target(halfedge)];
            Vec3 near_a = a, near_b = b;
            if (!clipToBall(pose.position, range, near_a, near_b)) continue;
            if (distanceSq(near_a, near_b) == 0 && distance(near_a, pose.position) > range) continue;
            clipToBall(pose.position, kSeenPart * range, a, b);
            Pose end;
            end.normal = data_.faces[halfedge / 3].normal();
            if (dot(end.normal, pose.normal) < 0) continue;
            end.position = a;
            const Vec2 from = computeOffset(pose, end);
            end.position = b;
            const Vec2 to = computeOffset(pose, end);
            if (cross(to - from, -from) < 0) continue; // it faces the other way
            walls.walls.push_back(
                {static_cast<float>(from.x), static_cast<float>(from.y), static_cast<float>(to.x), static_cast<float>(to.y)});
        }
        walls.first[i + 1] = static_cast<std::uint32_t>(walls.walls.size());
    }
}

double SurfaceGround::computeWallDistance(Vec2 position, const Footing& footing, double limit) const
{
    if (footing.face >= data_.faces.size()) return std::numeric_limits<double>::infinity();
    const BorderDistance border = world_->clearance.findNearest({data_.toSpace(footing.face, position), footing.face});
    return border.halfedge != kNone && border.distance <= limit ? border.distance : std::numeric_limits<double>::infinity();
}

bool SurfaceGround::drawRandomPoint(std::uint64_t seed, std::uint64_t index, double radius, std::uint32_t face, int max_tries,
                                    Vec2& point) const
{
    constexpr std::uint64_t kMostTries = 64;
    const std::uint64_t tries = std::min(kMostTries, static_cast<std::uint64_t>(std::max(max_tries, 0)));
    if (!(radius >= 0 && radius <= world_->options.reach)) return false;
    SurfaceRandomOptions options;
    options.seed = seed;
    if (face != kNone)
    {
        if (face >= data_.faces.size()) return false;
        options.component = data_.mesh.components()[face];
    }
    for (std::uint64_t i = 0; i < tries; ++i)
    {
        options.index = index * kMostTries + i;
        const SurfacePlace place = world_->query.findRandomPlace(options);
        if (!place) return false;
        const Vec2 position = data_.toChart(place.triangle, place.position);
        Footing footing;
        if (!hasRoom(position, radius, 0, footing)) continue;
        point = position;
        return true;
    }
    return false;
}

bool SurfaceGround::findPosition(Vec3 point, double reach, Vec2& position) const
{
    SurfacePlace place;
    if (std::isnan(point.z))
    {
        const Box3 bounds = world_->query.mesh().source().bounds(); // O(n)
        place = world_->query.castRay({point.x, point.y, bounds.max.z + 1 + bounds.size().z}, {0, 0, -1}).place;
    }
    else
        place = world_->query.findNearest(point, {.max_distance = reach});
    if (place) position = data_.toChart(place.triangle, place.position);
    return static_cast<bool>(place);
}

bool SurfaceGround::isOn(Vec2 position, const Footing& footing) const
{
    if (!isFinite(position) || footing.layer != 0 || footing.face != data_.faceAt(position) || footing.face == kNone ||
        !data_.isOn(footing.face, position))
        return false;
    const Footing truth = computeFooting(footing.face, position, 0);
    return footing.wall_room <= truth.wall_room && footing.face_room <= truth.face_room;
}

Box2 SurfaceGround::bounds() const
{
    Box2 box;
    box.add(Vec2{0, 0});
    box.add(Vec2{data_.columns * data_.piece, data_.rows * data_.piece});
    return box;
}

std::uint64_t SurfaceGround::computeHash() const
{
    Hasher hasher;
    hasher.add(data_.mesh.computeHash());
    hasher.add(world_->options.reach);
    hasher.add(world_->options.straight_detour);
    return hasher.value();
}

} // namespace clearway
