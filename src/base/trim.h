// SPDX-License-Identifier: MIT
// Gives back the memory that a vector reserved and does not use. std::vector::shrink_to_fit does nothing where exceptions are
// off.
#pragma once
#include <vector>

namespace clearway {

template <typename T>
void trim(std::vector<T>& values)
{
    if (values.capacity() > values.size()) std::vector<T>(values.begin(), values.end()).swap(values);
}

} // namespace clearway
