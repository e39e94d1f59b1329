#!/usr/bin/env python3
"""A whole engine in plain Python: it chooses at random. Start your own from here.

    wonai check-engine python examples/minimal_engine.py

It knows no rule of any game. Instead it announces the option `NeedsMoves`, by which an engine asks for the legal moves:
whoever drives it then ends every `go` with `searchmoves` and all of them (the client library and the checker do). An
engine that knows the rules drops that option and makes its own list.

It answers at once, so it needs no thread: only `go infinite` and `go ponder` wait, for `stop` or `ponderhit`.
"""

import json
import random
import sys

COMMANDS = ("wep", "isready", "setoption", "newgame", "position", "go", "stop", "ponderhit")
LIMITS = ("movetime", "nodes", "rounds")


class Refused(Exception):
    """Becomes an `error` line: a code and a sentence."""


class MinimalEngine:
    def __init__(self):
        self.random = random.Random(0)
        self.is_set_up = False
        self.waiting = None  # the answer to a search that has to be stopped first

    def wep(self, words):
        say("id name minimal", "id author nobody", "option name NeedsMoves type check default true")
        say("option name Seed type spin default 0 min 0 max 1000000", "wepok")

    def isready(self, words):
        say("readyok")

    def setoption(self, words):
        name, value = words[1:2], words[3:4]
        if name == ["Seed"]:
            if not value or not value[0].isdecimal() or int(value[0]) > 1000000:
                raise Refused("bad-value Seed: expected a whole number from 0 to 1000000")
            self.random.seed(int(value[0]))
        elif name != ["NeedsMoves"] or value not in (["true"], ["false"]):
            raise Refused("bad-option there are only NeedsMoves (true or false) and Seed")

    def newgame(self, words):
        self.is_set_up = False

    def position(self, words):
        if words[:1] == ["json"]:
            try:
                json.JSONDecoder().raw_decode(" ".join(words[1:]))
            except ValueError as error:
                raise Refused(f"bad-position not JSON: {error}") from None
        elif words[:1] != ["startpos"]:
            raise Refused('bad-position expected "startpos" or "json"')
        self.is_set_up = True

    def go(self, words):
        if not self.is_set_up:
            raise Refused("no-position say position first")
        head, _, moves = " ".join(words).partition("searchmoves ")
        if not moves:
            raise Refused("no-moves this engine needs searchmoves (see the option NeedsMoves)")
        best = self.random.choice(moves.split())
        say(f"info depth 1 nodes 1 pv {best}")
        if "ponder" in head or "infinite" in head or not any(limit in head for limit in LIMITS):
            self.waiting = best
        else:
            say(f"bestmove {best}")

    def stop(self, words):
        if self.waiting:
            say(f"bestmove {self.waiting}")
        self.waiting = None

    ponderhit = stop


def say(*lines):
    print(*lines, sep="\n", flush=True)


engine = MinimalEngine()
for line in sys.stdin:  # the end of input means quit
    command, *rest = line.split() or ["#"]
    if command == "quit":
        break
    try:
        if command in COMMANDS:
            getattr(engine, command)(rest)
        elif command[0] != "#":
            raise Refused(f"unknown-command {command}")
    except Refused as refused:
        say(f"error {refused}")
