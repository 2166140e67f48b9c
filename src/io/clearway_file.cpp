// SPDX-License-Identifier: MIT
// The container of `.clearway` files, little-endian:
//   8 bytes   signature; not text, and it shows when line ends were converted on the way
//   u32       version of the container and of everything inside
//   u32       kind: 1 scene, 2 navigation mesh, 3 corridor map, 4 surface mesh, 5 grid of a field
//   u64       size of the payload
//   …         payload, written by the thing itself
//   u64       hash of everything before
#include <clearway/io/io.h>

#include <algorithm>

#include <clearway/base/hash.h>

#include "base/errors.h"
#include "io/formats.h"

namespace clearway {

namespace {

constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kSceneKind = 1;
constexpr std::uint32_t kNavMeshKind = 2;
constexpr std::uint32_t kCorridorMapKind = 3;
constexpr std::uint32_t kSurfaceMeshKind = 4;
constexpr std::uint32_t kFieldGridKind = 5;
constexpr std::size_t kHeaderBytes = 8 + 4 + 4 + 8;
constexpr std::size_t kChecksumBytes = 8;

constexpr std::uint32_t kindOf(const Scene&) { return kSceneKind; }
constexpr std::uint32_t kindOf(const NavMesh&) { return kNavMeshKind; }
constexpr std::uint32_t kindOf(const CorridorMap&) { return kCorridorMapKind; }
constexpr std::uint32_t kindOf(const SurfaceMesh&) { return kSurfaceMeshKind; }
constexpr std::uint32_t kindOf(const FieldGrid&) { return kFieldGridKind; }

template <typename T>
Result<Content> readPayload(ByteReader& reader)
{
    Result<T> thing = T::read(reader);
    if (!thing) return thing.error();
    if (reader.failed() || reader.remaining() != 0)
        return makeError(ErrorCode::malformed_file, "the file is damaged: its content does not have the size it should have.");
    return Content(std::move(*thing));
}

} // namespace

std::vector<std::byte> formatClearway(const Content& content)
{
    ByteWriter payload;
    std::visit([&](const auto& thing) { thing.write(payload); }, content);
    ByteWriter writer;
    writer.raw(std::as_bytes(std::span(io::kClearwaySignature)));
    writer.u32(kVersion);
    writer.u32(std::visit([](const auto& thing) { return kindOf(thing); }, content));
    writer.u64(payload.bytes().size());
    writer.raw(payload.bytes());
    writer.u64(computeHash(writer.bytes()));
    return writer.take();
}

Result<Content> parseClearway(std::span<const std::byte> bytes)
{
    const auto signature = std::as_bytes(std::span(io::kClearwaySignature));
    const std::size_t common = std::min(bytes.size(), signature.size());
    if (!std::equal(signature.begin(), signature.begin() + static_cast<std::ptrdiff_t>(common), bytes.begin()))
        return makeError(ErrorCode::malformed_file, "this is no clearway file: it does not begin like one.");
    if (bytes.size() < kHeaderBytes + kChecksumBytes)
        return makeError(ErrorCode::malformed_file,
                         bytes.empty() ? "the file is empty." : "the file is cut off in its header; write it again.");

    ByteReader header(bytes.subspan(signature.size()));
    const std::uint32_t version = header.u32();
    const std::uint32_t kind = header.u32();
    const std::uint64_t payload_bytes = header.u64();
    const std::uint64_t rest = bytes.size() - kHeaderBytes - kChecksumBytes;
    const bool is_whole = payload_bytes == rest &&
                          ByteReader(bytes.last(kChecksumBytes)).u64() == computeHash(bytes.first(bytes.size() - kChecksumBytes));
    // A damaged version number is damage; a version of the future has the right checksum or a layout that only it knows.
    if (version > kVersion && (is_whole || version < 1000))
        return makeError(ErrorCode::unsupported_format, "the file was written by a newer version of clearway (format " +
                                                            std::to_string(version) + ", this program knows up to " +
                                                            std::to_string(kVersion) +
                                                            "); use that version, or write the file again with this one.");
    if (payload_bytes > rest)
        return makeError(ErrorCode::malformed_file, "the file is cut off: it should have " +
                                                        std::to_string(payload_bytes - rest) + " more bytes; write it again.");
    if (!is_whole || version == 0)
        return makeError(ErrorCode::malformed_file, "the file is damaged: its checksum does not match; write it again.");

    ByteReader reader(bytes.subspan(kHeaderBytes, static_cast<std::size_t>(payload_bytes)));
    if (kind == kSceneKind) return readPayload<Scene>(reader);
    if (kind == kNavMeshKind) return readPayload<NavMesh>(reader);
    if (kind == kCorridorMapKind) return readPayload<CorridorMap>(reader);
    if (kind == kSurfaceMeshKind) return readPayload<SurfaceMesh>(reader);
    if (kind == kFieldGridKind) return readPayload<FieldGrid>(reader);
    return makeError(ErrorCode::unsupported_format,
                     "the file holds something that this version does not know (kind " + std::to_string(kind) + ").");
}

} // namespace clearway
