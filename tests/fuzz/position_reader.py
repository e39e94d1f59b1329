"""Fuzzes the position reader: `python -m tests.fuzz.position_reader N [seed]`.

Damaged positions are read. The reader may refuse them, at once and with one sentence, and nothing else; what it
accepts must be written so that it reads the same again, have a legal move before the end, and go on being a position
that can be written and read when one is played.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from tests.fuzz.mutate import mutate
from wonai import Position, PositionError

SECONDS = 2.0
"""No input may take longer, however busy the machine is."""
MAX_SENTENCE = 400
N_GAMES = 16
N_PLIES = 500
PER_KIND = 6
"""So many samples are kept of each phase with the same keys."""
KEYS = [
    "format", "game", "rules", "players", "board", "tokens", "markets", "stacks", "round", "phase", "first",
    "to_move", "passes", "ending", "draft", "offer", "offers", "actions", "lifted", "split", "ran", "edition",
    "packages", "draft_without", "flags", "integrated_economy_stack", "cubes_per_action", "note_interest",
    "final_trade", "end_flags", "blocked", "round_limit", "trade_actions_per_seat", "offers_per_action", "seat",
    "name", "money", "notes", "goods", "owner", "tile", "rotation", "hex", "section", "taken", "to_place", "from",
    "to", "give", "get", "tiles", "dropped", "blocs", "industry", "hexes", "among", "makes", "other", "food",
    "energy", "labor", "ore", "capital", "colour",
]  # fmt: skip
WORDS = [
    "farm", "generator", "academy", "mine", "factory", "bank", "integrated-economy", "draft", "trade", "develop",
    "produce", "final-trade", "settle", "over", "p1", "p2", "p3", "p6", "p7", "first", "second", "open", "uniform",
    "any", "all", "a1", "d4", "e5", "i5", "a6", "i1", "i6", "c1", "c6", "mien", "wonai-position/1",
    "wealth-of-nations",
]  # fmt: skip
VALUES: list[Any] = [
    *(None, True, False, 0, 1, 2, 3, 5, 6, 9, 18, 41, -1, 255, 65_536, 1_000_000, 1_000_001, 2**31, 2**64, 10**400),
    *(0.5, 1.0, float("nan"), -float("inf"), "", "\ud800", "\0", "x" * 100, [], {}, [[]], [{}], [0], ["a1", "a1"]),
    *({"edition": "second"}, {"hex": "d4"}, {"owner": "p1"}, {"owner": "p2", "tile": "farm"}, {"ore": 1}, {"round": 1}),
    *({"from": "p1", "to": "p2", "give": {"money": 1}}, {"tiles": [{"tile": "mine", "from": "d4"}]}, {"money": 30}),
]


# ---------------------------------------------------------------------------------------------------------------------
# Samples


def sample_positions(rng: random.Random, games: int = N_GAMES) -> list[str]:
    """Positions of every kind, from random games of rich players."""
    kept: Counter[str] = Counter()
    texts = []
    for game in range(games):
        for position in _random_game(rng, players=3 + game % 4, edition=("first", "second")[game // 4 % 2]):
            text = position.to_json()
            kind = f"{position.phase} {list(json.loads(text))[13:]}"
            if kept[kind] < PER_KIND:
                kept[kind] += 1
                texts.append(text)
    return texts


def _random_game(rng: random.Random, players: int, edition: str) -> Iterator[Position]:
    overrides = {"round_limit": rng.randint(1, 3), "blocked": rng.sample(["a1", "b2", "d4", "i5"], rng.randint(0, 2))}
    position = Position.start(players, edition, rng.choice(["p1", "p3"]), **overrides, trade_actions_per_seat=3)
    for _ in range(N_PLIES):
        yield position.copy()
        if position.is_over:
            return
        was_drafting = position.phase == "draft"
        position.play(_random_move(rng, position))
        if was_drafting and position.phase == "trade":
            position = _enriched(position)


def _random_move(rng: random.Random, position: Position) -> str:
    """Any move, but more often one that leads somewhere: an offer, an automation, a Move."""
    moves = position.legal_moves()
    offer = f"barter:p{rng.randint(1, 3)}:food{rng.randint(1, 3)},$5>{rng.choice(['ore1', 'note1', '-'])}"
    if rng.random() < 0.2 and position.is_legal(offer):
        return offer
    kinds = {move.split(":")[0] for move in moves}
    kind = rng.choice(sorted(kinds))
    return rng.choice([move for move in moves if move.split(":")[0] == kind])


def _enriched(position: Position) -> Position:
    document = json.loads(position.to_json())
    for player in document["players"]:
        player |= {"name": 'Zoë "Z" \\ \u2028', "money": 300, "notes": 2, "goods": dict.fromkeys(player["goods"], 12)}
    return Position.from_document(document)


# ---------------------------------------------------------------------------------------------------------------------
# Damage


def damaged(rng: random.Random, texts: list[str]) -> str | bytes:
    """A sample with up to three faults in its structure, its characters or its bytes."""
    text = rng.choice(texts)
    if rng.random() < 0.85:
        document, other = json.loads(text), json.loads(rng.choice(texts))
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            _damage(rng, document, other)
        text = json.dumps(document, ensure_ascii=rng.random() < 0.5, indent=rng.choice((None, None, None, 1)))
    if rng.random() < 0.2:
        text = mutate(rng, text, WORDS)
    if rng.random() < 0.7:
        return text
    encoded = bytearray(text.encode(rng.choice(("utf-8",) * 8 + ("utf-16", "utf-8-sig")), "surrogatepass"))
    if encoded and rng.random() < 0.3:
        encoded[rng.randrange(len(encoded))] = rng.randrange(256)
    return bytes(encoded)


def _damage(rng: random.Random, document: Any, other: Any) -> None:
    """Change something in a container found by going down from the top; `other` lends its parts."""
    while True:
        keys = list(document) if isinstance(document, dict) else list(range(len(document)))
        key = rng.choice(keys) if keys else None
        inner = document[key] if keys else None
        if not isinstance(inner, (dict, list)) or rng.random() < 0.25:
            break
        lent = other.get(key) if isinstance(other, dict) else other[0] if isinstance(other, list) and other else None
        document, other = inner, lent
    if isinstance(document, dict):
        rng.choice(_OBJECT_DAMAGES)(rng, document, key if keys else rng.choice(KEYS), other)
    else:
        rng.choice(_LIST_DAMAGES)(rng, document, key if keys else 0, other)


def _set(rng: random.Random, container: Any, key: Any, other: Any) -> None:
    value = deepcopy(rng.choice(VALUES if rng.random() < 0.5 else WORDS))
    if isinstance(container, list) and not container:
        container.append(value)
    else:
        container[key] = value


def _step(rng: random.Random, container: Any, key: Any, other: Any) -> None:
    if container and isinstance(container[key], int):
        container[key] += rng.choice((-1, 1, 2, 10))
    elif container and isinstance(container[key], str):
        container[key] = rng.choice(WORDS)


def _remove(rng: random.Random, container: Any, key: Any, other: Any) -> None:
    if container:
        del container[key]


def _lend(rng: random.Random, container: dict[str, Any], key: Any, other: Any) -> None:
    """A part of another position, at the same place or as one more."""
    if isinstance(other, dict) and other:
        name = key if key in other and rng.random() < 0.5 else rng.choice(list(other))
        container[name] = other[name]


def _add_key(rng: random.Random, container: dict[str, Any], key: Any, other: Any) -> None:
    container[rng.choice(KEYS if rng.random() < 0.7 else WORDS)] = deepcopy(rng.choice(VALUES))


def _double(rng: random.Random, container: list[Any], key: Any, other: Any) -> None:
    source = other if isinstance(other, list) and other and rng.random() < 0.5 else container
    if source:
        container.insert(key, rng.choice(source))


def _shuffle(rng: random.Random, container: list[Any], key: Any, other: Any) -> None:
    rng.shuffle(container)


_OBJECT_DAMAGES = (_set, _step, _step, _remove, _lend, _lend, _add_key)
_LIST_DAMAGES = (_set, _step, _remove, _double, _shuffle)


# ---------------------------------------------------------------------------------------------------------------------
# The promises


def check(source: str | bytes, rng: random.Random) -> bool:
    """Hold the reader to its promises for one text; whether it was accepted."""
    start = time.perf_counter()
    try:
        position = Position.from_json(source)
    except PositionError as error:
        sentence = str(error)
        assert sentence.isprintable(), ascii(sentence)
        assert 0 < len(sentence) <= MAX_SENTENCE, sentence
        return False
    finally:
        assert time.perf_counter() - start < SECONDS
    assert_same_again(position)
    moves = position.legal_moves()
    assert bool(moves) != position.is_over
    if moves and rng.random() < 0.25:
        position.play(rng.choice(moves))
        assert_same_again(position)
    return True


def assert_same_again(position: Position) -> None:
    """What was written reads as the same position, and is written the same."""
    written = position.to_json()
    again = Position.from_json(written)
    assert again.to_json() == written
    assert again.key == position.key


def run(count: int, seed: int) -> int:
    """Read `count` damaged positions; how many were accepted all the same."""
    rng = random.Random(seed)
    texts = sample_positions(rng)
    for text in texts:
        assert check(text, rng), text
    n_read = 0
    for _ in range(count):
        source = damaged(rng, texts)
        try:
            n_read += check(source, rng)
        except BaseException:
            print(f"seed {seed}: this position is the culprit:\n{source!r}", file=sys.stderr)
            raise
    return n_read


if __name__ == "__main__":
    n_inputs, run_seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    print(f"{n_inputs} positions, {run(n_inputs, run_seed)} of them readable, nothing to complain about")
