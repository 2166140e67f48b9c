// SPDX-License-Identifier: MIT
#include <clearway/base/names.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace clearway {

static char toLowerCase(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::size_t computeEditDistance(std::string_view a, std::string_view b)
{
    // Rows of the table of distances between beginnings: the one being filled, and the two before it.
    std::vector<std::size_t> row(b.size() + 1), before(b.size() + 1), before_that(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i)
    {
        std::swap(before_that, before);
        std::swap(before, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j)
        {
            const bool is_same = toLowerCase(a[i - 1]) == toLowerCase(b[j - 1]);
            row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + (is_same ? 0 : 1)});
            const bool is_swap = i > 1 && j > 1 && toLowerCase(a[i - 1]) == toLowerCase(b[j - 2]) &&
                                 toLowerCase(a[i - 2]) == toLowerCase(b[j - 1]);
            if (is_swap) row[j] = std::min(row[j], before_that[j - 2] + 1);
        }
    }
    return row[b.size()];
}

std::string suggestNames(std::string_view name, std::span<const std::string_view> known)
{
    constexpr std::size_t kMaxLength = 40; // longer ones are no misspelt names
    constexpr std::size_t kMaxSuggestions = 3;
    if (name.size() > kMaxLength) return {};
    std::vector<std::pair<std::size_t, std::string_view>> near; // distance and name
    for (const std::string_view candidate : known)
    {
        const bool is_beginning = name.size() >= 3 && candidate.substr(0, name.size()) == name;
        const std::size_t distance = is_beginning ? 1 : computeEditDistance(name, candidate);
        if (distance <= std::max<std::size_t>(1, candidate.size() / 3)) near.emplace_back(distance, candidate);
    }
    std::sort(near.begin(), near.end());
    if (near.size() > kMaxSuggestions) near.resize(kMaxSuggestions);
    std::string text;
    for (std::size_t k = 0; k < near.size(); ++k)
    {
        text += k == 0 ? " Did you mean " : k + 1 == near.size() ? " or " : ", ";
        text += near[k].second;
    }
    return text.empty() ? text : text + "?";
}

std::string showName(std::string_view name)
{
    constexpr std::size_t kMaxShown = 40;
    std::string shown(name.substr(0, kMaxShown));
    for (char& c : shown)
        if (static_cast<unsigned char>(c) < ' ') c = ' '; // a line break would tear the message apart
    if (name.size() > kMaxShown) shown += "...";
    return shown;
}

} // namespace clearway
