#!/usr/bin/env python3
"""Runs that are killed at random moments and gone on with, on other numbers of threads, end as runs that are left alone.

Each case runs once without interruption. Then it runs with checkpoints, is killed (kill -9, also while a checkpoint is
written), is gone on with by `pexplore resume`, is killed again, and so on, until it ends: verdict, states, transitions
and errors have to be the same. Besides: damaged checkpoints, changed models, other versions, Ctrl-C, limits, SIGUSR1.

Usage: resume.py PEXPLORE SOURCES [--long]
"""
import argparse
import json
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

GRID = "sort Axis[4]\nvar at_: [Axis] 0..{top} = 0\naction up(i: Axis) when at_[i] < {top} do at_[i] := at_[i] + 1\n"
OFF = "deadlock off\n"
CASES = [
    ("exact, dfs", GRID.format(top=24) + OFF, []),
    ("exact, bfs", GRID.format(top=24) + OFF, ["--order", "bfs"]),
    ("parents", GRID.format(top=20) + OFF, ["--trace", "on"]),
    ("tree", GRID.format(top=20) + OFF, ["--store", "tree"]),
    ("hash", GRID.format(top=20) + OFF, ["--store", "hash"]),
    ("symmetric", "sort U[7]\nvar f: [U] 0..6\naction up(p: U) when f[p] < 6 do f[p] += 1\ndeadlock off\n",
     ["--strategy", "canonical"]),
    ("markers", "sort U[7]\nvar f: [U] 0..6\naction up(p: U) when f[p] < 6 do f[p] += 1\ndeadlock off\n",
     ["--strategy", "approx-markers", "--deterministic"]),
    ("errors", GRID.format(top=20) + "invariant low: (sum i: Axis. at_[i]) < 60\n", ["--all-errors", "--trace", "off"]),
]


class Failed(Exception):
    pass


def expect(condition, text):
    if not condition:
        raise Failed(text)


class Bench:
    def __init__(self, binary, folder, seed):
        self.binary = binary
        self.folder = pathlib.Path(folder)
        self.random = random.Random(seed)
        self.kills = 0

    def start(self, *arguments):
        return subprocess.Popen([self.binary, *map(str, arguments), "--progress", "none", "--quiet"],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder)

    def run(self, *arguments):
        process = self.start(*arguments)
        out, err = process.communicate(timeout=300)
        return process.returncode, out, err

    def model(self, text, name="m.px"):
        (self.folder / name).write_text(text)
        return name

    def saved(self):
        return self.folder / "saved"

    def figures(self):
        report = json.loads((self.folder / "r.json").read_text())
        return (report["verdict"], report["states"], report["transitions"],
                sorted((v["kind"], v["occurrences"]) for v in report["violations"]))

    # Until the run ends by itself.
    def in_pieces(self, arguments, longest):
        shutil.rmtree(self.saved(), ignore_errors=True)
        report = ["--report", "r.json"]
        first = ["m.px", *arguments, "--checkpoint", "saved", "--checkpoint-every", "40ms", *report]
        for _ in range(400):
            threads = ["--threads", str(self.random.choice([1, 2, 3, 4]))]
            complete = list(self.saved().glob("checkpoint-??????"))
            go_on = ["resume", "saved", "--checkpoint-every", "40ms"]
            process = self.start(*(go_on if complete else first), *threads)
            try:
                out, err = process.communicate(timeout=self.random.uniform(0.05, longest))
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                self.kills += 1
                longest *= 1.02  # a slow machine gets there in the end
                continue
            expect(process.returncode in (0, 3, 10, 11, 12, 13, 14), f"ended with {process.returncode}: {out}{err}")
            return
        raise Failed("it never ended")


def killed_again_and_again(bench, rounds):
    for _ in range(rounds):
        for name, text, arguments in CASES:
            bench.model(text)
            code, out, err = bench.run("m.px", *arguments, "--threads", 2, "--report", "r.json")
            expect(code in (0, 3, 10, 11, 12, 13, 14), f"{name}: {out}{err}")
            whole = bench.figures()
            bench.in_pieces(arguments, 0.8)
            expect(bench.figures() == whole, f"{name}: {bench.figures()} in pieces, {whole} at once")


def with_two_checkpoints(bench):
    shutil.rmtree(bench.saved(), ignore_errors=True)
    bench.model(GRID.format(top=16) + OFF)
    bench.run("m.px", "--checkpoint", "saved", "--max-states", 20000)
    bench.run("resume", "saved", "--max-states", 40000)
    complete = sorted(bench.saved().glob("checkpoint-??????"))
    expect(len(complete) == 2, f"two complete checkpoints, not {complete}")
    return complete


def damage(bench):
    code, out, err = bench.run("m.px", "--report", "r.json")
    flips = [("states.pxb", lambda b: b[:100] + bytes([b[100] ^ 4]) + b[101:]), ("states.pxb", lambda b: b[:-7]),
             ("manifest.json", lambda b: b.replace(b'"states"', b'"stales"', 1)), ("model-1.txt", lambda b: b + b"x"),
             ("states.pxb", None)]
    for file, change in flips:
        older, newer = with_two_checkpoints(bench)
        code, out, err = bench.run("m.px", "--report", "r.json")
        whole = bench.figures()
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
    code, out, err = bench.run("resume", "saved", "--strategy", "none")
    expect(code == 2 and "--strategy" in err, err)
    code, out, err = bench.run("checkpoint", "saved")
    expect(code == 0 and "whole" in out and "m.px" in out, out + err)
    code, out, err = bench.run("resume", "saved", "--max-states", "100M", "--threads", 1)
    expect(code == 0 and "83521" in out.replace(" ", "").replace(",", ""), out + err)
    code, out, err = bench.run("resume", "nothing")
    expect(code == 2 and "there is no folder" in err, err)


def ends_with_a_checkpoint(bench):
    bench.model(GRID.format(top=60) + OFF)
    for way in "time", "interrupt", "request":
        shutil.rmtree(bench.saved(), ignore_errors=True)
        limit = ["--time", "1s"] if way == "time" else []
        process = bench.start("m.px", "--checkpoint", "saved", *limit)
        if way != "time":
            time.sleep(1)
            process.send_signal(signal.SIGINT if way == "interrupt" else signal.SIGUSR1)
        if way == "request":
            time.sleep(2)
            process.kill()
        out, err = process.communicate(timeout=60)
        code = {"time": 20, "interrupt": 21, "request": -9}[way]
        expect(process.returncode == code, f"{way}: {process.returncode} {out}{err}")
        expect(way == "request" or "a checkpoint was written" in out, f"{way}: {out}")
        code, out, err = bench.run("checkpoint", "saved")
        expect(code == 0, f"{way}: {out}{err}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("sources", type=pathlib.Path)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(str(pathlib.Path(options.binary).resolve()), folder, options.seed)
        try:
            what_may_change(bench)
            damage(bench)
            ends_with_a_checkpoint(bench)
            killed_again_and_again(bench, 1)
            while options.long and bench.kills < 200:
                killed_again_and_again(bench, 1)
        except Failed as problem:
            print(f"seed {options.seed}: {problem}")
            return 1
        print(f"{bench.kills} runs were killed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
