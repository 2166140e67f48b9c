// SPDX-License-Identifier: MIT
// Text formats of scenes and meshes, from memory to memory: WKT, GeoJSON, MovingAI `.map`, Polyanya `.mesh`.
// Readers survive any bytes: they return an error with the line, or what was read. A byte order mark and any line ends are fine.
// Numbers are read and written so that they come back to the bit. Linear in the size of the text; no state, free to call from any
// thread.
#pragma once
#include <string>
#include <string_view>

#include <clearway/base/execution.h>
#include <clearway/navmesh/build.h>
#include <clearway/scene/scene.h>

namespace clearway {

struct SceneReadOptions
{
    /// How GeoJSON polygons are meant.
    enum class Polygons
    {
        free_space, ///< polygons are walkable
        obstacles,  ///< polygons are footprints to walk around, inside a box around them all with a margin
        /// Obstacles when they call themselves buildings: features with a property `building…`, `height`, `num_floors` or `roof…`
        /// (other than "no" and null), or with a `class`, `type`, `kind` or `category` that says so; if none does, when the name
        /// of the file or collection speaks of buildings or footprints, or when there are 20 polygons or more and most share no
        /// corner with another. Free space otherwise. Where some features are buildings and others are not, a polygon that
        /// reaches around all buildings is the ground they stand on; others are left out. The report says what was decided, and
        /// why.
        automatic,
    };

    /// What the numbers of a WKT or GeoJSON file are.
    enum class Units
    {
        metres,
        longitude_latitude, ///< degrees, WGS 84; projected to metres around the middle of the data
        /// As the file says: GeoJSON by its `crs` member or our own `clearway` member, WKT by its SRID. If it does not say:
        /// metres in WKT and bare arrays; in GeoJSON longitude and latitude, as RFC 7946 demands, where all numbers fit that and
        /// cover less than one degree of latitude (110 km) and two of longitude; metres otherwise, so that a hall drawn in metres
        /// is not taken for a continent.
        automatic,
    };

    Polygons meaning = Polygons::automatic; ///< GeoJSON only
    Units coordinates = Units::automatic;   ///< WKT and GeoJSON
    double margin = 10;                     ///< around footprints; metres, > 0
    std::string name = {};                  ///< of the scene, unless the file has one inside; loadScene takes the file's own
    /// What a file holds, whatever its name: "wkt", "geojson", "map", "mesh" or "clearway". Empty: its ending and content say.
    std::string format = {};
    Execution execution = {}; ///< of loadScene and loadContent, which also build
};

/// WKT: POLYGON, MULTIPOLYGON, TRIANGLE, TIN, POLYHEDRALSURFACE and GEOMETRYCOLLECTION of those, EMPTY or not, with Z (a height),
/// M or both (M is dropped); several, one after the other; rings closed or not. Points, lines and curves are left out and said
/// so.
Result<SceneInput> parseWkt(std::string_view text, const SceneReadOptions& options = {}, SceneReport* report = nullptr);
/// One POLYGON, or one MULTIPOLYGON of all areas, valid by the OGC's simple features: a ring of the scene that touches itself is
/// written as several. With Z if any height is not 0. Several layers become a GEOMETRYCOLLECTION of such, and their numbers are
/// lost: `saveScene` refuses a scene that has more than one.
std::string formatWkt(const Scene& scene);

/// GeoJSON (RFC 7946): features, geometries and collections of polygons, one document or several one after the other; a third
/// coordinate is a height (that of footprints is dropped). Also a bare array of rings: an outline, then its holes.
Result<SceneInput> parseGeoJson(std::string_view text, const SceneReadOptions& options = {}, SceneReport* report = nullptr);
/// A collection with one feature per area, with simple rings as in WKT, its layer as a property, and a member `"clearway":
/// {"units": "metres"}` that our reader follows.
std::string formatGeoJson(const Scene& scene);

/// MovingAI grids: `.`, `G` and `S` are passable (swamp too), everything else is not. A square is one metre; the first line of
/// the map is its top: the square in column c and row r of the file, both from 0, of H rows is around (c + 0.5, H - r - 0.5).
Result<SquareGrid> parseMovingAi(std::string_view text);
/// Only for grids: scenes cannot be written so. Origin and size of the squares are lost.
std::string formatMovingAi(const SquareGrid& grid);

/// Polyanya meshes, version 2 (and 1): vertices and polygons. Polygons that run clockwise are turned round. Neighbours must be
/// valid numbers but are not used otherwise: the builder finds them again.
Result<PolygonMesh> parsePolyanya(std::string_view text);
/// Cells as they are, version 2. Layers and heights are lost: `saveNavMesh` refuses a mesh that has more than one layer.
std::string formatPolyanya(const NavMesh& mesh);

} // namespace clearway
