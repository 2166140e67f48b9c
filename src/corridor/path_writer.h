// SPDX-License-Identifier: MIT
// Leads one path through one corridor.
#pragma once
#include <vector>

#include "corridor/data.h"
#include "corridor/stations.h"
#include "corridor/taut.h"

namespace clearway {

struct CorridorPathFinder::State
{
    explicit State(CorridorMap map) : corridors(std::move(map)) {}

    CorridorFinder corridors;
    Corridor corridor;
    std::vector<corridor::Station> stations;
    std::vector<corridor::Gate> gates;
    corridor::TautString string;
};

class CorridorPathWriter
{
public:
    CorridorPathWriter(CorridorPathFinder::State& state, const CorridorPathOptions& options, Path& path);

    void refuse(PathProblem problem) { writer_.setProblem(problem); }
    void run(const Corridor& corridor, Vec2 start, Vec2 goal, const CorridorPathOptions& options);

private:
    std::span<const corridor::Station> stations() const { return state_.stations; }

    // ---- the balls on the way (path_stations.cpp)
    void collectStations(const Corridor& corridor);
    /// Left and right as the traveller sees them, of balls that do not know which way they are travelled.
    void orient(std::size_t i);

    // ---- pieces (path_writer.cpp)
    void lead(CorridorPathOptions::Kind kind);
    void addLine(Vec2 from, Vec2 to);
    /// Part of the middle from a station to the next; `clearance` is the smallest along it.
    void addStep(std::uint32_t step, Vec2 from, Vec2 to, double clearance);
    void addSteps(std::size_t first, std::size_t last);
    void followBackbone();
    void measure();

    // ---- taut strings (path_writer.cpp)
    void listGates(std::size_t first, std::size_t last, double radius);
    /// The taut string through the gates of stations [first, last]; false, and nothing added, when it would come nearer than
    /// `clearance` to an obstacle. Gates that an end has behind it already are not crossed.
    bool pull(Vec2 from, Vec2 to, std::size_t first, std::size_t last, double clearance);
    void pullShortest();

    // ---- preferred clearance (path_roomy.cpp)
    bool isWide(std::size_t i) const { return stations()[i].ball.clearance >= preferred_; }
    /// From an end toward the middle of its ball, until there is room.
    Vec2 stepAside(Vec2 end, const CorridorMap::Sample& ball) const;
    void leadRoomy();
    /// Up to the next station, or to where there is room.
    void addStepFromNarrow(std::size_t i);
    /// From where it becomes wide at station `first` or before it to where it ends to be; returns the station after that.
    std::size_t leadThroughRoom(std::size_t first);

    // ---- smooth (path_roomy.cpp)
    /// For each corner a circle as large as the backbone, the start and the goal leave room for.
    double computeRoom(Vec2 corner, std::size_t first, std::size_t last) const;
    /// Gates with the radius beside walls, and with `share` of what there is more around corners.
    void listRoundedGates(double share);
    void pullSmooth();

    CorridorPathFinder::State& state_;
    const VoronoiDiagram& diagram_;
    PathWriter writer_;
    Vec2 start_;
    Vec2 goal_;
    int layer_ = 0;
    double clearance_ = 0; ///< of the path so far
    double radius_ = 0;    ///< as asked for, or up to a quantum less where only that passes
    double preferred_ = 0; ///< at least that
};

} // namespace clearway
