#!/usr/bin/env python3
"""Replays SPIN's own trails: every error for which a verifier of SPIN writes a trail must occur at the end of the
trail.

    trails_compare.py --pexplore build/release/pexplore model.pml ...
    trails_compare.py --pexplore build/release/pexplore --random 50 --seed 1

Verifiers are built in several ways: with and without partial-order reduction, with and without SPIN's optimisations,
with claims, for acceptance cycles, for non-progress cycles. The kind of the error must be the one that pan reports.
Exit code: 0 all occurred, 1 not, 77 SPIN or gcc missing.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import random_promela
import spin_oracle

SKIP = 77
MOST_TRAILS = 12  # of one verifier
EXIT_CODES = {"assertion": 14, "deadlock": 11, "cycle": 13, "claim": 13, "index": 12}

# Options of spin, of the compiler, of pan and of pexplore.
WAYS = {
    "safety": ([], ["-DSAFETY", "-DNOCLAIM"], [], []),
    "whole": ([], ["-DSAFETY", "-DNOCLAIM", "-DNOREDUCE"], [], []),
    "none": (["-o1", "-o2", "-o3"], ["-DSAFETY", "-DNOCLAIM"], [], []),
    "merging": (["-o2"], ["-DSAFETY", "-DNOCLAIM"], [], []),
    "bfs": ([], ["-DSAFETY", "-DNOCLAIM", "-DBFS"], [], []),
    "claims": ([], [], ["-a"], []),
    "fair": ([], [], ["-a", "-f"], []),
    "progress": ([], ["-DNP"], ["-l"], []),
}


def kind_of(message):
    if "invalid array index" in message:
        return "index"
    if "acceptance cycle" in message or "non-progress cycle" in message:
        return "cycle"
    if "claim violated" in message or "end state in claim reached" in message:
        return "claim"
    if "invalid end state" in message:
        return "deadlock"
    if "assertion violated" in message:
        return "assertion"
    return None  # errors that pexplore words differently


def trails_of(model, args, way, folder):
    """(path, kind) of each trail written by a verifier."""
    spin_options, compiled, run, _ = WAYS[way]
    name = "m.pml"
    shutil.copyfile(model, os.path.join(folder, name))
    for command in (["spin", *spin_options, *args, "-a", name],
                    ["gcc", "-O1", "-w", *compiled, "-o", "pan", "pan.c"]):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
        if done.returncode != 0:
            return []
    try:
        done = subprocess.run(["./pan", "-e", f"-c{MOST_TRAILS}", "-m20000", "-n", *run], cwd=folder, capture_output=True,
                              text=True, timeout=60, check=False, errors="replace")
    except subprocess.TimeoutExpired:
        return []
    if "max search depth too small" in done.stdout:
        return []
    found = []
    message = ""
    # After an index out of bounds SPIN continues; pexplore ends the run, so that later errors do not occur.
    after_index = "invalid array index" in done.stdout
    for line in done.stdout.splitlines():
        told = re.match(r"pan:\d*:? (.*)", line)
        wrote = re.match(r"pan: wrote (\S+)", line)
        if wrote:
            # Only a message directly before it refers to this trail; the same one is not printed twice.
            kind = "index" if after_index else kind_of(message) if message else "unknown"
            message = ""
            if kind == "unknown" and way in ("claims", "fair", "progress"):
                kind = None  # some of these lead to no error, not even in SPIN's simulator
            if kind and os.path.exists(os.path.join(folder, wrote[1])):
                found.append((wrote[1], kind))
        elif told:
            message = told[1]
    return found


def replay(pexplore, trail, args, way, folder):
    return subprocess.run([pexplore, "replay", "--quiet", *args, *WAYS[way][3], trail, "m.pml"], cwd=folder,
                          capture_output=True, text=True, timeout=120, check=False)


def compare(pexplore, model, args, ways, include):
    """(number of trails, list of differences)."""
    count, wrong = 0, []
    for way in ways:
        with tempfile.TemporaryDirectory() as folder:
            for path in include:
                if path.is_file():
                    shutil.copyfile(path, os.path.join(folder, path.name))
            for trail, kind in trails_of(model, args, way, folder):
                done = replay(pexplore, trail, args, way, folder)
                count += 1
                met = done.returncode == EXIT_CODES.get(kind) or (kind == "unknown" and done.returncode in range(11, 15))
                if kind == "index":  # BFS writes some trails of one line that SPIN's simulator cannot follow
                    met = met or way == "bfs"
                if not met:
                    wrong.append(f"{model} ({way}): {trail}, {kind}: exit code {done.returncode}: "
                                 f"{(done.stdout + done.stderr).strip()[-400:]}")
    return count, wrong


def has_one_of(text, words):
    return any(word in text for word in words)


def ways_of(text):
    ways = ["safety", "whole", "none", "merging", "bfs"]
    if has_one_of(text, ["never", "ltl ", "accept"]):
        ways += ["claims", "fair"]
    if "progress" in text:
        ways.append("progress")
    return ways


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pexplore", required=True)
    parser.add_argument("--cache", help="ignored: trails are not kept")
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--way", action="append", choices=list(WAYS))
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    if spin_oracle.missing_tools():
        print("skipped: SPIN or gcc missing")
        return SKIP
    pexplore = os.path.abspath(options.pexplore)
    total, wrong = 0, []
    with tempfile.TemporaryDirectory() as folder:
        models = [pathlib.Path(model) for model in options.models]
        for seed in range(options.seed, options.seed + options.random):
            path = pathlib.Path(folder, f"random{seed}.pml")
            path.write_text(random_promela.text_of(random_promela.generate(seed)), encoding="utf-8")
            models.append(path)
        for model in models:
            text = model.read_text(encoding="utf-8", errors="replace")
            args = re.findall(r"^(?://|/\*)\s*args:\s*([^*\n]*)", text, re.M)
            args = args[0].split() if args else []
            ways = options.way or ways_of(text)
            include = list(model.parent.glob("*.h")) + list(model.parent.glob("*.inc")) if options.models else []
            count, bad = compare(pexplore, model, args, ways, include)
            total += count
            wrong += bad
            for line in bad:
                print(line, flush=True)
    print(f"{total} trails of {len(models)} models, {len(wrong)} of them not met")
    return 1 if wrong or total == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
