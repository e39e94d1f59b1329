"""A sound engine that plays the first legal move; the broken engines beside it each change one thing.

It passes the checker, so that what a broken one fails at is what it breaks.
"""

from __future__ import annotations

import json
import sys

import wonai
from wonai.errors import WonaiError
from wonai.game import State
from wonai.registry import get


def say(line: str) -> None:
    print(line, flush=True)


class Refused(Exception):
    """Becomes an `error` line."""


class SoundEngine:
    """Each method named `on_<command>` takes the rest of the line."""

    def __init__(self) -> None:
        self.state: State | None = None
        self.pending: str | None = None

    def run(self) -> None:
        for line in sys.stdin:
            command, _, rest = line.strip().partition(" ")
            if command == "quit":
                self.leave()
                return
            if command and not command.startswith("#"):
                self.obey(command, rest)
        self.leave()

    def leave(self) -> None:
        """Nothing to tidy up."""

    def obey(self, command: str, rest: str) -> None:
        try:
            if not hasattr(self, f"on_{command}"):
                raise Refused(f"unknown-command {command}")
            getattr(self, f"on_{command}")(rest)
        except Refused as refused:
            say(f"error {refused}")
        except WonaiError as error:
            say(f"error bad-position {error}")

    def on_wep(self, rest: str) -> None:
        say("id name sound")
        say("id author nobody")
        say("option name Level type spin default 1 min 0 max 9")
        say("wepok")

    def on_isready(self, rest: str) -> None:
        say("readyok")

    def on_setoption(self, rest: str) -> None:
        words = rest.split()
        if words[:3] != ["name", "Level", "value"] or words[3] not in list("0123456789"):
            raise Refused("bad-option Level: expected 0 to 9")

    def on_newgame(self, rest: str) -> None:
        self.state = None

    def on_position(self, rest: str) -> None:
        kind, _, text = rest.partition(" ")
        if kind == "json":
            try:
                document, end = json.JSONDecoder().raw_decode(text)
            except ValueError as error:
                raise Refused(f"bad-position {error}") from None
            state, moves = wonai.loads(json.dumps(document)), text[end:].split()[1:]
        elif kind == "startpos":
            head, _, tail = text.partition(" moves ")
            words = head.split()
            state, moves = get(words[1]).new(int(words[3])), tail.split()
        else:
            raise Refused("bad-position expected startpos or json")
        self.set_up(state, moves)

    def set_up(self, state: State, moves: list[str]) -> None:
        for move in moves:
            try:
                state.play(move)
            except WonaiError as error:
                raise Refused(f"illegal-move {move}: {error}") from None
        self.state = state

    def on_go(self, rest: str) -> None:
        assert self.state is not None
        limits, _, only = rest.partition("searchmoves ")
        best = self.choose(only.split())
        seats = len(self.state.seats)
        win = " ".join([f"{1 / seats:.4f}"] * seats)
        self.inform(f"info depth 1 nodes 1 nps 1 time 0 multipv 1 win {win} vp {' 1.5' * seats} pv {best}")
        if "infinite" in limits or "ponder" in limits:
            self.pending = best
        else:
            self.answer(best)

    def choose(self, only: list[str]) -> str:
        assert self.state is not None
        return (only or self.state.legal_moves())[0]

    def inform(self, line: str) -> None:
        say(line)

    def answer(self, move: str) -> None:
        say(f"bestmove {move}")

    def on_stop(self, rest: str) -> None:
        if self.pending is not None:
            self.answer(self.pending)
        self.pending = None

    on_ponderhit = on_stop


if __name__ == "__main__":
    SoundEngine().run()
