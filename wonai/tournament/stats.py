"""Standings: ratings, ranks, shares of victory, meetings and seats, from the results of a tournament."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from wonai.tournament import sequential
from wonai.tournament.faults import KINDS
from wonai.tournament.sequential import UNDECIDED, Verdict
from wonai.tournament.setup import Setup
from wonai.tournament.store import Result

Z = 1.959964
"""Of the normal distribution: an interval of 95 %."""
CURVE_POINTS = 200
STANDINGS_FORMAT = "wonai-standings/1"


def wilson(share: float, games: int) -> tuple[float, float]:
    """The interval of 95 % for a share of victory; a little wide where victories are shared."""
    if games == 0:
        return 0.0, 1.0
    scale = 1 + Z * Z / games
    centre = (share + Z * Z / (2 * games)) / scale
    half = Z / scale * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))


@dataclass(frozen=True, slots=True)
class Tally:
    """Games and victories."""

    games: int = 0
    share: float = 0.0
    """Mean share of victory."""

    @property
    def interval(self) -> tuple[float, float]:
        """Of 95 %."""
        return wilson(self.share, self.games)


@dataclass(frozen=True, slots=True)
class Row:
    """One engine. A game in which it sits twice counts twice."""

    name: str
    games: int
    rating: float
    deviation: float
    """Of the rating: the true one lies within twice of it with about 95 %."""
    share: float
    interval: tuple[float, float]
    mean_rank: float
    mean_score: float | None
    """Over games that it played to their end itself."""
    faults: dict[str, int]
    by_seat: tuple[Tally, ...]
    curve: tuple[tuple[int, float, float], ...] = field(repr=False)
    """Game, rating and deviation, at most `CURVE_POINTS` of them."""


@dataclass(frozen=True, slots=True)
class Standings:
    """All engines, the best first."""

    name: str
    players: int
    games: int
    planned: int
    rows: tuple[Row, ...]
    seats: tuple[Tally, ...]
    """What each seat wins, whoever sits there."""
    against: dict[tuple[str, str], Tally]
    """How often the first came out ahead of the second; level counts half."""
    ends: dict[str, int]
    verdict: Verdict | None = None
    not_counted: int = 0
    """Games that were on their way when the test had decided."""

    def to_document(self) -> dict[str, Any]:
        """As in `standings.json`."""
        return {
            "format": STANDINGS_FORMAT,
            "name": self.name,
            "players": self.players,
            "games": self.games,
            "planned": self.planned,
            "engines": [_row_document(row) for row in self.rows],
            "seats": [_tally_document(tally) for tally in self.seats],
            "against": {
                row.name: {
                    other.name: _tally_document(self.against[row.name, other.name])
                    for other in self.rows
                    if (row.name, other.name) in self.against
                }
                for row in self.rows
            },
            "ends": self.ends,
            "test": None if self.verdict is None else _verdict_document(self.verdict),
            "not_counted": self.not_counted,
        }


def _row_document(row: Row) -> dict[str, Any]:
    return {
        "name": row.name,
        "games": row.games,
        "rating": round(row.rating, 3),
        "deviation": round(row.deviation, 3),
        "share": round(row.share, 4),
        "interval": [round(bound, 4) for bound in row.interval],
        "mean_rank": round(row.mean_rank, 3),
        "mean_score": None if row.mean_score is None else round(row.mean_score, 2),
        "faults": row.faults,
        "by_seat": [_tally_document(tally) for tally in row.by_seat],
    }


def _tally_document(tally: Tally) -> dict[str, Any]:
    return {"games": tally.games, "share": round(tally.share, 4), "interval": [round(b, 4) for b in tally.interval]}


def _verdict_document(verdict: Verdict) -> dict[str, Any]:
    return {
        "state": verdict.state,
        "ratio": round(verdict.ratio, 3),
        "lower": round(verdict.lower, 3),
        "upper": round(verdict.upper, 3),
        "observations": verdict.blocks,
        "mean": round(verdict.mean, 4),
        "error": None if math.isinf(verdict.error) else round(verdict.error, 4),
    }


def standings(setup: Setup, results: Sequence[Result]) -> Standings:
    """The standings after these games, in whichever order they are given."""
    ordered = sorted(results, key=lambda result: result.game)
    verdict, last = verdict_so_far(setup, ordered)
    counted = [result for result in ordered if last is None or result.game <= last]
    names = [engine.name for engine in setup.engines]
    ratings, curves = _ratings(names, counted)
    rows = [_row(name, setup.players, counted, ratings[name], curves[name]) for name in names]
    rows.sort(key=lambda row: (-row.rating, -row.share, names.index(row.name)))
    return Standings(
        name=setup.name,
        players=setup.players,
        games=len(counted),
        planned=setup.games,
        rows=tuple(rows),
        seats=tuple(
            _tally([result.shares[seat] for result in counted]) for seat in range(setup.players)
        ),
        against=_against(counted),
        ends=dict(sorted(Counter(result.end for result in counted).items())),
        verdict=verdict,
        not_counted=len(ordered) - len(counted),
    )


def _row(
    name: str,
    players: int,
    results: Sequence[Result],
    rating: tuple[float, float],
    curve: Sequence[tuple[int, float, float]],
) -> Row:
    played = [(result, seat) for result in results for seat, who in enumerate(result.engines) if who == name]
    shares = [result.shares[seat] for result, seat in played]
    own = [
        result.scores[seat]
        for result, seat in played
        if result.end == "normal" and seat not in (failed for failed, _ in result.faults)
    ]
    failures = Counter(kind for result, seat in played for failed, kind in result.faults if failed == seat)
    tally = _tally(shares)
    return Row(
        name=name,
        games=len(played),
        rating=rating[0],
        deviation=rating[1],
        share=tally.share,
        interval=tally.interval,
        mean_rank=_mean([result.ranks[seat] for result, seat in played]),
        mean_score=_mean(own) if own else None,
        faults={kind: failures[kind] for kind in KINDS if failures[kind]},
        by_seat=tuple(
            _tally([result.shares[seat] for result, seat in played if seat == at]) for at in range(players)
        ),
        curve=tuple(curve),
    )


def _mean(numbers: Sequence[float]) -> float:
    return math.fsum(numbers) / len(numbers) if numbers else 0.0


def _tally(shares: Sequence[float]) -> Tally:
    return Tally(len(shares), _mean(shares))


def _ratings(
    names: Sequence[str], results: Sequence[Result]
) -> tuple[dict[str, tuple[float, float]], dict[str, list[tuple[int, float, float]]]]:
    """Plackett-Luce ratings, game by game, with a curve for each engine.

    The strength of an engine does not drift, so no uncertainty is added between games. Copies of an engine in one
    game are rated each for itself, and the engine goes on with the mean.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    now = {name: model.rating(name=name) for name in names}
    curves: dict[str, list[tuple[int, float, float]]] = {name: [(0, now[name].mu, now[name].sigma)] for name in names}
    step = max(1, len(results) // CURVE_POINTS)
    for number, result in enumerate(results, 1):
        rated = model.rate([[now[name]] for name in result.engines], ranks=[float(rank) for rank in result.ranks])
        for name in set(result.engines):
            copies = [team[0] for team, who in zip(rated, result.engines, strict=True) if who == name]
            now[name] = model.rating(
                mu=_mean([copy.mu for copy in copies]), sigma=_mean([copy.sigma for copy in copies]), name=name
            )
        if number % step == 0 or number == len(results):
            for name in names:
                curves[name].append((result.game, now[name].mu, now[name].sigma))
    return {name: (rating.mu, rating.sigma) for name, rating in now.items()}, curves


def _against(results: Sequence[Result]) -> dict[tuple[str, str], Tally]:
    points: dict[tuple[str, str], list[float]] = {}
    for result in results:
        for one, name in enumerate(result.engines):
            for other, rival in enumerate(result.engines):
                if name != rival:
                    mine, theirs = result.ranks[one], result.ranks[other]
                    points.setdefault((name, rival), []).append(0.5 if mine == theirs else float(mine < theirs))
    return {pair: _tally(values) for pair, values in points.items()}


# ---------------------------------------------------------------------------------------------------------------------
# The sequential test


def verdict_so_far(setup: Setup, results: Sequence[Result]) -> tuple[Verdict | None, int | None]:
    """The verdict and, once it is decided, the last game that counts.

    Only whole starts count, in the order of the schedule: a test that took games as they end would favour short ones.
    """
    test = setup.sequential
    if test is None:
        return None, None
    done = {result.game: result for result in results}
    name = setup.engines[test.engine].name
    rival = None if test.versus is None else setup.engines[test.versus].name
    observations: list[float] = []
    verdict: Verdict | None = None
    starts: dict[int, list[int]] = {}
    for pairing in setup.pairings():
        starts.setdefault(pairing.start, []).append(pairing.game)
    fair = 0.0 if rival is not None else 1 / setup.players
    for games in starts.values():
        if not all(game in done for game in games):
            break
        seen = [_observed(done[game], name, rival) for game in games]
        shares = [x for values in seen for x in values]
        if shares:
            observations.append(_mean(shares))
        least = sequential.least_variance(
            setup.players, test.effect, max(1, len(shares)), is_difference=rival is not None
        )
        verdict = sequential.judge(observations, fair, test.effect, least, test.alpha, test.beta)
        if verdict.state != UNDECIDED:
            return verdict, games[-1]
    if verdict is None:
        verdict = sequential.judge((), fair, test.effect, 1.0, test.alpha, test.beta)
    return verdict, None


def _observed(result: Result, name: str, rival: str | None) -> list[float]:
    """What a game says: the share of each seat of the engine, less the mean share of its rival's seats."""
    own = [share for share, who in zip(result.shares, result.engines, strict=True) if who == name]
    if rival is None or not own:
        return own
    theirs = [share for share, who in zip(result.shares, result.engines, strict=True) if who == rival]
    return [_mean(own) - _mean(theirs)] if theirs else []
