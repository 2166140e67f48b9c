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
#include <clearway/rts/battle.h>

#include "geometry/bin_grid.h"
#include "guide/guide_per_agent.h"
#include "rts/battle_ground.h"

namespace clearway {

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
    Vec2 at = {}; ///< its place on the ground, as goal and home are
    Vec2 goal = {};
    double speed = 0;
    double max_speed = 0;
    double pace = 1;                ///< how fast it is on the ground where it is, as part of its speed
    Vec2 home = {};                 ///< where its order leads it; without one, where it stands
    bool is_away = false;           ///< from home, after an enemy
    std::uint32_t place = 0;        ///< in the follower of its company
    UnitId hit_by = kNoUnit;        ///< last
    bool sees_way_to_enemy = false; ///< straight, on ground that it can walk
};

/// Units in a formation.
struct Squad
{
    std::uint32_t number = 0;
    TeamId team = 0;
    std::vector<UnitId> members;
    FormationOrder formation;
    GroupMarch march;
    std::shared_ptr<const MarchMap> map = {}; ///< over a surface: where the plane of the march is
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
    bool walks_line = false;            ///< everybody walks along the drawing, not from goal to goal
};

struct Battle::State
{
    State(const BattleScript& given, std::unique_ptr<BattleGround> on, std::shared_ptr<GuidePerAgent> by, Crowd in);
    Result<void> addUnits(std::size_t block_index);

    BattleScript script;
    std::unique_ptr<BattleGround> ground;
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
    double speedOf(const Unit& unit) const { return classOf(unit).speed * mindOf(unit.id).pace; }
    static std::size_t indexOf(UnitId id) { return static_cast<std::size_t>(id - 1); }
    Unit& unitOf(UnitId id) { return units[indexOf(id)]; }
    const Unit& unitOf(UnitId id) const { return units[indexOf(id)]; }
    Mind& mindOf(UnitId id) { return minds[indexOf(id)]; }
    const Mind& mindOf(UnitId id) const { return minds[indexOf(id)]; }
    BattleGround::Walker walkerOf(const Unit& unit) const { return {unit.unit_class, mindOf(unit.id).at}; }
    static Vec3 spaceOf(const Unit& unit) { return atHeight(unit.position, unit.height); }
    double distanceTo(const Unit& unit, Vec2 place) const { return distance(spaceOf(unit), ground->toSpace(place)); }
    /// Puts a unit where the crowd has it.
    void place(Unit& unit, Vec2 at);
    Squad* findSquad(std::uint32_t number);
    Company* findCompany(std::uint32_t number);
    void addEvent(Battle::Event::Kind kind, const Unit& unit, UnitId other = kNoUnit, std::uint32_t group = 0);

    // ---- orders
    Result<std::vector<UnitId>> select(TeamId team, const Command::Selection& selection) const;
    Result<Battle::Report> take(const Command& command);
    Result<Battle::Report> takeGo(const Command& command, std::span<const UnitId> chosen);
    /// `to`: the place where it forms at the end; nothing: where the units are.
    Result<Battle::Report> takeForm(const Command& command, std::span<const UnitId> chosen, std::optional<Vec2> to);
    Result<Battle::Report> takeStroke(const Command& command, std::span<const UnitId> chosen);
    Result<Company> buildCompany(const Command& command, const SketchTree& tree, SketchNodeId node,
                                 std::span<const UnitId> chosen, std::vector<std::string>& notes) const;
    void replaceTree(TeamId team, const SketchTree& tree);
    void addCompany(Company company, std::span<const UnitId> chosen);
    /// Out of formations and sketches, to another order.
    void release(UnitId id, Unit::Order order);

    // ---- ways
    /// That somebody of the chosen has a way to the place, and everybody room near it.
    Result<void> checkWay(Vec2 place, std::span<const UnitId> chosen);
    /// The class of a group: of the sizes and prices of its members the largest, or the smallest.
    UnitClass combineClasses(std::span<const UnitId> chosen, const double& (*choose)(const double&, const double&)) const;
    Vec2 findMiddle(std::span<const UnitId> chosen) const;
    /// Those who are exactly a squad already.
    Squad* findSquadOf(std::span<const UnitId> chosen);
    /// In the plane of a march; without a map, on the ground.
    void gatherPositions(std::span<const UnitId> ids, const MarchMap* map);

    // ---- a tick
    void sense();
    void lead(double dt);
    /// Formations of a team that march toward each other pass each other, each on its right.
    void passOthers();
    void leadSquad(Squad& squad, double dt);
    bool isOnLine(const SketchFollower::Goal& goal, const Unit& unit) const;
    void leadCompany(Company& company);
    bool pursue(Unit& unit);
    void leadHome(Unit& unit);
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
    bool isBesidePack(const Unit& unit, const AgentView& view);
    void observe();
    void finish(Unit& unit);
    void fight(double dt);
    void bury();
};

} // namespace clearway
