// SPDX-License-Identifier: MIT
#include "tests/support/path_questions.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace clearway::test {

namespace {

/// Turns and shifts everything that is drawn.
struct Pose
{
    double cosine = 1;
    double sine = 0;
    Vec2 shift;

    Vec2 operator()(double x, double y) const { return Vec2{cosine * x - sine * y, sine * x + cosine * y} + shift; }
};

Pose drawPose(Random& random, double turn)
{
    turn += static_cast<double>(random.below(8)) * std::numbers::pi / 4;
    switch (random.below(4))
    {
    case 0: break;
    case 1: turn += random.uniform(0, 2 * std::numbers::pi); break;
    default: turn += std::pow(10, -random.uniform(2, 12)) * (random.below(2) ? 1 : -1); break;
    }
    Pose pose{std::cos(turn), std::sin(turn), {}};
    switch (random.below(4))
    {
    case 0: break;
    case 1: pose.shift = {random.uniform(-10, 10), random.uniform(-10, 10)}; break;
    case 2: pose.shift = {1234.567, -987.1}; break;
    default: pose.shift = {5e5 + random.uniform(0, 1), 4.6e6}; break;
    }
    return pose;
}

double drawThickness(Random& random)
{
    constexpr double kThicknesses[] = {0.001, 0.01, 0.1, 0.25, 0.5, 2};
    return random.below(2) ? kThicknesses[random.below(6)] : random.uniform(0.001, 0.5);
}

Ring makeBox(const Pose& pose, double x0, double y0, double x1, double y1)
{
    return {pose(x0, y0), pose(x1, y0), pose(x1, y1), pose(x0, y1)};
}

void addObstacle(SceneInput& input, Ring ring) { input.obstacles.push_back({{std::move(ring), {}}, 0}); }

SceneInput makeHall(const Pose& pose, double width, double height)
{
    SceneInput input;
    input.areas.push_back({{makeBox(pose, 0, 0, width, height), {}}, {}, 0});
    return input;
}

SceneInput makeDoor(const Pose& pose, Random& random)
{
    const double thickness = drawThickness(random),
                 width = random.below(2) ? random.uniform(0.2, 2) : 0.1 * static_cast<double>(2 + random.below(18));
    const double x0 = 10 - thickness / 2, x1 = x0 + thickness;
    const double y0 = random.below(3) == 0 ? 5 : random.uniform(0.5, 17), y1 = y0 + width;
    SceneInput input;
    Ring ring{pose(0, 0),   pose(x0, 0),  pose(x0, y0), pose(x1, y0), pose(x1, 0),  pose(20, 0),
              pose(20, 20), pose(x1, 20), pose(x1, y1), pose(x0, y1), pose(x0, 20), pose(0, 20)};
    input.areas.push_back({{std::move(ring), {}}, {}, 0});
    return input;
}

/// A wall from `from` to `to` along x or, with `is_upright`, along y, at `at` on the other axis, with a gap.
void addWall(SceneInput& input, const Pose& pose, Random& random, bool is_upright, double at, double from, double to,
             double thickness)
{
    const double t = thickness / 2, gap = random.below(2) ? random.uniform(0.5, 1.5) : 0.9;
    const double begin = random.uniform(from + 0.3, std::max(from + 0.4, to - 0.3 - gap));
    const auto add = [&](double low, double high) {
        if (is_upright)
            addObstacle(input, makeBox(pose, at - t, low, at + t, high));
        else
            addObstacle(input, makeBox(pose, low, at - t, high, at + t));
    };
    if (random.below(8) == 0) return add(from - t, to + t);
    add(from - t, begin);
    add(begin + gap, to + t);
}

SceneInput makeOffice(const Pose& pose, Random& random)
{
    const int columns = 2 + static_cast<int>(random.below(3)), rows = 2 + static_cast<int>(random.below(2));
    constexpr double kSide = 4;
    const double thickness = drawThickness(random) / 4;
    SceneInput input = makeHall(pose, columns * kSide, rows * kSide);
    for (int c = 0; c < columns; ++c)
        for (int r = 0; r < rows; ++r)
        {
            if (c > 0) addWall(input, pose, random, true, c * kSide, r * kSide, (r + 1) * kSide, thickness);
            if (r > 0) addWall(input, pose, random, false, r * kSide, c * kSide, (c + 1) * kSide, thickness);
            if (random.below(2)) continue;
            const double x = c * kSide + random.uniform(0.5, 2.5), y = r * kSide + random.uniform(0.5, 2.5);
            addObstacle(input, makeBox(pose, x, y, x + random.uniform(0.4, 1.2), y + random.uniform(0.4, 1.2)));
        }
    return input;
}

/// Walls of a grid: each square has a wall above it or beside it, so that every square is reached.
SceneInput makeMaze(const Pose& pose, Random& random)
{
    const int columns = 4 + static_cast<int>(random.below(5)), rows = 4 + static_cast<int>(random.below(5));
    const double side = random.below(2) ? 1 : random.uniform(0.7, 1.3), t = std::min(0.3, drawThickness(random)) / 2;
    SceneInput input = makeHall(pose, columns * side, rows * side);
    for (int c = 1; c < columns; ++c)
        for (int r = 1; r < rows; ++r)
        {
            if (random.below(2))
                addObstacle(input, makeBox(pose, c * side - t, r * side - t, (c + 1) * side + t, r * side + t));
            else
                addObstacle(input, makeBox(pose, c * side - t, r * side - t, c * side + t, (r + 1) * side + t));
        }
    return input;
}

SceneInput makeGrove(const Pose& pose, Random& random)
{
    const int count = 3 + static_cast<int>(random.below(5));
    const double jitter = random.below(2) ? 0 : 1.5;
    SceneInput input = makeHall(pose, count * 4, count * 4);
    for (int c = 0; c < count; ++c)
        for (int r = 0; r < count; ++r)
        {
            const double x = 4 * c + 2 + random.uniform(-0.5, 0.5) * jitter, y = 4 * r + 2 + random.uniform(-0.5, 0.5) * jitter;
            const double radius = random.uniform(0.3, 1.3);
            const int sides = 3 + static_cast<int>(random.below(6));
            Ring ring;
            for (int i = 0; i < sides; ++i)
            {
                const double angle = -2 * std::numbers::pi * i / sides;
                ring.push_back(pose(x + radius * std::cos(angle), y + radius * std::sin(angle)));
            }
            addObstacle(input, std::move(ring));
        }
    return input;
}

} // namespace

const char* toString(QuestionScene kind)
{
    constexpr const char* kNames[] = {"door", "office", "maze", "grove"};
    return kNames[static_cast<int>(kind)];
}

Scene makeQuestionScene(QuestionScene kind, std::uint64_t seed, double turn)
{
    Random random(seed, 77);
    const Pose pose = drawPose(random, turn);
    switch (kind)
    {
    case QuestionScene::door: return buildScene(makeDoor(pose, random)).value();
    case QuestionScene::office: return buildScene(makeOffice(pose, random)).value();
    case QuestionScene::maze: return buildScene(makeMaze(pose, random)).value();
    case QuestionScene::grove: break;
    }
    return buildScene(makeGrove(pose, random)).value();
}

QuestionSource::QuestionSource(const ClearanceMesh& clearance, std::uint64_t seed)
    : clearance_(clearance), query_(clearance.mesh()), random_(seed, 78)
{
    for (const VoronoiDiagram::Site& site : clearance.voronoi().sites())
    {
        box_.add(site.shape.a);
        box_.add(site.shape.b);
    }
}

double QuestionSource::drawHair()
{
    return random_.below(4) == 0 ? 0 : std::pow(10, -random_.uniform(5, 10)) * (random_.below(2) ? 1 : -1);
}

double QuestionSource::drawRadius()
{
    const std::span<const VoronoiDiagram::Edge> edges = clearance_.voronoi().edges();
    switch (random_.below(4))
    {
    case 0: return 0;
    case 1: return random_.uniform(0, 0.5);
    case 2: return std::max(0.0, edges[random_.below(edges.size())].narrowest * (1 + drawHair() * 1e-3));
    default:
        return random_.below(2) ? 0.05 * static_cast<double>(1 + random_.below(10))
                                : clearance_.mesh().frame().quantum * random_.uniform(0, 3);
    }
}

Segment QuestionSource::drawWall()
{
    const std::span<const VoronoiDiagram::Site> sites = clearance_.voronoi().sites();
    for (;;)
    {
        const Segment wall = sites[random_.below(sites.size())].shape;
        if (wall.a != wall.b) return wall;
    }
}

Vec2 QuestionSource::drawBesideWall(double radius)
{
    const Segment wall = drawWall();
    const Vec2 along = (wall.b - wall.a) / distance(wall.a, wall.b);
    return interpolate(wall.a, wall.b, random_.uniform(0, 1)) + perpendicular(along) * (radius + std::abs(drawHair()));
}

Vec2 QuestionSource::drawOnProlongation(double radius)
{
    const Segment wall = drawWall();
    const Vec2 along = (wall.b - wall.a) / distance(wall.a, wall.b);
    const double sides[] = {0, radius, -radius, 2 * radius};
    const double ahead = random_.below(3) == 0 ? radius + std::abs(drawHair()) : random_.uniform(0, 8);
    return wall.b + along * ahead + perpendicular(along) * (sides[random_.below(4)] + drawHair());
}

Vec2 QuestionSource::drawNearCorner(double radius)
{
    const Vec2 corner = drawWall().a;
    const double angle = random_.uniform(0, 2 * std::numbers::pi);
    return corner + Vec2{std::cos(angle), std::sin(angle)} * (radius + std::abs(drawHair()));
}

Vec2 QuestionSource::drawOnDiagram()
{
    const VoronoiDiagram& diagram = clearance_.voronoi();
    if (random_.below(2)) return diagram.vertices()[random_.below(diagram.vertices().size())].position;
    return diagram.edges()[random_.below(diagram.edges().size())].narrowest_at;
}

Vec2 QuestionSource::drawCandidate(double radius)
{
    switch (random_.below(6))
    {
    case 0: return drawBesideWall(radius);
    case 1: return drawOnProlongation(radius);
    case 2: return drawNearCorner(radius);
    case 3: return drawOnDiagram();
    case 4: {
        const NavMesh& mesh = clearance_.mesh();
        if (mesh.portals().empty()) return drawOnDiagram();
        const NavMesh::Portal& portal = mesh.portals()[random_.below(mesh.portals().size())];
        return interpolate(mesh.vertices()[portal.a].position, mesh.vertices()[portal.b].position, random_.uniform(0, 1));
    }
    default: return {random_.uniform(box_.min.x, box_.max.x), random_.uniform(box_.min.y, box_.max.y)};
    }
}

Vec2 QuestionSource::drawPoint(double radius)
{
    Vec2 p;
    for (int i = 0; i < 50; ++i)
    {
        p = drawCandidate(radius);
        const CellId cell = query_.findCell(p);
        if (cell != kNone && clearance_.findNearestSite({p, cell}).distance >= radius) break;
    }
    return p;
}

Question QuestionSource::draw()
{
    Question question;
    question.radius = drawRadius();
    question.start = drawPoint(question.radius);
    question.goal = drawPoint(question.radius);
    if (random_.below(3) == 0)
    {
        // As wide as the way between them is, up to a hair.
        const CellId from = query_.findCell(question.start), to = query_.findCell(question.goal);
        if (from != kNone && to != kNone)
        {
            const double widest = clearance_.findWidest({question.start, from}, {question.goal, to}).radius;
            question.radius = std::max(0.0, widest + (random_.below(2) ? 0 : drawHair() * 1e-2));
        }
    }
    return question;
}

} // namespace clearway::test
