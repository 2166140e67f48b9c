// SPDX-License-Identifier: MIT
// Where the centre of a disc may be, as polygons made by GEOS: free space without a stadium around every boundary segment.
// Arcs become polylines, so everything is done twice, once with too much free space and once with too little; what the two do not
// agree on is unknown. Shares nothing with the library but the rings of the scene.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include <clearway/geometry/polygon.h>
#include <clearway/scene/scene.h>

namespace clearway::oracle {

enum class Answer
{
    no,
    yes,
    unknown,
};

class FreeSpace
{
public:
    struct Options
    {
        int segments_per_turn = 256; ///< of the polylines in place of arcs
        /// Relative to the radius, on both sides, besides what the polylines are off.
        double margin = 1e-6;
        /// Absolute, on both sides; metres.
        double slack = 0;
    };

    /// One layer only.
    FreeSpace(const Scene& scene, double radius, const Options& options);

    Answer fits(Vec2 p) const;
    /// Whether the disc can travel from a to b; no where it does not fit.
    Answer connects(Vec2 a, Vec2 b) const;

    struct Range
    {
        double low = 0;
        double high = 0;
    };
    /// How near to `target` the disc can come: anywhere, or coming from `from`. Infinite when there is no such place.
    Range computeDistance(Vec2 target) const;
    Range computeReachableDistance(Vec2 from, Vec2 target) const;

    int componentCount() const { return static_cast<int>(too_little_.size()); }

private:
    struct Component
    {
        std::vector<Ring> rings; ///< the outline first
    };
    using Components = std::vector<Component>;

    static int findComponent(const Components& components, Vec2 p);
    static double computeDistance(const Component& component, Vec2 p);

    Vec2 origin_;
    Components too_much_;
    Components too_little_;
};

} // namespace clearway::oracle
