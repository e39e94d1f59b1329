"""Every reason of a move, worked out again from the plain reference alone: `python -m tests.analysis.recount 300`.

Shares no code with `wonai.games.won.reasons`: prices, dots, needs and ends are counted on `tests/reference/won.py`.
`expected` gives all reasons that a move must have, so that one which is missing is found as well as a wrong amount.
"""

from __future__ import annotations

import json
import math
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import wonai
from tests import lockstep
from tests.reference.won import Bloc, Game, Piece, most_dots

Fact = tuple[str, dict[str, Any]]


class Count:
    """The figures of one seat in one position."""

    def __init__(self, game: Game, seat: str) -> None:
        self.game, self.seat, self.rules = game, seat, game.rules
        self.me = game.players[seat]
        self.blocs = [bloc for bloc in game.blocs() if bloc.owner == seat]

    def dots(self, industry: str) -> int:
        return sum(len(bloc.dots) for bloc in self.blocs if bloc.industry == industry)

    def per_dot(self, industry: str) -> int:
        return int(self.rules.data["industries"][industry].get("per_dot", 1))

    def full_costs(self, blocs: list[Bloc]) -> Counter[str]:
        total: Counter[str] = Counter()
        for bloc in blocs:
            *_, (_, cost) = self.game._ways_to_run(bloc).values()
            total.update(cost)
        return total

    def idle(self) -> list[Bloc]:
        ran = self.game.ran if self.game.to_move == self.seat else {}
        return [bloc for bloc in self.blocs if (bloc.first, bloc.industry) not in ran]

    def lack(self) -> dict[str, int]:
        costs = self.full_costs(self.idle())
        return {
            good: costs[good] - self.me.goods[good] for good in self.rules.goods if costs[good] > self.me.goods[good]
        }

    def income(self) -> int:
        made: Counter[str] = Counter()
        for industry in self.rules.industries:
            made[self.rules.data["industries"][industry]["makes"]] += self.dots(industry) * self.per_dot(industry)
        money = made.pop("money", 0)
        return money + selling(self.game, made) - buying(self.game, self.full_costs(self.blocs))

    def production(self, prices: Game | None = None) -> int:
        """The dearest use of food, energy and ore, by trying everything."""
        levels = (prices or self.game).markets
        idle = self.idle()

        @cache
        def best(k: int, food: int, energy: int, ore: int) -> int:
            if k == len(idle):
                return 0
            bloc, most = idle[k], best(k + 1, food, energy, ore)
            product = self.rules.data["industries"][bloc.industry]["makes"]
            unit = 1 if product == "money" else self.rules.sell_price(product, levels[product])
            for fed, cost in self.game._ways_to_run(bloc).values():
                left = food - cost.get("food", 0), energy - cost.get("energy", 0), ore - cost.get("ore", 0)
                if min(left) >= 0:
                    made = most_dots(bloc.hexes, bloc.dots, fed) * self.per_dot(bloc.industry)
                    most = max(most, made * unit + best(k + 1, *left))
            return most

        return best(0, self.me.goods["food"], self.me.goods["energy"], self.me.goods["ore"])

    def can_pay(self, cost: dict[str, int]) -> bool:
        return all(self.me.goods[good] >= n for good, n in cost.items())


def buying(game: Game, goods: dict[str, int]) -> int:
    total = 0
    for good in game.rules.goods:
        level = game.markets[good]
        for _ in range(goods.get(good, 0)):
            total += game.rules.buy_price(good, level)
            level = max(level - 1, 0)
    return total


def selling(game: Game, goods: dict[str, int]) -> int:
    total = 0
    for good in game.rules.goods:
        level = game.markets[good]
        for _ in range(goods.get(good, 0)):
            total += game.rules.sell_price(good, level)
            level = min(level + 1, game.rules.wells(good))
    return total


def best_site(game: Game, name: str, seat: str) -> tuple[int, int, str] | None:
    """The most a tile of the stacks can earn a round there, with its full dots; the first such tile."""
    best, before = None, Count(game, seat)
    for tile in game.rules.industries:
        for rotation in game.rules.rotations[tile] if game.stacks[tile] else ():
            if game._conflicts(tile, name, rotation):
                continue
            trial = game.copy()
            trial.board[name] = Piece(seat, tile, rotation)
            trial._forget()
            after = Count(trial, seat)
            earns = after.income() - before.income()
            if best is None or earns > best[0]:
                best = earns, sum(after.dots(one) - before.dots(one) for one in game.rules.industries), tile
    return best


def best_drop(game: Game, seat: str) -> tuple[int, str]:
    """The most that the seat's blocs can earn with the tile in the air put down unforced, and the first such hex."""
    best: tuple[int, str] | None = None
    for move in game.legal_moves():
        if move.startswith("drop:") and not move.endswith("!"):
            earns = Count(played(game, move), seat).income()
            if best is None or earns > best[0]:
                best = earns, Game._read_placement(move)[1]
    return best or (0, "")


def ends(game: Game) -> set[str]:
    hands = [player.flags == 0 for player in game.players.values()]
    causes = set()
    if all(hands) if game.options.end_flags == "all" else any(hands):
        causes.add("flags")
    if not any(game._is_empty(name) for name in game.rules.hexes):
        causes.add("hexes")
    if len(empty_stacks(game)) >= game.rules.data["end"]["empty_stacks"]:
        causes.add("stacks")
    return causes


def empty_stacks(game: Game) -> list[str]:
    return [tile for tile in game.rules.industries if not game.stacks[tile]]


def played(game: Game, move: str) -> Game:
    after = game.copy()
    after.play(move)
    if move.startswith("barter:") and after.is_legal("accept"):
        after.play("accept")
    return after


def expected(game: Game, move: str, instead: str | None = None) -> list[Fact]:
    """Kind and amounts of every reason of a move."""
    other = instead or {"accept": "reject", "reject": "accept"}.get(move)
    has_other = other is not None and other != move and game.is_legal(other)
    without = played(game, other) if has_other and other else game
    return list(Recount(game, move, played(game, move), without, instead is None or not has_other).facts())


class Recount:
    """The reasons of one move, kind by kind."""

    def __init__(self, game: Game, move: str, after: Game, without: Game, is_alone: bool) -> None:
        self.game, self.move, self.after, self.without, self.is_alone = game, move, after, without, is_alone
        self.rules = game.rules
        self.seat = str(game.to_move)
        self.word, _, self.rest = move.partition(":")
        self.now, self.then = Count(after, self.seat), Count(without, self.seat)
        self.before = Count(game, self.seat)

    def facts(self) -> Iterator[Fact]:
        name = {"pass": f"pass_{self.game.phase.replace('-', '_')}", "note": f"note_{self.rest}"}.get(
            self.word, self.word
        )
        yield from getattr(self, f"_{name}")()

    # the board

    def _flag(self) -> Iterator[Fact]:
        if site := best_site(self.game, self.rest, self.seat):
            earns, dots, tile = site
            held, cost = self.now.me.goods, self.rules.cost(tile)
            lack = {f"lack_{good}": n - held[good] for good, n in cost.items() if held[good] < n}
            yield "site", {"hex": self.rest, "tile": tile, "dots": dots, "earns": earns, "vp": 4} | lack
        yield from self._denied(self.rest)
        yield from self._price({"labor": 1})
        yield from self._ends()

    def _build(self) -> Iterator[Fact]:
        tile, _, _, force = Game._read_placement(self.move)
        cost = Counter(self.rules.cost(tile))
        if force:
            cost["capital"] += 1
        yield from self._made()
        yield from self._back(cost)
        yield from self._score()
        yield from self._price(cost)
        if force:
            yield "forced", {"capital": 1}
        yield from self._ends()

    def _place(self) -> Iterator[Fact]:
        name = Game._read_placement(self.move)[1]
        yield from self._made()
        yield from self._denied(name)
        near = {
            other
            for own, piece in self.after.board.items()
            if piece.owner == self.seat
            for other in self.rules.neighbours[own]
            if self.after._is_empty(other)
        }
        yield "room", {"hexes": len(near)}

    def _automate(self) -> Iterator[Fact]:
        cost = {"energy": 1, "capital": 2}
        yield from self._fed()
        yield from self._back(cost)
        yield from self._price(cost)

    def _token(self) -> Iterator[Fact]:
        yield from self._fed()

    def _lift(self) -> Iterator[Fact]:
        if self.game.lifted is None:
            yield from self._price({"capital": 1})
            gain, name = best_drop(self.after, self.seat)
            gain -= self.before.income()
            yield "resite", {"hex": name, "earns": gain} if gain > 0 else {}
        yield from self._made()

    def _drop(self) -> Iterator[Fact]:
        _, name, _, force = Game._read_placement(self.move)
        yield from self._made()
        yield from self._denied(name)
        if force:
            yield "forced", {"capital": 1}
        yield from self._ends()

    def _made(self) -> Iterator[Fact]:
        for industry in self.rules.industries:
            now, then, unit = self.now.dots(industry), self.then.dots(industry), self.now.per_dot(industry)
            if now != then:
                amounts = {
                    "industry": industry,
                    "dots": abs(now - then),
                    "made": now * unit,
                    "made_without": then * unit,
                }
                yield "dots", amounts
        yield from self._fed()

    def _fed(self) -> Iterator[Fact]:
        now, then = self.now.full_costs(self.now.blocs), self.then.full_costs(self.then.blocs)
        more = {f"more_{good}": now[good] - then[good] for good in self.rules.goods if now[good] > then[good]}
        less = {f"less_{good}": then[good] - now[good] for good in self.rules.goods if then[good] > now[good]}
        if more or less:
            yield "feeding", more | less

    def _back(self, cost: dict[str, int]) -> Iterator[Fact]:
        gain, spent = self.now.income() - self.then.income(), buying(self.game, cost)
        if self.is_alone and gain > 0:
            yield "payback", {"income": gain, "cost": spent, "round": self.game.round + math.ceil(spent / gain) - 1}
        elif gain and not self.is_alone:
            yield "income", {"income": abs(gain)}
        elif gain < 0:
            yield "loss", {"income": -gain, "cost": spent}

    def _score(self) -> Iterator[Fact]:
        gain = self.after.scores()[self.seat] - self.without.scores()[self.seat]
        if gain:
            yield "score", {"vp": gain}

    def _price(self, cost: dict[str, int]) -> Iterator[Fact]:
        yield "cost", {"price": buying(self.game, cost)} | {good: n for good, n in cost.items() if n}

    def _denied(self, name: str) -> Iterator[Fact]:
        if not self.game._is_empty(name):
            return
        for rival, player in self.game.players.items():
            near = any(
                other in self.game.board and self.game.board[other].owner == rival
                for other in self.rules.neighbours[name]
            )
            if rival != self.seat and near and player.flags:
                earns, dots, tile = best_site(self.game, name, rival) or (0, 0, "")
                if dots >= 2 and earns > 0:
                    yield "denies", {"hex": name, "rival": rival, "tile": tile, "dots": dots, "earns": earns}

    def _ends(self) -> Iterator[Fact]:
        now, then = ends(self.after), ends(self.without)
        if now - then:
            yield "ends", {"stacks": len(empty_stacks(self.after))} if "stacks" in now - then else {}
        if now:
            return
        flags = self.after.players[self.seat].flags
        if flags <= 2 and flags < self.without.players[self.seat].flags and self.game.options.end_flags == "any":
            yield "near_end", {"flags": flags}
        if self.word == "build":
            tile = Game._read_placement(self.move)[0]
            if tile in empty_stacks(self.after) and tile not in empty_stacks(self.without):
                yield (
                    "stack",
                    {"empty": len(empty_stacks(self.after)), "needed": self.rules.data["end"]["empty_stacks"]},
                )
        free = [sum(game._is_empty(name) for name in self.rules.hexes) for game in (self.after, self.without)]
        if free[0] <= 3 and free[0] < free[1]:
            yield "near_end", {"hexes": free[0]}

    def _pass_develop(self) -> Iterator[Fact]:
        if self.game.passes == len(self.game.seats) - 1:
            yield "last_pass", {"stacks": len(empty_stacks(self.game))} if "stacks" in ends(self.game) else {}
            return
        kept = {good: n for good, n in self.before.me.goods.items() if n}
        if kept:
            yield "keeps", {**kept, "worth": selling(self.game, kept)}
        if ends(self.game) or self.game.options.end_flags == "all":
            return
        for seat, player in self.game.players.items():
            if 0 < player.flags <= player.goods["labor"]:
                yield "may_end", {"seat": seat, "flags": player.flags, "labor": player.goods["labor"]}

    # trade

    def _buy(self) -> Iterator[Fact]:
        yield "pays", {"paid": self.game._price_of_buying(self.rest.split(","))}
        yield from self._use()
        for good in dict.fromkeys(self.rest.split(",")):
            takes = self.before.full_costs(self.before.blocs)[good]
            if self.before.me.goods[good] < takes:
                yield "supply", {"good": good, "has": min(self.now.me.goods[good], takes), "takes": takes}
            yield from self._nearest(good)
        yield from self._quotes(self.rules.buy_price)
        yield from self._stocks()

    def _nearest(self, good: str) -> Iterator[Fact]:
        found = []
        for place, tile in enumerate(self.rules.industries):
            cost, number = self.rules.cost(tile), 1
            while cost.get(good) and number * cost[good] <= self.before.me.goods[good]:
                number += 1
            if cost.get(good) and number <= min(4, self.game.stacks[tile]):
                lack = {one: number * n - self.now.me.goods[one] for one, n in cost.items()}
                lack = {one: n for one, n in lack.items() if n > 0}
                words = [f"{'an' if tile[0] in 'aeiou' else 'a'} {tile}", f"a second {tile}", f"a third {tile}"]
                if lack or number > 1:
                    which = [*words, f"a fourth {tile}"][number - 1]
                    found.append((buying(self.after, lack), place, which, lack))
        if found:
            price, _, which, lack = min(found, key=lambda one: one[:2])
            amounts = {"good": good, "tile": which}
            yield ("towards", amounts | {"price": price, **lack}) if lack else ("second", amounts)

    def _sell(self) -> Iterator[Fact]:
        yield "brings", {"got": self.after.players[self.seat].money - self.before.me.money}
        yield from self._use()
        yield from self._purse()
        yield from self._quotes(self.rules.sell_price)
        yield from self._stocks()
        if self.game.phase == "final-trade":
            yield from self._score()

    def _note_take(self) -> Iterator[Fact]:
        cash = self.after.players[self.seat].money - self.before.me.money
        repay = self.rules.data["notes"]["repay"]
        amounts = {"cash": cash, "repay": repay, "dearer": repay - cash, "vp": -self.rules.data["notes"]["vp"]}
        if self.game.options.note_interest:
            amounts["interest"] = self.game.options.note_interest
        yield "note", amounts
        yield from self._purse()

    def _note_repay(self) -> Iterator[Fact]:
        price = self.before.me.money - self.after.players[self.seat].money
        yield "repay", {"price": price, "vp": self.after.scores()[self.seat] - self.game.scores()[self.seat]}
        yield "credit", {"cash": self.after._note_value(self.after.players[self.seat])}
        yield from self._use()

    def _pass_trade(self) -> Iterator[Fact]:
        if self.game.passes == len(self.game.seats) - 1:
            yield "last_pass", {}
        lack = self.before.lack()
        if self.before.blocs and lack:
            yield "lacks", {**lack, "price": buying(self.game, lack)}
        elif self.before.blocs:
            yield "supplied", {good: n for good, n in self.before.full_costs(self.before.blocs).items() if n}

    def _pass_final_trade(self) -> Iterator[Fact]:
        if self.game.passes == len(self.game.seats) - 1:
            yield "last_pass", {}
        left = {good: n for good, n in self.before.me.goods.items() if n}
        if left:
            yield "unsold", {**left, "worth": selling(self.game, left)}

    def _pass_settle(self) -> Iterator[Fact]:
        if self.before.me.notes:
            yield "keeps", {"notes": self.before.me.notes, "money": self.before.me.money}

    def _barter(self) -> Iterator[Fact]:
        offer = self.game._legal_offer(self.move)
        assert offer is not None
        yield from self._deal(offer.receiver, offer.give, offer.get)
        yield from self._use()

    def _accept(self) -> Iterator[Fact]:
        offer = self.game.offer
        assert offer is not None
        yield from self._deal(offer.sender, offer.get, offer.give)
        yield from self._use()

    def _reject(self) -> Iterator[Fact]:
        offer = self.game.offer
        assert offer is not None
        own, partner = self._saved(offer.give, offer.get), self._saved(offer.get, offer.give)
        yield "refuses", {"own": abs(own), "partner": abs(partner)}
        yield from self._use()

    def _saved(self, get: dict[str, int], give: dict[str, int]) -> int:
        repay = self.rules.data["notes"]["repay"]
        got = buying(self.game, get) + get.get("money", 0) - repay * get.get("notes", 0)
        return got - (selling(self.game, give) + give.get("money", 0) - repay * give.get("notes", 0))

    def _deal(self, partner: str, give: dict[str, int], get: dict[str, int]) -> Iterator[Fact]:
        sides = {f"get_{asset}": n for asset, n in get.items()} | {f"give_{asset}": n for asset, n in give.items()}
        yield "deal", sides | {"gain": abs(self._saved(get, give))}
        yield "partner", {"gain": abs(self._saved(give, get)), "partner": partner}
        prices = [self._printed(side) for side in (give, get)]
        if all(prices) and "money" not in {*give, *get}:
            yield "printed", {"given": prices[0], "got": prices[1]}

    def _printed(self, side: dict[str, int]) -> float | None:
        levels = {good: self.game.markets[good] for good in self.rules.goods if side.get(good)}
        if not all(levels.values()):
            return None
        return sum(side[good] * self.rules.data["markets"][good]["barter"][level - 1] for good, level in levels.items())

    def _use(self) -> Iterator[Fact]:
        costs: dict[tuple[tuple[str, int], ...], None] = {}
        for tile in self.rules.industries:
            if self.game.stacks[tile]:
                costs[tuple(self.rules.cost(tile).items())] = None
        costs[("labor", 1),] = None
        for cost in costs:
            can, could = self.now.can_pay(dict(cost)), self.then.can_pay(dict(cost))
            if can != could:
                yield "affords" if can else "spends", dict(cost)
        now, then = self.now.production(self.without), self.then.production()
        if now != then:
            lack = {f"lack_{good}": n for good, n in self.now.lack().items()}
            yield "production", {"made": now, "made_without": then} | lack

    def _purse(self) -> Iterator[Fact]:
        money, without = self.after.players[self.seat].money, self.without.players[self.seat].money
        prices = {good: self.rules.buy_price(good, self.after.markets[good]) for good in self.rules.goods}
        new = {good: price for good, price in prices.items() if without < price <= money}
        if new:
            yield "purse", {"money": money, **new}
        repay = self.rules.data["notes"]["repay"]
        if self.word == "sell" and self.after.players[self.seat].notes and without < repay <= money:
            yield "can_repay", {"repay": repay}

    def _quotes(self, price: Any) -> Iterator[Fact]:
        for good in dict.fromkeys(self.rest.split(",")):
            before, after = (price(good, game.markets[good]) for game in (self.game, self.after))
            if before != after:
                yield "price", {"good": good, "before": before, "after": after}

    def _stocks(self) -> Iterator[Fact]:
        for rival, player in self.game.players.items():
            stock = {good: player.goods[good] for good in dict.fromkeys(self.rest.split(",")) if player.goods[good]}
            change = selling(self.after, stock) - selling(self.game, stock)
            if rival != self.seat and abs(change) >= 2:
                yield "rival_stock", {"rival": rival, "change": abs(change), **stock}

    # production

    def _run(self) -> Iterator[Fact]:
        bloc = self.game._bloc_named(self.game._canonical(self.move))
        product = self.rules.data["industries"][bloc.industry]["makes"]
        made = self.after.ran[bloc.first, bloc.industry]
        left = self.after.players[self.seat].goods
        taken = {good: n - left[good] for good, n in self.before.me.goods.items() if n != left[good]}
        is_money = product == "money"
        worth = made if is_money else selling(self.game, {product: made})
        yield "run", {"made": made, "worth": worth, "price": buying(self.game, taken)} | taken
        whole = len(bloc.dots) * self.before.per_dot(bloc.industry)
        if "*" in self.move:
            fed = int(self.move.split("*")[1])
            yield "partly", {"fed": fed, "tiles": len(bloc.hexes), "whole": whole}
        unit = 1 if is_money else self.rules.sell_price(product, self.game.markets[product])
        total, most = made * unit + self.now.production(), self.before.production()
        if total < most:
            yield "not_best", {"total": total, "short": most - total}
        else:
            yield "best_use", {"total": most}
        if lack := self.now.lack():
            yield "lacks", lack

    def _done(self) -> Iterator[Fact]:
        made: Counter[str] = Counter()
        for (_, industry), amount in self.game.ran.items():
            made[self.rules.data["industries"][industry]["makes"]] += amount
        if any(made.values()):
            yield "made", {asset: n for asset, n in made.items() if n}
        for bloc in self.before.idle():
            short = [
                {good: n - self.before.me.goods[good] for good, n in cost.items() if n > self.before.me.goods[good]}
                for _, cost in self.game._ways_to_run(bloc).values()
            ]
            least = min(short, key=lambda lack: sum(lack.values()))
            whole = len(bloc.dots) * self.before.per_dot(bloc.industry)
            yield "idle", {"hex": bloc.first, "whole": whole, **least}

    # draft

    def _draft(self) -> Iterator[Fact]:
        kinds = self.rules.data["packages"][self.game.options.packages]
        packages = {name: package for group in kinds.values() for name, package in group.items()}

        def worth(name: str) -> int:
            basket: Counter[str] = Counter({good: packages[name].get(good, 0) for good in self.rules.goods})
            for tile in packages[name].get("tiles", ()):
                basket.update({**Counter(self.rules.cost(tile)) + Counter({"labor": 1})})
            return buying(self.game, basket) + int(packages[name].get("money", 0))

        package = packages[self.rest]
        tiles = Counter(package.get("tiles", ()))
        amounts = {**tiles, **{asset: n for asset, n in package.items() if asset != "tiles"}, "worth": worth(self.rest)}
        yield "package", amounts
        left = [move.partition(":")[2] for move in self.game.legal_moves()]
        yield "rank", {"better": sum(worth(name) > worth(self.rest) for name in left), "left": len(left)}
        for tile in tiles:
            if tile in self.rules.industries:
                others = {bloc.owner for bloc in self.game.blocs() if bloc.industry == tile and bloc.dots} - {self.seat}
                yield "makers", {"rivals": len(others)} if others else {}


# ---------------------------------------------------------------------------------------------------------------------
# Positions, and the comparison


def positions(count: int, seed: int) -> Iterator[tuple[wonai.Position, str, str | None]]:
    """Positions of random games that look for what is rare, each with a move and perhaps another to compare it with."""
    rng = random.Random(seed)
    while count:
        players, edition = rng.randint(3, 6), rng.choice(("first", "second"))
        overrides = lockstep.random_overrides(rng, players)
        position = wonai.Position.start(players, edition, f"p{rng.randint(1, players)}", **overrides)
        if rng.random() < 0.75:
            position = wonai.Position.from_json(json.dumps(lockstep.rich_start(rng, position)))
        for _ in range(rng.randint(2, 60)):
            if position.is_over:
                break
            moves = position.legal_moves()
            move = lockstep.choose(rng, position, moves, json.loads(position.to_json()))
            if count and rng.random() < 0.25:
                count -= 1
                yield position.copy(), move, rng.choice(moves) if rng.random() < 0.3 else None
            position.play(move)


def check(position: wonai.Position, move: str, instead: str | None) -> list[str]:
    """The kinds of a move's reasons, each compared with the recount; `AssertionError` at a difference."""
    from wonai.games.won.reasons import explain

    told = explain(position, move, instead)
    facts = expected(Game.from_json(position.to_json()), move, instead)
    wanted = sorted((kind, sorted(amounts.items())) for kind, amounts in facts)
    found = sorted((reason.kind, sorted(reason.amounts.items())) for reason in told)
    assert found == wanted, f"{move} instead of {instead}:\n  told {found}\n  true {wanted}\n  {position.to_json()}"
    for reason in told:
        unexplained = set(numbers_of(reason.text)) - {abs(n) for n in reason.amounts.values() if not isinstance(n, str)}
        assert not unexplained, f"{reason.text}: {unexplained} is in no amount"
    return [reason.kind for reason in told]


def numbers_of(text: str) -> list[float]:
    """The numbers in a sentence, those of seats and hexes apart; `1 flag` and the like too."""
    return [float(found) for found in re.findall(r"(?<![a-z0-9.])\d+(?:\.\d+)?", text)]


def main() -> None:
    """The command."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    seen: Counter[str] = Counter()
    for position, move, instead in positions(count, seed):
        seen.update(check(position, move, instead))
    print(f"{count} positions, {seen.total():,} reasons, all amounts equal")
    for kind, n in sorted(seen.items()):
        print(f"{n:>8,}  {kind}")


if __name__ == "__main__":
    main()
