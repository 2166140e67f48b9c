// SPDX-License-Identifier: MIT
// Corridors: a row of balls from start to goal in which a disc can travel.
// A corridor is found exactly when the centre of the disc can travel from start to goal through free space, to within a quantum
// of the frame. It follows the edges of a corridor map, along the shortest way on them. Two tiers: a one-shot function, and a
// CorridorFinder whose scratch stays warm and then allocates nothing. Metres.
#pragma once
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <clearway/corridor/corridor_map.h>
#include <clearway/geometry/path.h>

namespace clearway {

struct CorridorOptions
{
    enum class Search
    {
        a_star,   ///< led by the straight distance to the goal
        dijkstra, ///< looks all around; kept for comparisons. The length is the same
    };

    double radius = 0.25; ///< of the disc; metres, >= 0
    Search search = Search::a_star;
    int layer = kAnyLayer; ///< where start and goal are looked for; any: the lowest with room for the disc at both
};

/// What a search found. Reused by a finder, it keeps its memory.
class Corridor
{
public:
    /// Samples of one edge, from `first` to `last`, both included; backwards along the edge when last < first.
    struct Piece
    {
        std::uint32_t edge = 0;
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        bool isBackwards() const { return last < first; }
    };

    PathStatus status() const { return status_; }
    PathProblem problem() const { return problem_; }
    explicit operator bool() const { return status_ == PathStatus::complete; }

    /// Balls before the edges: usually none; those that lead out of a corner or a spot that no sample's ball holds, or the one
    /// ball of a vertex where the corridor starts and ends.
    std::span<const CorridorMap::Sample> head() const { return head_; }
    std::span<const Piece> pieces() const { return pieces_; }
    /// Balls after the edges: they shrink toward the goal, and the last is centred there.
    std::span<const CorridorMap::Sample> tail() const { return tail_; }
    /// Head, pieces and tail in one row, without repetitions where pieces meet; left and right as seen by the traveller. In head
    /// and tail, where no pair of obstacles is meant, they are the nearest obstacle point, or where the ball is touched from
    /// within. `samples` is cleared first.
    void computeBackbone(std::vector<CorridorMap::Sample>& samples) const;
    std::vector<CorridorMap::Sample> backbone() const;

    double radius() const { return radius_; } ///< as asked for
    /// Along the backbone, from the centre of the first ball to that of the ball that holds the goal; 0 when there is none.
    double length() const { return length_; }
    /// Only when unreachable: the largest radius that could travel from start to goal; -1 when not even a point can.
    double widest() const { return widest_; }
    /// Where a path of that radius is narrowest.
    Vec2 narrowestAt() const { return narrowest_at_; }

private:
    friend class CorridorWriter;     // of the module: fills in what a search found
    friend class CorridorPathWriter; // of the module: leads paths through it
    /// What paths need to know of the ends.
    struct Ends
    {
        std::uint32_t head_step = kNone;   ///< the sample before the last ball of the head, when that is between two
        std::uint32_t tail_step = kNone;   ///< the same for the first of the tail
        std::uint32_t tail_link_count = 0; ///< balls of the tail that lie on the diagram
        int layer = 0;
    };
    std::shared_ptr<const CorridorMap::Data> map_;
    PathStatus status_ = PathStatus::invalid;
    PathProblem problem_ = PathProblem::none;
    std::vector<CorridorMap::Sample> head_;
    std::vector<Piece> pieces_;
    std::vector<CorridorMap::Sample> tail_;
    Ends ends_;
    double radius_ = 0;
    double length_ = 0;
    double widest_ = -1;
    Vec2 narrowest_at_;
};

class CorridorFinder
{
public:
    explicit CorridorFinder(CorridorMap map);
    ~CorridorFinder();
    CorridorFinder(CorridorFinder&&) noexcept;
    CorridorFinder& operator=(CorridorFinder&&) noexcept;

    const CorridorMap& map() const;

    Corridor find(Vec2 start, Vec2 goal, const CorridorOptions& options = {});
    /// The same into `corridor`, whose memory is reused.
    void find(Vec2 start, Vec2 goal, const CorridorOptions& options, Corridor& corridor);

    /// How many vertices the last search looked at; what its time follows.
    std::uint64_t expandedCount() const;

    struct State;

private:
    std::unique_ptr<State> state_;
};

/// One-shot form: O(vertices) besides the search.
Corridor findCorridor(const CorridorMap& map, Vec2 start, Vec2 goal, const CorridorOptions& options = {});

} // namespace clearway
