// SPDX-License-Identifier: MIT
// Planner: answers "from a to b for a disc of radius r". Navigation meshes, corridor maps, fields and surfaces are asked the same
// way and answer with the same Path; a crowd walks on any of them through the same World.
// Planner is an immutable handle: cheap to copy, free to share between threads. A PlannerQuery belongs to one thread. A warm
// query allocates nothing, except that a field does for another goal or radius than the last, and a surface for a radius larger
// than all before. Grids and fields are shared by the queries of a planner, which keeps those that were used last.
// Metres.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <clearway/base/result.h>
#include <clearway/clearance/clearance_mesh.h>
#include <clearway/corridor/corridor_map.h>
#include <clearway/geometry/path.h>
#include <clearway/grid/field_grid.h>
#include <clearway/guide/guide.h>
#include <clearway/scene/scene.h>
#include <clearway/scene/triangle_mesh.h>
#include <clearway/surface/surface_mesh.h>

namespace clearway {

/// The height of a point that was given without one: any layer of a scene, the highest ground of a surface.
inline constexpr double kAnyHeight = std::numeric_limits<double>::quiet_NaN();

/// A question for a path.
struct PathRequest
{
    PathRequest() = default;
    PathRequest(Vec3 from, Vec3 to, double disc_radius = 0.25) : start(from), goal(to), radius(disc_radius) {}
    PathRequest(Vec2 from, Vec2 to, double disc_radius = 0.25)
        : PathRequest(atHeight(from, kAnyHeight), atHeight(to, kAnyHeight), disc_radius)
    {
    }

    Vec3 start; ///< the height tells layers apart, or where on a surface; kAnyHeight when it is not known
    Vec3 goal;
    double radius = 0.25;                   ///< of the disc; metres, >= 0
    std::span<const Vec3> other_goals = {}; ///< the path leads to the cheapest goal; the points must live until find() returns
};

/// The layer that the heights of a question mean: that of the cell at the start whose corners are nearest to it in height, or at
/// the goal when only that has a height. Without heights: the lowest layer that has a cell at both. kAnyLayer when no layer has
/// such cells.
int findLayer(const NavMesh& mesh, const PathRequest& request);

/// Finds paths with the scratch of one thread. Each planner has its own.
class PathSearch
{
public:
    virtual ~PathSearch() = default;
    /// Any question is answered: what makes no sense has status `invalid` and a problem.
    virtual void find(const PathRequest& request, Path& path) = 0;
    /// Nodes that the last search looked at, which its time follows; 0 when the planner does not count.
    virtual std::uint64_t expandedCount() const { return 0; }
};

/// What planners are built from, and what they have built. Every part is a handle to something immutable. Given to
/// buildPlanner(), what is there is used and not built again: two planners of one scene share its parts.
struct PlannerParts
{
    struct BuiltLater;

    std::optional<Scene> scene = {};
    std::optional<NavMesh> mesh = {};
    std::optional<ClearanceMesh> clearance = {};
    std::optional<CorridorMap> corridor_map = {};
    std::optional<FieldGrid> grid = {}; ///< for one radius
    std::optional<TriangleMesh> triangles = {};
    std::optional<SurfaceMesh> surface = {};
    std::vector<std::string> remarks = {}; ///< what building the parts has to say to people
    /// The mesh, the Voronoi diagram and the clearance of these parts, which are built when they are first needed. Made by
    /// buildPlanner(); planners whose parts come from one another have it in common, whichever of them needs a part first.
    std::shared_ptr<BuiltLater> built_later = {};
};

/// A planner as its author writes it. Const and thread-safe.
class PlannerModel
{
public:
    virtual ~PlannerModel() = default;
    virtual std::string_view name() const = 0;
    virtual const PlannerParts& parts() const = 0;
    /// The search may refer to the planner, which lives at least as long.
    virtual std::unique_ptr<PathSearch> makeSearch() const = 0;
    /// Ground and guide for a crowd. `guide` is one of the names that the planner was registered with. May build what paths do
    /// not need, and gives the same world again to whoever asks again.
    virtual Result<World> buildWorld(std::string_view guide) const = 0;
};

/// Asks a planner, from one thread. It may outlive the planner that made it.
class PlannerQuery
{
public:
    explicit PlannerQuery(std::shared_ptr<const PlannerModel> model) : model_(std::move(model)), search_(model_->makeSearch()) {}
    PlannerQuery(PlannerQuery&&) noexcept = default;
    /// The search first: it may refer to the model.
    PlannerQuery& operator=(PlannerQuery&& other) noexcept
    {
        search_ = std::move(other.search_);
        model_ = std::move(other.model_);
        return *this;
    }

    Path find(const PathRequest& request)
    {
        Path path;
        search_->find(request, path);
        return path;
    }
    /// The same into `path`, whose memory is reused.
    void find(const PathRequest& request, Path& path) { search_->find(request, path); }
    /// Nodes that the last search looked at; 0 when the planner does not count.
    std::uint64_t expandedCount() const { return search_->expandedCount(); }

private:
    std::shared_ptr<const PlannerModel> model_; ///< which the search may refer to
    std::unique_ptr<PathSearch> search_;
};

class Planner
{
public:
    explicit Planner(std::shared_ptr<const PlannerModel> model) : model_(std::move(model)) {}

    /// As planners() lists it, for example "navmesh".
    std::string_view name() const { return model_->name(); }
    const PlannerParts& parts() const { return model_->parts(); }
    PlannerQuery makeQuery() const { return PlannerQuery(model_); }
    /// What a crowd stands on and is led by. `guide`: a name from PlannerKind::guides; empty: the first of them. Built once for
    /// each guide, and then shared by all crowds. Fails when the planner has no such guide, or cannot lead a crowd over what it
    /// was built from.
    Result<World> buildWorld(std::string_view guide = {}) const;
    /// One question. Whoever has several keeps a query.
    Path find(const PathRequest& request) const { return makeQuery().find(request); }

private:
    std::shared_ptr<const PlannerModel> model_;
};

} // namespace clearway
