// SPDX-License-Identifier: MIT
// What Walkers hold, and a tick in three stages: sort (who stands where), walk (forces, moves, balls), plan (new ways).
// Walkers live in bands of grid rows. In `sort` a band takes over whoever has come to its rows; in `walk` it moves its walkers
// and lists those who leave it. Bands write only what is theirs, so they may be taken in any order and on any thread.
#pragma once
#include <memory>
#include <vector>

#include <clearway/base/random.h>
#include <clearway/walkers.h>

#include "base/step_clock.h"
#include "steering/repulsion.h"
#include "walkers/columns.h"
#include "walkers/planner.h"
#include "walkers/rows.h"
#include "walkers/trip.h"

namespace clearway {

struct Walkers::State
{
    static constexpr int kBandCount = 64;
    static constexpr std::uint32_t kBlockSize = 128;
    static constexpr std::uint64_t kMostCells = std::uint64_t{1} << 28; ///< 32 km each way
    static constexpr std::size_t kExpectedPairs = 1024;                 ///< of a block; more make it grow
    static constexpr double kRange = 2; ///< within which others count, from centre to centre, and the width of a cell; metres

    /// Scratch for the walkers of one block.
    struct Workspace
    {
        std::uint32_t first_pair[kBlockSize + 1];
        float ahead_x[kBlockSize]; ///< toward the attraction point; unit length or none
        float ahead_y[kBlockSize];
        float force_x[kBlockSize];
        float force_y[kBlockSize];
        std::vector<float> pairs; ///< eight columns of `pair_capacity`
        std::size_t pair_capacity = 0;
        std::vector<Vec2> positions; ///< for the force hook
        std::vector<WalkerId> ids;
        std::uint32_t waiting_count = 0; ///< of its band: in `waiting`, from the first place of the band on
        std::uint32_t arrived_count = 0; ///< the same in `arriving`
        std::uint32_t leaving_count = 0; ///< the same in `leaving`
        std::uint32_t first = 0;

        enum Column
        {
            offset_x,
            offset_y,
            velocity_x,
            velocity_y,
            look_x,
            look_y,
            push_x,
            push_y,
            kColumnCount,
        };
        float* column(Column which) { return pairs.data() + static_cast<std::size_t>(which) * pair_capacity; }
        /// Room for so many pairs; keeps the contents.
        void reservePairs(std::size_t count);
    };

    State(const CorridorMap& map, const WalkersOptions& with);

    // ---- sort.cpp
    /// False when the map is too wide.
    bool layOutGrid();
    std::uint32_t cellOf(std::int32_t x, std::int32_t y) const
    {
        return (static_cast<std::uint32_t>(y - grid_y) >> cell_shift) * column_count +
               (static_cast<std::uint32_t>(x - grid_x) >> cell_shift);
    }
    int bandOf(std::uint32_t cell) const { return static_cast<int>(cell / cells_per_band); }
    void countAll();
    void sort();
    void sortBand(int band);
    void orderCell(std::uint32_t at, std::uint32_t begin);

    // ---- walk.cpp
    void walkBand(int band);
    void walkBlock(Workspace& work, std::uint32_t begin, std::uint32_t end);
    void countMoves(Workspace& work, int band, std::uint32_t begin, std::uint32_t end);
    void attract(Workspace& work, std::uint32_t begin, std::uint32_t count) const;
    void pullAhead(Workspace& work, std::uint32_t begin, std::uint32_t count, const float* reaches, const float* drags) const;
    void gatherPairs(Workspace& work, std::uint32_t begin, std::uint32_t count) const;
    void repel(Workspace& work, std::uint32_t begin, std::uint32_t count) const;
    void addUserForces(Workspace& work, std::uint32_t begin, std::uint32_t count) const;
    void integrate(Workspace& work, std::uint32_t begin, std::uint32_t count);
    void partCoincident(Workspace& work, std::uint32_t first, std::uint32_t end, WalkerId id) const;
    void keepInBall(Workspace& work, std::uint32_t at);
    std::uint32_t findBallBehind(const walkers::Card& card) const;
    void putBack(std::uint32_t at, const walkers::Ball& ball);

    // ---- plan.cpp
    void followTrip(Workspace& work, std::uint32_t at);
    void enterLink(walkers::Card& card, std::uint32_t ball) const;
    void planWaiting();
    void plan(walkers::Planner& planner, walkers::Card& card);
    enum class Purpose : std::uint8_t
    {
        start,
        goal,
    };
    Random makeRandom(WalkerId id, std::uint32_t number, Purpose purpose) const;
    bool chooseRandomGoal(walkers::Planner& planner, Random& random, walkers::Spot here, walkers::Trip& trip) const;
    walkers::Spot drawSpot(Random& random, LatticePoint& at) const;
    bool drawTrip(walkers::Planner& planner, WalkerId id, LatticePoint& at, walkers::Spot& from, walkers::Trip& trip) const;
    void insert(const walkers::Trip& trip, walkers::Spot from, LatticePoint at);
    Error explainNoBall(const char* what, Vec2 p) const;
    Result<void> planTo(Vec2 goal, walkers::Spot from, walkers::Trip& trip);

    void step(double duration);
    void indexIds() const;

    WalkersOptions options;
    walkers::Rows rows;
    std::unique_ptr<WorkerPool> pool;
    TaskHook hook;
    std::vector<std::unique_ptr<walkers::Planner>> planners; ///< one for each worker
    std::vector<std::unique_ptr<Workspace>> workspaces;      ///< one for each band

    // ---- the walkers. After a step `now` holds them, in the order of the last sort.
    std::size_t count = 0;
    walkers::Columns now;
    walkers::Columns sorted;
    std::vector<walkers::Trip> trips;            ///< by id
    mutable std::vector<std::uint32_t> index_of; ///< by id; made when asked for
    mutable bool has_index = false;
    bool is_counted = false; ///< whether `counts` is about everybody who is there

    // ---- the grid
    std::int32_t grid_x = 0; ///< of the corner of cell 0; lattice
    std::int32_t grid_y = 0;
    int cell_shift = 0; ///< a cell is 2^cell_shift quanta wide
    std::uint32_t column_count = 0;
    std::uint32_t row_count = 0;
    std::uint32_t cells_per_band = 0;
    std::vector<std::uint32_t> first_in;     ///< per cell and one more
    std::vector<std::uint32_t> counts;       ///< [from band * kBandCount + to band]: who goes where next
    std::vector<std::uint32_t> band_first;   ///< of `sorted`, per band and one more
    std::vector<std::uint32_t> source_first; ///< the same of `now`

    // ---- laws, in the units of the kernels
    steering::EllipticalLaw law;
    steering::Sight sight;
    float quantum = 0;
    float dt = 0;
    std::uint64_t tick = 0;
    StepClock clock;
    std::uint64_t planned_count = 0;
    std::vector<WalkerId> arrived;
    std::vector<std::uint32_t> waiting; ///< for a way: places in `now`
    std::vector<WalkerId> arriving;     ///< in this tick
    std::vector<std::uint32_t> leaving; ///< their band, for the next tick: places in `now`
};

} // namespace clearway
