#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs `clearway crowd` with battles: played, logged, replayed, drawn and refused.

Usage: battle_test.py PROGRAM [unittest options]. Standard library only.
"""
import json
import sqlite3

import cli_test
from cli_test import Case, check_png

YARD = {
    "battle": 1,
    "scenario": {"name": "yard", "dt": 0.05, "scene": {"areas": [{"outline": [[0, 0], [60, 0], [60, 40], [0, 40]]}]}},
    "classes": [{"name": "tank", "radius": 0.9}],
    "teams": ["red", "blue"],
    "units": [{"team": "red", "class": "tank", "positions": [[5, 20], [5, 23]]}],
    "commands": [{"at": 1, "team": "red", "order": "go", "units": "all", "to": [20, 20]}],
}


class Battles(Case):
    def test_a_skirmish_ends_and_its_log_replays_with_any_number_of_workers(self):
        played = self.answer_json("crowd", "rts_skirmish", "--agents", "40", "--log", "fight.json")
        self.assertEqual(sorted(team["left"] > 0 for team in played["teams"]), [False, True])
        self.assertEqual(played["outside"], 0)
        self.assertEqual(played["refused"], [])
        for workers in ["1", "2"]:
            again = self.answer_json("crowd", "fight.json", "--workers", workers)
            self.assertTrue(again["same_as_log"])
            for field in ["state_hash", "run_hash", "ticks"]:
                self.assertEqual(again[field], played[field])

    def test_battles_that_went_differently_have_other_run_hashes(self):
        played = self.answer_json("crowd", "rts_skirmish", "--agents", "8", "--seconds", "4")
        self.assertRegex(played["run_hash"], r"\A[0-9a-f]{16}\Z")
        self.assertNotEqual(played["run_hash"], self.answer_json("crowd", "rts_skirmish", "--agents", "8", "--seconds", "4", "--seed", "2")["run_hash"])
        text = self.answer("crowd", "rts_skirmish", "--agents", "8", "--seconds", "4").decode()
        self.assertRegex(text, f"state hash +{played['state_hash']}\n +run hash +{played['run_hash']}\n")

    def test_a_log_that_does_not_come_true_is_said(self):
        self.answer("crowd", "rts_swamp", "--agents", "6", "--seconds", "2", "--log", "log.json")
        text = (self.folder / "log.json").read_text()
        log = json.loads(text)
        self.write("changed.json", text.replace(log["state_hash"], "0" * 15 + "1"))
        self.assertEqual(self.run_program("crowd", "changed.json").returncode, 1)
        self.write("version.json", text.replace('"battle": 1', '"battle": 2'))
        self.assertIn("version 2", self.refusal("crowd", "version.json"))
        self.write("scene.json", text.replace(log["scene_hash"], "0" * 15 + "1"))
        self.assertIn("another scene", self.refusal("crowd", "scene.json"))
        shorter = self.answer_json("crowd", "log.json", "--seconds", "1")
        self.assertEqual((shorter["ticks"], shorter.get("same_as_log")), (30, None), "not played to its end, so it does not differ")
        self.assertIn("as it was played", self.refusal("crowd", "log.json", "--seed", "2", code=2))

    def test_a_battle_is_drawn_and_recorded(self):
        self.answer("crowd", "rts_swamp", "--agents", "12", "--seconds", "10", "--picture", "swamp.png", "-o", "run.sqlite")
        check_png(self, self.folder / "swamp.png", 1200)
        with sqlite3.connect(self.folder / "run.sqlite") as run:
            self.assertEqual(run.execute("SELECT COUNT(DISTINCT id) FROM trajectory_data").fetchone(), (12,))
        self.answer("crowd", "rts_swamp", "--agents", "12", "--seconds", "5", "--picture", "heat.svg", "--as", "heat")
        self.assertIn(b"<svg", (self.folder / "heat.svg").read_bytes())

    def test_a_battle_over_a_surface_is_played_drawn_and_replayed(self):
        played = self.answer_json("crowd", "rts_ramp", "--agents", "30", "--seconds", "30", "--log", "storm.json", "--picture", "storm.png", "-o", "storm.txt")
        self.assertEqual((played["refused"], played["outside"]), ([], 0))
        check_png(self, self.folder / "storm.png", 1200)
        again = self.answer_json("crowd", "storm.json", "--workers", "2")
        self.assertEqual((again["same_as_log"], again["state_hash"]), (True, played["state_hash"]))
        heights = [float(line.split()[4]) for line in (self.folder / "storm.txt").read_text().splitlines() if line[:1].isdigit()]
        self.assertGreater(max(heights), 1.9, "on the platform")
        self.assertIn("as it was played", self.refusal("crowd", "storm.json", "--slope", "5", code=2))
        self.answer("crowd", "rts_ramp", "--agents", "8", "--seconds", "1", "--slope", "60", "--log", "steep.json")
        self.assertEqual(json.loads((self.folder / "steep.json").read_text())["surface"], {"slope": "60"})

    def test_scripts_over_surfaces_tell_what_cannot_be_done(self):
        slab = json.loads(json.dumps(YARD))
        slab["scenario"]["scene"] = "overpass"
        slab["units"][0]["positions"] = [[5, 20, 0], [5, 23, 0]]
        slab["commands"] += [{"at": 1, "team": "red", "order": "go", "units": "all", "to": to} for to in ([20, 15, 0], [90, 15])]
        slab["commands"].append({"at": 1, "team": "red", "order": "follow", "units": "all", "stroke": [[5, 20], [9, 20]]})
        slab["commands"][0]["to"] = [20, 15]
        self.write("slab.json", json.dumps(slab))
        answer = self.answer_json("crowd", "slab.json", "--seconds", "5")
        self.assertEqual(answer["commands"], 1)
        for refused, words in zip(answer["refused"], ("not joined", "no ground at (90, 15)", "send the units with go"), strict=True):
            self.assertIn(words, refused["message"])
        slab["units"][0]["positions"] = [[5, 20, 0], [5, 23]]
        self.write("slab.json", json.dumps(slab))
        self.assertIn("1 of 2 points have a height", self.refusal("crowd", "slab.json"))

    def test_a_device_is_for_battles_of_its_steering_in_the_plane(self):
        self.assertIn("steering field", self.refusal("crowd", "rts_swamp", "--device", "opencl", code=2))
        self.assertIn("--device", self.refusal("crowd", "rts_ramp", "--steering", "field", "--device", "opencl", code=2))
        done = self.run_program("crowd", "rts_swamp", "--agents", "6", "--seconds", "2", "--steering", "field", "--device", "opencl", "--json")
        message = done.stderr.decode()
        if done.returncode == 1:
            self.assertIn("install", message)
            self.skipTest(message)
        self.assertEqual(done.returncode, 0, message)
        self.assertIn("local maps are solved on", message)
        self.assertEqual(json.loads(done.stdout)["ticks"], 60)

    def test_scripts_are_played_and_commands_that_make_no_sense_are_said(self):
        self.write("yard.json", json.dumps(YARD))
        answer = self.answer_json("crowd", "yard.json")
        self.assertEqual((answer["arrived"], answer["commands"]), (2, 1))
        wrong = json.loads(json.dumps(YARD))
        wrong["commands"][0]["to"] = [100, 20]
        self.write("wrong.json", json.dumps(wrong))
        answer = self.answer_json("crowd", "wrong.json")
        self.assertIn("outside the map", answer["refused"][0]["message"])
        wrong["commands"][0]["team"] = "green"
        self.write("wrong.json", json.dumps(wrong))
        self.assertIn("no team 'green'", self.refusal("crowd", "wrong.json"))

    def test_commands_stay_at_their_times_with_another_tick(self):
        self.write("yard.json", json.dumps(YARD))
        self.answer("crowd", "yard.json", "--dt", "0.1", "--log", "slow.json")
        self.assertEqual([command["tick"] for command in json.loads((self.folder / "slow.json").read_text())["commands"]], [10])

    def test_misspelt_names_suggest_battles_too(self):
        self.assertIn("rts_skirmish", self.refusal("crowd", "rts_skirmsh"))
        self.assertIn("circle", self.refusal("crowd", "cirle"))

    def test_options_that_are_not_for_battles_are_wrong_usage(self):
        for args in [["rts_swamp", "--guide", "exact"], ["rts_swamp", "--agents", "0"], ["rts_swamp", "--metrics", "m.json"], ["rts_swamp", "--log", "log.txt"],
                     ["cross", "--log", "log.json"]]:
            with self.subTest(args):
                self.refusal("crowd", *args, code=2)


if __name__ == "__main__":
    cli_test.main()
