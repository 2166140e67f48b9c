// SPDX-License-Identifier: MIT
// The steps from snapped rings to the rings of the free space. See build_scene.cpp for their order.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include <clearway/base/progress.h>
#include <clearway/scene/scene.h>

#include "arrangement.h"
#include "rings.h"

namespace clearway::overlay {

/// Asks the progress callback now and then; remembers when it said stop.
class Ticker
{
public:
    Ticker(const Progress& progress, std::string_view stage, std::size_t total)
        : progress_(progress), stage_(stage), total_(total)
    {
    }

    /// Counts one step; false: stop.
    bool step()
    {
        if ((++count_ & 0xffff) != 0) return !stopped_;
        const double fraction = static_cast<double>(count_) / static_cast<double>(total_ + 1);
        stopped_ = stopped_ || !clearway::report(progress_, stage_, fraction < 1 ? fraction : 1.0);
        return !stopped_;
    }
    void stop() { stopped_ = true; }

private:
    const Progress& progress_;
    std::string_view stage_;
    std::size_t total_;
    std::size_t count_ = 0;
    bool stopped_ = false;
};

/// What to do about rings that cross, overlap or nearly touch.
enum class Contacts
{
    resolve,
    refuse,
};

/// buildScene() with a choice.
Result<Scene> buildScene(const SceneInput& input, Contacts contacts, SceneReport& report, const Progress& progress);

/// Everything that belongs to one layer while it is worked on.
struct LayerWork
{
    const InputRings& input;
    const LayerRings& rings;
    const Frame& frame;
    SceneReport& report;
    const Progress& progress;
    std::vector<bool> is_reported; ///< for each ring point: a contact there was reported
};

/// What lies below a node whose edges all lead to larger nodes: the edge straight below it, or kNone.
struct StartNode
{
    std::uint32_t node;
    std::uint32_t edge_below;
};

enum class Cleanness
{
    clean, ///< edges meet only at nodes, and no node's pixel is passed by a foreign edge
    dirty, ///< anything else
    cancelled,
};

/// Sweeps once over the arrangement. When clean, `starts` lists all nodes without smaller neighbours, in order.
Cleanness findContacts(const Arrangement& arrangement, const Progress& progress, std::vector<StartNode>& starts);

/// Resolves all crossings and near misses of a dirty arrangement, so that findContacts calls it clean.
Result<void> resolveContacts(LayerWork& work, Arrangement& arrangement, std::vector<StartNode>& starts);

/// The faces of a clean arrangement: for each half-edge the boundary cycle on its left, for each cycle whether it bounds free
/// space.
struct Faces
{
    std::vector<std::uint32_t> next;   ///< of each half-edge: the one that follows with the same face on its left
    std::vector<std::uint32_t> cycle;  ///< of each half-edge
    std::vector<std::uint8_t> is_free; ///< of each cycle
    std::vector<std::uint32_t> region; ///< of each free cycle: the same number for cycles of the same piece of free space
};

Faces computeFaces(const LayerWork& work, const Arrangement& arrangement, const std::vector<StartNode>& starts);

/// A ring of the result.
struct TracedRing
{
    std::uint32_t first; ///< point
    std::uint32_t count;
    std::uint32_t region; ///< piece of free space
    bool is_hole;
};

struct TracedRings
{
    std::vector<LatticePoint> points;
    std::vector<double> heights;
    std::vector<TracedRing> rings;
    std::vector<bool> is_source; ///< for each ring of the layer: whether a part of it bounds free space
};

/// The rings around free space, each from its smallest point.
TracedRings traceRings(LayerWork& work, const Arrangement& arrangement, const Faces& faces);

} // namespace clearway::overlay
