// SPDX-License-Identifier: MIT
// Paints a surface as one sees it: the source in grey, the walkable part over it in colours, borders and edges, paths,
// characters; then marks as on maps.
#pragma once
#include <span>
#include <vector>

#include <clearway/native/surface_picture.h>

#include "draw/canvas.h"
#include "draw/raster.h"
#include "draw/sheet.h"

namespace clearway {

/// From the world to the plane of the picture; metres.
class Eye
{
public:
    Eye(const SurfaceCamera& camera, Vec3 center);
    /// x right, y up, z towards the eye.
    Vec3 turn(Vec3 direction) const { return {dot(direction, right_), dot(direction, up_), dot(direction, toward_)}; }
    Vec3 project(Vec3 p) const { return turn(p - center_); }

private:
    Vec3 center_, right_, up_, toward_;
};

/// Mesh and options must outlive it.
class SurfacePainter
{
public:
    SurfacePainter(const SurfaceMesh& mesh, const SurfacePictureOptions& options);

    double mostAcceleration() const { return most_; }
    /// What is to be seen; metres in the plane of the picture.
    Box2 computeWorld() const;

    /// Where the picture goes on a sheet; first of all.
    void place(const MapView& view, double unit);
    /// Everything, band by band.
    void paint(Canvas& canvas, const MapView& view, double unit);

    // For films, which draw the ground once: all rows of the picture.
    Raster drawGround() const;
    /// The ground with these characters on it.
    void paint(Canvas& canvas, const Raster& ground, std::span<const DrawnSurfaceAgent> agents) const;

private:
    void addTo(Box2& world, Vec3 position) const;
    RasterPoint toSamples(Vec3 p) const { return {2 * origin_.x + p.x * scale_, 2 * origin_.y - p.y * scale_, p.z * scale_}; }
    void drawGround(Raster& raster) const;
    void drawAgents(Raster& raster, std::span<const DrawnSurfaceAgent> agents) const;
    void drawSource(Raster& raster) const;
    void drawWalkable(Raster& raster) const;
    void drawEdge(Raster& raster, std::uint32_t halfedge, const RasterLine& line) const;
    void drawMeshEdges(Raster& raster) const;
    void drawBorders(Raster& raster) const;
    void drawSurfacePaths(Raster& raster) const;

    const SurfaceMesh& mesh_;
    const SurfacePictureOptions& options_;
    Eye eye_;
    std::vector<Vec3> source_points_, points_; ///< in the plane of the picture
    std::vector<Vec3> normals_;                ///< of the corners of the source
    std::vector<Vec3> surface_normals_;        ///< of the corners of the surface mesh
    double most_ = 1;
    double unit_ = 2;
    double scale_ = 1;
    Vec2 origin_;                ///< pixel of the middle of the source
    Vec2 corner_;                ///< of the picture on the sheet
    int width_ = 0, height_ = 0; ///< pixels
};

} // namespace clearway
