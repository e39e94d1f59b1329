"""Barter: the offers where both sides gain, the zone of prices, the split, and the answer to an offer.

What a deal is worth to a side is the difference between its best rounds with and without it. Exchanges are searched
with the quick planner; what is proposed has been checked with the exact one on both sides. Money moves in whole
dollars. Nothing is proposed that either side could not carry out, or that gives the leader more than oneself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from wonai._core.won.round_problem import CENTS, deal_worths, levels_after_plans
from wonai.errors import NotationError, WonaiError
from wonai.games.won.position import Position
from wonai.games.won.tables import rules_data

LEAST_GAIN = 1.0
"""Dollars that a deal must bring each side to be worth the talk."""
MOST_MONEY = 120
"""Dollars that change hands on top of cubes and notes at most."""
CHECKED = 4
"""Exchanges that are checked with the exact planner."""
TRIED = 12
"""Exchanges with one partner whose price is looked for."""
CHECK_SECONDS = 0.3
FIRMNESS = 0.5
"""Nash bargaining: both sides' gains count alike. Above it one's own counts more."""

_MONEY, _NOTES, _N_ASSETS = 5, 6, 7
_MOST_CUBES = 4
_MOST_SWAPPED = 3

Change = tuple[int, ...]
"""What a deal does to one side: five goods, money, notes."""


@dataclass(frozen=True, slots=True)
class Deal:
    """An exchange seen from one side, with what it brings both, in dollars."""

    seat: int
    partner: int
    change: Change
    gain: float
    partner_gain: float
    zone: tuple[int, int] | None = None
    """Money the seat may get (below 0: pay) so that both still gain: from the partner's best to its own."""

    @property
    def is_good(self) -> bool:
        """Whether both sides gain enough."""
        return self.gain >= LEAST_GAIN and self.partner_gain >= LEAST_GAIN


def _negated(change: Change) -> Change:
    return tuple(-n for n in change)


def _with_money(change: Change, money: int) -> Change:
    return (*change[:_MONEY], money, *change[_MONEY + 1 :])


# --- what a change is worth ----------------------------------------------------------------------


def quick_gains(position: Position, seat: int, changes: Sequence[Change]) -> list[float | None]:
    """Dollars by the quick planner; None where the seat cannot carry it out."""
    before, *after = deal_worths(position, seat, [(0,) * _N_ASSETS, *changes])
    assert before is not None
    return [None if worth is None else (worth - before) / CENTS for worth in after]


class _ExactJudge:
    """Gains by the exact planner, each holding solved once."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._worths: dict[tuple[int, Change], float | None] = {}

    def gain(self, seat: int, change: Change) -> float | None:
        """Dollars; None where the seat cannot carry it out."""
        before, after = self._worth(seat, (0,) * _N_ASSETS), self._worth(seat, change)
        return None if before is None or after is None else after - before

    def _worth(self, seat: int, change: Change) -> float | None:
        key = (seat, change)
        if key not in self._worths:
            self._worths[key] = self._solve(seat, change)
        return self._worths[key]

    def _solve(self, seat: int, change: Change) -> float | None:
        from wonai.games.won.planner.exact import solve_round

        if self._position.phase == "final-trade":
            worth = deal_worths(self._position, seat, [change])[0]
            return None if worth is None else worth / CENTS
        changed = _with_change(self._position, seat, change)
        return None if changed is None else solve_round(changed, seat, seconds=CHECK_SECONDS).choice.worth / CENTS


class _QuickJudge(_ExactJudge):
    """Gains by the quick planner: near the truth, in a hundredth of the time."""

    def _solve(self, seat: int, change: Change) -> float | None:
        worth = deal_worths(self._position, seat, [change])[0]
        return None if worth is None else worth / CENTS


def _with_change(position: Position, seat: int, change: Change) -> Position | None:
    """The position with other holdings of a seat, to move in its Trade phase; None if it cannot be (T2, C18)."""
    notes_rule = rules_data()["notes"]
    fields = position.fields()
    money, notes = fields["money"][seat], fields["notes"][seat]
    goods = [held + n for held, n in zip(fields["goods"][seat], change, strict=False)]
    if min(goods) < 0 or notes + change[_NOTES] < 0:
        return None
    while money < -change[_MONEY]:
        value = notes_rule["first_value"] - notes_rule["step"] * notes
        if value < notes_rule["least_value"]:
            return None
        money, notes = money + value, notes + 1
    fields["money"][seat], fields["notes"][seat] = money + change[_MONEY], notes + change[_NOTES]
    fields["goods"][seat] = goods
    fields["to_move"], fields["offer"] = seat, None
    return type(position).from_fields(position.tables, fields, position.names)


# --- the search for offers -----------------------------------------------------------------------


def _exchanges(held: Sequence[int], theirs: Sequence[int], notes: int, their_notes: int) -> Iterator[Change]:
    """Exchanges of cubes and notes that both hold, money aside: sales, purchases, swaps, bundles, notes."""
    n_goods = len(held)

    def change(moved: Mapping[int, int]) -> Change:
        return tuple(moved.get(asset, 0) for asset in range(_N_ASSETS))

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
    for n in (1, 2):
        if n <= notes:
            yield change({_NOTES: -n})
            yield from (change({_NOTES: -n, good: -1}) for good in range(n_goods) if held[good])
        if n <= their_notes:
            yield change({_NOTES: n})
            yield from (change({_NOTES: n, good: 1}) for good in range(n_goods) if theirs[good])


def _split(
    position: Position, seat: int, partner: int, change: Change, firmness: float
) -> tuple[int, tuple[int, int]] | None:
    """The whole-dollar money of the bargaining solution for an exchange, and the zone; None without a zone."""
    amounts = range(-MOST_MONEY, MOST_MONEY + 1)
    changes = [_with_money(change, money) for money in amounts]
    mine = quick_gains(position, seat, changes)
    theirs = quick_gains(position, partner, [_negated(one) for one in changes])
    zone = [
        (money, a, b)
        for money, a, b in zip(amounts, mine, theirs, strict=True)
        if a is not None and b is not None and a >= LEAST_GAIN and b >= LEAST_GAIN
    ]
    if not zone:
        return None
    money, _, _ = max(zone, key=lambda entry: (entry[1] ** firmness * entry[2] ** (1 - firmness), -abs(entry[0])))
    return money, (zone[0][0], zone[-1][0])


def leader(position: Position) -> int:
    """The seat whose round is worth most."""
    worths = [deal_worths(position, seat, [(0,) * _N_ASSETS])[0] or 0 for seat in range(len(position.seats))]
    return max(range(len(worths)), key=lambda seat: (worths[seat], -seat))


def _helps_the_leader(deal: Deal, leading: int) -> bool:
    return deal.partner == leading and deal.partner_gain > deal.gain


def find_deals(
    position: Position,
    seat: int,
    *,
    limit: int = 3,
    firmness: float = FIRMNESS,
    partners: Sequence[int] | None = None,
    quick: bool = False,
) -> list[Deal]:
    """The best deals to propose, the best for the seat first; checked by the exact planner unless `quick`."""
    fields = position.fields()
    leading = leader(position)
    found: list[tuple[float, Deal]] = []
    for partner in range(len(position.seats)) if partners is None else partners:
        if partner == seat:
            continue
        exchanges = list(
            _exchanges(fields["goods"][seat], fields["goods"][partner], fields["notes"][seat], fields["notes"][partner])
        )
        mine = quick_gains(position, seat, exchanges)
        theirs = quick_gains(position, partner, [_negated(change) for change in exchanges])
        triples = zip(mine, theirs, exchanges, strict=True)
        joint = [(a + b, change) for a, b, change in triples if a is not None and b is not None]
        joint.sort(key=lambda entry: (-entry[0], sum(map(abs, entry[1]))))
        for surplus, change in joint[:TRIED]:
            if surplus < 2 * LEAST_GAIN:
                break
            split = _split(position, seat, partner, change, firmness)
            if split is not None:
                deal = Deal(seat, partner, _with_money(change, split[0]), 0, 0, split[1])
                found.append((surplus, deal))
    found.sort(key=lambda entry: -entry[0])
    judge = _QuickJudge(position) if quick else _ExactJudge(position)
    checked = []
    for _, deal in found[: 2 * CHECKED]:
        deal = _resplit(judge, _checked(judge, deal), firmness)
        if deal.is_good and not _helps_the_leader(deal, leading) and _is_possible(position, deal):
            checked.append(deal)
        if len(checked) == CHECKED:
            break
    checked.sort(key=lambda deal: -deal.gain)
    return [replace(deal, zone=_exact_zone(judge, deal)) for deal in checked[:limit]]


def _resplit(judge: _ExactJudge, deal: Deal, firmness: float) -> Deal:
    """Move whole dollars until the exact gains are split as they should be, if both sides can still carry it out."""
    surplus = deal.gain + deal.partner_gain
    if not surplus >= 2 * LEAST_GAIN or surplus == float("inf"):
        return deal
    share = min(max(firmness * surplus, LEAST_GAIN), surplus - LEAST_GAIN)
    money = deal.change[_MONEY] + round(share - deal.gain)
    moved = _checked(judge, replace(deal, change=_with_money(deal.change, money)))
    return moved if moved.is_good and abs(moved.gain - share) < abs(deal.gain - share) else deal


def _exact_zone(judge: _ExactJudge, deal: Deal) -> tuple[int, int]:
    """The least and the most money for the seat at which both still gain, from a dollar-for-dollar guess inwards."""
    money = deal.change[_MONEY]
    ends = []
    for seat, sign, gain, change in (
        (deal.seat, -1, deal.gain, deal.change),
        (deal.partner, 1, deal.partner_gain, _negated(deal.change)),
    ):
        reach = int(gain - LEAST_GAIN)
        while reach:
            # Whoever pays more (or gets less) must still gain, and both must be able to pay.
            now = judge.gain(seat, _with_money(change, change[_MONEY] - reach))
            if now is not None and now >= LEAST_GAIN:
                break
            reach //= 2
        ends.append(money + sign * reach)
    return ends[0], ends[1]


def _checked(judge: _ExactJudge, deal: Deal) -> Deal:
    gain, partner_gain = judge.gain(deal.seat, deal.change), judge.gain(deal.partner, _negated(deal.change))
    never = float("-inf")
    return replace(
        deal, gain=never if gain is None else gain, partner_gain=never if partner_gain is None else partner_gain
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


def _third_seats(position: Position, deal: Deal) -> dict[str, float]:
    """What the deal does to the others: their rounds at the prices both sides' trades leave, with it and without."""
    fields = position.fields()
    changed = _with_change(position, deal.seat, deal.change)
    changed = changed and _with_change(changed, deal.partner, _negated(deal.change))
    if changed is None or position.phase != "trade":
        return {name: 0.0 for k, name in enumerate(position.seats) if k not in (deal.seat, deal.partner)}
    effect = {}
    pair = (deal.seat, deal.partner)
    worths = []
    for before in (position, changed):
        levels = levels_after_plans(before, pair)
        moved = {**fields, "levels": levels, "offer": None}
        market = type(position).from_fields(position.tables, moved, position.names)
        worths.append([deal_worths(market, k, [(0,) * _N_ASSETS])[0] or 0 for k in range(len(position.seats))])
    for k, name in enumerate(position.seats):
        if k not in pair:
            effect[name] = (worths[1][k] - worths[0][k]) / CENTS
    return effect


def _document(position: Position, deal: Deal) -> dict[str, Any]:
    return {
        "move": offer_text(position, deal),
        "seat": position.seats[deal.seat],
        "partner": position.seats[deal.partner],
        "gain": round(deal.gain, 2),
        "partner_gain": round(deal.partner_gain, 2),
        "zone": None if deal.zone is None else {"least": deal.zone[0], "most": deal.zone[1]},
        "others": {name: round(worth, 2) for name, worth in _third_seats(position, deal).items()},
    }


_TRADING = ("trade", "final-trade")


def best_offers(
    position: Position, seat: str, *, limit: int = 3, firmness: float = FIRMNESS, quick: bool = False
) -> list[dict[str, Any]]:
    """Deals worth proposing, the best first; none outside the Trade phases."""
    if position.phase not in _TRADING:
        return []
    deals = find_deals(position, position.seats.index(seat), limit=limit, firmness=firmness, quick=quick)
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


def answer_to(position: Position, deal: Deal, *, firmness: float = FIRMNESS) -> dict[str, Any]:
    """Accept or reject, the gains of all, and the offer one would rather make."""
    judged = _checked(_ExactJudge(position), deal)
    is_bad_help = _helps_the_leader(judged, leader(position))
    accept = judged.gain >= LEAST_GAIN and not is_bad_help and judged.partner_gain != float("-inf")
    free = position if pending_deal(position) is None else _with_change(position, deal.seat, (0,) * _N_ASSETS)
    assert free is not None
    counter = find_deals(free, deal.seat, limit=1, firmness=firmness, partners=[deal.partner])
    report: dict[str, Any] = {
        "seat": position.seats[deal.seat],
        "partner": position.seats[deal.partner],
        "answer": "accept" if accept else "reject",
        "gain": _dollars(judged.gain),
        "partner_gain": _dollars(judged.partner_gain),
        "others": {name: round(worth, 2) for name, worth in _third_seats(position, judged).items()},
        "helps_leader": is_bad_help,
    }
    better = [one for one in counter if not accept or one.gain > judged.gain]
    report["counter"] = _document(free, better[0]) if better else None
    return report


def _dollars(gain: float) -> float | None:
    return None if gain == float("-inf") else round(gain, 2)


def barter_report(
    position: Position, seat: str, *, offer: str | None = None, firmness: float = FIRMNESS
) -> dict[str, Any]:
    """The offers to make, or the answer to the offer on the table (to `offer`, if given)."""
    if not 0 <= firmness <= 1:
        raise WonaiError(f"firmness: expected 0 to 1, got {firmness}")
    if position.phase not in _TRADING:
        raise WonaiError(f"no barter in the {position.phase} phase")
    pending = _read_offer(position, offer) if offer is not None else pending_deal(position)
    if pending is not None:
        return {"seat": position.seats[pending.seat], "answer_to": answer_to(position, pending, firmness=firmness)}
    return {"seat": seat, "offers": best_offers(position, seat, firmness=firmness)}


def barter_text(report: Mapping[str, Any]) -> str:
    """Offers, or an answer, with what they bring to whom."""
    if "answer_to" in report:
        return "\n".join(_answer_lines(report["answer_to"]))
    if not report["offers"]:
        return f"No offer of {report['seat']} gains both sides."
    return "\n".join(line for entry in report["offers"] for line in _offer_lines(entry))


def _offer_lines(entry: Mapping[str, Any]) -> Iterator[str]:
    yield entry["move"]
    yield f"  {entry['seat']} gains ${entry['gain']:.2f}, {entry['partner']} gains ${entry['partner_gain']:.2f}"
    zone = entry["zone"]
    if zone and zone["least"] < zone["most"]:
        yield f"  both gain while {entry['seat']} gets from ${zone['least']} to ${zone['most']} (below 0: pays)"
    touched = [f"{name} {worth:+.2f}" for name, worth in entry["others"].items() if worth]
    if touched:
        yield f"  through the prices: {', '.join(touched)}"


def _answer_lines(entry: Mapping[str, Any]) -> Iterator[str]:
    yield f"{entry['seat']}: {entry['answer']}"
    gains = [(entry["seat"], entry["gain"]), (entry["partner"], entry["partner_gain"])]
    words = [f"{name} {'cannot carry it out' if gain is None else f'gains ${gain:.2f}'}" for name, gain in gains]
    yield f"  {', '.join(words)}"
    if entry["helps_leader"]:
        yield "  it gives the leader more than oneself"
    if entry["counter"]:
        yield "Rather offer:"
        yield from (f"  {line}" for line in _offer_lines(entry["counter"]))
