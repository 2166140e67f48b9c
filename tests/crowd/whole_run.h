// SPDX-License-Identifier: MIT
// A scenario played to its end, with what must hold whatever guides and steers.
#pragma once
#include <gtest/gtest.h>

#include <clearway/crowd.h>
#include <clearway/crowd/metrics.h>

namespace clearway::test {

inline CrowdMetrics playWhole(ScenarioRun& run, const Scene& scene)
{
    CrowdObserver observer(run.crowd(), {.quantum = scene.frame().quantum});
    while (!run.isOver())
    {
        run.step();
        observer.observe(run.crowd());
    }
    const CrowdMetrics metrics = observer.metrics();
    EXPECT_EQ(metrics.outside, 0u) << metrics.max_outside;
    EXPECT_EQ(metrics.not_finite, 0u);
    EXPECT_EQ(run.crowd().size() + metrics.left, run.addedCount());
    EXPECT_EQ(run.crowd().faults().bad_answer_count, 0u);
    EXPECT_GT(metrics.mean_speed, 0.05) << "they do walk";
    return metrics;
}

} // namespace clearway::test
