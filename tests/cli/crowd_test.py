#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs `clearway crowd` and looks at what it says, records and draws.

Recorded runs are read by readers of our own that follow the rules of PedPy (load_trajectory_from_txt,
load_trajectory_from_jupedsim_sqlite, load_walkable_area_from_jupedsim_sqlite), and the numbers are computed again from them.
Usage: crowd_test.py PROGRAM [unittest options]. Standard library only.
"""
import contextlib
import json
import math
import os
import pathlib
import re
import resource
import signal
import sqlite3
import subprocess
import sys

import cli_test
from cli_test import Case, check_png

SCENARIOS = ["donut", "cross", "ill_conditioned", "circle", "bottleneck", "corridor_two_way", "crossing_four_way", "door_two_way",
             "pass_200", "head_on", "mixed_sizes", "city", "evacuate_rooms"]
FIELDS = ["agents", "ticks", "seconds", "agent_steps_per_second", "real_time_factor", "arrived", "agent_contacts", "wall_contacts",
          "max_agent_overlap", "max_wall_overlap", "outside", "stuck", "state_hash", "lines", "areas"]


def read_text(path):
    """Rows (id, frame, x, y) in metres, and the frame rate, by the rules of PedPy."""
    rate, unit, rows, is_header = None, None, [], True
    for line in path.read_text(encoding="utf-8-sig").splitlines():
        if not line.startswith("#"):
            is_header = False
        if is_header:
            if "framerate" in line:
                for word in line.split():
                    try:
                        rate = float(word) if rate is None else rate
                    except ValueError:
                        pass
            if "x/cm" in line.lower() or "in cm" in line.lower():
                unit = 0.01
            if "x/m" in line.lower() or "in m" in line.lower():
                unit = 1
        words = line.split("#")[0].split()
        if words:
            rows.append((int(words[0]), int(words[1]), float(words[2]), float(words[3])))
    assert rate is not None and rate > 0 and unit == 1, (rate, unit)
    return rows, rate


def read_sqlite(path):
    """Rows, frame rate and walkable area, by the rules of PedPy."""
    connection = sqlite3.connect(path)
    rows = connection.execute("select id, frame, pos_x as x, pos_y as y from trajectory_data").fetchall()
    rate = float(connection.execute("select value from metadata where key = 'fps'").fetchone()[0])
    version = int(connection.execute("SELECT value FROM metadata WHERE key = ?", ("version",)).fetchone()[0])
    assert version == 2
    geometries = [row[0] for row in connection.execute("SELECT wkt FROM geometry")]
    connection.close()
    return rows, rate, geometries


def side(a, b, p):
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def count_crossings(rows, rate, a, b):
    """Times of crossings from right to left and back, from positions alone."""
    ways = {}
    for number, frame, x, y in rows:
        ways.setdefault(number, []).append((frame, (x, y)))
    forward, backward = [], []
    for way in ways.values():
        way.sort()
        for (_, p), (frame, q) in zip(way, way[1:]):
            before, after = side(a, b, p) > 0, side(a, b, q) > 0
            if before != after and side(p, q, a) * side(p, q, b) <= 0:
                (forward if after else backward).append(frame / rate)
    return sorted(forward), sorted(backward)


def not_for_a_whole_run():
    """A run of a million seconds would use far more of the processor, and be ended by SIGXCPU."""
    resource.setrlimit(resource.RLIMIT_CPU, (300, 300))


def give_little_memory():
    resource.setrlimit(resource.RLIMIT_AS, (8_000_000_000, 8_000_000_000))


class CrowdCase(Case):
    def crowd(self, *args, **options):
        return self.answer_json("crowd", *args, **options)


class Runs(CrowdCase):
    def test_a_run_says_what_happened(self):
        run = self.crowd("cross", "--agents", "50", "--seconds", "10")
        for field in FIELDS:
            self.assertIn(field, run)
        self.assertEqual((run["agents"], run["ticks"], run["outside"]), (50, 100, 0))
        self.assertAlmostEqual(run["seconds"], 10)
        self.assertRegex(run["state_hash"], r"\A[0-9a-f]{16}\Z")
        self.assertRegex(run["run_hash"], r"\A[0-9a-f]{16}\Z")
        self.assertFalse(run["stopped"])
        text = self.answer("crowd", "cross", "--agents", "50", "--seconds", "10").decode()
        self.assertTrue(text.startswith("cross: 50 agents, 10 s in 100 ticks of 0.1 s, lanes and orca"), text)
        for word in ["arrived", "contacts", "outside", "stuck", "space used", "real time", run["state_hash"], run["run_hash"]]:
            self.assertIn(word, text)

    def test_two_evacuations_differ_though_nobody_is_left(self):
        runs = [self.crowd("evacuate_rooms", "--agents", "12", "--seed", str(seed), "--workers", workers)
                for seed, workers in [(1, "1"), (1, "2"), (2, "1")]]
        for run in runs:
            self.assertEqual((run["left"], run["state_hash"]), (12, "0" * 16))
        self.assertEqual(runs[0]["run_hash"], runs[1]["run_hash"])
        self.assertNotEqual(runs[0]["run_hash"], runs[2]["run_hash"])

    def test_seconds_are_ticks_times_their_length(self):
        run = self.crowd("cross", "--agents", "2", "--seconds", "120")
        self.assertEqual((run["ticks"], run["seconds"]), (1200, 120))
        for dt, ticks, seconds in [("0.04", 2999, 119.96), ("0.07", 1714, 119.98)]:
            run = self.crowd("cross", "--agents", "2", "--seconds", str(seconds), "--dt", dt)
            self.assertEqual((run["ticks"], run["seconds"]), (ticks, seconds))

    def test_people_walk_about_in_a_scene_of_any_form(self):
        self.write("level.wkt", "POLYGON ((0 0, 20 0, 20 20, 0 20, 0 0), (5 5, 5 8, 8 8, 8 5, 5 5))")
        self.run_program("convert", "level.wkt", "-o", "level.geojson")
        self.write("geo.json", (self.folder / "level.geojson").read_text())
        self.run_program("build", "level.wkt", "-o", "level.clearway")
        hashes = set()
        for name in ["level.wkt", "level.geojson", "geo.json", "level.clearway"]:
            with self.subTest(name):
                run = self.crowd(name, "--agents", "30", "--seconds", "3")
                self.assertEqual((run["scenario"], run["agents"], run["outside"], run["not_finite"]), (name, 30, 0, 0))
                self.assertGreater(run["mean_speed"], 0.5)
                hashes.add(run["run_hash"])
        self.assertEqual(len(hashes), 1)
        self.assertEqual(self.crowd("rooms", "--seconds", "1", "--guide", "corridor")["agents"], 50)
        self.assertIn("room for", self.refusal("crowd", "level.wkt", "--agents", "100000"))
        self.assertIn("--up: for meshes of triangles", self.refusal("crowd", "level.wkt", "--up", "y", code=2))

    def test_a_scenario_without_a_name_is_called_after_its_file(self):
        self.write("hall.json", '{"scene": {"areas": [{"outline": [[0, 0], [9, 0], [9, 9], [0, 9]]}]}, "seconds": 1, "groups": [{"count": 1}]}')
        self.assertTrue(self.answer("crowd", "hall.json").decode().startswith("hall.json: 1 agent, "))
        self.assertEqual(self.crowd("hall.json")["scenario"], "hall.json")

    def test_goals_that_cannot_be_reached_are_counted_and_explained(self):
        rooms = '{"areas": [{"outline": [[0, 0], [4, 0], [4, 4], [0, 4]]}, {"outline": [[5, 0], [9, 0], [9, 4], [5, 4]]}%s]}'
        group = '{"count": 3, "start_area": [[0, 0], [4, 0], [4, 4], [0, 4]], "radius": %s, "goals": [[7, 2]]}'
        scenario = '{"scene": %s, "seconds": 40, "groups": [%s]}'
        self.write("apart.json", scenario % (rooms % "", group % "0.25"))
        run = self.crowd("apart.json")
        self.assertEqual((run["arrived"], run["unreachable"], run["unreachable_agents"], run["max_travel_time"]), (0, 3, 3, 0))
        self.assertLess(run["seconds"], 40, "everybody stands as near as possible: the run is over")
        self.assertAlmostEqual(run["mean_short_by"], 3.25, 2)
        self.assertAlmostEqual(run["max_short_by"], 3.25, 2)
        example = run["first_unreachable"]
        self.assertEqual((example["agent"], example["radius"], example["to"]), (1, 0.25, [7, 2]))
        self.assertIn("the ground falls into 2 parts", example["reason"])
        text = self.answer("crowd", "apart.json").decode()
        self.assertRegex(text, r"arrived +0 of 3\n")
        self.assertRegex(text, r"unreachable +3 at the end, 3 at some time; 3.25 m short of their goals on average, 3.25 m at most; agent 1 of radius 0.25 m from \(\S+, \S+\) to \(7, 2\): ")
        door = ', {"outline": [[4, 1], [5, 1], [5, 2], [4, 2]]}'
        self.write("narrow.json", scenario % (rooms % door, group % "0.6"))
        self.assertRegex(self.crowd("narrow.json")["first_unreachable"]["reason"],
                         r"the largest radius that passes is 0.5 m, narrowest at \([45](\.\d+)?, 1.5\)")
        self.assertNotIn("first_unreachable", self.crowd("cross", "--agents", "5", "--seconds", "1"))

    def test_a_guide_that_finds_no_way_is_named_with_its_own_reason(self):
        reason = self.crowd("rooms", "--guide", "straight", "--seconds", "1")["first_unreachable"]["reason"]
        self.assertRegex(reason, r"^there is a way of \S+ m, but the guide 'straight' does not find it: something is in the way$")

    def test_every_built_in_scenario_runs_and_is_listed(self):
        listed = [scenario["name"] for scenario in self.answer_json("scenes")["scenarios"]]
        self.assertEqual(listed, SCENARIOS)
        for name in SCENARIOS:
            with self.subTest(name):
                run = self.crowd(name, "--seconds", "2", "--agents", "20") if name not in ("head_on",) else self.crowd(name, "--seconds", "2")
                self.assertEqual((run["outside"], run["not_finite"]), (0, 0))

    def test_the_run_is_the_same_with_any_number_of_workers(self):
        hashes = {self.crowd("crossing_four_way", "--agents", "120", "--seconds", "5", "--workers", workers)["state_hash"] for workers in (0, 1, 2, 3)}
        self.assertEqual(len(hashes), 1)
        other = self.crowd("crossing_four_way", "--agents", "120", "--seconds", "5", "--seed", "9")["state_hash"]
        self.assertNotIn(other, hashes)

    def test_one_word_chooses_the_fast_engine_and_what_it_cannot_do_is_refused(self):
        run = ["city", "--agents", "300", "--seconds", "3", "--engine", "walkers"]
        answers = [self.crowd(*run, "--workers", workers) for workers in (1, 3)]
        for answer in answers:
            self.assertEqual((answer["engine"], answer["guide"], answer["agents"]), ("walkers", "corridor", 300))
            self.assertEqual((answer["outside"], answer["ticks"]), (0, 30))
        self.assertEqual(answers[0]["run_hash"], answers[1]["run_hash"])
        for name, value in [("--guide", "exact"), ("--steering", "orca")]:
            self.assertIn("engine 'walkers'", self.refusal("crowd", *run, name, value))
        self.assertIn("one size", self.refusal("crowd", "mixed_sizes", "--engine", "walkers"))
        for scenario in ("sphere", "rts_skirmish"):
            self.assertIn("--engine walkers", self.refusal("crowd", scenario, "--engine", "walkers", code=2))

    def test_a_misspelt_choice_is_answered_with_the_nearest(self):
        for name, value, meant in [("--guide", "lanse", "lanes"), ("--steering", "orac", "orca"), ("--engine", "walker", "walkers")]:
            self.assertIn(f"Did you mean {meant}?", self.refusal("crowd", "rooms", name, value, code=2))

    def test_the_fast_engine_says_that_it_needs_flat_ground(self):
        self.write("hills.json", json.dumps({"name": "hills", "scene": "terrain", "engine": "walkers", "groups": [{"count": 1}]}))
        message = self.refusal("crowd", "hills.json")
        self.assertIn("engine: must be 'crowd' over curved ground", message)
        self.assertNotIn("guide must be", message)

    def test_guides_and_steering_can_be_chosen(self):
        hashes = set()
        for guide in ["lanes", "exact", "simple", "farthest", "nearest", "centre", "path", "corridor", "field", "straight"]:
            run = self.crowd("cross", "--agents", "20", "--seconds", "5", "--guide", guide)
            self.assertEqual((run["guide"], run["outside"]), (guide, 0))
            hashes.add(run["state_hash"])
        self.assertGreater(len(hashes), 2)
        for model in ["seek", "hidac", "social_force", "field"]:
            self.assertEqual(self.crowd("head_on", "--steering", model, "--seconds", "3")["steering"], model)

    def test_every_model_follows_corridors_and_one_of_them_with_the_published_force(self):
        for model in ["orca", "seek", "hidac", "social_force"]:
            run = self.crowd("cross", "--agents", "20", "--seconds", "3", "--guide", "corridor", "--steering", model)
            self.assertEqual((run["guide"], run["steering"], run["outside"]), ("corridor", model, 0))
        force = ["cross", "--agents", "20", "--seconds", "3", "--guide", "corridor", "--steering", "social_force"]
        published = {self.crowd(*force, "--set", "social_force.drive=attraction", "--workers", workers)["state_hash"] for workers in (1, 3)}
        self.assertEqual(len(published), 1)
        self.assertNotIn(self.crowd(*force)["state_hash"], published)

    def test_parameters_of_models_can_be_set_and_forces_that_blow_up_are_said(self):
        force = ["circle", "--agents", "30", "--seconds", "10", "--steering", "social_force"]
        usual = self.crowd(*force)
        self.assertNotIn("steering_faults", usual)
        other = self.crowd(*force, "--set", "social_force.look_ahead=1", "--set", "social_force.neighbour_range=4")
        self.assertNotEqual(usual["state_hash"], other["state_hash"])
        same = self.crowd(*force, "--set", "social_force.look_ahead=0.5", "--set", "orca.margin=1")
        self.assertEqual(usual["state_hash"], same["state_hash"])
        limited = self.run_program("crowd", *force, "--set", "social_force.max_force=0.1", "--json")
        self.assertGreater(json.loads(limited.stdout)["steering_faults"]["clamped"], 0)
        self.assertRegex(limited.stderr.decode(), "model 'social_force' had to limit [0-9 ,]+ answers")
        self.assertIn("look_ahead: must be a number from 0 to 10 seconds; it is 12.",
                      self.refusal("crowd", *force, "--set", "social_force.look_ahead=12", code=2))
        self.assertIn("Did you mean look_ahead?", self.refusal("crowd", *force, "--set", "social_force.lookahead=1", code=2))
        for setting, part in [("", "not of the form MODEL.NAME=VALUE"), ("social_force.look_ahead", "not of the form MODEL.NAME=VALUE"),
                              ("=1", "write MODEL.NAME=VALUE"), ("social_force=9", "write MODEL.NAME=VALUE"),
                              ("hidac.falls=2", "hidac.falls: must be true or false; it is '2'"),
                              ("social_force.look_ahead=inf", "expected a number from 0 to 10, found 'inf'")]:
            with self.subTest(setting):
                self.assertIn(part, self.refusal("crowd", *force, "--set", setting, code=2))
        self.crowd("head_on", "--seconds", "1", "--set", "orca.patience=inf")
        self.assertIn("patience (from 0 on, in seconds)", self.answer("crowd", "--help").decode())

    def test_a_run_of_nobody_is_a_run(self):
        run = self.crowd("cross", "--agents", "0", "-o", "run.sqlite")
        self.assertEqual((run["agents"], run["arrived"], run["agent_contacts"]), (0, 0, 0))
        self.assertEqual(read_sqlite(self.folder / "run.sqlite")[0], [])

    def test_long_ticks_are_divided_and_short_runs_end(self):
        self.assertEqual(self.crowd("cross", "--agents", "20", "--dt", "10", "--seconds", "20")["ticks"], 2)
        self.assertEqual(self.crowd("cross", "--agents", "20", "--seconds", "0")["ticks"], 0)

    def test_people_who_walk_about_are_measured_beside_the_shortest_paths(self):
        run = self.crowd("rooms", "--agents", "20", "--seconds", "60", "--guide", "path", "--steering", "seek")
        self.assertGreater(run["trips"], 20)
        self.assertLessEqual(run["detour_trips"], run["trips"])
        self.assertGreater(run["detour_trips"], 0.8 * run["trips"], "most rooms are farther apart than a metre")
        self.assertGreater(run["mean_detour"], 1 - 1e-3)
        self.assertLess(run["mean_detour"], 1.02, "lone walkers on shortest paths")
        self.assertLessEqual(run["mean_detour"], run["max_detour"])
        self.assertEqual((run["stayed_within_3m"], run["circling_agents"]), (0, 0))
        self.assertEqual(len(run["speed_in_sixths"]), 6)
        text = self.answer("crowd", "rooms", "--agents", "20", "--seconds", "60", "--guide", "path", "--steering", "seek").decode()
        self.assertIn(f"{run['trips']} trips to a goal", text)
        for label in ["stayed", "over time", "detour", "motion"]:
            self.assertRegex(text, rf"(?m)^  {label} ")

    def test_metrics_are_written_in_all_and_tick_by_tick(self):
        run = self.crowd("bottleneck", "--agents", "30", "--seconds", "8", "--metrics", "all.json")
        numbers = json.loads((self.folder / "all.json").read_text())
        for field in ["arrived", "agent_contacts", "wall_contacts", "lines", "entropy", "state_hash"]:
            self.assertEqual(numbers[field], run[field], field)
        self.crowd("bottleneck", "--agents", "30", "--seconds", "8", "--metrics", "ticks.csv")
        lines = (self.folder / "ticks.csv").read_text().splitlines()
        self.assertEqual(len(lines), 1 + run["ticks"])
        names = lines[0].split(",")
        contacts = sum(int(line.split(",")[names.index("agent_contacts")]) for line in lines[1:])
        self.assertEqual(contacts, run["agent_contacts"])


def has_rows(path):
    """Whether something has been committed: a database grows before that."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            return database.execute("SELECT count(*) FROM trajectory_data").fetchone()[0] > 0
    except sqlite3.OperationalError:  # not there yet, or being written to just now
        return False


class Recordings(CrowdCase):
    def test_both_forms_hold_the_same_run_and_the_flow_is_what_we_say(self):
        run = self.crowd("bottleneck", "--agents", "60", "--seconds", "30", "-o", "run.sqlite")
        self.crowd("bottleneck", "--agents", "60", "--seconds", "30", "-o", "run.txt")
        rows, rate, geometries = read_sqlite(self.folder / "run.sqlite")
        text_rows, text_rate = read_text(self.folder / "run.txt")
        self.assertEqual(rate, 10)
        self.assertEqual(text_rate, rate)
        self.assertEqual(sorted(rows), sorted(text_rows), "not the same to the bit")
        self.assertEqual(len({row[0] for row in rows}), run["agents"])
        self.assertEqual(max(row[1] for row in rows) <= run["ticks"], True)
        self.assertRegex(geometries[0], r"\APOLYGON \(\(")
        self.assertGreater(len(run["lines"]), 0)
        connection = sqlite3.connect(self.folder / "run.sqlite")
        measures = {name: points for kind, name, points in connection.execute("select kind, name, points from clearway_measures") if kind == "line"}
        connection.close()
        for line in run["lines"]:
            a, b = [tuple(map(float, point.split())) for point in measures[line["name"]].split(",")]
            forward, backward = count_crossings(rows, rate, a, b)
            # Whoever leaves in a tick is counted by us and is in no frame afterwards.
            missing = line["forward"] + line["backward"] - len(forward) - len(backward)
            self.assertEqual(missing, 0, line)
            self.assertEqual((line["forward"], line["backward"]), (len(forward), len(backward)))
            times = sorted(forward + backward)
            self.assertGreater(len(times), 5)
            self.assertAlmostEqual(line["first_at"], times[0])
            self.assertAlmostEqual(line["last_at"], times[-1])
            net = len(forward) - len(backward)
            self.assertAlmostEqual(line["flow"], (abs(net) - 1) / (times[-1] - times[0]))
            self.assertAlmostEqual(line["net_flow"], line["flow"] if net > 0 else -line["flow"])
            for direction, own in [("forward", forward), ("backward", backward)]:
                self.assertAlmostEqual(line[direction + "_flow"], (len(own) - 1) / (own[-1] - own[0]) if len(own) > 1 else 0)
            self.assertAlmostEqual(line["specific_flow"], line["flow"] / math.dist(a, b))

    def test_the_database_has_the_tables_of_jupedsim_version_2(self):
        self.crowd("door_two_way", "--agents", "20", "--seconds", "2", "-o", "run.sqlite")
        connection = sqlite3.connect(self.folder / "run.sqlite")

        def columns(table):
            return [(name, kind, notnull) for _, name, kind, notnull, _, _ in connection.execute(f"pragma table_info({table})")]

        self.assertEqual(columns("trajectory_data"), [("frame", "INTEGER", 1), ("id", "INTEGER", 1), ("pos_x", "REAL", 1), ("pos_y", "REAL", 1),
                                                      ("ori_x", "REAL", 1), ("ori_y", "REAL", 1)])
        self.assertEqual(columns("metadata"), [("key", "TEXT", 1), ("value", "TEXT", 1)])
        self.assertEqual(columns("geometry"), [("hash", "INTEGER", 1), ("wkt", "TEXT", 1)])
        self.assertEqual(columns("frame_data"), [("frame", "INTEGER", 1), ("geometry_hash", "INTEGER", 1)])
        self.assertEqual([row[2] for row in connection.execute("pragma index_info(frame_id_idx)")], ["frame", "id"])
        metadata = dict(connection.execute("select key, value from metadata"))
        for key in ["version", "fps", "xmin", "xmax", "ymin", "ymax", "seed", "scenario", "guide", "steering", "dt"]:
            self.assertIn(key, metadata)
        self.assertEqual(connection.execute("select count(*) from frame_data").fetchone()[0], 21)
        self.assertEqual(connection.execute("select count(*) from frame_data left join geometry on hash = geometry_hash where hash is null").fetchone()[0], 0)
        self.assertEqual(connection.execute("pragma integrity_check").fetchone()[0], "ok")
        for ori_x, ori_y in connection.execute("select ori_x, ori_y from trajectory_data"):
            size = math.hypot(ori_x, ori_y)
            self.assertTrue(size == 0 or abs(size - 1) < 1e-6)
        connection.close()

    def test_frames_can_be_thinned(self):
        self.crowd("cross", "--agents", "20", "--seconds", "5", "-o", "all.txt")
        self.crowd("cross", "--agents", "20", "--seconds", "5", "--every", "5", "-o", "some.txt")
        rows, rate = read_text(self.folder / "all.txt")
        thin, thin_rate = read_text(self.folder / "some.txt")
        self.assertEqual((rate, thin_rate), (10, 2))
        self.assertEqual(sorted(thin), sorted((number, frame // 5, x, y) for number, frame, x, y in rows if frame % 5 == 0))

    def test_a_recording_is_the_same_with_any_number_of_workers(self):
        for workers in (1, 3):
            self.crowd("cross", "--agents", "50", "--seconds", "3", "--workers", workers, "-o", f"run{workers}.txt")
        self.assertEqual((self.folder / "run1.txt").read_bytes(), (self.folder / "run3.txt").read_bytes())

    def test_runs_are_converted_and_described(self):
        self.crowd("door_two_way", "--agents", "20", "--seconds", "3", "-o", "run.sqlite")
        self.answer("convert", "run.sqlite", "-o", "run.txt")
        self.answer("convert", "run.txt", "-o", "back.sqlite")
        self.assertEqual(sorted(read_sqlite(self.folder / "run.sqlite")[0]), sorted(read_text(self.folder / "run.txt")[0]))
        self.assertEqual(read_sqlite(self.folder / "run.sqlite")[2], read_sqlite(self.folder / "back.sqlite")[2])
        info = self.answer_json("info", "back.sqlite")
        self.assertEqual((info["kind"], info["scenario"], info["agents"], info["frames"], info["frame_rate"]), ("run", "door_two_way", 20, 31, 10))
        self.assertIn("20, at most 20 at once", self.answer("info", "run.txt").decode())
        self.refusal("convert", "run.sqlite", "-o", "run.wkt", code=2)

    def limited(self, size):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        return limit

    def test_a_full_disk_ends_the_recording_and_not_the_run(self):
        for name, size in [("run.txt", 400_000), ("run.sqlite", 2_000_000)]:
            with self.subTest(name):
                done = self.run_program("crowd", "cross", "--agents", "300", "--seconds", "20", "-o", name, "--json", preexec_fn=self.limited(size))
                self.assertEqual(done.returncode, 1, done.stderr)
                run = json.loads(done.stdout)
                self.assertEqual(run["ticks"], 200)
                self.assertFalse(run["recording"]["complete"])
                message = done.stderr.decode()
                self.assertIn(name + ".partial", message)
                self.assertIn("goes on", message)
                self.assertFalse((self.folder / name).exists())
                partial = self.folder / (name + ".partial")
                rows = read_text(partial)[0] if name.endswith(".txt") else read_sqlite(partial)[0]
                frames = run["recording"]["frames"]
                self.assertEqual(len(rows), 300 * frames)
                if name.endswith(".txt"):
                    self.assertGreater(frames, 5)
                    self.assertAlmostEqual(run["recording"]["until"], (frames - 1) / 10)
                    self.answer("render", partial.name, "-o", "what_there_is.png")

    def start(self, *args):
        return subprocess.Popen([cli_test.PROGRAM, *args], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def wait_for_frames(self, process, name):
        path = self.folder / (name + ".partial")
        cli_test.wait_until(process, lambda: path.exists() and path.stat().st_size > 1_000_000 and (name.endswith(".txt") or has_rows(path)))
        self.assertIsNone(process.poll(), "the run ended before it was stopped")

    def test_ctrl_c_ends_the_run_and_what_was_recorded_is_complete(self):
        process = self.start("crowd", "cross", "--agents", "1000", "--seconds", "100000", "-o", "run.sqlite", "--json")
        self.wait_for_frames(process, "run.sqlite")
        process.send_signal(signal.SIGINT)
        output, message = process.communicate(timeout=cli_test.HANGS_AFTER)
        self.assertEqual(process.returncode, 130, message)
        run = json.loads(output)
        self.assertTrue(run["stopped"])
        self.assertIn("stopped", message.decode())
        rows, _, _ = read_sqlite(self.folder / "run.sqlite")
        self.assertEqual(len(rows), 1000 * (run["ticks"] + 1))
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["run.sqlite"])

    def test_a_killed_run_leaves_what_was_recorded(self):
        for name in ["run.sqlite", "run.txt"]:
            with self.subTest(name):
                process = self.start("crowd", "cross", "--agents", "1000", "--seconds", "100000", "-o", name)
                self.wait_for_frames(process, name)
                process.kill()
                process.communicate(timeout=cli_test.HANGS_AFTER)
                info = self.answer_json("info", name + ".partial")
                self.assertEqual(info["agents"], 1000)
                self.assertGreaterEqual(info["frames"], 1)


class Pictures(CrowdCase):
    def setUp(self):
        super().setUp()
        self.crowd("bottleneck", "--agents", "40", "--seconds", "20", "-o", "run.sqlite")

    def test_a_run_is_drawn_in_every_way(self):
        seen = set()
        for how in ["trails", "heat", "snapshot", "plots"]:
            self.answer("render", "run.sqlite", "-o", f"{how}.png", "--as", how)
            check_png(self, self.folder / f"{how}.png", 1200)
            seen.add((self.folder / f"{how}.png").read_bytes())
            self.answer("render", "run.sqlite", "-o", f"{how}.svg", "--as", how)
            self.assertIn(b"<svg", (self.folder / f"{how}.svg").read_bytes())
            self.answer("render", "run.sqlite", "-o", f"{how}.pdf", "--as", how)
            self.assertTrue((self.folder / f"{how}.pdf").read_bytes().startswith(b"%PDF"))
        self.assertEqual(len(seen), 4)

    def test_the_same_run_gives_the_same_picture_from_either_form(self):
        self.answer("convert", "run.sqlite", "-o", "run.txt")
        for source in ["run.sqlite", "run.txt"]:
            self.answer("render", source, "-o", source + ".png")
        self.assertEqual((self.folder / "run.sqlite.png").read_bytes(), (self.folder / "run.txt.png").read_bytes())

    def test_a_snapshot_is_of_its_time(self):
        for at in ["0", "5"]:
            self.answer("render", "run.sqlite", "-o", f"at{at}.png", "--time", at)
        self.assertNotEqual((self.folder / "at0.png").read_bytes(), (self.folder / "at5.png").read_bytes())
        self.assertIn("nothing at", self.refusal("render", "run.sqlite", "-o", "late.png", "--as", "snapshot", "--time", "5000"))

    def test_a_run_can_be_drawn_while_it_is_made(self):
        self.crowd("cross", "--agents", "20", "--seconds", "5", "--picture", "trails.png")
        check_png(self, self.folder / "trails.png", 1200)
        self.crowd("cross", "--agents", "20", "--seconds", "5", "--picture", "numbers.svg", "--as", "plots")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["numbers.svg", "run.sqlite", "trails.png"])

    def test_a_film_needs_ffmpeg_and_says_so(self):
        nowhere = {**os.environ, "PATH": str(self.folder)}
        message = self.refusal("render", "run.sqlite", "-o", "run.mp4", env=nowhere)
        self.assertIn("ffmpeg", message)
        self.assertIn("not installed", message)

    def test_a_film_is_given_to_ffmpeg_picture_by_picture(self):
        tools = cli_test.write_ffmpeg(self.folder)
        env = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}
        self.answer("render", "run.sqlite", "-o", "run.mp4", "--width", "201", "--speed", "4", env=env)
        width, height, count, different = map(int, (self.folder / "run.mp4").read_text().split())
        self.assertEqual(width, 202)
        info = self.answer_json("info", "run.sqlite")
        self.assertEqual(count, math.floor((info["until"] - info["from"]) / 4 * 25 + 1e-6) + 1)
        self.assertGreater(different, count // 2)
        message = self.refusal("render", "run.sqlite", "-o", "bad.mp4", "--width", "200", env={**env, "BREAK": "1"})
        self.assertIn("Unknown encoder", message)

    def test_options_of_runs_and_of_scenes_are_not_mixed_up(self):
        for args in [["run.sqlite", "--ids"], ["run.sqlite", "--heat", "area"], ["rooms", "--as", "heat"], ["rooms", "--time", "3"],
                     ["run.sqlite", "--as", "heat", "--time", "3"], ["run.sqlite", "--speed", "2"], ["run.sqlite", "--as", "film"]]:
            self.refusal("render", *args, "-o", "x.png", code=2)
        self.refusal("render", "run.sqlite", "-o", "x.gif", code=2)
        self.refusal("render", "nothing.sqlite", "-o", "x.png")


class Variants(CrowdCase):
    def test_groups_walk_on_the_side_that_their_behaviour_says(self):
        lanes = [[[0, 0], [24, 0], [24, 10], [0, 10]], [[0, 20], [24, 20], [24, 30], [0, 30]]]
        scenario = {"name": "sides", "scene": {"areas": [{"outline": ring} for ring in lanes]}, "seconds": 25, "steering": "field", "groups": [
            {"positions": [[2, 5]], "goals": [[22, 5]], "behaviour": {"eps": 0.3, "v": [0, 1]}},
            {"positions": [[2, 25]], "goals": [[22, 25]], "behaviour": [{"name": "left_hand"}, {"at": 2, "eps": 0.3, "v": [0, -1]}]},
            {"positions": [[12, 5], [12, 25]]}]}
        self.write("sides.json", json.dumps(scenario))
        self.assertEqual(self.crowd("sides.json", "-o", "run.txt")["arrived"], 4)
        rows = read_text(self.folder / "run.txt")[0]
        sides = [next(y for i, _, x, y in rows if i == person and x >= 12) - middle for person, middle in [(1, 5), (2, 25)]]
        self.assertGreater(sides[0], 0.4)
        self.assertLess(sides[1], -0.4)
        self.assertIn("groups[0].behaviour", self.refusal("crowd", "sides.json", "--steering", "orca"))

    def test_bullet_resolves_contacts_or_the_program_says_how_to_get_it(self):
        run = ["bottleneck", "--agents", "60", "--seconds", "10", "--steering", "seek"]
        done = self.run_program("crowd", *run, "--contacts", "bullet", "--json")
        if b"built without Bullet" in done.stderr:
            self.assertIn(b"libbullet-dev", done.stderr)
            self.skipTest("this program was built without Bullet")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(2 * json.loads(done.stdout)["agent_contacts"], self.crowd(*run, "--contacts", "own")["agent_contacts"])


class BadInput(CrowdCase):
    def test_numbers_that_make_no_sense_are_wrong_usage(self):
        for args in [["--dt", "0"], ["--dt", "nan"], ["--dt", "-1"], ["--dt", "11"], ["--seconds", "-1"], ["--seconds", "inf"], ["--agents", "-1"],
                     ["--agents", "1.5"], ["--agents", "many"], ["--workers", "-1"], ["--every", "0"], ["--seed", "-1"], ["--guide", "best"],
                     ["--steering", "none"], ["-o", "run.csv"], ["--metrics", "numbers.xml"], ["--picture", "x.gif"]]:
            with self.subTest(args):
                self.refusal("crowd", "cross", *args, code=2)
        self.refusal("crowd", code=2)

    def test_places_that_cannot_be_written_are_known_before_the_run(self):
        (self.folder / "folder.sqlite").mkdir()
        for args in [["-o", "no/such/run.sqlite"], ["-o", "no/such/run.txt"], ["-o", "folder.sqlite"], ["--metrics", "no/such/m.json"],
                     ["--picture", "no/such/p.png"]]:
            with self.subTest(args):
                self.refusal("crowd", "cross", "--seconds", "1000000", *args, preexec_fn=not_for_a_whole_run)

    def test_unknown_scenarios_suggest_known_ones(self):
        self.assertIn("bottleneck", self.refusal("crowd", "botleneck"))
        self.assertIn("Did you mean rooms?", self.refusal("crowd", "roms"))
        self.assertIn("nothing.json", self.refusal("crowd", "nothing.json"))

    def test_more_agents_than_fit_are_refused_with_a_number(self):
        available = re.search(r"MemAvailable:\s+(\d+) kB", pathlib.Path("/proc/meminfo").read_text())
        is_small = available and int(available.group(1)) < 100_000_000
        message = self.refusal("crowd", "city", "--agents", "100000000", preexec_fn=None if is_small else give_little_memory)
        self.assertRegex(message, r"100,000,000 agents need about [\d.]+ GB")
        self.assertRegex(message, r"at most about [\d,]+ fit")

    def test_people_of_the_fast_engine_need_less_memory(self):
        self.write("many.json", json.dumps({"name": "many", "scene": "cross", "engine": "walkers", "groups": [{"count": 1}]}))
        # A program with a sanitizer reserves more addresses than there is memory, and does not even start with so little.
        if self.run_program("--version", preexec_fn=give_little_memory).returncode != 0:
            return
        most = []
        for args in [["city"], ["city", "--engine", "walkers"], ["many.json"]]:
            message = self.refusal("crowd", *args, "--agents", "100000000", preexec_fn=give_little_memory)
            most.append(int(re.search(r"at most about ([\d,]+) fit", message).group(1).replace(",", "")))
        self.assertGreater(most[1], 2 * most[0])
        self.assertAlmostEqual(most[2] / most[1], 1, delta=0.2)

    def test_contacts_by_bullet_are_refused_where_it_has_no_say(self):
        self.assertIn("--contacts", self.refusal("crowd", "cross", "--contacts", "havok", code=2))
        self.assertIn("in the plane", self.refusal("crowd", "sphere", "--agents", "2", "--contacts", "bullet", code=2))
        self.assertIn("not for battles", self.refusal("crowd", "rts_skirmish", "--contacts", "bullet", code=2))

    def test_a_scenario_with_mistakes_names_them(self):
        self.write("bad.json", '{"name": "x", "scene": {"areas": [{"outline": [[0, 0], [9, 0], [9, 9], [0, 9]]}]}, "grups": []}')
        self.assertIn("grups", self.refusal("crowd", "bad.json"))
        error = self.refusal_json("crowd", "bad.json")
        self.assertIn("grups", error["message"])


if __name__ == "__main__":
    cli_test.main()
