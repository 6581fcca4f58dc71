#!/usr/bin/env python3
"""Opens the pages of --trace-html and `graph --format html` in a headless Chromium, and operates them like a user.

  run_pages_test.py PEXPLORE [PICTURES]

PICTURES: a folder for screenshots. Exit code 77: Chromium is missing.
"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from browser import Browser, find_chromium

HERE = Path(__file__).resolve().parent
MODELS = HERE.parent / "models"
PEXPLORE = sys.argv[1] if len(sys.argv) > 1 else "pexplore"
PICTURES = Path(sys.argv[2]) if len(sys.argv) > 2 else None

COUNTER = """// An error after ten thousand steps.
int x;
active proctype counter() { do :: x < 10000 -> x++ od }
active proctype watcher() { (x == 10000) -> assert(false) }
"""
LASSO = """byte x;
active proctype ring() { x = 1; do :: x = 2 :: x = 3 od }
ltl reached { <> (x == 4) }
"""


def run(*arguments: str, code: int | None = None) -> None:
    done = subprocess.run([PEXPLORE, *arguments], capture_output=True, text=True, timeout=120, check=False)
    if code is not None and done.returncode != code:
        raise AssertionError(f"{arguments}: exit code {done.returncode}\n{done.stdout}{done.stderr}")


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser().__enter__()
        cls.folder = tempfile.TemporaryDirectory()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.folder.cleanup()

    def path(self, name: str, text: str | None = None) -> str:
        path = Path(self.folder.name) / name
        if text is not None:
            path.write_text(text, encoding="utf-8")
        return str(path)

    def page_of(self, model: str, *options: str, code: int = 14, width: int = 1280, height: int = 800):
        html = self.path("run.html")
        run("-q", "--trace-html", html, *options, model, code=code)
        return self.browser.open("file://" + html, width, height)

    def check_quiet(self, page) -> None:
        """No errors occurred, and nothing was fetched."""
        self.assertEqual(page.problems, [])
        self.assertEqual([url for url in page.requests if not url.startswith("file:")], [])

    def picture(self, page, name: str) -> bytes:
        return page.screenshot(str((PICTURES or Path(self.folder.name)) / (name + ".png")))

    def test_keys_and_slider(self):
        page = self.page_of(str(HERE / "exchange.pml"))
        at = lambda: page.evaluate("document.querySelector('#steps [aria-selected=true]').id")
        self.assertEqual(at(), "row-0")
        page.press("ArrowDown")
        self.assertEqual(at(), "row-1")
        self.assertIn("line!data,7", page.evaluate("document.getElementById('said').textContent").replace(" ", ""))
        page.press("End")
        last = page.evaluate("rows.length") - 1
        self.assertEqual(at(), f"row-{last}")
        self.assertTrue(page.evaluate("document.querySelector('#steps [aria-selected=true]').className.includes('wrong')"))
        page.press("ArrowUp")
        page.press("Home")
        self.assertEqual(at(), "row-0")
        page.click("#to-next")
        self.assertEqual(at(), "row-1")
        page.evaluate("(() => { const s = document.getElementById('slider'); s.value = 2; s.dispatchEvent(new Event('input')); })()")
        page.settle()
        self.assertEqual(at(), "row-2")
        self.assertEqual(page.evaluate("document.getElementById('steps').getAttribute('aria-activedescendant')"), "row-2")
        self.check_quiet(page)
        self.picture(page, "steps")

    def test_state_and_source_follow(self):
        page = self.page_of(str(HERE / "exchange.pml"))
        page.press("ArrowDown")
        changed = page.evaluate("[...document.querySelectorAll('#state tr.changed')].map((row) => row.textContent)")
        self.assertTrue(any("[(data, 7)]" in row and "was []" in row for row in changed), changed)
        self.assertEqual(page.evaluate("document.querySelector('#source .now .no').textContent"), "7")
        self.assertIn("line", page.evaluate("document.querySelector('#source mark').textContent"))

    def test_messages_from_send_to_receive(self):
        page = self.page_of(str(HERE / "exchange.pml"))
        arrows = page.evaluate("run.messages.map((m) => [m.c, m.t, m.from, m.to, m.s !== null && m.e > m.s])")
        self.assertIn(["line", "(data, 7)", "sender:0", "receiver:1", True], arrows)
        drawn = page.evaluate("[...document.querySelectorAll('#lanes g title')].map((t) => t.textContent)")
        self.assertTrue(any(t.startswith("line: (data, 7), sent by sender:0") for t in drawn), drawn)

    def test_search(self):
        page = self.page_of(str(HERE / "exchange.pml"))
        page.evaluate("document.getElementById('query').focus()")
        page.type("received = 7")
        page.press("Enter")
        row = page.evaluate("at")
        self.assertEqual(page.evaluate(f"text(stateAt({row})[run.cells.indexOf('received')])"), "7")
        self.assertNotEqual(page.evaluate(f"text(stateAt({row} - 1)[run.cells.indexOf('received')])"), "7")
        page.evaluate("document.getElementById('query').value = 'nobody = 1'; find(0, 1)")
        self.assertIn("nothing in a state is called nobody", page.evaluate("document.getElementById('found').textContent"))

    def test_lasso(self):
        page = self.page_of(self.path("lasso.pml", LASSO), code=13)
        self.assertGreater(page.evaluate("loopFrom"), 0)
        page.press("End")
        self.assertIn("back to step", page.evaluate("wordsOf(at)[3]"))
        page.press("ArrowDown")  # round again
        self.assertEqual(page.evaluate("at"), page.evaluate("loopFrom"))
        parts = page.evaluate("[...document.querySelectorAll('#parts tr')].map((row) => row.textContent)")
        self.assertTrue(any("false" in part for part in parts), parts)
        self.check_quiet(page)
        self.picture(page, "lasso")

    def test_ten_thousand_steps(self):
        step = ("(() => { const begin = performance.now(); for (let i = 0; i < 100; ++i) { at = i %% 3 + %s; paint(true); }"
                " return (performance.now() - begin) / 100; })()")
        few = self.page_of(str(HERE / "exchange.pml")).evaluate(step % 1)
        page = self.page_of(self.path("counter.pml", COUNTER))
        self.assertGreater(page.evaluate("rows.length"), 10000)
        self.assertLess(page.evaluate("document.querySelectorAll('#steps .row').length"), 100)
        self.assertLess(page.evaluate("document.querySelectorAll('*').length"), 1500)
        many = page.evaluate(step % 5000)
        self.assertLess(many, 5 * few + 20)  # the machine may be busy, but equally for both
        print(f"a step takes {few:.1f} ms among few and {many:.1f} ms among ten thousand", file=sys.stderr)
        page.evaluate("document.getElementById('query').value = 'x = 5000'; find(0, 1)")
        page.settle()
        self.assertEqual(page.evaluate("text(stateAt(at)[run.cells.indexOf('x')])"), "5000")
        self.check_quiet(page)

    def test_widths_and_colours(self):
        # A path wider than any column.
        folder = Path(self.folder.name) / "a folder of a long name" / ("deep" * 20)
        folder.mkdir(parents=True)
        model = folder / "exchange.pml"
        model.write_text((HERE / "exchange.pml").read_text(encoding="utf-8"), encoding="utf-8")
        page = self.page_of(str(model))
        for width in (390, 768, 1200, 1280, 1600):
            page.resize(width, 800)
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
            self.picture(page, f"width-{width}")
        colours = {}
        for scheme in ("light", "dark"):
            page.scheme(scheme)
            colours[scheme] = page.evaluate("getComputedStyle(document.body).backgroundColor")
            self.picture(page, scheme)
        self.assertNotEqual(colours["light"], colours["dark"])
        page.resize(390, 800)
        page.click("#tab-state")
        self.assertNotEqual(page.evaluate("getComputedStyle(document.getElementById('panel-state')).display"), "none")
        self.assertEqual(page.evaluate("getComputedStyle(document.getElementById('panel-steps')).display"), "none")
        self.check_quiet(page)

    def test_names_for_screen_readers(self):
        page = self.page_of(str(HERE / "exchange.pml"))
        tree = page.call("Accessibility.getFullAXTree")["nodes"]
        for node in tree:
            role = node.get("role", {}).get("value")
            if role in ("button", "slider", "searchbox", "listbox", "option", "checkbox", "combobox") and not node.get("ignored"):
                self.assertTrue(node.get("name", {}).get("value"), node)
        self.assertTrue(any(node.get("role", {}).get("value") == "status" for node in tree))

    def test_model_text_is_no_markup(self):
        page = self.page_of(self.path("odd.pml", 'active proctype p() { printf("</script><b>ü\\n"); assert(false) }\n'))
        self.assertIn("</script><b>ü", page.evaluate("JSON.stringify(run.steps) + run.files[0].text"))
        page.press("ArrowDown")
        self.assertEqual(page.evaluate("document.querySelectorAll('b').length"), 0)
        self.check_quiet(page)

    def test_graph(self):
        html = self.path("graph.html")
        run("graph", "-o", html, "--annotate", str(MODELS.parent.parent / "docs/examples/philosophers.pml"), code=0)
        page = self.browser.open("file://" + html)
        data = json.loads(page.evaluate("document.getElementById('data').textContent"))
        self.assertTrue(data["classes"])
        self.assertTrue(any(edge[3] is not None for edge in data["edges"]))
        page.click("#steps-out button")
        self.assertEqual(page.evaluate("chosen"), data["edges"][0][1])
        page.evaluate("document.getElementById('query').value = 'error'; find(-1, 1)")
        self.assertTrue(page.evaluate("nodes[chosen].error"))
        page.press("0")
        self.check_quiet(page)
        self.picture(page, "graph")


if __name__ == "__main__":
    if find_chromium() is None:
        print("there is no Chromium here")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1], warnings="ignore")
