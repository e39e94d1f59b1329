"""A real browser for the tests of pages: Chromium, headless, driven over the pipe of its DevTools protocol."""

from __future__ import annotations

import base64
import itertools
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

NAMES = ("chromium", "chromium-browser", "google-chrome")
KEYS = {"ArrowRight": 39, "ArrowLeft": 37, "Home": 36, "End": 35, "Tab": 9, "Enter": 13, "2": 50, "4": 52}


def find() -> str | None:
    """The browser's program, None where there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """One page; what it writes to its console as a warning or an error is in `complaints`."""

    def __init__(self, width: int = 1300, height: int = 1000, *, is_phone: bool = False) -> None:
        program = find()
        assert program is not None
        self._home = tempfile.TemporaryDirectory()
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()

        def give_pipes() -> None:  # the browser reads from 3 and writes to 4
            copies = os.dup(theirs_in), os.dup(theirs_out)
            os.dup2(copies[0], 3)
            os.dup2(copies[1], 4)

        options = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--remote-debugging-pipe",
            "--disable-dev-shm-usage",
        ]
        self._process = subprocess.Popen(
            [program, *options, f"--user-data-dir={self._home.name}", "about:blank"],
            preexec_fn=give_pipes,
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._numbers = itertools.count(1)
        self._rest = b""
        self._session: str | None = None
        self.complaints: list[str] = []
        self.requests: list[str] = []
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._ask(f"{domain}.enable")
        self._ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=is_phone
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._out)
        self._process.terminate()
        self._process.wait(timeout=20)
        os.close(self._in)
        self._home.cleanup()

    def open(self, page: Path) -> None:
        """Load a file and wait for it."""
        self._ask("Page.navigate", url=page.as_uri())
        self._wait_for("Page.loadEventFired")

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        answer = self._ask("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """A key of the keyboard, down and up."""
        for kind in ("keyDown", "keyUp"):
            text = {"text": key} if kind == "keyDown" and len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
            self._ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=KEYS[key], **text)

    def media(self, medium: str) -> None:
        """Show the page as on this medium: `print`."""
        self._ask("Emulation.setEmulatedMedia", media=medium)

    def picture(self, path: Path, *, whole: bool = True) -> None:
        """Write a screenshot."""
        shot = self._ask("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(shot["data"]))

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self._numbers)
        request: dict[str, Any] = {"id": number, "method": method, "params": params}
        if self._session is not None:
            request["sessionId"] = self._session
        os.write(self._out, json.dumps(request).encode() + b"\0")
        while True:
            message = self._next()
            if message.get("id") == number:
                assert "error" not in message, message
                answer: dict[str, Any] = message["result"]
                return answer

    def _wait_for(self, event: str) -> None:
        while self._next().get("method") != event:
            pass

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            piece = os.read(self._in, 1 << 16)
            assert piece, "the browser has gone"
            self._rest += piece
        text, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        match message.get("method"):
            case "Runtime.exceptionThrown":
                self.complaints.append(json.dumps(message["params"])[:500])
            case "Runtime.consoleAPICalled" if message["params"]["type"] in ("error", "warning", "assert"):
                self.complaints.append(json.dumps(message["params"]["args"])[:500])
            case "Log.entryAdded" if message["params"]["entry"]["level"] in ("error", "warning"):
                self.complaints.append(message["params"]["entry"]["text"])
            case "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])
        return message
