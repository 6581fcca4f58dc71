#!/usr/bin/env python3
"""Studies and suites from the user's point of view. Usage: many_runs_test.py PEXPLORE TREE"""
import csv
import html.parser
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

BINARY, TREE = sys.argv[1], pathlib.Path(sys.argv[2])
del sys.argv[1:3]
LOCK = TREE / "docs" / "examples" / "ticket_lock.px"
SLOW = "sort Axis[6]\nvar x: [Axis] 0..30 = 0\naction up(i: Axis) when x[i] < 30 do x[i] := x[i] + 1\ndeadlock off\n"
VOID = {"meta", "br", "link"}


class Balance(html.parser.HTMLParser):
    """Checks that every opened element is closed, in order."""

    def __init__(self):
        super().__init__()
        self.open, self.problems = [], []

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> at {self.getpos()}")


class ManyRuns(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pexplore-many-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def run_with(self, *arguments, code=0, cwd=None, env=None):
        done = subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=240,
                              cwd=cwd or self.folder, env={**os.environ, **(env or {})})
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def write(self, name, text):
        (self.folder / name).parent.mkdir(exist_ok=True)
        (self.folder / name).write_text(text)
        return self.folder / name

    def children(self, pid):
        """The child processes of a process; waits for the first one."""
        tasks = pathlib.Path(f"/proc/{pid}/task")
        if not (tasks / str(pid) / "children").exists():
            self.skipTest("this kernel does not tell the children of a process")
        for _ in range(200):
            found = [int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split()]
            if found:
                return found
            time.sleep(0.05)
        return []

    # -- study

    def test_study(self):
        done = self.run_with("study", LOCK, "--threads", "2,1,2", "--strategy", "none,canonical", "--sweep", "N=5,3,4",
                             "--repeat", "2", "--out", "out")
        self.assertIn("study: all runs agree", done.stdout)
        with open(self.folder / "out/study.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 3 * 2 * 2 * 2)
        counts = {(row["N"], row["strategy"]): int(row["states"]) for row in rows}
        study = json.loads((self.folder / "out/study.json").read_text())
        self.assertEqual(study["plan"]["threads"], [1, 2])
        self.assertEqual(study["plan"]["sweeps"][0]["values"], ["3", "4", "5"])
        self.assertEqual(study["disagreements"], [])
        for one in study["measured"]:
            for run in one["runs"]:
                key = (one["parameters"]["N"], one["strategy"])
                self.assertEqual((run["verdict"], run["states"]), ("holds", counts[key]))
            self.assertEqual(sorted(one["phase_seconds"]), sorted(["generate", "hash", "insert", "load", "push", "reduce", "wait"]))
        for levels in study["levels"]:
            self.assertEqual(sum(levels["sizes"]), counts[(levels["parameters"]["N"], levels["strategy"])])
        self.assertEqual(len(study["levels"]), 6)
        self.assertTrue(study["environment"]["cpu"] and study["environment"]["kernel"])
        page = (self.folder / "out/study.html").read_text()
        balance = Balance()
        balance.feed(page)
        self.assertEqual((balance.problems, balance.open), ([], []))
        self.assertEqual(page.count("<figure>"), 4 + 4 + 3)

    def test_study_of_a_limit(self):
        model = self.write("slow.px", SLOW)
        done = self.run_with("study", model, "--threads", "1", "--strategy", "none", "--repeat", "3", "--max-states", "2000",
                             code=20)
        self.assertIn("incomplete (state-limit)", done.stdout)
        study = json.loads((self.folder / "slow-study/study.json").read_text())
        self.assertEqual(len(study["measured"][0]["runs"]), 1, "what met a limit is not repeated")

    def test_study_of_a_limit_in_a_later_repeat(self):
        model = self.write("m.px", SLOW.replace("30", "2"))
        larger = self.write("larger.px", SLOW.replace("30", "9"))
        process = subprocess.Popen([BINARY, "study", model, "--threads", "1", "--strategy", "none", "--repeat", "1000",
                                    "--max-states", "2000", "--progress", "plain"], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        for line in process.stderr:
            if "run 3" in line:
                os.replace(larger, model)  # from here on the runs hit the limit
                break
        output, _ = process.communicate(timeout=240)
        self.assertEqual(process.returncode, 20, output)
        self.assertRegex(output, r"729 states .* incomplete \(state-limit\) in 1 of \d+ runs\n")
        self.assertIn("study: 1 of 1 configurations met a limit; no runs disagree", output)

    def test_study_of_values_that_are_no_good(self):
        model = self.write("m.px", "define N = 3\nvar x: 1..N = 1\naction up do x := x % N + 1\n")
        arguments = ["study", model, "--sweep", "N=0..2", "--threads", "1", "--strategy", "none", "--repeat", "2"]
        done = self.run_with(*arguments, code=65)
        self.assertRegex(done.stdout, r"could not be run: none, 1 thread, N=0: exit code 65: .*m\.px:\d+:\d+: error: ")
        self.assertIn("study: 1 of 3 configurations could not be run", done.stdout)
        self.assertNotIn("defect", done.stdout)
        study = json.loads((self.folder / "m-study/study.json").read_text())
        self.assertEqual([one["outcome"] for one in study["measured"]][1:], ["holds", "holds"])
        self.assertEqual([len(one["runs"]) for one in study["measured"]], [1, 2, 2], "what failed is not repeated")
        quiet = self.run_with(*arguments, "--quiet", code=65)
        self.assertEqual([line.split(":")[0] for line in quiet.stdout.splitlines()], ["could not be run", "study"])
        self.assertEqual(self.run_with("study", model, "--threads", "1", "--repeat", "1", "-q").stdout, "study: all runs agree\n")

    def test_study_of_a_value_that_is_no_text(self):
        model = self.write("m.px", "define N = 3\nvar x: 0..N = 0\naction up do x := (x + 1) % (N + 1)\n")
        done = subprocess.run([BINARY, "study", model, "--sweep", b"N=\xff,2", "--threads", "1", "--repeat", "1",
                               "--progress", "json"], capture_output=True, timeout=240, cwd=self.folder)
        self.assertEqual(done.returncode, 65, done.stdout + done.stderr)
        self.assertIn("N=\ufffd", json.loads(done.stderr.splitlines()[0])["what"])
        for name in ("study.json", "study.html"):
            self.assertIn("\ufffd", (self.folder / "m-study" / name).read_text())

    def test_study_of_a_run_that_is_killed(self):
        model = self.write("slow.px", "define K = 1\n" + SLOW)
        process = subprocess.Popen([BINARY, "study", model, "--threads", "1", "--strategy", "none", "--repeat", "2",
                                    "--sweep", "K=1,2", "--progress", "plain", "--max-states", "200M"], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        killed = set()
        while len(killed) < 2 and process.poll() is None:
            for child in set(self.children(process.pid)) - killed:
                os.kill(child, signal.SIGKILL)
                killed.add(child)
        output, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 70, output + errors)
        self.assertIn("ended by signal 9", errors)
        self.assertNotIn("defect", output + errors)
        self.assertFalse((self.folder / "slow-study").exists())

    def test_study_of_a_name_that_is_no_parameter(self):
        done = self.run_with("study", TREE / "docs/examples/philosophers.pml", "--threads", "1", "--sweep", "M=3..4",
                             "--repeat", "1", "--out", "out")
        self.assertIn("note: searches ended at an error", done.stdout)
        done = self.run_with("study", TREE / "docs/examples/philosophers.pml", "--threads", "1", "--sweep", "M=3..4",
                             "--all-errors", "--repeat", "1", "--out", "out")
        self.assertIn("note: no count depends on M", done.stdout)

    def test_models_with_formulas(self):
        model = self.write("m.pml", "byte x;\nactive proctype P() { do :: x = 1 - x od }\nltl settles { <>[] (x == 1) }\n")
        done = self.run_with("study", model, "--threads", "1", "--repeat", "1", "--strategy", "none")
        self.assertIn("study: all runs agree", done.stdout)
        checks = '[[check]]\nmodel = "m.pml"\nexpect = "liveness"\n[[check]]\nmodel = "m.pml"\nsafety = true\nallow-unchecked = true\n'
        self.run_with("check", "--suite", self.write("both.toml", checks))
        check = '[[check]]\nmodel = "m.pml"\nexpect = "liveness"\nproperties = { settles = "%s" }\n'
        self.run_with("check", "--suite", self.write("one.toml", check % "violated"), "--out", "one")
        done = self.run_with("check", "--suite", self.write("other.toml", check % "holds"), "--out", "other", code=13)
        self.assertIn("settles: violated, expected holds", done.stdout)
        self.run_with("check", "--suite", self.write("wrong.toml", check % "held"), code=65)

    def test_study_that_cannot_begin(self):
        model = self.write("bad.px", "var x: 0..3 = 9\n")
        done = self.run_with("study", model, code=65)
        self.assertIn("bad.px:1:", done.stderr)
        self.assertFalse((self.folder / "bad-study").exists(), "there are no results")
        self.run_with("study", "missing.px", "--out", "a/b", code=2)
        self.assertFalse((self.folder / "a").exists())
        (self.folder / "kept").mkdir()
        self.run_with("study", model, "--out", "kept/b", code=65)
        self.assertEqual(list((self.folder / "kept").iterdir()), [])
        for wrong in (["--sweep", "N"], ["--sweep", "N=5..3"], ["--sweep", "N=1,,2"], ["--threads", "1,0"],
                      ["--sweep", "N=3..4", "--sweep", "N=5"], ["--strategy", "none,nnoe"], ["--report", "r.json"], ["--repeat", "0"]):
            self.run_with("study", LOCK, *wrong, code=2)
        self.run_with("--sweep", "N=3..4", LOCK, code=2)
        self.run_with("--threads", "1,2", LOCK, code=2)

    # -- suites

    def suite(self, text):
        self.write("m.px", "define N = 3\nvar x: 0..N = 0\naction up do x := (x + 1) % (N + 1)\n")
        self.write("stuck.px", "var x: 0..3 = 0\naction up when x < 3 do x := x + 1\n")
        return self.write("suite.toml", text)

    def results(self):
        return [json.loads(line) for line in (self.folder / "suite-results/results.jsonl").read_text().splitlines()]

    def left(self):
        return sorted(path.name for path in (self.folder / "suite-results").iterdir())

    def start(self, *arguments):
        process = subprocess.Popen([BINARY, *map(str, arguments)], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True)
        self.addCleanup(lambda: (process.kill(), process.stdout.close(), process.wait()))
        return process

    def interrupted_after(self, runs, *arguments):
        """The output when the suite is interrupted after this many runs are in its journal."""
        process = self.start(*arguments)
        journal = self.folder / "suite-results/journal.jsonl"
        self.wait_for(lambda: journal.exists() and journal.read_text().count("\n") >= runs)
        time.sleep(0.3)
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 21, output)
        return output

    def wait_for(self, condition):
        for _ in range(200):
            if condition():
                return
            time.sleep(0.05)

    def junit(self, path):
        if shutil.which("xmllint"):
            done = subprocess.run(["xmllint", "--noout", "--schema", pathlib.Path(__file__).parent / "junit.xsd", path],
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
        return xml.etree.ElementTree.parse(path).getroot()

    def test_suite(self):
        suite = self.suite('[[check]]\nmodel = "m.px"\ndefine = { N = [3, 4] }\nthreads = [1, 2]\n'
                           'states = { "N=3" = 4, "N=4" = 5 }\n[[check]]\nmodel = "stuck.px"\nexpect = "deadlock"\n')
        done = self.run_with("check", "--suite", suite, "--jobs", "2", "--junit", "x.xml")
        self.assertIn("5 of 5 as expected", done.stdout)
        for path in (self.folder / "x.xml", self.folder / "suite-results/junit.xml"):
            self.assertEqual(len(self.junit(path).findall(".//testcase")), 5)
        self.assertEqual([(run["model"], run["name"], run["status"], run["states"]) for run in self.results()],
                         [("m.px", "N=3 threads=1", "ok", 4), ("m.px", "N=3 threads=2", "ok", 4),
                          ("m.px", "N=4 threads=1", "ok", 5), ("m.px", "N=4 threads=2", "ok", 5),
                          ("stuck.px", "", "ok", 4)], "in the order of the suite")
        self.assertEqual(self.left(), ["junit.xml", "results.jsonl"])
        again = self.run_with("--suite", suite)
        self.assertNotIn("before", again.stdout, "a suite that was done begins anew")

    def test_suite_that_fails(self):
        self.write("broken.px", "var x: 0..3 = 9\n")
        suite = self.suite('[[check]]\nmodel = "m.px"\nstates = 7\n[[check]]\nmodel = "stuck.px"\n'
                           '[[check]]\nmodel = "broken.px"\n')
        done = self.run_with("--suite", suite, code=65)
        self.assertIn("4 states, expected 7", done.stdout)
        self.assertIn("violated (deadlock), expected holds", done.stdout)
        self.assertIn("broken.px:1:", done.stdout)
        root = self.junit(self.folder / "suite-results/junit.xml")
        self.assertEqual((len(root.findall(".//failure")), len(root.findall(".//error"))), (2, 1))

    def test_suite_of_wrong_options(self):
        for text, says in (('[[check]]\nmodel = "m.px"\nstrategie = "none"\n', "suite.toml:3:1: error: unknown key 'strategie'"),
                           ('[[check]]\nmodel = "m.px"\nexpct = "holds"\n', "did you mean 'expect'?"),
                           ('[[check]]\nmodel = "m.px"\nthreads = 0\n', "suite.toml:3:11: error: --threads: '0' is too small"),
                           ('[defaults]\ntime = "long"\n[[check]]\nmodel = "m.px"\n', "suite.toml:2:8: error: --time: 'long'"),
                           ('[[check]]\nmodel = "m.px"\nstrategy = ["none",\n "no"]\n', "suite.toml:4:2: error: --strategy: 'no'"),
                           ('[[check]]\nmodel = "m.px"\nmax-errors = 3\n', "suite.toml:3:14: error: --max-errors needs"),
                           ('[[check]]\nmodel = "m.px"\naudit = true\naudit-sample = 2\n',
                            "suite.toml:1:1: error: --audit and --audit-sample contradict"),
                           ('[[check]]\nmodel = "m.px"\nreport = "r.json"\n', "3:1: error: 'report' does not belong in a suite"),
                           ('[[check]]\nmodel = "m.px"\nverbose = true\n', "3:1: error: 'verbose' does not belong in a suite"),
                           ('[[check]]\nmodel = "m.px\n', "suite.toml:2:"),
                           ('[[check]]\nmodel = "m.px"\nthreads = [[1, 2]]\n',
                            "suite.toml:3:16: error: --threads takes one value per run"),
                           ('[[check]]\nmodel = "none.px"\n', "there is no model")):
            done = self.run_with("--suite", self.suite(text), code=65)
            self.assertIn(says, done.stderr)
        self.run_with("--suite", "missing.toml", code=2)
        self.run_with("--suite", self.suite('[[check]]\nmodel = "m.px"\n'), "m.px", code=2)

    def test_parts_of_a_suite(self):
        suite = self.suite('[[check]]\nmodel = "m.px"\ndefine = { N = [3, 4, 5] }\ntags = ["quick", "nightly"]\n'
                           '[[check]]\nmodel = "stuck.px"\nexpect = "deadlock"\ntags = "nightly"\n')

        def chosen(*arguments):
            self.run_with("--suite", suite, "--out", "part", *arguments)
            lines = (self.folder / "part/results.jsonl").read_text().splitlines()
            return [f'{run["model"]} {run["name"]}'.strip() for run in map(json.loads, lines)]

        everything = ["m.px N=3", "m.px N=4", "m.px N=5", "stuck.px"]
        self.assertEqual(chosen("--only", "stuck"), everything[3:])
        self.assertEqual(chosen("--only", "quick"), everything[:3])
        self.assertEqual(chosen("--only", "nightly"), everything)
        self.assertEqual(chosen("--only", "N=4", "--only", "N=5 nightly"), everything[1:3])
        shards = [chosen("--shard", f"{i}/3") for i in (1, 2, 3)]
        self.assertEqual(shards, [everything[::3], everything[1::3], everything[2::3]])
        self.assertEqual(chosen("--shard", "2/2", "--only", "quick"), ["m.px N=4"])
        done = self.run_with("--suite", suite, "--only", "quikc", code=2)
        self.assertIn("--only: no run of this suite is 'quikc'", done.stderr)
        self.assertIn("did you mean 'quick'?", done.stderr)
        for shard in ("0/2", "3/2", "2", "a/b", "1/"):
            self.assertIn("is not I/N", self.run_with("--suite", suite, "--shard", shard, code=2).stderr)
        self.assertIn("--only needs --suite", self.run_with("m.px", "--only", "x", code=2).stderr)
        self.run_with("--suite", suite, "--shard", "2/2")
        self.assertTrue((self.folder / "suite-results-2of2/results.jsonl").exists(), "not where the whole suite's are")

    def test_what_is_kept(self):
        self.write("broken.px", "var x: 0..3 = 9\n")
        suite = self.suite('[[check]]\nmodel = "m.px"\n[[check]]\nmodel = "stuck.px"\nname = "a/b"\n'
                           '[[check]]\nmodel = "broken.px"\n[[check]]\nmodel = "m.px"\nname = "counted"\nstates = 7\n')
        done = self.run_with("--suite", suite, "--keep", "kept", "--sarif", "s.json", code=65)
        kept = {path.name: path for path in (self.folder / "kept").iterdir()}
        self.assertEqual(len(kept), 3, kept)
        self.assertEqual(sorted(kept)[:2], ["broken.px", "m.px counted"])
        stuck = kept[sorted(kept)[2]]
        self.assertIn("deadlock", (stuck / "output.txt").read_text())
        report = json.loads((stuck / "report.json").read_text())
        self.assertEqual(report["violation"], "deadlock")
        self.assertTrue(report["errors"][0]["trace"]["steps"], "with the run to the error")
        self.assertIn("pexplore check", (stuck / "command.txt").read_text())
        self.assertFalse((kept["broken.px"] / "report.json").exists())
        self.assertIn("broken.px:1:", (kept["broken.px"] / "output.txt").read_text())
        self.assertIn("deadlock", done.stdout)
        results = {(run["model"], run["name"]): run for run in self.results()}
        self.assertEqual(results["m.px", ""]["kept"], None)
        self.assertEqual(results["stuck.px", "a/b"]["kept"], f"kept/{stuck.name}")
        self.assertEqual(results["stuck.px", "a/b"]["errors"][0]["kind"], "deadlock")
        for text in (done.stdout, results["stuck.px", "a/b"]["run"]):
            self.assertIn("no step is possible here", text)
            self.assertRegex(text, r"(?m)^ *3 +stuck\.px:2 +up", "the run is shown")
        root = self.junit(self.folder / "suite-results/junit.xml")
        self.assertIn("no step is possible here", root.find(".//failure").text)
        self.assertRegex(root.find(".//failure").text, r"(?m)^ *3 +stuck\.px:2 +up")
        self.assertRegex(root.find("testsuite").get("timestamp"), r"^20\d\d-\d\d-\d\dT")
        sarif = json.loads((self.folder / "s.json").read_text())
        found = sarif["runs"][0]["results"]
        self.assertEqual(sorted(one["ruleId"] for one in found), ["deadlock", "no-report", "not-as-expected"])
        self.assertEqual(sorted(rule["id"] for rule in sarif["runs"][0]["tool"]["driver"]["rules"]),
                         ["deadlock", "no-report", "not-as-expected"])
        deadlock = next(one for one in found if one["ruleId"] == "deadlock")
        self.assertTrue(deadlock["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].endswith("stuck.px"))
        for one in found:
            self.assertGreaterEqual(one["locations"][0]["physicalLocation"]["region"]["startLine"], 1)
        # A run that is as expected the next time removes the kept output of the last one.
        self.write("stuck.px", "var x: 0..3 = 0\naction up do x := (x + 1) % 4\n")
        self.run_with("--suite", suite, "--keep", "kept", code=65)
        self.assertEqual(sorted(path.name for path in (self.folder / "kept").iterdir()), ["broken.px", "m.px counted"])

    def test_kept_runs_of_a_suite_that_goes_on(self):
        self.write("long.px", "var x: 0..500 = 0\naction up when x < 500 do x := x + 1\n")
        slow = self.write("slow.px", SLOW)
        suite = self.suite(f'[[check]]\nmodel = "long.px"\n[[check]]\nmodel = "{slow}"\nstrategy = "none"\nthreads = 1\n')
        process = self.start("--suite", suite, "--keep", "kept")
        journal = self.folder / "suite-results/journal.jsonl"
        self.wait_for(lambda: journal.exists() and journal.read_text().count("\n") >= 1)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 11, "what was not as expected is worse than what was not done")
        self.write("slow.px", SLOW.replace("30", "2"))
        done = self.run_with("--suite", suite, "--keep", "kept", code=11)
        self.assertIn("FAILED", done.stdout)
        run = self.results()[0]["run"]
        self.assertIn("lines left out: output.txt has them", run)
        self.assertLess(run.count("\n"), 65)
        self.assertRegex(run, r"(?m)^ *500 +long\.px:2 +up")

    def test_history(self):
        suite = self.suite('[[check]]\nmodel = "m.px"\n[[check]]\nmodel = "stuck.px"\nexpect = "deadlock"\n')
        first = self.run_with("--suite", suite, "--history", "nights")
        self.assertIn("note: m.px: new: holds", first.stdout)
        self.assertNotIn("note:", self.run_with("--suite", suite, "--history", "nights").stdout)
        # Changed together with the model: reported, but not a failure.
        self.write("m.px", "define N = 5\nvar x: 0..N = 0\naction up do x := (x + 1) % (N + 1)\n")
        changed = self.run_with("--suite", suite, "--history", "nights")
        self.assertIn("note: m.px: 6 states, 4 the night before; its files or options have changed", changed.stdout)
        # A different count for the same model can only be a defect: here the test has changed the history.
        lines = (self.folder / "nights/history.jsonl").read_text()
        (self.folder / "nights/history.jsonl").write_text(lines.replace('"states":6,', '"states":7,'))
        failed = self.run_with("--suite", suite, "--history", "nights", "--quiet", code=1)
        self.assertIn("FAILURE: m.px: 6 states, 7 the night before, with the same files and options", failed.stdout)
        part = self.run_with("--suite", suite, "--history", "nights", "--only", "stuck")
        self.assertNotIn("m.px", part.stdout, "what was not asked for is not missing")
        nights = [json.loads(line) for line in (self.folder / "nights/history.jsonl").read_text().splitlines()]
        self.assertEqual([run["model"] for run in nights], ["m.px", "stuck.px"] * 4 + ["stuck.px"])
        page = (self.folder / "nights/index.html").read_text()
        balance = Balance()
        balance.feed(page)
        self.assertEqual((balance.problems, balance.open), ([], []))
        self.assertNotIn("http", page)
        self.write("stuck.px", "var x: 0..3 = 0\naction up do x := (x + 1) % 4\n")
        self.run_with("--suite", suite, "--history", "nights", code=1)
        self.assertIn("--history needs --suite", self.run_with("m.px", "--history", "x", code=2).stderr)
        self.write("file", "")
        self.assertIn("--history: cannot make the folder", self.run_with("--suite", suite, "--history", "file", code=2).stderr)

    def test_wrong_counts_of_a_violation(self):
        suite = self.suite('[[check]]\nmodel = "stuck.px"\nexpect = "deadlock"\nstates = 77\n')
        done = self.run_with("--suite", suite, code=1)
        self.assertIn("4 states, expected 77", done.stdout)

    def test_runs_end_with_their_suite(self):
        self.write("slow.px", SLOW)
        suite = self.suite('[[check]]\nmodel = "slow.px"\nstrategy = "none"\nmax-states = 2000000000\n')
        if not pathlib.Path("/proc/self/task", str(os.getpid()), "children").exists():
            self.skipTest("this kernel does not tell the children of a process")
        process = subprocess.Popen([BINARY, "--suite", str(suite)], cwd=self.folder, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        children = pathlib.Path(f"/proc/{process.pid}/task")

        def running():
            return [int(pid) for task in children.iterdir() for pid in (task / "children").read_text().split()]

        for _ in range(200):
            if running():
                break
            time.sleep(0.05)
        (child,) = running()
        time.sleep(0.3)
        process.kill()
        process.wait(timeout=60)
        for _ in range(200):
            status = pathlib.Path(f"/proc/{child}/stat")
            # A zombie has ended, too: its new parent may not wait for its exit code.
            if not status.exists() or status.read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return
            time.sleep(0.1)
        self.fail("the run goes on although its suite was killed")

    def test_suite_goes_on_after_an_interruption(self):
        self.write("slow.px", SLOW)
        suite = self.suite('[[check]]\nmodel = "m.px"\n[[check]]\nmodel = "slow.px"\nstrategy = "none"\n'
                           'max-states = 2000000000\n')
        journal = self.folder / "suite-results/journal.jsonl"
        output = self.interrupted_after(1, "--suite", suite)
        self.assertIn("the same command continues after 1 of 2 runs", output)
        self.assertEqual(len(self.junit(self.folder / "suite-results/junit.xml").findall(".//skipped")), 1)
        with open(journal, "a") as file:
            file.write('{"key": "cut o')  # as after a crash of the machine
        self.write("slow.px", "var x: 0..1 = 0\ndeadlock off\n")
        done = self.run_with("--suite", suite)
        self.assertIn("ok (before)", done.stdout)
        self.assertIn("2 of 2 as expected", done.stdout)
        self.assertFalse(journal.exists())
        self.assertEqual([run["status"] for run in self.results()], ["ok", "ok"], "what was done before is there, too")

    def slow_suite(self, first_check):
        self.write("slow.px", SLOW)
        return self.suite(f'{first_check}[[check]]\nmodel = "slow.px"\nstrategy = "none"\nmax-states = 2000000000\n')

    def test_changes_of_included_files_are_noticed(self):
        self.write("m.pml", '#include "part.h"\ninit { do :: x < N -> x++ :: else -> break od }\n')
        self.write("part.h", "#define N 3\nbyte x;\n")
        suite = self.slow_suite('[[check]]\nmodel = "m.pml"\n[[check]]\nmodel = "m.px"\n')
        self.interrupted_after(2, "--suite", suite)
        self.write("part.h", "#define N 9\nbyte x;\n")
        self.write("slow.px", "var x: 0..1 = 0\ndeadlock off\n")
        done = self.run_with("--suite", suite)
        self.assertEqual(done.stdout.count("ok (before)"), 1, done.stdout)
        self.assertNotRegex(done.stdout, r"m\.pml .*ok \(before\)")

    def test_a_folder_is_for_one_suite_at_a_time(self):
        suite = self.slow_suite('[[check]]\nmodel = "m.px"\n')
        process = self.start("--suite", suite)
        journal = self.folder / "suite-results/journal.jsonl"
        self.wait_for(lambda: journal.exists() and journal.read_text())
        done = self.run_with("--suite", suite, code=2)
        self.assertIn("another suite is running in 'suite-results'", done.stderr)
        self.assertIn("--out", done.stderr)
        self.assertIsNone(process.poll())
        self.assertTrue(journal.read_text())

    def test_suite_shares_cores_among_its_runs(self):
        self.write("slow.px", SLOW)
        suite = self.suite('[defaults]\nstrategy = "none"\nmax-states = 2000000000\n' + '[[check]]\nmodel = "slow.px"\n' * 2 +
                           '[[check]]\nmodel = "m.px"\nthreads = 3\n')
        if not pathlib.Path("/proc/self/task", str(os.getpid()), "children").exists():
            self.skipTest("this kernel does not tell the children of a process")
        process = self.start("--suite", suite, "--jobs", "2")

        def commands():
            tasks = pathlib.Path(f"/proc/{process.pid}/task").iterdir()
            pids = [pid for task in tasks for pid in (task / "children").read_text().split()]
            return [pathlib.Path(f"/proc/{pid}/cmdline").read_text().split("\0") for pid in pids]

        self.wait_for(lambda: sum("check" in command for command in commands()) == 2)
        threads = max(len(os.sched_getaffinity(0)) // 2, 1)
        for command in commands():
            (given,) = [int(word.split("=")[1]) for word in command if word.startswith("--threads=")]
            self.assertLessEqual(given, threads, "fewer where a control group grants fewer cores")

    def test_paths_are_relative_to_the_suite(self):
        self.write("sub/m.pml", "#include <one.h>\n#include <two.h>\ninit { do :: x < N -> x++ :: else -> break od }\n")
        self.write("sub/a/one.h", "#define N 3\n")
        self.write("sub/b/two.h", "byte x;\n")
        self.write("sub/suite.toml", '[[check]]\nmodel = "m.pml"\ninclude = [["a", "b"]]\n')
        for folder, suite in ((self.folder, "sub/suite.toml"), (self.folder / "sub", "suite.toml")):
            self.assertIn("1 of 1 as expected", self.run_with("--suite", suite, cwd=folder).stdout)

    def test_suite_without_temporary_files(self):
        suite = self.suite('[[check]]\nmodel = "m.px"\n')
        for command in (["--suite", suite, "--jobs", "2"], ["study", "m.px", "--threads", "1"]):
            done = self.run_with(*command, code=2, env={"TMPDIR": "/nonexistent"})
            self.assertIn("cannot create temporary files in '/nonexistent'", done.stderr)
            self.assertIn("TMPDIR", done.stderr)

    def test_what_is_in_the_way_is_told_at_the_start(self):
        suite = self.suite('[[check]]\nmodel = "m.px"\n')
        self.run_with("--suite", suite)
        for name, what in (("results.jsonl", "it is a directory"), ("junit.xml", "it is a directory"),
                           ("journal.jsonl", "is not a regular file")):
            path = self.folder / "suite-results" / name
            path.unlink(missing_ok=True)
            path.mkdir()
            done = self.run_with("--suite", suite, code=2)
            self.assertIn(what, done.stderr)
            self.assertEqual(done.stdout, "")
            path.rmdir()
        done = self.run_with("--suite", "missing.toml", code=2)
        self.assertFalse((self.folder / "missing-results").exists())

    def test_suite_that_cannot_begin_leaves_no_earlier_results(self):
        suite = self.suite('[[check]]\nmodel = "m.px"\n')
        self.run_with("--suite", suite, "--junit", "x.xml")
        self.suite("nonsense\n")
        self.run_with("--suite", suite, "--junit", "x.xml", code=65)
        for path in ("x.xml", "suite-results/junit.xml", "suite-results/results.jsonl"):
            self.assertEqual((self.folder / path).read_text(), "")

    def test_quiet_suite(self):
        suite = self.suite('[[check]]\nmodel = "m.px"\n[[check]]\nmodel = "stuck.px"\n')
        done = self.run_with("--suite", suite, "--quiet", code=11)
        self.assertNotIn("m.px", done.stdout)
        self.assertIn("stuck.px", done.stdout)
        self.assertIn("violated (deadlock), expected holds", done.stdout)
        self.assertTrue(done.stdout.endswith("1 of 2 as expected\n"))
        suite = self.suite('[[check]]\nmodel = "m.px"\n')
        self.assertEqual(self.run_with("--suite", suite, "--quiet").stdout, "1 of 1 as expected\n")

    def test_where_junit_goes(self):
        suite = self.suite('[[check]]\nmodel = "m.px"\n')
        done = self.run_with("--suite", suite, "--junit", "-")
        self.assertEqual(xml.etree.ElementTree.fromstring(done.stdout).tag, "testsuites")
        self.assertFalse((self.folder / "-").exists())
        self.run_with("--suite", suite, "--out", "new", "--junit", "new/ci.xml")
        self.junit(self.folder / "new/ci.xml")

    def test_little_memory_lets_fewer_runs_go_on_at_once(self):
        suite = self.suite('[[check]]\nmodel = "m.px"\ndefine = { N = [3, 4] }\nexpect = "holds"\n')
        done = self.run_with("--suite", suite, "--jobs", "2", "--memory", "1M")
        self.assertIn("enough for 1 at once, not for 2 runs", done.stderr)
        self.assertIn("2 of 2 as expected", done.stdout)

    def test_model_with_the_name_of_a_command(self):
        suite = self.suite('[[check]]\nmodel = "study"\nlang = "px"\n')
        self.write("study", "var x: 0..1 = 0\ndeadlock off\n")
        self.assertIn("1 of 1 as expected", self.run_with("--suite", suite).stdout)


if __name__ == "__main__":
    unittest.main()
