// SPDX-License-Identifier: MIT
// A test that does not end is stopped by the processor time it has used, which does not depend on what else the machine does.
#pragma once

namespace clearway::test {

/// Far above what any test takes, also with sanitizers. The tests in CMake are limited in the same way (limited.sh); their
/// TIMEOUT is for programs that wait for ever without using the processor.
inline constexpr unsigned kMaxProcessorSeconds = 1800;

/// From now on this process may use so many more seconds of the processor, all threads together. One that goes on is ended by
/// SIGXCPU after a line on standard error with the text, which must outlive the limit.
void limitProcessorTime(unsigned seconds, const char* text);

} // namespace clearway::test
