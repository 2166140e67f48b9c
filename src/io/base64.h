// SPDX-License-Identifier: MIT
// Base64 (RFC 4648), for data inside glTF files.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clearway::io {

inline constexpr std::string_view kBase64Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

inline std::string encodeBase64(std::span<const std::byte> bytes)
{
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3)
    {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (i + k < bytes.size() ? static_cast<std::uint32_t>(bytes[i + k]) : 0);
        for (std::size_t k = 0; k < 4; ++k) text += i + k <= bytes.size() ? kBase64Letters[group >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

/// Stops at '='; false at any other character that does not belong there.
inline bool decodeBase64(std::string_view text, std::vector<std::byte>& bytes)
{
    bytes.reserve(text.size() / 4 * 3);
    std::uint32_t group = 0;
    int bits = 0;
    for (const char c : text)
    {
        if (c == '=') break;
        const std::size_t value = c == '-' ? 62 : c == '_' ? 63 : kBase64Letters.find(c);
        if (value == std::string_view::npos) return false;
        group = group << 6 | static_cast<std::uint32_t>(value);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes.push_back(static_cast<std::byte>(group >> bits & 255));
    }
    return true;
}

} // namespace clearway::io
