// SPDX-License-Identifier: MIT
// Based on:
// R. Geraerts. Planning short paths with clearance using explicit corridors. 2010
// Departures: no triangulated corridor. A string is led between the nearest obstacle points of each sample and pulled taut around
// circles (taut.cpp). With a preferred clearance, the borders meet wherever there is less room than preferred, so that the path
// has to follow the middle there; only the parts between are pulled taut.
#include <algorithm>
#include <cmath>

#include "corridor/data.h"
#include "corridor/piece_clearance.h"
#include "corridor/stations.h"
#include "corridor/taut.h"
#include "geometry/angle.h"

namespace clearway {

using corridor::Gate;
using corridor::Station;

namespace {

using corridor::kNone;
constexpr double kTolerance = 1e-7; ///< metres by which a taut path may miss its clearance before another is taken

constexpr double kSpare = 1e-6;     ///< part of the room that rounded corners leave, so that they do not quite touch
constexpr double kSamePoint = 1e-9; ///< metres between obstacle points that are taken as one

/// Whether p lies beyond the line from the right to the left obstacle.
bool isAhead(const CorridorSample& ball, Vec2 p) { return cross(ball.left - ball.right, p - ball.right) < 0; }

} // namespace

struct CorridorPathFinder::State
{
    explicit State(CorridorMap map) : corridors(std::move(map)) {}

    CorridorFinder corridors;
    Corridor corridor;
    std::vector<Station> stations;
    std::vector<Gate> gates;
    corridor::TautString string;
};

/// Leads one path through one corridor.
class CorridorPathWriter
{
public:
    CorridorPathWriter(CorridorPathFinder::State& state, const CorridorPathOptions& options, CorridorPath& path)
        : state_(state), diagram_(state.corridors.map().diagram()), path_(path)
    {
        path_.status_ = CorridorStatus::invalid;
        path_.problem_ = CorridorProblem::none;
        path_.kind_ = options.kind;
        path_.pieces_.clear();
        path_.length_ = path_.clearance_ = path_.largest_turn_ = path_.largest_curvature_ = 0;
        path_.radius_ = options.radius;
        path_.widest_ = -1;
    }

    void refuse(CorridorProblem problem) { path_.problem_ = problem; }

    void run(const Corridor& corridor, Vec2 start, Vec2 goal, const CorridorPathOptions& options)
    {
        path_.status_ = corridor.status();
        path_.problem_ = corridor.problem();
        path_.widest_ = corridor.widest();
        if (!corridor) return;
        layer_ = corridor.ends_.layer;
        start_ = start;
        goal_ = goal;
        collectStations(corridor);
        radius_ = options.radius;
        for (const Station& station : state_.stations) radius_ = std::min(radius_, station.ball.clearance);
        preferred_ = std::max(radius_, options.preferred_clearance);
        const double at_start = diagram_.findNearest(start, layer_).distance;
        const double at_goal = diagram_.findNearest(goal, layer_).distance;
        ends_clearance_ = path_.clearance_ = std::min(at_start, at_goal);
        radius_ = std::max(0.0, std::min(radius_, ends_clearance_));
        if (start != goal) lead(options.kind);
        measure();
    }

private:
    const VoronoiDiagram::Data& data() const { return diagram_.data(); }
    std::span<const Station> stations() const { return state_.stations; }

    void collectStations(const Corridor& corridor)
    {
        auto& stations = state_.stations;
        stations.clear();
        for (const CorridorSample& ball : corridor.head_) stations.push_back({ball, kNone});
        const CorridorMap::Data& map = *corridor.map_;
        const auto& ends = corridor.ends_;
        const bool starts_backwards = !corridor.pieces_.empty() && corridor.pieces_.front().isBackwards();
        if (ends.head_step != kNone && !stations.empty())
            stations.back().step = map.steps[ends.head_step] ^ (starts_backwards ? 1u : 0u);
        for (const CorridorPiece& piece : corridor.pieces_)
        {
            const auto samples = map.samplesOf(piece.edge);
            const std::uint32_t* steps = map.steps.data() + map.edges[piece.edge].first_sample;
            // Where pieces meet the ball is there twice: the obstacles beside it differ.
            for (std::uint32_t i = piece.first;; piece.isBackwards() ? --i : ++i)
            {
                Station station{samples[i], kNone};
                if (piece.isBackwards()) std::swap(station.ball.left, station.ball.right);
                if (i != piece.last) station.step = piece.isBackwards() ? steps[i - 1] ^ 1u : steps[i];
                stations.push_back(station);
                if (i == piece.last) break;
            }
        }
        if (ends.tail_step != kNone && !stations.empty())
        {
            const bool ends_backwards = !corridor.pieces_.empty() && corridor.pieces_.back().isBackwards();
            stations.back().step = map.steps[ends.tail_step] ^ (ends_backwards ? 1u : 0u);
        }
        const std::size_t links_begin = stations.size();
        for (std::uint32_t i = 0; i < ends.tail_link_count; ++i) stations.push_back({corridor.tail_[i], kNone});
        for (std::size_t i = 0; i < corridor.head_.size(); ++i) orient(i);
        for (std::size_t i = links_begin; i < stations.size(); ++i) orient(i);
        // Pieces of one sample have no direction either.
        std::size_t at = corridor.head_.size();
        for (const CorridorPiece& piece : corridor.pieces_)
        {
            if (piece.first == piece.last) orient(at);
            at += std::max(piece.first, piece.last) - std::min(piece.first, piece.last) + 1;
        }
    }

    /// Left and right as the traveller sees them, of balls that do not know which way they are travelled.
    void orient(std::size_t i)
    {
        auto& stations = state_.stations;
        CorridorSample& ball = stations[i].ball;
        const Vec2 next = stations[std::min(i + 1, stations.size() - 1)].ball.position;
        const Vec2 previous = stations[i > 0 ? i - 1 : 0].ball.position;
        const double side = cross(next - previous, ball.left - ball.right);
        if (side < 0) std::swap(ball.left, ball.right);
        if (side == 0) ball.left = ball.right;
    }

    void lead(CorridorPathKind kind)
    {
        switch (kind)
        {
        case CorridorPathKind::backbone: return followBackbone();
        case CorridorPathKind::shortest: return pullShortest();
        case CorridorPathKind::roomy: return leadRoomy();
        case CorridorPathKind::smooth: return pullSmooth();
        }
    }

    /// Pieces.
    void addLine(Vec2 from, Vec2 to)
    {
        if (from == to) return;
        path_.pieces_.push_back({CorridorPathPiece::Shape::line, from, to, {}, 0});
        path_.clearance_ =
            std::min(path_.clearance_, corridor::computeClearance(diagram_, path_.pieces_.back(), layer_, path_.clearance_));
    }

    /// Part of the middle from a station to the next; `clearance` is the smallest along it.
    void addStep(std::uint32_t step, Vec2 from, Vec2 to, double clearance)
    {
        path_.clearance_ = std::min(path_.clearance_, clearance);
        if (from != to) path_.pieces_.push_back(corridor::makePiece(diagram_, step, from, to));
    }

    void addSteps(std::size_t first, std::size_t last)
    {
        for (std::size_t i = first; i < last; ++i)
        {
            const CorridorSample &a = stations()[i].ball, &b = stations()[i + 1].ball;
            addStep(stations()[i].step, a.position, b.position, std::min(a.clearance, b.clearance));
        }
    }

    void followBackbone()
    {
        addLine(start_, stations().front().ball.position);
        addSteps(0, stations().size() - 1);
        addLine(stations().back().ball.position, goal_);
    }

    /// Taut strings.
    static Gate makeGate(const Station& station, double radius)
    {
        const double size = std::min(radius, station.ball.clearance);
        return {station.ball.left, station.ball.right, station.ball.position, size, size};
    }

    /// The taut string through the gates of stations [first, last]; false, and nothing added, when it would come nearer than
    /// `clearance` to an obstacle. Gates that an end has behind it already are not crossed.
    bool pull(Vec2 from, Vec2 to, std::size_t first, std::size_t last, double clearance)
    {
        const std::span<const Gate> gates = state_.gates;
        std::size_t begin = 0, end = gates.size();
        std::size_t gate = 0;
        for (std::size_t i = first; i <= last; ++i)
        {
            const CorridorSample& ball = stations()[i].ball;
            if (distance(ball.position, from) > ball.clearance) break;
            if (!stations()[i].isGate()) continue;
            if (!isAhead(ball, from)) break;
            begin = ++gate;
        }
        gate = gates.size();
        for (std::size_t i = last + 1; i-- > first;)
        {
            const CorridorSample& ball = stations()[i].ball;
            if (distance(ball.position, to) > ball.clearance) break;
            if (!stations()[i].isGate()) continue;
            if (isAhead(ball, to)) break;
            end = --gate;
        }
        const std::size_t old_size = path_.pieces_.size();
        if (!state_.string.pull(from, to, gates, begin, std::max(begin, end), path_.pieces_)) return false;
        double found = std::max(path_.clearance_, clearance);
        for (std::size_t i = old_size; i < path_.pieces_.size(); ++i)
            found = std::min(found, corridor::computeClearance(diagram_, path_.pieces_[i], layer_, found));
        if (found >= clearance - kTolerance)
        {
            path_.clearance_ = std::min(path_.clearance_, found);
            return true;
        }
        path_.pieces_.resize(old_size);
        return false;
    }

    void listGates(std::size_t first, std::size_t last, double radius)
    {
        state_.gates.clear();
        for (std::size_t i = first; i <= last; ++i)
        {
            if (!stations()[i].isGate()) continue;
            state_.gates.push_back(makeGate(stations()[i], radius));
            if (state_.gates.size() < 2) continue;
            // The end of a wall and the corner there are one.
            const auto join = [](Vec2& point, Vec2 previous) {
                if (distanceSq(point, previous) < kSamePoint * kSamePoint) point = previous;
            };
            join(state_.gates.back().left, state_.gates[state_.gates.size() - 2].left);
            join(state_.gates.back().right, state_.gates[state_.gates.size() - 2].right);
        }
    }

    void pullShortest()
    {
        listGates(0, stations().size() - 1, radius_);
        if (pull(start_, goal_, 0, stations().size() - 1, radius_)) return;
        path_.kind_ = CorridorPathKind::backbone; // what it is then
        followBackbone();
    }

    /// Preferred clearance.
    bool isWide(std::size_t i) const { return stations()[i].ball.clearance >= preferred_; }

    /// From an end toward the middle of its ball, until there is room.
    Vec2 stepAside(Vec2 end, const CorridorSample& ball) const
    {
        const double size = distance(end, ball.position), room = ball.clearance - preferred_;
        return size <= room ? end : ball.position + (end - ball.position) * (room / size);
    }

    void leadRoomy()
    {
        const std::size_t count = stations().size();
        if (count == 1 && !isWide(0)) return addLine(start_, goal_); // in one ball, nowhere as far as preferred from both ends
        if (!isWide(0)) addLine(start_, stations()[0].ball.position);
        for (std::size_t i = 0; i < count;)
        {
            if (isWide(i))
            {
                i = leadThroughRoom(i);
                continue;
            }
            if (i + 1 < count) addStepFromNarrow(i);
            ++i;
        }
        if (!isWide(count - 1)) addLine(stations()[count - 1].ball.position, goal_);
    }

    /// Up to the next station, or to where there is room.
    void addStepFromNarrow(std::size_t i)
    {
        const Station &from = stations()[i], &to = stations()[i + 1];
        const Vec2 end = isWide(i + 1) ? corridor::findCrossing(diagram_, from, to, preferred_) : to.ball.position;
        addStep(from.step, from.ball.position, end, std::min(from.ball.clearance, to.ball.clearance));
    }

    /// From where it becomes wide at station `first` or before it to where it ends to be; returns the station after that.
    std::size_t leadThroughRoom(std::size_t first)
    {
        std::size_t last = first;
        while (last + 1 < stations().size() && isWide(last + 1)) ++last;
        const bool has_start = first == 0, has_goal = last + 1 == stations().size();
        const CorridorSample &entry = stations()[first].ball, &exit = stations()[last].ball;
        const Vec2 from = has_start ? stepAside(start_, entry)
                                    : corridor::findCrossing(diagram_, stations()[first - 1], stations()[first], preferred_);
        const Vec2 to = has_goal ? stepAside(goal_, exit)
                                 : corridor::findCrossing(diagram_, stations()[last], stations()[last + 1], preferred_);
        if (has_start) addLine(start_, from);
        listGates(first, last, preferred_);
        if (!pull(from, to, first, last, preferred_))
        {
            if (has_start)
                addLine(from, entry.position);
            else
                addStep(stations()[first - 1].step, from, entry.position, preferred_);
            addSteps(first, last);
            if (has_goal)
                addLine(exit.position, to);
            else
                addStep(stations()[last].step, exit.position, to, preferred_);
        }
        if (has_goal)
            addLine(to, goal_);
        else
            addStep(stations()[last].step, to, stations()[last + 1].ball.position, stations()[last + 1].ball.clearance);
        return last + 1;
    }

    /// Smooth paths: each corner gets a circle as large as the backbone, the start and the goal leave room for.
    double computeRoom(Vec2 corner, std::size_t first, std::size_t last) const
    {
        double room = std::min({preferred_, distance(corner, start_), distance(corner, goal_)});
        const auto look = [&](std::size_t i) { room = std::min(room, distance(corner, stations()[i].ball.position)); };
        for (std::size_t i = first; i <= last; ++i) look(i);
        double walked = 0;
        for (std::size_t i = first; i > 0 && walked <= 2 * preferred_; --i)
        {
            look(i - 1);
            walked += distance(stations()[i].ball.position, stations()[i - 1].ball.position);
        }
        walked = 0;
        for (std::size_t i = last; i + 1 < stations().size() && walked <= 2 * preferred_; ++i)
        {
            look(i + 1);
            walked += distance(stations()[i].ball.position, stations()[i + 1].ball.position);
        }
        return room;
    }

    /// Gates with the radius beside walls, and with `share` of what there is more around corners.
    void listRoundedGates(double share)
    {
        listGates(0, stations().size() - 1, radius_);
        const auto round = [&](auto centerOf, auto radiusOf) {
            std::size_t gate = 0;
            for (std::size_t i = 0; i < stations().size();)
            {
                std::size_t last = i, gate_count = stations()[i].isGate() ? 1 : 0;
                while (last + 1 < stations().size() && centerOf(stations()[last + 1].ball) == centerOf(stations()[i].ball))
                    gate_count += stations()[++last].isGate() ? 1 : 0;
                if (gate_count > 1)
                {
                    const double room = computeRoom(centerOf(stations()[i].ball), i, last);
                    const double radius = radius_ + share * std::max(0.0, room * (1 - kSpare) - radius_);
                    for (std::size_t j = 0; j < gate_count; ++j) radiusOf(state_.gates[gate + j]) = radius;
                }
                gate += gate_count;
                i = last + 1;
            }
        };
        round([](const CorridorSample& ball) { return ball.left; }, [](Gate& gate) -> double& { return gate.left_radius; });
        round([](const CorridorSample& ball) { return ball.right; }, [](Gate& gate) -> double& { return gate.right_radius; });
    }

    void pullSmooth()
    {
        for (const double share : {1.0, 0.75, 0.5, 0.25, 0.1})
        {
            listRoundedGates(share);
            if (pull(start_, goal_, 0, stations().size() - 1, radius_)) return;
        }
        pullShortest();
    }

    void measure()
    {
        for (std::size_t i = 0; i < path_.pieces_.size(); ++i)
        {
            const CorridorPathPiece& piece = path_.pieces_[i];
            path_.length_ += piece.length();
            path_.largest_curvature_ = std::max(path_.largest_curvature_, piece.curvature());
            if (i == 0) continue;
            const Vec2 before = path_.pieces_[i - 1].directionAt(1), after = piece.directionAt(0);
            if (before != Vec2{} && after != Vec2{})
                path_.largest_turn_ = std::max(path_.largest_turn_, std::abs(computeTurn(before, after)));
        }
    }

    CorridorPathFinder::State& state_;
    const VoronoiDiagram& diagram_;
    CorridorPath& path_;
    Vec2 start_;
    Vec2 goal_;
    int layer_ = 0;
    double radius_ = 0;    ///< as asked for, or up to a quantum less where only that passes
    double preferred_ = 0; ///< at least that
    double ends_clearance_ = 0;
};

CorridorPathFinder::CorridorPathFinder(CorridorMap map) : state_(std::make_unique<State>(std::move(map))) {}
CorridorPathFinder::~CorridorPathFinder() = default;
CorridorPathFinder::CorridorPathFinder(CorridorPathFinder&&) noexcept = default;
CorridorPathFinder& CorridorPathFinder::operator=(CorridorPathFinder&&) noexcept = default;
const CorridorMap& CorridorPathFinder::map() const { return state_->corridors.map(); }

CorridorPath CorridorPathFinder::find(Vec2 start, Vec2 goal, const CorridorPathOptions& options)
{
    CorridorPath path;
    find(start, goal, options, path);
    return path;
}

void CorridorPathFinder::find(Vec2 start, Vec2 goal, const CorridorPathOptions& options, CorridorPath& path)
{
    CorridorOptions search;
    search.radius = options.radius;
    search.layer = options.layer;
    state_->corridors.find(start, goal, search, state_->corridor);
    findWithin(state_->corridor, start, goal, options, path);
}

CorridorPath CorridorPathFinder::findWithin(const Corridor& corridor, Vec2 start, Vec2 goal, const CorridorPathOptions& options)
{
    CorridorPath path;
    findWithin(corridor, start, goal, options, path);
    return path;
}

void CorridorPathFinder::findWithin(const Corridor& corridor, Vec2 start, Vec2 goal, const CorridorPathOptions& options,
                                    CorridorPath& path)
{
    CorridorPathWriter writer(*state_, options, path);
    if (!std::isfinite(options.preferred_clearance)) return writer.refuse(CorridorProblem::bad_option);
    if (corridor && !(options.radius >= 0 && options.radius <= corridor.radius()))
        return writer.refuse(CorridorProblem::bad_radius);
    if (!isFinite(start) || !isFinite(goal)) return writer.refuse(CorridorProblem::bad_point);
    writer.run(corridor, start, goal, options);
}

CorridorPath findCorridorPath(const CorridorMap& map, Vec2 start, Vec2 goal, const CorridorPathOptions& options)
{
    return CorridorPathFinder(map).find(start, goal, options);
}

} // namespace clearway
