// SPDX-License-Identifier: MIT
// Any bytes as edits of a small sheet: what is published has the points, triangles, components and borders of a new build.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <clearway/surface.h>

#include "check.h"

using namespace clearway;

namespace {

/// Bytes one after the other; zero when they are used up.
class Bytes
{
public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    bool isEmpty() const { return at_ >= size_; }
    std::uint8_t next() { return isEmpty() ? std::uint8_t{0} : data_[at_++]; }
    double nextCoordinate() { return (next() - 128) / 16.0; }
    Vec3 nextPoint()
    {
        const double x = nextCoordinate(), y = nextCoordinate();
        return {x, y, nextCoordinate()};
    }

private:
    const std::uint8_t* data_;
    std::size_t size_;
    std::size_t at_ = 0;
};

MeshInput makeSheet()
{
    MeshInput input;
    for (std::uint32_t k = 0; k < 5; ++k)
        for (std::uint32_t i = 0; i < 5; ++i)
            input.positions.push_back({double(i), double(k), 0.1 * double((i * 7 + k * 3) % 4)});
    for (std::uint32_t k = 0; k < 4; ++k)
        for (std::uint32_t i = 0; i < 4; ++i)
        {
            const std::uint32_t a = 5 * k + i;
            input.triangles.push_back({a, a + 1, a + 6});
            input.triangles.push_back({a, a + 6, a + 5});
        }
    return input;
}

/// The triangles, in an order that does not depend on their numbers.
std::vector<std::array<double, 9>> listTriangles(const SurfaceMesh& mesh)
{
    std::vector<std::array<double, 9>> list;
    for (const MeshTriangle& t : mesh.triangles())
    {
        std::array<std::array<double, 3>, 3> corners;
        for (std::size_t k = 0; k < 3; ++k)
            corners[k] = {mesh.positions()[t[k]].x, mesh.positions()[t[k]].y, mesh.positions()[t[k]].z};
        std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
        auto& numbers = list.emplace_back();
        for (std::size_t k = 0; k < 9; ++k) numbers[k] = corners[k / 3][k % 3];
    }
    std::sort(list.begin(), list.end());
    return list;
}

void check(const SurfaceMesh& repaired, const SurfaceOptions& options)
{
    const Result<SurfaceMesh> rebuilt = buildSurfaceMesh(repaired.source(), options);
    fuzz::expect(rebuilt.ok(), "what was repaired cannot be built");
    fuzz::expect(listTriangles(repaired) == listTriangles(*rebuilt), "the triangles differ");
    fuzz::expect(repaired.vertexCount() == rebuilt->vertexCount(), "the number of vertices differs");
    fuzz::expect(repaired.componentCount() == rebuilt->componentCount(), "the number of components differs");
    fuzz::expect(repaired.borderLoops().size() == rebuilt->borderLoops().size(), "the number of borders differs");
    fuzz::expect(repaired.borderHalfedges().size() == rebuilt->borderHalfedges().size(), "the lengths of borders differ");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const TriangleMesh kSheet = buildTriangleMesh(makeSheet()).value();
    Bytes bytes(data, size);
    SurfaceOptions options;
    const unsigned kind = bytes.next();
    options.max_acceleration = 0.2 + bytes.next() / 64.0;
    if (kind & 1) options.gravity.kind = Gravity::Kind::direction;
    if (kind & 2) options.height.height = 1;
    if (kind & 4) options.curvature.method = CurvatureOptions::Method::quadric;
    if (kind & 8) options.curvature.averaging_length = 1.2;
    if (kind & 16) options.biased_edges = SurfaceOptions::BiasedEdges::published;
    SurfaceEditor editor = buildSurfaceEditor(kSheet, options).value();
    for (int count = 0; !bytes.isEmpty() && count < 200; ++count)
    {
        switch (bytes.next() % 6)
        {
        case 0:
        case 1: {
            const std::uint32_t vertex = bytes.next();
            fuzz::expectMessage(editor.moveVertex(vertex, bytes.nextPoint()));
            break;
        }
        case 2: fuzz::expectMessage(editor.addVertex(bytes.nextPoint())); break;
        case 3: {
            const std::uint32_t a = bytes.next(), b = bytes.next();
            fuzz::expectMessage(editor.addTriangle({a, b, bytes.next()}));
            break;
        }
        case 4: fuzz::expectMessage(editor.removeTriangle(bytes.next())); break;
        default: check(editor.publish(), options); break;
        }
    }
    check(editor.publish(), options);
    return 0;
}
