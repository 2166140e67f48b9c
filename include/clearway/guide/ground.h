// SPDX-License-Identifier: MIT
// Ground: what a crowd stands on. One of the three doors through which a crowd sees its world (Ground, Guide, Steering).
// Why a door: a crowd moves discs over a floor plan, a city or the surface of an asteroid without knowing which. The plane is a
// ground whose frame never turns: positions are planar, and every offset handed to a model is in the plane of its agent. What
// more a crowd needs to know of a ground that is not flat, CurvedGround says.
// Called in batches, from several threads at once, each with agents of its own. Metres.
#pragma once
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <clearway/base/none.h>
#include <clearway/geometry/box.h>
#include <clearway/geometry/vec.h>

namespace clearway {

/// Where an agent stands, beside its position. Kept by the crowd, made and used by the ground.
struct Footing
{
    std::uint32_t face = kNone; ///< the cell or triangle underfoot
    std::uint16_t layer = 0;    ///< agents of different layers do not see each other
    std::uint16_t kind = 0;     ///< of walkers; see Ground::forKind
    float wall_room = 0;        ///< no wall is nearer to the edge of the disc than this; may be less than the truth, never more
    float face_room = 0;        ///< the centre may go this far in any direction and stay on its face; never more than the truth

    friend bool operator==(const Footing&, const Footing&) = default;
};

/// A piece of wall as an agent sees it: its ends relative to the agent's centre, free space on its left.
struct Wall
{
    float ax = 0;
    float ay = 0;
    float bx = 0;
    float by = 0;
};

/// Walls of several agents, one after the other: those of agent i are [first[i], first[i + 1]).
struct WallList
{
    std::vector<std::uint32_t> first;
    std::vector<Wall> walls;
};

/// A place of a curved ground in space: the point, and the axes of the plane that touches the ground there; of unit length, at
/// right angles, `normal` up. Vectors that belong to an agent (its velocity, say) count along `x` and `y`.
struct Pose
{
    Vec3 position;
    Vec3 x;
    Vec3 y;
    Vec3 normal;
    std::uint32_t face = kNone;
};

/// The offset of a place in the plane of another, as long as the straight line between them: along the line in which the plane is
/// cut by the one through both places and the mean of their normals. On flat ground, and where two planes meet in a straight
/// crease, it points along the shortest way.
inline Vec2 computeOffset(const Pose& from, const Pose& to)
{
    const Vec3 line = to.position - from.position;
    const Vec3 side = cross(from.normal + to.normal, line);
    const Vec2 along{dot(side, from.y), -dot(side, from.x)};
    const double size = length(along);
    return size > 0 ? along * (length(line) / size) : Vec2{length(line), 0};
}

/// A vector in the plane of `from`, in the plane of `to`: turned as little as it takes to bring one normal to the other.
inline Vec2 turnVector(const Pose& from, const Pose& to, Vec2 v)
{
    const Vec3 in_space = from.x * v.x + from.y * v.y;
    const double cosine = dot(from.normal, to.normal);
    const double share = cosine > -1 ? dot(in_space, to.normal) / (1 + cosine) : 0;
    const Vec3 turned = in_space - (from.normal + to.normal) * share;
    return {dot(turned, to.x), dot(turned, to.y)};
}

/// What a crowd asks of a ground that is curved. Positions are then points of a chart: pieces of the plane, one for each face,
/// apart from each other. Distances between agents are measured straight through space.
class CurvedGround
{
public:
    virtual ~CurvedGround() = default;

    /// Of a point of the chart; of points that are on no face, one whose face is kNone.
    virtual Pose computePose(Vec2 position) const = 0;
    /// The point of the chart where the ground is nearest to a point in space, at most `reach` metres away. A height that is not
    /// a number means the highest ground there. False when there is no ground.
    virtual bool findPosition(Vec3 point, double reach, Vec2& position) const = 0;
    /// Whether two places are near each other on the ground too: faces lead from one to the other that all come within three
    /// quarters of their distance of the point half way between them. Another layer is not near. The same from both sides.
    /// `up`: about the sum of the normals; a bad one costs time only.
    virtual bool isNear(Vec3 a, std::uint32_t face_a, Vec3 b, std::uint32_t face_b, Vec3 up) const = 0;
    /// Whether a disc can go straight from one place to another: ground leads there that is at most half again as long as the
    /// line through space, and borders leave room for the disc but for rounding. A radius of 0: whether one place sees the other.
    virtual bool isStraight(Vec2 from, Vec2 to, double radius) const = 0;
    virtual double area() const = 0; ///< m^2
};

class Ground
{
public:
    /// Agents to be moved; element i of each span is about the same agent. A radius is >= 0, a target finite.
    struct MoveBatch
    {
        std::span<Vec2> positions;     ///< where they are, and afterwards where they got
        std::span<const Vec2> targets; ///< where they would be without walls
        std::span<const double> radii;
        std::span<Footing> footings; ///< of the old positions, and afterwards of the new ones
        // Answers of curved grounds, where they are wanted; empty otherwise.
        std::span<Vec2> moves = {}; ///< how each got from the old position to the new one, in the plane of the new one
        std::span<Vec2> turns = {}; ///< of vectors from the old plane to the new one along the way: cosine and sine
    };

    /// Whether a disc can stand at a point.
    struct Standing
    {
        enum class Problem
        {
            none,
            outside,   ///< not in free space
            too_tight, ///< the disc does not fit there
        };
        Problem problem = Problem::outside;
        Footing footing;             ///< when there is no problem
        bool has_suggestion = false; ///< whether a place that fits was found nearby
        Vec2 suggestion;             ///< the nearest such place

        explicit operator bool() const { return problem == Problem::none; }
    };

    virtual ~Ground() = default;

    /// Where ground may be entered by some and not by others, there are kinds of walkers, and a ground for each: what a kind may
    /// not enter is a wall for it. All are in the same plane, and agents of all kinds see each other. Batches are answered for
    /// each agent by the kind of its footing; everything else is about kind 0, and asked of forKind() about others.
    virtual std::uint32_t kindCount() const { return 1; }
    /// The ground of one kind below kindCount(). It lives as long as this one, and its footings have the kind 0.
    virtual const Ground& forKind(std::uint32_t) const { return *this; }

    /// Whether a disc can stand at `position`, and what is under it. `layer`: any when negative.
    virtual Standing stand(Vec2 position, double radius, int layer) const = 0;
    /// The same without looking for a place nearby that would do: for many tries. `footing` is set when there is room.
    virtual bool hasRoom(Vec2 position, double radius, int layer, Footing& footing) const
    {
        const Standing standing = stand(position, radius, layer);
        footing = standing.footing;
        return static_cast<bool>(standing);
    }
    /// Moves every disc toward its target; what is in the way it slides along. A disc that kept its radius from every wall keeps
    /// it (to within two quanta of the frame, which do not add up), however long the move is; no centre leaves the ground. Where
    /// nothing is in the way the new position is the target, bit for bit.
    virtual void move(const MoveBatch& batch) const = 0;
    /// All walls within ranges[i] of the centre of agent i that face it, in the order of their ids; a range of 0 asks for none.
    /// `walls` is cleared first.
    virtual void findWalls(std::span<const Vec2> positions, std::span<const Footing> footings, std::span<const float> ranges,
                           WallList& walls) const = 0;
    /// Distance from a centre to the nearest wall, exact; infinite when there is none within `limit`.
    virtual double computeWallDistance(Vec2 position, const Footing& footing, double limit) const = 0;

    /// A random point where a disc fits, in the component of `face` (kNone: anywhere), drawn up to `max_tries` times; a pure
    /// function of its arguments. False when no room was found.
    virtual bool drawRandomPoint(std::uint64_t seed, std::uint64_t index, double radius, std::uint32_t face, int max_tries,
                                 Vec2& point) const = 0;
    /// The same with as many tries as tell whether there is any room worth speaking of.
    bool findRandomPoint(std::uint64_t seed, std::uint64_t index, double radius, std::uint32_t face, Vec2& point) const
    {
        return drawRandomPoint(seed, index, radius, face, 10000, point);
    }

    /// Whether there is such a face and layer, and the point lies on it: what comes from a file may not make sense.
    virtual bool isOn(Vec2 position, const Footing& footing) const = 0;

    /// Null when it is flat.
    virtual const CurvedGround* curved() const { return nullptr; }

    virtual Box2 bounds() const = 0;
    virtual int layerCount() const = 0;
    /// Of what it is made from: a saved crowd is restored only on equal ground.
    virtual std::uint64_t computeHash() const = 0;
};

} // namespace clearway
