"""scripts/install-deps with stubs for dpkg-query, apt-get and sudo that record their calls."""

import os
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[3] / "scripts" / "install-deps"


class InstallDepsTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.bin = Path(directory.name)
        self.calls = self.bin / "calls"
        self.calls.write_text("")
        for tool in ("bash", "env", "mktemp", "rm", "sed", "tail", "sleep", "cat"):
            found = subprocess.run(["sh", "-c", f"command -v {tool}"], capture_output=True, text=True, check=True)
            (self.bin / tool).symlink_to(found.stdout.strip())
        self.packages = self.run_script("--list", "--tests").stdout.split()

    def stand_in(self, name: str, body: str) -> None:
        path = self.bin / name
        path.write_text(f'#!/bin/sh\necho "{name} $*" >> "{self.calls}"\n{body}\n')
        path.chmod(0o755)

    def installed(self, packages: list[str]) -> None:
        lines = "".join(f"{package} installed\n" for package in packages)
        (self.bin / "status").write_text(lines)
        self.stand_in("dpkg-query", f'cat "{self.bin}/status"')

    def run_script(self, *arguments: str) -> subprocess.CompletedProcess:
        environment = {"PATH": str(self.bin), "PEXPLORE_RETRY_DELAY": "0"}
        return subprocess.run([SCRIPT, *arguments], capture_output=True, text=True, env=environment, check=False)

    def apt_calls(self) -> list[str]:
        return [line for line in self.calls.read_text().splitlines() if line.startswith("apt-get")]

    def test_nothing_missing_is_quiet_and_fast(self):
        self.installed(self.packages)
        self.stand_in("apt-get", "exit 1")
        start = time.monotonic()
        done = self.run_script("--tests")
        self.assertLess(time.monotonic() - start, 1.0)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertEqual(self.apt_calls(), [])

    @unittest.skipUnless(os.geteuid() == 0, "the way without sudo needs root")
    def test_installs_only_what_is_missing(self):
        self.installed([p for p in self.packages if p not in ("ninja-build", "spin")])
        self.stand_in("apt-get", "exit 0")
        self.assertEqual(self.run_script("--tests").returncode, 0)
        update, install = self.apt_calls()
        self.assertTrue(update.endswith(" update"))
        self.assertTrue(install.endswith(" --no-install-recommends ninja-build spin"), install)
        self.assertIn("--no-upgrade", install)

    @unittest.skipUnless(os.geteuid() == 0, "the way without sudo needs root")
    def test_update_is_tried_again_once_and_failure_is_shown(self):
        self.installed([])
        self.stand_in("apt-get", 'echo "E: no network"; exit 100')
        done = self.run_script()
        self.assertEqual(done.returncode, 1)
        self.assertIn("E: no network", done.stderr)
        self.assertIn("could not install", done.stderr)
        self.assertEqual([call.split()[-1] for call in self.apt_calls()][:2], ["update", "update"])

    def test_removed_but_configured_counts_as_missing(self):
        self.installed([p for p in self.packages if p != "mold"])
        with (self.bin / "status").open("a") as status:
            status.write("mold config-files\n")
        self.stand_in("apt-get", "exit 0")
        self.stand_in("sudo", 'exec "$@"')
        self.assertEqual(self.run_script().returncode, 0)
        self.assertTrue(self.apt_calls()[-1].endswith(" mold"))

    def test_without_debian_it_says_what_to_install(self):
        done = self.run_script()
        self.assertEqual(done.returncode, 1)
        self.assertIn("no dpkg and apt-get", done.stderr)
        self.assertIn("libjemalloc-dev", done.stderr)

    def test_unknown_option(self):
        done = self.run_script("--test")
        self.assertEqual(done.returncode, 1)
        self.assertIn("unknown option '--test'", done.stderr)


if __name__ == "__main__":
    unittest.main()
