// SPDX-License-Identifier: MIT
// Scene: the free space of a planar world as areas with holes, checked and repaired, on the lattice of its frame.
// Why: everything that is built (meshes, diagrams, fields) starts from outlines that do not contradict themselves.
// What holds for every Scene: outlines run counter-clockwise and holes clockwise, so free space is on the left of every edge;
// rings may touch at vertices, each other and themselves, but never cross or overlap; a ring corner (previous, vertex, next)
// bounds exactly one piece of free space; no vertex lies on an edge other than as its end, nor nearer to it than half a quantum;
// no repeated points; a straight corner stands only where another ring touches. Metres. An immutable handle: cheap to copy, free
// to share between threads.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <clearway/base/bytes.h>
#include <clearway/base/execution.h>
#include <clearway/base/result.h>
#include <clearway/geometry/polygon.h>
#include <clearway/geometry/shapes.h>
#include <clearway/scene/frame.h>

namespace clearway {

/// In place of the number of a layer: whichever has something there.
inline constexpr int kAnyLayer = -1;

/// What a scene is made from. Free space of a layer = union of its areas minus union of its obstacles, each obstacle being its
/// outline minus its holes; every ring counts by the non-zero rule, so a self-crossing ring covers what it winds around.
struct SceneInput
{
    /// A ring as a file gives it: any orientation, the first point may be repeated at the end.
    struct RingInput
    {
        Ring points = {};
        std::vector<double> heights = {}; ///< one per point, or empty for height 0; metres
    };

    /// One walkable polygon as a file gives it: its outline minus its holes.
    struct AreaInput
    {
        RingInput outline;
        std::vector<RingInput> holes = {};
        int layer = 0; ///< floors above floors: areas of different layers never meet
    };

    struct Obstacle
    {
        RingInput outline;
        int layer = 0;
        std::vector<RingInput> holes = {}; ///< courtyards: not covered by this obstacle
    };

    std::string name;
    std::vector<AreaInput> areas;
    std::vector<Obstacle> obstacles;
};

/// What loading changed. Every repair is counted; the first `kMaxListed` and the first of each kind are listed in full.
struct SceneReport
{
    /// One thing that was changed so that the scene holds its promises.
    struct Repair
    {
        enum class Kind
        {
            duplicate_point, ///< equal to its neighbour on the ring
            collinear_point, ///< on the straight line between its neighbours
            spike,           ///< the ring went out and back on itself
            orientation,     ///< the ring was turned round
            self_crossing,   ///< the ring crossed, touched or ran along itself; resolved by the non-zero rule
            crossing_rings,  ///< two rings crossed or overlapped; united or subtracted
            touching_rings,  ///< two rings touch; they share a vertex there
            snapped_sliver,  ///< a point nearer than the quantum to an edge; they now share it
            vanished_ring,   ///< nothing left of the ring after snapping (no area)
            covered_ring,    ///< the ring made no difference: inside an obstacle, outside every area, or inside another area
        };
        static constexpr int kKindCount = 10;

        Kind kind = Kind::duplicate_point;
        std::int64_t ring = 0; ///< counts outline and holes of each area in order, then those of each obstacle
        std::int64_t index =
            0;         ///< of the point in that ring, as given; for a crossing, of the point where the crossing edge starts
        Vec2 position; ///< of that point as given; for a crossing, where the edges cross
    };

    static constexpr std::size_t kMaxListed = 1000;

    std::vector<Repair> repairs;
    std::int64_t counts[Repair::kKindCount] = {};
    std::vector<std::string> remarks; ///< what the reader did that a user should know: a projection, features left out

    std::int64_t total() const;
    void add(const Repair& repair);
    /// A few lines for people, for example "3 duplicate points removed (first: ring 0, point 4 at (1, 2))"; empty when nothing
    /// was changed.
    std::string summary() const;
};

const char* toString(SceneReport::Repair::Kind kind);

class Scene
{
public:
    /// One ring of the scene: points [first, first + count).
    struct RingRange
    {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
        std::uint32_t area = 0;
        bool is_hole = false;
    };
    /// One connected piece of free space: rings [first_ring, first_ring + ring_count), the outline first.
    struct Area
    {
        std::uint32_t first_ring = 0;
        std::uint32_t ring_count = 0;
        int layer = 0;
    };

    const std::string& name() const;
    const Frame& frame() const;
    std::span<const Area> areas() const;
    std::span<const RingRange> rings() const;
    /// All vertices, ring after ring, in world coordinates; each lies on the frame's lattice.
    std::span<const Vec2> points() const;
    std::span<const Vec2> points(const RingRange& ring) const { return points().subspan(ring.first, ring.count); }
    /// Height of each vertex.
    std::span<const double> heights() const;
    Box2 bounds() const; ///< O(n)
    /// Area of the free space, over all layers. O(n).
    double area() const;
    int layerCount() const; ///< one more than the largest layer

    /// The boundary edge that starts at vertex `vertex`; free space on its left.
    Segment edge(std::uint32_t vertex) const;

    void write(ByteWriter& writer) const;
    /// Survives any bytes, and refuses those of a scene that does not hold its promises. O(n log n) for n points.
    static Result<Scene> read(ByteReader& reader);
    /// Of everything but the name: equal scenes hash alike wherever they come from.
    std::uint64_t computeHash() const;

    struct Data;
    explicit Scene(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

private:
    std::shared_ptr<const Data> data_;
};

/// What a Scene holds; filled by whoever builds one, constant afterwards.
struct Scene::Data
{
    std::string name;
    Frame frame;
    std::vector<Area> areas;
    std::vector<RingRange> rings;
    std::vector<Vec2> points;
    std::vector<double> heights;
    std::vector<std::uint32_t> next; ///< the vertex that follows on the ring, one per point
};

/// The most vertices a scene may have.
inline constexpr std::int64_t kMaxSceneVertexCount = std::int64_t{1} << 27;

/// Checks, snaps and repairs `input`. Fails when a coordinate is not finite, beyond the frame's range, or when no free space is
/// left; the error names ring, index and coordinate. Layers are 0 to 65,535. What was changed is told in `report` if given. The
/// order of rings, their orientation and where they start do not matter, and a scene built from the rings of a scene is that
/// scene. The frame is that of the areas: obstacles may reach beyond it, however far. A vertex keeps the height of the first
/// input point at its place; a new one gets its height from the edge it lies on. O((n + k) log n) for n points and k crossings;
/// more than 2^22 + 4 n crossings are refused.
Result<Scene> buildScene(const SceneInput& input, SceneReport* report = nullptr, const Execution& execution = {});

/// Says what is wrong with a scene, one sentence each; empty when every promise above holds. Slow and obvious: O(n^2).
std::vector<std::string> verify(const Scene& scene);

} // namespace clearway
