"""Reasons of the draft: what a package is worth and who else makes the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from wonai.games.won.reasons.case import Case
from wonai.games.won.reasons.ledger import MONEY, Ledger
from wonai.games.won.reasons.reason import Amount, Reason, cubes, dollars, plural
from wonai.games.won.views import title_of


def draft(case: Case) -> Iterator[Reason]:
    """A package against the market, and against the other packages."""
    before, name = case.before, case.move.word
    worth = package_worth(before, name)
    package = _package(before, name)
    tiles = Counter(package.get("tiles", ()))
    goods = {good: package[good] for good in before.data["goods"] if good in package}
    parts = [plural(n, title_of(tile)) for tile, n in tiles.items()]
    parts += [cubes(goods)] if goods else []
    parts += [dollars(package[MONEY])] if MONEY in package else []
    flags = " with the flags" if tiles else ""
    text = f"brings {' + '.join(parts)}, worth {dollars(worth)} at today's prices{flags}"
    amounts: dict[str, Amount] = {**tiles, **goods, "worth": worth}
    if MONEY in package:
        amounts[MONEY] = package[MONEY]
    yield Reason("package", text, amounts, worth)
    left = [other[len("draft:") :] for other in before.position.legal_moves()]
    better = sum(package_worth(before, other) > worth for other in left)
    if len(left) == 1:
        text = "is the 1 package left"
    elif better:
        text = f"is worth less than {better} of the {len(left)} packages left"
    else:
        text = f"is worth as much as any of the {len(left)} packages left"
    yield Reason("rank", text, {"better": better, "left": len(left)}, 5)
    for tile in tiles:
        if tile in before.data["industries"]:
            yield _makers(case, tile)


def package_worth(ledger: Ledger, name: str) -> int:
    """Everything in a package at market prices: its cubes, its tiles with their flags, its money."""
    package = _package(ledger, name)
    basket: Counter[str] = Counter({good: package.get(good, 0) for good in ledger.data["goods"]})
    for tile in package.get("tiles", ()):
        group = "industries" if tile in ledger.data["industries"] else "super_industries"
        basket.update(ledger.data[group][tile]["cost"])
        basket.update(ledger.data["actions"]["flag"])
    return ledger.cost_of(basket) + int(package.get(MONEY, 0))


def _package(ledger: Ledger, name: str) -> Mapping[str, Any]:
    kinds: Mapping[str, Mapping[str, Any]] = ledger.data["packages"][ledger.setting("packages")]
    return next(group[name] for group in kinds.values() if name in group)


def _makers(case: Case, tile: str) -> Reason:
    """How many others make the same good."""
    product = case.before.product(tile)
    rivals = [seat for seat in case.before.seats if seat != case.seat and case.before.dots(seat)[tile]]
    if not rivals:
        return Reason("makers", f"nobody else makes {product} so far", {}, 6)
    text = f"{plural(len(rivals), 'rival')} {'makes' if len(rivals) == 1 else 'make'} {product} so far"
    return Reason("makers", text, {"rivals": len(rivals)}, 6)
