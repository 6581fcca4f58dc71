#!/usr/bin/env python3
"""Whole runs of pexplore compared with SPIN's pan: same models, same machine, same run, counts checked.

    suite.py [--pexplore build/release/pexplore] [--repeat 3] [--variants all] [--json FILE] [--csv FILE] [--models SUBSTRING]

Each row is one model. Times are wall times of whole runs, start-up and pexplore's compilation of the model included; what
`spin -a` and gcc take to build pan is measured separately (column `make s`) and enters no ratio. Medians of the repeats; the
programs alternate. A wrong count fails. Ratios are pan's figure divided by pexplore's for times, bytes, and pexplore's divided by pan's for
states per second: above 1 pexplore is better.

Variants of pan, with --variants: 'plain', 'collapse' (-DCOLLAPSE, compared with pexplore's --store tree), 'ncore' (-DNCORE=CORES) and
'bfs-par' (-DBFS_PAR), the last two compared with pexplore on as many threads. SPIN's parallel breadth-first search may store a
state several times, so its counts may be larger than the expected ones, but not smaller. If a variant does not finish, its row
shows pan's message.

On a virtual machine, memory that has not been used for a while has to be fetched from the host, at a tenth of the speed of an
ordinary page fault. Before every run of either tool, 2 GiB are touched and released.
"""
import argparse
import csv
import json
import mmap
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from environment import environment, summary, write_json

TREE = pathlib.Path(__file__).resolve().parents[2]
WARM_BYTES = 2 << 30
MODEL_FOLDERS = [pathlib.Path(__file__).resolve().parent / "models", TREE / "tests" / "models" / "promela",
                 TREE / "tests" / "models" / "b"]

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
# model, options, strategy of pexplore alone (B machines, and runs with symmetry), states, edges
REDUCED = [
    ("peterson.pml", ["-DN=5"], "canonical", 17321, 86601),
    ("peterson.pml", ["-DN=7"], "exact-markers", 442481, 3097361),
    ("peterson.pml", ["-DN=7"], "canonical", 442481, 3097361),
    ("email.pml", ["-DN=5"], "exact-markers", 323465, 1747418),
    ("email.pml", ["-DN=5"], "canonical", 323388, 1746316),
    ("email.pml", ["-DN=6"], "canonical", 2573627, 16377937),
    ("table.mch", [], "none", 262144, 4325376),
    ("philosophers_general.mch", ["--card", "Phil=5", "--card", "Forks=5"], "none", 1283040, 8553600),
    ("philosophers_general.mch", ["--card", "Phil=5", "--card", "Forks=5"], "auto", 117, 780),
    ("philosophers_general.mch", ["--card", "Phil=6", "--card", "Forks=6"], "auto", 396, 3168),
]


def model_path(name):
    return next(folder / name for folder in MODEL_FOLDERS if (folder / name).exists())


def warm_up_memory():
    with mmap.mmap(-1, WARM_BYTES, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
        memory.madvise(mmap.MADV_HUGEPAGE)
        for at in range(0, WARM_BYTES, mmap.PAGESIZE):
            memory[at] = 1


def timed(command, **options):
    warm_up_memory()
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    return time.perf_counter() - start, done


CORES = len(os.sched_getaffinity(0))
# Parallel pan allocates its whole limit at the start; it gets half of the machine's memory, in megabytes.
PAN_MEGABYTES = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 21
# name -> gcc's options, and pexplore's options for the comparison
VARIANTS = {
    "plain": ([], ["--threads", "1"]),
    "collapse": (["-DCOLLAPSE"], ["--threads", "1", "--store", "tree"]),
    "ncore": ([f"-DNCORE={max(CORES, 2)}", f"-DMEMLIM={PAN_MEGABYTES}"], ["--threads", str(max(CORES, 2))]),
    "bfs-par": (["-DBFS_PAR"], ["--threads", str(max(CORES, 2))]),
}
COUNTS_TWICE = {"bfs-par"}


class PanUnfinished(Exception):
    """pan gave up, with the reason: a row without its figures. Plain pan is the reference, so it must finish."""


def make_pan(folder, model, options, defines):
    start = time.perf_counter()
    subprocess.run(["spin", "-a", *options, str(model)], cwd=folder, check=True, capture_output=True)
    subprocess.run(["gcc", "-O3", "-w", "-DSAFETY", "-DNOREDUCE", *defines, "-o", "pan", "pan.c"], cwd=folder, check=True)
    return time.perf_counter() - start


def run_pan(folder):
    seconds, done = timed(["./pan", "-m5000000", "-c0", "-n"], cwd=folder)
    # A pan of several processes prints once per process; the last ones are the sums.
    states = re.findall(r"(\d+) states, stored", done.stdout)
    edges = re.findall(r"(\d+) transitions", done.stdout)
    if not states or not edges or "Search not completed" in done.stdout or "max search depth too small" in done.stdout:
        said = re.search(r"pan: .*(memory|MEMLIM).*|max search depth too small.*", done.stdout + done.stderr)
        raise PanUnfinished(said.group(0) if said else f"exit code {done.returncode}")
    # The depth stack is not counted: its size is an option.
    used = re.search(r"([\d.]+)\s+actual memory usage for states", done.stdout)
    used = used or re.search(r"([\d.]+)\s+equivalent memory usage", done.stdout)
    count = int(states[-1])
    return {"wall": seconds, "states": count, "edges": int(edges[-1]) - 1,
            "bytes": float(used.group(1)) * 1e6 / count if used else 0.0}


def run_pexplore(binary, model, options, strategy):
    command = [binary, "--strategy", strategy, "--all-errors", "--trace", "off", "--report", "-", "--quiet",
               "--progress", "none", *options, str(model)]
    seconds, done = timed(command)
    if not done.stdout.startswith("{"):
        raise SystemExit(f"{' '.join(command)}: {done.stderr[-1500:]}")
    report = json.loads(done.stdout)
    return {"wall": seconds, "search": report["seconds"], "states": report["states"], "edges": report["transitions"],
            "bytes": report["store_bytes_per_state"]}


def check(name, runs, states, edges, at_least=False):
    for run in runs:
        found = (run["states"], run["edges"])
        if found != (states, edges) and not (at_least and found >= (states, edges)):
            raise SystemExit(f"{name}: {found[0]} states, {found[1]} edges; expected {states}, {edges}")


def measure(arguments, name, options, states, edges, variant):
    defines, ours_options = VARIANTS[variant]
    ours, theirs, unfinished = [], [], None
    with tempfile.TemporaryDirectory() as folder:
        making = make_pan(folder, model_path(name), options, defines)
        for _ in range(arguments.repeat):
            try:
                if not unfinished:
                    theirs.append(run_pan(folder))
            except PanUnfinished as error:
                if variant == "plain":
                    raise SystemExit(f"{name}: pan did not finish: {error}") from None
                unfinished = str(error)
            ours.append(run_pexplore(arguments.pexplore, model_path(name), [*ours_options, *options], "none"))
    check(f"{name} by pexplore", ours, states, edges)
    check(f"{name} by pan ({variant})", theirs, states, edges, variant in COUNTS_TWICE)
    row = describe(name, options, "none", variant, states, edges, ours)
    if unfinished:
        row["pan_unfinished"] = unfinished
    else:
        add_pan(row, theirs, making)
    return row


def add_pan(row, runs, making):
    row["pan_seconds"] = statistics.median(run["wall"] for run in runs)
    row["pan_make_seconds"] = making
    row["pan_bytes_per_state"] = runs[0]["bytes"]
    row["ratio_wall"] = row["pan_seconds"] / row["seconds"]
    # Both searches store the same states, so states per second compare as the times do, for SPIN's own count of them.
    row["ratio_states_per_second"] = row["ratio_wall"] * row["states"] / runs[0]["states"]
    row["ratio_bytes"] = row["pan_bytes_per_state"] * runs[0]["states"] / row["states"] / row["bytes_per_state"]


def measure_reduced(arguments, name, options, strategy, states, edges):
    runs = [run_pexplore(arguments.pexplore, model_path(name), ["--threads", "1", *options], strategy)
            for _ in range(arguments.repeat)]
    check(f"{name} {strategy}", runs, states, edges)
    return describe(name, options, strategy, "", states, edges, runs)


def describe(name, options, strategy, variant, states, edges, runs):
    seconds = statistics.median(run["wall"] for run in runs)
    return {"model": " ".join([name, *options]), "strategy": strategy, "variant": variant, "states": states, "edges": edges,
            "seconds": seconds, "states_per_second": states / seconds, "edges_per_second": edges / seconds,
            "bytes_per_state": runs[0]["bytes"]}


HEAD = (f"{'model':22} {'strategy':14} {'beside pan':10} {'states':>9} {'edges':>9} {'s':>7} {'M edges/s':>9} {'B/state':>8} "
        f"{'pan s':>7} {'make s':>6} {'pan B/st':>8} | {'x wall':>6} {'x st/s':>6} {'x B/st':>6}")


def print_row(row):
    line = (f"{row['model']:22} {row['strategy']:14} {row['variant']:10} {row['states']:9} {row['edges']:9} "
            f"{row['seconds']:7.2f} {row['edges_per_second'] / 1e6:9.1f} {row['bytes_per_state']:8.1f}")
    if "ratio_wall" in row:
        line += (f" {row['pan_seconds']:7.2f} {row['pan_make_seconds']:6.1f} {row['pan_bytes_per_state']:8.1f} | "
                 f"{row['ratio_wall']:6.1f} {row['ratio_states_per_second']:6.1f} {row['ratio_bytes']:6.1f}")
    if "pan_unfinished" in row:
        line += f" {row['pan_unfinished']}"
    print(line, flush=True)


def print_means(rows):
    for variant in VARIANTS:
        compared = [row for row in rows if row["variant"] == variant and "ratio_wall" in row]
        if compared:
            means = [statistics.geometric_mean(row[key] for row in compared)
                     for key in ("ratio_wall", "ratio_states_per_second", "ratio_bytes")]
            print(f"geometric means beside pan ({variant}), {len(compared)} models: wall {means[0]:.2f}, "
                  f"states/s {means[1]:.2f}, bytes/state {means[2]:.2f}")


def write_files(arguments, before, rows):
    if arguments.json:
        write_json(arguments.json, before, rows)
    if arguments.csv:
        fields = list(dict.fromkeys(key for row in rows for key in row))
        with open(arguments.csv, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, fields)
            writer.writeheader()
            writer.writerows(rows)


def chosen_variants(text):
    names = list(VARIANTS) if text == "all" else text.split(",")
    unknown = [name for name in names if name not in VARIANTS]
    if unknown:
        raise SystemExit(f"unknown variant '{unknown[0]}'; known are {', '.join(VARIANTS)} and all")
    return names


def measured_rows(arguments, variants):
    for name, options, states, edges in ROWS:
        if arguments.models not in name:
            continue
        for variant in variants:
            yield measure(arguments, name, options, states, edges, variant)
        if not variants:
            yield measure_reduced(arguments, name, options, "none", states, edges)
    for row in REDUCED:
        if arguments.models in row[0]:
            yield measure_reduced(arguments, *row)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pexplore", metavar="PROGRAM", default=str(TREE / "build" / "release" / "pexplore"),
                        help="what is measured (default: build/release/pexplore)")
    parser.add_argument("--repeat", type=int, default=3, help="how often each row is measured (default: 3)")
    parser.add_argument("--variants", default="plain", help="plain,collapse,ncore,bfs-par or all (default: plain)")
    parser.add_argument("--json", metavar="FILE", help="write the environment and the rows as JSON")
    parser.add_argument("--csv", metavar="FILE", help="write the rows as CSV")
    parser.add_argument("--models", metavar="SUBSTRING", default="", help="only models whose file names have this in them")
    arguments = parser.parse_args()
    arguments.pexplore = os.path.abspath(arguments.pexplore)
    variants = chosen_variants(arguments.variants)
    if not shutil.which("spin"):
        print("SPIN is not installed: pexplore alone is measured", file=sys.stderr)
        variants = []
    before = environment(arguments.pexplore)
    print(summary(before))
    print(HEAD)
    rows = []
    for row in measured_rows(arguments, variants):
        rows.append(row)
        print_row(row)
        write_files(arguments, before, rows)  # whoever interrupts a long series keeps what it has found
    print_means(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
