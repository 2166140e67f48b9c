// SPDX-License-Identifier: MIT
// Questions to a navigation mesh: where am I, what is near, how far can I go straight, where do I end up when I slide.
// Three tiers: a one-shot function; a NavMeshQuery whose scratch stays warm; and batches over spans.
// A NavMeshQuery belongs to one thread at a time; any number of them may ask one mesh. Warm queries allocate nothing.
// Obstacles are looked for through portals, from the cell where one stands: floors above floors do not see each other.
// All answers are those of exact decisions; lengths and positions are rounded to a few ulp. Points that are not finite find
// nothing.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <clearway/base/execution.h>
#include <clearway/navmesh/navmesh.h>

namespace clearway {

/// A position on a mesh. True when it is one.
struct Place
{
    Vec2 position;
    CellId cell = kNone;

    explicit operator bool() const { return cell != kNone; }
    operator Vec2() const { return position; }
    friend bool operator==(const Place&, const Place&) = default;
};

/// How far below the promised distance a moved disc may end, in ulp of the largest coordinate of the mesh.
inline constexpr double kDiscMoveToleranceUlps = 16;

struct NearestOptions
{
    double max_distance = std::numeric_limits<double>::infinity(); ///< metres, >= 0
    int layer = kAnyLayer;
};

struct RandomPointOptions
{
    std::uint64_t seed = 1;
    std::uint64_t index = 0;                                 ///< the how-manieth point of this seed
    double radius = 0;                                       ///< the point keeps this distance from obstacles; metres, >= 0
    std::uint32_t component = kNone;                         ///< only in this component; kNone: anywhere
    Vec2 center = {};                                        ///< with `within`: of the disc to draw from
    double within = std::numeric_limits<double>::infinity(); ///< of `center`; metres, > 0; infinite: anywhere
    int max_tries = 10000;                                   ///< draws after which it gives up
};

class NavMeshQuery
{
public:
    struct RayHit
    {
        double t = 1;                ///< how far along the way, 0 to 1; 1: nothing was hit
        Place end;                   ///< where it ended
        ObstacleId obstacle = kNone; ///< what was hit, or kNone
        Vec2 normal;                 ///< of the obstacle at the hit, unit length, toward free space; zero without a hit

        bool hit() const { return obstacle != kNone; }
    };

    struct WallDistance
    {
        double distance = std::numeric_limits<double>::infinity(); ///< metres; infinite when there is no obstacle
        Vec2 closest;                                              ///< the nearest obstacle point
        ObstacleId obstacle = kNone;
    };

    explicit NavMeshQuery(NavMesh mesh);
    ~NavMeshQuery();
    NavMeshQuery(NavMeshQuery&&) noexcept;
    NavMeshQuery& operator=(NavMeshQuery&&) noexcept;

    const NavMesh& mesh() const;

    /// The cell that contains p, border included; the lowest id where several do; kNone outside. O(1) typically.
    CellId findCell(Vec2 p, int layer = kAnyLayer) const;
    /// The point of the mesh nearest to p, and its cell, of equally near ones the lowest; p itself when it is inside. No Place
    /// when nothing is within max_distance.
    Place findNearest(Vec2 p, const NearestOptions& options = {}) const;
    /// All cells with a point within `radius` of `center`, border included, in increasing order of id; `cells` is cleared first.
    /// An infinite radius finds all.
    void findCellsInCircle(Vec2 center, double radius, std::vector<CellId>& cells, int layer = kAnyLayer);

    /// Goes straight from `from` toward `to` until an obstacle stops it. Sliding along a wall and touching a corner is not being
    /// stopped; a line through a point where two obstacles touch is. When it stops at a corner, the obstacle that faces it most
    /// is named. `from` must be on the mesh: if it is not, or `to` is not finite, t is 0 and the end is no Place.
    RayHit castRay(const Place& from, Vec2 to) const;
    /// The same for a disc: stops where it first touches an obstacle that it moves toward (the lowest id, of several).
    /// A disc that overlaps an obstacle at the start is stopped at t = 0 when it would go deeper, and free to leave.
    RayHit castDisc(const Place& from, Vec2 to, double radius);
    /// Whether the capsule from `from` to `to` overlaps no obstacle (it may touch) and the straight line stays on the mesh.
    bool isCapsuleFree(const Place& from, Vec2 to, double radius);

    /// Goes from `from` toward `to` and slides along what is in the way, as a point; ends where no direction leads nearer to `to`
    /// on the walls it met. Never leaves the mesh. Stays where it is when `to` is not finite.
    Place moveAlong(const Place& from, Vec2 to) const;
    /// The same for a disc: keeps `radius` from every obstacle, or as far as it was from that obstacle at the start if that was
    /// less; both up to kDiscMoveToleranceUlps, which do not add up over many moves.
    Place moveDiscAlong(const Place& from, Vec2 to, double radius);

    /// Distance to the nearest obstacle (the lowest id, of several), looked for through portals up to max_distance.
    WallDistance computeWallDistance(const Place& from, double max_distance = std::numeric_limits<double>::infinity());
    /// All obstacles within `radius` of the segment from `from` to `to`, border included, seen through portals that are; in
    /// increasing order of id. `obstacles` is cleared first.
    void findObstacles(const Place& from, Vec2 to, double radius, std::vector<ObstacleId>& obstacles);

    /// A random point, uniform by area over the mesh or one component (over what keeps `radius`, if given). No Place when 10,000
    /// tries found no room.
    Place findRandomPoint(const RandomPointOptions& options = {});

    struct Scratch;

private:
    NavMesh mesh_;
    std::unique_ptr<Scratch> scratch_;
};

/// One-shot forms: they locate `from` first, on any layer. Those that look around through portals prepare scratch as large as the
/// mesh; ask a NavMeshQuery when there is more than one question.
Place findPlace(const NavMesh& mesh, Vec2 p, int layer = kAnyLayer);
Place findNearest(const NavMesh& mesh, Vec2 p, const NearestOptions& options = {});
NavMeshQuery::RayHit castRay(const NavMesh& mesh, Vec2 from, Vec2 to);
NavMeshQuery::RayHit castDisc(const NavMesh& mesh, Vec2 from, Vec2 to, double radius);
Place moveAlong(const NavMesh& mesh, Vec2 from, Vec2 to);
NavMeshQuery::WallDistance computeWallDistance(const NavMesh& mesh, Vec2 from);
std::vector<CellId> findCellsInCircle(const NavMesh& mesh, Vec2 center, double radius);
Place findRandomPoint(const NavMesh& mesh, const RandomPointOptions& options = {});

/// Batches: places[i] answers points[i]. The spans must have equal size; workers share them.
void findPlaces(const NavMesh& mesh, std::span<const Vec2> points, std::span<Place> places, const Execution& execution = {});
void computeWallDistances(const NavMesh& mesh, std::span<const Place> places, std::span<NavMeshQuery::WallDistance> distances,
                          const Execution& execution = {});
void castRays(const NavMesh& mesh, std::span<const Place> from, std::span<const Vec2> to, std::span<NavMeshQuery::RayHit> hits,
              const Execution& execution = {});

} // namespace clearway
