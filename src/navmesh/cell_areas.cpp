// SPDX-License-Identifier: MIT
#include <clearway/navmesh/build.h>

namespace clearway {

static void addCorner(SceneInput::AreaInput& area, const NavMesh::Vertex& vertex)
{
    area.outline.points.push_back(vertex.position);
    area.outline.heights.push_back(vertex.height);
}

SceneInput buildSceneInput(const PolygonMesh& mesh)
{
    SceneInput input;
    for (std::size_t i = 0; i < mesh.cells.size(); ++i)
    {
        SceneInput::AreaInput& area = input.areas.emplace_back();
        area.layer = mesh.layers.empty() ? 0 : mesh.layers[i];
        for (const VertexId vertex : mesh.cells[i]) addCorner(area, mesh.vertices[vertex]);
    }
    return input;
}

SceneInput buildSceneInput(const NavMesh& mesh)
{
    SceneInput input;
    for (CellId cell = 0; cell < mesh.cells().size(); ++cell)
    {
        SceneInput::AreaInput& area = input.areas.emplace_back();
        area.layer = mesh.cells()[cell].layer;
        for (const NavMesh::Side& side : mesh.sides(cell)) addCorner(area, mesh.vertices()[side.from]);
    }
    return input;
}

} // namespace clearway
