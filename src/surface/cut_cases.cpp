// SPDX-License-Identifier: MIT
// Every case is turned so that it looks like the one that is written down; corners are counted from there.
#include "surface/cut_cases.h"

namespace clearway::surfacing {

namespace {

/// Points counted from corner `first`.
struct Turned
{
    unsigned first = 0;

    std::uint8_t name(Point kind, unsigned k) const { return static_cast<std::uint8_t>(kind + (k + first) % 3); }
    std::uint8_t corner(unsigned k) const { return name(kCorner, k); }
    std::uint8_t middle(unsigned k) const { return name(kMiddle, k); }
    std::uint8_t cut(unsigned k) const { return name(kCut, k); }
    std::uint8_t cutFirst(unsigned k) const { return name(kCutFirst, k); }
    std::uint8_t cutSecond(unsigned k) const { return name(kCutSecond, k); }
};

void cutInside(Pieces& pieces, std::uint8_t good, std::uint8_t bad)
{
    pieces.has_inside = true;
    pieces.inside_good = good;
    pieces.inside_bad = bad;
}

/// Corner 0 is bad.
void keepTwo(Pieces& pieces, Turned at, bool prefer_second)
{
    const std::uint8_t a = at.cut(0), b = at.corner(1), c = at.corner(2), d = at.cut(2);
    if (prefer_second)
    {
        pieces.add(a, b, c);
        pieces.add(a, c, d);
    }
    else
    {
        pieces.add(a, b, d);
        pieces.add(b, c, d);
    }
}

/// Corner 0 is good; edge 1, between the bad ones, may be split.
void keepOne(Pieces& pieces, Turned at, const TriangleState& state)
{
    const std::uint8_t g = at.corner(0), c0 = at.cut(0), c2 = at.cut(2);
    const unsigned edge = 1u << (1 + at.first) % 3;
    if (!(state.split & edge)) return pieces.add(g, c0, c2);
    if (!(state.good_middle & edge))
    {
        cutInside(pieces, g, at.middle(1));
        pieces.add(g, c0, kInside);
        return pieces.add(g, kInside, c2);
    }
    const std::uint8_t m = at.middle(1);
    pieces.add(g, c0, at.cutFirst(1));
    pieces.add(g, at.cutFirst(1), m);
    pieces.add(g, m, at.cutSecond(1));
    pieces.add(g, at.cutSecond(1), c2);
}

/// No corner is good; edge 0 alone has a good split point.
void keepAroundOne(Pieces& pieces, Turned at)
{
    const std::uint8_t m = at.middle(0);
    cutInside(pieces, m, at.corner(2));
    pieces.add(m, kInside, at.cutFirst(0));
    pieces.add(m, at.cutSecond(0), kInside);
}

/// Edges 0 and 1 have good split points; the rest is divided from that of edge 0 to corner 2.
void keepAroundTwo(Pieces& pieces, Turned at)
{
    const std::uint8_t m = at.middle(0), n = at.middle(1);
    cutInside(pieces, m, at.corner(2));
    pieces.add(m, at.cutSecond(0), n);
    pieces.add(at.cutSecond(0), at.cutFirst(1), n);
    pieces.add(m, n, at.cutSecond(1));
    pieces.add(m, at.cutSecond(1), kInside);
    pieces.add(m, kInside, at.cutFirst(0));
}

void keepAroundThree(Pieces& pieces)
{
    pieces.add(kMiddle, kMiddle + 1, kMiddle + 2);
    for (unsigned k = 0; k < 3; ++k)
    {
        const Turned at{k}; // the corner between edges 0 and 1
        pieces.add(at.middle(0), at.cutSecond(0), at.middle(1));
        pieces.add(at.cutSecond(0), at.cutFirst(1), at.middle(1));
    }
}

} // namespace

Pieces computePieces(const TriangleState& state, bool prefer_second)
{
    Pieces pieces;
    switch (kBitCount[state.bad])
    {
    case 0: pieces.add(kCorner, kCorner + 1, kCorner + 2); break;
    case 1: keepTwo(pieces, {kLowestBit[state.bad]}, prefer_second); break;
    case 2: keepOne(pieces, {kLowestBit[7 ^ state.bad]}, state); break;
    default:
        // Split points that are bad themselves keep nothing here.
        switch (kBitCount[state.good_middle])
        {
        case 0: break;
        case 1: keepAroundOne(pieces, {kLowestBit[state.good_middle]}); break;
        // Edges k and k + 1: counted from the one after the edge that is missing.
        case 2: keepAroundTwo(pieces, {(kLowestBit[7 ^ state.good_middle] + 1u) % 3}); break;
        default: keepAroundThree(pieces); break;
        }
    }
    return pieces;
}

} // namespace clearway::surfacing
