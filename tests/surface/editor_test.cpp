// SPDX-License-Identifier: MIT
// Editing a surface: whatever was done to the ground, what is published is what a new build gives.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/scene/mesh_generators.h>
#include <clearway/surface.h>

#include "tests/support/meshes.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::makeGrid;
using test::testScale;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A triangle as what it is, whatever its number: place and load of its corners, starting at the lowest.
using Corner = std::array<double, 4>;
using Shape = std::array<Corner, 3>;

Shape describe(const SurfaceMesh& mesh, std::uint32_t t)
{
    Shape shape;
    for (std::size_t k = 0; k < 3; ++k)
    {
        const std::uint32_t v = mesh.triangles()[t][k];
        const Vec3 p = mesh.positions()[v];
        shape[k] = {p.x, p.y, p.z, mesh.accelerations()[v]};
    }
    std::rotate(shape.begin(), std::min_element(shape.begin(), shape.end()), shape.end());
    return shape;
}

/// Which triangle of `b` is which of `a`, by source triangle and shape; empty when they are not the same triangles.
std::vector<std::uint32_t> match(const SurfaceMesh& a, const SurfaceMesh& b)
{
    if (a.triangleCount() != b.triangleCount()) return {};
    std::map<std::pair<std::uint32_t, Shape>, std::vector<std::uint32_t>> known;
    for (std::uint32_t t = 0; t < b.triangleCount(); ++t) known[{b.sourceTriangles()[t], describe(b, t)}].push_back(t);
    std::vector<std::uint32_t> numbers(a.triangleCount());
    for (std::uint32_t t = 0; t < a.triangleCount(); ++t)
    {
        const auto at = known.find({a.sourceTriangles()[t], describe(a, t)});
        if (at == known.end() || at->second.empty()) return {};
        numbers[t] = at->second.back();
        at->second.pop_back();
    }
    return numbers;
}

/// The half-edge of b that is half-edge h of a.
std::uint32_t matchHalfedge(const SurfaceMesh& a, const SurfaceMesh& b, std::span<const std::uint32_t> numbers, std::uint32_t h)
{
    if (h == kNone) return kNone;
    const auto cornerAt = [](const SurfaceMesh& mesh, std::uint32_t halfedge) {
        const Vec3 p = mesh.positions()[mesh.origin(halfedge)];
        return Corner{p.x, p.y, p.z, mesh.accelerations()[mesh.origin(halfedge)]};
    };
    const std::uint32_t t = numbers[h / 3];
    for (std::uint32_t k = 0; k < 3; ++k)
        if (cornerAt(b, 3 * t + k) == cornerAt(a, h)) return 3 * t + k;
    return kNone - 1;
}

std::set<std::vector<std::uint32_t>> listLoops(const SurfaceMesh& mesh, const std::function<std::uint32_t(std::uint32_t)>& rename)
{
    std::set<std::vector<std::uint32_t>> loops;
    for (const SurfaceMesh::BorderLoop& loop : mesh.borderLoops())
    {
        std::vector<std::uint32_t> halfedges;
        for (std::uint32_t i = 0; i < loop.count; ++i) halfedges.push_back(rename(mesh.borderHalfedges()[loop.first + i]));
        std::rotate(halfedges.begin(), std::min_element(halfedges.begin(), halfedges.end()), halfedges.end());
        loops.insert(halfedges);
    }
    return loops;
}

/// Everything that must be the same but for numbers.
testing::AssertionResult isRebuild(const SurfaceMesh& repaired, const SurfaceOptions& options)
{
    const TriangleMesh& source = repaired.source();
    MeshInput input;
    input.positions.assign(source.positions().begin(), source.positions().end());
    input.triangles.assign(source.triangles().begin(), source.triangles().end());
    const Result<TriangleMesh> again = buildTriangleMesh(input, {.weld_distance = -1});
    if (!again) return testing::AssertionFailure() << again.error().message;
    if (again->computeHash() != source.computeHash()) return testing::AssertionFailure() << "the source is another";
    if (!std::ranges::equal(again->cornerList(), source.cornerList()) ||
        !std::ranges::equal(again->cornerOffsets(), source.cornerOffsets()))
        return testing::AssertionFailure() << "the corners are others";
    for (std::uint32_t v = 0; v < source.vertexCount(); ++v)
        if (source.isBorder(v) != again->isBorder(v) || source.isManifold(v) != again->isManifold(v))
            return testing::AssertionFailure() << "vertex " << v << " has other flags";
    const SurfaceMesh rebuilt = buildSurfaceMesh(*again, options).value();
    const std::vector<std::string> faults = verify(repaired);
    if (!faults.empty()) return testing::AssertionFailure() << faults[0];
    if (repaired.vertexCount() != rebuilt.vertexCount())
        return testing::AssertionFailure() << repaired.vertexCount() << " vertices for " << rebuilt.vertexCount();
    if (repaired.triangleCount() != rebuilt.triangleCount())
        return testing::AssertionFailure() << repaired.triangleCount() << " triangles for " << rebuilt.triangleCount();
    const SurfaceMesh::Removal& left_out = repaired.removal();
    const SurfaceMesh::Removal& expected = rebuilt.removal();
    if (left_out.bent_vertices != expected.bent_vertices || left_out.low_vertices != expected.low_vertices ||
        left_out.non_manifold_vertices != expected.non_manifold_vertices || left_out.steep_triangles != expected.steep_triangles)
        return testing::AssertionFailure() << "other counts of what was left out: bent " << left_out.bent_vertices << " for "
                                           << expected.bent_vertices << ", low " << left_out.low_vertices << " for "
                                           << expected.low_vertices << ", not manifold " << left_out.non_manifold_vertices
                                           << " for " << expected.non_manifold_vertices << ", steep " << left_out.steep_triangles
                                           << " for " << expected.steep_triangles;
    if (rebuilt.isEmpty()) return testing::AssertionSuccess();
    const std::vector<std::uint32_t> numbers = match(repaired, rebuilt);
    if (numbers.empty()) return testing::AssertionFailure() << "other triangles";
    const auto rename = [&](std::uint32_t h) { return matchHalfedge(repaired, rebuilt, numbers, h); };
    std::map<std::uint32_t, std::uint32_t> vertices, components;
    for (std::uint32_t h = 0; h < 3 * repaired.triangleCount(); ++h)
    {
        if (rebuilt.opposites()[rename(h)] != rename(repaired.opposites()[h]))
            return testing::AssertionFailure() << "half-edge " << h << " has another neighbour";
        if (vertices.emplace(repaired.origin(h), rebuilt.origin(rename(h))).first->second != rebuilt.origin(rename(h)))
            return testing::AssertionFailure() << "vertex " << repaired.origin(h) << " is two";
    }
    if (repaired.componentCount() != rebuilt.componentCount())
        return testing::AssertionFailure() << repaired.componentCount() << " components for " << rebuilt.componentCount();
    for (std::uint32_t t = 0; t < numbers.size(); ++t)
    {
        if (repaired.components()[t] >= repaired.componentCount()) return testing::AssertionFailure() << "a component too many";
        const std::uint32_t c = rebuilt.components()[numbers[t]];
        if (components.emplace(repaired.components()[t], c).first->second != c)
            return testing::AssertionFailure() << "component " << repaired.components()[t] << " is two";
    }
    if (listLoops(repaired, rename) != listLoops(rebuilt, [](std::uint32_t h) { return h; }))
        return testing::AssertionFailure() << "other border loops";
    return testing::AssertionSuccess();
}

/// The same mesh without anything that was built for searching it.
SurfaceMesh copyBare(const SurfaceMesh& mesh)
{
    ByteWriter writer;
    mesh.write(writer);
    ByteReader reader(writer.bytes());
    return SurfaceMesh::read(reader).value();
}

/// Questions to a mesh whose search tree was brought along, against a tree built anew.
testing::AssertionResult answersAsANewTree(const SurfaceMesh& mesh, Random& random)
{
    const SurfaceQuery query(mesh), anew(copyBare(mesh));
    const Box3 box = computeBounds(mesh.source().positions()).inflated(1);
    const auto any = [&] {
        return Vec3{random.uniform(box.min.x, box.max.x), random.uniform(box.min.y, box.max.y),
                    random.uniform(box.min.z, box.max.z)};
    };
    for (int i = 0; i < 6; ++i)
    {
        const Vec3 p = any(), q = any();
        if (query.findNearest(p) != anew.findNearest(p)) return testing::AssertionFailure() << "another nearest place";
        const SurfaceQuery::RayHit hit = query.castRay(p, q - p), expected = anew.castRay(p, q - p);
        if (hit.place != expected.place || hit.distance != expected.distance)
            return testing::AssertionFailure() << "a ray hits another place";
    }
    return testing::AssertionSuccess();
}

MeshInput makeHills(std::uint32_t columns, std::uint32_t rows, std::uint64_t seed)
{
    Random random(seed, 0);
    return makeGrid(columns, rows, [&](double i, double k) { return Vec3{i, k, random.uniform(0, 0.3)}; }, &random);
}

/// Does something to the mesh; what, depends on the random number.
void editRandomly(SurfaceEditor& editor, Random& random, double size)
{
    const auto someVertex = [&] { return static_cast<std::uint32_t>(random.below(editor.vertexIdCount())); };
    const auto someTriangle = [&] { return static_cast<std::uint32_t>(random.below(editor.triangleIdCount())); };
    switch (random.below(6))
    {
    case 0:
    case 1:
    case 2:
        for (std::uint64_t i = 0, count = 1 + random.below(5); i < count; ++i)
        {
            const std::uint32_t v = someVertex();
            if (!editor.hasVertex(v)) continue;
            const auto step = [&] { return random.uniform(-size, size); };
            (void)editor.moveVertex(v, editor.position(v) + Vec3{step() / 4, step() / 4, step()});
        }
        break;
    case 3:
        if (const std::uint32_t t = someTriangle(); editor.hasTriangle(t)) (void)editor.removeTriangle(t);
        break;
    case 4:
        if (random.below(4) == 0) (void)editor.removeVertex(someVertex());
        break;
    default: {
        // A new roof over an edge, or a triangle over any three vertices, which is refused unless it fits.
        const std::uint32_t t = someTriangle();
        if (!editor.hasTriangle(t)) break;
        const MeshTriangle v = editor.triangle(t);
        const std::size_t k = random.below(3);
        if (random.below(2) == 0)
        {
            const Vec3 middle = (editor.position(v[k]) + editor.position(v[(k + 1) % 3])) / 2;
            const std::uint32_t tip = editor.addVertex(middle + Vec3{random.uniform(-1, 1), random.uniform(-1, 1), 1}).value();
            (void)editor.addTriangle({v[(k + 1) % 3], v[k], tip});
        }
        else
            (void)editor.addTriangle({v[(k + 1) % 3], v[k], someVertex()});
        break;
    }
    }
}

void editManyTimes(const MeshInput& input, const SurfaceOptions& options, int count, std::uint64_t seed, double size)
{
    const TriangleMesh mesh = buildTriangleMesh(input).value();
    SurfaceEditor editor = buildSurfaceEditor(mesh, options).value();
    ASSERT_TRUE(isRebuild(editor.publish(), options));
    Random random(seed, 1);
    std::vector<SurfaceMesh> held;
    for (int i = 0; i < count; ++i)
    {
        editRandomly(editor, random, size);
        if (random.below(3) == 0) continue; // several edits in one repair
        const SurfaceMesh published = editor.publish();
        ASSERT_TRUE(isRebuild(published, options)) << "seed " << seed << " edit " << i;
        if (random.below(8) == 0) held.push_back(published);
        if (held.size() > 5) held.erase(held.begin());
        if (random.below(4) == 0) continue; // not every version is asked
        ASSERT_TRUE(answersAsANewTree(published, random)) << "seed " << seed << " edit " << i;
    }
    for (const SurfaceMesh& old : held) EXPECT_TRUE(isRebuild(old, options)) << "a version that was held has changed";
}

TEST(SurfaceEditor, AThousandEditsGiveWhatANewBuildGives)
{
    editManyTimes(makeHills(12, 9, 1), {.speed = 1.4, .max_acceleration = 1.2}, 500 * testScale(), 1, 0.4);
    editManyTimes(makeHills(7, 7, 2), {.speed = 1.4, .max_acceleration = 0.6}, 500 * testScale(), 2, 0.4);
}

TEST(SurfaceEditor, EditsOfClosedSurfacesGiveWhatANewBuildGives)
{
    for (const char* name : {"sphere", "torus", "octopus"})
    {
        const MeshInput input = buildMeshInput(name, {.detail = 0.03}).value();
        Box3 box = computeBounds(input.positions);
        const double size = box.size().x / 60;
        editManyTimes(input, {.speed = 1.4, .max_acceleration = 1.4 * 1.4 / size / 20}, 150 * testScale(), 7, size);
    }
}

TEST(SurfaceEditor, EditsUnderEveryRuleOfCuttingGiveWhatANewBuildGives)
{
    for (const SurfaceOptions::BiasedEdges biased :
         {SurfaceOptions::BiasedEdges::cross_diagonal, SurfaceOptions::BiasedEdges::published, SurfaceOptions::BiasedEdges::keep})
        for (const SurfaceOptions::CutFunction::Kind kind :
             {SurfaceOptions::CutFunction::Kind::linear, SurfaceOptions::CutFunction::Kind::constant})
            editManyTimes(makeHills(8, 8, 3), {.max_acceleration = 0.9, .biased_edges = biased, .cut = {.kind = kind}},
                          60 * testScale(), 3, 0.4);
}

TEST(SurfaceEditor, EditsOfSteepGroundGiveWhatANewBuildGives)
{
    for (const Gravity& gravity :
         {Gravity{Gravity::Kind::direction, {0, 0, -1}, 20}, {Gravity::Kind::toward_center, {4, 4, -9}, 25}})
        editManyTimes(makeHills(9, 9, 4), {.max_acceleration = 2, .gravity = gravity}, 200 * testScale(), 4, 0.6);
}

TEST(SurfaceEditor, EditsUnderRoofsGiveWhatANewBuildGives)
{
    // Two sheets over each other, the upper one turned round.
    MeshInput input = makeHills(7, 7, 5);
    const MeshInput roof = makeHills(6, 6, 6);
    const auto first = static_cast<std::uint32_t>(input.positions.size());
    for (const Vec3 p : roof.positions) input.positions.push_back({p.x + 0.7, p.y + 0.4, 1 + p.z + 0.2 * p.x});
    for (const MeshTriangle& t : roof.triangles) input.triangles.push_back({first + t[0], first + t[2], first + t[1]});
    for (const HeightOptions::Test test : {HeightOptions::Test::capsule, HeightOptions::Test::published})
        for (const auto kind : {Gravity::Kind::none, Gravity::Kind::direction})
            editManyTimes(input, {.max_acceleration = 2, .gravity = {kind, {0, 0, -1}, 60}, .height = {1.6, 0.1, test}},
                          120 * testScale(), 5, 0.4);
}

TEST(SurfaceEditor, EditsWithEveryKindOfCurvatureGiveWhatANewBuildGives)
{
    for (const CurvatureOptions::Measure measure :
         {CurvatureOptions::Measure::mean, CurvatureOptions::Measure::largest_principal})
    {
        editManyTimes(makeHills(9, 9, 6), {.max_acceleration = 2, .curvature = {.measure = measure}}, 60 * testScale(), 6, 0.4);
        editManyTimes(makeHills(9, 9, 6),
                      {.max_acceleration = 1, .curvature = {.method = CurvatureOptions::Method::quadric, .measure = measure}},
                      100 * testScale(), 6, 0.4);
        for (const double length : {0.4, 1.7})
            editManyTimes(makeHills(9, 9, 6),
                          {.max_acceleration = 0.6, .curvature = {.measure = measure, .averaging_length = length}},
                          80 * testScale(), 6, 0.4);
    }
}

TEST(SurfaceEditor, OnlyWhatAVertexTouchesIsCutAgain)
{
    const TriangleMesh mesh = buildTriangleMesh("terrain", {.detail = 0.3}).value();
    SurfaceEditor editor = buildSurfaceEditor(mesh, {}).value();
    (void)editor.publish();
    const std::uint32_t v = static_cast<std::uint32_t>(mesh.vertexCount()) / 2 + 30;
    ASSERT_TRUE(editor.moveVertex(v, mesh.positions()[v] + Vec3{0, 0, 0.2}));
    const SurfaceMesh published = editor.publish();
    EXPECT_TRUE(isRebuild(published, {}));
    EXPECT_EQ(editor.lastRepair().moved_vertices, 1u);
    EXPECT_LE(editor.lastRepair().changed_vertices, 12u);
    EXPECT_LE(editor.lastRepair().cut_triangles, 60u);
    EXPECT_LE(editor.lastRepair().changed_triangles, 400u);
}

TEST(SurfaceEditor, MemoryOfVersionsThatNobodyHoldsIsUsedAgain)
{
    SurfaceEditor editor = buildSurfaceEditor(buildTriangleMesh(makeHills(9, 9, 7)).value(), {.max_acceleration = 1}).value();
    SurfaceMesh current = editor.publish();
    for (int i = 0; i < 6; ++i)
    {
        ASSERT_TRUE(editor.moveVertex(45, {5, 4, 0.3 * i}));
        current = editor.publish();
        EXPECT_EQ(editor.lastRepair().reused_memory, i > 0) << i; // one is always held
    }
    // Who holds the source alone holds it as well.
    const TriangleMesh source = current.source();
    const std::uint64_t hash = source.computeHash();
    for (int i = 0; i < 6; ++i)
    {
        ASSERT_TRUE(editor.moveVertex(45, {5, 4, 0.1 * i}));
        current = editor.publish();
    }
    EXPECT_EQ(source.computeHash(), hash);
}

TEST(SurfaceEditor, TheSearchTreeComesAlongFromVersionToVersion)
{
    const TriangleMesh mesh = buildTriangleMesh("asteroid", {.detail = 0.1}).value();
    SurfaceEditor editor = buildSurfaceEditor(mesh, {.max_acceleration = 0.1}).value();
    SurfaceMesh current = editor.publish();
    EXPECT_EQ(SurfaceQuery(current).memoryBytes(), 0u) << "nobody asked";
    SurfaceQuery(current).prepare();
    const std::size_t first_bytes = SurfaceQuery(current).memoryBytes();
    EXPECT_LE(first_bytes, 26 * current.triangleCount() + 1000);
    Random random(8);
    std::vector<SurfaceMesh> held;
    const double size = computeBounds(mesh.positions()).size().x;
    for (int i = 0; i < 40; ++i)
    {
        for (int k = 0; k < 3; ++k)
        {
            const auto v = static_cast<std::uint32_t>(random.below(mesh.vertexCount()));
            ASSERT_TRUE(editor.moveVertex(v, editor.position(v) * random.uniform(0.995, 1.005)));
        }
        if (i % 5 == 4)
        {
            EXPECT_TRUE(editor.removeTriangle(static_cast<std::uint32_t>(17 * i)));
        }
        current = editor.publish();
        EXPECT_GT(SurfaceQuery(current).memoryBytes(), 0u) << i;
        EXPECT_LE(SurfaceQuery(current).memoryBytes(), 34 * current.triangleCount() + 1000) << i;
        EXPECT_TRUE(answersAsANewTree(current, random)) << i;
        if (i % 4 == 0) held.assign(1, current); // the next one may be a copy
    }
    // A version of which too much changed since its tree was built gets a new one.
    for (std::uint32_t v = 0; v < mesh.vertexCount(); ++v)
        ASSERT_TRUE(editor.moveVertex(v, editor.position(v) + Vec3{size, 0, 0}));
    current = editor.publish();
    EXPECT_EQ(SurfaceQuery(current).memoryBytes(), 0u);
    EXPECT_TRUE(answersAsANewTree(current, random));
    for (const SurfaceMesh& old : held) EXPECT_TRUE(answersAsANewTree(old, random)) << "a version that was held has changed";
}

TEST(SurfaceEditor, ARaisedWallPartsTheGroundAndALoweredOneJoinsIt)
{
    const auto flat = [](double i, double k) { return Vec3{i, k, 0}; };
    const SurfaceOptions options = {.max_acceleration = 0.3};
    SurfaceEditor editor = buildSurfaceEditor(buildTriangleMesh(makeGrid(12, 8, flat)).value(), options).value();
    ASSERT_EQ(editor.publish().componentCount(), 1u);
    for (const double height : {1.0, 0.0, 1.5})
    {
        for (std::uint32_t k = 0; k <= 8; ++k) ASSERT_TRUE(editor.moveVertex(k * 13 + 6, {6, double(k), height}));
        const SurfaceMesh published = editor.publish();
        EXPECT_EQ(published.componentCount(), height > 0 ? 2u : 1u);
        EXPECT_TRUE(isRebuild(published, options));
    }
}

TEST(SurfaceEditor, IdsStayWhenElementsAreRemoved)
{
    SurfaceEditor editor = buildSurfaceEditor(buildTriangleMesh(makeHills(4, 4, 8)).value(), {}).value();
    const Vec3 last_place = editor.position(24);
    const MeshTriangle last = editor.triangle(31);
    ASSERT_TRUE(editor.removeVertex(0));
    EXPECT_FALSE(editor.hasVertex(0));
    EXPECT_EQ(editor.position(24), last_place);
    EXPECT_EQ(editor.triangle(31), last);
    const SurfaceMesh mesh = editor.publish();
    const TriangleMesh& source = mesh.source();
    for (std::uint32_t v = 0; v < source.vertexCount(); ++v)
        EXPECT_EQ(source.positions()[v], editor.position(source.sourceVertex(v)));
    for (std::uint32_t t = 0; t < source.triangleCount(); ++t)
    {
        MeshTriangle ids = source.triangles()[t];
        for (std::uint32_t& v : ids) v = source.sourceVertex(v);
        EXPECT_EQ(ids, editor.triangle(source.sourceTriangle(t)));
    }
    EXPECT_FALSE(editor.moveVertex(0, {}));
    EXPECT_FALSE(editor.removeVertex(0));
}

TEST(SurfaceEditor, EditsThatMakeNoSenseAreRefusedAndChangeNothing)
{
    const TriangleMesh mesh = buildTriangleMesh(makeHills(4, 4, 9)).value();
    SurfaceEditor editor = buildSurfaceEditor(mesh, {}).value();
    const std::uint64_t hash = editor.publish().computeHash();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto message = [](const auto& result) { return result ? std::string() : result.error().message; };
    EXPECT_THAT(message(editor.moveVertex(25, {})), HasSubstr("no vertex 25"));
    EXPECT_THAT(message(editor.moveVertex(3, {nan, 0, 0})), HasSubstr("finite"));
    EXPECT_THAT(message(editor.moveVertex(3, {1e13, 0, 0})), HasSubstr("at most"));
    const SurfaceEditor::Move moves[] = {{1, {9, 9, 9}}, {2, {nan, 0, 0}}};
    EXPECT_FALSE(editor.moveVertices(moves));
    EXPECT_THAT(message(editor.addVertex({0, nan, 0})), HasSubstr("finite"));
    EXPECT_THAT(message(editor.removeTriangle(32)), HasSubstr("no triangle 32"));
    EXPECT_THAT(message(editor.removeVertex(99)), HasSubstr("no vertex 99"));
    const MeshTriangle inner = editor.triangle(9);
    EXPECT_THAT(message(editor.addTriangle({inner[1], inner[0], 99})), HasSubstr("no vertex 99"));
    EXPECT_THAT(message(editor.addTriangle({inner[1], inner[0], inner[1]})), HasSubstr("twice"));
    EXPECT_THAT(message(editor.addTriangle({inner[1], inner[0], inner[2]})), HasSubstr("already"));
    EXPECT_THAT(message(editor.addTriangle({inner[1], inner[0], 24})), HasSubstr("Two triangles"));
    const std::uint32_t tip = editor.addVertex({2, -1, 0}).value();
    EXPECT_THAT(message(editor.addTriangle({0, 1, tip})), HasSubstr("same direction"));
    EXPECT_EQ(editor.publish().computeHash(), hash);
    EXPECT_TRUE(editor.addTriangle({1, 0, tip}));
    EXPECT_TRUE(isRebuild(editor.publish(), {}));
}

TEST(SurfaceEditor, TheLastTriangleStays)
{
    SurfaceEditor editor =
        buildSurfaceEditor(
            buildTriangleMesh({"two", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {{0, 1, 2}, {1, 3, 2}}}).value())
            .value();
    EXPECT_FALSE(editor.removeVertex(1));
    EXPECT_TRUE(editor.removeTriangle(0));
    EXPECT_FALSE(editor.removeTriangle(1));
    EXPECT_FALSE(editor.removeVertex(3));
    EXPECT_EQ(editor.publish().triangleCount(), 1u);
}

TEST(SurfaceEditor, OptionsThatMakeNoSenseAreRefused)
{
    const TriangleMesh mesh = buildTriangleMesh(makeHills(4, 4, 9)).value();
    EXPECT_FALSE(buildSurfaceEditor(mesh, {.speed = -1}));
    EXPECT_FALSE(buildSurfaceEditor(mesh, {.curvature = {.averaging_length = -1}}));
    EXPECT_FALSE(buildSurfaceEditor(mesh, {.height = {1, 0.7}}));
}

} // namespace
} // namespace clearway
