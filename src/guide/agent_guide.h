// SPDX-License-Identifier: MIT
// One agent's way: plans it, finds where on it the agent is, and chooses what to head for.
#pragma once
#include <optional>
#include <span>

#include "guide/navmesh_guide.h"

namespace clearway {

class AgentGuide
{
public:
    struct Agent
    {
        AgentId id = kNoAgent;
        std::uint64_t tick = 0;
        Place place;
        int layer = 0;
        double radius = 0;
        Vec2 goal;
        double reach = 0;
        double wall_room = 0; ///< as in Footing
        float held_up = 0;    ///< seconds
        float crowding = 0;   ///< as in Guide::Batch
        float counterflow = 0;
        PassingSide side = PassingSide::right;
        float speed = 0;
        std::span<const float> passage_waits = {};
    };

    AgentGuide(const NavMeshPathGuide& guide, NavMeshScratch& scratch);

    /// Chooses the way point anew; `state` and `memo` are brought up to date. True when a path was searched that is not just
    /// one that `memo` should have had.
    bool refresh(const Agent& agent, NavMeshGuideState& state, std::uint32_t& memo);

private:
    struct Target
    {
        Vec2 position;
        float room = 0;
    };

    bool plan();
    bool search(Vec2 from, Vec2 to, PathOptions::Quality quality);
    /// Near goals are found so fast that the shortest path costs nothing.
    PathOptions::Quality quality() const
    {
        constexpr double kNearGoal = 60; // metres
        const bool is_shortest =
            has(NavMeshGuideState::shortest) || distanceSq(state_->planned_from, agent_.goal) <= kNearGoal * kNearGoal;
        return is_shortest ? PathOptions::Quality::shortest : guide_.options_.quality;
    }
    void escape();
    void awaitPlan();
    void store();
    void listPortals();
    void listPoints();
    void listCorners();
    void addCrossings(const Path::Piece& piece, std::uint32_t corner);
    std::span<const std::uint32_t> readPath();

    std::uint32_t cellAt(std::span<const std::uint32_t> path, std::size_t index) const;
    std::optional<std::size_t> findOnPath(std::span<const std::uint32_t> path) const;
    bool sees(Vec2 target);
    bool seesSide(std::uint32_t side, Vec2 target);
    std::optional<Target> choosePoint(std::uint32_t side);
    std::optional<Target> choosePortal(std::span<const std::uint32_t> path, std::size_t next);
    void headForPortals();
    void headForPoints();

    /// A corner that the path goes round.
    struct Corner
    {
        Vec2 center;         ///< of the arc
        double side = 0;     ///< 1: the corner is to the left of the path, -1: to the right
        double width = 0;    ///< of the free space across the path, for the centre of the disc; metres
        float remaining = 0; ///< of the path from there; metres
    };
    /// A path as it is stored: corners, and the passages that it leads through.
    struct CornerPath
    {
        std::span<const std::uint32_t> corners;   ///< kCornerWords for each
        std::span<const std::uint32_t> crossings; ///< kCrossingWords for each, in order: which passage, and before which corner
    };
    static constexpr std::size_t kCornerWords = 6;
    static constexpr std::size_t kCrossingWords = 2;
    static CornerPath splitPath(std::span<const std::uint32_t> words);
    static Corner readCorner(std::span<const std::uint32_t> words, std::size_t index);
    std::uint32_t findPassage(std::span<const std::uint32_t> crossings) const;
    void noteWay(const CornerPath& path, std::size_t next);
    double measureWidth(Vec2 center, Vec2 point);
    void addCorner(Vec2 center, double side, double width, double remaining);
    double chooseDistance(const Corner& corner) const;
    double cornerRoom(const Corner& corner) const;
    double cutCircle(const Corner& corner, double distance) const;
    bool passes(const Corner& corner, Vec2 target) const;
    Vec2 computeTangent(const Corner& corner, double distance) const;
    bool usesLanes() const { return guide_.options_.guide == NavMeshGuide::lanes; }
    double expectWait(std::uint32_t way) const;
    void avoidQueue();
    void headForCorners();
    /// The farthest of the first points that can be seen, if any.
    std::optional<Vec2> findVisible(std::span<const Vec2> points);
    bool keepsCarefulTarget();
    bool isHeldUpByWall();
    /// Adds how much nearer the agent has come to its way point since that was last looked at to what it has walked.
    void measureStep();
    bool headAround(std::span<const std::uint32_t> path, std::size_t next);
    void headCarefully();
    void addDetours(int count);
    void set(Vec2 target, float room, int flags);

    static constexpr double kDeviation = 0.05; ///< of points beside arcs, as a part of the radius

    /// What is so near has been reached: models may come nearer and nearer and never get there.
    double there() const { return std::max(world_.quantum, 0.01 * std::min(agent_.reach, agent_.radius)); }
    bool isExact() const { return guide_.options_.guide == NavMeshGuide::exact; }
    bool has(int flags) const { return (state_->flags & flags) != 0; }

    const NavMeshPathGuide& guide_;
    const NavMeshWorld& world_;
    NavMeshScratch& scratch_;
    Agent agent_;
    NavMeshGuideState* state_ = nullptr;
    std::uint32_t* memo_ = nullptr;
    double path_length_ = 0;
    bool has_planned_ = false;
};

} // namespace clearway
