"""Game reviews: losses, tallies, turning points, and a side file to go on from."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import wonai
from wonai.analysis.paper import Paper
from wonai.analysis.review import Decision, Progress, Review, Tally, choices, review, side_file
from wonai.analysis.review_text import review_lines
from wonai.errors import WonaiError
from wonai.game import State
from wonai.record import Record, read_file
from wonai.report import HintReport, MoveLine
from wonai.search.limits import Limit
from wonai.search.searcher import OnInfo, Searcher, StopSignal

ROOT = Path(__file__).parents[2]
LIMIT = Limit(nodes=40)


class Oracle(Searcher):
    """Knows what every position is worth, exactly: by the goods and money of each seat; counts its searches."""

    name = "oracle"

    def __init__(self) -> None:
        self.searches = 0

    @staticmethod
    def worth(state: State) -> dict[str, float]:
        document = json.loads(state.to_json())
        purse = {
            player["seat"]: 1.0 + player["money"] + 20 * sum(player["goods"].values()) for player in document["players"]
        }
        return {seat: money / sum(purse.values()) for seat, money in purse.items()}

    def analyse(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        on_info: OnInfo | None = None,
        searchmoves: Sequence[str] | None = None,
        stop: StopSignal | None = None,
    ) -> HintReport:
        self.searches += 1
        seat = str(state.to_move)

        def after(move: str) -> float:
            twin = state.copy()
            twin.play(move)
            return self.worth(twin)[seat]

        best = max(state.legal_moves(), key=after)
        now = self.worth(state)
        line = MoveLine(
            best, 100, now, {name: 100 * share for name, share in now.items()}, (best,), (), dict.fromkeys(now, 0.001)
        )
        return HintReport(json.loads(state.to_json()), seat, best, (line,), 100, 0.0, "oracle 1")


def game() -> Record:
    return read_file(ROOT / "tests/analysis/seven-decisions.record", allow_unfinished=True)


def reviewed(**more: Any) -> Review:
    return review(game(), Oracle(), LIMIT, engine="oracle 1", **more)


def later(state: State, move: str) -> State:
    """The next position with a choice after a move."""
    after = state.copy()
    after.play(move)
    while not after.is_over and len(after.legal_moves()) == 1:
        after.play(after.legal_moves()[0])
    return after


def test_losses_are_those_of_the_positions() -> None:
    found = reviewed()
    by_ply = {decision.ply: decision for decision in found.decisions}
    for ply, state, move in choices(game()):
        played, best = later(state, move), later(state, by_ply[ply].best)
        seat = str(state.to_move)
        loss = max(0.0, Oracle.worth(best)[seat] - Oracle.worth(played)[seat])
        assert by_ply[ply].loss == pytest.approx(loss)
        assert by_ply[ply].seat == seat
        assert (by_ply[ply].loss_error > 0) == (loss > 0)


def test_forced_moves_are_no_decisions() -> None:
    record = game()
    plies = [ply for ply, _, _ in choices(record)]
    for ply in range(1, len(record.moves) + 1):
        assert (ply in plies) == (len(record.state(ply - 1).legal_moves()) > 1)


def test_document_and_schema() -> None:
    document = json.loads(json.dumps(reviewed().to_document()))
    schema = json.loads((files("wonai.analysis") / "review.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(document, schema)
    assert {one["kind"] for one in document["decisions"]} <= {
        "setup",
        "trade",
        "barter",
        "notes",
        "build",
        "production",
    }
    assert sum(player["decisions"] for player in document["players"].values()) == len(document["decisions"])


def decision(ply: int, seat: str, loss: float, error: float = 0.001, best_win: float = 0.5) -> Decision:
    return Decision(ply, seat, "trade", "pass", "buy:ore", {"p1": 0.5}, {"p1": 9.0}, best_win, loss, error, 10 * loss)


def test_tally() -> None:
    tally = Tally.of([decision(1, "p1", 0.25), decision(2, "p1", 0.0), decision(3, "p1", 0.01, error=0.02)])
    assert (tally.decisions, tally.best) == (3, 2)
    assert tally.loss == pytest.approx(0.25)
    assert tally.accuracy == pytest.approx((0.5 + 1 + 1) / 3)
    assert Tally.of([]) == Tally()
    assert decision(1, "p1", 0.0, best_win=0.0).accuracy == 1


def test_turning_points() -> None:
    losses = [
        decision(1, "p1", 0.02),
        decision(2, "p2", 0.5, error=0.4),
        decision(3, "p1", 0.3),
        decision(4, "p2", 0.1),
    ]
    found = Review(game(), ("p1", "p2"), losses, "x")
    assert [one.ply for one in found.turning_points()] == [3, 4]
    many = Review(game(), ("p1",), [decision(10 * k, "p1", 0.03 + k / 1000) for k in range(1, 30)], "x")
    assert [one.ply for one in many.turning_points()] == list(range(220, 300, 10))


def test_what_is_missed_again_and_again_counts_once() -> None:
    again = [decision(ply, "p1", loss) for ply, loss in ((5, 0.2), (8, 0.3), (13, 0.1), (40, 0.15))]
    found = Review(game(), ("p1", "p2"), [*again, decision(9, "p2", 0.25)], "x")
    assert [one.ply for one in found.turning_points()] == [8, 9, 40]


def test_how_exactly_the_losses_are_known() -> None:
    rough = Review(
        game(), ("p1",), [decision(1, "p1", 0.2, 0.06), decision(2, "p1", 0.0), decision(3, "p1", 0.1, 0.08)], "x"
    )
    assert "known to ±7 points on average: think longer" in " ".join(review_lines(rough, Paper(400)))


def test_text() -> None:
    text = "\n".join(review_lines(reviewed(), Paper(80)))
    assert "accuracy" in text
    assert "Turning points" in text
    assert max(map(len, text.split("\n"))) <= 80


def test_going_on(tmp_path: Path) -> None:
    path, record = str(tmp_path / "side"), game()
    all_of_it = Oracle()
    whole = review(record, all_of_it, LIMIT, engine="oracle 1").decisions
    searcher = Oracle()

    class Broken(Exception):
        pass

    def break_off(number: int, total: int) -> None:
        assert total == len(whole)
        if number == 3:
            raise Broken

    progress = Progress(path, record, LIMIT, "oracle 1")
    with pytest.raises(Broken):
        review(record, searcher, LIMIT, engine="oracle 1", progress=progress, on_decision=break_off)
    progress.close()
    with open(path, "a", encoding="utf-8") as file:
        file.write('{"ply": 9, "seat"')  # cut off in the middle of a line
    progress = Progress(path, record, LIMIT, "oracle 1")
    assert len(progress.known) == 3
    again = Oracle()
    found = review(record, again, LIMIT, engine="oracle 1", progress=progress)
    progress.close()
    assert [one.ply for one in found.decisions] == [one.ply for one in whole]
    assert [one.loss for one in found.decisions] == pytest.approx([one.loss for one in whole], abs=1e-4)
    assert 0 < again.searches == all_of_it.searches - searcher.searches
    # all judged: nothing is searched any more
    progress = Progress(path, record, LIMIT, "oracle 1")
    idle = Oracle()
    review(record, idle, LIMIT, engine="oracle 1", progress=progress)
    progress.close()
    assert idle.searches == 0


def test_another_review_begins_anew(tmp_path: Path) -> None:
    path, record = str(tmp_path / "side"), game()
    progress = Progress(path, record, LIMIT, "oracle 1")
    review(record, Oracle(), LIMIT, engine="oracle 1", progress=progress)
    progress.close()
    for limit, engine in ((Limit(nodes=41), "oracle 1"), (LIMIT, "oracle 2")):
        other = Progress(path, record, limit, engine)
        assert other.known == {}
        other.close()


def test_a_strange_side_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "side"
    path.write_text("my diary\n", encoding="utf-8")
    with pytest.raises(WonaiError, match="no side file of a review"):
        Progress(str(path), game(), LIMIT, "oracle 1")
    assert path.read_text(encoding="utf-8") == "my diary\n"


def test_side_file_stands_beside_the_record() -> None:
    assert side_file("games/a.record") == "games/a.record.review"


def test_there_are_twenty_blunders() -> None:
    paths = sorted((ROOT / "tests/analysis/blunders").glob("*.record"))
    assert len(paths) == 20
    for path in paths:
        record = read_file(path, allow_unfinished=True)
        planted = int(record.tags["x-blunder"])
        assert planted in [ply for ply, _, _ in choices(record)]
        assert isinstance(record.state(planted - 1), wonai.Position)
