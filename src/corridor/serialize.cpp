// SPDX-License-Identifier: MIT
// A corridor map in bytes: the diagram, the options, the centres of the balls, and a hash of everything that was made of them.
// Reading builds the map anew and compares: whatever the bytes are, it gives the very map that was written or an error. The
// centres also bound what a damaged file can ask for: never more samples than it has bytes for.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <clearway/base/bytes.h>
#include <clearway/base/hash.h>
#include <clearway/corridor/corridor_map.h>

#include "base/errors.h"
#include "corridor/data.h"

namespace clearway {
namespace {

constexpr std::uint32_t kVersion = 1;

void add(Hasher& hasher, Vec2 p)
{
    hasher.add(p.x);
    hasher.add(p.y);
}

/// Of all that questions depend on and that the file does not hold.
std::uint64_t computeFingerprint(const CorridorMap::Data& data)
{
    Hasher hasher;
    for (const CorridorMap::Vertex& vertex : data.vertices)
    {
        add(hasher, vertex.position);
        hasher.add(vertex.clearance);
        hasher.add(vertex.component);
        hasher.add(static_cast<std::uint32_t>(vertex.layer));
    }
    for (const CorridorMap::Edge& edge : data.edges)
    {
        for (std::uint32_t number : {edge.a, edge.b, edge.first_sample, edge.sample_count}) hasher.add(number);
        for (double number : {edge.length, edge.narrowest, edge.valid_radius}) hasher.add(number);
        hasher.add(edge.is_branch);
    }
    for (const CorridorMap::Sample& sample : data.samples)
    {
        for (Vec2 p : {sample.position, sample.left, sample.right}) add(hasher, p);
        hasher.add(sample.clearance);
    }
    for (double along : data.distances) hasher.add(along);
    return hasher.value();
}

CorridorMapOptions readOptions(ByteReader& reader)
{
    CorridorMapOptions options;
    options.max_radius = reader.f64();
    options.spacing = reader.f64();
    options.finest = reader.f64();
    options.corner_clearance = reader.f64();
    const std::uint8_t corners = reader.u8();
    if (corners > 1) reader.fail();
    options.corners = corners == 1 ? CorridorMapOptions::CornerBranches::prune : CorridorMapOptions::CornerBranches::keep;
    options.max_sample_count = reader.u32();
    options.landmark_count = reader.u32();
    return options;
}

bool hasCenters(const CorridorMap& map, const std::vector<Vec2>& centers)
{
    return std::equal(map.samples().begin(), map.samples().end(), centers.begin(), centers.end(),
                      [](const CorridorMap::Sample& sample, Vec2 center) { return sample.position == center; });
}

} // namespace

void CorridorMap::write(ByteWriter& writer) const
{
    writer.u32(kVersion);
    data_->diagram.write(writer);
    const CorridorMapOptions& options = data_->options;
    for (double length : {options.max_radius, options.spacing, options.finest, options.corner_clearance}) writer.f64(length);
    writer.u8(options.corners == CorridorMapOptions::CornerBranches::prune ? 1 : 0);
    writer.u32(options.max_sample_count);
    writer.u32(options.landmark_count);
    writer.u64(data_->samples.size());
    for (const CorridorMap::Sample& sample : data_->samples)
    {
        writer.f64(sample.position.x);
        writer.f64(sample.position.y);
    }
    writer.u64(computeFingerprint(*data_));
}

Result<CorridorMap> CorridorMap::read(ByteReader& reader)
{
    const std::uint32_t version = reader.u32();
    if (!reader.failed() && version != kVersion) return failVersion(reader, "The corridor map", version, kVersion);
    const Result<VoronoiDiagram> diagram = VoronoiDiagram::read(reader);
    if (!diagram) return failRead(reader, diagram.error().code, "The corridor map cannot be used. " + diagram.error().message);
    const CorridorMapOptions options = readOptions(reader);
    std::vector<Vec2> centers(reader.count(16));
    for (Vec2& center : centers)
    {
        center.x = reader.f64();
        center.y = reader.f64();
    }
    const std::uint64_t fingerprint = reader.u64();
    if (reader.failed() || centers.size() > options.max_sample_count)
        return failRead(reader, ErrorCode::malformed_file,
                        "The corridor map is damaged: its bytes end too soon or contain numbers out of range.");

    CorridorMapOptions bounded = options;
    bounded.max_sample_count = static_cast<std::uint32_t>(centers.size());
    Result<CorridorMap> map = buildCorridorMap(*diagram, bounded);
    if (!map || !hasCenters(*map, centers))
        return failRead(reader, ErrorCode::malformed_file, "The corridor map is damaged: its balls do not fit its walls.");
    if (computeFingerprint(map->data()) != fingerprint)
        return failRead(reader, ErrorCode::malformed_file,
                        "The corridor map is damaged, or another version of the library made it; build it again.");
    auto data = std::const_pointer_cast<Data>(map->data_); // nobody else has seen it yet
    data->options = options;
    return map;
}

std::uint64_t CorridorMap::computeHash() const
{
    ByteWriter writer;
    write(writer);
    return clearway::computeHash(writer.bytes());
}

} // namespace clearway
