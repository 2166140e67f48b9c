// SPDX-License-Identifier: MIT
// Counter-based random numbers: a number is a pure function of (seed, stream, index), so any thread may ask for any of them in
// any order. Based on: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw. Parallel random numbers: as easy as 1, 2, 3. 2011
// (Philox4x32-10) Same bits on every machine. No state is shared.
#pragma once
#include <array>
#include <cstdint>

namespace clearway {

/// One block of Philox4x32-10.
std::array<std::uint32_t, 4> computePhilox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

/// The numbers of one stream, in order. Streams with different (seed, stream) are independent; a stream has 2^64 blocks of two
/// numbers.
class Random
{
public:
    explicit Random(std::uint64_t seed, std::uint64_t stream = 0) : seed_(seed), stream_(stream) {}

    std::uint64_t bits();
    /// Uniform in [0, 1): a multiple of 2^-53.
    double uniform();
    /// Uniform in [low, high).
    double uniform(double low, double high) { return low + (high - low) * uniform(); }
    /// Uniform in 0 … count-1, without bias; count > 0.
    std::uint64_t below(std::uint64_t count);

private:
    std::uint64_t seed_;
    std::uint64_t stream_;
    std::uint64_t block_ = 0;
    std::uint64_t spare_ = 0;
    bool has_spare_ = false;
};

} // namespace clearway
