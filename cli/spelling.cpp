// SPDX-License-Identifier: MIT
#include "spelling.h"

#include <algorithm>
#include <vector>

namespace clearway::cli {

int computeEditDistance(std::string_view a, std::string_view b)
{
    // Three rows of the table: distances of prefixes of a to prefixes of b.
    std::vector<int> before(b.size() + 1);
    std::vector<int> above(b.size() + 1);
    std::vector<int> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i)
    {
        before.swap(above);
        above.swap(row);
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j)
        {
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

std::string findNearestWord(std::string_view word, std::span<const std::string> candidates)
{
    constexpr std::size_t kLongest = 100; // nothing that long is a misspelt option
    if (word.size() > kLongest) return {};
    int best_distance = static_cast<int>(std::max<std::size_t>(word.size() / 3, 1)) + 1;
    std::string best;
    for (const std::string& candidate : candidates)
    {
        // Who wrote the beginning of a word, or a longer one that begins so, most likely meant it.
        const bool is_prefix = word.size() >= 4 && (candidate.starts_with(word) || word.starts_with(candidate));
        const int distance = is_prefix ? std::min(1, computeEditDistance(word, candidate)) : computeEditDistance(word, candidate);
        if (distance >= best_distance) continue;
        best_distance = distance;
        best = candidate;
    }
    return best;
}

} // namespace clearway::cli
