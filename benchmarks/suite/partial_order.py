#!/usr/bin/env python3
"""States with and without partial-order reduction, SPIN's and pexplore's, for every Promela model given.

    partial_order.py --pexplore build/release/pexplore tests/models/promela benchmarks/suite/models [--least 1000] [--json FILE]

SPIN's verifier is compiled for safety (-DSAFETY, without claims) with its reduction and with -DNOREDUCE; both continue after errors
(-c0), so that the whole space is counted, and with stutter-free depth (-m1000000). pexplore: --strategy none, --por off and on.
Models with fewer states than --least in the full state space, or that SPIN does not finish in time, are skipped.
"""
import argparse
import json
import math
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


def arguments_of(path):
    for line in path.read_text(errors="replace").splitlines():
        if line.startswith("// args:"):
            return [a for a in line.split("args:", 1)[1].split() if a.startswith("-D")]
    return []


def pan(path, reduce, timeout):
    """(states, seconds), or None."""
    with tempfile.TemporaryDirectory(prefix="por-table-") as folder:
        for other in path.parent.glob("*.pm*"):
            shutil.copy(other, folder)
        made = subprocess.run(["spin", "-a", *arguments_of(path), path.name], cwd=folder, capture_output=True, text=True, timeout=60)
        if made.returncode != 0 or not Path(folder, "pan.c").exists():
            return None
        flags = ["-O2", "-w", "-DSAFETY", "-DNOCLAIM", "-DMEMLIM=3000"] + ([] if reduce else ["-DNOREDUCE"])
        if subprocess.run(["gcc", *flags, "-o", "pan", "pan.c"], cwd=folder, capture_output=True, timeout=120).returncode != 0:
            return None
        try:
            ran = subprocess.run(["./pan", "-c0", "-m1000000", "-w22"], cwd=folder, capture_output=True, text=True, timeout=timeout)
        except subprocess.TimeoutExpired:
            return None
        states = re.search(r"(\d+) states, stored", ran.stdout)
        seconds = re.search(r"elapsed time ([\d.e+-]+) seconds", ran.stdout)
        complete = "Search not completed" not in ran.stdout and "max search depth too small" not in ran.stdout
        return (int(states[1]), float(seconds[1]) if seconds else 0.0) if states and complete else None


def explore(pexplore, path, por, timeout):
    command = [pexplore, "--strategy", "none", "--por", por, "--report", "-", "--all-errors", "--trace", "off", "--quiet",
               "--allow-unchecked", "--threads", "1", "--time", f"{timeout}s", *arguments_of(path), str(path)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=timeout + 60)
    try:
        report = json.loads(ran.stdout)
    except json.JSONDecodeError:
        return None
    return (report["states"], report["seconds"]) if report["verdict"] not in ("incomplete", "interrupted") else None


def mean(values):
    return math.exp(sum(math.log(v) for v in values) / len(values)) if values else 1.0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pexplore", required=True)
    parser.add_argument("--least", type=int, default=1000)
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--json")
    parser.add_argument("paths", nargs="+", type=Path)
    options = parser.parse_args()
    models = [m for p in options.paths for m in (sorted(p.rglob("*.pml")) if p.is_dir() else [p])]
    rows = []
    print(f"{'model':38} {'pan -DNOREDUCE':>15} {'pan':>10} {'factor':>7} {'por off':>10} {'por on':>10} {'factor':>7}")
    for model in models:
        mine = explore(options.pexplore, model, "off", options.timeout)
        if mine is None or mine[0] < options.least:
            continue
        full, reduced = pan(model, False, options.timeout), pan(model, True, options.timeout)
        on = explore(options.pexplore, model, "on", options.timeout)
        if None in (full, reduced, on):
            print(f"{model.stem:38} not finished: {full} {reduced} {on}", flush=True)
            continue
        row = {"model": model.stem, "spin_full": full[0], "spin": reduced[0], "full": mine[0], "por": on[0],
               "spin_factor": full[0] / reduced[0], "factor": mine[0] / on[0], "seconds": on[1], "full_seconds": mine[1]}
        rows.append(row)
        mark = " <" if row["spin_factor"] >= 1.5 and on[0] > reduced[0] else ""
        print(f"{model.stem:38} {full[0]:15} {reduced[0]:10} {row['spin_factor']:7.2f} {mine[0]:10} {on[0]:10} {row['factor']:7.2f}{mark}",
              flush=True)
    if rows:
        print(f"{len(rows)} models, geometric means: SPIN {mean([r['spin_factor'] for r in rows]):.2f}, "
              f"pexplore {mean([r['factor'] for r in rows]):.2f}")
    if options.json:
        Path(options.json).write_text(json.dumps(rows, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
