"""Reasons of trading: prices paid and moved, what a purchase is for, notes and deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from wonai.games.won.reasons.case import Case
from wonai.games.won.reasons.ledger import MONEY, Ledger
from wonai.games.won.reasons.reason import Amount, Reason, a, cubes, dollars, listed, plural
from wonai.games.won.views import asset_text

_WHICH = ("{a_tile}", "a second {tile}", "a third {tile}", "a fourth {tile}")
LEAST_SHIFT = 2
"""Dollars that a move must shift in a rival's stock to be told."""


def buy(case: Case) -> Iterator[Reason]:
    """What the cubes cost, what they are for, and what the next one costs everybody."""
    paid = case.before.cost_of(Counter(case.move.goods))
    yield Reason("pays", f"costs {dollars(paid)}", {"paid": paid}, 4)
    yield from _uses(case)
    for good in dict.fromkeys(case.move.goods):
        yield from _supply(case, good)
        yield from _towards(case, good)
    yield from _prices(case, buying=True)
    yield from _rival_stocks(case)


def sell(case: Case) -> Iterator[Reason]:
    """What the cubes bring, and what the next one brings everybody."""
    got = case.before.sale_of(Counter(case.move.goods))
    yield Reason("brings", f"brings {dollars(got)}", {"got": got}, got)
    yield from _uses(case)
    yield from _purse(case)
    yield from _prices(case, buying=False)
    yield from _rival_stocks(case)
    yield from _final_score(case)


def note_take(case: Case) -> Iterator[Reason]:
    """Cash now against a repayment, or points, later."""
    notes, cash = case.before.data["notes"], case.before.note_value(case.seat)
    interest = case.before.setting("note_interest")
    repay = notes["repay"]
    text = f"brings {dollars(cash)} now; repaying it costs {dollars(repay)} ({dollars(repay - cash)} more)"
    text += f", keeping it {-notes['vp']} VP at the end" + (f" and {dollars(interest)} a round" if interest else "")
    amounts: dict[str, Amount] = {
        "cash": cash,
        "repay": repay,
        "dearer": repay - cash,
        "vp": -notes["vp"],
    }
    yield Reason("note", text, amounts | ({"interest": interest} if interest else {}), cash)
    yield from _purse(case)


def note_repay(case: Case) -> Iterator[Reason]:
    """Points now against cash."""
    price, gain = case.before.data["notes"]["repay"], case.after.scores[case.seat] - case.before.scores[case.seat]
    text = f"costs {dollars(price)} and counts {gain:+d} VP at once"
    yield Reason("repay", text, {"price": price, "vp": gain}, price)
    again = case.after.note_value(case.seat)
    yield Reason("credit", f"the next note brings {dollars(again)} again", {"cash": again}, 2)
    yield from _uses(case)


def trade_pass(case: Case) -> Iterator[Reason]:
    """What there is to go on with."""
    if case.before.document["passes"] == len(case.before.seats) - 1:
        yield Reason("last_pass", "ends the Trade phase", {}, 5)
    if case.before.document["phase"] == "final-trade":
        left = {good: n for good, n in case.before.goods(case.seat).items() if n}
        if left:
            worth = case.before.sale_of(left)
            text = f"leaves {cubes(left)} unsold, {dollars(worth)} on the market: cubes count nothing at the end"
            yield Reason("unsold", text, {**left, "worth": worth}, worth)
        return
    lack = case.before.lack(case.seat)
    if case.before.own_blocs(case.seat):
        if lack:
            price = case.before.cost_of(lack)
            text = f"leaves {cubes(lack)} lacking to run every bloc, {dollars(price)} on the market"
            yield Reason("lacks", text, {**lack, "price": price}, price)
        else:
            needs = case.before.needs(case.seat)
            taken = {good: needs[good] for good in case.before.data["goods"] if needs[good]}
            yield Reason("supplied", f"has all it takes to run every bloc: {cubes(taken)}", taken, 3)


# ---------------------------------------------------------------------------------------------------------------------
# Deals


def offer(case: Case) -> Iterator[Reason]:
    """An offer, as if it were accepted."""
    yield from _deal(case, case.seat, case.move.partner, case.move.give, case.move.get)
    yield from _uses(case)


def accept(case: Case) -> Iterator[Reason]:
    """The answer to an offer: the deal seen from the other side."""
    pending = case.before.document["offer"]
    yield from _deal(case, pending["to"], pending["from"], pending["get"], pending["give"])
    yield from _uses(case)


def reject(case: Case) -> Iterator[Reason]:
    """What the deal would have brought."""
    pending = case.before.document["offer"]
    get, give = pending["give"], pending["get"]
    own, partner = _against_market(case.before, get, give), _against_market(case.before, give, get)
    verdict = "worse" if own < 0 else "better"
    text = f"turns down what is {dollars(abs(own))} {verdict} than the market for {case.seat}"
    text += f" and would {'save' if partner >= 0 else 'cost'} {pending['from']} {dollars(abs(partner))}"
    yield Reason("refuses", text, {"own": abs(own), "partner": abs(partner)}, abs(own))
    yield from _uses(case)


def _deal(case: Case, seat: str, partner: str, give: Mapping[str, int], get: Mapping[str, int]) -> Iterator[Reason]:
    ledger = case.before
    own, other = _against_market(ledger, get, give), _against_market(ledger, give, get)
    verdict = "better" if own >= 0 else "worse"
    text = f"gets {_side(get)} for {_side(give)}: {dollars(abs(own))} {verdict} than buying and selling on the market"
    amounts: dict[str, Amount] = {f"get_{asset}": n for asset, n in get.items()}
    amounts |= {f"give_{asset}": n for asset, n in give.items()} | {"gain": abs(own)}
    yield Reason("deal", text, amounts, abs(own))
    verdict = "saves" if other >= 0 else "costs"
    text = f"{verdict} {partner} {dollars(abs(other))} against the market"
    yield Reason("partner", text, {"gain": abs(other), "partner": partner}, abs(other) / 2)
    given, got = ledger.printed_price(give), ledger.printed_price(get)
    if given and got and MONEY not in give and MONEY not in get:
        text = f"the printed barter prices are {dollars(given)} for what {seat} gives, {dollars(got)} for what it gets"
        yield Reason("printed", text, {"given": given, "got": got}, 4)


def _side(assets: Mapping[str, int]) -> str:
    return " + ".join(asset_text(asset, n) for asset, n in assets.items() if n) or "nothing"


def _against_market(ledger: Ledger, get: Mapping[str, int], give: Mapping[str, int]) -> int:
    """What a side saves: what it gets bought, less what it gives sold; a note counts what repaying it costs."""
    repay: int = ledger.data["notes"]["repay"]
    got = ledger.cost_of(get) + get.get(MONEY, 0) - repay * get.get("notes", 0)
    given = ledger.sale_of(give) + give.get(MONEY, 0) - repay * give.get("notes", 0)
    return got - given


# ---------------------------------------------------------------------------------------------------------------------
# What several kinds of trade share


def _uses(case: Case) -> Iterator[Reason]:
    """What the goods in hand now suffice for, or no longer do."""
    yield from _affords(case)
    now, then = case.after.best_production(case.seat), case.without.best_production(case.seat)
    prices_alike = case.after.document["markets"] == case.without.document["markets"]
    if not prices_alike:  # compare cubes, not prices
        now = Ledger.best_production(_at_prices_of(case.after, case.without), case.seat)
    lack = case.after.lack(case.seat)
    if now == then:
        return
    verb = "lets this round's production make" if now > then else "leaves this round's production"
    text = f"{verb} {dollars(now)} instead of {dollars(then)} at today's selling prices"
    text += f"; still lacking: {cubes(lack)}" if lack else "; every bloc can run in full" if now > then else ""
    amounts: dict[str, Amount] = {"made": now, "made_without": then}
    yield Reason("production", text, amounts | {f"lack_{good}": n for good, n in lack.items()}, abs(now - then))


def _at_prices_of(ledger: Ledger, other: Ledger) -> Ledger:
    """The holdings of one position at the prices of another."""
    twin = Ledger(ledger.position)
    twin.document = {**ledger.document, "markets": other.document["markets"]}
    return twin


def _affords(case: Case) -> Iterator[Reason]:
    """Tiles, flags and tokens that could not be paid for without the move; or that no longer can."""
    data = case.before.data
    costs: dict[tuple[tuple[str, int], ...], list[str]] = {}
    for tile, face in data["industries"].items():
        if case.before.document["stacks"].get(tile):
            costs.setdefault(tuple(face["cost"].items()), []).append(a(tile))
    costs.setdefault(tuple(data["actions"]["flag"].items()), []).append("a flag")
    for cost, things in costs.items():
        can, could = case.after.can_pay(case.seat, dict(cost)), case.without.can_pay(case.seat, dict(cost))
        if can == could:
            continue
        price = case.before.cost_of(dict(cost))
        verb = "completes" if can else "goes without" if case.move.kind == "reject" else "breaks up"
        text = f"{verb} the {cubes(dict(cost))} of {listed(things, 'or')}"
        yield Reason("affords" if can else "spends", text, dict(cost), price / 3)


def _purse(case: Case) -> Iterator[Reason]:
    """The purchases that the money now suffices for."""
    money, without = case.after.player(case.seat)[MONEY], case.without.player(case.seat)[MONEY]
    prices = {good: case.after.buy_price(good) for good in case.before.data["goods"]}
    new = {good: price for good, price in prices.items() if without < price <= money}
    if new:
        wares = listed([f"{good} at {dollars(price)}" for good, price in new.items()], "or")
        text = f"gives {case.seat} {dollars(money)} in all, enough for {wares}"
        yield Reason("purse", text, {"money": money, **new}, 8)
    repay, notes = case.before.data["notes"]["repay"], case.after.player(case.seat)["notes"]
    if notes and case.move.kind == "sell" and without < repay <= money:
        yield Reason("can_repay", f"lets {case.seat} repay a note for {dollars(repay)}", {"repay": repay}, 6)


def _supply(case: Case, good: str) -> Iterator[Reason]:
    """How much of what the blocs take in a round is there now."""
    takes, before = case.before.needs(case.seat)[good], case.before.goods(case.seat)[good]
    if before < takes:
        has = min(case.after.goods(case.seat)[good], takes)
        text = f"then {case.seat} has {has} of the {takes} {good} that running everything takes a round"
        yield Reason("supply", text, {"good": good, "has": has, "takes": takes}, 7)


def _towards(case: Case, good: str) -> Iterator[Reason]:
    """The tile, or the second or third of a kind, that is nearest to being paid for and that this cube counts for."""
    held, now = case.before.goods(case.seat), case.after.goods(case.seat)
    nearest: tuple[int, str, dict[str, int]] | None = None
    for tile, face in case.before.data["industries"].items():
        each = face["cost"].get(good, 0)
        count = held[good] // each + 1 if each else 0
        if not 0 < count <= min(len(_WHICH), case.before.document["stacks"].get(tile, 0)):
            continue
        lack = {asset: count * n - now[asset] for asset, n in face["cost"].items() if now[asset] < count * n}
        price = case.after.cost_of(lack)
        if (lack or count > 1) and (nearest is None or price < nearest[0]):
            nearest = price, _WHICH[count - 1].format(tile=tile, a_tile=a(tile)), lack
    if nearest is None:
        return
    price, which, lack = nearest
    if lack:
        text = f"goes towards {which}: {cubes(lack)} still lacking, {dollars(price)} on the market"
        yield Reason("towards", text, {"good": good, "tile": which, "price": price, **lack}, 6)
    else:
        yield Reason("second", f"pays for {which}", {"good": good, "tile": which}, 9)


def _prices(case: Case, *, buying: bool) -> Iterator[Reason]:
    for good in dict.fromkeys(case.move.goods):
        quotes = [(ledger.buy_price if buying else ledger.sell_price)(good) for ledger in (case.before, case.after)]
        if quotes[0] != quotes[1]:
            verb = "costs" if buying else "brings"
            yield Reason(
                "price",
                f"the next {good} {verb} {dollars(quotes[1])}, no longer {dollars(quotes[0])}",
                {"good": good, "before": quotes[0], "after": quotes[1]},
                2 + abs(quotes[0] - quotes[1]),
            )


def _rival_stocks(case: Case) -> Iterator[Reason]:
    """What the rivals' cubes of the same goods would fetch, all sold at once."""
    for rival in case.before.seats:
        stock = {good: case.before.goods(rival)[good] for good in dict.fromkeys(case.move.goods)}
        if rival == case.seat or not any(stock.values()):
            continue
        change = case.after.sale_of(stock) - case.before.sale_of(stock)
        if abs(change) >= LEAST_SHIFT:
            verb, side = ("adds", "to") if change > 0 else ("takes", "from")
            text = f"{verb} {dollars(abs(change))} {side} what {rival}'s {cubes(stock)} would fetch"
            amounts: dict[str, Amount] = {"rival": rival, "change": abs(change)}
            amounts |= {good: n for good, n in stock.items() if n}
            yield Reason("rival_stock", text, amounts, abs(change) / 2)


def _final_score(case: Case) -> Iterator[Reason]:
    if case.before.document["phase"] == "final-trade":
        gain = case.after.scores[case.seat] - case.without.scores[case.seat]
        if gain:
            yield Reason("score", f"counts {gain:+d} VP at once", {"vp": gain}, 10.0 * abs(gain))


def settle_pass(case: Case) -> Iterator[Reason]:
    """Nothing more to repay, or nothing to repay it with."""
    player = case.before.player(case.seat)
    if player["notes"]:
        text = f"keeps {plural(player['notes'], 'note')} with {dollars(player[MONEY])} in hand"
        yield Reason("keeps", text, {"notes": player["notes"], "money": player[MONEY]}, 5)
