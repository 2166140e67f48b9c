// SPDX-License-Identifier: MIT
// SketchTree: strokes joined to ways that divide.
// Why: a player draws one way for an army and, from somewhere along it, a second one; the army parts there, each kind of unit
// taking the branch it can walk.
// Based on: R. Silveira et al. Path-planning for RTS games based on potential fields. 2010 (section 4.2)
// As published: nodes are starts, divisions and ends; a link holds one section of the drawing; a stroke that begins near a link
// divides it at the nearest point. Strokes that cross without beginning there do not divide each other.
// Numbers of nodes and links are never used twice. A link that is divided keeps its number for its first part; the rest is a new
// one. Metres. A value: copies are independent; const calls from several threads are safe.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <clearway/base/bytes.h>
#include <clearway/base/none.h>
#include <clearway/base/result.h>
#include <clearway/geometry/vec.h>
#include <clearway/grid/field_grid.h>

namespace clearway {

using SketchNodeId = std::uint32_t;
using SketchLinkId = std::uint32_t;

/// The most a tree holds; more is refused.
inline constexpr std::size_t kMaxSketchLinks = std::size_t{1} << 14;
inline constexpr std::size_t kMaxSketchPoints = std::size_t{1} << 20;

struct SketchAddOptions
{
    double snap_distance = 2;   ///< a stroke that begins so near to a link hangs on it; metres, >= 0
    double node_distance = 0.5; ///< divisions so near to an end of the link are moved to it; metres, >= 0
    /// Not null: where walls stand between the link and the stroke, a way round them joins the two.
    const FieldGrid* grid = nullptr;
};

class SketchTree
{
public:
    struct Node
    {
        SketchNodeId id = kNone;
        Vec2 position = {};
        SketchLinkId parent = kNone;             ///< the link that leads here; none at a start
        std::vector<SketchLinkId> children = {}; ///< the links that leave, those of the newest stroke first

        bool isStart() const { return parent == kNone; }
        bool isEnd() const { return children.empty(); }
    };

    struct Link
    {
        SketchLinkId id = kNone;
        SketchNodeId from = kNone;
        SketchNodeId to = kNone;
        std::uint32_t stroke = 0;      ///< counts the strokes in the order in which they were added: the newest has the largest
        std::vector<Vec2> points = {}; ///< from node to node, both included; a single one for a click
    };

    /// A place on a link.
    struct Place
    {
        SketchLinkId link = kNone;
        std::size_t piece = 0; ///< from points[piece] to points[piece + 1]
        double t = 0;          ///< along the piece, 0 to 1
        Vec2 position = {};
        double distance = 0; ///< from the point that was asked for; metres
    };

    enum class AddStatus : std::uint8_t
    {
        start,    ///< a new way: there was no link near its first point
        branch,   ///< hangs on a division point
        extended, ///< goes on from where another way ended
        ignored,  ///< a single point on a way that is already there
    };

    /// What adding a stroke has done.
    struct Added
    {
        AddStatus status = AddStatus::start;
        SketchLinkId link = kNone;        ///< the new one; none when ignored
        SketchNodeId node = kNone;        ///< where it begins
        SketchLinkId divided = kNone;     ///< the link that was divided for it
        double snapped = 0;               ///< from the stroke's first point to the link it hangs on; metres
        bool is_point = false;            ///< a click: a goal without a way
        bool is_loop = false;             ///< ends within the snap distance of where it begins
        std::vector<Vec2> crossings = {}; ///< where it meets other links, which it does not divide; at most 1000
    };

    /// In the order of their numbers.
    std::span<const Node> nodes() const { return nodes_; }
    std::span<const Link> links() const { return links_; }
    bool isEmpty() const { return links_.empty(); }
    std::size_t pointCount() const;

    /// Null when there is none of that number (any more). O(log n).
    const Node* findNode(SketchNodeId id) const;
    const Link* findLink(SketchLinkId id) const;

    /// The nearest place of all links; ties go to the smaller link, then to the earlier piece. Nothing in an empty tree or for a
    /// point that is not finite. O(points).
    std::optional<Place> findNearest(Vec2 p) const;

    /// Adds a stroke, cleaned or not (see cleanStroke). An error when it has no points, one of them is not finite, an option is
    /// out of range, or the tree would hold too much. O(points of the tree * points of the stroke).
    Result<Added> add(std::span<const Vec2> stroke, const SketchAddOptions& options = {});
    /// Takes away a link, all that hangs below it and a start that leads nowhere any more; returns how many links went, 0 when
    /// there is none of that number. Division points stay, also with one branch. O(n).
    std::size_t remove(SketchLinkId link);

    void write(ByteWriter& writer) const;
    /// The very tree that was written, or an error: whatever the bytes are, what is read is a tree.
    static Result<SketchTree> read(ByteReader& reader);
    std::uint64_t computeHash() const;

private:
    Node& addNode(Vec2 position, SketchLinkId parent);
    Node& editNode(SketchNodeId id);
    Link& editLink(SketchLinkId id);
    /// The end of the link that is near enough to a place on it, which moves there; none when neither is.
    SketchNodeId settle(Place& place, double node_distance) const;
    /// Makes a node of a place inside a link.
    SketchNodeId divide(const Place& place);
    void sortChildren(Node& node) const;
    bool isTree() const;

    std::vector<Node> nodes_;
    std::vector<Link> links_;
    std::uint32_t next_node_ = 0;
    std::uint32_t next_link_ = 0;
    std::uint32_t next_stroke_ = 0;
};

const char* toString(SketchTree::AddStatus status);

} // namespace clearway
