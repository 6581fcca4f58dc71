#!/usr/bin/env python3
"""Random models against SPIN: generates, runs SPIN and pexplore, compares; shrinks and saves a failing model.

    random_compare.py --count 2000 --seed 1 --pexplore build/release/pexplore --save build/differential

Model k of a run has the seed S + k, so each can be reproduced with `--count 1 --seed S+k`. A saved model has SPIN's
counts in its head, like those in tests/models/promela.
Exit code: 0 all equal, 1 some different, 77 SPIN or gcc missing (ctest: skipped).
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import sys
import tempfile

import compare
import promela_tree
import random_promela
import spin_oracle

SMALLEST, LARGEST = 5, 200_000
BOTH = ("spin", "none")
OTHERS = ("o1", "o2", "o3", "lossy", "empty-ends", "no-assertions")


class Outcome:
    def __init__(self, seed, state, text=""):
        self.seed = seed
        self.state = state  # equal, different, refused (by SPIN), unfit (too small, too large, given up)
        self.text = text


def ask(options, path, optimise, effort):
    return compare.cached_ask(options.cache, path, optimise, [], pan_timeout=60, effort=effort)


# A parsing error of SPIN: in the argument of an inline it drops the name of a function that follows an arrow.
MISREAD = re.compile(r"\b(twist|settle)\(.*-> (get_priority|enabled|pc_value)\(")


def judge(options, text, optimisations=BOTH, bounds=(SMALLEST, LARGEST)):
    """(state, explanation, optimisation) for a model text."""
    if MISREAD.search(text):
        return "unfit", "SPIN misreads it", optimisations[0]
    with tempfile.TemporaryDirectory(prefix="random-promela-") as folder:
        path = os.path.join(folder, "model.pml")
        pathlib.Path(path).write_text(text, encoding="utf-8")
        for optimise in optimisations:
            try:
                answer = ask(options, path, optimise, 0)
            except spin_oracle.OracleError as error:
                return "refused", str(error)[-400:], optimise
            if not answer.complete and not answer.kinds or not bounds[0] <= answer.states <= bounds[1]:
                return "unfit", f"{answer.states} states", optimise
            try:
                explored = compare.explore(options.pexplore, path, optimise, [], options.timeout, options.execution)
                # If the condition of an escape is an error, the verifier continues with the guarded statement; pexplore
                # blocks it. Both report the error.
                if "unless" in text and spin_oracle.ended_paths(answer) and "safety" in explored.kinds:
                    continue
                found = compare.differences(answer, explored)
                # pan -A does not detect wrong indices either, and continues with the memory after the array.
                if optimise == "no-assertions" and "safety" in explored.kinds:
                    continue
                if found:
                    found = compare.differences(ask(options, path, optimise, 1), explored)
            except compare.ExplorerError as error:
                found = [f"pexplore: {error}"]
            if found:
                return "different", f"{optimise}: " + "; ".join(found), optimise
    return "equal", "", None


def nature(explanation):
    """The property that a shrunk model must share with the original: a rejection, a crash, or a difference remains
    one."""
    return "pexplore:" in explanation


def shrink(options, model, explanation, optimise):
    """Removes parts as long as the difference (with the same optimisation, of the same nature) remains."""
    crashed = nature(explanation)
    tries, again = 0, True
    while again and tries < options.shrink_tries:
        again = False
        for candidate in promela_tree.smaller(model):
            tries += 1
            if tries >= options.shrink_tries:
                break
            state, why, _ = judge(options, promela_tree.text_of(candidate), (optimise,), (1, LARGEST))
            if state == "different" and nature(why) == crashed:
                model, explanation, again = candidate, why, True
                break
    return model, explanation


def save(options, model, explanation):
    folder = pathlib.Path(options.save)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"random-{model.seed}.pml"
    note = explanation.replace("\n", " ")[:300]
    path.write_text(f"// found by random_compare.py: {note}\n" + promela_tree.text_of(model), encoding="utf-8")
    try:
        spin_oracle.write_expectations(str(path))
    except spin_oracle.OracleError as error:
        print(f"no head for {path}: {error}", file=sys.stderr)
    return path


def one(options, seed):
    model = random_promela.generate(seed, options.size)
    ways = OTHERS if options.other_ways else (BOTH[seed % 2],) if options.one_way else BOTH
    state, explanation, optimise = judge(options, promela_tree.text_of(model), ways)
    if state == "different":
        if options.shrink_tries:
            model, explanation = shrink(options, model, explanation, optimise)
        explanation += f"\n    saved as {save(options, model, explanation)}"
    return Outcome(seed, state, explanation)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=3)
    parser.add_argument("--save", default="random-failures", help="folder for shrunk models that differ")
    parser.add_argument("--other-ways", action="store_true", help="with spin's -o1, -o2, -o3, -m and pan's -q, -A instead")
    parser.add_argument("--one-way", action="store_true",
                        help="of the two ways, with and without SPIN's optimisations, one for every other seed")
    parser.add_argument("--cache", help="folder for SPIN's answers")
    parser.add_argument("--execution", default="jit", help="auto: native code for large models only, in a fifth of the time")
    parser.add_argument("--shrink-tries", type=int, default=400, help="0: do not shrink")
    parser.add_argument("--stop-after", type=int, default=10, help="give up after so many different models")
    compare.add_common_options(parser)
    options = parser.parse_args()
    if compare.tools_are_missing():
        return compare.SKIP
    counts = {"equal": 0, "different": 0, "refused": 0, "unfit": 0}
    print(f"random models: seeds {options.seed} to {options.seed + options.count - 1}, size {options.size}")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        futures = [pool.submit(one, options, options.seed + k) for k in range(options.count)]
        for future in futures:
            if future.cancelled():
                continue
            outcome = future.result()
            counts[outcome.state] += 1
            if outcome.state != "equal":
                print(f"seed {outcome.seed}: {outcome.state}: {outcome.text}", flush=True)
            if counts["different"] >= options.stop_after:
                for other in futures:
                    other.cancel()
    print(", ".join(f"{number} {state}" for state, number in counts.items()))
    if counts["equal"] + counts["different"] < options.count * 0.8 and counts["different"] < options.stop_after:
        print("too many models that SPIN does not answer: the generator is at fault")
        return 1
    return 1 if counts["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
