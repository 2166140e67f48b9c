// SPDX-License-Identifier: MIT
// Where units can go and how: errands with a place for everybody, ways for formations.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include <clearway/base/names.h>

#include "rts/battle_state.h"

namespace clearway {

namespace {

constexpr double kSpotGap = 0.2;           ///< between the discs of those who have arrived
constexpr std::size_t kMostAssigned = 500; ///< above this, places are given in the order of ranks instead of by the least sum

Error makePlaceError(std::string message, Vec2 p)
{
    Error error{ErrorCode::invalid_argument, std::move(message)};
    error.place.has_coordinate = true;
    error.place.coordinate = {p.x, p.y};
    return error;
}

} // namespace

Result<void> Battle::State::checkPlace(Vec2 point) const
{
    if (!isFinite(point)) return makePlaceError("Where to go must be two finite numbers.", point);
    if (query.findCell(point) != kNone) return {};
    const Box2 bounds = scene.bounds();
    if (!bounds.contains(point))
        return makePlaceError(fmt::format("({}, {}) is outside the map, which is ({}, {}) to ({}, {}).", point.x, point.y,
                                          bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y),
                              point);
    return makePlaceError(fmt::format("({}, {}) is inside a wall.", point.x, point.y), point);
}

Vec2 Battle::State::findMiddle(std::span<const UnitId> chosen) const
{
    const Vec2 first = unitOf(chosen[0]).position;
    Vec2 sum;
    for (const UnitId id : chosen) sum = sum + (unitOf(id).position - first);
    return first + sum / static_cast<double>(chosen.size());
}

void Battle::State::gatherPositions(std::span<const UnitId> ids)
{
    positions.clear();
    for (const UnitId id : ids) positions.push_back(unitOf(id).position);
}

/// One class for several: of their sizes and prices what `choose` takes of two.
template <typename Choose>
static UnitClass combine(UnitClass a, const UnitClass& b, const Choose& choose)
{
    a.radius = choose(a.radius, b.radius);
    for (std::size_t i = 0; i < a.costs.size(); ++i) a.costs[i] = choose(a.costs[i], b.costs[i]);
    return a;
}

UnitClass Battle::State::uniteClasses(std::span<const UnitId> chosen) const
{
    UnitClass together = classOf(unitOf(chosen[0]));
    for (const UnitId id : chosen)
        together = combine(together, classOf(unitOf(id)), [](double a, double b) { return std::max(a, b); });
    return together;
}

UnitClass Battle::State::intersectClasses(std::span<const UnitId> chosen) const
{
    UnitClass together = classOf(unitOf(chosen[0]));
    for (const UnitId id : chosen)
        together = combine(together, classOf(unitOf(id)), [](double a, double b) { return std::min(a, b); });
    return together;
}

Squad* Battle::State::findSquadOf(std::span<const UnitId> chosen)
{
    Squad* const squad = findSquad(unitOf(chosen[0]).group);
    if (!squad || squad->members.size() != chosen.size()) return nullptr;
    const bool is_same = std::ranges::all_of(chosen, [&](UnitId id) { return unitOf(id).group == squad->number; });
    return is_same ? squad : nullptr;
}

Result<Errand> Battle::State::buildErrand(Vec2 point, std::span<const UnitId> chosen)
{
    Errand errand;
    errand.point = point;
    errand.fields.resize(script.classes.size());
    bool is_reached = false;
    for (const UnitId id : chosen)
    {
        const Unit& unit = unitOf(id);
        std::optional<Field>& field = errand.fields[unit.unit_class];
        if (!field)
        {
            FieldRequest request;
            request.goals = {{.position = point}};
            request.radius = classOf(unit).radius;
            request.costs = classOf(unit).costs;
            Result<Field> found = cache.find(request);
            if (!found)
                return makePlaceError(
                    fmt::format("{} has no room at ({}, {}), nor near it.", showName(classOf(unit).name), point.x, point.y),
                    point);
            field = std::move(*found);
        }
        is_reached = is_reached || field->startCell(unit.position) != FieldGrid::kNone;
    }
    // Doors narrower than a cell and a disc are not on the maps.
    const Unit& first = unitOf(chosen[0]);
    if (!is_reached &&
        !finder.find(first.position, point, {.radius = classOf(first).radius, .quality = PathQuality::fast}).isComplete())
        return makePlaceError(fmt::format("There is no way to ({}, {}) for these units.", point.x, point.y), point);
    return errand;
}

std::vector<Vec2> Battle::State::findSpots(Errand& errand, std::span<const UnitId> chosen) const
{
    double radius = 0;
    for (const UnitId id : chosen) radius = std::max(radius, classOf(unitOf(id)).radius);
    const double step = 2 * radius + kSpotGap, row = step * 0.8660254037844386;
    const auto isSpot = [&](Vec2 p) {
        for (std::size_t c = 0; c < errand.fields.size(); ++c)
        {
            if (!errand.fields[c]) continue;
            const std::int32_t cell = grids[c].cellAt(p);
            if (cell == FieldGrid::kNone || !errand.fields[c]->potential().hasWay(cell)) return false;
        }
        return true;
    };
    using Candidate = std::tuple<double, std::int32_t, std::int32_t>;
    std::vector<Candidate> candidates;
    double reach = step * (0.6 * std::sqrt(static_cast<double>(chosen.size())) + 1);
    for (int attempt = 0; attempt < 6 && candidates.size() < chosen.size(); ++attempt, reach *= 1.5)
    {
        candidates.clear();
        const auto rows = static_cast<std::int32_t>(reach / row), columns = static_cast<std::int32_t>(reach / step) + 1;
        for (std::int32_t j = -rows; j <= rows; ++j)
            for (std::int32_t i = -columns; i <= columns; ++i)
            {
                const Vec2 offset = {(i + (j % 2 != 0 ? 0.5 : 0.0)) * step, j * row};
                if (length(offset) <= reach && isSpot(errand.point + offset)) candidates.emplace_back(lengthSq(offset), j, i);
            }
    }
    std::ranges::sort(candidates);
    std::vector<Vec2> spots;
    for (const auto& [far_sq, j, i] : candidates)
    {
        if (spots.size() == chosen.size()) break;
        errand.reach = std::sqrt(far_sq);
        spots.push_back(errand.point + Vec2{(i + (j % 2 != 0 ? 0.5 : 0.0)) * step, j * row});
    }
    errand.reach += radius;
    // Where there is no room for all, the rest presses toward the point and stands where it gets.
    spots.resize(chosen.size(), errand.point);
    return spots;
}

void Battle::State::giveErrand(Errand errand, std::span<const UnitId> chosen)
{
    const std::vector<Vec2> spots = findSpots(errand, chosen);
    std::vector<std::uint32_t> spot_of(chosen.size());
    if (chosen.size() <= kMostAssigned)
    {
        gatherPositions(chosen);
        const std::span<const std::int32_t> given = assigner.assign(positions, spots);
        for (std::size_t i = 0; i < chosen.size(); ++i) spot_of[i] = static_cast<std::uint32_t>(given[i]);
    }
    else
    {
        const Vec2 ahead = errand.point - findMiddle(chosen);
        std::vector<std::uint32_t> by_unit(chosen.size()), by_spot(chosen.size());
        std::iota(by_unit.begin(), by_unit.end(), 0u);
        by_spot = by_unit;
        const auto sortAlong = [ahead](std::vector<std::uint32_t>& order, const auto& place) {
            std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
                const double at_a = dot(place(a), ahead), at_b = dot(place(b), ahead);
                return at_a != at_b ? at_a < at_b : a < b;
            });
        };
        sortAlong(by_unit, [&](std::uint32_t i) { return unitOf(chosen[i]).position; });
        sortAlong(by_spot, [&](std::uint32_t i) { return spots[i]; });
        for (std::size_t i = 0; i < chosen.size(); ++i) spot_of[by_unit[i]] = by_spot[i];
    }
    errand.number = next_number++;
    for (std::size_t i = 0; i < chosen.size(); ++i)
    {
        Mind& mind = mindOf(chosen[i]);
        mind.errand = errand.number;
        mind.home = spots[spot_of[i]];
        mind.closest = distance(unitOf(chosen[i]).position, mind.home);
        mind.waited = 0;
        mind.has_ahead = false;
    }
    errands.push_back(std::move(errand));
}

Result<GroupWay> Battle::State::findGroupWay(const UnitClass& together, Vec2 from, Vec2 to, Vec2 facing)
{
    // Fields keep away from walls, which suits a formation; the mesh knows doors that are too narrow for cells.
    std::vector<Vec2> points = {to};
    FieldRequest request;
    request.goals = {{.position = to}};
    request.radius = together.radius;
    request.costs = together.costs;
    const Result<Field> field = cache.find(request);
    if (!(from == to))
    {
        Streamline path;
        if (field)
        {
            const std::int32_t start = field->grid().findNearestFree(from, 20 * together.radius);
            field->follow(start == FieldGrid::kNone || field->startCell(from) != FieldGrid::kNone ? from
                                                                                                  : field->grid().centerOf(start),
                          path, {.step = 1});
        }
        if (path.status == PathStatus::complete)
        {
            points = path.points;
            if (!(points.back() == to) && query.findCell(to) != kNone) points.push_back(to);
        }
        else
        {
            const Place start = query.findNearest(from);
            const Path way = finder.find(start.position, to, {.radius = together.radius});
            if (!way.isComplete())
                return makePlaceError(fmt::format("There is no way to ({}, {}) for this group.", to.x, to.y), to);
            computePoints(way, 0.01, points);
        }
    }
    else if (field)
        if (const std::int32_t cell = field->grid().findNearestFree(to, 20 * together.radius);
            cell != FieldGrid::kNone && query.findCell(to) == kNone)
            points = {field->grid().centerOf(cell)};
    Result<GroupWay> way = rooms.measure(points);
    if (way) way->facing = facing;
    return way;
}

} // namespace clearway
