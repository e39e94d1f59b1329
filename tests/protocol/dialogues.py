"""Scripted dialogues with the engine: the files beside this one, and `docs/protocol.md`.

`python -m tests.protocol.dialogues [COMMAND...]` runs all of them, with another command for the engine if need be:

    python -m tests.protocol.dialogues valgrind --error-exitcode=99 python -m wonai.cli engine

A line of a dialogue:

    > wep               the GUI says this
    >> b"\\xff"          the GUI says these bytes, written as in Python
    < readyok           the engine says this next; … stands for any text
    < …                 the engine says any number of lines here
    - 0.2               for so many seconds the engine says nothing but info lines
    # anything          a remark
"""

from __future__ import annotations

import os
import queue
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILES = sorted((Path(__file__).parent / "dialogues").glob("*.txt"))
SPECIFICATION = ROOT / "docs" / "protocol.md"
ENGINE = [sys.executable, "-m", "wonai.cli", "engine"]
ANSWER_SECONDS = float(os.environ.get("DIALOGUE_SECONDS", "30"))
"""The engine has so long to say what is expected; more under an emulator."""
ANY = "…"


class Conversation:
    """A running engine."""

    def __init__(self, command: list[str], folder: str) -> None:
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if "valgrind" in command else subprocess.PIPE,
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.decode().removesuffix("\n"))
        self._lines.put(None)

    def say(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def hear(self, seconds: float = ANSWER_SECONDS) -> str | None:
        return self._lines.get(timeout=seconds)

    def expect(self, pattern: str, skips: bool) -> None:
        """The next line fits, or one of the next if others may come before it."""
        said = []
        shape = re.compile(".*".join(re.escape(part) for part in pattern.split(ANY)))
        while True:
            try:
                line = self.hear()
            except queue.Empty:
                raise AssertionError(f"expected {pattern!r}, heard only {said}") from None
            if line is not None and shape.fullmatch(line):
                return
            said.append(line)
            if not skips or line is None:
                raise AssertionError(f"expected {pattern!r}, heard {said[-3:]}")

    def quiet(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                line = self.hear(left)
            except queue.Empty:
                return
            assert line is not None, "the engine has left"
            assert line.startswith("info "), f"unasked: {line}"

    def leave(self) -> None:
        """It says nothing more, and leaves."""
        self.say(b"quit\n")
        line = self.hear()
        assert line is None, f"unexpected at the end: {line}"
        status = self.process.wait(ANSWER_SECONDS)
        assert status == 0, f"exit status {status}"
        if self.process.stderr is not None:
            assert self.process.stderr.read() == b""


def script_of(path: Path) -> list[str]:
    """The lines of a dialogue; those of a page of documentation stand in blocks marked `wep`."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        text = "".join(re.findall(r"(?ms)^```wep\n(.*?)^```$", text))
    return text.splitlines()


def run(script: list[str], command: list[str]) -> None:
    """Have the dialogue, and hold the engine to it."""
    with tempfile.TemporaryDirectory() as folder:
        conversation = Conversation(command, folder)
        try:
            skips = False
            for number, line in enumerate(script, start=1):
                try:
                    skips = _step(conversation, line, skips)
                except AssertionError as error:
                    raise AssertionError(f"line {number}: {error}") from None
            conversation.leave()
        finally:
            conversation.process.kill()
            conversation.process.wait()


def _step(conversation: Conversation, line: str, skips: bool) -> bool:
    """Whether the engine may now say anything before what is expected next."""
    kind, _, rest = line.partition(" ")
    match kind:
        case ">":
            conversation.say(rest.encode() + b"\n")
        case ">>":
            conversation.say(eval(rest, {"__builtins__": {}}))
        case "<" if rest == ANY:
            return True
        case "<":
            conversation.expect(rest, skips)
        case "-":
            conversation.quiet(float(rest))
        case "" | "#":
            pass
        case _:
            raise ValueError(f"no line of a dialogue: {line}")
    return skips and kind != "<"


if __name__ == "__main__":
    for file in [*FILES, SPECIFICATION]:
        run(script_of(file), sys.argv[1:] or ENGINE)
        print(f"ok {file.name}")
