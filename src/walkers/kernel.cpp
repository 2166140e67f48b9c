// SPDX-License-Identifier: MIT
#include "walkers/kernel.h"

#include <algorithm>
#include <numeric>

#include "walkers/pack.h"

namespace clearway::walkers {

Kernel::Kernel(const KernelOptions& with, const Wishes& of)
    : options(with), wishes(of), rows(with.map, with.radius), quantum(static_cast<float>(rows.lattice().quantum))
{
    for (int i = 0; i < std::max(1, options.planner_count); ++i) planners.push_back(std::make_unique<Planner>(rows));
    for (int i = 0; i < kBandCount; ++i)
    {
        workspaces.push_back(std::make_unique<Workspace>());
        workspaces.back()->reservePairs(kExpectedPairs);
    }
    layOutGrid();
}

// ---- walkers that come and go

void Kernel::reserve(std::size_t wanted)
{
    if (wanted <= now.capacity()) return;
    now.reserve(wanted);
    for (auto* list : {&waiting, &noted, &leaving}) list->resize(wanted);
    ids.reserve(wanted);
    trips.reserve(wanted);
    labels.reserve(wanted);
}

std::uint32_t Kernel::insert(Id id, LatticePoint at, Spot from, const Trip& trip, Label label)
{
    if (count == now.capacity()) reserve(std::max<std::size_t>(1024, 2 * count));
    is_ordered = is_ordered && (ids.empty() || ids.back() < id);
    const auto place = static_cast<std::uint32_t>(count++);
    now.x[place] = at.x;
    now.y[place] = at.y;
    now.vx[place] = now.vy[place] = 0;
    Card& card = now.card[place];
    card.slot = static_cast<std::uint32_t>(trips.size());
    card.cell = cellOf(at.x, at.y);
    ids.push_back(id);
    trips.push_back(trip);
    labels.push_back(label);
    enterLink(card, from.ball);
    ++counts[static_cast<std::size_t>(kNewcomers * kBandCount + bandOf(card.cell))];
    has_places = false;
    return place;
}

void Kernel::remove(std::uint32_t place)
{
    Card& card = now.card[place];
    --counts[sourceOf(place) * kBandCount + static_cast<std::size_t>(bandOf(card.cell))];
    card.cell = kNone;
    trips[card.slot].state = Trip::State::gone;
    ++gone_count;
    ++free_slot_count;
}

void Kernel::orderSlots()
{
    if (!is_ordered)
    {
        std::vector<std::uint32_t> order(ids.size());
        std::iota(order.begin(), order.end(), 0u);
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            const bool is_a_gone = trips[a].state == Trip::State::gone, is_b_gone = trips[b].state == Trip::State::gone;
            if (ids[a] != ids[b]) return ids[a] < ids[b];
            return is_a_gone != is_b_gone ? is_a_gone : a < b; // an id that has come back
        });
        const auto permute = [&](auto& column) {
            auto old = column;
            for (std::size_t i = 0; i < order.size(); ++i) column[i] = old[order[i]];
        };
        permute(ids);
        permute(trips);
        permute(labels);
        std::vector<std::uint32_t> slot_now(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) slot_now[order[i]] = static_cast<std::uint32_t>(i);
        for (std::size_t place = 0; place < count; ++place) now.card[place].slot = slot_now[now.card[place].slot];
        for (Stuck& walker : stuck) walker.slot = slot_now[walker.slot];
        is_ordered = true;
    }
    // Those that are left move up. The table of places serves as that of new slots.
    std::erase_if(stuck, [&](const Stuck& walker) { return trips[walker.slot].state == Trip::State::gone; });
    place_of_slot.resize(trips.size());
    std::uint32_t kept = 0;
    for (std::uint32_t slot = 0; slot < trips.size(); ++slot)
    {
        place_of_slot[slot] = kept;
        if (trips[slot].state == Trip::State::gone) continue;
        ids[kept] = ids[slot];
        trips[kept] = trips[slot];
        labels[kept++] = labels[slot];
    }
    ids.resize(kept);
    trips.resize(kept);
    labels.resize(kept);
    for (std::size_t place = 0; place < count; ++place) now.card[place].slot = place_of_slot[now.card[place].slot];
    for (Stuck& walker : stuck) walker.slot = place_of_slot[walker.slot];
    free_slot_count = 0;
    has_places = false;
}

void Kernel::indexPlaces()
{
    if (has_places) return;
    place_of_slot.resize(trips.size());
    for (std::uint32_t place = 0; place < count; ++place)
        if (!isGone(place)) place_of_slot[now.card[place].slot] = place;
    has_places = true;
}

std::uint32_t Kernel::slotOf(Id id)
{
    if (!is_ordered) orderSlots();
    const auto found = std::lower_bound(ids.begin(), ids.end(), id);
    if (found == ids.end() || *found != id) return kNone;
    const auto slot = static_cast<std::uint32_t>(found - ids.begin());
    return trips[slot].state == Trip::State::gone ? kNone : slot;
}

std::uint32_t Kernel::placeOf(Id id)
{
    const std::uint32_t slot = slotOf(id);
    if (slot == kNone) return kNone;
    indexPlaces();
    return place_of_slot[slot];
}

void Kernel::stand(std::uint32_t place, Trip::State state)
{
    Card& card = now.card[place];
    Trip& trip = trips[card.slot];
    Trip standing;
    standing.goal = {trip.link / 2, card.ball};
    standing.goal_x = now.x[place];
    standing.goal_y = now.y[place];
    standing.link = standing.goal_link = trip.link;
    standing.number = trip.number;
    standing.is_last_link = true;
    standing.has_area = trip.has_area;
    standing.leaves = trip.leaves;
    standing.state = state;
    trip = standing;
    enterLink(card, card.ball);
}

void Kernel::send(std::uint32_t place)
{
    const bool is_sent = trips[now.card[place].slot].state == Trip::State::setting_out;
    stand(place, Trip::State::setting_out);
    if (!is_sent) sent.push_back(place);
}

// ---- a tick

void Kernel::planSent()
{
    planned.clear();
    for (const std::uint32_t place : sent)
        if (!isGone(place) && trips[now.card[place].slot].state == Trip::State::setting_out) planned.push_back(place);
    sent.clear();
    planAll(planned);
}

void Kernel::walk(double duration)
{
    dt = static_cast<float>(duration);
    if (!is_ordered || free_slot_count > std::max<std::size_t>(1024, size())) orderSlots();
    sort();
    const auto task = [this](int band) { walkBand(band); };
    runTasks(options.hook, kBandCount, task);
    ++tick;
    has_places = false;
    gatherNotes();
}

/// Where a walker that was stuck is now. Places are in the order of the cells before the tick, then of slots.
std::uint32_t Kernel::findPlace(const Stuck& walker)
{
    for (std::uint32_t place = first_in[walker.cell]; place < first_in[walker.cell + 1]; ++place)
        if (now.card[place].slot == walker.slot) return place;
    indexPlaces(); // pushed into another cell between two ticks
    return place_of_slot[walker.slot];
}

void Kernel::followStuck()
{
    std::erase_if(stuck, [&](Stuck& walker) {
        Trip& trip = trips[walker.slot];
        if (!trip.is_stuck || trip.state == Trip::State::gone) return true;
        const std::uint32_t place = findPlace(walker);
        walker.cell = now.card[place].cell;
        if (trip.still_tick == static_cast<std::uint32_t>(tick) && trip.state != Trip::State::arrived) return false;
        trip.is_stuck = false;
        going.push_back(place);
        return true;
    });
}

/// Puts in order what the bands have noted.
void Kernel::gatherNotes()
{
    arrived.clear();
    stopped.clear();
    going.clear();
    followStuck();
    run_hash = 0;
    for (const auto& work : workspaces)
    {
        run_hash = addHalves(run_hash, work->run_hash);
        for (std::uint32_t k = 0; k < work->noted_count; ++k)
        {
            const std::uint32_t note = noted[work->first + k], place = note & ~kStuckMark;
            (note == place ? arrived : stopped).push_back(place);
            if (note != place) stuck.push_back({now.card[place].slot, now.card[place].cell});
        }
    }
    for (auto* list : {&arrived, &stopped, &going})
        std::ranges::sort(*list, {}, [&](std::uint32_t place) { return now.card[place].slot; });
}

void Kernel::planWaiting()
{
    std::size_t total = 0;
    for (const auto& work : workspaces)
    {
        std::copy_n(waiting.begin() + work->first, work->waiting_count, waiting.begin() + static_cast<std::ptrdiff_t>(total));
        total += work->waiting_count;
    }
    for (const std::uint32_t place : arrived)
        if (!isGone(place) && trips[now.card[place].slot].state == Trip::State::setting_out) waiting[total++] = place;
    planAll(std::span(waiting).first(total));
    planned.assign(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(total));
}

std::size_t Kernel::memoryBytes() const
{
    std::size_t bytes = now.memoryBytes() + sorted.memoryBytes() + trips.capacity() * sizeof(Trip) + ids.capacity() * sizeof(Id) +
                        labels.capacity() * sizeof(Label) + rows.memoryBytes();
    for (const auto* list : {&first_in, &place_of_slot, &waiting, &leaving, &noted, &sent, &planned, &arrived, &stopped, &going})
        bytes += list->capacity() * sizeof(std::uint32_t);
    for (const auto& planner : planners) bytes += planner->memoryBytes();
    for (const auto& work : workspaces) bytes += sizeof(Workspace) + work->pairs.capacity() * sizeof(float);
    return bytes;
}

} // namespace clearway::walkers
