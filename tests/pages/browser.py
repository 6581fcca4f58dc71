"""A headless Chromium, driven over the DevTools protocol with only Python's standard library.

  with Browser() as browser:
      page = browser.open("file:///tmp/run.html", width=1200, height=800)
      page.evaluate("document.title")
      page.press("ArrowDown")
      page.click("#to-next")
      page.screenshot("run.png")
"""

import base64
import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import urllib.request


def find_chromium() -> str | None:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    return None


class Socket:
    """A WebSocket, as far as DevTools needs one: text frames, masked by the client (RFC 6455)."""

    def __init__(self, url: str):
        host, path = url.removeprefix("ws://").split("/", 1)
        name, port = host.split(":")
        self.stream = socket.create_connection((name, int(port)), timeout=120)
        key = base64.b64encode(os.urandom(16)).decode()
        self.stream.sendall(f"GET /{path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self.stream.recv(1)
        if b" 101 " not in answer.split(b"\r\n")[0]:
            raise ConnectionError(answer.decode())

    def send(self, text: str) -> None:
        data = text.encode()
        mask = os.urandom(4)
        size = len(data)
        head = b"\x81" + (struct.pack("!B", 0x80 | size) if size < 126 else
                          struct.pack("!BH", 0xFE, size) if size < 65536 else struct.pack("!BQ", 0xFF, size))
        self.stream.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))

    def exactly(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            part = self.stream.recv(count - len(data))
            if not part:
                raise ConnectionError("the browser has closed the connection")
            data += part
        return data

    def receive(self) -> str:
        message = b""
        while True:
            first, second = self.exactly(2)
            size = second & 127
            if size == 126:
                (size,) = struct.unpack("!H", self.exactly(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", self.exactly(8))
            message += self.exactly(size)
            if first & 0x80:
                return message.decode()


class Page:
    KEYS = {"ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "PageDown": 34,
            "PageUp": 33, "Enter": 13, "Tab": 9, "Escape": 27}

    def __init__(self, url: str):
        self.socket = Socket(url)
        self.number = 0
        self.problems: list[str] = []  # errors on the console of the page, and exceptions
        self.requests: list[str] = []

    def call(self, method: str, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.receive())
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.note(answer)

    def note(self, event: dict) -> None:
        parameters = event.get("params", {})
        if event.get("method") == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description", details["text"]))
        elif event.get("method") == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.problems.append(parameters["entry"]["text"])
        elif event.get("method") == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])

    def evaluate(self, expression: str):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def settle(self) -> None:
        """Waits until pending changes have been drawn."""
        self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")

    def press(self, key: str) -> None:
        parameters = {"key": key, "code": key, "windowsVirtualKeyCode": self.KEYS.get(key, ord(key[0]))}
        text = {"text": "\r"} if key == "Enter" else {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", **parameters, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **parameters)
        self.settle()

    def type(self, text: str) -> None:
        self.call("Input.insertText", text=text)

    def click(self, selector: str) -> None:
        place = self.evaluate(f"(() => {{ const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
                              " return [box.left + box.width / 2, box.top + box.height / 2]; })()")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)
        self.settle()

    def resize(self, width: int, height: int) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.settle()

    def scheme(self, name: str) -> None:
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])
        self.settle()

    def screenshot(self, path: str) -> bytes:
        data = base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
        with open(path, "wb") as file:
            file.write(data)
        return data


class Browser:
    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        command = [find_chromium(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                   "--remote-debugging-port=0", f"--user-data-dir={self.folder.name}", "about:blank"]
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        # The browser writes the chosen port to this file.
        port_file = os.path.join(self.folder.name, "DevToolsActivePort")
        for _ in range(600):
            if os.path.exists(port_file) and (lines := open(port_file, encoding="ascii").read().split()):
                self.port = int(lines[0])
                return self
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        self.__exit__()
        raise RuntimeError("Chromium does not start")

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()

    def open(self, url: str, width: int = 1200, height: int = 800) -> Page:
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/json/new?about:blank", method="PUT")
        target = json.load(urllib.request.urlopen(request, timeout=60))
        page = Page(target["webSocketDebuggerUrl"])
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.call(f"{domain}.enable")
        page.resize(width, height)
        page.call("Page.navigate", url=url)
        for _ in range(600):
            if page.evaluate("document.readyState") == "complete" and page.evaluate("location.href").startswith("file"):
                break
            time.sleep(0.05)
        page.settle()
        return page
