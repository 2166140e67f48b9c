// SPDX-License-Identifier: MIT
// Text formats of scenes and meshes, from memory to memory: WKT, GeoJSON, MovingAI `.map`, Polyanya `.mesh`.
// Readers survive any bytes: they return an error with the line, or what was read. Numbers are read and written so that they come back to the bit.
#pragma once
#include <string>
#include <string_view>

#include <clearway/navmesh/build.h>
#include <clearway/scene/scene.h>

namespace clearway {

/// How GeoJSON polygons are meant.
enum class PolygonMeaning
{
    free_space, ///< polygons are walkable
    obstacles,  ///< polygons are footprints to walk around, inside a box around them all with a margin
    automatic,  ///< obstacles when the features call themselves buildings, free space otherwise; the report says which
};

struct SceneReadOptions
{
    PolygonMeaning meaning = PolygonMeaning::automatic; ///< GeoJSON only
    double margin = 10; ///< around footprints; metres, > 0
};

/// WKT: POLYGON, MULTIPOLYGON, GEOMETRYCOLLECTION of those, with or without Z; several, one after the other. Points and lines are left out and said so.
Result<SceneInput> parseWkt(std::string_view text, SceneReport* report = nullptr);
std::string formatWkt(const Scene& scene);

/// GeoJSON (RFC 7946): features, geometries and collections of polygons; also a bare array of rings. Longitude and latitude are
/// projected to metres around the middle of the data, and the report says so.
Result<SceneInput> parseGeoJson(std::string_view text, const SceneReadOptions& options = {}, SceneReport* report = nullptr);
std::string formatGeoJson(const Scene& scene);

/// MovingAI grids: `.`, `G` and `S` are passable (swamp too), everything else is not. A square is one metre; the first line of the map is its top.
Result<SquareGrid> parseMovingAi(std::string_view text);
/// Only for grids: scenes cannot be written so.
std::string formatMovingAi(const SquareGrid& grid);

/// Polyanya meshes, version 2: vertices and polygons with neighbours. Written meshes keep cells as they are.
Result<PolygonMesh> parsePolyanya(std::string_view text);
std::string formatPolyanya(const NavMesh& mesh);

} // namespace clearway
