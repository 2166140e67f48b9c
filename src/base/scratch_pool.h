// SPDX-License-Identifier: MIT
// What belongs to one thread at a time, lent to whoever asks: a batch takes one and gives it back. As many are made as are in use
// at once; then nothing is allocated any more.
#pragma once
#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace clearway {

/// A lock for a few instructions. Not std::mutex: there is none where there are no threads (WASM).
class ShortLock
{
public:
    void lock()
    {
        while (flag_.test_and_set(std::memory_order_acquire))
            while (flag_.test(std::memory_order_relaxed))
            {
            }
    }
    void unlock() { flag_.clear(std::memory_order_release); }

private:
    std::atomic_flag flag_ = ATOMIC_FLAG_INIT;
};

template <typename Scratch>
class ScratchPool
{
public:
    /// Gives its scratch back when it goes.
    class Loan
    {
    public:
        Loan(ScratchPool& pool, std::unique_ptr<Scratch> scratch) : pool_(pool), scratch_(std::move(scratch)) {}
        ~Loan() { pool_.putBack(std::move(scratch_)); }
        Loan(const Loan&) = delete;
        Loan& operator=(const Loan&) = delete;

        Scratch& operator*() const { return *scratch_; }
        Scratch* operator->() const { return scratch_.get(); }

    private:
        ScratchPool& pool_;
        std::unique_ptr<Scratch> scratch_;
    };

    /// make() gives a new std::unique_ptr<Scratch>, when all are lent.
    template <typename Make>
    Loan borrow(const Make& make)
    {
        {
            const std::lock_guard<ShortLock> guard(lock_);
            if (!free_.empty())
            {
                std::unique_ptr<Scratch> scratch = std::move(free_.back());
                free_.pop_back();
                return Loan(*this, std::move(scratch));
            }
        }
        return Loan(*this, make());
    }

private:
    void putBack(std::unique_ptr<Scratch> scratch)
    {
        const std::lock_guard<ShortLock> guard(lock_);
        free_.push_back(std::move(scratch));
    }

    ShortLock lock_;
    std::vector<std::unique_ptr<Scratch>> free_;
};

} // namespace clearway
