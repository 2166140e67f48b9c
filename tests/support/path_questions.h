// SPDX-License-Identifier: MIT
// Questions that are hard for a path search: scenes whose walls are turned by a hair, and starts, goals and radii that lie
// exactly on, or a nanometre beside, what decides the answer.
#pragma once
#include <cstdint>
#include <string>

#include <clearway/base/random.h>
#include <clearway/clearance/clearance_mesh.h>
#include <clearway/scene/scene.h>

namespace clearway::test {

enum class QuestionScene
{
    door,   ///< two rooms with a door between them
    office, ///< rooms in rows, a door in most walls, desks
    maze,   ///< corridors of one width
    grove,  ///< pillars with 3 to 8 sides
};
constexpr int kQuestionSceneCount = 4;
const char* toString(QuestionScene kind);

/// Walls are up to 2 m thick and as thin as 1 mm. The scene is turned by any angle, often by a right angle and a hair, and by
/// `turn` in addition (radians); and shifted.
Scene makeQuestionScene(QuestionScene kind, std::uint64_t seed, double turn = 0);

struct Question
{
    Vec2 start;
    Vec2 goal;
    double radius = 0;
};

/// Draws questions for one mesh. Starts and goals fit the radius unless 50 tries found no such point.
class QuestionSource
{
public:
    QuestionSource(const ClearanceMesh& clearance, std::uint64_t seed);
    Question draw();

private:
    double drawRadius();
    Vec2 drawPoint(double radius);
    Vec2 drawCandidate(double radius);
    Segment drawWall();
    Vec2 drawBesideWall(double radius);
    Vec2 drawOnProlongation(double radius);
    Vec2 drawNearCorner(double radius);
    Vec2 drawOnDiagram();
    double drawHair();

    ClearanceMesh clearance_;
    NavMeshQuery query_;
    Random random_;
    Box2 box_;
};

} // namespace clearway::test
