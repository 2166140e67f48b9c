// SPDX-License-Identifier: MIT
// The fast engine of a crowd: people of one size on a corridor map, led by the published forces, about 0.1 µs a step each.
// A walker is seven numbers that are sorted with the grid in every tick, and a corridor that it shares with all others. What
// keeps it out of walls is its ball: walls are never asked for. A tick has three stages: sort (who stands where), walk (forces,
// moves, balls), plan (new ways). Walkers live in bands of grid rows. In `sort` a band takes over the walkers that have come to
// its rows; in `walk` it moves its walkers and lists those that leave it. Bands write only what is theirs, so they may be taken
// in any order and on any thread.
// A walker has a place in the columns, which changes in every tick, and a slot, which it keeps while others come and go. Slots
// are in the order of ids: sums over neighbours are in this order, so that the state does not depend on storage.
// Based on: R. Geraerts, M. Overmars. The corridor map method: real-time high-quality path planning. 2007 (attraction, Verlet
// integration); D. Helbing, P. Molnar. Social force model for pedestrian dynamics. 1995 (repulsion).
#pragma once
#include <memory>
#include <span>
#include <vector>

#include <clearway/base/random.h>
#include <clearway/base/tasks.h>

#include "steering/repulsion.h"
#include "walkers/columns.h"
#include "walkers/planner.h"
#include "walkers/rows.h"
#include "walkers/trip.h"

namespace clearway::walkers {

struct KernelOptions
{
    CorridorMap map;                  ///< of one layer
    double radius = 0.25;             ///< of all walkers; metres, > 0
    double speed = 1.34;              ///< at which they walk, and never above; m/s
    double max_attraction = 5;        ///< of the corridor, whose published force has a pole; m/s^2, > 0
    steering::EllipticalLaw law = {}; ///< of the repulsion
    steering::Sight sight = {};       ///< what walkers see of each other
    std::uint64_t seed = 1;           ///< of the direction in which two in one spot part
    TaskHook hook = {};               ///< empty: one thread
    int planner_count = 1;            ///< searches at once; at least 1
};

/// Chosen by the owner, never used again; above 0.
using Id = std::uint64_t;

/// Numbers that the owner of the walkers keeps with each of them.
struct Label
{
    std::uint32_t goal = 0;
    std::uint32_t group = 0;
    LatticePoint point;
};

/// Where a walker wants to go next.
struct Wish
{
    bool is_anywhere = false; ///< to a random place; else to `point`
    std::uint64_t seed = 1;   ///< of the random place
    Vec2 point;
};

/// Knows the goals of walkers. Called from several threads at once; answers are functions of the walker.
class Wishes
{
public:
    virtual ~Wishes() = default;
    virtual Wish computeWish(std::uint32_t slot) const = 0;
    /// For trips with `has_area`: whether a walker there has arrived.
    virtual bool isInArea(std::uint32_t slot, Vec2 position) const = 0;
};

/// From the goal: nearer walkers have arrived. Goals that no ball holds are moved by at most this. Metres.
inline constexpr double kArrivalDistance = 0.5;
/// A walker that is slower than this part of its speed stands, and is stuck when it does so for so many seconds.
inline constexpr float kStillPart = 0.05F;
inline constexpr float kStuckAfter = 5;

struct Kernel
{
    static constexpr int kBandCount = 64;
    static constexpr int kNewcomers = kBandCount; ///< the row of `counts` about walkers that no tick has sorted yet
    static constexpr std::uint32_t kBlockSize = 128;
    static constexpr std::uint64_t kMostCells = std::uint64_t{1} << 28; ///< 32 km each way
    static constexpr std::size_t kMostWalkers = std::size_t{1} << 30;
    static constexpr std::size_t kExpectedPairs = 1024; ///< of a block; more make it grow
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
        std::uint32_t waiting_count = 0; ///< of its band: in `waiting`, from the first place of the band on
        std::uint32_t noted_count = 0;   ///< the same in `noted`
        std::uint32_t leaving_count = 0; ///< the same in `leaving`
        std::uint32_t first = 0;
        std::uint64_t run_hash = 0; ///< of its band in this tick

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

    /// `wishes` must live as long as the kernel.
    Kernel(const KernelOptions& with, const Wishes& wishes);
    /// Whether there is an open edge and the map is not too wide. Nothing else may be called when it is not.
    bool isUsable() const { return rows.hasOpenEdge() && column_count > 0; }

    // ---- kernel.cpp: walkers that come and go
    void reserve(std::size_t count);
    /// Returns the place. The id must be new.
    std::uint32_t insert(Id id, LatticePoint at, Spot from, const Trip& trip, Label label);
    void remove(std::uint32_t place);
    bool isGone(std::uint32_t place) const { return now.card[place].cell == kNone; }
    std::size_t size() const { return count - gone_count; }
    /// The slot or place of a walker; kNone when there is no such one. A slot is valid until another walker is added or time
    /// goes on.
    std::uint32_t slotOf(Id id);
    std::uint32_t placeOf(Id id);
    /// Slots in the order of ids again, without those that are free.
    void orderSlots();
    /// The walker forgets its way and stands where it is.
    void stand(std::uint32_t place, Trip::State state);
    /// The same, until the next tick finds it a way to what it wishes.
    void send(std::uint32_t place);

    // ---- a tick
    /// Finds ways for those that were sent; lists them in `planned`.
    void planSent();
    /// Moves everybody. Lists in `arrived`, `stopped` and `going` what happened, in the order of slots.
    void walk(double duration);
    /// Finds ways for those of `arrived` that were set to `setting_out`, and for those whose choices have come to an end;
    /// lists them in `planned`.
    void planWaiting();

    // ---- sort.cpp
    void layOutGrid();
    std::uint32_t cellOf(std::int32_t x, std::int32_t y) const
    {
        return (static_cast<std::uint32_t>(y - grid_y) >> cell_shift) * column_count +
               (static_cast<std::uint32_t>(x - grid_x) >> cell_shift);
    }
    int bandOf(std::uint32_t cell) const { return static_cast<int>(cell / cells_per_band); }
    /// The row of `counts` about the walker at a place.
    std::size_t sourceOf(std::uint32_t place) const;
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
    void integrate(Workspace& work, std::uint32_t begin, std::uint32_t count);
    void partCoincident(Workspace& work, std::uint32_t first, std::uint32_t end, std::uint32_t slot) const;
    void keepInBall(Workspace& work, std::uint32_t at);
    std::uint32_t findBallBehind(const Card& card) const;
    void putBack(std::uint32_t at, const Ball& ball);
    std::uint32_t findSlow(std::uint32_t begin, std::uint32_t end, std::uint32_t* slow) const;
    void countStill(Workspace& work, std::uint32_t at);
    /// Moves a walker toward a point now, as far as its ball allows.
    void push(std::uint32_t place, LatticePoint target);

    // ---- plan.cpp
    void followTrip(Workspace& work, std::uint32_t at);
    void enterLink(Card& card, std::uint32_t ball) const;
    void planAll(std::span<const std::uint32_t> places);
    void plan(Planner& planner, std::uint32_t place);
    enum class Purpose : std::uint8_t
    {
        start,
        goal,
    };
    static Random makeRandom(std::uint64_t seed, Id id, std::uint32_t number, Purpose purpose);
    bool chooseRandomGoal(Planner& planner, Random& random, Spot here, Trip& trip) const;
    Spot drawSpot(Random& random, LatticePoint& at) const;

    std::size_t memoryBytes() const;

    KernelOptions options;
    const Wishes& wishes;
    Rows rows;
    std::vector<std::unique_ptr<Planner>> planners;
    std::vector<std::unique_ptr<Workspace>> workspaces; ///< one for each band

    // ---- the walkers. After a tick `now` holds them, in the order of the last sort; then those that were added since.
    std::size_t count = 0;      ///< places in use
    std::size_t gone_count = 0; ///< of those: walkers that were removed since the last sort
    Columns now;
    Columns sorted;

    // By slot.
    std::vector<Id> ids;
    std::vector<Trip> trips;
    std::vector<Label> labels;
    std::size_t free_slot_count = 0;
    bool is_ordered = true;
    std::vector<std::uint32_t> place_of_slot; ///< made when asked for
    bool has_places = false;

    // ---- the grid
    std::int32_t grid_x = 0; ///< of the corner of cell 0; lattice
    std::int32_t grid_y = 0;
    int cell_shift = 0;             ///< a cell is 2^cell_shift quanta wide
    std::uint32_t column_count = 0; ///< 0 when the map is too wide
    std::uint32_t row_count = 0;
    std::uint32_t cells_per_band = 0;
    std::vector<std::uint32_t> first_in;     ///< per cell and one more
    std::vector<std::uint32_t> counts;       ///< [from band * kBandCount + to band], then newcomers: where each goes next
    std::vector<std::uint32_t> band_first;   ///< of `sorted`, per band and one more
    std::vector<std::uint32_t> source_first; ///< the same of `now`

    // ---- a tick, in the units of the kernels
    float quantum = 0;
    float dt = 0;
    std::uint64_t tick = 0;
    std::uint64_t planned_count = 0;    ///< ways searched so far
    std::uint64_t run_hash = 0;         ///< of where everybody was in the last tick, and how fast
    std::vector<std::uint32_t> sent;    ///< places
    std::vector<std::uint32_t> planned; ///< places
    std::vector<std::uint32_t> arrived; ///< places
    std::vector<std::uint32_t> stopped; ///< places of those that got stuck
    std::vector<std::uint32_t> going;   ///< places of those that are not stuck any more
    struct Stuck
    {
        std::uint32_t slot = 0;
        std::uint32_t cell = 0; ///< where it was after the last tick
    };
    std::vector<Stuck> stuck;           ///< all that are
    std::vector<std::uint32_t> waiting; ///< for a way: places in `now`
    std::vector<std::uint32_t> noted;   ///< places in `now`; with kStuckMark: of a walker that got stuck, else that arrived
    std::vector<std::uint32_t> leaving; ///< their band, for the next tick: places in `now`
    static constexpr std::uint32_t kStuckMark = std::uint32_t{1} << 31;

private:
    void indexPlaces();
    void gatherNotes();
    void followStuck();
    std::uint32_t findPlace(const Stuck& walker);
};

} // namespace clearway::walkers
