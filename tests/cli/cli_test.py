#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the program `clearway` and looks at what it prints, writes and returns.

Usage: cli_test.py PROGRAM [unittest options]; or the environment variable CLEARWAY_PROGRAM. Standard library only.
"""
import ctypes
import fcntl
import hashlib
import json
import os
import pathlib
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest
import zlib

PROGRAM = os.environ.get("CLEARWAY_PROGRAM", "clearway")
SCALE = max(1, int(os.environ.get("CLEARWAY_TEST_SCALE", "1") or 1))
HANGS_AFTER = 3600  # seconds on the clock: only for a program that waits for ever. One that spins is ended by limited.sh.
COMMANDS = ["scenes", "build", "info", "render", "convert", "path", "paths", "crowd", "analyse", "reproduce", "bench"]
SQUARE = "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4))\n"
MESH_FIELDS = ["cells", "portals", "vertices", "obstacles", "area", "components", "islands", "longest_portal", "shortest_portal", "bounds",
               "origin", "quantum", "bytes", "hash"]


def stop_reading_everything():
    """The superuser reads files without permission, unless the process asks for a program without that power (Linux)."""
    pr_set_securebits, secbit_noroot = 28, 1  # <linux/prctl.h>, <linux/securebits.h>
    if os.geteuid() == 0 and ctypes.CDLL(None).prctl(pr_set_securebits, secbit_noroot, 0, 0, 0) != 0:
        raise OSError("prctl failed")


def read_status(process, field):
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
        name, _, value = line.partition(":")
        if name == field:
            return value.split()[0]
    return ""


def wait_until(process, condition):
    """However long the machine takes to start a program. A program that has ended is not waited for."""
    end = time.monotonic() + HANGS_AFTER
    while process.poll() is None and not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"waited for {HANGS_AFTER} s")
        time.sleep(0.02)


def wait_until_it_handles(process, number):
    """Until the program has installed its handler of a signal; before, the signal would end it without a word."""
    wait_until(process, lambda: int(read_status(process, "SigCgt"), 16) >> (number - 1) & 1)


def wait_until_it_reads(process):
    """Until the program has taken the first bytes from its standard input."""
    os.write(process.stdin.fileno(), b"POLYGON")
    wait_until(process, lambda: fcntl.ioctl(process.stdin.fileno(), termios.FIONREAD, b"\0" * 4) == b"\0" * 4)


class Case(unittest.TestCase):
    """Each test has a folder of its own, in which the program runs."""

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def run_program(self, *args, stdin=b"", **options):
        return subprocess.run([PROGRAM, *map(str, args)], input=stdin, capture_output=True, cwd=self.folder, timeout=HANGS_AFTER, **options)

    def answer(self, *args, **options):
        """Runs a command that must succeed; its standard output."""
        done = self.run_program(*args, **options)
        self.assertEqual(done.returncode, 0, f"{args}: {done.stderr.decode(errors='replace')}")
        return done.stdout

    def answer_json(self, *args, **options):
        return json.loads(self.answer(*args, "--json", **options))

    def refusal(self, *args, code=1, **options):
        """Runs a command that must fail with one clear message and leave no file behind; the message."""
        before = self.files()
        done = self.run_program(*args, **options)
        message = done.stderr.decode(errors="replace")
        self.assertEqual(done.returncode, code, f"{args}: {message}")
        self.assertTrue(message.startswith("clearway: "), message)
        self.assertEqual(self.files(), before, "something was written")
        return message

    def refusal_json(self, *args, code=1, **options):
        done = self.run_program(*args, "--json", **options)
        self.assertEqual(done.returncode, code, done.stderr)
        document = json.loads(done.stdout)
        self.assertEqual(list(document), ["error"])
        self.assertIn("code", document["error"])
        self.assertIn("message", document["error"])
        return document["error"]

    def files(self):
        """Every file of the folder, hidden ones too, with a hash of what is in it."""
        return {str(p.relative_to(self.folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in self.folder.rglob("*") if p.is_file()}

    def write(self, name, text):
        (self.folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return name


class Help(Case):
    def test_without_arguments_the_program_says_what_it_can_do(self):
        text = self.answer().decode()
        for command in COMMANDS:
            self.assertIn(command, text)

    def test_every_command_explains_itself_with_examples(self):
        self.assertIn("Examples:", self.answer("--help").decode())
        for command in COMMANDS:
            text = self.answer(command, "--help").decode()
            self.assertIn("Examples:", text)
            self.assertIn(f"clearway {command}", text)
            self.assertIn("--json", text)

    def test_the_version_is_one_line(self):
        self.assertRegex(self.answer("--version").decode(), r"\Aclearway \d+\.\d+\.\d+\n\Z")


class Scenes(Case):
    def test_the_list_has_a_line_for_every_scene_and_scenario(self):
        document = self.answer_json("scenes")
        names = [scene["name"] for scene in document["scenes"]]
        scenarios = [scenario["name"] for scenario in document["scenarios"]]
        meshes = [mesh["name"] for mesh in document["meshes"]]
        battles = [battle["name"] for battle in document["battles"]]
        self.assertEqual(battles, ["rts_skirmish", "rts_swamp", "rts_ramp"])
        lines = self.answer("scenes").decode().splitlines()
        self.assertEqual([line.split()[0] for line in lines if line], ["Scenes:", *names, "Meshes,", *meshes, "Scenarios,", *scenarios,
                          "Battles,", *battles])
        for name in ["ramp", "s_ramp", "terrain", "asteroid", "octopus", "overpass", "sphere", "torus", "cube"]:
            self.assertIn(name, meshes)
        for name in ["rooms", "donut", "cross", "ill_conditioned", "doors", "maze", "comb", "spiral", "mckenna", "city", "city500",
                     "city2000", "fig17"]:
            self.assertIn(name, names)

    def test_every_scene_has_a_description(self):
        for scene in self.answer_json("scenes")["scenes"]:
            self.assertEqual(sorted(scene), ["description", "name", "source"])
            self.assertGreater(len(scene["description"]), 10, scene["name"])

    def test_all_scenes_are_drawn_into_a_folder_with_a_page_to_look_at(self):
        document = self.answer_json("scenes", "-o", "deep/gallery", "--width", "300")
        page = (self.folder / "deep/gallery/index.html").read_text()
        for scene in document["scenes"]:
            self.assertGreater(scene["cells"], 0)
            check_png(self, self.folder / scene["picture"], 300)
            self.assertIn(pathlib.Path(scene["picture"]).name, page)
        for mesh in document["meshes"]:
            self.assertGreater(mesh["triangles"], 0)
            check_png(self, self.folder / mesh["picture"], 300)
            self.assertIn(pathlib.Path(mesh["picture"]).name, page)
        for scenario in document["scenarios"] + document["battles"]:
            self.assertGreater(scenario["agents"], 0)
            check_png(self, self.folder / scenario["picture"], 300)
            self.assertIn(pathlib.Path(scenario["picture"]).name, page)

    def test_a_folder_that_cannot_be_made_is_an_error(self):
        self.write("taken", "a file")
        self.assertIn("taken", self.refusal("scenes", "-o", "taken/gallery"))


class Build(Case):
    def test_info_tells_what_a_planner_builds(self):
        parts = {"navmesh": ["navmesh", "clearance_bytes"], "corridor": ["corridor"], "field": [], "straight": ["navmesh"], "surface": ["surface"]}
        for using, built in parts.items():
            info = self.answer_json("info", "terrain" if using == "surface" else "rooms", "--using", using)
            self.assertEqual((info["kind"], info["planner"]), ("planner", using))
            self.assertIn({"navmesh": "lanes"}.get(using, using), info["guides"])
            self.assertEqual([name for name in ["navmesh", "clearance_bytes", "corridor", "field", "surface"] if name in info], built)
        one, finer = (self.answer_json("info", "rooms", "--using", "corridor", "--spacing", spacing)["corridor"] for spacing in ("1", "0.25"))
        self.assertLess(one["balls"], finer["balls"])
        self.assertIn("the planner 'corridor'", self.answer("info", "rooms", "--using", "corridor").decode())
        self.assertIn("--eps is for '--using field'", self.refusal("info", "rooms", "--using", "corridor", "--eps", "1", code=2))
        self.assertIn("--spacing: for surfaces, and with --using", self.refusal("info", "rooms", "--spacing", "1", code=2))
        self.assertIn("--spacing is for '--using corridor'", self.refusal("info", "terrain", "--spacing", "1", code=2))

    def test_a_built_in_scene_becomes_a_file_that_info_understands(self):
        built = self.answer_json("build", "rooms", "-o", "rooms.clearway")
        for field in ["kind", "output", "seconds", "file_bytes", "repairs", *MESH_FIELDS]:
            self.assertIn(field, built)
        self.assertEqual(built["kind"], "navmesh")
        self.assertEqual(built["file_bytes"], (self.folder / "rooms.clearway").stat().st_size)
        info = self.answer_json("info", "rooms.clearway")
        for field in MESH_FIELDS:
            if field != "bytes":  # a loaded mesh may be packed more tightly than one just built
                self.assertEqual(info[field], built[field], field)

    def test_the_summary_names_cells_portals_vertices_and_time(self):
        text = self.answer("build", "rooms", "-o", "rooms.clearway").decode()
        self.assertRegex(text, r"rooms\.clearway: [\d,]+ cells, [\d,]+ portals, [\d,]+ vertices, .* ms\n")

    def test_nothing_but_the_answer_is_printed_in_a_pipe(self):
        done = self.run_program("build", "city500", "-o", "city.clearway")
        self.assertEqual(done.stderr, b"")
        self.assertEqual(done.stdout.count(b"\n"), 1)

    def test_every_decomposition_covers_the_same_area(self):
        self.write("square.wkt", SQUARE)
        for kind in ["notches", "merged", "triangulation"]:
            built = self.answer_json("build", "square.wkt", "-o", "out.clearway", "--decomposition", kind)
            self.assertAlmostEqual(built["area"], 96, places=7)
            self.assertEqual(built["islands"], 1)
            self.assertEqual(built["components"], 1)

    def test_relaxation_gives_no_more_cells(self):
        plain = self.answer_json("build", "rooms", "-o", "a.clearway")
        relaxed = self.answer_json("build", "rooms", "-o", "b.clearway", "--relax", "0.5")
        self.assertLessEqual(relaxed["cells"], plain["cells"])

    def test_a_grid_keeps_its_squares_when_asked_to(self):
        self.write("grid.map", "type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n....\n")
        squares = self.answer_json("build", "grid.map", "-o", "a.mesh", "--decomposition", "squares")
        self.assertEqual(squares["cells"], 10)
        merged = self.answer_json("build", "grid.map", "-o", "b.mesh")
        self.assertLess(merged["cells"], 10)
        self.assertEqual((squares["area"], merged["area"]), (10, 10))
        self.assertEqual(self.answer_json("build", "-", "--format", "map", "-o", "c.mesh", "--decomposition", "squares",
                                          stdin=(self.folder / "grid.map").read_bytes())["cells"], 10)

    def test_squares_of_anything_else_are_wrong_usage(self):
        self.assertIn("squares", self.refusal("build", "rooms", "-o", "a.mesh", "--decomposition", "squares", code=2))

    def test_cells_of_a_mesh_are_kept_unless_a_decomposition_is_named(self):
        triangles = self.answer_json("build", "rooms", "-o", "t.mesh", "--decomposition", "triangulation")
        kept = self.answer_json("build", "t.mesh", "-o", "kept.clearway")
        anew = self.answer_json("build", "t.mesh", "-o", "anew.clearway", "--decomposition", "notches")
        self.assertEqual(kept["cells"], triangles["cells"])
        self.assertLess(anew["cells"], triangles["cells"])
        self.assertAlmostEqual(anew["area"], kept["area"], delta=1e-6 * kept["area"])

    def test_standard_input_and_output_work_as_files(self):
        data = self.answer("build", "-", "--format", "wkt", "-o", "-", stdin=SQUARE.encode())
        self.write("out.clearway", data)
        self.assertAlmostEqual(self.answer_json("info", "out.clearway")["area"], 96, places=7)

    def test_seed_and_scale_change_a_built_in_scene(self):
        one = self.answer_json("build", "city500", "-o", "a.clearway")
        other = self.answer_json("build", "city500", "-o", "a.clearway", "--seed", "2")
        larger = self.answer_json("build", "city500", "-o", "a.clearway", "--scale", "2")
        self.assertNotEqual(one["hash"], other["hash"])
        self.assertGreater(larger["vertices"], 1.5 * one["vertices"])

    def test_seed_of_a_file_is_wrong_usage(self):
        self.write("square.wkt", SQUARE)
        self.assertIn("--seed", self.refusal("build", "square.wkt", "-o", "a.clearway", "--seed", "2", code=2))

    def test_triangle_meshes_are_for_surface(self):
        self.write("level.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        for name in ["level.obj", "level.glb", "level.STL"]:
            self.assertIn("--as surface", self.refusal("build", name, "-o", "a.clearway"))

    def test_an_output_of_another_kind_is_wrong_usage(self):
        self.assertIn(".clearway", self.refusal("build", "rooms", "-o", "a.docx", code=2))


class Info(Case):
    def test_a_scene_tells_about_its_outlines_and_its_mesh(self):
        info = self.answer_json("info", "donut")
        self.assertEqual(info["kind"], "scene")
        for field in [*MESH_FIELDS, "widest", "narrowest", "scene", "repairs"]:
            self.assertIn(field, info)
        self.assertEqual(info["islands"], info["scene"]["holes"])
        self.assertAlmostEqual(info["area"], info["scene"]["area"], delta=1e-9 * info["area"])
        self.assertLessEqual(info["narrowest"], info["widest"])

    def test_text_says_the_same_as_json(self):
        text = self.answer("info", "rooms").decode()
        info = self.answer_json("info", "rooms")
        self.assertIn(info["hash"], text)
        for word in ["bounds", "free space", "cells", "portals", "narrowest", "components", "islands"]:
            self.assertIn(word, text)

    def test_a_square_with_a_hole_has_known_numbers(self):
        self.write("square.wkt", SQUARE)
        info = self.answer_json("info", "square.wkt")
        self.assertEqual(info["bounds"], [0, 0, 10, 10])
        self.assertEqual((info["islands"], info["components"], info["obstacles"]), (1, 1, 8))
        self.assertEqual(info["scene"]["vertices"], 8)
        self.assertEqual(info["file_bytes"], len(SQUARE))

    def test_one_convex_room_has_no_portals_and_says_null(self):
        self.write("room.wkt", "POLYGON ((0 0, 4 0, 4 3, 0 3, 0 0))")
        info = self.answer_json("info", "room.wkt")
        self.assertEqual((info["cells"], info["portals"], info["longest_portal"], info["shortest_portal"]), (1, 0, None, None))
        self.assertAlmostEqual(info["widest"], 1.5)
        self.assertIsNone(info["narrowest"])
        self.answer("info", "room.wkt")

    def test_the_narrowest_passage_is_told_with_its_place(self):
        # Two rooms of 4 m and a door of 1.2 m in a wall 0.5 m thick; then the same with a corridor of 1 m instead.
        self.write("door.wkt", "POLYGON ((0 0, 4 0, 4 1, 4.5 1, 4.5 0, 9 0, 9 4, 4.5 4, 4.5 2.2, 4 2.2, 4 4, 0 4, 0 0))")
        info = self.answer_json("info", "door.wkt")
        self.assertAlmostEqual(info["narrowest"], 0.6, places=6)
        self.assertTrue(4 <= info["narrowest_at"][0] <= 4.5 and abs(info["narrowest_at"][1] - 1.6) < 1e-6, info["narrowest_at"])
        self.assertAlmostEqual(info["widest"], 2.0, places=6)
        self.write("corridor.wkt", "POLYGON ((0 0, 4 0, 4 1, 9 1, 9 0, 13 0, 13 4, 9 4, 9 2, 4 2, 4 4, 0 4, 0 0))")
        self.assertAlmostEqual(self.answer_json("info", "corridor.wkt")["narrowest"], 0.5, places=6)
        self.write("blocks.wkt", "POLYGON ((0 0, 20 0, 20 20, 0 20, 0 0), (5 5, 9 5, 9 15, 5 15, 5 5), (10.5 5, 15 5, 15 15, 10.5 15, 10.5 5))")
        self.assertAlmostEqual(self.answer_json("info", "blocks.wkt")["narrowest"], 0.75, places=6)
        self.assertIn("radius 0.75 m", self.answer("info", "blocks.wkt").decode())

    def test_verify_finds_nothing_wrong_with_what_we_build(self):
        for scene in ["rooms", "donut", "spiral", "ill_conditioned"]:
            self.assertEqual(self.answer_json("info", scene, "--verify")["problems"], [])
        self.answer("build", "rooms", "-o", "rooms.clearway")
        self.assertIn("nothing wrong", self.answer("info", "rooms.clearway", "--verify").decode())

    def test_what_verify_finds_is_said_on_standard_error_too(self):
        # Two cells that overlap: such a mesh is read as it is.
        self.write("over.mesh", "mesh\n2\n6 2\n0 0 1 0\n4 0 1 0\n4 4 2 0 1\n0 4 1 0\n2 2 1 1\n6 2 1 1\n4 0 1 2 3 -1 -1 -1 -1\n3 4 5 2 -1 -1 -1\n")
        for options in [[], ["--json"]]:
            done = self.run_program("info", "over.mesh", "--verify", *options)
            self.assertEqual(done.returncode, 1)
            self.assertIn("overlap near (4, 2)", done.stdout.decode())
            self.assertIn("over.mesh: 1 problem found: Cells 0 and 1 overlap near (4, 2).", done.stderr.decode())
            self.assertIn("nothing is known of its passages", done.stderr.decode())

    def test_the_rows_of_a_map_are_counted_from_its_top(self):
        self.write("a.map", "type octile\nheight 3\nwidth 4\nmap\n.@@@\n.@@@\n....\n")
        self.assertIn("4 x 3 of 1 m", self.answer("info", "a.map").decode())
        self.assertIn("(c + 0.5, 2.5 - r)", self.answer("info", "a.map").decode())
        self.assertEqual(self.answer_json("info", "a.map")["squares"], {"columns": 4, "rows": 3})
        # Column 0, row 0 of the file is its upper left square; column 3, row 2 its lower right one.
        path = self.answer_json("path", "a.map", "--from", "0.5,2.5", "--to", "3.5,0.5", "--radius", "0")
        self.assertEqual(path["status"], "complete")
        self.write("a.map.scen", "version 1\n0\ta.map\t4\t3\t0\t0\t3\t2\t5\n")
        [query] = self.answer_json("paths", "a.map", "--queries", "a.map.scen")["queries"]
        self.assertEqual(query["status"], "complete")

    def test_a_damaged_file_is_refused(self):
        self.answer("build", "rooms", "-o", "rooms.clearway")
        data = bytearray((self.folder / "rooms.clearway").read_bytes())
        self.write("short.clearway", bytes(data[:len(data) // 2]))
        self.assertEqual(self.refusal_json("info", "short.clearway")["code"], "malformed_file")
        data[len(data) // 2] ^= 4
        self.write("flipped.clearway", bytes(data))
        self.assertEqual(self.refusal_json("info", "flipped.clearway")["code"], "malformed_file")

    def test_repairs_are_said_on_standard_error_and_counted_in_json(self):
        self.write("bow.wkt", "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))")
        done = self.run_program("info", "bow.wkt", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(json.loads(done.stdout)["repairs"]["total"], 0)
        self.assertTrue(done.stderr.startswith(b"clearway: bow.wkt: "), done.stderr)


def write_ffmpeg(folder):
    """A stand-in for ffmpeg that checks what it is given, and answers with how many pictures there were. Returns its folder."""
    tools = folder / "tools"
    tools.mkdir()
    program = tools / "ffmpeg"
    program.write_text(f"#!{sys.executable}\nimport sys, os\n"
                       "args = sys.argv[1:]\n"
                       "width, height = map(int, args[args.index('-s') + 1].split('x'))\n"
                       "assert width % 2 == 0 and height % 2 == 0 and 'yuv420p' in args and 'libx264' in args\n"
                       "data = sys.stdin.buffer.read()\n"
                       "count, rest = divmod(len(data), 4 * width * height)\n"
                       "assert rest == 0\n"
                       "different = len({data[i * 4 * width * height:(i + 1) * 4 * width * height] for i in range(count)})\n"
                       "if os.environ.get('BREAK'): sys.exit('Unknown encoder')\n"
                       "open(args[-1], 'w').write(f'{width} {height} {count} {different}')\n")
    program.chmod(0o755)
    return tools


def check_png(test, path, width):
    """A whole PNG of that width: every chunk with its checksum, and pixels that are not all the same."""
    data = path.read_bytes()
    test.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
    position, pixels, size = 8, b"", None
    while position < len(data):
        length, kind = struct.unpack(">I4s", data[position:position + 8])
        body = data[position + 8:position + 8 + length]
        test.assertEqual(struct.unpack(">I", data[position + 8 + length:position + 12 + length])[0], zlib.crc32(kind + body))
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
        if kind == b"IDAT":
            pixels += body
        test.assertNotIn(kind, [b"tIME", b"tEXt"], "a date would make every picture different")
        position += 12 + length
    test.assertEqual(size[0], width)
    test.assertGreater(len(set(zlib.decompress(pixels))), 3)
    return size


class Render(Case):
    def test_every_format_is_a_picture(self):
        self.answer("render", "rooms", "-o", "a.png")
        check_png(self, self.folder / "a.png", 1200)
        self.answer("render", "rooms", "-o", "a.svg")
        svg = (self.folder / "a.svg").read_text()
        self.assertIn("<svg", svg)
        self.assertTrue(svg.rstrip().endswith("</svg>"))
        self.answer("render", "rooms", "-o", "a.pdf")
        pdf = (self.folder / "a.pdf").read_bytes()
        self.assertTrue(pdf.startswith(b"%PDF") and pdf.rstrip().endswith(b"%%EOF"))

    def test_the_same_call_gives_the_same_bytes(self):
        for ending in ["png", "svg", "pdf"]:
            args = ["--ids", "--heat", "area", "--title", "same"]
            self.answer("render", "city500", "-o", f"a.{ending}", *args)
            time.sleep(1.1 if ending == "pdf" else 0)  # a stored second would differ
            self.answer("render", "city500", "-o", f"b.{ending}", *args)
            self.assertEqual((self.folder / f"a.{ending}").read_bytes(), (self.folder / f"b.{ending}").read_bytes(), ending)

    def test_every_option_changes_the_picture(self):
        self.answer("render", "rooms", "-o", "plain.svg")
        seen = {(self.folder / "plain.svg").read_bytes()}
        for args in [["--ids"], ["--no-portals"], ["--no-legend"], ["--outline"], ["--heat", "area"], ["--heat", "sides"],
                     ["--heat", "width"], ["--title", "Ground floor"], ["--width", "640"], ["--decomposition", "triangulation"],
                     ["--radius", "0.5"], ["--radius", "1"], ["--clearance"]]:
            self.answer("render", "rooms", "-o", "x.svg", *args)
            seen.add((self.folder / "x.svg").read_bytes())
        self.assertEqual(len(seen), 14)

    def test_fewer_intervals_are_free_for_a_larger_radius(self):
        counts = [self.answer_json("render", "rooms", "-o", "x.svg", "--radius", r)["free_intervals"] for r in ["0", "0.5", "1", "5"]]
        self.assertEqual(counts, sorted(counts, reverse=True))
        self.assertGreater(counts[0], 0)
        self.assertEqual(counts[-1], 0)

    def test_what_cannot_be_drawn_together_is_wrong_usage(self):
        for args in [["--outline", "--radius", "1"], ["--outline", "--clearance"], ["--heat", "area", "--clearance"], ["--radius", "-1"],
                     ["--radius", "nan"]]:
            self.refusal("render", "rooms", "-o", "x.svg", *args, code=2)

    def test_a_mesh_file_can_be_drawn(self):
        self.answer("build", "rooms", "-o", "rooms.clearway")
        document = self.answer_json("render", "rooms.clearway", "-o", "rooms.png", "--width", "400")
        self.assertEqual(document["file_bytes"], (self.folder / "rooms.png").stat().st_size)
        check_png(self, self.folder / "rooms.png", 400)

    def test_extreme_shapes_give_pictures_of_reasonable_size(self):
        self.write("wide.wkt", "POLYGON ((0 0, 1000 0, 1000 1, 0 1, 0 0))")
        self.write("tall.wkt", "POLYGON ((0 0, 1 0, 1 1000, 0 1000, 0 0))")
        self.write("far.wkt", "POLYGON ((5e6 5e6, 5000010 5e6, 5000010 5000010, 5e6 5000010, 5e6 5e6))")
        for name in ["wide", "tall", "far"]:
            self.answer("render", f"{name}.wkt", "-o", f"{name}.png", "--ids")
            self.assertLessEqual(check_png(self, self.folder / f"{name}.png", 1200)[1], 2600)

    def test_tiny_pictures_work(self):
        for ending in ["png", "svg", "pdf"]:
            self.answer("render", "rooms", "-o", f"a.{ending}", "--width", "64", "--heat", "area")

    def test_widths_out_of_range_are_wrong_usage(self):
        for width in ["63", "20001", "-5", "nan", "wide", "1e99"]:
            self.refusal("render", "rooms", "-o", "a.png", "--width", width, code=2)

    def test_a_png_that_would_eat_the_memory_is_refused(self):
        self.write("square.wkt", SQUARE)
        self.assertIn("smaller width", self.refusal("render", "square.wkt", "-o", "a.png", "--width", "20000"))

    def test_other_endings_are_wrong_usage(self):
        for name in ["a.gif", "a", "-"]:
            self.assertIn(".png", self.refusal("render", "rooms", "-o", name, code=2))

    def test_titles_of_any_bytes_are_drawn(self):
        for title in [b"Erdgescho\xc3\x9f", b"\xff\xfe broken", b"tab\tand\nline", b"long " * 300]:
            for ending in ["png", "svg", "pdf"]:
                self.answer("render", "donut", "-o", f"a.{ending}", "--title", os.fsdecode(title))


class Convert(Case):
    def test_scenes_survive_every_scene_format(self):
        self.write("square.wkt", SQUARE)
        expected = self.answer_json("info", "square.wkt")["scene"]
        for chain in [["a.geojson", "b.wkt"], ["a.json", "b.clearway", "c.wkt"], ["a.clearway", "b.geojson"]]:
            source = "square.wkt"
            for target in chain:
                self.answer("convert", source, "-o", target)
                source = target
            found = self.answer_json("info", source, "--coordinates", "metres")["scene"]
            self.assertEqual((found["area"], found["bounds"], found["vertices"]), (96, expected["bounds"], 8), chain)

    def test_a_mesh_becomes_its_outline_and_an_outline_a_mesh(self):
        self.write("square.wkt", SQUARE)
        self.answer("convert", "square.wkt", "-o", "square.mesh")
        mesh = self.answer_json("info", "square.mesh")
        self.assertEqual(mesh["kind"], "navmesh")
        self.answer("convert", "square.mesh", "-o", "again.wkt")
        again = self.answer_json("info", "again.wkt")
        self.assertEqual((again["area"], again["scene"]["holes"], again["scene"]["vertices"]), (96, 1, 8))

    def test_converting_twice_gives_the_same_bytes(self):
        for ending in ["wkt", "geojson", "mesh", "clearway"]:
            self.answer("convert", "city500", "-o", f"a.{ending}")
            self.answer("convert", "city500", "-o", f"b.{ending}")
            self.assertEqual((self.folder / f"a.{ending}").read_bytes(), (self.folder / f"b.{ending}").read_bytes(), ending)

    def test_save_load_save_gives_the_same_bytes(self):
        self.answer("build", "rooms", "-o", "a.clearway")
        self.answer("convert", "a.clearway", "-o", "b.clearway")
        self.assertEqual((self.folder / "a.clearway").read_bytes(), (self.folder / "b.clearway").read_bytes())

    def test_pipes_need_formats(self):
        text = self.answer("convert", "-", "--format", "wkt", "-o", "-", "--to", "geojson", stdin=SQUARE.encode())
        json.loads(text)
        self.assertIn("--format", self.refusal("convert", "-", "-o", "a.wkt", code=2, stdin=SQUARE.encode()))
        self.assertIn("--to", self.refusal("convert", "rooms", "-o", "-", code=2))

    def test_grids_stay_grids_and_nothing_else_becomes_one(self):
        text = "type octile\nheight 2\nwidth 3\nmap\n..@\n...\n"
        self.write("a.map", text)
        self.answer("convert", "a.map", "-o", "b.map")
        self.assertEqual(self.answer_json("info", "b.map")["area"], 5)
        self.assertIn("not a grid", self.refusal("convert", "rooms", "-o", "c.map"))

    def test_unknown_endings_are_wrong_usage(self):
        self.assertIn(".wkt", self.refusal("convert", "rooms", "-o", "rooms.xyz", code=2))


class Usage(Case):
    def test_a_misspelt_option_names_the_nearest(self):
        self.assertIn("--width", self.refusal("render", "rooms", "-o", "a.png", "--widht", "300", code=2))
        self.assertIn("--heat", self.refusal("render", "rooms", "-o", "a.png", "--heet=area", code=2))
        self.assertIn("--decomposition", self.refusal("build", "rooms", "-o", "a.clearway", "--decomp", "merged", code=2))

    def test_a_misspelt_command_names_the_nearest(self):
        self.assertIn("Did you mean render?", self.refusal("rendr", "rooms", code=2))
        self.assertIn("Did you mean scenes?", self.refusal("scene", code=2))

    def test_a_misspelt_scene_names_the_nearest(self):
        self.assertIn("rooms", self.refusal("info", "romos"))

    def test_what_is_missing_or_too_much_is_wrong_usage(self):
        for args in [["build"], ["build", "rooms"], ["render", "rooms"], ["info"], ["info", "rooms", "donut"], ["convert", "rooms"],
                     ["build", "rooms", "-o"], ["scenes", "extra"], ["--nonsense"], [""]]:
            self.refusal(*args, code=2)

    def test_values_that_make_no_sense_are_wrong_usage(self):
        for args in [["--relax", "-1"], ["--relax", "nan"], ["--relax", "inf"], ["--relax", "deep"], ["--scale", "0"], ["--scale", "-2"],
                     ["--scale", "nan"], ["--scale", "1e9"], ["--seed", "-1"], ["--seed", "x"], ["--seed", "99999999999999999999"],
                     ["--margin", "0"], ["--margin", "-3"], ["--decomposition", "hexagons"], ["--decomposition", "0"], ["--as", "teapot"],
                     ["--polygons", "maybe"], ["--format", "docx"], ["--relax", "0.1", "--decomposition", "merged"]]:
            message = self.refusal("build", "rooms", "-o", "a.clearway", *args, code=2)
            self.assertIn(args[0], message)

    def test_usage_errors_are_json_too(self):
        self.assertEqual(self.refusal_json("render", "rooms", "-o", "a.png", "--widht", "3", code=2)["code"], "wrong_usage")
        self.assertEqual(self.refusal_json("nonsense", code=2)["code"], "wrong_usage")
        self.assertEqual(self.refusal_json("build", "rooms", "-o", "-", code=2)["code"], "wrong_usage")


class BadInput(Case):
    """Whatever the input: a clear message, exit 1, nothing half-written."""

    def refuse_file(self, name, text, code=None):
        self.write(name, text)
        message = self.refusal("build", name, "-o", "out.clearway")
        self.refusal("render", name, "-o", "out.png")
        self.assertIn(name, message)
        error = self.refusal_json("info", name)
        if code:
            self.assertIn(error["code"], code if isinstance(code, list) else [code], error)
        self.assertGreater(len(error["message"]), 10)
        return error

    def test_an_empty_file(self):
        for ending in ["wkt", "geojson", "json", "map", "mesh", "clearway"]:
            self.refuse_file(f"empty.{ending}", "", ["malformed_file", "invalid_geometry"])

    def test_nonsense_in_every_format(self):
        for ending in ["wkt", "geojson", "json", "map", "mesh", "clearway"]:
            self.refuse_file(f"noise.{ending}", bytes(range(256)) * 5)

    def test_nan_and_infinity_name_their_place(self):
        for word in ["nan", "NaN", "inf", "-inf", "1e999"]:
            error = self.refuse_file("bad.wkt", f"POLYGON ((0 0, 4 0, 4 3,\n {word} 3, 0 0))")
            self.assertEqual(error.get("line"), 2, error)
        self.refuse_file("bad.geojson", '{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,NaN],[0,3],[0,0]]]}')

    def test_one_point_and_zero_area(self):
        self.refuse_file("point.wkt", "POLYGON ((1 1, 1 1, 1 1))")
        self.refuse_file("only_a_point.wkt", "POINT (1 1)")
        self.refuse_file("line.wkt", "POLYGON ((0 0, 4 4, 8 8, 0 0))")
        self.refuse_file("none.geojson", '{"type":"FeatureCollection","features":[]}')
        self.refuse_file("walls.map", "type octile\nheight 2\nwidth 2\nmap\n@@\n@@\n")

    def test_extents_beyond_the_range_of_numbers(self):
        self.refuse_file("huge.wkt", "POLYGON ((0 0, 1e300 0, 1e300 1e300, 0 1e300, 0 0))")
        self.refuse_file("two_worlds.wkt", "MULTIPOLYGON (((0 0, 1 0, 0 1, 0 0)), ((1e200 0, 2e200 0, 1e200 1e200, 1e200 0)))")

    def test_coordinates_far_from_the_origin_work(self):
        self.write("utm.wkt", "POLYGON ((691000.25 5335000.5, 691040.25 5335000.5, 691040.25 5335020.5, 691000.25 5335020.5))")
        info = self.answer_json("info", "utm.wkt", "--verify")
        self.assertEqual((info["area"], info["problems"]), (800, []))

    def test_self_crossing_rings_are_repaired_and_said(self):
        self.write("bow.wkt", "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))")
        done = self.run_program("build", "bow.wkt", "-o", "bow.clearway")
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"bow.wkt", done.stderr)
        self.assertAlmostEqual(self.answer_json("info", "bow.clearway")["area"], 8, places=6)

    def test_very_many_points_are_only_a_question_of_time(self):
        count = 100_000 * SCALE
        points = [f"{i} {(i * 7919) % 97 / 100}" for i in range(count)]
        ring = ", ".join([*points, f"{count} -10", "-1 -10"])
        self.write("many.wkt", f"POLYGON (({ring}))")
        info = self.answer_json("info", "many.wkt")
        self.assertGreater(info["vertices"], 0.9 * count)

    def test_deeply_nested_json_is_refused(self):
        self.refuse_file("deep.geojson", "[" * 200_000)

    def test_a_missing_file_and_a_folder(self):
        self.assertIn("missing.wkt", self.refusal("info", "missing.wkt"))
        self.assertEqual(self.refusal_json("info", "missing.wkt")["code"], "unreadable_file")
        (self.folder / "folder.wkt").mkdir()
        self.assertIn("folder.wkt", self.refusal("info", "folder.wkt"))

    def test_a_file_without_permission(self):
        self.write("secret.wkt", SQUARE)
        os.chmod(self.folder / "secret.wkt", 0)
        self.assertIn("ermission", self.refusal("info", "secret.wkt", preexec_fn=stop_reading_everything))

    def test_an_unknown_format(self):
        self.write("plan.dxf", "0\nSECTION\n")
        self.assertEqual(self.refusal_json("info", "plan.dxf")["code"], "unsupported_format")


class Writing(Case):
    def test_a_path_that_cannot_be_written(self):
        self.write("file", "x")
        for name in ["missing/out", "file/out"]:
            for args in [["build", "rooms", "-o", name + ".clearway"], ["render", "rooms", "-o", name + ".png"],
                         ["convert", "rooms", "-o", name + ".wkt"]]:
                self.assertIn(name, self.refusal(*args))

    def test_a_folder_is_not_overwritten(self):
        (self.folder / "out.png").mkdir()
        self.assertIn("out.png", self.refusal("render", "rooms", "-o", "out.png"))

    def test_a_full_disk_keeps_the_old_file(self):
        def limit_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

        for name, args in [("a.clearway", ["build", "city500"]), ("a.png", ["render", "city500"]), ("a.wkt", ["convert", "city500"])]:
            self.write(name, "the old file")
            self.refusal(*args, "-o", name, preexec_fn=limit_files)

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_a_full_disk_behind_standard_output(self):
        for args in [["scenes"], ["info", "rooms"], ["info", "rooms", "--json"], ["--help"], ["convert", "rooms", "-o", "-", "--to", "wkt"]]:
            with open("/dev/full", "wb") as full:
                done = subprocess.run([PROGRAM, *args], stdout=full, stderr=subprocess.PIPE, cwd=self.folder, timeout=HANGS_AFTER)
            self.assertEqual(done.returncode, 1, args)
            self.assertIn(b"space", done.stderr)

    def test_a_closed_pipe_is_no_crash(self):
        for args in [["scenes"], ["info", "rooms", "--json"], ["convert", "city500", "-o", "-", "--to", "wkt"]]:
            read_end, write_end = os.pipe()
            os.close(read_end)
            done = subprocess.run([PROGRAM, *args], stdout=write_end, stderr=subprocess.PIPE, cwd=self.folder, timeout=HANGS_AFTER)
            os.close(write_end)
            self.assertEqual(done.returncode, 1, args)

    def test_an_old_file_is_replaced_as_a_whole(self):
        self.write("out.wkt", "x" * 1_000_000)
        self.answer("convert", "rooms", "-o", "out.wkt")
        self.assertLess((self.folder / "out.wkt").stat().st_size, 1_000_000)
        self.assertEqual(list(self.files()), ["out.wkt"])

    def test_ctrl_c_stops_long_work_and_leaves_nothing(self):
        self.write("old.clearway", "the old file")
        before = self.files()
        process = subprocess.Popen([PROGRAM, "build", "city2000", "--scale", "60", "-o", "old.clearway"], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until_it_handles(process, signal.SIGINT)
        self.assertIsNone(process.poll(), "too quick to be stopped: use a larger scene")
        process.send_signal(signal.SIGINT)
        _, message = process.communicate(timeout=HANGS_AFTER)
        self.assertEqual(process.returncode, 130, message)
        self.assertTrue(message.startswith(b"clearway: "), message)
        self.assertEqual(self.files(), before)

    def test_ctrl_c_while_waiting_for_input_ends_at_once(self):
        process = subprocess.Popen([PROGRAM, "info", "-", "--format", "wkt"], cwd=self.folder, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until_it_reads(process)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=HANGS_AFTER)
        self.assertIn(process.returncode, [130, -signal.SIGINT])
        for stream in [process.stdin, process.stdout, process.stderr]:
            stream.close()


def ignore_foreign_leaks(folder):
    """For programs with the leak checker: fontconfig keeps a few hundred bytes per font for the life of a process."""
    suppressions = pathlib.Path(folder) / "lsan.txt"
    suppressions.write_text("leak:libfontconfig\n")
    before = os.environ.get("LSAN_OPTIONS", "")
    os.environ["LSAN_OPTIONS"] = f"{before}{':' if before else ''}suppressions={suppressions}:print_suppressions=0"


def main():
    """Runs the tests of the script that was started, on the program that is its first argument."""
    global PROGRAM
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        PROGRAM = os.path.abspath(sys.argv.pop(1))
        if not os.access(PROGRAM, os.X_OK):
            sys.exit(f"{PROGRAM} is not a program")
    with tempfile.TemporaryDirectory() as outside:
        ignore_foreign_leaks(outside)
        result = unittest.main(exit=False).result
    for test, reason in result.skipped:
        print(f"SKIPPED {test.id().removeprefix('__main__.')}: {reason}")  # tools/list_skipped.py looks for such lines
    sys.exit(0 if result.wasSuccessful() else 1)


if __name__ == "__main__":
    main()
