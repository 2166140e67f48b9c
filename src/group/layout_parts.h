// SPDX-License-Identifier: MIT
// The ways to lay out slots, each for rooms in falling order. Offsets have any middle; whoever calls moves them.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/geometry/vec.h>

namespace clearway {

struct PlacedSlots
{
    std::vector<Vec2> slots;
    std::vector<double> rooms;
};

/// One rank, the largest in the middle.
PlacedSlots layOutLine(std::span<const double> rooms, double gap);
/// Ranks from the front, of `files` each.
PlacedSlots layOutRanks(std::span<const double> rooms, double gap, std::size_t files);
/// Ranks of 1, 2, 3 ...
PlacedSlots layOutWedge(std::span<const double> rooms, double gap);
/// At most five.
PlacedSlots layOutSocial(std::span<const double> rooms, double gap);

/// `count` points on a line, or in an outline, as far from each other as possible or nearly so. A line that crosses itself gets
/// no two points near each other there.
std::vector<Vec2> spreadAlong(std::span<const Vec2> line, std::size_t count);
std::vector<Vec2> spreadInside(std::span<const Vec2> ring, std::size_t count);
/// `count` points on a small circle.
std::vector<Vec2> spreadRound(std::size_t count);

/// Gives the largest rooms to the points that are farthest from others, and says by how much the points must be spread for all
/// of them to fit; at least 1.
struct FittedRooms
{
    std::vector<double> rooms;
    double scale = 1;
};
FittedRooms fitRooms(std::span<const Vec2> points, std::span<const double> rooms, double gap);

} // namespace clearway
