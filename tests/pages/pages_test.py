#!/usr/bin/env python3
"""Checks the layout of the pages that pexplore writes, in Chromium: on a wide and a narrow screen, in light and dark.

    pages_test.py PEXPLORE TREE [--pictures DIR]

No element may extend beyond the right edge of the screen, text must contrast with its background (WCAG AA: 4.5 to 1),
must not be cut off or overlap, and the browser must not report errors. Skipped without Chromium (exit code 77)."""
import argparse
import copy
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from browser import Browser, find_chromium

WIDTHS = (1200, 390)
# The problems in the layout of the page, as a list of texts.
LOOK = r"""(() => {
  const problems = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) problems.push(`the page is ${root.scrollWidth} wide, the screen ${root.clientWidth}`);
  const channel = c => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const rgb = text => text.match(/[\d.]+/g).map(Number);
  const ground = element => {
    for (; element; element = element.parentElement) {
      const colour = rgb(getComputedStyle(element).backgroundColor);
      if (colour.length === 3 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const scrolls = element => element.closest('.table') && element.closest('.table').scrollWidth > element.closest('.table').clientWidth;
  let texts = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, element = node.parentElement;
    if (!node.textContent.trim() || element.closest('style')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    ++texts;
    const svg = element.closest('svg');
    const style = getComputedStyle(element);
    const [a, b] = [light(rgb(svg ? style.fill : style.color)), light(ground(element))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    const what = node.textContent.trim().slice(0, 40);
    if (contrast < 4.5) problems.push(`'${what}' has a contrast of ${contrast.toFixed(2)}`);
    if (box.right > root.clientWidth + 1 && !scrolls(element)) problems.push(`'${what}' ends at ${box.right.toFixed(0)}`);
    if (parseFloat(style.fontSize) < 10 && !svg) problems.push(`'${what}' is ${style.fontSize} high`);
  }
  if (texts < 10) problems.push(`only ${texts} texts`);
  return problems;
})()"""


def run(pexplore, folder, *arguments):
    done = subprocess.run([pexplore, *map(str, arguments)], cwd=folder, capture_output=True, text=True, timeout=240)
    if done.returncode in (2, 65, 70):
        raise RuntimeError(done.stdout + done.stderr)


def history(pexplore, tree, folder):
    """A page of forty nights: those before the last are derived from the first one."""
    for model in ("philosophers.pml", "ticket_lock.px", "lock_server_2.pml", "lock_server_3.pml"):
        shutil.copy(tree / "docs" / "examples" / model, folder)
    suite = folder / "suite.toml"
    suite.write_text("""name = "examples"
[[check]]
model = "philosophers.pml"
expect = "deadlock"
[[check]]
model = "ticket_lock.px"
strategy = ["none", "canonical"]
[[check]]
model = "lock_server_2.pml"
name = "a name so long that it has to be broken into several lines on every screen there is, telephones before all others"
[[check]]
model = "lock_server_3.pml"
define = { N = [3, 4, 5] }
""")
    arguments = ("check", "--suite", "suite.toml", "--history", "nights", "--keep", "kept")
    run(pexplore, folder, *arguments)
    lines = folder / "nights" / "history.jsonl"
    runs = [json.loads(line) for line in lines.read_text().splitlines()]
    made_up = []
    for night in range(1, 41):
        for number, one in enumerate(runs):
            if (night + number) % 13 == 0:
                continue  # not run
            one = copy.deepcopy(one)
            one["night"] = f"2026-{8 + night // 29:02}-{1 + night % 28:02}T02:30:00Z"
            one["seconds"] = 100 + 7 * ((night * 31 + number) % 5)
            one["peak_memory_bytes"] = (900 + night) << 20
            if one["model"] == "ticket_lock.px" and night == 40:
                one["states"], one["complete"] = 77, True
            if (night + number) % 11 == 0:
                one["status"], one["difference"] = "failed", "violated (deadlock), expected holds"
            made_up.append(json.dumps(one, separators=(",", ":")))
    lines.write_text("\n".join(sorted(made_up)) + "\nthis line was torn\n")
    run(pexplore, folder, *arguments)
    return folder / "nights" / "index.html"


def study(pexplore, tree, folder):
    run(pexplore, folder, "study", tree / "docs" / "examples" / "ticket_lock.px", "--threads", "1,2", "--strategy", "none,canonical",
        "--sweep", "N=3,4,5", "--repeat", "2", "--out", "study")
    return folder / "study" / "study.html"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pexplore")
    parser.add_argument("tree", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--pictures", type=pathlib.Path)
    options = parser.parse_args()
    if find_chromium() is None:
        print("Chromium is not installed: nothing is looked at")
        return 77
    failed = False
    with tempfile.TemporaryDirectory(prefix="pexplore-pages-") as name, Browser() as browser:
        folder = pathlib.Path(name)
        for kind, path in (("history", history(options.pexplore, options.tree, folder)),
                           ("study", study(options.pexplore, options.tree, folder))):
            page = browser.open(path.resolve().as_uri())
            for width in WIDTHS:
                for scheme in ("light", "dark"):
                    page.resize(width, 900)
                    page.scheme(scheme)
                    problems = page.evaluate(LOOK) + page.problems
                    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
                    if (ground == "rgb(255, 255, 255)") != (scheme == "light"):
                        problems.append(f"the ground is {ground}")
                    view = f"{kind} {width} {scheme}"
                    print(f"{view}: {len(problems)} problems")
                    for problem in problems[:20]:
                        failed = True
                        print(f"{view}: {problem}", file=sys.stderr)
                    if options.pictures:
                        options.pictures.mkdir(parents=True, exist_ok=True)
                        page.screenshot(options.pictures / f"{view.replace(' ', '-')}.png")
    return failed


if __name__ == "__main__":
    sys.exit(main())
