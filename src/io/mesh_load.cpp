// SPDX-License-Identifier: MIT
// Triangle meshes by file name.

#include <fmt/format.h>

#include <clearway/io/files.h>
#include <clearway/io/mesh_formats.h>

#include "base/errors.h"
#include "io/formats.h"
#include "io/mesh_parts.h"

namespace clearway {

namespace {

using namespace io;

constexpr std::string_view kEndings = "Triangle meshes are read from .obj, .ply, .stl, .off, .gltf and .glb files";

enum class MeshFormat
{
    unknown,
    obj,
    ply,
    stl,
    off,
    gltf,
};

MeshFormat findByEnding(std::string_view ending)
{
    if (ending == ".obj") return MeshFormat::obj;
    if (ending == ".ply") return MeshFormat::ply;
    if (ending == ".stl") return MeshFormat::stl;
    if (ending == ".off") return MeshFormat::off;
    if (ending == ".gltf" || ending == ".glb") return MeshFormat::gltf;
    return MeshFormat::unknown;
}

MeshFormat findMeshFormat(std::string_view path, std::string_view bytes)
{
    // What a file begins with is surer than its name.
    if (bytes.starts_with("ply\n") || bytes.starts_with("ply\r")) return MeshFormat::ply;
    if (bytes.starts_with("glTF")) return MeshFormat::gltf;
    if (const MeshFormat format = findByEnding(findEnding(path)); format != MeshFormat::unknown) return format;
    const std::string_view text = skipByteOrderMark(bytes).substr(0, 4096);
    if (text.starts_with("OFF") || text.starts_with("COFF") || text.starts_with("NOFF")) return MeshFormat::off;
    if (text.starts_with("solid ")) return MeshFormat::stl;
    if (text.find("\nv ") != std::string_view::npos || text.starts_with("v ")) return MeshFormat::obj;
    if (text.starts_with("{") && text.find("\"asset\"") != std::string_view::npos) return MeshFormat::gltf;
    return MeshFormat::unknown;
}

Result<MeshInput> parse(MeshFormat format, std::span<const std::byte> bytes, const MeshReadOptions& options, MeshReport* report)
{
    switch (format)
    {
    case MeshFormat::obj: return parseObj(asText(bytes), options, report);
    case MeshFormat::ply: return parsePly(bytes, options, report);
    case MeshFormat::stl: return parseStl(bytes, options, report);
    case MeshFormat::off: return parseOff(asText(bytes), options, report);
    case MeshFormat::gltf: return parseGltf(bytes, options, report);
    case MeshFormat::unknown: break;
    }
    return makeError(ErrorCode::unsupported_format, fmt::format("the format of this file is not known. {}.", kEndings));
}

Result<MeshInput> loadInput(const std::string& path_or_name, const MeshReadOptions& options, MeshReport* report)
{
    if (options.format.empty() && io::isBuiltInName(path_or_name))
    {
        Result<MeshInput> input = buildMeshInput(path_or_name);
        if (input) return input;
        Error error = input.error();
        error.message += fmt::format(" There is no file of that name either. {}.", kEndings);
        return error;
    }
    const Result<std::vector<std::byte>> bytes = readFile(path_or_name);
    if (!bytes) return bytes.error();
    if (bytes->empty()) return io::addFile({ErrorCode::malformed_file, "the file is empty.", {}}, path_or_name);
    MeshReadOptions named = options;
    if (named.name.empty()) named.name = findStem(path_or_name);
    const MeshFormat format =
        options.format.empty() ? findMeshFormat(path_or_name, asText(*bytes)) : findByEnding("." + options.format);
    if (const std::string foreign = describeForeign(path_or_name, asText(*bytes));
        format == MeshFormat::unknown && !foreign.empty())
        return io::addFile({ErrorCode::unsupported_format, fmt::format("this is {}. {}.", foreign, kEndings), {}}, path_or_name);
    Result<MeshInput> input = parse(format, *bytes, named, report);
    return input ? std::move(input) : Result<MeshInput>(io::addFile(input.error(), path_or_name));
}

} // namespace

Result<TriangleMesh> loadTriangleMesh(const std::string& path_or_name, const MeshReadOptions& options,
                                      const TriangleMeshOptions& build, MeshReport* report)
{
    Result<MeshInput> input = loadInput(path_or_name, options, report);
    if (!input) return input.error();
    Result<TriangleMesh> mesh = buildTriangleMesh(std::move(*input), build, report);
    if (mesh || mesh.error().code == ErrorCode::cancelled) return mesh;
    return io::addFile(mesh.error(), path_or_name);
}

Result<void> saveMesh(const MeshView& mesh, const std::string& path)
{
    const std::string ending = findEnding(path);
    if (ending == ".obj") return writeFile(path, std::as_bytes(std::span<const char>(formatObj(mesh))));
    if (ending == ".ply") return writeFile(path, formatPly(mesh));
    if (ending == ".gltf") return writeFile(path, std::as_bytes(std::span<const char>(formatGltf(mesh))));
    if (ending == ".glb") return writeFile(path, formatGlb(mesh));
    return makeError(ErrorCode::unsupported_format,
                     fmt::format("{}: triangle meshes are written to .obj, .ply, .gltf and .glb files.", path));
}

} // namespace clearway
