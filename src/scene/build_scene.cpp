// SPDX-License-Identifier: MIT
// From outlines as a file gives them to a Scene:
//   check the numbers, choose the frame, snap the rings            rings.cpp, frame.cpp, snap_rings.cpp
//   join the rings of a layer to an arrangement                    arrangement.cpp
//   see in one sweep whether it is clean; if not, snap rounding    find_contacts.cpp, resolve_contacts.cpp
//   find the free faces by winding numbers, trace their boundary   faces.cpp, trace_rings.cpp
// The result is put in an order that does not depend on the order, orientation or starting points of the input rings.
#include <algorithm>
#include <string>
#include <utility>

#include "base/errors.h"
#include "lattice.h"
#include "overlay.h"
#include "report.h"

namespace clearway {

using namespace overlay;

namespace {

/// The rings of all layers so far, in lattice coordinates.
struct Collected
{
    struct Ring
    {
        std::uint32_t first;
        std::uint32_t count;
        std::uint32_t region;
        int layer;
        bool is_hole;
    };
    std::vector<LatticePoint> points;
    std::vector<double> heights;
    std::vector<Ring> rings;
    std::uint32_t outline_count = 0; ///< of the input, those that enclose something
};

} // namespace

static Arrangement buildArrangement(const InputRings& input, const LayerRings& rings)
{
    std::vector<LooseNode> nodes(rings.points.size());
    std::vector<Piece> pieces(rings.points.size());
    for (std::uint32_t ring = 0; ring < rings.input_ring.size(); ++ring)
    {
        const std::uint32_t begin = rings.first[ring], end = rings.first[ring + 1];
        for (std::uint32_t i = begin; i < end; ++i)
        {
            nodes[i] = {rings.points[i], i, 0};
            pieces[i] = {{i, i + 1 < end ? i + 1 : begin}, 2 * i};
        }
    }
    return overlay::buildArrangement(std::move(nodes), std::move(pieces), input.has_heights);
}

/// The points at and beside the tips of spikes: those were reported when they were met, and need no second report.
static std::vector<bool> findSpikes(const LayerRings& rings)
{
    std::vector<bool> result(rings.points.size(), false);
    for (std::size_t ring = 0; ring + 1 < rings.first.size(); ++ring)
    {
        const std::uint32_t begin = rings.first[ring], end = rings.first[ring + 1];
        for (std::uint32_t i = begin; i < end; ++i)
        {
            const std::uint32_t before = i > begin ? i - 1 : end - 1, after = i + 1 < end ? i + 1 : begin;
            if (overlay::isSpike(rings.points[before], rings.points[i], rings.points[after]))
                result[before] = result[i] = result[after] = true;
        }
    }
    return result;
}

static void reportOverlaps(LayerWork& work, const Arrangement& arrangement)
{
    for (std::uint32_t e = 0; e < arrangement.edges.size(); ++e)
    {
        const std::span<const std::uint32_t> pieces = arrangement.piecesOf(e);
        if (pieces.size() < 2) continue;
        const std::uint32_t ring_point = pieces[1] >> 1;
        if (work.is_reported[ring_point]) continue;
        work.is_reported[ring_point] = true;
        const bool is_same = work.rings.ringOf(pieces[0] >> 1) == work.rings.ringOf(ring_point);
        work.report.add(
            work.input.repairAt(is_same ? SceneReport::Repair::Kind::self_crossing : SceneReport::Repair::Kind::crossing_rings,
                                work.rings.input_point[ring_point]));
    }
}

/// Adds the free space of one layer, whose input rings have these numbers, to `collected`.
static Result<void> overlayLayer(const InputRings& input, std::span<const std::uint32_t> numbers, const Frame& frame,
                                 Contacts contacts, SceneReport& report, const Progress& progress, Collected& collected)
{
    const LayerRings rings = snapRings(input, numbers, frame, report);
    collected.outline_count += rings.outline_count;
    if (rings.points.empty()) return {};
    if (!clearway::report(progress, "sorting", 0)) return makeCancelled("Building the scene");
    LayerWork work{input, rings, frame, report, progress, findSpikes(rings)};
    Arrangement arrangement = buildArrangement(input, rings);

    std::vector<StartNode> starts;
    const Cleanness cleanness = findContacts(arrangement, progress, starts);
    if (cleanness == Cleanness::cancelled) return makeCancelled("Building the scene");
    if (cleanness == Cleanness::dirty)
    {
        if (contacts == Contacts::refuse)
            return makeError(ErrorCode::invalid_geometry, "Rings of the scene cross, or a vertex lies on a foreign edge.");
        if (Result<void> resolved = resolveContacts(work, arrangement, starts); !resolved) return resolved;
    }
    reportOverlaps(work, arrangement);
    if (!clearway::report(progress, "tracing", 0)) return makeCancelled("Building the scene");

    const Faces faces = computeFaces(work, arrangement, starts);
    const TracedRings traced = traceRings(work, arrangement, faces);
    for (std::uint32_t ring = 0; ring < rings.input_ring.size(); ++ring)
    {
        if (!traced.is_source[ring])
            report.add(input.repairAt(SceneReport::Repair::Kind::covered_ring, rings.input_point[rings.first[ring]]));
    }

    const std::uint32_t offset = static_cast<std::uint32_t>(collected.points.size());
    collected.points.insert(collected.points.end(), traced.points.begin(), traced.points.end());
    collected.heights.insert(collected.heights.end(), traced.heights.begin(), traced.heights.end());
    const int layer = input.rings[numbers[0]].layer;
    for (const TracedRing& ring : traced.rings)
        collected.rings.push_back({ring.first + offset, ring.count, ring.region, layer, ring.is_hole});
    return {};
}

/// Groups rings by area: areas by layer and the first points of their outline, outlines before holes, holes by their first
/// points. False when a piece of free space has no outline.
static bool sortRings(Collected& collected)
{
    using Item = Collected::Ring;
    const auto start = [&](const Item& ring) {
        return std::pair{collected.points[ring.first], collected.points[ring.first + 1]};
    };
    std::sort(collected.rings.begin(), collected.rings.end(), [&](const Item& a, const Item& b) {
        if (a.layer != b.layer) return a.layer < b.layer;
        if (a.region != b.region) return a.region < b.region;
        return a.is_hole != b.is_hole ? b.is_hole : start(a) < start(b);
    });
    std::vector<std::pair<std::size_t, std::size_t>> areas;
    for (std::size_t i = 0; i < collected.rings.size(); ++i)
    {
        if (!collected.rings[i].is_hole) areas.push_back({i, i});
        if (areas.empty()) return false;
        areas.back().second = i + 1;
    }
    std::sort(areas.begin(), areas.end(), [&](const auto& a, const auto& b) {
        const Item &x = collected.rings[a.first], &y = collected.rings[b.first];
        return x.layer != y.layer ? x.layer < y.layer : start(x) < start(y);
    });
    std::vector<Item> sorted;
    for (const auto& [begin, end] : areas)
    {
        for (std::size_t i = begin; i < end; ++i) sorted.push_back(collected.rings[i]);
    }
    collected.rings = std::move(sorted);
    return true;
}

static Result<std::shared_ptr<Scene::Data>> buildData(const Collected& collected, const Frame& frame)
{
    auto data = std::make_shared<Scene::Data>();
    data->points.reserve(collected.points.size());
    data->heights.reserve(collected.points.size());
    data->next.reserve(collected.points.size());
    for (const Collected::Ring& ring : collected.rings)
    {
        const std::uint32_t first = static_cast<std::uint32_t>(data->points.size());
        if (!ring.is_hole) data->areas.push_back({static_cast<std::uint32_t>(data->rings.size()), 0, ring.layer});
        ++data->areas.back().ring_count;
        data->rings.push_back({first, ring.count, static_cast<std::uint32_t>(data->areas.size() - 1), ring.is_hole});
        for (std::uint32_t i = 0; i < ring.count; ++i)
        {
            data->points.push_back(frame.world(collected.points[ring.first + i]));
            data->heights.push_back(collected.heights[ring.first + i]);
            data->next.push_back(first + (i + 1 < ring.count ? i + 1 : 0));
        }
    }
    // The frame of the result is that of the free space alone, so that a scene built from the result has the same. The bounds are
    // those of the outlines or smaller, so its lattice is the same or finer and has all these points.
    const Result<Frame> free_frame = buildFrame(computeBounds(data->points));
    if (!free_frame) return free_frame.error();
    if (free_frame->quantum > frame.quantum)
        return makeInternalError("the frame of the free space is coarser than that of the outlines");
    data->frame = *free_frame;
    return data;
}

/// Names the first point of the first outline that has any.
static Error refuseAtFirstOutline(Error error, const InputRings& rings)
{
    for (std::size_t i = 0; i < rings.rings.size(); ++i)
    {
        if (rings.rings[i].role != Role::outline || rings.rings[i].input->points.empty()) continue;
        const Vec2 p = rings.rings[i].input->points[0];
        error.message += " (Ring " + std::to_string(i) + ", point 0 at " + toString(p) + ".)";
        error.place = atPoint(p, 0);
        error.place.ring = static_cast<std::int64_t>(i);
        break;
    }
    return error;
}

static Error nothingLeft(std::uint32_t outline_count, const Frame& frame)
{
    if (outline_count == 0)
    {
        return makeError(
            ErrorCode::invalid_geometry,
            "No outline encloses any area; each needs three points that do not lie on one line. Coordinates are rounded to " +
                toString(frame.quantum) + " m in a scene of this size and place.");
    }
    return makeError(ErrorCode::invalid_geometry, "No free space is left: holes and obstacles cover every area.");
}

/// The numbers of all rings, those of a layer together and in order.
static std::vector<std::uint32_t> sortByLayer(const InputRings& rings)
{
    std::vector<std::uint32_t> numbers(rings.rings.size());
    for (std::uint32_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    std::sort(numbers.begin(), numbers.end(), [&](std::uint32_t a, std::uint32_t b) {
        return rings.rings[a].layer != rings.rings[b].layer ? rings.rings[a].layer < rings.rings[b].layer : a < b;
    });
    return numbers;
}

Result<Scene> overlay::buildScene(const SceneInput& input, Contacts contacts, SceneReport& report, const Progress& progress)
{
    if (!clearway::report(progress, "checking", 0)) return makeCancelled("Building the scene");
    if (input.areas.empty())
        return makeError(ErrorCode::invalid_geometry, "There is no walkable area: give at least one outline.");
    const Result<InputRings> rings = collectRings(input);
    if (!rings) return rings.error();
    const Box2 bounds = computeOutlineBounds(*rings);
    if (bounds.isEmpty()) return makeError(ErrorCode::invalid_geometry, "The outlines of the areas have no points.");
    const Result<Frame> frame = buildFrame(bounds);
    if (!frame) return refuseAtFirstOutline(frame.error(), *rings);

    Collected collected;
    const std::vector<std::uint32_t> numbers = sortByLayer(*rings);
    for (std::size_t begin = 0, end = 0; begin < numbers.size(); begin = end)
    {
        while (end < numbers.size() && rings->rings[numbers[end]].layer == rings->rings[numbers[begin]].layer) ++end;
        const std::span<const std::uint32_t> layer(numbers.data() + begin, end - begin);
        if (Result<void> done = overlayLayer(*rings, layer, *frame, contacts, report, progress, collected); !done)
            return done.error();
    }
    if (collected.rings.empty()) return refuseAtFirstOutline(nothingLeft(collected.outline_count, *frame), *rings);

    if (!sortRings(collected)) return makeInternalError("a piece of free space has no outline");
    const Result<std::shared_ptr<Scene::Data>> data = buildData(collected, *frame);
    if (!data) return refuseAtFirstOutline(data.error(), *rings);
    (*data)->name = input.name;
    return Scene(*data);
}

Result<Scene> buildScene(const SceneInput& input, SceneReport* report, const Execution& execution)
{
    SceneReport unheard;
    return overlay::buildScene(input, Contacts::resolve, report != nullptr ? *report : unheard, execution.progress);
}

} // namespace clearway
