// SPDX-License-Identifier: MIT
#include "spelling.h"

#include <algorithm>

#include <clearway/base/names.h>

namespace clearway::cli {

std::string findNearestWord(std::string_view word, std::span<const std::string> candidates)
{
    constexpr std::size_t kLongest = 100; // nothing that long is a misspelt option
    if (word.size() > kLongest) return {};
    std::size_t best_distance = std::max<std::size_t>(word.size() / 3, 1) + 1;
    std::string best;
    for (const std::string& candidate : candidates)
    {
        // Who wrote the beginning of a word, or a longer one that begins so, most likely meant it.
        const bool is_prefix = word.size() >= 4 && (candidate.starts_with(word) || word.starts_with(candidate));
        std::size_t distance = computeEditDistance(word, candidate);
        if (is_prefix) distance = std::min<std::size_t>(distance, 1);
        if (distance >= best_distance) continue;
        best_distance = distance;
        best = candidate;
    }
    return best;
}

} // namespace clearway::cli
