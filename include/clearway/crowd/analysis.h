// SPDX-License-Identifier: MIT
// Analysis of trajectories: what pedestrian research measures, from positions alone, so that our runs and recorded experiments
// are measured alike. Frames are handed in one after the other; besides the answers only a few of them are kept.
//
// Speed: central difference over `frame_step` frames to both sides, |x(f + k) - x(f - k)| / (2 k frames), with the largest k <=
// frame_step for which the person is in all frames between; at its first and last frame the same to one side. Unknown for who is
// there in one frame only.
// Density of an area A: classic, N / |A|, and by Voronoi cells: the sum of |cell ∩ A| / |cell| over |A|. A cell is the part of
// the walkable area within `cut_off` of a person that is nearer to it than to anybody else. The Voronoi speed is the mean of the
// speeds weighted by |cell ∩ A|, and the flow of an area is density times speed (per metre of width). Cells need walls: where
// they reach through them, into ground that nobody can use, densities come out at half of what they are. So they are used only
// where the walkable area is known, or where it is said that there are no walls (AnalysisOptions::Density). Flow through a line:
// one less than the crossings, over the time from the first to the last. Lane order: for each walker the others in the same strip
// along the flow, ((same - opposite) / (same + opposite))², and the mean of that over all. 1: every strip has one direction. A
// random mixture has 1/m with m others in a strip, not 0; for that, `lane_order_beyond_chance` takes off what chance does, for
// two directions of equal strength: 0 for a mixture, 1 for lanes.
//
// Based on:
// B. Steffen, A. Seyfried. Methods for measuring pedestrian density, flow, speed and direction with minimal scatter. 2010
// J. Zhang, W. Klingsch, A. Schadschneider, A. Seyfried. Transitions in pedestrian fundamental diagrams of straight corridors and
//   T-junctions. 2011
// M. Rex, H. Löwen. Lane formation in oppositely charged colloids driven by an electric field. 2007 (the order parameter)
// U. Weidmann. Transporttechnik der Fußgänger. 1993
// Metres, seconds. The same bits on every machine. A frame with n persons, after p different ones so far, takes O(n log n + p),
// O(k²) for the k persons near an area, and a comparison for each pair whose x are within 1 mm. One thread at a time.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <clearway/base/execution.h>
#include <clearway/base/result.h>
#include <clearway/crowd/scenario.h>
#include <clearway/geometry/polygon.h>

namespace clearway {

/// How far from the origin positions can be measured, in x and in y; a micrometre still counts there.
inline constexpr double kFarthestPosition = 1e9;

struct AnalysisOptions
{
    /// What density, speed and flow of an area are.
    enum class Density
    {
        automatic, ///< Voronoi cells where a walkable area is given, else persons per area
        voronoi,   ///< by Voronoi cells; without a walkable area they end at the cut-off only: for open ground without walls
        persons_per_area, ///< classic; the speed is the mean of those inside
    };

    double frame_rate = 10; ///< frames per second; finite, > 0
    int frame_step = 0;     ///< frames to either side for speeds; 0 to 1,000; 0: as many as make 0.2 s, at least one
    /// Numbers from one frame to the next: n where only every n-th was recorded; >= 0. 0: the least that was seen so far, and 1
    /// for the choice of a frame step.
    std::int64_t frame_stride = 0;
    std::vector<MeasuringLine> lines = {};
    std::vector<MeasuringArea> areas = {}; ///< outlines that neither cross nor touch themselves, either way round
    /// Outlines counter-clockwise, holes clockwise, as in a Scene; empty: not known. A cell keeps what lies behind a wall within
    /// the cut-off.
    std::vector<Ring> walkable = {};
    Density density = Density::automatic;
    double cut_off = 2;       ///< radius of a cell, at most; 0.01 to 1,000; alone, one has a density of 1 / (π cut_off²)
    double strip = 0.3;       ///< who walks nearer than this to one's own track is in the same strip; > 0
    Vec2 axis = {};           ///< along the flow, for lanes; zero: in each frame as most go
    double bin_width = 0.25;  ///< of the densities in `bins`; 1/m², > 0
    double max_gap = 1;       ///< a person away for longer does not cross lines on the way back; seconds, >= 0
    Execution execution = {}; ///< of analyseTrajectory
};

struct Analysis
{
    /// An area in one frame. What is not known (nobody there, no second position) is NaN.
    struct AreaSample
    {
        double time = 0;
        std::uint32_t count = 0;    ///< persons inside; the border is inside
        double density = 0;         ///< classic; 1/m²
        double speed = 0;           ///< mean of those inside; m/s
        double voronoi_density = 0; ///< 1/m²; unknown by AnalysisOptions::Density::persons_per_area
        double voronoi_speed = 0;   ///< m/s; likewise
        double flow = 0;            ///< density times speed, both by the method of the analysis; 1/(m s)
        double lane_order = 0;      ///< NaN unless people walk both ways, a tenth at least
        double lane_order_beyond_chance = 0;
    };

    /// The middle half of many numbers.
    struct Spread
    {
        double lower = 0; ///< quartile
        double median = 0;
        double upper = 0; ///< quartile
    };

    /// All samples of an area with a density in [low, high).
    struct DensityBin
    {
        double low = 0;
        double high = 0;
        std::size_t sample_count = 0;
        Spread speed; ///< m/s
        Spread flow;  ///< 1/(m s)
    };

    struct Area
    {
        std::string name;
        double area = 0; ///< square metres
        /// How density, speed and flow of `bins` and of the means were measured; never `automatic`.
        AnalysisOptions::Density method = AnalysisOptions::Density::voronoi;
        std::vector<AreaSample> samples; ///< one per frame
        std::vector<DensityBin> bins;    ///< the fundamental diagram; those with samples, in order
        // Means over the samples where they are known; NaN where none is.
        double mean_density = 0;
        double mean_speed = 0;
        double mean_lane_order = 0;
        double mean_lane_order_beyond_chance = 0;

        /// As `method` has them.
        double density(const AreaSample& sample) const
        {
            return method == AnalysisOptions::Density::persons_per_area ? sample.density : sample.voronoi_density;
        }
        double speed(const AreaSample& sample) const
        {
            return method == AnalysisOptions::Density::persons_per_area ? sample.speed : sample.voronoi_speed;
        }
    };

    struct Crossing
    {
        double time = 0; ///< of the first frame on the other side
        std::uint64_t id = 0;
        bool is_forward = true; ///< from its right to its left
    };

    struct Line
    {
        std::string name;
        double width = 0; ///< length of the line
        /// In the order of frames, then of ids: the N-t curve. Counted as CrowdObserver does: on the line is on its right, and
        /// its ends belong to it.
        std::vector<Crossing> crossings;
        std::uint64_t forward = 0;
        std::uint64_t backward = 0;
        // As in CrowdMetrics::Line: of each direction, their difference (negative when more go back) and its size; 1/s; 0 when
        // there is no time between crossings.
        double forward_flow = 0;
        double backward_flow = 0;
        double net_flow = 0;
        double flow = 0;
        double specific_flow = 0; ///< per metre of the line
        // The same for the middle of the N-t curve, without how it starts and ends: from the crossing after the first fifth to
        // the last before the last fifth.
        double steady_flow = 0;
        double steady_specific_flow = 0;
        double steady_from = 0; ///< seconds
        double steady_until = 0;
    };

    /// What is odd about the data. None of it stops an analysis.
    struct Faults
    {
        std::uint64_t gaps = 0; ///< how often a person was missing in frames between others
        std::uint64_t persons_with_gaps = 0;
        double longest_gap = 0;           ///< seconds from one position to the next
        std::uint64_t shared_places = 0;  ///< pairs of persons nearer than 1 mm, over all frames
        std::int64_t shared_in_frame = 0; ///< the first of them
        std::uint64_t shared_by[2] = {};
        std::uint64_t split_persons = 0; ///< rows for somebody whom the same frame has elsewhere; one of them counts
        std::int64_t split_in_frame = 0; ///< the first of them
        std::uint64_t split_id = 0;
        std::uint64_t leaps = 0;  ///< steps from frame to frame faster than 12 m/s
        std::uint64_t steps = 0;  ///< of all
        double largest_speed = 0; ///< of a step; m/s
    };

    std::uint64_t frame_count = 0;
    std::uint64_t person_count = 0;
    double first_time = 0;
    double last_time = 0;
    int frame_step = 0;    ///< that was used
    double mean_speed = 0; ///< of all steps from frame to frame; m/s
    std::vector<Line> lines;
    std::vector<Area> areas;
    Faults faults;
};

class TrajectoryAnalyzer
{
public:
    /// Where everybody was in one frame; element i of both is about the same person.
    struct Frame
    {
        std::int64_t number = 0;            ///< its time is number / frame_rate; at most 2^53 from 0
        std::span<const std::uint64_t> ids; ///< in increasing order
        std::span<const Vec2> positions;    ///< within kFarthestPosition
    };

    /// Fails when a number is out of its range, a line has no length, or an area has no size or crosses itself, saying which and
    /// why.
    static Result<TrajectoryAnalyzer> build(AnalysisOptions options);
    ~TrajectoryAnalyzer();
    TrajectoryAnalyzer(TrajectoryAnalyzer&&) noexcept;
    TrajectoryAnalyzer& operator=(TrajectoryAnalyzer&&) noexcept;

    /// In the order of their numbers, which must grow; of a trajectory with only every n-th frame, a step is n numbers. Frames
    /// with nobody in them may be left out.
    void add(const Frame& frame);
    /// Once, last.
    Analysis finish();

private:
    struct State;
    explicit TrajectoryAnalyzer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// Weidmann's speed of a crowd on level ground, 1.34 (1 - exp(-1.913 (1/density - 1/5.4))) m/s: the usual line to compare with.
/// 0 from 5.4 persons per square metre on; 1.34 at none.
double computeWeidmannSpeed(double density);

} // namespace clearway
