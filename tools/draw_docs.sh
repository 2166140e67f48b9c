#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws the pictures of the documents with the program of this tree: tools/draw_docs.sh [PROGRAM [FOLDER [crowds]]]. ./dev draw builds it first.
# With `crowds`, only those of crowds and battles. runs.txt beside them has the hash of each of these runs: a test runs them again.
# One picture is not drawn here: analysis_experiment.png shows a recording that is not part of this tree (docs/analysis.md has the command).
set -eu
cd "$(dirname "$0")/.."
clearway=${1:-build/bin/clearway}
images=${2:-docs/images}
mkdir -p "$images"

# draw_crowd PICTURE ARGUMENT...: lets a crowd walk, draws it, and notes the hash of the run.
draw_crowd() {
    picture=$1
    shift
    "$clearway" crowd "$@" --picture "$images/$picture" --json >"$work/run.json"
    sed -n "s/^ *\"run_hash\": \"\(.*\)\".*/$picture \1/p" "$work/run.json" >>"$images/runs.txt"
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk '/^```json/ { text = ""; inside = 1; next } /^```/ { if (text ~ /"standing"/) printf "%s", text; text = ""; inside = 0 } inside { text = text $0 "\n" }' \
    docs/scenarios.md > "$work/behaviour of groups.json"
rm -f "$images/runs.txt"
draw_crowd planet.png sphere --agents 300 --seconds 40 --width 800
draw_crowd behaviour_groups.png "$work/behaviour of groups.json" --width 900
draw_crowd cross_trails.png cross --agents 500 --seconds 60 --width 1000
draw_crowd circle_trails.png circle --agents 100 --width 800
draw_crowd rts_skirmish.png rts_skirmish --width 1200
draw_crowd rts_swamp.png rts_swamp --width 1200
draw_crowd rts_ramp.png rts_ramp --seconds 26 --as snapshot --width 1000
[ "${3:-}" != crowds ] || exit 0
"$clearway" render rooms -o "$images/rooms.svg"
"$clearway" render rooms --decomposition merged --title "rooms, merged triangles" -o "$images/rooms_merged.svg"
"$clearway" render rooms --relax 0.5 --title "rooms, relaxed by 0.5 m" -o "$images/rooms_relaxed.svg"
"$clearway" render rooms --heat area --title "rooms, area of cells" -o "$images/rooms_heat.svg"
"$clearway" render city --width 1000 --outline -o "$images/city.png"
"$clearway" path rooms --from 1,1 --to 38,21 --radius 0.2,0.5,1 --title "rooms, three sizes" -o "$images/rooms_paths.svg"
"$clearway" path rooms --from 1,1 --to 38,21 --radius 1.3 --title "rooms, too large" -o "$images/rooms_no_way.svg"
"$clearway" render rooms --radius 0.5 --title "rooms, free intervals" -o "$images/rooms_free.svg"
"$clearway" render rooms --clearance --no-portals --width 1000 --title "rooms, clearance" -o "$images/rooms_clearance.png"
"$clearway" build rooms --as corridor -o "$work/rooms.clearway"
"$clearway" render "$work/rooms.clearway" --width 1000 --title "rooms, corridor map" -o "$images/rooms_corridor_map.png"
"$clearway" path "$work/rooms.clearway" --from 1,1 --to 38,21 --ways 3 --width 1000 --title "rooms, different ways" -o "$images/rooms_ways.png"
"$clearway" path asteroid --from 80,0 --to -80,0,-20 --reach 40 --view 60,20 --width 800 -o "$images/asteroid_way.png"
"$clearway" render octopus --width 800 -o "$images/octopus.png"
"$clearway" render ramp --scale 0.25 --gravity down --max-acceleration 0.21 --edges --width 800 -o "$images/ramp.png"
"$clearway" render overpass --height 2 --view -60,20 --width 800 -o "$images/overpass.png"
"$clearway" path terrain --speed 5 --from 20,20 --to 230,490 --radius 0.5,3 --view -75,50 --width 800 -o "$images/terrain_ways.png"
"$clearway" render rooms --to 38,21 --cell 0.2 --width 1000 --title "rooms, field" -o "$images/rooms_field.png"
"$clearway" path maze --using field --cell 0.25 --width 1000 --title "maze, field" -o "$images/maze_field.png"
"$clearway" render rooms --to 38,21 --at 10,4 --other 12,4.2 --other 13.5,3.2 --other 11.5,6 --width 800 -o "$images/local_map.png"
echo "POLYGON ((0 0, 24 0, 24 10.25, 0 10.25, 0 0))" > "$work/hall.wkt"
"$clearway" render "$work/hall.wkt" --to 22,5.1 --at 2,5.1 --other 8,5.3 --other 14,5.05 --width 1000 -o "$images/behaviours.png" \
    --behaviour plain,right_hand,left_hand,hurried,cautious,wandering --title "behaviours, past two people who stand near the line"
"$clearway" render fig3 --radius 1 --width 800 -o "$images/fig3.svg"
"$clearway" render fig7 --radius 1 --width 800 -o "$images/fig7.svg"
"$clearway" render fig10 --radius 1.5 --width 800 -o "$images/fig10.svg"
"$clearway" render fig11 --radius 2 --width 800 -o "$images/fig11.svg"
"$clearway" path fig13 --from 5,1.5 --to 16,6 --radius 0.5 --width 800 -o "$images/fig13.svg"
"$clearway" crowd bottleneck -o "$work/bottleneck.sqlite"
"$clearway" crowd corridor_two_way -o "$work/two_way.sqlite"
"$clearway" analyse "$work/bottleneck.sqlite" "$work/two_way.sqlite" -o "$images/analysis.png" --title "two runs"
"$clearway" reproduce A-F18 A-F19 B-EFF D-GRP -o "$work/report"
cp "$work/report/ring_contacts.svg" "$work/report/cross_contacts.svg" "$work/report/effort.png" "$images"
cp "$work/report/formation_gap.png" "$images/rts_formation_gap.png"
