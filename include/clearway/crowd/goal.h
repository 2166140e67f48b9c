// SPDX-License-Identifier: MIT
// Goals of agents: a point, points one after the other, an area, one random place after the other, or a point straight ahead. A
// value; copies share their list, and agents with equal goals share it too.
#pragma once
#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <clearway/base/bytes.h>
#include <clearway/geometry/vec.h>

namespace clearway {

class Goal
{
public:
    enum class Kind : std::uint8_t
    {
        none,     ///< stand where you are; give way, and come back
        point,    ///< go there and stay
        points,   ///< go to each in turn; stay at the last, or begin again
        area,     ///< to a place of one's own in it; who leaves there, or is held up in it for 2 s, has arrived once inside
        random,   ///< to one random place after the other; without a place that it can reach, an agent stays and draws again
        straight, ///< toward a point in a straight line, however it is set next: no way is planned, and nobody arrives
        follow,   ///< after another agent; nobody arrives
    };
    enum class AtTheEnd : std::uint8_t
    {
        stay,
        begin_again,
    };

    Goal() = default;
    /// Anything that is a point: a Vec2, or a Place of a mesh.
    template <std::convertible_to<Vec2> Point>
    Goal(const Point& point) : kind_(Kind::point), point_(static_cast<Vec2>(point))
    {
    }
    static Goal points(std::vector<Vec2> points, AtTheEnd at_the_end = AtTheEnd::stay);
    /// A simple polygon, any orientation.
    static Goal area(std::vector<Vec2> outline);
    /// Places with room for the agent, drawn from (seed, agent, how many before).
    static Goal random(std::uint64_t seed = 1);

    /// For agents that something else leads, a formation or a player's hand, which sets a new point every few ticks. The guide is
    /// not asked; others are avoided and walls stop the agent as ever. It slows down at the point, waits there, and is not stuck
    /// while it does. On curved ground the point should be near.
    static Goal straight(Vec2 point);
    /// After another agent of the crowd, by the way that the guide finds, up to `gap` metres between their discs. When the other
    /// one is gone: to where it was seen last.
    static Goal follow(std::uint64_t agent, double gap = 1);

    Kind kind() const { return kind_; }
    Vec2 point() const { return point_; }             ///< of kinds point and straight
    std::span<const Vec2> list() const;               ///< of kinds points and area
    AtTheEnd atTheEnd() const { return at_the_end_; } ///< of kind points
    std::uint64_t seed() const { return seed_; }      ///< of kind random
    std::uint64_t leader() const { return seed_; }    ///< of kind follow
    double gap() const { return point_.x; }           ///< of kind follow
    bool isFinite() const;                            ///< whether all its numbers are, and it has points where it needs some

    void write(ByteWriter& writer) const;
    static Goal read(ByteReader& reader);
    friend bool operator==(const Goal& a, const Goal& b);

private:
    Kind kind_ = Kind::none;
    AtTheEnd at_the_end_ = AtTheEnd::stay;
    Vec2 point_;             ///< or a gap
    std::uint64_t seed_ = 1; ///< or an agent
    std::shared_ptr<const std::vector<Vec2>> list_;
};

} // namespace clearway
