"""The session by itself: other games, advice, a search that fails, and what is kept between two searches."""

from __future__ import annotations

import os
import threading
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

import wonai
from tests import toygame
from wonai import registry
from wonai.errors import WonaiError
from wonai.game import Advisor, State
from wonai.protocol.engine_session import EngineSession
from wonai.protocol.output import Output
from wonai.report import HintReport, MoveLine, SearchInfo
from wonai.search import bots
from wonai.search.limits import Limit
from wonai.search.searcher import OnInfo, Searcher, SearchOptions, StopSignal


class Listener(Output):
    """Keeps what is said."""

    def __init__(self) -> None:
        super().__init__(1)
        self.lines: list[str] = []

    def say(self, *lines: str) -> None:
        self.lines.extend(lines)

    offer = say


Tell = Callable[..., list[str]]


@pytest.fixture
def tell() -> Iterator[Tell]:
    """Tells the engine some lines, waits for the end of what they begin, and gives the new answers."""
    output = Listener()
    session = EngineSession(output)

    def told(*lines: str) -> list[str]:
        n_before = len(output.lines)
        for line in lines:
            assert session.obey(line)
            session.wait()
        return output.lines[n_before:]

    yield told
    assert session.close(5)


# ---------------------------------------------------------------------------------------------------------------------
# Another game


def test_a_game_with_draws(tell: Tell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, toygame.NAME, "tests.toygame:GAME")
    assert tell("setoption name Bot value random", "position startpos game orchard players 2") == []
    assert tell("go nodes 5") == ["error chance go: a draw is due; whoever runs the game plays it as a move"]
    assert tell("plan") == ["error chance plan: no seat is to move"]
    assert tell("position startpos game orchard players 2 moves draw:pear") == []
    *_, best = tell("go nodes 5")
    assert best in ("bestmove take", "bestmove leave")
    assert tell("go nodes 5 searchmoves gift:1")[-1] == "bestmove gift:1"
    assert tell("legal") == ["legal leave take"]
    assert tell("scores") == ['scores {"scores":{"p1":0,"p2":0},"winners":[],"over":false}']
    assert tell("eval")[0].startswith("error no-advice ")
    assert tell("perft 1")[-1] == "perft 2"


# ---------------------------------------------------------------------------------------------------------------------
# Advice and bench


class Adviser(Advisor):
    """Says what it is made to say, and only to what the protocol asks."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self._plan = plan

    def plan(self, state: State, seat: str | None = None, *, seconds: float = 0.5) -> dict[str, Any]:
        return self._plan

    def plan_text(self, plan: Mapping[str, Any]) -> str:
        return "first\nthen\n"

    def evaluation(self, state: State) -> dict[str, dict[str, float]]:
        return {seat: {"money": 1.5, "goods": 2.0, "total": 3.5} for seat in state.seats}


Adviser.__abstractmethods__ = frozenset()  # type: ignore[attr-defined]


def advised(monkeypatch: pytest.MonkeyPatch, plan: dict[str, Any]) -> None:
    game = registry.get(registry.DEFAULT_GAME)
    monkeypatch.setattr(type(game), "advisor", lambda self: Adviser(plan))


def test_eval_and_plan(tell: Tell, monkeypatch: pytest.MonkeyPatch) -> None:
    advised(monkeypatch, {"money": 5})
    tell("position startpos players 3")
    *eye, last = tell("eval")
    assert eye[0] == "info string p1 total 3.50: money 1.50, goods 2.00"
    assert len(eye) == 3
    assert last.startswith('eval {"p1":{"money":1.5,"goods":2.0,"total":3.5},"p2"')
    assert tell("plan") == ["info string first", "info string then", 'plan {"money":5}']


def test_nothing_to_plan(tell: Tell, monkeypatch: pytest.MonkeyPatch) -> None:
    advised(monkeypatch, {})
    tell("position startpos players 3")
    assert tell("plan") == ["info string there is nothing to plan here", "plan {}"]


def test_bench(tell: Tell, monkeypatch: pytest.MonkeyPatch) -> None:
    def run_bench(progress: Callable[[object], None]) -> object:
        progress("a position")
        return types.SimpleNamespace(nodes=12, nodes_per_second=345.6, lines=lambda: ["one line"])

    module = types.ModuleType("wonai.search.bench")
    module.run_bench = run_bench  # type: ignore[attr-defined]
    monkeypatch.setitem(__import__("sys").modules, "wonai.search.bench", module)
    assert tell("bench") == ["info string one line", "bench nodes 12 nps 346"]


# ---------------------------------------------------------------------------------------------------------------------
# The searcher


class Scripted(Searcher):
    """Does what its class is told."""

    name = "scripted"
    made: list[Scripted] = []  # noqa: RUF012
    problem: Exception | None = None
    reply: tuple[str, ...] = ("next",)

    def __init__(self, options: SearchOptions) -> None:
        if options.eval_file:
            raise WonaiError(f"{options.eval_file}: no such weights")
        self.options = options
        self.limits: list[Limit | None] = []
        self.n_new_games = 0
        Scripted.made.append(self)

    def new_game(self) -> None:
        self.n_new_games += 1

    def analyse(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        on_info: OnInfo | None = None,
        searchmoves: Sequence[str] | None = None,
        stop: StopSignal | None = None,
    ) -> HintReport:
        self.limits.append(limit)
        if self.problem is not None:
            raise self.problem
        moves = searchmoves or state.legal_moves()
        even = dict.fromkeys(state.seats, 1 / len(state.seats))
        lines = tuple(MoveLine(move, 1, even, even, (move, *self.reply)) for move in moves[: self.options.multipv])
        assert on_info is not None
        for nodes in range(1, 1000):
            on_info(SearchInfo(3, nodes, 0.5, lines))
        return HintReport({}, str(state.to_move), moves[0], lines, 1000, 0.5, "scripted")


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> list[Scripted]:
    monkeypatch.setitem(bots._BOTS, "wonai", (f"{__name__}:Scripted", "a test"))
    monkeypatch.setattr(Scripted, "made", [])
    monkeypatch.setattr(Scripted, "problem", None)
    return Scripted.made


def test_one_searcher_as_long_as_nothing_changes(tell: Tell, scripted: list[Scripted]) -> None:
    scripted = Scripted.made
    tell("position startpos players 3", "go nodes 5", "go nodes 6", "setoption name Threads value 1", "go nodes 7")
    tell("setoption name Ponder value true", "setoption name MoveOverhead value 0", "newgame")
    assert [len(searcher.limits) for searcher in scripted] == [3]
    assert scripted[0].n_new_games == 1
    tell("setoption name Threads value 2", "position startpos players 3", "go movetime 1000")
    assert [searcher.options.threads for searcher in scripted] == [1, 2]
    limit = scripted[1].limits[0]
    assert limit is not None
    assert limit.time is not None
    assert 0.5 < limit.time <= 1


@pytest.mark.parametrize(
    ("words", "limit"),
    [
        ("rounds 2", Limit(nodes=4_000, rounds=2)),
        ("rounds 50", Limit(nodes=20_000, rounds=50)),
        ("rounds 2 nodes 7", Limit(nodes=7, rounds=2)),
        ("nodes 7", Limit(nodes=7)),
    ],
)
def test_a_horizon_alone_ends_a_search(tell: Tell, scripted: list[Scripted], words: str, limit: Limit) -> None:
    assert tell("position startpos players 3", f"go {words}")[-1].startswith("bestmove ")
    assert Scripted.made[0].limits == [limit]


def test_infos_come_at_a_sane_rate_and_together(tell: Tell, scripted: list[Scripted]) -> None:
    tell("setoption name MultiPV value 3", "setoption name Ponder value true", "position startpos players 3")
    *infos, best = tell("go nodes 1000")
    assert [line.split(" win ")[0] for line in infos[-3:]] == [
        f"info depth 3 nodes 1000 nps 2000 time 500 multipv {rank}" for rank in (1, 2, 3)
    ]
    assert len(infos) <= 12  # a thousand reports within a moment
    assert len(infos) % 3 == 0
    assert infos[-1].endswith("win 0.3333 0.3333 0.3333 vp 0.33 0.33 0.33 pv draft:i3 next")
    assert best == "bestmove draft:i1 ponder next"


def test_a_line_of_one_move_names_nothing_to_ponder_on(
    tell: Tell, scripted: list[Scripted], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Scripted, "reply", ())
    tell("setoption name Ponder value true", "position startpos players 3")
    assert tell("go nodes 1000")[-1] == "bestmove draft:i1"


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (WonaiError("too hard"), "error refused too hard"),
        (MemoryError("lower Hash"), "error no-memory lower Hash"),
        (MemoryError(), "error no-memory not enough memory; lower Hash or Threads"),
        (ZeroDivisionError("a\nb"), "error internal ZeroDivisionError: a\\nb"),
    ],
)
def test_a_search_that_fails(tell: Tell, scripted: list[Scripted], problem: Exception, said: str) -> None:
    Scripted.problem = problem
    tell("position startpos players 3")
    assert tell("go nodes 5") == [said]
    Scripted.problem = None
    assert tell("go nodes 5")[-1] == "bestmove draft:i1"


def test_a_setting_that_the_bot_refuses_changes_nothing(
    tell: Tell, scripted: list[Scripted], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(registry.get(registry.DEFAULT_GAME)), "weights", lambda self, source, style: ())
    tell("position startpos players 3", "go nodes 5")
    assert tell("setoption name EvalFile value mine.json") == ["error bad-value EvalFile: mine.json: no such weights"]
    assert tell("go nodes 5")[-1] == "bestmove draft:i1"
    assert [len(searcher.limits) for searcher in scripted] == [2]


# ---------------------------------------------------------------------------------------------------------------------
# Output


def test_lines_that_belong_together_stay_together() -> None:
    read, write = os.pipe()
    output = Output(write)
    heard: list[bytes] = []

    def listen() -> None:
        with os.fdopen(read, "rb") as file:
            heard.extend(file)

    def talk(name: str) -> None:
        for _ in range(50):
            output.say(*(f"{name} {'x' * 3000} {number}" for number in range(3)))

    listener = threading.Thread(target=listen)
    talkers = [threading.Thread(target=talk, args=(name,)) for name in "ab"]
    for thread in (listener, *talkers):
        thread.start()
    for thread in talkers:
        thread.join()
    os.close(write)
    listener.join()
    assert len(heard) == 300
    for at in range(0, 300, 3):
        assert [line[:1] for line in heard[at : at + 3]] == [heard[at][:1]] * 3
        assert [line.split()[-1] for line in heard[at : at + 3]] == [b"0", b"1", b"2"]


def test_infos_are_left_out_when_nobody_reads() -> None:
    read, write = os.pipe()
    output = Output(write)
    for _ in range(100):
        output.offer("x" * 4000)  # more than a pipe holds, and yet it does not wait
    os.close(read)
    closed: list[bool] = []
    output = Output(write, on_closed=lambda: closed.append(True))
    output.say("anybody?")
    output.say("nobody")
    os.close(write)
    assert closed == [True]


def test_a_position_is_not_changed_by_a_search(tell: Tell) -> None:
    tell("position startpos players 3")
    before = tell("d")[-1]
    tell("go nodes 50")
    assert tell("d")[-1] == before == f"d {wonai.new(players=3).to_json()}"
