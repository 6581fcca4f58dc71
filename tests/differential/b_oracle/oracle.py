#!/usr/bin/env python3
"""Explores a classical B machine, as plainly as possible, over explicit sets: an independent witness for pexplore.

    oracle.py MACHINE.mch [-card SET=N ...] [--most-states N] [--json]

Prints the number of set-ups of the constants, of initialised states, of transitions (distinct source, operation,
arguments, results and target), and of deadlocks, the errors with the number of occurrences, and the classes of states
under all permutations of the deferred sets.
"""

import argparse
import json
import pathlib
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from composition import compose  # noqa: E402
from explorer import Explorer  # noqa: E402
from lexer import BError  # noqa: E402
from values import Unbounded, WellDefinednessError  # noqa: E402


def explore(path, cardinalities=None, most_states=None, classes=True):
    """The results for the machine, as a dictionary; {"rejected": reason} for an invalid machine."""
    try:
        explorer = Explorer(compose(path), cardinalities)
        result = explorer.run(most_states)
        if classes:
            result.classes, result.setup_classes = explorer.classes()
    except (BError, Unbounded, WellDefinednessError) as error:
        return {"rejected": f"{type(error).__name__}: {error}"}
    return {"setups": result.setups, "states": result.states, "transitions": result.transitions,
            "deadlocks": result.deadlocks, "goals": result.goals, "verdict": result.verdict(),
            "classes": result.classes, "setup_classes": result.setup_classes,
            "errors": [{"kind": kind, "text": text, "occurrences": count} for (kind, text), count in result.errors.items()]}


def expectation(found):
    """The line for a machine's head."""
    return (f"expect: states={found['states']} edges={found['transitions']} verdict={found['verdict']}"
            f" setups={found['setups']}")


def deep(function):
    """Runs the function with room for deep recursion, which machines with long loops need."""
    sys.setrecursionlimit(200_000)
    threading.stack_size(512 * 1024 * 1024)
    box = []
    thread = threading.Thread(target=lambda: box.append(function()))
    thread.start()
    thread.join()
    return box[0] if box else 70


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("machine")
    parser.add_argument("-card", action="append", default=[], metavar="SET=N")
    parser.add_argument("--most-states", type=int)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    cards = {name: int(size) for name, size in (text.split("=") for text in options.card)}
    found = explore(options.machine, cards, options.most_states)
    if options.json:
        print(json.dumps(found, indent=2))
    elif "rejected" in found:
        print(found["rejected"])
    else:
        print(expectation(found))
        print(f"classes={found['classes']} setup_classes={found['setup_classes']} deadlocks={found['deadlocks']}"
              f" goals={found['goals']}")
        for error in found["errors"]:
            print(f"{error['kind']}: {error['text']} ({error['occurrences']} times)")
    return 65 if "rejected" in found else 0


if __name__ == "__main__":
    sys.exit(deep(main))
