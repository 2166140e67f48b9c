// SPDX-License-Identifier: MIT
// Small subtrees are tasks of their own; the few large regions above them are done one after the other, each split between the
// workers. A region depends on its children alone, so the bits do not depend on who does what.
#include <algorithm>
#include <utility>

#include "potential/solver_data.h"

namespace clearway {
namespace {

constexpr double kTaskShare = 1.0 / 48; ///< of all work: the most that one task may be

/// Which boxes have changed cells in them: a table of sums, since there may be as many changed cells as there are regions.
class ChangedCells
{
public:
    ChangedCells(const FieldGrid& grid, std::span<const std::int32_t> changed)
        : width_(grid.width()),
          height_(grid.height()),
          sums_((static_cast<std::size_t>(width_) + 1) * (static_cast<std::size_t>(height_) + 1), 0)
    {
        for (const std::int32_t cell : changed) ++at(cell % width_ + 1, cell / width_ + 1);
        for (std::int32_t y = 1; y <= height_; ++y)
            for (std::int32_t x = 1; x <= width_; ++x) at(x, y) += at(x - 1, y) + at(x, y - 1) - at(x - 1, y - 1);
    }

    /// Whether there is one in or next to a region.
    bool touch(const Region& region)
    {
        const std::int32_t x0 = std::max(region.x0 - 1, 0), x1 = std::min(region.x1 + 2, width_);
        const std::int32_t y0 = std::max(region.y0 - 1, 0), y1 = std::min(region.y1 + 2, height_);
        return at(x1, y1) - at(x0, y1) - at(x1, y0) + at(x0, y0) > 0;
    }

private:
    std::int32_t& at(std::int32_t x, std::int32_t y)
    {
        return sums_[static_cast<std::size_t>(y) * (static_cast<std::size_t>(width_) + 1) + static_cast<std::size_t>(x)];
    }

    std::int32_t width_;
    std::int32_t height_;
    std::vector<std::int32_t> sums_; ///< of the cells left of and below a corner
};

class Run
{
public:
    Run(const FrontSource& source, const Dissection& dissection, const Elimination* before, std::span<const std::int32_t> changed,
        bool keeps_rest)
        : source_(source), regions_(dissection.regions), keeps_rest_(keeps_rest), made_(regions_.size()), kept_(regions_.size())
    {
        if (before)
        {
            ChangedCells cells(source.stencil->grid(), changed);
            for (std::size_t i = 0; i < regions_.size(); ++i)
                if (!cells.touch(regions_[i])) kept_[i] = before->fronts[i];
        }
        first_.resize(regions_.size());
        for (std::size_t i = 0; i < regions_.size(); ++i)
            first_[i] =
                regions_[i].isLeaf() ? static_cast<std::int32_t>(i) : first_[static_cast<std::size_t>(regions_[i].child[0])];
    }

    /// A region and all below it.
    void doSubtree(std::int32_t root)
    {
        for (std::int32_t i = first_[static_cast<std::size_t>(root)]; i <= root; ++i) doRegion(i, {});
    }

    void doRegion(std::int32_t number, const SplitLoop& split)
    {
        const auto i = static_cast<std::size_t>(number);
        if (kept_[i]) return;
        const Region& region = regions_[i];
        const Front* children[2] = {};
        for (int c = 0; c < 2 && !region.isLeaf(); ++c)
        {
            const auto child = static_cast<std::size_t>(region.child[c]);
            children[c] = kept_[child] ? kept_[child].get() : made_[child].get();
        }
        made_[i] = eliminateRegion(source_, region, children, split);
        if (keeps_rest_ || region.isLeaf()) return;
        for (const std::int32_t child : region.child)
            if (Front* const front = made_[static_cast<std::size_t>(child)].get()) front->dropRest();
    }

    Elimination take()
    {
        Elimination result;
        result.fronts.resize(regions_.size());
        for (std::size_t i = 0; i < regions_.size(); ++i)
        {
            if (made_[i])
                result.fronts[i] = std::move(made_[i]);
            else
                result.fronts[i] = std::move(kept_[i]);
            result.bytes += result.fronts[i]->bytes();
            result.wide_count += result.fronts[i]->is_wide ? 1 : 0;
        }
        return result;
    }

private:
    const FrontSource& source_;
    const std::vector<Region>& regions_;
    bool keeps_rest_;
    std::vector<std::shared_ptr<Front>> made_;
    std::vector<std::shared_ptr<const Front>> kept_;
    std::vector<std::int32_t> first_; ///< of each subtree
};

} // namespace

std::optional<Elimination> eliminate(const FrontSource& source, std::shared_ptr<const Dissection> dissection,
                                     const Elimination* before, std::span<const std::int32_t> changed, bool keeps_rest,
                                     const Workers& workers, const Progress& progress)
{
    const std::vector<Region>& regions = dissection->regions;
    Run run(source, *dissection, before, changed, keeps_rest);
    std::vector<std::int32_t> tasks, above;
    const double limit = dissection->multiply_adds * kTaskShare;
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(regions.size()); ++i)
    {
        const Region& region = regions[static_cast<std::size_t>(i)];
        const bool is_small = region.subtree_multiply_adds <= limit || region.isLeaf();
        if (!is_small)
            above.push_back(i);
        else if (region.parent < 0 || regions[static_cast<std::size_t>(region.parent)].subtree_multiply_adds > limit)
            tasks.push_back(i);
    }
    if (!report(progress, "eliminate", 0)) return std::nullopt;
    workers.run(static_cast<std::int32_t>(tasks.size()),
                [&](std::int32_t i) { run.doSubtree(tasks[static_cast<std::size_t>(i)]); });
    double done = 0;
    for (const std::int32_t i : tasks) done += regions[static_cast<std::size_t>(i)].subtree_multiply_adds;
    const SplitLoop split = workers.split();
    for (const std::int32_t i : above)
    {
        if (!report(progress, "eliminate", std::min(1.0, done / std::max(1.0, dissection->multiply_adds)))) return std::nullopt;
        run.doRegion(i, split);
        done += regions[static_cast<std::size_t>(i)].multiply_adds;
    }
    Elimination result = run.take();
    result.dissection = std::move(dissection);
    return result;
}

} // namespace clearway
