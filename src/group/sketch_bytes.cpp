// SPDX-License-Identifier: MIT
// Sketch trees in bytes. What is read is checked to be a tree before anybody may look at it.
#include <algorithm>
#include <string>

#include <clearway/base/hash.h>
#include <clearway/group/sketch_tree.h>

#include "base/array_bytes.h"
#include "base/errors.h"

namespace clearway {
namespace {

constexpr std::uint32_t kSketchVersion = 1;

template <typename Items>
bool isSortedBelow(const Items& items, std::uint32_t end)
{
    const auto isBefore = [](const auto& a, const auto& b) { return a.id < b.id; };
    const bool is_sorted = std::adjacent_find(items.begin(), items.end(),
                                              [&](const auto& a, const auto& b) { return !isBefore(a, b); }) == items.end();
    return is_sorted && (items.empty() || items.back().id < end);
}

} // namespace

void SketchTree::write(ByteWriter& writer) const
{
    writer.u32(kSketchVersion);
    for (const std::uint32_t number : {next_node_, next_link_, next_stroke_}) writer.u32(number);
    writer.u64(nodes_.size());
    for (const SketchTree::Node& node : nodes_)
    {
        writer.u32(node.id);
        writer.u32(node.parent);
        writer.f64(node.position.x);
        writer.f64(node.position.y);
        writeArray<4, SketchLinkId>(writer, node.children);
    }
    writer.u64(links_.size());
    for (const SketchTree::Link& link : links_)
    {
        for (const std::uint32_t number : {link.id, link.from, link.to, link.stroke}) writer.u32(number);
        writeArray<8, Vec2>(writer, link.points);
    }
}

Result<SketchTree> SketchTree::read(ByteReader& reader)
{
    if (const std::uint32_t version = reader.u32(); !reader.failed() && version != kSketchVersion)
        return makeError(ErrorCode::unsupported_format, "A sketch has version " + std::to_string(version) +
                                                            "; this program reads " + std::to_string(kSketchVersion) + ".");
    SketchTree tree;
    for (std::uint32_t* number : {&tree.next_node_, &tree.next_link_, &tree.next_stroke_}) *number = reader.u32();
    const std::size_t node_count = reader.count(32);
    if (node_count > 2 * kMaxSketchLinks) reader.fail();
    for (std::size_t i = 0; i < node_count && !reader.failed(); ++i)
    {
        SketchTree::Node& node = tree.nodes_.emplace_back();
        node.id = reader.u32();
        node.parent = reader.u32();
        node.position.x = reader.f64();
        node.position.y = reader.f64();
        readArray<4>(reader, node.children);
    }
    const std::size_t link_count = reader.count(24);
    if (link_count > kMaxSketchLinks) reader.fail();
    for (std::size_t i = 0; i < link_count && !reader.failed(); ++i)
    {
        SketchTree::Link& link = tree.links_.emplace_back();
        for (std::uint32_t* number : {&link.id, &link.from, &link.to, &link.stroke}) *number = reader.u32();
        readArray<8>(reader, link.points);
    }
    if (reader.failed() || !tree.isTree())
        return makeError(ErrorCode::malformed_file, "A sketch is damaged or ends too soon; save it again.");
    return tree;
}

bool SketchTree::isTree() const
{
    if (!isSortedBelow(nodes_, next_node_) || !isSortedBelow(links_, next_link_)) return false;
    if (pointCount() > kMaxSketchPoints || next_node_ == kNone || next_link_ == kNone) return false;
    std::size_t child_count = 0;
    std::vector<SketchNodeId> open;
    for (const SketchTree::Node& node : nodes_)
    {
        if (!isFinite(node.position) || (node.isStart() && node.isEnd())) return false;
        child_count += node.children.size();
        for (std::size_t i = 0; i < node.children.size(); ++i)
        {
            const SketchTree::Link* link = findLink(node.children[i]);
            if (!link || link->from != node.id) return false;
            if (i == 0) continue;
            const SketchTree::Link* before = findLink(node.children[i - 1]);
            if (before->stroke < link->stroke || (before->stroke == link->stroke && before->id <= link->id)) return false;
        }
        if (node.isStart()) open.push_back(node.id);
    }
    if (child_count != links_.size()) return false;
    for (const SketchTree::Link& link : links_)
    {
        const SketchTree::Node* from = findNode(link.from);
        const SketchTree::Node* to = findNode(link.to);
        if (!from || !to || to->parent != link.id || link.stroke >= next_stroke_ || link.points.empty()) return false;
        if (!(link.points.front() == from->position && link.points.back() == to->position)) return false;
        if (!std::all_of(link.points.begin(), link.points.end(), [](Vec2 p) { return isFinite(p); })) return false;
    }
    // Every node is reached from a start, so there is no circle.
    for (std::size_t i = 0; i < open.size(); ++i)
    {
        if (open.size() > nodes_.size()) return false;
        for (const SketchLinkId child : findNode(open[i])->children) open.push_back(findLink(child)->to);
    }
    return open.size() == nodes_.size();
}

std::uint64_t SketchTree::computeHash() const
{
    ByteWriter writer;
    write(writer);
    return clearway::computeHash(writer.bytes());
}

} // namespace clearway
