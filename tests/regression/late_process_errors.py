#!/usr/bin/env python3
"""An error found before a model was translated again is reported, although the last search had no time to find it
again.

P starts a process after 200 000 steps, long after the search began, so the model is translated again and the search
restarts; the assertion fails after 300 000 steps. With four seconds for all searches the error must be in the report,
with its trace, whichever search found it.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

MODEL = """int n; bool q;
proctype Q() { q = 1 }
active proctype P() {
  do
  :: n < 900000000 -> n = n + 1
  :: n == 200000 && !q -> run Q(); q = 1
  :: n == 300000 -> assert(false)
  od
}
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        model, report = Path(folder) / "m.pml", Path(folder) / "r.json"
        model.write_text(MODEL)
        options = ["--strategy", "none", "--all-errors", "--time", "4s", "--trace", "off", "--memory", "2G"]
        run = subprocess.run([sys.argv[1], *options, "--report", report, model], capture_output=True, text=True)
        assert run.returncode == 14, (run.returncode, run.stdout, run.stderr)
        found = json.loads(report.read_text())
        assert found["verdict"] == "violated" and found["violation"] == "assertion", found
        assert found["states"] > 300_000, found["states"]
        print(f"{found['states']} states, {len(found['errors'])} error")


if __name__ == "__main__":
    main()
