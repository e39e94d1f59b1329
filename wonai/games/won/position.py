"""wonai.Position: the compiled position plus what needs files, pictures and words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from wonai._core.won.position import SEATS
from wonai._core.won.position import Position as CorePosition
from wonai.errors import PositionError, did_you_mean
from wonai.game import State
from wonai.games.won import position_io
from wonai.games.won.options import Options
from wonai.games.won.tables import rules_data, tables_for
from wonai.games.won.views import BlocView
from wonai.strict_json import parse_document, read_bytes


class Position(CorePosition, State):
    """One moment of Wealth of Nations. Mutable: copy() before trying a move.

    >>> position = Position.start(players=4, edition="first", first="p2")
    >>> position.to_move, position.legal_moves()[0]
    ('p2', 'draft:i1')
    """

    __slots__ = ()

    @classmethod
    def start(cls, players: int, edition: str = "first", first: str = "p1", **overrides: Any) -> Self:
        """The moment before the first draft pick; `overrides` are single rules (`note_interest=1`)."""
        options = Options.resolve(edition, players, overrides, rules_data())
        seats = SEATS[:players]
        if first not in seats:
            raise PositionError(f'first: no such seat "{first}"{did_you_mean(str(first), seats)}')
        return cls.from_start(tables_for(options), seats.index(first))

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """The position a file's text describes; `PositionError` naming the field if there is none."""
        return cls.from_document(parse_document(text))

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Self:
        """The same from the parsed file."""
        return position_io.read_position(
            document,
            rules_data(),
            lambda options, fields, names: cls.from_fields(tables_for(options), fields, names),
        )

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """The position in a file."""
        return cls.from_json(read_bytes(path))

    def to_json(self) -> str:
        """The canonical text: equal positions give equal text."""
        return position_io.write(self.tables.options, self.fields(), self.names, rules_data())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_json, (self.to_json(),)

    def __repr__(self) -> str:
        mover = self.to_move or "nobody"
        return f"<Position {len(self.seats)} players, round {self.round}, {self.phase}, {mover} to move>"

    @property
    def game(self) -> str:
        """`wealth-of-nations`."""
        return str(rules_data()["game"])

    @property
    def rules(self) -> dict[str, Any]:
        """The edition and what differs from it, as in the file."""
        options: Options = self.tables.options
        return options.canonical()

    def blocs(self) -> list[BlocView]:
        """Every bloc in board order, with its full dots and automation tokens."""
        notation = self.tables.lexicon.notation
        return [
            BlocView(
                owner=SEATS[owner],
                industry=notation.industries[industry],
                hexes=tuple(notation.hexes[place] for place in hexes),
                dots=dots,
                tokens=tokens,
            )
            for owner, industry, hexes, tokens, dots in self.bloc_records()
        ]

    def refusal(self, move: str) -> str:
        """Why a move is not legal here: one sentence with the rule that forbids it."""
        from wonai.games.won.refusal import refusal

        return refusal(self, move)

    def to_text(self, width: int = 100) -> str:
        """The board, markets and holdings as plain text for a terminal."""
        from wonai.games.won.text_board import render_text

        return render_text(parse_document(self.to_json()), self.blocs(), rules_data(), width=width)

    def to_svg(self, move: str | None = None) -> str:
        """A picture of the position, with `move` drawn on it if given."""
        from wonai.games.won.picture import render_svg

        return render_svg(parse_document(self.to_json()), self.blocs(), rules_data(), move=move)

    def _repr_svg_(self) -> str:
        return self.to_svg()
