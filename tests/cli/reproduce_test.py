#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs `clearway reproduce` and `clearway bench` and looks at what they print and write; never at a time.

Usage: reproduce_test.py PROGRAM [unittest options]. Standard library only.
"""
import re
import unittest

import cli_test
from cli_test import Case

IDS = ["A-F15", "A-F15b", "A-CRIT", "A-MEM", "A-F17", "A-F22", "A-REC", "A-F14", "A-FLOW", "A-F16", "A-F18", "A-F19", "A-F20",
       "A-F21", "A-FAR", "A-P1", "A-P2", "A-X1", "B-T1", "B-LIN", "B-F2", "B-F7ad", "B-F7ef", "B-F4", "B-F1c", "B-F1d", "B-SMOOTH",
       "B-EFF", "B-DYN", "C-T1", "C-T1b", "C-EXT", "C-T2", "C-RV", "C-F4", "D-F2", "D-GPU", "D-HIER", "D-MAP", "D-MIN",
       "D-COST", "D-GRP", "D-SKT", "D-RTS", "X-JAM"]
# What does not depend on the speed of a machine.
VERDICTS = {"A-F17": ["fitted"], "A-MEM": ["better"], "A-F22": ["confirmed"], "A-X1": ["refuted"], "B-F7ad": ["confirmed"], "B-F7ef": ["confirmed"],
            "B-F4": ["better"], "B-F1c": ["refuted"], "B-SMOOTH": ["confirmed"], "B-EFF": ["confirmed"], "C-EXT": ["fitted"], "C-RV": ["confirmed"],
            "D-GRP": ["confirmed"], "D-SKT": ["confirmed"]}
FIELDS = ["id", "paper", "claim", "reported", "measured", "verdict", "reason"]


class Reproduce(Case):
    def test_the_list_names_every_experiment(self):
        document = self.answer_json("reproduce", "--list")
        self.assertEqual([e["id"] for e in document["experiments"]], IDS)
        self.assertEqual([line.split()[0] for line in self.answer("reproduce", "--list").decode().splitlines()], IDS)

    def test_every_experiment_ends_with_a_verdict_and_its_reason(self):
        for identity in IDS:
            with self.subTest(identity):
                # Each in a process of its own, so that each has a limit of its own.
                document = self.answer_json("reproduce", identity, "--quick", "-o", identity)
                self.assertEqual([e["id"] for e in document["experiments"]], [identity])
                experiment = document["experiments"][0]
                self.assertEqual(list(experiment)[:7], FIELDS)
                self.assertIn(experiment["verdict"], VERDICTS.get(identity, ["confirmed", "better", "refuted", "fitted"]))
                for field in FIELDS:
                    self.assertTrue(experiment[field])
                self.assertNotRegex(experiment["measured"], r"\b(nan|inf)\b")
                self.check_page(identity, [identity])

    def check_page(self, folder, identities):
        page = (self.folder / folder / "index.html").read_text()
        self.assertEqual(re.findall(r'id="([A-Z]-[^"]+)"', page), identities)
        pictures = re.findall(r'<img src="([^"]+)"', page)
        for picture in pictures:
            self.assertTrue((self.folder / folder / picture).is_file(), picture)
        return pictures

    def test_several_experiments_come_on_one_page_in_the_order_of_the_list(self):
        chosen = ["D-GRP", "A-MEM", "B-F7ad"]
        document = self.answer_json("reproduce", *chosen, "--quick", "-o", "report")
        expected = [identity for identity in IDS if identity in chosen]
        self.assertEqual([e["id"] for e in document["experiments"]], expected)
        self.assertGreaterEqual(len(self.check_page("report", expected)), 1)

    def test_one_experiment_can_be_chosen(self):
        document = self.answer_json("reproduce", "A-MEM", "--quick")
        self.assertEqual([e["id"] for e in document["experiments"]], ["A-MEM"])
        self.assertIn("14,976", self.answer("reproduce", "A-MEM", "--quick").decode())

    def test_an_unknown_experiment_is_wrong_usage(self):
        self.assertIn("A-F15", self.refusal("reproduce", "A-F51", code=2))

    def test_a_folder_that_cannot_be_made_is_an_error(self):
        self.write("taken", "a file")
        self.assertIn("taken", self.refusal("reproduce", "A-MEM", "--quick", "-o", "taken/report"))


class Bench(Case):
    def test_the_list_says_what_can_be_measured(self):
        names = [bench["name"] for bench in self.answer_json("bench", "--list")["benches"]]
        for name in ["reference", "build", "queries", "clearance", "paths"]:
            self.assertIn(name, names)

    def test_a_result_has_all_fields(self):
        document = self.answer_json("bench", "reference")
        self.assertEqual(len(document["results"]), 1)
        self.assertEqual(sorted(document["results"][0]),
                         ["checksum", "goal", "holds", "name", "peer", "peer_value", "ratio", "unit", "value"])

    def test_an_unknown_name_is_wrong_usage(self):
        self.assertIn("paths", self.refusal("bench", "pahts", code=2))


if __name__ == "__main__":
    cli_test.main()
