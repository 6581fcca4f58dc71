#!/usr/bin/env python3
"""The examples that come with SPIN, compared with SPIN: models written independently of pexplore.

    spin_examples.py --pexplore build/release/pexplore [--cache folder] [--examples /usr/share/doc/spin/examples] [--only NAME]

States, edges and kinds of errors must be equal with SPIN's optimisations and without them. The examples are read from
Debian's package; none of their text is part of pexplore. The models left out are listed below, with the reasons.
Exit code: 0 equal, 1 different, 77 nothing to compare with (ctest: skipped).
"""

import argparse
import concurrent.futures
import gzip
import pathlib
import shutil
import sys
import tempfile

import compare
import spin_oracle

UNBOUNDED_WITHOUT_OPTIMISATIONS = {"leader.pml", "priorities.pml"}
LEFT_OUT = {
    "App.F.pftp.pml": "too large", "ex_6.pml": "too large", "ltl_gen.pml": "too large", "petersonN.pml": "too large",
    "life.pml": "too large",
    "p108.pml": "pan stops at 1024 bytes per state; there are up to 255 processes",
    "patterns.pml": "SPIN refuses it",
    "mobile1.pml": "channels mixed with numbers, of processes that start in different orders (docs/warts.md)",
}


def unpacked(source, target):
    """A copy of the folder with compressed files unpacked, so that included files are found."""
    shutil.copytree(source, target)
    for packed in target.rglob("*.gz"):
        packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
        packed.unlink()
    return sorted(target.rglob("*.pml"))


def compare_example(options, model, optimise):
    row = compare.Row(model.name, optimise, "-", "-", [])
    try:
        answer = compare.cached_ask(options.cache, str(model), optimise, ())
        row.spin = " ".join(spin_oracle.expectation(answer).values())
        explored = compare.explore(options.pexplore, str(model), optimise, (), options.timeout)
        row.trouble = compare.differences(answer, explored)
    except spin_oracle.OracleError as error:
        row.trouble = [f"SPIN: {error}"]
    except compare.ExplorerError as error:
        row.trouble = [f"pexplore: {error}"]
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=pathlib.Path, default=pathlib.Path("/usr/share/doc/spin/examples"))
    parser.add_argument("--cache", help="folder for SPIN's answers")
    parser.add_argument("--only", default="", help="only models whose name contains this")
    compare.add_common_options(parser)
    options = parser.parse_args()
    if compare.tools_are_missing():
        return compare.SKIP
    if not options.examples.is_dir():
        print(f"SKIPPED: there is no folder {options.examples}")
        return compare.SKIP
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        models = [m for m in unpacked(options.examples, pathlib.Path(folder) / "examples") if options.only in m.name]
        rows = []
        for model in models:
            if model.name in LEFT_OUT:
                print(f"left out   {model.name}: {LEFT_OUT[model.name]}")
                continue
            for optimise in ("spin",) if model.name in UNBOUNDED_WITHOUT_OPTIMISATIONS else ("spin", "none"):
                rows.append(pool.submit(compare_example, options, model, optimise))
        rows = [future.result() for future in rows]
    for row in rows:
        compare.print_row(row)
    different = sum(1 for row in rows if row.trouble)
    print(f"{len(models)} models, {len(rows)} comparisons, {different} different")
    return 1 if different or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
