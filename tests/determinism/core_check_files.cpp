// SPDX-License-Identifier: MIT
#include "core_check.h"

#include <string>
#include <string_view>

#include <clearway/io.h>
#include <clearway/navmesh.h>
#include <clearway/scene.h>

namespace clearway::check {
namespace {

std::uint64_t hashOfText(std::string_view text) { return computeHash(std::as_bytes(std::span(text))); }

} // namespace

void checkFiles()
{
    for (const char* name : {"rooms", "donut", "ill_conditioned"})
    {
        const Result<Scene> scene = buildScene(name);
        if (!scene) continue;
        const Result<NavMesh> mesh = buildNavMesh(*scene);
        if (!mesh) continue;

        const std::string wkt = formatWkt(*scene);
        const std::string geojson = formatGeoJson(*scene);
        const std::string polyanya = formatPolyanya(*mesh);
        const std::vector<std::byte> scene_file = formatClearway(*scene);
        const std::vector<std::byte> mesh_file = formatClearway(*mesh);
        Hasher written;
        for (std::string_view text : {wkt, geojson, polyanya}) written.add(hashOfText(text));
        written.add(computeHash(scene_file));
        written.add(computeHash(mesh_file));
        print("io/written/" + std::string(name), written, scene_file.size() + mesh_file.size());

        Hasher read;
        if (const auto input = parseWkt(wkt))
            if (const auto again = buildScene(*input)) read.add(again->computeHash());
        if (const auto input = parseGeoJson(geojson))
            if (const auto again = buildScene(*input)) read.add(again->computeHash());
        if (const auto polygons = parsePolyanya(polyanya))
            if (const auto again = buildNavMesh(*polygons)) read.add(again->computeHash());
        const bool same = parseClearway(mesh_file).ok() && formatClearway(parseClearway(mesh_file).value()) == mesh_file;
        print("io/read/" + std::string(name), read, same);
    }
}

} // namespace clearway::check
