#!/usr/bin/env python3
"""The program from the user's point of view: exit codes, messages for bad input, streams. Usage: command_line_test.py
PEXPLORE"""
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

BINARY = sys.argv.pop(1) if len(sys.argv) > 1 else "pexplore"

GRID = """sort Axis[6]
var at_: [Axis] 0..40 = 0
action up(i: Axis) when at_[i] < 40 do at_[i] := at_[i] + 1
deadlock off
"""
COUNTER = "var x: 0..3 = 0\naction up do x := x + 1\n"
STOPS = "var x: 0..3 = 0\naction up when x < 3 do x := x + 1\n"
INVARIANT = "var x: 0..3 = 0\naction up do x := (x + 1) % 4\ninvariant small: x < 3\n"
ASSERTION = 'var x: 0..3 = 0\naction up do { assert x < 3, "x is small"; x := (x + 1) % 4 }\n'
ROUND = "var x: 0..3 = 0\naction up do x := (x + 1) % 4\n"


class CommandLine(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name, content=None):
        path = pathlib.Path(self.folder.name) / name
        if content is not None:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    def run_with(self, *arguments, **options):
        return subprocess.run([BINARY, "--progress", "none", *arguments], capture_output=True, text=True, timeout=120,
                              **options)

    def expect(self, code, *arguments, says=""):
        done = self.run_with(*arguments)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertIn(says, done.stdout + done.stderr)
        return done

    # -- for people from SPIN

    TWO = ("byte x;\nactive [2] proctype P() { byte l; l = 1; l = 2; x++; atomic { x = x + 1; l = x } "
           "d_step { l = 0; x = l + x } ; assert(x < 4) }\n")

    def test_trails_of_spin(self):
        """Merged ones as pan writes them, with one line per statement, and invalid ones;
        tests/differential/trails_compare.py compares with SPIN itself."""
        model = self.path("m.pml", self.TWO)
        merged = "-4:-4:-4\n" + "".join(f"{i}:{p}:{s}\n" for i, (p, s) in enumerate(
            [(1, 0), (0, 0), (1, 2), (1, 3), (0, 2), (0, 3), (0, 8), (0, 9)], 1))
        self.expect(14, "replay", self.path("a.trail", merged), model, says="7 steps lead to assertion")
        lines = merged.splitlines()
        single = "\n".join([lines[1], "1:1:1", *lines[2:3], "1:0:1", *lines[3:]])
        self.expect(14, "replay", self.path("b.trail", single), model, says="7 steps lead to assertion")
        # From a verifier without merging.
        apart = "\n".join([lines[1], lines[2], "1:1:1", "1:0:1", *lines[3:5], "1:1:4", *lines[5:7], "1:0:4", *lines[7:]])
        self.expect(14, "replay", self.path("c.trail", apart), model, says="lead to assertion")
        self.expect(0, "replay", self.path("d.trail", "\n".join(lines[:4])), model, says="all 3 lines")
        self.expect(65, "replay", self.path("e.trail", merged.replace("6:0:3", "6:0:9")), model,
                    says="line 7 of the trail, statement 9 of process 0, cannot be taken")
        self.expect(2, "replay", self.path("f.trail", merged + "8:0\n"), model, says="line 10: '8:0' is not a step of a trail")
        self.expect(2, "replay", self.path("g.trail", merged), self.path("m.px", ROUND), says="Promela")

    def test_trail_of_a_cycle(self):
        model = self.path("m.pml", "bool a; byte n;\nactive proctype P() { do :: a = !a :: n < 3 -> n++ od }\n"
                                   "ltl f { <> (n == 3) }\n")
        trail = self.path("m.trail", "-2:1:-2\n-4:-4:-4\n-1:-1:-1\n1:0:7\n2:1:0\n3:0:7\n4:1:0\n")
        self.expect(13, "replay", trail, model, says="ltl f does not hold")
        open_cycle = self.path("n.trail", "-2:1:-2\n-1:-1:-1\n1:0:7\n2:1:0\n")
        self.expect(0, "replay", open_cycle, model, says="can be taken")

    def test_unreadable_formula(self):
        model = self.path("m.pml", "ltl f { <> g == 2 }\nbyte g; active proctype P() { g = 1; assert(g == 1) }\n")
        self.expect(20, model, says="not checked: ltl f")
        self.expect(14, self.path("n.pml", pathlib.Path(model).read_text().replace("g == 1)", "g == 0)")), says="ltl 'f'")
        self.expect(65, "--ltl", "<> g == 2", self.path("o.pml", "byte g; active proctype P() { g = 1 }\n"))

    def test_figures_of_spin(self):
        done = self.expect(14, "--statistics", "spin", "--strategy", "none", "--all-errors",
                           self.path("m.pml", self.TWO))
        self.assertRegex(done.stdout, r"State-vector \d+ byte, depth reached 12, errors: 7\n"
                                      r"       43 states, stored\n       30 states, matched\n"
                                      r"       73 transitions \(= stored\+matched\)\n")

    # -- symmetry

    def test_symmetry_of_a_model(self):
        model = self.path("m.pml", "active [3] proctype p() { skip }")
        done = self.expect(0, "symmetry", model, says="group: order 6")
        self.assertIn("(p:0 p:1)", done.stdout.replace("(p:1 p:0)", "(p:0 p:1)"))
        self.assertIn("|Aut(SCD)| = 6, |H| = 6, |G| = 6", done.stdout)
        report = json.loads(self.expect(0, "symmetry", "--report", "-", model).stdout)
        self.assertEqual((report["group_order"], report["largest_valid_order"]), ("6", "6"))
        self.expect(0, "symmetry", "--graph-dot", "-", model, says="digraph")

    def test_what_costs_symmetry(self):
        model = self.path("m.pml", "byte x[4];\nactive [3] proctype p() {\n  x[_pid] = 1;\n  x[2] == 0\n}")
        self.expect(0, "symmetry", model, says="m.pml:4")

    def test_symmetries_of_the_user(self):
        model = self.path("m.px", GRID)
        group = self.path("g.txt", "(Axis#0 Axis#1)\n")
        self.expect(0, "symmetry", "--symmetry-group", group, model, says="group: order 2")
        bad = self.path("bad.txt", "(Axis#0 Axis#9)\n")
        self.expect(65, "symmetry", "--symmetry-group", bad, model, says="bad.txt:1:9")
        self.expect(2, "symmetry", "--symmetry-group", self.folder.name, model, says="is a directory, not a file of generators")

    def test_graphs_keep_to_the_group_of_the_user(self):
        model = self.path("m.px", GRID.replace("Axis[6]", "Axis[3]").replace("40", "2"))
        group = ("--symmetry-group", self.path("g.txt", "(Axis#0 Axis#1)\n"))
        annotated = self.expect(0, "graph", "--annotate", "--format", "aut", *group, model).stdout
        self.assertEqual(set(re.findall(r'  (\(.*\))"', annotated)), {"()", "(Axis#0 Axis#1)"})
        self.expect(0, "graph", "--check-quotient", *group, model, says="18 classes")
        states = lambda *given: self.expect(0, "graph", "--format", "aut", *given, model).stdout.split(",")[2].split(")")[0]
        self.assertEqual([states(*group), states("--expand", *group), states(), states("--expand")], [" 18", " 27", " 10", " 27"])

    def test_a_generator_that_is_no_symmetry_is_told_with_its_place_and_the_reason(self):
        model = self.path("two.px", "sort S[3]\nvar x: [S] bool\naction a when not x[S#2] do x[S#2] := true\n")
        group = self.path("g.txt", "(S#0 S#1)\n(S#1 S#2)\n")
        done = self.expect(65, "--symmetry-group", group, model, says="g.txt:2:1: error: this is no symmetry of the model")
        self.assertIn("two.px:3:", done.stderr)
        self.assertIn("action 'a' names one of them", done.stderr)

    def test_what_is_exchanged_is_shown_under_its_own_name(self):
        model = self.path("m.pml", "chan red = [1] of { byte };\nchan green = [1] of { byte };\nbyte n;\n"
                          "active [2] proctype cook() { do\n:: atomic { nfull(red) -> red!1 }\n"
                          ":: atomic { nfull(green) -> green!1 }\nod }\n"
                          "active proctype guest() { do\n:: atomic { red?1 -> n++ }; assert(n < 2 || full(red)); n--\n"
                          ":: atomic { green?1 -> n++ }; assert(n < 2 || full(green)); n--\nod }\n"
                          "active proctype other() { do :: n++; n-- od }\n")
        self.expect(0, "symmetry", model, says="cook.s2@line-5 cook.s5@line-6")
        done = self.expect(14, "--all-errors", model)
        self.assertIn("red = [1]", done.stdout)
        self.assertNotIn("red green", done.stdout)
        for part in done.stdout.split("\nm.pml:")[1:]:  # each error has a run to its exact location
            line = part[:part.index(":")]
            self.assertRegex(part, f"!  guest:2 +m.pml:{line} +assert")
        self.expect(0, "--dump", "layout", model, says="red green")
        whole = self.expect(0, "graph", "--expand", "--format", "aut", model).stdout
        plain = self.expect(0, "graph", "--strategy", "none", "--format", "aut", model).stdout
        labels = lambda text: sorted(line.split('"')[1] for line in text.splitlines() if '"' in line)
        self.assertEqual(labels(whole), labels(plain))

    # -- verdicts

    def test_holds(self):
        done = self.expect(0, self.path("m.px", ROUND))
        self.assertEqual(done.stdout.splitlines()[-1], "verdict: holds")
        self.assertEqual(done.stderr, "")

    def test_no_error_found(self):
        self.expect(3, "--store", "hash", self.path("m.px", ROUND), says="verdict: no-error-found")

    def test_audit(self):
        grid = self.path("g.px", GRID.replace("Axis[6]", "Axis[3]"))
        done = self.expect(0, "--audit", "--report", self.path("r.json"), grid, says="their orbits are the 68921 unreduced")
        self.assertIn("verdict: holds", done.stdout)
        with open(self.path("r.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["statistics"]["audited stored states"], 41 * 42 * 43 // 6)
        self.expect(0, "--audit", self.path("m.px", ROUND), says="nothing to check: no symmetry is used")
        self.expect(2, "--audit", "-s", "approx-markers", grid, says="--audit-sample measures how much")
        self.expect(2, "--audit-sample", "1", grid, says="--audit checks an exact one")
        self.expect(3, "--audit-sample", "1", "-s", "approx-markers", grid, says="; 0 merges of classes found)")

    def test_profile(self):
        report = self.path("r.json")
        done = self.expect(0, "--profile", "-t", "2", "--report", report, self.path("g.px", GRID.replace("[6]", "[4]")),
                           says="ns per transition")
        self.assertIn("  thread 1", done.stdout)
        with open(report, encoding="utf-8") as file:
            found = json.load(file)
        self.assertEqual(len(found["profile"]["workers"]), 2)
        for worker in found["profile"]["workers"]:
            self.assertEqual(sorted(worker), ["generate", "hash", "insert", "load", "push", "reduce", "wait"])
            self.assertLessEqual(sum(worker.values()), found["seconds"] * 1.05 + 0.01)
        self.assertGreater(found["profile"]["generate_ns_per_transition"], 0)
        self.assertGreater(found["profile"]["reduce_ns_per_transition"], 0)

    def test_deadlock(self):
        done = self.expect(11, self.path("m.px", STOPS), says="verdict: violated (deadlock)")
        self.assertIn("          here\n            x = 3\n", done.stdout)
        self.expect(2, "graph", "--what", "automata", self.path("m.px", STOPS), says="this model has no processes")
        self.expect(0, "--no-deadlock-check", self.path("m.px", STOPS))

    def test_counterexample_is_the_same_every_time(self):
        """Four shortest runs lead to an error here, and timing determines which one a search with threads finds
        first."""
        wheels = "sort W[4]\nvar a: [W] bool = false\naction turn(w: W) when !a[w] do a[w] := true\n" \
                 "invariant few: (count w: W. a[w]) < 2\n"
        model = self.path("wheels.px", wheels)
        shown = {self.run_with("-q", "--strategy", "none", "--threads", threads, model).stdout
                 for threads in ("1", "2", "4") for _ in range(5)}
        self.assertEqual(len(shown), 1, shown)
        self.assertIn("verdict: violated", shown.pop())

    def test_counts_without_symmetry(self):
        """A model without interchangeable parts has SPIN's states with every strategy, including terminated
        processes."""
        model = self.path("two.pml", "byte x; active proctype a() { x = 1; x = 2 } active proctype b() { x == 2; x = 3 }")
        for strategy in ("none", "auto", "canonical", "exact-markers"):
            report = self.path("report.json")
            self.expect(0, "-q", "--strategy", strategy, "--report", report, model)
            with open(report, encoding="utf-8") as file:
                found = json.load(file)
            self.assertEqual((found["states"], found["transitions"], found["strategy"]), (7, 6, "none"))

    def test_safety(self):
        self.expect(12, self.path("m.px", INVARIANT), says="invariant 'small'")
        self.expect(12, self.path("m.px", COUNTER), says="value 4 is out of range for 'x', which holds 0..3")
        self.expect(0, "--no-invariant-check", self.path("m.px", INVARIANT))

    def test_assertion(self):
        self.expect(14, self.path("m.px", ASSERTION), says="x is small")

    def test_incomplete(self):
        grid = self.path("m.px", GRID)
        for limit in (["--max-states", "1000"], ["--max-depth", "3"], ["--time", "200ms"], ["--memory", "4M"]):
            done = self.expect(20, "--strategy", "none", *limit, grid, says="verdict: incomplete")
            self.assertNotIn("holds", done.stdout)

    def test_time_limit_holds_over_new_beginnings(self):
        """The search restarts for every few additional processes; the limit applies to all restarts together."""
        model = self.path("m.pml", "byte n; proctype p(byte k) { byte i; do :: n++ :: i++ :: k < 120 -> run p(k + 1); break od;"
                                   "assert(n < 256 && i < 256) } init { run p(0) }")
        start = time.monotonic()
        self.expect(20, "--strategy", "none", "--time", "2s", "--threads", "1", "--memory", "2G", model, says="verdict: incomplete")
        self.assertLess(time.monotonic() - start, 20)

    @unittest.skipIf(os.environ.get("PEXPLORE_SANITIZED"), "most of the resident memory is the sanitizer's")
    def test_memory_limit_holds(self):
        """All memory that a search allocates: the increase over the resident memory of a run with almost no states."""
        grid = self.path("m.px", GRID)
        peaks = []
        for limits in (["--max-states", "10"], ["--memory", "40M"]):
            report = self.path("r.json")
            self.expect(20, "--strategy", "none", "--trace", "off", "--execution", "jit", *limits, "--report", report, grid)
            with open(report, encoding="utf-8") as file:
                peaks.append(json.load(file)["peak_memory_bytes"])
        self.assertLess(peaks[1] - peaks[0], 60 << 20)

    def test_peak_memory_is_what_the_system_says(self):
        report = self.path("r.json")
        with subprocess.Popen([BINARY, "--progress", "none", "--strategy", "none", "--max-states", "600000", "--report",
                               report, self.path("m.px", GRID)], stdout=subprocess.DEVNULL,
                              env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}) as process:  # which takes memory at the end
            _, _, usage = os.wait4(process.pid, 0)
            process.returncode = 0
        with open(report, encoding="utf-8") as file:
            peak = json.load(file)["peak_memory_bytes"]
        # Before exec of pexplore, the new process counts as large as this one.
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        self.assertLess(abs(max(peak, own) - usage.ru_maxrss * 1024), peak // 4)

    def test_threads_told_apart_and_pinned(self):
        grid = self.path("g.px", GRID.replace("[6]", "[4]").replace("40", "9"))
        done = self.expect(0, "--verbose", "--pin", "--numa", "-t", "3", "--strategy", "none", grid)
        for thread in range(3):
            self.assertRegex(done.stdout, f"thread {thread} stored")
            self.assertRegex(done.stdout, f"thread {thread} transitions")

    def test_log_tells_what_the_engine_decided(self):
        log = self.path("run.log")
        grid = self.path("g.px", GRID.replace("[6]", "[4]").replace("40", "9"))
        self.expect(0, "--log-level", "trace", "--log-file", log, "--order", "bfs", "-t", "2", "--strategy", "none", grid)
        lines = pathlib.Path(log).read_text().splitlines()
        events = [line.split()[3] for line in lines]
        self.assertEqual((events[0], events[-1]), ("run-begins", "run-ends"), lines)
        self.assertLess(events.index("search-begins"), events.index("level"))
        self.assertLess(events.index("level"), events.index("search-ends"))
        self.assertIn("exit-code=0", lines[-1])
        # With --log-level alone the log goes to standard error; without either option there is none.
        done = self.expect(0, "--log-level", "info", grid)
        self.assertIn(" info ", done.stderr)
        self.assertNotIn(" debug ", done.stderr)
        self.assertEqual(self.expect(0, "-q", grid).stderr, "")

    def test_log_file_that_cannot_be_written(self):
        self.expect(2, "--log-file", "/nowhere/run.log", self.path("m.px", GRID), says="--log-file: cannot write")

    def test_progress_in_json(self):
        done = subprocess.run([BINARY, "--progress", "json", "--time", "2s", "--strategy", "none",
                               self.path("m.px", GRID)], capture_output=True, text=True, timeout=60)
        lines = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
        self.assertTrue(lines, done.stderr)
        for line in lines:
            self.assertGreater(line["memory_limit_bytes"], 0)
            self.assertGreaterEqual(line["states"], 0)

    def test_interrupted(self):
        process = subprocess.Popen([BINARY, "--strategy", "none", "--progress", "none", self.path("m.px", GRID)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 21, output)
        self.assertIn("verdict: interrupted", output)

    def test_lost_terminal_is_an_interruption(self):
        report = self.path("r.json")
        arguments = [BINARY, "--strategy", "none", "--progress", "none", "--report", report, self.path("m.px", GRID)]
        with subprocess.Popen(arguments, stdout=subprocess.DEVNULL) as process:
            time.sleep(1)
            process.send_signal(signal.SIGHUP)
            self.assertEqual(process.wait(60), 21)
        self.assertEqual(json.loads(pathlib.Path(report).read_text())["verdict"], "interrupted")
        with subprocess.Popen(["nohup", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            time.sleep(1)
            process.send_signal(signal.SIGHUP)
            time.sleep(0.5)
            self.assertIsNone(process.poll(), "nohup goes on")
            process.kill()

    def test_native_execution_that_cannot_be_loaded(self):
        """A binary without its module: the search is slow and reports it; options that require the module are
        rejected."""
        content = pathlib.Path(BINARY).read_bytes()
        home = os.path.dirname(os.path.abspath(BINARY)).encode()
        if home not in content or not pathlib.Path(BINARY).with_name("libpexplore_native.so").exists():
            self.skipTest("the binary finds its module in another way")
        alone = self.path("alone", content.replace(home, b"/none" + b"x" * (len(home) - 5)))
        os.chmod(alone, 0o755)
        model = self.path("m.px", ROUND)

        def run(*arguments):
            return subprocess.run([alone, *arguments, model], capture_output=True, text=True, timeout=60)
        done = run("--execution", "jit")
        self.assertEqual(done.returncode, 0)
        self.assertIn("warning: the search runs in the interpreter, which is slow", done.stderr)
        self.assertEqual(run("--execution", "jit", "--quiet").stderr, "")
        self.assertEqual(run("--execution", "interp").stderr, "")
        for needs_it in (["--execution", "both"], ["--dump", "llvm"]):
            done = run(*needs_it)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("native execution cannot be loaded", done.stderr)

    def test_quiet(self):
        model = self.path("m.pml", "byte unused;\nactive proctype p() { skip }\n")
        self.assertIn("warning", self.run_with(model).stderr)
        self.assertEqual(self.run_with("--quiet", model).stderr, "")

    # -- bad input

    def test_model_errors(self):
        self.expect(65, self.path("m.px", "var x: 0..3 = 9\n"), says="m.px:1:")
        self.expect(65, self.path("m.px", "action a do y := 1\n"), says="'y'")
        self.expect(65, self.path("m.pml", "init { x = 1 }\n"), says="m.pml:1:8")
        self.expect(65, self.path("m.pml", "c_code { int x; }\ninit { skip }\n"), says="m.pml:1:")

    def test_errors_of_runs_say_what_was_met(self):
        self.expect(12, self.path("m.px", "sort S[2]\nvar x: S\naction a do x := none\n"),
                    says="'none' is out of range for 'x', which holds elements of 'S'")
        self.expect(12, self.path("m.px", "var x: 0..9\naction a do x := max i: 0..3. i where i > x + 3\n"),
                    says="m.px:2:18: safety: there is nothing to take the greatest of")
        self.expect(12, self.path("m.px", "var x: 0..9\naction a do x := the i: 0..3. i > x\n"),
                    says="there is not exactly one element for which this holds")

    def test_no_model(self):
        self.expect(2, self.path("missing.px"), says="missing.px")
        self.expect(2, self.folder.name, says="directory")
        self.expect(2, self.path("m.pml", b"\x7fELF\0\0\1"), says="not a text file")
        self.expect(2, self.path("model.txt", "some words\n"), says="--lang")
        self.expect(0, self.path("model.txt", ROUND))  # guessed by its text
        self.assertNotEqual(self.run_with(self.path("empty.pml", "")).returncode, 0)

    def test_byte_order_mark(self):
        mark = b"\xef\xbb\xbf"
        self.expect(0, self.path("m.px", mark + ROUND.encode()))
        self.expect(0, self.path("m.pml", mark + b"init { skip }\n"))
        self.expect(0, self.path("m.mch", mark + b"MACHINE m VARIABLES x INVARIANT x : 0..1 INITIALISATION x := 0\n"
                                                 b"OPERATIONS flip = x := 1 - x END\n"))
        self.expect(65, self.path("m.px", mark + b"var y: Nothing\n"), says="m.px:1:8")

    def test_words_that_are_no_model(self):
        model = self.path("m.px", ROUND)
        self.expect(2, "replya", model, says="did you mean 'replay'?")
        self.expect(2, "-", says="cannot tell the language of '-'")
        done = subprocess.run([BINARY, "--quiet", "--lang", "px", "/dev/stdin"], input=ROUND, capture_output=True,
                              text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_unreadable_model(self):
        path = self.path("m.px", ROUND)
        os.chmod(path, 0)
        if os.access(path, os.R_OK):
            self.skipTest("this user reads everything")
        self.expect(2, path, says="cannot read")

    def test_usage(self):
        self.expect(2)
        self.expect(2, "--thread", "2", self.path("m.px", ROUND), says="--threads")
        self.expect(2, "--strategy", "canonicel", self.path("m.px", ROUND), says="canonical")
        for impossible in (["--threads", "0"], ["--memory", "0"], ["--time", "-1"], ["--max-states", "none"]):
            self.expect(2, *impossible, self.path("m.px", ROUND))

    def test_usage_errors_are_coloured_as_others_are(self):
        def message(**environment):
            terminal, ours = os.openpty()
            self.addCleanup(os.close, terminal)
            done = subprocess.run([BINARY, "--frobnicate"], stderr=ours, env={"TERM": "xterm", **environment}, timeout=60)
            os.close(ours)
            self.assertEqual(done.returncode, 2)
            text = b""
            while b"unknown option" not in text:  # a terminal may deliver it in pieces
                text += os.read(terminal, 4096)
            return text

        self.assertIn(b"\033[", message())
        self.assertNotIn(b"\033[", message(NO_COLOR="1"))
        self.assertNotIn(b"\033[", message(TERM="dumb"))

    def test_report_that_cannot_be_written(self):
        model = self.path("m.px", ROUND)
        self.expect(2, "--report", self.folder.name, model, says="directory")
        self.expect(2, "--report", self.path("none/report.json"), model, says="--report")
        if os.path.exists("/dev/full"):
            self.expect(2, "--report", "/dev/full", model, says="/dev/full")
            with open("/dev/full", "w") as full:
                done = subprocess.run([BINARY, model], stdout=full, stderr=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 2, "a verdict that could not be printed is no success")
            self.assertIn("cannot write standard output", done.stderr)

    def test_report_of_another_run_is_not_left_behind(self):
        report = self.path("r.json")
        self.expect(0, "--report", report, self.path("m.px", ROUND))
        self.expect(65, "--report", report, self.path("m.px", "action a do y := 1\n"))
        self.assertEqual(pathlib.Path(report).read_text(), "", "it would say 'holds' of a model that has errors")

    def test_report_that_may_not_grow(self):
        if b"__tsan_init" in pathlib.Path(BINARY).read_bytes():
            self.skipTest("the thread sanitizer maps a file of its own, which may not grow either")
        done = subprocess.run(["sh", "-c", 'ulimit -f 1; exec "$0" --report "$1" "$2"', BINARY, self.path("r.json"),
                               self.path("m.px", ROUND)], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("--report: cannot write", done.stderr)

    def test_results_do_not_overwrite_the_model(self):
        model = self.path("m.px", INVARIANT)
        self.expect(2, "--report", model, model, says="would overwrite the model")
        self.expect(2, "graph", "-o", model, model, says="would overwrite the model")
        self.assertEqual(pathlib.Path(model).read_text(), INVARIANT)
        self.expect(2, "--report", "-", "--trace-svg", "-", model, says="cannot both be written to standard output")

    def test_run_that_cannot_be_written(self):
        model = self.path("m.px", INVARIANT)
        done = self.expect(2, "--trace-svg", self.path("none/t.svg"), model, says="--trace-svg: cannot write")
        self.assertEqual(done.stdout, "", "said before the search, not after it")
        if os.path.exists("/dev/full"):
            # The violation is known all the same.
            done = self.expect(12, "--trace-itf", "/dev/full", model, says="--trace-itf: cannot write '/dev/full'")
            self.assertIn("verdict: violated (safety)", done.stdout, "the result is shown all the same")

    def test_report_to_a_pipe(self):
        pipe = self.path("pipe")
        os.mkfifo(pipe)
        with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
            self.expect(0, "--quiet", "--report", pipe, self.path("m.px", ROUND))
            self.assertEqual(json.loads(reader.communicate(timeout=60)[0])["verdict"], "holds")

    def test_options_of_other_languages(self):
        self.expect(2, "--card", "S=3", self.path("m.px", ROUND), says="--card is for B machines")
        self.expect(2, "--dump", "tokens", self.path("m.px", ROUND), says="no such stage")
        self.expect(2, "--spin-trail", self.path("t"), self.path("m.px", ROUND), says="is for Promela models")

    def test_terms_are_not_in_checkpoints(self):
        model = self.path("m.mcrl2", "act a: List(Nat);\nproc P(l: List(Nat)) = (#l < 3) -> a(l) . P(0 |> l);\ninit P([]);\n")
        self.expect(65, "--checkpoint", self.path("saved"), model, says="checkpoints do not hold the terms")

    # -- reports

    def test_report(self):
        done = self.expect(12, "--report", "-", "--quiet", self.path("m.px", INVARIANT))
        report = json.loads(done.stdout)
        self.assertEqual(report["verdict"], "violated")
        self.assertEqual(report["violation"], "safety")
        self.assertEqual(report["exit_code"], 12)
        self.assertEqual(len(report["errors"][0]["trace"]["steps"]), 3)

    def test_definitions(self):
        model = self.path("m.px", "define N = 3\nvar x: 0..N-1 = 0\naction up do x := (x + 1) % N\n")
        for arguments, states in (([], 3), (["-D", "N=7"], 7)):
            done = self.run_with("--report", "-", "--quiet", *arguments, model)
            self.assertEqual(json.loads(done.stdout)["states"], states)

    def test_dumps_can_be_read_again(self):
        source = self.path("m.pml", "active [2] proctype P() { byte x; do :: x < 3 -> x++ :: else -> x = 0 od }\n")
        again = self.path("again.px", self.expect(0, "--strategy", "none", "--dump", "ir", source).stdout)
        counts = [json.loads(self.run_with("--strategy", "none", "--report", "-", "--quiet", model).stdout)["states"]
                  for model in (source, again)]
        self.assertEqual(counts[0], counts[1])

    def test_every_stage_can_be_dumped(self):
        model = self.path("m.pml", "#define N 3\nbyte g;\nactive proctype P() {\n  byte x;\n  x = N; x++;\n  g = x\n}\n")
        for stage, part in (("text", "x = 3 ; x++;"), ("tokens", "'proctype'"), ("ast", "P"), ("model", "g"),
                            ("statements", "g = x"), ("optimised", "hidden g"), ("automata", "state 1 -> state"),
                            ("types", "g"), ("ir", "family"), ("layout", "lanes of P")):
            with self.subTest(stage):
                self.assertIn(part, self.expect(0, "--dump", stage, model).stdout)

    def test_coverage(self):
        model = self.path("m.pml", "byte g;\nactive proctype P() {\n  g == 0;\n  g == 2;\n  g = 3\n}\n")
        done = self.run_with("--coverage", model)
        self.assertIn("unreached in proctype P\n", done.stdout)
        self.assertIn(f'\t{model}:5, state 3, "g = 3"\n', done.stdout)
        self.assertIn("\t(2 of 4 states)\n", done.stdout)
        part = json.loads(self.run_with("--coverage", "--report", "-", "--quiet", model).stdout)["unreached"][0]
        self.assertEqual([s["state"] for s in part["statements"]], [3, 4])
        other = self.path("m.px", "var x: 0..2 = 0\naction up when x < 2 do x := x + 1\naction never when x > 2 do x := 0\n")
        for execution in ("jit", "interp"):
            lines = self.run_with("--coverage", "--execution", execution, other).stdout.splitlines()
            self.assertIn("\t(1 of 2 actions)", lines)
        all_taken = self.path("m2.px", "var x: 0..2 = 0\naction up when x < 2 do x := x + 1\n")
        self.assertIn("\t(0 of 1 actions)\n", self.run_with("--coverage", all_taken).stdout)

    def test_generated_code_can_be_listed(self):
        model = self.path("m.pml", "active [2] proctype Walker() { byte x; do :: x < 3 -> x++ :: else -> x = 0 od }\n")
        listing = self.run_with("--dump", "llvm", model)
        if "no native execution" in listing.stderr:
            self.skipTest("this build has no native code")
        self.assertIn("define", listing.stdout)
        self.assertIn(".text", self.expect(0, "--dump", "asm", model).stdout)

    def test_figures_of_several_threads_become_one_by_their_kind(self):
        model = self.path("m.px", "sort U[5]\nvar f: [U] 0..3\naction up(p: U) when f[p] < 3 do f[p] += 1\ndeadlock off\n")
        figures = set()
        for threads in "1", "2", "4":
            report = json.loads(self.expect(0, "--strategy", "segmented", "--threads", threads, "--report", "-", model).stdout)
            self.assertEqual(report["states"], 56)
            figures.add((report["statistics"]["permutations"], report["statistics"]["worst_permutations"]))
        self.assertEqual(len(figures), 1, figures)
        self.assertEqual(figures.pop()[1], 120)  # all five alike: 5!

    def test_formulas(self):
        model = self.path("m.pml", "byte x;\nactive proctype P() { do :: x = 1 - x od }\n"
                                   "ltl settles { <>[] (x == 1) }\nltl returns { []<> (x == 1) }\nltl small { [] (x < 2) }\n")
        done = self.expect(13, model, says="verdict: violated (liveness)")
        self.assertRegex(done.stdout, r"(?m)^ltl settles +violated \(liveness\): ")
        self.assertRegex(done.stdout, r"(?m)^ltl returns +holds: 3 states")
        self.assertRegex(done.stdout, r"(?m)^ltl small +holds: ")
        self.assertIn("~~~~  the cycle begins here\n", done.stdout)
        self.assertIn("forever\n", done.stdout)
        self.expect(0, "--claim", "returns", "--claim", "small", model, says="verdict: holds")
        self.expect(2, "--claim", "return", model)
        self.expect(20, "--safety", model, says="verdict: incomplete (not checked: ltl settles, ltl returns, ltl small)")
        self.expect(0, "--safety", "--allow-unchecked", model)
        self.expect(12, "--claim", "formula_1", "--ltl", "[] (x == 0)", model, says="verdict: violated (safety)")
        self.expect(0, "--claim", "formula_1", "--ltl", "<> (x == 1)", model)
        report = json.loads(self.run_with("--report", "-", "--quiet", model).stdout)
        self.assertEqual([p["verdict"] for p in report["properties"]], ["violated", "holds", "holds"])
        self.assertEqual(report["errors"][0]["kind"], "liveness")
        self.assertLess(report["errors"][0]["trace"]["loop"], len(report["errors"][0]["trace"]["steps"]))

    def test_what_is_true_along_a_run(self):
        model = self.path("m.pml", "byte x;\nactive proctype P() { x = 2; do :: x = 1 :: x = 3 od }\n")
        shown = self.expect(13, "--explain", "--ltl", "[] (x == 1 -> <> (x == 2)) || <> (x == 5)", model).stdout
        self.assertIn("          | false  [] ((x==1) -> <> (x==2)) || <> (x==5)\n", shown)
        self.assertRegex(shown, r"\n *\| now true   \(x==1\)\n")
        self.assertRegex(shown, r"\n *\| now false  <> \(x==2\)\n")
        self.assertIn("--ltl:1:1: liveness", shown)
        self.assertIn("\n  [] (x == 1 -> <> (x == 2)) || <> (x == 5)\n", shown)
        self.assertNotIn("|", self.expect(13, "--ltl", "<> (x == 5)", model).stdout.split("start")[1])
        columns = self.expect(13, "--explain", "--trace-format", "columns", "--ltl", "<> (x == 5)", model).stdout
        self.assertIn("| false  (x==5)", columns)

        def parts(path, formula):
            report = json.loads(self.run_with("--report", "-", "--quiet", "--no-deadlock-check", "--ltl", formula, path).stdout)
            trace = report["errors"][0]["trace"]
            return {part["text"]: part["holds"] for part in trace["formula"]}, trace

        found, trace = parts(model, "[] (x == 1 -> <> (x == 2))")
        steps = trace["steps"][-1]["step"]
        at = [next(int(step["changes"]["x"]) for step in reversed(trace["steps"]) if step["step"] <= k and "x" in step["changes"])
              for k in range(1, steps + 1)]
        self.assertEqual(found["(x==1)"], [False] + [x == 1 for x in at])
        self.assertEqual(found["[] ((x==1) -> <> (x==2))"][0], False)
        self.assertEqual(set(found["<> (x==2)"][2:]), {False})
        # A run that violates a safety formula does not determine the future after its end.
        found, trace = parts(model, "[] (x < 3)")
        self.assertIsNone(trace["loop"])
        self.assertEqual(set(found["[] (x<3)"]), {False})
        self.assertEqual(found["(x<3)"], [True] * (len(found["(x<3)"]) - 1) + [False])
        # Steps, past operators, and a finite path.
        counter = self.path("c.mch", "MACHINE c VARIABLES x INVARIANT x : 0..3 INITIALISATION x := 0 OPERATIONS\n"
                                     "up = SELECT x < 2 THEN x := x + 1 END; jump = SELECT x = 1 THEN x := 3 END END\n")
        found, trace = parts(counter, "G (Y {x = 1} => not {x = 3}) or [jump]")
        self.assertEqual(trace["loop"], 2)
        self.assertEqual(found["{x = 3}"], [False, False, True])
        self.assertEqual(found["Y {x = 1}"], [False, False, True])
        self.assertEqual(found["[jump]"], [False, True, False])
        found, _ = parts(counter, "F G (e(up) or X true)")
        self.assertEqual(found["X true"][-1], False)
        self.assertEqual(found["e(up)"][0], True)
        toggle = self.path("t.px", "var x: 0..2 = 0\naction next do x := (x + 1) % 3\n")
        found, _ = parts(toggle, "forall k: 0..2. eventually always x = k")
        atoms = [found[text] for text in sorted(found) if "eventually" not in text and "always" not in text]
        self.assertEqual(atoms, [[step % 3 == k for step in range(len(atoms[0]))] for k in range(3)])

    def test_formulas_that_are_wrong(self):
        model = self.path("m.pml", "byte x;\nactive proctype P() { do :: x = 1 - x od }\n")
        for formula, place, problem in (("[] (x == 1", "1:11", "but found the end of the formula"), ("[]", "1:3", "found the end of the formula"),
                                        ("x == 1 &&\n (x", "2:4", "found the end of the formula"), (" ", "1:1", "found the end of the formula"),
                                        ("[] x)", "1:5", "expected the end of the formula, but found ')'"),
                                        ("x } ltl g { x", "1:3", "expected the end of the formula, but found '}'")):
            done = self.expect(65, "--ltl", formula, model)
            self.assertIn(f"--ltl:{place}: error", done.stderr, formula)
            self.assertIn(problem, done.stderr)
            self.assertEqual(done.stderr.count("error:"), 1, done.stderr)
            self.assertNotIn("'}'", done.stderr if formula != "x } ltl g { x" else "")
        for formula, problem in (("[] (y == 1)", "--ltl:1:5"), ("[] (x == 1", "--ltl"), ("x U", "--ltl"), ("[] P[0]@nowhere", "no label 'nowhere'"),
                                 ("[] Q@a", "no proctype 'Q'"), ("x + [] x", "cannot be an operand")):
            done = self.expect(65, "--ltl", formula, model)
            self.assertIn(problem, done.stderr, formula)
        nobody = self.path("n.pml", "byte x;\nactive proctype P() { here: do :: x = 1 - x od }\nltl f { [] !P[7]@here }\n")
        self.assertIn("n.pml:3:13: warning: there is no process 7", self.expect(0, nobody).stderr)
        counter = self.path("m.px", "var x: 0..3\ndeadlock off\naction up when x < 3 do x := x + 1\n")
        lite = str(pathlib.Path(__file__).resolve().parents[4] / "tests/models/promela_lite/formulas.pml-lite")
        for wrong, of, place, problem in (
                ("always y = 1", counter, 8, "unknown variable 'y'"), ("always x", counter, 8, "not about 0..3"),
                ("always (x = true)", counter, 13, "has the type bool"), ("x = 1 until", counter, 12, "expected an expression"),
                ("always x = 1 y", counter, 14, "the formula has ended here"), ("forall p: User. x = 1", counter, 11, "unknown family"),
                ("[] (y == 1)", lite, 5, "'y' is not declared"), ("[] client[9]:pc == 1", lite, 4, "process 9 is no client"),
                ("[] client[2]:no == 1", lite, 14, "no parameter 'no'"), ("[] client[2]:pc", lite, 4, "a condition is expected"),
                ("[] (", lite, 5, "expected an expression")):
            done = self.expect(65, "--ltl", wrong, of)
            self.assertIn(f"--ltl:1:{place}: error", done.stderr, wrong)
            self.assertIn(problem, done.stderr)
            self.assertEqual(done.stderr.count("error:"), 1, done.stderr)
        for atom, until, both, later, of in (("x = 0", "until", "and", "eventually", counter),
                                             ("client[2]:pc == 0", "U", "&&", "<>", lite)):
            deep = f"({atom})"
            for _ in range(30):
                deep = f"(({atom[:-1]}1) {until} ({deep} {both} {later} ({atom[:-1]}2)))"
            done = self.expect(65, "--memory", "1G", "--ltl", deep, of)
            self.assertRegex(done.stderr, r"--ltl:1:\d+: error: .*would have too many states")
        for divided, column in (("[] (1 / x < 2)", 5), ("[]<> (1 / x < 2)", 7)):  # as an invariant, and as a claim
            done = self.expect(20, "--ltl", divided, model)
            self.assertIn(f"incomplete (an error ends its runs first: division by zero, --ltl:1:{column})", done.stdout)
        outside = self.path("i.pml", "byte x, a[2];\nactive proctype P() { do :: x = 3 - x; a[0] = 1 - a[0] od }\nltl f { []<> (a[x] == 1) }\n")
        self.expect(20, outside, says="index 3 is out of range for 'a', which has 0..1, i.pml:3:".replace("i.pml", outside))
        thirty = "(x == 0)"
        for i in range(30):
            thirty = f"((x == {i % 3}) U ({thirty} && <> (x == {(i + 1) % 3})))"
        done = self.expect(65, "--memory", "1G", "--ltl", thirty, model)
        self.assertIn("would have too many states", done.stderr)
        self.expect(2, "--ltl", "", model)
        self.expect(2, "--ltl-file", "missing.ltl", model)
        self.expect(12, "--ltl", "[] (x == 1)", "--no-deadlock-check", self.path("m.px", "var x: 0..2 = 0\n"))

    def test_cycles_and_fairness(self):
        labels = self.path("l.pml", "bool x;\nactive proctype P() {\nb: do :: x = !x; accept: x = !x od }\n")
        self.expect(0, labels)
        self.expect(13, "--acceptance", labels, says="accept label")
        self.expect(13, "--progress-cycles", labels, says="liveness: a cycle goes through no progress label")
        progress = self.path("p.pml", "bool x;\nactive proctype P() { do :: x = !x; progress: x = !x od }\n")
        self.expect(0, "--progress-cycles", progress)
        two = self.path("t.pml", "bool x, y;\nactive proctype P() { do :: x = !x od }\nactive proctype Q() { do :: y = !y od }\n"
                                 "ltl moves { []<> y }\n")
        self.expect(13, two)
        self.expect(0, "--fairness", "weak", two)
        alike = self.path("a.pml", "bool x[3];\nactive [3] proctype P() { do :: x[_pid] = !x[_pid] od }\n"
                                   "ltl moves { []<> (x[0] || x[1] || x[2]) }\nltl named { []<> x[2] }\n")
        self.expect(13, alike)
        done = self.expect(0, "--fairness", "weak", "--audit", "--verbose", alike)
        self.assertRegex(done.stdout, r"ltl moves +holds: \d+ states.*strategy canonical, weakly fair runs, audited without reduction")
        report = json.loads(self.run_with("--report", "-", "--quiet", alike).stdout)
        self.assertEqual(report["states"], 4)  # formulas about one process do not affect the safety search
        many = self.path("many.pml", "bool x;\nactive [40] proctype P() { do :: atomic { x == 0 -> x = 1; x = 0 } od }\n"
                                     "ltl never_set { []<> x }\n")
        self.expect(13, "--fairness", "weak", "--strategy", "none", many)

    def test_a_part_of_a_formula_for_each_process(self):
        """The conjuncts are searched separately, symmetric ones once: the other processes can still be exchanged."""
        text = ("byte p[4]; byte turn;\nactive [4] proctype P() { do :: p[_pid] == 0 -> p[_pid] = 1\n"
                ":: atomic { p[_pid] == 1 && turn == 0 -> turn = 1; p[_pid] = 2 } :: atomic { p[_pid] == 2 -> turn = 0; p[_pid] = 0 } od }\n")
        every = " && ".join(f"[] (p[{k}] == 1 -> <> (p[{k}] == 2))" for k in range(4))
        holds = "[] (" + " && ".join(f"(p[{k}] == 2 -> (turn == 1 U p[{k}] == 0) || [] (p[{k}] == 2))" for k in range(4)) + ")"
        model = self.path("each.pml", text)
        done = self.expect(0, "--verbose", "--audit", "--ltl", holds, model)
        self.assertRegex(done.stdout, r"ltl formula_1 +holds: .*strategy canonical.*one conjunct stands for all.*audited without reduction")
        states = {}
        for strategy in ("canonical", "none"):
            report = json.loads(self.run_with("--report", "-", "--quiet", "--strategy", strategy, "--ltl", holds, model).stdout)
            states[strategy] = report["properties"][0]["states"]
        self.assertLess(2 * states["canonical"], states["none"])
        for fairness in ("none", "weak"):
            for strategy in ("canonical", "none"):
                self.expect(13, "--fairness", fairness, "--strategy", strategy, "--ltl", every, model)
        # Conjuncts that are not symmetric.
        self.expect(13, "--ltl", holds + " && <> (p[3] == 7)", model, says="does not hold on this run")
        shown = self.expect(13, "--explain", "--ltl", every, model).stdout
        self.assertRegex(shown, r"\n +\| false +\[\] \(\(p\[0\]==1\) -> <> \(p\[0\]==2\)\) && \[\]")

    def test_what_is_never_reached_is_listed_with_formulas(self):
        model = self.path("c.pml", "byte x;\nactive proctype P() { do :: x = 1 - x :: x == 5 -> x = 7 od }\n"
                                   "ltl back { [] (x == 1 -> <> (x == 0)) }\nltl no { <>[] (x == 1) }\n")
        shown = self.expect(13, "--coverage", model).stdout
        self.assertIn('\tc.pml:2, state 3, "x = 7"\n', shown.replace(model, "c.pml"))
        self.assertIn("(2 of 7 states)", shown)
        listed = {}
        for more in ([], ["--safety", "--allow-unchecked"]):
            report = json.loads(self.run_with("--report", "-", "--quiet", "--coverage", *more, model).stdout)
            listed[len(more)] = report["unreached"]
        self.assertEqual(listed[0], listed[2])
        self.assertEqual(listed[0][0]["unreached"], 2)

    def test_runs_that_end_say_so(self):
        ends = self.path("e.mch", "MACHINE e VARIABLES x INVARIANT x : 0..2 INITIALISATION x := 0\n"
                                  "OPERATIONS up = PRE x < 2 THEN x := x + 1 END END\n")
        self.expect(13, "--no-deadlock-check", "--ltl", "G F {x = 1}", ends, says="does not hold on this run, which ends")

    def test_a_run_that_ends_stays_where_it_ends(self):
        model = self.path("e.pml", "byte x;\nactive proctype P() { x = 1; x = 2 }\nltl back { []<> (x == 1) }\n")
        done = self.expect(13, model, says="from here on nothing moves")
        self.assertNotIn("the cycle begins here", done.stdout)

    def test_words_of_spin(self):
        model = self.path("m.pml", "byte x;\nactive proctype P() { do :: x = 1 - x od }\n")
        for word in "-run", "-search":
            self.expect(0, word, model, says="verdict: holds")

    def test_help(self):
        self.assertIn("--threads", self.expect(0, "--help").stdout)
        self.assertRegex(self.expect(0, "--version").stdout, r"^pexplore \d+\.\d+\.\d+$")


if __name__ == "__main__":
    unittest.main(verbosity=1)
