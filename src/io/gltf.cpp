// SPDX-License-Identifier: MIT
// glTF 2.0, as JSON and as GLB: the triangles of a scene, moved where its nodes put them.
// The document is kept as a tree, since everything refers to everything; numbers of vertices are in buffers, so it stays small.
// Every index, offset and length is checked before it is used, and the sum of all triangles before memory is taken.
#include <array>
#include <bit>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include <clearway/base/bytes.h>

#include "base/errors.h"
#include "io/base64.h"
#include "io/json_tree.h"
#include "io/mesh_parts.h"

namespace clearway {

namespace {

using namespace io;
using Json = JsonValue;

constexpr std::uint32_t kMagic = 0x46546c67; // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4e4f534a;
constexpr std::uint32_t kBinaryChunk = 0x004e4942;
constexpr int kMostDepth = 256; ///< of nodes inside nodes
constexpr std::size_t kMostTriangles = std::size_t{1} << 26;
// Nodes may repeat a mesh in a few bytes each. So many triangles may come of that, and some more for each byte of the file.
constexpr std::size_t kMostRepeated = std::size_t{1} << 22;
constexpr std::size_t kMostPerByte = 4;

/// An affine map, row by row.
struct Transform
{
    std::array<std::array<double, 4>, 3> rows = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

    Vec3 apply(Vec3 p) const
    {
        const auto row = [&](std::size_t i) { return rows[i][0] * p.x + rows[i][1] * p.y + rows[i][2] * p.z + rows[i][3]; };
        return {row(0), row(1), row(2)};
    }
    Transform times(const Transform& inner) const
    {
        Transform product;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = 0; k < 4; ++k)
                product.rows[i][k] = rows[i][0] * inner.rows[0][k] + rows[i][1] * inner.rows[1][k] +
                                     rows[i][2] * inner.rows[2][k] + (k == 3 ? rows[i][3] : 0);
        return product;
    }
    /// A mirror turns triangles inside out.
    bool isMirror() const
    {
        const auto& r = rows;
        return r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) - r[0][1] * (r[1][0] * r[2][2] - r[1][2] * r[2][0]) +
                   r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]) <
               0;
    }
};

/// Numbers of a buffer as an accessor describes them; all inside the buffer.
struct Accessor
{
    std::span<const std::byte> bytes; ///< from the first element
    std::size_t count = 0;
    std::size_t stride = 0;
    std::size_t components = 0;
    int type = 0; ///< 5120 to 5126
    bool is_normalized = false;

    static std::size_t sizeOf(int type)
    {
        switch (type)
        {
        case 5120:
        case 5121: return 1;
        case 5122:
        case 5123: return 2;
        case 5125:
        case 5126: return 4;
        default: return 0;
        }
    }

    std::uint32_t bitsAt(std::size_t element, std::size_t component) const
    {
        const std::size_t size = sizeOf(type);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < size; ++i)
            bits |= static_cast<std::uint32_t>(bytes[element * stride + component * size + i]) << (8 * i);
        return bits;
    }

    double numberAt(std::size_t element, std::size_t component) const
    {
        const std::uint32_t bits = bitsAt(element, component);
        switch (type)
        {
        case 5120: {
            const double x = static_cast<std::int8_t>(bits);
            return is_normalized ? std::max(x / 127, -1.0) : x;
        }
        case 5121: return is_normalized ? bits / 255.0 : bits;
        case 5122: {
            const double x = static_cast<std::int16_t>(bits);
            return is_normalized ? std::max(x / 32767, -1.0) : x;
        }
        case 5123: return is_normalized ? bits / 65535.0 : bits;
        case 5126: return std::bit_cast<float>(bits);
        default: return bits;
        }
    }
};

class GltfReader
{
public:
    GltfReader(std::span<const std::byte> bytes, const MeshReadOptions& options, MeshReport* report)
        : bytes_(bytes), options_(options), report_(report)
    {
    }

    Result<MeshInput> read()
    {
        if (!openFile() || !readScene()) return error_;
        if (left_out_ > 0)
            addRemark(report_, countOf(left_out_, "set of lines or points", "sets of lines or points") + " left out.");
        return finishMesh(std::move(mesh_), options_, MeshReadOptions::UpAxis::y);
    }

private:
    bool fail(std::string message, ErrorCode code = ErrorCode::malformed_file)
    {
        error_ = makeError(code, std::move(message));
        return false;
    }

    // Opening

    bool openFile()
    {
        ByteReader reader(bytes_);
        std::span<const std::byte> json = bytes_;
        if (bytes_.size() >= 12 && ByteReader(bytes_).u32() == kMagic)
        {
            reader.u32();
            if (reader.u32() != 2) return fail("only version 2 of glTF is read.", ErrorCode::unsupported_format);
            if (reader.u32() > bytes_.size()) return fail("the file is cut off: it is shorter than it says.");
            json = readChunk(reader, kJsonChunk);
            if (reader.failed()) return fail("the file is cut off or damaged: a GLB begins with a JSON chunk.");
            if (reader.remaining() >= 8) binary_ = readChunk(reader, kBinaryChunk);
            if (reader.failed()) return fail("the file is cut off: its binary chunk is shorter than it says.");
        }
        if (!parseDocument(asText(json))) return false;
        const Json* asset = document_.find("asset");
        const std::string* version = findText(asset, "version");
        if (!version || !version->starts_with("2")) return fail("only version 2 of glTF is read.", ErrorCode::unsupported_format);
        if (const Json::List* required = findList(&document_, "extensionsRequired"))
            for (const Json& name : *required)
                if (const std::string* text = name.text(); text && text->find("compression") != std::string::npos)
                    return fail("the file is compressed (" + text->substr(0, 60) + "); export it without compression.",
                                ErrorCode::unsupported_format);
        return true;
    }

    bool parseDocument(std::string_view text)
    {
        while (text.ends_with('\0')) text.remove_suffix(1); // some programs fill up the chunk of a GLB with it
        JsonReader reader(skipByteOrderMark(text));
        if (readTree(reader, document_) && !reader.atEnd()) reader.fail("expected the end of the document");
        if (reader.failed())
        {
            error_ = reader.error();
            error_.message = "this is not a JSON document of glTF: " + error_.message + ".";
            return false;
        }
        return document_.isObject() || fail("this is not a JSON document of glTF.");
    }

    static std::span<const std::byte> readChunk(ByteReader& reader, std::uint32_t kind)
    {
        const std::uint32_t size = reader.u32();
        if (reader.u32() != kind || size > reader.remaining()) reader.fail();
        return reader.raw(size);
    }

    // Looking things up

    /// A member that is a list or text; nullptr when there is none, or `object` is nullptr.
    static const Json::List* findList(const Json* object, const char* key)
    {
        const Json* value = object ? object->find(key) : nullptr;
        return value ? value->list() : nullptr;
    }
    static const std::string* findText(const Json* object, const char* key)
    {
        const Json* value = object ? object->find(key) : nullptr;
        return value ? value->text() : nullptr;
    }

    /// A number that counts or points, or `missing` if it is not there; nothing if it is there but no such number.
    static std::optional<std::size_t> findIndex(const Json& object, const char* key, std::optional<std::size_t> missing)
    {
        const Json* value = object.find(key);
        return value ? value->index() : missing;
    }

    /// Element `index` of a list of the document.
    const Json* findItem(const char* list, std::optional<std::size_t> index) const
    {
        const Json::List* items = findList(&document_, list);
        return items && index && *index < items->size() ? &(*items)[*index] : nullptr;
    }

    bool openBuffer(std::size_t index, std::span<const std::byte>& bytes)
    {
        const Json* buffer = findItem("buffers", index);
        if (!buffer) return fail(fmt::format("there is no buffer {}.", index));
        const Json* uri = buffer->find("uri");
        if (!uri)
        {
            if (index != 0 || binary_.empty()) return fail(fmt::format("buffer {} has no data.", index));
            bytes = binary_;
            return true;
        }
        if (buffers_.size() <= index) buffers_.resize(index + 1);
        if (buffers_[index].empty())
        {
            if (!uri->text()) return fail("the address of a buffer must be a string.");
            const std::string& text = *uri->text();
            const std::size_t comma = text.find(";base64,");
            if (!text.starts_with("data:") || comma == std::string::npos)
                return fail(fmt::format("buffer {} is in another file ('{}'); export with embedded buffers or as .glb.", index,
                                        text.substr(0, 60)),
                            ErrorCode::unsupported_format);
            if (!decodeBase64(std::string_view(text).substr(comma + 8), buffers_[index]))
                return fail(fmt::format("the data of buffer {} is not base64.", index));
        }
        bytes = buffers_[index];
        return true;
    }

    bool openAccessor(std::optional<std::size_t> index, std::size_t components, Accessor& accessor)
    {
        const Json* item = findItem("accessors", index);
        if (!item) return fail("a primitive refers to an accessor that is not there.");
        if (item->find("sparse")) return fail("sparse accessors are not read.", ErrorCode::unsupported_format);
        const auto type = findIndex(*item, "componentType", {});
        const auto count = findIndex(*item, "count", {});
        const auto offset = findIndex(*item, "byteOffset", 0);
        const std::string* shape = findText(item, "type");
        const bool has_shape = shape && *shape == (components == 3 ? "VEC3" : "SCALAR");
        const Json* view = findItem("bufferViews", findIndex(*item, "bufferView", {}));
        if (!type || *type > 6000 || Accessor::sizeOf(static_cast<int>(*type)) == 0 || !count || !offset || !has_shape || !view)
            return fail(fmt::format("accessor {} is incomplete or of an unknown type.", *index));
        const auto buffer = findIndex(*view, "buffer", {});
        const auto view_offset = findIndex(*view, "byteOffset", 0);
        const auto view_length = findIndex(*view, "byteLength", {});
        const std::size_t element = components * Accessor::sizeOf(static_cast<int>(*type));
        const auto stride = findIndex(*view, "byteStride", element);
        if (!buffer || !view_offset || !view_length || !stride || *stride < element || *stride > 252 + element)
            return fail(fmt::format("the view of accessor {} is incomplete.", *index));
        std::span<const std::byte> bytes;
        if (!openBuffer(*buffer, bytes)) return false;
        if (*view_offset > bytes.size() || *view_length > bytes.size() - *view_offset || *offset > *view_length)
            return fail(fmt::format("accessor {} reaches beyond its buffer.", *index));
        bytes = bytes.subspan(*view_offset, *view_length).subspan(*offset);
        if (*count > 0 && (bytes.size() < element || *count - 1 > (bytes.size() - element) / *stride))
            return fail(
                fmt::format("accessor {} promises {} elements, but its buffer has only {} bytes.", *index, *count, bytes.size()));
        const Json* normalized = item->find("normalized");
        accessor = {bytes, *count, *stride, components, static_cast<int>(*type), normalized && normalized->isTrue()};
        return true;
    }

    // Nodes

    bool readScene()
    {
        const Json* scene = findItem("scenes", findIndex(document_, "scene", 0));
        const Json::List* roots = findList(scene, "nodes");
        if (!roots)
        {
            // A library of meshes without a scene: each as it is.
            const Json::List* meshes = findList(&document_, "meshes");
            for (std::size_t i = 0; meshes && i < meshes->size(); ++i)
                if (!readMesh(i, {})) return false;
            return true;
        }
        const Json::List* nodes = findList(&document_, "nodes");
        seen_.assign(nodes ? nodes->size() : 0, false);
        for (const Json& root : *roots)
            if (!readNode(root, {}, 0)) return false;
        return true;
    }

    bool readNode(const Json& reference, const Transform& outer, int depth)
    {
        const std::optional<std::size_t> index = reference.index();
        const Json* node = findItem("nodes", index);
        if (!node || !node->isObject()) return fail("the scene refers to a node that is not there.");
        if (depth > kMostDepth)
            return fail(fmt::format("nodes are nested more than {} deep.", kMostDepth), ErrorCode::out_of_range);
        if (seen_[*index]) return fail("a node occurs twice in the scene: nodes must form a tree.");
        seen_[*index] = true;
        Transform inner;
        if (!readTransform(*node, inner)) return false;
        const Transform transform = outer.times(inner);
        if (node->find("mesh") && !readMesh(findIndex(*node, "mesh", {}), transform)) return false;
        const Json* children = node->find("children");
        if (!children) return true;
        if (!children->list()) return fail("the children of a node must be a list.");
        for (const Json& child : *children->list())
            if (!readNode(child, transform, depth + 1)) return false;
        return true;
    }

    bool readNumbers(const Json& node, const char* key, std::span<double> numbers)
    {
        const Json* value = node.find(key);
        if (!value) return true;
        const Json::List* list = value->list();
        if (!list || list->size() != numbers.size())
            return fail(fmt::format("'{}' of a node must have {} numbers.", key, numbers.size()));
        for (std::size_t i = 0; i < numbers.size(); ++i)
        {
            const double* number = (*list)[i].number();
            if (!number) return fail(fmt::format("'{}' of a node must have numbers.", key));
            numbers[i] = *number;
        }
        return true;
    }

    bool readTransform(const Json& node, Transform& transform)
    {
        if (node.find("matrix"))
        {
            std::array<double, 16> m = {}; // column by column
            if (!readNumbers(node, "matrix", m)) return false;
            for (std::size_t i = 0; i < 3; ++i)
                for (std::size_t k = 0; k < 4; ++k) transform.rows[i][k] = m[4 * k + i];
            return true;
        }
        std::array<double, 3> t = {0, 0, 0};
        std::array<double, 3> s = {1, 1, 1};
        std::array<double, 4> q = {0, 0, 0, 1};
        if (!readNumbers(node, "translation", t) || !readNumbers(node, "scale", s) || !readNumbers(node, "rotation", q))
            return false;
        const double norm = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
        const double f = norm > 0 ? 2 / norm : 0;
        const auto [x, y, z, w] = q;
        const std::array<std::array<double, 3>, 3> r = {{{1 - f * (y * y + z * z), f * (x * y - z * w), f * (x * z + y * w)},
                                                         {f * (x * y + z * w), 1 - f * (x * x + z * z), f * (y * z - x * w)},
                                                         {f * (x * z - y * w), f * (y * z + x * w), 1 - f * (x * x + y * y)}}};
        for (std::size_t i = 0; i < 3; ++i) transform.rows[i] = {r[i][0] * s[0], r[i][1] * s[1], r[i][2] * s[2], t[i]};
        return true;
    }

    // Meshes

    bool readMesh(std::optional<std::size_t> index, const Transform& transform)
    {
        const Json::List* primitives = findList(findItem("meshes", index), "primitives");
        if (!primitives) return fail("a node refers to a mesh that is not there.");
        for (const Json& primitive : *primitives)
            if (!readPrimitive(primitive, transform)) return false;
        return true;
    }

    bool readPrimitive(const Json& primitive, const Transform& transform)
    {
        const auto mode = findIndex(primitive, "mode", 4);
        if (!mode || *mode > 6) return fail("a primitive has an unknown mode.");
        if (*mode < 4)
        {
            ++left_out_;
            return true;
        }
        const Json* extensions = primitive.find("extensions");
        if (extensions && extensions->find("KHR_draco_mesh_compression"))
            return fail("the file is compressed (Draco); export it without compression.", ErrorCode::unsupported_format);
        const Json* attributes = primitive.find("attributes");
        if (!attributes || !attributes->find("POSITION")) return true; // nothing to see
        Accessor points;
        if (!openAccessor(findIndex(*attributes, "POSITION", {}), 3, points)) return false;
        if (points.type == 5125) return fail("positions cannot be 32-bit integers.");
        Accessor indices;
        const bool has_indices = primitive.find("indices");
        if (has_indices && !openAccessor(findIndex(primitive, "indices", {}), 1, indices)) return false;
        if (has_indices && indices.type != 5121 && indices.type != 5123 && indices.type != 5125)
            return fail("indices must be unsigned integers.");
        const std::size_t count = has_indices ? indices.count : points.count;
        const std::size_t triangles = *mode == 4 ? count / 3 : count < 3 ? 0 : count - 2;
        const std::size_t most = std::min(kMostTriangles, kMostRepeated + kMostPerByte * bytes_.size());
        if (mesh_.triangles.size() + triangles > most || mesh_.positions.size() + points.count > 3 * most)
            return fail(fmt::format("with its repeated meshes the scene has more than {} triangles; export it in parts.", most),
                        ErrorCode::out_of_range);
        return addPoints(points, transform) &&
               addTriangles(*mode, triangles, has_indices ? &indices : nullptr, points.count, transform.isMirror());
    }

    bool addPoints(const Accessor& points, const Transform& transform)
    {
        for (std::size_t i = 0; i < points.count; ++i)
        {
            const Vec3 p = transform.apply({points.numberAt(i, 0), points.numberAt(i, 1), points.numberAt(i, 2)});
            if (!isFinite(p)) return fail(fmt::format("vertex {} of a mesh is not finite.", i), ErrorCode::invalid_geometry);
            mesh_.positions.push_back(p);
        }
        return true;
    }

    bool addTriangles(std::size_t mode, std::size_t triangle_count, const Accessor* indices, std::size_t point_count,
                      bool is_mirror)
    {
        const std::size_t base = mesh_.positions.size() - point_count;
        for (std::size_t t = 0; t < triangle_count; ++t)
        {
            // Of a strip every second triangle runs the other way round; all of a fan share the first point.
            std::array<std::size_t, 3> at = {3 * t, 3 * t + 1, 3 * t + 2};
            if (mode == 5) at = {t, t + 1 + t % 2, t + 2 - t % 2};
            if (mode == 6) at = {t + 1, t + 2, 0};
            MeshTriangle triangle = {};
            for (std::size_t k = 0; k < 3; ++k)
            {
                const std::size_t vertex = indices ? indices->bitsAt(at[k], 0) : at[k];
                if (vertex >= point_count)
                    return fail(
                        fmt::format("triangle {} of a mesh has the vertex {}, but there are only {}.", t, vertex, point_count),
                        ErrorCode::invalid_geometry);
                triangle[k] = static_cast<std::uint32_t>(base + vertex);
            }
            if (is_mirror) std::swap(triangle[0], triangle[1]);
            mesh_.triangles.push_back(triangle);
        }
        return true;
    }

    std::span<const std::byte> bytes_;
    const MeshReadOptions& options_;
    MeshReport* report_;
    Json document_;
    std::span<const std::byte> binary_;
    std::vector<std::vector<std::byte>> buffers_; ///< decoded from inside the document
    std::vector<bool> seen_;
    std::int64_t left_out_ = 0;
    MeshInput mesh_;
    Error error_;
};

} // namespace

Result<MeshInput> parseGltf(std::span<const std::byte> bytes, const MeshReadOptions& options, MeshReport* report)
{
    return withLine(GltfReader(bytes, options, report).read());
}

} // namespace clearway
