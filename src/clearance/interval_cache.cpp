// SPDX-License-Identifier: MIT
// A table of small sets: a key belongs to one set of four entries and takes the place of the oldest of them. Nearly all portals
// have one free interval or two; those are stored in the entry, longer lists beside the table.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include <clearway/clearance/intervals.h>

namespace clearway {
namespace {

constexpr std::uint32_t kWays = 4;
constexpr std::uint32_t kInline = 2;

struct Entry
{
    std::uint64_t radius_bits = 0;
    PortalId portal = kNone; ///< kNone: never used
    std::uint32_t count = 0;
    std::array<Interval, kInline> intervals;
    std::uint32_t spilled = kNone; ///< which of the long lists belongs to this entry; kept when the entry is replaced
};

std::uint64_t mix(PortalId portal, std::uint64_t bits)
{
    std::uint64_t h = bits * 0x9e3779b97f4a7c15ull + portal;
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93ull;
    return h ^ (h >> 32);
}

} // namespace

struct IntervalCache::State
{
    ClearanceMesh clearance;
    Options options;
    std::vector<Entry> entries;
    std::vector<std::uint8_t> next_way; ///< per set: which entry is replaced next
    std::vector<std::vector<Interval>> long_lists;
    std::vector<Interval> scratch;
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;

    std::span<const Interval> intervalsOf(const Entry& entry) const
    {
        return {entry.count <= kInline ? entry.intervals.data() : long_lists[entry.spilled].data(), entry.count};
    }

    void fill(Entry& entry, PortalId portal, double radius)
    {
        computeFreeIntervals(clearance, portal, radius, scratch);
        entry.portal = portal;
        entry.radius_bits = std::bit_cast<std::uint64_t>(radius);
        entry.count = static_cast<std::uint32_t>(scratch.size());
        if (entry.count <= kInline)
        {
            std::copy(scratch.begin(), scratch.end(), entry.intervals.begin());
            return;
        }
        if (entry.spilled == kNone)
        {
            entry.spilled = static_cast<std::uint32_t>(long_lists.size());
            long_lists.emplace_back();
        }
        long_lists[entry.spilled] = scratch;
    }

    /// Never below the radius.
    double roundUp(double radius) const
    {
        const double step = options.radius_step;
        if (!(step > 0)) return radius;
        double count = std::ceil(radius / step);
        if (count * step < radius) ++count;
        const double rounded = count * step;
        return rounded >= radius && std::isfinite(rounded) ? rounded : radius;
    }
};

IntervalCache::IntervalCache(ClearanceMesh clearance) : IntervalCache(std::move(clearance), Options{}) {}

IntervalCache::IntervalCache(ClearanceMesh clearance, const Options& options)
    : state_(new State{std::move(clearance), options, {}, {}, {}, {}})
{
    // A power of two of sets that stays within the capacity.
    const std::uint32_t sets = std::bit_floor(std::max(options.capacity / kWays, 1u));
    state_->entries.resize(std::size_t{sets} * kWays);
    state_->next_way.resize(sets, 0);
}

IntervalCache::~IntervalCache() = default;
IntervalCache::IntervalCache(IntervalCache&&) noexcept = default;
IntervalCache& IntervalCache::operator=(IntervalCache&&) noexcept = default;

const ClearanceMesh& IntervalCache::clearance() const { return state_->clearance; }
std::uint64_t IntervalCache::hitCount() const { return state_->hits; }
std::uint64_t IntervalCache::missCount() const { return state_->misses; }

std::span<const Interval> IntervalCache::find(PortalId portal, double radius)
{
    State& state = *state_;
    if (!(radius >= 0) || !std::isfinite(radius)) return {};
    const double rounded = state.roundUp(radius) + 0.0; // no negative zero
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(rounded);
    const std::size_t set = mix(portal, bits) & (state.next_way.size() - 1);
    Entry* const entries = state.entries.data() + set * kWays;
    for (std::uint32_t way = 0; way < kWays; ++way)
        if (entries[way].portal == portal && entries[way].radius_bits == bits)
        {
            ++state.hits;
            return state.intervalsOf(entries[way]);
        }
    ++state.misses;
    Entry& entry = entries[state.next_way[set]];
    state.next_way[set] = static_cast<std::uint8_t>((state.next_way[set] + 1) % kWays);
    state.fill(entry, portal, rounded);
    return state.intervalsOf(entry);
}

std::size_t IntervalCache::memoryBytes() const
{
    std::size_t total = sizeof(State) + state_->entries.capacity() * sizeof(Entry) + state_->next_way.capacity() +
                        state_->long_lists.capacity() * sizeof(std::vector<Interval>) +
                        state_->scratch.capacity() * sizeof(Interval);
    for (const auto& list : state_->long_lists) total += list.capacity() * sizeof(Interval);
    return total;
}

} // namespace clearway
