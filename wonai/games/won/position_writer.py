"""The canonical document of a position: equal positions give equal text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from wonai.games.won.options import Options
from wonai.games.won.position_fields import DRAFT, FORMAT, OVER, PHASES, Fields, Words


class Writer:
    """Makes the document of a position, its keys in canonical order."""

    def __init__(self, options: Options, fields: Fields, names: Sequence[str], words: Words) -> None:
        self._options = options
        self._fields = fields
        self._names = names
        self._words = words

    def document(self) -> dict[str, Any]:
        return self._lasting_part() | self._passing_part()

    def _lasting_part(self) -> dict[str, Any]:
        """What is always written, but for `to_move` when the game is over."""
        fields, words = self._fields, self._words
        document = {
            "format": FORMAT,
            "game": words.data["game"],
            "rules": self._options.canonical(),
            "players": [self._player(seat) for seat in range(self._options.players)],
            "board": {words.hexes[here]: self._cell(here) for here, owner in enumerate(fields["owner"]) if owner >= 0},
            "tokens": [self._bloc(here, industry) for here, industry, count in fields["tokens"] for _ in range(count)],
            "markets": dict(zip(words.goods, fields["levels"], strict=True)),
            "stacks": self._stacks(),
            "round": fields["round"],
            "phase": PHASES[fields["phase"]],
            "first": _seat_name(fields["first"]),
            "to_move": _seat_name(fields["to_move"]),
            "passes": fields["passes"],
            "ending": bool(fields["ending"]),
        }
        if fields["phase"] == OVER:
            del document["to_move"]
        return document

    def _passing_part(self) -> dict[str, Any]:
        """What is written only while it matters."""
        fields = self._fields
        document: dict[str, Any] = {}
        if fields["phase"] == DRAFT:
            document["draft"] = self._draft()
        if fields["offer"] is not None:
            document["offer"] = self._offer()
        for name in ("offers", "actions"):
            if fields[name]:
                document[name] = fields[name]
        if fields["lifted"]:
            document["lifted"] = self._lifted()
        if fields["split"]:
            document["split"] = [self._old_bloc(bloc, "among") for bloc in fields["split"]]
        if fields["ran"]:
            document["ran"] = [self._ran(*bloc) for bloc in fields["ran"]]
        return document

    def _player(self, seat: int) -> dict[str, Any]:
        fields = self._fields
        return {
            "seat": _seat_name(seat),
            "name": self._names[seat],
            "money": fields["money"][seat],
            "notes": fields["notes"][seat],
            "goods": dict(zip(self._words.goods, fields["goods"][seat], strict=True)),
            "flags": fields["flags"][seat],
        }

    def _cell(self, here: int) -> dict[str, Any]:
        cell: dict[str, Any] = {"owner": _seat_name(self._fields["owner"][here])}
        tile = self._fields["tile"][here]
        if tile >= 0:
            cell |= {"tile": self._words.tiles[tile], "rotation": self._fields["rotation"][here]}
        return cell

    def _stacks(self) -> dict[str, int]:
        """The industries with two sections stand only where the game has such tiles (C29)."""
        words = self._words
        return {
            name: count
            for name, count, in_game in zip(words.tiles, self._fields["stacks"], self._options.stacks, strict=True)
            if in_game or name in words.industries
        }

    def _bloc(self, here: int, industry: int) -> dict[str, Any]:
        bloc = {"hex": self._words.hexes[here]}
        if len(self._words.sections[self._fields["tile"][here]]) > 1:
            bloc["section"] = self._words.industries[industry]
        return bloc

    def _draft(self) -> dict[str, Any]:
        fields = self._fields
        to_place = Counter(dict(zip(self._words.tiles, fields["to_place"], strict=True)))
        return {"round": fields["draft_round"], "taken": list(fields["taken"]), "to_place": list(to_place.elements())}

    def _offer(self) -> dict[str, Any]:
        maker, partner, *sides = self._fields["offer"]
        give, get = (
            {name: amount for name, amount in zip(self._words.assets, side, strict=True) if amount} for side in sides
        )
        return {"from": _seat_name(maker), "to": _seat_name(partner), "give": give, "get": get}

    def _lifted(self) -> dict[str, Any]:
        fields, hexes = self._fields, self._words.hexes
        lifted: dict[str, Any] = {"tiles": []}
        for tile, origin, to in fields["lifted"]:
            entry = {"tile": self._words.tiles[tile], "from": hexes[origin]}
            lifted["tiles"].append(entry | ({"to": hexes[to]} if to >= 0 else {}))
        if any(to >= 0 for _, _, to in fields["lifted"]):
            lifted["dropped"] = True
        if fields["lifted_blocs"]:
            lifted["blocs"] = [self._old_bloc(bloc, "hexes") for bloc in fields["lifted_blocs"]]
        return lifted

    def _old_bloc(self, bloc: tuple[int, Sequence[int], int], hexes: str) -> dict[str, Any]:
        industry, places, tokens = bloc
        names = [self._words.hexes[here] for here in places]
        return {"industry": self._words.industries[industry], hexes: names, "tokens": tokens}

    def _ran(self, here: int, industry: int, dots: int) -> dict[str, Any]:
        product, per_dot = self._words.product(industry)
        return self._bloc(here, industry) | {"makes": {product: dots * per_dot}}


def _seat_name(seat: int) -> str:
    return f"p{seat + 1}"
