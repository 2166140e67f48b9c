#!/bin/sh
# SPDX-License-Identifier: MIT
# limited.sh COMMAND...: each process that the command starts may use so many seconds of the processor, far above what any takes, and is then
# ended by SIGXCPU. Processor time does not depend on what else the machine does.
ulimit -S -t 1800 || exit 1
exec "$@"
