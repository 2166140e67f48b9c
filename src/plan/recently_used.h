// SPDX-License-Identifier: MIT
// What is costly to build, under a key, for all threads: the values that were used last are kept. Which ones are in memory makes
// no difference to any answer.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "base/long_lock.h"

namespace clearway::plan {

/// Where a new value finds no room, the one that was not used for longest goes; whoever holds it keeps it. `Value` has
/// memoryBytes(), which any thread may call.
template <typename Key, typename Value>
class RecentlyUsed
{
public:
    RecentlyUsed(std::size_t most, std::size_t most_bytes) : most_(most), most_bytes_(most_bytes) {}

    /// The value of a key. Where there is none, `build()` makes it, as a shared pointer, or null when that fails. Whoever asks
    /// for what is being built waits for it; other keys do not wait.
    template <typename Build>
    std::shared_ptr<const Value> find(const Key& key, Build&& build)
    {
        const auto [known, building] = look(key);
        if (known) return known;
        const std::lock_guard<LongLock> one_at_a_time(*building);
        if (std::shared_ptr<const Value> built_meanwhile = look(key).value) return built_meanwhile;
        const std::shared_ptr<const Value> value = build();
        const std::lock_guard<LongLock> guard(lock_);
        if (const auto entry = std::ranges::find(entries_, key, &Entry::key); entry != entries_.end()) entry->value = value;
        return value;
    }

    std::size_t memoryBytes() const
    {
        const std::lock_guard<LongLock> guard(lock_);
        std::size_t bytes = 0;
        for (const Entry& entry : entries_) bytes += bytesOf(entry);
        return bytes;
    }

private:
    struct Found
    {
        std::shared_ptr<const Value> value;
        std::shared_ptr<LongLock> building;
    };
    struct Entry
    {
        Key key;
        std::shared_ptr<const Value> value;
        std::shared_ptr<LongLock> building;
        std::uint64_t used = 0;
    };

    static std::size_t bytesOf(const Entry& entry) { return entry.value ? entry.value->memoryBytes() : 0; }

    Found look(const Key& key)
    {
        const std::lock_guard<LongLock> guard(lock_);
        auto entry = std::ranges::find(entries_, key, &Entry::key);
        if (entry == entries_.end())
        {
            makeRoom();
            entry = entries_.insert(entries_.end(), Entry{key, nullptr, std::make_shared<LongLock>(), 0});
        }
        entry->used = ++clock_;
        return {entry->value, entry->building};
    }

    /// For one more, which may be as large as the largest.
    void makeRoom()
    {
        const auto isFull = [this] {
            std::size_t bytes = 0, largest = 0;
            for (const Entry& entry : entries_)
            {
                bytes += bytesOf(entry);
                largest = std::max(largest, bytesOf(entry));
            }
            return entries_.size() >= most_ || bytes + largest > most_bytes_;
        };
        while (!entries_.empty() && isFull()) entries_.erase(std::ranges::min_element(entries_, {}, &Entry::used));
    }

    std::size_t most_;
    std::size_t most_bytes_;
    mutable LongLock lock_; ///< of all below; never held while something is built
    std::vector<Entry> entries_;
    std::uint64_t clock_ = 0;
};

} // namespace clearway::plan
