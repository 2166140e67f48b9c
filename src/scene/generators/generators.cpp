// SPDX-License-Identifier: MIT
#include <clearway/scene/generators.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <clearway/base/names.h>

#include "base/errors.h"
#include "scene/generators/catalogue.h"

namespace clearway {

namespace {

using namespace generators;

struct Entry
{
    SceneInput (*build)(const GeneratorOptions& options);
    double vertex_count; ///< about, at scale 1
};

struct Row
{
    BuiltInScene scene;
    Entry entry;
};

constexpr Row kRows[] = {
    {{"rooms", "a floor of a public building where characters of radius 0.2, 0.5 and 1 m take three different ways", ""},
     {buildRooms, 490}},
    {{"donut", "a round corridor 8 m wide", "Oliva and Pelechano 2014, fig. 14 and 18"}, {buildDonut, 96}},
    {{"cross", "two crossing avenues strewn with convex obstacles", "Oliva and Pelechano 2014, fig. 14, 16 and 19"},
     {buildCross, 315}},
    {{"ill_conditioned", "shards, saw-teeth and skewed plates that lead to slivers and narrow cells",
      "Oliva and Pelechano 2014, fig. 20 to 22"},
     {buildIllConditioned, 122}},
    {{"doors", "a row of rooms, folded to and fro, with doors from 0.2 m to 4 m", ""}, {buildDoors, 164}},
    {{"maze", "a perfect maze: one way between any two places", ""}, {buildMaze, 250}},
    {{"comb", "a hall with narrow bays on both sides", ""}, {buildComb, 164}},
    {{"spiral", "one corridor wound up", ""}, {buildSpiral, 362}},
    {{"mckenna", "a village of 15 buildings on 200 m: church, square, houses and farms", "Geraerts and Overmars 2008, fig. 2"},
     {buildMckenna, 80}},
    {{"city", "173 blocks on 500 m: avenues and rings, courtyards, plazas and alleys", "Geraerts and Overmars 2008, fig. 2"},
     {buildCity, 2472}},
    {{"city500", "200 box buildings on 500 m, turned with their districts", ""}, {buildCity500, 804}},
    {{"city2000", "3,200 box buildings on 2 km, as dense as city500", ""}, {buildCity2000, 12804}},
    {{"fig17", "a quarter of chamfered blocks with streets, lanes and passages for radii 2, 1.5 and 0.5 m",
      "Oliva and Pelechano 2014, fig. 17"},
     {buildFig17, 324}},
    {{"fig1", "a cell whose strings have shallow notches", "Oliva and Pelechano 2014, fig. 1"}, {buildFig1, 18}},
    {{"fig2", "a cell that is wide one way and narrow the other", "Oliva and Pelechano 2014, fig. 2"}, {buildFig2, 14}},
    {{"fig3", "portals whose middle, or whose end plus a radius, is no safe way point", "Oliva and Pelechano 2014, fig. 3"},
     {buildFig3, 22}},
    {{"fig4", "two cells and the portal between them", "Oliva and Pelechano 2014, fig. 4"}, {buildFig4, 10}},
    {{"fig5", "two cells, a slanted portal, and the next portal close by", "Oliva and Pelechano 2014, fig. 5"}, {buildFig5, 11}},
    {{"fig6", "the same: the next portal's end limits this one", "Oliva and Pelechano 2014, fig. 6"}, {buildFig5, 11}},
    {{"fig7", "portals in a sharp bend: their order decides whether the walls are hit", "Oliva and Pelechano 2014, fig. 7"},
     {buildFig7, 11}},
    {{"fig8", "a close-up of figure 6: an edge leans over the portal", "Oliva and Pelechano 2014, fig. 8"}, {buildFig8, 6}},
    {{"fig9", "the same as figure 6: all three cases at one portal", "Oliva and Pelechano 2014, fig. 9"}, {buildFig5, 11}},
    {{"fig10", "tips at and behind a portal that no displaced edge can see", "Oliva and Pelechano 2014, fig. 10"},
     {buildFig10, 18}},
    {{"fig11", "a narrow cell: the edge that limits its portal lies one cell further", "Oliva and Pelechano 2014, fig. 11"},
     {buildFig11, 10}},
    {{"fig12", "two halls and a door where a crowd lines up", "Oliva and Pelechano 2014, fig. 12"}, {buildFig12, 12}},
    {{"fig13", "an opening seen from three places: straight on, from the side, and with the goal in view",
      "Oliva and Pelechano 2014, fig. 13"},
     {buildFig13, 12}},
};
constexpr std::size_t kRowCount = std::size(kRows);

constexpr auto kScenes = [] {
    std::array<BuiltInScene, kRowCount> scenes = {};
    for (std::size_t k = 0; k < kRowCount; ++k) scenes[k] = kRows[k].scene;
    return scenes;
}();

} // namespace

static Error makeUnknownNameError(std::string_view name)
{
    std::array<std::string_view, kRowCount> known;
    std::ranges::transform(kScenes, known.begin(), &BuiltInScene::name);
    return makeError(fmt::format("There is no built-in scene called '{}'.{} `clearway scenes` lists them all.", showName(name),
                                 suggestNames(name, known)));
}

std::span<const BuiltInScene> builtInScenes() { return kScenes; }

Result<SceneInput> buildSceneInput(std::string_view name, const GeneratorOptions& options)
{
    const auto row = std::find_if(std::begin(kRows), std::end(kRows), [name](const Row& r) { return r.scene.name == name; });
    if (row == std::end(kRows)) return makeUnknownNameError(name);
    if (!(options.scale > 0 && options.scale <= kMaxGeneratorScale))
        return makeError(fmt::format("The scale of a built-in scene must be above 0 and at most {}; it is {}.",
                                     kMaxGeneratorScale, options.scale));
    const double vertex_count = row->entry.vertex_count * options.scale;
    if (vertex_count > static_cast<double>(kMaxGeneratedVertexCount))
        return makeError(ErrorCode::out_of_range,
                         fmt::format("The scene '{}' at scale {} would have about {:.0f} million vertices; the most is {:.0f} "
                                     "million. Use a scale of at most {:.0f}.",
                                     name, options.scale, vertex_count / 1e6, static_cast<double>(kMaxGeneratedVertexCount) / 1e6,
                                     std::floor(static_cast<double>(kMaxGeneratedVertexCount) / row->entry.vertex_count)));
    SceneInput input = row->entry.build(options);
    input.name = name;
    return input;
}

Result<Scene> buildScene(std::string_view name, const GeneratorOptions& options)
{
    Result<SceneInput> input = buildSceneInput(name, options);
    if (!input) return input.error();
    return buildScene(*input);
}

} // namespace clearway
