// SPDX-License-Identifier: MIT
// Files of triangle meshes: what is written comes back, what others write is read, and no bytes do harm.
#include <bit>
#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clearway/io/mesh_formats.h>
#include <clearway/surface.h>

#include "io/json_tree.h"
#include "tests/io/support.h"
#include "tests/support/meshes.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::asBytes;
using test::makeTetrahedron;
using ::testing::HasSubstr;

std::string_view asText(std::span<const std::byte> bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

MeshView view(const MeshInput& mesh) { return {mesh.name, mesh.positions, mesh.triangles, {}, 1}; }

void expectSame(const MeshInput& a, const MeshInput& b, double error = 0)
{
    ASSERT_EQ(a.positions.size(), b.positions.size());
    EXPECT_EQ(a.triangles, b.triangles);
    for (std::size_t i = 0; i < a.positions.size(); ++i) EXPECT_LE(distance(a.positions[i], b.positions[i]), error);
}

template <typename T>
void put(std::string& bytes, T value, bool is_big = false)
{
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    if (is_big != (std::endian::native == std::endian::big)) std::reverse(raw, raw + sizeof(T));
    bytes.append(raw, sizeof(T));
}

std::string makeBinaryPly(const MeshInput& mesh, bool is_big)
{
    std::string ply =
        std::string("ply\nformat binary_") + (is_big ? "big" : "little") + "_endian 1.0\r\ncomment made by a test\n";
    ply += "element camera 1\nproperty list uchar short views\nproperty char id\n";
    ply += "element vertex " + std::to_string(mesh.positions.size()) +
           "\nproperty float nx\nproperty float x\nproperty double y\nproperty float32 z\nproperty uchar red\n";
    ply += "element face " + std::to_string(mesh.triangles.size()) +
           "\nproperty uchar material\nproperty list uint8 int32 vertex_index\nend_header\n";
    put<std::uint8_t>(ply, 2), put<std::int16_t>(ply, -1, is_big), put<std::int16_t>(ply, 7, is_big), put<std::int8_t>(ply, 1);
    for (const Vec3 p : mesh.positions)
    {
        put(ply, 9.f, is_big), put(ply, static_cast<float>(p.x), is_big), put(ply, p.y, is_big);
        put(ply, static_cast<float>(p.z), is_big), put<std::uint8_t>(ply, 200);
    }
    for (const MeshTriangle& t : mesh.triangles)
    {
        put<std::uint8_t>(ply, 5), put<std::uint8_t>(ply, 3);
        for (const std::uint32_t v : t) put<std::int32_t>(ply, static_cast<std::int32_t>(v), is_big);
    }
    return ply;
}

std::string makeBinaryStl(const MeshInput& mesh)
{
    std::string stl = "solid but binary";
    stl.resize(80, ' ');
    put(stl, static_cast<std::uint32_t>(mesh.triangles.size()));
    for (const MeshTriangle& t : mesh.triangles)
    {
        for (int k = 0; k < 3; ++k) put(stl, 0.f);
        for (const std::uint32_t v : t)
            for (const double x : {mesh.positions[v].x, mesh.positions[v].y, mesh.positions[v].z})
                put(stl, static_cast<float>(x));
        put<std::uint16_t>(stl, 0);
    }
    return stl;
}

constexpr std::string_view kAsciiPly =
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
    "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
    "0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n";
constexpr std::string_view kAsciiStl =
    "solid wedge\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   vertex 0 1 0\n"
    "  endloop\n endfacet\nendsolid wedge\n";
constexpr std::string_view kOff =
    "OFF # a square\n\n4 1 0\n0 0 0\n1 0 0 # right\n1 1 0 255 0 0\n0 1 0\n4  0 1 2 3  0.5 0.5 0.5\n";

TEST(MeshFiles, ObjPlyAndGltfComeBack)
{
    Random random(2);
    MeshInput mesh = makeTetrahedron();
    for (Vec3& p : mesh.positions) p = {random.uniform(-1, 1), random.uniform(1e5, 2e5), random.uniform(-1e-9, 1)};
    expectSame(parseObj(formatObj(view(mesh))).value(), mesh);
    expectSame(parsePly(formatPly(view(mesh))).value(), mesh);
    const std::string gltf = formatGltf(view(mesh));
    expectSame(parseGltf(asBytes(gltf)).value(), mesh, 0.01);
    expectSame(parseGltf(formatGlb(view(mesh))).value(), mesh, 0.01);
}

TEST(MeshFiles, SurfacesAreWrittenWithTheirAccelerationsAsColours)
{
    const SurfaceMesh surface = buildSurfaceMesh(buildTriangleMesh("torus").value()).value();
    const MeshView shown = viewMesh(surface);
    for (const auto& bytes : {formatPly(shown), formatGlb(shown)})
    {
        const MeshInput back = (asText(bytes).starts_with("ply") ? parsePly(bytes) : parseGltf(bytes)).value();
        EXPECT_EQ(back.triangles.size(), surface.triangleCount());
        EXPECT_NEAR(buildTriangleMesh(back)->area(), surface.area(), 1e-3);
    }
    EXPECT_THAT(std::string(asText(formatPly(shown))), HasSubstr("property double acceleration"));
    EXPECT_THAT(formatGltf(shown), HasSubstr("COLOR_0"));
}

TEST(MeshFiles, PlyIsReadInAllItsEncodings)
{
    const MeshInput mesh = makeTetrahedron();
    for (const bool is_big : {false, true}) expectSame(parsePly(asBytes(makeBinaryPly(mesh, is_big))).value(), mesh);
    const MeshInput square = parsePly(asBytes(kAsciiPly)).value();
    EXPECT_EQ(square.triangles.size(), 2u);
    EXPECT_EQ(square.positions[2], (Vec3{1, 1, 0}));
}

TEST(MeshFiles, StlIsReadInBothItsEncodings)
{
    const MeshInput mesh = makeTetrahedron();
    const MeshInput binary = parseStl(asBytes(makeBinaryStl(mesh))).value();
    EXPECT_EQ(binary.triangles.size(), 4u);
    EXPECT_EQ(buildTriangleMesh(binary)->vertexCount(), 4u);
    const MeshInput ascii = parseStl(asBytes(kAsciiStl)).value();
    EXPECT_EQ(ascii.name, "wedge");
    EXPECT_EQ(ascii.positions[1], (Vec3{1, 0, 0}));
}

TEST(MeshFiles, OffIsReadWithCommentsAndColours)
{
    EXPECT_EQ(parseOff(kOff)->triangles.size(), 2u);
    EXPECT_EQ(parseOff("COFF 3 1 3\n0 0 0 1 1 1 1\n1 0 0 1 1 1 1\n0 1 0 1 1 1 1\n3 0 1 2")->triangles.size(), 1u);
}

TEST(MeshFiles, ObjIsReadAsProgramsWriteIt)
{
    MeshReport report;
    const MeshInput mesh =
        parseObj("\xEF\xBB\xBFmtllib a.mtl\r\no thing\r\nv 0 0 0 0.5 0.5 0.5\r\nv 1 0 0\r\nvn 0 0 1\r\nv 1 1 0 1.0\r\n"
                 "v 0 1 0\r\nvt 0 0\r\nl 1 2\r\ng a\r\nf 1/1/1 2/1/1 \\\r\n 3//1\r\nf -4 -2 -1 # the other half\r\n",
                 {}, &report)
            .value();
    EXPECT_EQ(mesh.name, "thing");
    EXPECT_EQ(mesh.triangles, (std::vector<MeshTriangle>{{0, 1, 2}, {0, 2, 3}}));
    EXPECT_THAT(report.remarks.at(0), HasSubstr("1 line or point"));
}

TEST(MeshFiles, PolygonsThatAreNotConvexAreCutAlongTheirInside)
{
    // An L, standing upright.
    const std::string text = "v 0 0 0\nv 2 0 0\nv 2 0 1\nv 1 0 1\nv 1 0 2\nv 0 0 2\nf 2 3 4 5 6 1\n";
    const TriangleMesh mesh = buildTriangleMesh(parseObj(text).value()).value();
    EXPECT_NEAR(mesh.area(), 3, 1e-12);
    for (const MeshTriangle& t : mesh.triangles())
        EXPECT_LT(cross(mesh.positions()[t[1]] - mesh.positions()[t[0]], mesh.positions()[t[2]] - mesh.positions()[t[0]]).y, 0);
}

TEST(MeshFiles, AxesAndUnitsAreTurnedAndScaled)
{
    const std::string text = "v 1 2 3\nv 0 0 0\nv 4 5 6\nf 1 2 3\n";
    EXPECT_EQ(parseObj(text)->positions[0], (Vec3{1, 2, 3}));
    EXPECT_EQ(parseObj(text, {.up = MeshReadOptions::UpAxis::y})->positions[0], (Vec3{1, -3, 2}));
    EXPECT_EQ(parseObj(text, {.unit = 1000})->positions[0], (Vec3{1000, 2000, 3000}));
    EXPECT_FALSE(parseObj(text, {.unit = 0}).ok());
    EXPECT_FALSE(parseObj(text, {.unit = -1}).ok());
}

/// One triangle in a buffer inside the document; `nodes` and the rest of the mesh as given.
std::string makeGltf(const std::string& nodes, const std::string& primitive = "\"attributes\":{\"POSITION\":0}")
{
    // (0,0,0), (1,0,0), (0,1,0), then the bytes 0, 1, 2, 2.
    return "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[" + nodes +
           "],\"meshes\":[{\"primitives\":[{" + primitive +
           "}]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
           "{\"bufferView\":1,\"componentType\":5121,\"count\":4,\"type\":\"SCALAR\"}],"
           "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},{\"buffer\":0,\"byteOffset\":36,\"byteLength\":4}],"
           "\"buffers\":[{\"byteLength\":40,\"uri\":\"data:application/octet-stream;base64,"
           "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAECAg==\"}]}";
}

TEST(MeshFiles, GltfNodesMoveTheirMeshes)
{
    const MeshReadOptions as_is = {.up = MeshReadOptions::UpAxis::z};
    const auto read = [&](const std::string& nodes) { return parseGltf(asBytes(makeGltf(nodes)), as_is).value(); };
    const MeshInput moved = read(R"({"children":[1],"scale":[2,2,2]},{"mesh":0,"translation":[0,0,5]})");
    EXPECT_EQ(moved.positions[1], (Vec3{2, 0, 10}));
    // A quarter turn around z: x becomes y.
    const MeshInput turned = read(R"({"mesh":0,"rotation":[0,0,0.7071067811865476,0.7071067811865476]})");
    EXPECT_LT(distance(turned.positions[1], {0, 1, 0}), 1e-12);
    const MeshInput matrix = read(R"({"mesh":0,"matrix":[0,1,0,0, -1,0,0,0, 0,0,1,0, 7,8,9,1]})");
    EXPECT_LT(distance(matrix.positions[1], {7, 9, 9}), 1e-12);
    const MeshInput mirrored = read(R"({"mesh":0,"scale":[-1,1,1]})");
    EXPECT_EQ(mirrored.triangles[0], (MeshTriangle{1, 0, 2}));
    EXPECT_EQ(parseGltf(asBytes(makeGltf(R"({"mesh":0,"translation":[0,3,0]})")))->positions[0], (Vec3{0, 0, 3})); // Y is up
}

TEST(MeshFiles, AGltfThatRepeatsItsMeshWithoutEndIsRefused)
{
    // 20,000 nodes of a few bytes each, every one with all corners of the same buffer of 3,000 points.
    std::string base64(48'000, 'A'), nodes, roots;
    for (int i = 0; i < 20'000; ++i)
    {
        nodes += i == 0 ? R"({"mesh":0})" : R"(,{"mesh":0})";
        roots += (i == 0 ? "" : ",") + std::to_string(i);
    }
    const std::string gltf = R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[)" + roots + R"(]}],"nodes":[)" + nodes +
                             R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"buffers":[{"byteLength":36000,)"
                             R"("uri":"data:application/octet-stream;base64,)" +
                             base64 +
                             R"("}],"bufferViews":[{"buffer":0,"byteLength":36000}],)"
                             R"("accessors":[{"bufferView":0,"componentType":5126,"count":3000,"type":"VEC3"}]})";
    const Result<MeshInput> mesh = parseGltf(asBytes(gltf));
    ASSERT_FALSE(mesh);
    EXPECT_EQ(mesh.error().code, ErrorCode::out_of_range);
    EXPECT_THAT(mesh.error().message, HasSubstr("repeated meshes"));
}

TEST(MeshFiles, GltfStripsFansAndIndicesAreTriangles)
{
    const auto read = [&](const std::string& primitive) { return parseGltf(asBytes(makeGltf(R"({"mesh":0})", primitive))); };
    EXPECT_EQ(read(R"("attributes":{"POSITION":0},"indices":1,"mode":5)")->triangles,
              (std::vector<MeshTriangle>{{0, 1, 2}, {1, 2, 2}}));
    EXPECT_EQ(read(R"("attributes":{"POSITION":0},"indices":1,"mode":6)")->triangles,
              (std::vector<MeshTriangle>{{1, 2, 0}, {2, 2, 0}}));
    EXPECT_FALSE(read(R"("attributes":{"POSITION":0},"mode":1)").ok());
    EXPECT_FALSE(read(R"("attributes":{"POSITION":1})").ok());
    EXPECT_FALSE(read(R"("attributes":{"POSITION":0},"indices":0)").ok());
    EXPECT_FALSE(read(R"("attributes":{"POSITION":-1})").ok());
}

TEST(MeshFiles, WhatAHeaderPromisesIsCheckedBeforeMemoryIsTaken)
{
    const auto ply = [](const std::string& format, const std::string& count) {
        return "ply\nformat " + format + " 1.0\nelement vertex " + count +
               "\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int "
               "vertex_indices\nend_header\n0 0 0\n";
    };
    for (const std::string format : {"ascii", "binary_little_endian", "binary_big_endian"})
        for (const std::string count : {"100000000", "18446744073709551615"})
            EXPECT_THAT(parsePly(asBytes(ply(format, count))).error().message, HasSubstr("promises"));
    EXPECT_FALSE(parsePly(asBytes("ply\nformat ascii 1.0\nelement nothing 99999999999\nend_header\n")).ok());
    EXPECT_FALSE(parsePly(asBytes(ply("ascii", "-1"))).ok());
    std::string faces(kAsciiPly);
    faces.replace(faces.find("face 1"), 6, "face 100000000");
    EXPECT_THAT(parsePly(asBytes(faces)).error().message, HasSubstr("promises"));
    std::string corners(kAsciiPly);
    corners.replace(corners.find("4 0 1 2 3"), 1, "100000000");
    EXPECT_FALSE(parsePly(asBytes(corners)).ok());
    std::string stl(84, '\0');
    const std::uint32_t many = 100000000;
    std::memcpy(&stl[80], &many, 4);
    EXPECT_THAT(parseStl(asBytes(stl)).error().message, HasSubstr("promises"));
    EXPECT_THAT(parseOff("OFF\n100000000 100000000 0\n0 0 0\n").error().message, HasSubstr("promises"));
    EXPECT_THAT(parseOff("OFF\n1 100000000 0\n0 0 0\n").error().message, HasSubstr("promises"));
    EXPECT_FALSE(parseOff("OFF\n1 1 0\n0 0 0\n100000000 0 0 0\n").ok());
    // A file of lines has no header; what it can promise is a vertex.
    EXPECT_THAT(buildTriangleMesh(parseObj("v 0 0 0\nv 1 0 0\nf 1 2 100000000\n").value()).error().message, HasSubstr("only 2"));
    EXPECT_FALSE(parseObj("v 0 0 0\nv 1 0 0\nf 1 2 -100000000\n").ok());
    std::string gltf = makeGltf(R"({"mesh":0})");
    gltf.replace(gltf.find("\"count\":3"), 9, "\"count\":100000000");
    EXPECT_THAT(parseGltf(asBytes(gltf)).error().message, HasSubstr("promises"));
    std::string glb = "glTF";
    for (const std::uint32_t word : {2u, 100000000u, 100000000u, 0x4e4f534au}) put(glb, word);
    EXPECT_FALSE(parseGltf(asBytes(glb + "{}  ")).ok());
}

TEST(MeshFiles, ErrorsSayLineAndReason)
{
    EXPECT_THAT(parseObj("v 0 0 0\nv 1 nan 0\n").error().message, HasSubstr("line 2"));
    EXPECT_THAT(parseObj("v 0 0 0\nv 1 x 0\n").error().message, HasSubstr("'x'"));
    EXPECT_FALSE(parseObj("v 0 0 0\nf 0 1 1\n").ok());
    EXPECT_FALSE(buildTriangleMesh(parseObj("v 0 0 0\nf 1 2 3\n").value()).ok());
    EXPECT_FALSE(parseObj("").ok());
    EXPECT_THAT(parseOff("OFF\n1 1 0\n0 0 0\n3 0 0 7\n").error().message, HasSubstr("no vertex 7"));
    EXPECT_THAT(parseGltf(asBytes(makeGltf(R"({"mesh":0,"children":[0]})"))).error().message, HasSubstr("tree"));
    EXPECT_FALSE(parseGltf(asBytes("{}")).ok());
    EXPECT_THAT(parseGltf(asBytes(R"({"asset":{"version":"2.0"},"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],)"
                                  R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],)"
                                  R"("bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"a.bin"}]})"))
                    .error()
                    .message,
                HasSubstr("another file"));
    std::string stl = makeBinaryStl(makeTetrahedron());
    const float nan = std::numeric_limits<float>::quiet_NaN();
    std::memcpy(&stl[84 + 12], &nan, 4);
    EXPECT_EQ(parseStl(asBytes(stl)).error().code, ErrorCode::invalid_geometry);
}

TEST(MeshFiles, ABrokenGltfDocumentIsToldByLineAndColumn)
{
    const Error error = parseGltf(asBytes("{\"asset\": {\"version\": \"2.0\"},\n \"nodes\": [1 2]}")).error();
    EXPECT_THAT(error.message,
                HasSubstr("line 2: this is not a JSON document of glTF: expected ',' or ']', found '2' (column 14)"));
    EXPECT_EQ(error.place.line, 2);
    EXPECT_FALSE(parseGltf(asBytes(makeGltf(R"({"mesh":0})") + "{}")).ok());
}

TEST(MeshFiles, AGltfDocumentThatIsNestedTooDeepIsRefused)
{
    constexpr int kDeepest = io::kMaxJsonDepth - 3; // inside the document, the list of nodes and the node
    for (const int depth : {kDeepest, kDeepest + 1, 1'000'000})
    {
        const auto size = static_cast<std::size_t>(depth);
        const std::string extras = R"({"mesh":0,"extras":)" + std::string(size, '[') + std::string(size, ']') + "}";
        const Result<MeshInput> mesh = parseGltf(asBytes(makeGltf(extras)));
        EXPECT_EQ(mesh.ok(), depth <= kDeepest) << depth;
        if (mesh) continue;
        EXPECT_EQ(mesh.error().code, ErrorCode::out_of_range);
    }
}

TEST(MeshFiles, AGlbMayFillUpItsDocumentWithZeroBytes)
{
    std::string json = makeGltf(R"({"mesh":0})");
    json.resize((json.size() + 7) / 4 * 4, '\0');
    std::string glb = "glTF";
    const auto size = static_cast<std::uint32_t>(json.size());
    for (const std::uint32_t word : {2u, 20 + size, size, 0x4e4f534au}) put(glb, word);
    EXPECT_EQ(parseGltf(asBytes(glb + json)).value().triangles.size(), 1u);
}

TEST(MeshFiles, CutOffAndChangedFilesDoNoHarm)
{
    const MeshInput mesh = makeTetrahedron();
    const std::vector<std::byte> glb = formatGlb(view(mesh));
    const std::vector<std::string> files = {std::string(kAsciiPly),    std::string(kAsciiStl),  std::string(kOff),
                                            makeBinaryPly(mesh, true), makeBinaryStl(mesh),     formatObj(view(mesh)),
                                            makeGltf(R"({"mesh":0})"), std::string(asText(glb))};
    const auto readAll = [](std::string_view text) {
        for (const Result<MeshInput>& input :
             {parseObj(text), parseOff(text), parsePly(asBytes(text)), parseStl(asBytes(text)), parseGltf(asBytes(text))})
        {
            if (!input) continue;
            EXPECT_LE(input->triangles.size(), text.size());
            (void)buildTriangleMesh(*input);
        }
    };
    Random random(1);
    for (const std::string& file : files)
    {
        for (std::size_t size = 0; size <= file.size(); size += 1 + size / 40) readAll(std::string_view(file).substr(0, size));
        for (int i = 0; i < 100 * test::testScale(); ++i)
        {
            std::string changed = file;
            for (std::uint64_t k = 1 + random.below(4); k > 0; --k)
                changed[random.below(changed.size())] =
                    static_cast<char>(random.below(4) == 0 ? '0' + random.below(10) : random.bits());
            readAll(changed);
        }
    }
}

TEST(MeshFiles, AreLoadedByContentEndingOrName)
{
    const test::TemporaryFolder folder;
    const MeshInput mesh = makeTetrahedron();
    for (const char* name : {"a.obj", "b.ply", "c.gltf", "d.glb"})
    {
        ASSERT_TRUE(saveMesh(view(mesh), folder.file(name)).ok());
        const TriangleMesh back = loadTriangleMesh(folder.file(name)).value();
        EXPECT_EQ(back.triangleCount(), 4u);
        EXPECT_EQ(back.name(), std::string(1, name[0]));
    }
    test::put(folder.file("e"), kOff);
    test::put(folder.file("f.txt"), kAsciiStl);
    test::put(folder.file("g.stl"), makeBinaryStl(mesh));
    test::put(folder.file("h.dat"), "what is this");
    for (const char* name : {"e", "f.txt", "g.stl"}) EXPECT_TRUE(loadTriangleMesh(folder.file(name)).ok()) << name;
    EXPECT_THAT(loadTriangleMesh(folder.file("h.dat")).error().message, HasSubstr("not known"));
    EXPECT_FALSE(loadTriangleMesh(folder.file("none.obj")).ok());
    EXPECT_EQ(loadTriangleMesh("cube")->triangleCount(), 3072u);
    EXPECT_THAT(loadTriangleMesh("cubes").error().message, HasSubstr("cube"));
    EXPECT_EQ(saveMesh(view(mesh), folder.file("x.stl")).error().code, ErrorCode::unsupported_format);
}

} // namespace
} // namespace clearway
