// SPDX-License-Identifier: MIT
// FieldGrid: free space as square cells, for characters of one radius and one way of moving.
// Why: potentials are solved on cells; whatever the solver sees as free, a disc can stand on and walk through.
// The rule: a cell is free when a disc of the radius fits with its centre in the middle of the cell, and two neighbouring free
// cells are joined when the disc also fits everywhere between the two middles. So a way from middle to middle never touches an
// obstacle, thin walls between cells count, and a straight door is lost only if it is less than one cell wider than the disc.
// Cells are numbered row by row, from the lower left; row 0 has the smallest y. Metres. An immutable handle: cheap to copy, free
// to share between threads.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <clearway/base/result.h>
#include <clearway/geometry/polygon.h>
#include <clearway/geometry/shapes.h>
#include <clearway/grid/terrain.h>
#include <clearway/scene/scene.h>

namespace clearway {

class ByteReader;
class ByteWriter;

/// The most cells a grid may have; more are refused before anything is allocated.
inline constexpr std::int64_t kMaxFieldCellCount = std::int64_t{1} << 26;

struct FieldGridOptions
{
    double cell_size = 0.5;                    ///< metres, > 0
    double radius = 0.25;                      ///< of the characters; metres, >= 0
    int layer = 0;                             ///< of the scene
    std::span<const TerrainArea> terrain = {}; ///< empty: plain ground everywhere
    TerrainCosts costs = kWalkerCosts;         ///< of the characters
    std::span<const Disc> discs = {};          ///< obstacles that are not part of the scene
    std::span<const Ring> obstacles = {};      ///< the same, as outlines
};

class FieldGrid
{
public:
    /// The neighbours of a cell.
    enum class Toward : std::uint8_t
    {
        right,
        up,
        left,
        down,
    };

    static constexpr std::int32_t kNone = -1;

    std::int32_t width() const;  ///< cells in a row
    std::int32_t height() const; ///< rows
    std::int32_t cellCount() const { return width() * height(); }
    double cellSize() const;
    double radius() const;
    Vec2 origin() const; ///< the lower left corner of cell 0

    bool isFree(std::int32_t cell) const;
    /// The neighbour that can be reached from a free cell, or kNone.
    std::int32_t neighbour(std::int32_t cell, Toward side) const;
    /// Whether a disc fits everywhere in the square between the middles of this cell and its right, upper and upper right
    /// neighbours.
    bool isSquareFree(std::int32_t cell) const;
    Terrain terrainOf(std::int32_t cell) const;
    double costOf(std::int32_t cell) const; ///< 1 for blocked cells
    bool hasCosts() const;                  ///< whether any free cell costs other than 1
    /// Free cells with the same number are connected; from 0 without gaps, kNone for blocked cells.
    std::int32_t componentOf(std::int32_t cell) const;
    std::int32_t componentCount() const;
    std::int32_t freeCount() const;

    Vec2 centerOf(std::int32_t cell) const;
    /// The cell that contains p, or kNone outside the grid.
    std::int32_t cellAt(Vec2 p) const;
    /// The free cell whose middle is nearest to p, at most `reach` metres away; kNone when there is none. Ties go to the smaller
    /// number. O(reach^2 / cell size^2).
    std::int32_t findNearestFree(Vec2 p, double reach) const;

    /// The same grid with these cells blocked. O(cells).
    FieldGrid withBlocked(std::span<const std::int32_t> cells) const;
    /// The same grid with discs added as obstacles. O(cells).
    FieldGrid withDiscs(std::span<const Disc> discs) const;

    std::size_t memoryBytes() const;
    /// For `.clearway` files. What was read is the very grid that was written, or an error; never more memory than there are
    /// bytes for, a few times over.
    void write(ByteWriter& writer) const;
    static Result<FieldGrid> read(ByteReader& reader);
    std::uint64_t computeHash() const; ///< of everything that is written

    struct Data;
    explicit FieldGrid(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
    const Data& data() const { return *data_; }

private:
    std::shared_ptr<const Data> data_;
};

/// The grid of one layer of a scene; it covers the bounds of the scene and is centred on them. Fails when an option is out of
/// range or there would be more than kMaxFieldCellCount cells. A scene in which nothing is free for the radius is a grid without
/// free cells. O(cells + boundary length / cell size * (1 + radius / cell size)).
Result<FieldGrid> buildFieldGrid(const Scene& scene, const FieldGridOptions& options = {});

/// The size of a cell, if nobody says: `usual` metres, or as much as keeps the grid to about `most` cells; in a scene that is far
/// longer than wide to twice as many. Above 0. O(points of the scene).
double chooseCellSize(const Scene& scene, double usual, double most);

struct FieldMaskOptions
{
    double cell_size = 1;                  ///< metres, > 0
    Vec2 origin = {};                      ///< of the lower left corner
    std::span<const Terrain> terrain = {}; ///< one per cell, or empty for plain ground
    TerrainCosts costs = kWalkerCosts;
};

/// A grid given cell by cell, row by row: not 0 is free, and neighbouring free cells are joined. The radius counts as 0.
Result<FieldGrid> buildFieldGrid(std::int32_t width, std::int32_t height, std::span<const std::uint8_t> is_free,
                                 const FieldMaskOptions& options = {});

} // namespace clearway
