"""Reasons of the board: flags, tiles, tokens; what they make, save, deny and end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from wonai.games.won.reasons.case import Case
from wonai.games.won.reasons.ledger import MONEY, Ledger
from wonai.games.won.reasons.reason import Amount, Reason, a, cubes, dollars, listed, plural
from wonai.games.won.views import asset_text, plural_of, title_of

LEAST_DENIED = 2
"""Dots that make a hex worth denying: one of them any tile has by itself."""
SITE_WEIGHT = 6
"""What a hex weighs by itself: its price comes after what it is for."""
FEW_FLAGS = 2
FEW_HEXES = 3


def flag(case: Case) -> Iterator[Reason]:
    """A flag: room for a tile, a hex the others do not get."""
    yield from _site(case)
    yield from _denies(case, case.move.hex)
    yield _cost(case, case.before.data["actions"]["flag"])
    yield from _end(case)


def build(case: Case) -> Iterator[Reason]:
    """A tile: what it makes, what it costs, when that is paid back."""
    data = case.before.data
    tile = case.move.tile
    kinds = data["industries"] if tile in data["industries"] else data["super_industries"]
    cost = Counter(kinds[tile]["cost"])
    if case.move.forced:
        cost.update(data["actions"]["force"])
    yield from _production(case)
    yield from _payback(case, cost)
    yield from _score(case)
    yield _cost(case, cost)
    yield from _forced(case)
    yield from _end(case)


def place(case: Case) -> Iterator[Reason]:
    """A starting tile."""
    yield from _production(case)
    yield from _denies(case, case.move.hex)
    yield from _room(case)


def automate(case: Case) -> Iterator[Reason]:
    """Ore instead of food, for good."""
    cost = Counter(case.before.data["actions"]["automate"])
    yield from _feeding(case)
    yield from _payback(case, cost)
    yield _cost(case, cost)


def token(case: Case) -> Iterator[Reason]:
    """The same for a token that a broken bloc has left."""
    yield from _feeding(case)


def lift(case: Case) -> Iterator[Reason]:
    """A tile in the air: what it leaves behind."""
    if "lifted" not in case.before.document:
        goods, price = case.before.data["goods"], case.before.data["actions"]["move"]
        price = {good: n for good, n in price.items() if good in goods}
        yield _cost(case, price)
    yield from _production(case)
    if "lifted" not in case.before.document:
        yield from _resite(case)


def _resite(case: Case) -> Iterator[Reason]:
    """Where the lifted tile would earn most, against where it stood."""
    best, place = case.after.best_drop(case.seat)
    gain = best - case.before.income(case.seat)
    if gain > 0:
        text = f"put down on {place}, the tile would earn {dollars(gain)} a round more than on {case.move.hex}"
        yield Reason("resite", text, {"hex": place, "earns": gain}, 3 * gain)
    else:
        yield Reason("resite", f"nowhere would the tile earn more than on {case.move.hex}", {}, SITE_WEIGHT)


def drop(case: Case) -> Iterator[Reason]:
    """A tile put down again."""
    yield from _production(case)
    yield from _denies(case, case.move.hex)
    yield from _forced(case)
    yield from _end(case)


# ---------------------------------------------------------------------------------------------------------------------
# What a round makes


def _production(case: Case) -> Iterator[Reason]:
    """Dots completed or lost, by industry; blocs joined; mouths to feed."""
    now, then = case.after.dots(case.seat), case.without.dots(case.seat)
    for industry in case.before.data["industries"]:
        gain = now[industry] - then[industry]
        if gain:
            yield _dots(case, industry, then[industry], now[industry])
    yield from _feeding(case)


def _dots(case: Case, industry: str, then: int, now: int) -> Reason:
    gain = now - then
    per_dot, product = case.before.per_dot(industry), case.before.product(industry)
    verb = "completes" if gain > 0 else "gives up"
    made = f"{asset_text(product, now * per_dot)} a round instead of {asset_text(product, then * per_dot)}"
    return Reason(
        "dots",
        f"{verb} {plural(abs(gain), 'dot')}: {case.seat}'s {plural_of(industry)} make {made}",
        {
            "industry": industry,
            "dots": abs(gain),
            "made": now * per_dot,
            "made_without": then * per_dot,
        },
        abs(gain) * _worth_of_dot(case.before, industry) * 2,
    )


def _worth_of_dot(ledger: Ledger, industry: str) -> int:
    product = ledger.product(industry)
    return ledger.per_dot(industry) if product == MONEY else ledger.sell_price(product)


def _feeding(case: Case) -> Iterator[Reason]:
    """What running everything takes, more or less than without the move."""
    now, then = case.after.needs(case.seat), case.without.needs(case.seat)
    more = {good: now[good] - then[good] for good in case.before.data["goods"] if now[good] > then[good]}
    less = {good: then[good] - now[good] for good in case.before.data["goods"] if then[good] > now[good]}
    if not more and not less:
        return
    parts = [f"takes {cubes(more)} more" if more else "", f"saves {cubes(less)}" if less else ""]
    amounts: dict[str, int | float | str] = {f"more_{good}": n for good, n in more.items()}
    amounts |= {f"less_{good}": n for good, n in less.items()}
    worth = case.before.cost_of(less) + case.before.cost_of(more)
    yield Reason("feeding", f"{listed([part for part in parts if part])} a round to run everything", amounts, worth)


def _payback(case: Case, cost: Mapping[str, int]) -> Iterator[Reason]:
    """When the cubes spent have come back, at today's prices; against another move, what a round brings more."""
    gain = case.after.income(case.seat) - case.without.income(case.seat)
    if not case.is_alone:
        if gain:
            text = f"earns {dollars(abs(gain))} a round {'more' if gain > 0 else 'less'} at today's prices"
            yield Reason("income", text, {"income": abs(gain)}, 2 * abs(gain))
        return
    spent = case.before.cost_of(cost)
    # Cubes spent never go onto the rows: the prices are those of before.
    if gain > 0:
        rounds = -(-spent // gain)
        by = case.before.round + rounds - 1
        text = f"earns {dollars(gain)} a round at today's prices and pays back its {dollars(spent)} in round {by}"
        yield Reason("payback", text, {"income": gain, "cost": spent, "round": by}, 2 * gain)
    elif gain < 0:
        text = f"loses {dollars(-gain)} a round at today's prices, on top of the {dollars(spent)} spent"
        yield Reason("loss", text, {"income": -gain, "cost": spent}, -gain)


def _score(case: Case) -> Iterator[Reason]:
    gain = case.after.scores[case.seat] - case.without.scores[case.seat]
    if gain:
        yield Reason("score", f"counts {gain:+d} VP at once", {"vp": gain}, 10.0 * abs(gain))


def _cost(case: Case, cost: Mapping[str, int]) -> Reason:
    price = case.before.cost_of(cost)
    text = f"costs {cubes(cost)}, {dollars(price)} on the market"
    return Reason("cost", text, {"price": price, **{good: n for good, n in cost.items() if n}}, 5)


def _forced(case: Case) -> Iterator[Reason]:
    if case.move.forced:
        price = case.before.data["actions"]["force"]
        worth = case.before.cost_of(price)
        yield Reason("forced", f"forces a conflict for {cubes(price)} more", dict(price), worth)


# ---------------------------------------------------------------------------------------------------------------------
# Room, and who gets it


def _site(case: Case) -> Iterator[Reason]:
    """What the flag's hex is good for, and what is lacking for the tile."""
    site = case.before.best_site(case.move.hex, case.seat)
    if site is None:
        return
    cost, held = case.before.data["industries"][site.tile]["cost"], case.after.goods(case.seat)
    lack = {good: n - held[good] for good, n in cost.items() if held[good] < n}
    gains = [f"complete {plural(site.dots, 'dot')}"] if site.dots else []
    gains += [f"{'earn' if site.earns > 0 else 'lose'} {dollars(abs(site.earns))} a round"] if site.earns else []
    gains += [f"count {case.before.data['score']['tile']} VP"]
    text = f"claims {case.move.hex}: {a(site.tile)} there would {listed(gains)}"
    text += f"; {cubes(lack)} still lacking for it" if lack else "; its cubes are in hand"
    amounts: dict[str, Amount] = {"hex": case.move.hex, "tile": site.tile, "dots": site.dots}
    amounts |= {"earns": site.earns, "vp": case.before.data["score"]["tile"]}
    weight = SITE_WEIGHT + 2 * max(site.earns, 0)
    yield Reason("site", text, amounts | {f"lack_{good}": n for good, n in lack.items()}, weight)


def _denies(case: Case, place: str) -> Iterator[Reason]:
    """The rivals that could have flagged the hex and built well there."""
    if not case.before.is_empty(place):
        return
    for rival in case.before.seats:
        if rival == case.seat or not case.before.player(rival)["flags"] or not case.before.is_near(place, rival):
            continue
        site = case.before.best_site(place, rival)
        if site is not None and site.earns > 0 and site.dots >= LEAST_DENIED:
            yield Reason(
                "denies",
                f"denies {place} to {rival}, whose {site.tile} would complete {plural(site.dots, 'dot')} there "
                f"and earn {dollars(site.earns)} a round",
                {"hex": place, "rival": rival, "tile": site.tile, "dots": site.dots, "earns": site.earns},
                site.earns,
            )


def _room(case: Case) -> Iterator[Reason]:
    """Empty hexes next to the seat's own: where it can grow."""
    free = [place for place in case.after.empty_hexes() if case.after.is_near(place, case.seat)]
    text = f"leaves {plural(len(free), 'free hex')} around {case.seat}'s tiles"
    yield Reason("room", text, {"hexes": len(free)}, 1)


# ---------------------------------------------------------------------------------------------------------------------
# The end of the game


def _end(case: Case) -> Iterator[Reason]:
    """Whether the move ends the game, or brings its seat close to doing so."""
    causes, without = case.after.end_causes(), case.without.end_causes()
    new = [clause for name, clause in causes.items() if name not in without]
    if new:
        amounts = {"stacks": len(case.after.empty_stacks())} if "stacks" in causes and "stacks" not in without else {}
        yield Reason("ends", f"makes this the last round: {listed(new)}", amounts, 100)
        return
    if causes:
        return
    flags = case.after.player(case.seat)["flags"]
    fewer = flags < case.without.player(case.seat)["flags"]
    if fewer and flags <= FEW_FLAGS and case.after.setting("end_flags") == "any":
        text = f"leaves {case.seat} {plural(flags, 'flag')}: it can end the game with as many more"
        yield Reason("near_end", text, {"flags": flags}, 30)
    tile = case.move.tile
    if case.move.kind == "build" and tile in case.after.empty_stacks() and tile not in case.without.empty_stacks():
        empty, needed = len(case.after.empty_stacks()), case.after.data["end"]["empty_stacks"]
        text = f"takes the last {title_of(tile)}: {empty} of the {needed} empty stacks that end the game"
        yield Reason("stack", text, {"empty": empty, "needed": needed}, 15)
    free = len(case.after.empty_hexes())
    if free <= FEW_HEXES and free < len(case.without.empty_hexes()):
        text = f"leaves {plural(free, 'empty hex')} before the full board ends the game"
        yield Reason("near_end", text, {"hexes": free}, 30)


# ---------------------------------------------------------------------------------------------------------------------
# Passing


def develop_pass(case: Case) -> Iterator[Reason]:
    """What is kept, and who may end the game after it."""
    if case.before.document["passes"] == len(case.before.seats) - 1:
        causes = case.before.end_causes()
        text = "ends the Develop phase" + (f" and with it the game: {listed(list(causes.values()))}" if causes else "")
        amounts = {"stacks": len(case.before.empty_stacks())} if "stacks" in causes else {}
        yield Reason("last_pass", text, amounts, 20)
        return
    kept = {good: n for good, n in case.before.goods(case.seat).items() if n}
    if kept:
        worth = case.before.sale_of(kept)
        text = f"keeps {cubes(kept)}, {dollars(worth)} on the market"
        yield Reason("keeps", text, {**kept, "worth": worth}, 10)
    if case.before.end_causes():
        return
    for seat in case.before.seats:
        flags, labor = case.before.player(seat)["flags"], case.before.goods(seat)["labor"]
        if flags and flags <= labor and case.before.setting("end_flags") == "any":
            text = f"leaves {seat} able to end the game: {plural(flags, 'flag')} and {labor} labor in hand"
            yield Reason("may_end", text, {"seat": seat, "flags": flags, "labor": labor}, 25)
