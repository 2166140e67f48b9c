// SPDX-License-Identifier: MIT
// What every fuzz target does with what it could read: build it, write it, read it again, and compare.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <clearway/io.h>
#include <clearway/navmesh/build.h>

namespace clearway::fuzz {

/// Building is not what is tested here: beyond this it would only be slow.
inline constexpr std::size_t kMaxPoints = 400;

[[noreturn]] inline void fail(const std::string& message)
{
    std::fprintf(stderr, "fuzz: %s\n", message.c_str());
    std::abort();
}

inline void expect(bool condition, const std::string& message)
{
    if (!condition) fail(message);
}

template <typename T>
void expectMessage(const Result<T>& result)
{
    if (!result) expect(!result.error().message.empty(), "an error without a message");
}

inline std::size_t countPoints(const SceneInput& input)
{
    std::size_t count = 0;
    for (const SceneInput::AreaInput& area : input.areas)
    {
        count += area.outline.points.size();
        for (const SceneInput::RingInput& hole : area.holes) count += hole.points.size();
    }
    for (const auto& obstacle : input.obstacles) count += obstacle.outline.points.size();
    return count;
}

template <typename T>
void checkClearway(const T& thing)
{
    const std::vector<std::byte> bytes = formatClearway(thing);
    const Result<Content> again = parseClearway(bytes);
    expect(again.ok(), again ? "" : "what was written is refused: " + again.error().message);
    expect(formatClearway(*again) == bytes, "saved again, the bytes differ");
}

/// A scene comes back the same from every format that can hold it.
inline void checkScene(const Scene& scene)
{
    checkClearway(scene);
    SceneReadOptions options;
    options.name = scene.name();
    const auto check = [&](const Result<SceneInput>& input, const char* format) {
        expect(input.ok(), input ? "" : std::string(format) + " that was written is refused: " + input.error().message);
        const Result<Scene> again = buildScene(*input);
        expect(again.ok(), again ? "" : std::string(format) + " that was written does not build: " + again.error().message);
        expect(again->computeHash() == scene.computeHash(), std::string("the scene differs when it comes back from ") + format);
    };
    check(parseGeoJson(formatGeoJson(scene), options), "GeoJSON");
    if (scene.layerCount() == 1) check(parseWkt(formatWkt(scene), options), "WKT");
}

inline void checkInput(const Result<SceneInput>& input)
{
    expectMessage(input);
    if (!input || countPoints(*input) > kMaxPoints) return;
    const Result<Scene> scene = buildScene(*input);
    expectMessage(scene);
    if (scene) checkScene(*scene);
}

inline void checkMesh(const Result<NavMesh>& mesh)
{
    expectMessage(mesh);
    if (!mesh) return;
    checkClearway(*mesh);
    const Result<PolygonMesh> polygons = parsePolyanya(formatPolyanya(*mesh));
    expect(polygons.ok(), polygons ? "" : "a mesh that was written is refused: " + polygons.error().message);
    expect(polygons->cells.size() == mesh->cells().size(), "the number of cells differs");
}

} // namespace clearway::fuzz
