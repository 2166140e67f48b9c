// SPDX-License-Identifier: MIT
// Paths of a disc through a corridor: along its middle, the shortest, with room to spare, or smooth.
// Why: a corridor is all the room there is; a path is one line in it, to draw, to follow or to compare.
// Based on: R. Geraerts. Planning short paths with clearance using explicit corridors. 2010 (borders shrunk by a clearance, and a
// string pulled taut between them). Here the string is bent around circles, so lengths and clearances are exact, not those of a
// polygon. Every path can be pulled out of the backbone of its corridor without crossing an obstacle. Metres, radians. Three
// tiers: a one-shot function, a CorridorPathFinder whose scratch stays warm and then allocates nothing, and paths within a
// corridor that is already there. O(n) for n samples of the corridor, besides the search.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <clearway/corridor/corridor.h>

namespace clearway {

struct CorridorPathOptions
{
    enum class Kind
    {
        backbone, ///< the middle: as far from the obstacles on both sides as can be
        shortest, ///< pulled taut for the radius: straight lines and arcs around corners. Smooth too when the radius is above 0
        /// Pulled taut for the preferred clearance where there is that much room; the middle where there is not. Farther than the
        /// preferred clearance from start and goal, the clearance of each of its points is the preferred one or more, or that of
        /// the backbone at that very point.
        roomy,
        /// Pulled taut around corners rounded as far as there is room, up to the preferred clearance: its direction never jumps,
        /// and its clearance is nowhere less than the radius.
        smooth,
    };

    Kind kind = Kind::roomy;
    double radius = 0.25;           ///< of the disc; metres, >= 0. Within a corridor that is already there: at most its radius
    double preferred_clearance = 1; ///< of roomy and smooth paths; metres, finite; less than the radius counts as the radius
    int layer = kAnyLayer;          ///< of start and goal, as for a corridor
    CorridorOptions::Search search = CorridorOptions::Search::a_star; ///< how the corridor is searched
};

/// "backbone", "shortest", "roomy", "smooth".
std::string_view toString(CorridorPathOptions::Kind kind);
std::optional<CorridorPathOptions::Kind> findCorridorPathKind(std::string_view name);

class CorridorPathFinder
{
public:
    explicit CorridorPathFinder(CorridorMap map);
    ~CorridorPathFinder();
    CorridorPathFinder(CorridorPathFinder&&) noexcept;
    CorridorPathFinder& operator=(CorridorPathFinder&&) noexcept;

    const CorridorMap& map() const;

    /// A path through the corridor that a CorridorFinder finds. It is the backbone where none of the kind asked for can be pulled
    /// taut to the tolerance, which the tests have never met.
    Path find(Vec2 start, Vec2 goal, const CorridorPathOptions& options = {});
    /// The same into `path`, whose memory is reused.
    void find(Vec2 start, Vec2 goal, const CorridorPathOptions& options, Path& path);
    /// Through a corridor of the same map that was found for this start and goal. One that was not found leaves the path as it
    /// is: unreachable or invalid.
    void findWithin(const Corridor& corridor, Vec2 start, Vec2 goal, const CorridorPathOptions& options, Path& path);
    Path findWithin(const Corridor& corridor, Vec2 start, Vec2 goal, const CorridorPathOptions& options = {});

    struct State;

private:
    std::unique_ptr<State> state_;
};

/// One-shot form: O(vertices) besides the search.
Path findCorridorPath(const CorridorMap& map, Vec2 start, Vec2 goal, const CorridorPathOptions& options = {});

} // namespace clearway
