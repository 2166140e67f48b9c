// SPDX-License-Identifier: MIT
// What a Battle is made of. Orders are in battle_orders.cpp, leading in battle_lead.cpp, fighting in battle_fight.cpp.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <clearway/group/march.h>
#include <clearway/group/sketch_follower.h>
#include <clearway/group/way.h>
#include <clearway/navmesh.h>
#include <clearway/plan/planners.h>
#include <clearway/rts/battle.h>

#include "geometry/bin_grid.h"
#include "guide/guide_per_agent.h"

namespace clearway {

/// Of the guides of units: paths on the mesh, then the map of each class.
inline constexpr std::uint32_t kPaths = 0;
inline std::uint32_t mapGuideOf(const Unit& unit) { return unit.unit_class + 1; }

inline Error makeOrderError(std::string message) { return {ErrorCode::invalid_argument, std::move(message)}; }

/// What a unit knows beside what it shows.
struct Mind
{
    enum class Lead : std::uint8_t
    {
        stands,
        straight, ///< to `goal`, which moves
        guided,   ///< to `goal` by the guide of the crowd
    };
    Lead lead = Lead::stands;
    Vec2 goal = {};
    double speed = 0;
    Vec2 home = {};                 ///< where its order leads it; without one, where it stands
    bool is_away = false;           ///< from home, after an enemy
    std::uint32_t place = 0;        ///< in the follower of its company
    UnitId hit_by = kNoUnit;        ///< last
    bool sees_way_to_enemy = false; ///< straight, on ground that it can walk
};

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

/// `max_map_bytes`: of the fields that the guides of all classes keep.
Result<ClassMap> buildClassMap(const BattleScript& script, PlannerParts parts, const UnitClass& unit_class,
                               std::size_t max_map_bytes);

/// Units in a formation.
struct Squad
{
    std::uint32_t number = 0;
    TeamId team = 0;
    std::vector<UnitId> members;
    Command::FormationOrder formation;
    GroupMarch march;
    bool was_blocked = false;
};

/// Units that follow a sketch.
struct Company
{
    std::uint32_t number = 0;
    TeamId team = 0;
    SketchNodeId start = kNone;
    SketchFollower follower;
    std::vector<UnitId> units;          ///< by their place in the follower; kNoUnit: gone
    std::vector<std::uint32_t> classes; ///< the follower's classes: unit classes, in order
};

struct Battle::State
{
    State(const BattleScript& given, const Planner& on_paths, std::vector<ClassMap> on_maps, std::shared_ptr<GuidePerAgent> by,
          Crowd in);

    BattleScript script;
    Scene scene;
    NavMeshQuery query;
    Planner planner; ///< of paths on the mesh
    PlannerQuery paths;
    std::vector<ClassMap> maps; ///< by class, then a few of classes together
    RoomMeter rooms;
    std::shared_ptr<GuidePerAgent> guide;
    Crowd crowd;

    double largest_radius = 0;
    std::vector<Unit> units;
    std::vector<Mind> minds;
    std::vector<Squad> squads; ///< in the order of their numbers, as the next
    std::vector<Company> companies;
    std::vector<SketchTree> trees; ///< by team
    std::uint32_t next_number = 1; ///< of squads and companies
    std::uint64_t tick = 0;
    std::vector<Command> taken;
    std::vector<Battle::Event> events;

    // Scratch.
    std::vector<Vec2> positions;
    std::vector<float> held_up;
    std::vector<Box2> boxes;    ///< of the living, by unit
    BinGrid living;             ///< where they were before the tick
    std::vector<double> wounds; ///< of this tick

    const UnitClass& classOf(const Unit& unit) const { return script.classes[unit.unit_class]; }
    const ClassMap& mapOf(const Unit& unit) const { return maps[unit.unit_class]; }
    static std::size_t indexOf(UnitId id) { return static_cast<std::size_t>(id - 1); }
    Unit& unitOf(UnitId id) { return units[indexOf(id)]; }
    const Unit& unitOf(UnitId id) const { return units[indexOf(id)]; }
    Mind& mindOf(UnitId id) { return minds[indexOf(id)]; }
    Squad* findSquad(std::uint32_t number);
    Company* findCompany(std::uint32_t number);
    void addEvent(Battle::Event::Kind kind, const Unit& unit, UnitId other = kNoUnit, std::uint32_t group = 0);

    // ---- orders
    Result<std::vector<UnitId>> select(TeamId team, const Command::Selection& selection) const;
    Result<Battle::Report> take(const Command& command);
    Result<Battle::Report> takeGo(const Command& command, std::span<const UnitId> chosen);
    Result<Battle::Report> takeForm(const Command& command, std::span<const UnitId> chosen);
    Result<Battle::Report> takeStroke(const Command& command, std::span<const UnitId> chosen);
    Result<Company> buildCompany(const Command& command, const SketchTree& tree, SketchNodeId node,
                                 std::span<const UnitId> chosen, std::vector<std::string>& notes) const;
    void replaceTree(TeamId team, const SketchTree& tree);
    void addCompany(Company company, std::span<const UnitId> chosen);
    /// Out of formations and sketches, to another order.
    void release(UnitId id, Unit::Order order);

    // ---- ways
    Result<void> checkPlace(Vec2 point) const;
    /// That somebody of the chosen has a way to the point, and everybody room near it.
    Result<void> checkWay(Vec2 point, std::span<const UnitId> chosen);
    /// Whether the map of its class leads a unit to a point.
    bool isOnMap(const Unit& unit, Vec2 point) const;
    /// The class of a group: of the sizes and prices of its members the largest, or the smallest.
    UnitClass combineClasses(std::span<const UnitId> chosen, const double& (*choose)(const double&, const double&)) const;
    Result<ClassMap*> findMap(const UnitClass& unit_class);
    Result<GroupWay> findGroupWay(ClassMap& map, Vec2 from, Vec2 to, Vec2 facing);
    Vec2 findMiddle(std::span<const UnitId> chosen) const;
    /// Those who are exactly a squad already.
    Squad* findSquadOf(std::span<const UnitId> chosen);
    void gatherPositions(std::span<const UnitId> ids);

    // ---- a tick
    void sense();
    void lead(double dt);
    void leadSquad(Squad& squad, double dt);
    void leadCompany(Company& company);
    bool pursue(Unit& unit);
    void leadHome(Unit& unit);
    /// A unit that was pushed onto ground where it may not be goes back by the shortest way: straight, so that it gives way less
    /// than others on their way.
    bool returnToGround(Unit& unit);
    /// To a place that units share, over the map of its class; they pack around it.
    void leadTo(Unit& unit, Vec2 place);
    /// To a point that moves: straight, or by the guide where something is in the way, which is looked at every few ticks. The
    /// guide leads to where the point was until that is `slack` metres off.
    void head(Unit& unit, Vec2 target, double speed, double slack);
    void headStraight(Unit& unit, Vec2 target, double speed);
    void headGuided(Unit& unit, Vec2 target, std::uint32_t by);
    void setGoal(Unit& unit, Mind::Lead lead, const Goal& goal);
    void setSpeed(Unit& unit, double speed);
    bool isTimeToLook(const Unit& unit) const { return (tick + unit.id) % 4 == 0; }
    bool isStraight(const Unit& unit, Vec2 target);
    bool isWalkable(const Unit& unit, Vec2 to) const;
    bool isBesidePack(const Unit& unit, const AgentView& view);
    void observe();
    void finish(Unit& unit);
    void fight(double dt);
    void bury();
};

} // namespace clearway
