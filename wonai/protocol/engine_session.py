"""One conversation with a GUI: the options, the position, the task at hand, and what each command does to them.

A command that is refused changes nothing. Reads nothing itself and never waits for a search.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from wonai import registry
from wonai.errors import IllegalMove, WonaiError
from wonai.game import CHANCE, Advisor, State
from wonai.protocol.commands import (
    BARE_WORDS,
    HELP,
    Bare,
    Command,
    Go,
    JsonPosition,
    Perft,
    Refused,
    SetOption,
    StartPosition,
    parse_command,
    quoted,
)
from wonai.protocol.engine_task import SearchOrder, SearchTask, Task, WorkTask, error_line
from wonai.protocol.options import Settings, describe_options, find_option
from wonai.protocol.output import Output
from wonai.search import bots
from wonai.search.limits import Limit
from wonai.search.searcher import Searcher
from wonai.strict_json import parse_document

STOP_PATIENCE = 1.0
"""Seconds that a command which comes right after `stop` waits for the work to end."""
PLAIN_PERFT = 2
"""Plies that are counted in one go; above, the count can be stopped between two moves."""
_ALWAYS = frozenset({"wep", "isready", "stop", "ponderhit"})
"""What is obeyed whatever goes on."""
_WHILE_SEARCHING = _ALWAYS | {"help", "d", "legal", "scores"}
"""Not while a command for people is answered: their lines for the eye would mix."""


class EngineSession:
    """What the engine knows, and what it does when it is told something."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._settings = Settings()
        self._searcher: Searcher | None = None
        self._state: State | None = None
        self._task: Task | None = None
        self._bare: dict[str, Callable[[], None]] = {
            "wep": self._wep,
            "isready": self._isready,
            "newgame": self._newgame,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
            "d": self._show,
            "legal": self._legal,
            "scores": self._scores,
            "eval": lambda: self._work("eval", self._eval),
            "plan": lambda: self._work("plan", self._plan),
            "bench": lambda: self._start(WorkTask("bench", self._output, _bench)),
            "help": self._help,
        }

    def obey(self, line: str) -> bool:
        """Do what a line says; whether the conversation goes on. Everything that is wrong with it is answered."""
        self._output.heard(line)
        try:
            command = parse_command(line)
            if command == Bare("quit"):
                return False
            if command is not None:
                self._carry_out(command)
        except Exception as error:  # whatever a line does, the engine lives on
            self._output.say(error_line(error))
        return True

    def refuse(self, refusal: Refused) -> None:
        """Answer something that could not even be read."""
        self._output.say(refusal.to_line())

    def wait(self) -> None:
        """Wait for the end of the task at hand."""
        if self._task is not None:
            self._task.wait()

    def close(self, seconds: float) -> bool:
        """Say nothing more and end the task at hand; whether it has ended within that time."""
        self._output.close()
        if self._task is None:
            return True
        self._task.end()
        return self._task.wait(seconds)

    def _carry_out(self, command: Command) -> None:
        word = command.word if isinstance(command, Bare) else ""
        if word not in (_WHILE_SEARCHING if isinstance(self._task, SearchTask) else _ALWAYS):
            self._require_leisure()
        match command:
            case Bare():
                self._bare[word]()
            case SetOption():
                self._set_option(command)
            case StartPosition() | JsonPosition():
                self._state = _position(command)
            case Perft(depth):
                self._perft(depth)
            case Go():
                self._go(command)

    # -----------------------------------------------------------------------------------------------------------------
    # The task at hand

    def _is_working(self) -> bool:
        return self._task is not None and not self._task.is_over

    def _require_leisure(self) -> None:
        """`Refused` while something goes on; what has been told to stop is waited for."""
        task = self._task
        if task is None:
            return
        if (task.is_over or task.stop.is_set()) and task.wait(STOP_PATIENCE):
            self._task = None
            return
        raise Refused("busy", f'"{task.name}" goes on; say stop first')

    def _start(self, task: Task) -> None:
        self._task = task
        task.start()

    def _work(self, name: str, work: Callable[[State, Task], list[str]]) -> None:
        state = self._position().copy()
        self._start(WorkTask(name, self._output, lambda task: work(state, task)))

    def _stop(self) -> None:
        """With nothing to stop, nothing happens: the work may have ended as the GUI spoke."""
        if self._task is not None:
            self._task.end()

    def _ponderhit(self) -> None:
        if not isinstance(self._task, SearchTask) or not self._task.is_pondering or not self._is_working():
            raise Refused("not-pondering", "ponderhit: nothing is being pondered on")
        self._task.ponder_hit()

    # -----------------------------------------------------------------------------------------------------------------
    # Handshake and options

    def _wep(self) -> None:
        from wonai import __version__

        self._output.say(f"id name wonai {__version__}", "id author the wonai developers", *describe_options(), "wepok")

    def _isready(self) -> None:
        """At once during a search; otherwise when everything said before has been answered."""
        is_counting = self._is_working() and not isinstance(self._task, SearchTask)
        if not is_counting or self._task is None or not self._task.postpone("readyok"):
            self._output.say("readyok")

    def _set_option(self, command: SetOption) -> None:
        option = find_option(command.name)
        value = option.parse(command.value)
        settings = self._settings.with_value(option.field, value)
        if option.field == "log":
            self._log_to(settings.log)
        elif settings.searcher_key() != self._settings.searcher_key():
            if option.field in ("eval_file", "style"):
                self._check_weights(settings, option.name)
            self._searcher = _new_searcher(settings, option.name)
        self._settings = settings

    def _check_weights(self, settings: Settings, option: str) -> None:
        """A file that cannot be read is refused now, not in the middle of a game."""
        game = registry.get(self._state.game if self._state else registry.DEFAULT_GAME)
        try:
            game.weights(settings.eval_file, settings.style)
        except WonaiError as error:
            raise Refused("bad-value", f"{option}: {error}") from None

    def _log_to(self, path: str) -> None:
        try:
            self._output.log_to(path)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise Refused("bad-value", f"Log: {quoted(path)} cannot be written: {reason}") from None

    def _newgame(self) -> None:
        self._state = None
        if self._searcher is not None:
            self._searcher.new_game()

    # -----------------------------------------------------------------------------------------------------------------
    # Position and search

    def _position(self) -> State:
        if self._state is None:
            raise Refused("no-position", "there is no position yet; say position first")
        return self._state

    def _go(self, go: Go) -> None:
        state = self._position()
        if state.is_over:
            raise Refused("game-over", "go: the game is over")
        if state.to_move == CHANCE:
            raise Refused("chance", "go: a draw is due; whoever runs the game plays it as a move")
        for move in go.searchmoves or ():
            try:
                state.copy().play(move)
            except IllegalMove as error:
                raise Refused("illegal-move", f"go searchmoves: {quoted(move)}: {error}") from None
        if self._searcher is None:
            self._searcher = _new_searcher(self._settings, "Bot")
        limit = Limit(None if go.movetime is None else go.movetime / 1000, go.nodes, go.rounds)
        order = SearchOrder(
            state=state.copy(),
            limit=limit,
            searchmoves=go.searchmoves,
            is_infinite=go.infinite or limit == Limit(),
            is_ponder=go.ponder,
            names_ponder=self._settings.ponder,
            overhead=self._settings.move_overhead / 1000,
        )
        self._start(SearchTask(self._output, self._searcher, order))

    # -----------------------------------------------------------------------------------------------------------------
    # For people: lines for the eye, then one that begins with the command's own word

    def _show(self) -> None:
        state = self._position()
        self._output.say(*_remarks(state.to_text()), f"d {state.to_json()}")

    def _legal(self) -> None:
        self._output.say(" ".join(["legal", *self._position().legal_moves()]))

    def _scores(self) -> None:
        """How the game has ended, or would if it were counted now: a GUI need not know the rules."""
        state = self._position()
        scores = {"scores": state.scores(), "winners": state.winners(), "over": state.is_over}
        self._output.say(f"scores {_compact(scores)}")

    def _help(self) -> None:
        self._output.say(*_remarks(HELP), " ".join(["help", *BARE_WORDS, "setoption", "position", "go", "perft"]))

    def _eval(self, state: State, task: Task) -> list[str]:
        worth = _advisor(state).evaluation(state)
        lines = []
        for seat, parts in worth.items():
            named = ", ".join(f"{name} {round(value, 2) + 0.0:.2f}" for name, value in parts.items() if name != "total")
            lines.append(f"info string {seat} total {parts.get('total', 0.0):.2f}: {named}")
        return [*lines, f"eval {_compact(worth)}"]

    def _plan(self, state: State, task: Task) -> list[str]:
        if state.is_over or state.to_move == CHANCE:
            raise Refused("game-over" if state.is_over else "chance", "plan: no seat is to move")
        advisor = _advisor(state)
        plan = advisor.plan(state)
        text = advisor.plan_text(plan) if plan else "there is nothing to plan here"
        return [*_remarks(text), f"plan {_compact(plan)}"]

    def _perft(self, depth: int) -> None:
        def count(state: State, task: Task) -> list[str]:
            assert isinstance(task, WorkTask)
            return _perft_answer(state, depth, task)

        self._work("perft", count)


# ---------------------------------------------------------------------------------------------------------------------


def _new_searcher(settings: Settings, option: str) -> Searcher:
    try:
        return bots.get(settings.bot, settings.search_options())
    except (WonaiError, OSError) as error:
        raise Refused("bad-value", f"{option}: {error}") from None


def _position(command: StartPosition | JsonPosition) -> State:
    try:
        if isinstance(command, StartPosition):
            state = registry.get(command.game).new_from_words(command.players, command.words)
        else:
            document = parse_document(command.text)
            state = registry.get(str(document.get("game", registry.DEFAULT_GAME))).load(document)
    except WonaiError as error:
        raise Refused("bad-position", f"position: {error}") from None
    for number, move in enumerate(command.moves, start=1):
        try:
            state.play(move)
        except WonaiError as error:
            raise Refused("illegal-move", f"position: move {number}, {quoted(move)}: {error}") from None
    return state


def _advisor(state: State) -> Advisor:
    game = registry.get(state.game)
    advisor = game.advisor()
    if advisor is None:
        raise Refused("no-advice", f"{game.title} has nobody who evaluates or plans")
    return advisor


def _perft_answer(state: State, depth: int, task: WorkTask) -> list[str]:
    if depth == 0:
        return ["perft 1"]
    total = 0
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        count = _count(after, depth - 1, task)
        task.remark(f"{move} {count}")
        total += count
    return [f"perft {total}"]


def _count(state: State, depth: int, task: WorkTask) -> int:
    task.check_stop()
    if depth <= PLAIN_PERFT:
        return state.perft(depth)
    total = 0
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        total += _count(after, depth - 1, task)
    return total


def _bench(task: Task) -> list[str]:
    from wonai.search.bench import run_bench

    assert isinstance(task, WorkTask)
    result = run_bench(progress=lambda *_: task.check_stop())
    closing = f"bench nodes {result.nodes} nps {round(result.nodes_per_second)}"
    return [*(f"info string {line}" for line in result.lines()), closing]


def _remarks(text: str) -> list[str]:
    return [f"info string {line}".rstrip() for line in text.rstrip("\n").split("\n")]


def _compact(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))
