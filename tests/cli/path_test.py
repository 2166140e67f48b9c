#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs `clearway path` and `clearway paths` and looks at what they answer.

Usage: path_test.py PROGRAM [unittest options]. Standard library only.
"""
import json
import math
import resource

import cli_test
from cli_test import Case, check_png

# Two rooms of 4 m by 4 m, and a door 1.2 m wide between (4, 1.4) and (4.5, 2.6).
DOOR = "POLYGON ((0 0, 4 0, 4 1.4, 4.5 1.4, 4.5 0, 9 0, 9 4, 4.5 4, 4.5 2.6, 4 2.6, 4 4, 0 4, 0 0))"
PATH_FIELDS = ["status", "length", "clearance", "radius", "points", "arcs", "cells", "microseconds", "planner", "from", "to"]
# Planners that find paths on outlines.
PLANNERS = ["navmesh", "corridor", "field", "straight"]
ACROSS = ["--from", "1,2", "--to", "8,2"]


def length_of(points):
    return sum(math.dist(a, b) for a, b in zip(points, points[1:]))


class PathCommand(Case):
    def setUp(self):
        super().setUp()
        self.write("door.wkt", DOOR)

    def ask(self, *args):
        return self.answer_json("path", *args)

    def test_a_straight_path_has_known_numbers(self):
        path = self.ask("door.wkt", "--from", "1,2", "--to", "8,2", "--radius", "0.5")
        self.assertEqual(list(path), PATH_FIELDS)
        self.assertEqual(path["status"], "complete")
        self.assertAlmostEqual(path["length"], 7, places=9)
        self.assertAlmostEqual(path["clearance"], 0.6, places=6)
        self.assertEqual(path["radius"], 0.5)
        self.assertEqual(path["points"], [[1, 2], [8, 2]])
        self.assertEqual(path["arcs"], [])
        self.assertGreaterEqual(len(path["cells"]), 2)
        self.assertGreater(path["microseconds"], 0)
        self.assertEqual((path["planner"], path["from"], path["to"]), ("navmesh", [1, 2], [8, 2]))

    def test_a_bent_path_goes_around_corners_in_arcs_of_the_radius(self):
        path = self.ask("door.wkt", "--from", "1,0.7", "--to", "8,0.7", "--radius", "0.3")
        self.assertEqual(path["status"], "complete")
        self.assertGreater(path["length"], 7)
        self.assertGreaterEqual(path["clearance"], 0.3 - 1e-9)
        self.assertEqual(len(path["arcs"]), 2)
        for arc, corner in zip(path["arcs"], [[4, 1.4], [4.5, 1.4]]):
            self.assertAlmostEqual(math.dist(arc["center"], corner), 0, places=6)
            self.assertAlmostEqual(arc["radius"], 0.3, places=6)
            self.assertAlmostEqual(math.dist(arc["from"], arc["center"]), 0.3, places=6)
            self.assertAlmostEqual(math.dist(arc["to"], arc["center"]), 0.3, places=6)
            self.assertLess(arc["angle"], 0)  # to the right
        self.assertEqual((path["points"][0], path["points"][-1]), ([1, 0.7], [8, 0.7]))
        # An arc becomes a polyline at most 1 mm off, outside it.
        self.assertGreaterEqual(length_of(path["points"]), path["length"] - 1e-9)
        self.assertLess(length_of(path["points"]), path["length"] + 0.01)
        for point in path["points"]:
            for corner in [[4, 1.4], [4.5, 1.4]]:
                self.assertGreaterEqual(math.dist(point, corner), 0.3 - 1e-6)

    def test_a_start_that_misses_fitting_by_half_a_millimetre_is_moved(self):
        self.write("hall.wkt", "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))")
        path = self.ask("hall.wkt", "--from", "0.9995,5", "--to", "5,5", "--radius", "1")
        self.assertEqual(path["status"], "complete")
        self.assertAlmostEqual(path["start_shift"], 0.0005, places=6)
        self.assertNotIn("goal_shift", path)
        self.assertEqual(self.ask("hall.wkt", "--from", "0.998,5", "--to", "5,5", "--radius", "1")["problem"], "start_too_tight")

    def test_the_radius_is_a_quarter_of_a_metre_unless_said(self):
        self.assertEqual(self.ask("door.wkt", "--from", "1,2", "--to", "8,2")["radius"], 0.25)

    def test_a_disc_as_wide_as_the_door_passes_and_a_wider_one_does_not(self):
        self.assertEqual(self.ask("door.wkt", "--from", "1,2", "--to", "8,2", "--radius", "0.6")["status"], "complete")
        path = self.ask("door.wkt", "--from", "1,2", "--to", "8,2", "--radius", "0.61")
        self.assertEqual(path["status"], "unreachable")
        self.assertIsNone(path["length"])
        self.assertEqual((path["points"], path["arcs"], path["cells"]), ([], [], []))
        self.assertAlmostEqual(path["widest"], 0.6, places=6)
        self.assertTrue(4 <= path["narrowest_at"][0] <= 4.5 and abs(path["narrowest_at"][1] - 2) < 1e-6)
        text = self.answer("path", "door.wkt", "--from", "1,2", "--to", "8,2", "--radius", "0.61").decode()
        self.assertIn("no way", text)
        self.assertIn("0.6 m", text)

    def test_a_partial_path_ends_at_the_reachable_point_nearest_to_the_goal(self):
        path = self.ask("door.wkt", "--from", "1,2", "--to", "8,2", "--radius", "0.8", "--partial")
        self.assertEqual(path["status"], "partial")
        self.assertAlmostEqual(path["widest"], 0.6, places=6)
        # The disc gets as far as the two corners of the door let it.
        end = path["points"][-1]
        self.assertAlmostEqual(end[0], 4 - math.sqrt(0.8**2 - 0.6**2), places=5)
        self.assertAlmostEqual(end[1], 2, places=5)
        self.assertIn("partial", self.answer("path", "door.wkt", "--from", "1,2", "--to", "8,2", "--radius", "0.8", "--partial").decode())

    def test_places_that_make_no_sense_are_answered_with_the_reason(self):
        for args, problem in [(["--from", "-1,2", "--to", "8,2"], "start_outside"), (["--from", "1,2", "--to", "80,2"], "goal_outside"),
                              (["--from", "0.1,2", "--to", "8,2"], "start_too_tight"), (["--from", "1,2", "--to", "8,3.9"], "goal_too_tight"),
                              (["--from", "nan,2", "--to", "8,2"], "bad_point"), (["--from", "1,2", "--to", "8,inf"], "bad_point")]:
            path = self.ask("door.wkt", *args)
            self.assertEqual((path["status"], path["problem"]), ("invalid", problem), args)
            if "outside" in problem or "tight" in problem:
                x, y = path["suggestion"]
                again = self.ask("door.wkt", "--from", f"{x},{y}", "--to", "4.25,2", "--radius", "0.2")
                self.assertEqual(again["status"], "complete", args)
            self.assertIn("invalid", self.answer("path", "door.wkt", *args).decode())

    def test_radii_that_make_no_sense_are_answered_too(self):
        for radius in ["-1", "nan", "inf", "-inf"]:
            path = self.ask("door.wkt", "--from", "1,2", "--to", "8,2", "--radius", radius)
            self.assertEqual((path["status"], path["problem"]), ("invalid", "bad_radius"), radius)
        self.assertNotEqual(self.ask("door.wkt", "--from", "1,2", "--to", "8,2", "--radius", "1e300")["status"], "complete")

    def test_what_is_wrong_with_a_radius_is_said(self):
        for radius, fault in [("-1", "negative"), ("nan", "not a number"), ("inf", "not finite")]:
            for using in PLANNERS:
                text = self.answer("path", "door.wkt", *ACROSS, "--using", using, "--radius", radius).decode()
                self.assertIn(f"invalid; the radius is {fault}", text, using)
            self.assertIn(f"the radius {radius} m is {fault}: give one of 0 m or more", self.refusal("path", "door.wkt", "--radius", f"0.2,{radius}"))

    def test_start_equal_to_goal_is_a_path_of_no_length(self):
        path = self.ask("door.wkt", "--from", "1,2", "--to", "1,2")
        self.assertEqual((path["status"], path["length"]), ("complete", 0))

    def test_several_radii_are_answered_together(self):
        for args in [["--radius", "0.2,0.5,0.9"], ["--radius", "0.2", "--radius", "0.5", "--radius", "0.9"]]:
            paths = self.ask("door.wkt", "--from", "1,1", "--to", "8,1", *args)["paths"]
            self.assertEqual([path["radius"] for path in paths], [0.2, 0.5, 0.9])
            self.assertEqual([path["status"] for path in paths], ["complete", "complete", "unreachable"])
            self.assertLess(paths[0]["length"], paths[1]["length"])
        self.assertEqual(len(self.answer("path", "door.wkt", "--from", "1,1", "--to", "8,1", "--radius", "0.2,0.5").splitlines()), 2)

    def test_fast_is_at_most_a_twentieth_longer(self):
        for goal in ["38,21", "20,23", "30,9"]:
            best = self.ask("rooms", "--from", "1,1", "--to", goal, "--radius", "0.3")["length"]
            fast = self.ask("rooms", "--from", "1,1", "--to", goal, "--radius", "0.3", "--quality", "fast")["length"]
            self.assertGreaterEqual(fast, best * (1 - 1e-9))
            self.assertLessEqual(fast, best * 1.05)

    def test_three_characters_take_three_ways_through_rooms(self):
        paths = self.ask("rooms", "--from", "1,1", "--to", "38,21", "--radius", "0.2,0.5,1")["paths"]
        # Searches on a fine grid find ways of 42.6, 49.6 and 57.1 m: never shorter than the true ones, and a few per cent off.
        for path, estimate in zip(paths, [42.6, 49.6, 57.1]):
            self.assertEqual(path["status"], "complete")
            self.assertLess(path["length"], estimate)
            self.assertGreater(path["length"], 0.96 * estimate)
            self.assertGreaterEqual(path["clearance"], path["radius"] - 1e-6)

    def test_the_length_does_not_depend_on_the_cells(self):
        lengths = [self.ask("rooms", "--from", "1,1", "--to", "38,21", "--radius", "0.5", *args)["length"]
                   for args in [[], ["--decomposition", "merged"], ["--decomposition", "triangulation"], ["--relax", "0.3"]]]
        for length in lengths:
            self.assertAlmostEqual(length, lengths[0], delta=1e-6 * lengths[0])

    def test_a_built_file_gives_the_same_answer(self):
        self.answer("build", "rooms", "-o", "rooms.clearway")
        one = self.ask("rooms", "--from", "1,1", "--to", "38,21", "--radius", "0.5")
        other = self.ask("rooms.clearway", "--from", "1,1", "--to", "38,21", "--radius", "0.5")
        self.assertEqual((one["length"], one["points"]), (other["length"], other["points"]))

    def test_paths_are_drawn(self):
        args = ["path", "rooms", "--from", "1,1", "--to", "38,21"]
        self.answer(*args, "--radius", "0.2,0.5,1", "-o", "paths.png")
        check_png(self, self.folder / "paths.png", 1200)
        self.answer(*args, "--radius", "0.2", "-o", "one.svg")
        self.answer(*args, "--radius", "0.2,1", "-o", "two.svg")
        self.answer(*args, "--radius", "0.2,1", "-o", "again.svg")
        one, two = (self.folder / "one.svg").read_bytes(), (self.folder / "two.svg").read_bytes()
        self.assertNotEqual(one, two)
        self.assertEqual(two, (self.folder / "again.svg").read_bytes())
        # Where there is no way the narrowest place is shown, and nothing fails.
        self.answer(*args, "--radius", "1.3,nan", "-o", "none.pdf")

    def test_render_draws_the_path_of_every_planner(self):
        for using in [*PLANNERS, "surface"]:
            where = ["terrain", "--from", "10,10", "--to", "40,30"] if using == "surface" else ["door.wkt", *ACROSS]
            args = [*where, "--using", using, "--radius", "0.3"]
            self.answer("path", *args, "-o", "path.svg")
            self.answer("render", *args, "-o", "render.svg")
            self.assertEqual((self.folder / "path.svg").read_bytes(), (self.folder / "render.svg").read_bytes(), using)
            self.assertIn("--output is required", self.refusal("render", *args, code=2))
        args = ["render", "door.wkt", *ACROSS, "--using=corridor", "--kind", "smooth", "--clearance", "0.6"]
        self.assertEqual(self.answer_json(*args, "-o", "smooth.pdf")["status"], "complete")
        self.assertIn("--eps is for '--using field'", self.refusal(*args, "--eps", "1", "-o", "smooth.pdf", code=2))
        # Without a planner it is the picture of a field, as ever.
        self.assertIn("cells", self.answer_json("render", "door.wkt", "--to", "8,2", "-o", "field.svg"))

    def test_points_and_numbers_that_cannot_be_read_are_wrong_usage(self):
        good = ["--from", "1,2", "--to", "8,2"]
        for args in [["--from", "1", "--to", "8,2"], ["--from", "1,2,3,4", "--to", "8,2"], ["--from", "a,b", "--to", "8,2"],
                     [*good, "--radius", "wide"], [*good, "--radius", "1,,2"], [*good, "--radius", ""], [*good, "--quality", "best"],
                     [*good, "-o", "a.gif"], ["--from", "1,,2", "--to", "8,2"]]:
            self.refusal("path", "door.wkt", *args, code=2)

    def test_negative_coordinates_are_no_options(self):
        self.write("left.wkt", "POLYGON ((-9 -4, -1 -4, -1 4, -9 4, -9 -4))")
        path = self.ask("left.wkt", "--from", "-8,-3", "--to=-2,-3")
        self.assertAlmostEqual(path["length"], 6)

    def test_heights_are_accepted(self):
        self.assertEqual(self.ask("door.wkt", "--from", "1,2,0", "--to", "8,2,0")["status"], "complete")

    def test_surfaces_are_for_triangles(self):
        message = self.refusal("path", "door.wkt", "--from", "1,2", "--to", "8,2", "--using", "surface", code=2)
        self.assertIn("'--using surface' needs a mesh of triangles or a surface mesh; 'door.wkt' is for '--using navmesh'", message)
        message = self.refusal("path", "ramp", "--using", "navmesh", code=2)
        self.assertIn("'--using navmesh' needs a scene or a navigation mesh; 'ramp' is for '--using surface'", message)

    def test_ends_that_are_left_out_are_places_far_from_each_other(self):
        for using in PLANNERS:
            path = self.ask("door.wkt", "--using", using)
            self.assertEqual(path["status"], "complete", using)
            self.assertGreater(path["length"], 4, using)
            ends = [f"--{end}={path[end][0]!r},{path[end][1]!r}" for end in ["from", "to"]]
            again = self.ask("door.wkt", "--using", using, *ends)
            self.assertEqual((again["length"], again["points"]), (path["length"], path["points"]), using)
            start = self.ask("door.wkt", "--using", using, "--from", "1,2")
            self.assertEqual((start["status"], start["from"]), ("complete", [1, 2]), using)
            self.assertGreater(math.dist(start["from"], start["to"]), 2, using)
            goal = self.ask("door.wkt", "--using", using, "--to", "8,2")
            self.assertEqual((goal["status"], goal["to"]), ("complete", [8, 2]), using)
            self.assertGreater(math.dist(goal["from"], goal["to"]), 2, using)
        # Whoever goes around corners gets into the other room.
        self.assertLess(self.ask("door.wkt", "--to", "8,2")["from"][0], 4)
        one, other = self.ask("door.wkt"), self.ask("door.wkt")
        self.assertEqual((one["from"], one["to"]), (other["from"], other["to"]))

    def test_every_planner_answers_with_the_same_fields(self):
        for using in PLANNERS:
            path = self.ask("door.wkt", *ACROSS, "--using", using)
            self.assertEqual(list(path)[:len(PATH_FIELDS)], PATH_FIELDS, using)
            self.assertEqual((path["planner"], path["status"]), (using, "complete"))
            self.assertLess(abs(path["length"] - 7), 0.5, using)
            self.assertGreaterEqual(path["clearance"], 0.25 - 1e-9, using)
            self.assertEqual((path["radius"], path["from"], path["to"]), (0.25, [1, 2], [8, 2]))
            for args, problem in [(["--from", "-1,2", "--to", "8,2"], "start_outside"), (["--from", "1,2", "--to", "80,2"], "goal_outside"),
                                  ([*ACROSS, "--radius", "1.95"], "start_too_tight"), (["--from", "nan,2", "--to", "8,2"], "bad_point"),
                                  ([*ACROSS, "--radius=-1"], "bad_radius")]:
                path = self.ask("door.wkt", "--using", using, *args)
                self.assertEqual(list(path)[:len(PATH_FIELDS)], PATH_FIELDS, (using, args))
                self.assertEqual((path["status"], path["problem"]), ("invalid", problem), (using, args))
                self.assertEqual((path["length"], path["clearance"], path["points"]), (None, None, []), (using, args))

    def test_a_straight_line_is_found_where_nothing_is_in_the_way(self):
        path = self.ask("door.wkt", *ACROSS, "--using", "straight", "--radius", "0.5")
        self.assertEqual((path["length"], path["points"]), (7, [[1, 2], [8, 2]]))
        self.assertEqual(self.ask("door.wkt", "--from", "1,0.7", "--to", "8,0.7", "--using", "straight")["status"], "unreachable")
        self.assertIn("no way", self.answer("path", "door.wkt", "--from", "1,0.7", "--to", "8,0.7", "--using", "straight").decode())

    def test_of_several_goals_the_one_that_costs_least_is_reached(self):
        for using in PLANNERS:
            near = self.ask("door.wkt", "--from", "1,2", "--to", "1,1", "--using", using)
            path = self.ask("door.wkt", *ACROSS, "--or-to", "8,3", "--or-to", "1,1", "--using", using)
            self.assertEqual(path["status"], "complete", using)
            self.assertLess(math.dist(path["points"][-1], [1, 1]), 0.5, using)
            self.assertEqual(path["to"], [8, 2])
            if using != "field":  # a field flows to all of them together
                self.assertEqual((path["length"], path["points"]), (near["length"], near["points"]), using)
        # A goal that cannot be reached is no reason to go nowhere.
        self.assertAlmostEqual(self.ask("door.wkt", *ACROSS, "--radius", "0.7", "--or-to", "3,2")["length"], 2)
        self.answer("path", "door.wkt", *ACROSS, "--or-to", "1,1", "-o", "goals.png")
        check_png(self, self.folder / "goals.png", 1200)

    def test_options_of_another_planner_are_wrong_usage(self):
        theirs = {"navmesh": [["--quality", "fast"], ["--partial"], ["--landmarks", "8"]],
                  "corridor": [["--clearance", "1"], ["--spacing", "1"]],
                  "field": [["--cell", "1"], ["--eps", "1"], ["--max-gigabytes", "1"]],
                  "surface": [["--effort", "1"], ["--reach", "1"], ["--cut", "constant"], ["--cut-fraction", "0.5"], ["--biased-edges", "keep"]]}
        for using in PLANNERS:
            for owner in theirs.keys() - {using}:
                for option in theirs[owner]:
                    self.assertIn(f"{option[0]} is for '--using {owner}', not for '--using {using}'",
                                  self.refusal("path", "door.wkt", *ACROSS, "--using", using, *option, code=2))
        self.assertIn("--kind is for '--using corridor' or '--using surface', not for '--using navmesh'",
                      self.refusal("path", "door.wkt", *ACROSS, "--kind", "shortest", code=2))
        self.assertIn("Did you mean corridor?", self.refusal("path", "door.wkt", *ACROSS, "--using", "corider", code=2))
        for option in ["--side", "--way-count", "--look-ahead", "--radius-step"]:  # of crowds
            self.assertIn("unknown option", self.refusal("path", "door.wkt", *ACROSS, option, "1", code=2))
        for bad in ["65", "-1", "2.5", "x"]:
            self.assertIn("--landmarks must be", self.refusal("path", "door.wkt", *ACROSS, "--landmarks", bad, code=2))

    def test_landmarks_change_no_answer(self):
        lines = "".join(f"{1 + i % 7 / 2},{1 + i % 5 / 2},{30 + i % 8},{4 + i % 17},{i % 9 / 10}\n" for i in range(100))
        self.write("q.csv", lines)
        plain, fast = (self.answer_json("paths", "rooms", "--queries", "q.csv", *args)["queries"] for args in [[], ["--landmarks", "8"]])
        self.assertEqual([q["status"] for q in plain], [q["status"] for q in fast])
        for one, other in zip(plain, fast):
            if one["length"]:
                self.assertAlmostEqual(other["length"], one["length"], delta=1e-6 * one["length"])

    def test_data_that_cannot_be_used_is_refused(self):
        self.write("bad.wkt", "POLYGON ((")
        self.assertEqual(self.refusal_json("path", "bad.wkt", "--from", "1,2", "--to", "8,2")["code"], "malformed_file")
        self.assertIn("missing", self.refusal("path", "missing.wkt", "--from", "1,2", "--to", "8,2"))


class PathsCommand(Case):
    def setUp(self):
        super().setUp()
        self.write("door.wkt", DOOR)

    def test_every_line_is_answered_in_order(self):
        self.write("q.csv", "x0,y0,x1,y1,r\n1,2,8,2,0.5\n1,2,8,2,0.7\n\n# a remark\n1,2,3,2\n-1,2,8,2,0.1\n")
        document = self.answer_json("paths", "door.wkt", "--queries", "q.csv")
        self.assertEqual([q["status"] for q in document["queries"]], ["complete", "unreachable", "complete", "invalid"])
        self.assertEqual([q["line"] for q in document["queries"]], [2, 3, 6, 7])
        for query in document["queries"]:
            self.assertEqual(list(query)[:3], ["status", "length", "clearance"])
        self.assertAlmostEqual(document["queries"][0]["length"], 7)
        self.assertAlmostEqual(document["queries"][1]["widest"], 0.6, places=6)
        self.assertEqual(document["queries"][3]["problem"], "start_outside")
        self.assertEqual(sorted(document["microseconds"]), ["median", "p99", "total"])
        self.assertEqual(document["bad_lines"], [])
        self.assertNotIn("points", document["queries"][0])

    def test_every_planner_answers_them(self):
        self.write("q.csv", "x0,y0,x1,y1,r\n1,2,8,2,0.25\n1,0.7,8,0.7,0.25\n")
        for using in PLANNERS:
            statuses = [q["status"] for q in self.answer_json("paths", "door.wkt", "--queries", "q.csv", "--using", using)["queries"]]
            self.assertEqual(statuses, ["complete", "unreachable" if using == "straight" else "complete"], using)

    def test_cells_are_cut_as_wanted_for_all_planners_that_keep_them(self):
        self.write("q.csv", "1,2,8,2,0.5\n")
        for using in ["navmesh", "straight"]:
            for decomposition in ["triangulation", "notches"]:
                document = self.answer_json("paths", "door.wkt", "--queries", "q.csv", "--using", using, "--decomposition", decomposition)
                self.assertAlmostEqual(document["queries"][0]["length"], 7)
        message = self.refusal("paths", "door.wkt", "--queries", "q.csv", "--using", "field", "--relax", "0.1", code=2)
        self.assertIn("are for '--using navmesh' or '--using straight', not for '--using field'", message)

    def test_bad_lines_are_named_and_the_others_answered(self):
        done = self.run_program("paths", "door.wkt", "--queries", "-", "--json", stdin=b"1,2,8,2,0.5\nhello world\n1,2\n1,2,3,x,1\n1,2,3,2,nan\n8,2,1,2\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        document = json.loads(done.stdout)
        self.assertEqual([q["status"] for q in document["queries"]], ["complete", "invalid", "complete"])
        self.assertEqual([bad["line"] for bad in document["bad_lines"]], [2, 3, 4])
        for line in [2, 3, 4]:
            self.assertIn(f"standard input:{line}:", done.stderr.decode())

    def test_a_file_without_a_single_good_line_cannot_be_used(self):
        self.write("bad.csv", "1,2\nhello,3\n")
        done = self.run_program("paths", "door.wkt", "--queries", "bad.csv", "--json")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"bad.csv:1:", done.stderr)
        self.assertEqual(json.loads(done.stdout)["error"]["code"], "malformed_file")
        self.write("empty.csv", "")
        self.assertEqual(self.answer_json("paths", "door.wkt", "--queries", "empty.csv")["queries"], [])

    def test_points_are_there_when_asked_for(self):
        self.write("q.csv", "1,2,8,2,0.5\n1,2,8,2,0.7\n")
        document = self.answer_json("paths", "door.wkt", "--queries", "q.csv", "--points")
        self.assertEqual(document["queries"][0]["points"], [[1, 2], [8, 2]])
        self.assertEqual(document["queries"][1]["points"], [])

    def test_text_has_a_line_for_every_query_and_a_summary(self):
        self.write("q.csv", "1,2,8,2,0.5\n1,2,8,2,0.7\n")
        lines = self.answer("paths", "door.wkt", "--queries", "q.csv").decode().splitlines()
        self.assertEqual(len(lines), 3)
        self.assertTrue(lines[0].startswith("1: radius 0.5 m: 7 m long"), lines[0])
        self.assertIn("no way", lines[1])
        self.assertTrue(lines[2].startswith("2 queries: 1 complete, 1 unreachable"), lines[2])

    def test_workers_give_the_same_answers(self):
        lines = "".join(f"{1 + i % 7 / 2},{1 + i % 5 / 2},{30 + i % 8},{4 + i % 17},{i % 9 / 10}\n" for i in range(300))
        self.write("q.csv", lines)
        answers = [self.answer_json("paths", "rooms", "--queries", "q.csv", "--points", "--workers", n)["queries"] for n in [1, 2, 8]]
        self.assertEqual(answers[0], answers[1])
        self.assertEqual(answers[0], answers[2])
        self.refusal("paths", "rooms", "--queries", "q.csv", "--workers", "0", code=2)

    def test_a_radius_for_lines_without_one(self):
        self.write("q.csv", "1,2,8,2\n1,2,8,2,0.5\n")
        document = self.answer_json("paths", "door.wkt", "--queries", "q.csv", "--radius", "0.7")
        self.assertEqual([q["status"] for q in document["queries"]], ["unreachable", "complete"])

    def test_a_scenario_of_a_grid_is_compared_with_its_own_lengths(self):
        self.write("hall.map", "type octile\nheight 4\nwidth 6\nmap\n......\n..@@..\n......\n@@@@@.\n")
        # From the upper left square to the lower right one: three steps along, three across, no corner cut.
        self.write("hall.map.scen", "version 1\n0\thall.map\t6\t4\t0\t0\t5\t0\t5\n0\thall.map\t6\t4\t1\t2\t5\t3\t4.41421356\n0\thall.map\t6\t4\t0\t0\t0\t3\t-1\n")
        for args in [[], ["--decomposition", "squares"]]:
            document = self.answer_json("paths", "hall.map", "--queries", "hall.map.scen", *args)
            queries = document["queries"]
            self.assertEqual([q["status"] for q in queries][:2], ["complete", "complete"])
            self.assertAlmostEqual(queries[0]["length"], 5)
            self.assertEqual(queries[2]["status"], "invalid")  # its goal is in a wall
            self.assertEqual([q["reference"] for q in queries], [5, 4.41421356, -1])
            reference = document["reference"]
            self.assertEqual((reference["compared"], reference["disagree"]), (2, 0))
            self.assertLessEqual(reference["ratio_max"], 1 + 1e-6)
            self.assertGreater(reference["ratio_min"], 0.85)
        self.assertIn("our length / theirs", self.answer("paths", "hall.map", "--queries", "hall.map.scen").decode())

    def test_a_scenario_of_a_mesh_is_in_its_own_points(self):
        self.write("square.wkt", "POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0))")
        self.answer("convert", "square.wkt", "-o", "square.mesh")
        self.write("square.scen", "version 1\n0\tsquare.mesh\t2\t2\t0\t0\t0.5\t0.5\t0.7071067811865476\n")
        document = self.answer_json("paths", "square.mesh", "--queries", "square.scen")
        self.assertAlmostEqual(document["reference"]["ratio_mean"], 1, places=9)
        self.write("other.scen", "type octile\n")
        self.assertIn("other.scen", self.refusal("paths", "square.mesh", "--queries", "other.scen"))

    def test_who_runs_out_of_memory_in_a_thread_says_so(self):
        def give_memory(megabytes):
            return lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes * 1_000_000, megabytes * 1_000_000))

        if self.run_program("--version", preexec_fn=give_memory(600)).returncode != 0:
            return  # a program with a sanitizer reserves more addresses
        holes = [f"({x} {y}, {x} {y + 1}, {x + 1} {y + 1}, {x + 1} {y}, {x} {y})" for x in range(1, 99, 2) for y in range(1, 99, 2)]
        self.write("forest.wkt", f"POLYGON ((0 0, 100 0, 100 100, 0 100, 0 0), {', '.join(holes)})")
        self.write("questions.csv", "0.5,0.5,99.5,99.5,0.2\n" * 8)
        # Somewhere in between the scene is read, and its paths are not found.
        codes = set()
        for megabytes in range(60, 620, 40):
            for planner in ["navmesh", "field"]:
                done = self.run_program("paths", "forest.wkt", "--using", planner, "--queries", "questions.csv", "--workers", "4", preexec_fn=give_memory(megabytes))
                self.assertIn(done.returncode, [0, 1], f"{planner}, {megabytes} MB: {done.stderr}")
                if done.returncode == 1:
                    self.assertIn(b"memory", done.stderr)
                codes.add(done.returncode)
        self.assertEqual(codes, {0, 1})

    def test_scene_and_queries_cannot_share_standard_input(self):
        self.refusal("paths", "-", "--format", "wkt", "--queries", "-", code=2, stdin=DOOR.encode())
        self.refusal("paths", "door.wkt", code=2)
        self.assertIn("nothing.csv", self.refusal("paths", "door.wkt", "--queries", "nothing.csv"))


if __name__ == "__main__":
    cli_test.main()
