#!/usr/bin/env python3
"""benchmarks/suite/suite.py on a small model: checks counts, runs variants of pan, writes files.

    bench_suite_test.py PEXPLORE
"""
import argparse
import contextlib
import csv
import importlib.util
import io
import json
import pathlib
import shutil
import sys
import tempfile
import unittest
import unittest.mock

BINARY = sys.argv.pop(1)
TREE = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(TREE / "benchmarks" / "suite"))  # its imports are in the same folder
spec = importlib.util.spec_from_file_location("suite", TREE / "benchmarks" / "suite" / "suite.py")
suite = importlib.util.module_from_spec(spec)
spec.loader.exec_module(suite)
suite.WARM_BYTES = 1 << 20  # nothing is measured here


class BenchSuite(unittest.TestCase):
    arguments = argparse.Namespace(pexplore=BINARY, repeat=2)

    def test_a_wrong_count_fails(self):
        row = ("peterson.pml", ["-DN=3"], "canonical", 494)
        found = suite.measure_reduced(self.arguments, *row, suite.run_pexplore(
            BINARY, suite.model_path(row[0]), ["-DN=3"], "canonical")["edges"])
        self.assertEqual((found["states"], found["variant"]), (494, ""))
        with self.assertRaisesRegex(SystemExit, "494 states.*expected 495"):
            suite.measure_reduced(self.arguments, row[0], row[1], row[2], 495, found["edges"])

    def test_fewer_states_fail_also_where_more_may_come(self):
        run = {"states": 10, "edges": 20}
        suite.check("m", [run], 9, 20, at_least=True)
        with self.assertRaises(SystemExit):
            suite.check("m", [run], 11, 20, at_least=True)
        with self.assertRaises(SystemExit):
            suite.check("m", [run], 9, 20)

    def test_unknown_variant(self):
        self.assertEqual(suite.chosen_variants("all"), ["plain", "collapse", "ncore", "bfs-par"])
        with self.assertRaisesRegex(SystemExit, "unknown variant 'fast'"):
            suite.chosen_variants("plain,fast")

    @unittest.skipUnless(shutil.which("spin") and shutil.which("gcc"), "SPIN is not installed")
    def test_beside_pan(self):
        rows = [suite.measure(self.arguments, "peterson.pml", ["-DN=3"], 2636, 7906, variant)
                for variant in ("plain", "collapse", "bfs-par")]
        for row in rows:
            self.assertGreater(min(row["ratio_wall"], row["ratio_states_per_second"], row["ratio_bytes"]), 0)
        with tempfile.TemporaryDirectory() as folder:
            files = argparse.Namespace(json=f"{folder}/rows.json", csv=f"{folder}/rows.csv")
            suite.write_files(files, suite.environment(BINARY), rows)
            with open(files.json, encoding="utf-8") as file:
                written = json.load(file)
            self.assertEqual(len(written["rows"]), 3)
            self.assertRegex(written["environment"]["pexplore"], r"^pexplore \d")
            self.assertGreater(written["environment"]["cores"], 0)
            with open(files.csv, encoding="utf-8") as file:
                self.assertEqual([row["variant"] for row in csv.DictReader(file)], ["plain", "collapse", "bfs-par"])

    @unittest.skipUnless(shutil.which("spin") and shutil.which("gcc"), "SPIN is not installed")
    def test_pan_may_give_up_but_where_it_is_the_yardstick(self):
        message = "pan: out of memory"
        with unittest.mock.patch.object(suite, "run_pan", side_effect=suite.PanUnfinished(message)):
            row = suite.measure(self.arguments, "peterson.pml", ["-DN=3"], 2636, 7906, "collapse")
            self.assertEqual(row["pan_unfinished"], message)
            self.assertNotIn("ratio_wall", row)
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                suite.print_row(row)
                suite.print_means([row])
            self.assertRegex(printed.getvalue(), rf"^peterson.pml.* {message}\n$")
            with self.assertRaisesRegex(SystemExit, f"peterson.pml: pan did not finish: {message}"):
                suite.measure(self.arguments, "peterson.pml", ["-DN=3"], 2636, 7906, "plain")

    @unittest.skipUnless(shutil.which("spin") and shutil.which("gcc"), "SPIN is not installed")
    def test_pan_says_why_it_gives_up(self):
        with tempfile.TemporaryDirectory() as folder:
            suite.make_pan(folder, suite.model_path("peterson.pml"), ["-DN=5"], ["-DMEMLIM=200"])
            with self.assertRaisesRegex(suite.PanUnfinished, "memory|MEMLIM"):
                suite.run_pan(folder)


if __name__ == "__main__":
    unittest.main()
