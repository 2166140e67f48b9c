// SPDX-License-Identifier: MIT
// Formations: the shape in which a group stands and walks, as one slot for each member.
// A Formation is a recipe: a preset, or something drawn. Laid out for members of given radii it becomes slots that have room for
// them: offsets from the middle of the slots, x along the heading of the group and y to its left.
// Why: a shape drawn by hand fits any number of members of any size, and says what had to be changed for it.
// Based on: R. Silveira, E. Prestes, L. P. Nedel. Managing coherent groups. 2008 (attraction points of a sketched shape)
// M. Moussaid et al. The walking behaviour of pedestrian social groups and its impact on crowd dynamics. 2010 (social groups)
// Metres. Value types. O(n^2) for n members, the same bits on every machine.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/base/result.h>
#include <clearway/geometry/polygon.h>

namespace clearway {

/// The most members a group may have.
inline constexpr std::size_t kMaxGroupSize = 4096;

class Formation
{
public:
    enum class Kind : std::uint8_t
    {
        line,   ///< one rank, side by side
        column, ///< files one behind the other, one by default
        wedge,  ///< ranks of 1, 2, 3 ...: a filled triangle with its point ahead
        box, ///< ranks of equal length, about as deep as wide by default; the last rank may be shorter and stands in the middle
        circle, ///< evenly on a circle
        social, ///< two to five who walk and talk: side by side, from three on those in the middle a little behind; also one
                ///< alone
        stroke, ///< evenly along a drawn line
        filled, ///< evenly in a drawn outline
        slots,  ///< places given one by one
    };

    Formation() = default; ///< a box

    static Formation line() { return Formation(Kind::line); }
    /// At least one file.
    static Formation column(std::uint32_t files = 1) { return Formation(Kind::column, files); }
    static Formation wedge() { return Formation(Kind::wedge); }
    /// So many side by side; 0: as many as make it about as deep as wide.
    static Formation box(std::uint32_t files = 0) { return Formation(Kind::box, files); }
    static Formation circle() { return Formation(Kind::circle); }
    static Formation social() { return Formation(Kind::social); }

    /// Drawn shapes, in metres; `facing` is where the group looks in the drawing, any length but 0. They fail when a coordinate
    /// is not finite, when there is nothing to stand on (no points, an outline without area), or two slots are at one place; the
    /// error names the point.
    static Result<Formation> buildFromStroke(std::span<const Vec2> points, Vec2 facing = {1, 0});
    /// An outline of any orientation, without repeating its first point.
    static Result<Formation> buildFromOutline(std::span<const Vec2> ring, Vec2 facing = {1, 0});
    /// In the order in which they are to be filled: of more slots than members the first are taken.
    static Result<Formation> buildFromSlots(std::span<const Vec2> slots, Vec2 facing = {1, 0});

    Kind kind() const { return kind_; }
    std::uint32_t files() const { return files_; }
    /// Of a drawn shape, turned so that the group looks along +x.
    std::span<const Vec2> points() const { return points_; }

private:
    explicit Formation(Kind kind, std::uint32_t files = 0) : kind_(kind), files_(files) {}
    static Result<Formation> build(Kind kind, std::span<const Vec2> points, Vec2 facing);

    Kind kind_ = Kind::box;
    std::uint32_t files_ = 0;
    std::vector<Vec2> points_;
};

const char* toString(Formation::Kind kind);

struct LayoutOptions
{
    double gap = 0.2; ///< between the discs of neighbours, at least; metres, >= 0
};

/// Slots for the members of one group.
struct FormationLayout
{
    std::vector<Vec2> slots;    ///< offsets from their middle, which is (0, 0)
    std::vector<double> rooms;  ///< the largest radius of a member for the slot; see computeRooms
    double scale = 1;           ///< >= 1: how much larger than drawn, because the members would not fit; presets: 1
    std::size_t added = 0;      ///< slots that were not in the list, in ranks behind it, because there are more members
    std::size_t left_empty = 0; ///< slots of the list that nobody takes, because there are fewer members

    double front = 0; ///< how far discs reach ahead of the middle; metres
    double back = 0;  ///< the same behind,
    double left = 0;  ///< to the left
    double right = 0; ///< and to the right
    double reach = 0; ///< of the slot farthest from the middle, without its disc

    std::size_t size() const { return slots.size(); }
};

/// Sizes in classes: for each radius the largest radius of its class, which begins at the largest of all and holds those down to
/// four fifths of it, and so on. Members of a class can change places; slots are made for classes.
std::vector<double> computeRooms(std::span<const double> radii);

/// One slot for each radius. Larger members have their slots in front, in the middle of a line, or where a drawn shape has most
/// room. Fails without members, with more than kMaxGroupSize, for radii that are not above 0 and finite, and for more than five
/// in a social group.
Result<FormationLayout> buildLayout(const Formation& formation, std::span<const double> radii, const LayoutOptions& options = {});

} // namespace clearway
