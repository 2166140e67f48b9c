// SPDX-License-Identifier: MIT
// Trajectories: where everybody was, frame by frame, written while a run goes on and read again one frame at a time. Runs are
// large, so none is kept in memory. Here the text form of the Pedestrian Dynamics Data Archive (columns `id frame x/m y/m z/m`,
// metadata in lines that begin with #); the SQLite form of JuPedSim is in <clearway/native/trajectory_sqlite.h>. PedPy reads
// both. What neither form has a place for (radii, groups, seed, measuring lines) is added where other programs do not look. A
// writer writes to NAME.partial and gives it its name at the end. Whatever happens before that, a full disk or a killed process,
// NAME.partial holds whole frames and can be read. Numbers come back to the bit. Metres, seconds. A reader or writer belongs to
// one thread at a time.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <clearway/base/result.h>
#include <clearway/crowd/scenario.h>
#include <clearway/geometry/box.h>
#include <clearway/geometry/vec.h>

namespace clearway {

/// What a run was. Fields that a file does not have keep their defaults.
struct TrajectoryInfo
{
    double frame_rate = 10;  ///< frames per second; finite, > 0
    double dt = 0;           ///< of a tick; seconds; 0: unknown
    std::uint64_t every = 1; ///< ticks from frame to frame
    std::uint64_t seed = 0;
    std::string program = {}; ///< and its version
    std::string scenario = {};
    std::string guide = {};
    std::string steering = {};
    std::string geometry = {}; ///< the walkable area as WKT; empty: unknown
    Box2 bounds = {};          ///< of the walkable area; empty: unknown
    std::string surface = {};  ///< of a run over a surface: the built-in mesh or the file that it was built from
    std::vector<MeasuringLine> lines = {};
    std::vector<MeasuringArea> areas = {};
};

/// One frame; element i of each list is about the same agent. Read frames are ordered by id; frames to be written need not be.
struct TrajectoryFrame
{
    std::int64_t number = 0; ///< its time is number / frame_rate
    std::vector<std::uint64_t> ids = {};
    std::vector<Vec2> positions = {};
    std::vector<Vec2> headings = {};        ///< of length 1, or 0 when unknown; empty: all unknown
    std::vector<double> radii = {};         ///< 0: unknown; empty: all unknown
    std::vector<std::uint32_t> groups = {}; ///< empty: all 0
    std::vector<double> heights = {};       ///< z, of runs over surfaces; empty: all 0; metres
};

class TrajectoryWriter
{
public:
    /// Without finish(), what was written stays in NAME.partial; without a single frame, nothing does.
    virtual ~TrajectoryWriter() = default;

    /// First, once.
    virtual Result<void> begin(const TrajectoryInfo& info) = 0;
    /// Frames in the order of their numbers, which must grow. After an error nothing more is written, and the file ends with
    /// frame lastFrame(). Positions must be finite. The radius and group of an agent are those of its first frame.
    virtual Result<void> write(const TrajectoryFrame& frame) = 0;
    /// Last, once: all is on disk, and the file has its name.
    virtual Result<void> finish() = 0;

    /// The last frame that is surely in the file; -1: none.
    virtual std::int64_t lastFrame() const = 0;
    /// Where the bytes are now.
    virtual const std::string& currentPath() const = 0;
};

class TrajectoryReader
{
public:
    /// What a file holds, known once it is open.
    struct Summary
    {
        std::int64_t frame_count = 0; ///< with somebody in them
        std::int64_t first_frame = 0;
        std::int64_t last_frame = -1;
        std::int64_t frame_stride = 0; ///< least difference of the numbers of two frames; 0: there are less than two
        std::int64_t row_count = 0;    ///< positions
        std::int64_t agent_count = 0;
        std::int64_t most_at_once = 0;   ///< agents in one frame
        Box2 bounds = {};                ///< of all positions
        std::int64_t split_count = 0;    ///< rows for an agent whom the same frame has elsewhere; only one of them is read
        std::int64_t split_in_frame = 0; ///< the first of them
        std::uint64_t split_id = 0;
    };

    virtual ~TrajectoryReader() = default;

    virtual const TrajectoryInfo& info() const = 0;
    virtual const Summary& summary() const = 0;
    /// The next frame with somebody in it; false at the end.
    virtual Result<bool> read(TrajectoryFrame& frame) = 0;
    /// Back to the first frame.
    virtual Result<void> rewind() = 0;
};

/// Opens NAME.partial, so that a place that cannot be written is known before a run begins. A file of that name is replaced only
/// by finish().
Result<std::unique_ptr<TrajectoryWriter>> buildTextTrajectoryWriter(const std::string& path);

/// For files that do not say it themselves; what a file says counts.
struct TrajectoryReadOptions
{
    double unit = 0;       ///< of coordinates: 1 for metres, 0.01 for centimetres; 0: unknown
    double frame_rate = 0; ///< frames per second; 0: unknown
    /// How people can say them: an error that asks for one ends with this.
    std::string unit_advice = "say it when reading";
    std::string frame_rate_advice = "say it when reading";
};

/// Reads the file once from end to end to know what it holds. Rows may be in any order; if not in that of their frames, they are
/// sorted in memory. Like PedPy it needs a frame rate (`# framerate: 25 fps`) and a unit (`x/m` or `x/cm`) among the lines that
/// begin with #, or from the caller: neither is guessed. Persons may come, go and have gaps; heights are read over, except those
/// of runs over surfaces. Any bytes are survived: an error names the line.
Result<std::unique_ptr<TrajectoryReader>> openTextTrajectory(const std::string& path, const TrajectoryReadOptions& options = {});

} // namespace clearway
