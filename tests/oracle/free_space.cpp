// SPDX-License-Identifier: MIT
#include "tests/oracle/free_space.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>

#include <geos_c.h>

#include <clearway/geometry/box.h>

namespace clearway::oracle {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The library's handle, and the few calls that are needed.
class Geos
{
public:
    Geos() : handle_(GEOS_init_r())
    {
        GEOSContext_setErrorMessageHandler_r(
            handle_, [](const char* message, void* text) { *static_cast<std::string*>(text) = message; }, &error_);
    }
    ~Geos() { GEOS_finish_r(handle_); }
    Geos(const Geos&) = delete;
    Geos& operator=(const Geos&) = delete;

    struct Delete
    {
        GEOSContextHandle_t handle = nullptr;
        void operator()(GEOSGeometry* geometry) const { GEOSGeom_destroy_r(handle, geometry); }
    };
    using Geometry = std::unique_ptr<GEOSGeometry, Delete>;

    Geometry own(GEOSGeometry* geometry) const
    {
        if (!geometry) throw std::runtime_error("GEOS: " + error_);
        return Geometry(geometry, Delete{handle_});
    }

    GEOSGeometry* makeRing(std::span<const Vec2> points) const
    {
        GEOSCoordSequence* sequence = GEOSCoordSeq_create_r(handle_, static_cast<unsigned>(points.size()) + 1, 2);
        for (std::size_t i = 0; i <= points.size(); ++i)
        {
            const Vec2 p = points[i % points.size()];
            GEOSCoordSeq_setXY_r(handle_, sequence, static_cast<unsigned>(i), p.x, p.y);
        }
        return GEOSGeom_createLinearRing_r(handle_, sequence);
    }
    Geometry makePolygon(std::span<const Ring> rings) const
    {
        std::vector<GEOSGeometry*> holes;
        for (const Ring& ring : rings.subspan(1)) holes.push_back(makeRing(ring));
        return own(GEOSGeom_createPolygon_r(handle_, makeRing(rings[0]), holes.data(), static_cast<unsigned>(holes.size())));
    }
    Geometry unite(std::vector<Geometry> parts) const
    {
        std::vector<GEOSGeometry*> released;
        for (Geometry& part : parts) released.push_back(part.release());
        const Geometry all = own(GEOSGeom_createCollection_r(handle_, GEOS_GEOMETRYCOLLECTION, released.data(),
                                                             static_cast<unsigned>(released.size())));
        return own(GEOSUnaryUnion_r(handle_, all.get()));
    }
    Geometry subtract(const Geometry& a, const Geometry& b) const { return own(GEOSDifference_r(handle_, a.get(), b.get())); }

    /// The rings of every polygon inside.
    void findPolygons(const GEOSGeometry* geometry, std::vector<std::vector<Ring>>& polygons) const
    {
        const int type = GEOSGeomTypeId_r(handle_, geometry);
        if (type == GEOS_POLYGON)
        {
            if (GEOSisEmpty_r(handle_, geometry)) return;
            std::vector<Ring>& rings = polygons.emplace_back();
            rings.push_back(readRing(GEOSGetExteriorRing_r(handle_, geometry)));
            for (int i = 0; i < GEOSGetNumInteriorRings_r(handle_, geometry); ++i)
                rings.push_back(readRing(GEOSGetInteriorRingN_r(handle_, geometry, i)));
        }
        else if (type == GEOS_MULTIPOLYGON || type == GEOS_GEOMETRYCOLLECTION)
            for (int i = 0; i < GEOSGetNumGeometries_r(handle_, geometry); ++i)
                findPolygons(GEOSGetGeometryN_r(handle_, geometry, i), polygons);
    }

private:
    Ring readRing(const GEOSGeometry* geometry) const
    {
        const GEOSCoordSequence* sequence = GEOSGeom_getCoordSeq_r(handle_, geometry);
        unsigned count = 0;
        GEOSCoordSeq_getSize_r(handle_, sequence, &count);
        Ring ring(count > 0 ? count - 1 : 0);
        for (unsigned i = 0; i < ring.size(); ++i) GEOSCoordSeq_getXY_r(handle_, sequence, i, &ring[i].x, &ring[i].y);
        return ring;
    }

    GEOSContextHandle_t handle_;
    std::string error_;
};

/// The stadium of a segment as a polygon; `reach` is how far its corners are from the segment.
Ring makeStadium(Vec2 a, Vec2 b, double reach, int segments_per_turn)
{
    const double along = std::atan2(b.y - a.y, b.x - a.x);
    const int half = segments_per_turn / 2;
    Ring ring;
    for (int i = 0; i <= 2 * half + 1; ++i)
    {
        const bool is_at_b = i <= half;
        const double angle = along - std::numbers::pi / 2 + std::numbers::pi * (is_at_b ? i : i - 1) / static_cast<double>(half);
        ring.push_back((is_at_b ? b : a) + Vec2{std::cos(angle), std::sin(angle)} * reach);
    }
    return ring;
}

double squaredDistance(Vec2 p, Vec2 a, Vec2 b)
{
    const Vec2 d = b - a;
    const double size = lengthSq(d);
    const double t = size > 0 ? std::clamp(dot(p - a, d) / size, 0.0, 1.0) : 0;
    return lengthSq(p - (a + d * t));
}

/// Even-odd over the rings.
bool isInside(const std::vector<Ring>& rings, Vec2 p)
{
    bool inside = false;
    for (const Ring& ring : rings)
        for (std::size_t i = 0; i < ring.size(); ++i)
        {
            const Vec2 a = ring[i], b = ring[i + 1 < ring.size() ? i + 1 : 0];
            if ((a.y > p.y) == (b.y > p.y)) continue;
            if (p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) inside = !inside;
        }
    return inside;
}

/// Free space without the stadiums, whose corners are `reach` away from the boundary.
std::vector<std::vector<Ring>> subtractStadiums(const std::vector<std::vector<Ring>>& areas, double reach, int segments_per_turn)
{
    if (reach <= 0) return areas;
    std::vector<std::vector<Ring>> result;
    const Geos geos;
    for (const std::vector<Ring>& rings : areas)
    {
        std::vector<Geos::Geometry> stadiums;
        for (const Ring& ring : rings)
            for (std::size_t i = 0; i < ring.size(); ++i)
            {
                const Ring stadium = makeStadium(ring[i], ring[(i + 1) % ring.size()], reach, segments_per_turn);
                stadiums.push_back(geos.makePolygon({&stadium, 1}));
            }
        const Geos::Geometry left = geos.subtract(geos.makePolygon(rings), geos.unite(std::move(stadiums)));
        geos.findPolygons(left.get(), result);
    }
    return result;
}

} // namespace

FreeSpace::FreeSpace(const Scene& scene, double radius, const Options& options)
{
    origin_ = scene.points()[0];
    std::vector<std::vector<Ring>> areas;
    for (const Scene::Area& area : scene.areas())
    {
        std::vector<Ring>& rings = areas.emplace_back();
        for (const Scene::RingRange& range : scene.rings().subspan(area.first_ring, area.ring_count))
        {
            Ring& ring = rings.emplace_back();
            for (const Vec2 p : scene.points(range)) ring.push_back(p - origin_);
        }
    }
    // Corners on the circle make the stadium too small, corners outside so that the sides touch it make it too large.
    const double touching = 1 / std::cos(std::numbers::pi / options.segments_per_turn);
    const double small = radius * (1 - options.margin) - options.slack;
    const double large = radius > 0 || options.slack > 0 ? (radius * (1 + options.margin) + options.slack) * touching : 0;
    for (auto& rings : subtractStadiums(areas, small, options.segments_per_turn)) too_much_.push_back({std::move(rings)});
    for (auto& rings : subtractStadiums(areas, large, options.segments_per_turn)) too_little_.push_back({std::move(rings)});
}

int FreeSpace::findComponent(const Components& components, Vec2 p)
{
    for (std::size_t i = 0; i < components.size(); ++i)
        if (isInside(components[i].rings, p)) return static_cast<int>(i);
    return -1;
}

double FreeSpace::computeDistance(const Component& component, Vec2 p)
{
    if (isInside(component.rings, p)) return 0;
    double best = kInfinity;
    for (const Ring& ring : component.rings)
        for (std::size_t i = 0; i < ring.size(); ++i)
            best = std::min(best, squaredDistance(p, ring[i], ring[(i + 1) % ring.size()]));
    return std::sqrt(best);
}

Answer FreeSpace::fits(Vec2 p) const
{
    const bool high = findComponent(too_much_, p - origin_) >= 0, low = findComponent(too_little_, p - origin_) >= 0;
    return high != low ? Answer::unknown : high ? Answer::yes : Answer::no;
}

Answer FreeSpace::connects(Vec2 a, Vec2 b) const
{
    const auto connectsIn = [&](const Components& components) {
        const int from = findComponent(components, a - origin_);
        return from >= 0 && from == findComponent(components, b - origin_);
    };
    const bool high = connectsIn(too_much_), low = connectsIn(too_little_);
    return high != low ? Answer::unknown : high ? Answer::yes : Answer::no;
}

FreeSpace::Range FreeSpace::computeDistance(Vec2 target) const
{
    Range range{kInfinity, kInfinity};
    for (const Component& component : too_much_) range.low = std::min(range.low, computeDistance(component, target - origin_));
    for (const Component& component : too_little_)
        range.high = std::min(range.high, computeDistance(component, target - origin_));
    return range;
}

FreeSpace::Range FreeSpace::computeReachableDistance(Vec2 from, Vec2 target) const
{
    Range range{kInfinity, kInfinity};
    const int high = findComponent(too_much_, from - origin_), low = findComponent(too_little_, from - origin_);
    if (high >= 0) range.low = computeDistance(too_much_[static_cast<std::size_t>(high)], target - origin_);
    if (low >= 0) range.high = computeDistance(too_little_[static_cast<std::size_t>(low)], target - origin_);
    return range;
}

} // namespace clearway::oracle
