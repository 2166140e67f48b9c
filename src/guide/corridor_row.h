// SPDX-License-Identifier: MIT
// A corridor in few words: a number for each edge, and the balls of head and tail, which the map does not have.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/corridor/corridor.h>

namespace clearway {

struct CorridorBall
{
    Vec2 position;
    double clearance = 0;
};

/// A ball of a row. What a part is: see CorridorGuideState.
struct CorridorCursor
{
    std::uint32_t part = 0;
    std::uint32_t ball = 0;
    std::uint32_t last = 0;
    bool is_on_map = false;
};

/// Words: the number of pieces; those of balls before and after; where the first piece begins and the last one ends; 2 * edge +
/// (1 when backwards) for each piece; six words for each ball.
class CorridorRow
{
public:
    static constexpr std::size_t kMostPieces = 65'000;
    static constexpr std::size_t kMostBalls = 65'000;

    /// Appends the words of a corridor that was found. Balls after the first that holds a disc of this radius at the goal are
    /// left out, as are pieces beyond the most.
    static void write(const Corridor& corridor, const CorridorMap& map, Vec2 goal, double radius,
                      std::vector<std::uint32_t>& words);

    CorridorRow() = default;
    CorridorRow(const CorridorMap& map, std::span<const std::uint32_t> words);

    bool isEmpty() const { return words_.empty(); }
    /// The first ball; every row has one.
    CorridorCursor begin() const;
    /// Moves to the ball after it; false, and no change, at the end.
    bool advance(CorridorCursor& cursor) const;
    bool retreat(CorridorCursor& cursor) const;
    /// Whether there is such a ball: cursors from a file may point anywhere.
    bool contains(const CorridorCursor& cursor) const;
    /// Of head or tail.
    CorridorBall readBall(const CorridorCursor& cursor) const;

private:
    struct Part
    {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        bool is_on_map = false;
        bool is_empty = true;
    };
    Part findPart(std::uint32_t part) const;
    std::uint32_t partCount() const { return piece_count_ + 2; }

    std::span<const CorridorMap::Edge> edges_;
    std::span<const std::uint32_t> words_;
    std::uint32_t piece_count_ = 0;
    std::uint32_t head_count_ = 0;
    std::uint32_t tail_count_ = 0;
};

} // namespace clearway
