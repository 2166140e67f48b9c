// SPDX-License-Identifier: MIT
// Space is divided into cubes as wide as the reach. What is within reach of a point lies in the cubes around its own: if the
// ground in those is one sheet, all triangles of the cube in the middle may be in the midst of it.
#include "guide/surface_sheets.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <clearway/geometry/box3.h>

namespace clearway {

namespace {

constexpr double kCosine = 0.7072;           ///< of 45 degrees, and a little more
constexpr std::size_t kMostCubesPerFace = 8; ///< on average; where triangles are larger than cubes nothing is gained
constexpr std::int64_t kAxis = std::int64_t{1} << 20;

struct Entry
{
    std::uint64_t cube;
    std::uint32_t face;

    friend bool operator<(const Entry& a, const Entry& b) { return a.cube != b.cube ? a.cube < b.cube : a.face < b.face; }
};

std::uint64_t makeKey(std::int64_t x, std::int64_t y, std::int64_t z)
{
    return static_cast<std::uint64_t>(((z + kAxis) * 2 * kAxis + (y + kAxis)) * 2 * kAxis + (x + kAxis));
}

class SheetFinder
{
public:
    SheetFinder(const SurfaceChart::Data& chart, double reach)
        : chart_(chart), mesh_(chart.mesh), scale_(1 / reach), plain_(chart.faces.size(), 0)
    {
    }

    std::vector<std::uint8_t> run()
    {
        if (!listEntries()) return std::move(plain_);
        seen_.assign(plain_.size(), 0);
        std::ranges::fill(plain_, std::uint8_t{1});
        for (std::size_t first = 0; first < entries_.size();)
        {
            std::size_t end = first;
            while (end < entries_.size() && entries_[end].cube == entries_[first].cube) ++end;
            if (!isOneSheet(entries_[first].cube))
                for (std::size_t i = first; i < end; ++i) plain_[entries_[i].face] = 0;
            first = end;
        }
        return std::move(plain_);
    }

private:
    /// Every triangle in all cubes that its box meets. False when that would be too many, or cubes too far away to count.
    bool listEntries()
    {
        const std::size_t most = kMostCubesPerFace * plain_.size() + 4096;
        for (std::uint32_t face = 0; face < plain_.size(); ++face)
        {
            Box3 box;
            for (std::uint32_t h = 3 * face; h < 3 * face + 3; ++h) box.add(mesh_.positions()[mesh_.origin(h)]);
            std::int64_t low[3], high[3];
            const double lows[3] = {box.min.x, box.min.y, box.min.z}, highs[3] = {box.max.x, box.max.y, box.max.z};
            double count = 1;
            for (int k = 0; k < 3; ++k)
            {
                if (!(std::abs(lows[k]) * scale_ < 0.9 * kAxis && std::abs(highs[k]) * scale_ < 0.9 * kAxis)) return false;
                low[k] = static_cast<std::int64_t>(std::floor(lows[k] * scale_));
                high[k] = static_cast<std::int64_t>(std::floor(highs[k] * scale_));
                count *= static_cast<double>(high[k] - low[k] + 1);
            }
            if (!(static_cast<double>(entries_.size()) + count <= static_cast<double>(most))) return false;
            for (std::int64_t z = low[2]; z <= high[2]; ++z)
                for (std::int64_t y = low[1]; y <= high[1]; ++y)
                    for (std::int64_t x = low[0]; x <= high[0]; ++x) entries_.push_back({makeKey(x, y, z), face});
        }
        std::sort(entries_.begin(), entries_.end());
        return true;
    }

    /// Marks the triangles of a cube and those around it.
    void markAround(std::uint64_t cube)
    {
        faces_.clear();
        ++mark_;
        const std::uint64_t row = 2 * kAxis, layer = row * row;
        for (int z = -1; z <= 1; ++z)
            for (int y = -1; y <= 1; ++y)
            {
                // Three cubes of a row follow each other.
                const std::uint64_t first =
                    cube + static_cast<std::uint64_t>(z) * layer + static_cast<std::uint64_t>(y) * row - 1;
                for (auto at = std::lower_bound(entries_.begin(), entries_.end(), Entry{first, 0});
                     at != entries_.end() && at->cube <= first + 2; ++at)
                {
                    if (seen_[at->face] == mark_) continue;
                    seen_[at->face] = mark_;
                    faces_.push_back(at->face);
                }
            }
    }

    bool isOneSheet(std::uint64_t cube)
    {
        markAround(cube);
        Vec3 sum;
        for (const std::uint32_t face : faces_) sum += chart_.faces[face].normal();
        const Vec3 axis = normalized(sum);
        for (const std::uint32_t face : faces_)
            if (!(dot(chart_.faces[face].normal(), axis) >= kCosine)) return false;
        // Joined to each other, without borders: marks are taken back where one gets to.
        std::size_t count = 1;
        waiting_.assign(1, faces_.front());
        seen_[faces_.front()] = 0;
        while (!waiting_.empty())
        {
            const std::uint32_t face = waiting_.back();
            waiting_.pop_back();
            for (std::uint32_t h = 3 * face; h < 3 * face + 3; ++h)
            {
                const std::uint32_t other = mesh_.opposites()[h];
                if (other == kNone) return false;
                if (seen_[other / 3] != mark_) continue;
                seen_[other / 3] = 0;
                waiting_.push_back(other / 3);
                ++count;
            }
        }
        return count == faces_.size();
    }

    const SurfaceChart::Data& chart_;
    const SurfaceMesh& mesh_;
    const double scale_;
    std::vector<std::uint8_t> plain_;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> seen_; ///< by face: the cube for which it was marked
    std::uint32_t mark_ = 0;
    std::vector<std::uint32_t> faces_;
    std::vector<std::uint32_t> waiting_;
};

} // namespace

std::vector<std::uint8_t> findPlainFaces(const SurfaceChart::Data& chart, double reach)
{
    return SheetFinder(chart, reach).run();
}

} // namespace clearway
