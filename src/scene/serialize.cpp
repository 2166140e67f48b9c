// SPDX-License-Identifier: MIT
// Scene to bytes and back. Points are stored as lattice coordinates: half the size, and what is read lies on the lattice.
#include <algorithm>
#include <cmath>

#include <clearway/scene/scene.h>

#include "base/errors.h"
#include "lattice.h"
#include "overlay.h"
#include "rings.h"

namespace clearway {

static constexpr std::uint32_t kVersion = 1;

void Scene::write(ByteWriter& writer) const
{
    writer.u32(kVersion);
    writer.text(data_->name);
    writer.f64(data_->frame.origin.x);
    writer.f64(data_->frame.origin.y);
    writer.f64(data_->frame.quantum);
    writer.u64(data_->areas.size());
    for (const Area& area : data_->areas)
    {
        writer.u32(static_cast<std::uint32_t>(area.layer));
        writer.u32(area.ring_count);
    }
    writer.u64(data_->rings.size());
    for (const RingRange& ring : data_->rings) writer.u32(ring.count);
    writer.u64(data_->points.size());
    for (Vec2 p : data_->points)
    {
        const LatticePoint q = data_->frame.snap(p);
        writer.u32(static_cast<std::uint32_t>(q.x));
        writer.u32(static_cast<std::uint32_t>(q.y));
    }
    const bool has_heights = std::any_of(data_->heights.begin(), data_->heights.end(), [](double h) { return h != 0; });
    writer.u8(has_heights ? 1 : 0);
    if (!has_heights) return;
    for (double height : data_->heights) writer.f64(height);
}

static Error failScene(ByteReader& reader, const std::string& what)
{
    return failRead(reader, ErrorCode::malformed_file, "The scene in the file is damaged: " + what + ".");
}

/// Whether a lattice point is exact in world coordinates everywhere in the frame.
static bool isUsable(const Frame& frame)
{
    if (!isFinite(frame.origin) || !std::isfinite(frame.quantum) || frame.quantum < 0x1p-200 || frame.quantum > 0x1p200)
        return false;
    int exponent = 0;
    if (std::frexp(frame.quantum, &exponent) != 0.5) return false;
    const auto isExact = [&](double value) {
        const double steps = value / frame.quantum;
        return std::fabs(steps) + Frame::kLimit < 0x1p53 && std::floor(steps) == steps;
    };
    return isExact(frame.origin.x) && isExact(frame.origin.y);
}

static void readAreas(ByteReader& reader, Scene::Data& data)
{
    data.areas.resize(reader.count(8));
    std::uint64_t ring_count = 0;
    for (Scene::Area& area : data.areas)
    {
        const std::uint32_t layer = reader.u32();
        if (layer > static_cast<std::uint32_t>(overlay::kMaxLayer)) reader.fail();
        area = {static_cast<std::uint32_t>(ring_count), reader.u32(), static_cast<int>(layer)};
        ring_count += area.ring_count;
        if (area.ring_count == 0 || ring_count > reader.remaining()) reader.fail();
        if (reader.failed()) return;
    }
    data.rings.resize(reader.count(4));
    if (data.rings.size() != ring_count || data.rings.empty()) reader.fail();
}

static void readRings(ByteReader& reader, Scene::Data& data)
{
    std::uint64_t point_count = 0;
    std::uint32_t ring = 0;
    for (std::uint32_t area = 0; area < data.areas.size() && !reader.failed(); ++area)
    {
        for (std::uint32_t i = 0; i < data.areas[area].ring_count && !reader.failed(); ++i, ++ring)
        {
            data.rings[ring] = {static_cast<std::uint32_t>(point_count), reader.u32(), area, i > 0};
            point_count += data.rings[ring].count;
            if (data.rings[ring].count < 3 || point_count > static_cast<std::uint64_t>(kMaxSceneVertexCount)) reader.fail();
        }
    }
    if (reader.count(8) != point_count) reader.fail();
    if (reader.failed()) return;
    data.points.resize(static_cast<std::size_t>(point_count));
    data.next.resize(static_cast<std::size_t>(point_count));
    for (const Scene::RingRange& range : data.rings)
    {
        for (std::uint32_t i = 0; i < range.count; ++i)
            data.next[range.first + i] = range.first + (i + 1 < range.count ? i + 1 : 0);
    }
}

/// Reads the points; the sentence says what is wrong, empty when nothing is.
static std::string readPoints(ByteReader& reader, Scene::Data& data)
{
    std::vector<LatticePoint> points(data.points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        points[i].x = static_cast<std::int32_t>(reader.u32());
        points[i].y = static_cast<std::int32_t>(reader.u32());
        const auto isWithin = [](std::int32_t v) { return -Frame::kLimit <= v && v <= Frame::kLimit; };
        if (!isWithin(points[i].x) || !isWithin(points[i].y)) return "point " + std::to_string(i) + " lies outside the frame";
        data.points[i] = data.frame.world(points[i]);
    }
    for (std::size_t r = 0; r < data.rings.size(); ++r)
    {
        const Scene::RingRange& ring = data.rings[r];
        __int128 twice_area = 0;
        for (std::uint32_t i = ring.first; i < ring.first + ring.count; ++i)
        {
            if (points[i] == points[data.next[i]]) return "point " + std::to_string(i) + " is repeated";
            twice_area += overlay::cross(points[ring.first], points[i], points[data.next[i]]);
        }
        if (ring.is_hole ? twice_area >= 0 : twice_area <= 0) return "ring " + std::to_string(r) + " runs the wrong way round";
    }
    return {};
}

static void readHeights(ByteReader& reader, Scene::Data& data)
{
    const std::uint8_t has_heights = reader.u8();
    if (has_heights > 1) reader.fail();
    data.heights.assign(reader.failed() ? 0 : data.points.size(), 0.0);
    if (has_heights != 1) return;
    bool any = false;
    for (double& height : data.heights)
    {
        height = reader.f64();
        any |= height != 0;
        if (!std::isfinite(height)) reader.fail();
        if (reader.failed()) return;
    }
    if (!any) reader.fail(); // flat scenes are written without heights
}

/// Whether rings keep what a Scene promises: then a scene built from them has the same rings.
static bool hasSoundRings(const Scene& scene)
{
    SceneInput input;
    for (const Scene::Area& area : scene.areas())
    {
        SceneInput::AreaInput& copy = input.areas.emplace_back();
        copy.layer = area.layer;
        copy.holes.resize(area.ring_count - 1);
        for (std::uint32_t i = 0; i < area.ring_count; ++i)
        {
            const std::span<const Vec2> points = scene.points(scene.rings()[area.first_ring + i]);
            (i == 0 ? copy.outline : copy.holes[i - 1]).points.assign(points.begin(), points.end());
        }
    }
    SceneReport unheard;
    const Result<Scene> built = overlay::buildScene(input, overlay::Contacts::refuse, unheard, {});
    const auto isSameArea = [](const Scene::Area& a, const Scene::Area& b) {
        return a.layer == b.layer && a.ring_count == b.ring_count;
    };
    const auto isSameRing = [](const Scene::RingRange& a, const Scene::RingRange& b) { return a.count == b.count; };
    return built && std::ranges::equal(built->areas(), scene.areas(), isSameArea) &&
           std::ranges::equal(built->rings(), scene.rings(), isSameRing) && std::ranges::equal(built->points(), scene.points());
}

Result<Scene> Scene::read(ByteReader& reader)
{
    const auto data = std::make_shared<Data>();
    const std::uint32_t version = reader.u32();
    if (!reader.failed() && version != kVersion)
        return failRead(reader, ErrorCode::unsupported_format,
                        "The scene was written in version " + std::to_string(version) +
                            " of its format; this program reads version 1.");
    data->name = reader.text();
    data->frame.origin.x = reader.f64();
    data->frame.origin.y = reader.f64();
    data->frame.quantum = reader.f64();
    if (reader.failed()) return failScene(reader, "it ends too soon");
    if (!isUsable(data->frame)) return failScene(reader, "its frame is not usable");
    readAreas(reader, *data);
    if (reader.failed()) return failScene(reader, "its areas are not described consistently");
    readRings(reader, *data);
    if (reader.failed()) return failScene(reader, "its rings are not described consistently");
    if (const std::string trouble = readPoints(reader, *data); !trouble.empty() || reader.failed())
        return failScene(reader, trouble.empty() ? "it ends too soon" : trouble);
    readHeights(reader, *data);
    if (reader.failed()) return failScene(reader, "its heights are not usable");
    const Scene scene(data);
    if (hasSoundRings(scene)) return scene;
    return failScene(reader, "its rings cross, overlap or are not where they belong");
}

} // namespace clearway
