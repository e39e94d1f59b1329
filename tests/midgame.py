"""Mid-game positions for tests and benchmarks: `python -m tests.midgame` plays them anew.

They come from games of sensible seats (the core's playout policy), both editions, 3 to 6 players, drawn at random
plies of the Trade, Develop and Produce phases. The stored set keeps tests and benchmarks the same when the policy
changes.
"""

from __future__ import annotations

import lzma
import random
from functools import cache
from itertools import islice
from pathlib import Path

import wonai
from wonai._core.won.round_problem import _py_policy_game
from wonai.games.won.weights import load_weights

STORE = Path(__file__).parent / "data" / "midgame.jsonl.xz"
STORED = 1_000
GAMES = 160
EVERY = 20
PHASES = ("trade", "develop", "produce")
PLAYERS = (4, 4, 3, 3, 4, 4, 5, 5, 4, 4, 6, 6)


def play_anew(seed: int = 1) -> list[wonai.Position]:
    """Random positions of many games, a third of each phase as far as there are enough."""
    rng = random.Random(seed)
    found: dict[str, list[wonai.Position]] = {phase: [] for phase in PHASES}
    for game in range(GAMES):
        start = wonai.Position.start(PLAYERS[game % len(PLAYERS)], "first" if game % 2 else "second")
        for position in _py_policy_game(start, load_weights(), seed * 1_000 + game, EVERY):
            if position.phase in found and (position.round > 1 or rng.random() < 0.3):
                found[position.phase].append(position)
    chosen: list[wonai.Position] = []
    for phase, share in zip(PHASES, (0.6, 0.2, 0.2), strict=True):
        rng.shuffle(found[phase])
        chosen += found[phase][: round(share * STORED)]
    rng.shuffle(chosen)
    return chosen


@cache
def _stored() -> tuple[wonai.Position, ...]:
    lines = lzma.decompress(STORE.read_bytes()).decode().splitlines()
    return tuple(wonai.Position.from_json(line) for line in lines)


def positions(count: int, phase: str | None = None, players: int | None = None) -> list[wonai.Position]:
    """The first `count` stored positions of a phase and number of players, as copies."""
    fitting = (
        position for position in _stored() if phase in (None, position.phase) and players in (None, len(position.seats))
    )
    return [position.copy() for position in islice(fitting, count)]


def main() -> None:
    """Write the store."""
    STORE.parent.mkdir(exist_ok=True)
    text = "\n".join(position.to_json() for position in play_anew())
    STORE.write_bytes(lzma.compress(text.encode(), preset=9))


if __name__ == "__main__":
    main()
