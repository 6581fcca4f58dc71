#!/usr/bin/env python3
"""The groups of [DM08] Table 2, for rewritten models: |Aut(SCD)| and |G| are those of the paper, ours is never smaller.

If the paper gives rounded figures, the exact ones are products of factorials. (Its figure for alternating 14 is a tenth
of 8! 6!, the order of the group that the text describes.)
In addition, the states of small instances without reduction, and with it, which must be at least the minimum for the
orbits. Every group is found within 0.2 s on an idle machine; times are printed, and five times as much is an error
(tests run in parallel).
Usage: check_table.py PEXPLORE
"""
import json
import math
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
F = math.factorial
MOST_SECONDS = 1.0


def rows():
    """(model, definitions, |Aut(SCD)|, |G|, ours)"""
    for n in (5, 10, 20, 40):
        yield "simple_mutex.pml", {"N": n}, F(n), F(n), F(n)
    for n in (3, 6, 9, 12):
        yield "peterson.pml", {"N": n}, F(n), F(n), F(n)
        yield "peterson.pml", {"N": n, "NO_ATOMIC": 1}, F(n), F(n), F(n)
    for parts in ((3, 4), (2, 2, 3), (5, 5), (3, 3, 4)):
        definitions = {"N": sum(parts), "SECOND": parts[0] + 1}
        if len(parts) == 3:
            definitions["THIRD"] = parts[0] + parts[1] + 1
        valid = math.prod(map(F, parts))
        yield "resource_allocator.pml", definitions, F(sum(parts)), valid, valid
    for n in (10, 12, 14, 16):
        low = sum((i - 1) // 2 % 2 == 0 for i in range(1, n + 1))
        valid = F(low) * F(n - low)
        yield "resource_allocator.pml", {"N": n, "ALTERNATING": 1}, F(n), valid, valid
    for clients, order in (((3, 3, 2), 144), ((3, 3, 3), 1296), ((4, 4, 3), 6912), ((4, 4, 4), 82944),
                           ((5, 5, 5, 5), F(5) ** 4 * 24)):
        yield "three_tiers.pml", {f"C{i + 1}": c for i, c in enumerate(clients)}, order, order, order
    for d in (2, 3, 4, 5):
        cube = 2 ** d * F(d)
        yield "hypercube.pml", {"D": d}, cube, 2 ** d, cube


def load_balancer(pexplore):
    """The example of Fig. 6, in Promela-Lite: |Aut(SCD)|, |H| and |G| as in section 7. In Promela all channels are
    exchanged although each is declared separately, and those of servers together with the locations between testing one
    and sending to it; |G| is that of the model as written, where locations are not exchanged."""
    wrong = []
    model = FOLDER.parent / "promela_lite" / "load_balancer.pml-lite"
    for path, keys, expected in (
            (model, ("scd_order", "scd_valid_order", "largest_valid_order", "group_order"), ["288", "24", "48", "48"]),
            (FOLDER / "load_balancer.pml", ("scd_order", "largest_valid_order", "group_order"), ["288", "8", "48"])):
        done = subprocess.run([pexplore, "symmetry", "--report", "-", str(path)], capture_output=True, text=True, timeout=120)
        report = json.loads(done.stdout)
        found = [report[key] for key in keys]
        print(f"{path.name}: {found} {report['structure']} {report['seconds']:.3f} s")
        if found != expected or report["seconds"] > MOST_SECONDS:
            wrong.append(f"{path.name}: {keys} are {found}, not {expected}")
    return wrong


def arguments(definitions):
    return [f"-D{name}={value}" for name, value in definitions.items()]


def check_groups(pexplore):
    wrong = []
    for model, definitions, scd, valid, ours in rows():
        command = [pexplore, "symmetry", "--report", "-", *arguments(definitions), str(FOLDER / model)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        name = f"{model} {' '.join(arguments(definitions))}"
        if done.returncode != 0:
            wrong.append(f"{name}: {done.stderr.strip()}")
            continue
        report = json.loads(done.stdout)
        found = [report[key] for key in ("scd_order", "largest_valid_order", "group_order")]
        print(f"{name}: {found} H={report['scd_valid_order']} {report['structure']} {report['seconds']:.3f} s")
        if report["seconds"] > MOST_SECONDS:
            wrong.append(f"{name}: {report['seconds']:.2f} s, not {MOST_SECONDS}")
        if found != [str(scd), str(valid), str(ours)]:
            wrong.append(f"{name}: |Aut(SCD)|, |G|, ours are {found}, not {[scd, valid, ours]}")
        if math.gcd(int(report["scd_valid_order"]), valid) != int(report["scd_valid_order"]):
            wrong.append(f"{name}: |H| = {report['scd_valid_order']} does not divide |G| = {valid}")
    return wrong


def states(pexplore, model, definitions, strategy):
    command = [pexplore, "--strategy", strategy, "--quiet", "--progress", "none", "--report", "-",
               *arguments(definitions), str(FOLDER / model)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return json.loads(done.stdout)["states"]


def check_reductions(pexplore):
    wrong = []
    for model, definitions, order in (("three_tiers.pml", {"C1": 2, "C2": 2}, 8),
                                      ("three_tiers.pml", {"C1": 3, "C2": 3}, 72),
                                      ("hypercube.pml", {"D": 2}, 8), ("hypercube.pml", {"D": 3}, 48),
                                      ("resource_allocator.pml", {"N": 4}, 4), ("simple_mutex.pml", {"N": 5}, 120)):
        whole = states(pexplore, model, definitions, "none")
        reduced = states(pexplore, model, definitions, "canonical")
        oracle = states(pexplore, model, definitions, "enumerate")
        print(f"{model} {definitions}: {whole} states, {reduced} reduced, {oracle} by enumeration, group {order}")
        if reduced != oracle or not whole / order <= reduced < whole:
            wrong.append(f"{model} {definitions}: {whole} states, {reduced} reduced, {oracle} by enumeration")
    return wrong


def main():
    pexplore = sys.argv[1]
    wrong = load_balancer(pexplore) + check_groups(pexplore) + check_reductions(pexplore)
    print("\n".join(wrong) if wrong else "all groups and reductions as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
