// SPDX-License-Identifier: MIT
#pragma once
#include <clearway/native/diagram.h>
#include <clearway/native/picture.h>
#include <clearway/native/surface_picture.h>

#include "experiments.h"

namespace clearway::experiments {

/// Draws into the folder of the report. Throws a Failure when that fails.
Illustration draw(const Settings& settings, const NavMesh& mesh, const std::string& file, const std::string& caption,
                  const PictureOptions& options);

Illustration draw(const Settings& settings, const SurfaceMesh& mesh, const std::string& file, const std::string& caption,
                  SurfacePictureOptions options);

Illustration draw(const Settings& settings, const std::string& file, const std::string& caption, const Diagram& diagram);

} // namespace clearway::experiments
