// SPDX-License-Identifier: MIT
#include <clearway/crowd/goal.h>

#include <algorithm>

namespace clearway {

Goal Goal::points(std::vector<Vec2> points, AtTheEnd at_the_end)
{
    Goal goal;
    goal.kind_ = Kind::points;
    goal.at_the_end_ = at_the_end;
    goal.list_ = std::make_shared<const std::vector<Vec2>>(std::move(points));
    return goal;
}

Goal Goal::area(std::vector<Vec2> outline)
{
    Goal goal;
    goal.kind_ = Kind::area;
    goal.list_ = std::make_shared<const std::vector<Vec2>>(std::move(outline));
    return goal;
}

Goal Goal::random(std::uint64_t seed)
{
    Goal goal;
    goal.kind_ = Kind::random;
    goal.seed_ = seed;
    return goal;
}

Goal Goal::straight(Vec2 point)
{
    Goal goal(point);
    goal.kind_ = Kind::straight;
    return goal;
}

Goal Goal::follow(std::uint64_t agent, double gap)
{
    Goal goal(Vec2{gap, 0});
    goal.kind_ = Kind::follow;
    goal.seed_ = agent;
    return goal;
}

std::span<const Vec2> Goal::list() const
{
    if (!list_) return {};
    return *list_;
}

bool Goal::isFinite() const
{
    const auto is_finite = [](Vec2 p) { return clearway::isFinite(p); };
    if (kind_ == Kind::point || kind_ == Kind::straight) return is_finite(point_);
    if (kind_ == Kind::follow) return is_finite(point_) && point_.x >= 0;
    if (kind_ == Kind::points && list().empty()) return false;
    if (kind_ == Kind::area && list().size() < 3) return false;
    return std::all_of(list().begin(), list().end(), is_finite);
}

void Goal::write(ByteWriter& writer) const
{
    writer.u8(static_cast<std::uint8_t>(kind_));
    writer.u8(static_cast<std::uint8_t>(at_the_end_));
    writer.f64(point_.x);
    writer.f64(point_.y);
    writer.u64(seed_);
    writer.u64(list().size());
    for (const Vec2 p : list())
    {
        writer.f64(p.x);
        writer.f64(p.y);
    }
}

Goal Goal::read(ByteReader& reader)
{
    Goal goal;
    const std::uint8_t kind = reader.u8();
    const std::uint8_t at_the_end = reader.u8();
    if (kind > static_cast<std::uint8_t>(Kind::follow) || at_the_end > static_cast<std::uint8_t>(AtTheEnd::begin_again))
        reader.fail();
    goal.kind_ = static_cast<Kind>(kind);
    goal.at_the_end_ = static_cast<AtTheEnd>(at_the_end);
    goal.point_.x = reader.f64();
    goal.point_.y = reader.f64();
    goal.seed_ = reader.u64();
    std::vector<Vec2> list(reader.count(16));
    for (Vec2& p : list)
    {
        p.x = reader.f64();
        p.y = reader.f64();
    }
    if (!list.empty()) goal.list_ = std::make_shared<const std::vector<Vec2>>(std::move(list));
    if (reader.failed()) return {};
    if (!goal.isFinite()) reader.fail();
    return reader.failed() ? Goal{} : goal;
}

bool operator==(const Goal& a, const Goal& b)
{
    return a.kind_ == b.kind_ && a.at_the_end_ == b.at_the_end_ && a.point_ == b.point_ && a.seed_ == b.seed_ &&
           std::ranges::equal(a.list(), b.list());
}

} // namespace clearway
