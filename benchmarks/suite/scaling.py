#!/usr/bin/env python3
"""Threads: whole searches of the suite's models on one thread, on all cores, and on four times as many threads as cores.

    scaling.py [--pexplore build/release/pexplore] [--repeat 5] [--models SUBSTRING] [--large] [--json FILE]

Times are those of the search (the report's `seconds`); the three numbers of threads alternate; medians of the repeats are shown.
Counts are checked: a wrong one fails. `speed-up` is one thread's time divided by that of all cores, `crowded` the time with
too many threads divided by that of all cores: 1.10 means ten per cent slower.

The models of the suite take half a second to some seconds, up to a tenth of which is start-up on one thread. --large takes larger
instances: 10 to 30 million states, up to half a minute each.
"""
import argparse
import os
import statistics

import suite
from environment import environment, summary, write_json

# As suite.ROWS.
LARGE = [
    ("two_phase.pml", ["-DN=5"], 23226722, 121995377),
    ("ring_election.pml", ["-DN=7"], 16834198, 96023040),
    ("rendezvous_bank.pml", ["-DCUSTOMERS=4"], 27793656, 148387680),
    ("bubble.pml", ["-DN=10"], 11654038, 42215904),
    ("three_clocks.pml", ["-DLIMIT=28"], 20350788, 37240000),
    *(row for row in suite.ROWS if row[0] == "directory.pml"),
]


def measure(arguments, name, options, states, edges):
    cores = suite.CORES
    times = {1: [], cores: [], 4 * cores: []}
    for _ in range(arguments.repeat):
        for threads, seconds in times.items():
            run = suite.run_pexplore(arguments.pexplore, suite.model_path(name), ["--threads", str(threads), *options], "none")
            suite.check(f"{name}, {threads} threads", [run], states, edges)
            seconds.append(run["search"])
    one, all_cores, crowded = (statistics.median(seconds) for seconds in times.values())
    return {"model": " ".join([name, *options]), "states": states, "edges": edges, "cores": cores, "seconds": one,
            "seconds_all_cores": all_cores, "seconds_crowded": crowded, "speed_up": one / all_cores,
            "crowded": crowded / all_cores}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pexplore", default=str(suite.TREE / "build" / "release" / "pexplore"))
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--models", default="")
    parser.add_argument("--large", action="store_true", help="larger instances, which take half a minute each")
    parser.add_argument("--json")
    arguments = parser.parse_args()
    arguments.pexplore = os.path.abspath(arguments.pexplore)
    if suite.CORES < 2:
        raise SystemExit("scaling.py: one core is all there is; nothing to compare")
    before = environment(arguments.pexplore)
    print(summary(before))
    print(f"{'model':29} {'states':>9} {'edges':>9} {'1 thr s':>8} {f'{suite.CORES} thr s':>8} {f'{4 * suite.CORES} thr s':>8} | "
          f"{'speed-up':>8} {'crowded':>7}")
    if arguments.large:
        suite.WARM_BYTES = 3 << 30  # more than any of them takes
    rows = []
    for row in LARGE if arguments.large else suite.ROWS:
        if arguments.models not in row[0]:
            continue
        rows.append(measure(arguments, *row))
        print("{model:29} {states:9} {edges:9} {seconds:8.2f} {seconds_all_cores:8.2f} {seconds_crowded:8.2f} | {speed_up:8.2f} "
              "{crowded:7.2f}".format(**rows[-1]), flush=True)
    if rows:
        print("geometric means: speed-up {:.2f}, crowded {:.2f}".format(
            *(statistics.geometric_mean(row[key] for row in rows) for key in ("speed_up", "crowded"))))
    if arguments.json:
        write_json(arguments.json, before, rows)


if __name__ == "__main__":
    main()
