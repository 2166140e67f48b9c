// SPDX-License-Identifier: MIT
// Our walls and layers in Bullet's world, for the sources of this folder.
#pragma once
#include <btBulletCollisionCommon.h>

#include "bullet_referee.h"

namespace clearway::referee {

static_assert(sizeof(btScalar) == sizeof(double), "compile with BT_USE_DOUBLE_PRECISION");

inline constexpr double kLayerHeight = 1000; ///< more than anybody's radius
inline constexpr double kWallHeight = 1;     ///< above and below the plane in which everything happens

inline btVector3 placeOnLayer(Vec2 p, int layer) { return {p.x, p.y, layer * kLayerHeight}; }

/// A wall as an upright rectangle without thickness and without margin. Its points are relative to one end, so that far-away
/// walls keep their digits.
struct WallSheet
{
    explicit WallSheet(const FloorWall& wall)
    {
        const Vec2 along = wall.segment.b - wall.segment.a;
        for (const double height : {-kWallHeight, kWallHeight})
            for (const Vec2 end : {Vec2{}, along}) shape.addPoint({end.x, end.y, height}, false);
        shape.recalcLocalAabb();
        shape.setMargin(0);
        object.setCollisionShape(&shape);
        object.setWorldTransform(btTransform(btQuaternion::getIdentity(), placeOnLayer(wall.segment.a, wall.layer)));
    }

    btConvexHullShape shape;
    btCollisionObject object;
};

} // namespace clearway::referee
