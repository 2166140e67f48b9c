#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every example that `--help` of every command shows, and looks whether the documents name only options that are there.

Usage: examples_test.py PROGRAM [unittest options]. Standard library only.
"""
import json
import os
import pathlib
import re
import shlex
import sys
import unittest

import cli_test
from cli_test import COMMANDS, Case

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Files that examples read, made with the program itself: the arguments that write them, or their text.
INPUTS = {
    "floor.wkt": ["convert", "rooms"],
    "floor.clearway": ["build", "rooms"],
    "level.clearway": ["build", "rooms"],
    "level.wkt": ["convert", "rooms"],
    "hall.wkt": "POLYGON ((0 -9, 1.8 -9, 1.8 9, 0 9, 0 -9))\n",
    "theirs.wkt": "POLYGON ((-2 -9, 3 -9, 3 9, -2 9, -2 -9))\n",
    "buildings.geojson": "buildings",
    "arena.map": "type octile\nheight 6\nwidth 8\nmap\n........\n..@@....\n..@@..@.\n......@.\n.@......\n........\n",
    "arena.map.scen": "version 1\n0\tarena.map\t8\t6\t0\t0\t7\t5\t8.65685425\n",
    "arena.mesh": ["convert", "city500"],
    "level.glb": ["convert", "overpass"],
    "hills.glb": ["convert", "terrain", "--scale", "0.3"],
    "hills.obj": ["convert", "terrain", "--scale", "0.3"],
    "hills.clearway": ["build", "terrain", "--as", "surface", "--speed", "5"],
    "rock.clearway": ["build", "asteroid", "--as", "surface"],
    "rock.ply": ["convert", "asteroid"],
    "rock.stl": "solid rock\n" + "".join(
        f"facet normal 0 0 0\nouter loop\nvertex {a}\nvertex {b}\nvertex {c}\nendloop\nendfacet\n"
        for a, b, c in [("0 0 0", "0 9 0", "9 0 0"), ("0 0 0", "9 0 0", "0 0 9"), ("0 0 0", "0 0 9", "0 9 0"), ("9 0 0", "0 9 0", "0 0 9")]) + "endsolid rock\n",
    "asteroid.clearway": ["build", "asteroid", "--as", "surface"],
    "map.clearway": ["build", "rooms", "--as", "corridor"],
    "grid.clearway": ["build", "rooms", "--as", "field", "--radius", "0.3", "--cell", "0.25"],
    "questions.csv": "from_x,from_y,to_x,to_y,radius\n1,1,38,21,0.3\n1,1,20,9,0.3\n",
    "run.sqlite": ["crowd", "bottleneck"],
    "ours.sqlite": ["crowd", "corridor_two_way", "--seconds", "60"],
    "my_station.json": '{"name": "station", "scene": {"areas": [{"outline": [[0, 0], [9, 0], [9, 9], [0, 9]]}]}, "seconds": 5, '
                       '"groups": [{"name": "all", "start_area": [[1, 1], [4, 1], [4, 4], [1, 4]], "count": 5, "goals": [[8, 8]]}]}',
    "two_sides.json": '{"scene": {"areas": [{"outline": [[0, 0], [24, 0], [24, 12], [0, 12]]}]}, "seconds": 5, "steering": "field", "groups": ['
                      '{"positions": [[2, 6]], "goals": [[22, 6]], "behaviour": {"eps": 1, "v": [0, 1]}}, '
                      '{"positions": [[22, 6]], "goals": [[2, 6]], "behaviour": [{"name": "plain"}, {"at": 2, "eps": 1, "v": [0, 1]}]}]}',
    "fight.json": ["crowd", "rts_skirmish", "--log"],
    "uo-050-180-180.txt": ("recording", 1.8, 100),
    "theirs.txt": ("recording", 2, 1),
    "corridor.txt": ("recording", 3, 1),
    "uni_corr_500_01.txt": ("recording", 3, 100),
}
# What takes minutes is made smaller; everything else runs as it is shown.
SMALLER = {
    "--device opencl": "--device opencl --agents 20 --seconds 2",
    "crowd city --agents 100000 --seconds 60": "crowd city --agents 2000 --seconds 5",
    "crowd sphere --agents 1000": "crowd sphere --agents 100 --seconds 5",
    "--goals random --seconds 120": "--goals random --seconds 5",
    "reproduce --quick -o report": "reproduce A-MEM --quick -o report",  # reproduce_test.py runs them all, one by one
    "reproduce A-F15 A-X1": "reproduce A-F15 A-X1 --quick",
    "reproduce D-F2": "reproduce D-F2 --quick",
    "bench paths": "bench reference",
    "bench build paths": "bench reference",
    "build city --seed 7 --scale 4": "build city --seed 7 --scale 1",
}
WRITES = {"-o", "--picture", "--log", "--metrics", "--csv"}
FFMPEG = f"#!{sys.executable}\nimport sys\nsys.stdin.buffer.read()\nopen(sys.argv[-1], 'w').write('a film')\n"


def examples(text):
    """The commands under "Examples:", without what is said about them after some blanks."""
    lines = text.partition("Examples:\n")[2].splitlines()
    return [re.split(r"\s{3,}", line.strip())[0] for line in lines if line.startswith("  clearway ")]


def make_recording(width, units_per_metre):
    """People who walk up a corridor: id, frame, x, y, z."""
    unit = "m" if units_per_metre == 1 else "cm"
    rows = [f"# framerate: 16\n# id frame x/{unit} y/{unit} z/{unit}"]
    for person in range(1, 9):
        for frame in range(120):
            x, y = (0.3 + person % 3 * (width - 0.6) / 2), -6 + 0.08 * frame + 0.4 * person
            rows.append(f"{person} {frame} {x * units_per_metre:.4f} {y * units_per_metre:.4f} {1.7 * units_per_metre}")
    return "\n".join(rows) + "\n"


def make_buildings():
    def square(x, y):
        return [[[x, y], [x + 9, y], [x + 9, y + 7], [x, y + 7], [x, y]]]
    features = [{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": square(20 * i, 15 * k)}}
                for i in range(3) for k in range(3)]
    return json.dumps({"type": "FeatureCollection", "crs": {"type": "name", "properties": {"name": "EPSG:25832"}}, "features": features})


class Examples(Case):
    def prepare(self, name):
        how = INPUTS[name]
        if how == "buildings":
            self.write(name, make_buildings())
        elif isinstance(how, str):
            self.write(name, how)
        elif how[0] == "recording":
            self.write(name, make_recording(*how[1:]))
        else:
            self.answer(*how, *([] if how[-1] in WRITES else ["-o"]), name)

    def run_example(self, example):
        for shown, smaller in SMALLER.items():
            example = example.replace(shown, smaller)
        words = shlex.split(example)[1:]
        written = [words[i + 1] for i, word in enumerate(words[:-1]) if word in WRITES]
        for word in (word.rpartition(":")[2] for word in words):  # 2:theirs.wkt is a file for the second recording
            if re.fullmatch(r"[\w.-]+\.[a-z_]{2,}", word) and not word.startswith(("social_force", "field")) and word not in written:
                if not (self.folder / word).exists():
                    self.assertIn(word, INPUTS, f"{example}: say in INPUTS what {word} is")
                    self.prepare(word)
        done = self.run_program(*words, env={**os.environ, "PATH": f"{self.folder}/tools:{os.environ['PATH']}"})
        message = done.stderr.decode(errors="replace")
        if {"--device", "--contacts"} & set(words) and done.returncode == 1 and "install" in message.lower():
            self.skipTest(message)
        self.assertEqual(done.returncode, 0, f"{example}: {message}")
        for name in written:
            self.assertTrue(name == "-" or (self.folder / name).exists(), f"{example}: {name} was not written")
        return message

    def check_examples(self, *command):
        found = examples(self.answer(*command, "--help").decode())
        self.assertGreaterEqual(len(found), 2)
        for name, text in {"tools/ffmpeg": FFMPEG}.items():
            (self.folder / name).parent.mkdir()
            self.write(name, text)
            (self.folder / name).chmod(0o755)
        for example in found:
            with self.subTest(example):
                message = self.run_example(example)
                self.assertNotIn("does not arrive", message)

    def test_the_behaviours_of_the_example_all_arrive(self):
        shown = [example for example in examples(self.answer("render", "--help").decode()) if "--behaviour all" in example]
        self.assertEqual(len(shown), 1)
        walks = self.answer_json(*shlex.split(shown[0])[1:])["walks"]
        self.assertGreaterEqual(len(walks), 6)
        self.assertEqual([walk["behaviour"] for walk in walks if not walk["arrives"]], [])

    def test_a_walk_that_stops_is_told(self):
        # A corridor 1.5 m wide that somebody closes.
        self.write("corridor.wkt", "POLYGON ((0 0, 30 0, 30 1.5, 0 1.5, 0 0))\n")
        args = ["render", "corridor.wkt", "--to", "28,0.75", "--at", "2,0.75", "--other", "15,0.75", "--other", "15,0.3", "--other", "15,1.2",
                "--behaviour", "plain,hurried", "-o", "walks.png"]
        done = self.run_program(*args)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("'plain' does not arrive: it stops at (", done.stderr.decode())
        self.assertEqual([walk["arrives"] for walk in self.answer_json(*args)["walks"]], [False, False])

    def test_help_is_a_command_too(self):
        self.assertEqual(self.answer("help"), self.answer("--help"))
        for command in COMMANDS:
            self.assertEqual(self.answer("help", command), self.answer(command, "--help"))
        self.assertIn("buid", self.refusal("help", "buid", code=2))


def add_examples_test(*command):
    name = "test_examples_of_" + ("the_program" if not command else command[0])
    setattr(Examples, name, lambda self: self.check_examples(*command))


for each in [(), *[(command,) for command in COMMANDS]]:
    add_examples_test(*each)


class Documents(Case):
    def commands_in(self, text):
        """Command lines in code blocks and in code spans: (line number, words)."""
        inside_code = False
        for number, line in enumerate(text.splitlines(), 1):
            if line.lstrip().startswith("```"):
                inside_code = not inside_code
            for piece in [line] if inside_code else re.findall(r"`([^`]*)`", line):
                for part in piece.split(" | "):
                    match = re.match(r"\s*(?:build/bin/)?clearway (.*)", part.partition("#")[0])
                    if match:
                        yield number, match.group(1).split()

    def test_documents_name_only_commands_and_options_that_are_there(self):
        known = {command: set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", self.answer(command, "--help").decode())) for command in COMMANDS}
        count, faults = 0, []
        for path in [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md"))]:
            for number, words in self.commands_in(path.read_text(encoding="utf-8")):
                place, count = f"{path.relative_to(ROOT)}:{number}", count + 1
                if words[0] not in known and not words[0].startswith("-") and words[0] != "help" and re.fullmatch(r"[a-z_]+", words[0]):
                    faults.append(f"{place}: there is no command '{words[0]}'")
                for word in words[1:] if words[0] in known else []:
                    name = word.partition("=")[0].rstrip(",.;:")
                    if re.match(r"^--?[a-z]", name) and name not in known[words[0]]:
                        faults.append(f"{place}: '{words[0]}' has no option {name}")
        self.assertGreater(count, 100)
        self.assertEqual(faults, [])


if __name__ == "__main__":
    cli_test.main()
