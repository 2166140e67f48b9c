// SPDX-License-Identifier: MIT
// A diagram in bytes: its frame, and the walls as they were given to the sweep, on the lattice. All else follows from them to the
// bit and is computed anew. Whatever the bytes are, reading gives a sound diagram or an error.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <clearway/base/bytes.h>

#include "base/errors.h"
#include "voronoi/assemble.h"

namespace clearway {
namespace {

constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kMaxLayer = 0x7fffffff;
constexpr std::size_t kWallBytes = 24;

/// Whether a lattice point is exact in world coordinates everywhere in the frame.
bool isUsable(const Frame& frame)
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

void writePoint(ByteWriter& writer, LatticePoint p)
{
    writer.u32(static_cast<std::uint32_t>(p.x));
    writer.u32(static_cast<std::uint32_t>(p.y));
}

LatticePoint readPoint(ByteReader& reader)
{
    const auto read = [&] {
        const std::int64_t value = static_cast<std::int32_t>(reader.u32());
        if (value < -Frame::kLimit || value > Frame::kLimit) reader.fail();
        return reader.failed() ? 0 : static_cast<std::int32_t>(value);
    };
    const std::int32_t x = read();
    return {x, read()};
}

struct LayerWalls
{
    int layer = 0;
    std::vector<voronoi::WallPiece> pieces;
};

/// Layers in increasing order, as they were written.
std::vector<LayerWalls> readWalls(ByteReader& reader)
{
    std::vector<LayerWalls> layers;
    const std::size_t count = reader.count(kWallBytes);
    for (std::size_t i = 0; i < count && !reader.failed(); ++i)
    {
        const std::uint32_t layer = reader.u32();
        voronoi::WallPiece piece;
        piece.obstacle = reader.u32();
        piece.a = readPoint(reader);
        piece.b = readPoint(reader);
        if (layer > kMaxLayer || piece.a == piece.b) reader.fail();
        if (reader.failed()) break;
        const int number = static_cast<int>(layer);
        if (layers.empty() || layers.back().layer < number) layers.push_back({number, {}});
        if (layers.back().layer != number) reader.fail();
        layers.back().pieces.push_back(piece);
    }
    return layers;
}

/// Whether the walls enclose free space: each goes on in another, and around every site the borders of its region follow one
/// another, from the border with the site after it to the border with the one before. Walls whose free sides contradict each
/// other leave gaps. The region of a corner that is straight but for rounding may have no border of its own: then those of the
/// walls beside it follow one another.
bool isClosed(const VoronoiDiagram::Data& data)
{
    const auto around = [&](std::uint32_t site) {
        return std::span(data.around).subspan(data.first_around[site], data.first_around[site + 1] - data.first_around[site]);
    };
    for (std::uint32_t i = 0; i < data.sites.size(); ++i)
    {
        const VoronoiDiagram::Site& site = data.sites[i];
        const auto border = around(i);
        if (site.next == kNone || site.previous == kNone) return false;
        const bool is_corner = site.shape.a == site.shape.b;
        if (border.empty() && !is_corner) return false;
        if (border.empty()) continue;
        for (std::size_t k = 1; k < border.size(); ++k)
            if (data.lastVertex(border[k - 1]) != data.firstVertex(border[k])) return false;
        auto after = around(site.next);
        const VoronoiDiagram::Site& next = data.sites[site.next];
        if (after.empty() && next.shape.a == next.shape.b && next.next != kNone) after = around(next.next);
        if (after.empty() || data.firstVertex(border.front()) != data.lastVertex(after.back())) return false;
    }
    return true;
}

} // namespace

void VoronoiDiagram::write(ByteWriter& writer) const
{
    const Data& data = *data_;
    writer.u32(kVersion);
    writer.f64(data.frame.origin.x);
    writer.f64(data.frame.origin.y);
    writer.f64(data.frame.quantum);
    std::uint64_t count = 0;
    for (const Data::Layer& layer : data.layers) count += layer.segment_count;
    writer.u64(count);
    for (const Data::Layer& layer : data.layers)
        for (std::uint32_t i = layer.first_site; i < layer.first_site + layer.segment_count; ++i)
        {
            writer.u32(static_cast<std::uint32_t>(layer.layer));
            writer.u32(data.sites[i].obstacle);
            writePoint(writer, data.frame.snap(data.sites[i].shape.a));
            writePoint(writer, data.frame.snap(data.sites[i].shape.b));
        }
}

Result<VoronoiDiagram> VoronoiDiagram::read(ByteReader& reader)
{
    const std::uint32_t version = reader.u32();
    if (!reader.failed() && version != kVersion) return failVersion(reader, "The Voronoi diagram", version, kVersion);
    auto data = std::make_shared<Data>();
    data->frame.origin.x = reader.f64();
    data->frame.origin.y = reader.f64();
    data->frame.quantum = reader.f64();
    if (!isUsable(data->frame)) reader.fail();
    const std::vector<LayerWalls> layers = readWalls(reader);
    if (reader.failed())
        return failRead(reader, ErrorCode::malformed_file,
                        "The Voronoi diagram is damaged: its bytes end too soon or contain numbers out of range.");
    for (const LayerWalls& walls : layers)
    {
        if (!voronoi::areWallPieces(walls.pieces))
            return failRead(reader, ErrorCode::malformed_file, "The Voronoi diagram is damaged: its walls cross or overlap.");
        if (auto error = voronoi::addLayer(walls.layer, walls.pieces, *data)) return *std::move(error);
    }
    voronoi::finishDiagram(*data);
    if (!isClosed(*data))
        return failRead(reader, ErrorCode::malformed_file,
                        "The Voronoi diagram is damaged: its walls do not enclose free space.");
    return VoronoiDiagram(std::move(data));
}

} // namespace clearway
