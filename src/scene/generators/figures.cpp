// SPDX-License-Identifier: MIT
// After: R. Oliva, N. Pelechano. Clearance for diversity of agents' sizes in navigation meshes. 2014, figures 1 to 13.
// The small situations of the paper, redrawn from its text in metres for agents of radius 0.5 to 1.5. Cells are the reader's to
// draw: each outline has its notches where the ends of the figure's portals are. Corners count counter-clockwise, so free space
// is on the left.
#include "scene/generators/catalogue.h"
#include "scene/generators/floor_plan.h"
#include "scene/generators/outlines.h"

namespace clearway::generators {

static SceneInput makeFigure(Ring outline, const GeneratorOptions& options)
{
    SceneInput one;
    addArea(one, std::move(outline));
    return repeat(one, options.scale, 2);
}

/// Two rooms joined by one long cell. Its strings bend inwards at (5, 0.2) and (5.8, 4.55) by less than half a metre: with a
/// relaxation of 0.5 m the cell stays whole, and its clearance is found at these notches, not at its portals.
SceneInput buildFig1(const GeneratorOptions& options)
{
    return makeFigure({{-4, -1.5},
                       {0, -1.5},
                       {0, 0},
                       {2.6, -0.3},
                       {5, 0.2},
                       {7.6, -0.2},
                       {10, 0.3},
                       {10, -1.5},
                       {14, -1.5},
                       {14, 6.5},
                       {10, 6.5},
                       {10, 5.1},
                       {8, 4.9},
                       {5.8, 4.55},
                       {2.4, 5},
                       {0, 4.8},
                       {0, 6.5},
                       {-4, 6.5}},
                      options);
}

/// Three passages meet in one cell: from west to east a radius of 2 passes, to the north only 0.7.
SceneInput buildFig2(const GeneratorOptions& options)
{
    return makeFigure({{-5, 0},
                       {0, 0},
                       {2.5, -1},
                       {6, -1},
                       {8.5, 0},
                       {13, 0},
                       {13, 4.2},
                       {8.5, 4.2},
                       {5.6, 5.4},
                       {5.2, 10},
                       {3.4, 10},
                       {4.1, 5.4},
                       {1.6, 4.2},
                       {-5, 4.2}},
                      options);
}

/// Two doors, 4 m and 5 m wide. Behind the first a pillar's tip stands 0.6 m before the middle: the centre is no way point. The
/// second ends in an acute corner, where a point one radius from the end is nearer than that to the wall.
SceneInput buildFig3(const GeneratorOptions& options)
{
    SceneInput one;
    addArea(one, {{0, 0},
                  {8, 0},
                  {8, 2},
                  {8.4, 2},
                  {8.4, 0},
                  {17, 0},
                  {17, 2.2},
                  {21.8, 0.6},
                  {25, 0.6},
                  {25, 9},
                  {17.4, 9},
                  {17.4, 7.2},
                  {17, 7.2},
                  {17, 9},
                  {8.4, 9},
                  {8.4, 6},
                  {8, 6},
                  {8, 9},
                  {0, 9}});
    addObstacle(one, {{9, 4}, {11.6, 2.9}, {11.6, 5.1}});
    return repeat(one, options.scale, 2);
}

/// Two cells that meet in a portal of 4.5 m between two corners of the wall.
SceneInput buildFig4(const GeneratorOptions& options)
{
    return makeFigure(
        {{-6, -0.5}, {-2.5, -2.2}, {0, 0}, {2.2, -2}, {6, -0.8}, {6.4, 3.4}, {3.4, 6.2}, {0.4, 4.5}, {-2.6, 6.6}, {-6.2, 4}},
        options);
}

/// Cell A in the west, portal P from (0, 0) to (0.6, 4.8), cell B, and its exit from (1.3, 0.4) to (4.6, 2.6): the exit starts
/// within a radius of P (case 2), the wall between (4.6, 2.6) and (0.6, 4.8) leans over P (case 3).
SceneInput buildFig5(const GeneratorOptions& options)
{
    return makeFigure({{-5, -1.4},
                       {-1.6, -1.8},
                       {0, 0},
                       {1.3, 0.4},
                       {2.2, -4},
                       {7.8, -3.6},
                       {8.2, 2.2},
                       {4.6, 2.6},
                       {0.6, 4.8},
                       {-1.6, 6.4},
                       {-5, 4.8}},
                      options);
}

/// A corridor that turns back on itself round two blunt tips close together: each portal must keep the side its neighbours need.
SceneInput buildFig7(const GeneratorOptions& options)
{
    return makeFigure({{-7, 0},
                       {-1.5, 0},
                       {0.4, 2.6},
                       {1.4, 2.6},
                       {1.8, -3.5},
                       {6.4, -3.5},
                       {6, 4.4},
                       {3.4, 6.8},
                       {-1.6, 6.4},
                       {-3, 4.4},
                       {-7, 4.4}},
                      options);
}

/// The upper left corner of figure 6 alone, in the same place: the wall on B's side leans over the portal's end at (0.6, 4.8).
SceneInput buildFig8(const GeneratorOptions& options)
{
    return makeFigure({{-3, 2.2}, {4.6, 2.2}, {4.6, 2.6}, {0.6, 4.8}, {-1.6, 6.4}, {-3, 5.74}}, options);
}

/// Left: a portal between two tips, whose walls fall away behind them; only case 1 sees them. Right: one more tip a little behind
/// the portal; only case 2 does.
SceneInput buildFig10(const GeneratorOptions& options)
{
    return makeFigure({{-5, -3},
                       {-2.5, -3},
                       {0, 0},
                       {2.5, -3},
                       {8.5, -3},
                       {11, 0},
                       {11.4, -0.8},
                       {12.1, 1},
                       {14.5, -3},
                       {18, -3},
                       {18, 8},
                       {13.5, 8},
                       {11, 5},
                       {8.5, 8},
                       {2.5, 8},
                       {0, 5},
                       {-2.5, 8},
                       {-5, 8}},
                      options);
}

/// The cell above the portal from (0, 0) to (5, 0) is low when the next portal is drawn from (0.1, 0.7) to (5.3, 1.1), as in the
/// paper's mesh; the wall that leans over the first one and limits it, from (0.1, 0.7) to (2.6, 3.4), then belongs to the cell
/// after that. Connecting notches ends the second portal at (2.6, 3.4) instead: import the cells to see the recursion.
SceneInput buildFig11(const GeneratorOptions& options)
{
    return makeFigure({{-2, -4}, {7, -4}, {5, 0}, {5.3, 1.1}, {8.2, 4}, {7.4, 8}, {3.2, 8}, {2.6, 3.4}, {0.1, 0.7}, {0, 0}},
                      options);
}

/// Two halls and a door of 3.2 m; a crowd that heads for one way point of the door lines up in the first hall and jams in the
/// door.
SceneInput buildFig12(const GeneratorOptions& options)
{
    FloorPlan plan;
    plan.add(0, 0, 12, 10);
    plan.add(12, 3.4, 12.4, 6.6);
    plan.add(12.4, 0, 24, 10);
    SceneInput one;
    one.areas.push_back(plan.buildArea());
    return repeat(one, options.scale, 2);
}

/// A room with an opening of 5 m in its east wall, and a room behind it: from (6, 8) the goal at (16, 6) is in view, from
/// (3, 6.5) the opening is straight ahead, from (5, 1.5) it lies to the side.
SceneInput buildFig13(const GeneratorOptions& options)
{
    FloorPlan plan;
    plan.add(0, 0, 9, 11);
    plan.add(9, 4.5, 9.4, 9.5);
    plan.add(9.4, 3, 18, 11);
    SceneInput one;
    one.areas.push_back(plan.buildArea());
    return repeat(one, options.scale, 2);
}

} // namespace clearway::generators
