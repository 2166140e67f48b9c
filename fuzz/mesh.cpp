// SPDX-License-Identifier: MIT
// Any bytes as each format of triangle meshes; what can be read is built, cut, and keeps its promises.
#include <cstddef>
#include <cstdint>

#include <clearway/base/hash.h>
#include <clearway/surface.h>

#include "ask.h"

using namespace clearway;

static void check(const Result<MeshInput>& input, std::uint64_t seed)
{
    fuzz::expectMessage(input);
    if (!input || input->triangles.size() > fuzz::kMaxPoints) return;
    for (const TriangleMeshOptions::Repair repair : {TriangleMeshOptions::Repair::none, TriangleMeshOptions::Repair::safe})
    {
        const Result<TriangleMesh> mesh = buildTriangleMesh(*input, {.repair = repair});
        fuzz::expectMessage(mesh);
        if (!mesh) continue;
        for (const std::string& fault : verify(*mesh)) fuzz::fail(fault);
        const Result<SurfaceMesh> surface = buildSurfaceMesh(*mesh);
        fuzz::expectMessage(surface);
        if (surface) fuzz::askSurface(*surface, seed);
        fuzz::expect(parseObj(formatObj(viewMesh(*mesh))).ok(), "what was written cannot be read");
    }
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::span<const std::byte> bytes = std::as_bytes(std::span(data, size));
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::uint64_t seed = computeHash(bytes);
    check(parseObj(text), seed);
    check(parseOff(text), seed);
    check(parsePly(bytes), seed);
    check(parseStl(bytes), seed);
    check(parseGltf(bytes), seed);
    return 0;
}
