// SPDX-License-Identifier: MIT
// Base: what every module stands on. Knows no geometry.
#pragma once
#include <clearway/base/assert.h>
#include <clearway/base/bytes.h>
#include <clearway/base/execution.h>
#include <clearway/base/hash.h>
#include <clearway/base/log.h>
#include <clearway/base/names.h>
#include <clearway/base/none.h>
#include <clearway/base/parameters.h>
#include <clearway/base/progress.h>
#include <clearway/base/random.h>
#include <clearway/base/result.h>
#include <clearway/base/tasks.h>
