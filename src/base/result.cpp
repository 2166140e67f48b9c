// SPDX-License-Identifier: MIT
#include <clearway/base/result.h>

namespace clearway {

const char* toString(ErrorCode code)
{
    switch (code)
    {
    case ErrorCode::invalid_argument: return "invalid_argument";
    case ErrorCode::unreadable_file: return "unreadable_file";
    case ErrorCode::unwritable_file: return "unwritable_file";
    case ErrorCode::malformed_file: return "malformed_file";
    case ErrorCode::unsupported_format: return "unsupported_format";
    case ErrorCode::invalid_geometry: return "invalid_geometry";
    case ErrorCode::out_of_range: return "out_of_range";
    case ErrorCode::cancelled: return "cancelled";
    case ErrorCode::internal: return "internal";
    }
    return "unknown";
}

} // namespace clearway
