#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the names of fields that `--json` prints with those in docs/commands.md.

Usage: fields_test.py PROGRAM [unittest options]. Standard library only.
"""
import pathlib
import re

import cli_test
from cli_test import Case

DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / "docs" / "commands.md"
# Objects whose fields are those of an answer without them.
LIKE_ABOVE = {"paths", "navmesh", "corridor", "field", "surface"}
# Objects whose fields are kinds of what was found.
BY_KIND = {"repairs", "findings"}


def read_section(heading, text):
    """The rows of tables and the paragraphs below a heading, each as the set of names in it."""
    section = re.split(r"^## ", text.split(f"\n## {heading}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    parts = []
    for block in section.split("\n\n"):
        parts += block.splitlines() if block.startswith("|") else [block]
    return [set(re.findall(r"[`\"]([a-z0-9_]+)[`\"]", part)) for part in parts]


def find_unnamed(value, parts, parent=""):
    """The fields of an answer that no part names; those of an object must be named beside it."""
    if isinstance(value, list):
        return set().union(*(find_unnamed(entry, parts, parent) for entry in value))
    if not isinstance(value, dict):
        return set()
    unnamed = set()
    for name, inner in value.items():
        if not any(name in part and (not parent or parent in part) for part in parts):
            unnamed.add(f"{parent}.{name}" if parent else name)
        if name not in BY_KIND:
            unnamed |= find_unnamed(inner, parts, "" if name in LIKE_ABOVE else name)
    return unnamed


class Fields(Case):
    def check(self, heading, *commands):
        parts = read_section(heading, DOCUMENT.read_text(encoding="utf-8"))
        for command in commands:
            with self.subTest(command):
                self.assertEqual(find_unnamed(self.answer_json(*command.split()), parts), set())

    def test_a_field_must_be_named_beside_its_object(self):
        parts = read_section("One", "\n## One\n| `lines` | `flow` |\n| `flow` | 1 |\n\n`areas` and\n`name`\n\n## Two\n`width`\n")
        self.assertEqual(find_unnamed({"lines": [{"flow": 1}], "areas": {"name": ""}, "flow": 1}, parts), set())
        self.assertEqual(find_unnamed({"lines": [{"flow": 1}, {"name": ""}], "width": 1}, parts), {"lines.name", "width"})

    def test_of_crowds(self):
        self.check("Let a crowd walk", "crowd bottleneck --seconds 20 -o run.sqlite --picture trails.png",
                   "crowd corridor_two_way --agents 40 --seconds 10", "crowd rooms --engine walkers --seconds 2",
                   "crowd sphere --agents 10 --seconds 5")
        self.write("islet.wkt", "MULTIPOLYGON (((0 0, 10 0, 10 10, 0 10, 0 0)), ((20 0, 24 0, 24 4, 20 4, 20 0)))")
        self.write("apart.json", '{"scene": "islet.wkt", "seconds": 2, "groups": [{"positions": [[2, 2]], "goals": [[22, 2]]}]}')
        self.check("Let a crowd walk", "crowd apart.json",
                   "crowd circle --agents 30 --steering social_force --set social_force.max_force=0.1 --seconds 5")

    def test_of_battles(self):
        self.check("Let a crowd walk", "crowd rts_skirmish --agents 20 --seconds 20 --log fight.json -o run.sqlite --picture fight.png",
                   "crowd fight.json")

    def test_of_analyses(self):
        self.answer("crowd", "corridor_two_way", "--agents", "40", "--seconds", "20", "-o", "run.sqlite")
        self.check("Measure runs and experiments", "analyse run.sqlite", "analyse run.sqlite -o plots.png --csv numbers.csv")

    def test_of_paths(self):
        self.answer("build", "rooms", "--as", "corridor", "-o", "map.clearway")
        ends = "--from 1,1 --to 38,21"
        self.check("Find the way", f"path rooms {ends} -o path.png", f"path rooms {ends} --radius 0.2,3 --partial",
                   f"path rooms {ends} --using field", f"path rooms {ends} --using straight", "path rooms --from -5,-5 --to 3,3",
                   f"path rooms {ends} --using corridor --ways 3", "path map.clearway --kind smooth", "path maze --using field --eps 0.5 --v 0,1",
                   "path asteroid", "path terrain --kind effort")

    def test_of_what_files_hold(self):
        for kind, name in [("corridor", "map"), ("field", "grid"), ("surface", "rock")]:
            self.answer("build", "asteroid" if kind == "surface" else "rooms", "--as", kind, "-o", f"{name}.clearway")
        self.answer("crowd", "corridor_two_way", "--agents", "10", "--seconds", "1", "-o", "run.sqlite")
        self.write("floor.wkt", "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0, 0 0))")
        self.write("arena.map", "type octile\nheight 2\nwidth 3\nmap\n...\n..@\n")
        self.check("Know what a file holds", "info rooms --verify", "info floor.wkt", "info arena.map", "info run.sqlite", "info terrain",
                   *(f"info {name}.clearway" for name in ["map", "grid", "rock"]),
                   *(f"info rooms --using {name}" for name in ["navmesh", "corridor", "field", "straight"]), "info asteroid --using surface")


if __name__ == "__main__":
    cli_test.main()
