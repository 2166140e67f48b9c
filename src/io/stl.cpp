// SPDX-License-Identifier: MIT
// STL, binary and ascii. Some programs begin binary files with "solid" as well, so the size decides.
#include <bit>

#include <fmt/format.h>

#include <clearway/base/bytes.h>

#include "base/errors.h"
#include "io/mesh_parts.h"

namespace clearway {

namespace {

using namespace io;

constexpr std::size_t kStlHeaderBytes = 84;
constexpr std::size_t kTriangleBytes = 50;

void addCorner(MeshInput& mesh, Vec3 p)
{
    mesh.positions.push_back(p);
    if (mesh.positions.size() % 3 != 0) return;
    const auto last = static_cast<std::uint32_t>(mesh.positions.size() - 1);
    mesh.triangles.push_back({last - 2, last - 1, last});
}

std::uint64_t readTriangleCount(std::span<const std::byte> bytes)
{
    return bytes.size() < kStlHeaderBytes ? 0 : ByteReader(bytes.subspan(80, 4)).u32();
}

Result<MeshInput> readBinary(std::span<const std::byte> bytes, MeshReport* report)
{
    const std::uint64_t count = readTriangleCount(bytes);
    const std::size_t room = (bytes.size() - kStlHeaderBytes) / kTriangleBytes;
    if (count > room)
        return makeError(
            ErrorCode::malformed_file,
            fmt::format("the file promises {} triangles, but has room for {} only: it is cut off or damaged.", count, room));
    if (bytes.size() > kStlHeaderBytes + count * kTriangleBytes) addRemark(report, "Bytes after the last triangle left out.");
    MeshInput mesh;
    mesh.positions.reserve(static_cast<std::size_t>(3 * count));
    mesh.triangles.reserve(static_cast<std::size_t>(count));
    ByteReader reader(bytes.subspan(kStlHeaderBytes));
    const auto number = [&] { return static_cast<double>(std::bit_cast<float>(reader.u32())); };
    for (std::uint64_t t = 0; t < count; ++t)
    {
        reader.raw(12); // normal
        for (int k = 0; k < 3; ++k)
        {
            const double x = number(), y = number(), z = number();
            if (!isFinite(Vec3{x, y, z}))
                return makeError(ErrorCode::invalid_geometry, fmt::format("triangle {} has a corner that is not finite.", t));
            addCorner(mesh, {x, y, z});
        }
        reader.raw(2); // attributes
    }
    return mesh;
}

Result<MeshInput> readAscii(std::string_view text)
{
    MeshInput mesh;
    LineReader lines(text);
    while (lines.nextLine())
    {
        const std::string word = toLower(lines.nextWord());
        if (word == "solid" && mesh.name.empty()) mesh.name = lines.nextWord();
        if (word == "endfacet" && mesh.positions.size() % 3 != 0)
            return makeTextError(text, lines.wordPosition(), "a facet does not have three corners");
        if (word != "vertex") continue;
        Vec3 p;
        for (double* x : {&p.x, &p.y, &p.z})
            if (!lines.nextNumber(*x))
                return makeTextError(text, lines.wordPosition(),
                                     "a vertex needs three finite numbers, found " + describe(text, lines.wordPosition()));
        addCorner(mesh, p);
    }
    if (mesh.positions.size() % 3 != 0) return makeTextError(text, text.size(), "the text ends inside a facet");
    return mesh;
}

} // namespace

Result<MeshInput> parseStl(std::span<const std::byte> bytes, const MeshReadOptions& options, MeshReport* report)
{
    const std::string_view text = asText(bytes);
    const bool fits =
        bytes.size() >= kStlHeaderBytes && bytes.size() == kStlHeaderBytes + readTriangleCount(bytes) * kTriangleBytes;
    const bool is_ascii = !fits && skipByteOrderMark(text).starts_with("solid") && text.find('\0') == std::string_view::npos;
    if (!is_ascii && bytes.size() < kStlHeaderBytes)
        return makeError(ErrorCode::malformed_file, "the file is too short for STL.");
    Result<MeshInput> mesh = is_ascii ? readAscii(text) : readBinary(bytes, report);
    if (!mesh) return withLine(std::move(mesh));
    return finishMesh(std::move(*mesh), options, MeshReadOptions::UpAxis::z);
}

} // namespace clearway
