#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Installs this build into a fresh folder, or takes the sources as a subdirectory, and builds and runs somebody else's project on it.
usage: run.py --build FOLDER --compiler CXX find_package|subdirectory"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def run(*command, **options):
    print("+", *command, flush=True)
    subprocess.run([str(c) for c in command], check=True, **options)


def pkg_config_consumer(prefix, folder, compiler):
    """One compiler command with what pkg-config says, as people without CMake do."""
    environment = {**os.environ, "PKG_CONFIG_PATH": str(next(prefix.rglob("pkgconfig")))}
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "clearway"], env=environment, check=True, capture_output=True, text=True)
    run(compiler, "-std=c++20", HERE / "consumer.cpp", *flags.stdout.split(), "-o", folder / "pkg_config_consumer")
    run(folder / "pkg_config_consumer", cwd=folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("how", choices=["find_package", "subdirectory"])
    options = parser.parse_args()
    options.build = options.build.resolve()
    folder = options.build / "install_test" / options.how
    shutil.rmtree(folder, ignore_errors=True)
    prefix, build = folder / "prefix", folder / "build"
    arguments = ["-G", "Ninja", f"-DCMAKE_CXX_COMPILER={options.compiler}"]
    if options.how == "find_package":
        run("cmake", "--install", options.build, "--prefix", prefix, stdout=subprocess.DEVNULL)
        strangers = [p for p in prefix.rglob("*.h") if not p.is_relative_to(prefix / "include" / "clearway")]
        assert not strangers, f"installed outside include/clearway: {strangers}"
        arguments.append(f"-DCMAKE_PREFIX_PATH={prefix}")
    else:
        arguments += [f"-DCLEARWAY_SOURCE={ROOT}", "-DCLEARWAY_UNITY=ON"]
        if shutil.which("ccache"):
            arguments.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
    run("cmake", "-S", HERE, "-B", build, *arguments)
    run("cmake", "--build", build)
    for name in ("core_consumer", "native_consumer"):
        run(build / name, cwd=build)
    assert (build / "consumer.svg").stat().st_size > 0
    if options.how == "find_package":
        pkg_config_consumer(prefix, folder, options.compiler)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (subprocess.CalledProcessError, AssertionError, OSError) as error:
        print(error)
        sys.exit(1)
