#!/usr/bin/env python3
"""For any input, the language server answers according to the protocol, continues, and ends with the required code.

  protocol_test.py PEXPLORE
"""

import json
import random
import sys
import unittest
from pathlib import Path

from client import Client, uri

PROGRAM = sys.argv.pop(1)
MODEL = Path("/tmp/pexplore-no-such-folder/model.pml")
TEXT = "byte x;\nactive proctype P() { x = 1 }\n"

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, NOT_INITIALIZED = (
    -32700, -32600, -32601, -32602, -32002)


class Protocol(unittest.TestCase):
    def setUp(self):
        self.client = Client(PROGRAM)

    def tearDown(self):
        if self.client.process.poll() is None:
            self.client.process.kill()
        self.client.process.wait()
        for stream in (self.client.process.stdin, self.client.process.stdout, self.client.process.stderr):
            try:
                stream.close()
            except BrokenPipeError:
                pass

    def expect_error(self, code):
        message = self.client.receive()
        self.assertEqual(message["error"]["code"], code, message)
        return message

    def test_ends_in_order(self):
        result = self.client.initialize()
        self.assertEqual(result["serverInfo"]["name"], "pexplore")
        self.assertEqual(result["capabilities"]["positionEncoding"], "utf-16")
        self.assertEqual(self.client.close(), 0)

    def test_exit_without_shutdown_is_an_error(self):
        self.client.initialize()
        self.client.tell("exit")
        self.assertEqual(self.client.wait(), 1)

    def test_exit_before_initialize_is_an_error(self):
        self.client.tell("exit")
        self.assertEqual(self.client.wait(), 1)

    def test_end_of_input_is_an_error(self):
        self.client.initialize()
        self.assertEqual(self.client.wait(), 1)

    def test_requests_before_initialize_are_refused(self):
        params = {"textDocument": {"uri": uri(MODEL)}, "position": {"line": 0, "character": 0}}
        self.assertEqual(self.client.error_of("textDocument/hover", params), NOT_INITIALIZED)
        self.assertEqual(self.client.error_of("shutdown"), NOT_INITIALIZED)
        self.client.tell("textDocument/didOpen", {})
        self.client.initialize()
        self.assertEqual(self.client.error_of("initialize", {}), INVALID_REQUEST)
        self.assertEqual(self.client.close(), 0)

    def test_requests_after_shutdown_are_refused(self):
        self.client.initialize()
        self.client.ask("shutdown")
        self.assertEqual(self.client.error_of("textDocument/hover", {}), INVALID_REQUEST)
        self.client.tell("exit")
        self.assertEqual(self.client.wait(), 0)

    def test_unknown_methods(self):
        self.client.initialize()
        self.assertEqual(self.client.error_of("textDocument/brew", {}), METHOD_NOT_FOUND)
        self.client.tell("$/unknown", {"a": 1})
        self.client.tell("workspace/didChangeConfiguration", {"settings": None})
        self.assertEqual(self.client.close(), 0)

    def test_bad_json(self):
        for body in (b"{", b"", b"\xff\xfe", b"[[[[", b'{"a":1e999999}'):
            self.client.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            self.assertIn(self.client.receive()["error"]["code"], (PARSE_ERROR, INVALID_REQUEST))
        self.client.initialize()
        self.assertEqual(self.client.close(), 0)

    def test_bad_heads(self):
        for head in (b"Content-Length: x\r\n\r\n", b"Content-Length: -1\r\n\r\n", b"\r\n\r\n", b"Foo: 1\r\n\r\n",
                     b"Content-Length: 99999999999999999999999\r\n\r\n"):
            self.client.send_bytes(head)
            self.expect_error(PARSE_ERROR)
        self.client.send_bytes(b"x" * 20000)
        self.expect_error(PARSE_ERROR)
        self.client.send_bytes(b"\r\n\r\n")
        self.client.receive()
        self.client.initialize()
        self.assertEqual(self.client.close(), 0)

    def test_a_message_that_is_too_long_is_skipped(self):
        length = 65 * 1024 * 1024
        self.client.send_bytes(b"Content-Length: %d\r\n\r\n" % length)
        self.expect_error(PARSE_ERROR)
        for _ in range(65):
            self.client.send_bytes(b"x" * (1024 * 1024))
        self.client.initialize()
        self.assertEqual(self.client.close(), 0)

    def test_messages_that_are_none(self):
        for message in (1, "x", None, [], {}, {"id": 1}, {"id": {}, "method": "initialize"}, {"method": 3, "id": 4}):
            body = json.dumps(message).encode()
            self.client.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            self.expect_error(INVALID_REQUEST)
        self.client.initialize()
        self.assertEqual(self.client.close(), 0)

    def test_wrong_parameters(self):
        self.client.initialize()
        self.client.open(MODEL, TEXT)
        document = {"uri": uri(MODEL)}
        for params in (None, 1, [], {}, {"textDocument": 1}, {"textDocument": {"uri": 5}},
                       {"textDocument": document}, {"textDocument": document, "position": {"line": -1}},
                       {"textDocument": document, "position": {"line": 1.5, "character": "x"}}):
            for method in ("hover", "definition", "references", "completion"):
                self.assertEqual(self.client.error_of("textDocument/" + method, params), INVALID_PARAMS)
        for params in ({}, {"textDocument": document}, {"textDocument": document, "contentChanges": [1, {}, {"text": 3}]},
                       {"textDocument": document, "contentChanges": [{"text": "a", "range": {"start": 1}}]}):
            self.client.tell("textDocument/didChange", params)
        self.client.tell("textDocument/didOpen", {"textDocument": {"uri": "%%%", "text": 3}})
        self.client.tell("textDocument/didClose", {"textDocument": {"uri": "unknown"}})
        self.assertEqual(self.client.error_of("workspace/executeCommand", {"command": "rm"}), INVALID_PARAMS)
        self.assertEqual(self.client.error_of("workspace/executeCommand", {"command": "pexplore.check"}), INVALID_PARAMS)
        self.assertEqual(self.client.close(), 0)

    def test_places_outside_the_text(self):
        self.client.initialize()
        self.client.open(MODEL, TEXT)
        for line, character in ((0, 4000000000), (4000000000, 0), (2, 0), (1, 31), (0, 7)):
            where = {"textDocument": {"uri": uri(MODEL)}, "position": {"line": line, "character": character}}
            self.client.ask("textDocument/hover", where)
            self.client.ask("textDocument/completion", where)
        self.assertEqual(self.client.close(), 0)

    def test_edits_by_ranges(self):
        self.client.initialize()
        self.client.open(MODEL, "byte 𝒙;\r\nactive proctype P() { assert(true) }\n")
        self.client.diagnostics(MODEL, 1)
        edits = [{"range": {"start": {"line": 0, "character": 5}, "end": {"line": 0, "character": 7}}, "text": "x"},
                 {"range": {"start": {"line": 1, "character": 22}, "end": {"line": 1, "character": 34}}, "text": "y = 1"},
                 {"range": {"start": {"line": 9, "character": 9}, "end": {"line": 9, "character": 9}}, "text": "\n"}]
        self.client.tell("textDocument/didChange", {"textDocument": {"uri": uri(MODEL), "version": 2},
                                                    "contentChanges": edits})
        found = [d for d in self.client.diagnostics(MODEL, 2) if d["severity"] == 1]
        self.assertEqual([d["code"] for d in found], ["UnknownName"])
        self.assertEqual(found[0]["range"]["start"], {"line": 1, "character": 22})
        self.assertEqual(self.client.close(), 0)

    def test_cancelled_requests_are_answered(self):
        self.client.initialize()
        self.client.open(MODEL, TEXT)
        number = self.client.start("textDocument/documentSymbol", {"textDocument": {"uri": uri(MODEL)}})
        self.client.tell("$/cancelRequest", {"id": number})
        answer = self.client.answer(number)
        self.assertTrue("result" in answer or answer["error"]["code"] == -32800)
        self.assertEqual(self.client.close(), 0)

    def test_random_edits(self):
        """Corrupted texts of all languages: the server still answers."""
        choice = random.Random(7)
        self.client.initialize()
        texts = {"pml": TEXT, "mch": "MACHINE M\nVARIABLES x\nINVARIANT x : BOOL\nINITIALISATION x := TRUE\nEND\n",
                 "px": "var x: bool\naction a when x do { x := false }\n", "mcrl2": "act a;\nproc P = a . P;\ninit P;\n",
                 "pml-lite": "chan c = [1] of {int}\nproctype P() { do :: c ! 1 od }\ninit { run P() }\n"}
        for version in range(2, 12):
            for ending, text in texts.items():
                path = MODEL.with_suffix("." + ending)
                if version == 2:
                    self.client.open(path, text, ending)
                for _ in range(choice.randrange(1, 4)):
                    begin = choice.randrange(len(text) + 1)
                    end = min(len(text), begin + choice.randrange(4))
                    text = text[:begin] + choice.choice(["{", "}", "(", '"', "x", "\n", "𝒙", "#", "/*", ""]) + text[end:]
                texts[ending] = text
                self.client.change(path, text, version)
                where = {"textDocument": {"uri": uri(path)},
                         "position": {"line": choice.randrange(5), "character": choice.randrange(20)}}
                for method in ("hover", "completion", "definition"):
                    self.client.ask("textDocument/" + method, where)
        for ending in texts:
            self.client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri(MODEL.with_suffix("." + ending))}})
        self.assertEqual(self.client.close(), 0)

    def test_memory_does_not_grow_with_edits(self):
        self.client.initialize()
        text = TEXT + "".join(f"byte v{i};\n" for i in range(2000))

        def resident():
            status = Path(f"/proc/{self.client.process.pid}/status").read_text()
            return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])

        self.client.open(MODEL, text)
        self.client.diagnostics(MODEL, 1)
        for version in range(2, 6):
            self.client.change(MODEL, text + "\n" * version, version)
            self.client.diagnostics(MODEL, version)
        before = resident()
        for version in range(6, 400):
            self.client.change(MODEL, text + "\n" * (version % 7), version)
        self.client.diagnostics(MODEL, 399)
        self.assertLess(resident(), before + 20000)
        self.assertEqual(self.client.close(), 0)


if __name__ == "__main__":
    unittest.main()
