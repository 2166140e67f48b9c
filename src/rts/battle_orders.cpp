// SPDX-License-Identifier: MIT
// Commands: everything that can fail is made first, then units change what they do.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <clearway/base/names.h>

#include "rts/battle_state.h"
#include "rts/march_map.h"

namespace clearway {

namespace {

template <typename T>
void eraseNumbered(std::vector<T>& list, std::uint32_t number)
{
    std::erase_if(list, [number](const T& item) { return item.number == number; });
}

void addLayoutNotes(const FormationLayout& layout, std::vector<std::string>& notes)
{
    if (layout.scale > 1)
        notes.push_back(fmt::format("The shape was made {:.1f} times larger, so that everybody has room.", layout.scale));
    if (layout.added > 0) notes.push_back(fmt::format("{} units more than slots: they stand in ranks behind.", layout.added));
    if (layout.left_empty > 0) notes.push_back(fmt::format("{} slots stay empty.", layout.left_empty));
}

/// What a command makes of units, in the order of its kinds.
Unit::Order orderOf(Command::Kind kind)
{
    using enum Unit::Order;
    constexpr Unit::Order kOrders[] = {go, attack_move, follow, none, form, hold, none};
    return kOrders[static_cast<std::size_t>(kind)];
}

/// Only what the command is about. The rest is not looked at, so it may be anything, and has no place in a log.
Command simplify(const Command& command)
{
    using Kind = Command::Kind;
    Command simple = command;
    const bool goes = command.kind == Kind::go || command.kind == Kind::attack_move;
    if (!goes)
    {
        simple.point = {};
        simple.height.reset();
    }
    if (!goes && command.kind != Kind::form) simple.formation.reset();
    if (!simple.formation) simple.facing = {};
    if (command.kind != Kind::follow && command.kind != Kind::sketch) simple.stroke.clear();
    std::erase_if(simple.stroke, [](Vec2 p) { return !isFinite(p); });
    if (command.kind != Kind::follow) simple.progress = SketchFollowerOptions::Advance::first_unit;
    if (command.kind == Kind::sketch) simple.units = {};
    if (simple.units.kind == Command::Selection::Kind::listed)
        simple.units = Command::Selection::of(std::move(simple.units.units));
    else
        simple.units.units.clear();
    if (simple.units.box)
    {
        constexpr double kFar = 1e12; // farther than any map, and still a number that a file can hold
        for (double* side :
             {&simple.units.box->min.x, &simple.units.box->min.y, &simple.units.box->max.x, &simple.units.box->max.y})
            *side = std::clamp(*side, -kFar, kFar);
    }
    if (!simple.formation) return simple;
    FormationOrder& order = *simple.formation;
    order.files = std::min(order.files, static_cast<std::uint32_t>(kMaxGroupSize));
    const bool is_drawn =
        order.kind == Formation::Kind::stroke || order.kind == Formation::Kind::filled || order.kind == Formation::Kind::slots;
    if (is_drawn) return simple;
    order.points.clear();
    order.drawn_facing = {1, 0};
    return simple;
}

} // namespace

Result<std::vector<UnitId>> Battle::State::select(TeamId team, const Command::Selection& selection) const
{
    if (team >= script.teams.size())
        return makeOrderError(fmt::format("There is no team {}; there are {}.", team, script.teams.size()));
    std::vector<UnitId> chosen;
    if (selection.kind == Command::Selection::Kind::listed)
    {
        chosen = selection.units;
        std::ranges::sort(chosen);
        chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
        for (const UnitId id : chosen)
        {
            if (id == kNoUnit || id > units.size())
                return makeOrderError(fmt::format("There is no unit {}; they are numbered from 1 to {}.", id, units.size()));
            const Unit& unit = unitOf(id);
            if (unit.team != team)
                return makeOrderError(fmt::format("Unit {} is one of {}, not of {}: a team commands its own units.", id,
                                                  showName(script.teams[unit.team].name), showName(script.teams[team].name)));
            if (!unit.isAlive()) return makeOrderError(fmt::format("Unit {} is dead and takes no orders.", id));
        }
    }
    else
    {
        std::vector<std::string_view> names;
        for (const UnitClass& unit_class : script.classes) names.push_back(unit_class.name);
        const auto wanted = std::ranges::find(names, std::string_view(selection.unit_class));
        if (!selection.unit_class.empty() && wanted == names.end())
            return makeOrderError(fmt::format("There is no class '{}' of units.{}", showName(selection.unit_class),
                                              suggestNames(selection.unit_class, names)));
        for (const Unit& unit : units)
        {
            if (unit.team != team || !unit.isAlive()) continue;
            if (!selection.unit_class.empty() && unit.unit_class != static_cast<std::size_t>(wanted - names.begin())) continue;
            if (selection.box && !selection.box->contains(unit.position)) continue;
            chosen.push_back(unit.id);
        }
    }
    if (chosen.empty()) return makeOrderError("Nobody is selected: a command needs at least one living unit of its team.");
    return chosen;
}

Result<Battle::Report> Battle::issue(const Command& given)
{
    State& s = *state_;
    Command command = simplify(given);
    if (s.taken.size() >= kMaxCommands)
        return Error{ErrorCode::out_of_range, fmt::format("A battle takes at most {} commands.", kMaxCommands)};
    Result<Battle::Report> report = s.take(command);
    if (!report) return report;
    command.tick = s.tick;
    s.taken.push_back(std::move(command));
    return report;
}

Result<Battle::Report> Battle::State::take(const Command& command)
{
    if (command.stroke.size() > kMaxStrokePoints)
        return Error{ErrorCode::out_of_range,
                     fmt::format("The stroke has {} points; {} are the most.", command.stroke.size(), kMaxStrokePoints)};
    std::vector<UnitId> chosen;
    if (command.kind != Command::Kind::sketch || command.team >= script.teams.size())
    {
        Result<std::vector<UnitId>> selected = select(command.team, command.units);
        if (!selected) return selected.error();
        chosen = std::move(*selected);
    }
    switch (command.kind)
    {
    case Command::Kind::go:
    case Command::Kind::attack_move: return takeGo(command, chosen);
    case Command::Kind::follow:
    case Command::Kind::sketch: return takeStroke(command, chosen);
    case Command::Kind::form: return takeForm(command, chosen, {});
    case Command::Kind::hold:
    case Command::Kind::stop:
        for (const UnitId id : chosen) release(id, orderOf(command.kind));
        return Battle::Report{.unit_count = chosen.size()};
    }
    return makeOrderError("There is no such command.");
}

Result<Battle::Report> Battle::State::takeGo(const Command& command, std::span<const UnitId> chosen)
{
    const Result<Vec2> place = ground->findPlace(command.point, command.height);
    if (!place) return place.error();
    if (command.formation) return takeForm(command, chosen, *place);
    if (const Result<void> checked = checkWay(*place, chosen); !checked) return checked.error();
    for (const UnitId id : chosen)
    {
        release(id, orderOf(command.kind));
        mindOf(id).home = ground->findRoom(walkerOf(unitOf(id)), *place).value_or(*place);
    }
    return Battle::Report{.unit_count = chosen.size()};
}

Result<Battle::Report> Battle::State::takeForm(const Command& command, std::span<const UnitId> chosen, std::optional<Vec2> to)
{
    if (!command.formation) return makeOrderError("Which formation? The command names none.");
    if (!isFinite(command.facing)) return makeOrderError("Where the formation looks must be two finite numbers.");
    const Result<Formation> formation = buildFormation(*command.formation);
    if (!formation) return formation.error();
    std::vector<GroupMarch::Member> members;
    std::vector<double> radii;
    for (const UnitId id : chosen)
    {
        members.push_back({classOf(unitOf(id)).radius, classOf(unitOf(id)).speed});
        radii.push_back(members.back().radius);
    }
    const Result<FormationLayout> layout = buildLayout(*formation, radii);
    if (!layout) return layout.error();
    const double across = std::max(layout->left + layout->right, layout->front + layout->back);
    if (across > ground->width())
        return makeOrderError(
            fmt::format("The formation is {:.1f} m across, and the map {:.1f} m: choose fewer units, or a shape that "
                        "is less long.",
                        across, ground->width()));
    Squad* const same = findSquadOf(chosen);
    // In the plane a squad wheels onto its new way; over a surface every way has a plane of its own.
    const bool wheels = same && to && ground->flat();
    const Vec2 from = wheels ? same->march.center() : findMiddle(chosen);
    Result<GroupCourse> course =
        ground->planCourse(combineClasses(chosen, std::max<double>), from, to.value_or(from), command.facing, across);
    if (!course) return course.error();
    Battle::Report report;
    report.unit_count = chosen.size();
    addLayoutNotes(*layout, report.notes);
    if (same && (to ? wheels && same->formation == *command.formation : !same->march.isDone()))
    {
        gatherPositions(chosen, same->map.get());
        const Result<void> set =
            to ? same->march.setWay(course->way, positions) : same->march.setFormation(*formation, positions);
        if (!set) return set.error();
        same->formation = *command.formation;
        report.group = same->number;
        for (const UnitId id : chosen)
        {
            if (to) unitOf(id).order = orderOf(command.kind);
            unitOf(id).is_done = false;
        }
        return report;
    }
    MarchOptions options;
    options.grid = course->grid;
    Result<GroupMarch> march = GroupMarch::build(members, *formation, options);
    if (!march) return march.error();
    gatherPositions(chosen, course->map.get());
    if (const Result<void> set = march->setWay(course->way, positions); !set) return set.error();
    const std::uint32_t number = next_number++;
    for (const UnitId id : chosen)
    {
        release(id, orderOf(command.kind));
        unitOf(id).group = number;
    }
    squads.push_back(
        {number, command.team, {chosen.begin(), chosen.end()}, *command.formation, std::move(*march), std::move(course->map)});
    report.group = number;
    return report;
}

// ---- ways

Result<void> Battle::State::checkWay(Vec2 place, std::span<const UnitId> chosen)
{
    std::vector<BattleGround::Walker> walkers;
    for (const UnitId id : chosen)
    {
        const Unit& unit = unitOf(id);
        walkers.push_back(walkerOf(unit));
        if (ground->findRoom(walkers.back(), place)) continue;
        const Vec2 p = planar(ground->toSpace(place));
        return makePlaceError(fmt::format("{} has no room at ({}, {}), nor near it.", showName(classOf(unit).name), p.x, p.y), p);
    }
    if (const std::optional<std::string> reason = ground->explainNoWay(walkers, place))
        return makePlaceError(*reason, planar(ground->toSpace(place)));
    return {};
}

Vec2 Battle::State::findMiddle(std::span<const UnitId> chosen) const
{
    const Vec3 first = spaceOf(unitOf(chosen[0]));
    Vec3 sum;
    for (const UnitId id : chosen) sum += spaceOf(unitOf(id)) - first;
    return ground->findNearest(first + sum / static_cast<double>(chosen.size()));
}

void Battle::State::gatherPositions(std::span<const UnitId> ids, const MarchMap* map)
{
    positions.clear();
    for (const UnitId id : ids) positions.push_back(map ? map->toPlane(spaceOf(unitOf(id))) : unitOf(id).position);
}

UnitClass Battle::State::combineClasses(std::span<const UnitId> chosen,
                                        const double& (*choose)(const double&, const double&)) const
{
    UnitClass together = classOf(unitOf(chosen[0]));
    for (const UnitId id : chosen)
    {
        const UnitClass& other = classOf(unitOf(id));
        together.radius = choose(together.radius, other.radius);
        for (std::size_t i = 0; i < TerrainCosts::size(); ++i) together.costs[i] = choose(together.costs[i], other.costs[i]);
    }
    return together;
}

Squad* Battle::State::findSquadOf(std::span<const UnitId> chosen)
{
    Squad* const squad = findSquad(unitOf(chosen[0]).group);
    if (!squad || squad->members.size() != chosen.size()) return nullptr;
    const bool is_same = std::ranges::all_of(chosen, [&](UnitId id) { return unitOf(id).group == squad->number; });
    return is_same ? squad : nullptr;
}

void Battle::State::release(UnitId id, Unit::Order order)
{
    Unit& unit = unitOf(id);
    Mind& mind = mindOf(id);
    if (Squad* squad = findSquad(unit.group))
    {
        const auto index = static_cast<std::size_t>(std::ranges::find(squad->members, id) - squad->members.begin());
        if (squad->members.size() == 1)
            eraseNumbered(squads, unit.group);
        else
        {
            squad->march.remove(index);
            squad->members.erase(squad->members.begin() + static_cast<std::ptrdiff_t>(index));
        }
    }
    if (Company* company = findCompany(unit.follower))
    {
        company->follower.removeUnit(mind.place);
        company->units[mind.place] = kNoUnit;
        if (std::ranges::all_of(company->units, [](UnitId other) { return other == kNoUnit; }))
            eraseNumbered(companies, unit.follower);
    }
    unit.group = unit.follower = 0;
    unit.order = order;
    unit.is_done = order == Unit::Order::none || order == Unit::Order::hold;
    mind.place = 0;
    mind.home = mind.at;
    mind.is_away = false;
    setGoal(unit, Mind::Lead::stands, {});
}

} // namespace clearway
