// SPDX-License-Identifier: MIT
// The shortest path of a disc by brute force: every common tangent of every two corner circles is tried against every boundary
// segment, arcs likewise, and Dijkstra's algorithm does the rest. Slow and obvious; knows nothing of meshes or diagrams.
// Why it is right: a shortest path that keeps a radius from the boundary is a chain of tangents and arcs around notches.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/geometry/shapes.h>
#include <clearway/navmesh/navmesh.h>
#include <clearway/scene/scene.h>

namespace clearway::oracle {

/// All boundary segments, free space on their left.
std::vector<Segment> findBoundary(const Scene& scene);
std::vector<Segment> findBoundary(const NavMesh& mesh);

/// The distance from p to the nearest of `boundary`, by plain projection.
double computeBoundaryDistance(std::span<const Segment> boundary, Vec2 p);

/// The free angle at one end of a boundary segment: counter-clockwise from `out` to `in`.
struct Corner
{
    Vec2 at;
    Vec2 out; ///< the other end of the segment that starts here
    Vec2 in;  ///< the other end of the segment that ends here

    int compareToStraight() const; ///< sign of the angle minus pi
    /// Whether the direction to q lies in the angle, border included.
    bool contains(Vec2 q) const;
};
std::vector<Corner> findCorners(std::span<const Segment> boundary);

/// Every path of a disc of one radius. For radius 0 a visibility graph, with exact decisions.
/// Touching is free: tangents and arcs are made with `radius` and rejected when nearer than radius - tolerance.
class TangentGraph
{
public:
    TangentGraph(std::vector<Segment> boundary, double radius, double tolerance = 1e-9);

    /// The length of the shortest path to each goal; infinite where there is none. Start and goals must be in free space.
    std::vector<double> computeLengths(Vec2 start, std::span<const Vec2> goals) const;
    double computeLength(Vec2 start, Vec2 goal) const;

private:
    static constexpr std::uint32_t kNowhere = 0xffffffff;

    /// Where a tangent leaves or meets a circle.
    struct Port
    {
        double angle = 0;                ///< of the place on the circle
        std::uint32_t across = kNowhere; ///< where the tangent leads; nowhere: it ends here
        double across_length = 0;
        std::uint32_t next = kNowhere; ///< the next one on this circle in turning direction, if the arc is free
        double next_length = 0;
        std::uint32_t same = kNowhere; ///< one before, at the same place
    };
    struct Arc
    {
        double begin = 0;
        double size = 0; ///< counter-clockwise
    };
    struct Touch
    {
        double angle = 0;
        double length = -1; ///< of the tangent from or to a point; negative: none
    };
    using Chain = std::vector<std::uint32_t>;          ///< ports in turning direction
    using Touches = std::vector<std::array<Touch, 2>>; ///< per circle and side

    void findFreeArcs(std::uint32_t circle);
    bool isFreeArc(std::uint32_t circle, double begin, double size) const;
    bool isFreeSegment(Vec2 a, Vec2 b, std::uint32_t* blocker = nullptr) const;
    bool isVisible(Vec2 a, const Corner* a_corner, Vec2 b, const Corner* b_corner) const;
    void addTangents(std::uint32_t from, std::uint32_t to);
    void linkChains();
    Touches findTouches(Vec2 p) const;
    std::vector<double> computeDistances(const Touches& from) const;
    double computeGoalLength(const Touches& from, const std::vector<double>& distances, Vec2 goal) const;
    std::vector<double> computePointLengths(Vec2 start, std::span<const Vec2> goals) const;

    std::vector<Segment> boundary_; ///< relative to origin_
    std::vector<Box2> boxes_;       ///< of the boundary, inflated by the radius
    std::vector<Corner> corners_;   ///< notches; for radius 0 straight corners as well
    std::vector<Corner> all_corners_;
    Vec2 origin_;
    double radius_;
    double blocking_radius_;
    std::vector<Port> ports_;
    std::vector<std::array<Chain, 2>> chains_;                           ///< per circle: turning left, turning right
    std::vector<std::vector<Arc>> free_arcs_;                            ///< per circle
    std::vector<std::vector<std::pair<std::uint32_t, double>>> visible_; ///< radius 0: per corner
};

} // namespace clearway::oracle
