// SPDX-License-Identifier: MIT
// Strokes: added to the team's sketch, and followed.
// Based on: R. Silveira et al. Path-planning for RTS games based on potential fields. 2010 (sections 4.1 and 4.2)
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include <clearway/base/names.h>
#include <clearway/group/stroke.h>

#include "rts/battle_state.h"
#include "rts/flat_ground.h"

namespace clearway {

namespace {

/// Where units enter the way from its start to a node: at the node of it that is nearest to them, so that nobody who is on the
/// way already walks back to its start.
SketchNodeId findEntry(const SketchTree& tree, SketchNodeId node, Vec2 units)
{
    SketchNodeId best = node;
    double best_sq = std::numeric_limits<double>::infinity();
    for (const SketchTree::Node* at = tree.findNode(node);; at = tree.findNode(tree.findLink(at->parent)->from))
    {
        if (const double d = distanceSq(at->position, units); d <= best_sq)
        {
            best_sq = d;
            best = at->id;
        }
        if (at->isStart()) return best;
    }
}

void addStrokeNotes(const StrokeRoute& route, std::vector<std::string>& notes)
{
    if (route.status == StrokeRoute::Status::partial)
        notes.push_back("A part of the stroke lies too deep in obstacles and was cut off.");
    if (route.status == StrokeRoute::Status::point) notes.push_back("The stroke is a single point: a goal without a way.");
    if (route.report.bridges > 0)
        notes.push_back(fmt::format("{} gaps in the stroke were bridged round obstacles.", route.report.bridges));
    if (route.report.outside > 0) notes.push_back(fmt::format("{} points of the stroke are off the map.", route.report.outside));
}

} // namespace

/// Those who will follow the sketch from near a node of it; they are not in it yet. Says who cannot follow to an end.
Result<Company> Battle::State::buildCompany(const Command& command, const SketchTree& tree, SketchNodeId node,
                                            std::span<const UnitId> chosen, std::vector<std::string>& notes) const
{
    std::vector<std::uint32_t> present;
    std::vector<FieldGrid> grounds;
    for (std::uint32_t c = 0; c < script.classes.size(); ++c)
        if (std::ranges::any_of(chosen, [&](UnitId id) { return unitOf(id).unit_class == c; }))
        {
            present.push_back(c);
            grounds.push_back(ground->flat()->mapOf(c).grid());
        }
    double area = 0;
    for (const UnitId id : chosen) area += classOf(unitOf(id)).radius * classOf(unitOf(id)).radius;
    SketchFollowerOptions options;
    options.progress = command.progress;
    options.tolerance = 1 + std::sqrt(area) / 2;
    const SketchNodeId start = findEntry(tree, node, findMiddle(chosen));
    Result<SketchFollower> follower = SketchFollower::build(tree, start, std::move(grounds), options);
    if (!follower) return follower.error();
    for (std::uint32_t c = 0; c < present.size(); ++c)
        if (const SketchFollower::ClassWay way = follower->findWay(c); !way.arrives)
            notes.push_back(fmt::format("{} can follow for {:.1f} m only, to ({:.1f}, {:.1f}).",
                                        showName(script.classes[present[c]].name), way.length, way.end.x, way.end.y));
    return Company{.team = command.team,
                   .start = start,
                   .follower = std::move(*follower),
                   .units = {},
                   .classes = std::move(present),
                   .walks_line = command.progress == SketchFollowerOptions::Advance::each_unit};
}

/// The sketch of a team has changed: those who follow it go on with what it is now.
void Battle::State::replaceTree(TeamId team, const SketchTree& tree)
{
    trees[team] = tree;
    for (Company& company : companies)
    {
        if (company.team != team) continue;
        positions.clear();
        for (const UnitId id : company.units) positions.push_back(id == kNoUnit ? Vec2{} : unitOf(id).position);
        company.follower.replaceTree(tree, positions);
        for (const UnitId id : company.units)
            if (id != kNoUnit) unitOf(id).is_done = false;
    }
}

void Battle::State::addCompany(Company company, std::span<const UnitId> chosen)
{
    company.number = next_number++;
    for (const UnitId id : chosen)
    {
        Unit& unit = unitOf(id);
        const auto c = static_cast<std::uint32_t>(std::ranges::find(company.classes, unit.unit_class) - company.classes.begin());
        mindOf(id).place = company.follower.addUnit(c).value();
        company.units.push_back(id);
        unit.follower = company.number;
    }
    companies.push_back(std::move(company));
}

Result<Battle::Report> Battle::State::takeStroke(const Command& command, std::span<const UnitId> chosen)
{
    // Ground that anybody of the chosen can walk, or of the team when nobody is chosen: where one class cannot, another may.
    std::vector<UnitId> readers(chosen.begin(), chosen.end());
    if (readers.empty())
        for (const Unit& unit : units)
            if (unit.team == command.team && unit.isAlive()) readers.push_back(unit.id);
    if (readers.empty()) return makeOrderError("Nobody is left to follow a sketch.");
    if (!ground->flat())
        return makeOrderError("Sketches are drawn in the plane: over a surface send the units with go, from place to place.");
    const Result<ClassMap*> map = ground->flat()->findMap(combineClasses(readers, std::min<double>));
    if (!map) return map.error();
    const FieldGrid grid = (*map)->grid();
    const Result<StrokeRoute> route = cleanStroke(grid, {.points = command.stroke});
    if (!route) return route.error();
    if (!*route)
        return makeOrderError(route->status == StrokeRoute::Status::empty
                                  ? "The stroke has no point on the map."
                                  : "The stroke lies inside walls: nothing of it is near ground that the units can walk.");
    SketchTree tree = trees[command.team];
    SketchAddOptions add_options;
    add_options.grid = &grid;
    const Result<SketchTree::Added> added = tree.add(route->points, add_options);
    if (!added) return added.error();
    Battle::Report report;
    report.unit_count = chosen.size();
    addStrokeNotes(*route, report.notes);
    const bool is_click_on_way = added->status == SketchTree::AddStatus::ignored; // which means that way
    if (is_click_on_way) report.notes.push_back("The point is on a way that is already there.");
    if (!added->crossings.empty())
        report.notes.push_back(
            fmt::format("The stroke crosses other ways {} times and does not join them there.", added->crossings.size()));

    std::optional<Company> company;
    if (!chosen.empty())
    {
        const SketchNodeId node =
            is_click_on_way ? tree.findLink(tree.findNearest(route->points.front())->link)->from : added->node;
        Result<Company> built = buildCompany(command, tree, node, chosen, report.notes);
        if (!built) return built.error();
        company = std::move(*built);
    }
    // Nothing fails from here on.
    for (const UnitId id : chosen) release(id, Unit::Order::follow);
    replaceTree(command.team, tree);
    if (company) addCompany(std::move(*company), chosen);
    return report;
}

} // namespace clearway
