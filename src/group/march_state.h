// SPDX-License-Identifier: MIT
// What a GroupMarch knows between two ticks, and the parts of a tick.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/group/assignment.h>
#include <clearway/group/march.h>

#include "group/track.h"

namespace clearway {

/// Cosine of the turn, 100 degrees, from which on a group turns about instead of wheeling.
inline constexpr double kTurnsBack = -0.17;
/// Of the spread limit: as far as a free member may be ahead of the centre.
inline constexpr double kRoamAhead = 0.6;

/// Where a member is in the passing of a narrow place.
enum class Passing : std::uint8_t
{
    waiting, ///< where it stood, until its place in the files comes by
    filing,
    through, ///< at its slot behind the narrow place
};

struct MemberState
{
    double radius = 0;
    double speed = 0;
    double pace = 1; ///< on the ground where it is, as part of its speed
    double room = 0; ///< class of its size
    std::uint32_t slot = 0;

    Vec2 place = {};          ///< of its slot, in the world
    Vec2 place_velocity = {}; ///< of the place
    double error = 0;         ///< from the place, at the last update
    double best_error = 0;    ///< the least since it was last in its slot
    double stalled_for = 0;   ///< how long it has been held up since then; seconds
    double along = 0;         ///< those in files, or free: metres along the way

    // Files through a narrow place.
    Passing passing = Passing::waiting;
    double behind = 0;     ///< the head of the files; metres along the way
    double beside = 0;     ///< the middle of the files, to the left
    double wait_along = 0; ///< where it waits: along the way,
    double wait_side = 0;  ///< to its left,
    Vec2 wait_place = {};  ///< and in the world
};

struct GroupMarch::State
{
    MarchOptions options;
    FormationLayout layout;
    std::vector<MemberState> members;
    std::vector<std::uint32_t> owner; ///< of each slot

    GroupWay way;
    Track track;
    bool has_way = false;

    GroupState phase = GroupState::forming; ///< never blocked
    bool is_blocked = false;
    GroupMarch::Trouble trouble = GroupMarch::Trouble::none;
    std::size_t troubled = 0;

    double at = 0; ///< of the centre along the way
    Vec2 heading = {1, 0};
    double aside = 0;        ///< how far to the left of where it would walk, to let others pass
    double aside_wanted = 0; ///< the same, as asked for
    double settling_for = 0; ///< seconds in the present phase without getting better
    double best_rms = 0;     ///< the least in the present phase
    double spread = 0;
    double spread_limit = 0;
    double spread_for = 0;    ///< seconds beyond the limit
    std::uint64_t narrow = 0; ///< the next narrow stretch, or the one being passed
    std::uint32_t files = 0;  ///< while one is passed
    double head = 0;          ///< of the files, along the way
    double files_length = 0;
    bool is_gathering = false;    ///< free members take slots at the end
    bool is_loose = false;        ///< it has given up its shape for now, and walks as a free group does
    double loose_from = 0;        ///< where it last did, along the way
    double calm_for = 0;          ///< seconds since a member was held up
    double creeping_for = 0;      ///< seconds for which the group hardly got on because of members that are held up
    std::uint64_t shed_count = 0; ///< how often it has given up its shape on this way

    // Derived, or scratch; not saved.
    double max_radius = 0;
    double slowest = 0;
    std::size_t farthest = 0; ///< the member that decides the spread
    double max_error = 0;
    double rms_error = 0;
    Assigner assigner;
    std::vector<Vec2> points, targets;
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> class_members, class_slots;
    std::vector<Vec2> places;
    std::vector<double> errors;
    std::vector<GroupMarch::Order> orders;

    std::size_t size() const { return members.size(); }
    double maxSlotError() const { return options.max_slot_error > 0 ? options.max_slot_error : 6 * max_radius; }
    bool isFree() const { return is_loose || options.hold == MarchOptions::Hold::free; }
    double speedOf(const MemberState& member) const { return member.speed * member.pace; }

    // march.cpp
    void setLayout(FormationLayout next);
    void measureMembers();
    void reserve();
    Result<void> checkWay(const GroupWay& next, const FormationLayout& for_layout, double& limit) const;
    void startWay(std::span<const Vec2> positions);
    Vec2 headingAt(double s) const;

    // march_slots.cpp
    Vec2 slotPlace(std::size_t slot, double s, Vec2 ahead) const;
    void assignSlots(double s, Vec2 ahead, std::span<const Vec2> positions);
    void placeInFormation();
    void leaveWalls();

    // march_narrow.cpp
    std::uint32_t filesThrough(double width) const;
    double computeFilesLength(std::uint32_t file_count) const;
    void fitLane();
    void beginFiles(std::span<const Vec2> positions);
    void advanceFiles(double dt, double pace, std::span<const Vec2> positions);
    void placeInFiles();
    void followFiles(std::span<const Vec2> positions);
    Vec2 lanePlace(double along, double beside) const;
    Vec2 aimInFiles(const MemberState& member, Vec2 position) const;

    // march_loose.cpp
    void shed(std::span<const Vec2> positions);
    void formAgain(std::span<const Vec2> positions);
    Vec2 roamPlace(const MemberState& member, Vec2 position) const;
    void walkFree(double dt, std::span<const Vec2> positions);
    bool isRoaming(const MemberState& member) const;

    // march_update.cpp
    void measure(std::span<const Vec2> positions);
    double computePace() const;
    void enter(GroupState next);
    bool isSettled(double dt);
    void advance(double dt, std::span<const Vec2> positions);
    void march(double dt, std::span<const Vec2> positions);
    double turn(double dt, double pace, std::span<const Vec2> positions);
    void stepAsideBy(double moved, double left);
    void watch(double dt, std::span<const float> held_up);
    void exchange(std::span<const Vec2> positions);
    void makeWay(std::span<const Vec2> positions);
    void writeOrders(std::span<const Vec2> positions);
};

} // namespace clearway
