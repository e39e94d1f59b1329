"""Orchard: a toy game for two or three seats, the second game behind the waist.

Fruits come out of a bag one at a time (a chance move, weighted by what is left in the bag). The
seat in turn takes the fruit for a coin or leaves it and earns one; `gift:K` hands K coins to the
next seat, is legal but never listed, like free-form offers. The game ends when the bag is empty;
the last `AUTUMN` fruits are the phase `autumn`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from wonai.errors import IllegalMove, NotationError, PositionError
from wonai.game import CHANCE, Game, State

NAME = "orchard"
VALUES = {"apple": 1, "pear": 2, "plum": 4}
BAG = {"apple": 4, "pear": 3, "plum": 1}
COINS = 2
AUTUMN = 4

_MOVE = re.compile(r"draw:(?:apple|pear|plum)|take|leave|gift:[1-9][0-9]{0,5}")
_KEYS = ("format", "game", "seats", "bag", "drawn", "turn", "coins", "points")


class Orchard(State):
    """One moment of a game of Orchard."""

    __slots__ = ("bag", "coins", "drawn", "points", "turn")

    def __init__(self, bag: dict[str, int], coins: list[int], points: list[int], turn: int, drawn: str | None) -> None:
        self.bag = bag
        self.coins = coins
        self.points = points
        self.turn = turn
        self.drawn = drawn

    @property
    def game(self) -> str:
        return NAME

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(f"p{number}" for number in range(1, len(self.coins) + 1))

    @property
    def phase(self) -> str:
        if self.is_over:
            return "over"
        return "autumn" if sum(self.bag.values()) + (self.drawn is not None) <= AUTUMN else "summer"

    @property
    def to_move(self) -> str | None:
        if self.is_over:
            return None
        return CHANCE if self.drawn is None else self.seats[self.turn]

    @property
    def is_over(self) -> bool:
        return self.drawn is None and not any(self.bag.values())

    @property
    def key(self) -> int:
        return int.from_bytes(hashlib.blake2b(self.to_json().encode(), digest_size=8).digest(), "big")

    def outcomes(self) -> list[tuple[str, int]]:
        if self.to_move != CHANCE:
            return []
        return [(f"draw:{fruit}", count) for fruit, count in sorted(self.bag.items()) if count]

    def legal_moves(self) -> list[str]:
        if self.drawn is None:
            return [move for move, _ in self.outcomes()]
        return ["leave", "take"] if self.coins[self.turn] else ["leave"]

    def is_legal(self, move: str) -> bool:
        return self._objection(move) is None

    def play(self, move: str) -> None:
        objection = self._objection(move)
        if objection is not None:
            raise objection
        word, _, rest = move.partition(":")
        if word == "draw":
            self.bag[rest] -= 1
            self.drawn = rest
        elif word == "gift":
            self.coins[self.turn] -= int(rest)
            self.coins[self._next_seat()] += int(rest)
        else:
            self._choose(word)

    def _objection(self, move: str) -> IllegalMove | None:
        """Why a text is no legal move here."""
        if not _MOVE.fullmatch(move):
            return NotationError(f"{move!a} is no move of Orchard")
        word, _, rest = move.partition(":")
        if self.is_over:
            return IllegalMove("the game is over")
        if (word == "draw") != (self.to_move == CHANCE):
            return IllegalMove(f"it is for {self.to_move} to move")
        if word == "draw" and not self.bag[rest]:
            return IllegalMove(f"no {rest} is left in the bag")
        price = {"take": 1, "gift": int(rest) if word == "gift" else 0}.get(word, 0)
        if price > self.coins[self.turn]:
            return IllegalMove(f"{self.to_move} has {self.coins[self.turn]} of {price} coins")
        return None

    def _choose(self, word: str) -> None:
        assert self.drawn is not None
        if word == "take":
            self.coins[self.turn] -= 1
            self.points[self.turn] += VALUES[self.drawn]
        else:
            self.coins[self.turn] += 1
        self.drawn = None
        self.turn = self._next_seat()

    def _next_seat(self) -> int:
        return (self.turn + 1) % len(self.coins)

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in self.legal_moves():
            child = self.copy()
            child.play(move)
            total += child.perft(depth - 1)
        return total

    def copy(self) -> Orchard:
        return Orchard(dict(self.bag), list(self.coins), list(self.points), self.turn, self.drawn)

    def scores(self) -> dict[str, int]:
        return dict(zip(self.seats, self.points, strict=True))

    def winners(self) -> list[str]:
        best = max(self.points)
        return [seat for seat, points in self.scores().items() if points == best] if self.is_over else []

    def to_json(self) -> str:
        values = ("wonai-position/1", NAME, len(self.coins), self.bag, self.drawn, self.turn, self.coins, self.points)
        return json.dumps(dict(zip(_KEYS, values, strict=True)), separators=(",", ":"))

    def to_text(self) -> str:
        rows = [f"{seat}: {coins} coins, {points} points" for seat, coins, points in self._rows()]
        return "\n".join([f"Orchard, {self.phase}; drawn: {self.drawn or 'nothing'}", *rows])

    def to_svg(self, move: str | None = None) -> str:
        caption = f"{self.phase} {move or ''}".strip()
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20"><text y="15">{caption}</text></svg>'

    def _rows(self) -> list[tuple[str, int, int]]:
        return list(zip(self.seats, self.coins, self.points, strict=True))


class OrchardGame(Game):
    """Makes games of Orchard; the options are `first` and the number of each fruit."""

    name = NAME
    title = "Orchard"
    min_players = 2
    max_players = 3

    def new(self, players: int, **options: Any) -> Orchard:
        if not isinstance(players, int) or not self.min_players <= players <= self.max_players:
            raise PositionError(f"players: expected 2 or 3, got {players}")
        first = options.pop("first", "p1")
        seats = [f"p{number}" for number in range(1, players + 1)]
        if first not in seats:
            raise PositionError(f'first: unknown seat "{first}"')
        for name, count in options.items():
            if name not in BAG or type(count) is not int or not 0 <= count <= 99:
                raise PositionError(f"{name}: no fruit, or no number of fruits: {count!r}")
        return Orchard({**BAG, **options}, [COINS] * players, [0] * players, seats.index(first), None)

    def new_from_words(self, players: int, words: Sequence[str]) -> Orchard:
        if len(words) % 2:
            raise PositionError(f'"{words[-1]}": a value is missing')
        pairs = zip(words[::2], words[1::2], strict=True)
        return self.new(players, **{name: int(value) if value.isdecimal() else value for name, value in pairs})

    def load(self, document: Mapping[str, Any]) -> Orchard:
        if set(document) != set(_KEYS):
            raise PositionError(f"expected the keys {', '.join(_KEYS)}")
        state = self.new(document["seats"])
        for key, shape in (("coins", [0] * document["seats"]), ("points", [0] * document["seats"]), ("bag", BAG)):
            self._check_numbers(key, document[key], shape)
        turn, drawn = document["turn"], document["drawn"]
        if type(turn) is not int or not 0 <= turn < len(state.seats):
            raise PositionError(f"turn: no seat {turn!r}")
        if drawn is not None and (not isinstance(drawn, str) or drawn not in VALUES):
            raise PositionError(f"drawn: unknown fruit {drawn!r}")
        bag = {fruit: document["bag"][fruit] for fruit in BAG}
        return Orchard(bag, list(document["coins"]), list(document["points"]), turn, drawn)

    def _check_numbers(self, key: str, value: object, shape: list[int] | dict[str, int]) -> None:
        numbers: list[object] = []
        if isinstance(value, dict) and isinstance(shape, dict) and set(value) == set(shape):
            numbers = list(value.values())
        elif isinstance(value, list) and isinstance(shape, list) and len(value) == len(shape):
            numbers = value
        else:
            raise PositionError(f"{key}: wrong shape")
        if not all(type(number) is int and 0 <= number <= 999 for number in numbers):
            raise PositionError(f"{key}: expected whole numbers from 0 to 999")

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "required": list(_KEYS), "additionalProperties": False}


GAME = OrchardGame()
REGISTRATION = {NAME: "tests.toygame:GAME"}
"""What a test adds to the registry to play it."""
