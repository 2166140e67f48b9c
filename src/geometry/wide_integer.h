// SPDX-License-Identifier: MIT
// Integers of any width up to a fixed capacity, on the stack: just enough arithmetic for the signs of determinants.
// Limbs of 32 bits, so that products fit 64 bits and every platform computes the same way. Cost follows the actual width.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace clearway::detail {

/// A finite double as sign * mantissa * 2^exponent, with an odd mantissa, or zero.
struct ExactDouble
{
    int sign = 0;
    std::uint64_t mantissa = 0;
    int exponent = 0;

    explicit ExactDouble(double value)
    {
        const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
        const int biased = static_cast<int>((bits >> 52) & 0x7ff);
        mantissa = bits & 0xfffffffffffffu;
        if (biased != 0) mantissa |= std::uint64_t{1} << 52;
        if (mantissa == 0) return;
        const int zeros = std::countr_zero(mantissa);
        mantissa >>= zeros;
        exponent = std::max(biased, 1) - 1075 + zeros;
        sign = (bits >> 63) != 0 ? -1 : 1;
    }
};

template <int kCapacity>
struct WideInteger
{
    int sign = 0;                               ///< -1, 0 or 1
    int size = 0;                               ///< limbs in use, the highest of them not zero
    std::array<std::uint32_t, kCapacity> limbs; ///< magnitude, lowest first; beyond `size` undefined

    WideInteger() {}
    /// value / 2^exponent, which must be an integer that fits.
    WideInteger(double value, int exponent)
    {
        const ExactDouble parts(value);
        sign = parts.sign;
        if (sign == 0) return;
        const int shift = parts.exponent - exponent;
        std::fill_n(limbs.begin(), shift / 32, 0u);
        size = shift / 32;
        // 53 bits shifted by up to 31 take up to three limbs.
        const int bit = shift % 32;
        std::uint64_t low = parts.mantissa << bit;
        std::uint64_t high = bit == 0 ? 0 : parts.mantissa >> (64 - bit);
        for (; (low | high) != 0; low = (low >> 32) | (high << 32), high >>= 32) limbs[size++] = static_cast<std::uint32_t>(low);
    }
    WideInteger(const WideInteger& other) : sign(other.sign), size(other.size)
    {
        std::copy_n(other.limbs.begin(), size, limbs.begin());
    }
    WideInteger& operator=(const WideInteger&) = delete;

    friend WideInteger operator+(const WideInteger& a, const WideInteger& b) { return combine(a, b, b.sign); }
    friend WideInteger operator-(const WideInteger& a, const WideInteger& b) { return combine(a, b, -b.sign); }

    friend WideInteger<2 * kCapacity> operator*(const WideInteger& a, const WideInteger& b)
    {
        WideInteger<2 * kCapacity> result;
        result.sign = a.sign * b.sign;
        if (result.sign == 0) return result;
        result.size = a.size + b.size;
        std::fill_n(result.limbs.begin(), result.size, 0u);
        for (int i = 0; i < a.size; ++i)
        {
            std::uint64_t carry = 0;
            for (int j = 0; j < b.size; ++j)
            {
                carry += std::uint64_t{a.limbs[i]} * b.limbs[j] + result.limbs[i + j];
                result.limbs[i + j] = static_cast<std::uint32_t>(carry);
                carry >>= 32;
            }
            result.limbs[i + b.size] = static_cast<std::uint32_t>(carry);
        }
        result.trim();
        return result;
    }

    void trim()
    {
        while (size > 0 && limbs[size - 1] == 0) --size;
        if (size == 0) sign = 0;
    }

private:
    /// a + b, where b is taken with another sign.
    static WideInteger combine(const WideInteger& a, const WideInteger& b, int b_sign)
    {
        if (b_sign == 0) return a;
        if (a.sign == 0 || a.sign == b_sign) return addMagnitudes(a, b, b_sign);
        const int order = compareMagnitudes(a, b);
        if (order == 0) return {};
        return order > 0 ? subtractMagnitudes(a, b, a.sign) : subtractMagnitudes(b, a, b_sign);
    }

    static int compareMagnitudes(const WideInteger& a, const WideInteger& b)
    {
        if (a.size != b.size) return a.size < b.size ? -1 : 1;
        for (int i = a.size - 1; i >= 0; --i)
            if (a.limbs[i] != b.limbs[i]) return a.limbs[i] < b.limbs[i] ? -1 : 1;
        return 0;
    }

    static WideInteger addMagnitudes(const WideInteger& a, const WideInteger& b, int result_sign)
    {
        WideInteger result;
        result.sign = result_sign;
        std::uint64_t carry = 0;
        for (; result.size < std::max(a.size, b.size) || carry != 0; ++result.size)
        {
            if (result.size < a.size) carry += a.limbs[result.size];
            if (result.size < b.size) carry += b.limbs[result.size];
            result.limbs[result.size] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        return result;
    }

    /// |a| > |b|.
    static WideInteger subtractMagnitudes(const WideInteger& a, const WideInteger& b, int result_sign)
    {
        WideInteger result;
        result.sign = result_sign;
        result.size = a.size;
        std::uint64_t borrow = 0;
        for (int i = 0; i < a.size; ++i)
        {
            const std::uint64_t difference = std::uint64_t{a.limbs[i]} - (i < b.size ? b.limbs[i] : 0u) - borrow;
            result.limbs[i] = static_cast<std::uint32_t>(difference);
            borrow = difference >> 63;
        }
        result.trim();
        return result;
    }
};

} // namespace clearway::detail
