#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the commands on surfaces: build, info, path, render, convert.

Usage: surface_test.py PROGRAM [unittest options]. Standard library only.
"""
import json
import math
import os
import resource
import sqlite3
import struct

import cli_test
from cli_test import Case, check_png

SURFACE_FIELDS = ["triangles", "vertices", "area", "removed_area", "removed", "standing", "components", "largest_component_area", "borders",
                  "border_length", "speed", "max_acceleration", "acceleration", "curvature", "mesh", "bounds", "bytes", "hash"]
PATH_FIELDS = ["status", "length", "clearance", "radius", "points", "arcs", "triangles", "microseconds", "planner", "from", "to"]
PROFILE_FIELDS = ["climb", "descent", "max_acceleration"]


def roof():
    """A floor of 10 m by 10 m in squares of 1 m, then a wall 5 m up at x = 10, as an OBJ file."""
    corners = [(x, y, 0) for x in range(11) for y in range(11)] + [(10, y, 5) for y in range(11)]
    lines = [f"v {x} {y} {z}" for x, y, z in corners]
    for x in range(11):
        for y in range(10):
            a, b = 11 * x + y + 1, 11 * (x + 1) + y + 1
            lines += [f"f {a} {b} {b + 1}", f"f {a} {b + 1} {a + 1}"]
    return "\n".join(lines) + "\n"


def largest_run():
    """The most memory that any program run until now had; kilobytes."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss


class SurfaceCase(Case):
    def setUp(self):
        super().setUp()
        self.write("roof.obj", roof())

    def build(self, scene="roof.obj", name="a.clearway", *args):
        return self.answer_json("build", scene, "--as", "surface", "-o", name, *args)


def crate():
    """A floor of two triangles with a crate on it that shares no vertices with it."""
    lines = [f"v {x} {y} 0" for x, y in ((0, 0), (20, 0), (20, 20), (0, 20))] + ["f 1 2 3", "f 1 3 4"]
    lines += [f"v {x} {y} {z}" for z in (-0.5, 2) for x, y in ((8, 8), (12, 8), (12, 12), (8, 12))]
    for a, b, c, d in ((5, 8, 7, 6), (9, 10, 11, 12), (5, 6, 10, 9), (6, 7, 11, 10), (7, 8, 12, 11), (8, 5, 9, 12)):
        lines += [f"f {a} {b} {c}", f"f {a} {c} {d}"]
    return "\n".join(lines) + "\n"


class Standing(SurfaceCase):
    """Ways lead through what shares no vertices with the ground: every command that leads over it says so."""

    def test_a_crate_on_a_floor_is_said_by_every_command(self):
        self.write("crate.obj", crate())
        self.write("queries.csv", "2,10,0,18,10,0,0.3\n")
        walker = ["--slope", "45", "--height", "1.8"]
        for command in (["build", "crate.obj", "--as", "surface", "-o", "crate.clearway", *walker],
                        ["info", "crate.obj", *walker], ["info", "crate.clearway"],
                        ["path", "crate.obj", "--from", "2,10,0", "--to", "18,10,0", *walker],
                        ["path", "crate.clearway", "--from", "2,10,0", "--to", "18,10,0"],
                        ["paths", "crate.clearway", "--queries", "queries.csv"],
                        ["render", "crate.clearway", "-o", "crate.png"],
                        ["crowd", "crate.clearway", "--agents", "3", "--seconds", "1"]):
            done = self.run_program(*command)
            self.assertEqual(done.returncode, 0, command)
            self.assertIn("stand on walkable ground", done.stderr.decode(), command)
        standing = self.answer_json("info", "crate.clearway")["standing"]
        self.assertEqual(standing["triangles"], 8, "its sides; its top is higher than 1.8 m")
        self.assertTrue(all(7.9 < x < 12.1 for x in standing["at"][:2]), standing)
        self.assertIn("standing", self.answer("info", "crate.clearway").decode())

    def test_nothing_is_said_about_ground_without_things_on_it(self):
        done = self.run_program("path", "roof.obj", "--from", "2,2,0", "--to", "8,8,0", "--height", "1.8")
        self.assertNotIn("stand", done.stderr.decode())
        self.assertEqual(self.answer_json("info", "roof.obj")["standing"], {"triangles": 0})


class Build(SurfaceCase):
    def test_a_mesh_becomes_a_file_that_info_understands(self):
        built = self.build()
        self.assertEqual(list(built), ["kind", "source", "output", *SURFACE_FIELDS, "file_bytes", "seconds", "read_seconds", "repairs",
                                       "findings"])
        self.assertEqual(built["kind"], "surface")
        self.assertEqual(built["file_bytes"], (self.folder / "a.clearway").stat().st_size)
        info = self.answer_json("info", "a.clearway")
        built["mesh"].pop("bytes")  # vectors that grew have room to spare
        info["mesh"].pop("bytes")
        for field in SURFACE_FIELDS:
            self.assertEqual(info[field], built[field], field)
        self.assertAlmostEqual(built["mesh"]["area"], 150)
        self.assertAlmostEqual(built["area"] + built["removed_area"], 150)
        self.assertEqual(built["removed"]["bent_vertices"], 0)
        text = self.answer("info", "a.clearway").decode()
        for word in ["surface mesh", "walkable", "acceleration", "curvature", "components", "borders", "memory", "times", info["hash"]]:
            self.assertIn(word, text)

    def test_who_is_faster_has_less_ground(self):
        slow, fast = (self.build("roof.obj", "a.clearway", "--speed", v) for v in ["1", "10"])
        self.assertEqual(slow["components"], 1)
        self.assertEqual(fast["components"], 2)
        self.assertLess(fast["area"], slow["area"])
        self.assertEqual(fast["removed"]["bent_vertices"], 11)
        self.assertIn("11 vertices bend too much for the speed", self.answer("info", "roof.obj", "--speed", "10").decode())
        nothing = self.build("roof.obj", "a.clearway", "--max-acceleration", "0")
        self.assertEqual(nothing["triangles"], 0)
        everything = self.build("roof.obj", "a.clearway", "--max-acceleration", "inf", "--speed", "100")
        self.assertAlmostEqual(everything["area"], 150)

    def test_walls_are_too_steep_when_there_is_gravity(self):
        for gravity in [["--slope", "60"], ["--gravity", "down"], ["--gravity=0,0,-9.81"]]:
            built = self.build("roof.obj", "a.clearway", *gravity)
            self.assertEqual(built["removed"]["steep_triangles"], 20, gravity)
            self.assertAlmostEqual(built["area"], 100)
        ball = self.build("sphere", "a.clearway", "--gravity", "center", "--slope", "20")
        self.assertEqual(ball["removed"]["steep_triangles"], 0)
        self.assertGreater(self.build("sphere", "a.clearway", "--slope", "20")["removed"]["steep_triangles"], 0)
        for bad in ["up", "1,2", "1,2,x", "1,2,3,4"]:
            self.assertIn("--gravity", self.refusal("build", "roof.obj", "--as", "surface", "-o", "b.clearway", "--gravity", bad, code=2))

    def test_edges_are_cut_where_said(self):
        # Triangles reach 1 m into the floor and 5 m up the wall; a tenth, or four fifths, of both is cut off along 10 m.
        for args, area in [(["--cut", "constant"], 150 - 0.1 * 60), (["--cut", "constant", "--cut-fraction", "0.2"], 150 - 0.8 * 60)]:
            self.assertAlmostEqual(self.build("roof.obj", "a.clearway", "--speed", "10", *args)["area"], area, places=6)
        areas = {self.build("octopus", "a.clearway", "--speed", "3", "--biased-edges", kind)["area"] for kind in ["cross_diagonal", "published", "keep"]}
        self.assertEqual(len(areas), 3)
        for args in [["--cut", "user"], ["--cut-fraction", "0"], ["--cut-fraction", "1"], ["--biased-edges", "split"]]:
            self.assertIn(args[0], self.refusal("build", "roof.obj", "--as", "surface", "-o", "b.clearway", *args, code=2))

    def test_low_ceilings_need_a_height(self):
        built = self.build("overpass", "a.clearway", "--height", "2")
        self.assertGreater(built["removed"]["low_vertices"], 0)
        self.assertIn("--height", self.refusal("build", "overpass", "--as", "surface", "-o", "b.clearway", "--height-test", "published", code=2))

    def test_axes_and_units_are_chosen(self):
        self.assertAlmostEqual(self.build("roof.obj", "a.clearway", "--unit", "0.1")["mesh"]["area"], 1.5)
        bounds = self.build("roof.obj", "a.clearway", "--up", "y")["bounds"]
        self.assertAlmostEqual(bounds[5] - bounds[2], 10)
        self.assertIn("--unit", self.refusal("build", "sphere", "--as", "surface", "-o", "b.clearway", "--unit", "2", code=2))

    def test_built_in_meshes_come_in_sizes(self):
        plain = self.build("sphere")
        self.assertAlmostEqual(self.build("sphere", "a.clearway", "--size", "2")["mesh"]["area"] / plain["mesh"]["area"], 4)
        finer = self.build("sphere", "a.clearway", "--scale", "4")
        self.assertGreater(finer["mesh"]["triangles"], 3 * plain["mesh"]["triangles"])
        self.assertIn("--size", self.refusal("build", "roof.obj", "--as", "surface", "-o", "b.clearway", "--size", "2", code=2))
        self.assertNotEqual(self.build("asteroid", "a.clearway", "--scale", "0.01", "--seed", "2")["hash"],
                            self.build("asteroid", "a.clearway", "--scale", "0.01")["hash"])

    def test_the_same_mesh_gives_the_same_file(self):
        self.build("octopus", "a.clearway")
        self.build("octopus", "b.clearway")
        self.assertEqual((self.folder / "a.clearway").read_bytes(), (self.folder / "b.clearway").read_bytes())

    def test_what_was_found_is_said_with_counts_and_places(self):
        # Two squares that touch in one corner, and a triangle without area.
        self.write("torn.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 1 0\nv 2 2 0\nv 1 2 0\n"
                               "f 1 2 3 4\nf 3 5 6 7\nf 1 1 2\n")
        done = self.run_program("build", "torn.obj", "--as", "surface", "-o", "a.clearway")
        message = done.stderr.decode()
        self.assertIn("1 triangle with two equal corners left out (first: triangle 4", message)
        self.assertIn("1 vertex where several sheets meet, left out of the walkable part (first: vertex 2 at (1, 1, 0))", message)
        found = self.build("torn.obj")["findings"]
        self.assertEqual(found["non_manifold_vertex"], {"count": 1, "first": 2, "at": [1, 1, 0]})
        repaired = self.build("torn.obj", "a.clearway", "--repair")
        self.assertEqual(repaired["components"], 2)
        self.assertAlmostEqual(repaired["area"], 2)

    def test_bad_meshes_are_refused_with_a_reason(self):
        for name, text, word in [("empty.obj", "", "empty"), ("none.obj", "v 0 0 0\n", "no triangles"),
                                 ("flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", "area"),
                                 ("nan.obj", "v 0 0 nan\nv 1 0 0\nv 2 1 0\nf 1 2 3\n", "nan.obj"),
                                 ("range.obj", "v 0 0 0\nv 1 0 0\nv 2 1 0\nf 1 2 9\n", "only 3"),
                                 ("huge.ply", "ply\nformat ascii 1.0\nelement vertex 100000000\nproperty float x\nproperty float y\n"
                                              "property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n", "huge.ply")]:
            self.write(name, text)
            self.assertIn(word, self.refusal("build", name, "--as", "surface", "-o", "a.clearway"))

    def test_files_that_promise_too_much_are_refused_in_every_format(self):
        many = 10 ** 8
        position = {"bufferView": 0, "componentType": 5126, "count": many, "type": "VEC3"}
        gltf = json.dumps({"asset": {"version": "2.0"}, "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
                           "accessors": [position], "bufferViews": [{"buffer": 0, "byteLength": 36}],
                           "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64," + "A" * 48}]}).encode()
        gltf += b" " * (-len(gltf) % 4)
        header = struct.pack("<4sIIII", b"glTF", 2, 20 + len(gltf), len(gltf), 0x4e4f534a)
        ply = ("ply\nformat %s 1.0\nelement vertex %d\nproperty float x\nproperty float y\nproperty float z\n"
               "element face %d\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n")
        for name, data in [("a.obj", f"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 {many}\n"),
                           ("b.ply", ply % ("ascii", many, 1)), ("c.ply", ply % ("ascii", 3, many)),
                           ("d.ply", ply % ("binary_little_endian", many, 1)), ("e.off", f"OFF\n{many} {many} 0\n0 0 0\n"),
                           ("f.stl", b" " * 80 + struct.pack("<I", many)), ("g.gltf", gltf), ("h.glb", header + gltf)]:
            self.write(name, data)
            before = largest_run()
            self.assertIn(name, self.refusal("build", name, "--as", "surface", "-o", "a.clearway"))
            self.assertLess(largest_run(), max(before + 1, 500_000), "half of what was promised would have been more")

    def test_nothing_and_everything_are_said(self):
        for args, words in [(["--max-acceleration", "0"], "nothing is walkable"), (["--max-acceleration", "inf"], "Any acceleration is allowed"),
                            (["--speed", "0"], "At speed 0 nothing accelerates")]:
            self.assertIn(words, self.run_program("build", "roof.obj", "--as", "surface", "-o", "a.clearway", *args).stderr.decode())
        self.assertIn("--speed", self.refusal("build", "roof.obj", "--as", "surface", "-o", "a.clearway", "--speed=-1", code=2))

    def test_sheets_that_cannot_be_ground_are_said(self):
        # Three pages on one edge, of which no page hangs together with another.
        self.write("book.obj", "v 0 0 0\nv 0 0 1\nv 1 0 0\nv -1 1 0\nv -1 -1 0\nf 1 3 2\nf 1 4 2\nf 1 5 2\n")
        found = self.build("book.obj")["findings"]
        self.assertEqual(found["non_manifold_edge"]["count"], 1)
        self.assertEqual(found["non_manifold_vertex"]["count"], 2)
        # A strip of twelve squares, joined to its beginning upside down.
        lines = []
        for k in range(12):
            turn = math.pi * k / 6
            x, y, up = 10 * math.cos(turn), 10 * math.sin(turn), math.sin(turn / 2)
            out = math.cos(turn / 2) / 10
            lines += [f"v {x * (1 - out)} {y * (1 - out)} {-up}", f"v {x * (1 + out)} {y * (1 + out)} {up}"]
        for k in range(12):
            a, b = 2 * k + 1, 2 * k + 2
            c, d = (a + 2, b + 2) if k < 11 else (2, 1)
            lines += [f"f {a} {c} {d}", f"f {a} {d} {b}"]
        self.write("moebius.obj", "\n".join(lines) + "\n")
        built = self.build("moebius.obj", "a.clearway", "--speed", "0.1")
        self.assertEqual(built["findings"]["non_orientable_edge"]["count"], 1)
        self.assertEqual(built["components"], 1)
        self.assertGreater(built["area"], 0.8 * built["mesh"]["area"])

    def test_one_triangle_is_a_surface(self):
        self.write("one.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        self.assertAlmostEqual(self.build("one.obj")["area"], 0.5)

    def test_outlines_and_triangles_are_not_mixed_up(self):
        self.assertIn("no mesh of triangles", self.refusal("build", "rooms", "--as", "surface", "-o", "a.clearway"))
        for name in ["asteroid", "roof.obj"]:
            self.assertIn("--as surface", self.refusal("build", name, "-o", "a.clearway"))
            self.assertIn("--as surface", self.refusal("build", name, "--as", "corridor", "-o", "a.clearway"))
        self.assertIn("--as surface", self.refusal("build", "rooms", "--speed", "2", "-o", "a.clearway", code=2))
        self.assertIn("--up", self.refusal("build", "rooms", "--up", "y", "-o", "a.clearway", code=2))
        self.build()
        self.assertIn("already", self.refusal("info", "a.clearway", "--speed", "2", code=2))
        message = self.refusal("build", "a.clearway", "--as", "corridor", "-o", "b.clearway", code=2)
        self.assertIn("needs a scene, a navigation mesh or a corridor map; 'a.clearway' is for", message)
        self.assertIn("surface'", message)
        self.assertIn("Did you mean --smooth", self.refusal("build", "roof.obj", "--as", "surface", "-o", "b.clearway", "--smoth", "1", code=2))

    def test_standard_input_and_output_work(self):
        built = self.answer("build", "-", "--format", "obj", "--as", "surface", "-o", "-", stdin=roof().encode())
        self.write("a.clearway", built)
        self.assertAlmostEqual(self.answer_json("info", "a.clearway")["mesh"]["area"], 150)

    def test_info_verifies(self):
        self.assertEqual(self.answer_json("info", "octopus", "--verify")["problems"], [])

    def test_damaged_files_are_refused(self):
        self.build()
        data = bytearray((self.folder / "a.clearway").read_bytes())
        data[len(data) // 2] ^= 1
        self.write("damaged.clearway", bytes(data))
        self.assertIn("checksum", self.refusal("info", "damaged.clearway"))
        self.write("cut.clearway", bytes(data[:1000]))
        self.assertIn("cut off", self.refusal("info", "cut.clearway"))


class Path(SurfaceCase):
    def ask(self, scene, *args):
        return self.answer_json("path", scene, *args)

    def test_a_way_over_a_bend_is_as_long_as_it_is_flat(self):
        self.build()
        path = self.ask("a.clearway", "--from", "2,2,0", "--to", "10,8,4")
        self.assertEqual(list(path), [*PATH_FIELDS, *PROFILE_FIELDS])
        self.assertEqual((path["planner"], path["from"], path["to"]), ("surface", [2, 2, 0], [10, 8, 4]))
        self.assertEqual(path["status"], "complete")
        self.assertAlmostEqual(path["length"], math.hypot(12, 6), places=3)
        self.assertAlmostEqual(path["climb"], 4, places=6)
        self.assertAlmostEqual(path["descent"], 0, places=6)
        self.assertGreater(path["max_acceleration"], 0)
        self.assertEqual(len(path["points"]), len(path["triangles"]))
        for point in path["points"]:
            self.assertTrue(abs(point[2]) < 1e-9 or abs(point[0] - 10) < 1e-9, point)
        self.assertRegex(self.answer("path", "a.clearway", "--from", "2,2,0", "--to", "10,8,4").decode(),
                         r"radius 0.25 m: 13\.4\d* m long; 4 m up and 0 m down, accelerations up to .* m/s²")

    def test_without_a_height_the_highest_ground_is_meant(self):
        self.assertAlmostEqual(self.ask("sphere", "--from", "0,0", "--to", "3,0", "--radius", "0")["points"][0][2], 10, delta=0.2)

    def test_kinds_and_effort(self):
        ends = ["--from", "2,2,0", "--to", "10,8,4"]
        shortest = self.ask("roof.obj", *ends)
        vertex = self.ask("roof.obj", *ends, "--kind", "vertex", "--radius", "0")
        effort = self.ask("roof.obj", *ends, "--kind", "effort")
        self.assertGreater(vertex["length"], shortest["length"])
        self.assertEqual(list(effort), [*PATH_FIELDS, "cost", *PROFILE_FIELDS])
        self.assertGreater(effort["cost"], effort["length"])
        self.assertNotIn("cost", shortest)
        self.assertEqual(self.ask("roof.obj", *ends, "--effort", "1")["cost"], effort["cost"])
        self.assertGreater(self.ask("roof.obj", *ends, "--effort", "4")["cost"], effort["cost"])
        self.assertRegex(self.answer("path", "roof.obj", *ends, "--kind", "effort").decode(), r"m long; cost 13\.9\d* m; 4 m up")
        self.assertIn("shortest, vertex or effort", self.refusal("path", "roof.obj", *ends, "--kind", "roomy", code=2))
        self.assertIn("--effort", self.refusal("path", "roof.obj", *ends, "--kind", "shortest", "--effort", "1", code=2))
        self.assertIn("'--using surface'", self.refusal("path", "rooms", "--from", "1,1", "--to", "2,2", "--kind", "vertex", code=2))
        self.assertIn("--effort is for '--using surface'", self.refusal("path", "rooms", "--from", "1,1", "--to", "2,2", "--effort", "2", code=2))

    def test_ends_may_be_left_out_and_goals_be_several(self):
        path = self.ask("roof.obj")
        self.assertEqual(path["status"], "complete")
        self.assertGreater(path["length"], 8)
        self.assertEqual([len(path["from"]), len(path["to"])], [3, 3])
        self.assertEqual(self.ask("roof.obj", "--from", "2,2,0")["points"][0], [2, 2, 0])
        self.assertEqual(self.ask("roof.obj", "--from", "2,2,0", "--to", "10,8,4", "--or-to", "3,3")["points"][-1], [3, 3, 0])

    def test_a_start_in_the_air_is_told_where_to_stand(self):
        path = self.ask("roof.obj", "--from", "2,2,3", "--to", "5,5,0")
        self.assertEqual((path["status"], path["problem"]), ("invalid", "start_outside"))
        self.assertEqual([round(x, 6) for x in path["suggestion"]], [2, 2, 0])
        text = self.answer("path", "roof.obj", "--from", "2,2,3", "--to", "5,5,0").decode()
        self.assertIn("in the air", text)
        self.assertNotIn("removed", text)
        self.assertIn("(2, 2, 0), 3 m away", text)
        self.assertEqual(self.ask("roof.obj", "--from", "2,2,3", "--to", "5,5,0", "--reach", "4")["status"], "complete")

    def test_a_goal_on_a_removed_part_is_told_so(self):
        fast = ["roof.obj", "--speed", "10", "--from", "2,2,0", "--to", "10,5,0", "--reach", "0.01"]
        path = self.ask(*fast)
        self.assertEqual((path["status"], path["problem"]), ("invalid", "goal_outside"))
        self.assertLess(path["suggestion"][0], 10)
        text = self.answer("path", *fast).decode()
        self.assertIn("the goal (10, 5, 0) is on a part that was removed: one cannot walk there", text)
        self.assertNotIn("in the air", text)

    def test_parts_that_do_not_hang_together_have_no_way_between_them(self):
        self.assertEqual(self.ask("roof.obj", "--speed", "10", "--from", "2,2,0", "--to", "10,5,5", "--radius", "0")["status"], "unreachable")

    def test_numbers_that_are_none_are_invalid(self):
        for point in ["nan,0,0", "inf,0,0"]:
            self.assertEqual(self.ask("roof.obj", "--from", point, "--to", "5,5,0")["problem"], "bad_point")
        self.assertEqual(self.ask("roof.obj", "--from", "1,1,0", "--to", "5,5,0", "--radius=-1")["problem"], "bad_radius")
        both = self.ask("roof.obj", "--from", "1,1,0", "--to", "5,5,0", "--radius", "0.1,0.5")
        self.assertEqual([path["status"] for path in both["paths"]], ["complete", "complete"])

    def test_many_questions_are_answered_at_once(self):
        self.write("q.csv", "2,2,0,10,8,4,0.25\n2,2,0,5,5,0,0.25\n2,2,9,5,5,0\n1,1,4,5\n")
        done = self.answer_json("paths", "roof.obj", "--queries", "q.csv", "--points")
        self.assertEqual([q["status"] for q in done["queries"]], ["complete", "complete", "invalid", "complete"])
        self.assertEqual(done["queries"][0]["length"], self.ask("roof.obj", "--from", "2,2,0", "--to", "10,8,4")["length"])
        self.assertEqual(done["queries"][2]["problem"], "start_outside")
        self.assertAlmostEqual(done["queries"][3]["length"], 5, places=6)
        self.assertEqual(done["queries"][0]["points"][0], [2, 2, 0])
        again = self.answer_json("paths", "roof.obj", "--queries", "q.csv", "--points", "--workers", "3")
        self.assertEqual(again["queries"], done["queries"])
        self.assertIn("13.4", self.answer("paths", "roof.obj", "--queries", "q.csv").decode())
        self.assertIn("--partial is for '--using navmesh', not for '--using surface'",
                      self.refusal("paths", "roof.obj", "--queries", "q.csv", "--partial", code=2))

    def test_a_radius_keeps_away_from_borders(self):
        path = self.ask("roof.obj", "--from", "1,1,0", "--to", "1,9,0", "--radius", "0.9")
        self.assertGreaterEqual(path["clearance"], 0.9 - 1e-6)
        self.assertEqual(self.ask("roof.obj", "--from", "0.1,1,0", "--to", "1,9,0", "--radius", "0.9")["problem"], "start_too_tight")


class Pictures(SurfaceCase):
    def test_surfaces_and_ways_over_them_are_drawn(self):
        self.build("octopus")
        self.answer("render", "a.clearway", "-o", "a.png", "--width", "300")
        check_png(self, self.folder / "a.png", 300)
        for name, args in [("edges", ["--edges"]), ("view", ["--view", "20,80"]), ("parts", ["--colour", "component"]),
                           ("plain", ["--color", "none"])]:
            self.answer("render", "a.clearway", "-o", f"{name}.png", "--width", "300", *args)
            check_png(self, self.folder / f"{name}.png", 300)
            self.assertNotEqual((self.folder / "a.png").read_bytes(), (self.folder / f"{name}.png").read_bytes(), name)
        self.answer("render", "a.clearway", "-o", "again.png", "--width", "300")
        self.assertEqual((self.folder / "a.png").read_bytes(), (self.folder / "again.png").read_bytes())
        self.answer("path", "roof.obj", "--from", "2,2,0", "--to", "10,8,4", "-o", "way.png", "--width", "300", "--view", "30,20")
        check_png(self, self.folder / "way.png", 300)
        drawn = self.answer_json("render", "roof.obj", "--speed", "10", "-o", "roof.svg")
        self.assertEqual(drawn["components"], 2)
        self.answer("render", "roof.obj", "-o", "roof.pdf")
        self.assertTrue((self.folder / "roof.pdf").read_bytes().startswith(b"%PDF"))

    def test_options_of_other_pictures_are_wrong_usage(self):
        self.assertIn("--heat", self.refusal("render", "cube", "-o", "a.png", "--heat", "area", code=2))
        self.assertIn("--view", self.refusal("render", "rooms", "-o", "a.png", "--view", "1,2", code=2))
        self.assertIn("--speed", self.refusal("render", "rooms", "-o", "a.png", "--speed", "2", code=2))
        for bad in ["1", "1,2,3", "1,91", "x,1"]:
            self.assertIn("--view", self.refusal("render", "cube", "-o", "a.png", f"--view={bad}", code=2))


class Crowd(SurfaceCase):
    def test_a_crowd_walks_to_the_other_side_and_is_drawn_and_recorded(self):
        run = self.answer_json("crowd", "sphere", "--agents", "20", "--seconds", "60", "--picture", "run.png", "--width", "300",
                               "-o", "run.txt", "--every", "10")
        self.assertEqual(run["agents"], 20)
        self.assertEqual(run["arrived"], 20)
        self.assertEqual(run["agent_contacts"], 0)
        check_png(self, self.folder / "run.png", 300)
        rows = [line.split() for line in (self.folder / "run.txt").read_text().splitlines() if not line.startswith("#")]
        for row in rows:  # on a ball of radius 10 m, drawn with flat triangles
            self.assertLess(abs(math.hypot(*map(float, row[2:])) - 10), 0.1)
        first = {row[0]: row[2:] for row in rows if row[1] == "0"}
        last = {row[0]: row[2:] for row in rows}
        for agent, start in first.items():
            self.assertLess(math.dist(map(float, start), [-float(x) for x in last[agent]]), 2)

    def test_the_same_run_has_the_same_hash(self):
        self.build("roof.obj")
        hashes = {self.answer_json("crowd", "a.clearway", "--agents", "30", "--seconds", "5", "--goals", "random", "--workers",
                                   workers)["state_hash"] for workers in ["1", "2"]}
        self.assertEqual(len(hashes), 1)

    def test_what_does_not_go_with_surfaces_is_wrong_usage(self):
        self.assertIn("'--guide surface'", self.refusal("crowd", "sphere", "--guide", "exact", code=2))
        self.assertIn("--slope is for '--guide surface', not for '--guide lanes'", self.refusal("crowd", "cross", "--slope", "30", code=2))
        self.assertIn("heat map", self.refusal("crowd", "sphere", "--agents", "2", "--seconds", "1", "--picture", "a.png", "--as", "heat"))
        self.assertIn("--guide", self.refusal("crowd", "sphere", "--guide", "exact", code=2))
        self.assertIn("--goals", self.refusal("crowd", "cross", "--goals", "far", code=2))
        self.answer("build", "rooms", "-o", "plane.clearway")
        self.assertEqual(self.answer_json("crowd", "plane.clearway", "--seconds", "1")["guide"], "lanes")

    def test_a_crowd_has_room_on_every_built_in_mesh(self):
        for mesh in self.answer_json("scenes")["meshes"]:
            with self.subTest(mesh["name"]):
                run = self.answer_json("crowd", mesh["name"], "--seconds", "0.1")
                self.assertEqual(run["agents"], 50)

    def test_ground_in_parts_is_named_as_the_reason_why_nobody_arrives(self):
        def sheet(x, first):
            corners = "".join(f"v {x + dx} {dy} 0\n" for dx, dy in [(0, 0), (6, 0), (6, 6), (0, 6)])
            return corners + f"f {first} {first + 1} {first + 2}\nf {first} {first + 2} {first + 3}\n"

        self.write("two.obj", sheet(0, 1) + sheet(10, 5))
        run = self.answer_json("crowd", "two.obj", "--agents", "10", "--seconds", "2")
        self.assertEqual((run["agents"], run["unreachable"]), (10, 0), "goals on the other side can be reached")
        across = {"name": "across", "scene": "two.obj", "seconds": 8, "groups": [
            {"count": 10, "start_area": [[0.5, 0.5], [5.5, 0.5], [5.5, 5.5], [0.5, 5.5]], "goals": [[13, 3]]}]}
        self.write("across.json", json.dumps(across))
        run = self.answer_json("crowd", "across.json")
        self.assertEqual((run["arrived"], run["unreachable"], run["stuck"], run["stuck_agents"]), (0, 10, 0, 0))
        self.assertEqual(len(run["first_unreachable"]["from"]), 3)
        self.assertIn("the ground falls into 2 parts", run["first_unreachable"]["reason"])
        self.assertRegex(self.answer("crowd", "across.json").decode(), "unreachable +10 at the end.*the ground falls into 2 parts")

    def test_people_without_room_for_a_random_goal_are_told_as_unreachable(self):
        # A disc of radius 0.25 m stands on the islet and cannot go anywhere.
        sheet = "v 0 0 0\nv 10 0 0\nv 10 10 0\nv 0 10 0\nf 1 2 3\nf 1 3 4\n"
        islet = "v 20 0 0\nv 20.502 0 0\nv 20.502 0.502 0\nv 20 0.502 0\nf 5 6 7\nf 5 7 8\n"
        self.write("islet.obj", sheet + islet)
        self.write("people.json", json.dumps({"name": "people", "scene": "islet.obj", "seconds": 5, "groups": [
            {"positions": [[20.251, 0.251]], "goals": [{"random": 1}]},
            {"count": 3, "start_area": [[1, 1], [9, 1], [9, 9], [1, 9]], "goals": [{"random": 1}]}]}))
        run = self.answer_json("crowd", "people.json")
        self.assertEqual((run["unreachable"], run["unreachable_agents"], run["stuck"]), (1, 1, 0))
        self.assertEqual(run["first_unreachable"]["reason"],
                         "there is no room for a random goal that it can reach on its part of the ground")
        self.assertRegex(self.answer("crowd", "people.json").decode(), "unreachable +1 at the end.*no room for a random goal")

    def test_people_with_random_goals_walk_wherever_they_can_reach_a_place(self):
        run = self.answer_json("crowd", "octopus", "--goals", "random", "--agents", "30", "--seconds", "10")
        if run["unreachable_agents"] > 0:
            self.assertIn("no room for a random goal that it can reach", run["first_unreachable"]["reason"])
        self.assertLess(run["unreachable_agents"], 5)
        self.assertEqual(run["stuck"], 0)

    def test_people_who_cannot_get_to_the_other_side_are_told_as_unreachable_and_never_arrive(self):
        run = self.answer_json("crowd", "octopus", "--agents", "130", "--seed", "3", "--seconds", "1")
        self.assertGreater(run["unreachable"], 0)
        self.assertEqual(run["arrived"], 0)
        self.assertNotEqual(run["first_unreachable"]["from"], run["first_unreachable"]["to"])
        self.assertIn("not connected for this radius", run["first_unreachable"]["reason"])

    def test_a_crowd_walks_over_a_file_whose_up_is_y(self):
        self.write("up.obj", "v 0 3 0\nv 0 3 8\nv 8 3 8\nv 8 3 0\nf 1 2 3\nf 1 3 4\n")
        run = self.answer_json("crowd", "up.obj", "--up", "y", "--slope", "30", "--agents", "5", "--seconds", "1")
        self.assertEqual((run["agents"], run["unreachable"]), (5, 0))


    def test_runs_are_drawn_on_their_surface(self):
        self.answer("crowd", "ramp", "--agents", "20", "--seconds", "3", "-o", "run.sqlite", "--picture", "direct.png", "--width", "300")
        check_png(self, self.folder / "direct.png", 300)
        with sqlite3.connect(self.folder / "run.sqlite") as run:
            heights = [z for (z,) in run.execute("SELECT pos_z FROM trajectory_data")]
            self.assertGreater(max(heights) - min(heights), 1)
            self.assertEqual(run.execute("SELECT value FROM metadata WHERE key = 'surface'").fetchone(), ("ramp",))
        self.answer("convert", "run.sqlite", "-o", "run.txt")
        for run in ["run.sqlite", "run.txt"]:
            self.answer("render", run, "-o", "trails.png", "--width", "300")
            self.assertEqual((self.folder / "trails.png").read_bytes(), (self.folder / "direct.png").read_bytes(), run)
        self.answer("render", "run.sqlite", "-o", "turned.png", "--width", "300", "--view", "20,60", "--as", "snapshot", "--time", "1")
        self.assertNotEqual((self.folder / "turned.png").read_bytes(), (self.folder / "direct.png").read_bytes())
        self.answer("render", "run.sqlite", "-o", "plots.png", "--as", "plots")
        self.assertIn("in the plane", self.refusal("render", "run.sqlite", "-o", "heat.png", "--as", "heat"))
        self.answer("crowd", "cross", "--agents", "5", "--seconds", "1", "-o", "flat.sqlite")
        self.assertIn("--view: for runs over surfaces", self.refusal("render", "flat.sqlite", "-o", "a.png", "--view", "1,2", code=2))

    def test_a_film_shows_characters_on_the_surface(self):
        env = {**os.environ, "PATH": f"{cli_test.write_ffmpeg(self.folder)}:{os.environ['PATH']}"}
        self.answer("crowd", "sphere", "--agents", "5", "--seconds", "1", "-o", "run.sqlite")
        self.answer("render", "run.sqlite", "-o", "run.mp4", "--width", "201", env=env)
        width, _, count, different = map(int, (self.folder / "run.mp4").read_text().split())
        self.assertEqual((width, count, different), (202, 26, 26))

    def test_points_of_a_scenario_may_have_heights(self):
        scenario = {"name": "two floors", "scene": "floors.obj", "seconds": 1, "groups": [
            {"positions": [[1, 1, 0], [1, 1, 4]], "goals": [[5, 5, 0], [5, 5, 4]]}, {"positions": [[2, 4]], "goals": [[5, 1]]}]}
        floor = "".join(f"v {x} {y} {z}\n" for z in (0, 4) for x, y in [(0, 0), (6, 0), (6, 6), (0, 6)])
        self.write("floors.obj", floor + "f 1 2 3\nf 1 3 4\nf 5 6 7\nf 5 7 8\n")
        self.write("floors.json", json.dumps(scenario))
        run = self.answer_json("crowd", "floors.json", "-o", "run.txt")
        self.assertEqual((run["agents"], run["unreachable"]), (3, 0))
        rows = [line.split() for line in (self.folder / "run.txt").read_text().splitlines() if not line.startswith("#")]
        self.assertEqual([float(row[4]) for row in rows if row[1] == "0"], [0, 4, 4])


class Convert(SurfaceCase):
    def test_triangles_go_from_format_to_format(self):
        area = self.answer_json("info", "octopus")["mesh"]["area"]
        last = "octopus"
        for name in ["a.ply", "b.obj", "c.gltf", "d.glb"]:
            self.answer("convert", last, "-o", name)
            self.assertAlmostEqual(self.answer_json("info", name)["mesh"]["area"] / area, 1, places=5)
            last = name
        self.assertIn(".ply", self.refusal("convert", "octopus", "-o", "a.stl"))
        self.assertIn(".obj", self.refusal("convert", "octopus", "-o", "a.wkt"))
        self.assertIn("--as surface", self.refusal("convert", "octopus", "-o", "a.clearway"))
        self.assertIn("no triangles", self.refusal("convert", "rooms", "-o", "rooms.ply"))
        text = self.answer("convert", "cube", "-o", "-", "--to", "obj").decode()
        self.assertTrue(any(line.startswith("v ") for line in text.splitlines()))

    def test_acceleration_is_a_colour(self):
        self.answer("convert", "octopus", "-o", "plain.ply")
        self.answer("convert", "octopus", "-o", "bent.ply", "--colour", "acceleration", "--speed", "2")
        header = (self.folder / "bent.ply").read_bytes().split(b"end_header")[0]
        self.assertIn(b"acceleration", header)
        self.assertIn(b"red", header)
        self.assertNotIn(b"red", (self.folder / "plain.ply").read_bytes().split(b"end_header")[0])
        self.build("octopus")
        self.answer("convert", "a.clearway", "-o", "walkable.ply")
        self.assertIn(b"red", (self.folder / "walkable.ply").read_bytes().split(b"end_header")[0])
        self.assertIn("no colours", self.refusal("convert", "octopus", "-o", "a.obj", "--colour", "acceleration", code=2))
        self.assertIn("--colour acceleration", self.refusal("convert", "octopus", "-o", "b.ply", "--speed", "2", code=2))

    def test_the_walkable_part_is_written_for_other_programs(self):
        built = self.build("octopus", "walkable.ply")
        self.assertAlmostEqual(self.answer_json("info", "walkable.ply")["mesh"]["area"], built["area"], places=6)


if __name__ == "__main__":
    cli_test.main()
