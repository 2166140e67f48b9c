// SPDX-License-Identifier: MIT
#include "field/solver_data.h"
namespace clearway {
void relaxByAggregation(const Stencil& stencil, const FieldSolverOptions& options, Potential::Data& data)
{
    relaxGaussSeidel(stencil, options, data);
}
} // namespace clearway
