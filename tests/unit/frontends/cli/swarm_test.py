"""`pexplore swarm`: its result, the run it shows, reproducibility for a seed, its limits and Ctrl-C.

  swarm_test.py PEXPLORE
"""

import json
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PEXPLORE = sys.argv[1]
# 7 counters to 40: 41^7 states, some 2 * 10^11.
LARGE = """byte x[7];
active [7] proctype p() { do :: x[_pid] < 40 -> x[_pid]++ :: else -> break od }
"""
# An error that needs one counter at 30 while another is still at 0.
DEEP = LARGE.replace("x[_pid]++", "x[_pid]++; assert(!(x[2] == 30 && x[5] == 0))")
SMALL = "byte x; active [2] proctype p() { do :: x < 20 -> x++ :: x > 0 -> x-- od }\n"


class Swarm(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def run_it(self, *arguments: str):
        return subprocess.run([PEXPLORE, *arguments], capture_output=True, text=True, timeout=120, cwd=self.folder,
                              check=False)

    def report(self, *arguments: str) -> dict:
        done = self.run_it("swarm", *arguments, "--report", "-")
        self.assertTrue(done.stdout, done.stderr)
        report = json.loads(done.stdout)
        self.assertEqual(done.returncode, report["exit_code"])
        return report

    def test_a_deep_error_comes_with_a_run_that_replays(self):
        model = self.file("deep.pml", DEEP)
        report = self.report(model, "--searches", "12", "--threads", "2", "--seed", "4")
        self.assertEqual(report["verdict"], "violated")
        self.assertEqual(report["violation"], "assertion")
        self.assertGreaterEqual(len(report["errors"][0]["trace"]["steps"]), 30)
        trace = self.file("report.json", json.dumps(report))
        replayed = self.run_it("replay", trace, model)
        self.assertIn("assertion", replayed.stdout)
        self.assertEqual(report["swarm"]["searches"][-1]["end"], "error")

    def test_the_same_seed_gives_the_same(self):
        for text in (DEEP, LARGE):
            model = self.file("m.pml", text)
            found = []
            for threads in ("1", "2", "3"):
                report = self.report(model, "--searches", "5", "--array", "16k", "--threads", threads, "--all-errors")
                found.append((report["swarm"], report["errors"], report["verdict"], report["states"]))
            self.assertEqual(found[0], found[1])
            self.assertEqual(found[0], found[2])
            other = self.report(model, "--searches", "5", "--array", "16k", "--seed", "7")
            self.assertNotEqual(other["swarm"], found[0][0])

    def test_it_never_says_holds(self):
        model = self.file("large.pml", LARGE)
        report = self.report(model, "--searches", "4", "--array", "16k")
        self.assertEqual(report["verdict"], "incomplete")
        self.assertIn("part of the states", report["caveat"])
        self.assertEqual(len(report["swarm"]["searches"]), 4)
        small = self.report(self.file("small.pml", SMALL), "--searches", "3")
        self.assertEqual(small["verdict"], "no-error-found")
        self.assertEqual(small["swarm"]["actions_taken"], small["swarm"]["actions"])
        checked = json.loads(self.run_it("--report", "-", str(self.folder / "small.pml")).stdout)
        self.assertAlmostEqual(small["states"], checked["states"], delta=0.03 * checked["states"])

    def test_figures_for_people(self):
        text = self.run_it("swarm", "-v", "--searches", "3", self.file("small.pml", SMALL)).stdout
        for word in ("swarm", "states", "actions", "seed", "random", "reversed", "verdict: no-error-found"):
            self.assertIn(word, text)
        covered = self.run_it("swarm", "--coverage", "--searches", "2",
                              self.file("dead.pml", "byte x; active proctype p() { if :: x > 0 -> x = 2 :: else fi }"))
        self.assertIn("unreached in proctype p", covered.stdout)

    def test_time_ends_it(self):
        began = time.monotonic()
        report = self.report(self.file("large.pml", LARGE), "--time", "2s", "--threads", "2")
        self.assertLess(time.monotonic() - began, 30)
        self.assertEqual((report["verdict"], report["stop_reason"]), ("incomplete", "time-limit"))
        self.assertGreater(report["states"], 0)

    def test_interruption_tells_what_was_met(self):
        model = self.file("large.pml", LARGE)
        with subprocess.Popen([PEXPLORE, "swarm", "--time", "60s", "--progress", "plain", model],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
            time.sleep(3)
            running.send_signal(signal.SIGINT)
            text, _ = running.communicate(timeout=60)
        self.assertIn("verdict: interrupted", text)
        self.assertIn("different ones met", text)

    def test_little_memory(self):
        report = self.report(self.file("large.pml", LARGE), "--memory", "100M", "--searches", "3", "--array", "16k", "--threads", "2")
        self.assertEqual(report["verdict"], "incomplete")
        self.assertLess(report["peak_memory_bytes"], 200 << 20)

    def test_options_of_others_are_refused(self):
        model = self.file("small.pml", SMALL)
        for option in (["--store", "exact"], ["--order", "bfs"], ["--por", "on"]):
            done = self.run_it("swarm", *option, model)
            self.assertIn("is not an option of 'pexplore swarm'", done.stderr)
        self.assertIn("is not an option of 'pexplore check'", self.run_it("--searches", "3", model).stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
