// SPDX-License-Identifier: MIT
// Making errors: one function per kind, so that every module fills in code, sentence and place the same way.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include <clearway/base/bytes.h>
#include <clearway/base/result.h>

namespace clearway {

/// Data that cannot be used. `message` is a whole sentence.
Error makeError(ErrorCode code, std::string message, Error::Place place = {});
/// An option or a call that does not make sense.
Error makeError(std::string message, Error::Place place = {});
/// A progress callback said stop: "`what` was cancelled."
Error makeCancelled(std::string_view what);
/// The library contradicts itself. Bad data must not end the process: the call that met the contradiction fails instead.
/// Logs what happened; `repeat` says how to see it again, by a hash where the input is large.
Error makeInternalError(std::string_view what, std::string_view repeat = {});

/// Bytes that are no such thing; the reader has failed from then on.
Error failRead(ByteReader& reader, ErrorCode code, std::string message);
/// "`what` is of version `version`; this library reads version `known`."
Error failVersion(ByteReader& reader, std::string_view what, std::uint32_t version, std::uint32_t known);

inline Error::Place inFile(std::string path) { return {.file = std::move(path)}; }
/// At element number `index` of the input.
template <typename Index>
Error::Place atIndex(Index index)
{
    return {.index = static_cast<std::int64_t>(index)};
}
/// At a point with `x` and `y`.
template <typename Point>
Error::Place atPoint(const Point& p)
{
    return {.has_coordinate = true, .coordinate = {p.x, p.y}};
}
template <typename Point, typename Index>
Error::Place atPoint(const Point& p, Index index)
{
    return {.index = static_cast<std::int64_t>(index), .has_coordinate = true, .coordinate = {p.x, p.y}};
}

} // namespace clearway
