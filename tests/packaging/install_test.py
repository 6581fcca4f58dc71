#!/usr/bin/env python3
"""The result of `cmake --install` is complete and runs; the Debian package has the same contents, and its dependencies.

    install_test.py BUILD_DIRECTORY TREE [native]        native: with native execution
"""
import gzip
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BUILD, TREE = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
FILES = ["bin/pexplore", "share/man/man1/pexplore.1.gz", "share/bash-completion/completions/pexplore",
         "share/zsh/vendor-completions/_pexplore", "share/fish/vendor_completions.d/pexplore.fish",
         "share/doc/pexplore/README.md", "share/doc/pexplore/copyright", "share/doc/pexplore/LICENSE",
         "share/doc/pexplore/changelog.gz", "share/doc/pexplore/docs/tutorial.md",
         "share/doc/pexplore/docs/examples/philosophers.pml"]
# The Debian packages of the libraries that the program is linked with.
NEEDED = ["libc6", "libfmt9", "libhwloc15", "libjemalloc2", "libnauty2", "libhwy1", "libstdc++6"]
NATIVE = "native" in sys.argv[3:]
UNWANTED = re.compile(r"llvm|-dev\b|\bg\+\+|cmake|spin")


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=280, **options)
    return done.returncode, done.stdout + done.stderr


def expect(condition, message):
    if not condition:
        sys.exit(f"FAILED: {message}")


def check_installation(folder):
    code, output = run("cmake", "--install", BUILD, "--prefix", folder)
    expect(code == 0, output)
    for name in FILES:
        expect((folder / name).stat().st_size > 0, f"{name} is missing or empty")
    program = folder / "bin/pexplore"
    code, output = run(program, "--quiet", "--progress", "none", folder / "share/doc/pexplore/docs/examples/philosophers.pml")
    expect(code == 11 and output.endswith("verdict: violated (deadlock)\n"), output)
    if NATIVE:  # if so, the installed program must find the module with native execution
        code, output = run(program, "--dump", "llvm", folder / "share/doc/pexplore/docs/examples/philosophers.pml")
        expect(code == 0 and "define" in output, output)
    if shutil.which("groff"):
        page = folder / "pexplore.1"
        page.write_bytes(gzip.decompress((folder / "share/man/man1/pexplore.1.gz").read_bytes()))
        code, output = run("groff", "-man", "-Tascii", "-ww", "-z", page)
        expect((code, output) == (0, ""), f"the manual page: {output}")
    code, output = run("bash", "-n", folder / "share/bash-completion/completions/pexplore")
    expect(code == 0, output)


def check_package(folder):
    if not shutil.which("dpkg-shlibdeps"):
        print("dpkg-dev is missing: the package is not built")
        return
    code, output = run("cpack", "-G", "DEB", "-B", folder, "--config", BUILD / "CPackConfig.cmake", cwd=folder)
    expect(code == 0, output)
    package = next(folder.glob("pexplore_*.deb"))
    contents = run("dpkg-deb", "--contents", package)[1]
    for name in FILES:
        expect(f"./usr/{name}" in contents, f"{name} is not in the package:\n{contents}")
    depends = run("dpkg-deb", "--field", package, "Depends")[1]
    for name in NEEDED:
        expect(re.search(rf"\b{re.escape(name)}\b", depends), f"the package does not depend on {name}: {depends}")
    expect(not UNWANTED.search(depends), f"the package needs more than run-time libraries: {depends}")
    print(package.name, "depends on", depends.strip())
    if shutil.which("lintian"):
        code, output = run("lintian", "--allow-root", "--fail-on", "error,warning", package)
        expect(code == 0, f"lintian:\n{output}")


with tempfile.TemporaryDirectory(prefix="pexplore-install-") as name:
    check_installation(pathlib.Path(name) / "prefix")
    check_package(pathlib.Path(name))
print("installed and packaged")
