// SPDX-License-Identifier: MIT
// Writers of triangle meshes.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include <clearway/base/bytes.h>

#include "io/base64.h"
#include "io/json.h"
#include "io/mesh_parts.h"

namespace clearway {

namespace {

using namespace io;

/// Blue over cyan, green and yellow to red.
std::array<std::uint8_t, 3> computeColor(double value, double max_value)
{
    const double share = max_value > 0 && std::isfinite(max_value) ? value / max_value : 0;
    const double t = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) * 4 : 4;
    const auto channel = [](double x) { return static_cast<std::uint8_t>(std::clamp(x, 0.0, 1.0) * 255 + 0.5); };
    return {channel(t - 2), channel(t < 2 ? t : 4 - t), channel(2 - t)};
}

void putFloat(ByteWriter& writer, double value) { writer.u32(std::bit_cast<std::uint32_t>(static_cast<float>(value))); }

/// What a glTF file holds: one buffer with positions, colours and indices, and the document that describes it.
struct GltfParts
{
    std::vector<std::byte> buffer;
    std::string accessors; ///< JSON of accessors, bufferViews, meshes, nodes, scenes
};

void appendVector(std::string& text, const char* key, const std::array<float, 3>& v)
{
    fmt::format_to(std::back_inserter(text), ",\"{}\":[{},{},{}]", key, v[0], v[1], v[2]);
}

GltfParts makeGltf(const MeshView& mesh)
{
    Box3 box = computeBounds(mesh.positions);
    if (mesh.positions.empty()) box.add(Vec3{});
    const Vec3 middle = box.center();
    ByteWriter writer;
    std::array<float, 3> low = {}, high = {};
    for (std::size_t i = 0; i < mesh.positions.size(); ++i)
    {
        const Vec3 d = mesh.positions[i] - middle;
        const std::array<float, 3> p = {static_cast<float>(d.x), static_cast<float>(d.z), static_cast<float>(-d.y)};
        for (std::size_t k = 0; k < 3; ++k)
        {
            low[k] = i == 0 ? p[k] : std::min(low[k], p[k]);
            high[k] = i == 0 ? p[k] : std::max(high[k], p[k]);
            putFloat(writer, p[k]);
        }
    }
    const std::size_t color_start = writer.bytes().size();
    for (const double value : mesh.values)
    {
        for (const std::uint8_t channel : computeColor(value, mesh.max_value)) writer.u8(channel);
        writer.u8(255);
    }
    const std::size_t index_start = writer.bytes().size();
    for (const MeshTriangle& t : mesh.triangles)
        for (const std::uint32_t v : t) writer.u32(v);
    const std::size_t end = writer.bytes().size();

    GltfParts parts{writer.take(), ""};
    std::string& json = parts.accessors;
    const bool has_colors = !mesh.values.empty();
    json += fmt::format("\"accessors\":[{{\"bufferView\":0,\"componentType\":5126,\"count\":{},\"type\":\"VEC3\"",
                        mesh.positions.size());
    appendVector(json, "min", low);
    appendVector(json, "max", high);
    json +=
        fmt::format("}},{{\"bufferView\":1,\"componentType\":5125,\"count\":{},\"type\":\"SCALAR\"}}", 3 * mesh.triangles.size());
    if (has_colors)
        json += fmt::format(",{{\"bufferView\":2,\"componentType\":5121,\"normalized\":true,\"count\":{},\"type\":\"VEC4\"}}",
                            mesh.positions.size());
    json += fmt::format("],\"bufferViews\":[{{\"buffer\":0,\"byteOffset\":0,\"byteLength\":{},\"target\":34962}}", color_start);
    json += fmt::format(",{{\"buffer\":0,\"byteOffset\":{},\"byteLength\":{},\"target\":34963}}", index_start, end - index_start);
    if (has_colors)
        json += fmt::format(",{{\"buffer\":0,\"byteOffset\":{},\"byteLength\":{},\"target\":34962}}", color_start,
                            index_start - color_start);
    json += fmt::format("],\"meshes\":[{{\"primitives\":[{{\"attributes\":{{\"POSITION\":0{}}},\"indices\":1}}]}}],",
                        has_colors ? ",\"COLOR_0\":2" : "");
    json += "\"nodes\":[{\"mesh\":0,\"name\":";
    appendJsonString(json, mesh.name);
    json +=
        fmt::format(",\"translation\":[{},{},{}]}}],\"scene\":0,\"scenes\":[{{\"nodes\":[0]}}]", middle.x, middle.z, -middle.y);
    return parts;
}

std::string makeDocument(const GltfParts& parts, std::string_view uri)
{
    std::string json = "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Clearway\"},";
    json += parts.accessors;
    json += fmt::format(",\"buffers\":[{{\"byteLength\":{}", parts.buffer.size());
    if (!uri.empty()) ((json += ",\"uri\":\"") += uri) += '"';
    return json += "}]}";
}

} // namespace

MeshView viewMesh(const TriangleMesh& mesh) { return {mesh.name(), mesh.positions(), mesh.triangles(), {}, 1}; }

MeshView viewMesh(const SurfaceMesh& mesh)
{
    return {mesh.source().name(), mesh.positions(), mesh.triangles(), mesh.accelerations(), mesh.maxAcceleration()};
}

std::string formatObj(const MeshView& mesh)
{
    std::string text = "# Clearway; metres, Z up\n";
    for (const Vec3 p : mesh.positions)
    {
        text += 'v';
        for (const double x : {p.x, p.y, p.z}) appendNumber(text += ' ', x);
        text += '\n';
    }
    for (const MeshTriangle& t : mesh.triangles)
    {
        text += 'f';
        for (const std::uint32_t v : t) appendNumber(text += ' ', std::int64_t{v} + 1);
        text += '\n';
    }
    return text;
}

std::vector<std::byte> formatPly(const MeshView& mesh)
{
    const bool has_values = mesh.values.size() == mesh.positions.size() && !mesh.values.empty();
    std::string header = "ply\nformat binary_little_endian 1.0\ncomment Clearway; metres, Z up\n";
    header += fmt::format("element vertex {}\nproperty double x\nproperty double y\nproperty double z\n", mesh.positions.size());
    if (has_values) header += "property uchar red\nproperty uchar green\nproperty uchar blue\nproperty double acceleration\n";
    header += fmt::format("element face {}\nproperty list uchar uint vertex_indices\nend_header\n", mesh.triangles.size());
    ByteWriter writer;
    writer.raw(std::as_bytes(std::span(header)));
    for (std::size_t i = 0; i < mesh.positions.size(); ++i)
    {
        const Vec3 p = mesh.positions[i];
        for (const double x : {p.x, p.y, p.z}) writer.f64(x);
        if (!has_values) continue;
        for (const std::uint8_t channel : computeColor(mesh.values[i], mesh.max_value)) writer.u8(channel);
        writer.f64(mesh.values[i]);
    }
    for (const MeshTriangle& t : mesh.triangles)
    {
        writer.u8(3);
        for (const std::uint32_t v : t) writer.u32(v);
    }
    return writer.take();
}

std::string formatGltf(const MeshView& mesh)
{
    const GltfParts parts = makeGltf(mesh);
    return makeDocument(parts, "data:application/octet-stream;base64," + encodeBase64(parts.buffer));
}

std::vector<std::byte> formatGlb(const MeshView& mesh)
{
    const GltfParts parts = makeGltf(mesh); // its length is a multiple of four
    std::string json = makeDocument(parts, "");
    json.resize((json.size() + 3) / 4 * 4, ' ');
    ByteWriter writer;
    writer.u32(0x46546c67);
    writer.u32(2);
    writer.u32(static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + parts.buffer.size()));
    writer.u32(static_cast<std::uint32_t>(json.size()));
    writer.u32(0x4e4f534a);
    writer.raw(std::as_bytes(std::span(json)));
    writer.u32(static_cast<std::uint32_t>(parts.buffer.size()));
    writer.u32(0x004e4942);
    writer.raw(parts.buffer);
    return writer.take();
}

} // namespace clearway
