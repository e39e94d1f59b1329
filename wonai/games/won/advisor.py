"""WonAdvisor: plans, markets, barter and explanations of Wealth of Nations behind the waist.

Each answer is made by a module of its own, imported when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from wonai.errors import WonaiError, did_you_mean
from wonai.game import Advisor, State
from wonai.games.won.position import Position
from wonai.games.won.tables import rules_data
from wonai.strict_json import parse_document


class WonAdvisor(Advisor):
    """Speaks for Wealth of Nations; keeps nothing between questions."""

    def plan(
        self,
        state: State,
        seat: str | None = None,
        *,
        seconds: float = 0.5,
        drift: Mapping[str, int] | Literal["likely"] | None = None,
        deadline: float | None = None,
    ) -> dict[str, Any]:
        """The best round of a seat from here: trades, notes, builds and runs as ordinary moves."""
        from wonai.games.won.planner import plan_round

        return plan_round(_position(state), _seat(state, seat), seconds=seconds, drift=drift, deadline=deadline)

    def plan_text(self, plan: Mapping[str, Any]) -> str:
        """A plan as a person would want to follow it."""
        from wonai.games.won.planner.text import plan_text

        return plan_text(plan)

    def plan_svg(self, state: State, plan: Mapping[str, Any]) -> str:
        """The board as the plan leaves it, what is new ringed and numbered in order."""
        from wonai.games.won.planner.picture import plan_svg

        return plan_svg(_position(state), plan)

    def evaluation(self, state: State) -> dict[str, dict[str, float]]:
        """What the position is worth to each seat, by named part."""
        from wonai.games.won.evaluation import evaluation  # type: ignore[import-not-found, unused-ignore]

        parts: dict[str, dict[str, float]] = evaluation(_position(state))
        return parts

    def reasons(self, state: State, move: str, instead: str | None = None) -> tuple[str, ...]:
        """What a legal move is for, weightiest first."""
        from wonai.games.won.reasons import reasons

        return reasons(_position(state), move, instead)

    def describe(self, state: State, move: str) -> str:
        """A legal move as a short sentence."""
        from wonai.games.won.reasons import describe

        return describe(_position(state), move)

    def summary(self, state: State, width: int = 80) -> str:
        """The moment, the holdings of all and the prices."""
        from wonai.games.won.text_board import render_summary

        return render_summary(parse_document(state.to_json()), rules_data(), width=width)

    def colour_of(self, seat: str) -> str:
        """As in the pictures of the board."""
        from wonai.games.won.picture.scene import PALETTE

        return str(PALETTE["seats"][seat])

    def kind_of(self, state: State, move: str) -> str:
        """What a move is about: setup, trade, barter, notes, build or production."""
        from wonai.games.won.reasons import kind_of

        return kind_of(_position(state), move)

    def offers(
        self,
        state: State,
        seat: str | None = None,
        *,
        limit: int = 3,
        quick: bool = False,
        seconds: float | None = None,
    ) -> list[dict[str, Any]]:
        """Deals worth proposing, the best first."""
        from wonai.games.won.barter import best_offers

        return best_offers(_position(state), _seat(state, seat), limit=limit, quick=quick, seconds=seconds)

    def market(self, state: State, good: str | None = None) -> dict[str, Any]:
        """The price ladders of a good or of all."""
        from wonai.games.won.market_report import market_report

        return market_report(_position(state), good)

    def market_text(self, report: Mapping[str, Any]) -> str:
        """Ladders as tables."""
        from wonai.games.won.market_report import market_text

        return market_text(report)

    def market_svg(self, report: Mapping[str, Any]) -> str:
        """Ladders as a chart."""
        from wonai.games.won.market_report import market_svg

        return market_svg(report)

    def barter(
        self,
        state: State,
        seat: str | None = None,
        *,
        offer: str | None = None,
        firmness: float = 0.5,
        seconds: float | None = None,
    ) -> dict[str, Any]:
        """The offers to make, or the answer to one."""
        from wonai.games.won.barter import barter_report

        seat = _seat(state, seat)
        return barter_report(_position(state), seat, offer=offer, firmness=firmness, seconds=seconds)

    def barter_text(self, report: Mapping[str, Any]) -> str:
        """Offers with what they bring to whom."""
        from wonai.games.won.barter import barter_text

        return barter_text(report)


def _position(state: State) -> Position:
    if not isinstance(state, Position):
        raise WonaiError(f"{state.game} is not a game this advisor knows")
    return state


def _seat(state: State, seat: str | None) -> str:
    """The seat asked about, by default the one to move."""
    seat = seat or state.to_move
    if seat is None:
        raise WonaiError("the game is over: nobody is to move")
    if seat not in state.seats:
        raise WonaiError(f'no such seat "{seat}"{did_you_mean(seat, state.seats)}')
    return seat
