#!/usr/bin/env python3
"""Runs that are killed at random times and resumed, with other numbers of threads, end like uninterrupted runs.

Each case runs once without interruption. Then it runs with checkpoints, is killed (kill -9, also while a checkpoint is
written), is resumed by `pexplore resume`, is killed again, and so on, until it ends: verdict, states, transitions and
errors must be the same. Other cases: damaged checkpoints, changed models, other versions, Ctrl-C, limits, SIGUSR1.

Usage: resume.py PEXPLORE [--long] [--seed N] [--verbose]
"""
import argparse
import json
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

GRID = "sort Axis[4]\nvar at_: [Axis] 0..{top} = 0\naction up(i: Axis) when at_[i] < {top} do at_[i] := at_[i] + 1\n"
OFF = "deadlock off\n"
BUTTONS = "sort U[9]\nvar f: [U] 0..8\naction up(p: U) when f[p] < 8 do f[p] += 1\ndeadlock off\n"
# Processes that are started late: the model is translated again several times, and errors are found before that.
LATE = """byte n;
proctype W(byte k) {
  byte i;
  do :: i < 20 -> i++ :: i == 20 -> break od;
  if :: k > 0 -> run W(k - 1) :: else fi;
  n++;
  assert(n < 5)
}
init { run W(2); run W(2) }
"""
MESSAGES = """chan c = [4] of { byte };
byte sent, got;
active [2] proctype S() { do :: sent < 40 -> atomic { c!sent; sent++ } od }
active [2] proctype R() { byte x; end: do :: c?x -> got = (got + x) % 7; assert(x != 33) od }
"""
QUEUE = """MACHINE s
VARIABLES q, n
INVARIANT q : seq(0..3) & n : 0..9
INITIALISATION q := [] || n := 0
OPERATIONS
  push(x) = PRE x : 0..3 & size(q) < 6 THEN q := q <- x || n := (n + 1) mod 10 END;
  pop = PRE size(q) > 0 THEN q := tail(q) || n := (n + 1) mod 10 END
END
"""
# Local steps that others do not observe, and a loop in which they could be postponed forever.
APART = """byte a, b, c, d, shared;
active proctype A() { do :: a < 5 -> a++ :: a == 5 -> shared++; a = 0 :: shared > 2 -> break od }
active proctype B() { do :: b < 5 -> b++ :: b == 5 -> assert(shared < 3); break od }
active proctype C() { do :: c = 1 - c od }
active proctype D() { do :: d < 5 -> d++; d = d + 0 :: d == 5 -> break od }
"""
NONE = ["--strategy", "none"]
# (name, file, text, options)
CASES = [
    ("exact, dfs", "m.px", GRID.format(top=24) + OFF, NONE),
    ("exact, bfs", "m.px", GRID.format(top=24) + OFF, [*NONE, "--order", "bfs"]),
    ("parents", "m.px", GRID.format(top=20) + OFF, [*NONE, "--trace", "on"]),
    ("parents, bfs", "m.px", GRID.format(top=20) + OFF, [*NONE, "--trace", "on", "--order", "bfs"]),
    ("tree", "m.px", GRID.format(top=20) + OFF, [*NONE, "--store", "tree"]),
    ("tree, bfs", "m.px", GRID.format(top=20) + OFF, [*NONE, "--store", "tree", "--order", "bfs"]),
    ("hash", "m.px", GRID.format(top=20) + OFF, [*NONE, "--store", "hash"]),
    ("hash, bfs", "m.px", GRID.format(top=20) + OFF, [*NONE, "--store", "hash", "--order", "bfs"]),
    ("symmetric", "m.px", BUTTONS, ["--strategy", "canonical", "--execution", "interp"]),
    ("sorted", "m.px", BUTTONS, ["--strategy", "exact-markers", "--execution", "interp"]),
    ("markers", "m.px", BUTTONS, ["--strategy", "approx-markers", "--deterministic", "--execution", "interp"]),
    ("errors", "m.px", GRID.format(top=16) + "invariant low: (sum i: Axis. at_[i]) < 60\n", [*NONE, "--all-errors"]),
    ("messages", "m.pml", MESSAGES, [*NONE, "--all-errors"]),
    ("coverage", "m.pml", MESSAGES, [*NONE, "--all-errors", "--coverage", "--optimise", "none"]),
    ("late processes", "m.pml", LATE, [*NONE, "--all-errors"]),
    ("partial order", "m.pml", APART, [*NONE, "--all-errors", "--por", "on"]),
    ("partial order, bfs", "m.pml", APART, [*NONE, "--all-errors", "--por", "on", "--order", "bfs"]),
    ("sequences", "m.mch", QUEUE, [*NONE]),
    ("interpreted", "m.mch", QUEUE, [*NONE, "--execution", "interp"]),
]


ENDED = (0, 3, 10, 11, 12, 13, 14)


class Failed(Exception):
    pass


def expect(condition, text):
    if not condition:
        raise Failed(text)


class Bench:
    def __init__(self, binary, folder, seed, verbose):
        self.verbose = verbose
        self.binary = binary
        self.folder = pathlib.Path(folder)
        self.random = random.Random(seed)
        self.kills = 0

    def start(self, *arguments, file_size=None):
        limit = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, file_size))) if file_size else None
        memory = [] if arguments[0] == "checkpoint" else ["--memory", "1G"]
        return subprocess.Popen([self.binary, *map(str, arguments), *memory, "--progress", "none", "--quiet"],
                                preexec_fn=limit, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                cwd=self.folder)

    def run(self, *arguments, file_size=None):
        process = self.start(*arguments, file_size=file_size)
        out, err = process.communicate(timeout=300)
        return process.returncode, out, err

    def model(self, text, name="m.px"):
        (self.folder / name).write_text(text)

    def whole(self, name, *arguments):
        code, out, err = self.run(name, *arguments, "--report", "r.json")
        expect(code in ENDED, f"{name} {arguments}: {code} {out}{err}")
        return self.figures()

    def saved(self):
        return self.folder / "saved"

    def complete(self):
        return sorted(self.saved().glob("checkpoint-??????"))

    def figures(self):
        report = json.loads((self.folder / "r.json").read_text())
        errors = sorted((e["kind"], e["message"], str(e["place"]), e["occurrences"], e["trace"] is None)
                        for e in report["errors"])
        return {"verdict": report["verdict"], "states": report["states"], "transitions": report["transitions"],
                "levels": report["level_sizes"], "unreached": report["unreached"], "errors": errors}

    # Until the run ends by itself.
    def in_pieces(self, name, arguments, longest):
        shutil.rmtree(self.saved(), ignore_errors=True)
        report = ["--report", "r.json"]
        first = [name, *arguments, "--checkpoint", "saved", "--checkpoint-every", "40ms", *report]
        for _ in range(400):
            threads = ["--threads", str(self.random.choice([1, 2, 3, 4]))]
            if "interp" not in arguments:
                threads += ["--execution", self.random.choice(["auto", "jit", "interp"])]
            complete = self.complete()
            go_on = ["resume", "saved", "--checkpoint-every", "40ms"]
            process = self.start(*(go_on if complete else first), *threads)
            try:
                out, err = process.communicate(timeout=self.random.uniform(0.05, longest))
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                self.kills += 1
                longest *= 1.05  # so that a slow machine finishes eventually
                continue
            expect(process.returncode in ENDED, f"ended with {process.returncode}: {out}{err}")
            return
        raise Failed("it never ended")


def killed_again_and_again(bench, cases):
    for name, file, text, arguments in cases:
        bench.model(text, file)
        kills = bench.kills
        began = time.monotonic()
        whole = bench.whole(file, *arguments, "--threads", 2)
        bench.in_pieces(file, arguments, max(0.3, 0.8 * (time.monotonic() - began)))
        expect(bench.figures() == whole, f"{name}: {bench.figures()} in pieces, {whole} at once")
        if bench.verbose:
            print(f"{name}: {bench.kills - kills} times killed, {time.monotonic() - began:.1f} s", flush=True)


def with_two_checkpoints(bench):
    shutil.rmtree(bench.saved(), ignore_errors=True)
    bench.model(GRID.format(top=16) + OFF)
    bench.run("m.px", *NONE, "--checkpoint", "saved", "--max-states", 20000)
    bench.run("resume", "saved", "--max-states", 40000)
    complete = bench.complete()
    expect(len(complete) == 2, f"two complete checkpoints, not {complete}")
    return complete


def damage(bench):
    flips = [("states.pxb", lambda b: b[:100] + bytes([b[100] ^ 4]) + b[101:]), ("states.pxb", lambda b: b[:-7]),
             ("manifest.json", lambda b: b.replace(b'"states"', b'"stales"', 1)), ("model-1.txt", lambda b: b + b"x"),
             ("states.pxb", None)]
    for file, change in flips:
        older, newer = with_two_checkpoints(bench)
        whole = bench.whole("m.px", *NONE)
        for folder in newer, older:
            path = folder / file
            if change is None:
                path.unlink()
            else:
                path.write_bytes(change(path.read_bytes()))
            code, out, err = bench.run("resume", "saved", "--max-states", "100M", "--report", "r.json")
            if folder == newer:
                expect(code == 0, f"{file}: the older one is used: {code} {out}{err}")
                expect("older checkpoint" in err and newer.name in err, f"{file}: {err}")
                expect(bench.figures() == whole, f"{file}: {bench.figures()}")
                shutil.rmtree(bench.saved())
                older, newer = with_two_checkpoints(bench)
                path = newer / file
                path.unlink()
            else:
                expect(code == 2 and "checkpoint" in err, f"{file}: {code} {err}")


def what_may_change(bench):
    with_two_checkpoints(bench)
    (bench.folder / "m.px").write_text("this is no model any more")
    code, out, err = bench.run("resume", "saved", "-D", "N=3", "--max-states", "100M")
    expect(code == 2 and "--define cannot be changed" in err and "N=3" in err, err)
    code, out, err = bench.run("resume", "saved", "--strategy", "canonical")
    expect(code == 2 and "the checkpoint has 'none', but 'canonical'" in err, err)
    code, out, err = bench.run("checkpoint", "saved")
    expect(code == 0 and "whole" in out and "m.px" in out, out + err)
    code, out, err = bench.run("resume", "saved", "--max-states", "100M", "--threads", 1, "--report", "-")
    expect(code == 0 and "83521" in out.replace(" ", "").replace(",", ""), out + err)
    code, out, err = bench.run("resume", "nothing")
    expect(code == 2 and "there is no folder" in err, err)


def ends_with_a_checkpoint(bench):
    bench.model(GRID.format(top=90) + OFF)
    for way in "time", "interrupt", "request":
        shutil.rmtree(bench.saved(), ignore_errors=True)
        limit = ["--time", "1s"] if way == "time" else []
        process = bench.start("m.px", *NONE, "--checkpoint", "saved", "--report", "r.json", *limit)
        if way != "time":
            time.sleep(1)
            process.send_signal(signal.SIGINT if way == "interrupt" else signal.SIGUSR1)
        if way == "request":
            time.sleep(2)
            process.kill()
        out, err = process.communicate(timeout=60)
        code = {"time": 20, "interrupt": 21, "request": -9}[way]
        expect(process.returncode == code, f"{way}: {process.returncode} {out}{err}")
        if way != "request":
            summary = json.loads((bench.folder / "r.json").read_text())["checkpoints"]
            expect(summary and summary["at_end"] and summary["written"] >= 1 and summary["problem"] is None, f"{way}: {summary}")
        code, out, err = bench.run("checkpoint", "saved")
        expect(code == 0, f"{way}: {out}{err}")


# A file size limit simulates a full disk.
def full_disk(bench):
    shutil.rmtree(bench.saved(), ignore_errors=True)
    bench.model(GRID.format(top=30) + OFF)
    whole = bench.whole("m.px", *NONE)
    arguments = ["m.px", *NONE, "--checkpoint", "saved", "--checkpoint-every", "20ms", "--report", "r.json"]
    code, out, err = bench.run(*arguments, file_size=200_000)
    expect(code == 0 and bench.figures() == whole, f"{code} {bench.figures()} {out}{err}")
    expect("no checkpoint was written" in err and "File too large" in err, err)
    left = list(bench.saved().glob("*.part"))
    expect(left == [], f"what was begun is removed: {left}")
    shutil.rmtree(bench.saved())
    # The last one, too: the result reports that there is none, and older ones are unchanged.
    bench.run("m.px", *NONE, "--checkpoint", "saved", "--max-states", 1000)
    code, out, err = bench.run("resume", "saved", "--max-states", 500_000, "--report", "r.json", file_size=200_000)
    summary = json.loads((bench.folder / "r.json").read_text())["checkpoints"]
    expect(code == 20 and not summary["at_end"] and "File too large" in summary["problem"], f"{code} {summary} {err}")
    code, out, err = bench.run("resume", "saved", "--max-states", "100M", "--report", "r.json")
    expect(code == 0 and bench.figures() == whole, f"{code} {bench.figures()} {err}")


def other_versions(bench):
    for folder in with_two_checkpoints(bench):
        path = folder / "manifest.json"
        path.write_text(path.read_text().replace('"format": 1', '"format": 99'))
    code, out, err = bench.run("resume", "saved")
    expect(code == 2 and "format is 99" in err and "reads format 1" in err, err)


# No run writes to the folder of a running one, or over the checkpoints that another one has left.
def one_at_a_time(bench):
    shutil.rmtree(bench.saved(), ignore_errors=True)
    bench.model(GRID.format(top=90) + OFF)
    first = bench.start("m.px", *NONE, "--checkpoint", "saved", "--checkpoint-every", "100ms")
    while not bench.complete():
        time.sleep(0.02)
        expect(first.poll() is None, "it ended too soon")
    code, out, err = bench.run("resume", "saved")
    expect(code == 2 and "another process" in err, err)
    first.kill()
    first.communicate()
    code, out, err = bench.run("m.px", *NONE, "--checkpoint", "saved")
    expect(code == 2 and "of an earlier run" in err and "pexplore resume saved" in err, err)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--case", help="only those whose names begin so")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(str(pathlib.Path(options.binary).resolve()), folder, options.seed, options.verbose)
        try:
            if options.case:
                killed_again_and_again(bench, [case for case in CASES if case[0].startswith(options.case)])
                return 0
            what_may_change(bench)
            damage(bench)
            full_disk(bench)
            other_versions(bench)
            one_at_a_time(bench)
            ends_with_a_checkpoint(bench)
            killed_again_and_again(bench, CASES if options.long else bench.random.sample(CASES, 8))
            while options.long and bench.kills < 1000:
                killed_again_and_again(bench, CASES)
        except Failed as problem:
            print(f"seed {options.seed}: {problem}")
            return 1
        print(f"{bench.kills} runs were killed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
