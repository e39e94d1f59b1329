"""Why a move: what it brings, costs and prevents, each with its exact amount, in the language of the game.

Every amount is a difference between the position with the move and without it, by the rules alone; no search and no
expected line of play has a part in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from wonai.games.won.picture.moves import in_words
from wonai.games.won.reasons import develop, produce, setup, trade
from wonai.games.won.reasons.case import Case
from wonai.games.won.reasons.reason import Reason

if TYPE_CHECKING:
    from wonai.games.won.position import Position

__all__ = ["Reason", "describe", "explain", "kind_of", "reasons"]

_BY_KIND: dict[str, Callable[[Case], Iterator[Reason]]] = {
    "accept": trade.accept,
    "automate": develop.automate,
    "barter": trade.offer,
    "build": develop.build,
    "buy": trade.buy,
    "done": produce.done,
    "draft": setup.draft,
    "drop": develop.drop,
    "flag": develop.flag,
    "lift": develop.lift,
    "place": develop.place,
    "reject": trade.reject,
    "run": produce.run,
    "sell": trade.sell,
    "token": develop.token,
}
_BY_WORD: dict[str, Callable[[Case], Iterator[Reason]]] = {"take": trade.note_take, "repay": trade.note_repay}
_PASSES: dict[str, Callable[[Case], Iterator[Reason]]] = {
    "trade": trade.trade_pass,
    "final-trade": trade.trade_pass,
    "develop": develop.develop_pass,
    "settle": trade.settle_pass,
}

KINDS = {
    "draft": "setup", "place": "setup",
    "buy": "trade", "sell": "trade",
    "barter": "barter", "accept": "barter", "reject": "barter",
    "note": "notes",
    "flag": "build", "build": "build", "lift": "build", "drop": "build", "token": "build", "automate": "build",
    "run": "production", "done": "production",
}  # fmt: skip
"""What a review counts a move as; passing belongs to its phase."""
_PASS_KINDS = {"trade": "trade", "final-trade": "trade", "develop": "build", "settle": "notes"}


def explain(position: Position, move: str, instead: str | None = None) -> list[Reason]:
    """The reasons of a legal move, weightiest first; `instead` is the move it is compared with."""
    case = Case.of(position, move, instead)
    if case.move.kind == "note":
        teller = _BY_WORD[case.move.word]
    elif case.move.kind == "pass":
        teller = _PASSES[position.phase]
    else:
        teller = _BY_KIND[case.move.kind]
    return sorted(teller(case), key=lambda reason: -reason.weight)


def reasons(position: Position, move: str, instead: str | None = None) -> tuple[str, ...]:
    """The same as sentences."""
    return tuple(reason.text for reason in explain(position, move, instead))


def describe(position: Position, move: str) -> str:
    """A legal move as a short sentence: `p1 builds a Mine on d4`."""
    case = Case.of(position, move)
    return f"{case.seat} {in_words(case.move, case.before.document, case.before.blocs, case.before.data)}"


def kind_of(position: Position, move: str) -> str:
    """What a move is about: setup, trade, barter, notes, build or production."""
    kind = move.partition(":")[0]
    return _PASS_KINDS[position.phase] if kind == "pass" else KINDS[kind]
