#!/usr/bin/env python3
"""Checks from the editor: the lens, progress, the verdict, the location of the error, cancelling.

  check_test.py PEXPLORE
"""

import sys
import tempfile
import unittest
from pathlib import Path
from urllib.parse import unquote, urlparse

from client import Client, uri

PROGRAM = sys.argv.pop(1)

WRONG = """byte x;
active [2] proctype P() {
  byte mine;
  mine = x; x = mine + 1;
  assert(x == 1)
}
ltl never_three { [] (x < 3) }
"""

LONG = """#define N 200
byte a, b, c, d;
active proctype P() { do :: a = (a + 1) % N :: b = (b + 1) % N :: c = (c + 1) % N :: d = (d + 1) % N od }
"""

CAPABILITIES = {"window": {"workDoneProgress": True, "showDocument": {"support": True}}}


class Checks(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name).resolve() / "model.pml"
        self.client = Client(PROGRAM, ["--seed=2"])
        self.client.initialize(CAPABILITIES)

    def tearDown(self):
        self.assertEqual(self.client.close(), 0)
        self.folder.cleanup()

    def lenses(self):
        return self.client.ask("textDocument/codeLens", {"textDocument": {"uri": uri(self.path)}})

    def start(self, command):
        return self.client.start("workspace/executeCommand", {"command": command["command"],
                                                              "arguments": command["arguments"]})

    def test_an_error_is_shown(self):
        self.client.open(self.path, WRONG)  # the file does not exist: the text in the editor is checked
        lenses = self.lenses()
        self.assertEqual([lens["command"]["title"] for lens in lenses], ["check", "check never_three"])
        self.assertEqual(lenses[1]["range"]["start"]["line"], 6)
        self.client.diagnostics(self.path, 1)
        result = self.client.answer(self.start(lenses[0]["command"]))["result"]
        self.assertEqual((result["exitCode"], result["verdict"]), (14, "violated (assertion)"))
        self.assertIn("assertion", result["output"])
        page = Path(unquote(urlparse(result["page"]).path))
        self.assertIn("<html", page.read_text()[:2000])
        requests = {request["method"]: request["params"] for request in self.client.requests}
        self.assertEqual(requests["window/showDocument"]["uri"], result["page"])
        self.assertIn("window/workDoneProgress/create", requests)
        notes = [note for note in self.client.notifications if note["method"] == "$/progress"]
        self.assertEqual([note["params"]["value"]["kind"] for note in (notes[0], notes[-1])], ["begin", "end"])
        shown = next(note for note in self.client.notifications if note["method"] == "window/showMessage")
        self.assertEqual(shown["params"]["type"], 1)
        self.assertIn("model.pml: violated (assertion)", shown["params"]["message"])
        told = [note["params"] for note in self.client.notifications
                if note["method"] == "textDocument/publishDiagnostics"][-1]
        found = [d for d in told["diagnostics"] if d["source"] == "pexplore check"]
        self.assertEqual(len(found), 1)
        self.assertEqual(found[0]["range"]["start"]["line"], 4)
        self.assertIn("start", found[0]["message"])
        # A different text may no longer have the error.
        self.client.change(self.path, WRONG + "\n", 2)
        while any(d["source"] == "pexplore check" for d in self.client.diagnostics(self.path)):
            pass

    def test_one_property(self):
        self.client.open(self.path, WRONG.replace("assert(x == 1)", "skip"))
        result = self.client.answer(self.start(self.lenses()[1]["command"]))["result"]
        self.assertEqual((result["exitCode"], result["verdict"]), (0, "holds"))
        self.assertIsNone(result["page"])
        self.assertIn("never_three", result["output"])

    def test_a_model_with_errors(self):
        self.client.open(self.path, WRONG.replace("mine = x;", "mine = = x;"))
        result = self.client.answer(self.start(self.lenses()[0]["command"]))["result"]
        self.assertEqual(result["exitCode"], 65)
        self.assertIn("not checked", result["verdict"])

    def test_cancel(self):
        self.client.open(self.path, LONG)
        number = self.start(self.lenses()[0]["command"])
        value = self.client.await_notification("$/progress", lambda p: p["value"]["kind"] == "report")
        self.assertIn("states", value["value"]["message"])
        error = self.client.error_of("workspace/executeCommand", {"command": "pexplore.check",
                                                                  "arguments": [uri(self.path)]})
        self.assertEqual(error, -32600)
        self.client.tell("window/workDoneProgress/cancel", {"token": value["token"]})
        self.assertEqual(self.client.answer(number)["result"]["exitCode"], 21)

    def test_closing_ends_the_check(self):
        self.client.open(self.path, LONG)
        number = self.start(self.lenses()[0]["command"])
        self.client.await_notification("$/progress")
        self.client.tell("textDocument/didClose", {"textDocument": {"uri": uri(self.path)}})
        self.assertIn("error", self.client.answer(number))


if __name__ == "__main__":
    unittest.main()
