// SPDX-License-Identifier: MIT
// Based on: R. Silveira et al. Path-planning for RTS games based on potential fields. 2010 (sections 4.1 and 4.2)
// Departures: a class looks to the ends of the branches before it takes one; with `each_unit` everybody has goals of its own.
#include <clearway/group/sketch_follower.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <clearway/base/assert.h>
#include <clearway/base/hash.h>
#include <clearway/geometry/shapes.h>

#include "base/errors.h"
#include "group/sketch_passage.h"

namespace clearway {
namespace {

constexpr std::size_t kMaxSketchUnits = std::size_t{1} << 20;

std::uint64_t computeGridHash(const FieldGrid& grid)
{
    Hasher hasher;
    hasher.add(grid.width());
    hasher.add(grid.height());
    for (const double number : {grid.cellSize(), grid.radius(), grid.origin().x, grid.origin().y}) hasher.add(number);
    for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
        hasher.add((grid.isFree(cell) ? 1 : 0) | (grid.neighbour(cell, FieldGrid::Toward::right) != FieldGrid::kNone ? 2 : 0) |
                   (grid.neighbour(cell, FieldGrid::Toward::up) != FieldGrid::kNone ? 4 : 0));
    return hasher.value();
}

} // namespace

const char* toString(SketchFollower::UnitStatus status)
{
    switch (status)
    {
    case SketchFollower::UnitStatus::following: return "following";
    case SketchFollower::UnitStatus::arrived: return "arrived";
    case SketchFollower::UnitStatus::blocked: return "blocked";
    case SketchFollower::UnitStatus::removed: return "removed";
    }
    return "removed";
}

Result<SketchFollower> SketchFollower::build(SketchTree tree, SketchNodeId start, std::vector<FieldGrid> classes,
                                             const SketchFollowerOptions& options)
{
    const SketchTree::Node* node = tree.findNode(start);
    if (!node || node->isEnd())
        return makeError("A sketch cannot be followed from node " + std::to_string(start) +
                         ": it is not in the tree, or no link leaves it.");
    if (classes.empty()) return makeError("A sketch cannot be followed without a class of units; give a grid for each.");
    SketchFollower follower;
    follower.tree_ = std::move(tree);
    follower.start_ = start;
    follower.classes_ = std::move(classes);
    follower.options_ = options;
    if (!follower.areOptionsUsable())
        return makeError("A sketch cannot be followed: tolerance must be above 0 and deviation 0 or more.");
    follower.findClassHashes();
    follower.findPassages();
    for (std::size_t c = 0; c < follower.classes_.size(); ++c) follower.class_cursors_.push_back(follower.startOf(c));
    return follower;
}

bool SketchFollower::areOptionsUsable() const
{
    return options_.tolerance > 0 && std::isfinite(options_.tolerance) && options_.deviation >= 0 &&
           std::isfinite(options_.deviation);
}

void SketchFollower::findClassHashes()
{
    for (const FieldGrid& grid : classes_) class_hashes_.push_back(computeGridHash(grid));
}

void SketchFollower::findPassages()
{
    const std::span<const SketchTree::Link> links = tree_.links();
    passages_.assign(classes_.size(), std::vector<Passage>(links.size()));
    const SketchTree::Node* start = tree_.findNode(start_);
    if (!start) return;
    // Links from the start outward; backwards, whatever hangs on a link comes before it.
    std::vector<SketchLinkId> order = start->children;
    for (std::size_t i = 0; i < order.size(); ++i)
    {
        const std::vector<SketchLinkId>& children = tree_.findNode(tree_.findLink(order[i])->to)->children;
        order.insert(order.end(), children.begin(), children.end());
    }
    for (std::size_t c = 0; c < classes_.size(); ++c)
    {
        const StrokeGround ground(classes_[c]);
        const double reach = std::min(options_.deviation, 64 * classes_[c].cellSize());
        const auto foothold = ground.findNearest(start->position, reach);
        for (std::size_t i = order.size(); i-- > 0;)
        {
            const SketchTree::Link& link = *tree_.findLink(order[i]);
            Passage& passage = passages_[c][static_cast<std::size_t>(&link - links.data())];
            SketchPassage own =
                foothold ? computeSketchPassage(ground, foothold->component, link.points, options_.deviation) : SketchPassage{};
            passage.goals = std::move(own.goals);
            passage.is_whole = own.is_whole;
            passage.length = passage.reach = own.length;
            if (!own.is_whole) continue;
            const SketchTree::Node& node = *tree_.findNode(link.to);
            passage.arrives = node.isEnd();
            if (node.isEnd()) continue;
            passage.next = choose(c, node.children);
            const Passage& after = this->passage(c, passage.next);
            passage.arrives = after.arrives;
            passage.reach += after.reach;
        }
    }
}

const SketchFollower::Passage& SketchFollower::passage(std::size_t class_index, SketchLinkId link) const
{
    return passages_[class_index][static_cast<std::size_t>(tree_.findLink(link) - tree_.links().data())];
}

SketchLinkId SketchFollower::choose(std::size_t class_index, std::span<const SketchLinkId> links) const
{
    SketchLinkId best = links.front();
    for (const SketchLinkId link : links)
    {
        const Passage& offered = passage(class_index, link);
        if (offered.arrives) return link;
        if (offered.reach > passage(class_index, best).reach) best = link;
    }
    return best;
}

SketchFollower::Cursor SketchFollower::startOf(std::size_t class_index) const
{
    const SketchLinkId link = choose(class_index, tree_.findNode(start_)->children);
    const bool has_goal = !passage(class_index, link).goals.empty();
    return {has_goal ? SketchFollower::UnitStatus::following : SketchFollower::UnitStatus::blocked, link, 0};
}

void SketchFollower::advance(std::size_t class_index, Cursor& cursor) const
{
    const Passage& here = passage(class_index, cursor.link);
    if (cursor.index + 1 < static_cast<std::int32_t>(here.goals.size()))
        ++cursor.index;
    else if (here.next != kNone)
    {
        // The first point of a link is the last one of the link before.
        const auto last = static_cast<std::int32_t>(passage(class_index, here.next).goals.size()) - 1;
        cursor = {SketchFollower::UnitStatus::following, here.next, std::clamp(last, 0, 1)};
        if (last < 1) cursor.status = SketchFollower::UnitStatus::blocked;
    }
    else
        cursor.status = here.is_whole ? SketchFollower::UnitStatus::arrived : SketchFollower::UnitStatus::blocked;
}

bool SketchFollower::isReached(std::size_t class_index, const Cursor& cursor, Vec2 position) const
{
    if (cursor.status != SketchFollower::UnitStatus::following || !isFinite(position)) return false;
    const Vec2 goal = passage(class_index, cursor.link).goals[static_cast<std::size_t>(cursor.index)];
    return distance(goal, position) <= options_.tolerance;
}

bool SketchFollower::isOwnEnd(std::size_t class_index, const Cursor& cursor) const
{
    const Passage& here = passage(class_index, cursor.link);
    return !here.is_whole && cursor.index + 1 == static_cast<std::int32_t>(here.goals.size());
}

Result<std::uint32_t> SketchFollower::addUnit(std::uint32_t class_index)
{
    if (class_index >= classes_.size())
        return makeError("There is no class " + std::to_string(class_index) + " of units; there are " +
                         std::to_string(classes_.size()) + ".");
    if (units_.size() >= kMaxSketchUnits) return makeError("A sketch is followed by at most 2^20 units.");
    const SketchTree::Node* start = tree_.findNode(start_);
    const Cursor gone = {SketchFollower::UnitStatus::removed, kNone, 0};
    units_.push_back({class_index, start && !start->isEnd() ? startOf(class_index) : gone});
    return static_cast<std::uint32_t>(units_.size() - 1);
}

void SketchFollower::removeUnit(std::uint32_t unit)
{
    if (unit < units_.size()) units_[unit].cursor = {SketchFollower::UnitStatus::removed, kNone, 0};
}

void SketchFollower::update(std::span<const Vec2> positions)
{
    CLEARWAY_ASSERT(positions.size() == units_.size(), "SketchFollower::update: one position per unit");
    if (options_.progress == SketchFollowerOptions::Advance::first_unit) return updateFirst(positions);
    for (std::size_t i = 0; i < units_.size(); ++i)
        while (isReached(units_[i].class_index, units_[i].cursor, positions[i])) advance(units_[i].class_index, units_[i].cursor);
}

void SketchFollower::updateFirst(std::span<const Vec2> positions)
{
    // Until nobody stands at a goal, so that the order of the units does not matter.
    for (bool is_changed = true; is_changed;)
    {
        is_changed = false;
        for (std::size_t i = 0; i < units_.size(); ++i)
        {
            const std::size_t own = units_[i].class_index;
            if (units_[i].cursor.status == SketchFollower::UnitStatus::removed) continue;
            while (isReached(own, class_cursors_[own], positions[i]))
            {
                const Cursor reached = class_cursors_[own];
                const bool is_shared = !isOwnEnd(own, reached);
                for (std::size_t c = 0; c < classes_.size(); ++c)
                    if (c == own || (is_shared && class_cursors_[c] == reached && !isOwnEnd(c, reached)))
                        advance(c, class_cursors_[c]);
                is_changed = true;
            }
        }
    }
}

const SketchFollower::Cursor& SketchFollower::cursorOf(const Unit& unit) const
{
    const bool is_shared = options_.progress == SketchFollowerOptions::Advance::first_unit &&
                           unit.cursor.status != SketchFollower::UnitStatus::removed;
    return is_shared ? class_cursors_[unit.class_index] : unit.cursor;
}

SketchFollower::Goal SketchFollower::goalOf(std::uint32_t unit) const
{
    if (unit >= units_.size()) return {};
    const Cursor& cursor = cursorOf(units_[unit]);
    if (cursor.status == SketchFollower::UnitStatus::removed) return {};
    const std::size_t own = units_[unit].class_index;
    const Passage& here = passage(own, cursor.link);
    SketchFollower::Goal goal = {.status = cursor.status, .link = cursor.link, .index = cursor.index, .branch = here.next};
    if (here.goals.empty())
    {
        goal.position = goal.before = goal.next = tree_.findLink(cursor.link)->points.front();
        return goal;
    }
    goal.position = goal.next = here.goals[static_cast<std::size_t>(cursor.index)];
    goal.before = here.goals[static_cast<std::size_t>(std::max(cursor.index - 1, 0))];
    if (cursor.status != SketchFollower::UnitStatus::following) return goal;
    Cursor after = cursor;
    advance(own, after);
    const std::vector<Vec2>& goals = passage(own, after.link).goals;
    if (!goals.empty()) goal.next = goals[static_cast<std::size_t>(after.index)];
    return goal;
}

SketchFollower::ClassWay SketchFollower::findWay(std::uint32_t class_index) const
{
    const SketchTree::Node* start = tree_.findNode(start_);
    SketchFollower::ClassWay way;
    if (class_index >= classes_.size() || !start || start->isEnd()) return way;
    way.end = start->position;
    for (SketchLinkId link = choose(class_index, start->children); link != kNone;)
    {
        const Passage& here = passage(class_index, link);
        way.links.push_back(link);
        way.length += here.length;
        way.arrives = here.arrives;
        if (!here.goals.empty()) way.end = here.goals.back();
        link = here.next;
    }
    return way;
}

bool SketchFollower::isDone() const
{
    return std::none_of(units_.begin(), units_.end(),
                        [this](const Unit& unit) { return cursorOf(unit).status == SketchFollower::UnitStatus::following; });
}

template <typename HasPassed>
SketchFollower::Cursor SketchFollower::carryOver(std::size_t class_index, Cursor cursor, const SketchTree& before,
                                                 const HasPassed& hasPassed) const
{
    const Cursor gone = {SketchFollower::UnitStatus::removed, kNone, 0};
    const SketchTree::Link* old = before.findLink(cursor.link);
    if (cursor.status == SketchFollower::UnitStatus::removed || !old) return gone;
    std::vector<Vec2> line = old->points;
    auto index = static_cast<std::size_t>(cursor.index);
    const SketchTree::Link* link = tree_.findLink(cursor.link);
    // A link that was divided goes on, after its last point, in the child that the same stroke drew.
    while (link && link->points.size() <= line.size() && !(link->points == line))
    {
        const std::size_t last = link->points.size() - 1;
        const Vec2 division = link->points.back();
        const bool is_corner = division == line[last];
        if (index < last || last == 0 ||
            (index == last && (is_corner || !hasPassed(Segment{line[last - 1], line[last]}, division))))
            break;
        const SketchTree::Link* rest = nullptr;
        for (const SketchLinkId child : tree_.findNode(link->to)->children)
            if (tree_.findLink(child)->stroke == link->stroke) rest = tree_.findLink(child);
        line.erase(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(last));
        index -= last;
        if (!is_corner)
        {
            line.insert(line.begin(), division);
            ++index;
        }
        link = rest;
    }
    const std::size_t goal_count = link ? passage(class_index, link->id).goals.size() : 0;
    if (goal_count == 0) return gone;
    return {SketchFollower::UnitStatus::following, link->id, static_cast<std::int32_t>(std::min(index, goal_count - 1))};
}

void SketchFollower::replaceTree(SketchTree tree, std::span<const Vec2> positions)
{
    CLEARWAY_ASSERT(positions.size() == units_.size(), "SketchFollower::replaceTree: one position per unit");
    const SketchTree before = std::exchange(tree_, std::move(tree));
    findPassages();
    const auto isBeyond = [](const Segment& piece, Vec2 place, Vec2 position) {
        return isFinite(position) && computeClosestParameter(piece, position) > computeClosestParameter(piece, place);
    };
    for (std::size_t c = 0; c < classes_.size(); ++c)
        class_cursors_[c] = carryOver(c, class_cursors_[c], before, [&](const Segment& piece, Vec2 place) {
            for (std::size_t i = 0; i < units_.size(); ++i)
                if (units_[i].class_index == c && units_[i].cursor.status != SketchFollower::UnitStatus::removed &&
                    isBeyond(piece, place, positions[i]))
                    return true;
            return false;
        });
    const bool is_shared = options_.progress == SketchFollowerOptions::Advance::first_unit;
    for (std::size_t i = 0; i < units_.size(); ++i)
    {
        Unit& unit = units_[i];
        if (unit.cursor.status == SketchFollower::UnitStatus::removed) continue;
        unit.cursor = is_shared ? class_cursors_[unit.class_index]
                                : carryOver(unit.class_index, unit.cursor, before, [&](const Segment& piece, Vec2 place) {
                                      return isBeyond(piece, place, positions[i]);
                                  });
    }
}

} // namespace clearway
