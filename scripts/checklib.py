"""Shared by the check_* scripts: the files of the project, and C++ text without comments and strings."""

import re
import subprocess
import sys
from pathlib import Path

CPP_SUFFIXES = (".h", ".cpp", ".def")


def project_files(root: Path) -> list[Path]:
    """Files of the project, relative to root: tracked or addable by git; without git, all except build output."""
    command = ["git", "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard", "-z", "."]
    try:
        listed = subprocess.run(command, capture_output=True, check=True).stdout.decode()
        paths = [Path(name) for name in listed.split("\0") if name]
    except (subprocess.CalledProcessError, FileNotFoundError):
        paths = [p.relative_to(root) for p in root.rglob("*") if p.relative_to(root).parts[0] not in ("build", ".git")]
    return sorted({p for p in paths if (root / p).is_file()})


_NOT_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/'                                  # comments
    r'|(?:u8|[uUL])?R"(?P<tag>[^ ()\\\n]*)\(.*?\)(?P=tag)"'  # raw strings
    r'|"(?:\\.|[^"\\\n])*"'                                # strings
    r"|(?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])+'",              # characters, but not digit separators
    re.DOTALL)


def code_only(text: str) -> str:
    """The text with comments and literals blanked out; every line keeps its number."""
    def blank(match: re.Match) -> str:
        newlines = "\n" * match.group().count("\n")
        return newlines if match.group().startswith("/") else '""' + newlines
    return _NOT_CODE.sub(blank, text)


def finish(name: str, problems: list[str], checked: str) -> None:
    """Prints the problems, or a summary of the check, and ends the script with the right exit code."""
    for problem in problems:
        print(problem)
    if problems:
        print(f"{name}: {len(problems)} problem(s)")
        sys.exit(1)
    print(f"{name}: {checked}")
