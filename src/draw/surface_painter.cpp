// SPDX-License-Identifier: MIT
#include "draw/surface_painter.h"

#include <algorithm>
#include <cmath>

#include "draw/path_drawing.h"

namespace clearway {

namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;
constexpr int kHalo = 3;               ///< rows of pixels that shading looks at beyond its own
constexpr double kBandSamples = 6e6;   ///< that are in memory at a time
constexpr double kCreaseCosine = 0.75; ///< edges sharper than this, about 40 degrees, stay sharp

/// A normal for each corner of the source: the mean of the triangles around that continue its own without a crease.
std::vector<Vec3> computeCornerNormals(const TriangleMesh& mesh, const Eye& eye)
{
    std::vector<Vec3> faces(mesh.triangleCount());
    for (std::size_t t = 0; t < faces.size(); ++t)
    {
        const MeshTriangle& v = mesh.triangles()[t];
        const Vec3 a = mesh.positions()[v[0]];
        faces[t] = eye.turn(cross(mesh.positions()[v[1]] - a, mesh.positions()[v[2]] - a));
    }
    std::vector<Vec3> normals(3 * faces.size());
    for (std::uint32_t v = 0; v < mesh.vertexCount(); ++v)
        for (const std::uint32_t corner : mesh.corners(v))
        {
            const Vec3 own = normalized(faces[corner / 3]);
            Vec3 sum = faces[corner / 3];
            for (const std::uint32_t other : mesh.corners(v))
                if (other != corner && dot(own, faces[other / 3]) > kCreaseCosine * length(faces[other / 3]))
                    sum = sum + faces[other / 3];
            normals[corner] = sum;
        }
    return normals;
}

/// The normal of the source at a point of one of its triangles.
Vec3 interpolateNormal(const TriangleMesh& mesh, std::span<const Vec3> corner_normals, std::uint32_t triangle, Vec3 p)
{
    const MeshTriangle& v = mesh.triangles()[triangle];
    const Vec3 a = mesh.positions()[v[0]], b = mesh.positions()[v[1]], c = mesh.positions()[v[2]];
    const Vec3 n = cross(b - a, c - a);
    const double area = lengthSq(n);
    if (!(area > 0)) return corner_normals[3 * triangle];
    const double wb = std::clamp(dot(cross(p - a, c - a), n) / area, 0.0, 1.0);
    const double wc = std::clamp(dot(cross(b - a, p - a), n) / area, 0.0, 1.0);
    return normalized(corner_normals[3 * triangle]) * std::max(0.0, 1 - wb - wc) +
           normalized(corner_normals[3 * triangle + 1]) * wb + normalized(corner_normals[3 * triangle + 2]) * wc;
}

ColorRamp makeRamp(Color (*color)(double))
{
    ColorRamp ramp;
    for (std::size_t i = 0; i < ramp.size(); ++i)
        ramp[i] = toLinear(color(static_cast<double>(i) / static_cast<double>(ramp.size() - 1)));
    return ramp;
}

Color quietGround(double) { return palette::ground(0.12); }
Color removedGround(double) { return palette::kRemovedGround; }

/// Colours that can be told apart, for components.
Color componentColor(double t)
{
    constexpr std::array<std::uint32_t, 8> kColors = {0xe6c887, 0x8fc1a9, 0x9db7dd, 0xd9a0a8,
                                                      0xb9c77a, 0xc3a8d6, 0x86c5cf, 0xdcae80};
    return Color::fromHex(kColors[std::min<std::size_t>(static_cast<std::size_t>(t * 8), 7)]);
}

/// Where the colours end. Without a limit of its own a surface has the largest acceleration there is, but no less than what one
/// feels when walking: on flat ground all of it is rounding.
double computeMostAcceleration(const SurfaceMesh& mesh)
{
    constexpr double kFelt = 1; // m/s^2, a tenth of gravity
    if (std::isfinite(mesh.maxAcceleration())) return mesh.maxAcceleration();
    double most = kFelt;
    for (const double acceleration : mesh.accelerations()) most = std::max(most, acceleration);
    return most;
}

} // namespace

Eye::Eye(const SurfaceCamera& camera, Vec3 center) : center_(center)
{
    const double azimuth = camera.azimuth * kDegree, elevation = camera.elevation * kDegree;
    toward_ = {std::cos(elevation) * std::cos(azimuth), std::cos(elevation) * std::sin(azimuth), std::sin(elevation)};
    right_ = {-std::sin(azimuth), std::cos(azimuth), 0};
    up_ = cross(toward_, right_);
}

SurfacePainter::SurfacePainter(const SurfaceMesh& mesh, const SurfacePictureOptions& options)
    : mesh_(mesh), options_(options), eye_(options.camera, mesh.source().bounds().center())
{
    for (const Vec3 p : mesh.source().positions()) source_points_.push_back(eye_.project(p));
    for (const Vec3 p : mesh.positions()) points_.push_back(eye_.project(p));
    normals_ = computeCornerNormals(mesh.source(), eye_);
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
        for (const std::uint32_t v : mesh.triangles()[t])
            surface_normals_.push_back(
                interpolateNormal(mesh.source(), normals_, mesh.sourceTriangles()[t], mesh.positions()[v]));
    most_ = computeMostAcceleration(mesh);
}

void SurfacePainter::addTo(Box2& world, Vec3 position) const
{
    const Vec3 p = eye_.project(position);
    if (isFinite(p)) world.add(Vec2{p.x, p.y});
}

Box2 SurfacePainter::computeWorld() const
{
    Box2 world;
    for (const Vec3 p : options_.draw_removed || points_.empty() ? source_points_ : points_) world.add(Vec2{p.x, p.y});
    for (const DrawnSurfaceMark& mark : options_.marks) addTo(world, mark.position);
    for (const DrawnSurfaceAgent& agent : options_.agents) addTo(world, agent.position);
    const Vec2 size = world.size();
    const double margin = 0.03 * std::max({size.x, size.y, 1e-9});
    world.add(Vec2{world.min.x - margin, world.min.y - margin});
    world.add(Vec2{world.max.x + margin, world.max.y + margin});
    return world;
}

void SurfacePainter::place(const MapView& view, double unit)
{
    unit_ = 2 * unit;
    scale_ = 2 * view.scale;
    corner_ = {std::floor(view.corner.x), std::floor(view.corner.y)};
    origin_ = view.toPixel({0, 0}) - corner_;
    width_ = static_cast<int>(std::ceil(view.corner.x + view.size.x) - corner_.x);
    height_ = static_cast<int>(std::ceil(view.corner.y + view.size.y) - corner_.y);
}

void SurfacePainter::paint(Canvas& canvas, const MapView& view, double unit)
{
    place(view, unit);
    std::vector<std::uint32_t> pixels(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
    const int band = std::max(16, static_cast<int>(kBandSamples / (4.0 * width_)));
    for (int row = 0; row < height_; row += band)
    {
        const int count = std::min(band, height_ - row);
        const int before = std::min(kHalo, row);
        Raster raster(width_, row - before, before + count + std::min(kHalo, height_ - row - count));
        drawGround(raster);
        drawAgents(raster, options_.agents);
        raster.resolve(before, count,
                       std::span(pixels).subspan(static_cast<std::size_t>(row) * static_cast<std::size_t>(width_),
                                                 static_cast<std::size_t>(count) * static_cast<std::size_t>(width_)));
    }
    canvas.drawImage(corner_, width_, height_, pixels);
    std::vector<DrawnMark> marks;
    for (const DrawnSurfaceMark& mark : options_.marks)
    {
        const Vec3 p = eye_.project(mark.position);
        marks.push_back({.position = {p.x, p.y}, .radius = 0, .label = mark.label});
    }
    drawMarks(canvas, view, marks, unit);
}

Raster SurfacePainter::drawGround() const
{
    Raster raster(width_, 0, height_);
    drawGround(raster);
    return raster;
}

void SurfacePainter::paint(Canvas& canvas, const Raster& ground, std::span<const DrawnSurfaceAgent> agents) const
{
    Raster raster = ground;
    drawAgents(raster, agents);
    std::vector<std::uint32_t> pixels(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
    raster.resolve(0, height_, pixels);
    canvas.drawImage(corner_, width_, height_, pixels);
}

void SurfacePainter::drawGround(Raster& raster) const
{
    if (options_.draw_removed || mesh_.isEmpty()) drawSource(raster);
    drawWalkable(raster);
    raster.shadeHollows();
    if (options_.draw_edges) drawMeshEdges(raster);
    if (options_.draw_borders) drawBorders(raster);
    drawSurfacePaths(raster);
}

void SurfacePainter::drawAgents(Raster& raster, std::span<const DrawnSurfaceAgent> agents) const
{
    for (const DrawnSurfaceAgent& agent : agents)
    {
        const double radius = std::max(agent.radius * scale_, 1.6 * unit_);
        RasterPoint at = toSamples(eye_.project(agent.position));
        const Vec3 up = eye_.turn(agent.up) * radius;
        at = {at.x + up.x, at.y - up.y, at.depth + up.z};
        raster.drawBall(at, radius, toLinear(palette::kPaths[agent.color % palette::kPaths.size()]));
    }
}

void SurfacePainter::drawSource(Raster& raster) const
{
    const ColorRamp ramp = makeRamp(removedGround);
    const auto triangles = mesh_.source().triangles();
    for (std::size_t t = 0; t < triangles.size(); ++t)
    {
        std::array<RasterVertex, 3> corners;
        for (std::size_t k = 0; k < 3; ++k)
            corners[k] = {toSamples(source_points_[triangles[t][k]]), normalized(normals_[3 * t + k]), 0};
        raster.drawTriangle(corners, ramp, 0);
    }
}

void SurfacePainter::drawWalkable(Raster& raster) const
{
    const bool by_component = options_.color == SurfaceColor::component;
    const bool by_acceleration = options_.color == SurfaceColor::acceleration;
    const ColorRamp ramp = makeRamp(by_component ? componentColor : by_acceleration ? palette::ground : quietGround);
    for (std::size_t t = 0; t < mesh_.triangleCount(); ++t)
    {
        std::array<RasterVertex, 3> corners;
        for (std::size_t k = 0; k < 3; ++k)
        {
            const std::uint32_t v = mesh_.triangles()[t][k];
            corners[k] = {toSamples(points_[v]), surface_normals_[3 * t + k], 0};
            if (by_component) corners[k].value = (mesh_.components()[t] % 8 + 0.5) / 8;
            if (by_acceleration && most_ > 0) corners[k].value = mesh_.accelerations()[v] / most_;
        }
        raster.drawTriangle(corners, ramp, 0.02);
    }
}

void SurfacePainter::drawEdge(Raster& raster, std::uint32_t halfedge, const RasterLine& line) const
{
    raster.drawLine(toSamples(points_[mesh_.origin(halfedge)]), toSamples(points_[mesh_.target(halfedge)]), line);
}

void SurfacePainter::drawMeshEdges(Raster& raster) const
{
    const RasterLine line = {0.35 * unit_, toLinear(palette::kInk), 0.3f, 0, 1.5};
    for (std::uint32_t h = 0; h < 3 * mesh_.triangleCount(); ++h)
        if (mesh_.opposites()[h] == kNone || mesh_.opposites()[h] > h) drawEdge(raster, h, line);
}

void SurfacePainter::drawBorders(Raster& raster) const
{
    const RasterLine line = {0.6 * unit_, toLinear(palette::kEdge), 0.85f, 0, 1.0 * unit_};
    for (const std::uint32_t h : mesh_.borderHalfedges()) drawEdge(raster, h, line);
}

void SurfacePainter::drawSurfacePaths(Raster& raster) const
{
    for (const bool is_halo : {true, false})
        for (std::size_t i = 0; i < options_.paths.size(); ++i)
        {
            RasterLine line = {1.5 * unit_, toLinear(palette::kPaths[i % palette::kPaths.size()]), 1, 0.22f, 4 * unit_};
            if (is_halo) line = {2.6 * unit_, toLinear(palette::kPage), 1, 0, 4 * unit_};
            for (const Path::Piece& piece : options_.paths[i].pieces)
                raster.drawLine(toSamples(eye_.project(piece.from)), toSamples(eye_.project(piece.to)), line);
        }
}

} // namespace clearway
