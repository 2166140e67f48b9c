// SPDX-License-Identifier: MIT
// The experiments, one function each.
#pragma once
#include "experiments.h"

namespace clearway::experiments {

Outcome runShrinkCost(const Settings& settings);      ///< A-F15
Outcome runCostModel(const Settings& settings);       ///< A-F15b
Outcome runCriticalRadius(const Settings& settings);  ///< A-CRIT
Outcome runTableMemory(const Settings& settings);     ///< A-MEM
Outcome runWalkableCells(const Settings& settings);   ///< A-F17
Outcome runNarrowCells(const Settings& settings);     ///< A-F22
Outcome runRecursion(const Settings& settings);       ///< A-REC
Outcome runPrunedSearch(const Settings& settings);    ///< A-P1
Outcome runWayPointTime(const Settings& settings);    ///< A-P2
Outcome runShrinkSafety(const Settings& settings);    ///< A-X1
Outcome runUseOfSpace(const Settings& settings);      ///< A-F14
Outcome runFlow(const Settings& settings);            ///< A-FLOW
Outcome runCrowdCost(const Settings& settings);       ///< A-F16
Outcome runRingContacts(const Settings& settings);    ///< A-F18
Outcome runCrossContacts(const Settings& settings);   ///< A-F19
Outcome runLoneContacts(const Settings& settings);    ///< A-F20
Outcome runWallContacts(const Settings& settings);    ///< A-F21
Outcome runFarthestEnd(const Settings& settings);     ///< A-FAR
Outcome runSurfaceTimes(const Settings& settings);    ///< B-T1
Outcome runSurfaceGrowth(const Settings& settings);   ///< B-LIN
Outcome runSurfaceCoverage(const Settings& settings); ///< B-F2
Outcome runSubdividedRamp(const Settings& settings);  ///< B-F7ad
Outcome runCutFractions(const Settings& settings);    ///< B-F7ef
Outcome runBiasedEdges(const Settings& settings);     ///< B-F4
Outcome runSlantedRoof(const Settings& settings);     ///< B-F1c
Outcome runSurfaceCrowd(const Settings& settings);    ///< B-F1d
Outcome runRisingBump(const Settings& settings);      ///< B-SMOOTH
Outcome runEffort(const Settings& settings);          ///< B-EFF
Outcome runSurfaceRepairs(const Settings& settings);  ///< B-DYN
Outcome runCorridorMaps(const Settings& settings);    ///< C-T1
Outcome runCorridorMapTime(const Settings& settings); ///< C-T1b
Outcome runCorridorCost(const Settings& settings);    ///< C-EXT
Outcome runCorridorSearch(const Settings& settings);  ///< C-T2
Outcome runCorridorWalk(const Settings& settings);    ///< C-RV
Outcome runWalkerLoad(const Settings& settings);      ///< C-F4
Outcome runBehaviourFit(const Settings& settings);    ///< D-F2
Outcome runDevices(const Settings& settings);         ///< D-GPU
Outcome runHierarchy(const Settings& settings);       ///< D-HIER
Outcome runGroupCost(const Settings& settings);       ///< D-COST
Outcome runFormationGap(const Settings& settings);    ///< D-GRP
Outcome runSplitArmy(const Settings& settings);       ///< D-SKT
Outcome runArmies(const Settings& settings);          ///< D-RTS
Outcome runLocalMapSize(const Settings& settings);    ///< D-MAP
Outcome runLocalMinima(const Settings& settings);     ///< D-MIN
Outcome runJams(const Settings& settings);            ///< X-JAM

/// Of D-MAP: what local maps start from.
Table compareLocalStarts(const Settings& settings);

} // namespace clearway::experiments
