// SPDX-License-Identifier: MIT
// Rows of tables of options, made from fields of a struct.
#pragma once
#include <type_traits>

#include <clearway/base/parameters.h>

namespace clearway {

template <typename Member>
struct MemberOf;
template <typename Options_, typename Value_>
struct MemberOf<Value_ Options_::*>
{
    using Options = Options_;
    using Value = Value_;
};

/// A row of a table, for a field of any type; the kind follows from that.
template <auto member>
constexpr auto parameterRow(ParameterInfo info)
{
    using Options = typename MemberOf<decltype(member)>::Options;
    using Value = typename MemberOf<decltype(member)>::Value;
    using Kind = ParameterInfo::Kind;
    if constexpr (std::is_same_v<Value, float>)
    {
        // As the field holds them: 0.01 in a file is not below a range that begins at 0.01.
        info.low = static_cast<double>(static_cast<float>(info.low));
        info.high = static_cast<double>(static_cast<float>(info.high));
    }
    if constexpr (std::is_same_v<Value, int>) info.kind = Kind::count;
    if constexpr (std::is_same_v<Value, bool>) info.kind = Kind::flag;
    if constexpr (std::is_enum_v<Value>) info.kind = Kind::choice;
    return Parameter<Options>{info, [](const Options& options) { return static_cast<double>(options.*member); },
                              [](Options& options, double value) { options.*member = static_cast<Value>(value); }};
}

} // namespace clearway
