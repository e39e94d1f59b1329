"""Makes `known/*.json`: endings drawn at random, solved exhaustively, kept where the choice matters.

`python -m tests.search.make_known` writes them anew; the same seed makes the same files. A position is
kept when victory hangs on the choice, the answer does not hang on indifferent rivals, and at most half of
the moves are right.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from tests.search.solve import Solution, TooLarge, solve
from wonai import Position, WonaiError

KNOWN = Path(__file__).parent / "known"
MAX_STATES = 6_000
PER_KIND = 2
GOODS = ("food", "energy", "labor", "ore", "capital")


def drafted(rng: random.Random, players: int, edition: str, **rules: Any) -> dict[str, Any]:
    """A game after a random draft, as a document."""
    position = Position.start(players, edition, **rules)
    while position.phase == "draft":
        position.play(rng.choice(position.legal_moves()))
    document: dict[str, Any] = json.loads(position.to_json())
    return document


def give(rng: random.Random, document: dict[str, Any], cubes: int, money: int, traders: int = 6) -> None:
    """New holdings: a few cubes for some seats, a little money, some notes; scores lie close together."""
    seats = [player["seat"] for player in document["players"]]
    holders = {document["to_move"], *rng.sample(seats, min(traders, len(seats)))}
    for player in document["players"]:
        player["goods"] = dict.fromkeys(GOODS, 0)
        for _ in range(rng.randint(1, cubes) if cubes and player["seat"] in holders else 0):
            player["goods"][rng.choice(GOODS)] += 1
        player["notes"] = rng.randint(0, 3)
        tiles = sum(cell["owner"] == player["seat"] and "tile" in cell for cell in document["board"].values())
        # Tiles differ after a draft; the money evens them out, give or take.
        player["money"] = max(0, money + 40 * (3 - tiles) + 30 * player["notes"] + rng.randint(-25, 25))
    for good in GOODS:
        document["markets"][good] = rng.randint(5, 30)


def settle(rng: random.Random, players: int) -> dict[str, Any]:
    """Repaying notes after the uniform sale."""
    document = drafted(rng, players, "second")
    give(rng, document, 0, 60)
    return document | {"phase": "settle", "ending": True, "round": 5}


def final_trade(rng: random.Random, players: int) -> dict[str, Any]:
    """The last trade of the first edition, a cube or two a seat; so deep in debt that few notes can be taken."""
    document = drafted(rng, players, "first", trade_actions_per_seat=1)
    give(rng, document, 3 if players < 5 else 2, 0, traders=2)
    for player in document["players"]:
        player |= {"notes": rng.randint(19, 20), "money": rng.randint(0, 24)}
    return document | {"phase": "final-trade", "ending": True, "round": 5}


def produce(rng: random.Random, players: int) -> dict[str, Any]:
    """The last production, then the uniform sale."""
    document = drafted(rng, players, "second")
    give(rng, document, 4, 40, traders=1)
    return document | {"phase": "produce", "ending": True, "round": 5}


def develop(rng: random.Random, players: int) -> dict[str, Any]:
    """The last development: a seat could still build a factory on its flag. Without capital nobody moves tiles."""
    document = drafted(rng, players, "second", round_limit=1)
    give(rng, document, 0, 30)
    mover = next(player for player in document["players"] if player["seat"] == document["to_move"])
    mover["goods"] |= {"labor": 1, "ore": 2, "food": rng.randint(0, 3), "energy": rng.randint(0, 1)}
    free = [move.removeprefix("flag:") for move in _moves(document | {"phase": "develop"}) if move.startswith("flag:")]
    document["board"][rng.choice(free)] = {"owner": mover["seat"]}
    mover["flags"] -= 1
    return document | {"phase": "develop"}


def _moves(document: dict[str, Any]) -> list[str]:
    return Position.from_document(document).legal_moves()


KINDS = {"settle": settle, "final-trade": final_trade, "produce": produce, "develop": develop}


def is_telling(position: Position, solution: Solution, number: int) -> bool:
    """Whether victory hangs on the choice, the right moves are few, and the odd numbers are not just to pass."""
    moves, right = position.legal_moves(), solution.accepted
    if len({share for share, _ in solution.unkind.values()}) == 1 or not solution.is_exact:
        return False
    if position.phase == "settle":  # to repay or not
        return right == (("note:repay",) if number % 2 else ("pass",))
    is_idle = "pass" in right or "done" in right
    return len(moves) > 2 and 2 * len(right) <= len(moves) and not (is_idle and number % 2)


def find(kind: str, players: int, number: int) -> tuple[Position, Solution]:
    """The first telling position of this kind that the seed comes upon."""
    rng = random.Random(f"{kind}:{players}:{number}")
    while True:
        try:
            position = Position.from_document(KINDS[kind](rng, players))
            for _ in range(rng.randint(0, players - 1)):
                if len(position.legal_moves()) > 1:
                    position.play(rng.choice(position.legal_moves()))
            if position.phase == kind and len(position.legal_moves()) > 1:
                solution = solve(position, MAX_STATES)
                if is_telling(position, solution, number):
                    return position, solution
        except (TooLarge, WonaiError):
            continue


def document_of(position: Position, solution: Solution) -> dict[str, Any]:
    """As it is stored."""
    share, lead = solution.value
    return {
        "position": json.loads(position.to_json()),
        "best": list(solution.accepted),
        "share": str(share),
        "lead": lead,
        "states": solution.n_states,
    }


def main() -> None:
    """Write all of them."""
    kinds = sys.argv[1:] or list(KINDS)
    sys.setrecursionlimit(20_000)
    KNOWN.mkdir(exist_ok=True)
    for kind in kinds:
        for players in (3, 4, 5, 6):
            for number in range(1, PER_KIND + 1):
                position, solution = find(kind, players, number)
                path = KNOWN / f"{kind}-{players}p-{number}.json"
                path.write_text(json.dumps(document_of(position, solution), indent=1) + "\n", encoding="utf-8")
                print(path.name, len(position.legal_moves()), "moves", solution.accepted, solution.value, flush=True)


if __name__ == "__main__":
    main()
