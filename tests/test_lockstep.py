"""Core and reference in lock-step, 20,000 plies; `python -m tests.lockstep 1000000` plays a million."""

from __future__ import annotations

import pytest

from tests import lockstep
from tests.reference import won as reference
from wonai.games.won.options import OVERRIDES

PLIES = 20_000
SEED = 7

# What must have happened often enough for the comparison to mean something, at the least.
WANTED = {
    "move accept": 300,
    "move automate": 100,
    "move build": 100,
    "move lift": 400,
    "move run": 300,
    "move token": 30,
    "forced build": 20,
    "forced drop": 50,
    "free drop (D2)": 1,
    "tiles went back (S2)": 5,
    "run fed in part": 20,
    "run fed with ore": 50,
    "three tiles lifted": 50,
    "split of several tokens": 10,
    "Integrated Economy: drop": 20,
    "Integrated Economy: section in run": 30,
    "Integrated Economy: section in token": 1,
    "illegal offer refused": 1_000,
    "damaged move refused": 10_000,
    "other spelling or offer, legal": 1_000,
    "phase draft": 300,
    "phase settle": 50,
    "phase final-trade": 300,
    **{f"game with {players} players": 5 for players in (3, 4, 5, 6)},
    **{f"game of the {edition} edition": 10 for edition in ("first", "second")},
    **{f"option {name}": 1 for name in OVERRIDES},
}


def test_core_and_reference_agree(capsys: pytest.CaptureFixture[str]) -> None:
    tally = lockstep.run(PLIES, SEED)
    with capsys.disabled():
        print(f"\n{tally}")
    assert tally.plies >= PLIES
    too_rare = {what: tally.seen[what] for what, least in WANTED.items() if tally.seen[what] < least}
    assert not too_rare


@pytest.mark.parametrize("spoiled", ["legal_moves", "to_json", "is_legal", "scores"])
def test_a_difference_is_found(spoiled: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reference that is wrong in one answer is caught, and the report says where."""
    answer = getattr(reference.Game, spoiled)
    wrong = {
        "legal_moves": lambda game: answer(game)[:-1],
        "to_json": lambda game: answer(game).replace('"round":2', '"round":3'),
        "is_legal": lambda game, move: not answer(game, move),
        "scores": lambda game: answer(game) | {"p1": 1_000},
    }
    monkeypatch.setattr(reference.Game, spoiled, wrong[spoiled])
    with pytest.raises(lockstep.Difference, match=r"seed 7, game \d+, ply \d+, .*"):
        list(map(lockstep.play_game, ((SEED, number) for number in range(10))))
