// SPDX-License-Identifier: MIT
// Local maps on an OpenCL device: the host says what is in them, the device draws, relaxes and answers with a gradient each.
// Based on: L. G. Fischer, R. Silveira, L. Nedel. GPU accelerated path-planning for multi-agents in virtual environments. 2009
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <clearway/native/field_opencl.h>

#include "potential/local_batch.h"

namespace clearway {

/// A wall, or somebody else, from the middle of a map; in cells.
struct DrawnShape
{
    Vec2 a; ///< a disc: its centre
    Vec2 b;
    double reach = 0;
    bool is_disc = false;
};

/// What is to be solved at once. Add a map, then what is in it, then the next.
class LocalMapQueue
{
public:
    explicit LocalMapQueue(const LocalMapOptions& options);

    void clear();
    void add(const LocalSelf& self);
    /// As the functions of LocalBatch, of the map that was added last. Metres.
    void blockWall(Vec2 a, Vec2 b, double reach);
    void blockDisc(Vec2 center, double reach);
    void blockCells(const FieldGrid& grid, Vec2 position);
    /// Somebody who has no map and gets no direction.
    void addNobody();

    std::size_t size() const { return maps_.size(); }

private:
    friend class LocalMapDevice;
    /// One map, as the kernel reads it.
    struct Map
    {
        float weights[4] = {};
        float omega = 0;
        std::int32_t sweeps = 0; ///< 0: the direction is known
        std::int32_t first_shape = 0;
        std::int32_t shape_count = 0;
        std::int32_t goal_count = 0;
        std::int32_t goals[4] = {};
        std::int32_t has_places = 0; ///< whether cells of a grid are drawn
    };

    void addShape(const DrawnShape& shape);

    LocalMapOptions options_;
    LocalBatch batch_; ///< for goals and weights; nothing is drawn into it
    std::vector<Map> maps_;
    std::vector<Vec2> headings_;
    std::vector<Vec2> known_; ///< directions of maps without sweeps
    std::vector<DrawnShape> shapes_;
    std::vector<std::int32_t> places_; ///< for each map, columns and then rows of the grid; FieldGrid::kNone outside
};

class LocalMapDevice
{
public:
    /// As OpenClLocalMaps::open.
    static Result<LocalMapDevice> open(const LocalMapOptions& map, const OpenClOptions& options);
    ~LocalMapDevice();
    LocalMapDevice(LocalMapDevice&&) noexcept;
    LocalMapDevice& operator=(LocalMapDevice&&) noexcept;

    const std::string& name() const;
    /// The directions of all maps in the queue: unit vectors, or (0, 0) where every way is closed. `walls` is the grid that the
    /// queue was told of, or null. One thread at a time.
    Result<void> solve(const LocalMapQueue& queue, const FieldGrid* walls, std::span<Vec2> directions);

private:
    struct State;
    explicit LocalMapDevice(std::unique_ptr<State> state);

    std::unique_ptr<State> state_;
};

} // namespace clearway
