// SPDX-License-Identifier: MIT
// Connects the notches of a layer with portals, one by one, in the layer's triangulation.
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include <clearway/base/progress.h>
#include <clearway/base/result.h>

#include "navmesh/cone_search.h"
#include "navmesh/decompose.h"

namespace clearway {

class NotchConnector
{
public:
    NotchConnector(LayerPlan& plan, const PortalOptions& options);

    /// The vertices must not stay notches, however shallow. Says whether any of them was one.
    bool makeStrict(const std::vector<std::uint32_t>& vertices);
    /// Inserts portals at these notches, in order.
    void connectFirst(const std::vector<std::uint32_t>& vertices);
    /// Inserts portals until no notch is left that needs one.
    Result<void> connect();
    const PortalExceptions& exceptions() const { return exceptions_; }

private:
    using Edge = Triangulation::Edge;

    /// Where a portal from a notch may end: at a vertex, or at a point of a wall.
    struct PortalEnd
    {
        double cost = std::numeric_limits<double>::infinity(); ///< squared length, weighted
        std::uint32_t vertex = kNone;
        Edge wall = kNone;
        SeenPart part;
    };
    struct Link
    {
        std::uint32_t from = kNone;
        std::uint32_t to = kNone;

        bool exists() const { return from != kNone; }
    };
    struct SplitCorner
    {
        Corner whole;
        Corner left;
        Corner right;
        bool is_between_walls; ///< no other portal beside it
    };
    struct NotchPair
    {
        double length_sq;
        std::uint32_t a;
        std::uint32_t b;
    };
    struct QueuedNotch
    {
        std::uint32_t cost_class;
        std::uint32_t vertex;
    };
    enum class Ends
    {
        preferred, ///< the nearest one, but rather a vertex than a point of a wall
        nearest,
        vertices, ///< no points of walls
    };
    struct EndFinder;
    struct PairFinder;

    void findNotches();
    std::vector<NotchPair> findPairs();
    void connectPairs(const std::vector<NotchPair>& pairs);
    Result<void> connectNear();
    Result<void> connectFarSighted();
    bool reportStep(std::size_t open_count);
    void cure(std::uint32_t v, Ends ends);
    PortalEnd findEnd(std::uint32_t v, Ends ends);

    Link insertPortal(std::uint32_t from, std::uint32_t to);
    void releasePortal(const Link& portal);
    Link insertPortalTo(std::uint32_t v, const PortalEnd& end);
    std::uint32_t splitWall(Edge wall, Vec2 point);
    Corner findReflexCorner(std::uint32_t v) const;
    SplitCorner findSplitCorner(Edge portal) const;
    bool isReflex(const Corner& corner) const;
    void noteInserted(Edge portal);
    Corner describeCorner(Edge next, Edge previous) const;

    // Notches that see nothing but one portal.
    struct Blockade;
    struct EndCollector;
    void cureBlocked(std::uint32_t v);
    Blockade findBlockade(const Corner& notch) const;
    bool isNeedless(const Link& portal) const;
    bool reroute(std::uint32_t v, const Link& blocker);

    static bool isLater(const QueuedNotch& a, const QueuedNotch& b)
    {
        return a.cost_class != b.cost_class ? a.cost_class > b.cost_class : a.vertex > b.vertex;
    }
    void enqueue(QueuedNotch notch);

    LayerPlan& plan_;
    Triangulation& t_;
    ConeSearch search_;
    double relaxation_;
    const Progress& progress_;
    std::vector<Corner> notches_;       ///< per corner vertex: what still needs a portal there
    std::vector<std::uint8_t> is_deep_; ///< per corner vertex: whether it may not stay a notch
    PortalExceptions exceptions_;
    std::vector<std::uint32_t> far_sighted_; ///< notches to be cured after the queue
    std::size_t step_count_ = 0;
    std::vector<QueuedNotch> queue_; ///< heap of notches, cheapest portal first
};

} // namespace clearway
