// SPDX-License-Identifier: MIT
// Every promise of a Scene, checked one after the other by comparing all with all. Shares nothing with the code that builds
// scenes.
#include <algorithm>
#include <cmath>
#include <string>

#include <clearway/scene/scene.h>

#include "report.h"

namespace clearway {

namespace {

using Wide = __int128;

/// A scene as whole numbers, with what it takes to say where something is wrong.
class SceneVerifier
{
public:
    explicit SceneVerifier(const Scene& scene) : scene_(scene) {}

    std::vector<std::string> run()
    {
        checkStructure();
        if (!trouble_.empty()) return std::move(trouble_);
        checkPoints();
        if (!trouble_.empty()) return std::move(trouble_);
        checkRings();
        checkContacts();
        if (!trouble_.empty()) return std::move(trouble_); // sides mean nothing when edges cross
        checkCorners();
        checkSides();
        return std::move(trouble_);
    }

private:
    struct Vertex
    {
        std::uint32_t ring;
        std::uint32_t previous;
        std::uint32_t next;
        int layer;
        std::int64_t x;
        std::int64_t y;
    };

    void say(const std::string& sentence) { trouble_.push_back(sentence); }

    std::string name(std::uint32_t v) const
    {
        const std::uint32_t ring = vertices_[v].ring;
        return "ring " + std::to_string(ring) + ", point " + std::to_string(v - scene_.rings()[ring].first) + " at " +
               overlay::toString(scene_.points()[v]);
    }

    /// cross(b - a, c - a) of three vertices.
    Wide turn(std::uint32_t a, std::uint32_t b, std::uint32_t c) const
    {
        const Vertex &p = vertices_[a], &q = vertices_[b], &r = vertices_[c];
        return Wide(q.x - p.x) * (r.y - p.y) - Wide(q.y - p.y) * (r.x - p.x);
    }

    bool isSamePlace(std::uint32_t a, std::uint32_t b) const
    {
        return vertices_[a].x == vertices_[b].x && vertices_[a].y == vertices_[b].y;
    }

    void checkStructure()
    {
        std::size_t ring = 0, point = 0;
        for (std::uint32_t a = 0; a < scene_.areas().size(); ++a)
        {
            const Scene::Area& area = scene_.areas()[a];
            if (area.first_ring != ring || area.ring_count == 0)
                say("Area " + std::to_string(a) + " does not start where the one before ends.");
            if (area.layer < 0) say("Area " + std::to_string(a) + " has a negative layer.");
            ring += area.ring_count;
            for (std::size_t r = area.first_ring; r < ring && r < scene_.rings().size(); ++r)
            {
                const Scene::RingRange& range = scene_.rings()[r];
                if (range.area != a || range.is_hole != (r > area.first_ring))
                    say("Ring " + std::to_string(r) + " is not marked as its area lists it.");
                if (range.first != point || range.count < 3)
                    say("Ring " + std::to_string(r) + " has too few points or the wrong ones.");
                point += range.count;
            }
        }
        if (scene_.areas().empty()) say("There are no areas.");
        if (ring != scene_.rings().size() || point != scene_.points().size()) say("Some rings or points belong to nothing.");
        if (scene_.heights().size() != scene_.points().size()) say("There is not one height per point.");
    }

    void checkPoints()
    {
        const Frame& frame = scene_.frame();
        vertices_.resize(scene_.points().size());
        for (std::uint32_t r = 0; r < scene_.rings().size(); ++r)
        {
            const Scene::RingRange& range = scene_.rings()[r];
            for (std::uint32_t i = 0; i < range.count; ++i)
            {
                const std::uint32_t v = range.first + i;
                const LatticePoint p = frame.snap(scene_.points()[v]);
                vertices_[v] = {r,
                                range.first + (i + range.count - 1) % range.count,
                                range.first + (i + 1) % range.count,
                                scene_.areas()[range.area].layer,
                                p.x,
                                p.y};
                if (frame.world(p) != scene_.points()[v]) say("The point of " + name(v) + " is not on the lattice.");
                if (std::max(std::abs(std::int64_t{p.x}), std::abs(std::int64_t{p.y})) > Frame::kLimit)
                    say("The point of " + name(v) + " is outside the frame.");
                if (!std::isfinite(scene_.heights()[v])) say("The height of " + name(v) + " is not finite.");
                if (scene_.edge(v) != Segment{scene_.points()[v], scene_.points()[vertices_[v].next]})
                    say("The edge at " + name(v) + " does not lead to the next point.");
            }
        }
    }

    void checkRings()
    {
        for (std::uint32_t r = 0; r < scene_.rings().size(); ++r)
        {
            const Scene::RingRange& range = scene_.rings()[r];
            Wide twice_area = 0;
            for (std::uint32_t v = range.first; v < range.first + range.count; ++v)
            {
                twice_area += turn(range.first, v, vertices_[v].next);
                if (isSamePlace(v, vertices_[v].next))
                    say("The point of " + name(v) + " is repeated.");
                else if (turn(vertices_[v].previous, v, vertices_[v].next) == 0 && !isTouched(v))
                    say("The corner of " + name(v) + " is straight, and nothing touches there.");
            }
            if (range.is_hole ? twice_area >= 0 : twice_area <= 0)
                say("Ring " + std::to_string(r) + " runs the wrong way round.");
        }
    }

    bool isTouched(std::uint32_t v) const
    {
        for (std::uint32_t other = 0; other < vertices_.size(); ++other)
        {
            if (other != v && vertices_[other].layer == vertices_[v].layer && isSamePlace(v, other)) return true;
        }
        return false;
    }

    /// Whether v is nearer than half a quantum to the edge that starts at e (and is not its end).
    bool isTooNear(std::uint32_t v, std::uint32_t e) const
    {
        const Vertex &p = vertices_[v], &a = vertices_[e], &b = vertices_[a.next];
        const Wide dx = b.x - a.x, dy = b.y - a.y;
        const Wide along = dx * (p.x - a.x) + dy * (p.y - a.y), length_sq = dx * dx + dy * dy;
        if (along <= 0 || along >= length_sq) return false; // an end is nearest, at least one quantum away
        const Wide aside = dx * (p.y - a.y) - dy * (p.x - a.x);
        // aside^2 / length_sq < 1/4; aside may be too large to square, but then it is not near.
        const Wide limit = Wide{1} << 62;
        return aside < limit && aside > -limit && 4 * aside * aside < length_sq;
    }

    void checkContacts()
    {
        const std::uint32_t count = static_cast<std::uint32_t>(vertices_.size());
        for (std::uint32_t e = 0; e < count; ++e)
        {
            for (std::uint32_t f = 0; f < count; ++f)
            {
                if (e == f || vertices_[e].layer != vertices_[f].layer) continue;
                if (!isSamePlace(f, e) && !isSamePlace(f, vertices_[e].next) && isTooNear(f, e))
                    say("The point of " + name(f) + " lies on or too near to the edge at " + name(e) + ".");
                if (f < e) continue;
                const std::uint32_t e_next = vertices_[e].next, f_next = vertices_[f].next;
                const auto opposite = [](Wide a, Wide b) { return (a > 0 && b < 0) || (a < 0 && b > 0); };
                if (opposite(turn(e, e_next, f), turn(e, e_next, f_next)) &&
                    opposite(turn(f, f_next, e), turn(f, f_next, e_next)))
                    say("The edges at " + name(e) + " and " + name(f) + " cross.");
                if ((isSamePlace(e, f) && isSamePlace(e_next, f_next)) || (isSamePlace(e, f_next) && isSamePlace(e_next, f)))
                    say("The edges at " + name(e) + " and " + name(f) + " are the same.");
            }
        }
    }

    /// Whether the direction from corner v to the place of w lies strictly inside the free sector of v: left of both its edges.
    bool isInSector(std::uint32_t v, std::uint32_t w) const
    {
        const std::uint32_t previous = vertices_[v].previous, next = vertices_[v].next;
        const bool left_in = turn(previous, v, w) > 0, left_out = turn(v, next, w) > 0;
        return turn(previous, v, next) > 0 ? left_in && left_out : left_in || left_out;
    }

    void checkCorners()
    {
        const std::uint32_t count = static_cast<std::uint32_t>(vertices_.size());
        for (std::uint32_t v = 0; v < count; ++v)
        {
            for (std::uint32_t w = 0; w < count; ++w)
            {
                if (v == w || vertices_[v].layer != vertices_[w].layer || !isSamePlace(v, w)) continue;
                if (isInSector(v, vertices_[w].next) || isInSector(v, vertices_[w].previous))
                    say("The corner of " + name(v) + " bounds more than one piece of free space; " + name(w) + " divides it.");
            }
        }
    }

    /// How often the rings for which `counts` holds wind around a place just left or right of the middle of edge e.
    template <typename Counts>
    int computeWinding(std::uint32_t e, bool is_left, Counts&& counts) const
    {
        // Twice the coordinates make the middle m whole. A ray runs from m to the right (for edges that are level: up); the edge
        // e itself is crossed by it exactly when the place lies on the other side.
        const Vertex &a = vertices_[e], &b = vertices_[a.next];
        const bool is_level = a.y == b.y;
        const auto across = [&](const Vertex& v) { return is_level ? -v.x : v.y; }; // level edges: the plane turned by 90°
        const auto along = [&](const Vertex& v) { return is_level ? v.y : v.x; };
        const std::int64_t mx = along(a) + along(b), my = across(a) + across(b);
        int winding = 0;
        for (std::uint32_t f = 0; f < vertices_.size(); ++f)
        {
            const Vertex &p = vertices_[f], &q = vertices_[p.next];
            if (p.layer != a.layer || !counts(p.ring)) continue;
            const bool goes_up = 2 * across(p) <= my && 2 * across(q) > my, goes_down = 2 * across(q) <= my && 2 * across(p) > my;
            if (!goes_up && !goes_down) continue;
            if (f == e)
            {
                // Left of an edge that goes up is before it on the ray.
                if (goes_up == is_left) winding += goes_up ? 1 : -1;
                continue;
            }
            const Wide side = Wide(2 * along(q) - 2 * along(p)) * (my - 2 * across(p)) -
                              Wide(2 * across(q) - 2 * across(p)) * (mx - 2 * along(p));
            if (goes_up ? side > 0 : side < 0) winding += goes_up ? 1 : -1;
        }
        return winding;
    }

    void checkSides()
    {
        for (std::uint32_t r = 0; r < scene_.rings().size(); ++r)
        {
            const std::uint32_t e = scene_.rings()[r].first, area = scene_.rings()[r].area;
            const auto all = [](std::uint32_t) { return true; };
            const auto own = [&](std::uint32_t ring) { return scene_.rings()[ring].area == area; };
            if (computeWinding(e, true, all) != 1) say("Left of ring " + std::to_string(r) + " there is not exactly one area.");
            if (computeWinding(e, false, all) != 0) say("Right of ring " + std::to_string(r) + " there is free space.");
            if (computeWinding(e, true, own) != 1 || computeWinding(e, false, own) != 0)
                say("Ring " + std::to_string(r) + " does not belong to its area.");
        }
    }

    const Scene& scene_;
    std::vector<Vertex> vertices_;
    std::vector<std::string> trouble_;
};

} // namespace

std::vector<std::string> verify(const Scene& scene) { return SceneVerifier(scene).run(); }

} // namespace clearway
