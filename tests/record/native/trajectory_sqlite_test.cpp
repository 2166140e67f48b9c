// SPDX-License-Identifier: MIT
#include <clearway/native/trajectory_sqlite.h>

#include <gtest/gtest.h>

#include <filesystem>

#include "record/native/database.h"
#include "tests/io/support.h"
#include "tests/record/trajectory_support.h"
#include "tests/support/scale.h"

namespace clearway {

using namespace test;

TEST(SqliteTrajectory, ComesBackToTheBit)
{
    const TemporaryFolder folder;
    for (int seed = 0; seed < 10 * testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        const RecordedRun run = makeRandomRun(static_cast<std::uint64_t>(seed));
        const std::string path = folder.file("run.sqlite");
        writeRun(run, buildSqliteTrajectoryWriter(path));
        Result<std::unique_ptr<TrajectoryReader>> reader = openSqliteTrajectory(path);
        ASSERT_TRUE(reader) << reader.error().message;
        expectSameRun(run, **reader, Headings::kept);
        ASSERT_TRUE((*reader)->rewind());
        expectSameRun(run, **reader, Headings::kept);
        EXPECT_EQ(folder.list(), std::vector<std::string>{"run.sqlite"});
    }
}

TEST(SqliteTrajectory, TheFormIsChosenByTheEndingAndFoundByTheContent)
{
    const TemporaryFolder folder;
    const RecordedRun run = makeRandomRun(4);
    for (const char* name : {"a.sqlite", "b.DB", "c.txt"})
    {
        writeRun(run, buildTrajectoryWriter(folder.file(name)));
        std::filesystem::rename(folder.file(name), folder.file("run"));
        Result<std::unique_ptr<TrajectoryReader>> reader = openTrajectory(folder.file("run"));
        ASSERT_TRUE(reader) << reader.error().message;
        expectSameRun(run, **reader, std::string(name) == "c.txt" ? Headings::lost : Headings::kept);
    }
    EXPECT_FALSE(buildTrajectoryWriter(folder.file("run.csv")));
    EXPECT_TRUE(isTrajectoryName("x.SQLITE"));
    EXPECT_TRUE(isTrajectoryName("x.txt.partial"));
    EXPECT_FALSE(isTrajectoryName("x.wkt"));
    EXPECT_FALSE(isTrajectoryName("sqlite"));
}

/// A database made by hand, as other programs write them.
static void makeDatabase(const std::string& path, const std::string& commands)
{
    std::filesystem::remove(path);
    Result<Database> database = Database::open(path, DatabaseAccess::create);
    ASSERT_TRUE(database);
    const Result<void> done = database->run(commands.c_str());
    ASSERT_TRUE(done) << done.error().message;
}

TEST(SqliteTrajectory, FilesOfJuPedSimOfAllVersionsAreRead)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("run.sqlite");
    const std::string rows = "INSERT INTO metadata VALUES('fps', 25.0);"
                             "INSERT INTO trajectory_data(frame, id, pos_x, pos_y";
    const std::string metadata = "CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);";
    const std::string with_heading = "CREATE TABLE trajectory_data(frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT "
                                     "NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);";
    const std::string without = "CREATE TABLE trajectory_data(frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL, "
                                "pos_y REAL NOT NULL);";
    const auto check = [&](std::size_t heading_count, const std::string& geometry) {
        Result<std::unique_ptr<TrajectoryReader>> reader = openSqliteTrajectory(path);
        ASSERT_TRUE(reader) << reader.error().message;
        EXPECT_EQ((*reader)->info().frame_rate, 25);
        EXPECT_EQ((*reader)->info().geometry, geometry);
        TrajectoryFrame frame;
        ASSERT_TRUE(*(*reader)->read(frame));
        EXPECT_EQ(frame.ids, (std::vector<std::uint64_t>{2, 5}));
        EXPECT_EQ(frame.positions, (std::vector<Vec2>{{3, 4}, {1, 2}}));
        EXPECT_EQ(frame.headings.size(), heading_count);
        EXPECT_FALSE(*(*reader)->read(frame));
    };
    makeDatabase(path, with_heading + metadata + rows + ", ori_x, ori_y) VALUES(0, 5, 1, 2, 1, 0), (0, 2, 3, 4, 0, 1);" +
                           "INSERT INTO metadata VALUES('version', 1);"
                           "CREATE TABLE geometry(wkt TEXT NOT NULL); INSERT INTO geometry VALUES('A')");
    check(2, "A");
    makeDatabase(path, with_heading + metadata + rows + ", ori_x, ori_y) VALUES(0, 5, 1, 2, 1, 0), (0, 2, 3, 4, 0, 1);" +
                           "INSERT INTO metadata VALUES('version', 2);"
                           "CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);"
                           "INSERT INTO geometry VALUES(1, 'A'), (2, 'B')");
    check(2, "A B");
    makeDatabase(path,
                 without + metadata + rows + ") VALUES(0.0, 5, 1, 2), (0, 2, 3, 4); INSERT INTO metadata VALUES('version', 3)");
    check(0, "");
}

TEST(SqliteTrajectory, WhatIsNoTrajectoryIsRefused)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("bad.sqlite");
    const auto refuse = [&](const std::string& part) {
        const Result<std::unique_ptr<TrajectoryReader>> reader = openTrajectory(path);
        ASSERT_FALSE(reader);
        EXPECT_TRUE(mentions(reader.error().message, part)) << reader.error().message;
        EXPECT_EQ(reader.error().place.file, path);
    };
    const std::string metadata = "CREATE TABLE metadata(key, value); INSERT INTO metadata VALUES('version', 2), ('fps', 10);";
    refuse("No such file");
    makeDatabase(path, "CREATE TABLE other(x)");
    refuse("trajectory_data");
    makeDatabase(path, "CREATE TABLE trajectory_data(frame, id, pos_x, pos_y)");
    refuse("metadata");
    makeDatabase(path, "CREATE TABLE trajectory_data(frame, id, pos_x, pos_y); CREATE TABLE metadata(key, value)");
    refuse("fps");
    makeDatabase(path, metadata + "UPDATE metadata SET value = 4 WHERE key = 'version';"
                                  "CREATE TABLE trajectory_data(frame, id, pos_x, pos_y)");
    refuse("version 4");
    makeDatabase(path, metadata + "CREATE TABLE trajectory_data(frame, id)");
    refuse("pos_x");
    for (const char* row : {"('x', 1, 1, 1)", "(0, 1.5, 1, 1)", "(0, 1, 'one', 1)", "(0, 1, NULL, 1)", "(0, 1, 9e999, 1)"})
    {
        makeDatabase(path, metadata +
                               "CREATE TABLE trajectory_data(frame, id, pos_x, pos_y); INSERT INTO trajectory_data VALUES" + row);
        refuse("trajectory_data");
    }
    // A view could compute for ever.
    makeDatabase(path, metadata +
                           "CREATE VIEW trajectory_data AS WITH RECURSIVE n(frame, id, pos_x, pos_y) AS (SELECT 1, 1, 1.0, "
                           "1.0 UNION ALL SELECT frame + 1, 1, 1.0, 1.0 FROM n) SELECT * FROM n");
    refuse("trajectory_data");
    put(path, "SQLite format 3");
    refuse("bad.sqlite");
}

TEST(SqliteTrajectory, AnyBytesAreSurvived)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("run.sqlite");
    writeRun(makeRandomRun(2), buildSqliteTrajectoryWriter(path));
    const std::string right = take(path);
    Random random(9);
    for (int i = 0; i < 200 * testScale(); ++i)
    {
        std::string bytes = right;
        for (std::size_t k = 0; k < 1 + random.below(20); ++k)
            bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
        if (random.below(4) == 0) bytes.resize(random.below(bytes.size()));
        put(path, bytes);
        Result<std::unique_ptr<TrajectoryReader>> reader = openSqliteTrajectory(path);
        TrajectoryFrame frame;
        while (reader)
        {
            const Result<bool> found = (*reader)->read(frame);
            if (!found || !*found) break;
        }
    }
}

/// What the file says in its rows is read; what it asks to be computed is not.
TEST(SqliteTrajectory, AFileThatComputesIsRefused)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("bad.sqlite");
    const std::string metadata = "CREATE TABLE metadata(key, value); INSERT INTO metadata VALUES('version', 2), ('fps', 10);";
    const std::string rows =
        "CREATE TABLE trajectory_data(frame, id, pos_x, pos_y); INSERT INTO trajectory_data VALUES(0, 1, 1, 1);";
    const std::string forever = "length(hex(zeroblob(400000000)))";
    const std::string recursive = " AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT ";
    for (const auto& [table, commands] : {
             std::pair<std::string, std::string>("trajectory_data",
                                                 metadata + "CREATE TABLE trajectory_data(frame, id, pos_x AS (" + forever +
                                                     ") VIRTUAL, pos_y); INSERT INTO trajectory_data VALUES(0, 1, 1)"),
             {"trajectory_data", metadata + "CREATE TABLE trajectory_data(frame, id, pos_x, pos_y AS (1.0) STORED)"},
             {"trajectory_data",
              metadata + "CREATE VIEW trajectory_data" + recursive + "x frame, 1 id, 1.0 pos_x, 1.0 pos_y FROM n"},
             {"metadata", rows + "CREATE TABLE metadata(key, value AS (" + forever + ")); INSERT INTO metadata VALUES('fps')"},
             {"metadata", rows + "CREATE VIEW metadata" + recursive + "x key, x value FROM n"},
             {"geometry", rows + metadata + "CREATE VIEW geometry" + recursive + "x wkt FROM n"},
             {"geometry", rows + metadata + "CREATE VIRTUAL TABLE geometry USING fts5(wkt)"},
             {"clearway_agents", rows + metadata + "CREATE VIEW clearway_agents" + recursive + "x first_id FROM n"},
             {"clearway_measures", rows + metadata + "CREATE VIEW Clearway_Measures" + recursive + "x points FROM n"},
         })
    {
        makeDatabase(path, commands);
        const Result<std::unique_ptr<TrajectoryReader>> reader = openTrajectory(path);
        ASSERT_FALSE(reader) << commands;
        EXPECT_EQ(reader.error().code, ErrorCode::malformed_file);
        EXPECT_TRUE(mentions(reader.error().message, "'" + table + "'")) << reader.error().message;
        EXPECT_TRUE(mentions(reader.error().message, "view")) << reader.error().message;
    }
}

/// Where SQLite's pages of 512 bytes are inner pages of tables, each is made to name the next one for all of its children. The
/// tree then has more rows than could ever be counted.
static std::string makeEndlessTree(std::string bytes)
{
    constexpr std::size_t kPage = 512;
    const auto byteAt = [&](std::size_t at) { return static_cast<unsigned char>(bytes.at(at)); };
    std::vector<std::size_t> inner; // numbers of pages, from 1
    for (std::size_t page = 2; page * kPage <= bytes.size(); ++page)
        if (byteAt((page - 1) * kPage) == 5 && inner.size() < 8) inner.push_back(page); // SQLite takes 20 levels for damage
    const auto putChild = [&](std::size_t at, std::size_t child) {
        for (std::size_t i = 0; i < 4; ++i) bytes.at(at + i) = static_cast<char>(child >> (24 - 8 * i));
    };
    for (std::size_t i = 0; i + 1 < inner.size(); ++i)
    {
        const std::size_t page = (inner[i] - 1) * kPage;
        const std::size_t cell_count = byteAt(page + 3) * 256u + byteAt(page + 4);
        putChild(page + 8, inner[i + 1]);
        for (std::size_t cell = 0; cell < cell_count; ++cell)
            putChild(page + byteAt(page + 12 + 2 * cell) * 256u + byteAt(page + 13 + 2 * cell), inner[i + 1]);
    }
    return bytes;
}

TEST(SqliteTrajectory, ADamagedTreeWithEndlessRowsIsRefused)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("bad.sqlite");
    makeDatabase(path, "PRAGMA page_size = 512; VACUUM; CREATE TABLE metadata(key, value);"
                       "INSERT INTO metadata VALUES('version', 2), ('fps', 10);"
                       "CREATE TABLE trajectory_data(frame, id, pos_x, pos_y);"
                       "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 20000)"
                       "INSERT INTO trajectory_data SELECT x, 1, 0.25, 0.5 FROM n");
    ASSERT_TRUE(openTrajectory(path));
    put(path, makeEndlessTree(take(path)));
    const Result<std::unique_ptr<TrajectoryReader>> reader = openTrajectory(path);
    ASSERT_FALSE(reader);
    EXPECT_EQ(reader.error().code, ErrorCode::malformed_file);
    EXPECT_TRUE(mentions(reader.error().message, "more rows")) << reader.error().message;
}

TEST(SqliteTrajectory, ALongTextWhereANumberBelongsIsRefused)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("bad.sqlite");
    makeDatabase(path, "CREATE TABLE metadata(key, value); INSERT INTO metadata VALUES('version', 2), ('fps', 10);"
                       "CREATE TABLE trajectory_data(frame, id, pos_x, pos_y);"
                       "INSERT INTO trajectory_data VALUES(0, 1, zeroblob(1000000), 1)");
    EXPECT_FALSE(openTrajectory(path));
}

TEST(SqliteTrajectory, AFullDiskIsSaidAndLeavesWholeFrames)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("run.sqlite");
    Result<std::unique_ptr<TrajectoryWriter>> writer = buildSqliteTrajectoryWriter(path);
    const FileSizeLimit limit(40'000'000);
    expectWholeFramesOnFullDisk(writer, path, openSqliteTrajectory);
}

TEST(SqliteTrajectory, APlaceThatCannotBeWrittenIsKnownAtOnce)
{
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.file("folder.sqlite"));
    for (const std::string& path : {folder.file("no/such/run.sqlite"), folder.file("folder.sqlite"), std::string("-")})
    {
        const Result<std::unique_ptr<TrajectoryWriter>> writer = buildSqliteTrajectoryWriter(path);
        ASSERT_FALSE(writer) << path;
        EXPECT_EQ(writer.error().code, ErrorCode::unwritable_file);
    }
    put(folder.file("old.sqlite"), "old");
    (void)buildSqliteTrajectoryWriter(folder.file("old.sqlite")); // and never begun
    EXPECT_EQ(take(folder.file("old.sqlite")), "old");
    EXPECT_EQ(folder.list(), (std::vector<std::string>{"folder.sqlite", "old.sqlite"}));
}

TEST(SqliteTrajectory, FramesThatMakeNoSenseAreRefused)
{
    const TemporaryFolder folder;
    expectSenselessFramesRefused(buildSqliteTrajectoryWriter(folder.file("run.sqlite")));
}

} // namespace clearway
