#!/usr/bin/env python3
"""The memory limit of a container is respected: in a small control group a search ends as incomplete, and is not
killed.

    container_test.py PEXPLORE

Creates a control group of version 1 or 2, whichever has the memory controller, and removes it; if that is not
permitted, the test is skipped (exit code 77). machine_test.cpp tests the parsing of the files of both versions without
one."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

MEBIBYTE = 1 << 20
GRANTED = 200 * MEBIBYTE
SKIPPED = 77
MODEL = """byte a, b, c, d;
active proctype P() {
  do :: a++ :: b++ :: c++ :: d++ :: a == 255 && b == 255 && c == 255 && d == 255 -> break od
}
"""
LATE_ERROR = """byte a, b, c;
active proctype P() {
  do :: a < 255 -> a++ :: b < 255 -> b++ :: c < 60 -> c++ :: a == 255 && b == 255 && c == 60 -> assert(false) od
}
"""


def write(path, text):
    path.write_text(text)


class Group:
    """A new control group with this much memory, of the version that has the controller."""

    def __init__(self):
        top = pathlib.Path("/sys/fs/cgroup")
        name = f"pexplore-test-{os.getpid()}"
        self.first = (top / "memory").is_dir()
        self.folder = (top / "memory" if self.first else top) / name
        if not self.first and "memory" not in (top / "cgroup.subtree_control").read_text().split():
            raise OSError("control groups of version 2 have no memory here")
        self.folder.mkdir()
        try:
            write(self.folder / ("memory.limit_in_bytes" if self.first else "memory.max"), str(GRANTED))
            if not self.first:
                write(self.folder / "memory.swap.max", "0")
        except OSError:
            self.folder.rmdir()
            raise

    def run(self, command):
        """Runs in the group from the first instruction. The exit code is negative for a killed process."""
        return subprocess.run(command, capture_output=True, text=True, timeout=240,
                              preexec_fn=lambda: write(self.folder / "cgroup.procs", str(os.getpid())))

    def remove(self):
        for _ in range(100):
            try:
                return self.folder.rmdir()
            except OSError:
                time.sleep(0.05)
        return None


def troubles(group, pexplore, folder, name, text, code, options):
    model, report = pathlib.Path(folder) / name, pathlib.Path(folder) / "report.json"
    model.write_text(text)
    done = group.run([pexplore, "--quiet", "--progress", "none", "--threads", "2", "--trace-format", "diff", "--report", str(report),
                      *options, str(model)])
    if done.returncode != code:
        yield f"exit code {done.returncode}: {done.stdout[-500:]}{done.stderr[-500:]}"
        return
    found = json.loads(report.read_text())
    megabytes = found["peak_memory_bytes"] / MEBIBYTE
    print(f"{name} {' '.join(options)}: {found['verdict']} ({found['stop_reason']}), {found['states']} states, {megabytes:.0f} MiB")
    if found["peak_memory_bytes"] > GRANTED:
        yield f"{megabytes:.0f} MiB"
    if code == 20 and found["stop_reason"] not in ("memory-limit", "time-limit" if "--time" in options else ""):
        yield f"ended by {found['stop_reason']}"


def main():
    try:
        group = Group()
    except OSError as problem:
        print(f"no control group can be made here: {problem}")
        return SKIPPED
    failed = False
    try:
        with tempfile.TemporaryDirectory() as folder:
            runs = [("wide.pml", MODEL, 20, options) for options in
                    ((), ("--memory", "4G"), ("--order", "bfs"), ("--store", "tree"), ("--store", "hash"),
                     ("--store", "bitstate", "--time", "20s"))]
            for name, text, code, options in [*runs, ("late_error.pml", LATE_ERROR, 14, ())]:
                for trouble in troubles(group, sys.argv[1], folder, name, text, code, options):
                    failed = True
                    print(f"{name} {' '.join(options)}: {trouble}", file=sys.stderr)
    finally:
        group.remove()
    return failed


if __name__ == "__main__":
    sys.exit(main())
