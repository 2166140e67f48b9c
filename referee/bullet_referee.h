// SPDX-License-Identifier: MIT
// BulletReferee: a second opinion on contacts, by a physics engine that is not ours. It is told where discs are, where they
// wanted to be and where the walls are, and finds with Bullet's broad and narrow phase who overlaps whom and who wanted into a
// wall. Why: who counts his own collisions may count them wrong. For tests and experiments; the library does not know it.
//
// A disc is a sphere in the plane of its layer, a wall an upright rectangle without thickness; layers lie far above each other.
// All margins are 0 (Bullet's default is 4 cm), and Bullet is the build with double precision. A pair is what overlaps at the
// end of a tick. A wall contact is an agent whose asked-for position is too near to a wall, or lies behind one as seen from
// where it ended. Metres. O(n log n) per tick. One thread at a time.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <clearway/crowd/crowd.h>
#include <clearway/geometry/shapes.h>
#include <clearway/navmesh/navmesh.h>

namespace clearway::referee {

struct FloorWall
{
    Segment segment;
    int layer = 0;
};

/// The walls of a mesh, which are those that a crowd on it keeps out of.
std::vector<FloorWall> listWalls(const NavMesh& mesh);

/// What a referee is told about one tick; element i of each list is about the same agent. Ordered by id.
struct RecordedTick
{
    std::vector<AgentId> ids;
    std::vector<Vec2> positions;
    std::vector<Vec2> asked; ///< where each would be without walls
    std::vector<double> radii;
    std::vector<int> layers;
};

RecordedTick recordTick(const Crowd& crowd);

struct PairContact
{
    AgentId first = kNoAgent; ///< the smaller id
    AgentId second = kNoAgent;
    double depth = 0; ///< of the overlap
};

struct WallContact
{
    AgentId id = kNoAgent;
    double depth = 0;     ///< how much too near the asked-for position is; not positive when only the way there is the fault
    bool crosses = false; ///< a wall is between where it ended and the asked-for position
};

/// However small; the caller decides from what depth on a contact counts.
struct Verdict
{
    std::vector<PairContact> pairs; ///< ordered by ids
    std::vector<WallContact> walls; ///< ordered by id
};

/// Contacts deeper than `depth`; a crossed wall always counts.
std::size_t countPairs(const Verdict& verdict, double depth);
std::size_t countWalls(const Verdict& verdict, double depth);

class BulletReferee
{
public:
    explicit BulletReferee(std::span<const FloorWall> walls);
    ~BulletReferee();
    BulletReferee(BulletReferee&&) noexcept;
    BulletReferee& operator=(BulletReferee&&) noexcept;

    Verdict judge(const RecordedTick& tick);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace clearway::referee
