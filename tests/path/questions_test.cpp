// SPDX-License-Identifier: MIT
// Many hard questions: walls turned by a hair, starts and goals on the prolongation of walls and nanometres from corners, radii
// equal to half a gap. There is no oracle fast enough for so many; what must hold for each answer is checked instead.
#include <string>

#include "tests/path/support.h"
#include "tests/support/path_questions.h"

namespace clearway {
namespace {

using test::kQuestionSceneCount;
using test::PathMeshKind;
using test::PathWorld;
using test::Question;
using test::QuestionScene;

/// What is wrong with the answers to a question asked in both directions; empty when nothing is.
std::string findFaults(PathWorld& world, const Question& question)
{
    const Path there = world.find(question.start, question.goal, question.radius);
    const Path back = world.find(question.goal, question.start, question.radius);
    if (there.status() == PathStatus::unresolved || back.status() == PathStatus::unresolved) return "unresolved";
    if (there.status() == PathStatus::out_of_budget || back.status() == PathStatus::out_of_budget) return "out of budget";
    if (there.status() == PathStatus::invalid) return back.status() == PathStatus::invalid ? "" : "invalid one way only";
    if (there.status() != back.status()) return "another status on the way back";
    if (there.status() != PathStatus::complete) return "";
    if (const std::string faults = world.faults(there, question.start, question.goal, question.radius); !faults.empty())
        return faults;
    const double longer = std::max(there.length(), back.length());
    if (std::abs(there.length() - back.length()) <= 1e-6 * std::max(1.0, longer)) return "";
    // One of them may fit through a gap that is too narrow by less than a quantum; then the other is the shortest without it.
    if (longer <= world.computeOptimum(question.start, question.goal, question.radius) * (1 + 1e-6)) return "";
    return "as long as " + std::to_string(there.length()) + " there and " + std::to_string(back.length()) + " back";
}

void askMany(PathMeshKind mesh_kind, std::uint64_t first_seed, int scene_count, int question_count)
{
    int complete = 0;
    for (int i = 0; i < scene_count; ++i)
    {
        const std::uint64_t seed = first_seed + static_cast<std::uint64_t>(i);
        const auto kind = static_cast<QuestionScene>(i % kQuestionSceneCount);
        const Scene scene = test::makeQuestionScene(kind, seed);
        PathWorld world(std::string(test::toString(kind)) + " seed " + std::to_string(seed), scene,
                        test::buildPathMesh(scene, mesh_kind, seed));
        test::QuestionSource source(world.clearance, seed);
        for (int k = 0; k < question_count; ++k)
        {
            const Question question = source.draw();
            ASSERT_EQ(findFaults(world, question), "")
                << world.describe(question.start, question.goal, question.radius) << ", question " << k;
            complete += world.find(question.start, question.goal, question.radius).isComplete();
        }
    }
    EXPECT_GT(complete, scene_count * question_count / 2);
}

TEST(PathQuestions, OnceAnsweredWrongly)
{
    struct Case
    {
        PathMeshKind mesh;
        QuestionScene scene;
        std::uint64_t seed;
        int question;
    };
    const Case cases[] = {
        {PathMeshKind::notches, QuestionScene::maze, 10962, 208}, // a vertex on a wall, a nanometre off, hides the wall behind it
        {PathMeshKind::notches, QuestionScene::maze, 11046, 82},  // the same
        {PathMeshKind::flipped, QuestionScene::maze, 40322, 10},  // the path runs along the sides of slivers
        {PathMeshKind::imported, QuestionScene::office, 3009, 234},  // vertices that the lattice unites
        {PathMeshKind::imported, QuestionScene::office, 3133, 21},   // an arc that rounding turns back
        {PathMeshKind::imported, QuestionScene::office, 50673, 193}, // a wall in short pieces, each off by a little
        {PathMeshKind::imported, QuestionScene::office, 3413, 45},   // an arc that starts behind its end
    };
    for (const Case& c : cases)
    {
        const Scene scene = test::makeQuestionScene(c.scene, c.seed);
        PathWorld world(std::string(test::toString(c.scene)) + " seed " + std::to_string(c.seed), scene,
                        test::buildPathMesh(scene, c.mesh, c.seed));
        test::QuestionSource source(world.clearance, c.seed);
        Question question;
        for (int k = 0; k <= c.question; ++k) question = source.draw();
        EXPECT_EQ(findFaults(world, question), "") << world.describe(question.start, question.goal, question.radius);
    }
}

TEST(PathQuestions, ThereAndBackAreEquallyLongOnCellsOfNotches)
{
    askMany(PathMeshKind::notches, 10000, 160 * test::testScale(), 250);
}

TEST(PathQuestions, ThereAndBackAreEquallyLongOnMergedTriangles)
{
    askMany(PathMeshKind::merged, 20000, 40 * test::testScale(), 250);
}

TEST(PathQuestions, ThereAndBackAreEquallyLongOnTriangles)
{
    askMany(PathMeshKind::triangulation, 30000, 80 * test::testScale(), 250);
}

TEST(PathQuestions, ThereAndBackAreEquallyLongOnSlivers) { askMany(PathMeshKind::flipped, 40000, 40 * test::testScale(), 250); }

TEST(PathQuestions, ThereAndBackAreEquallyLongOnImportedCells)
{
    askMany(PathMeshKind::imported, 50000, 80 * test::testScale(), 250);
}

} // namespace
} // namespace clearway
