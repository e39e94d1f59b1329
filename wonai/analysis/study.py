"""Study: a searched position with everything the reports show of it."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

from wonai import registry
from wonai.errors import WonaiError, did_you_mean
from wonai.game import CHANCE, Advisor, State
from wonai.report import HintReport, MoveLine
from wonai.search.limits import Limit
from wonai.search.searcher import OnInfo, Searcher, StopSignal

PLAN_SHARE = 0.55
"""Of the time for the whole analysis: what planning gets, beside the search."""
MAX_PLAN_SECONDS = 1.2
LEAST_FOR_PLAN = 1.0
"""Seconds: a shorter analysis makes no plan, whose libraries alone would take that long to load."""
RESERVE = 0.12
"""Seconds kept back from the search for reasons and reports."""
LEAST_SEARCH = 0.05
LEAST_VISITS = 5
"""A move that was hardly looked at is no alternative."""


@dataclass(frozen=True)
class Advice:
    """What the game's own advisor says of a position; empty where it has none."""

    seat: str
    plan: Mapping[str, Any] = field(default_factory=dict)
    plan_text: str = ""
    offers: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True)
class Study:
    """One position, searched and explained."""

    state: State
    report: HintReport
    advice: Advice
    words: Mapping[str, str]
    """The move of each line as a sentence."""

    @property
    def seat(self) -> str:
        """Who is to move."""
        return self.report.to_move

    def to_document(self) -> dict[str, Any]:
        """The analysis report."""
        document = self.report.to_document()
        for line in document["lines"]:
            line["words"] = self.words[line["move"]]
        if self.advice.seat != self.seat:
            document["plan_seat"] = self.advice.seat
        document["offers"] = [dict(offer) for offer in self.advice.offers]
        return document


def advisor_of(state: State) -> Advisor | None:
    """Who explains positions of this game."""
    return registry.get(state.game).advisor()


def check_seat(state: State, seat: str | None) -> str:
    """The seat that advice is wanted for: the one to move unless another is named."""
    if state.is_over:
        raise WonaiError("the game is over: there is nothing to analyse")
    if state.to_move == CHANCE:
        raise WonaiError("a draw is due: there is nothing to choose")
    if seat is not None and seat not in state.seats:
        raise WonaiError(f'there is no seat "{seat}" in this game{did_you_mean(seat, state.seats)}')
    return seat or str(state.to_move)


def analyse(
    state: State,
    searcher: Searcher,
    limit: Limit,
    *,
    seat: str | None = None,
    on_info: OnInfo | None = None,
    stop: StopSignal | None = None,
) -> Study:
    """Search a position and explain what was found; the time of the limit covers both."""
    wanted = check_seat(state, seat)
    advisor = advisor_of(state)
    with ThreadPoolExecutor(1) as pool:
        # Planning and searching work beside each other: both spend their time in compiled code.
        advice = pool.submit(_advice, state.copy(), advisor, wanted, _plan_seconds(limit))
        report = searcher.analyse(state, _search_limit(limit), on_info=on_info, stop=stop or threading.Event())
        known = [line for line in report.lines if line is report.lines[0] or line.visits >= LEAST_VISITS]
        lines = tuple(explained(state, line, advisor) for line in known)
        words = {line.move: describe(state, line.move, advisor) for line in lines}
        given = advice.result()
    return Study(state, replace(report, lines=lines, plan=given.plan or report.plan), given, words)


def describe(state: State, move: str, advisor: Advisor | None) -> str:
    """A move as a sentence."""
    return advisor.describe(state, move) if advisor is not None else f"{state.to_move} plays {move}"


def explained(state: State, line: MoveLine, advisor: Advisor | None, instead: str | None = None) -> MoveLine:
    """A line with its reasons and its error bars."""
    why = line.why or (advisor.reasons(state, line.move, instead) if advisor is not None else ())
    errors = {seat: line.error_of_win(seat) for seat in line.win}
    return replace(line, why=tuple(why), win_error=errors)


def offer_words(offer: Mapping[str, Any], seat: str) -> str:
    """What an offer brings both sides, as far as the advisor says."""
    sides = [(seat, offer.get("gain")), (offer.get("partner"), offer.get("partner_gain"))]
    told = [f"{name} {gain:+.0f}" for name, gain in sides if name and gain is not None]
    return f"gains by estimate, in dollars: {', '.join(told)}" if told else ""


def _plan_seconds(limit: Limit) -> float:
    if limit.time is None:
        return MAX_PLAN_SECONDS
    return min(MAX_PLAN_SECONDS, limit.time * PLAN_SHARE) if limit.time >= LEAST_FOR_PLAN else 0.0


def _search_limit(limit: Limit) -> Limit:
    return limit if limit.time is None else replace(limit, time=max(limit.time - RESERVE, LEAST_SEARCH))


def _advice(state: State, advisor: Advisor | None, seat: str, seconds: float) -> Advice:
    if advisor is None:
        return Advice(seat)
    offers = advisor.offers(state, seat, quick=True)
    plan = advisor.plan(state, seat, seconds=seconds) if seconds else {}
    return Advice(seat, plan, advisor.plan_text(plan) if plan else "", offers)
