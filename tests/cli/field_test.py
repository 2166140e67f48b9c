#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the commands on fields: build, info, path, paths, render and crowd.

Usage: field_test.py PROGRAM [unittest options]. Standard library only.
"""
import json
import math
import re
import resource

import cli_test
from cli_test import Case, check_png

# Two rooms of 4 m by 4 m, and a door 1.2 m wide between (4, 1.4) and (4.5, 2.6).
DOOR = "POLYGON ((0 0, 4 0, 4 1.4, 4.5 1.4, 4.5 0, 9 0, 9 4, 4.5 4, 4.5 2.6, 4 2.6, 4 4, 0 4, 0 0))"
ROOM = "POLYGON ((0 0, 40 0, 40 20, 0 20, 0 0))"
TWO = "MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0)), ((6 0, 10 0, 10 4, 6 4, 6 0)))"
GRID_FIELDS = ["width", "height", "cells", "free", "components", "cell_size", "radius", "bounds", "bytes", "solving", "hash"]
PATH_FIELDS = ["status", "length", "clearance", "radius", "points", "arcs", "cells", "microseconds", "planner", "from", "to"]
ACROSS = ["--from", "1,2", "--to", "8,2"]


def give_little_memory():
    resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000, 1_500_000_000))


class FieldCase(Case):
    def setUp(self):
        super().setUp()
        self.write("door.wkt", DOOR)
        self.write("room.wkt", ROOM)
        self.write("two.wkt", TWO)

    def build_grid(self, scene="door.wkt", name="grid.clearway", *args):
        return self.answer_json("build", scene, "--as", "field", "-o", name, *args)

    def ask(self, scene, *args):
        return self.answer_json("path", scene, "--using", "field", *args)


class Build(FieldCase):
    def test_a_grid_becomes_a_file_that_info_understands(self):
        built = self.build_grid("door.wkt", "grid.clearway", "--cell", "0.25", "--radius", "0.3")
        self.assertEqual(list(built), ["kind", "source", "output", *GRID_FIELDS, "file_bytes", "seconds", "read_seconds", "repairs"])
        self.assertEqual(built["kind"], "field")
        self.assertEqual([built["cell_size"], built["radius"], built["components"]], [0.25, 0.3, 1])
        self.assertEqual(built["cells"], built["width"] * built["height"])
        self.assertTrue(0 < built["free"] < built["cells"])
        self.assertGreater(built["solving"]["multiply_adds"], 0)
        self.assertGreater(built["solving"]["bytes"], 0)
        self.assertEqual(built["file_bytes"], (self.folder / "grid.clearway").stat().st_size)
        info = self.answer_json("info", "grid.clearway")
        self.assertEqual(list(info), ["kind", "source", *GRID_FIELDS, "file_bytes"])
        for field in GRID_FIELDS:
            if field != "bytes":
                self.assertEqual(info[field], built[field], field)
        text = self.answer("info", "grid.clearway").decode()
        for word in ["grid of a field", "cells of 0.25 m", "components", "memory", "multiply-adds", info["hash"]]:
            self.assertIn(word, text)

    def test_the_same_scene_gives_the_same_file_through_a_pipe_too(self):
        self.build_grid()
        piped = self.answer("build", "door.wkt", "--as", "field", "-o", "-")
        self.assertEqual(piped, (self.folder / "grid.clearway").read_bytes())

    def test_a_mesh_becomes_a_grid_too(self):
        self.answer("build", "door.wkt", "-o", "mesh.clearway")
        self.assertEqual(self.build_grid("mesh.clearway")["free"], self.build_grid()["free"])

    def test_a_grid_in_which_nothing_is_free_is_said(self):
        self.assertIn("nothing is free for radius 3 m", self.run_program("build", "door.wkt", "--as", "field", "--radius", "3", "-o", "a.clearway").stderr.decode())
        self.assertEqual(self.answer_json("info", "a.clearway")["free"], 0)

    def test_too_many_cells_are_refused_before_they_are_allocated(self):
        message = self.refusal("build", "room.wkt", "--as", "field", "--cell", "0.001", "-o", "a.clearway")
        self.assertIn("40000 x 20000 cells", message)
        self.assertFalse((self.folder / "a.clearway").exists())

    def test_options_of_others_are_wrong_usage(self):
        build = ["build", "door.wkt", "-o", "a.clearway"]
        for options in [["--relax", "1"], ["--decomposition", "merged"], ["--spacing", "1"]]:
            self.refusal(*build, "--as", "field", *options, code=2)
        for options in [["--cell", "1"], ["--radius", "1"]]:
            self.assertIn("--as field", self.refusal(*build, *options, code=2))
            self.assertIn("--as field", self.refusal(*build, "--as", "corridor", *options, code=2))
        for bad in ["-1", "nan", "inf", "x"]:
            self.assertIn("--cell", self.refusal(*build, "--as", "field", "--cell", bad, code=2))
        self.refusal("build", "door.wkt", "--as", "field", "-o", "a.mesh", code=2)
        self.assertIn("triangles", self.refusal("build", "ramp", "--as", "field", "-o", "a.clearway"))

    def test_a_damaged_grid_is_refused_and_a_grid_is_no_scene(self):
        self.build_grid()
        data = (self.folder / "grid.clearway").read_bytes()
        (self.folder / "cut.clearway").write_bytes(data[:-20])
        self.assertIn("cut off", self.refusal("info", "cut.clearway"))
        (self.folder / "bad.clearway").write_bytes(data[:60] + bytes([data[60] ^ 1]) + data[61:])
        self.assertIn("damaged", self.refusal("path", "bad.clearway"))
        self.assertIn("grid of a field", self.refusal("convert", "grid.clearway", "-o", "a.wkt"))
        for command in [["build", "grid.clearway", "-o", "a.clearway"], ["path", "grid.clearway", *ACROSS, "--using", "navmesh"]]:
            message = self.refusal(*command, code=2)
            self.assertIn("needs a scene or a navigation mesh; 'grid.clearway' is for", message)
            self.assertIn("field", message)
        self.assertIn("--using field", self.refusal("path", "grid.clearway", *ACROSS, "--using", "navmesh", code=2))
        self.assertIn("--verify", self.refusal("info", "grid.clearway", "--verify", code=2))


class Path(FieldCase):
    def test_a_way_goes_through_the_door_and_keeps_the_radius(self):
        path = self.ask("door.wkt", *ACROSS, "--cell", "0.1", "--radius", "0.4")
        self.assertEqual(list(path), PATH_FIELDS)
        self.assertEqual([path["status"], path["planner"], path["radius"]], ["complete", "field", 0.4])
        self.assertEqual([path["arcs"], path["cells"]], [[], []])
        self.assertGreater(path["microseconds"], 0)
        # On a grid of this size automatic is elimination.
        self.assertEqual(path["points"], self.ask("door.wkt", *ACROSS, "--cell", "0.1", "--radius", "0.4", "--method", "elimination")["points"])
        points = path["points"]
        self.assertEqual(points[0], [1, 2])
        self.assertLess(math.dist(points[-1], [8, 2]), 0.1)
        self.assertAlmostEqual(path["length"], sum(math.dist(p, q) for p, q in zip(points, points[1:])), places=6)
        self.assertGreaterEqual(path["clearance"], 0.4 - 1e-9)
        self.assertLessEqual(path["clearance"], 0.6)
        self.assertIn("never nearer than", self.answer("path", "door.wkt", *ACROSS, "--using", "field", "--cell", "0.1").decode())

    def test_the_maze_needs_no_more_than_its_name(self):
        path = self.ask("maze")
        self.assertEqual(path["status"], "complete")
        self.assertGreater(path["length"], 100)
        self.assertIn("m long", self.answer("path", "maze", "--using", "field").decode())

    def test_a_kilometre_of_corridor_away_the_way_down_still_arrives(self):
        path = self.ask("maze", "--scale", "30")
        self.assertEqual(path["status"], "complete")
        self.assertGreater(path["length"], 1000)

    def test_one_end_may_be_left_out(self):
        path = self.ask("door.wkt", "--to", "8,2")
        self.assertEqual([path["status"], path["to"]], ["complete", [8, 2]])
        self.assertLess(path["from"][0], 4)
        self.assertEqual(self.ask("door.wkt", "--from", "8,2")["from"], [8, 2])
        with_both = self.ask("door.wkt", "--from", f"{path['from'][0]!r},{path['from'][1]!r}", "--to", "8,2")
        self.assertEqual(with_both["points"], path["points"])

    def test_ways_bend_toward_v_and_mirror_with_it(self):
        self.write("odd.wkt", "POLYGON ((0 0, 41 0, 41 21, 0 21, 0 0))")
        question = ["odd.wkt", "--from", "4.5,10.5", "--to", "36.5,10.5", "--cell", "1", "--eps", "0.7"]
        up = self.ask(*question, "--v", "0,1")["points"]
        down = self.ask(*question, "--v", "0,-1")["points"]
        self.assertGreater(max(y for _, y in up), 13)
        self.assertEqual(len(up), len(down))
        for (x, y), (mirrored_x, mirrored_y) in zip(up, down):
            self.assertAlmostEqual(x, mirrored_x, places=6)
            self.assertAlmostEqual(y, 21 - mirrored_y, places=6)

    def test_every_method_finds_the_way(self):
        lengths = []
        for method in ["automatic", "elimination", "aggregation", "gauss_seidel", "red_black", "over_relaxation"]:
            path = self.ask("door.wkt", *ACROSS, "--cell", "0.2", "--method", method)
            self.assertEqual(path["status"], "complete", method)
            lengths.append(path["length"])
        self.assertLess(max(lengths) - min(lengths), 0.05)

    def test_from_coarse_to_fine_it_finds_the_way_too(self):
        path = self.ask("rooms", "--from", "1,1", "--to", "38,21", "--cell", "0.1", "--multi-resolution")
        self.assertEqual([path["status"], path["planner"]], ["complete", "field"])
        self.assertGreaterEqual(path["clearance"], 0.25 - 1e-9)
        self.assertLess(math.dist(path["points"][-1], [38, 21]), 0.1)
        whole = self.ask("rooms", "--from", "1,1", "--to", "38,21", "--cell", "0.1")
        self.assertNotEqual(path["points"], whole["points"], "another way to search")
        self.assertLess(abs(path["length"] / whole["length"] - 1), 0.05)
        self.assertIn("--multi-resolution", self.refusal("path", "rooms", "--using", "field", "--multi-resolution", "--method", "red_black", code=2))
        nearest = self.ask("rooms", "--from", "1,1", "--to", "38,21", "--or-to", "5,3", "--multi-resolution")
        self.assertLess(math.dist(nearest["points"][-1], [5, 3]), 0.5)

    def test_of_several_goals_one_is_reached(self):
        path = self.ask("room.wkt", "--from", "10,10", "--to", "36,10", "--or-to", "4,10", "--or-to", "20,18")
        self.assertEqual(path["status"], "complete")
        self.assertLess(math.dist(path["points"][-1], [4, 10]), 0.8)

    def test_a_grid_is_asked_as_such(self):
        self.build_grid("door.wkt", "grid.clearway", "--cell", "0.1")
        ours = self.answer_json("path", "grid.clearway", *ACROSS)
        theirs = self.ask("door.wkt", *ACROSS, "--cell", "0.1")
        self.assertEqual(ours["points"], theirs["points"])
        self.assertIsNone(ours["clearance"])
        self.assertEqual(self.answer_json("path", "grid.clearway", *ACROSS, "--radius", "0.25")["status"], "complete")
        self.assertIn("--cell cannot be changed: here is a grid already",
                      self.refusal("path", "grid.clearway", *ACROSS, "--cell", "0.2", code=2))
        larger = self.answer_json("path", "grid.clearway", *ACROSS, "--radius", "0.4")
        self.assertEqual([larger["status"], larger["problem"]], ["invalid", "bad_radius"])
        self.assertIn("larger than the planner was built for", self.answer("path", "grid.clearway", *ACROSS, "--radius", "0.4").decode())

    def test_questions_without_a_way_say_why(self):
        reasons = {"start_outside": "the start is not in free space", "goal_outside": "the goal is not in free space",
                   "start_too_tight": "the disc does not fit at the start", "goal_too_tight": "the disc does not fit at the goal",
                   "bad_radius": "invalid; the radius is n", "bad_point": "start or goal is not a finite point",
                   None: "no way; start and goal are not connected for this radius"}
        for args, status, problem in [
            (["--from", "1,2", "--to", "4.2,0.5"], "invalid", "goal_outside"),
            (["--from", "4.2,0.5", "--to", "8,2"], "invalid", "start_outside"),
            (["--from", "20,20", "--to", "8,2"], "invalid", "start_outside"),
            ([*ACROSS, "--radius", "3"], "invalid", "start_too_tight"),
            (["--from", "1,2", "--to", "8,3.9", "--radius", "1.2"], "invalid", "goal_too_tight"),
            ([*ACROSS, "--radius", "-1"], "invalid", "bad_radius"),
            ([*ACROSS, "--radius", "nan"], "invalid", "bad_radius"),
            (["--from", "nan,1", "--to", "8,2"], "invalid", "bad_point"),
            (["--from", "1,1", "--to", "8,inf"], "invalid", "bad_point"),
            ([*ACROSS, "--radius", "0.7"], "unreachable", None),
        ]:
            path = self.ask("door.wkt", *args)
            self.assertEqual([path["status"], path.get("problem")], [status, problem], args)
            self.assertEqual([path["length"], path["points"]], [None, []])
            self.assertIn(reasons[problem], self.answer("path", "door.wkt", "--using", "field", *args).decode())
        self.assertEqual(self.ask("two.wkt", "--from", "1,1", "--to", "9,1")["status"], "unreachable")
        self.assertEqual(self.ask("door.wkt", *ACROSS, "--or-to", "50,50")["status"], "complete", "a goal that does not fit is left out")
        # Nothing to choose ends from.
        self.assertIn("no place with room for radius 3 m", self.refusal("path", "door.wkt", "--using", "field", "--radius", "3"))

    def test_any_eps_and_v_is_answered_and_what_is_no_number_refused(self):
        for eps in ["-10", "10", "1.9", "2", "100000"]:
            self.assertEqual(self.ask("door.wkt", *ACROSS, "--eps", eps, "--v", "1,0.5")["status"], "complete", eps)
        run = self.run_program("path", "door.wkt", *ACROSS, "--using", "field", "--eps", "1", "--v", "0,0")
        self.assertEqual(run.returncode, 0)
        self.assertIn("bends nothing", run.stderr.decode())
        for options in [["--eps", "nan"], ["--eps", "inf"], ["--v", "nan,1"], ["--v", "1"], ["--v", "1,2,3"], ["--cell", "-1"], ["--method", "best"],
                        ["--or-to", "1"]]:
            self.assertIn(options[0], self.refusal("path", "door.wkt", *ACROSS, "--using", "field", *options, code=2))

    def test_cells_are_half_a_metre_unless_said(self):
        self.assertEqual(self.ask("door.wkt", *ACROSS)["points"], self.ask("door.wkt", *ACROSS, "--cell", "0.5")["points"])
        self.assertEqual(self.ask("door.wkt", *ACROSS)["points"], self.ask("door.wkt", *ACROSS, "--cell", "0")["points"])

    def test_memory_has_a_limit(self):
        self.assertIn("GB of memory", self.refusal("path", "rooms", "--using", "field", "--cell", "0.02", "--max-gigabytes", "0.1"))
        self.assertIn("--max-gigabytes", self.refusal("path", "rooms", "--using", "field", "--max-gigabytes", "0", code=2))

    def test_cells_of_large_scenes_are_chosen_for_the_memory_there_is(self):
        if self.run_program("--version", preexec_fn=give_little_memory).returncode != 0:
            return  # a program with a sanitizer reserves more addresses
        self.write("hall.wkt", "POLYGON ((0 0, 3000 0, 3000 3000, 0 3000, 0 0))")
        self.write("strip.wkt", "POLYGON ((0 0, 20 0, 20 20, 0 20, 4294967296 0))")
        for scene in ["hall.wkt", "strip.wkt"]:
            run = self.run_program("crowd", scene, "--guide", "field", "--agents", "5", "--seconds", "0.2", preexec_fn=give_little_memory)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertIn("cells of paths are", run.stderr.decode())
            self.assertIn("cells of paths are", self.run_program("info", scene, "--using", "field", preexec_fn=give_little_memory).stderr.decode())
        for command in ["path", "crowd"]:
            which = "--using" if command == "path" else "--guide"
            message = self.refusal(command, "hall.wkt", which, "field", "--cell", "0.5", preexec_fn=give_little_memory)
            self.assertIn("36000000 cells of 0.5 m takes about 14.4 GB of memory", message)

    def test_too_many_cells_are_refused(self):
        self.assertIn("at most 67108864", self.refusal("path", "room.wkt", "--using", "field", "--cell", "0.001"))

    def test_options_of_others_are_wrong_usage(self):
        path = ["path", "door.wkt", *ACROSS]
        for options in [["--quality", "fast"], ["--partial"], ["--kind", "smooth"], ["--ways", "2"], ["--spacing", "1"]]:
            self.refusal(*path, "--using", "field", *options, code=2)
        for options in [["--cell", "1"], ["--eps", "1"], ["--v", "1,0"], ["--multi-resolution"], ["--method", "elimination"], ["--max-gigabytes", "1"]]:
            self.assertIn("--using field", self.refusal(*path, *options, code=2))
            self.assertIn("--using field", self.refusal(*path, "--using", "corridor", *options, code=2))
        self.refusal("path", "ramp", "--from", "1,1", "--to", "2,2", "--cell", "1", code=2)


class Paths(FieldCase):
    def test_many_questions_are_answered_in_order(self):
        self.write("questions.csv", "1,2,8,2,0.3\n8,2,1,2,0.3\n1,2,8,2,0.7\n1,2,4.2,0.5,0.3\n1,2,8,2,3\n")
        answers = self.answer_json("paths", "door.wkt", "--using", "field", "--cell", "0.2", "--queries", "questions.csv", "--points")["queries"]
        self.assertEqual([a["status"] for a in answers], ["complete", "complete", "unreachable", "invalid", "invalid"])
        one = self.ask("door.wkt", *ACROSS, "--cell", "0.2", "--radius", "0.3")
        self.assertEqual(answers[0]["points"], one["points"])
        self.assertEqual(answers[0]["clearance"], one["clearance"])
        two = self.answer_json("paths", "door.wkt", "--using", "field", "--cell", "0.2", "--queries", "questions.csv", "--points", "--workers", "2")
        self.assertEqual(two["queries"], answers)

    def test_a_grid_answers_for_its_radius(self):
        self.build_grid("door.wkt", "grid.clearway", "--radius", "0.3", "--cell", "0.2")
        self.write("questions.csv", "1,2,8,2,0.3\n1,2,8,2,0.2\n1,2,8,2,0.5\n")
        answers = self.answer_json("paths", "grid.clearway", "--queries", "questions.csv")["queries"]
        self.assertEqual([a["status"] for a in answers], ["complete", "complete", "invalid"])


class Render(FieldCase):
    def picture(self, *args):
        self.answer(*args, "-o", "a.png", "--width", "400")
        check_png(self, self.folder / "a.png", 400)
        return (self.folder / "a.png").read_bytes()

    def test_paths_grids_fields_local_maps_and_walks_are_drawn(self):
        self.build_grid()
        local = ["render", "door.wkt", "--to", "8,2", "--at", "1,2"]
        pictures = {
            self.picture("path", "door.wkt", "--using", "field", *ACROSS),
            self.picture("path", "grid.clearway", *ACROSS),
            self.picture("path", "rooms", "--using", "field", "--from", "1,1", "--to", "38,21", "--cell", "0.1"),
            self.picture("path", "rooms", "--using", "field", "--from", "1,1", "--to", "38,21", "--cell", "0.1", "--multi-resolution"),
            self.picture("path", "door.wkt", "--using", "field", *ACROSS, "--radius", "0.2,0.3,5"),
            self.picture("render", "grid.clearway"),
            self.picture("render", "grid.clearway", "--to", "8,2"),
            self.picture("render", "door.wkt", "--to", "8,2", "--to", "1,2", "--cell", "0.2", "--radius", "0.3"),
            self.picture("render", "door.wkt", "--to", "8,2", "--eps", "1", "--v", "0,1"),
            self.picture(*local),
            self.picture(*local, "--other", "2,2,0.3", "--map-size", "17"),
            self.picture(*local, "--behaviour", "right_hand"),
            self.picture(*local, "--behaviour", "plain,hurried", "--other", "2.5,2.2"),
            self.picture("render", "door.wkt", "--to", "1,2", "--at", "1,2"),
        }
        self.assertEqual(len(pictures), 14, "all different")
        self.assertEqual(self.picture(*local), self.picture(*local))
        report = self.answer_json("render", "door.wkt", "--to", "8,2", "-o", "a.svg")
        self.assertGreater(report["free"], 0)

    def test_what_cannot_be_drawn_is_said(self):
        render = ["render", "door.wkt", "-o", "a.png"]
        self.assertIn("--to", self.refusal(*render, "--at", "1,2", code=2))
        self.assertIn("--at", self.refusal(*render, "--to", "8,2", "--other", "1,1", code=2))
        self.assertIn("--heat", self.refusal(*render, "--to", "8,2", "--heat", "area", code=2))
        for options in [["--at", "1"], ["--at", "nan,1"], ["--other", "1"], ["--other", "1,1,-1"], ["--behaviour", "sad"], ["--map-size", "3"],
                        ["--map-size", "32"], ["--map-size", "nan"], ["--to", "x"], ["--eps", "nan"]]:
            self.assertIn(options[0], self.refusal(*render, "--to", "8,2", "--at", "1,2", *options, code=2))
        self.assertIn("blocked", self.refusal(*render, "--to", "50,50"))
        self.assertIn("nothing is free", self.refusal(*render, "--to", "8,2", "--radius", "5"))
        for behaviour in [[], ["--behaviour", "all"]]:
            self.assertIn("no way", self.refusal("render", "two.wkt", "--to", "8,2", "--at", "1,1", *behaviour, "-o", "a.png"))
        self.assertIn("outlines", self.refusal("render", "ramp", "--to", "8,2", "-o", "a.png", code=2))


class Fit(FieldCase):
    def test_the_manner_of_a_recorded_walk_is_found_again(self):
        # One walker with known eps and v, then turned, scaled and moved: what a recording of people looks like.
        self.write("open.wkt", "POLYGON ((0 0, 41 0, 41 41, 0 41, 0 0))")
        for eps, angle in [(0.5, 70), (0.3, -110)]:
            v = f"{math.cos(math.radians(angle))},{math.sin(math.radians(angle))}"
            path = self.ask("open.wkt", "--cell", "1", "--radius", "0", "--from", "8.2,20.5", "--to", "32.5,20.5", "--eps", eps, f"--v={v}")
            c, s = 0.4 * math.cos(0.5), 0.4 * math.sin(0.5)
            rows = [f"1 {i} {c * x - s * y + 3} {s * x + c * y - 7} 0" for i, (x, y) in enumerate(path["points"])]
            self.write("walk.txt", "# framerate: 16\n# id frame x/m y/m z/m\n" + "\n".join(rows) + "\n")
            report = self.answer_json("reproduce", "D-F2", "--trajectories", "walk.txt", "-o", "report")["experiments"][0]
            self.assertIn("1 recorded path", report["measured"])
            page = (self.folder / "report" / "index.html").read_text()
            found = re.findall(r"(\d\.\d+), (-?\d+)°", page)
            self.assertEqual(len(found), 2, found)
            for found_eps, found_angle in found:
                self.assertAlmostEqual(float(found_eps), eps, delta=0.06)
                self.assertAlmostEqual(float(found_angle), angle, delta=8)

    def test_trajectories_that_cannot_be_fitted_are_refused(self):
        self.write("still.txt", "# framerate: 16\n# id frame x/m y/m z/m\n1 0 0 0 0\n1 1 0.1 0 0\n")
        self.assertIn("3 m", self.refusal("reproduce", "D-F2", "--trajectories", "still.txt"))
        self.write("bare.txt", "1 0 0 0 0\n1 1 0.1 0 0\n")
        self.assertIn("--unit", self.refusal("reproduce", "D-F2", "--trajectories", "bare.txt"))
        self.refusal("reproduce", "D-F2", "--trajectories", "missing.txt")
        self.assertIn("D-F2", self.refusal("reproduce", "D-MAP", "--trajectories", "still.txt", code=2))
        self.assertIn("--trajectories", self.refusal("reproduce", "D-F2", "--unit", "cm", code=2))


class Crowd(FieldCase):
    RUN = ["crowd", "circle", "--agents", "20", "--guide", "field", "--steering", "field"]

    def test_a_crowd_walks_down_fields_by_local_maps(self):
        report = self.answer_json(*self.RUN, "--seconds", "60")
        self.assertEqual(report["arrived"], 20)
        self.assertEqual(report["outside"], 0)

    def test_a_device_has_the_crowd_arrive_too_or_says_what_to_install(self):
        done = self.run_program(*self.RUN, "--seconds", "60", "--device", "opencl", "--json")
        message = done.stderr.decode()
        if done.returncode == 1:
            self.assertIn("install", message)
            self.skipTest(message)
        self.assertEqual(done.returncode, 0, message)
        self.assertIn("local maps are solved on", message)
        report = json.loads(done.stdout)
        self.assertEqual([report["arrived"], report["outside"]], [20, 0])

    def test_without_opencl_the_message_says_what_to_install(self):
        nowhere = {**cli_test.os.environ, "OCL_ICD_VENDORS": str(self.folder), "OPENCL_VENDOR_PATH": str(self.folder)}
        self.assertIn("install", self.refusal(*self.RUN, "--device", "opencl", env=nowhere))

    def test_devices_that_make_no_sense_are_refused(self):
        self.assertIn("--device", self.refusal(*self.RUN, "--device", "gpu", code=2))
        self.assertIn("steering field", self.refusal("crowd", "circle", "--steering", "orca", "--device", "opencl", code=2))
        self.assertIn("OpenCL", self.refusal(*self.RUN, "--device", "opencl:a device that nobody has"))
        self.assertIn("exact", self.refusal(*self.RUN, "--device", "opencl", "--set", "field.exact=true"))
        self.assertIn("remembers", self.refusal(*self.RUN, "--device", "opencl", "--set", "field.remembers=true"))


if __name__ == "__main__":
    cli_test.main()
