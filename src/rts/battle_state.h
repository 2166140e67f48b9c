// SPDX-License-Identifier: MIT
// What a Battle is made of. Orders are in battle_orders.cpp, leading in battle_lead.cpp, fighting in battle_fight.cpp.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <clearway/field/cache.h>
#include <clearway/group/assignment.h>
#include <clearway/group/march.h>
#include <clearway/group/sketch_follower.h>
#include <clearway/group/way.h>
#include <clearway/navmesh.h>
#include <clearway/path.h>
#include <clearway/rts/battle.h>

#include "field/line_cost.h"

namespace clearway {

inline Error makeOrderError(std::string message) { return {ErrorCode::invalid_argument, std::move(message)}; }

/// What a unit knows beside what it shows.
struct Mind
{
    std::uint32_t errand = 0; ///< 0: none
    std::uint32_t place = 0;  ///< in the follower of its company
    Vec2 home = {};           ///< where it stands when it has nothing else to do; of an errand, its place at the end
    Vec2 ahead = {};          ///< on its way, straight ahead
    bool has_ahead = false;
    bool is_guided = false;         ///< the crowd's guide leads it, to `ahead`, since there is a wall in its way
    double closest = 0;             ///< that it has been to its place
    double waited = 0;              ///< without getting nearer; seconds
    UnitId hit_by = kNoUnit;        ///< last
    bool sees_way_to_enemy = false; ///< straight, on ground that it can walk
};

/// A point that units of one command go to, and room for them around it.
struct Errand
{
    std::uint32_t number = 0;
    Vec2 point = {};
    double reach = 0;                         ///< of the places around it; metres
    std::vector<std::optional<Field>> fields; ///< by class; none once everybody is there
};

/// Units in a formation.
struct Squad
{
    std::uint32_t number = 0;
    TeamId team = 0;
    std::vector<UnitId> members;
    FormationOrder formation;
    GroupMarch march;
    bool was_blocked = false;
};

/// Units that follow a sketch.
struct Company
{
    struct KnownField
    {
        std::uint32_t unit_class = 0;
        Vec2 goal = {};
        Field field;
    };

    std::uint32_t number = 0;
    TeamId team = 0;
    SketchNodeId start = kNone;
    SketchFollower follower;
    std::vector<UnitId> units;              ///< by their place in the follower; kNoUnit: gone
    std::vector<std::uint32_t> classes;     ///< the follower's classes: unit classes, in order
    std::vector<std::uint32_t> end_errands; ///< by follower class; 0: nobody is that far
    std::vector<Vec2> ends;                 ///< what those errands are for
    std::vector<KnownField> fields;         ///< not part of the state: can be solved again
};

struct Battle::State
{
    State(const BattleScript& given, const Scene& on, NavMesh on_mesh, ClearanceMesh on_clearance, FieldCacheOptions maps,
          CrowdOptions crowd_options);

    BattleScript script;
    Scene scene;
    NavMeshQuery query;
    PathFinder finder;
    RoomMeter rooms;
    FieldCache cache;
    Crowd crowd;
    Assigner assigner;
    std::vector<FieldGrid> grids; ///< by class
    std::size_t max_map_bytes = 0;

    std::vector<Unit> units;
    std::vector<Mind> minds;
    std::vector<Errand> errands; ///< in the order of their numbers, as the next two
    std::vector<Squad> squads;
    std::vector<Company> companies;
    std::vector<SketchTree> trees; ///< by team
    std::uint32_t next_number = 1; ///< of errands, squads and companies
    std::uint64_t tick = 0;
    std::vector<Command> taken;
    std::vector<BattleEvent> events;

    // Scratch.
    std::vector<Vec2> positions;
    std::vector<std::uint32_t> bin_first; ///< living units by squares of the map
    std::vector<std::uint32_t> bin_units;
    std::vector<double> wounds; ///< of this tick
    field::WayScratch way_scratch;

    const UnitClass& classOf(const Unit& unit) const { return script.classes[unit.unit_class]; }
    static std::size_t indexOf(UnitId id) { return static_cast<std::size_t>(id - 1); }
    Unit& unitOf(UnitId id) { return units[indexOf(id)]; }
    const Unit& unitOf(UnitId id) const { return units[indexOf(id)]; }
    Mind& mindOf(UnitId id) { return minds[indexOf(id)]; }
    Errand* findErrand(std::uint32_t number);
    Squad* findSquad(std::uint32_t number);
    Company* findCompany(std::uint32_t number);
    void addEvent(BattleEvent::Kind kind, const Unit& unit, UnitId other = kNoUnit, std::uint32_t group = 0);

    // ---- orders
    Result<std::vector<UnitId>> select(TeamId team, const UnitSelection& selection) const;
    Result<CommandReport> take(const Command& command);
    Result<CommandReport> takeGo(const Command& command, std::span<const UnitId> chosen);
    Result<CommandReport> takeForm(const Command& command, std::span<const UnitId> chosen);
    Result<CommandReport> takeStroke(const Command& command, std::span<const UnitId> chosen);
    Result<FieldGrid> buildSketchGround(TeamId team, std::span<const UnitId> chosen) const;
    Result<Company> buildCompany(const Command& command, const SketchTree& tree, SketchNodeId node,
                                 std::span<const UnitId> chosen, std::vector<std::string>& notes) const;
    void replaceTree(TeamId team, const SketchTree& tree);
    void addCompany(Company company, std::span<const UnitId> chosen);
    CommandReport takeStand(const Command& command, std::span<const UnitId> chosen);
    /// Out of formations and sketches, with nothing to do.
    void release(UnitId id);
    void dropErrands();
    /// Of errands on which nobody is under way any more.
    void dropMaps();
    std::size_t computeMapBytes() const;

    // ---- ways
    Result<void> checkPlace(Vec2 point) const;
    Result<Errand> buildErrand(Vec2 point, std::span<const UnitId> chosen);
    /// Places at the end for everybody; sets their homes.
    void giveErrand(Errand errand, std::span<const UnitId> chosen);
    std::vector<Vec2> findSpots(Errand& errand, std::span<const UnitId> chosen) const;
    /// The class of a group: as large and as choosy as its members together, or as small and bold.
    UnitClass uniteClasses(std::span<const UnitId> chosen) const;
    UnitClass intersectClasses(std::span<const UnitId> chosen) const;
    Result<FieldGrid> buildGrid(const UnitClass& unit_class) const;
    Result<GroupWay> findGroupWay(const UnitClass& together, Vec2 from, Vec2 to, Vec2 facing);
    Vec2 findMiddle(std::span<const UnitId> chosen) const;
    /// Those who are exactly a squad already.
    Squad* findSquadOf(std::span<const UnitId> chosen);
    void gatherPositions(std::span<const UnitId> ids);

    // ---- a tick
    void sense();
    void lead(double dt);
    void leadSquad(Squad& squad, double dt);
    void leadCompany(Company& company, double dt);
    void leadAlong(Company& company, Unit& unit, Vec2 goal);
    void settleAtEnd(Company& company, std::size_t class_index, Vec2 end);
    void leadToErrand(Unit& unit, Errand& errand, double dt);
    bool pursue(Unit& unit);
    /// Heads straight, or led round what is in the way; looks whether it is straight every few ticks.
    void head(Unit& unit, Vec2 target, double speed);
    void headStraight(Unit& unit, Vec2 target, double speed);
    void headGuided(Unit& unit, Vec2 target, double speed);
    bool isTimeToLook(const Unit& unit) const { return (tick + unit.id) % 4 == 0; }
    bool isStraight(const Unit& unit, Vec2 target);
    bool isWalkable(const Unit& unit, Vec2 from, Vec2 to) const;
    /// Whether going straight to a place near the field's goal costs no more than the way down.
    bool isCheap(const Unit& unit, const Field& field, Vec2 target);
    bool mustLookAhead(const Unit& unit);
    std::optional<Vec2> findAhead(const Unit& unit, const Field& field);
    void finish(Unit& unit);
    void fight(double dt);
    void bury();
    bool fightsOnTheWay(const Unit& unit) const;
};

} // namespace clearway
