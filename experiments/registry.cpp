// SPDX-License-Identifier: MIT
#include "list.h"

namespace clearway::experiments {

static constexpr const char* kPaper = "Oliva, Pelechano: Clearance for diversity of agents' sizes in navigation meshes, 2014";
static constexpr const char* kFigure15 = "Oliva, Pelechano 2014, figure 15";
static constexpr const char* kPoster =
    "Oliva, Beacco, Pelechano: Computing exact arbitrary clearance for navigation meshes (poster)";

static constexpr const char* kCorridorTable =
    "Geraerts, Overmars: Enhancing corridor maps for real-time path planning in virtual environments, 2008, table 1";

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
    {"A-F14", "Oliva, Pelechano 2014, figure 14", "Dynamic way points use more of the space, and trajectories are straighter",
     "shown for 25 agents in a ring and 50 in a cross", runUseOfSpace},
    {"A-FLOW", "Oliva, Pelechano 2014, section 7", "With dynamic way points more agents get through portals",
     "22 % more flow, 200 agents in one direction round a ring", runFlow},
    {"A-F16", "Oliva, Pelechano 2014, figure 16", "Dynamic way points with clearance cost next to nothing",
     "frame rate less than 5 % lower; 500 agents in real time", runCrowdCost},
    {"A-F18", "Oliva, Pelechano 2014, figure 18", "Agents who share fixed way points bump into each other more often",
     "ring, one direction: almost none up to 100 agents, then many more with fixed way points, until 175", runRingContacts},
    {"A-F19", "Oliva, Pelechano 2014, figure 19", "The same in a cross with obstacles, where agents walk in all directions",
     "fixed way points cause more contacts from 125 agents on, until 225", runCrossContacts},
    {"A-F20", "Oliva, Pelechano 2014, figure 20",
     "On ill-conditioned cells, way points with exact clearance never lead an agent into a wall",
     "the mesh is shown; exact way points guarantee free paths", runLoneContacts},
    {"A-F21", "Oliva, Pelechano 2014, figure 21", "In crowds they cause the fewest contacts with walls",
     "exact < centre < simple, at every crowd size; the gap shrinks with the size", runWallContacts},
    {"A-FAR", "Oliva, Pelechano 2014, section 5", "Beside a portal, its farther end is the better one to head for",
     "determined empirically: the nearer end leads too close to walls", runFarthestEnd},
    {"A-P1", kPoster, "Clearance prunes the search, so that it gets faster with the radius",
     "1000 queries: 1.06 times as fast for 0.5, 1.15 for 1.0, 2.27 for 1.5", runPrunedSearch},
    {"A-P2", kPoster, "Shrinking a portal and placing a way point takes microseconds", "4.5 µs on a Core 2 Quad Q9300",
     runWayPointTime},
    {"A-X1", kPaper, "Every point of a shrunk portal is guaranteed to have enough clearance", "all points", runShrinkSafety},
    {"B-T1", "Berseth, Kapadia, Faloutsos: ACCLMesh, 2015, table 1",
     "Meshes of curvature are built faster than those of Recast, by orders of magnitude on large flat models",
     "2.2 times on ramp, 24.4 on s_ramp, 4.5 on terrain, 4.3 on asteroid; 16.1, 16.1, 204.8 and 989 ms", runSurfaceTimes},
    {"B-LIN", "Berseth, Kapadia, Faloutsos 2015, table 1", "Building time is linear in the number of triangles",
     "3.1 µs per triangle, 4.6 for the largest model", runSurfaceGrowth},
    {"B-F2", "Berseth, Kapadia, Faloutsos 2015, figures 2, 5 and 6",
     "The mesh lies on the model and covers all of it; Recast's cuts into it and covers the top",
     "shown for terrain, asteroid and octopus", runSurfaceCoverage},
    {"B-F7ad", "Berseth, Kapadia, Faloutsos: ACCLMesh, 2015, figure 7 a to d",
     "A ramp whose only vertices are on its creases is lost; cut into smaller triangles it is walkable", "no, then yes",
     runSubdividedRamp},
    {"B-F7ef", "Berseth, Kapadia, Faloutsos 2015, figure 7 e and f",
     "The nearer to the blocked vertices edges are cut, the less ground is lost around creases",
     "shown for 0.9 and 0.99: shrinks to nothing", runCutFractions},
    {"B-F4", "Berseth, Kapadia, Faloutsos 2015, figure 4",
     "Splitting biased edges makes the border depend less on which diagonal a quadrangle has",
     "shown for one quadrangle: less bias", runBiasedEdges},
    {"B-F1c", "Berseth, Kapadia, Faloutsos 2015, figure 1 c", "What is left under a slanted roof is high enough everywhere",
     "shown: safe, conservative", runSlantedRoof},
    {"B-F1d", "Berseth, Kapadia, Faloutsos 2015, figure 1d", "A crowd of more than 1,000 with orca walks on terrain in real time",
     "more than 1,000 agents in real time", runSurfaceCrowd},
    {"B-SMOOTH", "Berseth, Kapadia, Faloutsos 2015, section 1",
     "When the ground changes little by little, so does what is walkable", "smooth, without a number", runRisingBump},
    {"B-EFF", "Berseth, Kapadia, Faloutsos 2015, section 3",
     "With acceleration as effort, ways go round what is rough where a detour is cheap", "no number", runEffort},
    {"B-DYN", "Berseth, Kapadia, Faloutsos 2015, section 3", "Changes of the model change the mesh locally", "no number",
     runSurfaceRepairs},
    {"C-T1", kCorridorTable, "Pruning and resampling make corridor maps small",
     "vertices/edges/samples traced, pruned, resampled: McKenna 72/77/17,102, 56/70/16,885, 56/70/1,927; City "
     "1,814/1,986/177,626, "
     "1,434/1,606/166,662, 1,434/1,606/25,863",
     runCorridorMaps},
    {"C-T1b", kCorridorTable, "Most of the time to build a corridor map goes into the diagram",
     "85 % diagram, 15 % pruning and resampling; 0.05 s McKenna, 0.64 s City, on a graphics card", runCorridorMapTime},
    {"C-EXT", "Geraerts, Overmars 2008, section 6", "A corridor is extracted in well under a millisecond",
     "0.17 ms in McKenna, 0.87 ms in City, without location and search", runCorridorCost},
    {"C-T2", "Geraerts, Overmars 2008, table 2", "A* and a kd-tree add little to that; Dijkstra and a linear scan a lot",
     "McKenna: 9.8 % and 21.0 %, 3.1 % and 27.7 %; City: 11.5 % and 138.2 %, 1.0 % and 59.7 %", runCorridorSearch},
    {"C-RV", "Geraerts, Overmars 2008, theorem 1", "In a corridor that is valid for its radius a disc always finds a path",
     "proved", runCorridorWalk},
    {"C-F4", "Geraerts, Overmars 2008, figure 4", "A crowd on a corridor map walks in real time on one processor",
     "CPU load 100 % at about 10,000 walkers; the village is cheaper than the city below 7,000 and dearer above", runWalkerLoad},
    {"D-F2", "Silveira et al.: Path-planning for RTS games based on potential fields, 2010, figure 2",
     "A change of eps and v on the way makes the path follow that of a person", "very close, by eye", runBehaviourFit},
    {"D-GPU", "Silveira et al. 2010, section 5", "Local maps of many agents are computed in parallel on a graphics card",
     "up to 56 times the processor's speed", runDevices},
    {"D-HIER", "Silveira et al. 2010, section 7", "Coarse to fine, a way takes a small part of the time of a whole map",
     "less than 1 %", runHierarchy},
    {"D-MAP", "Silveira et al. 2010, section 3.1", "The size of the local map influences how characters behave", "no number",
     runLocalMapSize},
    {"D-MIN", "Silveira et al. 2010, section 3", "The potential has no local minima: from everywhere the way down arrives",
     "proved", runLocalMinima},
    {"D-COST", "Silveira et al. 2010, section 3.2", "A group costs less per agent than as many on their own", "no number",
     runGroupCost},
    {"D-GRP", "Silveira et al. 2010, section 3.2", "A formation passes obstacles and is kept", "shown in pictures",
     runFormationGap},
    {"D-SKT", "Silveira et al. 2010, section 4.2",
     "An army that follows a sketch divides: soldiers through the swamp, tanks over the mainland", "shown in pictures",
     runSplitArmy},
    {"D-RTS", "Silveira et al. 2010, section 6", "Hundreds of agents with local maps of 33 x 33 cells fight at interactive rates",
     "hundreds, interactive", runArmies},
    {"X-JAM", "our own",
     "With orca everybody gets through where crowds meet and doors are narrow; how many with the other models",
     "no number: published models say nothing about it", runJams},
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
