"""What a finished game was like: the numbers by which people and engines judge whether play is plausible."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wonai.games.won.position import Position
from wonai.games.won.tables import rules_data
from wonai.games.won.views import price_of

BIG_BLOC = 3
"""Tiles from which on a bloc is of the size that players aim at."""
_FUELS = ("food", "energy", "ore")
"""What a bloc can be waiting for."""
_TRADES = ("buy", "sell", "accept")


def statistics(start: Position, moves: Sequence[str]) -> dict[str, list[float]]:
    """The numbers of one game, in the order in which they are shown."""
    position = start.copy()
    counts: Counter[str] = Counter()
    first_notes: list[float] = []
    idle = 0
    was_lifting = False
    for move in moves:
        word = move.partition(":")[0]
        counts[word] += 1
        counts["move"] += word == "lift" and not was_lifting
        was_lifting = word == "lift"
        if word == "done":
            idle += len(list(idle_for_one_cube(position)))
        was_trading = position.phase == "trade" and position.round == 1
        position.play(move)
        if was_trading and position.phase != "trade":
            first_notes = [float(notes) for notes in position.fields()["notes"]]
    big = Counter(bloc.owner for bloc in position.blocs() if len(bloc.hexes) >= BIG_BLOC)
    trades = sum(counts[word] for word in _TRADES)
    scores = position.scores()
    return {
        # The marker passes once more before the final trade (C8), which is no round of its own.
        "rounds": [float(position.round - 1)],
        "moves": [float(len(moves))],
        "VP of the winner": [float(max(scores[seat] for seat in position.winners()))] if position.is_over else [],
        "VP of a seat": [float(score) for score in scores.values()],
        "notes of a seat after the first trade": first_notes,
        "notes of a seat at the end": [float(notes) for notes in position.fields()["notes"]],
        "tiles built by a seat": [counts["build"] / len(position.seats)],
        f"blocs of {BIG_BLOC} tiles and more of a seat": [float(big[seat]) for seat in position.seats],
        "barters among trade actions, %": [100 * counts["accept"] / trades] if trades else [],
        "barters offered": [float(counts["barter"])],
        "barters accepted": [float(counts["accept"])],
        "blocs automated": [float(counts["automate"])],
        "moves of tiles": [float(counts["move"])],
        "blocs idle for want of one cube": [float(idle)],
    }


def idle_for_one_cube(position: Position) -> Iterator[tuple[str, str]]:
    """The blocs that the seat to move cannot run, but could with profit if it held one more cube: (hex, good)."""
    seat = str(position.to_move)
    can_run = {_bloc_of(move) for move in position.legal_moves()}
    document = json.loads(position.to_json())
    found = set()
    for good in _FUELS:
        richer = _with_one_more(document, seat, good)
        for move in richer.legal_moves():
            bloc = _bloc_of(move)
            if bloc is None or bloc in can_run or bloc in found or profit_of_run(richer, move) <= 0:
                continue
            found.add(bloc)
            yield bloc, good


def profit_of_run(position: Position, run: str) -> int:
    """What running a bloc is worth at the market: what it makes is sold, what it eats is bought at today's prices."""
    rules = rules_data()
    seat = position.seats.index(str(position.to_move))
    before = position.fields()
    after_run = position.copy()
    after_run.play(run)
    after = after_run.fields()
    levels = dict(zip(rules["goods"], before["levels"], strict=True))
    eaten = [
        good
        for good, had, has in zip(rules["goods"], before["goods"][seat], after["goods"][seat], strict=True)
        for _ in range(had - has)
    ]
    ((_, industry, dots),) = set(after["ran"]) - set(before["ran"])
    face = rules["industries"][list(rules["industries"])[industry]]
    cost = price_of(rules, levels, eaten, buying=True)
    if face["makes"] == "money":
        return int(dots * face["per_dot"] - cost)
    return price_of(rules, levels, [face["makes"]] * dots, buying=False) - cost


def _bloc_of(move: str) -> str | None:
    """`d4:farm` for `run:d4:farm*2`: the bloc without how it is fed."""
    word, _, rest = move.partition(":")
    return rest.partition("*")[0].partition("+")[0] if word == "run" else None


def _with_one_more(document: Mapping[str, Any], seat: str, good: str) -> Position:
    copy = json.loads(json.dumps(document))
    player = next(player for player in copy["players"] if player["seat"] == seat)
    player["goods"][good] += 1
    return Position.from_document(copy)
