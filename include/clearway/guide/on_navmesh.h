// SPDX-License-Identifier: MIT
// A crowd on a navigation mesh: ground and guide for agents of any size on one mesh.
// Based on: R. Oliva, N. Pelechano. Clearance for diversity of agents' sizes in navigation meshes. 2014; A generalized exact
// arbitrary clearance technique for navigation meshes. 2013.
#pragma once
#include <memory>
#include <span>
#include <string_view>

#include <clearway/guide/guide.h>
#include <clearway/path.h>

namespace clearway {

/// How an agent is led along its path.
enum class NavMeshGuide
{
    lanes,     ///< along the shortest path, pulled taut from where the agent stands; where many walk, each agent passes the
               ///< corners of the path at a distance of its own, so that streams use the width of a passage
    exact,     ///< dynamic way points over exact free intervals; the goal as soon as the disc sees it
    simple,    ///< the same over portals shortened by the radius at both ends; not always safe, kept for comparison
    farthest,  ///< exact intervals, and the farther end where the agent is beside them, as published: `exact` that does not look
    nearest,   ///< the same with the nearer end; hugs walls
    centre,    ///< the middles of the portals: the baseline
    path,      ///< along the shortest path itself
    published, ///< over portals shrunk as published by the three cases of Oliva and Pelechano 2014; not always safe, for
               ///< comparison
};

std::string_view toString(NavMeshGuide guide);

struct OnNavMeshOptions
{
    NavMeshGuide guide = NavMeshGuide::lanes;
    PathOptions::Quality quality = PathOptions::Quality::fast; ///< of the paths that are planned
    /// Whether agents that see a queue before the next narrow passage choose another way where that is quicker. Only `lanes`.
    bool avoids_queues = true;
};

/// Never fails. The paths of all crowds on this world share its memory.
World onNavMesh(const ClearanceMesh& clearance, const OnNavMeshOptions& options = {});
/// Prepares the clearance first. Meshes built from a scene always have one; an imported mesh may not: then the world is empty,
/// which it says when tested like a pointer, and the reason goes to the log. buildClearance returns it as an error.
World onNavMesh(const NavMesh& mesh, const OnNavMeshOptions& options = {});

} // namespace clearway
