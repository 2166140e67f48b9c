// SPDX-License-Identifier: MIT
// Built-in meshes: clean, with the counts that the paper gives, and the same everywhere.
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clearway/scene/mesh_generators.h>

namespace clearway {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(BuiltInMeshes, AreCleanAtEveryDetail)
{
    for (const BuiltInScene& scene : builtInMeshes())
        for (const double detail : {0.0005, 0.1, 0.7})
        {
            MeshReport report;
            const Result<MeshInput> input = buildMeshInput(scene.name, {.detail = detail});
            ASSERT_TRUE(input.ok()) << scene.name;
            const Result<TriangleMesh> mesh = buildTriangleMesh(*input, {}, &report);
            ASSERT_TRUE(mesh.ok()) << scene.name;
            report.counts[static_cast<std::size_t>(MeshReport::Finding::Kind::border_edge)] = 0;
            EXPECT_EQ(report.summary(), "") << scene.name << " " << detail;
            if (mesh->triangleCount() > 30000) continue;
            EXPECT_THAT(verify(*mesh), IsEmpty()) << scene.name;
        }
}

TEST(BuiltInMeshes, HaveTheCountsOfThePaper)
{
    struct Expected
    {
        std::size_t triangles, vertices;
        std::int64_t borders;
    };
    const std::map<std::string_view, Expected> expected = {{"ramp", {5128, 2661, 192}},
                                                           {"s_ramp", {5128, 2661, 192}},
                                                           {"terrain", {65536, 33153, 768}},
                                                           {"asteroid", {212180, 106092, 0}}};
    for (const auto& [name, counts] : expected)
    {
        MeshReport report;
        const TriangleMesh mesh = buildTriangleMesh(*buildMeshInput(name), {}, &report).value();
        EXPECT_EQ(mesh.triangleCount(), counts.triangles) << name;
        EXPECT_EQ(mesh.vertexCount(), counts.vertices) << name;
        EXPECT_EQ(report.count(MeshReport::Finding::Kind::border_edge), counts.borders) << name;
    }
}

TEST(BuiltInMeshes, AreOfTheSizesThatTheirDescriptionsSay)
{
    const Vec3 ramp = buildTriangleMesh("ramp")->bounds().size();
    EXPECT_NEAR(ramp.x * ramp.y * ramp.z, 1142, 5); // the paper's box
    EXPECT_NEAR(buildTriangleMesh("s_ramp")->bounds().size().x, 240, 1e-9);
    EXPECT_NEAR(buildTriangleMesh("sphere", {.size = 0.5})->bounds().size().z, 10, 1e-9);
    EXPECT_NEAR(buildTriangleMesh("cube")->area(), 600, 1e-9);
    EXPECT_NEAR(buildTriangleMesh("torus", {.detail = 20})->area(), 4 * 9.8696044 * 30, 5);
}

TEST(BuiltInMeshes, TheCoarseRampHasVerticesOnCreasesOnly)
{
    const TriangleMesh ramp = buildTriangleMesh("ramp", {.detail = 0.0005}).value();
    for (const Vec3 p : ramp.positions()) EXPECT_TRUE(p.z == 0 || p.z == 1.98);
    EXPECT_LT(ramp.triangleCount(), 60u);
}

TEST(BuiltInMeshes, SeedsChangeThemAndNothingElseDoes)
{
    const std::uint64_t hash = buildTriangleMesh("asteroid", {.detail = 0.05})->computeHash();
    EXPECT_EQ(buildTriangleMesh("asteroid", {.detail = 0.05})->computeHash(), hash);
    EXPECT_NE(buildTriangleMesh("asteroid", {.seed = 2, .detail = 0.05})->computeHash(), hash);
}

TEST(BuiltInMeshes, UnknownNamesAndSizesOutOfRangeAreErrors)
{
    EXPECT_THAT(buildMeshInput("astroid").error().message, HasSubstr("asteroid"));
    EXPECT_EQ(buildMeshInput("cube", {.detail = 0}).error().code, ErrorCode::invalid_argument);
    EXPECT_EQ(buildMeshInput("cube", {.size = -1}).error().code, ErrorCode::invalid_argument);
    EXPECT_EQ(buildMeshInput("asteroid", {.detail = 1e6}).error().code, ErrorCode::out_of_range);
}

} // namespace
} // namespace clearway
