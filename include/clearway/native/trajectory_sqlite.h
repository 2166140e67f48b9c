// SPDX-License-Identifier: MIT
// Trajectories in SQLite files as JuPedSim version 2 has them: trajectory_data(frame, id, pos_x, pos_y, ori_x, ori_y),
// metadata(key, value), geometry(hash, wkt), frame_data(frame, geometry_hash). Radii, groups and measures are in tables of our
// own (clearway_agents, clearway_measures), which other programs do not look at. Part of clearway::native (uses SQLite).
// Frames are committed about once a second: when the process is killed or the disk is full, NAME.partial is a sound database
// that ends with the last commit. What is promised of readers and writers is said in <clearway/record/trajectory.h>.
#pragma once
#include <memory>
#include <string>

#include <clearway/record/trajectory.h>

namespace clearway {

Result<std::unique_ptr<TrajectoryWriter>> buildSqliteTrajectoryWriter(const std::string& path);

/// Versions 1 to 3. Positions must be finite numbers; anything else in their place is an error. A file that was left in the
/// middle of a commit is put in order first, for which it must be writable.
Result<std::unique_ptr<TrajectoryReader>> openSqliteTrajectory(const std::string& path);

/// By the ending: `.sqlite`, `.sqlite3` or `.db` for SQLite, `.txt` or `.trajectory` for text. Another ending is an error.
Result<std::unique_ptr<TrajectoryWriter>> buildTrajectoryWriter(const std::string& path);
/// By the content. The options are for text.
Result<std::unique_ptr<TrajectoryReader>> openTrajectory(const std::string& path, const TrajectoryReadOptions& options = {});
/// Whether the name ends like that of a trajectory, `.partial` behind it or not.
bool isTrajectoryName(const std::string& path);

} // namespace clearway
