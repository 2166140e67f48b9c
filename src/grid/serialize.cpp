// SPDX-License-Identifier: MIT
// A grid in bytes: its numbers, then one byte for each cell. Components, and what else can be counted, are found anew, and joints
// that lead into blocked cells show that the bytes are damaged.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <clearway/base/bytes.h>
#include <clearway/base/hash.h>

#include "base/errors.h"
#include "grid/grid_data.h"

namespace clearway {
namespace {

constexpr std::uint32_t kVersion = 2;

bool isCost(double cost) { return std::isinf(cost) ? cost > 0 : cost >= 1e-6 && cost <= 1e6; }

bool isSound(const FieldGrid::Data& data)
{
    return data.cell_size > 0 && std::isfinite(data.cell_size) && data.radius >= 0 && std::isfinite(data.radius) &&
           isFinite(data.origin) && std::all_of(data.costs.begin(), data.costs.end(), isCost) &&
           isFinite(data.center(data.width, data.height));
}

} // namespace

std::size_t FieldGrid::memoryBytes() const
{
    return sizeof(Data) + data_->cells.capacity() + data_->component.capacity() * sizeof(std::int32_t);
}

void FieldGrid::write(ByteWriter& writer) const
{
    writer.u32(kVersion);
    writer.u32(static_cast<std::uint32_t>(data_->width));
    writer.u32(static_cast<std::uint32_t>(data_->height));
    for (const double number : {data_->cell_size, data_->radius, data_->origin.x, data_->origin.y}) writer.f64(number);
    for (const double cost : data_->costs) writer.f64(cost);
    writer.raw(std::as_bytes(std::span(data_->cells)));
}

Result<FieldGrid> FieldGrid::read(ByteReader& reader)
{
    const std::uint32_t version = reader.u32();
    if (!reader.failed() && version != kVersion) return failVersion(reader, "The field grid", version, kVersion);
    const std::uint64_t width = reader.u32(), height = reader.u32();
    auto data = std::make_shared<Data>();
    for (double* const number : {&data->cell_size, &data->radius, &data->origin.x, &data->origin.y}) *number = reader.f64();
    for (double& cost : data->costs) cost = reader.f64();
    // Both are below 2^32, so that the product fits; and the bytes must be there before room is made for them.
    constexpr auto kMost = static_cast<std::uint64_t>(kMaxFieldCellCount);
    if (reader.failed() || width == 0 || height == 0 || width * height > kMost || width * height != reader.remaining())
        return failRead(reader, ErrorCode::malformed_file,
                        "The field grid is damaged: it does not have the cells that it should have.");
    data->width = static_cast<std::int32_t>(width);
    data->height = static_cast<std::int32_t>(height);
    const std::span<const std::byte> cells = reader.raw(static_cast<std::size_t>(width * height));
    data->cells.reserve(cells.size());
    for (const std::byte cell : cells) data->cells.push_back(std::to_integer<std::uint8_t>(cell));
    if (!isSound(*data))
        return failRead(reader, ErrorCode::malformed_file, "The field grid is damaged: it contains numbers out of range.");
    const std::vector<std::uint8_t> written = data->cells;
    data->finish();
    if (data->cells != written)
        return failRead(reader, ErrorCode::malformed_file, "The field grid is damaged: its cells do not fit together.");
    return FieldGrid(std::move(data));
}

std::uint64_t FieldGrid::computeHash() const
{
    ByteWriter writer;
    write(writer);
    return clearway::computeHash(writer.bytes());
}

} // namespace clearway
