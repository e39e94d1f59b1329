"""Fuzzes the engine: `python -m tests.fuzz.engine_lines N [seed]`.

A running engine is sent malformed, huge, binary and half lines, and commands at wrong moments. It may answer with
lines of the protocol and nothing else, keeps answering `isready`, writes no traceback, does not grow, and plays on
afterwards as if nothing had happened.
"""

from __future__ import annotations

import queue
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import wonai
from tests.fuzz.mutate import mutate
from wonai.game import State
from wonai.protocol.commands import CODES

MAX_GROWTH = 64
"""Megabytes: lines of millions of characters leave the allocator some of their room."""
SYNC_EVERY = 40
"""Lines between two looks at whether the engine is still there."""
ANSWER_SECONDS = 30.0
"""The engine hangs if it does not answer for so long."""
KNOWN = re.compile(
    r"(id (name|author) .+|option name .+|wepok|readyok|info( .+)|bestmove \S+( ponder \S+)?"
    rf"|error ({'|'.join(CODES)}) .+|d \{{.*\}}|legal( \S+)*|help .+"
    rf"|scores \{{.*\}}|eval \{{.*\}}|plan \{{.*\}}|perft \d+|bench .+)"
)
WORDS = [
    *("wep", "isready", "newgame", "stop", "ponderhit", "d", "legal", "scores", "eval", "plan", "help"),
    *("# a comment", ""),
    *("setoption", "name", "value", "position", "startpos", "json", "players", "moves", "game", "go", "perft"),
    *("movetime", "nodes", "rounds", "infinite", "ponder", "searchmoves", "true", "off", "<empty>", "first", "p2"),
]
HUGE = ("a", " ", "{", '"', "[", "9", " x", '{"a":')
"""What a line of millions of characters is made of."""
PLAIN = {"Log": "", "EvalFile": "", "Bot": "wonai", "Hash": "1", "Threads": "1", "MultiPV": "1", "Skill": "20"}
RESET = "".join(["stop\n", *(f"setoption name {name} value {value}\n" for name, value in PLAIN.items()), "newgame\n"])
"""Back to settings whose memory can be compared."""


def good_lines(rng: random.Random) -> list[str]:
    """Commands as a GUI would send them, in no order."""
    state = wonai.new(players=rng.randint(3, 6))
    moves = []
    for _ in range(rng.randint(0, 60)):
        moves.append(rng.choice(state.legal_moves()))
        state.play(moves[-1])
    players = len(state.seats)
    return [
        *("wep", "isready", "newgame", "stop", "stop", "ponderhit", "d", "legal", "eval", "help", "perft 2", "perft 9"),
        *("go nodes 20", "go movetime 5", "go infinite", "go ponder nodes 5", "go", "go rounds 1 nodes 9"),
        f"go nodes 5 searchmoves {' '.join(state.legal_moves()[:3])}",
        *("setoption name Threads value 2", "setoption name MultiPV value 5", "setoption name Hash value 2"),
        *("setoption name Skill value 3", "setoption name Log value traffic.log", "setoption name Bot value uct"),
        *("setoption name Ponder value true", "setoption name EvalFile value none.json"),
        f"position startpos players {players} moves {' '.join(moves)}",
        f"position startpos players {players}",
        f"position json {state.to_json()}",
        f"position json {state.to_json()} moves {rng.choice(state.legal_moves() or ['pass'])}",
    ]


def one_line(rng: random.Random, good: list[str]) -> bytes:
    """A line, without its end; anything but `quit`."""
    kind = rng.random()
    if kind < 0.25:
        text = rng.choice(good)
    elif kind < 0.75:
        text = mutate(rng, rng.choice(good), WORDS)
    elif kind < 0.9:
        text = " ".join(rng.choices(WORDS, k=rng.randint(0, 8)))
    elif kind < 0.999:
        return rng.randbytes(rng.randint(0, 200)).replace(b"\n", b"")
    else:
        text = rng.choice(good)[:400] + rng.choice(HUGE) * 10**6 * rng.randint(1, 9)
    line = text.encode("utf-8", "surrogatepass")
    return b"" if re.search(rb"(?m)^\s*quit\s*$", line) else line


def first_trade() -> State:
    """A position in which there is something to plan."""
    state = wonai.new(players=3)
    while state.phase == "draft":
        state.play(state.legal_moves()[0])
    return state


class FuzzedEngine:
    """The process, and what it says."""

    def __init__(self, folder: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "wonai.cli", "engine"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=open(Path(folder, "errors"), "wb"),  # noqa: SIM115
            bufsize=0,
        )
        self.errors = Path(folder, "errors")
        self.n_said: dict[str, int] = {}
        self._readies: queue.Queue[str] = queue.Queue()
        self._bad: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for data in iter(self.process.stdout.readline, b""):
            line = data.decode().removesuffix("\n")
            word = line.split(" ", 1)[0]
            self.n_said[word] = self.n_said.get(word, 0) + 1
            if not KNOWN.fullmatch(line):
                self._bad.append(line[:300])
            if line == "readyok" or word == "bestmove":
                self._readies.put(word)

    def send(self, data: bytes) -> None:
        assert self.process.stdin is not None
        view = memoryview(data)
        while view:
            view = view[self.process.stdin.write(view) :]

    def sync(self) -> None:
        """It still answers. Asked by `wep`, since the lines before may have asked any number of `isready`s."""
        n_before = self.n_said.get("option", 0)
        self.send(b"\nstop\nwep\n")
        deadline = time.monotonic() + ANSWER_SECONDS
        while self.n_said.get("option", 0) == n_before:
            assert self.process.poll() is None, f"ended with status {self.process.returncode}"
            assert time.monotonic() < deadline, "hangs"
            time.sleep(0.001)
        assert not self._bad, self._bad[:3]
        assert not self.errors.read_bytes(), self.errors.read_text(errors="replace")

    def memory(self) -> int:
        """Resident megabytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * 4096 // 2**20

    def plays(self) -> bool:
        """Whether it still plays a legal move."""
        while not self._readies.empty():
            self._readies.get()
        self.send(b"\n" + RESET.encode() + b"position startpos players 4\ngo nodes 50\n")
        while self._readies.get(timeout=ANSWER_SECONDS) != "bestmove":
            pass
        return True


def run(count: int, seed: int) -> str:
    """Send `count` lines; what came of it."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        engine = FuzzedEngine(folder)
        memory = []
        try:
            engine.send(f"position json {first_trade().to_json()}\nplan\n".encode())  # loads what is loaded only once
            engine.sync()
            for start in range(0, count, SYNC_EVERY):
                good = good_lines(rng)
                lines = [one_line(rng, good) for _ in range(min(SYNC_EVERY, count - start))]
                data = b"\n".join(lines)
                at = rng.randint(0, len(data))
                for half in (data[:at], data[at:]):
                    engine.send(half)
                try:
                    engine.sync()
                except BaseException:
                    print(f"seed {seed}: the culprit is among these lines:", file=sys.stderr)
                    print(*(line[:300] for line in lines), sep="\n", file=sys.stderr)
                    raise
                if start % (count // 10 // SYNC_EVERY * SYNC_EVERY or SYNC_EVERY) == 0:
                    assert engine.plays()
                    memory.append(engine.memory())
            assert engine.plays()
            engine.send(b"quit\n")
            assert engine.process.wait(5) == 0
        finally:
            engine.process.kill()
            engine.process.wait()
    assert memory[-1] - memory[len(memory) // 3] < MAX_GROWTH, f"grows: {memory} MB"
    return f"{count} lines; memory in MB as it went: {memory}; said {dict(sorted(engine.n_said.items()))}"


if __name__ == "__main__":
    print(run(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
