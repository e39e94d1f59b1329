"""What the moves of a plan do, read off the position as they are played while the others pass.

The fields are those of `wonai plan --json` (docs/planner.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from wonai._core.won.round_problem import holdings_after_runs
from wonai.games.won.planner.replay import hex_put, replay
from wonai.games.won.position import Position
from wonai.games.won.tables import rules_data
from wonai.games.won.views import BlocView, quote


def follow(position: Position, seat: str, moves: Sequence[str]) -> dict[str, Any]:
    """Play the moves but the last, the others passing, and write down what each does."""
    rules = rules_data()
    number = position.seats.index(seat)
    start = _holdings(position, number)
    trade: list[dict[str, Any]] = []
    builds: list[dict[str, Any]] = []
    runs: list[dict[str, Any]] = []
    before = start
    previous = ""
    prices: list[int] = []
    blocs = position.blocs()
    marks: dict[str, int] = {}
    paid = position.fields()["goods"][number]
    for move, _ in chain(replay(position, seat, moves, last=False), [("", position)]):
        after = _holdings(position, number)
        paid, paid_before = position.fields()["goods"][number], paid
        word = previous.partition(":")[0]
        if word in ("buy", "sell", "note"):
            entry = {"move": previous, "money": after["money"] - before["money"], "money_after": after["money"]}
            if word != "note":
                entry["prices"] = prices
                levels = dict(zip(rules["goods"], position.fields()["levels"], strict=True))
                names = dict.fromkeys(previous.partition(":")[2].split(","))
                entry["price_after"] = {
                    good: {"buy": market.buy, "sell": market.sell}
                    for good in names
                    for market in [quote(rules, good, levels[good])]
                }
            trade.append(entry)
        elif word in ("flag", "build", "lift", "drop", "automate", "token"):
            blocs, blocs_before = position.blocs(), blocs
            step: dict[str, Any] = {"move": previous, "uses": _spent(before, after)}
            if (place := hex_put(previous)) is not None:
                step["mark"] = marks.setdefault(place, len(marks) + 1)
            if word in ("build", "drop"):
                step["blocs"] = _changed_blocs(blocs_before, blocs, seat)
            builds.append(step)
        elif word == "run":
            uses = {good: a - b for good, a, b in zip(rules["goods"], paid_before, paid, strict=True) if a > b}
            bloc = _bloc_run(blocs, previous)
            runs.append(
                {"move": previous, "industry": bloc.industry, "tiles": len(bloc.hexes), "uses": uses}
                | {"makes": _made(before, after, uses)}
            )
        if move.startswith(("buy:", "sell:")):
            prices = _prices(move, position)
        before, previous = after, move
    return {
        "start": start,
        "trade": trade,
        "notes": {"take": moves.count("note:take"), "repay": moves.count("note:repay")},
        "builds": builds,
        "runs": runs,
        "end": before,
    }


def _holdings(position: Position, number: int) -> dict[str, Any]:
    goods: list[str] = rules_data()["goods"]
    fields = position.fields()
    money, cubes = holdings_after_runs(position, number)
    tiles = sum(owner == number and tile >= 0 for owner, tile in zip(fields["owner"], fields["tile"], strict=True))
    return {
        "money": money,
        "notes": fields["notes"][number],
        "goods": dict(zip(goods, cubes, strict=True)),
        "tiles": tiles,
        "flags": fields["flags"][number],
    }


def _spent(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, int]:
    """Cubes that are there no longer."""
    return {good: n - after["goods"][good] for good, n in before["goods"].items() if n > after["goods"][good]}


def _made(before: Mapping[str, Any], after: Mapping[str, Any], uses: Mapping[str, int]) -> dict[str, int]:
    made = {good: n - before["goods"][good] + uses.get(good, 0) for good, n in after["goods"].items()}
    made["money"] = after["money"] - before["money"]
    return {asset: n for asset, n in made.items() if n}


def _prices(move: str, position: Position) -> list[int]:
    """What each cube of a purchase or sale costs or brings at the position's prices."""
    word, _, cubes = move.partition(":")
    rules = rules_data()
    levels = dict(zip(rules["goods"], position.fields()["levels"], strict=True))
    prices = []
    for good in cubes.split(","):
        market = quote(rules, good, levels[good])
        prices.append(market.buy if word == "buy" else market.sell)
        levels[good] = min(max(levels[good] + (1 if word == "sell" else -1), 0), market.wells)
    return prices


def _changed_blocs(before: Sequence[BlocView], after: Sequence[BlocView], seat: str) -> list[dict[str, Any]]:
    """The seat's blocs that a step has made: their dots, and how many more these are than those of the blocs before."""
    old = [bloc for bloc in before if bloc.owner == seat]
    changed = []
    for bloc in after:
        if bloc.owner != seat or any(one.hexes == bloc.hexes and one.industry == bloc.industry for one in old):
            continue
        parts = [one for one in old if one.industry == bloc.industry and set(one.hexes) & set(bloc.hexes)]
        changed.append(
            {
                "industry": bloc.industry,
                "hex": bloc.hexes[0],
                "tiles": len(bloc.hexes),
                "dots": bloc.dots,
                "gained": bloc.dots - sum(one.dots for one in parts),
            }
        )
    return changed


def _bloc_run(blocs: Sequence[BlocView], move: str) -> BlocView:
    """The bloc that a `run:` names."""
    place, _, section = move.removeprefix("run:").partition(":")
    place = place.partition("*")[0].partition("+")[0]
    section = section.partition("*")[0].partition("+")[0]
    return next(bloc for bloc in blocs if bloc.hexes[0] == place and section in ("", bloc.industry))
