#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Installs this build into a fresh folder, or takes the sources as a subdirectory, and builds and runs somebody else's project on it.
usage: run.py --build FOLDER --compiler CXX find_package|subdirectory|core_only"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import check_modules  # noqa: E402


def run(*command, **options):
    print("+", *command, flush=True)
    subprocess.run([str(c) for c in command], check=True, **options)


def pkg_config_consumer(prefix, folder, compiler):
    """One compiler command with what pkg-config says, as people without CMake do."""
    environment = {**os.environ, "PKG_CONFIG_PATH": str(next(prefix.rglob("pkgconfig")))}
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "clearway"], env=environment, check=True, capture_output=True, text=True)
    run(compiler, "-std=c++20", HERE / "consumer.cpp", *flags.stdout.split(), "-o", folder / "pkg_config_consumer")
    run(folder / "pkg_config_consumer", cwd=folder)


def installed_headers(prefix):
    return {p.relative_to(prefix / "include").as_posix() for p in (prefix / "include").rglob("*.h")}


def public_headers():
    return {p.relative_to(ROOT / "include").as_posix() for p in (ROOT / "include").rglob("*.h")}


def find_fails(prefix, folder, compiler, components, reason, **environment):
    """find_package fails in somebody else's project, and CMake prints the reason."""
    source = folder / "asks"
    source.mkdir(exist_ok=True)
    (source / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.25)\nproject(asks LANGUAGES CXX)\n"
                                           f"find_package(clearway 0.1 REQUIRED COMPONENTS {components})\n")
    shutil.rmtree(folder / "asks_build", ignore_errors=True)
    done = subprocess.run(["cmake", "-S", source, "-B", folder / "asks_build", "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={compiler}",
                           f"-DCMAKE_PREFIX_PATH={prefix}"], capture_output=True, text=True, env={**os.environ, **environment})
    said = " ".join(done.stderr.split())
    assert done.returncode != 0 and reason in said, f"'{reason}' is not in: {done.stderr}"


def core_only(options, folder, prefix, arguments):
    """An installation without native: the headers of the core and no others, and a reason for what is not there."""
    tree = folder / "tree"
    run("cmake", "-S", ROOT, "-B", tree, *arguments, *[f"-DCLEARWAY_{part}=OFF" for part in ("NATIVE", "TOOLS", "TESTS", "BENCH")], stdout=subprocess.DEVNULL)
    shutil.copy(options.build / "libclearway.a", tree)  # the core is the same with and without native: no need to compile it again
    run("cmake", "--install", tree, "--prefix", prefix, stdout=subprocess.DEVNULL)
    core = {name for name in public_headers() if not check_modules.is_native_header(name)}
    assert installed_headers(prefix) == core, f"installed, or missing: {sorted(installed_headers(prefix) ^ core)}"
    find_fails(prefix, folder, options.compiler, "native", "built with CLEARWAY_NATIVE=OFF")
    find_fails(prefix, folder, options.compiler, "pictures", "clearway has no component 'pictures'")
    run("cmake", "-S", HERE, "-B", folder / "build", *arguments, f"-DCMAKE_PREFIX_PATH={prefix}", "-DCONSUMER_CORE_ONLY=ON")
    run("cmake", "--build", folder / "build")
    run(folder / "build" / "core_consumer", cwd=folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("how", choices=["find_package", "subdirectory", "core_only"])
    options = parser.parse_args()
    options.build = options.build.resolve()
    folder = options.build / "install_test" / options.how
    shutil.rmtree(folder, ignore_errors=True)
    prefix, build = folder / "prefix", folder / "build"
    arguments = ["-G", "Ninja", f"-DCMAKE_CXX_COMPILER={options.compiler}"]
    if options.how == "core_only":
        core_only(options, folder, prefix, arguments)
        return 0
    if options.how == "find_package":
        run("cmake", "--install", options.build, "--prefix", prefix, stdout=subprocess.DEVNULL)
        strangers = [p for p in prefix.rglob("*.h") if not p.is_relative_to(prefix / "include" / "clearway")]
        assert not strangers, f"installed outside include/clearway: {strangers}"
        assert installed_headers(prefix) == public_headers(), "not every public header is installed"
        empty = folder / "no_packages"
        empty.mkdir()
        find_fails(prefix, folder, options.compiler, "native", "clearway::native needs Cairo and SQLite", PKG_CONFIG_LIBDIR=str(empty), PKG_CONFIG_PATH="")
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
