// SPDX-License-Identifier: MIT
// The plane as the ground of a battle: a navigation mesh, and a map for each class of units.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <clearway/navmesh.h>

#include "rts/battle_ground.h"

namespace clearway {

/// The map of a class of units, or of several together, and the planner on it.
struct ClassMap
{
    double radius = 0;
    TerrainCosts costs = {};
    bool is_plain = true; ///< terrain makes no difference
    Planner planner;
    std::optional<PlannerQuery> query = {}; ///< for the ways of formations, once there is one

    const FieldGrid& grid() const { return *planner.parts().grid; }
    bool isFor(const UnitClass& unit_class) const { return radius == unit_class.radius && costs == unit_class.costs; }
};

class FlatGround final : public BattleGround
{
public:
    /// `max_map_bytes`: of the fields that the guides of all classes keep.
    static Result<std::unique_ptr<BattleGround>> build(const BattleScript& script, const PlannerParts& parts,
                                                       std::size_t max_map_bytes, const Execution& execution);

    const PlannerParts& parts() const override { return planner_.parts(); }
    std::uint64_t computeHash() const override { return computeSceneHash(scene_, terrain_); }
    const std::shared_ptr<const Ground>& ground() const override { return ground_; }
    std::span<const std::shared_ptr<const Guide>> guides() const override { return guides_; }
    double width() const override;

    Result<Vec2> findPlace(Vec2 point, std::optional<double> height) const override;
    Vec2 findNearest(Vec3 point) const override { return planar(point); }
    Vec3 toSpace(Vec2 place) const override { return atHeight(place); }
    bool isOn(Vec2 place) const override { return query_.findCell(place) != kNone; }
    bool isVisible(Vec2 from, Vec2 to) const override;
    bool isWalkable(const Walker& walker, Vec2 to) const override;
    bool isStraight(const Walker& walker, Vec2 to) override;
    std::optional<Vec2> findWayBack(const Walker& walker) const override;
    std::optional<Vec2> findRoom(const Walker& walker, Vec2 place) const override;
    std::optional<std::string> explainNoWay(std::span<const Walker> walkers, Vec2 place) override;
    std::uint32_t chooseGuide(const Walker& walker, Vec2 place) const override;
    std::uint32_t chooseGuideToMoving(std::uint32_t unit_class) const override;
    Result<GroupCourse> planCourse(const UnitClass& together, Vec2 from, Vec2 to, Vec2 facing, double across) override;
    FlatGround* flat() override { return this; }

    const ClassMap& mapOf(std::uint32_t unit_class) const { return maps_[unit_class]; }
    /// The map of a class that stands for several; the last few are kept, since their solvers are costly.
    Result<ClassMap*> findMap(const UnitClass& unit_class);

private:
    FlatGround(const BattleScript& script, const Planner& planner, World mesh, std::size_t max_map_bytes);
    Result<void> addClass(const UnitClass& unit_class);
    Result<ClassMap> buildMap(const UnitClass& unit_class, std::size_t max_map_bytes) const;
    /// Whether the map of its class leads a unit to a place.
    bool isOnMap(const Walker& walker, Vec2 place) const;

    std::vector<UnitClass> classes_;
    std::vector<TerrainArea> terrain_;
    double cell_size_;
    double goal_sight_; ///< how far away units notice the place that they are sent to; metres
    Planner planner_;   ///< of paths on the mesh
    Scene scene_;
    NavMeshQuery query_;
    PlannerQuery paths_;
    RoomMeter rooms_;
    std::vector<ClassMap> maps_; ///< by class, then a few of classes together
    std::shared_ptr<const Ground> ground_;
    std::vector<std::shared_ptr<const Guide>> guides_; ///< paths, then the map of each class
    std::size_t max_map_bytes_;
};

} // namespace clearway
