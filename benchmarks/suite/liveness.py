#!/usr/bin/env python3
"""Cycles: products of the suite's models with a claim, beside `pan -a`, and beside `pan -a -f` where fairness is asked for.

    liveness.py [--pexplore build/release/pexplore] [--models SUBSTRING] [--threads 1,2] [--json FILE]

Both sides get the same never claim, which `spin -f` makes of the formula. It holds, so both go through the whole product, and
the numbers of product states must be equal. Times are processor time (user and system), since a busy machine says nothing
else. pan is compiled with -O3 -DNOREDUCE (and what fairness needs); what `spin -a` and gcc take is left out. pexplore's include start-up and
compiling the model; its search for safety, which pan does not make, is measured by runs of its own and taken off.
"""
import argparse
import dataclasses
import json
import os
import pathlib
import re
import resource
import subprocess
import tempfile

import suite
from environment import environment, summary, write_json

LOOSE = "[]<> p || <>[] !p"  # holds for any p; its automaton does not know


@dataclasses.dataclass
class Row:
    model: str
    formula: str
    atoms: dict
    options: tuple = ()
    plain: bool = True      # without fairness
    fair: bool = False      # weakly fair runs, beside `pan -a -f`
    symmetry: bool = False  # also under symmetry, beside the same run of pan


ROWS = [
    Row("two_phase.pml", "[] (p -> [] p)", {"p": "(committed > 0)"}),
    Row("ring_election.pml", "<>[] p", {"p": "(leaders == 1)"}, symmetry=True),
    Row("ring_election.pml", "[] (p -> []<> p)", {"p": "(leaders == 1)"}, fair=True),
    Row("rendezvous_bank.pml", LOOSE, {"p": "(customer[3]:from == 1)"}),
    Row("bubble.pml", LOOSE, {"p": "(busy[0])"}, fair=True),
    Row("sliding_window.pml", LOOSE, {"p": "(len(forth) > 0)"}),
    Row("dining.pml", LOOSE, {"p": "(taken[0])"}),
    Row("elevator.pml", LOOSE, {"p": "(open)"}),
    Row("three_clocks.pml", LOOSE, {"p": "(turn == 1)"}),
    Row("long_mail.pml", LOOSE, {"p": "(letters_read == 1)"}),
    Row("directory.pml", LOOSE, {"p": "(len(to_directory) > 0)"}),
    # Who wants enters; somebody enters again and again. Neither holds of unfair runs.
    Row("peterson.pml", "[] (p -> <> q)", {"p": "(flag[1] > 0)", "q": "(flag[1] == 0)"}, ("-DN=4",), False, True, True),
    Row("peterson.pml", "[] (p -> <> q)", {"p": "(flag[1] > 0)", "q": "(flag[1] == 0)"}, ("-DN=5",), False, True, True),
    Row("peterson.pml", "[]<> p", {"p": "(inCR == 1)"}, ("-DN=5",), False, True, True),
]


def processor_time(command, folder=None):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, done


def claim_of(row):
    done = subprocess.run(["spin", "-f", f"!({row.formula})"], capture_output=True, text=True, check=True)
    return with_atoms(done.stdout, row)


def with_atoms(text, row):
    return re.sub(r"\b[pq]\b", lambda found: row.atoms[found.group()], text)


def make_pan(folder, model, options, fair):
    subprocess.run(["spin", *options, "-a", model], cwd=folder, check=True, capture_output=True)
    subprocess.run(["gcc", "-O3", "-w", "-DNOREDUCE", "-DMEMLIM=12000", *(["-DNFAIR=3"] if fair else ["-DNOFAIR"]), "-o", "pan", "pan.c"],
                   cwd=folder, check=True)


def run_pan(folder, fair):
    seconds, done = processor_time(["./pan", "-a", "-m30000000", "-w24", *(["-f"] if fair else [])], folder)
    errors = re.search(r"errors: (\d+)", done.stdout)
    states = re.search(r"(\d+) states, stored", done.stdout)
    memory = re.search(r"([\d.]+)\s+equivalent memory usage for states", done.stdout)
    if not errors or int(errors.group(1)) or "too small" in done.stdout or not states:
        raise SystemExit(f"pan: {done.stdout[-1500:]}{done.stderr[-500:]}")
    actual = re.search(r"([\d.]+)\s+actual memory usage for states", done.stdout) or memory
    stored = int(states.group(1))
    return {"seconds": seconds, "states": stored, "bytes": float(actual.group(1)) * 2 ** 20 / stored if actual else 0}


def run_pexplore(binary, folder, model, options, fair, threads, strategy="none"):
    command = [binary, "--strategy", strategy, "--trace", "off", "--report", "-", "--quiet", "--progress", "none", "--no-deadlock-check",
               "--memory", "8G", "--threads", str(threads), *options, *(["--fairness", "weak"] if fair else []), model]
    whole, done = processor_time(command, folder)
    report = json.loads(done.stdout)
    safety, _ = processor_time([*command, "--safety"], folder)
    start, _ = processor_time([*command, "--safety", "--max-states", "1"], folder)
    if not report["properties"]:
        raise SystemExit(f"{model}: {report['verdict']} without a search for cycles: {done.stderr[-300:]}")
    found = report["properties"][0]
    if found["verdict"] != "holds":
        raise SystemExit(f"{model}: {found}")
    return {"seconds": whole - max(safety - start, 0), "states": found["states"], "edges": found["transitions"],
            "wall": found.get("seconds", 0), "bytes": found.get("store_bytes_per_state", 0)}


def measure(arguments, row, fair):
    """Results of the run without reduction, and of the one under symmetry if the row has it. pan's run is between them."""
    with tempfile.TemporaryDirectory() as folder:
        text = pathlib.Path(suite.model_path(row.model)).read_text(encoding="utf-8")
        pathlib.Path(folder, "model.pml").write_text(text + "\n" + claim_of(row), encoding="utf-8")
        make_pan(folder, "model.pml", row.options, fair)
        results = []
        for strategy in ("none", "auto") if row.symmetry else ("none",):
            result = {"model": " ".join([row.model, *row.options]), "fair": fair, "formula": with_atoms(row.formula, row),
                      "strategy": strategy}
            for threads in arguments.threads:
                result[threads] = run_pexplore(arguments.pexplore, folder, "model.pml", row.options, fair, threads, strategy)
            results.append(result)
            if len(results) == 1:
                theirs = run_pan(folder, fair)
        for result in results:
            result["pan"] = theirs
        if theirs["states"] != results[0][arguments.threads[0]]["states"]:
            results[0]["differs"] = True
        return results


def show(result, threads):
    ours = result[threads[0]]
    name = result["model"] + (" -f" if result["fair"] else "") + ("" if result["strategy"] == "none" else " symmetry")
    cells = [f"{name:34} {result['formula']:44}", f"{ours['states']:>9}", f"{ours['edges']:>10}", f"{ours['seconds']:>6.2f}",
             f"{ours['edges'] / ours['seconds'] / 1e6:>6.2f}", f"{ours['bytes']:>6.1f}", f"{result['pan']['seconds']:>7.2f}",
             f"{result['pan']['bytes']:>6.1f}", f"{result['pan']['seconds'] / ours['seconds']:>6.1f}"]
    for more in threads[1:]:
        cells.append(f"{more * ours['seconds'] / result[more]['seconds']:>5.2f}")
    print(" ".join(cells) + (f"  pan stored {result['pan']['states']}" if result.get("differs") else ""), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pexplore", default=str(suite.TREE / "build" / "release" / "pexplore"))
    parser.add_argument("--models", default="")
    parser.add_argument("--threads", default="1,2", type=lambda text: [int(n) for n in text.split(",")])
    parser.add_argument("--json")
    arguments = parser.parse_args()
    arguments.pexplore = os.path.abspath(arguments.pexplore)
    before = environment(arguments.pexplore)
    print(summary(before))
    print(f"{'model':34} {'formula':44} {'states':>9} {'edges':>10} {'cpu s':>6} {'M e/s':>6} {'bytes':>6} {'pan s':>7} {'bytes':>6} "
          f"{'times':>6} " + " ".join(f"x{n:<4}" for n in arguments.threads[1:]))
    results = []
    for row in ROWS:
        if arguments.models not in " ".join([row.model, *row.options]):
            continue
        for fair in [False] * row.plain + [True] * row.fair:
            try:
                measured = measure(arguments, row, fair)
            except (SystemExit, subprocess.CalledProcessError, ValueError, KeyError) as problem:
                print(f"{row.model}{' -f' if fair else ''}: {problem}", flush=True)
                continue
            for result in measured:
                show(result, arguments.threads)
            results += measured
    if arguments.json:
        write_json(arguments.json, before, {"liveness": results})


if __name__ == "__main__":
    main()
