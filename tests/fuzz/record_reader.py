"""Fuzzes the record reader: `python -m tests.fuzz.record_reader N [seed]`.

Damaged records of every game are read. The reader may refuse them with one sentence that names a
line and nothing else; what it accepts, the writer must write so that it reads the same again.
"""

from __future__ import annotations

import io
import random
import re
import sys
from unittest import mock

from tests import toygame
from tests.fuzz.mutate import mutate
from wonai import registry
from wonai.errors import RecordError
from wonai.game import CHANCE, State
from wonai.record import Evaluation, PositionStart, RecordWriter, Start, WordsStart, read, write

WORDS = [
    *("wonai-record/1", "game: ", "start: players 3", "position: {}", "event: ", "date: 2026-02-30", "player p1: "),
    *("[trade 1]", "[summer 2]", "= win ", "vp ", "nodes ", "ms ", "; ", "take", "pass"),
    *("end: ", "normal", "time p1", "scores: ", "result: "),
]
MAX_PLIES = 24


def sample_records(rng: random.Random) -> list[str]:
    """Short games of every registered game, begun by words and by positions."""
    texts = []
    for name in registry.names():
        game = registry.get(name)
        for players in range(game.min_players, game.max_players + 1):
            start = WordsStart(name, players)
            texts.append(play_record(rng, start))
            texts.append(play_record(rng, PositionStart.of(start.new_state())))
    return texts


def play_record(rng: random.Random, start: Start) -> str:
    """A random game of at most `MAX_PLIES` moves, with everything a record may hold."""
    out = io.StringIO()
    writer = RecordWriter(
        out, start, {"event": "Fuzz", "date": "2026-03-31", "engine p2": "none", "x-note": "é"}, "two\nlines"
    )
    state = writer.state
    for _ in range(rng.randint(0, MAX_PLIES)):
        if state.is_over:
            break
        writer.move(rng.choice(state.legal_moves()), _evaluation(rng, state), rng.choice(("", "", "why?", "a\n\nb")))
        state = writer.state
    if state.is_over:
        writer.finish()
    elif rng.random() < 0.5:
        writer.finish("time", "p1", ["p2"])
    return out.getvalue()


def _evaluation(rng: random.Random, state: State) -> Evaluation | None:
    if state.to_move == CHANCE or rng.random() < 0.5:
        return None
    n_seats = len(state.seats)
    return Evaluation(
        (1 / n_seats,) * n_seats, tuple(rng.uniform(-9, 99) for _ in state.seats), 1000, rng.randint(0, 999)
    )


def damage(rng: random.Random, texts: list[str]) -> str:
    """A damaged record: lines moved about, two records mixed, or characters changed."""
    text = rng.choice(texts)
    kind = rng.random()
    if kind < 0.4:
        lines = text.split("\n")
        other = rng.choice(texts).split("\n")
        at = rng.randrange(len(lines))
        lines[at : at + rng.randint(0, 2)] = rng.choice(([], [rng.choice(lines)], [rng.choice(other)], other[at:]))
        text = "\n".join(lines)
    return mutate(rng, text, WORDS) if kind > 0.3 else text


def check(text: str, as_bytes: bool, allow_unfinished: bool) -> bool:
    """Hold the reader to its promises for one text; whether it was accepted."""
    source = text.encode("utf-8", "surrogatepass") if as_bytes else text
    try:
        record = read(source, allow_unfinished=allow_unfinished)
    except RecordError as error:
        sentence = str(error)
        assert re.fullmatch("line [0-9]+: .+", sentence), sentence
        return False
    written = write(record)
    assert write(read(written, allow_unfinished=allow_unfinished)) == written
    return True


def run(count: int, seed: int) -> int:
    """Read `count` damaged records; how many were accepted all the same."""
    rng = random.Random(seed)
    with mock.patch.dict(registry._GAMES, toygame.REGISTRATION):
        texts = sample_records(rng)
        for text in texts:
            assert check(text, as_bytes=True, allow_unfinished=True), text
        n_read = 0
        for _ in range(count):
            text = damage(rng, texts)
            try:
                n_read += check(text, rng.random() < 0.5, rng.random() < 0.5)
            except BaseException:
                print(f"seed {seed}: this record is the culprit:\n{text!r}", file=sys.stderr)
                raise
    return n_read


if __name__ == "__main__":
    n_inputs, run_seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    print(f"{n_inputs} records, {run(n_inputs, run_seed)} of them readable, nothing to complain about")
