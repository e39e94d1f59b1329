"""The conformance set: no difference in any game, case or file to be refused.

A failure says the ply and the first difference. The hashes of a ply cover the whole list of moves and the whole
position; every 25th ply has both in full, so the difference itself is at most 24 moves back.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

import pytest

import wonai
from tests import conformance
from wonai._core.won.position import _py_whole_key

PLACE = re.compile(r"[^.\[\]]+|\[\d+\]")


def text_of(document: Any) -> str:
    """Canonical text, as the set defines it."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def difference(got: list[str], expected: list[str]) -> str:
    """Which moves are missing, and which are too many."""
    return f"missing {sorted(set(expected) - set(got))}, too many {sorted(set(got) - set(expected))}"


@pytest.mark.parametrize("name", conformance.names("games"))
def test_game(name: str) -> None:
    head, *plies, last = conformance.game(name)
    position = wonai.Position.from_json(text_of(head["start"]))
    assert position.to_json() == text_of(head["start"])
    if head["fresh"]:
        begun = wonai.Position.start(head["players"], head["edition"], head["first"], **head["overrides"])
        assert begun.to_json() == position.to_json()
    for ply in plies:
        check_ply(position, ply)
    assert (position.is_over, position.scores(), position.winners()) == (True, last["scores"], last["winners"])
    assert position.legal_moves() == []


def check_ply(position: wonai.Position, ply: dict[str, Any]) -> None:
    """The list before the move, the position after it, the key on the way."""
    at = f"ply {ply['ply']}, {ply['move']}"
    moves = position.legal_moves()
    if "moves" in ply:
        assert moves == ply["moves"], f"{at}: {difference(moves, ply['moves'])}"
    found = (position.to_move, position.phase, len(moves))
    assert found == (ply["to_move"], ply["phase"], ply["n_moves"]), f"{at}: {moves}"
    assert sha256("\n".join(moves)) == ply["moves_sha256"], f"{at}: {moves}"
    assert position.is_legal(ply["move"]), at
    position.play(ply["move"])
    text = position.to_json()
    if "position" in ply:
        assert json.loads(text) == ply["position"], at
    assert sha256(text) == ply["position_sha256"], f"{at}: {text}"
    assert position.key == _py_whole_key(position), f"{at}: the key is not the one computed from scratch"


@pytest.mark.parametrize("name", conformance.names("cases"))
def test_case(name: str) -> None:
    case = conformance.case(name)
    position = wonai.Position.from_json(text_of(case["position"]))
    assert position.to_json() == text_of(case.get("reads_as", case["position"]))
    for move in case.get("line", []):
        position.play(move)
    check_facts(position, case.get("at", {}))
    moves = position.legal_moves()
    for beginning, expected in case.get("listed", {}).items():
        listed = [move for move in moves if move.startswith(beginning)]
        assert listed == expected, f"listed moves {beginning}...: {difference(listed, expected)}"
    for tried in case.get("tries", []):
        check_try(position, *tried)


def check_try(position: wonai.Position, move: str, is_legal: bool, facts: dict[str, Any] | None = None) -> None:
    """A move tried on its own: legal or refused, and what holds after it."""
    assert position.is_legal(move) is is_legal, move
    after = position.copy()
    if is_legal:
        after.play(move)
        assert after.key == _py_whole_key(after), move
        check_facts(after, facts or {}, after=move)
        return
    with pytest.raises(wonai.IllegalMove):
        after.play(move)
    assert after == position, f"{move}: refused, but the position has changed"


def check_facts(position: wonai.Position, facts: dict[str, Any], after: str = "") -> None:
    """Places of the position file, `scores` and `winners`, with their values."""
    document = json.loads(position.to_json())
    for place, expected in facts.items():
        asked = {"scores": position.scores, "winners": position.winners}.get(place)
        found = asked() if asked else look_up(document, place)
        assert found == expected, f"{place} {after and 'after ' + after}"


def look_up(document: Any, place: str) -> Any:
    """What stands at `players[1].goods.ore`; None if nothing does."""
    for part in PLACE.findall(place):
        key = int(part[1:-1]) if part.startswith("[") else part
        try:
            document = document[key]
        except (KeyError, IndexError):
            return None
    return document


@pytest.mark.parametrize("name", conformance.names("bad-positions"))
def test_bad_position(name: str) -> None:
    bad = conformance.bad_position(name)
    with pytest.raises(wonai.PositionError) as refused:
        wonai.Position.from_json(bad["text"])
    sentence = str(refused.value)
    assert bad["path"] in sentence, bad["why"]
    assert "\n" not in sentence


def test_the_set_is_whole() -> None:
    """The counts of its README, so that a damaged archive does not pass by holding nothing."""
    counts = {folder: len(conformance.names(folder)) for folder in ("games", "cases", "bad-positions")}
    assert counts == {"games": 37, "cases": 97, "bad-positions": 117}
