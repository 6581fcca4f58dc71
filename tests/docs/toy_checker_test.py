#!/usr/bin/env python3
"""The checker of a hundred lines and pexplore agree on the counts. Usage: toy_checker_test.py PEXPLORE TREE"""
import json
import pathlib
import re
import subprocess
import sys

binary, tree = sys.argv[1], pathlib.Path(sys.argv[2])
toy = tree / "docs" / "toy_checker.py"
failures = 0
for workers in (3, 5, 6):
    printed = subprocess.run([sys.executable, toy, str(workers)], capture_output=True, text=True, check=True).stdout
    for strategy in ("none", "canonical"):
        command = [binary, "--report", "-", "--progress", "none", "--strategy", strategy, "-D", f"N={workers}",
                   tree / "docs/examples/ticket_lock.px"]
        report = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        found = re.search(rf"{strategy}: (\d+) states, (\d+) transitions: (\w+)", printed)
        same = found and (int(found[1]), int(found[2]), found[3]) == (report["states"], report["transitions"], report["verdict"])
        failures += not same
        print(f"{workers} workers, {strategy}: {report['states']} states, {report['transitions']} transitions",
              "" if same else f"FAILED: the toy says {printed}")
sys.exit(1 if failures else 0)
