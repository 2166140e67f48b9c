// SPDX-License-Identifier: MIT
// Local maps on a graphics card, through OpenCL: part of clearway::native.
// Why: thousands of maps are relaxed side by side, one work-group each, and only directions come back.
// Based on: L. G. Fischer, R. Silveira, L. Nedel. GPU accelerated path-planning for multi-agents in virtual environments. 2009
// The device draws the maps too: a thread for each obstacle. Where it has doubles they are those of computeLocalDirections to the
// bit; with floats alone a cell just at the edge of an obstacle may be drawn otherwise.
// Departures: maps are relaxed in two colours with over-relaxation, in the order of the processor, instead of Jacobi's way with
// twice the sweeps.
// Directions are those of the host within rounding, and outside the promise of equal bits. OpenCL is looked for when it is asked
// for, not linked. A device belongs to one thread at a time.
#pragma once
#include <memory>
#include <span>
#include <string>

#include <clearway/potential/local_map.h>
#include <clearway/steering/local_field.h>

namespace clearway {

struct OpenClOptions
{
    std::string device =
        {}; ///< a part of the name of the device or its platform; empty: the first GPU, else the first of any kind
};

class OpenClLocalMaps
{
public:
    /// Finds a device and prepares maps of this kind for it. Fails with a reason when there is no OpenCL, no device (of that
    /// name), when a map does not fit into the local memory of the device, or when the exact method is asked for.
    static Result<OpenClLocalMaps> open(const LocalMapOptions& map, const OpenClOptions& options = {});
    ~OpenClLocalMaps();
    OpenClLocalMaps(OpenClLocalMaps&&) noexcept;
    OpenClLocalMaps& operator=(OpenClLocalMaps&&) noexcept;

    /// "NAME (PLATFORM)".
    const std::string& deviceName() const;
    /// As computeLocalDirections.
    Result<void> computeDirections(std::span<const LocalMapInput> inputs, std::span<const Disc> others, const FieldGrid* walls,
                                   std::span<Vec2> directions);

private:
    struct State;
    explicit OpenClLocalMaps(std::unique_ptr<State> state);

    std::unique_ptr<State> state_;
};

/// A model, and where it runs.
struct OpenClSteering
{
    std::shared_ptr<const Steering> steering;
    std::string device_name; ///< "NAME (PLATFORM)"
};

/// localField with its maps on a device: the same velocities within rounding, so that runs part slowly from those of the
/// processor, and the hash of a run is that of the device. Fails as OpenClLocalMaps::open does. A device that fails later is
/// replaced by the processor, with a warning in the log. Agents come in blocks of 32, one block at a time.
Result<OpenClSteering> openClLocalField(const LocalFieldOptions& options = {}, const OpenClOptions& opencl = {});

} // namespace clearway
