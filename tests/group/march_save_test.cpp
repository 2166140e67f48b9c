// SPDX-License-Identifier: MIT
#include <clearway/group/march.h>

#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/hash.h>
#include <clearway/base/random.h>

#include "tests/group/yards.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::Parade;

Parade makeParade(const Scene& scene, MarchOptions::Hold hold)
{
    std::vector<GroupMarch::Member> members(24, GroupMarch::Member{0.25, 1.4});
    members[5] = {0.5, 1.2};
    Parade parade(scene, members, Formation::wedge(), {.hold = hold}, {2, 0});
    parade.go({{2, 0}, {33, 0}});
    return parade;
}

std::vector<std::byte> save(const GroupMarch& group)
{
    ByteWriter writer;
    group.save(writer);
    return writer.take();
}

TEST(GroupMarchSave, ARestoredGroupGoesOnToTheBit)
{
    const Scene scene = test::makeGap(1.2);
    for (const MarchOptions::Hold hold : {MarchOptions::Hold::kept, MarchOptions::Hold::free})
    {
        Parade parade = makeParade(scene, hold);
        bool seen[6] = {};
        for (int tick = 0; tick < 6000 && !parade.group.isDone(); ++tick)
        {
            parade.step();
            if (tick % 97 != 0) continue;
            seen[static_cast<std::size_t>(parade.group.state())] = true;
            const std::vector<std::byte> bytes = save(parade.group);
            ByteReader reader(bytes);
            Result<GroupMarch> restored = GroupMarch::restore(reader);
            ASSERT_TRUE(restored) << restored.error().message;
            ASSERT_EQ(restored->computeHash(), parade.group.computeHash());
            EXPECT_EQ(restored->rmsSlotError(), parade.group.rmsSlotError());
            // A while with the orders of each, from the same places.
            test::Discs discs = parade.discs;
            for (int i = 0; i < 40; ++i) discs.step(restored->update(Parade::kDt, discs.positions, discs.held_up), Parade::kDt);
            for (int i = 0; i < 40; ++i) parade.step();
            ASSERT_EQ(discs.positions, parade.discs.positions);
            ASSERT_EQ(restored->computeHash(), parade.group.computeHash());
        }
        EXPECT_TRUE(parade.group.isDone()) << parade.describe();
        EXPECT_EQ(seen[static_cast<std::size_t>(GroupState::narrowing)], hold == MarchOptions::Hold::kept);
    }
}

/// The bytes with another body, and a checksum that is right for it.
std::vector<std::byte> withBody(std::span<const std::byte> bytes, std::span<const std::byte> body)
{
    ByteWriter writer;
    writer.raw(bytes.first(8));
    writer.u64(computeHash(body));
    writer.u64(body.size());
    writer.raw(body);
    return writer.take();
}

TEST(GroupMarchSave, AGroupOfFewerThanItsFilesIsRestored)
{
    Parade parade(test::makeGap(2.2), std::vector<GroupMarch::Member>(12, GroupMarch::Member{}), Formation::box(), {}, {-8, 0});
    parade.go({{-8, 0}, {48, 0}});
    ASSERT_GE(parade.stepUntil(GroupState::narrowing, 60), 0);
    const std::uint32_t files = parade.group.files();
    ASSERT_GT(files, 1u);
    while (parade.group.size() > 1) parade.group.remove(0);
    const std::vector<std::byte> bytes = save(parade.group);
    ByteReader reader(bytes);
    const Result<GroupMarch> restored = GroupMarch::restore(reader);
    ASSERT_TRUE(restored) << restored.error().message;
    EXPECT_EQ(restored->files(), files);
    EXPECT_EQ(restored->computeHash(), parade.group.computeHash());
}

TEST(GroupMarchSave, AGroupThatPassesNoPlaceInNoFilesIsRefused)
{
    Parade parade = makeParade(test::makeGap(1.2), MarchOptions::Hold::kept);
    ASSERT_GE(parade.stepUntil(GroupState::narrowing, 60), 0);
    const std::vector<std::byte> bytes = save(parade.group);
    // At the end: the narrow place, the files, and whether free members gather.
    std::vector<std::byte> body(bytes.begin() + 24, bytes.end());
    for (std::size_t i = 0; i < 16; ++i) body[body.size() - 24 + i] = i < 4 ? std::byte{99} : std::byte{0};
    const std::vector<std::byte> damaged = withBody(bytes, body);
    ByteReader reader(damaged);
    EXPECT_FALSE(GroupMarch::restore(reader));
}

TEST(GroupMarchSave, TheHashFollowsTheGroup)
{
    const Scene scene = test::makeGap(1.2);
    Parade a = makeParade(scene, MarchOptions::Hold::kept), b = makeParade(scene, MarchOptions::Hold::kept);
    for (int i = 0; i < 900; ++i)
    {
        const std::uint64_t before = a.group.computeHash();
        a.step();
        b.step();
        ASSERT_EQ(a.group.computeHash(), b.group.computeHash());
        if (i > 0 && a.group.state() == GroupState::marching)
        {
            EXPECT_NE(a.group.computeHash(), before);
        }
    }
    b.discs.positions[3].x += 1e-9;
    a.step();
    b.step();
    EXPECT_NE(a.group.computeHash(), b.group.computeHash());
}

TEST(GroupMarchSave, BytesThatAreNoGroupAreRefused)
{
    const Scene scene = test::makeGap(1.2);
    Parade parade = makeParade(scene, MarchOptions::Hold::kept);
    ASSERT_GE(parade.stepUntil(GroupState::narrowing, 60), 0);
    const std::vector<std::byte> bytes = save(parade.group);
    for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 8)
    {
        const std::span<const std::byte> all = bytes;
        ByteReader reader(all.first(size));
        EXPECT_FALSE(GroupMarch::restore(reader));
    }
    // With the checksum made right again, damage must still never do harm.
    Random random(7);
    int refused = 0;
    const int count = 400 * test::testScale();
    for (int i = 0; i < count; ++i)
    {
        std::vector<std::byte> damaged(bytes.begin() + 24, bytes.end());
        for (int k = 0; k < 3; ++k) damaged[random.below(damaged.size())] = static_cast<std::byte>(random.below(256));
        const std::vector<std::byte> whole = withBody(bytes, damaged);
        ByteReader reader(whole);
        Result<GroupMarch> restored = GroupMarch::restore(reader);
        if (!restored)
        {
            ++refused;
            continue;
        }
        if (restored->size() == parade.discs.positions.size())
            restored->update(Parade::kDt, parade.discs.positions, parade.discs.held_up);
    }
    EXPECT_GT(refused, 0);
}

} // namespace
} // namespace clearway
