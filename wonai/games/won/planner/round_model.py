"""The round of a seat as a linear model: what to trade and borrow, which bundles to carry out, what to run.

Prices of the wells become runs of equal prices: the cheapest cubes are bought first and the best sales made first
because nothing else is optimal, so no order has to be asked for. Candidates and worths come from the core.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from wonai._core.won.round_problem import CENTS
from wonai.games.won.planner.linear import LinearModel

MOST_BOUGHT = 16
"""Cubes of one good that a plan buys at most."""
SPARE = 4
"""Cubes of each good more than are held that the model has room for, so that one can ask what they would be worth."""
MONEY = 5
"""The product of banks, in the place of a good."""


class Way(NamedTuple):
    """A way to run a bloc."""

    move: int
    cost: tuple[int, ...]
    product: int
    amount: int
    with_ore: bool


class Bloc(NamedTuple):
    """A bloc as the model sees it: worths in cents, moves as codes."""

    industry: int
    hexes: tuple[int, ...]
    has_token: bool
    later: int
    later_automated: int
    automate: int
    ways: tuple[Way, ...]

    @classmethod
    def of(cls, record: Sequence[Any]) -> Bloc:
        """From the core's plain record."""
        return cls._make((*record[:-1], tuple(Way(*way) for way in record[-1])))


class Bundle(NamedTuple):
    """Steps of the Develop phase that change one bloc."""

    fixed: int
    cost: tuple[int, ...]
    n_flags: int
    tiles: tuple[int, ...]
    replaced: tuple[int, ...]
    claims: tuple[int, ...]
    steps: tuple[int, ...]
    made: tuple[Bloc, ...]
    score: int

    @classmethod
    def of(cls, record: Sequence[Any]) -> Bundle:
        """From the core's plain record."""
        *rest, made, score = record
        return cls._make((*rest, tuple(Bloc.of(bloc) for bloc in made), score))


class Choice(NamedTuple):
    """A round: what a planner decides, and what it ends with."""

    trade: tuple[int, ...]
    """Cubes to buy by good, below 0: to sell."""
    notes: int
    """To take, below 0: to repay."""
    steps: tuple[int, ...]
    """Of the Develop phase, as codes, in order."""
    runs: tuple[int, ...]
    money: int
    """At the end of the round, like the goods."""
    goods: tuple[int, ...]
    worth: int
    """In cents."""


@dataclass(slots=True)
class _Present:
    """A bloc with the columns that say whether it is there: 1 minus the sum of some, or one of them."""

    bloc: Bloc
    when: int | None
    unless: list[int]
    automated: int | None = None
    ways: list[int] = field(default_factory=list)


class RoundModel:
    """The model of a problem of the core (`round_problem`), with the places of its columns and rows."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.problem = problem
        self.blocs = [Bloc.of(record) for record in problem["blocs"]]
        self.bundles = [Bundle.of(record) for record in problem["bundles"]]
        self.linear = LinearModel(constant=problem["fixed"] - problem["notes"] * problem["note"])
        self.linear.constant += CENTS * (problem["money"] + problem["pending_money"])
        self._use: list[dict[int, int]] = [{} for _ in problem["goods"]]
        """By good: what every column takes of it before the production."""
        self._made: list[dict[int, int]] = [{} for _ in problem["goods"]]
        self._cash: dict[int, int] = {}
        """Dollars that every column brings (below 0: costs) in the Trade phase."""
        self._extreme_prices = self._find_extreme_prices()
        self._add_bundles()
        self._present: list[_Present] = []
        self._add_blocs()
        self._add_trade()
        self._add_balance()

    # --- the parts of the model ------------------------------------------------------------------

    def _add_bundles(self) -> None:
        model, problem = self.linear, self.problem
        self.picked = [model.column(1, bundle.fixed) for bundle in self.bundles]
        groups: dict[tuple[str, int], list[int]] = {}
        for column, bundle in zip(self.picked, self.bundles, strict=True):
            for good, amount in enumerate(bundle.cost):
                if amount:
                    self._use[good][column] = amount
            for claim in bundle.claims:
                groups.setdefault(("claim", claim), []).append(column)
            for bloc in bundle.replaced:
                groups.setdefault(("bloc", bloc), []).append(column)
        self._replacing = {bloc: groups.get(("bloc", bloc), []) for bloc in range(len(self.blocs))}
        seen: set[tuple[int, ...]] = set()
        for group in groups.values():
            if len(group) > 1 and tuple(group) not in seen:
                seen.add(tuple(group))
                model.one_of.append(group)
        limits = [(problem["flags"], [bundle.n_flags for bundle in self.bundles])]
        limits += [(left, [b.tiles[k] for b in self.bundles]) for k, left in enumerate(problem["stacks"])]
        for limit, uses in limits:
            if sum(max(use, 0) for use in uses) > limit:
                model.row(zip(self.picked, uses, strict=True), high=limit)

    def _add_blocs(self) -> None:
        for number, bloc in enumerate(self.blocs):
            self._add_bloc(_Present(bloc, None, self._replacing[number]))
        for column, bundle in zip(self.picked, self.bundles, strict=True):
            for bloc in bundle.made:
                self._add_bloc(_Present(bloc, column, []))

    def _add_bloc(self, present: _Present) -> None:
        model, bloc = self.linear, present.bloc
        self._present.append(present)
        self._gain_while(present, bloc.later)
        ways = [way for way in bloc.ways if not way.with_ore]
        with_ore = [way for way in bloc.ways if way.with_ore]
        if with_ore and not bloc.has_token and self.problem["can_develop"] and self._may_pay_off(bloc):
            present.automated = model.column(1, bloc.later_automated - bloc.later)
            for good, amount in enumerate(self.problem["automate_cost"]):
                if amount:
                    self._use[good][present.automated] = amount
            self._at_most_while([present.automated], present)
        for way in ways + (with_ore if bloc.has_token or present.automated is not None else []):
            column = model.column(1, CENTS * way.amount if way.product == MONEY else 0)
            present.ways.append(column)
            for good, amount in enumerate(way.cost):
                if amount:
                    self._use[good][column] = self._use[good].get(column, 0) + amount
            if way.product != MONEY:
                self._made[way.product][column] = way.amount
            if way.with_ore and present.automated is not None:
                model.row({column: 1, present.automated: -1}, high=0)
        self._at_most_while(present.ways, present)
        present.bloc = bloc._replace(ways=tuple(ways + with_ore)[: len(present.ways)])

    def _gain_while(self, present: _Present, gain: int) -> None:
        if present.when is None:
            self.linear.constant += gain
            for column in present.unless:
                self.linear.gain[column] -= gain
        else:
            self.linear.gain[present.when] += gain

    def _at_most_while(self, columns: list[int], present: _Present) -> None:
        """At most one of the columns, and none unless the bloc is there."""
        if not columns:
            return
        if present.when is None:
            # Two bundles never replace the same bloc, so this is one set of exclusive columns.
            self.linear.one_of.append(columns + present.unless)
        else:
            self.linear.row({**dict.fromkeys(columns, 1), present.when: -1}, high=0)

    def _may_pay_off(self, bloc: Bloc) -> bool:
        """Whether automation can be worth its cheapest price: what is saved at the dearest food, later and now."""
        dearest, cheapest = self._extreme_prices
        feeding = [sum(n * p for n, p in zip(way.cost, dearest, strict=True)) for way in bloc.ways if not way.with_ore]
        price = sum(n * p for n, p in zip(self.problem["automate_cost"], cheapest, strict=True))
        return bool(bloc.later_automated - bloc.later + max(feeding, default=0) > price)

    def _find_extreme_prices(self) -> tuple[list[int], list[int]]:
        """Cents by good: more than a cube can ever be worth here, and less."""
        both = list(zip(self.problem["buy"], self.problem["keep"], strict=True))
        return (
            [max(CENTS * max(ladder), max(keep)) for ladder, keep in both],
            [min(CENTS * min(ladder), min(keep)) for ladder, keep in both],
        )

    def _add_trade(self) -> None:
        problem, model = self.problem, self.linear
        n_goods = len(problem["goods"])
        self.sold: list[list[int]] = [[] for _ in range(n_goods)]
        self.bought: list[list[int]] = [[] for _ in range(n_goods)]
        self.taken: list[int] = []
        self.repaid: int | None = None
        if not problem["can_trade"]:
            return
        for good, held in enumerate(problem["goods"]):
            pairs = list(zip(problem["sell"][good], problem["sell_expected"][good], strict=True))
            runs = [(pair, len(list(same))) for pair, same in groupby(pairs[: held + SPARE])]
            runs[-1] = (runs[-1][0], runs[-1][1] + max(held + SPARE - len(pairs), 0))
            for (price, expected), length in runs:
                column = model.column(length, CENTS * expected)
                self.sold[good].append(column)
                self._use[good][column] = 1
                self._cash[column] = price
            pairs = list(zip(problem["buy"][good], problem["buy_expected"][good], strict=True))
            for (price, expected), same in groupby(pairs[:MOST_BOUGHT]):
                column = model.column(len(list(same)), -CENTS * expected)
                self.bought[good].append(column)
                self._use[good][column] = -1
                self._cash[column] = -price
        for value in problem["note_values"]:
            column = model.column(1, CENTS * value - problem["note"])
            self.taken.append(column)
            self._cash[column] = value
        if problem["notes"]:
            self.repaid = model.column(problem["notes"], problem["note"] - CENTS * problem["note_repay"])
            self._cash[self.repaid] = -problem["note_repay"]
        cubes = [column for good in range(n_goods) for column in self.sold[good] + self.bought[good]]
        # An action of several cubes buys or sells: one may stay unfilled on either side.
        most = problem["actions_left"] * problem["cubes_per_action"] - 2 * (problem["cubes_per_action"] - 1)
        if most < sum(model.high[column] for column in cubes):
            model.row(dict.fromkeys(cubes, 1), high=max(most, 0))

    def _add_balance(self) -> None:
        problem, model = self.problem, self.linear
        self.cash_row = model.row(self._cash, low=-problem["money"])
        notes = dict.fromkeys(self.taken, 1) | ({self.repaid: -1} if self.repaid is not None else {})
        self.notes_row = model.row(notes)
        self.held_rows: list[tuple[int, int]] = []
        self.kept: list[list[int]] = []
        for good, held in enumerate(problem["goods"]):
            use = self._use[good]
            enough = model.row(use, high=held)
            left: dict[int, int] = dict(use)
            for column, amount in self._made[good].items():
                left[column] = left.get(column, 0) - amount
            most = held + SPARE + problem["pending"][good] + sum(self._made[good].values()) + MOST_BOUGHT
            ladder = problem["keep"][good]
            runs = [(worth, len(list(same))) for worth, same in groupby(ladder)]
            runs[-1] = (runs[-1][0], max(most - len(ladder) + runs[-1][1], runs[-1][1]))
            kept = [model.column(length, worth) for worth, length in runs]
            self.kept.append(kept)
            left |= dict.fromkeys(kept, 1)
            after = held + problem["pending"][good]
            self.held_rows.append((enough, model.row(left, low=after, high=after)))

    # --- answers ---------------------------------------------------------------------------------

    def tidied(self, values: Sequence[int]) -> list[int]:
        """The same round with its cubes and notes in the order of the tracks, nothing bought that is sold as well.

        An optimal answer is tidy as it is; one that was cut short by the clock need not be. It never gets worse.
        """
        tidy = list(values)
        for bought, sold, kept in zip(self.bought, self.sold, self.kept, strict=True):
            net = sum(values[k] for k in bought) - sum(values[k] for k in sold)
            self._fill(tidy, bought, max(net, 0))
            self._fill(tidy, sold, max(-net, 0))
            self._fill(tidy, kept, sum(values[k] for k in kept))
        if self.repaid is not None:
            notes = self._notes(values)
            self._fill(tidy, self.taken, max(notes, 0))
            tidy[self.repaid] = max(-notes, 0)
        else:
            self._fill(tidy, self.taken, sum(values[k] for k in self.taken))
        return tidy

    def _fill(self, values: list[int], columns: Sequence[int], amount: int) -> None:
        for column in columns:
            values[column] = min(amount, self.linear.high[column])
            amount -= values[column]

    def mended(
        self, values: Sequence[int], more: Sequence[int], notes: int | None = None, least_notes: int | None = None
    ) -> list[int]:
        """A tidy round made to fit so many more cubes of each good, and `notes` taken (at least) if they are given.

        The builds and runs stay; cubes are kept, sold or bought as is best for each, then money that lacks is
        borrowed and money to spare repays. What comes out need not keep every row.
        """
        mended = list(values)
        for good, number in enumerate(more):
            enough = self.linear.row_high[self.held_rows[good][0]] if number else 0
            lacking = sum(n * mended[k] for k, n in self._use[good].items()) - enough if number < 0 else 0
            for step in range(abs(number)):
                self._mend_cube(mended, good, number > 0, step < lacking)
        if not self.problem["can_trade"]:
            return mended
        cash = sum(amount * mended[k] for k, amount in self._cash.items())
        lacking = self.linear.row_low[self.cash_row] - cash
        least = notes if notes is not None else least_notes
        while (notes is None and lacking > 0) or (least is not None and self._notes(mended) < least):
            column = self._room(mended, self.taken)
            if self.repaid is not None and mended[self.repaid]:
                mended[self.repaid] -= 1
                lacking -= self.problem["note_repay"]
            elif column is not None:
                mended[column] += 1
                lacking -= self._cash[column]
            else:
                break
        while notes is not None and self._notes(mended) > notes:
            column = self._filled(mended, self.taken)
            if column is not None:
                mended[column] -= 1
            elif self.repaid is not None and mended[self.repaid] < self.linear.high[self.repaid]:
                mended[self.repaid] += 1
            else:
                break
        return mended

    def _mend_cube(self, values: list[int], good: int, is_more: bool, is_lacking: bool) -> None:
        """One cube more (or less): kept, sold or not bought, whichever is worth most.

        A cube that is lacking before the production cannot be taken from those that are kept after it.
        """
        if is_more:
            changes = [
                (self._room(values, self.kept[good]), 1),
                (self._room(values, self.sold[good]), 1),
                (self._filled(values, self.bought[good]), -1),
            ]
        else:
            changes = [
                (None if is_lacking else self._filled(values, self.kept[good]), -1),
                (self._filled(values, self.sold[good]), -1),
                (self._room(values, self.bought[good]), 1),
            ]
        possible = [(self.linear.gain[column] * step, column, step) for column, step in changes if column is not None]
        if possible:
            _, column, step = max(possible)
            values[column] += step

    def _notes(self, values: Sequence[int]) -> int:
        """Notes taken, below 0: repaid."""
        return sum(values[k] for k in self.taken) - (values[self.repaid] if self.repaid is not None else 0)

    def _room(self, values: Sequence[int], columns: Sequence[int]) -> int | None:
        """The first column of a track that is not full."""
        return next((column for column in columns if values[column] < self.linear.high[column]), None)

    @staticmethod
    def _filled(values: Sequence[int], columns: Sequence[int]) -> int | None:
        """The last column of a track that is not empty."""
        return next((column for column in reversed(columns) if values[column]), None)

    def choice(self, values: Sequence[int]) -> Choice:
        """What the columns mean."""
        problem = self.problem
        values = self.tidied(values)
        trade = tuple(
            sum(values[k] for k in bought) - sum(values[k] for k in sold)
            for bought, sold in zip(self.bought, self.sold, strict=True)
        )
        notes = self._notes(values)
        steps: list[int] = []
        moved: list[int] = []
        for column, bundle in zip(self.picked, self.bundles, strict=True):
            if values[column]:
                (steps if any(bundle.tiles) or len(bundle.steps) == 1 else moved).extend(bundle.steps)
        automations = [p.bloc.automate for p in self._present if p.automated is not None and values[p.automated]]
        money = problem["money"] + problem["pending_money"] + sum(cash * values[k] for k, cash in self._cash.items())
        goods = [
            held + pending - sum(n * values[k] for k, n in use.items()) + sum(n * values[k] for k, n in made.items())
            for held, pending, use, made in zip(
                problem["goods"], problem["pending"], self._use, self._made, strict=True
            )
        ]
        runs: list[int] = []
        for present in self._present:
            for way, column in zip(present.bloc.ways, present.ways, strict=True):
                if values[column]:
                    runs.append(way.move)
                    money += way.amount if way.product == MONEY else 0
        return Choice(
            trade, notes, (*steps, *moved, *automations), tuple(runs), money, tuple(goods), self.linear.value(values)
        )
