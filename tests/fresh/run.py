#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The commands of the README in a clean Debian: makes a minimal root folder with debootstrap, copies the committed tree into it, and runs
`./dev demo` and `./dev test` there, in this order and, in another copy, in the other one. Meanwhile one processor is kept busy. A skipped
test is a fault.
usage: run.py [--folder FOLDER] [--inside PATH] [--keep] [ORDER...]     ORDER: demo-test, test-demo; default: both

Needs root, debootstrap and room for some 10 GB in FOLDER (default: build/fresh). Mirror, proxy and certificates are those of this machine.
The cache of ccache is shared with this machine. The tree lies at PATH in every root (default: /home/clearway), so that what was compiled once
at this PATH is found again. Logs are left in FOLDER."""
import argparse
import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
RELEASE = "bookworm"
ORDERS = {"demo-test": ["demo", "test"], "test-demo": ["test", "demo"]}
PASSED_ON = ["http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "JOBS"]


def read(*command):
    return subprocess.run([str(c) for c in command], check=True, capture_output=True, text=True).stdout


def find_mirror():
    """The mirror of RELEASE that this machine's apt uses."""
    for line in read("apt-get", "indextargets", "--format", "$(SITE) $(RELEASE) $(COMPONENT)").splitlines():
        words = line.split()
        if words[1:] == [RELEASE, "main"]:
            return words[0]
    sys.exit(f"The package lists of this machine do not name {RELEASE}: apt-get update, on Debian 12, comes first.")


def find_proxy():
    match = re.search(r'^Acquire::http::Proxy "(.+)";', read("apt-config", "dump"), re.MULTILINE)
    return match.group(1) if match else os.environ.get("http_proxy", "")


def make_base(folder):
    """A minimal Debian with this machine's way to its packages."""
    base = folder / "base"
    if (base / "ready").exists():
        return base
    shutil.rmtree(base, ignore_errors=True)
    proxy = find_proxy()
    subprocess.run(["debootstrap", "--variant=minbase", RELEASE, base, find_mirror()], check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, **({"http_proxy": proxy} if proxy else {})})
    kept = [line for line in read("apt-config", "dump").splitlines() if re.match(r"Acquire::(https?|ftp|Retries|ForceIPv)", line)]
    (base / "etc/apt/apt.conf.d/90host").write_text("\n".join(kept) + "\n")
    for name in ["/etc/resolv.conf", "/etc/hosts"]:
        shutil.copy(name, str(base) + name)
    for name in ["/usr/local/share/ca-certificates", "/etc/ssl/certs"]:
        if os.path.isdir(name):
            shutil.copytree(name, str(base) + name, dirs_exist_ok=True)
    (base / "ready").touch()
    return base


def copy_tree(target):
    """What is committed, and nothing else."""
    target.mkdir(parents=True)
    archive = subprocess.Popen(["git", "-C", ROOT, "archive", "HEAD"], stdout=subprocess.PIPE)
    subprocess.run(["tar", "-x", "-C", target], stdin=archive.stdout, check=True)
    if archive.wait() != 0:
        sys.exit("git archive failed")


@contextlib.contextmanager
def busy_processor():
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        yield
    finally:
        process.kill()
        process.wait()


def run_order(folder, base, order, inside):
    """True when both commands succeed in a fresh copy of the root."""
    root, log = folder / order, folder / f"{order}.log"
    shutil.rmtree(root, ignore_errors=True)
    subprocess.run(["cp", "-a", "--reflink=auto", base, root], check=True)
    copy_tree(pathlib.Path(str(root) + inside))
    cache = pathlib.Path(read("ccache", "--get-config", "cache_dir").strip() if shutil.which("ccache") else folder / "ccache")
    cache.mkdir(parents=True, exist_ok=True)
    (root / "ccache").mkdir()
    # Mounts of its own, which end with the process.
    script = ('mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" && mount --rbind /sys "$1/sys" && mount --bind "$2" "$1/ccache" && '
              'exec chroot "$1" sh -c "$3"')
    commands = f"cd {inside} && " + " && ".join(f"echo '== ./dev {name}' && ./dev {name}" for name in ORDERS[order])
    environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    environment |= {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "CCACHE_DIR": "/ccache", "CI": "true", "LANG": "C.UTF-8"}
    began = time.monotonic()
    with busy_processor(), open(log, "w") as output:
        done = subprocess.run(["unshare", "--mount", "sh", "-c", script, "sh", root, cache, commands], env=environment, stdin=subprocess.DEVNULL,
                              stdout=output, stderr=subprocess.STDOUT)
    summary = [line for line in log.read_text(errors="replace").splitlines() if re.match(r"(skipped: |release: \d+ passed|Tests were skipped)", line)]
    print(f"{order}: {'passed' if done.returncode == 0 else 'FAILED'} in {time.monotonic() - began:.0f} s", *summary, sep="\n  ")
    if done.returncode != 0:
        print(*log.read_text(errors="replace").splitlines()[-40:], f"The whole log is {log}", sep="\n")
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/fresh")
    parser.add_argument("--inside", default="/home/clearway")
    parser.add_argument("--keep", action="store_true", help="leave the root folders")
    parser.add_argument("orders", nargs="*", metavar="ORDER")
    options = parser.parse_args()
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        sys.exit("A fresh Debian needs root and debootstrap (apt-get install debootstrap).")
    unknown = set(options.orders) - set(ORDERS)
    if unknown:
        parser.error(f"no such order: {', '.join(sorted(unknown))}")
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    base = make_base(folder)
    results = []
    for order in options.orders or ORDERS:
        results.append(run_order(folder, base, order, options.inside))
        if not options.keep:
            shutil.rmtree(folder / order)
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
