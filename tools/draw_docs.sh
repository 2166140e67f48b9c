#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws the pictures of the documents anew with the program of this tree: tools/draw_docs.sh [PROGRAM]
set -eu
cd "$(dirname "$0")/.."
clearway=${1:-build/bin/clearway}
images=docs/images
mkdir -p $images
"$clearway" render rooms -o $images/rooms.svg
"$clearway" render rooms --decomposition merged --title "rooms, merged triangles" -o $images/rooms_merged.svg
"$clearway" render rooms --relax 0.5 --title "rooms, relaxed by 0.5 m" -o $images/rooms_relaxed.svg
"$clearway" render rooms --heat area --title "rooms, area of cells" -o $images/rooms_heat.svg
"$clearway" render city --width 1000 --outline -o $images/city.png
