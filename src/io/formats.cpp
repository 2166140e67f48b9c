// SPDX-License-Identifier: MIT
#include "io/formats.h"

#include <sys/stat.h>

#include <algorithm>

#include "io/text.h"

namespace clearway::io {

const char* toString(Format format)
{
    switch (format)
    {
    case Format::unknown: return "unknown";
    case Format::clearway: return "clearway";
    case Format::wkt: return "WKT";
    case Format::geojson: return "GeoJSON";
    case Format::movingai: return "MovingAI map";
    case Format::polyanya: return "Polyanya mesh";
    }
    return "unknown";
}

static std::string_view findFileName(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string findEnding(std::string_view path)
{
    const std::string_view name = findFileName(path);
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos || dot == 0 ? "" : toLower(name.substr(dot));
}

std::string findStem(std::string_view path)
{
    const std::string_view name = findFileName(path);
    return std::string(name.substr(0, name.size() - findEnding(path).size()));
}

bool isBuiltInName(const std::string& path_or_name)
{
    struct stat status = {};
    return path_or_name.find_first_of("/.") == std::string::npos && path_or_name != "-" &&
           ::stat(path_or_name.c_str(), &status) != 0;
}

Format findFormatByEnding(std::string_view path)
{
    const std::string ending = findEnding(path);
    if (ending == ".clearway") return Format::clearway;
    if (ending == ".wkt" || ending == ".ewkt") return Format::wkt;
    if (ending == ".geojson" || ending == ".geojsonl" || ending == ".geojsons") return Format::geojson;
    if (ending == ".map") return Format::movingai;
    if (ending == ".mesh") return Format::polyanya;
    return Format::unknown;
}

Format findFormatByName(std::string_view name)
{
    for (const std::string_view known : {"clearway", "wkt", "geojson", "map", "mesh"})
        if (known == name) return findFormatByEnding("file." + std::string(name));
    return Format::unknown;
}

/// The first letters of the text in lower case.
static std::string findFirstWord(std::string_view text)
{
    std::size_t end = 0;
    while (end < text.size() && end < 24 && isLetter(text[end])) ++end;
    return toLower(text.substr(0, end));
}

static std::string_view skipSpace(std::string_view text)
{
    text = skipByteOrderMark(text);
    while (!text.empty() && (isSpace(text.front()) || text.front() == '\x1e')) text.remove_prefix(1);
    return text;
}

Format findFormatByContent(std::string_view bytes)
{
    if (bytes.starts_with(std::string_view(kClearwaySignature.data(), kClearwaySignature.size()))) return Format::clearway;
    const std::string_view text = skipSpace(bytes);
    if (text.starts_with('{') || text.starts_with('[')) return Format::geojson;
    const std::string word = findFirstWord(text);
    const char after = word.size() < text.size() ? text[word.size()] : ' ';
    if (word == "mesh" && isSpace(after)) return Format::polyanya;
    if (word == "type" && (after == ' ' || after == '\t')) return Format::movingai;
    if (word == "srid" && after == '=') return Format::wkt;
    constexpr std::array kShapes = {"polygon",    "multipolygon",      "geometrycollection", "point",
                                    "multipoint", "linestring",        "multilinestring",    "triangle",
                                    "tin",        "polyhedralsurface", "curvepolygon",       "multisurface"};
    const auto is_shape = [&](std::string_view shape) {
        return word.starts_with(shape) &&
               (word.size() == shape.size() || word.substr(shape.size()).find_first_not_of("zm") == std::string::npos);
    };
    if (std::any_of(kShapes.begin(), kShapes.end(), is_shape) && (isSpace(after) || after == '(')) return Format::wkt;
    return Format::unknown;
}

Format findFormat(std::string_view path, std::string_view bytes)
{
    const Format format = findFormatByEnding(path);
    return format != Format::unknown ? format : findFormatByContent(bytes);
}

namespace {

/// What a file is that is not read, and what to do about it.
struct ForeignKind
{
    std::string_view key;
    std::string_view description;
};

constexpr std::string_view kTriangles =
    "a triangle mesh, which is walked on as a surface (buildSurfaceMesh, clearway build --as surface)";

constexpr std::string_view kDetour = "a navigation mesh of Recast and Detour, which is not read; give the triangles of its level "
                                     "(.obj, .gltf, .glb), or write its "
                                     "polygons as a Polyanya mesh (.mesh)";
constexpr std::string_view kDetourCache = "a tile cache of Detour, which is not read; give the triangles of its level (.obj, "
                                          ".gltf, .glb), or write the polygons of its "
                                          "navigation mesh as a Polyanya mesh (.mesh)";
constexpr std::string_view kUnreal =
    "a package of the Unreal Engine; export the level's meshes from its editor as .gltf, .glb or .obj";
constexpr std::string_view kUnity = "a file of the Unity editor; export the level's meshes from it as .obj, .gltf or .glb";
constexpr std::string_view kGodot = "a file of the Godot editor; export the level's meshes from it as .gltf or .glb";
constexpr std::string_view kModel = "a 3D model in a format that is not read; export it as .gltf, .glb, .obj or .ply";

constexpr std::array kForeignEndings = std::to_array<ForeignKind>({
    {".scenario", "a Vadere scenario"},
    {".scen", "a list of path queries (MovingAI); give the map or mesh that it belongs to"},
    {".dxf", "a drawing in DXF; export its areas as WKT or GeoJSON polygons"},
    {".dwg", "a drawing in DWG; export its areas as WKT or GeoJSON polygons"},
    {".ifc", "a building model in IFC; export its floors as WKT or GeoJSON polygons"},
    {".yaml", "a YAML document"},
    {".yml", "a YAML document"},
    {".zip", "an archive; unpack it and give a file from inside"},
    {".gz", "compressed; unpack it first"},
    {".osm", "OpenStreetMap XML; convert it to GeoJSON first"},
    {".pbf", "OpenStreetMap data; convert it to GeoJSON first"},
    {".xml", "an XML document"},
    {".svg", "a drawing in SVG"},
    {".pdf", "a PDF document"},
    {".png", "a picture"},
    {".jpg", "a picture"},
    {".obj", kTriangles},
    {".ply", kTriangles},
    {".stl", kTriangles},
    {".off", kTriangles},
    {".gltf", kTriangles},
    {".glb", kTriangles},
    {".shp", "a shapefile; convert it to GeoJSON first"},
    {".gpkg", "a GeoPackage; convert it to GeoJSON first"},
    {".kml", "KML; convert it to GeoJSON first"},
    {".topojson", "TopoJSON; convert it to GeoJSON first"},
    {".sqlite", "a database"},
    {".h5", "an HDF5 file"},
    {".csv", "a table"},
    {".bin", "a binary file"},
    {".wkb", "binary WKB; write it as WKT"},
    {".md", "a text document"},
    {".gset", "a list of Recast that names a level; give the level itself (the .obj in its line that begins with f)"},
    {".rcnavmesh", kDetour},
    {".navmesh",
     "a navigation mesh of another program, which is not read; give the triangles of its level (.obj, .gltf, .glb), or "
     "write its polygons as a Polyanya mesh (.mesh)"},
    {".nav", "a navigation mesh of the Source engine, which is not read; give the triangles of its level (.obj, .gltf, .glb)"},
    {".uasset", kUnreal},
    {".umap", kUnreal},
    {".asset", kUnity},
    {".unity", kUnity},
    {".prefab", kUnity},
    {".tscn", kGodot},
    {".scn", kGodot},
    {".tres", kGodot},
    {".res", kGodot},
    {".blend", "a file of Blender; export it as .gltf, .glb, .obj or .ply"},
    {".fbx", "a model in FBX; export it as .gltf, .glb, .obj or .ply"},
    {".dae", "a model in COLLADA; export it as .gltf, .glb, .obj or .ply"},
    {".3ds", kModel},
    {".max", kModel},
    {".ma", kModel},
    {".mb", kModel},
    {".x3d", kModel},
    {".wrl", kModel},
    {".usd", kModel},
    {".usda", kModel},
    {".usdc", kModel},
    {".usdz", kModel},
});

/// What no text begins with; surer than a name.
constexpr std::array kForeignSignatures = std::to_array<ForeignKind>({
    {"TESM", kDetour}, // 'MSET' of RecastDemo, in either order of bytes; then one tile by itself
    {"MSET", kDetour},
    {"VAND", kDetour},
    {"DNAV", kDetour},
    {"TEST", kDetourCache}, // 'TSET'
    {"TSET", kDetourCache},
    {"RLTD", kDetourCache},
    {"DTLR", kDetourCache},
    {"Kaydara FBX Binary", "a model in FBX; export it as .gltf, .glb, .obj or .ply"},
    {"BLENDER", "a file of Blender; export it as .gltf, .glb, .obj or .ply"},
    {"\xC1\x83\x2A\x9E", kUnreal},
    {"%YAML 1.1\n%TAG !u! tag:unity3d.com", kUnity},
    {"\x89HDF", "an HDF5 file"},
    {"glTF", kTriangles},
});

constexpr std::array kForeignBeginnings = std::to_array<ForeignKind>({
    {"PK\x03\x04", "an archive; unpack it and give a file from inside"},
    {"\x1f\x8b", "compressed; unpack it first"},
    {"%PDF", "a PDF document"},
    {"\x89PNG", "a picture"},
    {"SQLite format 3", "a database"},
    {"<?xml", "an XML document"},
    {"<", "an XML document"},
    {"MeshVersionFormatted", "a Medit mesh; only Polyanya meshes are read"},
});

/// Four letters may also begin a text: where a signature is that short, a byte that no text has follows soon.
bool hasSignature(std::string_view bytes, std::string_view signature)
{
    if (!bytes.starts_with(signature)) return false;
    return signature.size() > 4 || !isLetter(signature.front()) || signature == "glTF" ||
           bytes.substr(0, 16).find('\0') != std::string_view::npos;
}

} // namespace

std::string describeForeign(std::string_view path, std::string_view bytes)
{
    for (const ForeignKind& kind : kForeignSignatures)
        if (hasSignature(bytes, kind.key)) return std::string(kind.description);
    const std::string ending = findEnding(path);
    for (const ForeignKind& kind : kForeignEndings)
        if (ending == kind.key) return std::string(kind.description);
    const std::string_view text = skipSpace(bytes);
    for (const ForeignKind& kind : kForeignBeginnings)
        if (text.starts_with(kind.key)) return std::string(kind.description);
    return "";
}

std::string_view listReadEndings()
{
    return "Scenes and meshes are read from WKT (.wkt), GeoJSON (.geojson, .json), MovingAI maps (.map), Polyanya meshes (.mesh) "
           "and .clearway files; meshes of triangles, for surfaces, from .obj, .ply, .stl, .off, .gltf and .glb";
}

} // namespace clearway::io
