// SPDX-License-Identifier: MIT
#include <clearway/group/formation.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include <clearway/geometry/box.h>

#include "base/errors.h"
#include "group/layout_parts.h"

namespace clearway {

namespace {

constexpr double kClass = 0.8;          ///< members down to this part of the largest share its class
constexpr std::size_t kMaxDrawn = 4096; ///< points of a drawing

Result<void> checkSlots(std::span<const Vec2> slots)
{
    if (slots.size() > kMaxGroupSize)
        return makeError(ErrorCode::out_of_range,
                         fmt::format("A formation has at most {} slots, this one has {}.", kMaxGroupSize, slots.size()));
    for (std::size_t i = 0; i < slots.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (distance(slots[i], slots[j]) < 1e-6)
                return makeError(ErrorCode::invalid_geometry,
                                 fmt::format("Slots {} and {} of the formation are at the same place; move one of them.", j, i),
                                 atPoint(slots[i], i));
    return {};
}

/// Slots of a list for so many members: the first ones, or all and then ranks behind them as wide as the list and as far apart
/// as its nearest two.
std::vector<Vec2> takeSlots(std::span<const Vec2> list, std::span<const double> rooms, double gap)
{
    const std::size_t count = rooms.size();
    std::vector<Vec2> slots(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(std::min(count, list.size())));
    if (count <= list.size()) return slots;
    double pitch_sq = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < list.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) pitch_sq = std::min(pitch_sq, distanceSq(list[i], list[j]));
    const double pitch = list.size() > 1 ? std::sqrt(pitch_sq) : 2 * rooms[0] + gap;
    const Box2 box = computeBounds(list);
    const auto files = static_cast<std::size_t>(std::min(box.size().y / pitch, static_cast<double>(kMaxGroupSize))) + 1;
    const double left = box.center().y + static_cast<double>(files - 1) / 2 * pitch;
    for (std::size_t k = 0; slots.size() < count; ++k)
        slots.push_back({box.min.x - static_cast<double>(k / files + 1) * pitch, left - static_cast<double>(k % files) * pitch});
    return slots;
}

std::vector<Vec2> spread(const Formation& formation, std::span<const double> rooms, double gap)
{
    const std::size_t count = rooms.size();
    switch (formation.kind())
    {
    case Formation::Kind::slots: return takeSlots(formation.points(), rooms, gap);
    case Formation::Kind::filled: return spreadInside(formation.points(), count);
    case Formation::Kind::stroke: return spreadAlong(formation.points(), count);
    default: break;
    }
    return spreadRound(count);
}

PlacedSlots layOutPreset(const Formation& formation, std::span<const double> rooms, double gap)
{
    const std::size_t count = rooms.size();
    switch (formation.kind())
    {
    case Formation::Kind::line: return layOutLine(rooms, gap);
    case Formation::Kind::wedge: return layOutWedge(rooms, gap);
    case Formation::Kind::social: return layOutSocial(rooms, gap);
    case Formation::Kind::column: return layOutRanks(rooms, gap, std::max<std::size_t>(formation.files(), 1));
    default: break;
    }
    const auto even = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count))));
    return layOutRanks(rooms, gap, formation.files() > 0 ? formation.files() : even);
}

bool isDrawn(Formation::Kind kind)
{
    return kind == Formation::Kind::stroke || kind == Formation::Kind::filled || kind == Formation::Kind::slots ||
           kind == Formation::Kind::circle;
}

/// Moves the middle of the slots to (0, 0) and measures how far they reach.
void centre(FormationLayout& layout)
{
    Vec2 sum;
    for (const Vec2 slot : layout.slots) sum = sum + slot;
    const Vec2 middle = sum / static_cast<double>(layout.size());
    for (std::size_t i = 0; i < layout.size(); ++i)
    {
        Vec2& slot = layout.slots[i];
        slot = slot - middle;
        layout.front = std::max(layout.front, slot.x + layout.rooms[i]);
        layout.back = std::max(layout.back, layout.rooms[i] - slot.x);
        layout.left = std::max(layout.left, slot.y + layout.rooms[i]);
        layout.right = std::max(layout.right, layout.rooms[i] - slot.y);
        layout.reach = std::max(layout.reach, length(slot));
    }
}

Result<void> checkMembers(const Formation& formation, std::span<const double> radii, const LayoutOptions& options)
{
    if (radii.empty()) return makeError("A formation needs at least one member; this group is empty.");
    if (radii.size() > kMaxGroupSize)
        return makeError(
            ErrorCode::out_of_range,
            fmt::format("A group has at most {} members, this one has {}; make several groups.", kMaxGroupSize, radii.size()));
    for (std::size_t i = 0; i < radii.size(); ++i)
        if (!(radii[i] > 0 && radii[i] < 1e6))
            return makeError(
                fmt::format("Member {} has a radius of {}; radii are above 0 and below 1,000,000 metres.", i, radii[i]));
    if (!(options.gap >= 0 && options.gap < 1e6))
        return makeError(fmt::format("A gap of {} between members; it is 0 or more, and below 1,000,000 metres.", options.gap));
    if (formation.kind() == Formation::Kind::social && radii.size() > 5)
        return makeError(
            fmt::format("A social group has up to five members, this one has {}; split it, or use a box.", radii.size()));
    return {};
}

} // namespace

const char* toString(Formation::Kind kind)
{
    switch (kind)
    {
    case Formation::Kind::line: return "line";
    case Formation::Kind::column: return "column";
    case Formation::Kind::wedge: return "wedge";
    case Formation::Kind::box: return "box";
    case Formation::Kind::circle: return "circle";
    case Formation::Kind::social: return "social";
    case Formation::Kind::stroke: return "stroke";
    case Formation::Kind::filled: return "filled";
    case Formation::Kind::slots: return "slots";
    }
    return "unknown";
}

Result<Formation> Formation::build(Formation::Kind kind, std::span<const Vec2> points, Vec2 facing)
{
    if (!isFinite(facing) || !(length(facing) > 0))
        return makeError("A formation faces nowhere: its facing must be a vector that is not (0, 0).");
    if (points.empty()) return makeError(ErrorCode::invalid_geometry, "A formation without points: draw at least one.");
    if (points.size() > kMaxDrawn)
        return makeError(ErrorCode::out_of_range,
                         fmt::format("A formation of {} points; draw it with at most {}.", points.size(), kMaxDrawn));
    Formation formation(kind);
    const Vec2 ahead = facing / length(facing);
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        // From the first point, so that drawings far from the origin keep their digits.
        const Vec2 p = points[i] - points[0];
        if (!isFinite(points[i]) || !(std::abs(p.x) < 1e9 && std::abs(p.y) < 1e9))
            return makeError(
                ErrorCode::invalid_geometry,
                fmt::format("Point {} of the formation is ({}, {}); coordinates must be finite.", i, points[i].x, points[i].y),
                atPoint(points[i], i));
        formation.points_.push_back({dot(p, ahead), cross(ahead, p)});
    }
    return formation;
}

Result<Formation> Formation::buildFromStroke(std::span<const Vec2> points, Vec2 facing)
{
    return build(Formation::Kind::stroke, points, facing);
}

Result<Formation> Formation::buildFromOutline(std::span<const Vec2> ring, Vec2 facing)
{
    Result<Formation> formation = build(Formation::Kind::filled, ring, facing);
    if (!formation) return formation;
    const Vec2 size = computeBounds(formation->points()).size();
    if (!(std::abs(computeSignedArea(formation->points())) > 1e-6 * (size.x * size.x + size.y * size.y)))
        return makeError(ErrorCode::invalid_geometry,
                         "The outline of the formation has next to no area; draw at least a triangle, or give it as a stroke.");
    return formation;
}

Result<Formation> Formation::buildFromSlots(std::span<const Vec2> slots, Vec2 facing)
{
    Result<Formation> formation = build(Formation::Kind::slots, slots, facing);
    if (!formation) return formation;
    if (const Result<void> checked = checkSlots(formation->points()); !checked) return checked.error();
    return formation;
}

std::vector<double> computeRooms(std::span<const double> radii)
{
    std::vector<double> falling(radii.begin(), radii.end());
    std::sort(falling.begin(), falling.end(), std::greater<>());
    std::vector<double> rooms;
    for (const double radius : radii)
    {
        double leader = falling.empty() ? 0 : falling.front();
        for (const double other : falling)
        {
            if (other < kClass * leader) leader = other;
            if (other <= radius) break;
        }
        rooms.push_back(leader);
    }
    return rooms;
}

Result<FormationLayout> buildLayout(const Formation& formation, std::span<const double> radii, const LayoutOptions& options)
{
    if (const Result<void> checked = checkMembers(formation, radii, options); !checked) return checked.error();
    std::vector<double> rooms = computeRooms(radii);
    std::sort(rooms.begin(), rooms.end(), std::greater<>());
    FormationLayout layout;
    if (!isDrawn(formation.kind()))
    {
        PlacedSlots placed = layOutPreset(formation, rooms, options.gap);
        layout.slots = std::move(placed.slots);
        layout.rooms = std::move(placed.rooms);
        centre(layout);
        return layout;
    }
    layout.slots = spread(formation, rooms, options.gap);
    if (layout.slots.size() < radii.size())
    {
        // A dot, or a sliver in which not so many fit at any distance: as a box.
        PlacedSlots placed = layOutPreset(Formation::box(), rooms, options.gap);
        layout.added = rooms.size() - layout.slots.size();
        layout.slots = std::move(placed.slots);
        layout.rooms = std::move(placed.rooms);
        centre(layout);
        return layout;
    }
    FittedRooms fitted = fitRooms(layout.slots, rooms, options.gap);
    layout.rooms = std::move(fitted.rooms);
    // A circle is only as large as it must be; what somebody drew keeps its size where it can.
    if (formation.kind() != Formation::Kind::circle) layout.scale = fitted.scale;
    for (Vec2& slot : layout.slots) slot = slot * fitted.scale;
    if (formation.kind() == Formation::Kind::slots)
    {
        layout.added = radii.size() - std::min(radii.size(), formation.points().size());
        layout.left_empty = formation.points().size() - std::min(radii.size(), formation.points().size());
    }
    centre(layout);
    return layout;
}

} // namespace clearway
