// SPDX-License-Identifier: MIT
// Where a walker goes: its goal, and the way to it as a row of choices. Most vertices of a corridor map join three edges, so that
// a choice is one bit, and a way across a city fits into three words. A longer way is searched again where the choices end.
#pragma once
#include <array>
#include <bit>
#include <cstdint>

#include "walkers/rows.h"

namespace clearway::walkers {

/// As large as a line of the cache.
struct alignas(64) Trip
{
    static constexpr int kMostBits = 192;
    enum class State : std::uint8_t
    {
        walking,
        arrived,
        setting_out, ///< stands until a way is found to where it wants to go
        searching,   ///< found no random place so far, and tries again in every tick
        lost,        ///< there is no way to its goal
        gone,        ///< nobody's
    };

    std::array<std::uint64_t, kMostBits / 64> turns = {};
    std::int32_t goal_x = 0; ///< lattice
    std::int32_t goal_y = 0;
    Spot goal;
    std::uint32_t link = kNone;      ///< the one it is on, as in Rows; the last one leads to `goal`
    std::uint32_t goal_link = kNone; ///< by which the way arrives; kNone when the choices end before that
    std::uint32_t number = 0;        ///< of this trip, counted for each walker
    std::uint8_t bit_count = 0;
    std::uint8_t next_bit = 0;
    bool is_last_link : 1 = false;
    bool is_stuck : 1 = false; ///< has stood for too long, though it wants to get somewhere
    bool has_area : 1 = false; ///< it has arrived as soon as it is inside the area of its goal
    bool leaves : 1 = false;   ///< when it arrives
    State state = State::walking;
    std::uint32_t still_tick = 0; ///< the last tick in which it stood
    float still_for = 0;          ///< how long it had stood by then; seconds

    /// False when there is no room for the choice.
    bool append(std::uint32_t choice, int width)
    {
        if (bit_count + width > kMostBits) return false;
        for (int i = 0; i < width; ++i, ++bit_count) turns[bit_count / 64] |= std::uint64_t{choice >> i & 1u} << (bit_count % 64);
        return true;
    }
    std::uint32_t read(int width)
    {
        std::uint32_t choice = 0;
        for (int i = 0; i < width; ++i, ++next_bit)
            choice |= static_cast<std::uint32_t>(turns[next_bit / 64] >> (next_bit % 64) & 1u) << i;
        return choice;
    }
};

static_assert(sizeof(Trip) == 64);

/// The links out of a vertex that do not lead straight back, one of which is chosen.
class Choices
{
public:
    Choices(const Rows& rows, std::uint32_t arrival) : links_(rows.linksAt(rows.headOf(arrival))), back_(arrival ^ 1u)
    {
        for (const Rows::Link& link : links_) count_ += link.name != back_ ? 1u : 0u;
    }

    std::uint32_t count() const { return count_; }
    int width() const { return count_ < 2 ? 0 : std::bit_width(count_ - 1); }
    std::uint32_t find(std::uint32_t link) const
    {
        std::uint32_t choice = 0;
        for (const Rows::Link& other : links_)
        {
            if (other.name == link) break;
            choice += other.name != back_ ? 1u : 0u;
        }
        return choice;
    }
    std::uint32_t at(std::uint32_t choice) const
    {
        for (const Rows::Link& link : links_)
            if (link.name != back_ && choice-- == 0) return link.name;
        return kNone;
    }

private:
    std::span<const Rows::Link> links_;
    std::uint32_t back_;
    std::uint32_t count_ = 0;
};

/// The link after the one that a trip is on: moves the trip on to it. False when the choices have come to their end.
bool takeNextLink(const Rows& rows, Trip& trip);

} // namespace clearway::walkers
