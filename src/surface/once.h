// SPDX-License-Identifier: MIT
// Something built by the first who asks, while others who ask wait.
#pragma once
#include <atomic>

namespace clearway::surfacing {

/// std::call_once is not there on every platform.
class Once
{
public:
    template <typename Build>
    void run(const Build& build)
    {
        if (state_.load(std::memory_order_acquire) == 2) return;
        int expected = 0;
        if (state_.compare_exchange_strong(expected, 1, std::memory_order_acquire))
        {
            build();
            state_.store(2, std::memory_order_release);
            return;
        }
        while (state_.load(std::memory_order_acquire) != 2)
        {
        }
    }
    // While nobody else asks:
    void markDone() { state_.store(2, std::memory_order_release); }
    void reset() { state_.store(0, std::memory_order_release); }

    bool isDone() const { return state_.load(std::memory_order_acquire) == 2; }

private:
    std::atomic<int> state_ = 0;
};

} // namespace clearway::surfacing
