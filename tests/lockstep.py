"""The compiled core and the plain reference play the same games: `python -m tests.lockstep PLIES [--seed N]`.

Every ply compares the phase, the seat to move, the whole list of legal moves and the text of the position; damaged
moves and random offers must get the same answer from both and, where refused, change nothing; scores and winners are
compared at the end. Uniformly random play builds almost nothing, so the choice of moves is biased towards what is rare
(`APPETITE`), and the run prints how often each kind of thing happened. A game depends on the seed and its number alone:
`--game K` plays one again.
"""

from __future__ import annotations

import argparse
import itertools
import json
import multiprocessing
import os
import random
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import wonai
from tests.reference import won as reference
from wonai._core.hexgrid import hex_names, neighbours
from wonai._core.won.position import _py_whole_key
from wonai.games.won.tables import rules_data

DATA = rules_data()
GOODS: list[str] = DATA["goods"]
TILES = [*DATA["industries"], *DATA["super_industries"]]
INTEGRATED = TILES[-1]
HEXES = hex_names(DATA["board"]["radius"])
PLAYABLE = [name for name in HEXES if name != DATA["board"]["centre"]]
NEAR = {
    name: [HEXES[there] for there in around if there is not None]
    for name, around in zip(HEXES, neighbours(DATA["board"]["radius"]), strict=True)
}
PLACEMENT = re.compile(r"(?:place|build|drop):([a-z-]+)@([a-z][1-9])/([0-5])!?")
ON_A_BLOC = re.compile(r"(run|automate|token):([a-z][1-9])(.*)")

MOST_PLIES = 1_500
"""Of one game: a rare long one stops here."""
TRIES = 2
"""Damaged moves tried at every ply."""
CANDIDATES = 4
"""Placements, and rich starts, among which the one with the largest blocs is taken."""

BATCH = 32
"""Games handed to the processes at a time."""

APPETITE = {
    "accept": 5, "automate": 14, "build": 18, "buy": 2, "done": 1, "draft": 1, "drop": 1, "flag": 3, "lift": 8,
    "note:repay": 1, "note:take": 2, "pass": 4, "place": 1, "reject": 4, "run": 9, "sell": 2, "token": 1,
}  # fmt: skip
"""How much a kind of move is wanted beside the others that are legal."""
OFFER_APPETITE = 3
"""Likewise for a barter offer, which no list contains."""


class Difference(Exception):
    """The core and the reference disagree."""


@dataclass
class Tally:
    """What happened in some games."""

    games: int = 0
    plies: int = 0
    seen: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Count another tally in."""
        self.games += other.games
        self.plies += other.plies
        self.seen += other.seen

    def __str__(self) -> str:
        lines = [f"{self.plies:,} plies of {self.games:,} games, no difference"]
        return "\n".join(lines + [f"{count:>10,}  {what}" for what, count in sorted(self.seen.items())])


# ---------------------------------------------------------------------------------------------------------------------
# How games begin


def random_overrides(rng: random.Random, players: int) -> dict[str, Any]:
    """A few of the overrides of C6; rounds and trading are kept short, or nothing but trading would be seen."""
    overrides: dict[str, Any] = {
        "round_limit": rng.choice((1, 2, 2, 3, 3, 4, 6)),
        "trade_actions_per_seat": rng.choice((0, 1, 1, 2, 2, 3, 5, 100)),
    }
    possible = {
        "packages": rng.choice(list(DATA["packages"])),
        "draft_without": random_left_out(rng) if players == 5 else [],
        "flags": rng.choice((1, 3, 6, 9, 12, 20, {str(players): 10, "3": 11})),
        "stacks": random_stacks(rng),
        "integrated_economy_stack": rng.choice((0, 2, 6, 9)),
        "cubes_per_action": rng.choice((1, 2, 3, 4)),
        "note_interest": rng.choice((0, 1, 3, 9)),
        "final_trade": rng.choice(("open", "uniform")),
        "end_flags": rng.choice(("any", "all")),
        "blocked": random_blocked(rng),
        "offers_per_action": rng.choice((0, 1, 2, 6)),
    }
    chosen = rng.sample(list(possible), rng.choice((0, 1, 2, 3, 5, len(possible))))
    return overrides | {name: possible[name] for name in chosen}


def random_left_out(rng: random.Random) -> list[str]:
    """At most one package of each kind (C1)."""
    kinds = DATA["packages"]["first"].values()
    return [rng.choice(list(packages)) for packages in kinds if rng.random() < 0.6]


def random_stacks(rng: random.Random) -> dict[str, int]:
    """Some industries, sometimes all the others too."""
    stacks = {name: rng.randrange(8) for name in rng.sample(list(DATA["industries"]), rng.randrange(4))}
    return stacks | ({"farm": rng.randrange(12), "other": rng.randrange(9)} if rng.random() < 0.4 else {})


def random_blocked(rng: random.Random) -> list[str]:
    """A few hexes, or all but so few that tiles find no place (S2, D2)."""
    return rng.sample(PLAYABLE, rng.choice((1, 6, 20, 40, 44, 48)))


def rich_start(rng: random.Random, position: wonai.Position) -> dict[str, Any]:
    """A position of the same rules with goods in every hand and tiles on the board, after the draft."""
    document: dict[str, Any] = json.loads(position.to_json())
    del document["draft"]
    document["phase"] = rng.choice(("trade", "trade", "develop", "develop", "produce"))
    document["round"] = rng.randint(1, 3)
    for player in document["players"]:
        player["money"], player["notes"] = rng.randrange(250), rng.choice((0, 0, 1, 4, 12, 19, 25))
        most = rng.choice((2, 8, 16, 32))
        player["goods"] = {good: rng.randint(0, most) for good in GOODS}
    for good, market in DATA["markets"].items():
        wells = sum(market["row_lengths"])
        document["markets"][good] = rng.choice((0, 1, market["start"], wells - 1, wells, rng.randint(0, wells)))
    for player in document["players"]:
        settle(rng, document, player)
    if rng.random() < 0.5 and len(document["rules"].get("blocked", [])) > len(PLAYABLE) // 2:
        crowd(rng, document)
    document["to_move"] = document["first"]
    return document


def free_hexes(document: dict[str, Any], names: Iterable[str]) -> list[str]:
    """Those of some hexes where something may be put."""
    taken = {*document["board"], *document["rules"].get("blocked", []), DATA["board"]["centre"]}
    return [name for name in names if name not in taken]


def settle(rng: random.Random, document: dict[str, Any], player: dict[str, Any]) -> None:
    """Give a player a patch of tiles and flags, mostly of one or two industries so that there are blocs."""
    trades = rng.sample(TILES, rng.choice((1, 2, 2)))
    border = rng.sample(PLAYABLE, 3)
    for _ in range(rng.randint(0, 9)):
        free = free_hexes(document, border)
        if not free or not player["flags"]:
            return
        place, tile = rng.choice(free), rng.choice(trades if rng.random() < 0.8 else TILES)
        border = NEAR[place] if rng.random() < 0.7 else border + NEAR[place]
        put(rng, document, player, place, tile)


def crowd(rng: random.Random, document: dict[str, Any]) -> None:
    """Fill a small board and leave next to no capital: a tile that is lifted may have nowhere to go (D2)."""
    document["phase"] = "develop"
    for player in document["players"]:
        player["goods"]["capital"] = rng.randint(0, 2)
    for place in free_hexes(document, PLAYABLE):
        player = rng.choice(document["players"])
        if player["flags"]:
            put(rng, document, player, place, rng.choice(TILES))


def put(rng: random.Random, document: dict[str, Any], player: dict[str, Any], place: str, tile: str) -> None:
    """A flag, mostly under a tile in any rotation, which may have a token or two."""
    player["flags"] -= 1
    document["board"][place] = {"owner": player["seat"]}
    if not document["stacks"].get(tile, 0) or rng.random() < 0.15:
        return
    document["stacks"][tile] -= 1
    document["board"][place] |= {"tile": tile, "rotation": rng.randrange(6)}
    if rng.random() < 0.25:
        section = {"section": rng.choice(("farm", "generator"))} if tile == INTEGRATED else {}
        document["tokens"] += [{"hex": place} | section] * rng.choice((1, 1, 2))


# ---------------------------------------------------------------------------------------------------------------------
# What is tried and played


def kind_of(move: str) -> str:
    """`note:take` for notes, otherwise the first word."""
    return move if move.startswith("note:") else move.split(":")[0]


def random_side(rng: random.Random, player: dict[str, Any]) -> str:
    """Some assets, mostly such as the player has; sometimes a little more."""
    assets = [(good, player["goods"][good]) for good in GOODS] + [("$", player["money"]), ("note", player["notes"])]
    chosen = {name for name, _ in rng.sample(assets, rng.choice((0, 1, 1, 2, 3)))}
    slack = rng.choice((0, 0, 0, 1, 40))
    parts = [f"{name}{rng.randint(1, held + slack)}" for name, held in assets if name in chosen and held + slack]
    if rng.random() < 0.05:
        rng.shuffle(parts)
    return ",".join(parts) or "-"


def random_offer(rng: random.Random, document: dict[str, Any]) -> str:
    """A barter offer, often but not always legal."""
    players = document["players"]
    mine = next(player for player in players if player["seat"] == document["to_move"])
    partner = rng.choice(players if rng.random() < 0.05 else [player for player in players if player is not mine])
    return f"barter:{partner['seat']}:{random_side(rng, mine)}>{random_side(rng, partner)}"


def damaged(rng: random.Random, move: str, document: dict[str, Any]) -> str:
    """A move that is probably not legal, or the same move spelled in another way."""
    if (on_a_bloc := ON_A_BLOC.fullmatch(move)) and rng.random() < 0.6 and document["board"]:
        word, _, rest = on_a_bloc.groups()
        return f"{word}:{rng.choice(list(document['board']))}{rest}"
    if "/" in move and rng.random() < 0.6:
        return re.sub(r"/\d", f"/{rng.randrange(6)}", move)
    match rng.randrange(6):
        case 0:
            return re.sub(r"[a-i]\d", rng.choice(HEXES), move)
        case 1:
            return move.removesuffix("!") if move.endswith("!") else move + "!"
        case 2:
            tail = rng.choice(("*1", "*2", "+ore", ":farm", ""))
            return re.sub(r"\*\d+|\+ore|:farm|:generator|$", tail, move, count=1)
        case 3:
            return re.sub("farm|bank|mine|academy|generator|factory", rng.choice(TILES), move)
        case 4:
            return move + rng.choice((",ore", ",food", " ", ":", "1"))
        case _:
            return re.sub("food|energy|labor|ore|capital", rng.choice(GOODS), move)


def choose(rng: random.Random, position: wonai.Position, moves: list[str], document: dict[str, Any]) -> str:
    """A legal move, the rare kinds first; may be an offer or another spelling of a listed move."""
    kinds: dict[str, list[str]] = {}
    for move in moves:
        kinds.setdefault(kind_of(move), []).append(move)
    weights = {kind: APPETITE[kind] for kind in kinds}
    if "pass" in kinds and "trade" in document["phase"]:
        weights["barter"] = OFFER_APPETITE
    kind = rng.choices(list(weights), list(weights.values()))[0]
    if kind == "barter":
        offers = (random_offer(rng, document) for _ in range(CANDIDATES))
        return next(filter(position.is_legal, offers), moves[0])
    wanted = kinds[kind]
    if kind in ("build", "drop") and rng.random() < 0.2:
        wanted = [move for move in wanted if move.endswith("!")] or wanted
    if kind in ("build", "place", "drop") and rng.random() < 0.6:
        return growing(position, rng.sample(wanted, min(CANDIDATES, len(wanted))))
    if kind == "lift" and rng.random() < 0.7:
        wanted = automated(wanted, position) or wanted
    if kind == "run" and rng.random() < 0.5:
        sign = rng.choice("**+")
        wanted = [move for move in wanted if sign in move] or wanted
    return rng.choice(wanted)


def growing(position: wonai.Position, moves: list[str]) -> str:
    """The placement that joins most: tiles that join make something to feed and to split."""

    def n_joined_after(move: str) -> int:
        after = position.copy()
        after.play(move)
        return n_joined(after)

    return max(moves, key=n_joined_after)


def n_joined(position: wonai.Position) -> int:
    """How many tiles have joined the blocs of others."""
    return sum(len(bloc.hexes) - 1 for bloc in position.blocs())


def automated(lifts: list[str], position: wonai.Position) -> list[str]:
    """Those lifts that break into a bloc with tokens."""
    hexes = {name for bloc in position.blocs() if bloc.tokens for name in bloc.hexes}
    return [move for move in lifts if move.removeprefix("lift:") in hexes]


# ---------------------------------------------------------------------------------------------------------------------
# Both at once


class Lockstep:
    """One game on the core and on the reference."""

    def __init__(self, seed: int, number: int) -> None:
        self.rng = random.Random(f"{seed}/{number}")
        self.name = f"seed {seed}, game {number}"
        self.ply = 0
        self.text = ""
        self.moves: list[str] = []
        self.tally = Tally(games=1)
        self._begin()

    def _begin(self) -> None:
        rng = self.rng
        players, edition = rng.randint(3, 6), rng.choice(list(DATA["editions"]))
        first, overrides = f"p{rng.randint(1, players)}", random_overrides(rng, players)
        self.core = wonai.Position.start(players, edition, first, **overrides)
        self.slow = reference.Game.start(players, edition, first, **overrides)
        self._compare("start")
        if rng.random() < 0.7:
            richer = (wonai.Position.from_json(json.dumps(rich_start(rng, self.core))) for _ in range(CANDIDATES))
            self.core = max(richer, key=n_joined)
            self.slow = reference.Game.from_json(self.core.to_json())
            self._compare("rich start")
        self.tally.seen[f"game with {players} players"] += 1
        self.tally.seen[f"game of the {edition} edition"] += 1
        self.tally.seen.update(f"option {name}" for name in self.core.rules if name != "edition")

    def play(self) -> Tally:
        """The whole game; `Difference` at the first one."""
        while not self.core.is_over and self.ply < MOST_PLIES:
            document = json.loads(self.text)
            for text in self._texts_to_try(document):
                self._try(text)
            move = choose(self.rng, self.core, self.moves, document)
            self._count(move, document)
            self._play(move)
        if self.core.is_over:
            self._same("scores", self.core.scores(), self.slow.scores())
            self._same("winners", self.core.winners(), self.slow.winners())
            self.tally.seen["game played to its end"] += 1
        return self.tally

    def _texts_to_try(self, document: dict[str, Any]) -> Iterator[str]:
        for _ in range(TRIES):
            yield damaged(self.rng, self.rng.choice(self.moves), document)
        if self.rng.random() < (0.5 if "trade" in document["phase"] else 0.05):
            yield random_offer(self.rng, document)

    def _play(self, move: str) -> None:
        """Carry out a legal move on both, and compare what comes of it."""
        self.core.play(move)
        try:
            self.slow.play(move)
        except reference.IllegalMove as error:
            raise self._difference(move, f"the core plays it, the reference refuses: {error}") from error
        self.ply += 1
        self.tally.plies += 1
        self._compare(move)

    def _compare(self, after: str) -> None:
        core, slow = self.core, self.slow
        text = core.to_json()
        if text != slow.to_json():
            raise self._difference(after, f"position\n  core      {text}\n  reference {slow.to_json()}")
        self._same("phase", core.phase, slow.phase, after)
        self._same("to_move", core.to_move, slow.to_move, after)
        self._same("key and key from scratch", core.key, _py_whole_key(core), after)
        moves, expected = core.legal_moves(), slow.legal_moves()
        if moves != expected:
            missing, extra = sorted(set(expected) - set(moves)), sorted(set(moves) - set(expected))
            reason = f"missing {missing}, too many {extra}" if missing or extra else "not in the same order"
            raise self._difference(after, f"legal moves of the core: {reason}\n  position {text}")
        self.text, self.moves = text, moves

    def _try(self, move: str) -> None:
        """A text that may be legal or not: the same answer from both, and a refusal changes nothing."""
        is_legal = self.core.is_legal(move)
        self._same(f"is_legal({move!r})", is_legal, self.slow.is_legal(move))
        if is_legal:
            self.tally.seen["other spelling or offer, legal"] += move not in self.moves
            self._same_after(move)
            return
        self.tally.seen["illegal offer refused" if move.startswith("barter") else "damaged move refused"] += 1
        for player, refusal in ((self.core, wonai.IllegalMove), (self.slow, reference.IllegalMove)):
            try:
                player.play(move)
            except refusal:
                if player.to_json() != self.text:
                    raise self._difference(move, f"refused by {player!r}, which has changed all the same") from None
            else:
                raise self._difference(move, f"not legal, but {player!r} plays it")

    def _same_after(self, move: str) -> None:
        """An unlisted legal text, tried on copies."""
        core, slow = self.core.copy(), self.slow.copy()
        core.play(move)
        slow.play(move)
        self._same(f"position after trying {move}", core.to_json(), slow.to_json())

    def _same(self, what: str, core: object, slow: object, after: str = "") -> None:
        if core != slow:
            raise self._difference(after, f"{what}\n  core      {core!r}\n  reference {slow!r}")

    def _difference(self, move: str, what: str) -> Difference:
        return Difference(f"{self.name}, ply {self.ply}, {move}: {what}\n  position before {self.text}")

    def _count(self, move: str, document: dict[str, Any]) -> None:
        """What the move is, in the tally."""
        seen, kind = self.tally.seen, kind_of(move)
        seen[f"move {kind}"] += 1
        seen[f"phase {document['phase']}"] += 1
        if move.endswith("!"):
            seen[f"forced {kind}"] += 1
        if INTEGRATED in move:
            seen[f"Integrated Economy: {kind}"] += 1
        if kind in ("run", "automate", "token") and move.count(":") == 2:
            seen[f"Integrated Economy: section in {kind}"] += 1
        if kind == "run":
            seen["run fed in part"] += "*" in move
            seen["run fed with ore"] += "+ore" in move
        if kind == "drop" and self._is_nowhere_to_go(move, document):
            seen["free drop (D2)"] += 1
        if kind == "lift" and len(document.get("lifted", {}).get("tiles", [])) == 2:
            seen["three tiles lifted"] += 1
        if kind == "token" and document["split"][0]["tokens"] > 1:
            seen["split of several tokens"] += 1
        if kind in ("draft", "place"):
            seen["tiles went back (S2)"] += self._sends_tiles_back(move, document)

    def _is_nowhere_to_go(self, move: str, document: dict[str, Any]) -> bool:
        """Whether this tile has only the vacated hexes, in any rotation, and nothing to pay for a conflict."""
        tile = PLACEMENT.fullmatch(move)[1]  # type: ignore[index]
        vacated = {entry["from"] for entry in document["lifted"]["tiles"]} - set(document["board"])
        drops = [drop for drop in self.moves if drop.startswith(f"drop:{tile}@")]
        places = {PLACEMENT.fullmatch(drop)[2] for drop in drops}  # type: ignore[index]
        rotations = len({drop[drop.index("/") :] for drop in drops})
        return places == vacated and len(drops) == len(vacated) * rotations and not any("!" in drop for drop in drops)

    def _sends_tiles_back(self, move: str, document: dict[str, Any]) -> bool:
        """Whether a draft move leaves fewer tiles to place or on the board than it brings."""
        after = self.core.copy()
        after.play(move)
        now = json.loads(after.to_json())
        return any(now["stacks"][tile] > count for tile, count in document["stacks"].items()) or (
            move.startswith("draft:i") and now["stacks"] == document["stacks"]
        )


def play_game(seed_and_number: tuple[int, int]) -> Tally:
    """One game from its seed and number."""
    return Lockstep(*seed_and_number).play()


def run(plies: int, seed: int, processes: int | None = None) -> Tally:
    """Games 0, 1, 2 ... of a seed, several at a time, until that many plies are played."""
    total = Tally()
    games = ((seed, number) for number in itertools.count())
    with multiprocessing.Pool(processes or os.cpu_count()) as pool:
        while total.plies < plies:
            for tally in pool.imap(play_game, itertools.islice(games, BATCH)):
                total.add(tally)
                if total.plies >= plies:
                    break
    return total


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.lockstep", description="core against reference, ply by ply")
    parser.add_argument("plies", type=int, nargs="?", default=20_000, help="how many plies in all (default 20000)")
    parser.add_argument("--seed", type=int, default=1, help="which games (default 1)")
    parser.add_argument("--game", type=int, help="play only this game of the seed")
    parser.add_argument("--processes", type=int, help="games at a time (default: one a core)")
    arguments = parser.parse_args()
    try:
        if arguments.game is not None:
            print(play_game((arguments.seed, arguments.game)))
        else:
            print(run(arguments.plies, arguments.seed, arguments.processes))
    except Difference as difference:
        sys.exit(f"DIFFERENCE: {difference}")


if __name__ == "__main__":
    main()
