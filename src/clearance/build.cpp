// SPDX-License-Identifier: MIT
// The diagram of the obstacles, the cells as convex pieces, and for each piece and door the sites that can be nearest on it.
#include <algorithm>
#include <limits>
#include <string>

#include "base/errors.h"
#include "base/trim.h"
#include "clearance/data.h"
#include "clearance/near_sites.h"
#include "clearance/nearest.h"
#include "clearance/pieces.h"
#include "navmesh/data.h"
#include "voronoi/data.h"

namespace clearway {
namespace {

/// How far a shape is from where it should be, in quanta: half a quantum by rounding to the lattice, up to two where walls bend
/// to meet, and a little for the positions of the diagram.
constexpr double kFloodMargin = 4;

class ListBuilder
{
public:
    explicit ListBuilder(ClearanceMesh::Data& data) : data_(data), flood_(data.voronoi), shape_(kFloodMargin * data.quantum) {}

    bool run(const Progress& progress)
    {
        for (std::uint32_t piece = 0; piece < data_.pieces.size(); ++piece)
        {
            if ((piece & 0xfff) == 0 &&
                !report(progress, "lists", static_cast<double>(piece) / static_cast<double>(data_.pieces.size())))
                return false;
            listPiece(data_.pieces[piece]);
        }
        for (ClearanceMesh::Data::Door& door : data_.doors) listDoor(door);
        collectCellSites();
        return true;
    }

private:
    /// The flood starts at the site nearest to the middle of the piece: its region has more than a corner in common with it.
    void listPiece(ClearanceMesh::Data::Piece& piece)
    {
        corners_.clear();
        Vec2 sum;
        for (std::uint32_t i = 0; i < piece.side_count; ++i)
        {
            corners_.push_back(data_.sides[piece.first_side + i].from);
            sum = sum + corners_.back();
        }
        const Vec2 middle = sum / static_cast<double>(piece.side_count);
        const int layer = data_.mesh.cells()[piece.cell].layer;
        const std::uint32_t seed = data_.voronoi.findNearest(data_.origin + middle, layer).site;
        shape_.setPolygon(corners_);
        piece.first_site = static_cast<std::uint32_t>(data_.piece_sites.size());
        flood_.collect(shape_, seed, data_.piece_sites);
        piece.site_count = static_cast<std::uint32_t>(data_.piece_sites.size()) - piece.first_site;
    }

    void listDoor(ClearanceMesh::Data::Door& door)
    {
        const Vec2 middle = interpolate(door.a, door.b, 0.5);
        const std::uint32_t seed = findNearestOf(data_, data_.sitesOfPiece(door.left), middle).site;
        shape_.setSegment(door.a, door.b);
        door.first_site = static_cast<std::uint32_t>(data_.door_sites.size());
        flood_.collect(shape_, seed, data_.door_sites);
        door.site_count = static_cast<std::uint32_t>(data_.door_sites.size()) - door.first_site;
    }

    void collectCellSites()
    {
        const std::size_t cell_count = data_.mesh.cells().size();
        if (data_.pieces.size() == cell_count) return;
        data_.first_cell_site.assign(cell_count + 1, 0);
        std::vector<std::uint32_t> sites;
        for (CellId cell = 0; cell < cell_count; ++cell)
        {
            sites.clear();
            if (data_.first_piece[cell + 1] - data_.first_piece[cell] > 1)
                for (std::uint32_t piece = data_.first_piece[cell]; piece < data_.first_piece[cell + 1]; ++piece)
                    for (std::uint32_t site : data_.sitesOfPiece(piece)) sites.push_back(site);
            std::sort(sites.begin(), sites.end());
            sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
            data_.cell_sites.insert(data_.cell_sites.end(), sites.begin(), sites.end());
            data_.first_cell_site[cell + 1] = static_cast<std::uint32_t>(data_.cell_sites.size());
        }
    }

    ClearanceMesh::Data& data_;
    SiteFlood flood_;
    FloodShape shape_;
    std::vector<Vec2> corners_;
};

/// The distance from a notch to the nearest wall that neither starts nor ends there.
double computeRoom(const VoronoiDiagram::Data& voronoi, const VoronoiDiagram::Data::Layer& layer, Vec2 notch)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const auto distance_to = [&](std::uint32_t i) {
        const Segment& s = voronoi.sites[layer.first_site + i].shape;
        return s.a == notch || s.b == notch ? kInfinity : distanceSq(notch, s);
    };
    const std::uint32_t nearest = layer.bvh.findNearest(notch, distance_to);
    return nearest == kNone ? kInfinity : distance(notch, voronoi.sites[layer.first_site + nearest].shape);
}

void buildSites(ClearanceMesh::Data& data)
{
    const VoronoiDiagram::Data& voronoi = data.voronoi.data();
    data.sites.resize(voronoi.sites.size());
    const auto directionOf = [&](std::uint32_t wall) {
        const Segment& s = voronoi.sites[wall].shape;
        return (s.b - s.a) / distance(s.a, s.b);
    };
    for (const VoronoiDiagram::Data::Layer& layer : voronoi.layers)
        for (std::uint32_t i = layer.first_site; i < layer.end_site; ++i)
        {
            const VoronoiDiagram::Site& from = voronoi.sites[i];
            ClearanceMesh::Data::Site& to = data.sites[i];
            to.a = from.shape.a - data.origin;
            to.b = from.shape.b - data.origin;
            to.is_point = from.kind == VoronoiDiagram::Site::Kind::point;
            if (!to.is_point)
            {
                to.incoming = to.outgoing = directionOf(i);
                to.length = distance(to.a, to.b);
                continue;
            }
            to.incoming = directionOf(from.previous);
            to.outgoing = directionOf(from.next);
            to.room = computeRoom(voronoi, layer, from.shape.a);
        }
}

void measureSnapping(ClearanceMesh::Data& data)
{
    const Frame& frame = data.mesh.frame();
    for (const NavMesh::Obstacle& obstacle : data.mesh.obstacles())
        for (Vec2 p : {obstacle.segment.a, obstacle.segment.b})
            data.snap_error = std::max(data.snap_error, distance(p, frame.world(frame.snap(p))));
}

void markVertices(ClearanceMesh::Data& data)
{
    const NavMesh::Data& mesh = data.mesh.data();
    data.is_on_obstacle.assign(mesh.vertices.size(), 0);
    for (SideId side = 0; side < mesh.sides.size(); ++side)
        if (mesh.sides[side].obstacle != kNone)
            data.is_on_obstacle[mesh.sides[side].from] = data.is_on_obstacle[mesh.sides[mesh.next(side)].from] = 1;
}

Result<void> checkLayers(const NavMesh& mesh)
{
    for (PortalId i = 0; i < mesh.portals().size(); ++i)
    {
        const NavMesh::Portal& portal = mesh.portals()[i];
        const int left = mesh.cells()[portal.left].layer, right = mesh.cells()[portal.right].layer;
        if (left == right) continue;
        const Vec2 at = mesh.vertices()[portal.a].position;
        return makeError(ErrorCode::invalid_geometry,
                         "Portal " + std::to_string(i) + " joins layers " + std::to_string(left) + " and " +
                             std::to_string(right) +
                             "; clearance needs layers that do not meet, since their obstacles have no common plane.",
                         atPoint(at, i));
    }
    return {};
}

Result<VoronoiDiagram> buildDiagram(const NavMesh& mesh, const Execution& execution)
{
    std::vector<Segment> obstacles;
    std::vector<int> layers;
    obstacles.reserve(mesh.obstacles().size());
    layers.reserve(mesh.obstacles().size());
    for (const NavMesh::Obstacle& obstacle : mesh.obstacles())
    {
        obstacles.push_back(obstacle.segment);
        layers.push_back(obstacle.layer);
    }
    return buildVoronoi(mesh.frame(), obstacles, layers, execution);
}

/// Whether the walls of a diagram are the obstacles of a mesh, number by number, on the same lattice.
bool hasSameWalls(const NavMesh& mesh, const VoronoiDiagram& diagram)
{
    if (!(mesh.frame() == diagram.frame())) return false;
    std::size_t wall_count = 0;
    for (const VoronoiDiagram::Site& site : diagram.sites())
    {
        if (site.kind == VoronoiDiagram::Site::Kind::point) continue;
        ++wall_count;
        if (site.obstacle >= mesh.obstacles().size()) return false;
        const NavMesh::Obstacle& obstacle = mesh.obstacles()[site.obstacle];
        if (obstacle.segment != site.shape || obstacle.layer != site.layer) return false;
    }
    return wall_count == mesh.obstacles().size();
}

Result<ClearanceMesh> buildLists(const NavMesh& mesh, const VoronoiDiagram& voronoi, const Progress& progress)
{
    auto data = std::make_shared<ClearanceMesh::Data>(mesh, voronoi);
    buildSites(*data);
    measureSnapping(*data);
    markVertices(*data);
    buildPieces(*data);
    if (!ListBuilder(*data).run(progress)) return makeCancelled("Building the clearance");
    trim(data->piece_sites);
    trim(data->door_sites);
    trim(data->cell_sites);
    return ClearanceMesh(std::move(data));
}

} // namespace

Result<ClearanceMesh> buildClearance(const NavMesh& mesh, const Execution& execution)
{
    if (const Result<void> checked = checkLayers(mesh); !checked) return checked.error();
    const Result<VoronoiDiagram> voronoi = buildDiagram(mesh, execution);
    return voronoi ? buildLists(mesh, *voronoi, execution.progress) : Result<ClearanceMesh>(voronoi.error());
}

Result<ClearanceMesh> buildClearance(const NavMesh& mesh, const VoronoiDiagram& diagram, const Execution& execution)
{
    if (const Result<void> checked = checkLayers(mesh); !checked) return checked.error();
    if (!hasSameWalls(mesh, diagram))
        return makeError("The Voronoi diagram is not that of the mesh: they are of different scenes.");
    return buildLists(mesh, diagram, execution.progress);
}

} // namespace clearway
