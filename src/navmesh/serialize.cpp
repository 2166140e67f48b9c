// SPDX-License-Identifier: MIT
// A mesh in bytes: frame, vertices, cells as loops, obstacles. Portals, components and search structures follow from these and
// are made anew on reading, so a file cannot contradict itself about them. Whatever the bytes are, reading gives a sound mesh or
// an error.
#include <bit>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include <clearway/base/hash.h>
#include <clearway/navmesh/navmesh.h>

#include "base/errors.h"
#include "navmesh/assemble.h"
#include "navmesh/cell_shape.h"
#include "navmesh/data.h"
#include "navmesh/errors.h"

namespace clearway {

namespace {

constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kMaxLayer = 0x7fffffff;

void writePoint(ByteWriter& writer, Vec2 p)
{
    writer.f64(p.x);
    writer.f64(p.y);
}

Vec2 readPoint(ByteReader& reader)
{
    const double x = reader.f64();
    const double y = reader.f64();
    if (!std::isfinite(x) || !std::isfinite(y)) reader.fail();
    return {x, y};
}

int readLayer(ByteReader& reader)
{
    const std::uint32_t layer = reader.u32();
    if (layer > kMaxLayer) reader.fail();
    return reader.failed() ? 0 : static_cast<int>(layer);
}

void readFrame(ByteReader& reader, Frame& frame)
{
    frame.origin = readPoint(reader);
    frame.quantum = reader.f64();
    int exponent = 0;
    if (!(frame.quantum > 0) || !std::isfinite(frame.quantum) || std::frexp(frame.quantum, &exponent) != 0.5) reader.fail();
}

/// Cells with their corners and obstacles; ids are checked as they come.
void readCells(ByteReader& reader, CellSoup& soup)
{
    const std::size_t cell_count = reader.count(8);
    soup.first_side.reserve(cell_count + 1);
    soup.layers.reserve(cell_count);
    soup.first_side.push_back(0);
    for (std::size_t c = 0; c < cell_count && !reader.failed(); ++c)
    {
        soup.layers.push_back(readLayer(reader));
        const std::size_t side_count = reader.count(8);
        if (side_count < 3 || soup.corners.size() + side_count >= kNone) return reader.fail();
        for (std::size_t i = 0; i < side_count; ++i)
        {
            const VertexId from = reader.u32();
            const ObstacleId obstacle = reader.u32();
            if (from >= soup.vertices.size() || (obstacle != kNone && obstacle >= soup.obstacles.size())) return reader.fail();
            soup.corners.push_back(from);
            soup.side_obstacle.push_back(obstacle);
        }
        soup.first_side.push_back(static_cast<std::uint32_t>(soup.corners.size()));
    }
}

/// A point that the frame can hold. A hostile file may name any.
Vec2 readPointWithin(ByteReader& reader, const Frame& frame)
{
    const Vec2 p = readPoint(reader);
    const Vec2 steps = (p - frame.origin) / frame.quantum;
    if (!(std::max(std::abs(steps.x), std::abs(steps.y)) <= Frame::kLimit)) reader.fail();
    return p;
}

CellSoup readSoup(ByteReader& reader)
{
    CellSoup soup;
    readFrame(reader, soup.frame);
    soup.vertices.resize(reader.count(24));
    for (NavMesh::Vertex& vertex : soup.vertices)
    {
        vertex.position = readPointWithin(reader, soup.frame);
        vertex.height = reader.f64();
        if (!std::isfinite(vertex.height)) reader.fail();
    }
    soup.obstacles.resize(reader.count(36));
    for (NavMesh::Obstacle& obstacle : soup.obstacles)
    {
        obstacle.segment.a = readPointWithin(reader, soup.frame);
        obstacle.segment.b = readPointWithin(reader, soup.frame);
        obstacle.layer = readLayer(reader);
        if (obstacle.segment.a == obstacle.segment.b) reader.fail();
    }
    if (!reader.failed()) readCells(reader, soup);
    if (soup.layers.empty()) reader.fail();
    return soup;
}

std::optional<Error> findBadCell(const CellSoup& soup)
{
    std::vector<Vec2> ring;
    for (CellId c = 0; c < soup.layers.size(); ++c)
    {
        ring.clear();
        for (SideId s = soup.first_side[c]; s < soup.first_side[c + 1]; ++s)
            ring.push_back(soup.vertices[soup.corners[s]].position);
        if (const auto fault = findShapeFault(ring)) return makeCellError(c, fault->position, toString(fault->kind));
    }
    return std::nullopt;
}

} // namespace

void NavMesh::write(ByteWriter& writer) const
{
    const Data& data = *data_;
    writer.u32(kVersion);
    writePoint(writer, data.frame.origin);
    writer.f64(data.frame.quantum);
    writer.u64(data.vertices.size());
    for (const Vertex& vertex : data.vertices)
    {
        writePoint(writer, vertex.position);
        writer.f64(vertex.height);
    }
    writer.u64(data.obstacles.size());
    for (const Obstacle& obstacle : data.obstacles)
    {
        writePoint(writer, obstacle.segment.a);
        writePoint(writer, obstacle.segment.b);
        writer.u32(static_cast<std::uint32_t>(obstacle.layer));
    }
    writer.u64(data.cells.size());
    for (const Cell& cell : data.cells)
    {
        writer.u32(static_cast<std::uint32_t>(cell.layer));
        writer.u64(cell.side_count);
        for (SideId s = cell.first_side; s < cell.first_side + cell.side_count; ++s)
        {
            writer.u32(data.sides[s].from);
            writer.u32(data.sides[s].obstacle);
        }
    }
}

Result<NavMesh> NavMesh::read(ByteReader& reader)
{
    const std::uint32_t version = reader.u32();
    if (!reader.failed() && version != kVersion) return failVersion(reader, "The navigation mesh", version, kVersion);
    CellSoup soup = readSoup(reader);
    if (reader.failed())
        return makeError(ErrorCode::malformed_file,
                         "The navigation mesh is damaged: its bytes end too soon or contain numbers out of range.");
    std::optional<Error> fault = findBadCell(soup);
    if (!fault)
    {
        Result<NavMesh> mesh = assembleUncheckedNavMesh(std::move(soup));
        if (mesh) return mesh;
        fault = mesh.error();
    }
    reader.fail();
    fault->code = ErrorCode::malformed_file;
    fault->message = "The navigation mesh is damaged. " + fault->message;
    return *std::move(fault);
}

std::uint64_t NavMesh::computeHash() const
{
    ByteWriter writer;
    write(writer);
    return clearway::computeHash(writer.bytes());
}

} // namespace clearway
