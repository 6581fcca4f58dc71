#!/usr/bin/env python3
"""`--coverage` against SPIN's "unreached in proctype": the same states, lines and statements, model by model.

    coverage_compare.py --pexplore build/release/pexplore [--random 50 --seed 1] model.pml ...

Models with unless, provided or priorities are left out: there SPIN lists a statement although a process was in the
state before it, if another condition prevented SPIN from trying it.
Exit code: 0 equal, 1 different, 77 SPIN or gcc missing (ctest: skipped).
"""

import argparse
import os
import pathlib
import re
import sys
import tempfile

import compare
import random_promela
import spin_oracle
from promela_tree import text_of

# For a value of a named mtype SPIN prints its name in another set.
LEFT_OUT = re.compile(r"\b(unless|provided|priority|set_priority|hidden|mtype\s*:)\b")


def listed(pexplore, model, optimise, args, timeout):
    """{part: sorted (state, line, statement)} from pexplore."""
    report = compare.report_of(pexplore, model, optimise, args, timeout, extra=["--coverage"])
    return {part["part"].removeprefix("proctype "): sorted(
        (s["state"], s["place"]["line"] if s["place"] else 0, s["statement"]) for s in part["statements"])
            for part in report["unreached"]}


def plain(line, inlines):
    """Removes the names of the counter of a `for` over a channel, and the lines of statements in inlines (SPIN reports
    the line of the definition, pexplore that of the expansion)."""
    state, number, text = line
    text = re.sub(r"^D_STEP\d+$", "D_STEP", text)
    return state, 0 if inlines else number, re.sub(r"\b(f0r_t3mp_\d+_?|_for_counter_\d+)\b", "counter", text)


def compare_model(options, model, optimise, args, oracle_args):
    """The differences, as texts; None: nothing to compare."""
    answer = compare.cached_ask(options.cache, model, optimise, [*args, *oracle_args])
    if not answer.complete or spin_oracle.ended_paths(answer):
        return None
    inlines = "inline" in pathlib.Path(model).read_text(encoding="utf-8", errors="replace")
    spin = {name: sorted(plain(line, inlines) for line in lines) for name, lines in answer.unreached.items() if not name.startswith(("claim", "never"))}
    listing = listed(options.pexplore, model, optimise, args, options.timeout)
    ours = {name: sorted(plain(line, inlines) for line in lines) for name, lines in listing.items()}
    found = []
    for name in sorted(set(spin) | set(ours)):
        for line in sorted(set(spin.get(name, [])) - set(ours.get(name, []))):
            found.append(f"{name}: only SPIN lists {line}")
        for line in sorted(set(ours.get(name, [])) - set(spin.get(name, []))):
            found.append(f"{name}: only pexplore lists {line}")
    return found


def models_of(options, folder):
    for path in compare.find_models(options.models):
        yield path
    for seed in range(options.seed, options.seed + options.random):
        text = text_of(random_promela.generate(seed))
        if LEFT_OUT.search(text):
            continue
        path = os.path.join(folder, f"random-{seed}.pml")
        pathlib.Path(path).write_text(text, encoding="utf-8")
        yield path


def check(options, model):
    args, oracle_args, variants = spin_oracle.read_head(model)
    text = pathlib.Path(model).read_text(encoding="utf-8", errors="replace")
    if spin_oracle.must_be_rejected(variants) or compare.known_difference(model) or LEFT_OUT.search(text):
        return None
    if any(int(v.expected.get("states", 0)) > options.largest for v in variants if not v.defines):
        return None
    found = []
    for optimise in ("spin", "none"):
        try:
            differences = compare_model(options, model, optimise, args, oracle_args)
        except spin_oracle.OracleError:
            return None
        if differences is None:
            return None
        found += [f"--optimise {optimise}: {text}" for text in differences]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", help="files, or folders of them")
    parser.add_argument("--random", type=int, default=0, help="also so many random models")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cache", help="folder for SPIN's answers")
    parser.add_argument("--largest", type=int, default=20000, help="leave out models with more states than this")
    compare.add_common_options(parser)
    options = parser.parse_args()
    if compare.tools_are_missing():
        return compare.SKIP
    equal, different = 0, 0
    with tempfile.TemporaryDirectory(prefix="coverage-") as folder:
        for model in models_of(options, folder):
            found = check(options, model)
            if found is None:
                continue
            equal, different = equal + (not found), different + bool(found)
            for text in found:
                print(f"{os.path.basename(model)}: {text}", flush=True)
    print(f"{equal} models with equal lists, {different} different")
    return 1 if different or not equal else 0


if __name__ == "__main__":
    sys.exit(main())
