#!/usr/bin/env python3
"""Models written by `--dump ir` and read back as .px must yield the same states, transitions and verdict.

A model that starts more processes than assumed when it was written is left out (`no room for process`).
Usage: round_trip.py PEXPLORE MODEL... [--largest STATES]
"""
import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile


def explored(pexplore, arguments):
    command = [pexplore, "--progress", "none", "--safety", "--allow-unchecked", "--all-errors", "--trace", "off", "--strategy", "none", "--report", "-"]
    done = subprocess.run(command + arguments, capture_output=True, text=True, timeout=300, check=False)
    start = done.stdout.find("{")
    if start < 0:
        return None, done.stderr[-400:]
    report, _ = json.JSONDecoder().raw_decode(done.stdout[start:])
    return (report["states"], report["transitions"], report["verdict"]), done.stdout


def one(options, model):
    with open(model, encoding="utf-8", errors="replace") as file:
        head = file.read()
    states = re.search(r"expect: states=(\d+)", head)
    if states and int(states.group(1)) > options.largest:
        return "large", ""
    args = re.search(r"^// args:\s*(.*)$", head, re.M)
    arguments = [*(args.group(1).split() if args else []), model]
    dump = subprocess.run([options.pexplore, "--strategy", "none", "--dump", "ir", *arguments], capture_output=True,
                          text=True, timeout=300, check=False)
    if dump.returncode != 0:
        return "different", f"--dump ir: exit code {dump.returncode}: {dump.stderr[-400:]}"
    with tempfile.TemporaryDirectory(prefix="round-trip-") as folder:
        path = os.path.join(folder, "again.px")
        with open(path, "w", encoding="utf-8") as file:
            file.write(dump.stdout)
        before, error = explored(options.pexplore, arguments)
        after, output = explored(options.pexplore, [path])
    if before == after and before is not None:
        return "equal", ""
    if "no room for process" in output:
        return "grows", ""
    return "different", f"{before} became {after} {error if before is None else ''}{output if after is None else ''}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pexplore")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--largest", type=int, default=3000)
    options = parser.parse_args()
    counts = {"equal": 0, "different": 0, "grows": 0, "large": 0}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for model, (state, text) in zip(options.models, pool.map(lambda m: one(options, m), options.models)):
            counts[state] += 1
            if state == "different":
                print(f"{model}: {text}", flush=True)
    print(", ".join(f"{number} {state}" for state, number in counts.items()))
    return 1 if counts["different"] or not counts["equal"] else 0


if __name__ == "__main__":
    sys.exit(main())
