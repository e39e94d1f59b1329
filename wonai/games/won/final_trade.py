"""The end of the game in exact numbers: notes against points, the order of the last sales, the uniform sale.

In an open final trade everyone sells, in turn, down the same tracks. What only the seat itself holds can wait; what
rivals hold too falls while one waits. `sale_order` searches the orders of its own sales against rivals who each
sell the cube that brings most.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from wonai.games.won.planner.follow import follow
from wonai.games.won.planner.replay import advance, passive_move
from wonai.games.won.position import Position
from wonai.games.won.tables import rules_data

MOST_LINES = 600
"""Orders of sales that are followed at a time; fewer different ones mean that the search was complete."""


class Repayment(NamedTuple):
    """How many notes to pay back at the end, and what it makes of the score."""

    notes: int
    points: int
    """Points of money and notes together, afterwards."""
    points_before: int
    money: int
    """Left afterwards; it breaks ties."""


def best_repayment(money: int, notes: int) -> Repayment:
    """The repayment with the most points, then the most money: a note back for its price, money counted in tens."""
    rules = rules_data()
    price, per_note, per_point = rules["notes"]["repay"], rules["notes"]["vp"], rules["score"]["money_per_vp"]

    def points(repaid: int) -> int:
        return int((money - repaid * price) // per_point + per_note * (notes - repaid))

    best = max(range(min(notes, money // price) + 1), key=lambda repaid: (points(repaid), -repaid))
    return Repayment(best, points(best), points(0), money - best * price)


class SaleOrder(NamedTuple):
    """Sales in the order to make them, and what they bring."""

    moves: tuple[str, ...]
    proceeds: int
    """Against rivals who sell too."""
    alone: int
    """Against rivals who pass."""
    is_complete: bool
    """Whether all orders were looked at."""


def _best_sale(position: Position) -> str | None:
    """The sale of as many cubes as an action takes that brings most now."""
    sales = [move for move in position.legal_moves() if move.startswith("sell:")]
    if not sales:
        return None
    return max(sales, key=lambda move: (_money_from(position, move), move))


def _money_from(position: Position, move: str) -> int:
    after = position.copy()
    number = position.seats.index(str(position.to_move))
    after.play(move)
    return int(after.fields()["money"][number] - position.fields()["money"][number])


def _rivals_sell(position: Position, seat: str) -> None:
    """Everyone else sells until it is the seat's turn again or the game is over."""
    while position.to_move not in (seat, None):
        position.play(_best_sale(position) or passive_move(position))


def sale_order(position: Position, seat: str) -> SaleOrder:
    """The best order to sell everything in an open final trade, the rivals selling too."""
    start = position.copy()
    _rivals_sell(start, seat)
    number = position.seats.index(seat)
    beam: dict[int, tuple[Position, tuple[str, ...]]] = {start.key: (start, ())}
    finished: list[tuple[int, tuple[str, ...]]] = []
    is_complete = True
    while beam:
        following: dict[int, tuple[Position, tuple[str, ...]]] = {}
        for line, moves in beam.values():
            sales = _full_sales(line) if line.to_move == seat else []
            if not sales:
                finished.append((line.fields()["money"][number], moves))
                continue
            for sale in sales:
                after = line.copy()
                after.play(sale)
                _rivals_sell(after, seat)
                following.setdefault(after.key, (after, (*moves, sale)))
        if len(following) > MOST_LINES:
            is_complete = False
            best = sorted(following.items(), key=lambda item: -item[1][0].fields()["money"][number])
            following = dict(best[:MOST_LINES])
        beam = following
    money, moves = max(finished, key=lambda found: (found[0], -len(found[1])))
    return SaleOrder(moves, money - start.fields()["money"][number], _alone(position, seat, moves), is_complete)


def _full_sales(position: Position) -> list[str]:
    """Sales that use the whole action: waiting with a cube never helps."""
    sales = [move for move in position.legal_moves() if move.startswith("sell:")]
    most = max((move.count(",") for move in sales), default=0)
    return [move for move in sales if move.count(",") == most]


def _alone(position: Position, seat: str, moves: tuple[str, ...]) -> int:
    alone = position.copy()
    number = position.seats.index(seat)
    before = alone.fields()["money"][number]
    for move in moves:
        while alone.to_move != seat:
            alone.play(passive_move(alone))
        alone.play(move)
    return int(alone.fields()["money"][number] - before)


def uniform_prices(position: Position) -> dict[str, dict[str, int]]:
    """What the uniform sale would pay for each good if it were held now, and how many cubes there are."""
    rules, fields = rules_data(), position.fields()
    found = {}
    for number, good in enumerate(rules["goods"]):
        track = rules["markets"][good]
        total = sum(goods[number] for goods in fields["goods"])
        level = fields["levels"][number] + total // 2
        price = track["sell"][level] if level < len(track["sell"]) else track["full_sell"]
        found[good] = {"cubes": total, "price": price}
    return found


def uniform_sale(position: Position, seat: str) -> int:
    """Dollars that a seat would get for everything in the uniform sale."""
    number = position.seats.index(seat)
    prices = uniform_prices(position)
    return sum(n * prices[good]["price"] for good, n in zip(prices, position.fields()["goods"][number], strict=True))


def final_plan(position: Position, seat: str) -> dict[str, Any]:
    """The plan of a seat in the final trade or the settling: sales in order, notes back, pass."""
    ready = position.copy()
    before = advance(ready, seat)
    if before is None:
        return {}
    number = position.seats.index(seat)
    order = sale_order(ready, seat) if ready.phase == "final-trade" else SaleOrder((), 0, 0, True)
    money = ready.fields()["money"][number] + order.alone
    repayment = best_repayment(money, ready.fields()["notes"][number])
    raced = best_repayment(ready.fields()["money"][number] + order.proceeds, ready.fields()["notes"][number])
    moves = [*order.moves, *["note:repay"] * repayment.notes, "pass"]
    return {
        "seat": seat,
        "round": position.round,
        "phase": position.phase,
        **follow(ready.copy(), seat, moves),
        "moves": [*before, *moves],
        "race": {"proceeds": order.proceeds, "alone": order.alone, "repay": raced.notes, "complete": order.is_complete},
        "points": {"before": repayment.points_before, "after": repayment.points},
    }
