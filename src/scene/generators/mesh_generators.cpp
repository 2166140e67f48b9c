// SPDX-License-Identifier: MIT
#include <clearway/scene/mesh_generators.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <clearway/base/names.h>

#include "base/errors.h"
#include "scene/generators/mesh_catalogue.h"

namespace clearway {

namespace {

using namespace generators;

struct Row
{
    BuiltInScene scene;
    MeshInput (*build)(const MeshGeneratorOptions& options);
    double triangle_count; ///< about, at detail 1
};

constexpr Row kRows[] = {
    {{"ramp", "a ramp up to a platform with upright walls, 24 m", "Berseth, Kapadia and Faloutsos 2015, table 1 and fig. 7"},
     buildRamp,
     5128},
    {{"s_ramp", "the same ten times larger", "Berseth, Kapadia and Faloutsos 2015, table 1"}, buildSRamp, 5128},
    {{"terrain", "hills and cliffs, 256 x 512 m in 128 x 256 cells", "Berseth, Kapadia and Faloutsos 2015, table 1 and fig. 5"},
     buildTerrain,
     65536},
    {{"asteroid", "a rock 170 m across with craters", "Berseth, Kapadia and Faloutsos 2015, table 1 and fig. 2"},
     buildAsteroid,
     212180},
    {{"octopus", "a body with eight arms", "Berseth, Kapadia and Faloutsos 2015, fig. 1 and 6"}, buildOctopus, 27136},
    {{"overpass", "a slanted slab over flat ground", "Berseth, Kapadia and Faloutsos 2015, fig. 1"}, buildOverpass, 13700},
    {{"sphere", "a ball of radius 10 m", ""}, buildSphere, 5120},
    {{"torus", "a ring of radius 10 m with a tube of radius 3 m", ""}, buildTorus, 5120},
    {{"cube", "a cube of 10 m", ""}, buildCube, 3072},
};
constexpr std::size_t kRowCount = std::size(kRows);

constexpr auto kMeshes = [] {
    std::array<BuiltInScene, kRowCount> scenes = {};
    for (std::size_t k = 0; k < kRowCount; ++k) scenes[k] = kRows[k].scene;
    return scenes;
}();

} // namespace

std::span<const BuiltInScene> builtInMeshes() { return kMeshes; }

Result<MeshInput> buildMeshInput(std::string_view name, const MeshGeneratorOptions& options)
{
    const auto row = std::find_if(std::begin(kRows), std::end(kRows), [name](const Row& r) { return r.scene.name == name; });
    if (row == std::end(kRows))
    {
        std::array<std::string_view, kRowCount> known;
        std::ranges::transform(kMeshes, known.begin(), &BuiltInScene::name);
        return makeError(fmt::format("There is no built-in mesh called '{}'.{}", showName(name), suggestNames(name, known)));
    }
    if (!(options.detail > 0 && std::isfinite(options.detail)) || !(options.size >= 1e-6 && options.size <= 1e6))
        return makeError(
            fmt::format("The detail of a built-in mesh must be above 0 and its size 1e-6 to 1e6; they are {} and {}.",
                        options.detail, options.size));
    if (row->triangle_count * options.detail > static_cast<double>(kMaxGeneratedTriangleCount))
        return makeError(ErrorCode::out_of_range,
                         fmt::format("The mesh '{}' with detail {} would have more than {} million triangles.", name,
                                     options.detail, kMaxGeneratedTriangleCount >> 20));
    MeshInput mesh = row->build(options);
    mesh.name = name;
    if (options.size != 1)
        for (Vec3& p : mesh.positions) p = p * options.size;
    return mesh;
}

Result<TriangleMesh> buildTriangleMesh(std::string_view name, const MeshGeneratorOptions& options)
{
    Result<MeshInput> input = buildMeshInput(name, options);
    if (!input) return input.error();
    return buildTriangleMesh(std::move(*input));
}

} // namespace clearway
