#!/usr/bin/env python3
"""--memory and --time hold for the whole process, in every phase: reading, looking for symmetries, compiling, the first
step, growing, looking for a run, writing.

Every model runs under limits that it is likely to meet, and under `ulimit -v`. A run fails the test if its resident set
was ever more than 32 MiB above --memory, if it took more than half a second longer than --time, if it crashed, or if it
said that a limit was met and also `holds`. A run that took too long is run again: another process may have had the core.

Usage: limits.py PEXPLORE SOURCES [--long]
"""
import argparse
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

MEMORY_SLACK = 32 << 20
TIME_SLACK = 0.5
ATTEMPTS = 3
SUFFIXES = {".px", ".pml", ".pml-lite", ".mch", ".ref", ".imp"}

GRID = "sort Axis[6]\nvar at_: [Axis] 0..40 = 0\naction up(i: Axis) when at_[i] < 40 do at_[i] := at_[i] + 1\ndeadlock off\n"
# (name, file, text, arguments): each was once beyond its limits.
CASES = [
    ("small memory", "grid.px", GRID, ["-m", "64M", "--strategy", "none"]),
    ("bit array", "grid.px", GRID, ["-m", "200M", "--store", "bitstate", "--strategy", "none", "--time", "3s"]),
    ("by levels", "grid.px", GRID, ["-m", "150M", "--order", "bfs", "--strategy", "none"]),
    ("tree", "grid.px", GRID, ["-m", "120M", "--store", "tree", "--strategy", "none"]),
    ("late error", "late.px", GRID + "invariant low: (sum i: Axis. at_[i]) < 90\n", ["-m", "150M", "--strategy", "none"]),
    ("time", "grid.px", GRID, ["--time", "1s", "--strategy", "none"]),
    ("deep error", "deep.pml",
     "int a,b,c; active proctype P(){do::a++::b++::c++::a==3000||b==3000||c==3000->assert(false)od}",
     ["--time", "4s", "-m", "300M"]),
    ("long loop", "loop.px",
     "var n: int\naction spin do { for i: 0..2000000000 { n := (n + i) % 1000003 } }\ndeadlock off\n", ["--time", "2s"]),
    ("long loop, interpreted", "loop.px",
     "var n: int\naction spin do { for i: 0..2000000000 { n := (n + i) % 1000003 } }\ndeadlock off\n",
     ["--time", "1s", "--execution", "interp"]),
    ("long quantifier", "sum.px",
     "var n: 0..9\naction spin when (sum i: 0..60000. sum j: 0..60000. (i * j + n) % 7) > n do n := (n + 1) % 10\ndeadlock off\n",
     ["--time", "2s", "--execution", "jit"]),
    ("many symmetric variables", "many.pml", "bool " + ", ".join(f"v{i}" for i in range(3000)) + ";\nactive proctype P() { "
     + "do " + " ".join(f":: v{i} = 1 - v{i}" for i in range(3000)) + " od }\n", ["--time", "2s", "-m", "200M"]),
]


class Run:
    def __init__(self, arguments, address_space, binary):
        begin = time.monotonic()
        with tempfile.TemporaryFile() as out:
            process = subprocess.Popen([binary, "--progress", "none", *arguments], stdout=out, stderr=subprocess.STDOUT,
                                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (address_space,) * 2))
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.seconds = time.monotonic() - begin
            self.peak = usage.ru_maxrss * 1024
            self.code = process.returncode
            out.seek(0)
            self.text = out.read().decode(errors="replace")


def parse_size(text):
    return int(text[:-1]) << {"M": 20, "G": 30}[text[-1]]


def problem_of(arguments, run):
    if run.code < 0 or run.code in (70, 134, 139):
        return f"ended with {run.code}: {run.text[-300:]}"
    if "-m" in arguments:
        limit = parse_size(arguments[arguments.index("-m") + 1])
        if run.peak > limit + MEMORY_SLACK:
            return f"took {run.peak >> 20} MiB with -m {limit >> 20}M"
    if "--time" in arguments:
        limit = float(arguments[arguments.index("--time") + 1][:-1])
        if run.seconds > limit + TIME_SLACK:
            return f"took {run.seconds:.2f} s with --time {limit} s"
    return None


def check(binary, name, arguments, address_space=6_000_000_000):
    problem = None
    for _ in range(ATTEMPTS):
        problem = problem_of(arguments, Run(arguments, address_space, binary))
        if problem is None:
            return True
        if "ended with" in problem or "MiB" in problem:
            break
    print(f"{name}: pexplore {' '.join(map(str, arguments))}: {problem}")
    return False


def models_of(sources, long):
    found = sorted(p for folder in ("tests/models", "tests/regression", "tests/fuzz") for p in
                   (sources / folder).rglob("*") if p.suffix in SUFFIXES)
    return found if long else random.Random(3).sample(found, min(12, len(found)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("sources", type=pathlib.Path)
    parser.add_argument("--long", action="store_true")
    options = parser.parse_args()
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for name, file, text, arguments in CASES:
            path = pathlib.Path(folder) / file
            path.write_text(text)
            good &= check(options.binary, name, [*arguments, str(path)])
    for model in models_of(options.sources, options.long):
        for arguments in (["-m", "80M", "--time", "2s"], ["--time", "1s", "--all-errors"]):
            good &= check(options.binary, model.name, [*arguments, str(model)])
        # The system itself grants little: a clear end, not a crash.
        good &= check(options.binary, model.name, ["--time", "3s", str(model)], 700_000_000)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
