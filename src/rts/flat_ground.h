// SPDX-License-Identifier: MIT
// The plane as the ground of a battle: a navigation mesh for each set of terrains that classes may enter, and a map for each
// class of units.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <clearway/navmesh.h>

#include "geometry/bin_grid.h"
#include "rts/battle_ground.h"

namespace clearway {

/// Ground for those who may not enter the same terrains: the scene without them. What is forbidden is a wall.
struct Land
{
    Land(std::uint32_t set, const Planner& planner);

    std::uint32_t forbidden; ///< the bits of the terrains
    Planner planner;         ///< of paths on the mesh
    Scene scene;
    NavMeshQuery query;
    PlannerQuery paths;
    RoomMeter rooms;
};

/// The map of a class of units, or of several together, and the planner on it.
struct ClassMap
{
    double radius = 0;
    TerrainCosts costs = {};
    Land* land = nullptr;
    bool is_plain = true; ///< what may be entered all costs the same
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

    const PlannerParts& parts() const override { return whole().planner.parts(); }
    std::uint64_t computeHash() const override { return computeSceneHash(whole().scene, terrain_); }
    std::uint32_t kindOf(std::uint32_t unit_class) const override;
    const std::shared_ptr<const Ground>& ground() const override { return ground_; }
    std::span<const std::shared_ptr<const Guide>> guides() const override { return guides_; }
    double width() const override;

    Result<Vec2> findPlace(Vec2 point, std::optional<double> height) const override;
    Vec2 findNearest(Vec3 point) const override { return planar(point); }
    Vec3 toSpace(Vec2 place) const override { return atHeight(place); }
    bool isOn(std::uint32_t unit_class, Vec2 place) const override { return isOn(*maps_[unit_class].land, place); }
    bool isVisible(Vec2 from, Vec2 to) const override;
    bool isWalkable(const Walker& walker, Vec2 to) const override;
    bool isStraight(const Walker& walker, Vec2 to) override;
    double computePace(const Walker& walker) const override;
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
    FlatGround(const BattleScript& script, std::size_t max_map_bytes);
    Result<Land*> findLand(const TerrainCosts& costs, const Execution& execution);
    Result<void> buildGround();
    Result<void> addClass(const UnitClass& unit_class);
    Result<ClassMap> buildMap(const UnitClass& unit_class, std::size_t max_map_bytes);
    const Land& whole() const { return *lands_[0]; }
    static bool isOn(const Land& land, Vec2 place) { return land.query.findCell(place) != kNone; }
    bool isForbidden(const TerrainArea& area, const TerrainCosts& costs) const;
    /// Whether the map of its class leads a unit to a place.
    bool isOnMap(const Walker& walker, Vec2 place) const;

    std::vector<UnitClass> classes_;
    std::vector<TerrainArea> terrain_;
    BinGrid terrain_bins_; ///< which areas may be where
    double cell_size_;
    double goal_sight_;                        ///< how far away units notice the place that they are sent to; metres
    std::vector<std::unique_ptr<Land>> lands_; ///< the whole scene, then those of classes, then those of classes together
    std::vector<ClassMap> maps_;               ///< by class, then a few of classes together
    std::shared_ptr<const Ground> ground_;
    std::vector<std::shared_ptr<const Guide>> guides_; ///< paths on the land of each kind, then the map of each class
    std::uint32_t kind_count_ = 1;                     ///< of walkers: the lands of classes, and the whole
    std::size_t max_map_bytes_;
};

} // namespace clearway
