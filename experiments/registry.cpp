// SPDX-License-Identifier: MIT
#include "list.h"

namespace clearway::experiments {

static constexpr const char* kPaper = "Oliva, Pelechano: Clearance for diversity of agents' sizes in navigation meshes, 2014";
static constexpr const char* kFigure15 = "Oliva, Pelechano 2014, figure 15";
static constexpr const char* kPoster =
    "Oliva, Beacco, Pelechano: Computing exact arbitrary clearance for navigation meshes (poster)";

static constexpr Experiment kExperiments[] = {
    {"A-F15", kFigure15, "With a table of shrunk portals, exact shrinking costs little more than moving both ends in",
     "exact with table / simple without: 1.41 after 1000 queries, 1.2 after 2000; hits 50 % at 1000, 90 % at 6000",
     runShrinkCost},
    {"A-F15b", "derived from figure 15",
     "Two numbers of figure 15 give the cost of a miss and of a hit, if keys are drawn evenly",
     "624 keys: hits 50.1 % and 89.6 %; a miss costs 1.94 and a hit 0.88 of simple shrinking", runCostModel},
    {"A-CRIT", "Oliva, Pelechano 2014, section 4", "Looking at the critical radius first makes shrinking faster",
     "1.15 times on average", runCriticalRadius},
    {"A-MEM", "Oliva, Pelechano 2014, section 7.1", "The table of shrunk portals is small",
     "208 portals, 3 radii, 2 points of 12 bytes: 14,976 bytes", runTableMemory},
    {"A-F17", "Oliva, Pelechano 2014, figure 17", "The smaller the character, the more cells it can walk through",
     "of 130 cells 97 for radius 2, 110 for 1.5, 130 for 0.5", runWalkableCells},
    {"A-F22", "Oliva, Pelechano 2014, figure 22",
     "In narrow cells exact shrinking finds the part of a portal that is free, simple shrinking does not", "shown for one portal",
     runNarrowCells},
    {"A-REC", "Oliva, Pelechano 2014, section 7.1", "Following portals into the next cells costs no noticeable time",
     "no noticeable impact", runRecursion},
    {"A-P1", kPoster, "Clearance prunes the search, so that it gets faster with the radius",
     "1000 queries: 1.06 times as fast for 0.5, 1.15 for 1.0, 2.27 for 1.5", runPrunedSearch},
    {"A-P2", kPoster, "Shrinking a portal and placing a way point takes microseconds", "4.5 µs on a Core 2 Quad Q9300",
     runWayPointTime},
    {"A-X1", kPaper, "Every point of a shrunk portal is guaranteed to have enough clearance", "all points", runShrinkSafety},
};

std::span<const Experiment> experiments() { return kExperiments; }

const char* toString(Verdict verdict)
{
    switch (verdict)
    {
    case Verdict::confirmed: return "confirmed";
    case Verdict::better: return "better";
    case Verdict::refuted: return "refuted";
    case Verdict::fitted: return "fitted";
    }
    return "";
}

} // namespace clearway::experiments
