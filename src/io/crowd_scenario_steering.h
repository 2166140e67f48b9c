// SPDX-License-Identifier: MIT
// Options of steering models in JSON: fields as in the tables of the models. Ranges are for verify().
#pragma once
#include <clearway/steering/parameters.h>

#include "io/crowd_scenario_reader.h"

namespace clearway::io {

bool readParameter(FieldReader& reader, const ParameterInfo& parameter, double& value);

/// An object with options of one model. False, and failed, when it is not.
template <typename Options>
bool readSteeringOptions(FieldReader& reader, Options& options)
{
    std::vector<std::string_view> names;
    for (const Parameter<Options>& parameter : steeringParameters<Options>()) names.push_back(parameter.info.name);
    return reader.readMembers(names, [&](std::size_t k) {
        const Parameter<Options>& parameter = steeringParameters<Options>()[k];
        double value = 0;
        if (!readParameter(reader, parameter.info, value)) return false;
        parameter.write(options, value);
        return true;
    });
}

} // namespace clearway::io
