#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every reader and builder on folders of real files and prints a table: built, refused with its reason, or failed.

usage: check_data.py [PROGRAM] FOLDER... [--seconds S] [--megabytes M] [--only ENDING]

PROGRAM is the clearway program; without it, the one that `./dev build` leaves in build/bin. Each file has processes of its own
with a time limit and a memory limit: `clearway info FILE --json`, `clearway build FILE -o …` (meshes of triangles as surfaces), and
`clearway info` of what was built.
Built: all three succeed and agree. Refused: exit code 1 and a message, and nothing was written. Anything else has failed: a crash,
a hang, too much memory, exit without a reason, half a file. Exit code 0 only when nothing failed.
"""
import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Run:
    """One process: its exit code (negative: killed by a signal; None: too slow), its output, seconds and megabytes."""

    def __init__(self, command, options):
        start = time.monotonic()
        limit = options.megabytes * 1024 * 1024

        def restrict():
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=errors, preexec_fn=restrict)
            is_late = threading.Event()
            timer = threading.Timer(options.seconds, lambda: (is_late.set(), process.kill()))
            timer.start()
            # wait4 and not process.wait: it also says how much memory this one process used.
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            self.code = None if is_late.is_set() else process.returncode
            output.seek(0)
            errors.seek(0)
            self.output = output.read().decode("utf-8", "replace")
            self.errors = errors.read().decode("utf-8", "replace").strip()
        self.seconds = time.monotonic() - start
        self.megabytes = usage.ru_maxrss / 1024

    def trouble(self, options):
        """What is wrong with the way it ended, or None when it succeeded or refused properly."""
        if self.code is None:
            return f"still running after {options.seconds} s"
        if self.code < 0:
            return f"killed by signal {-self.code}: {last_line(self.errors)}"
        if self.code > 1:
            return f"exit code {self.code}: {last_line(self.errors)}"
        if self.code == 1 and not self.errors:
            return "refused without a reason"
        return None


def last_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "(no message)"


def parse_json(text):
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def count(number, plural):
    return f"{number:,} {plural[:-1] if number == 1 else plural}"


TRIANGLES = (".obj", ".ply", ".stl", ".off", ".gltf", ".glb")


def describe(document):
    """What a file became, in a line."""
    if document.get("kind") != "surface":
        facts = [count(document[key], key) for key in ("cells", "components") if isinstance(document.get(key), int)]
        if isinstance(document.get("area"), (int, float)):
            facts.append(f"{document['area']:,.6g} m²")
        return ", ".join(facts)
    mesh = document["mesh"]
    share = 100 * document["area"] / mesh["area"] if mesh["area"] else 0
    facts = [f"surface of {count(mesh['triangles'], 'triangles')}", f"{share:.1f} % of {mesh['area']:,.6g} m² walkable",
             count(document["components"], "components")]
    for kind, finding in document.get("findings", {}).items():
        if isinstance(finding, dict) and kind != "border_edge":
            facts.append(f"{finding['count']:,} {kind}")
    return ", ".join(facts)


def check(program, path, options):
    """(outcome, detail, seconds, megabytes) of one file."""
    with tempfile.TemporaryDirectory(prefix="clearway-check-") as folder:
        built = os.path.join(folder, "built.clearway")
        info = Run([program, "info", path, "--json"], options)
        surface = ["--as", "surface"] if path.lower().endswith(TRIANGLES) else []
        build = Run([program, "build", path, "-o", built, *surface], options)
        cost = (info.seconds + build.seconds, max(info.megabytes, build.megabytes))
        for name, run in (("info", info), ("build", build)):
            if run.trouble(options):
                return ("failed", f"{name}: {run.trouble(options)}", *cost)
        left = sorted(os.listdir(folder))
        if info.code != build.code:
            run = info if info.code else build
            return ("failed", f"info and build disagree: {last_line(run.errors)}", *cost)
        if build.code == 1:
            if left:
                return ("failed", f"refused, but left {', '.join(left)}", *cost)
            return ("refused", " ".join(info.errors.split()), *cost)
        if left != ["built.clearway"]:
            return ("failed", f"built, but the folder has {', '.join(left) or 'no file'}", *cost)
        first = parse_json(info.output)
        if first is None:
            return ("failed", "info --json printed no JSON document", *cost)
        again = Run([program, "info", built, "--json"], options)
        second = parse_json(again.output)
        if again.trouble(options) or again.code != 0 or second is None:
            return ("failed", f"what was built cannot be read: {again.trouble(options) or last_line(again.errors)}", *cost)
        for key in ("cells", "portals", "triangles", "vertices", "area", "components", "borders"):
            if first.get(key) != second.get(key):
                return ("failed", f"read again it has {second.get(key)} {key} instead of {first.get(key)}", *cost)
        return ("built", describe(first), *cost)


def find_files(folders, ending):
    for folder in folders:
        top = pathlib.Path(folder)
        paths = [top] if top.is_file() else sorted(path for path in top.rglob("*") if path.is_file())
        for path in paths:
            if not path.name.startswith(".") and (not ending or path.name.endswith(ending)):
                yield top, path


def shorten(text, width):
    return text if len(text) <= width else text[: width - 1] + "…"


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0], description=__doc__.split("\n")[0])
    parser.add_argument("paths", nargs="+", metavar="FOLDER")
    parser.add_argument("--seconds", type=float, default=120, help="time limit of each process; default 120")
    parser.add_argument("--megabytes", type=int, default=4096, help="memory limit of each process; default 4096")
    parser.add_argument("--only", default="", metavar="ENDING", help="only files with this ending, for example .wkt")
    options = parser.parse_args()

    paths = options.paths
    program = str(ROOT / "build" / "bin" / "clearway")
    if len(paths) > 1 and os.path.isfile(paths[0]) and os.access(paths[0], os.X_OK):
        program, paths = os.path.abspath(paths[0]), paths[1:]
    if not os.access(program, os.X_OK):
        sys.exit(f"{program} is not there; run ./dev build first")
    missing = [path for path in paths if not os.path.exists(path)]
    if missing:
        sys.exit(f"no such folder: {', '.join(missing)}")

    columns = shutil.get_terminal_size((160, 50)).columns
    counts = {"built": 0, "refused": 0, "failed": 0}
    folder_of_row = None
    for top, path in find_files(paths, options.only):
        if folder_of_row != path.parent:
            folder_of_row = path.parent
            print(f"\n{folder_of_row}")
        outcome, detail, seconds, megabytes = check(program, str(path), options)
        counts[outcome] += 1
        # The path is said once, in its own column.
        detail = re.sub(re.escape(str(path)) + r":(\d+):", r"line \1:", detail)
        detail = detail.replace(str(path) + ":", "").replace(str(path), path.name).strip()
        row = f"  {outcome:<8} {seconds:7.2f} s {megabytes:6.0f} MB  {shorten(path.name, 44):<44} "
        print(row + (detail if outcome == "failed" or not sys.stdout.isatty() else shorten(detail, max(30, columns - len(row)))), flush=True)
    print(f"\n{counts['built']} built, {counts['refused']} refused with a reason, {counts['failed']} failed")
    return 1 if counts["failed"] or not sum(counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
