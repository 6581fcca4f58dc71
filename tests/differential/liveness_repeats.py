#!/usr/bin/env python3
"""The same products repeatedly, on 1, 2, 4 and 8 threads: one verdict, and one set of counts if it holds.

    liveness_repeats.py --count 20 --repeat 200 --seed 1 --pexplore build/release/pexplore

The products are those of fair_symmetry.py: model S + k with its four formulas, every other one under weak fairness,
with and without symmetry. Exit code: 0 all equal, 1 some different.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import fair_symmetry


def answers(options, folder, formulas, arguments):
    command = [options.pexplore, "--report", "-", "--quiet", "--trace", "off", "--no-deadlock-check", "--execution", "interp", *arguments]
    for formula in formulas:
        command += ["--ltl", formula]
    done = subprocess.run([*command, "model.pml"], cwd=folder, timeout=120, capture_output=True, text=True, check=False)
    try:
        properties = json.loads(done.stdout)["properties"]
    except ValueError:
        return None
    return [(p["verdict"], *((p["states"], p["transitions"]) if p["verdict"] == "holds" else ())) for p in properties]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20, help="models")
    parser.add_argument("--repeat", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pexplore", required=True)
    parser.add_argument("--jobs", type=int, default=1, help="(not used)")
    parser.add_argument("--cache", help="(not used)")
    options = parser.parse_args()
    options.pexplore = os.path.abspath(options.pexplore)
    different = runs = models = 0
    seed = options.seed
    while models < options.count:
        model, formulas, _ = fair_symmetry.model_of(seed)
        seed += 1
        arguments = (["--fairness", "weak"] if models % 2 else []) + (["--strategy", "none"] if models % 4 > 1 else [])
        with tempfile.TemporaryDirectory(prefix="repeats-") as folder:
            pathlib.Path(folder, "model.pml").write_text(model, encoding="utf-8")
            expected = answers(options, folder, formulas, ["--threads", "1", *arguments])
            if expected is None:
                continue
            models += 1
            for _ in range(options.repeat):
                for threads in ("1", "2", "4", "8"):
                    found = answers(options, folder, formulas, ["--threads", threads, *arguments])
                    runs += len(formulas)
                    if found != expected:
                        different += 1
                        print(f"seed {seed - 1}, {threads} threads {arguments}: {found}, expected {expected}", flush=True)
    print(f"{models} models, {runs} products searched, {different} different")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
