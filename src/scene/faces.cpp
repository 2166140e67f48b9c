// SPDX-License-Identifier: MIT
// Which faces of the arrangement are free. Walks from face to face over the edges between them and keeps, for the face it stands
// in, the winding number of every ring; crossing back undoes. So every ring counts by its own winding, however rings overlap, in
// linear time.
#include <algorithm>

#include "base/disjoint_sets.h"
#include "overlay.h"

namespace clearway::overlay {

namespace {

/// Winding numbers of all rings in the face where the walk stands, and what follows from them.
class WindingState
{
public:
    explicit WindingState(const LayerWork& work) : ring_of_point_(work.rings.points.size()), rings_(work.rings.input_ring.size())
    {
        std::uint32_t polygon = 0, input_polygon = 0;
        for (std::uint32_t ring = 0; ring < rings_.size(); ++ring)
        {
            const InputRing& input = work.input.rings[work.rings.input_ring[ring]];
            if (input.polygon != input_polygon) ++polygon; // the rings of a polygon follow each other
            input_polygon = input.polygon;
            rings_[ring] = {input.role, polygon, 0};
            for (std::uint32_t i = work.rings.first[ring]; i < work.rings.first[ring + 1]; ++i) ring_of_point_[i] = ring;
        }
        polygons_.resize(polygon + 1);
    }

    bool isFree() const { return area_count_ > 0 && obstacle_count_ == 0; }

    /// Steps over an edge with these pieces; `sign` is +1 when stepping to its left, seen from low to high.
    void step(std::span<const std::uint32_t> pieces, int sign)
    {
        for (std::uint32_t source : pieces) turn(ring_of_point_[source >> 1], source & 1 ? -sign : sign);
    }

private:
    struct RingState
    {
        Role role;
        std::uint32_t polygon;
        std::int32_t winding;
    };
    struct PolygonState
    {
        std::int32_t outline_count = 0; // 1 inside the outline
        std::int32_t hole_count = 0;    // how many of its holes we are in

        int isInside() const { return outline_count != 0 && hole_count == 0 ? 1 : 0; }
    };

    void turn(std::uint32_t number, int amount)
    {
        RingState& ring = rings_[number];
        const int was_inside = ring.winding != 0 ? 1 : 0;
        ring.winding += amount;
        const int change = (ring.winding != 0 ? 1 : 0) - was_inside;
        if (change == 0) return;
        PolygonState& polygon = polygons_[ring.polygon];
        const bool is_obstacle = ring.role == Role::obstacle || ring.role == Role::courtyard;
        const bool is_hole = ring.role == Role::hole || ring.role == Role::courtyard;
        std::int64_t& count = is_obstacle ? obstacle_count_ : area_count_;
        count -= polygon.isInside();
        (is_hole ? polygon.hole_count : polygon.outline_count) += change;
        count += polygon.isInside();
    }

    std::vector<std::uint32_t> ring_of_point_;
    std::vector<RingState> rings_;
    std::vector<PolygonState> polygons_;
    std::int64_t area_count_ = 0;
    std::int64_t obstacle_count_ = 0;
};

/// Connected parts of the arrangement that lie inside a face of another part.
struct Nesting
{
    struct Link
    {
        std::uint32_t container; ///< cycle around the part, or kNone when it lies outside everything
        std::uint32_t outer;     ///< the part's outer cycle
    };
    std::vector<Link> links; ///< sorted by container
};

class FaceWalk
{
public:
    FaceWalk(const Arrangement& arrangement, Faces& faces, const Nesting& nesting, WindingState& state)
        : arrangement_(arrangement), faces_(faces), nesting_(nesting), state_(state), is_visited_(faces.is_free.size(), 0)
    {
        first_half_edge_.assign(faces.is_free.size(), kNone);
        for (std::uint32_t h = 0; h < faces.cycle.size(); ++h)
        {
            std::uint32_t& first = first_half_edge_[faces.cycle[h]];
            if (first == kNone) first = h;
        }
    }

    /// Visits every cycle that can be reached from `root`, which bounds the face where the state is now.
    void run(std::uint32_t root)
    {
        enter(root, kNone);
        while (!stack_.empty())
        {
            Visit& visit = stack_.back();
            if (visit.half_edge != kNone)
            {
                const std::uint32_t h = visit.half_edge;
                const std::uint32_t following = faces_.next[h];
                visit.half_edge = following == first_half_edge_[visit.cycle] ? kNone : following;
                const std::uint32_t other = faces_.cycle[h ^ 1];
                if (is_visited_[other] == 0)
                {
                    cross(h);
                    enter(other, h);
                }
            }
            else if (visit.link < nesting_.links.size() && nesting_.links[visit.link].container == visit.cycle)
            {
                enter(nesting_.links[visit.link++].outer, kNone);
            }
            else
            {
                const std::uint32_t entry = visit.entry;
                stack_.pop_back();
                if (entry != kNone) cross(entry ^ 1);
            }
        }
    }

private:
    struct Visit
    {
        std::uint32_t cycle;
        std::uint32_t entry;     // half-edge that was crossed to come here
        std::uint32_t half_edge; // to look at next
        std::size_t link;        // to look at next
    };

    void enter(std::uint32_t cycle, std::uint32_t entry)
    {
        is_visited_[cycle] = 1;
        faces_.is_free[cycle] = state_.isFree() ? 1 : 0;
        const auto link = std::lower_bound(nesting_.links.begin(), nesting_.links.end(), cycle,
                                           [](const Nesting::Link& a, std::uint32_t value) { return a.container < value; });
        stack_.push_back({cycle, entry, first_half_edge_[cycle], static_cast<std::size_t>(link - nesting_.links.begin())});
    }

    /// Moves the state from the left of a half-edge to its right.
    void cross(std::uint32_t half_edge) { state_.step(arrangement_.piecesOf(half_edge >> 1), half_edge & 1 ? 1 : -1); }

    const Arrangement& arrangement_;
    Faces& faces_;
    const Nesting& nesting_;
    WindingState& state_;
    std::vector<std::uint8_t> is_visited_;
    std::vector<std::uint32_t> first_half_edge_;
    std::vector<Visit> stack_;
};

} // namespace

/// Fills next and cycle; the number of cycles is the size of is_free.
static void linkCycles(const Arrangement& arrangement, Faces& faces)
{
    const std::uint32_t half_edge_count = static_cast<std::uint32_t>(arrangement.edges.size() * 2);
    faces.next.resize(half_edge_count);
    for (std::uint32_t node = 0; node < arrangement.nodes.size(); ++node)
    {
        const std::span<const std::uint32_t> out = arrangement.outOf(node);
        for (std::size_t i = 0; i < out.size(); ++i) faces.next[out[i] ^ 1] = out[i == 0 ? out.size() - 1 : i - 1];
    }
    faces.cycle.assign(half_edge_count, kNone);
    std::uint32_t cycle_count = 0;
    for (std::uint32_t start = 0; start < half_edge_count; ++start)
    {
        if (faces.cycle[start] != kNone) continue;
        for (std::uint32_t h = start; faces.cycle[h] == kNone; h = faces.next[h]) faces.cycle[h] = cycle_count;
        ++cycle_count;
    }
    faces.is_free.assign(cycle_count, 0);
}

static Nesting findNesting(const Arrangement& arrangement, const Faces& faces, const std::vector<StartNode>& starts)
{
    DisjointSets part(faces.is_free.size());
    for (std::uint32_t h = 0; h < faces.cycle.size(); h += 2) part.join(faces.cycle[h], faces.cycle[h + 1]);

    Nesting nesting;
    std::vector<std::uint8_t> is_known(faces.is_free.size(), 0);
    for (const StartNode& start : starts) // the first start of a part is its smallest node
    {
        const std::uint32_t outer =
            faces.cycle[arrangement.outOf(start.node).back()]; // west of the node is left of its steepest edge
        std::uint8_t& known = is_known[part.find(outer)];
        if (known != 0) continue;
        known = 1;
        nesting.links.push_back({start.edge_below == kNone ? kNone : faces.cycle[2 * start.edge_below], outer});
    }
    std::sort(nesting.links.begin(), nesting.links.end(), [](const Nesting::Link& a, const Nesting::Link& b) {
        return a.container != b.container ? a.container < b.container : a.outer < b.outer;
    });
    return nesting;
}

static void uniteRegions(const Nesting& nesting, Faces& faces)
{
    DisjointSets region(faces.is_free.size());
    for (std::uint32_t h = 0; h < faces.cycle.size(); h += 2)
    {
        const std::uint32_t a = faces.cycle[h], b = faces.cycle[h + 1];
        if (faces.is_free[a] != 0 && faces.is_free[b] != 0) region.join(a, b);
    }
    for (const Nesting::Link& link : nesting.links)
    {
        if (link.container != kNone && faces.is_free[link.container] != 0) region.join(link.container, link.outer);
    }
    faces.region.resize(region.size());
    for (std::uint32_t i = 0; i < region.size(); ++i) faces.region[i] = region.find(i);
}

Faces computeFaces(const LayerWork& work, const Arrangement& arrangement, const std::vector<StartNode>& starts)
{
    Faces faces;
    linkCycles(arrangement, faces);
    const Nesting nesting = findNesting(arrangement, faces, starts);
    WindingState state(work);
    FaceWalk walk(arrangement, faces, nesting, state);
    for (auto link = nesting.links.rbegin(); link != nesting.links.rend() && link->container == kNone; ++link)
        walk.run(link->outer);
    uniteRegions(nesting, faces);
    return faces;
}

} // namespace clearway::overlay
