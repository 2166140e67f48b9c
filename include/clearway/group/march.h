// SPDX-License-Identifier: MIT
// GroupMarch: a group on its way. Each tick it is told where its members are and says where each should head and how fast.
// Why: one plan for many. The group's centre follows the way of any planner; everybody else keeps a slot beside it. Who walks,
// avoids and collides is somebody else's: a crowd, or whatever moves the members.
// How it marches: the centre walks at the speed of the slowest, and slower the farther a member is from its slot, so the group
// waits. Before a place too narrow for the formation it stops; from the front they file off in as many files as fit, follow the
// way through, and take up their slots again behind it; who got ahead of the one it should follow exchanges places with it; when
// the last is through, slots are assigned anew and the formation stands before it goes on. To go back, it is not the formation
// that turns but each member on its spot: slots are assigned for the new heading by the least sum of squared distances, so
// nobody crosses. A group that cannot go on in its shape, since others stand or come where it should be, loses its patience and
// walks on without it, each for itself along the way and nobody waiting, and forms again where there is room.
// Based on: R. Silveira, E. Prestes, L. P. Nedel. Managing coherent groups. 2008; the centre as one agent for any planner, a
// point of the shape for each member. The marching is ours.
// Metres, seconds. A tick is O(n) plus O(n^3) at worst when slots are assigned; once warm it allocates nothing. The same input
// gives the same bits on every machine. For one thread at a time.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <clearway/base/bytes.h>
#include <clearway/base/result.h>
#include <clearway/grid/field_grid.h>
#include <clearway/group/formation.h>
#include <clearway/group/way.h>

namespace clearway {

enum class GroupState : std::uint8_t
{
    forming,   ///< taking up slots; the centre waits
    marching,  ///< in formation, or free, along the way
    narrowing, ///< in files through a place where the formation does not fit
    reforming, ///< behind it, or at the end of the way: the formation is made again; the centre waits
    arrived,   ///< at the end of the way and in its slots, or in files where the formation does not fit there
    blocked,   ///< a member gets no nearer to its slot; see trouble(). From the next tick on the group walks without its shape
};

const char* toString(GroupState state);

struct MarchOptions
{
    /// How members walk.
    enum class Hold : std::uint8_t
    {
        kept, ///< in their slots
        free, ///< each for itself along the way, within the spread limit; slots are taken at the end
    };

    Hold hold = Hold::kept;
    double gap = 0.2;          ///< between discs of neighbouring slots; metres, >= 0
    double wall_gap = 0.05;    ///< between slots and walls; metres, >= 0
    double max_slot_error = 0; ///< d_max: how far from its slot a member slows the group to a tenth; at twice that it stops.
                               ///< Metres; 0: six radii of the largest member
    double spread_limit = 0;   ///< the farthest a member may be from the middle of them all; metres; 0: as the way needs.
                               ///< With a limit the group keeps its shape and waits, however long
    double formed_error = 0.4; ///< root mean square of slot errors with which a formation stands, in radii of the largest; > 0
    double lead_time = 0.4;    ///< members head for where their slot will be then; seconds, > 0
    double patience = 5;       ///< with a member that is held up and comes no nearer, before the group gives up its shape for a
                               ///< while; seconds, > 0
    std::optional<FieldGrid> grid =
        {}; ///< free space for the largest member; slots that are not in it go to the nearest free cell
};

const char* toString(MarchOptions::Hold hold);

class GroupMarch
{
public:
    enum class Trouble : std::uint8_t
    {
        none,
        member_stuck, ///< a member is far from its slot, held up, and comes no nearer
        too_spread,   ///< the group has been spread beyond its limit for longer than its patience
    };

    struct Member
    {
        double radius = 0.25; ///< metres, > 0
        double speed = 1.4;   ///< that it can walk for long; metres per second, > 0
    };

    /// What a member should do in the next tick.
    struct Order
    {
        Vec2 target;         ///< straight to there
        double speed = 0;    ///< at most its own
        bool is_far = false; ///< it is more than twice max_slot_error away: a planned way is better than a straight one
    };

    /// Fails when the formation does (see buildLayout), for speeds that are not above 0 and finite, and for options out of range.
    static Result<GroupMarch> build(std::span<const Member> members, const Formation& formation,
                                    const MarchOptions& options = {});
    GroupMarch(GroupMarch&&) noexcept;
    GroupMarch& operator=(GroupMarch&&) noexcept;
    ~GroupMarch();

    /// A new way, from near where the group is (center() is a good start). A group that stands keeps its slots and wheels; when
    /// the way turns back, or the group was not in formation, slots are assigned anew. Fails, and changes nothing, when a
    /// coordinate is not finite, a room below 0, a member is wider than the way, or the files through a narrow place are longer
    /// than the spread limit; the error says where and by how much. One finite position per member.
    Result<void> setWay(const GroupWay& way, std::span<const Vec2> positions);
    /// Another formation, taken up where the group is; what is left of the way is kept. Fails like buildLayout, and like setWay
    /// when it cannot pass.
    Result<void> setFormation(const Formation& formation, std::span<const Vec2> positions);
    /// Takes a member out, and its slot with it: later members move down by one, nobody else changes place. setFormation closes
    /// the ranks. The last one cannot be removed.
    void remove(std::size_t member);

    /// How fast a member is on the ground where it is, as part of its speed; > 0, and 1 until another is set. A formation is as
    /// fast as its slowest.
    void setPace(std::size_t member, double pace);

    /// Where there is room, the formation marches so far to the left of where it would, to let others pass; negative: to the
    /// right. It goes over at an angle, and is back where it stops. Holds until something else is said.
    void keepAside(double left);

    /// One tick of dt > 0 seconds: an order for each member. Without a way the group forms where its members are. `held_up`: how
    /// long each member has been held up, in seconds, >= 0: AgentView::held_up of a crowd, or what countHeldUp counts.
    std::span<const Order> update(double dt, std::span<const Vec2> positions, std::span<const float> held_up);

    std::size_t size() const;
    GroupState state() const;
    Trouble trouble() const;
    /// Whom the trouble is about, when there is some.
    std::size_t troubled() const;
    /// Nothing left to do: arrived, or no way was given and it stands.
    bool isDone() const { return state() == GroupState::arrived; }

    Vec2 center() const;      ///< on the way; in files, in the middle of them
    Vec2 heading() const;     ///< a unit vector
    double travelled() const; ///< of the centre along the way
    const FormationLayout& layout() const;
    std::size_t slotOf(std::size_t member) const; ///< index into layout().slots
    std::size_t ownerOf(std::size_t slot) const;
    /// Where each member's slot is now, in the world; in files its place in them.
    std::span<const Vec2> places() const;
    std::span<const double> slotErrors() const; ///< distances from members to places, at the last update or new way
    double maxSlotError() const;
    double rmsSlotError() const;
    double spread() const; ///< distance of the farthest member from the mean of all positions
    double spreadLimit() const;
    std::uint32_t files() const; ///< side by side in a narrow place; 0 in formation
    /// Whether it could not go on in its shape and walks without it, until it has room to form again.
    bool isLoose() const;

    void save(ByteWriter& writer) const;
    /// A group as saved; `grid` takes the place of the one in the options, which is not saved. Refuses bytes of anything else.
    static Result<GroupMarch> restore(ByteReader& reader, std::optional<FieldGrid> grid = {});
    /// Of all that save() writes.
    std::uint64_t computeHash() const;

    struct State;

private:
    explicit GroupMarch(std::unique_ptr<State> state);

    std::unique_ptr<State> state_;
};

const char* toString(GroupMarch::Trouble trouble);

} // namespace clearway
