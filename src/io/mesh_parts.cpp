// SPDX-License-Identifier: MIT
#include "io/mesh_parts.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include <clearway/geometry/polygon.h>

#include "base/errors.h"

namespace clearway::io {

namespace {

constexpr std::size_t kMostEarCorners = 2000; ///< ears of larger polygons would take too long; they are taken as convex

/// The polygon seen along its normal, counter-clockwise; empty if it has no area or a corner is missing.
std::vector<Vec2> layFlat(const MeshInput& mesh, std::span<const std::uint32_t> corners)
{
    Vec3 normal; // by Newell's sum, which no single corner decides
    for (std::size_t i = 0; i < corners.size(); ++i)
    {
        if (corners[i] >= mesh.positions.size()) return {};
        const std::uint32_t next = corners[(i + 1) % corners.size()];
        if (next >= mesh.positions.size()) return {};
        normal +=
            cross(mesh.positions[corners[i]] - mesh.positions[corners[0]], mesh.positions[next] - mesh.positions[corners[0]]);
    }
    if (!isFinite(normal) || normal == Vec3{}) return {};
    const Vec3 size = {std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)};
    std::vector<Vec2> ring;
    for (const std::uint32_t corner : corners)
    {
        const Vec3 p = mesh.positions[corner];
        Vec2 q = size.z >= size.x && size.z >= size.y ? Vec2{p.x, p.y} : size.x >= size.y ? Vec2{p.y, p.z} : Vec2{p.z, p.x};
        const double facing = size.z >= size.x && size.z >= size.y ? normal.z : size.x >= size.y ? normal.x : normal.y;
        if (facing < 0) q.x = -q.x;
        ring.push_back(q);
    }
    return ring;
}

} // namespace

void addPolygon(MeshInput& mesh, std::span<const std::uint32_t> corners)
{
    if (corners.size() == 3) return mesh.triangles.push_back({corners[0], corners[1], corners[2]});
    const std::vector<Vec2> ring = corners.size() <= kMostEarCorners ? layFlat(mesh, corners) : std::vector<Vec2>{};
    if (!ring.empty() && std::all_of(ring.begin(), ring.end(), [](Vec2 p) { return isFinite(p); }) && !isConvex(ring))
    {
        for (const std::array<std::uint32_t, 3>& t : triangulateRing(ring))
            mesh.triangles.push_back({corners[t[0]], corners[t[1]], corners[t[2]]});
        return;
    }
    for (std::size_t i = 2; i < corners.size(); ++i) mesh.triangles.push_back({corners[0], corners[i - 1], corners[i]});
}

Result<MeshInput> finishMesh(MeshInput mesh, const MeshReadOptions& options, MeshReadOptions::UpAxis usual)
{
    if (!(options.unit > 0) || !std::isfinite(options.unit))
        return makeError(fmt::format("The unit must be above 0 metres; it is {}.", options.unit));
    if (mesh.triangles.empty()) return makeError(ErrorCode::invalid_geometry, "the file has no triangles.");
    const bool is_y_up = (options.up == MeshReadOptions::UpAxis::automatic ? usual : options.up) == MeshReadOptions::UpAxis::y;
    if (is_y_up || options.unit != 1)
        for (Vec3& p : mesh.positions) p = (is_y_up ? Vec3{p.x, -p.z, p.y} : p) * options.unit;
    if (!options.name.empty()) mesh.name = options.name;
    return mesh;
}

void addRemark(MeshReport* report, std::string remark)
{
    if (report) report->remarks.push_back(std::move(remark));
}

bool LineReader::nextLine()
{
    if (next_line_ >= text_.size()) return false;
    at_ = next_line_;
    end_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
    next_line_ = end_;
    if (next_line_ < text_.size())
        next_line_ += text_[end_] == '\r' && end_ + 1 < text_.size() && text_[end_ + 1] == '\n' ? 2 : 1;
    word_ = at_;
    return true;
}

void LineReader::skipBlanks()
{
    for (;;)
    {
        while (at_ < end_ && isSpace(text_[at_])) ++at_;
        if (at_ + 1 != end_ || text_[at_] != '\\' || !nextLine()) break;
    }
    if (at_ < end_ && text_[at_] == '#') at_ = end_;
}

std::string_view LineReader::nextWord()
{
    skipBlanks();
    word_ = at_;
    while (at_ < end_ && !isSpace(text_[at_]) && text_[at_] != '#') ++at_;
    return text_.substr(word_, at_ - word_);
}

bool LineReader::nextNumber(double& value)
{
    skipBlanks();
    word_ = at_;
    const Number number = at_ < end_ ? parseNumber(text_, at_) : Number{};
    if (number.status != Number::Status::ok || number.end > end_) return false;
    if (number.end < end_ && !isSpace(text_[number.end]) && text_[number.end] != '#') return false;
    value = number.value;
    at_ = number.end;
    return true;
}

bool parseCount(std::string_view word, std::uint64_t& value)
{
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    return !word.empty() && code == std::errc() && end == word.data() + word.size();
}

} // namespace clearway::io
