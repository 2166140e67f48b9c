#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs `clearway analyse` on files made here and on runs of the program, and computes some of its numbers again.

Usage: analyse_test.py PROGRAM [unittest options]. Standard library only.
"""
import csv
import math

import cli_test
from cli_test import Case, check_png

HEADER = "# framerate: 10 fps\n# id frame x/m y/m z/m\n"


def make_rows(unit=1):
    """A stream of walkers at 1 m/s, one every 0.8 m, through a corridor along x; everybody is seen from x = 0 to x = 10."""
    rows = []
    for person in range(60):
        for frame in range(600):
            decimetres = frame - 8 * person
            if 0 <= decimetres <= 100:
                x, y = decimetres / 10, 0.5 * (person % 3)
                rows.append(f"{person + 1} {frame} {x / unit:.10g} {y / unit:.10g} 1.7")
    return "\n".join(rows) + "\n"


class Analyse(Case):

    def analyse(self, *args):
        return self.answer_json("analyse", *args)["files"]

    def read_table(self, name):
        with open(self.folder / name, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def test_a_stream_has_its_speed_and_flow(self):
        self.write("stream.txt", HEADER + make_rows())
        [file] = self.analyse("stream.txt", "--line", "5,2,5,-2", "--area", "3,-1,7,2")
        self.assertEqual((file["persons"], file["frame_rate"], file["frame_step"]), (60, 10, 2))
        [line] = file["lines"]
        self.assertEqual((line["forward"], line["backward"], line["width"]), (60, 0, 4))
        self.assertAlmostEqual(line["flow"], 1.25)
        self.assertAlmostEqual(line["specific_flow"], 1.25 / 4)
        self.assertAlmostEqual(line["steady_flow"], 1.25)
        [area] = file["areas"]
        self.assertEqual(area["area"], 12)
        self.assertAlmostEqual(area["mean_speed"], 1)
        self.assertIsNone(area["lane_order"], "all walk the same way")
        for part in area["fundamental_diagram"]:
            self.assertAlmostEqual(part["speed"]["median"], 1)
        self.assertEqual(file["faults"]["gaps"], 0)

    def test_density_is_right_with_and_without_walls_and_the_method_is_said(self):
        # In a corridor 1.5 m wide, everybody has 0.8 m of it; cells without walls would reach 2 m to both sides.
        self.write("stream.txt", HEADER + make_rows())
        self.write("corridor.wkt", "POLYGON ((-5 -0.25, 15 -0.25, 15 1.25, -5 1.25, -5 -0.25))")
        measures = ["stream.txt", "--area", "3,-0.25,7,1.25"]
        areas = {}
        for name, options in {"unknown": [], "walls": ["--scene", "corridor.wkt"], "open": ["--no-walls"]}.items():
            [file] = self.analyse(*measures, *options)
            areas[name] = file["areas"][0]
        self.assertEqual({name: area["density_by"] for name, area in areas.items()},
                         {"unknown": "persons_per_area", "walls": "voronoi", "open": "voronoi"})
        self.assertAlmostEqual(areas["walls"]["mean_density"], areas["unknown"]["mean_density"], delta=0.02)
        self.assertLess(areas["open"]["mean_density"], 0.7 * areas["walls"]["mean_density"])
        done = self.run_program("analyse", *measures)
        self.assertIn("does not say where the walls are", done.stderr.decode())
        self.assertIn("--scene", done.stderr.decode())
        self.assertIn("(persons per area)", done.stdout.decode())
        for options in [["--scene", "corridor.wkt"], ["--no-walls"]]:
            done = self.run_program("analyse", *measures, *options)
            self.assertEqual(done.stderr.decode(), "")
            self.assertNotIn("persons per area", done.stdout.decode())
        self.assertEqual(self.run_program("analyse", "stream.txt", "--line", "5,2,5,-2").stderr.decode(), "", "no area, no density")

    def test_a_scene_can_be_for_one_file(self):
        self.write("stream.txt", HEADER + make_rows())
        self.write("other.txt", HEADER + make_rows())
        self.write("corridor.wkt", "POLYGON ((-5 -0.25, 15 -0.25, 15 1.25, -5 1.25, -5 -0.25))")
        first, second = self.analyse("stream.txt", "other.txt", "--area", "3,-0.25,7,1.25", "--scene", "2:corridor.wkt")
        self.assertEqual([first["has_walkable_area"], second["has_walkable_area"]], [False, True])
        first, second = self.analyse("stream.txt", "other.txt", "--area", "3,-0.25,7,1.25", "--scene", "corridor.wkt")
        self.assertEqual([first["has_walkable_area"], second["has_walkable_area"]], [True, True])
        self.assertIn("no file number 3", self.refusal("analyse", "stream.txt", "--scene", "3:corridor.wkt", code=2))
        self.assertIn("--no-walls", self.refusal("analyse", "stream.txt", "--scene", "corridor.wkt", "--no-walls", code=2))

    def test_centimetres_and_metres_agree(self):
        self.write("m.txt", HEADER + make_rows())
        self.write("cm.txt", HEADER.replace("/m", "/cm") + make_rows(0.01))
        self.write("bare.txt", make_rows(0.01))
        measures = ["--line", "5,2,5,-2", "--area", "3,-1,7,2"]
        metres, centimetres, bare = self.analyse("m.txt", "cm.txt", "bare.txt", *measures, "--unit", "cm", "--frame-rate", "10")
        for key in ["persons", "frames", "mean_speed", "lines", "areas", "faults"]:
            self.assertEqual(metres[key], centimetres[key], key)
            self.assertEqual(metres[key], bare[key], key)

    def test_a_file_that_does_not_say_its_unit_is_refused(self):
        self.write("bare.txt", make_rows())
        self.assertIn("--frame-rate", self.refusal("analyse", "bare.txt", "--line", "5,2,5,-2"))
        message = self.refusal("analyse", "bare.txt", "--line", "5,2,5,-2", "--frame-rate", "10")
        self.assertIn("bare.txt:1:", message)
        self.assertIn("--unit cm", message)
        self.assertIn("inches", self.refusal("analyse", "bare.txt", "--unit", "inches", code=2))

    def test_what_is_odd_is_told_and_does_not_stop(self):
        rows = make_rows().splitlines()
        kept = [row for row in rows if not (row.startswith("7 ") and 80 <= int(row.split()[1]) < 84)]
        kept += ["99 200 4 9 1", "100 200 4 9 1"]
        self.write("odd.txt", HEADER + "\n".join(kept) + "\n")
        done = self.run_program("analyse", "odd.txt", "--line", "5,2,5,-2")
        self.assertEqual(done.returncode, 0, done.stderr)
        message = done.stderr.decode()
        self.assertIn("1 person is missing in frames between others, 1 gap in all, for at most 0.5 s", message)
        self.assertIn("once two persons are in one place, for the first time 99 and 100 in frame 200", message)
        [file] = self.analyse("odd.txt", "--line", "5,2,5,-2")
        self.assertEqual((file["faults"]["gaps"], file["faults"]["shared_places"], file["lines"][0]["forward"]), (1, 1, 60))
        self.write("split.txt", HEADER + "1 0 0 0\n1 1 0.1 0\n1 1 0.2 0\n")
        message = self.run_program("analyse", "split.txt", "--line", "5,2,5,-2").stderr.decode()
        self.assertIn("once somebody is in two places in one frame, for the first time 1 in frame 1", message)
        self.write("leap.txt", HEADER + "1 0 0 0\n1 1 90 0\n")
        message = self.run_program("analyse", "leap.txt", "--line", "5,2,5,-2").stderr.decode()
        self.assertIn("1 of 1 step from frame to frame is faster than 12 m/s", message)
        self.write("wrong.txt", HEADER + make_rows(0.01))
        message = self.run_program("analyse", "wrong.txt", "--line", "5,2,5,-2").stderr.decode()
        self.assertIn("is the unit wrong", message)

    def test_a_table_and_a_picture_are_written(self):
        self.write("stream.txt", HEADER + make_rows())
        text = self.answer("analyse", "stream.txt", "--line", "5,2,5,-2", "--area", "3,-1,7,2", "--csv", "out.csv", "-o", "out.png").decode()
        self.assertIn("1.25 persons per second", text)
        table = self.read_table("out.csv")
        crossings = [row for row in table if row["kind"] == "line"]
        self.assertEqual([int(row["id"]) for row in crossings], list(range(1, 61)))
        self.assertEqual([int(row["crossings"]) for row in crossings], list(range(1, 61)))
        frames = [row for row in table if row["kind"] == "area" and row["speed"]]
        self.assertGreater(len(frames), 400)
        for row in frames:
            self.assertAlmostEqual(float(row["speed"]), 1)
            self.assertAlmostEqual(float(row["density"]), int(row["persons"]) / 12)
        check_png(self, self.folder / "out.png", 1200)
        self.answer("analyse", "stream.txt", "--line", "5,2,5,-2", "-o", "out.svg", "--width", "500")
        self.assertTrue((self.folder / "out.svg").read_text().startswith("<?xml"))

    def test_our_runs_are_read_in_both_forms_with_their_own_measures(self):
        for name in ["run.sqlite", "run.txt"]:
            metrics = self.answer_json("crowd", "corridor_two_way", "--seconds", "20", "-o", name)
        first, second = self.analyse("run.sqlite", "run.txt", "--csv", "runs.csv")
        for key in ["persons", "frames", "lines", "areas", "faults"]:
            self.assertEqual(first[key], second[key], key)
        self.assertTrue(first["has_walkable_area"])
        self.assertTrue(all(area["density_by"] == "voronoi" for area in first["areas"]))
        for ours, theirs in zip(first["lines"], metrics["lines"]):
            self.assertEqual((ours["name"], ours["forward"], ours["backward"]), (theirs["name"], theirs["forward"], theirs["backward"]))
        self.assertGreater(len(first["lines"]) + len(first["areas"]), 0)

    def test_measures_can_be_for_one_file(self):
        self.write("a.txt", HEADER + make_rows())
        self.write("b.txt", HEADER + make_rows())
        first, second = self.analyse("a.txt", "b.txt", "--line", "5,2,5,-2", "--line", "2:1,2,1,-2", "--line", "2:2,2,2,0.75")
        self.assertEqual([line["width"] for line in first["lines"]], [4])
        self.assertEqual([line["forward"] for line in second["lines"]], [60, 20])
        self.assertIn("no file number 3", self.refusal("analyse", "a.txt", "b.txt", "--line", "3:0,0,1,1", code=2))

    def test_files_of_one_name_are_told_apart_by_their_paths(self):
        for folder in ["a", "b"]:
            (self.folder / folder).mkdir()
            self.write(f"{folder}/run.txt", HEADER + make_rows())
        self.write("other.txt", HEADER + make_rows())
        files = self.analyse("a/run.txt", "b/run.txt", "other.txt", "--line", "5,2,5,-2", "--csv", "out.csv")
        self.assertEqual([file["name"] for file in files], ["a/run.txt", "b/run.txt", "other"])
        self.assertEqual({row["file"] for row in self.read_table("out.csv")}, {"a/run.txt", "b/run.txt", "other"})

    def test_command_lines_that_make_no_sense_are_refused(self):
        self.write("a.txt", HEADER + make_rows())
        self.assertIn("--area", self.refusal("analyse", "a.txt"))
        self.assertIn("(0, 0) to (10, 1)", self.refusal("analyse", "a.txt"))
        for arguments, part in [(["--line", "1,2,3"], "not a line"), (["--line", "1,2,3,4,5,6"], "not a line"),
                                (["--area", "1,2"], "not an area"), (["--line", "x:1,2,3,4"], "number of a file"),
                                (["--line", "1,2,3,inf"], "not finite"), (["--line", "1,2,3,4", "--csv", "x.txt"], ".csv"),
                                (["--line", "1,2,3,4", "-o", "x.txt"], ".png"), (["--axis", "0,0"], "direction"),
                                (["--frame-step", "0"], "'0' is not a number of frames from 1 to 1000"),
                                (["--frame-step", "1.5"], "'1.5' is not a number of frames from 1 to 1000")]:
            with self.subTest(arguments):
                self.assertIn(part, self.refusal("analyse", "a.txt", *arguments, code=2))
        self.assertIn("has no length", self.refusal("analyse", "a.txt", "--line", "1,2,1,2"))
        self.assertIn("has no size", self.refusal("analyse", "a.txt", "--area", "1,2,1,5"))
        self.assertIn("crosses or touches itself", self.refusal("analyse", "a.txt", "--area", "0,0,2,2,2,0,0,3"))
        self.assertIn("nothing.txt", self.refusal("analyse", "nothing.txt", "--line", "0,0,1,1"))
        self.write("empty.txt", HEADER)
        self.assertIn("nobody", self.refusal("analyse", "empty.txt", "--line", "0,0,1,1"))
        self.write("bare.txt", "")
        self.assertIn("has no rows", self.refusal("analyse", "bare.txt", "--line", "0,0,1,1", "--unit", "m", "--frame-rate", "25"))
        self.write("fast.txt", HEADER.replace("10 fps", "1e7 fps") + "1 0 0 0\n")
        self.assertIn("from 0.001 to 1000000", self.refusal("analyse", "fast.txt", "--line", "0,0,1,1"))
        self.write("far.txt", HEADER + "1 0 0 0\n1 1 1e16 0\n")
        self.assertIn("person 1 is at (1e+16, 0) in frame 1", self.refusal("analyse", "far.txt", "--line", "0,0,1,1"))
        self.write("bad.txt", HEADER + "1 0 0 0\n1 1 here 0\n")
        self.assertIn("bad.txt:4:", self.refusal("analyse", "bad.txt", "--line", "0,0,1,1"))

    def test_lanes_of_a_two_way_stream_are_seen(self):
        rows = []
        for person in range(40):
            direction = 1 if person % 2 == 0 else -1
            for frame in range(100):
                x = (direction * frame / 10 + person * 0.7) % 10
                rows.append(f"{person + 1} {frame} {x:.4f} {person % 2 + 0.01 * (person % 5):.4f} 0")
        self.write("lanes.txt", HEADER + "\n".join(rows) + "\n")
        [file] = self.analyse("lanes.txt", "--area", "2,-1,8,2", "--frame-step", "1")
        self.assertGreater(file["areas"][0]["lane_order"], 0.99)
        self.assertTrue(math.isclose(file["areas"][0]["lane_order_beyond_chance"], 1, abs_tol=0.01))


if __name__ == "__main__":
    cli_test.main()
