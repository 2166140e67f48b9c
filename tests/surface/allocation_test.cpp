// SPDX-License-Identifier: MIT
// Questions to a surface that were asked before allocate nothing.
#include <gtest/gtest.h>

#include <clearway/surface.h>

#include "tests/support/count_allocations.h"
#include "tests/support/surfaces.h"

namespace clearway {
namespace {

TEST(SurfaceAllocations, WarmQuestionsAllocateNothing)
{
    SurfacePathFinder finder(test::makeCutSurface("asteroid", 0.02, 0.1));
    const SurfaceQuery& query = finder.query();
    Path path;
    long before = 0;
    for (int round = 0; round < 2; ++round)
    {
        before = test::allocation_count;
        for (std::uint64_t i = 0; i < 30; ++i)
        {
            const SurfacePlace a = query.findRandomPlace({1, i}), b = query.findRandomPlace({2, i});
            const SurfacePlace c = query.findNearest(a.position + Vec3{1, 1, 1});
            query.castRay({0, 0, 0}, b.position);
            query.walk(c, {1, 2, 3}, 100);
            for (const double weight : {0.0, 1.0})
                for (const SurfacePathOptions::Method method :
                     {SurfacePathOptions::Method::shortest, SurfacePathOptions::Method::vertex_graph})
                {
                    SurfacePathOptions options;
                    options.effort_weight = weight;
                    options.method = method;
                    for (const double radius : {0.0, 0.5})
                    {
                        options.radius = radius;
                        finder.find(a, b, options, path);
                    }
                }
        }
    }
    EXPECT_EQ(test::allocation_count - before, 0);
}

} // namespace
} // namespace clearway
