// SPDX-License-Identifier: MIT
// A string from start to goal, led between pairs of circles and pulled taut: straight lines and arcs.
#pragma once
#include <span>
#include <vector>

#include <clearway/corridor/corridor_path.h>

namespace clearway::corridor {

/// The string passes between a circle on its left and one on its right.
struct Gate
{
    Vec2 left;
    Vec2 right;
    Vec2 middle; ///< at least as far from both centres as their radii
    double left_radius = 0;
    double right_radius = 0;
};

/// Reused, it allocates nothing once warm.
class TautString
{
public:
    /// Appends the taut string from `from` to `to` to `pieces`. The gates [first, last) are crossed in their order; those before
    /// and after are only kept clear of. False when it could not be made to keep clear of all circles; then nothing was
    /// appended.
    bool pull(Vec2 from, Vec2 to, std::span<const Gate> gates, std::size_t first, std::size_t last,
              std::vector<Path::Piece>& pieces);

private:
    /// A circle that the string touches: from `first` to `last` of the gates it is on that side.
    struct Peg
    {
        Vec2 center;
        double radius = 0;
        int side = 0; ///< 1: on the left of the string, -1: on the right; 0: start or goal
        std::size_t first = 0;
        std::size_t last = 0;
    };
    /// Where the circles of a gate are nearest to its middle.
    struct Border
    {
        Vec2 left;
        Vec2 right;
    };
    /// The straight part between two pegs.
    struct Link
    {
        Vec2 from;
        Vec2 to;
        Vec2 direction;
    };

    void pullBetweenPoints(Vec2 from, Vec2 to);
    Peg makePeg(std::size_t gate, int side) const;
    bool computeLinks();
    bool removeSlack();
    bool addTouched();
    void append(std::vector<Path::Piece>& pieces) const;

    std::span<const Gate> gates_;
    std::size_t first_ = 0;       ///< of the gates that are crossed
    std::size_t last_ = 0;        ///< one after them
    std::vector<Border> borders_; ///< of the gates that are crossed, and the goal
    std::vector<Peg> pegs_;
    std::vector<Peg> next_pegs_;
    std::vector<Link> links_;
};

} // namespace clearway::corridor
