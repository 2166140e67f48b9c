// SPDX-License-Identifier: MIT
// Outlines that many built-in scenes are made of: boxes, regular polygons, random convex ones; copies of a whole scene.
// All rings run counter-clockwise. Metres; turns for angles.
#pragma once
#include <initializer_list>

#include <clearway/base/random.h>
#include <clearway/scene/scene.h>

namespace clearway::generators {

/// How many of something there are at this scale: `count` times `scale`, rounded, but not fewer than `least`.
int computeCount(double count, double scale, int least);

Ring makeBox(Vec2 min, Vec2 max);
/// A box of this size around `center`, turned counter-clockwise.
Ring makeTurnedBox(Vec2 center, Vec2 size, double turn);
/// A ring given around the origin, turned and then moved to `center`.
Ring place(const Ring& shape, Vec2 center, double turn);
/// Corners on a circle, the first one at `turn`.
Ring makeRegularPolygon(Vec2 center, double radius, int side_count, double turn = 0);
/// Points on a circle from one angle to another, both ends included; clockwise when `last_turn` is smaller.
Ring makeArc(Vec2 center, double radius, double first_turn, double last_turn, int segment_count);
/// A convex polygon around the origin whose corners lie on an ellipse of this width, and of at least 0.65 times that height.
Ring makeRandomConvex(Random& random, double width, int corner_count);

void addArea(SceneInput& input, Ring outline);
void addObstacle(SceneInput& input, Ring outline);

/// How copies of something are laid out: columns * rows is about the count, and both are about as many.
struct Layout
{
    int columns = 1;
    int rows = 1;
};
Layout computeLayout(int count);

/// `scale` copies of a scene that has no size of its own, side by side as separate areas, `gap` metres apart.
SceneInput repeat(const SceneInput& one, double scale, double gap);

} // namespace clearway::generators
