// SPDX-License-Identifier: MIT
// The state of a follower in bytes. Passages are found anew; the grids must be those it was saved with.
#include <string>

#include <clearway/base/hash.h>
#include <clearway/group/sketch_follower.h>

#include "base/errors.h"

namespace clearway {
namespace {

constexpr std::uint32_t kFollowerVersion = 1;

} // namespace

void SketchFollower::save(ByteWriter& writer) const
{
    const auto write = [&writer](const Cursor& cursor) {
        writer.u8(static_cast<std::uint8_t>(cursor.status));
        writer.u32(cursor.link);
        writer.u32(static_cast<std::uint32_t>(cursor.index));
    };
    writer.u32(kFollowerVersion);
    writer.u8(static_cast<std::uint8_t>(options_.progress));
    writer.f64(options_.tolerance);
    writer.f64(options_.deviation);
    writer.u32(start_);
    tree_.write(writer);
    writer.u64(classes_.size());
    for (std::size_t c = 0; c < classes_.size(); ++c)
    {
        writer.u64(class_hashes_[c]);
        write(class_cursors_[c]);
    }
    writer.u64(units_.size());
    for (const Unit& unit : units_)
    {
        writer.u32(unit.class_index);
        write(unit.cursor);
    }
}

Result<SketchFollower> SketchFollower::restore(ByteReader& reader, std::vector<FieldGrid> classes)
{
    const Error damaged = {ErrorCode::malformed_file, "A sketch follower is damaged or ends too soon; save it again."};
    if (const std::uint32_t version = reader.u32(); !reader.failed() && version != kFollowerVersion)
        return makeError(ErrorCode::unsupported_format, "A sketch follower has version " + std::to_string(version) +
                                                            "; this program reads " + std::to_string(kFollowerVersion) + ".");
    const std::uint8_t progress = reader.u8();
    SketchFollowerOptions options = {.progress = static_cast<SketchFollowerOptions::Advance>(progress)};
    options.tolerance = reader.f64();
    options.deviation = reader.f64();
    const SketchNodeId start = reader.u32();
    Result<SketchTree> tree = SketchTree::read(reader);
    if (!tree) return tree.error();
    constexpr std::size_t kCursorBytes = 9;
    const std::size_t class_count = reader.count(8 + kCursorBytes);
    if (reader.failed() || progress > static_cast<std::uint8_t>(SketchFollowerOptions::Advance::each_unit)) return damaged;
    if (class_count != classes.size())
        return makeError("A sketch follower was saved with " + std::to_string(class_count) +
                         " classes of units; give as many grids.");
    // A start that was removed with all its links is no start any more, and nobody follows.
    SketchFollower follower;
    follower.tree_ = std::move(*tree);
    follower.start_ = start;
    follower.classes_ = std::move(classes);
    follower.options_ = options;
    if (!follower.areOptionsUsable()) return damaged;
    follower.findClassHashes();
    const auto read = [&reader] {
        Cursor cursor;
        cursor.status = static_cast<SketchFollower::UnitStatus>(reader.u8());
        cursor.link = reader.u32();
        cursor.index = static_cast<std::int32_t>(reader.u32());
        return cursor;
    };
    for (std::size_t c = 0; c < class_count; ++c)
    {
        if (reader.u64() != follower.class_hashes_[c] && !reader.failed())
            return makeError("A sketch follower was saved with another grid for class " + std::to_string(c) +
                             "; give the same ones.");
        follower.class_cursors_.push_back(read());
    }
    const std::size_t unit_count = reader.count(4 + kCursorBytes);
    for (std::size_t i = 0; i < unit_count && !reader.failed(); ++i)
    {
        Unit& unit = follower.units_.emplace_back();
        unit.class_index = reader.u32();
        unit.cursor = read();
    }
    if (reader.failed()) return damaged;
    follower.findPassages();
    for (std::size_t c = 0; c < class_count; ++c)
        if (!follower.isValid(c, follower.class_cursors_[c])) return damaged;
    for (const Unit& unit : follower.units_)
        if (unit.class_index >= class_count || !follower.isValid(unit.class_index, unit.cursor)) return damaged;
    return follower;
}

bool SketchFollower::isValid(std::size_t class_index, const Cursor& cursor) const
{
    if (cursor.status == SketchFollower::UnitStatus::removed) return true;
    if (cursor.status > SketchFollower::UnitStatus::removed || !tree_.findLink(cursor.link) || cursor.index < 0) return false;
    const std::size_t goal_count = passage(class_index, cursor.link).goals.size();
    // Without a goal a cursor can only be blocked, at the beginning.
    if (goal_count == 0) return cursor.status == SketchFollower::UnitStatus::blocked && cursor.index == 0;
    return static_cast<std::size_t>(cursor.index) < goal_count;
}

std::uint64_t SketchFollower::computeHash() const
{
    ByteWriter writer;
    save(writer);
    return clearway::computeHash(writer.bytes());
}

} // namespace clearway
