#!/usr/bin/env python3
"""Whole runs of pexplore beside SPIN's pan: same models, same machine, same run, counts checked.

    suite.py [--pexplore build/release/pexplore] [--repeat 3] [--json FILE] [--models SUBSTRING]

Each row is one model. Times are wall times of whole runs, start-up and pexplore's compilation of the model included; what
`spin -a` and gcc take to make a pan is not counted. Medians of the repeats, both tools in turn. A wrong count fails.
"""
import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

TREE = pathlib.Path(__file__).resolve().parents[2]
MODEL_FOLDERS = [pathlib.Path(__file__).resolve().parent / "models", TREE / "tests" / "models" / "promela"]

# model, options for both tools, states, edges
ROWS = [
    ("peterson.pml", ["-DN=5"], 1557370, 7786846),
    ("two_phase.pml", [], 1423579, 6147394),
    ("ring_election.pml", [], 1802962, 8802999),
    ("rendezvous_bank.pml", [], 2153556, 9270405),
    ("bubble.pml", [], 2208628, 7173603),
    ("long_mail.pml", [], 3024056, 8230280),
    ("sliding_window.pml", [], 5343227, 21156288),
    ("dining.pml", [], 5550965, 35146149),
    ("elevator.pml", [], 9090584, 29496192),
    ("three_clocks.pml", [], 10138564, 18499012),
    ("directory.pml", [], 14605194, 43356510),
]
# model, options, strategy of pexplore alone, states, edges
REDUCED = [
    ("peterson.pml", ["-DN=5"], "canonical", 17321, 86601),
    ("peterson.pml", ["-DN=7"], "exact-markers", 442481, 3097361),
    ("peterson.pml", ["-DN=7"], "canonical", 442481, 3097361),
    ("email.pml", ["-DN=5"], "exact-markers", 323465, 1747418),
    ("email.pml", ["-DN=5"], "canonical", 323388, 1746316),
    ("email.pml", ["-DN=6"], "canonical", 2573627, 16377937),
]


def model_path(name):
    return next(folder / name for folder in MODEL_FOLDERS if (folder / name).exists())


def timed(command, **options):
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    return time.perf_counter() - start, done


def make_pan(folder, model, options):
    subprocess.run(["spin", "-a", *options, str(model)], cwd=folder, check=True, capture_output=True)
    subprocess.run(["gcc", "-O3", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"], cwd=folder, check=True)


def run_pan(folder):
    seconds, done = timed(["./pan", "-m5000000", "-c0", "-n"], cwd=folder)
    states = int(re.search(r"(\d+) states, stored", done.stdout).group(1))
    edges = int(re.search(r"(\d+) transitions", done.stdout).group(1)) - 1
    # The depth stack is not counted: its size is an option.
    used = re.search(r"([\d.]+)\s+actual memory usage for states", done.stdout)
    used = used or re.search(r"([\d.]+)\s+equivalent memory usage", done.stdout)
    return seconds, states, edges, float(used.group(1)) * 1e6 / states if used else 0.0


def run_pexplore(binary, model, options, strategy):
    command = [binary, "--strategy", strategy, "--threads", "1", "--all-errors", "--trace", "off", "--report", "-",
               "--quiet", "--progress", "none", *options, str(model)]
    seconds, done = timed(command)
    report = json.loads(done.stdout)
    return seconds, report["states"], report["transitions"], report["store_bytes_per_state"]


def check(name, runs, states, edges):
    for _, found_states, found_edges, _ in runs:
        if (found_states, found_edges) != (states, edges):
            raise SystemExit(f"{name}: {found_states} states, {found_edges} edges; expected {states}, {edges}")


def measure(arguments, name, options, states, edges):
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder:
        make_pan(folder, model_path(name), options)
        for _ in range(arguments.repeat):
            theirs.append(run_pan(folder))
            ours.append(run_pexplore(arguments.pexplore, model_path(name), options, "none"))
    check(name, ours + theirs, states, edges)
    row = describe(name, options, "none", states, edges, ours)
    row["pan_seconds"] = statistics.median(run[0] for run in theirs)
    row["pan_bytes_per_state"] = theirs[0][3]
    row["ratio"] = row["pan_seconds"] / row["seconds"]
    return row


def measure_reduced(arguments, name, options, strategy, states, edges):
    runs = [run_pexplore(arguments.pexplore, model_path(name), options, strategy) for _ in range(arguments.repeat)]
    check(f"{name} {strategy}", runs, states, edges)
    return describe(name, options, strategy, states, edges, runs)


def describe(name, options, strategy, states, edges, runs):
    seconds = statistics.median(run[0] for run in runs)
    return {"model": " ".join([name, *options]), "strategy": strategy, "states": states, "edges": edges,
            "seconds": seconds, "edges_per_second": edges / seconds, "bytes_per_state": runs[0][3]}


def print_row(row):
    line = (f"{row['model']:22} {row['strategy']:14} {row['states']:9} {row['edges']:9} {row['seconds']:7.2f} "
            f"{row['edges_per_second'] / 1e6:9.1f} {row['bytes_per_state']:8.1f}")
    if "ratio" in row:
        line += f" {row['pan_seconds']:7.2f} {row['pan_bytes_per_state']:8.1f} {row['ratio']:9.1f}"
    print(line, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pexplore", default=str(TREE / "build" / "release" / "pexplore"))
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--json")
    parser.add_argument("--models", default="")
    arguments = parser.parse_args()
    arguments.pexplore = os.path.abspath(arguments.pexplore)
    print(f"{'model':22} {'strategy':14} {'states':>9} {'edges':>9} {'s':>7} {'M edges/s':>9} {'B/state':>8} {'pan s':>7} "
          f"{'pan B/st':>8} {'times pan':>9}")
    rows = []
    for row in ROWS:
        if arguments.models in row[0]:
            rows.append(measure(arguments, *row))
            print_row(rows[-1])
    for row in REDUCED:
        if arguments.models in row[0]:
            rows.append(measure_reduced(arguments, *row))
            print_row(rows[-1])
    ratios = [row["ratio"] for row in rows if "ratio" in row]
    if ratios:
        print(f"geometric mean of 'times pan': {statistics.geometric_mean(ratios):.2f}")
    if arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
