#!/usr/bin/env python3
"""Tests --memory, --time and Ctrl-C with the commands other than check: graph, symmetry, independence, simulate,
replay.

    commands_test.py PEXPLORE

Each runs on models that exceed any resources (hostile.py), in every phase of the command. A run that exceeds its limits
by more than 32 MiB or half a second fails, and so does one that ends by a signal or an internal error, or without a
message about the limit."""

import os
import signal
import subprocess
import sys
import tempfile
import time

import hostile
from limits_test import ATTEMPTS, MEBIBYTE, MOST_BYTES_BEYOND, MOST_SECONDS_BEYOND, run, seconds_of

INCOMPLETE = 20
SETTINGS = [("300ms", 1000), ("1s", 48)]
COMMANDS = {
    "graph": ["graph", "--output", "{out}", "--max-nodes", "100000000"],
    "automata": ["graph", "--what", "automata", "--output", "{out}"],
    "symmetry": ["symmetry"],
    "independence": ["independence"],
    "simulate": ["simulate", "--steps", "1000000000000"],
    "runs": ["simulate", "--runs", "1000000000000"],
    "replay": ["replay", "{trace}"],
}
MODELS = ("constants", "pairs", "exchanged sets", "cube", "statements", "states", "sequence", "quantifiers", "large set")
# These must not end by themselves, each in a phase of its own.
ENDLESS = {("graph", "states"), ("graph", "sequence"), ("simulate", "states"), ("simulate", "sequence"),
           ("independence", "constants"), ("graph", "constants")}


def command_line(pexplore, command, folder, file):
    places = {"out": os.path.join(folder, "out"), "trace": os.path.join(folder, "trace.json")}
    return [pexplore, *(word.format(**places) for word in COMMANDS[command]), file]


def troubles(outcome, key, limit, memory):
    found = []
    if outcome.code < 0:
        found.append(f"ended by {signal.Signals(-outcome.code).name}")
    if outcome.code in (70, 71):
        found.append(f"exit code {outcome.code}")
    told = "the limit on" in outcome.errors
    cut_off = "more nodes than" in outcome.errors or key[0] == "runs"
    if outcome.code == INCOMPLETE and not told and not cut_off:
        found.append("no word about the limit")
    if key in ENDLESS and outcome.code != INCOMPLETE:
        found.append(f"exit code {outcome.code} of what has no end")
    if outcome.peak > memory * MEBIBYTE + MOST_BYTES_BEYOND:
        found.append(f"{outcome.peak / MEBIBYTE:.0f} MiB under --memory {memory}M")
    if outcome.seconds - outcome.waited > seconds_of(limit) + MOST_SECONDS_BEYOND:
        found.append(f"{outcome.seconds:.2f} s ({outcome.waited:.2f} s of them without a core) under --time {limit}")
    return found


def check(line, key, limit, memory):
    for _ in range(ATTEMPTS):
        outcome = run([*line, "--time", limit, "--memory", f"{memory}M"], None)
        found = troubles(outcome, key, limit, memory)
        if not found:
            break
    print(f"{key[0]} {key[1]} {limit} {memory}M: exit code {outcome.code}, {outcome.seconds:.2f} s, "
          f"{outcome.peak / MEBIBYTE:.0f} MiB")
    for text in found:
        print(f"{key[0]}, {key[1]}, {limit}: {text}\n{outcome.errors[-500:]}", file=sys.stderr)
    return len(found)


def check_interruption(line, key):
    """Ctrl-C ends the run at once."""
    with subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL) as process:
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        start = time.monotonic()
        process.wait()
        seconds = time.monotonic() - start
    if seconds <= 4 * MOST_SECONDS_BEYOND:  # the machine may be busy
        return 0
    print(f"{key[0]}, {key[1]}: {seconds:.2f} s after Ctrl-C", file=sys.stderr)
    return 1


def main():
    pexplore = sys.argv[1]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        small = os.path.join(folder, "small.pml")
        with open(small, "w", encoding="utf-8") as out:
            out.write("active proctype P() { assert(false) }\n")
        subprocess.run([pexplore, "--quiet", "--report", os.path.join(folder, "trace.json"), small], check=False,
                       stdout=subprocess.DEVNULL)
        for name, file, text, _ in hostile.cases():
            if name not in MODELS:
                continue
            path = os.path.join(folder, file)
            with open(path, "w", encoding="utf-8") as out:
                out.write(text)
            for command in COMMANDS:
                key = (command, name)
                line = command_line(pexplore, command, folder, path)
                for limit, memory in SETTINGS:
                    failed += check(line, key, limit, memory)
                if key in ENDLESS:
                    failed += check_interruption(line, key)
    print(f"{failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
