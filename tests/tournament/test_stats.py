"""Standings from results that were made by hand."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from html.parser import HTMLParser

import pytest

from wonai.tournament import report
from wonai.tournament.config import setup_of
from wonai.tournament.page import _round_numbers, page
from wonai.tournament.setup import Setup
from wonai.tournament.stats import Standings, standings, wilson
from wonai.tournament.store import Result, Timing

NAMES = ("strong", "weak & <bold>", "random")


@pytest.fixture
def setup() -> Setup:
    return setup_of(
        {
            "tournament": {"players": 3, "games": 30},
            "engine": [{"name": name, "bot": "random"} for name in NAMES],
        }
    )


def result(game: int, engines: tuple[str, ...], scores: tuple[int, ...], **more: object) -> Result:
    best = max(scores)
    winners = [score == best for score in scores]
    shares = tuple(is_winner / sum(winners) for is_winner in winners)
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    values = {"shares": shares, "ranks": ranks, "faults": (), "end": "normal", **more}
    return Result(game=game, start=0, engines=engines, scores=scores, moves=9, record="records/1", sha256="", **values)  # type: ignore[arg-type]


@pytest.fixture
def results() -> list[Result]:
    return [
        result(1, ("strong", "weak & <bold>", "random"), (30, 20, 10)),
        result(2, ("random", "strong", "weak & <bold>"), (5, 25, 25)),
        result(3, ("weak & <bold>", "random", "strong"), (40, 10, 0), faults=((2, "crash"),)),
    ]


def row(table: Standings, name: str):  # type: ignore[no-untyped-def]
    return next(row for row in table.rows if row.name == name)


def test_shares_ranks_and_scores(setup: Setup, results: list[Result]) -> None:
    table = standings(setup, results)
    strong = row(table, "strong")
    assert (strong.games, strong.share, strong.mean_rank) == (3, 0.5, pytest.approx(5 / 3))
    assert strong.mean_score == 27.5  # without the game in which it failed
    assert strong.faults == {"crash": 1}
    assert [tally.share for tally in strong.by_seat] == [1.0, 0.5, 0.0]
    assert [tally.share for tally in table.seats] == [pytest.approx(2 / 3), pytest.approx(1 / 6), pytest.approx(1 / 6)]
    assert table.against["strong", "random"].share == pytest.approx(2 / 3)
    assert table.against["strong", "weak & <bold>"].share == pytest.approx(0.5)
    assert table.rows[-1].name == "random"


def test_order_does_not_matter(setup: Setup, results: list[Result]) -> None:
    shuffled = random.Random(1).sample(results, 3)
    assert standings(setup, shuffled).to_document() == standings(setup, results).to_document()


def test_ratings_find_the_order(setup: Setup) -> None:
    rng = random.Random(5)
    played = []
    for pairing in setup.pairings():
        names = tuple(NAMES[engine] for engine in pairing.engines)
        scores = tuple(rng.randrange(0, 20) + 8 * (2 - NAMES.index(name)) for name in names)
        played.append(result(pairing.game, names, scores))
    table = standings(setup, played)
    assert [row.name for row in table.rows] == list(NAMES)
    assert all(row.curve[-1][1:] == (row.rating, row.deviation) for row in table.rows)
    assert all(row.deviation < 25 / 3 for row in table.rows)


def test_copies_of_an_engine_are_one(setup: Setup) -> None:
    table = standings(setup, [result(1, ("strong", "strong", "random"), (3, 2, 1))])
    assert row(table, "strong").games == 2
    assert row(table, "strong").share == 0.5
    assert ("strong", "strong") not in table.against


@pytest.mark.parametrize(("share", "games"), [(0.0, 10), (1.0, 10), (0.5, 100), (0.25, 400)])
def test_wilson(share: float, games: int) -> None:
    low, high = wilson(share, games)
    assert 0 <= low <= share <= high <= 1
    # The bounds are where the share lies 1.96 standard errors away.
    for bound in (low, high):
        if 0 < bound < 1:
            assert abs(share - bound) == pytest.approx(1.959964 * (bound * (1 - bound) / games) ** 0.5)


class _Balance(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "line", "rect", "polygon", "polyline"):
            self.open.append(tag)
        self.links += [value or "" for key, value in attrs if key in ("href", "src")]

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("line", "rect", "polygon", "polyline"):
            assert self.open.pop() == tag


def test_page(setup: Setup, results: list[Result]) -> None:
    text = page(setup, standings(setup, results), results, {1: Timing(1, 2.0, (0.5, 0.2, 0.1), (10, 10, 10))})
    parser = _Balance()
    parser.feed(text)
    assert parser.open == []
    assert all(re.fullmatch(r"records/1|faults/000003-p3\.txt", link) for link in parser.links)
    assert "weak &amp; &lt;bold&gt;" in text
    assert "<bold>" not in text
    assert "50.0" in text  # ms a move
    assert text.count("<polyline") == 3


def test_tables(setup: Setup, results: list[Result]) -> None:
    table = standings(setup, results)
    rows = list(csv.DictReader(io.StringIO(report.to_csv(table))))
    assert [entry["engine"] for entry in rows] == [row.name for row in table.rows]
    document = json.loads(report.to_json(table))
    assert document["games"] == 3
    assert document["against"]["strong"]["random"]["games"] == 3
    assert report.to_markdown(table).count("\n") == 5
    assert "came out ahead of" in report.to_text(setup, table)


def test_a_narrow_terminal_goes_without_columns(setup: Setup, results: list[Result]) -> None:
    """Rather than with numbers that are cut off."""
    table = standings(setup, results)
    assert report.that_fit(table, 200) == [report.COLUMNS, *report.cells(table)]
    for width in (70, 50, 40):
        rows = report.that_fit(table, width)
        assert {"#", "engine", "rating"} <= set(rows[0]) < set(report.COLUMNS)
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        assert sum(widths) + 2 * (len(widths) - 1) <= width
        assert [row[1] for row in rows[1:]] == [row.name for row in table.rows]
    assert report.that_fit(table, 1)[0] == ("#", "engine", "rating")


@pytest.mark.parametrize(
    ("low", "high", "numbers"),
    [(-16, 68, [0, 20, 40, 60]), (24.85, 25.45, [24.9, 25, 25.1, 25.2, 25.3, 25.4]), (0, 5000, range(0, 5001, 1000))],
)
def test_the_axis_has_round_numbers(low: float, high: float, numbers: list[float]) -> None:
    assert _round_numbers(low, high) == pytest.approx(list(numbers))


def test_no_games_yet(setup: Setup) -> None:
    table = standings(setup, [])
    assert "0 of 30 games" in report.to_text(setup, table)
    assert "<svg" in page(setup, table, [], {})
