#!/usr/bin/env python3
"""Partial-order reduction from the user's point of view: --por, --dump dependencies, independence, --audit. Usage:
partial_order_test.py PEXPLORE"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

BINARY = sys.argv.pop(1) if len(sys.argv) > 1 else "pexplore"

# Three processes that count independently, so that all interleavings are equivalent.
LOOSE = """active [3] proctype p() {
    byte x;
    do
    :: x < 3 -> x++
    :: else -> break
    od;
    assert(x == 3)
}
"""
# Every step writes a variable that all others read.
TIGHT = "byte n;\nactive [3] proctype p() { do :: n < 20 -> n = n + 1 :: n > 0 -> n = n - 1 od }\n"
WRONG = LOOSE.replace("x == 3", "x == 2")


class PartialOrder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def model(self, text):
        path = pathlib.Path(self.folder.name) / "m.pml"
        path.write_text(text)
        return str(path)

    def run_with(self, *arguments):
        return subprocess.run([BINARY, "--progress", "none", *arguments], capture_output=True, text=True, timeout=120)

    def expect(self, code, *arguments, says=""):
        done = self.run_with(*arguments)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertIn(says, done.stdout + done.stderr)
        return done

    def report(self, *arguments, code=0):
        return json.loads(self.expect(code, "--report", "-", *arguments).stdout)

    def test_fewer_states_and_the_same_in_every_way(self):
        model = self.model(LOOSE)
        full = self.report("--por", "off", "-s", "none", model)
        self.assertIsNone(full["partial_order"])
        reduced = self.report("--por", "on", "-s", "none", model)
        self.assertLess(reduced["states"] * 3, full["states"])
        self.assertTrue(reduced["partial_order"]["on"])
        self.assertIsNone(reduced["partial_order"]["why_not"])
        self.assertGreater(reduced["partial_order"]["reduced_states"], 0)
        for way in (["--threads", "1"], ["--threads", "4"], ["--order", "bfs"], ["--store", "tree"], ["--execution", "interp"],
                    ["--execution", "both"], ["--execution", "jit"]):
            again = self.report("--por", "on", "-s", "none", *way, model)
            for figure in ("states", "transitions", "partial_order"):
                self.assertEqual(again[figure], reduced[figure], way)

    def test_it_goes_with_symmetry(self):
        model = self.model(LOOSE)
        reduced = self.report("--por", "on", "-s", "canonical", model)
        full = self.report("--por", "off", "-s", "canonical", model)
        self.assertLess(reduced["states"], full["states"])
        self.assertEqual((reduced["verdict"], full["verdict"]), ("holds", "holds"))
        self.expect(0, "--por", "on", "--audit", "-s", "canonical", model, says="states of every order")

    def test_errors_stay_and_have_a_run(self):
        model = self.model(WRONG)
        report = self.report("--por", "on", model, code=14)
        self.assertTrue(report["errors"][0]["trace"]["steps"])
        self.expect(14, "--por", "on", "--audit", "-a", model, says="the same errors in the")

    def test_what_is_told(self):
        self.expect(0, "--por", "on", self.model(LOOSE), says="partial: in ")
        self.expect(0, "--por", "auto", self.model(LOOSE), says="partial: in ")
        self.expect(0, "--por", "auto", "-v", self.model(TIGHT), says="every: in nearly all states, every enabled step may depend on another")
        self.expect(0, "--por", "auto", "-v", "--order", "bfs", self.model(LOOSE), says="every: --order bfs finds shortest runs")
        self.expect(20, "--por", "auto", "-v", "--max-depth", "2", self.model(LOOSE), says="every: --max-depth counts")

    def test_what_is_refused(self):
        for arguments, reason in ((["-s", "flooding"], "explores whichever state of a class it meets first"),
                                  (["-s", "approx-markers"], "explores whichever state of a class it meets first"),
                                  (["--max-depth", "9"], "--max-depth counts the steps of all runs")):
            self.expect(2, "--por", "on", *arguments, self.model(LOOSE), says=reason)

    def test_what_disturbs_what(self):
        loose = self.expect(0, "independence", self.model(LOOSE)).stdout
        self.assertIn("9 steps, of which 9 are local", loose.splitlines()[0])
        tight = self.expect(0, "independence", self.model(TIGHT), says="by way of n").stdout
        self.assertIn("of which 0 are local", tight.splitlines()[0])
        self.assertIn("    writes n", tight)
        self.expect(0, "--dump", "dependencies", self.model(LOOSE), says="are local")


unittest.main()
