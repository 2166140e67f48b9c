// SPDX-License-Identifier: MIT
// Our walls and floors in Bullet's world, for the sources of this folder.
#pragma once
#include <btBulletCollisionCommon.h>

#include "bullet_referee.h"

namespace clearway::referee {

static_assert(sizeof(btScalar) == sizeof(double), "compile with BT_USE_DOUBLE_PRECISION");

inline constexpr double kFloorHeight = 1000; ///< more than anybody's radius
inline constexpr double kWallHeight = 1;     ///< above and below the plane in which everything happens

inline btVector3 placeOnFloor(Vec2 p, int floor) { return {p.x, p.y, floor * kFloorHeight}; }

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
        object.setWorldTransform(btTransform(btQuaternion::getIdentity(), placeOnFloor(wall.segment.a, wall.floor)));
    }

    btConvexHullShape shape;
    btCollisionObject object;
};

} // namespace clearway::referee
