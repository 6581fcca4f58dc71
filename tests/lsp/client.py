"""A scripted client of `pexplore lsp`, which does nothing on its own initiative, unlike an editor."""

import json
import os
import select
import subprocess
import time

TIMEOUT = 60


class Closed(Exception):
    pass


class Client:
    def __init__(self, program, arguments=(), environment=None):
        self.process = subprocess.Popen([program, "lsp", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=environment)
        self.buffer = b""
        self.number = 0
        self.notifications = []
        self.requests = []
        self.answers = {}

    # ---- Bytes

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def receive(self, timeout=TIMEOUT):
        """The next message of the server, or None on timeout."""
        end = time.monotonic() + timeout
        while True:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if found:
                length = int(head.split(b":")[1])
                if len(rest) >= length:
                    self.buffer = rest[length:]
                    return json.loads(rest[:length])
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                return None
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                raise Closed
            self.buffer += data

    # ---- Messages

    def take(self, timeout=TIMEOUT):
        message = self.receive(timeout)
        if message is None:
            return None
        if "method" not in message:
            self.answers[message["id"]] = message
        elif "id" in message:
            self.requests.append(message)
            self.send({"id": message["id"], "result": None})
        else:
            self.notifications.append(message)
        return message

    def start(self, method, params=None):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        return self.number

    def answer(self, number, timeout=TIMEOUT):
        end = time.monotonic() + timeout
        while number not in self.answers:
            if self.take(end - time.monotonic()) is None:
                raise TimeoutError(f"no answer to request {number}")
        return self.answers.pop(number)

    def ask(self, method, params=None):
        answer = self.answer(self.start(method, params))
        assert "error" not in answer, answer
        return answer["result"]

    def error_of(self, method, params=None):
        answer = self.answer(self.start(method, params))
        assert "error" in answer, answer
        return answer["error"]["code"]

    def tell(self, method, params=None):
        self.send({"method": method, "params": params})

    def await_notification(self, method, fits=lambda params: True, timeout=TIMEOUT):
        """The first matching notification of this method; earlier ones are discarded."""
        end = time.monotonic() + timeout
        while True:
            while self.notifications:
                message = self.notifications.pop(0)
                if message["method"] == method and fits(message["params"]):
                    return message["params"]
            if self.take(end - time.monotonic()) is None:
                raise TimeoutError(f"no {method}")

    # ---- Operations of editors

    def initialize(self, capabilities=None):
        result = self.ask("initialize", {"processId": os.getpid(), "rootUri": None, "capabilities": capabilities or {}})
        self.tell("initialized", {})
        return result

    def open(self, path, text, language="promela", version=1):
        self.tell("textDocument/didOpen", {"textDocument": {"uri": uri(path), "languageId": language,
                                                            "version": version, "text": text}})

    def change(self, path, text, version):
        self.tell("textDocument/didChange", {"textDocument": {"uri": uri(path), "version": version},
                                             "contentChanges": [{"text": text}]})

    def diagnostics(self, path, version=None):
        """The diagnostics of the file, once they belong to this version of it."""
        return self.await_notification("textDocument/publishDiagnostics", lambda p: p["uri"] == uri(path) and
                                       (version is None or p.get("version") == version))["diagnostics"]

    def at(self, path, text, needle, offset=0, nth=0):
        """Parameters for the position of the nth occurrence of these words in the text."""
        index = -1
        for _ in range(nth + 1):
            index = text.index(needle, index + 1)
        return {"textDocument": {"uri": uri(path)}, "position": position(text, index + offset)}

    def close(self):
        """Shuts the server down in order; returns its exit code."""
        self.ask("shutdown")
        self.tell("exit")
        return self.wait()

    def wait(self):
        self.process.stdin.close()
        code = self.process.wait(TIMEOUT)
        self.process.stdout.close()
        assert self.process.stderr.read() == b""
        self.process.stderr.close()
        return code


def uri(path):
    return path.as_uri()


def position(text, index):
    before = text[:index]
    line = before.rsplit("\n", 1)[-1]
    return {"line": before.count("\n"), "character": len(line.encode("utf-16-le")) // 2}


def text_at(text, spot):
    """The text in a range of one line."""
    line = text.split("\n")[spot["start"]["line"]].encode("utf-16-le")
    assert spot["start"]["line"] == spot["end"]["line"], spot
    return line[2 * spot["start"]["character"]:2 * spot["end"]["character"]].decode("utf-16-le")
