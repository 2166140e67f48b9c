// SPDX-License-Identifier: MIT
// The look of every picture: colours and line widths in one place, so that meshes, paths, crowds and fields look like one family.
// Colours were chosen in Oklab (B. Ottosson. A perceptual color space for image processing. 2020): tints share one lightness and
// chroma, so that none stands out; the heat map rises evenly in lightness, so that it also reads in grey and for colour-blind
// eyes.
#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace clearway {

/// sRGB, each channel 0 to 1.
struct Color
{
    double r = 0;
    double g = 0;
    double b = 0;
    double a = 1;

    static constexpr Color fromHex(std::uint32_t rgb, double alpha = 1)
    {
        return {((rgb >> 16) & 255) / 255.0, ((rgb >> 8) & 255) / 255.0, (rgb & 255) / 255.0, alpha};
    }
    constexpr Color withAlpha(double alpha) const { return {r, g, b, alpha}; }
};

namespace palette {

inline constexpr Color kPage = Color::fromHex(0xffffff);
inline constexpr Color kInk = Color::fromHex(0x232933);      ///< titles and numbers
inline constexpr Color kMutedInk = Color::fromHex(0x626975); ///< what is said on the side
inline constexpr Color kSolid = Color::fromHex(0x767f8a);    ///< where nobody can walk
inline constexpr Color kEdge = Color::fromHex(0x1f2733);     ///< boundary of free space
inline constexpr Color kFree = Color::fromHex(0xf7f5f1);     ///< free space that is not cut into cells
inline constexpr Color kPortal = Color::fromHex(0x2971c6);
inline constexpr Color kPortalOnHeat = Color::fromHex(0xffffff);
inline constexpr Color kPortalShade = Color::fromHex(0x101418, 0.45); ///< under portals on heat, so that they show on yellow too
inline constexpr Color kNoValue = Color::fromHex(0xd9d9d9);           ///< a cell without a finite value in a heat map

/// Quiet tints for neighbouring cells: six hues at lightness 0.95, chroma 0.025. Six are enough for every planar mesh.
inline constexpr std::array<Color, 6> kTints = {
    Color::fromHex(0xf7eedd), Color::fromHex(0xdef0fc), Color::fromHex(0xe2f4e5),
    Color::fromHex(0xf4e9fa), Color::fromHex(0xdcf4f3), Color::fromHex(0xfde8e3),
};

inline constexpr Color kFreeInterval = Color::fromHex(0x0a8f4f); ///< what is left of a portal for a disc
inline constexpr Color kBall = Color::fromHex(0xd9ebf7);         ///< what the balls of a corridor map cover
inline constexpr Color kBallEdge = Color::fromHex(0x6fa3cc);
inline constexpr Color kMark = Color::fromHex(0xc0182b); ///< a place to look at

/// Lines of paths, told apart by hue and by lightness (0.45 to 0.68), on tints and on white.
inline constexpr std::array<Color, 6> kPaths = {
    Color::fromHex(0xc8372d), Color::fromHex(0x0f7b6c), Color::fromHex(0x7d3fa8),
    Color::fromHex(0xd98200), Color::fromHex(0x1d4fa3), Color::fromHex(0x7a5a1e),
};

/// Dark violet over blue and green to yellow: lightness 0.26 to 0.93 in equal steps, hue 300 to 105 degrees.
inline constexpr std::array<Color, 17> kHeat = {
    Color::fromHex(0x2d114e), Color::fromHex(0x2f2060), Color::fromHex(0x2e2f71), Color::fromHex(0x273f80),
    Color::fromHex(0x184f8d), Color::fromHex(0x126090), Color::fromHex(0x167093), Color::fromHex(0x1c7f96),
    Color::fromHex(0x218e9a), Color::fromHex(0x289e9c), Color::fromHex(0x2bae9c), Color::fromHex(0x2dbf95),
    Color::fromHex(0x58cc8b), Color::fromHex(0x83d77f), Color::fromHex(0xabe074), Color::fromHex(0xd2e76b),
    Color::fromHex(0xf7ed66),
};

/// Pale sand over amber to dark red: light where ground is flat, so that light and shade show its shape.
inline constexpr std::array<Color, 8> kGround = {
    Color::fromHex(0xf4eee0), Color::fromHex(0xefdfb4), Color::fromHex(0xe9c67c), Color::fromHex(0xe2a44c),
    Color::fromHex(0xd47c31), Color::fromHex(0xbb532b), Color::fromHex(0x942f2a), Color::fromHex(0x671a2c),
};
inline constexpr Color kRemovedGround = Color::fromHex(0xa3abb8); ///< of a surface, where one cannot walk

/// The colour of t in [0, 1] on a row of colours.
template <std::size_t kCount>
Color interpolateColor(const std::array<Color, kCount>& colors, double t)
{
    const double position = (t > 0 ? (t < 1 ? t : 1.0) : 0.0) * static_cast<double>(kCount - 1);
    const auto low = static_cast<std::size_t>(std::fmin(std::floor(position), static_cast<double>(kCount - 2)));
    const double f = position - static_cast<double>(low);
    const Color& p = colors[low];
    const Color& q = colors[low + 1];
    return {p.r + (q.r - p.r) * f, p.g + (q.g - p.g) * f, p.b + (q.b - p.b) * f, 1};
}

/// The colour of t in [0, 1] on the heat map.
inline Color heat(double t) { return interpolateColor(kHeat, t); }
/// The colour of ground whose acceleration is t times the largest.
inline Color ground(double t) { return interpolateColor(kGround, t); }

} // namespace palette
} // namespace clearway
