// SPDX-License-Identifier: MIT
// Longitude and latitude to metres around the middle of the data.
// Based on: J. P. Snyder. Map projections: a working manual. 1987 (transverse Mercator, equations 8-9, 8-10, 3-21)
// The same bits on every machine: sine and cosine are our own polynomials.
#pragma once
#include <clearway/geometry/box.h>
#include <clearway/scene/scene.h>

namespace clearway::io {

/// Degrees to metres, the middle of `bounds` at (0, 0), x to the east and y to the north.
class Projection
{
public:
    /// `bounds` in degrees, longitude first.
    explicit Projection(const Box2& bounds);

    Vec2 project(Vec2 degrees) const;
    Vec2 middle() const { return middle_; }
    /// Far from the middle the series of the transverse Mercator projection is no longer good; data that reaches there is
    /// projected plainly, every degree of longitude as long as it is at the middle.
    bool isPlain() const { return is_plain_; }

private:
    Vec2 middle_; ///< degrees
    bool is_plain_ = false;
    double meridian_ = 0;      ///< length of the meridian from the equator to the middle
    double per_longitude_ = 0; ///< metres per degree at the middle; plain only
    double per_latitude_ = 0;
};

/// Projects everything in `input`. Data on both sides of the 180th meridian is kept together. Says so in a remark, beginning with
/// `reason`.
void projectToMetres(SceneInput& input, const std::string& reason, SceneReport& report);

/// Bounds of all points.
Box2 computeBounds(const SceneInput& input);

/// Whether a box can be longitudes and latitudes at all.
bool fitsDegrees(const Box2& bounds);

} // namespace clearway::io
