"""The narrow waist: what search, protocol, tournaments and commands know of a game.

A `Game` makes states; a `State` is one moment of one game. Nothing above this module knows a
game by its name, and nothing here knows a rule.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self

CHANCE = "chance"
"""What `State.to_move` says where a draw or deal is due."""


class State(ABC):
    """One moment of one game. Mutable: copy() before trying a move."""

    __slots__ = ()

    @property
    @abstractmethod
    def game(self) -> str:
        """The name of the game, as in the `game` field of its files."""

    @property
    @abstractmethod
    def seats(self) -> tuple[str, ...]:
        """The seats in playing order: `("p1", "p2", ...)`."""

    @property
    @abstractmethod
    def phase(self) -> str:
        """The part of the game this moment belongs to, in the game's own words."""

    @property
    @abstractmethod
    def to_move(self) -> str | None:
        """The seat that decides now, `"chance"` where a draw is due, None when the game is over."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    @abstractmethod
    def key(self) -> int:
        """64-bit hash; equal for equal positions, different for those that can play on differently."""

    @abstractmethod
    def legal_moves(self) -> list[str]:
        """Every legal move but free-form offers, in plain ASCII order; empty only when the game is over."""

    @abstractmethod
    def is_legal(self, move: str) -> bool:
        """The whole rule, for any text, listed or not. Never raises."""

    @abstractmethod
    def play(self, move: str) -> None:
        """Carry out a move; `IllegalMove` with the reason if it is none, and nothing has changed then."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent twin."""

    @abstractmethod
    def scores(self) -> dict[str, int]:
        """The score of each seat if the game were counted now."""

    @abstractmethod
    def winners(self) -> list[str]:
        """The seats that have won, in seat order; empty before the end."""

    @abstractmethod
    def perft(self, depth: int) -> int:
        """How many lines of `depth` listed moves there are from here."""

    @abstractmethod
    def to_json(self) -> str:
        """The canonical text: equal positions give equal text."""

    @abstractmethod
    def to_text(self) -> str:
        """The board and holdings as plain text for a terminal."""

    @abstractmethod
    def to_svg(self, move: str | None = None) -> str:
        """A picture of the position, with `move` drawn on it if given."""

    def outcomes(self) -> list[tuple[str, int]]:
        """Where a draw is due: the chance moves with their whole-number weights."""
        return []


class Advisor(ABC):
    """What a game can say about its own positions beyond the rules, in its own words.

    Loaded only where advice is asked for: it may need heavy libraries. Every amount it names is exact.
    """

    @abstractmethod
    def plan(
        self,
        state: State,
        seat: str | None = None,
        *,
        seconds: float = 0.5,
        drift: Mapping[str, int] | Literal["likely"] | None = None,
        deadline: float | None = None,
    ) -> dict[str, Any]:
        """The best turn of `seat` (the one to move) as in the `plan` of a report; empty where there is none to make.

        `drift`: what the others are expected to buy (below 0: sell) meanwhile, by name; or the game's own guess.
        `deadline`: a moment of `time.perf_counter`; what cannot be proved by then is estimated and says so.
        """

    @abstractmethod
    def plan_text(self, plan: Mapping[str, Any]) -> str:
        """A plan as a person would want to follow it."""

    @abstractmethod
    def evaluation(self, state: State) -> dict[str, dict[str, float]]:
        """What the position is worth to each seat, by named part; the parts of a seat add up to its `total`."""

    @abstractmethod
    def reasons(self, state: State, move: str, instead: str | None = None) -> tuple[str, ...]:
        """What a legal move is for: exact differences with it and without (or `instead` of it), weightiest first."""

    def describe(self, state: State, move: str) -> str:
        """A legal move as a short sentence with its seat: `p1 builds a Mine on d4`."""
        return f"{state.to_move} plays {move}"

    def summary(self, state: State, width: int = 80) -> str:
        """The position in a few lines of text: the moment, the holdings, the prices."""
        scores = ", ".join(f"{seat} {score}" for seat, score in state.scores().items())
        return f"{state.game}, {state.phase}, {state.to_move} to move\nscore now: {scores}"

    def colour_of(self, seat: str) -> str:
        """The colour of a seat in the game's pictures, `#rrggbb`."""
        return "#4a5a68"

    def kind_of(self, state: State, move: str) -> str:
        """What a move is about, in one word: reviews are counted by it."""
        return state.phase

    @abstractmethod
    def offers(
        self,
        state: State,
        seat: str | None = None,
        *,
        limit: int = 3,
        quick: bool = False,
        seconds: float | None = None,
    ) -> list[dict[str, Any]]:
        """Deals worth proposing: `move`, the gain of both sides and what it does to the others.

        With `quick` within a tenth of a second or so, the gains being estimates; else exact as far as `seconds` allow.
        `exact` says whose gains are no estimates.
        """

    @abstractmethod
    def plan_svg(self, state: State, plan: Mapping[str, Any]) -> str:
        """A picture of the position with what the plan puts on the board."""

    @abstractmethod
    def market(self, state: State, good: str | None = None) -> dict[str, Any]:
        """What the next cubes of a good (of all) cost and bring, one after the other."""

    @abstractmethod
    def market_text(self, report: Mapping[str, Any]) -> str:
        """The same as tables for a terminal."""

    @abstractmethod
    def market_svg(self, report: Mapping[str, Any]) -> str:
        """The same as a chart."""

    @abstractmethod
    def barter(
        self,
        state: State,
        seat: str | None = None,
        *,
        offer: str | None = None,
        firmness: float = 0.5,
        seconds: float | None = None,
    ) -> dict[str, Any]:
        """The offers to make, or the answer to the offer on the table (to `offer`, if given)."""

    @abstractmethod
    def barter_text(self, report: Mapping[str, Any]) -> str:
        """The same for a terminal."""


Features = Callable[["State"], tuple[list[list[float]], list[float], float]]
"""Of a position: the numbers of every seat, those of the table, and how much of the game is left."""


@dataclass(frozen=True, slots=True)
class TunableWeights:
    """The weights of a game's policy by name, and the ranges (lowest, highest) of those that games can improve."""

    names: tuple[str, ...]
    """Those that a vector of weights begins with."""
    ranges: Mapping[str, tuple[float, float]]
    terms: tuple[str, ...]
    """The numbers of a seat that the evaluation is made of."""
    hidden: int
    """Size of the hidden layer of its network."""
    features: Features


class Game(ABC):
    """Makes and reads the states of one game."""

    name: str
    """As in files and the protocol: `wealth-of-nations`."""
    title: str
    """As on the box."""
    min_players: int
    max_players: int

    @abstractmethod
    def new(self, players: int, **options: Any) -> State:
        """The start of a game; what `options` there are is the game's own affair."""

    @abstractmethod
    def new_from_words(self, players: int, words: Sequence[str]) -> State:
        """The same from the words after `players N` of the protocol: `["edition", "second", "first", "p2"]`."""

    @abstractmethod
    def load(self, document: Mapping[str, Any]) -> State:
        """The position a parsed file describes; `PositionError` naming the field if there is none."""

    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the game's position files."""

    def weights(self, source: str = "", style: str = "balanced") -> array[float]:
        """The opinions that compiled policy and evaluation work with: of the package or a file, in a style of play."""
        return array("d")

    def plain_weights(self) -> array[float]:
        """The same before any tuning, which the greedy bot judges by: a yardstick that stays."""
        return self.weights()

    def tunable(self) -> TunableWeights | None:
        """Which of the weights games can improve, and within what ranges; None: the game has none."""
        return None

    def variants(self, players: int) -> list[dict[str, Any]]:
        """Options of `new` whose games, each as often, an evaluation is fitted to."""
        return [{}]

    def workload(self) -> dict[str, State]:
        """Positions by name that `wonai bench` searches, the same in every version; here the starts of all sizes."""
        sizes = range(self.min_players, self.max_players + 1)
        return {f"start-{players}p": self.new(players) for players in sizes}

    def statistics(self, start: State, moves: Sequence[str]) -> dict[str, list[float]]:
        """What one finished game was like, by named number: each list has as many values as the game offers."""
        return {}

    def advisor(self) -> Advisor | None:
        """Who plans and explains positions of this game; None where nobody does."""
        return None
