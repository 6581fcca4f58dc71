#!/usr/bin/env python3
"""Cycles: products of the suite's models with a claim, beside `pan -a`, and beside `pan -a -f` where fairness is asked for.

    liveness.py [--pexplore build/release/pexplore] [--models SUBSTRING] [--threads 1,2] [--json FILE]

Both sides get the same never claim, which `spin -f` makes of the formula. It holds, so both go through the whole product, and
the numbers of product states must be equal. Times are processor time (user and system), since a busy machine says nothing
else. pan is compiled with -O3 -DNOREDUCE (and what fairness needs); what `spin -a` and gcc take is left out. pexplore's include start-up and
compiling the model; its search for safety, which pan does not make, is measured by runs of its own and taken off.
"""
import argparse
import json
import os
import pathlib
import re
import resource
import subprocess
import tempfile

import suite
from environment import environment, summary, write_json

# model, options, formula, whether under fairness, too. A formula `[]<> p || <>[] !p` holds for any p; its automaton does not know.
ROWS = [
    ("peterson.pml", ["-DN=4"], "[]<> p || <>[] !p", "(inCR == 1)", True),
    ("two_phase.pml", [], "[] (p -> [] p)", "(committed > 0)", False),
    ("ring_election.pml", [], "[] (p -> []<> p)", "(leaders == 1)", True),
    ("rendezvous_bank.pml", [], "[]<> p || <>[] !p", "(customer[3]:from == 1)", False),
    ("bubble.pml", [], "[]<> p || <>[] !p", "(busy[0])", True),
    ("sliding_window.pml", [], "[]<> p || <>[] !p", "(len(forth) > 0)", False),
    ("dining.pml", [], "[]<> p || <>[] !p", "(taken[0])", True),
    ("elevator.pml", [], "[]<> p || <>[] !p", "(open)", True),
    ("three_clocks.pml", [], "[]<> p || <>[] !p", "(turn == 1)", True),
    ("directory.pml", [], "[]<> p || <>[] !p", "(len(to_directory) > 0)", False),
    ("long_mail.pml", [], "[]<> p || <>[] !p", "(letters_read == 1)", False),
]


def processor_time(command, folder=None):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, done


def claim_of(formula, atom):
    done = subprocess.run(["spin", "-f", f"!({formula})"], capture_output=True, text=True, check=True)
    return re.sub(r"\bp\b", atom, done.stdout)


def make_pan(folder, model, options, fair):
    subprocess.run(["spin", *options, "-a", model], cwd=folder, check=True, capture_output=True)
    subprocess.run(["gcc", "-O3", "-w", "-DNOREDUCE", "-DMEMLIM=12000", *(["-DNFAIR=3"] if fair else ["-DNOFAIR"]), "-o", "pan", "pan.c"],
                   cwd=folder, check=True)


def run_pan(folder, fair):
    seconds, done = processor_time(["./pan", "-a", "-m8000000", "-w24", *(["-f"] if fair else [])], folder)
    errors = re.search(r"errors: (\d+)", done.stdout)
    states = re.search(r"(\d+) states, stored", done.stdout)
    bytes_per_state = re.search(r"State-vector (\d+) byte", done.stdout)
    if not errors or int(errors.group(1)) or "too small" in done.stdout or not states:
        raise SystemExit(f"pan: {done.stdout[-1500:]}{done.stderr[-500:]}")
    return {"seconds": seconds, "states": int(states.group(1)), "vector": int(bytes_per_state.group(1))}


def run_pexplore(binary, folder, model, options, fair, threads):
    command = [binary, "--strategy", "none", "--trace", "off", "--report", "-", "--quiet", "--progress", "none", "--no-deadlock-check",
               "--threads", str(threads), *options, *(["--fairness", "weak"] if fair else []), model]
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
    name, options, formula, atom, _ = row
    with tempfile.TemporaryDirectory() as folder:
        text = suite.model_path(name).read_text(encoding="utf-8") if isinstance(suite.model_path(name), pathlib.Path) \
            else pathlib.Path(suite.model_path(name)).read_text(encoding="utf-8")
        pathlib.Path(folder, "model.pml").write_text(text + "\n" + claim_of(formula, atom), encoding="utf-8")
        make_pan(folder, "model.pml", options, fair)
        result = {"model": " ".join([name, *options]), "fair": fair, "formula": formula.replace("p", atom)}
        for threads in arguments.threads:
            result[threads] = run_pexplore(arguments.pexplore, folder, "model.pml", options, fair, threads)
        theirs = run_pan(folder, fair)
        result["pan"] = theirs
        if not fair and theirs["states"] != result[arguments.threads[0]]["states"]:
            result["differs"] = True
        return result


def show(result, threads):
    ours = result[threads[0]]
    cells = [f"{result['model']:24}{'-f ' if result['fair'] else '   '}", f"{ours['states']:>10}", f"{ours['edges']:>11}", f"{ours['seconds']:>7.2f}",
             f"{ours['edges'] / ours['seconds'] / 1e6:>6.2f}", f"{ours['bytes']:>6.1f}", f"{result['pan']['seconds']:>8.2f}",
             f"{result['pan']['seconds'] / ours['seconds']:>6.1f}"]
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
    print(f"{'model':27} {'states':>10} {'edges':>11} {'cpu s':>7} {'M e/s':>6} {'bytes':>6} {'pan s':>8} {'times':>6} "
          + " ".join(f"x{n:<4}" for n in arguments.threads[1:]))
    results = []
    for row in ROWS:
        if arguments.models not in row[0]:
            continue
        for fair in (False, True) if row[4] else (False,):
            try:
                results.append(measure(arguments, row, fair))
            except (SystemExit, subprocess.CalledProcessError, ValueError, KeyError) as problem:
                print(f"{row[0]}{' -f' if fair else ''}: {problem}", flush=True)
                continue
            show(results[-1], arguments.threads)
    if arguments.json:
        write_json(arguments.json, before, {"liveness": results})


if __name__ == "__main__":
    main()
