#!/usr/bin/env python3
"""An error that was found is always reported. Usage: far_errors.py PEXPLORE

A depth-first search finds this error after a million states, while in breadth-first order it lies behind 10^9.
Formerly, pexplore did not report that an error was known, and after minutes reported only that it could show no run."""
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

BINARY = sys.argv.pop(1)
COUNTERS = """int a,b,c;
active proctype P() {
  do
  :: a++
  :: b++
  :: c++
  :: a == 2000 || b == 2000 || c == 2000 -> assert(false)
  od
}
"""
LINE = 7


class FarErrors(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pexplore-far-"))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "m.pml").write_text(COUNTERS)

    def start(self, *arguments):
        process = subprocess.Popen([BINARY, "m.pml", "--threads", "1", "--report", "r.json", "--memory", "3G", *arguments],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (process.kill(), process.stdout.close(), process.stderr.close(), process.wait()))
        return process

    def events_until_run(self, process):
        """The progress events until a run is known."""
        events = []
        for line in process.stderr:
            events.append(json.loads(line))
            if events[-1]["event"] == "run":
                return events
        self.fail("no run was told: " + process.stdout.read()[-2000:])

    def check_report(self, output):
        report = json.loads((self.folder / "r.json").read_text())
        self.assertEqual((report["verdict"], report["violation"]), ("violated", "assertion"))
        self.assertRegex(output, r"verdict: violated \(assertion\)\n$")
        trace = report["errors"][0]["trace"]
        self.assertGreaterEqual(len(trace["steps"]), 2001)
        self.assertEqual(report["errors"][0]["place"]["line"], LINE)
        self.assertIsNone(report["runs"]["missing"])
        self.assertGreater(report["runs"]["seconds"], 0)
        self.assertGreater(report["seconds"], report["runs"]["seconds"])
        alone = report["seconds"] - report["runs"]["seconds"]
        self.assertAlmostEqual(report["states_per_second"] / (report["states"] / alone), 1, 6)
        return report

    def test_the_error_is_told_and_ctrl_c_shows_the_run(self):
        process = self.start("--progress", "json", "--log-file", "log")
        events = self.events_until_run(process)
        error = next(event for event in events if event["event"] == "error")
        self.assertIn(f"m.pml:{LINE}:", error["text"])
        self.assertIn("assertion", error["text"])
        told = [event for event in events if event["event"] == "progress" and event["looking_for_runs"]]
        self.assertTrue(all(event["errors"] == 1 for event in told))
        self.assertGreaterEqual(events[-1]["seconds_for_shorter"], 10)
        process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        output, _ = process.communicate(timeout=120)
        self.assertLess(time.monotonic() - begun, 30)
        self.assertEqual(process.returncode, 14)
        report = self.check_report(output)
        self.assertEqual(len(report["errors"][0]["trace"]["steps"]), events[-1]["steps"], "the run that was told")
        self.assertIn("(signal)", report["runs"]["shorter"])
        self.assertIn("a shorter one was sought", output)
        log = (self.folder / "log").read_text()
        self.assertLess(log.index("error-found"), log.index("run-found"))

    def test_a_limit_shows_the_run(self):
        begun = time.monotonic()
        process = self.start("--progress", "json")
        self.events_until_run(process)
        known = time.monotonic() - begun
        process.kill()
        # Twice that time suffices for a run, and ends the search for a shorter one.
        limit = max(2 * known, known + 4)
        process = self.start("--progress", "json", "--time", f"{limit:.0f}s")
        output, _ = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 14, output[-2000:])
        report = self.check_report(output)
        self.assertIsNotNone(report["runs"]["shorter"])

    def test_what_is_near_has_a_shortest_run(self):
        (self.folder / "m.pml").write_text(COUNTERS.replace("2000", "20"))
        process = self.start()
        output, errors = process.communicate(timeout=120)
        report = json.loads((self.folder / "r.json").read_text())
        self.assertEqual(len(report["errors"][0]["trace"]["steps"]), 21)
        self.assertEqual((report["runs"]["shorter"], report["runs"]["missing"]), (None, None))
        self.assertNotIn("shortest", output)
        self.assertNotIn("found:", errors, "a result that is there at once says it all")

    def test_all_errors_end_when_all_have_runs(self):
        """After a search that a state limit ended, the remaining states are not searched for runs."""
        (self.folder / "m.pml").write_text(COUNTERS.replace("2000", "50"))
        process = self.start("--all-errors", "--max-states", "300000")
        output, _ = process.communicate(timeout=120)
        report = json.loads((self.folder / "r.json").read_text())
        self.assertEqual(process.returncode, 14, output[-2000:])
        self.assertEqual(report["states"] >= 300000, True)
        self.assertEqual(len(report["errors"][0]["trace"]["steps"]), 51)


if __name__ == "__main__":
    unittest.main()
