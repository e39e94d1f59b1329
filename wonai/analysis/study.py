"""Study: a searched position with everything the reports show of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

from wonai import registry
from wonai.analysis.outlook import outlook_of, shared, was_searched
from wonai.errors import WonaiError, did_you_mean
from wonai.game import CHANCE, Advisor, State
from wonai.report import FEW_VISITS, HintReport, MoveLine
from wonai.search.limits import Limit
from wonai.search.searcher import OnInfo, Searcher, StopSignal

ADVICE_SECONDS = 1.5
"""For plan and offers, where the search is limited otherwise than by time."""
MAX_ADVICE_SECONDS = 5.0
PLAN_SHARE = 0.6
"""Of that time: by then the plan is ready, and the offers get the rest."""
LEAST_FOR_PLAN = 1.0
"""Seconds: a shorter analysis makes no plan, whose libraries alone would take that long to load."""
LEAST_FOR_OFFERS = 0.4
"""Seconds: with less left, or without the libraries of the plan, offers are estimated and not solved."""
RESERVE = 0.3
"""Seconds kept back for starting the program, for reasons and for reports; of a short time `RESERVED_SHARE`."""
RESERVED_SHARE = 0.15
MAX_WEIGHED = 3
"""Moves compared where the searcher chose one without a search."""
LEAST_SHARE = 0.1
"""Of the best move's visits: with fewer, and with few altogether, a move was hardly looked at and is no alternative."""


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
    is_chosen: bool = False
    """Whether the lines are moves that somebody asked for, and not the best ones."""

    @property
    def seat(self) -> str:
        """Who is to move."""
        return self.report.to_move

    @property
    def title(self) -> str:
        """What the first line is."""
        if not self.is_chosen:
            return "Best move"
        return "Best of the chosen moves" if len(self.report.lines) > 1 else "The chosen move"

    def is_planned(self, move: str) -> bool:
        """Whether the plan has this move of the seat, too."""
        return self.advice.seat == self.seat and move in self.advice.plan.get("moves", ())

    @property
    def planned_instead(self) -> str:
        """The move that the plan begins with, where the plan does without the best one; else empty."""
        moves = self.advice.plan.get("moves", ()) if self.advice.seat == self.seat else ()
        return str(moves[0]) if moves and self.report.best not in moves else ""

    def played(self, line: MoveLine) -> list[tuple[str, str]]:
        """The expected line of play as far as it is one: each move with its seat."""
        now, found = self.state.copy(), []
        for move in line.pv:
            if now.to_move is None or not now.is_legal(move):
                break
            found.append((now.to_move, move))
            now.play(move)
        return found

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
        advice = pool.submit(_advice, state.copy(), advisor, wanted, limit.time)
        report = searcher.analyse(state, _search_limit(limit), on_info=on_info, stop=stop or threading.Event())
        known = [line for line in report.lines if _is_known(line, report.lines[0])]
        if not was_searched(report, limit):
            known = _weighed(state, known[0], searcher, _search_limit(limit), stop)
        lines = tuple(explained(state, line, advisor) for line in known)
        words = {line.move: describe(state, line.move, advisor) for line in lines}
        given = advice.result()
    return Study(state, replace(report, lines=lines, plan=given.plan or report.plan), given, words)


def _is_known(line: MoveLine, best: MoveLine) -> bool:
    return line is best or line.visits >= min(FEW_VISITS, LEAST_SHARE * best.visits)


def _weighed(state: State, best: MoveLine, searcher: Searcher, limit: Limit, stop: StopSignal | None) -> list[MoveLine]:
    """The few moves there are, each weighed: the searcher saw one choice only and did not search."""
    moves = [best.move, *(move for move in state.legal_moves() if move != best.move)][:MAX_WEIGHED]
    lines = []
    for move in moves:
        after = state.copy()
        after.play(move)
        lines.append(outlook_of(after, searcher, shared(limit, len(moves)), move, stop))
    return lines


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
    about = "" if offer.get("exact") else "about "
    sides = [(seat, offer.get("gain")), (offer.get("partner"), offer.get("partner_gain"))]
    told = [f"{name} gains {about}${gain:.0f}" for name, gain in sides if name and gain is not None]
    return ": ".join(part for part in (offer.get("words", ""), ", ".join(told)) if part)


def _time_to_think(seconds: float) -> float:
    return seconds - min(RESERVE, RESERVED_SHARE * seconds)


def _search_limit(limit: Limit) -> Limit:
    return limit if limit.time is None else replace(limit, time=_time_to_think(limit.time))


def _advice(state: State, advisor: Advisor | None, seat: str, time_limit: float | None) -> Advice:
    """Plan and offers, ready when the search is."""
    if advisor is None:
        return Advice(seat)
    begun = time.perf_counter()
    seconds = ADVICE_SECONDS if time_limit is None else min(_time_to_think(time_limit), MAX_ADVICE_SECONDS)
    is_short = time_limit is not None and time_limit < LEAST_FOR_PLAN
    plan = {} if is_short else advisor.plan(state, seat, seconds=seconds, deadline=begun + PLAN_SHARE * seconds)
    left = begun + seconds - time.perf_counter()
    if is_short or left < LEAST_FOR_OFFERS:
        offers = advisor.offers(state, seat, quick=True)
    else:
        offers = advisor.offers(state, seat, seconds=left)
    return Advice(seat, plan, advisor.plan_text(plan) if plan else "", offers)
