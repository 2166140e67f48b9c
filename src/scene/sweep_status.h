// SPDX-License-Identifier: MIT
// The edges that a sweep line meets, bottom to top: a treap whose nodes are also linked in order.
// Based on: C. R. Aragon, R. G. Seidel. Randomized search trees. 1989
// Departure: the "random" priorities are a fixed sequence, so that every run is the same.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

namespace clearway::overlay {

class SweepStatus
{
public:
    /// A place in the order; stays valid until removed. 0: none.
    using Place = std::uint32_t;

    SweepStatus() { nodes_.emplace_back(); }

    std::uint32_t edge(Place place) const { return nodes_[place].edge; }
    void replace(Place place, std::uint32_t edge) { nodes_[place].edge = edge; }
    Place below(Place place) const { return nodes_[place].below; }
    Place above(Place place) const { return nodes_[place].above; }
    Place lowest() const { return nodes_[0].above; }

    /// The last place for whose edge isBelow(edge) holds, or 0; it must hold for a lower part of the order and fail above.
    template <typename IsBelow>
    Place findLastBelow(IsBelow&& isBelow) const
    {
        Place found = 0;
        for (Place at = root_; at != 0;)
        {
            if (isBelow(nodes_[at].edge))
                found = at, at = nodes_[at].right;
            else
                at = nodes_[at].left;
        }
        return found;
    }

    /// Adds an edge just above `place`; 0: at the bottom.
    Place insertAbove(Place place, std::uint32_t edge)
    {
        const Place added = allocate();
        Node& node = nodes_[added];
        node.edge = edge;
        node.below = place;
        node.above = nodes_[place].above;
        nodes_[node.below].above = added;
        nodes_[node.above].below = added;
        if (place != 0 && nodes_[place].right == 0)
            attach(place, &Node::right, added);
        else if (node.above != 0)
            attach(node.above, &Node::left, added);
        else
            root_ = added;
        while (node.parent != 0 && nodes_[node.parent].priority < node.priority) rotateUp(added);
        return added;
    }

    void remove(Place place)
    {
        Node& node = nodes_[place];
        while (node.left != 0 && node.right != 0)
        {
            rotateUp(nodes_[node.left].priority > nodes_[node.right].priority ? node.left : node.right);
        }
        const Place child = node.left != 0 ? node.left : node.right;
        if (child != 0) nodes_[child].parent = node.parent;
        childLink(place) = child;
        nodes_[node.below].above = node.above;
        nodes_[node.above].below = node.below;
        node.parent = free_;
        free_ = place;
    }

private:
    struct Node
    {
        std::uint32_t edge = 0;
        std::uint32_t priority = 0;
        Place left = 0;
        Place right = 0;
        Place parent = 0;
        Place below = 0;
        Place above = 0;
    };

    Place allocate()
    {
        Place place = free_;
        if (place != 0)
        {
            free_ = nodes_[place].parent;
            nodes_[place] = Node{};
        }
        else
        {
            place = static_cast<Place>(nodes_.size());
            nodes_.emplace_back();
        }
        sequence_ = sequence_ * 6364136223846793005u + 1442695040888963407u;
        nodes_[place].priority = static_cast<std::uint32_t>(sequence_ >> 33);
        return place;
    }

    Place& childLink(Place place)
    {
        const Place parent = nodes_[place].parent;
        if (parent == 0) return root_;
        return nodes_[parent].left == place ? nodes_[parent].left : nodes_[parent].right;
    }

    void attach(Place parent, Place Node::* side, Place child)
    {
        nodes_[parent].*side = child;
        nodes_[child].parent = parent;
    }

    void rotateUp(Place place)
    {
        Node& node = nodes_[place];
        const Place parent = node.parent;
        childLink(parent) = place;
        node.parent = nodes_[parent].parent;
        const auto [inner, outer] =
            nodes_[parent].left == place ? std::pair{&Node::right, &Node::left} : std::pair{&Node::left, &Node::right};
        const Place moved = node.*inner;
        nodes_[parent].*outer = moved;
        if (moved != 0) nodes_[moved].parent = parent;
        node.*inner = parent;
        nodes_[parent].parent = place;
    }

    std::vector<Node> nodes_; // 0 stands for "none" and closes the list of places
    Place root_ = 0;
    Place free_ = 0;
    std::uint64_t sequence_ = 1;
};

} // namespace clearway::overlay
