// SPDX-License-Identifier: MIT
// Many hard questions: walls turned by a hair, starts and goals on the prolongation of walls and nanometres from corners, radii
// equal to half a gap. There is no oracle fast enough for so many; what must hold for each answer is checked instead, and
// some answers are compared with those of other cells.
#include <optional>
#include <string>

#include <gmock/gmock.h>

#include "path/search.h"
#include "tests/path/support.h"
#include "tests/support/path_questions.h"

namespace clearway {
namespace {

using test::kQuestionSceneCount;
using test::PathMeshKind;
using test::PathWorld;
using test::Question;
using test::QuestionScene;

Path ask(PathWorld& world, const Question& question) { return world.find(question.start, question.goal, question.radius); }

/// What is wrong with the answers to a question asked in both directions; empty when nothing is.
std::string findFaults(PathWorld& world, const Question& question, const Path& there)
{
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

/// Whether the search, which is not asked where the Voronoi diagram knows of no way, finds one all the same.
bool isFoundWithoutDiagram(const PathWorld& world, const Question& question)
{
    const ClearanceMesh::Data& data = world.clearance.data();
    NavMeshQuery query(data.mesh);
    const CellId from = query.findCell(question.start), to = query.findCell(question.goal);
    const auto isOnePiece = [&](CellId cell) { return data.first_piece[cell + 1] == data.first_piece[cell] + 1; };
    if (!isOnePiece(from) || !isOnePiece(to)) return false; // not told
    Search search(data);
    Search::Question local;
    local.start = question.start - data.origin;
    local.goal = question.goal - data.origin;
    local.radius = question.radius;
    local.start_piece = data.first_piece[from];
    local.goal_piece = data.first_piece[to];
    local.max_nodes = PathOptions().max_nodes;
    return search.run(local) == Search::Outcome::found;
}

/// What a world with other cells has against an answer; empty when it agrees. An answer that is wrong the same way there and back
/// is found out here.
std::string findDisagreement(PathWorld& world, PathWorld& other, const Question& question, const Path& path)
{
    if (path.status() == PathStatus::invalid) return "";
    const double tolerance = world.quantum + other.quantum;
    NavMeshQuery query(other.clearance.mesh());
    const Place from{question.start, query.findCell(question.start)}, to{question.goal, query.findCell(question.goal)};
    if (!from || !to) return ""; // nanometres outside
    const double widest = other.clearance.findWidest(from, to).radius;
    if (path.isComplete() && widest < question.radius - tolerance) return "a path where there is no room for one";
    if (!path.isComplete() && widest > question.radius + tolerance) return "no path where there is room for one";
    if (!path.isComplete())
    {
        const bool is_clear = question.radius > 10 * tolerance && widest < question.radius - tolerance;
        return is_clear && isFoundWithoutDiagram(world, question) ? "no path, but the search finds one" : "";
    }
    if (path.length() < distance(question.start, question.goal) - 2 * tolerance) return "shorter than the straight line";
    const Path second = ask(other, question);
    if (!second.isComplete() || path.length() <= second.length() + 1e-6 * std::max(1.0, second.length())) return "";
    // The other one may fit through a gap that is too narrow by less than a quantum.
    if (path.length() <= world.computeOptimum(question.start, question.goal, question.radius) * (1 + 1e-6)) return "";
    return "as long as " + std::to_string(path.length()) + ", and " + std::to_string(second.length()) + " through other cells";
}

/// The cells to compare with.
PathMeshKind chooseOtherCells(PathMeshKind kind)
{
    return kind == PathMeshKind::notches ? PathMeshKind::triangulation : PathMeshKind::notches;
}

/// One question in twenty is compared with other cells: one in four in each fifth scene, since cells are what costs.
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
        std::optional<PathWorld> other;
        if (i % 5 == 0) other.emplace("other cells", scene, test::buildPathMesh(scene, chooseOtherCells(mesh_kind), seed));
        test::QuestionSource source(world.clearance, seed);
        for (int k = 0; k < question_count; ++k)
        {
            const Question question = source.draw();
            const Path path = ask(world, question);
            ASSERT_EQ(findFaults(world, question, path), "")
                << world.describe(question.start, question.goal, question.radius) << ", question " << k;
            complete += path.isComplete();
            if (!other || k % 4 != 0) continue;
            ASSERT_EQ(findDisagreement(world, *other, question, path), "")
                << world.describe(question.start, question.goal, question.radius) << ", question " << k;
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
        EXPECT_EQ(findFaults(world, question, ask(world, question)), "")
            << world.describe(question.start, question.goal, question.radius);
    }
}

TEST(PathQuestions, AnswersThatAreWrongBothWaysAreFoundOut)
{
    // The way below the block is shorter; without it there and back lead over the block, and are equally long.
    SceneInput input;
    input.areas.push_back({{{{0, 0}, {20, 0}, {20, 10}, {0, 10}}, {}}, {}, 0});
    input.obstacles.push_back({{{{8, 3}, {12, 3}, {12, 9}, {8, 9}}, {}}, 0});
    const Scene scene = buildScene(input).value();
    const Question question{{2, 5}, {18, 5}, 0.25};
    PathWorld world(scene), other(scene, PathMeshKind::triangulation);
    EXPECT_EQ(findDisagreement(world, other, question, ask(world, question)), "");

    // A diagram that knows of narrower ways only.
    input.obstacles.clear();
    input.obstacles.push_back({{{{8, 1}, {12, 1}, {12, 9.5}, {8, 9.5}}, {}}, 0});
    PathWorld narrow(buildScene(input).value());
    const Question middling{question.start, question.goal, 0.75};
    Path none;
    PathWriter(none).setStatus(PathStatus::unreachable);
    EXPECT_EQ(findDisagreement(world, narrow, middling, none), "no path, but the search finds one");
    EXPECT_EQ(findDisagreement(narrow, narrow, middling, ask(narrow, middling)), "");

    const double length = ask(world, question).length();
    world.clearance = test::wallUp(world.clearance, {10, 1});
    world.finder = PathFinder(world.clearance);
    const Path detour = ask(world, question);
    ASSERT_GT(detour.length(), length + 1);
    EXPECT_EQ(findFaults(world, question, detour), "") << "there is as long as back";
    EXPECT_THAT(findDisagreement(world, other, question, detour), testing::HasSubstr("through other cells"));
    EXPECT_EQ(findDisagreement(world, other, question, Path()), "") << "an invalid question has no answer";

    EXPECT_EQ(findDisagreement(world, other, question, none), "no path where there is room for one");
    const Question wide{question.start, question.goal, 1.75};
    EXPECT_EQ(findDisagreement(world, other, wide, detour), "a path where there is no room for one");
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
