// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include <clearway/base/hash.h>

#include "ask.h"

using namespace clearway;

/// With a checksum that matches, so that damage reaches what is inside.
static std::vector<std::byte> repair(std::span<const std::byte> bytes)
{
    std::vector<std::byte> repaired(bytes.begin(), bytes.end());
    if (repaired.size() < 32) return repaired;
    const auto put = [&](std::size_t at, std::uint64_t value) {
        for (std::size_t i = 0; i < 8; ++i) repaired[at + i] = static_cast<std::byte>(value >> (8 * i));
    };
    put(16, repaired.size() - 32);
    put(repaired.size() - 8, computeHash(std::span(repaired).first(repaired.size() - 8)));
    return repaired;
}

static void check(std::span<const std::byte> bytes)
{
    const Result<Content> content = parseClearway(bytes);
    fuzz::expectMessage(content);
    if (!content) return;
    std::visit([](const auto& thing) { fuzz::checkClearway(thing); }, *content);
    const std::uint64_t seed = computeHash(bytes);
    if (const auto* scene = std::get_if<Scene>(&*content)) fuzz::askScene(*scene, seed);
    if (const auto* mesh = std::get_if<NavMesh>(&*content)) fuzz::askMesh(*mesh, seed);
    if (const auto* map = std::get_if<CorridorMap>(&*content)) fuzz::askCorridors(*map, seed);
    if (const auto* grid = std::get_if<FieldGrid>(&*content)) fuzz::askGrid(*grid, seed);
    if (const auto* surface = std::get_if<SurfaceMesh>(&*content)) fuzz::askSurface(*surface, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::span<const std::byte> bytes = std::as_bytes(std::span(data, size));
    check(bytes);
    check(repair(bytes));
    return 0;
}
