#!/usr/bin/env python3
"""Runs the commands in README and docs, and compares the documented output with the actual one.

    run_docs.py PEXPLORE TREE PAGE...

docs/testing.md, "Commands in documentation", explains which commands are run and how they are marked.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```(\w*)\s*$")
MARK = re.compile(r"^<!-- (not run|exit code): (.*) -->$")
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")
VERDICTS = {0, 3, 10, 11, 12, 13, 14, 20, 21}
LANGUAGES = {"", "sh", "console", "promela", "toml", "text", "px", "mcrl2", "json", "b", "c", "cpp", "python", "tla", "cmake", "lua", "elisp"}
SPAN = re.compile(r"`([^`\n]+)`")
OPTION = re.compile(r"(?:^|[\s(|])--([a-z][a-z-]+)")
# Pages for users: every option mentioned there must be one of pexplore's. On other pages only pexplore's commands are
# checked.
USER_PAGES = {"README.md", "docs/tutorial.md", "docs/output.md", "docs/performance.md", "docs/studies.md", "docs/suites.md", "docs/nights.md",
              "docs/counterexamples.md", "docs/report-schema.md", "docs/symmetry.md"}
# On this page only the last column of tables is about pexplore, all other text is about other tools.
COMPARISON = "docs/coming-from.md"
COMMAND = re.compile(r"^\s*(\$ |scripts/|pexplore |cmake |docker |spin |./pan)")


class Block:
    def __init__(self, page, line, language, mark):
        self.place = f"{page}:{line}"
        self.language = language
        self.mark = mark
        self.lines = []


def blocks_of(page, text):
    found, current, mark = [], None, None
    for number, line in enumerate(text.splitlines(), 1):
        fence = FENCE.match(line.strip())
        if current is not None:
            if line.strip() == "```":
                found.append(current)
                current, mark = None, None
            else:
                current.lines.append(line)
        elif fence:
            current = Block(page, number, fence[1], mark)
        elif line.strip():
            matched = MARK.match(line.strip())
            mark = (matched[1], matched[2]) if matched else None
    return found


def pattern_of(shown):
    """'...' is a wildcard: alone on its line for any lines, within a line for any text. Times and memory vary from run
    to run, and so does the number of states that a search visits before it finds an error."""
    unstable = ["time", "memory"] + ["states"] * any(line.startswith("verdict: violated") for line in shown)
    parts = []
    for line in shown:
        if re.match(rf"({'|'.join(unstable)})  ", line):
            parts.append(line.split()[0] + r"  [^\n]*\n")
            continue
        if line.strip() == "...":
            parts.append(r"(?:[^\n]*\n)*?")
        else:
            words = [r"[^\n]*".join(map(re.escape, word.split("..."))) for word in line.split()]
            parts.append(r"[ \t]*" + r"[ \t]+".join(words) + r"[ \t]*\n")
    return re.compile("".join(parts) + r"\Z")


class Runner:
    def __init__(self, binary, tree):
        self.problems = []
        self.commands = 0
        manual = subprocess.run([binary, "--man"], capture_output=True, text=True, check=True).stdout
        self.options = set(re.findall(r"--([a-z][a-z-]+)", manual.replace("\\-", "-")))
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pexplore-docs-"))
        for name in ("bin", "scripts"):
            (self.folder / name).mkdir()
        shutil.copytree(tree / "docs", self.folder / "docs")
        (self.folder / "tests").symlink_to(tree / "tests")
        (self.folder / "benchmarks").symlink_to(tree / "benchmarks")
        (self.folder / "bin" / "pexplore").symlink_to(binary)
        # For the reader, scripts/run is pexplore; another test checks that it builds it first.
        (self.folder / "scripts" / "run").symlink_to(binary)
        self.environment = dict(os.environ, PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}", NO_COLOR="1")

    def run(self, command):
        self.commands += 1
        return subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], cwd=self.folder, env=self.environment,
                              capture_output=True, text=True, timeout=300, check=False)

    def check_block(self, block):
        if block.language not in LANGUAGES:
            self.problems.append(f"{block.place}: unknown language '{block.language}' of a block")
        if block.language not in ("sh", "console"):
            if block.language == "" and any(COMMAND.match(line) for line in block.lines):
                self.problems.append(f"{block.place}: this block shows commands; mark it as sh or console")
            return
        if block.mark and block.mark[0] == "not run":
            return
        steps = self.steps_of(block)
        for number, (line, command, shown) in enumerate(steps):
            last = number + 1 == len(steps)
            wanted = {0} if block.language == "sh" else VERDICTS
            if block.mark and block.mark[0] == "exit code" and last:
                wanted = {int(block.mark[1])}
            self.check_step(f"{block.place.rsplit(':', 1)[0]}:{line}", command, shown, wanted)

    @staticmethod
    def steps_of(block):
        first = int(block.place.rsplit(":", 1)[1]) + 1
        steps = []
        for offset, line in enumerate(block.lines):
            if block.language == "sh":
                if line.split("#")[0].strip():
                    steps.append((first + offset, line, None))
            elif line.startswith("$ "):
                steps.append((first + offset, line[2:], []))
            elif steps:
                steps[-1][2].append(line)
        return steps

    def check_step(self, place, command, shown, wanted):
        done = self.run(command)
        if done.returncode not in wanted:
            self.problems.append(f"{place}: {command}\n  exit code {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        elif shown is not None and not pattern_of(shown).match(done.stdout):
            self.problems.append(f"{place}: {command}\n  shown:\n" + "\n".join(shown) + f"\n  printed:\n{done.stdout[-4000:]}")

    def check_links(self, page, text, tree):
        for target in LINK.findall(SPAN.sub("", text)):
            if "://" not in target and not (page.parent / target).exists():
                self.problems.append(f"{page.relative_to(tree)}: the link to {target} leads nowhere")

    def check_reading_order(self, text, tree):
        linked = set(LINK.findall(text))
        for page in sorted((tree / "docs").iterdir()):
            if page.is_file() and page.name != "README.md" and page.name not in linked:
                self.problems.append(f"docs/README.md: {page.name} is in no reading order")

    def check_options(self, name, text):
        for span in SPAN.findall(re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)):
            ours = span.startswith("pexplore ") or (name in USER_PAGES and span.startswith("--"))
            if ours:
                self.check_span(name, span)
        for row in re.findall(r"^\|.*\|$", text, flags=re.MULTILINE) if name == COMPARISON else ():
            for span in SPAN.findall(row.split(" | ")[-1]):
                self.check_span(name, span)

    def check_span(self, name, span):
        for option in OPTION.findall(span):
            if option not in self.options:
                self.problems.append(f"{name}: `{span}`: pexplore has no option --{option}")


def main():
    binary, tree = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    runner = Runner(binary, tree)
    try:
        for name in sys.argv[3:]:
            page = tree / name
            text = page.read_text(encoding="utf-8")
            for block in blocks_of(name, text):
                runner.check_block(block)
            runner.check_links(page, text, tree)
            runner.check_options(name, text)
            if name == "docs/README.md":
                runner.check_reading_order(text, tree)
    finally:
        shutil.rmtree(runner.folder)
    for problem in runner.problems:
        print("FAILED", problem)
    print(f"{runner.commands} commands run, {len(runner.problems)} problems")
    return 1 if runner.problems else 0


if __name__ == "__main__":
    sys.exit(main())
