#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the commands on corridor maps: build, info, render, path and paths.

Usage: corridor_test.py PROGRAM [unittest options]. Standard library only.
"""
import json
import math

import cli_test
from cli_test import Case, check_png

# Two rooms of 4 m by 4 m, and a door 1.2 m wide between (4, 1.4) and (4.5, 2.6).
DOOR = "POLYGON ((0 0, 4 0, 4 1.4, 4.5 1.4, 4.5 0, 9 0, 9 4, 4.5 4, 4.5 2.6, 4 2.6, 4 4, 0 4, 0 0))"
# A block in the middle: two ways round it, the upper one a little longer.
BLOCK = "POLYGON ((0 0, 20 0, 20 10.5, 0 10.5, 0 0), (6 4, 14 4, 14 6, 6 6, 6 4))"
MAP_FIELDS = ["edges", "branches", "vertices", "balls", "length", "components", "islands", "options", "bounds", "quantum", "bytes",
              "hash", "widest", "narrowest", "gets_about", "widest_at", "narrowest_at"]
PATH_FIELDS = ["status", "length", "clearance", "radius", "points", "arcs", "cells", "microseconds", "planner", "from", "to", "balls",
               "corridor_length"]
KINDS = ["backbone", "shortest", "roomy", "smooth"]
ACROSS = ["--from", "1,2", "--to", "8,2"]


class CorridorCase(Case):
    def setUp(self):
        super().setUp()
        self.write("door.wkt", DOOR)
        self.write("block.wkt", BLOCK)

    def build_map(self, scene="door.wkt", name="map.clearway", *args):
        return self.answer_json("build", scene, "--as", "corridor", "-o", name, *args)

    def ask(self, scene, *args):
        return self.answer_json("path", scene, "--using", "corridor", *args)


class Build(CorridorCase):
    def test_a_map_becomes_a_file_that_info_understands(self):
        built = self.build_map()
        self.assertEqual(list(built), ["kind", "source", "output", *MAP_FIELDS, "file_bytes", "seconds", "read_seconds", "repairs"])
        self.assertEqual(built["kind"], "corridor")
        self.assertEqual(built["file_bytes"], (self.folder / "map.clearway").stat().st_size)
        self.assertRegex(self.answer("build", "door.wkt", "--as", "corridor", "-o", "map.clearway").decode(), r"; read in \S+ ms, built in \S+ ms\n$")
        info = self.answer_json("info", "map.clearway")
        self.assertEqual(list(info), ["kind", "source", *MAP_FIELDS, "file_bytes"])
        for field in MAP_FIELDS:
            if field != "bytes":
                self.assertEqual(info[field], built[field], field)
        self.assertEqual(info["components"], 1)
        self.assertEqual(info["islands"], 0)
        self.assertAlmostEqual(info["widest"], 2, delta=0.3)
        self.assertAlmostEqual(info["narrowest"], 0.6, places=6)
        text = self.answer("info", "map.clearway").decode()
        for word in ["corridor map", "edges", "balls", "widest", "gets about", "narrowest", "islands", info["hash"]]:
            self.assertIn(word, text)

    def test_the_same_scene_gives_the_same_file(self):
        self.build_map(name="a.clearway")
        self.build_map(name="b.clearway")
        self.assertEqual((self.folder / "a.clearway").read_bytes(), (self.folder / "b.clearway").read_bytes())

    def test_islands_are_counted(self):
        self.assertEqual(self.build_map("block.wkt")["islands"], 1)

    def test_options_change_the_map_and_are_told(self):
        plain = self.build_map()
        fine = self.build_map("door.wkt", "fine.clearway", "--spacing", "0.2", "--finest", "0.1", "--max-radius", "0.5",
                              "--corner-clearance", "0.3", "--prune-corners")
        self.assertEqual(fine["options"], {"max_radius": 0.5, "spacing": 0.2, "finest": 0.1, "corner_clearance": 0.3, "prune_corners": True})
        self.assertEqual(fine["branches"], 0)
        self.assertGreater(plain["branches"], 0)
        self.assertNotEqual(fine["hash"], plain["hash"])

    def test_a_mesh_becomes_a_map_too(self):
        self.answer("build", "door.wkt", "-o", "mesh.clearway")
        self.assertEqual(self.build_map("mesh.clearway")["narrowest"], self.build_map()["narrowest"])

    def test_a_map_goes_through_a_pipe(self):
        self.build_map()
        piped = self.answer("build", "door.wkt", "--as", "corridor", "-o", "-")
        self.assertEqual(piped, (self.folder / "map.clearway").read_bytes())
        info = json.loads(self.answer("info", "-", "--format", "clearway", "--json", stdin=piped))
        self.assertEqual(info["kind"], "corridor")

    def test_wrong_combinations_are_said(self):
        build = ["build", "door.wkt", "-o", "x.clearway"]
        self.assertIn("--as corridor", self.refusal(*build, "--spacing", "1", code=2))
        for cells in [["--relax", "1"], ["--decomposition", "merged"]]:
            self.assertIn(f"{cells[0]}: for meshes, not for '--as corridor'",
                          self.refusal(*build, "--as", "corridor", *cells, code=2))
        self.assertIn(".clearway", self.refusal("build", "door.wkt", "--as", "corridor", "-o", "x.mesh", code=2))
        self.assertIn("--finest", self.refusal(*build, "--as", "corridor", "--spacing", "0.1", "--finest", "0.2", code=2))
        for option in ["--spacing", "--finest", "--corner-clearance"]:
            self.assertIn(option, self.refusal(*build, "--as", "corridor", option, "0", code=2))
        self.assertIn("--max-radius", self.refusal(*build, "--as", "corridor", "--max-radius", "-1", code=2))
        self.build_map()
        self.assertIn("here is a map already",
                      self.refusal("build", "map.clearway", "--as", "corridor", "--spacing", "2", "-o", "x.clearway", code=2))


class Files(CorridorCase):
    def test_damaged_files_are_refused(self):
        self.build_map()
        whole = (self.folder / "map.clearway").read_bytes()
        for cut in [0, 7, 30, len(whole) // 2, len(whole) - 1]:
            self.write("cut.clearway", whole[:cut])
            self.assertIn("cut.clearway", self.refusal("info", "cut.clearway"))
        for at in range(24, len(whole), max(1, len(whole) // 40)):
            damaged = bytearray(whole)
            damaged[at] ^= 0x10
            self.write("damaged.clearway", bytes(damaged))
            self.assertIn("damaged", self.refusal("path", "damaged.clearway", *ACROSS))

    def test_a_map_is_no_scene_and_no_mesh(self):
        self.build_map()
        for command in [["convert", "map.clearway", "-o", "x.wkt"], ["convert", "map.clearway", "-o", "x.mesh"]]:
            self.assertIn("holds a corridor map", self.refusal(*command))
        for command in [["build", "map.clearway", "-o", "x.clearway"], ["path", "map.clearway", *ACROSS, "--using", "navmesh"]]:
            message = self.refusal(*command, code=2)
            self.assertIn("needs a scene or a navigation mesh; 'map.clearway' is for", message)
            self.assertIn("corridor", message)
        self.assertIn("'map.clearway' is for '--using corridor'", self.refusal("path", "map.clearway", *ACROSS, "--using", "field", code=2))
        self.assertIn("--verify", self.refusal("info", "map.clearway", "--verify", code=2))


class Info(CorridorCase):
    def test_a_scene_tells_who_can_get_about(self):
        for scene in ["door.wkt", "city"]:
            info = self.answer_json("info", scene)
            self.assertLessEqual(info["narrowest"], info["gets_about"] + 1e-9)
            self.assertLessEqual(info["gets_about"], info["widest"] + 1e-9)
        self.assertIn("gets about", self.answer("info", "city").decode())

    def test_half_of_the_ways_hang_together_for_that_radius(self):
        # Both rooms have the same ways, and less than half of them each without the door between.
        info = self.answer_json("info", "door.wkt")
        self.assertAlmostEqual(info["gets_about"], 0.6, places=6)

    def test_scene_and_map_agree(self):
        scene = self.answer_json("info", "block.wkt")
        built = self.build_map("block.wkt")
        for field in ["widest", "narrowest", "gets_about", "islands", "components"]:
            self.assertEqual(scene[field], built[field], field)


class Render(CorridorCase):
    def test_a_map_is_drawn_in_every_format(self):
        self.build_map("block.wkt")
        for ending in ["png", "svg", "pdf"]:
            document = self.answer_json("render", "map.clearway", "-o", f"map.{ending}", "--width", "400")
            self.assertEqual(document["file_bytes"], (self.folder / f"map.{ending}").stat().st_size)
            self.assertGreater(document["balls"], 10)
        check_png(self, self.folder / "map.png", 400)

    def test_balls_can_be_left_out_and_nearest_obstacles_shown(self):
        self.build_map("block.wkt")
        sizes = []
        for i, options in enumerate([["--no-balls"], [], ["--nearest"]]):
            self.answer("render", "map.clearway", "-o", f"{i}.svg", *options)
            sizes.append((self.folder / f"{i}.svg").stat().st_size)
        self.assertEqual(sizes, sorted(sizes))
        self.assertLess(sizes[0], sizes[2])

    def test_what_belongs_to_other_things_is_refused(self):
        self.build_map()
        for options in [["--outline"], ["--heat", "area"], ["--ids"], ["--no-portals"], ["--radius", "1"], ["--clearance"], ["--relax", "1"],
                        ["--as", "trails"]]:
            self.refusal("render", "map.clearway", "-o", "x.png", *options, code=2)
        self.assertIn("corridor maps", self.refusal("render", "door.wkt", "-o", "x.png", "--no-balls", code=2))
        self.assertIn("x.txt", self.refusal("render", "map.clearway", "-o", "x.txt", code=2))


class PathCommand(CorridorCase):
    def test_an_answer_has_a_path_and_its_balls(self):
        path = self.ask("door.wkt", *ACROSS, "--radius", "0.5")
        self.assertEqual(list(path), PATH_FIELDS)
        self.assertEqual((path["status"], path["planner"]), ("complete", "corridor"))
        self.assertEqual(path["points"], self.ask("door.wkt", *ACROSS, "--radius", "0.5", "--kind", "roomy")["points"])
        self.assertAlmostEqual(path["length"], 7.2, delta=0.2)  # 7 m straight on; roomy ones keep to the middle of the door
        self.assertAlmostEqual(path["clearance"], 0.6, places=6)
        self.assertEqual((path["points"][0], path["points"][-1]), ([1, 2], [8, 2]))
        self.assertGreater(path["microseconds"], 0)
        self.assertAlmostEqual(path["corridor_length"], 6.75, delta=0.1)  # from the ball that holds the start to the goal
        self.assertGreater(len(path["balls"]), 5)
        for ball in path["balls"]:
            self.assertEqual(list(ball), ["position", "clearance", "left", "right"])
        self.assertEqual(path["balls"][-1]["position"], [8, 2])

    def test_every_ball_is_free(self):
        # The nearest obstacles are as far away as the ball is large, and no corner lies within it.
        corners = [[4, 1.4], [4.5, 1.4], [4, 2.6], [4.5, 2.6]]
        for ball in self.ask("door.wkt", *ACROSS, "--radius", "0.3")["balls"]:
            self.assertGreaterEqual(math.dist(ball["position"], ball["left"]), ball["clearance"] - 1e-6)
            self.assertGreaterEqual(math.dist(ball["position"], ball["right"]), ball["clearance"] - 1e-6)
            for corner in corners:
                self.assertGreaterEqual(math.dist(ball["position"], corner), ball["clearance"] - 1e-6)

    def test_every_kind_of_path_keeps_its_promise(self):
        paths = {kind: self.ask("door.wkt", "--from", "1,0.7", "--to", "8,0.7", "--radius", "0.3", "--kind", kind) for kind in KINDS}
        for kind, path in paths.items():
            self.assertEqual(path["status"], "complete")
            self.assertGreaterEqual(path["clearance"], 0.3 - 1e-6, kind)
            self.assertGreaterEqual(path["length"], paths["shortest"]["length"] - 1e-6, kind)
            self.assertEqual((path["points"][0], path["points"][-1]), ([1, 0.7], [8, 0.7]))
            length = sum(math.dist(a, b) for a, b in zip(path["points"], path["points"][1:]))
            self.assertAlmostEqual(length, path["length"], delta=0.02)
        self.assertEqual(len({str(path["points"]) for path in paths.values()}), len(KINDS), "all different")
        self.assertAlmostEqual(paths["backbone"]["clearance"], 0.6, places=6)
        on_mesh = self.answer_json("path", "door.wkt", "--from", "1,0.7", "--to", "8,0.7", "--radius", "0.3")
        self.assertAlmostEqual(paths["shortest"]["length"], on_mesh["length"], places=5)

    def test_more_clearance_makes_a_longer_path(self):
        near, far = (self.ask("block.wkt", "--from", "1,5", "--to", "19,5", "--clearance", m) for m in ["0.3", "1.5"])
        self.assertLess(near["length"], far["length"])
        self.assertLess(near["clearance"], far["clearance"])

    def test_a_file_answers_like_its_scene(self):
        self.build_map()
        for extra in [[], ["--using", "corridor"]]:
            from_file = self.answer_json("path", "map.clearway", *ACROSS, *extra)
            from_scene = self.ask("door.wkt", *ACROSS)
            for field in ["status", "length", "clearance", "points", "balls"]:
                self.assertEqual(from_file[field], from_scene[field], field)

    def test_no_way_says_what_would_get_through(self):
        path = self.ask("door.wkt", *ACROSS, "--radius", "0.61")
        self.assertEqual(path["status"], "unreachable")
        self.assertIsNone(path["length"])
        self.assertEqual((path["points"], path["balls"]), ([], []))
        self.assertAlmostEqual(path["widest"], 0.6, places=6)
        self.assertTrue(4 <= path["narrowest_at"][0] <= 4.5 and abs(path["narrowest_at"][1] - 2) < 1e-6)
        text = self.answer("path", "door.wkt", "--using", "corridor", *ACROSS, "--radius", "0.61", "-o", "no.png").decode()
        self.assertIn("no way; the largest radius that passes is 0.6 m", text)
        check_png(self, self.folder / "no.png", 1200)

    def test_senseless_questions_are_answered_as_such(self):
        for options, problem in [(["--from", "-1,2", "--to", "8,2"], "start_outside"), (["--from", "1,2", "--to", "4.2,0.5"], "goal_outside"),
                                 (["--from", "1,0.1", "--to", "8,2"], "start_too_tight"), (["--from", "1,2", "--to", "8,3.9"], "goal_too_tight"),
                                 (["--from", "nan,2", "--to", "8,2"], "bad_point"), ([*ACROSS, "--radius", "-1"], "bad_radius"),
                                 ([*ACROSS, "--radius", "nan"], "bad_radius")]:
            path = self.ask("door.wkt", *options)
            self.assertEqual((path["status"], path["problem"]), ("invalid", problem))
        self.assertIn("invalid; ", self.answer("path", "door.wkt", "--using", "corridor", "--from", "-1,2", "--to", "8,2").decode())

    def test_a_ring_without_crossroads_and_a_room_without_islands_have_maps(self):
        self.assertEqual(self.build_map("donut")["islands"], 1)
        around = self.answer_json("path", "map.clearway", "--from", "-14,0", "--to", "14,0", "--ways", "2")
        self.assertEqual((around["status"], len(around["ways"])), ("complete", 2))
        self.write("room.wkt", "POLYGON ((0 0, 10 0, 10 4, 0 4, 0 0))")
        self.assertEqual(self.build_map("room.wkt")["islands"], 0)
        self.assertAlmostEqual(self.ask("room.wkt", "--from", "1,2", "--to", "9,2", "--kind", "shortest")["length"], 8, places=6)
        self.assertEqual(self.ask("room.wkt", "--from", "1,2", "--to", "9,2", "--radius", "1e9")["problem"], "start_too_tight")

    def test_a_height_says_which_floor_is_meant(self):
        # Two rooms above each other; only the upper one has a pillar in the way.
        def floor(layer, height, holes):
            rings = [[[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]], *holes]
            return {"type": "Feature", "properties": {"layer": layer},
                    "geometry": {"type": "Polygon", "coordinates": [[[*point, height] for point in ring] for ring in rings]}}
        pillar = [[4, 4], [4, 6], [6, 6], [6, 4], [4, 4]]
        self.write("floors.json", json.dumps({"type": "FeatureCollection", "clearway": {"units": "metres"},
                                              "features": [floor(0, 0, []), floor(1, 3, [pillar])]}))
        below, above = (self.ask("floors.json", "--from", f"1,5,{z}", "--to", f"9,5,{z}", "--kind", "shortest") for z in "03")
        self.assertAlmostEqual(below["length"], 8, places=6)
        self.assertGreater(above["length"], 8.3)
        self.build_map("floors.json")
        self.assertIn("layers", self.refusal("path", "map.clearway", "--from", "1,5,3", "--to", "9,5,3", code=2))
        self.answer("render", "map.clearway", "-o", "floors.png")
        check_png(self, self.folder / "floors.png", 1200)

    def test_several_radii_are_answered_one_after_the_other(self):
        document = self.ask("door.wkt", *ACROSS, "--radius", "0.1,0.5,2")
        self.assertEqual([path["status"] for path in document["paths"]][:2], ["complete", "complete"])
        self.assertEqual([path["radius"] for path in document["paths"]], [0.1, 0.5, 2])

    def test_two_ways_lead_round_a_block(self):
        document = self.ask("block.wkt", "--from", "1,5", "--to", "19,5", "--ways", "3")
        self.assertEqual(len(document["ways"]), 2)
        lower, upper = document["ways"]
        self.assertLessEqual(lower["corridor_length"], upper["corridor_length"])
        self.assertEqual(document["length"], lower["length"])
        self.assertEqual(document["points"], lower["points"])
        middle = [min(way["points"], key=lambda p: abs(p[0] - 10))[1] for way in document["ways"]]
        self.assertTrue(min(middle) < 4 and max(middle) > 6, middle)
        text = self.answer("path", "block.wkt", "--using", "corridor", "--from", "1,5", "--to", "19,5", "--ways", "3", "-o", "ways.png").decode()
        self.assertIn("way 1, radius 0.25 m", text)
        self.assertIn("way 2, radius 0.25 m", text)
        check_png(self, self.folder / "ways.png", 1200)
        one = self.ask("block.wkt", "--from", "1,5", "--to", "19,5", "--ways", "1")
        self.assertEqual(len(one["ways"]), 1)
        none = self.ask("door.wkt", *ACROSS, "--radius", "0.7", "--ways", "2")
        self.assertEqual((none["status"], none["ways"]), ("unreachable", []))

    def test_pictures_show_the_way(self):
        for i, scene in enumerate(["door.wkt", "rooms"]):
            self.answer("path", scene, "--using", "corridor", "--from", "1,2", "--to", "8,2", "-o", f"{i}.svg", "--title", "A way")
            self.assertTrue((self.folder / f"{i}.svg").read_text().startswith("<?xml"))

    def test_wrong_combinations_are_said(self):
        path = ["path", "door.wkt", *ACROSS]
        for options in [["--kind", "smooth"], ["--clearance", "1"], ["--ways", "2"], ["--spacing", "1"], ["--prune-corners"]]:
            self.assertIn("--using corridor", self.refusal(*path, *options, code=2))
        for options in [["--quality", "fast"], ["--partial"], ["--relax", "1"], ["--decomposition", "merged"]]:
            self.assertIn("--using navmesh", self.refusal(*path, "--using", "corridor", *options, code=2))
        for kind in ["backbone", "shortest"]:
            self.assertIn("--clearance", self.refusal(*path, "--using", "corridor", "--kind", kind, "--clearance", "1", code=2))
        self.assertIn("--ways", self.refusal(*path, "--using", "corridor", "--ways", "2", "--radius", "0.1,0.2", code=2))
        for bad in ["0", "17", "-1", "x"]:
            self.assertIn("--ways", self.refusal(*path, "--using", "corridor", "--ways", bad, code=2))
        self.assertIn("--clearance", self.refusal(*path, "--using", "corridor", "--clearance", "-1", code=2))
        self.assertIn("--kind", self.refusal(*path, "--using", "corridor", "--kind", "wide", code=2))
        self.build_map()
        self.assertIn("already", self.refusal("path", "map.clearway", *ACROSS, "--spacing", "1", code=2))


class PathsCommand(CorridorCase):
    QUERIES = "x0,y0,x1,y1,r\n1,2,8,2,0.5\n1,2,8,2,0.61\n-1,2,8,2,0.1\nnonsense\n1,1,3,3\n"

    def test_a_list_is_answered_in_order(self):
        self.write("q.csv", self.QUERIES)
        document = self.answer_json("paths", "door.wkt", "--using", "corridor", "--queries", "q.csv", "--points")
        self.assertEqual([q["status"] for q in document["queries"]], ["complete", "unreachable", "invalid", "complete"])
        self.assertAlmostEqual(document["queries"][1]["widest"], 0.6, places=6)
        self.assertEqual([q["line"] for q in document["queries"]], [2, 3, 4, 6])
        self.assertEqual([b["line"] for b in document["bad_lines"]], [5])
        self.assertEqual(document["queries"][0]["points"][-1], [8, 2])
        self.assertEqual(document["queries"][1]["points"], [])
        self.assertEqual(sorted(document["microseconds"]), ["median", "p99", "total"])

    def test_workers_and_files_change_nothing(self):
        self.write("q.csv", self.QUERIES)
        self.build_map()
        answers = [self.answer_json("paths", *source, "--queries", "q.csv", "--workers", workers)["queries"]
                   for source in (["door.wkt", "--using", "corridor"], ["map.clearway"]) for workers in "13"]
        self.assertTrue(all(answer == answers[0] for answer in answers))

    def test_corridor_and_mesh_agree_on_who_gets_through(self):
        lines = [f"{1 + 0.3 * i % 7},{1 + 0.17 * i % 2},{8 - 0.2 * i % 7},{3 - 0.13 * i % 2},{0.03 * (i % 25)}" for i in range(100)]
        self.write("q.csv", "\n".join(lines))
        on_mesh = self.answer_json("paths", "door.wkt", "--queries", "q.csv")["queries"]
        corridor = self.answer_json("paths", "door.wkt", "--queries", "q.csv", "--using", "corridor", "--kind", "shortest")["queries"]
        self.assertEqual([q["status"] for q in on_mesh], [q["status"] for q in corridor])
        self.assertGreater(sum(q["status"] == "complete" for q in corridor), 20)

    def test_wrong_combinations_are_said(self):
        self.write("q.csv", self.QUERIES)
        paths = ["paths", "door.wkt", "--queries", "q.csv"]
        self.assertIn("--using corridor", self.refusal(*paths, "--kind", "smooth", code=2))
        self.assertIn("--using navmesh", self.refusal(*paths, "--using", "corridor", "--partial", code=2))
        self.assertIn("--clearance", self.refusal(*paths, "--using", "corridor", "--kind", "shortest", "--clearance", "1", code=2))


if __name__ == "__main__":
    cli_test.main()
