"""Wealth of Nations: the game behind the waist."""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from wonai.errors import PositionError, did_you_mean
from wonai.game import Advisor, Game, State, TunableWeights
from wonai.games.won.position import Position
from wonai.games.won.weights import PLAIN, load_tunable, load_weights

_START_WORDS = ("edition", "first")


class WealthOfNations(Game):
    """The economic game of 3 to 6 nations; no luck but the first player, who is given."""

    name = "wealth-of-nations"
    title = "Wealth of Nations"
    min_players = 3
    max_players = 6

    def new(self, players: int, **options: Any) -> Position:
        """Options: `edition`, `first`, and any override of a rule (`note_interest=1`)."""
        return Position.start(players, **options)

    def new_from_words(self, players: int, words: Sequence[str]) -> Position:
        """`edition E` and `first pK`, each at most once, in any order."""
        options: dict[str, str] = {}
        for name, value in zip(words[::2], [*words[1::2], None], strict=False):
            if name not in _START_WORDS:
                raise PositionError(f'startpos: unknown word "{name}"{did_you_mean(name, _START_WORDS)}')
            if value is None or name in options:
                raise PositionError(f'startpos: "{name}" needs {"a value" if value is None else "to stand once"}')
            options[name] = value
        return self.new(players, **options)

    def load(self, document: Mapping[str, Any]) -> Position:
        """The position that a parsed file describes."""
        return Position.from_document(document)

    def weights(self, source: str = "", style: str = "balanced") -> array[float]:
        """Of `weights.json` or a file like it."""
        return load_weights(source, style)

    def plain_weights(self) -> array[float]:
        """Tiles, money, goods, income and notes as they count by the rules."""
        return load_weights(style=PLAIN)

    def tunable(self) -> TunableWeights:
        """As `weights.json` says."""
        return load_tunable()

    def variants(self, players: int) -> list[dict[str, Any]]:
        """Both editions, the first twice as often, with every first player."""
        return [
            {"edition": edition, "first": f"p{seat}"}
            for edition in ("first", "first", "second")
            for seat in range(1, players + 1)
        ]

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the position file."""
        text = (files(__package__) / "position.schema.json").read_text(encoding="utf-8")
        schema: dict[str, Any] = json.loads(text)
        return schema

    def workload(self) -> dict[str, State]:
        """Positions of every phase, edition and number of players."""
        text = (files(__package__) / "workload.json").read_text(encoding="utf-8")
        return {name: self.load(document) for name, document in json.loads(text).items()}

    def statistics(self, start: State, moves: Sequence[str]) -> dict[str, list[float]]:
        """Rounds, notes, VP, blocs, barters and mishaps of one game."""
        from wonai.games.won.statistics import statistics

        assert isinstance(start, Position)
        return statistics(start, moves)

    def advisor(self) -> Advisor:
        """Plans, offers and explanations; its libraries are loaded by the first question."""
        from wonai.games.won.advisor import WonAdvisor

        return WonAdvisor()


GAME = WealthOfNations()
