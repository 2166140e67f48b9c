// SPDX-License-Identifier: MIT
#include "base/errors.h"

#include <clearway/base/log.h>

namespace clearway {

Error makeError(ErrorCode code, std::string message, Error::Place place) { return {code, std::move(message), std::move(place)}; }

Error makeError(std::string message, Error::Place place)
{
    return makeError(ErrorCode::invalid_argument, std::move(message), std::move(place));
}

Error makeCancelled(std::string_view what) { return makeError(ErrorCode::cancelled, std::string(what) + " was cancelled."); }

Error makeInternalError(std::string_view what, std::string_view repeat)
{
    const std::string message = "This should never happen: " + std::string(what) + ".";
    logMessage(LogLevel::warning, repeat.empty() ? message : message + " To repeat it: " + std::string(repeat));
    return makeError(ErrorCode::internal, message + " Please report it, with the input.");
}

Error failRead(ByteReader& reader, ErrorCode code, std::string message)
{
    reader.fail();
    return makeError(code, std::move(message));
}

Error failVersion(ByteReader& reader, std::string_view what, std::uint32_t version, std::uint32_t known)
{
    return failRead(reader, ErrorCode::unsupported_format,
                    std::string(what) + " is of version " + std::to_string(version) + "; this library reads version " +
                        std::to_string(known) + ".");
}

} // namespace clearway
