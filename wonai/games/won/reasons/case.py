"""Case: a position with a move and without it, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wonai.games.won.picture.moves import Sketch, sketch_of
from wonai.games.won.reasons.ledger import Ledger
from wonai.games.won.views import BoardMap

if TYPE_CHECKING:
    from wonai.games.won.position import Position


@dataclass(frozen=True)
class Case:
    """`after` is the position with the move; `without` the one it is compared with.

    Without `instead` that is the position as it stands, as if the seat had passed; for the answer to an offer it is
    the other answer. An offer is looked at as if it were accepted: that is what it is made for.
    """

    seat: str
    move: Sketch
    before: Ledger
    after: Ledger
    without: Ledger
    is_alone: bool
    """Whether the move is not compared with another one."""

    @classmethod
    def of(cls, position: Position, move: str, instead: str | None = None) -> Case:
        before = Ledger(position)
        hexes = BoardMap(before.data["board"]["radius"]).axial
        other = instead or {"accept": "reject", "reject": "accept"}.get(move)
        has_other = other is not None and other != move and position.is_legal(other)
        return cls(
            seat=str(position.to_move),
            move=sketch_of(move, before.data, hexes),
            before=before,
            after=_after(position, move),
            without=_after(position, other) if has_other and other is not None else before,
            is_alone=instead is None or not has_other,
        )


def _after(position: Position, move: str) -> Ledger:
    state = position.copy()
    state.play(move)
    if move.startswith("barter:") and state.is_legal("accept"):
        state.play("accept")
    return Ledger(state)
