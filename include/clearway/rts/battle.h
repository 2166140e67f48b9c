// SPDX-License-Identifier: MIT
// Battle: armies on one map, in the plane or over a surface. Units walk in a Crowd; ways come from potential fields that units
// with the same goal share, from formations that march, and from strokes that the player draws. A tick takes orders, leads
// everybody, steps the crowd, and lets those who reach an enemy hit it.
//
// Why: the pieces of a real-time strategy game that are about moving, ready to be driven by a mouse, a script or a log.
//
// Based on: R. Silveira et al. Path-planning for RTS games based on potential fields. 2010 (sections 3.2, 4, 6). Combat is ours
// and as simple as can be: the nearest enemy is hit, after each hit a unit reloads, hits of one tick count at once.
//
// The same script gives the same state on any number of workers and on every machine. Metres, seconds. A Battle belongs to one
// thread at a time.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <clearway/base/execution.h>
#include <clearway/base/result.h>
#include <clearway/crowd/crowd.h>
#include <clearway/group/march.h>
#include <clearway/group/sketch_tree.h>
#include <clearway/plan/planner.h>
#include <clearway/rts/command.h>
#include <clearway/rts/script.h>

namespace clearway {

struct BattleOptions
{
    Execution execution = {}; ///< shares ticks; reports building
    /// Memory for the fields that units follow, one for each place that they are sent to and each class; at least one field per
    /// class is kept. With more places at once, fields are solved repeatedly.
    std::size_t max_map_bytes = std::size_t{1} << 30;
    /// Instead of the model that the script names: the same on another device, say (native/field_opencl.h). Empty: the script's.
    std::shared_ptr<const Steering> steering = {};
};

class Battle
{
public:
    /// What happened in a tick.
    struct Event
    {
        enum class Kind : std::uint8_t
        {
            hit,     ///< `unit` hit `other`
            died,    ///< `unit`; `other` hit it last
            done,    ///< `unit` has carried out its order
            blocked, ///< `unit` does not get on in the formation `group`, which gives up its shape and goes on without it
            going,   ///< the formation `group` has its shape again, or has arrived without
        };
        Kind kind = Kind::hit;
        std::uint64_t tick = 0;
        UnitId unit = kNoUnit;
        UnitId other = kNoUnit;
        std::uint32_t group = 0;
        Vec2 position = {}; ///< of the unit
        double height = 0;  ///< the same; 0 in the plane
    };

    /// Units that march in a formation.
    struct Group
    {
        std::uint32_t number = 0; ///< never used twice
        TeamId team = 0;
        std::span<const UnitId> members;   ///< member i of the march
        const GroupMarch* march = nullptr; ///< over a surface it marches in a plane of its own
        std::vector<Vec3> places;          ///< where the slot of each member is, on the ground
    };

    /// What a command has done, when there is more to say than that it was taken.
    struct Report
    {
        std::size_t unit_count = 0;
        std::uint32_t group = 0; ///< the formation that was made
        std::vector<std::string> notes =
            {}; ///< for people: what was changed about a stroke or a formation, who cannot follow, and why
    };

    /// Puts everybody in place. Fails when verify() finds something, a unit does not fit where it should stand, or a log was
    /// made on another scene.
    static Result<Battle> start(const BattleScript& script, const Scene& scene, const BattleOptions& options = {});
    /// The same on the scene of the parts, or on their surface, as loadScenarioParts() gives them. Over a surface there is
    /// neither terrain nor sketches: such scripts and commands are refused.
    static Result<Battle> start(const BattleScript& script, const PlannerParts& parts, const BattleOptions& options = {});
    Battle(Battle&&) noexcept;
    Battle& operator=(Battle&&) noexcept;
    ~Battle();

    /// The script without its commands.
    const BattleScript& script() const;
    /// What it is fought on: `scene`, or `surface`; and what was built of it.
    const PlannerParts& parts() const;

    // ---- what a mouse drives

    /// Living units of a team in a box (centres, border included) or of a class, in the order of their numbers.
    std::vector<UnitId> findUnits(TeamId team, const Box2& box) const;
    std::vector<UnitId> findUnits(TeamId team, std::string_view unit_class) const;
    std::vector<UnitId> findUnits(TeamId team, const Command::Selection& selection) const;
    /// The living unit whose disc has the point inside, the nearest of several; kNoUnit when there is none.
    /// Without a height as seen from above, with one in space: one sheet of a surface may lie above another.
    UnitId findUnitAt(Vec2 point, std::optional<double> height = {}) const;

    /// Takes a command now, before the next tick; its own `tick` is not looked at. An error changes nothing and says what is
    /// wrong: no such team, nobody selected, a unit that is unknown, dead or of another team, a place outside the map, in a wall
    /// or out of reach, a stroke without free ground, a formation that does not fit.
    Result<Report> issue(const Command& command);
    /// All that were taken so far, each with its tick and without what its kind does not use.
    std::span<const Command> commands() const;

    // ---- time

    /// One tick of the script's dt. Cannot fail.
    void step();
    std::uint64_t tick() const;
    double time() const;
    std::span<const Event> events() const; ///< of the last tick: done, blocked and going, then hits, then
                                           ///< deaths; hits and deaths in the order of units

    // ---- what there is to see

    /// Everybody, the dead too: unit i has the number i + 1.
    std::span<const Unit> units() const;
    std::size_t livingCount(TeamId team) const;
    /// How many teams have somebody left.
    std::size_t livingTeamCount() const;
    /// Nobody has anything left to do, and nobody sees an enemy.
    bool isQuiet() const;
    std::vector<Group> groups() const;
    const SketchTree& sketch(TeamId team) const;
    const Crowd& crowd() const;
    /// The map on which units of a class plan; asserts that the battle is in the plane.
    const FieldGrid& grid(std::uint32_t unit_class) const;

    /// Of everything that decides what happens next. O(units).
    std::uint64_t computeHash() const;
    /// The script with the commands that were taken, the ticks and the hash: replayed, it comes to the same state.
    BattleScript log() const;

    struct State;

private:
    explicit Battle(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

const char* toString(Battle::Event::Kind kind);

} // namespace clearway
