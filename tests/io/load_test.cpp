// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <clearway/base/log.h>
#include <clearway/io.h>
#include <clearway/navmesh/build.h>
#include <clearway/surface/build.h>

#include "tests/io/support.h"

namespace clearway {

using namespace test;

static const std::string kRoom = "POLYGON ((0 0, 4 0, 4 3, 0 3), (1 1, 2 1, 2 2, 1 2))";

TEST(Load, TheEndingSaysTheFormatInAnyCase)
{
    const TemporaryFolder folder;
    put(folder.file("a.WKT"), kRoom);
    put(folder.file("a.GeoJson"), "[[[0,0],[4,0],[4,3],[0,3]],[[1,1],[2,1],[2,2],[1,2]]]");
    put(folder.file("a.map"), "type octile\nheight 3\nwidth 4\nmap\n....\n.@..\n....\n");
    put(folder.file("a.mesh"), "mesh 2 6 2  0 0 0 3 0 0 0 3 0 3 3 0 6 0 0 6 3 0  4 0 1 3 2 -1 -1 -1 1  4 1 4 5 3 -1 -1 -1 0");
    for (const auto& [name, area] : {std::pair{"a.WKT", 11.0}, {"a.GeoJson", 11.0}, {"a.map", 11.0}, {"a.mesh", 18.0}})
    {
        const auto scene = loadScene(folder.file(name));
        ASSERT_TRUE(scene) << scene.error().message;
        EXPECT_NEAR(scene->area(), area, 1e-6) << name;
        EXPECT_EQ(scene->name(), "a") << name;
    }
    EXPECT_EQ(loadNavMesh(folder.file("a.map"))->cells().size(), 11u);
    EXPECT_EQ(loadNavMesh(folder.file("a.mesh"))->cells().size(), 2u);
    EXPECT_TRUE(std::holds_alternative<NavMesh>(*loadContent(folder.file("a.mesh"))));
    EXPECT_TRUE(std::holds_alternative<Scene>(*loadContent(folder.file("a.map"))));
}

TEST(Load, AStatedFormatCountsWhateverTheNameSays)
{
    const TemporaryFolder folder;
    put(folder.file("a.map"), kRoom);
    EXPECT_FALSE(loadScene(folder.file("a.map")));
    EXPECT_NEAR(loadScene(folder.file("a.map"), {.format = "wkt"})->area(), 11, 1e-6);
    EXPECT_TRUE(std::holds_alternative<Scene>(*loadContent(folder.file("a.map"), {.format = "wkt"})));
    EXPECT_FALSE(loadScene("rooms", {.format = "wkt"})) << "a file is meant";
    put(folder.file("mesh"), "mesh 2 6 2  0 0 0 3 0 0 0 3 0 3 3 0 6 0 0 6 3 0  4 0 1 3 2 -1 -1 -1 1  4 1 4 5 3 -1 -1 -1 0");
    EXPECT_TRUE(std::holds_alternative<NavMesh>(*loadContent(folder.file("mesh"), {.format = "mesh"})));
    const auto unknown = loadScene(folder.file("a.map"), {.format = "docx"});
    ASSERT_FALSE(unknown);
    EXPECT_TRUE(mentions(unknown.error().message, "no format 'docx'")) << unknown.error().message;
    put(folder.file("triangle.ply"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    EXPECT_FALSE(loadTriangleMesh(folder.file("triangle.ply")));
    EXPECT_EQ(loadTriangleMesh(folder.file("triangle.ply"), {.format = "obj"})->triangleCount(), 1u);
}

TEST(Load, WhereTheEndingDoesNotSayTheContentDoes)
{
    const TemporaryFolder folder;
    for (const std::string name : {"a.txt", "a.json", "a", "a.level"})
    {
        put(folder.file(name), kRoom);
        EXPECT_TRUE(loadScene(folder.file(name))) << name;
        put(folder.file(name), "[[[0,0],[4,0],[4,3],[0,3]]]");
        EXPECT_TRUE(loadScene(folder.file(name))) << name;
        put(folder.file(name), "type octile\nheight 1\nwidth 1\nmap\n.\n");
        EXPECT_TRUE(loadScene(folder.file(name))) << name;
        const std::vector<std::byte> bytes = formatClearway(*buildScene(*parseWkt(kRoom)));
        put(folder.file(name), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        EXPECT_TRUE(loadScene(folder.file(name))) << name;
    }
}

TEST(Load, BuiltInNamesWorkWhereNoFileHasThem)
{
    EXPECT_TRUE(loadScene("rooms"));
    EXPECT_TRUE(std::holds_alternative<Scene>(*loadContent("donut")));
    const auto unknown = loadScene("roms");
    ASSERT_FALSE(unknown);
    EXPECT_TRUE(mentions(unknown.error().message, "rooms")) << unknown.error().message;
    EXPECT_TRUE(mentions(unknown.error().message, ".wkt")) << unknown.error().message;
    EXPECT_TRUE(mentions(loadScene("rooms.wkt").error().message, "No such file"));
    EXPECT_TRUE(mentions(loadScene("./rooms").error().message, "No such file"));
    EXPECT_FALSE(loadScene(""));
}

TEST(Load, EverySavedSceneComesBackAndIsSavedTheSameAgain)
{
    const TemporaryFolder folder;
    for (const std::string name : {"rooms", "donut", "cross", "comb"})
    {
        const auto scene = loadScene(name);
        ASSERT_TRUE(scene) << scene.error().message;
        for (const std::string ending : {".clearway", ".geojson", ".json", ".wkt"})
        {
            const std::string first = folder.file(name + ending);
            ASSERT_TRUE(saveScene(*scene, first));
            SceneReport report;
            const auto again = loadScene(first, {}, &report);
            ASSERT_TRUE(again) << again.error().message;
            EXPECT_EQ(report.total(), 0) << first << report.summary();
            EXPECT_EQ(again->computeHash(), scene->computeHash()) << first;
            const std::string second = folder.file("again" + ending);
            ASSERT_TRUE(saveScene(*again, second));
            EXPECT_EQ(take(first), take(second)) << first;
        }
    }
}

TEST(Load, EverySavedMeshComesBackAndIsSavedTheSameAgain)
{
    const TemporaryFolder folder;
    const auto mesh = buildNavMesh(*loadScene("rooms"));
    ASSERT_TRUE(mesh);
    for (const std::string ending : {".clearway", ".mesh"})
    {
        ASSERT_TRUE(saveNavMesh(*mesh, folder.file("a" + ending)));
        const auto again = loadNavMesh(folder.file("a" + ending));
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(again->cells().size(), mesh->cells().size());
        ASSERT_TRUE(saveNavMesh(*again, folder.file("b" + ending)));
        EXPECT_EQ(take(folder.file("a" + ending)), take(folder.file("b" + ending)));
        const auto outline = loadScene(folder.file("a" + ending));
        ASSERT_TRUE(outline) << outline.error().message;
        EXPECT_NEAR(outline->area(), mesh->area(), 1e-9 * mesh->area());
    }
}

TEST(Load, MessagesBeginWithFileAndLine)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("level.wkt");
    put(path, "POLYGON ((0 0,\n 1 0,\n 1 x))");
    const auto scene = loadScene(path);
    ASSERT_FALSE(scene);
    EXPECT_EQ(scene.error().message, path + ":3: expected the two coordinates of a point, found 'x' (column 4)");
    EXPECT_EQ(scene.error().place.file, path);
    EXPECT_EQ(scene.error().place.line, 3);
}

TEST(Load, WhatTheReaderDecidedIsInTheReportWithWhatTheBuilderRepaired)
{
    const TemporaryFolder folder;
    put(folder.file("a.wkt"), "POLYGON ((0 0, 4 0, 4 0, 4 3, 0 3)) POINT (1 1)");
    SceneReport report;
    ASSERT_TRUE(loadScene(folder.file("a.wkt"), {}, &report));
    EXPECT_TRUE(hasRemark(report, "left out"));
    EXPECT_EQ(report.counts[static_cast<int>(SceneReport::Repair::Kind::duplicate_point)], 1);
}

TEST(Load, FilesOfOtherProgramsAreRefusedByWhatTheyAre)
{
    const TemporaryFolder folder;
    struct Foreign
    {
        std::string name;
        std::string text;
        std::string message;
    };
    const std::vector<Foreign> cases = {
        {"a.scenario", "{\"name\":\"x\"}", "this is a Vadere scenario. Scenes and meshes are read from WKT"},
        {"a.dxf", "  0\nSECTION\n", "this is a drawing in DXF"},
        {"a.building.yaml", "name: x\n", "this is a YAML document"},
        {"a.zip", "PK\x03\x04", "this is an archive; unpack it"},
        {"a.osm", "<?xml version='1.0'?>", "this is OpenStreetMap XML"},
        {"a.unknown", "<osm/>", "this is an XML document"},
        {"a.scen", "version 1\n", "a list of path queries"},
        {"config.json", "{\"config\":{},\"distributions\":{}}", "the configuration of a JuPedSim scenario"},
        {"a.txt", "hello", "the format of this file is not known"},
        {"a.bin", std::string("TESM\1\0\0\0", 8), "this is a navigation mesh of Recast and Detour"},
        {"a.bin", std::string("TEST\1\0\0\0", 8), "this is a tile cache of Detour"},
        {"tile", std::string("VAND\7\0\0\0", 8), "this is a navigation mesh of Recast and Detour"},
        {"a.bin", "TESM, a text", "this is a binary file"},
        {"level.gset", "f nav_test.obj\n", "this is a list of Recast that names a level; give the level itself"},
        {"a.navmesh", "x", "this is a navigation mesh of another program"},
        {"a.uasset", "x", "this is a package of the Unreal Engine; export"},
        {"a.asset", "%YAML 1.1\n", "this is a file of the Unity editor; export"},
        {"a.tscn", "[gd_scene]", "this is a file of the Godot editor; export"},
        {"a.blend", "BLENDER-v300", "this is a file of Blender; export"},
        {"a.fbx", "Kaydara FBX Binary", "this is a model in FBX; export"},
        {"a.gpkg", "SQLite format 3", "this is a GeoPackage; convert"},
        {"a.clearway", "hello", "this is no clearway file"},
    };
    for (const Foreign& foreign : cases)
    {
        put(folder.file(foreign.name), foreign.text);
        const auto scene = loadScene(folder.file(foreign.name));
        ASSERT_FALSE(scene);
        EXPECT_TRUE(mentions(scene.error().message, foreign.message)) << scene.error().message;
        EXPECT_TRUE(scene.error().message.starts_with(folder.file(foreign.name))) << scene.error().message;
        EXPECT_FALSE(loadContent(folder.file(foreign.name)));
        EXPECT_FALSE(loadNavMesh(folder.file(foreign.name)));
    }
}

TEST(Load, AMeshOfAnotherProgramIsRefusedByWhatItIs)
{
    const TemporaryFolder folder;
    put(folder.file("a.bin"), std::string("TESM\1\0\0\0", 8));
    put(folder.file("b.fbx"), "; FBX 7.3.0 project file");
    for (const auto& [name, message] :
         {std::pair("a.bin", "navigation mesh of Recast"), std::pair("b.fbx", "model in FBX; export")})
    {
        const Result<TriangleMesh> mesh = loadTriangleMesh(folder.file(name));
        ASSERT_FALSE(mesh);
        EXPECT_EQ(mesh.error().code, ErrorCode::unsupported_format);
        EXPECT_TRUE(mentions(mesh.error().message, message)) << mesh.error().message;
    }
}

TEST(Load, OutlinesAreNoMesh)
{
    const TemporaryFolder folder;
    put(folder.file("a.wkt"), kRoom);
    EXPECT_TRUE(mentions(loadNavMesh(folder.file("a.wkt")).error().message,
                         "a WKT file holds outlines, not a mesh; build one from it first"));
    ASSERT_TRUE(saveScene(*loadScene("donut"), folder.file("a.clearway")));
    EXPECT_TRUE(mentions(loadNavMesh(folder.file("a.clearway")).error().message, "holds a scene, not a mesh"));
}

TEST(Load, ACorridorMapComesBackFromItsFileAndFromNothingElse)
{
    const TemporaryFolder folder;
    const Scene scene = *loadScene("rooms");
    const CorridorMap map = *buildCorridorMap(scene);
    ASSERT_TRUE(saveCorridorMap(map, folder.file("map.clearway")));
    const auto again = loadCorridorMap(folder.file("map.clearway"));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->computeHash(), map.computeHash());
    EXPECT_TRUE(std::holds_alternative<CorridorMap>(*loadContent(folder.file("map.clearway"))));
    EXPECT_TRUE(mentions(loadScene(folder.file("map.clearway")).error().message, "holds a corridor map, not a scene"));
    EXPECT_TRUE(mentions(loadNavMesh(folder.file("map.clearway")).error().message, "holds a corridor map, not a mesh"));

    ASSERT_TRUE(saveScene(scene, folder.file("scene.clearway")));
    ASSERT_TRUE(saveNavMesh(*buildNavMesh(scene), folder.file("mesh.clearway")));
    put(folder.file("a.wkt"), kRoom);
    EXPECT_TRUE(mentions(loadCorridorMap(folder.file("scene.clearway")).error().message, "holds a scene, not a corridor map"));
    EXPECT_TRUE(mentions(loadCorridorMap(folder.file("mesh.clearway")).error().message, "holds a mesh, not a corridor map"));
    EXPECT_TRUE(mentions(loadCorridorMap(folder.file("a.wkt")).error().message, "read from .clearway"));
    EXPECT_EQ(loadCorridorMap(folder.file("missing.clearway")).error().code, ErrorCode::unreadable_file);
    EXPECT_TRUE(mentions(saveCorridorMap(map, folder.file("a.mesh")).error().message, "use .clearway"));
}

TEST(Load, TheGridOfAFieldComesBackFromItsFileAndFromNothingElse)
{
    const TemporaryFolder folder;
    const Scene scene = *buildScene(*parseWkt("POLYGON ((0 0, 9 0, 9 4, 0 4), (4 0.5, 4.1 0.5, 4.1 4, 4 4))"));
    const FieldGrid grid = *buildFieldGrid(scene, {.cell_size = 0.25, .radius = 0.1});
    ASSERT_TRUE(saveFieldGrid(grid, folder.file("grid.clearway")));
    const auto again = loadFieldGrid(folder.file("grid.clearway"));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->computeHash(), grid.computeHash());
    EXPECT_EQ(again->componentCount(), grid.componentCount());
    EXPECT_EQ(again->freeCount(), grid.freeCount());
    for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
        for (const FieldGrid::Toward side :
             {FieldGrid::Toward::right, FieldGrid::Toward::up, FieldGrid::Toward::left, FieldGrid::Toward::down})
        {
            if (!grid.isFree(cell)) continue;
            ASSERT_EQ(again->neighbour(cell, side), grid.neighbour(cell, side)) << cell;
        }
    EXPECT_TRUE(std::holds_alternative<FieldGrid>(*loadContent(folder.file("grid.clearway"))));

    ASSERT_TRUE(saveScene(scene, folder.file("scene.clearway")));
    EXPECT_TRUE(mentions(loadFieldGrid(folder.file("scene.clearway")).error().message, "holds a scene, not the grid of a field"));
    EXPECT_TRUE(mentions(loadScene(folder.file("grid.clearway")).error().message, "holds the grid of a field, not a scene"));
    EXPECT_TRUE(mentions(saveFieldGrid(grid, folder.file("a.mesh")).error().message, "use .clearway"));
}

TEST(Load, ASurfaceMeshComesBackFromItsFileWithItsSource)
{
    const TemporaryFolder folder;
    const SurfaceMesh mesh = *buildSurfaceMesh(*buildTriangleMesh("overpass"), {.height = {.height = 2}});
    ASSERT_TRUE(saveSurfaceMesh(mesh, folder.file("a.clearway")));
    const auto again = loadSurfaceMesh(folder.file("a.clearway"));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->computeHash(), mesh.computeHash());
    EXPECT_EQ(again->source().computeHash(), mesh.source().computeHash());
    EXPECT_EQ(again->source().name(), mesh.source().name());
    EXPECT_EQ(again->speed(), mesh.speed());
    EXPECT_EQ(again->maxAcceleration(), mesh.maxAcceleration());
    EXPECT_GT(again->removal().low_vertices, 0);
    EXPECT_EQ(again->removal().low_vertices, mesh.removal().low_vertices);
    EXPECT_TRUE(verify(*again).empty());
    for (std::uint32_t v = 0; v < mesh.source().vertexCount(); ++v)
    {
        ASSERT_EQ(again->source().isBorder(v), mesh.source().isBorder(v));
        ASSERT_EQ(again->source().corners(v).size(), mesh.source().corners(v).size());
    }

    EXPECT_TRUE(std::holds_alternative<SurfaceMesh>(*loadContent(folder.file("a.clearway"))));
    EXPECT_TRUE(mentions(loadScene(folder.file("a.clearway")).error().message, "holds a surface mesh, not a scene"));
    EXPECT_TRUE(mentions(loadCorridorMap(folder.file("a.clearway")).error().message, "holds a surface mesh, not a corridor map"));
    put(folder.file("a.wkt"), kRoom);
    EXPECT_TRUE(mentions(loadSurfaceMesh(folder.file("a.wkt")).error().message, "clearway build --as surface"));
    EXPECT_TRUE(mentions(saveSurfaceMesh(mesh, folder.file("a.obj")).error().message, "use .clearway"));
    put(folder.file("a.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    EXPECT_TRUE(mentions(loadScene(folder.file("a.obj")).error().message, "clearway build --as surface"));
}

TEST(Load, SavingRefusesWhatTheFormatCannotHold)
{
    const TemporaryFolder folder;
    const Scene scene = *loadScene("donut");
    EXPECT_TRUE(mentions(saveScene(scene, folder.file("a.map")).error().message, "use .clearway, .geojson, .json or .wkt"));
    EXPECT_TRUE(mentions(saveScene(scene, folder.file("a")).error().message, "use .clearway"));
    EXPECT_TRUE(mentions(saveNavMesh(*buildNavMesh(scene), folder.file("a.wkt")).error().message, "use .clearway or .mesh"));
    const Scene storeys = makeRawScene("storeys", {{{{{0, 0}, {1, 0}, {1, 1}}}, 0}, {{{{0, 0}, {1, 0}, {1, 1}}}, 1}});
    EXPECT_TRUE(mentions(saveScene(storeys, folder.file("a.wkt")).error().message, "WKT cannot hold several layers"));
    EXPECT_TRUE(folder.list().empty());
    EXPECT_EQ(saveScene(scene, folder.file("no/a.wkt")).error().code, ErrorCode::unwritable_file);
}

/// The list of bad input that everything in front of a user must answer clearly.
TEST(Load, BadInputIsAnsweredClearly)
{
    const TemporaryFolder folder;
    struct Bad
    {
        std::string name;
        std::string text;
        std::string message; ///< part of it
    };
    const std::vector<Bad> cases = {
        {"empty.wkt", "", "the file is empty"},
        {"empty.geojson", "", "the file is empty"},
        {"empty.map", "", "the file is empty"},
        {"empty.mesh", "", "the file is empty"},
        {"empty.clearway", "", "the file is empty"},
        {"blank.wkt", "\n\n", "it is empty"},
        {"nan.wkt", "POLYGON ((0 0, nan 0, 1 1))", "ring 0, point 1"},
        {"infinity.wkt", "POLYGON ((0 0, 1 0, 1 inf))", "ring 0, point 2"},
        {"nan.geojson", "[[[0,0],[NaN,0],[1,1]]]", "ring 0, point 1"},
        {"huge.geojson", "[[[0,0],[1e999,0],[1,1]]]", "ring 0, point 1"},
        {"one_point.wkt", "POLYGON ((1 2))", ""},
        {"one_point.geojson", "[[[1,2]]]", ""},
        {"zero_area.wkt", "POLYGON ((0 0, 1 1, 2 2))", ""},
        {"beyond.wkt", "POLYGON ((0 0, 1e300 0, 1e300 1e300))", ""},
    };
    for (const Bad& bad : cases)
    {
        put(folder.file(bad.name), bad.text);
        const auto scene = loadScene(folder.file(bad.name));
        ASSERT_FALSE(scene) << bad.name;
        EXPECT_TRUE(mentions(scene.error().message, bad.message)) << scene.error().message;
        EXPECT_TRUE(scene.error().message.starts_with(folder.file(bad.name))) << scene.error().message;
        EXPECT_GT(scene.error().message.size(), folder.file(bad.name).size() + 15) << scene.error().message;
    }
    put(folder.file("bow.wkt"), "POLYGON ((0 0, 2 2, 2 0, 0 2))");
    EXPECT_NEAR(loadScene(folder.file("bow.wkt"))->area(), 2, 1e-6) << "a self-crossing ring covers what it winds around";
    put(folder.file("far.wkt"), "POLYGON ((500000.5 5400000.25, 500010.5 5400000.25, 500010.5 5400010.25, 500000.5 5400010.25))");
    EXPECT_NEAR(loadScene(folder.file("far.wkt"))->area(), 100, 1e-9) << "far from the origin";
}

} // namespace clearway
