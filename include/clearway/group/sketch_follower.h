// SPDX-License-Identifier: MIT
// SketchFollower: leads units of several classes along a sketch tree.
// Why: each point of a sketch is a goal for a while; which one, and which branch, depends on who has come how far and on what
// each class of units can walk.
// Based on: R. Silveira et al. Path-planning for RTS games based on potential fields. 2010 (sections 4.1 and 4.2)
// As published, a point is the goal of the whole group until its first unit gets there. A class takes, where the way divides, the
// branch of the newest stroke on which it can walk to an end; when there is none, the one that takes it farthest, and it is said
// where that ends. How units get to their goals is for any planner; the follower moves nobody.
// Metres. update() is O(units + goals reached); answers are O(1). Not thread-safe; const calls from several threads are.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/base/bytes.h>
#include <clearway/base/result.h>
#include <clearway/grid/field_grid.h>
#include <clearway/group/sketch_tree.h>

namespace clearway {

struct SketchFollowerOptions
{
    /// When a goal is dropped.
    enum class Advance : std::uint8_t
    {
        first_unit, ///< for all, when the first unit reaches it: as published
        each_unit,  ///< for each unit when it reaches it itself: the group stays spread along its way
    };

    Advance progress = Advance::first_unit;
    double tolerance = 1; ///< a goal is reached so near to it; metres, > 0
    /// How far beside the drawing a class may have to walk for its size; a link from which it must stay farther away, or on which
    /// it must go round by more than twice as much, is none for it. Metres, >= 0.
    double deviation = 2;
};

class SketchFollower
{
public:
    enum class UnitStatus : std::uint8_t
    {
        following,
        arrived, ///< it, or with `first_unit` the first of its class, has reached the end of the way; the goal stays
        blocked, ///< the same, where the way ends for its class and not on the sketch
        removed, ///< the unit is gone, or its link was removed from the tree
    };

    /// Where a unit should go now.
    struct Goal
    {
        UnitStatus status = UnitStatus::removed;
        Vec2 position = {};          ///< on ground that its class can walk
        Vec2 before = {};            ///< the point of the sketch before it; the same where the way begins
        Vec2 next = {};              ///< the goal after that; the same at the end
        SketchLinkId link = kNone;   ///< the branch it is on
        std::int32_t index = 0;      ///< of the goal among the points of the link
        SketchLinkId branch = kNone; ///< the link it will take after this one; none at the end
    };

    /// How far a class gets on the way that it takes.
    struct ClassWay
    {
        bool arrives = false;                 ///< at an end of the tree
        Vec2 end = {};                        ///< where the way ends for it
        double length = 0;                    ///< along the drawing; metres
        std::vector<SketchLinkId> links = {}; ///< in the order in which they are walked; the last one perhaps not to its end
    };

    /// For the ways that leave `start`, a node of the tree. A class of units is a grid: radius and terrain. An error when there
    /// is no such node, no class, or an option out of range. O(points of the tree * classes * deviation^2).
    static Result<SketchFollower> build(SketchTree tree, SketchNodeId start, std::vector<FieldGrid> classes,
                                        const SketchFollowerOptions& options = {});

    const SketchTree& tree() const { return tree_; }
    std::size_t classCount() const { return classes_.size(); }
    std::size_t unitCount() const { return units_.size(); }

    /// Units are numbered from 0 in the order in which they come. With `first_unit` a new one has the goal of its class. An error
    /// when there is no such class or there are 2^20 units already.
    Result<std::uint32_t> addUnit(std::uint32_t class_index);
    /// It counts no more; its number stays. Removing it twice, or one that never was, does nothing.
    void removeUnit(std::uint32_t unit);

    /// Drops the goals that were reached; one position per unit, those of removed ones and those that are not finite are not
    /// looked at. Fewer or more positions than units is misuse.
    void update(std::span<const Vec2> positions);

    Goal goalOf(std::uint32_t unit) const;
    /// From the start; it says at once whether a class gets through, and where not.
    ClassWay findWay(std::uint32_t class_index) const;
    /// Whether every unit has arrived or can get no farther, or is gone.
    bool isDone() const;

    /// Goes on with another version of the tree: branches added or removed. Units keep their goals; a branch that was added
    /// behind them is not for them. Who had arrived goes on where the way was extended. Units whose link is gone are removed.
    /// One position per unit, as for update().
    void replaceTree(SketchTree tree, std::span<const Vec2> positions);

    void save(ByteWriter& writer) const;
    /// With the same grids as it was saved with; an error when they are others, or the bytes are damaged.
    static Result<SketchFollower> restore(ByteReader& reader, std::vector<FieldGrid> classes);
    std::uint64_t computeHash() const;

private:
    /// What a link is to a class. Empty on links that do not hang on the start.
    struct Passage
    {
        std::vector<Vec2> goals; ///< the points of the link, moved to ground the class can walk; at last where it ends
        bool is_whole = false;   ///< walkable to its end
        bool arrives = false;    ///< at an end of the tree, by this link and those after it
        double length = 0;       ///< walkable, this link alone
        double reach = 0;        ///< and with those after it
        SketchLinkId next = kNone;
    };
    struct Cursor
    {
        UnitStatus status = UnitStatus::following;
        SketchLinkId link = kNone;
        std::int32_t index = 0;

        friend bool operator==(const Cursor&, const Cursor&) = default;
    };
    struct Unit
    {
        std::uint32_t class_index = 0;
        Cursor cursor = {}; ///< its own; with `first_unit` only its status counts, removed or not
    };

    SketchFollower() = default;
    bool areOptionsUsable() const;
    void findClassHashes();
    bool isValid(std::size_t class_index, const Cursor& cursor) const;
    void findPassages();
    /// The link that a class takes of these.
    SketchLinkId choose(std::size_t class_index, std::span<const SketchLinkId> links) const;
    const Passage& passage(std::size_t class_index, SketchLinkId link) const;
    Cursor startOf(std::size_t class_index) const;
    void advance(std::size_t class_index, Cursor& cursor) const;
    bool isReached(std::size_t class_index, const Cursor& cursor, Vec2 position) const;
    /// Whether the goal is where the way ends for this class, and not a point of the link.
    bool isOwnEnd(std::size_t class_index, const Cursor& cursor) const;
    void updateFirst(std::span<const Vec2> positions);
    /// A cursor on the tree as it was before; `hasPassed` whether its units are beyond a place between two points.
    template <typename HasPassed>
    Cursor carryOver(std::size_t class_index, Cursor cursor, const SketchTree& before, const HasPassed& hasPassed) const;
    const Cursor& cursorOf(const Unit& unit) const;

    SketchTree tree_;
    SketchNodeId start_ = kNone;
    std::vector<FieldGrid> classes_;
    SketchFollowerOptions options_;
    std::vector<std::uint64_t> class_hashes_;    ///< of the grids
    std::vector<std::vector<Passage>> passages_; ///< by class, then in the order of the tree's links
    std::vector<Cursor> class_cursors_;
    std::vector<Unit> units_;
};

const char* toString(SketchFollower::UnitStatus status);

} // namespace clearway
