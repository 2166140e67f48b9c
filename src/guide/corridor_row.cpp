// SPDX-License-Identifier: MIT
#include "guide/corridor_row.h"

#include <algorithm>
#include <bit>

namespace clearway {

namespace {

constexpr std::size_t kHeaderWords = 5;
constexpr std::size_t kBallWords = 6;

void appendValue(double value, std::vector<std::uint32_t>& words)
{
    const auto bits = std::bit_cast<std::uint64_t>(value);
    words.push_back(static_cast<std::uint32_t>(bits));
    words.push_back(static_cast<std::uint32_t>(bits >> 32));
}

void appendBall(const CorridorMap::Sample& ball, std::vector<std::uint32_t>& words)
{
    for (const double value : {ball.position.x, ball.position.y, ball.clearance}) appendValue(value, words);
}

bool holds(const CorridorMap::Sample& ball, Vec2 p, double radius)
{
    return distance(p, ball.position) < ball.clearance - radius;
}

/// Of the balls after the edges: how many are needed until one holds the goal.
std::size_t countTail(const Corridor& corridor, const CorridorMap& map, Vec2 goal, double radius)
{
    const auto tail = corridor.tail();
    if (!corridor.pieces().empty())
    {
        const Corridor::Piece& piece = corridor.pieces().back();
        if (holds(map.samples(map.edges()[piece.edge])[piece.last], goal, radius)) return 0;
    }
    else if (!corridor.head().empty() && holds(corridor.head().back(), goal, radius))
        return 0;
    for (std::size_t i = 0; i < tail.size(); ++i)
        if (holds(tail[i], goal, radius)) return i + 1;
    return tail.size();
}

} // namespace

void CorridorRow::write(const Corridor& corridor, const CorridorMap& map, Vec2 goal, double radius,
                        std::vector<std::uint32_t>& words)
{
    const auto pieces = corridor.pieces().first(std::min(corridor.pieces().size(), kMostPieces));
    const bool is_whole = pieces.size() == corridor.pieces().size();
    const auto head = corridor.head().last(std::min(corridor.head().size(), kMostBalls));
    const auto tail = corridor.tail().first(is_whole ? std::min(countTail(corridor, map, goal, radius), kMostBalls) : 0);
    words.push_back(static_cast<std::uint32_t>(pieces.size()));
    words.push_back(static_cast<std::uint32_t>(head.size()));
    words.push_back(static_cast<std::uint32_t>(tail.size()));
    words.push_back(pieces.empty() ? 0 : pieces.front().first);
    words.push_back(pieces.empty() ? 0 : pieces.back().last);
    for (std::size_t i = 0; i < pieces.size(); ++i)
    {
        // All but the first begin at an end of their edge, all but the last end at one; a piece may be a single sample.
        const bool is_backwards = i > 0                   ? pieces[i].first != 0
                                  : i + 1 < pieces.size() ? pieces[i].last == 0
                                                          : pieces[i].isBackwards();
        words.push_back(2 * pieces[i].edge + (is_backwards ? 1 : 0));
    }
    for (const CorridorMap::Sample& ball : head) appendBall(ball, words);
    for (const CorridorMap::Sample& ball : tail) appendBall(ball, words);
}

CorridorRow::CorridorRow(const CorridorMap& map, std::span<const std::uint32_t> words) : edges_(map.edges()), words_(words)
{
    if (words.empty()) return;
    piece_count_ = words[0];
    head_count_ = words[1];
    tail_count_ = words[2];
}

CorridorRow::Part CorridorRow::findPart(std::uint32_t part) const
{
    if (part == 0 || part > piece_count_)
    {
        const std::uint32_t count = part == 0 ? head_count_ : tail_count_;
        return {0, count == 0 ? 0 : count - 1, false, count == 0};
    }
    const std::uint32_t word = words_[kHeaderWords + part - 1];
    const CorridorMap::Edge& edge = edges_[word / 2];
    const bool is_backwards = word % 2 != 0;
    const std::uint32_t end = edge.sample_count - 1;
    const std::uint32_t first = part == 1 ? words_[3] : is_backwards ? end : 0;
    const std::uint32_t last = part == piece_count_ ? words_[4] : is_backwards ? 0 : end;
    return {edge.first_sample + first, edge.first_sample + last, true, false};
}

CorridorCursor CorridorRow::begin() const
{
    for (std::uint32_t i = 0; i < partCount(); ++i)
        if (const Part part = findPart(i); !part.is_empty) return {i, part.first, part.last, part.is_on_map};
    return {};
}

bool CorridorRow::advance(CorridorCursor& cursor) const
{
    if (cursor.ball != cursor.last)
    {
        cursor.last < cursor.ball ? --cursor.ball : ++cursor.ball;
        return true;
    }
    for (std::uint32_t i = cursor.part + 1; i < partCount(); ++i)
        if (const Part part = findPart(i); !part.is_empty)
        {
            cursor = {i, part.first, part.last, part.is_on_map};
            return true;
        }
    return false;
}

bool CorridorRow::retreat(CorridorCursor& cursor) const
{
    const Part here = findPart(cursor.part);
    if (cursor.ball != here.first)
    {
        here.first < cursor.ball ? --cursor.ball : ++cursor.ball;
        return true;
    }
    for (std::uint32_t i = cursor.part; i-- > 0;)
        if (const Part part = findPart(i); !part.is_empty)
        {
            cursor = {i, part.last, part.last, part.is_on_map};
            return true;
        }
    return false;
}

bool CorridorRow::contains(const CorridorCursor& cursor) const
{
    if (isEmpty() || cursor.part >= partCount()) return false;
    const Part part = findPart(cursor.part);
    return !part.is_empty && part.is_on_map == cursor.is_on_map && cursor.last == part.last &&
           std::min(part.first, part.last) <= cursor.ball && cursor.ball <= std::max(part.first, part.last);
}

CorridorBall CorridorRow::readBall(const CorridorCursor& cursor) const
{
    const std::size_t ball = cursor.ball + (cursor.part == 0 ? 0 : head_count_);
    const std::uint32_t* const word = words_.data() + kHeaderWords + piece_count_ + kBallWords * ball;
    const auto value = [&](std::size_t i) {
        return std::bit_cast<double>(std::uint64_t{word[2 * i]} | std::uint64_t{word[2 * i + 1]} << 32);
    };
    return {{value(0), value(1)}, value(2)};
}

} // namespace clearway
