// SPDX-License-Identifier: MIT
// CrowdOptions::contacts: what moves discs apart in place of the crowd.
#include <gtest/gtest.h>

#include <clearway/crowd.h>

#include "tests/crowd/open_world.h"

namespace clearway {
namespace {

using test::openWorld;

constexpr Vec2 kLeft{0, 0}, kRight{0.3, 0};

/// Two who stand in each other; ids 1 and 2.
Crowd makePair(std::function<void(Crowd&)> contacts)
{
    Crowd crowd(openWorld(), {.steering = orca(), .contacts = std::move(contacts)});
    EXPECT_TRUE(crowd.add({.position = kLeft}));
    EXPECT_TRUE(crowd.add({.position = kRight}));
    return crowd;
}

TEST(Contacts, AreResolvedOncePerTickInPlaceOfTheCrowd)
{
    int calls = 0;
    Crowd crowd = makePair([&](Crowd& stepped) {
        ++calls;
        EXPECT_EQ(stepped.tick(), static_cast<std::uint64_t>(calls));
        EXPECT_TRUE(stepped.push(1, kLeft));
        EXPECT_TRUE(stepped.push(2, kRight));
    });
    crowd.step(0.25); // three ticks of at most 0.1 s
    EXPECT_EQ(calls, 3);
    EXPECT_EQ(crowd.agent(1).position, kLeft);
    EXPECT_EQ(crowd.agent(2).position, kRight);
    Crowd alone = makePair({});
    alone.step(0.25);
    EXPECT_GE(distance(alone.agent(1).position, alone.agent(2).position), 0.499);
}

TEST(Contacts, ThatDoNothingLeaveDiscsInEachOther)
{
    // Social force pushes them apart over some ticks; the crowd, which keeps apart, at once.
    Crowd crowd(openWorld(), {.steering = socialForce({.keeps_apart = true}), .contacts = [](Crowd&) {}});
    Crowd keeping(openWorld(), {.steering = socialForce({.keeps_apart = true})});
    for (Crowd* one : {&crowd, &keeping})
        for (const Vec2 position : {kLeft, kRight}) ASSERT_TRUE(one->add({.position = position}));
    crowd.step(0.1);
    keeping.step(0.1);
    EXPECT_LT(distance(crowd.agent(1).position, crowd.agent(2).position),
              distance(keeping.agent(1).position, keeping.agent(2).position));
}

TEST(Contacts, AreStillResolvedAfterRestoring)
{
    int calls = 0;
    Crowd crowd = makePair([&](Crowd&) { ++calls; });
    ByteWriter writer;
    crowd.save(writer);
    ByteReader reader(writer.bytes());
    ASSERT_TRUE(crowd.restore(reader));
    crowd.step(0.1);
    EXPECT_EQ(calls, 1);
}

} // namespace
} // namespace clearway
