// SPDX-License-Identifier: MIT
// Walkers: the largest crowds. People of one size on a corridor map, led by the published forces, about 0.1 µs a step each.
// Why beside Crowd: a walker is seven numbers that are sorted with the grid in every tick, and a corridor that it shares with all
// others. What keeps it out of walls is its ball, so nobody asks where walls are. Where agents differ in size, models are mixed
// or discs must never touch, use Crowd with onCorridorMap. Based on: R. Geraerts, M. Overmars. The corridor map method: real-time
// high-quality path planning. 2007 (attraction, Verlet integration); D. Helbing, P. Molnar. Social force model for pedestrian
// dynamics. 1995 (repulsion). The same run gives the same state on any number of workers and on every machine. A step cannot fail
// and, once warm, allocates nothing. Metres, seconds. Walkers belong to one thread at a time.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <clearway/base/execution.h>
#include <clearway/base/result.h>
#include <clearway/corridor/corridor_map.h>

namespace clearway {

/// Counted from 0 in the order in which they are added, and never used again.
using WalkerId = std::uint32_t;

/// Some walkers, and the accelerations that will be added to those of corridor and neighbours; element i is about the same one.
struct WalkerForces
{
    std::uint64_t tick = 0;
    std::span<const WalkerId> ids;
    std::span<const Vec2> positions;
    std::span<const float> velocity_x;
    std::span<const float> velocity_y;
    std::span<float> force_x; ///< to be added to; m/s^2
    std::span<float> force_y;
};
/// Called from several threads at once, each with walkers of its own. What it adds must be a function of what it is shown.
using WalkerForceHook = std::function<void(const WalkerForces&)>;

struct WalkersOptions
{
    double radius = 0.25;          ///< of everybody; metres, > 0
    double max_speed = 1.2;        ///< as published; m/s, > 0, at most 100
    double max_attraction = 5;     ///< of the corridor, whose published force has a pole; m/s^2, > 0
    double arrival_distance = 0.5; ///< from the goal; metres, > 0
    enum class AtGoal : std::uint8_t
    {
        stay,   ///< until it is told another
        wander, ///< on to a random one
    };
    AtGoal at_goal = AtGoal::stay;

    // Repulsion, as in SocialForceOptions. Others count within 2 m from centre to centre.
    double strength = 2.1;      ///< V0; m^2/s^2, 0 to 100
    double reach = 0.3;         ///< sigma; metres, 0.01 to 10
    double look_ahead = 0.5;    ///< seconds, 0 to 10
    double sight_degrees = 100; ///< 0 to 180
    double unseen_part = 0.5;   ///< 0 to 1
    WalkerForceHook force = {}; ///< your own, in addition

    std::uint64_t seed = 1;   ///< of random starts and goals
    Execution execution = {}; ///< shares steps and planning; addRandom reports
};

/// Longest stretch of time that is stepped at once; a longer one is divided evenly. Seconds.
inline constexpr double kLongestWalkerStep = 0.1;

struct WalkerView
{
    Vec2 position;
    Vec2 velocity;
    Vec2 goal;
    CorridorSample ball; ///< of the map, to which it is drawn; it holds the walker's disc
    bool has_arrived = false;
};

class Walkers
{
public:
    /// Fails when an option is out of range, when nobody of this radius can stand on the map, when the map has several layers,
    /// and when the box round it is larger than about 1,000 square kilometres.
    static Result<Walkers> build(const CorridorMap& map, const WalkersOptions& options = {});
    ~Walkers();
    Walkers(Walkers&&) noexcept;
    Walkers& operator=(Walkers&&) noexcept;

    const CorridorMap& map() const;

    // ---- who is there

    /// Somebody at `position` on the way to `goal`. Fails when no ball of the map holds its disc at one of the two, or no way
    /// leads from one to the other on edges whose balls are close enough for it (CorridorMap::Edge::valid_radius).
    Result<WalkerId> add(Vec2 position, Vec2 goal);
    /// So many at random places, drawn evenly over the balls' union, with random goals that they can reach. Planned with all
    /// workers. Fails when cancelled, and when no place with a goal was found for one of them in 4,096 tries; then none is added.
    Result<void> addRandom(std::size_t count);
    /// Fails as add does, and when there is no such walker.
    Result<void> setGoal(WalkerId id, Vec2 goal);
    std::size_t size() const;
    /// Asserts that there is such a walker. O(1).
    WalkerView find(WalkerId id) const;

    /// Who is at a place of an order that changes with every step; index < size().
    WalkerId id(std::size_t index) const;
    Vec2 position(std::size_t index) const;
    Vec2 velocity(std::size_t index) const;
    std::size_t indexOf(WalkerId id) const;

    // ---- time

    /// A dt below 1e-9, negative or not finite does nothing.
    void step(double dt);
    std::uint64_t tick() const;
    double time() const;
    /// Who came to a goal in the last call of step, in increasing order.
    std::span<const WalkerId> arrived() const;
    /// Ways searched since the walkers were made, those of add and addRandom included.
    std::uint64_t plannedCount() const;

    // ---- state

    /// Of the state of all, whatever order they are stored in.
    std::uint64_t computeHash() const;
    /// Bytes held for walkers and the grid over them, without the corridor map.
    std::size_t memoryBytes() const;

    struct State;

private:
    explicit Walkers(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace clearway
