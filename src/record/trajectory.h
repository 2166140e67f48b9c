// SPDX-License-Identifier: MIT
// What the forms of trajectories share: frames ordered by id, who was there already, names and numbers of metadata.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <clearway/record/trajectory.h>

namespace clearway::io {

/// Agents `first` to `last` are alike.
struct AgentRange
{
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    double radius = 0;
    std::uint32_t group = 0;
};

/// Sizes and groups of agents, as ranges of ids: most crowds are a few of those.
class Roster
{
public:
    /// The agents of a frame ordered by id that were in none before, as ranges.
    std::vector<AgentRange> addNew(const TrajectoryFrame& frame);
    void add(const AgentRange& range) { ranges_.push_back(range), is_sorted_ = false; }
    /// Radii and groups of the agents of a frame, where they are known.
    void fill(TrajectoryFrame& frame);

private:
    std::vector<AgentRange> ranges_;
    std::vector<std::uint64_t> known_; ///< ordered
    bool is_sorted_ = true;
};

/// What is wrong with a frame that is to be written after frame `last`; empty if nothing is.
std::string findFault(const TrajectoryFrame& frame, std::int64_t last);
/// What is wrong with metadata that is to be written; empty if nothing is.
std::string findFault(const TrajectoryInfo& info);
/// The frame ordered by id, itself or a copy in `copy`.
const TrajectoryFrame& orderById(const TrajectoryFrame& frame, TrajectoryFrame& copy);

/// One line without control characters.
std::string makeOneLine(std::string_view text);
/// "x y, x y".
std::string formatPoints(std::span<const Vec2> points);
/// False when it is none.
bool parsePoints(std::string_view text, std::vector<Vec2>& points);

/// Fields of the metadata that are plain values, by name.
std::vector<std::pair<std::string, std::string>> listFields(const TrajectoryInfo& info);
/// Takes a field that listFields made, or anything else, which is ignored.
void setField(TrajectoryInfo& info, std::string_view name, std::string_view value);

/// The rows of the next frame: `next_row(row)` gives one after the other, or false at the end; `take(row)` is called for each,
/// once per agent. The first row of the frame after it waits in `waiting`. Fails as next_row does; false when there is no frame.
template <typename Row, typename NextRow, typename Take>
Result<bool> readFrame(TrajectoryFrame& frame, std::optional<Row>& waiting, NextRow next_row, Take take)
{
    frame.positions.clear();
    frame.headings.clear();
    frame.ids.clear();
    frame.radii.clear();
    frame.groups.clear();
    frame.heights.clear();
    for (Row row;; waiting.reset())
    {
        if (waiting)
            row = *waiting;
        else if (const Result<bool> next = next_row(row); !next || !*next)
            return next ? Result<bool>(!frame.ids.empty()) : next;
        if (!frame.ids.empty() && row.frame != frame.number)
        {
            waiting = row;
            return true;
        }
        frame.number = row.frame;
        // Somebody who is there twice is there once.
        if (!frame.ids.empty() && frame.ids.back() == row.id) continue;
        frame.ids.push_back(row.id);
        frame.positions.push_back(row.position);
        take(row);
    }
}

/// Seen while reading a file once.
class SummaryBuilder
{
public:
    /// In the order of frames, then of ids.
    void add(std::int64_t frame, std::uint64_t id, Vec2 position);
    /// Numbers of agents included; the builder is used up.
    TrajectoryReader::Summary finish();

private:
    TrajectoryReader::Summary summary_;
    std::uint64_t last_id_ = 0;
    Vec2 last_position_;
    std::int64_t in_frame_ = 0;
    std::vector<std::uint64_t> ids_; ///< ordered up to sorted_, then as they came
    std::size_t sorted_ = 0;
};

} // namespace clearway::io
