"""Reasons of production: what a run makes and takes, and what it leaves for the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wonai.games.won.reasons.case import Case
from wonai.games.won.reasons.ledger import MONEY
from wonai.games.won.reasons.reason import Amount, Reason, cubes, dollars, plural
from wonai.games.won.views import asset_text, assets_text, find_bloc


def run(case: Case) -> Iterator[Reason]:
    """Output against input, and whether the rest can still run."""
    before = case.before
    bloc = find_bloc(before.document, before.blocs, case.move.hex, case.move.section)
    assert bloc is not None
    taken = {good: n - case.after.goods(case.seat)[good] for good, n in before.goods(case.seat).items()}
    taken = {good: n for good, n in taken.items() if n}
    product = before.product(bloc.industry)
    fed = len(bloc.hexes) if case.move.fed is None else case.move.fed
    made = before.made_by(bloc, fed)
    worth = made if product == MONEY else before.sale_of({product: made})
    price = before.cost_of(taken)
    text = f"makes {asset_text(product, made)}" + ("" if product == MONEY else f", {dollars(worth)} on the market,")
    text += f" for {cubes(taken)} ({dollars(price)})"
    amounts: dict[str, Amount] = {"made": made, "worth": worth, "price": price, **taken}
    yield Reason("run", text, amounts, max(worth - price, price))
    if case.move.fed is not None:
        whole = bloc.dots * before.per_dot(bloc.industry)
        tiles = plural(len(bloc.hexes), "tile")
        text = f"feeds {case.move.fed} of {tiles}: all would make {asset_text(product, whole)}"
        yield Reason("partly", text, {"fed": case.move.fed, "tiles": len(bloc.hexes), "whole": whole}, 5)
    unit = 1 if product == MONEY else before.sell_price(product)
    total, most = made * unit + case.after.best_production(case.seat), before.best_production(case.seat)
    if total < most:
        text = f"leaves {dollars(total)} for this and the rest at today's selling prices, "
        text += f"{dollars(most - total)} less than the best use of what is at hand"
        yield Reason("not_best", text, {"total": total, "short": most - total}, most - total)
    else:
        text = f"belongs to the best use of what is at hand: {dollars(most)} at today's selling prices"
        yield Reason("best_use", text, {"total": most}, 12)
    lack = case.after.lack(case.seat)
    if lack:
        yield Reason("lacks", f"the blocs still to run lack {cubes(lack)}", dict(lack), 2)


def done(case: Case) -> Iterator[Reason]:
    """What comes in, and what stays idle for want of what."""
    before = case.before
    made: Counter[str] = Counter()
    for entry in before.document.get("ran", ()):
        made.update(entry["makes"])
    if any(made.values()):
        goods = {asset: made[asset] for asset in (*before.data["goods"], MONEY) if made[asset]}
        yield Reason("made", f"takes in {assets_text(goods)}", dict(goods), 10)
    held = before.goods(case.seat)
    for bloc in before.own_blocs(case.seat):
        if before.has_run(bloc):
            continue
        whole, product = bloc.dots * before.per_dot(bloc.industry), before.product(bloc.industry)
        unit = 1 if product == MONEY else before.sell_price(product)
        lacks = [{good: n - held[good] for good, n in way.takes.items() if held[good] < n} for way in before.ways(bloc)]
        least = min(lacks, key=lambda missing: sum(missing.values()))
        name = f"the {bloc.industry} bloc of {bloc.hexes[0]}"
        why = f"for want of {cubes(least)}" if least else "though it could run"
        yield Reason(
            "idle",
            f"leaves {name} idle {why}: fed in full it makes {asset_text(product, whole)}",
            {"hex": bloc.hexes[0], "whole": whole, **least},
            whole * unit,
        )
