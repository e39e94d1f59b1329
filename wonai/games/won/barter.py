"""Barter: the offers where both sides gain, the zone of prices, the split, and the answer to an offer.

What a deal is worth to a side is the difference between its best rounds with and without it, less what the other
side's trades then do to its prices. Exchanges are searched with the quick planner; what is proposed has been checked
with the exact one on both sides, as far as there was time. Money moves in whole dollars. Nothing is proposed that
either side could not carry out, or that gives the leader, at the table or beside it, more than oneself.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, takewhile
from typing import Any

from wonai._core.won.round_problem import deal_worths, effect_of_levels, levels_after_plans, price_effects
from wonai.errors import NotationError, WonaiError
from wonai.games.won.deal_worth import (
    MONEY,
    N_ASSETS,
    NOTES,
    NOTHING,
    Change,
    Clock,
    ExactJudge,
    Judge,
    QuickJudge,
    quick_gains,
    with_change,
)
from wonai.games.won.position import Position
from wonai.games.won.tables import rules_data
from wonai.games.won.views import assets_text

LEAST_GAIN = 1.0
"""Dollars that a deal must bring each side to be worth the talk."""
LEAST_SURPLUS = 4.0
"""... and both together: what is less is within the errors of the estimates."""
MOST_MONEY = 120
"""Dollars that change hands on top of cubes and notes at most."""
CHECKED = 6
"""Exchanges that are checked with the exact planner at most."""
OF_EACH_PARTNER = 3
"""Of them with one partner."""
SPLITS = 8
"""Amounts of money that are compared before the exact gains are known."""
LIKELY = 30
"""Exchanges with one partner, the best if both sides traded in markets of their own, that are looked at closer."""
GROWN = 4
"""Of them, those to which more cubes and notes are added one by one."""
BUNDLE_GAIN = 2.0
"""Dollars that each of these must bring: a bundle is more to talk about."""
TRIED = 12
"""Of them, those whose price is looked for."""
TRIED_WAYS = (1.0, 0.5, 0.2)
"""Parts of the way to an even split that are tried, while nothing better is found."""
LEAST_MOVED = 2
"""Dollars that are worth another look."""
FIRMNESS = 0.5
"""Nash bargaining: both sides' gains count alike. Above it one's own counts more."""

_NEVER = float("-inf")
_MOST_CUBES = 4
_MOST_SWAPPED = 3
_MOST_NOTES = 2
_MOST_KINDS = 4


@dataclass(frozen=True, slots=True)
class Deal:
    """An exchange seen from one side, with what it brings both, in dollars, each other's trades counted."""

    seat: int
    partner: int
    change: Change
    gain: float
    partner_gain: float
    zone: tuple[int, int] | None = None
    """Money the seat may get (below 0: pay) so that both still gain: from the partner's best to its own."""
    is_exact: bool = False
    """Whether the gains are those of the exact planner, not estimates."""

    @property
    def is_good(self) -> bool:
        """Whether both sides gain enough."""
        return min(self.gain, self.partner_gain) >= LEAST_GAIN and self.gain + self.partner_gain >= LEAST_SURPLUS


def _negated(change: Change) -> Change:
    return tuple(-n for n in change)


def _with_money(change: Change, money: int) -> Change:
    return (*change[:MONEY], money, *change[MONEY + 1 :])


# --- the search for offers -----------------------------------------------------------------------


def _exchanges(held: Sequence[int], theirs: Sequence[int], notes: int, their_notes: int) -> Iterator[Change]:
    """Exchanges of cubes and notes that both hold, money aside: sales, purchases, swaps, bundles, notes."""
    n_goods = len(held)

    def change(moved: Mapping[int, int]) -> Change:
        return tuple(moved.get(asset, 0) for asset in range(N_ASSETS))

    for good in range(n_goods):
        for n in range(1, _MOST_CUBES + 1):
            if n <= held[good]:
                yield change({good: -n})
            if n <= theirs[good]:
                yield change({good: n})
    for one, two in combinations(range(n_goods), 2):
        if held[one] and held[two]:
            yield change({one: -1, two: -1})
        if theirs[one] and theirs[two]:
            yield change({one: 1, two: 1})
    for given in range(n_goods):
        for got in range(n_goods):
            for n in range(1, min(held[given], _MOST_SWAPPED) + 1) if given != got else ():
                for m in range(1, min(theirs[got], _MOST_SWAPPED) + 1):
                    yield change({given: -n, got: m})
    for n in range(1, _MOST_NOTES + 1):
        if n <= notes:
            yield change({NOTES: -n})
            yield from (change({NOTES: -n, good: -1}) for good in range(n_goods) if held[good])
        if n <= their_notes:
            yield change({NOTES: n})
            yield from (change({NOTES: n, good: 1}) for good in range(n_goods) if theirs[good])


def _split(
    position: Position, seat: int, partner: int, change: Change, effects: tuple[float, float], firmness: float
) -> tuple[int, tuple[int, int]] | None:
    """The whole-dollar money of the bargaining solution for an exchange, and the zone; None without a zone."""

    def mine(money: int) -> float:
        gain = quick_gains(position, seat, [_with_money(change, money)])[0]
        return _NEVER if gain is None else gain + effects[0]

    def theirs(money: int) -> float:
        gain = quick_gains(position, partner, [_negated(_with_money(change, money))])[0]
        return _NEVER if gain is None else gain + effects[1]

    # The more money the seat gets, the more it gains and the less its partner: both ends are found by halving.
    amounts = range(-MOST_MONEY, MOST_MONEY + 1)
    first = bisect_left(amounts, True, key=lambda money: mine(money) >= LEAST_GAIN)
    after = bisect_left(amounts, True, key=lambda money: theirs(money) < LEAST_GAIN)
    zone = amounts[first:after]
    best, best_money = 0.0, None
    for money in zone[:: max(len(zone) // SPLITS, 1)]:
        a, b = mine(money), theirs(money)
        if min(a, b) >= LEAST_GAIN and a**firmness * b ** (1 - firmness) > best:
            best, best_money = a**firmness * b ** (1 - firmness), money
    return None if best_money is None else (best_money, (zone[0], zone[-1]))


def leader(position: Position) -> int:
    """The seat whose round is worth most."""
    worths = [deal_worths(position, seat, [NOTHING])[0] or 0 for seat in range(len(position.seats))]
    return max(range(len(worths)), key=lambda seat: (worths[seat], -seat))


def _helps_the_leader(position: Position, deal: Deal, leading: int) -> bool:
    """Whether the leader gains more than the seat: as its partner, or as a third seat through the prices."""
    if leading == deal.seat:
        return False
    gain = deal.partner_gain if deal.partner == leading else _third_seats(position, deal)[position.seats[leading]]
    return gain > max(deal.gain, 0.0)


def find_deals(
    position: Position,
    seat: int,
    *,
    limit: int = 3,
    firmness: float = FIRMNESS,
    partners: Sequence[int] | None = None,
    quick: bool = False,
    seconds: float | None = None,
) -> list[Deal]:
    """The best deals to propose, the best for the seat first; checked by the exact planner unless `quick`.

    With `seconds`, what could be checked in that time; if nothing could, the quick planner's word is taken.
    """
    clock = Clock(seconds)
    fields = position.fields()
    leading = leader(position)
    found: list[tuple[float, Deal]] = []
    for partner in range(len(position.seats)) if partners is None else partners:
        if partner == seat:
            continue
        exchanges = list(
            _exchanges(fields["goods"][seat], fields["goods"][partner], fields["notes"][seat], fields["notes"][partner])
        )
        for surplus, change, effects in _with_bundles(position, seat, partner, exchanges)[:TRIED]:
            split = _split(position, seat, partner, change, effects, firmness)
            if split is not None:
                deal = Deal(seat, partner, _with_money(change, split[0]), 0, 0, split[1])
                found.append((surplus, deal))
    found.sort(key=lambda entry: -entry[0])
    deals: list[Deal] = []
    for _, deal in found:
        if sum(one.partner == deal.partner for one in deals) < OF_EACH_PARTNER and len(deals) < CHECKED:
            deals.append(deal)
    judge: Judge = QuickJudge(position) if quick else ExactJudge(position, clock)
    checked = _fair_deals(judge, position, deals, leading, firmness)
    if not checked and clock.is_up:
        judge = QuickJudge(position)
        checked = _fair_deals(judge, position, deals, leading, firmness)
    checked.sort(key=lambda deal: -deal.gain)
    return [replace(deal, zone=_exact_zone(judge, deal)) for deal in checked[:limit]]


def _most_worthy(
    position: Position, seat: int, partner: int, exchanges: Sequence[Change]
) -> list[tuple[float, Change, tuple[float, float]]]:
    """Exchanges that gain both sides together enough: the joint gain, the exchange, the effects; the best first."""
    mine = quick_gains(position, seat, exchanges)
    theirs = quick_gains(position, partner, [_negated(change) for change in exchanges])
    apart = [
        (a + b, change) for a, b, change in zip(mine, theirs, exchanges, strict=True) if a is not None and b is not None
    ]
    apart = [entry for entry in apart if entry[0] >= LEAST_SURPLUS]
    apart.sort(key=_by_gain)
    likely = apart[:LIKELY]
    all_effects = price_effects(position, seat, partner, [change for _, change in likely])
    joint = [
        (surplus + sum(effects), change, effects)
        for (surplus, change), effects in zip(likely, all_effects, strict=True)
        if effects is not None and surplus + sum(effects) >= LEAST_SURPLUS
    ]
    return sorted(joint, key=_by_gain)


def _with_bundles(
    position: Position, seat: int, partner: int, exchanges: Sequence[Change]
) -> list[tuple[float, Change, tuple[float, float]]]:
    """The most worthy exchanges, and what they become when cubes and notes are added to the best of them."""
    joint = _most_worthy(position, seat, partner, exchanges)
    known = set(exchanges)
    for start in joint[:GROWN]:
        best = start
        while True:
            steps = [_with_one(best[1], asset, sign) for asset in range(N_ASSETS) if asset != MONEY for sign in (1, -1)]
            bundles = [step for step in steps if step not in known and _is_plain(step)]
            known.update(bundles)
            found = _most_worthy(position, seat, partner, bundles)[:1]
            if not found or found[0][0] < best[0] + BUNDLE_GAIN:
                break
            best = found[0]
        if best is not start:
            joint.append(best)
    return sorted(joint, key=_by_gain)


def _is_plain(change: Change) -> bool:
    """Whether a bundle can be talked about: a few cubes of a few goods, one note or two."""
    n_kinds = sum(n != 0 for asset, n in enumerate(change) if asset != MONEY)
    return max(map(abs, change)) <= _MOST_CUBES and abs(change[NOTES]) <= _MOST_NOTES and n_kinds <= _MOST_KINDS


def _with_one(change: Change, asset: int, sign: int) -> Change:
    return tuple(n + sign * (k == asset) for k, n in enumerate(change))


def _by_gain(entry: Sequence[Any]) -> tuple[float, int]:
    """The largest gain first, of equal ones the smallest exchange."""
    return -entry[0], sum(map(abs, entry[1]))


def _fair_deals(judge: Judge, position: Position, deals: Sequence[Deal], leading: int, firmness: float) -> list[Deal]:
    """Those that, judged and split anew, may be proposed; no more than there is time for."""
    fair: list[Deal] = []
    for deal in takewhile(lambda _: not judge.clock.is_up, deals):
        deal = _resplit(judge, _checked(judge, deal), firmness)
        if judge.clock.is_up:
            break
        if deal.is_good and not _helps_the_leader(position, deal, leading) and _is_possible(position, deal):
            fair.append(deal)
    return fair


def _resplit(judge: Judge, deal: Deal, firmness: float) -> Deal:
    """Move whole dollars until the gains are split as they should be, if both sides can still carry it out.

    A dollar need not count as much to both: where the whole way overshoots, a half of it is tried, then less.
    """
    surplus = deal.gain + deal.partner_gain
    if not surplus >= 2 * LEAST_GAIN or surplus == float("inf"):
        return deal
    share = min(max(firmness * surplus, LEAST_GAIN), surplus - LEAST_GAIN)
    way = round(share - deal.gain)
    for part in TRIED_WAYS:
        step = round(part * way)
        if not step or (deal.is_good and abs(step) < LEAST_MOVED):
            break
        moved = _checked(judge, replace(deal, change=_with_money(deal.change, deal.change[MONEY] + step)))
        if moved.is_good and (not deal.is_good or _product(moved, firmness) > _product(deal, firmness)):
            return moved
    return deal


def _product(deal: Deal, firmness: float) -> float:
    """What bargaining maximises (Nash): the gains, each to the power of its side's firmness."""
    return float(deal.gain**firmness * deal.partner_gain ** (1 - firmness))


def _exact_zone(judge: Judge, deal: Deal) -> tuple[int, int] | None:
    """The least and the most money for the seat at which both still gain, from a dollar-for-dollar guess inwards.

    None if there was no time to find them.
    """
    money = deal.change[MONEY]
    ends = []
    effects = judge.effects(deal.seat, deal.partner, deal.change)
    for seat, sign, gain, effect, change in (
        (deal.seat, -1, deal.gain, effects[0], deal.change),
        (deal.partner, 1, deal.partner_gain, effects[1], _negated(deal.change)),
    ):
        reach = int(gain - LEAST_GAIN)
        while reach and not judge.clock.is_up:
            # Whoever pays more (or gets less) must still gain, and both must be able to pay.
            now = judge.gain(seat, _with_money(change, change[MONEY] - reach))
            if now is not None and now + effect >= LEAST_GAIN:
                break
            reach //= 2
        ends.append(money + sign * reach)
    return None if judge.clock.is_up else (ends[0], ends[1])


def _checked(judge: Judge, deal: Deal) -> Deal:
    gain, partner_gain = judge.gain(deal.seat, deal.change), judge.gain(deal.partner, _negated(deal.change))
    effects = judge.effects(deal.seat, deal.partner, deal.change)
    return replace(
        deal,
        gain=_NEVER if gain is None else gain + effects[0],
        partner_gain=_NEVER if partner_gain is None else partner_gain + effects[1],
        is_exact=judge.is_exact,
    )


def _is_possible(position: Position, deal: Deal) -> bool:
    """Whether the rules allow the offer; asked of the position where it is the seat's turn."""
    if position.to_move == position.seats[deal.seat] and position.fields()["offer"] is None:
        return position.is_legal(offer_text(position, deal))
    return True


# --- words ---------------------------------------------------------------------------------------


def offer_text(position: Position, deal: Deal) -> str:
    """The deal as a move of the seat."""
    names = [*rules_data()["goods"], "$", "note"]
    give = [f"{name}{-n}" for name, n in zip(names, deal.change, strict=True) if n < 0]
    get = [f"{name}{n}" for name, n in zip(names, deal.change, strict=True) if n > 0]
    return f"barter:{position.seats[deal.partner]}:{','.join(give) or '-'}>{','.join(get) or '-'}"


def offer_words(position: Position, deal: Deal) -> str:
    """The deal as a sentence."""
    names = [*rules_data()["goods"], "money", "notes"]
    give = {name: -n for name, n in zip(names, deal.change, strict=True) if n < 0}
    get = {name: n for name, n in zip(names, deal.change, strict=True) if n > 0}
    seat, partner = position.seats[deal.seat], position.seats[deal.partner]
    return f"{seat} gives {partner} {assets_text(give)} for {assets_text(get)}"


def _third_seats(position: Position, deal: Deal) -> dict[str, float]:
    """What the deal does to the others: their trades at the prices both sides' own leave, with it and without."""
    pair = (deal.seat, deal.partner)
    others = [k for k in range(len(position.seats)) if k not in pair]
    changed = with_change(position, deal.seat, deal.change)
    changed = changed and with_change(changed, deal.partner, _negated(deal.change))
    if changed is None or position.phase != "trade":
        return {position.seats[k]: 0.0 for k in others}
    before, after = levels_after_plans(position, pair), levels_after_plans(changed, pair)
    return {position.seats[k]: effect_of_levels(position, k, before, after) for k in others}


def _document(position: Position, deal: Deal) -> dict[str, Any]:
    return {
        "move": offer_text(position, deal),
        "words": offer_words(position, deal),
        "seat": position.seats[deal.seat],
        "partner": position.seats[deal.partner],
        "gain": round(deal.gain, 2),
        "partner_gain": round(deal.partner_gain, 2),
        "exact": deal.is_exact,
        "zone": None if deal.zone is None else {"least": deal.zone[0], "most": deal.zone[1]},
        "others": {name: round(worth, 2) for name, worth in _third_seats(position, deal).items()},
    }


_TRADING = ("trade", "final-trade")


def best_offers(
    position: Position,
    seat: str,
    *,
    limit: int = 3,
    firmness: float = FIRMNESS,
    quick: bool = False,
    seconds: float | None = None,
) -> list[dict[str, Any]]:
    """Deals worth proposing, the best first, found in `seconds` if given; none outside the Trade phases."""
    if position.phase not in _TRADING:
        return []
    number = position.seats.index(seat)
    deals = find_deals(position, number, limit=limit, firmness=firmness, quick=quick, seconds=seconds)
    return [_document(position, deal) for deal in deals]


def pending_deal(position: Position) -> Deal | None:
    """The offer on the table, seen from the side that answers."""
    offer = position.fields()["offer"]
    if offer is None:
        return None
    maker, partner, give, get = offer
    change = tuple(a - b for a, b in zip(give, get, strict=True))
    return Deal(partner, maker, change, 0, 0)


def _read_offer(position: Position, text: str) -> Deal:
    """An offer by the seat to move, seen from the side that answers."""
    meant = position.tables.lexicon.parse(text)
    if isinstance(meant, int):
        raise NotationError(f'"{text}" is no offer')
    if not position.is_legal(text):
        raise WonaiError(position.refusal(text))
    offered = position.copy()
    offered.play(text)
    deal = pending_deal(offered)
    assert deal is not None
    return deal


def answer_to(
    position: Position, deal: Deal, *, firmness: float = FIRMNESS, seconds: float | None = None
) -> dict[str, Any]:
    """Accept or reject, the gains of all, and the offer one would rather make."""
    clock = Clock(seconds)
    judged = _checked(ExactJudge(position, clock, patient=True), deal)
    if clock.is_up:
        judged = _checked(QuickJudge(position), deal)
    is_bad_help = _helps_the_leader(position, judged, leader(position))
    accept = judged.gain >= LEAST_GAIN and not is_bad_help and judged.partner_gain != _NEVER
    free = position if pending_deal(position) is None else with_change(position, deal.seat, NOTHING)
    assert free is not None
    left = None if seconds is None else clock.left(seconds)
    counter = find_deals(free, deal.seat, limit=1, firmness=firmness, partners=[deal.partner], seconds=left)
    offered = Deal(deal.partner, deal.seat, _negated(deal.change), 0, 0)
    report: dict[str, Any] = {
        "offer": offer_text(position, offered),
        "words": offer_words(position, offered),
        "seat": position.seats[deal.seat],
        "partner": position.seats[deal.partner],
        "answer": "accept" if accept else "reject",
        "gain": _dollars(judged.gain),
        "partner_gain": _dollars(judged.partner_gain),
        "others": {name: round(worth, 2) for name, worth in _third_seats(position, judged).items()},
        "helps_leader": is_bad_help,
        "exact": judged.is_exact,
    }
    better = [one for one in counter if not accept or one.gain > judged.gain]
    report["counter"] = _document(free, better[0]) if better else None
    return report


def _dollars(gain: float) -> float | None:
    return None if gain == _NEVER else round(gain, 2)


def barter_report(
    position: Position,
    seat: str,
    *,
    offer: str | None = None,
    firmness: float = FIRMNESS,
    seconds: float | None = None,
) -> dict[str, Any]:
    """The offers to make, or the answer to the offer on the table (to `offer`, if given); in `seconds` if given."""
    if not 0 <= firmness <= 1:
        raise WonaiError(f"firmness: expected 0 to 1, got {firmness}")
    if position.phase not in _TRADING:
        raise WonaiError(f"no barter in the {position.phase} phase")
    pending = _read_offer(position, offer) if offer is not None else pending_deal(position)
    if pending is not None:
        answer = answer_to(position, pending, firmness=firmness, seconds=seconds)
        return {"seat": position.seats[pending.seat], "answer_to": answer}
    return {"seat": seat, "offers": best_offers(position, seat, firmness=firmness, seconds=seconds)}


def barter_text(report: Mapping[str, Any]) -> str:
    """Offers, or an answer, with what they bring to whom."""
    if "answer_to" in report:
        return "\n".join(_answer_lines(report["answer_to"]))
    if not report["offers"]:
        return f"No offer of {report['seat']} gains both sides."
    return "\n".join(line for entry in report["offers"] for line in _offer_lines(entry))


_ESTIMATED = " (estimated)"


def _offer_lines(entry: Mapping[str, Any]) -> Iterator[str]:
    yield entry["move"]
    gains = f"{entry['seat']} gains ${entry['gain']:.2f}, {entry['partner']} gains ${entry['partner_gain']:.2f}"
    yield f"  {gains}{'' if entry['exact'] else _ESTIMATED}"
    zone = entry["zone"]
    if zone and zone["least"] < zone["most"]:
        yield f"  both gain while {entry['seat']} {_zone_words(zone['least'], zone['most'])}"
    yield from _others_lines(entry["others"])


def _others_lines(others: Mapping[str, float]) -> Iterator[str]:
    touched = [f"{name} {_signed(worth)}" for name, worth in others.items() if worth]
    if touched:
        yield f"  through the prices: {', '.join(touched)}"


def _signed(worth: float) -> str:
    return f"{'-' if worth < 0 else '+'}${abs(worth):.2f}"


def _zone_words(least: int, most: int) -> str:
    """What a side gets at least and at most; below 0 it pays."""
    if least >= 0:
        return f"gets ${least} to ${most}"
    if most <= 0:
        return f"pays ${-most} to ${-least}"
    return f"pays up to ${-least} or gets up to ${most}"


def _answer_lines(entry: Mapping[str, Any]) -> Iterator[str]:
    yield f"{entry['words']}."
    yield f"{entry['seat']}: {entry['answer']}"
    gains = [(entry["seat"], entry["gain"]), (entry["partner"], entry["partner_gain"])]
    yield f"  {', '.join(_gain_words(*one) for one in gains)}{'' if entry['exact'] else _ESTIMATED}"
    yield from _others_lines(entry["others"])
    if entry["helps_leader"]:
        yield "  it gives the leader more than oneself"
    if entry["counter"]:
        yield "Rather offer, when it is your turn:"
        yield from (f"  {line}" for line in _offer_lines(entry["counter"]))
    elif entry["answer"] == "reject":
        yield f"No offer of {entry['seat']} to {entry['partner']} gains both."


def _gain_words(name: str, gain: float | None) -> str:
    if gain is None:
        return f"{name} cannot carry it out"
    return f"{name} {'loses' if gain < 0 else 'gains'} ${abs(gain):.2f}"
