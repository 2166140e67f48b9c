#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds core_check in one of the ways that must not matter, runs it, and compares what it prints with expected.txt, line by line.
usage: run.py --build FOLDER --program CORE_CHECK this_build|gcc_O0|clang_O0|clang_O3|wasm
       (this_build is g++ -O3 in `./dev test`)
       run.py --program CORE_CHECK --pin     writes expected.txt anew; look at the difference before keeping it"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
EXPECTED = HERE / "expected.txt"
NATIVE = {"gcc_O0": ("g++", "-O0"), "clang_O0": ("clang++-19", "-O0"), "clang_O3": ("clang++-19", "-O3 -DNDEBUG")}
SKIPPED = 77
CORE_ONLY = [f"-DCLEARWAY_{part}=OFF" for part in ("NATIVE", "TOOLS", "TESTS", "BENCH", "INSTALL")] + ["-DCLEARWAY_CORE_CHECK=ON", "-DCLEARWAY_UNITY=ON"]


def build(folder, arguments):
    jobs = os.environ.get("JOBS", "2")
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", *CORE_ONLY, *arguments], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", folder, "--parallel", jobs, "--target", "core_check"], check=True)


def command_for(variant, options):
    """Builds what is needed and returns the command that runs it."""
    if variant == "this_build":
        return [options.program]
    folder = options.build / "determinism" / variant
    if variant == "wasm":
        build(folder, [f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/wasm32-wasi.cmake", "-DCMAKE_BUILD_TYPE=Release"])
        return ["node", "--no-warnings", ROOT / "tests/wasm/run_wasm.mjs", folder / "bin/core_check.wasm"]
    compiler, flags = NATIVE[variant]
    build(folder, [f"-DCMAKE_CXX_COMPILER={compiler}", "-DCMAKE_BUILD_TYPE=None", f"-DCMAKE_CXX_FLAGS={flags}"])
    return [folder / "bin/core_check"]


def compare(printed):
    """Prints the first lines that differ; true when none does."""
    actual, expected = printed.splitlines(), EXPECTED.read_text().splitlines()
    different = [i for i in range(max(len(actual), len(expected))) if actual[i:i + 1] != expected[i:i + 1]]
    for i in different[:20]:
        print(f"line {i + 1}:\n  expected {''.join(expected[i:i + 1])}\n  printed  {''.join(actual[i:i + 1])}")
    print(f"{len(actual)} lines printed, {len(expected)} expected, {len(different)} differ")
    return not different and bool(expected)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--build", type=pathlib.Path)
    parser.add_argument("--program", type=pathlib.Path)
    parser.add_argument("--pin", action="store_true")
    parser.add_argument("variant", nargs="?", default="this_build", choices=["this_build", *NATIVE, "wasm"])
    options = parser.parse_args()
    needed = {"wasm": ["clang++-19", "node"], "this_build": []}.get(options.variant) or [c for c in NATIVE.get(options.variant, [])[:1]]
    for tool in needed:
        if not shutil.which(tool):
            print(f"{tool} is not installed")
            return SKIPPED
    result = subprocess.run(command_for(options.variant, options), check=True, stdout=subprocess.PIPE, text=True)
    if options.pin:
        EXPECTED.write_text(result.stdout)
        return 0
    return 0 if compare(result.stdout) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        print(error)
        sys.exit(1)
