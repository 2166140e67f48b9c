// SPDX-License-Identifier: MIT
// Several different ways from start to goal, and which of them one of many travellers takes.
// Why: a crowd that knows only the shortest way jams in it.
// A way is the shortest one through some vertex of the map. Ways are taken in order of their length; one is left out when it
// visits a place twice, when too much of it runs along the edges of a way that was taken before, or when it is too long. Based
// on: I. Abraham, D. Delling, A. V. Goldberg, R. F. Werneck. Alternative routes in road networks. 2010 (ways through one vertex).
// Metres. Two searches over the vertices within reach of the longest way, and O(n log n) for n of those. The same ways on every
// machine.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <clearway/corridor/corridor.h>

namespace clearway {

struct WaysOptions
{
    double radius = 0.25;     ///< of the disc; metres, >= 0
    std::uint32_t count = 3;  ///< of ways at most, the shortest included; 0: none are looked for
    double longest = 1.5;     ///< times the shortest way: longer ones are left out; >= 1
    double most_shared = 0.7; ///< part of a way's length that may run along any one way before it; in [0, 1]. At 1 all
                              ///< that differ in an edge are different
    int layer = kAnyLayer;    ///< of start and goal, as for a corridor
};

/// The ways that were found, in order of their length; the first is the corridor that a CorridorFinder finds. Reused by a finder,
/// it keeps its memory.
class Ways
{
public:
    PathStatus status() const { return status_; }
    PathProblem problem() const { return problem_; }
    explicit operator bool() const { return status_ == PathStatus::complete; }

    /// Empty when there is none, or none were asked for.
    std::span<const Corridor> corridors() const { return {corridors_.data(), count_}; }
    /// Of the same, by `Corridor::length`; what `chooseWay` reads.
    std::span<const double> lengths() const { return lengths_; }
    /// Only when unreachable: the largest radius that could travel from start to goal; -1 when not even a point can.
    double widest() const { return widest_; }

private:
    friend class WaysWriter; // of the module: fills in what was found
    PathStatus status_ = PathStatus::invalid;
    PathProblem problem_ = PathProblem::none;
    std::vector<Corridor> corridors_; ///< the first count_ of them; the rest keep their memory
    std::size_t count_ = 0;
    std::vector<double> lengths_;
    double widest_ = -1;
};

class WaysFinder
{
public:
    explicit WaysFinder(CorridorMap map);
    ~WaysFinder();
    WaysFinder(WaysFinder&&) noexcept;
    WaysFinder& operator=(WaysFinder&&) noexcept;

    const CorridorMap& map() const;

    Ways find(Vec2 start, Vec2 goal, const WaysOptions& options = {});
    /// The same into `ways`, whose memory is reused.
    void find(Vec2 start, Vec2 goal, const WaysOptions& options, Ways& ways);

    struct State;

private:
    std::unique_ptr<State> state_;
};

/// One-shot form: O(vertices) besides the searches.
Ways findWays(const CorridorMap& map, Vec2 start, Vec2 goal, const WaysOptions& options = {});

/// The way that a traveller takes: drawn with a probability in proportion to (shortest / length)^12, so a way that is a tenth
/// longer is taken a third as often. A pure function: the same for the same id, key and lengths, on every machine. `key` tells
/// several choices of one traveller apart. 0 without lengths; ways of length 0 are all there is when there are any.
std::size_t chooseWay(std::uint64_t id, std::span<const double> lengths, std::uint64_t key = 0);

} // namespace clearway
