"""Checks an engine against the protocol, step by step. Each step is named, explained and independent of the others."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from enum import Enum

from wonai.protocol.check_subject import HANDSHAKE_SECONDS, SEED, Settings, Subject
from wonai.protocol.client import position_line
from wonai.protocol.dialogue import Failure
from wonai.protocol.transport import Transport
from wonai.search.limits import Limit

FIRST_SEARCH_SECONDS = 20.0
"""The first search is about its answer, not about its time."""
MOVE_SECONDS = 0.3
"""The time limit of the searches that are timed."""
QUIET_SECONDS = 0.3
"""How long an endless search is watched before it is stopped."""
FEW_NODES = 20
MAX_INFOS_PER_SECOND = 200


class Outcome(Enum):
    """How a step ended."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    NOT_REACHED = "not reached"


class Skip(Exception):
    """The step does not apply to this engine; the message says why."""


@dataclass(frozen=True, slots=True)
class Step:
    """One demand on an engine."""

    name: str
    demand: str
    """What the engine has to do, for its author."""
    run: Callable[[Subject], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of one step."""

    step: Step
    outcome: Outcome
    reason: str = ""
    last_lines: tuple[str, ...] = ()
    """The end of what the engine said, if it failed."""
    seconds: float = 0.0


# ---------------------------------------------------------------------------------------------------------------------
# The steps


async def _start(subject: Subject) -> None:
    await subject.start()
    await subject.dialogue.silence(QUIET_SECONDS)


async def _handshake(subject: Subject) -> None:
    subject.handshake = await subject.dialogue.shake_hands(HANDSHAKE_SECONDS)


async def _ready(subject: Subject) -> None:
    for refusal in await subject.dialogue.ready(HANDSHAKE_SECONDS):
        raise Failure(f"answered isready with error {refusal.code}: {refusal.sentence}")
    await subject.dialogue.silence(QUIET_SECONDS)


async def _options(subject: Subject) -> None:
    for option in subject.handshake.options.values():
        if option.type != "button" and option.default:
            await subject.accept(f"setoption name {option.name} value {option.default}")


async def _bad_options(subject: Subject) -> None:
    await subject.refuse("setoption name NoSuchOption value 1")
    for option in subject.handshake.options.values():
        if option.type == "spin" and option.most is not None:
            await subject.refuse(f"setoption name {option.name} value {option.most + 1}")
        elif option.type in ("check", "combo"):
            await subject.refuse(f"setoption name {option.name} value no-such-value")


async def _unknown_command(subject: Subject) -> None:
    await subject.refuse("frobnicate the engine")
    subject.dialogue.say("# a comment")
    subject.dialogue.say("")
    if await subject.dialogue.ready(HANDSHAKE_SECONDS):
        raise Failure("answered a comment or an empty line with an error")


async def _startpos(subject: Subject) -> None:
    await subject.accept(subject.start_words())


async def _json_position(subject: Subject) -> None:
    await subject.accept(position_line(subject.beginning))


async def _search(subject: Subject) -> None:
    await subject.accept(position_line(subject.beginning))
    await subject.search(subject.beginning, Limit(time=MOVE_SECONDS), FIRST_SEARCH_SECONDS)
    await subject.dialogue.silence(QUIET_SECONDS)


async def _movetime(subject: Subject) -> None:
    state = subject.widest
    await subject.accept(position_line(state))
    answer = await subject.search(state, Limit(time=MOVE_SECONDS), FIRST_SEARCH_SECONDS)
    if answer.seconds > MOVE_SECONDS + subject.slack:
        raise Failure(f"answered after {answer.seconds:.2f} s; it had {MOVE_SECONDS:g} s and {subject.slack:g} s more")


async def _nodes(subject: Subject) -> None:
    await subject.accept(position_line(subject.beginning))
    await subject.search(subject.beginning, Limit(nodes=FEW_NODES), FIRST_SEARCH_SECONDS)


async def _infos(subject: Subject) -> None:
    state = subject.beginning
    await subject.accept(position_line(state))
    answer = await subject.search(state, Limit(time=MOVE_SECONDS), MOVE_SECONDS + FIRST_SEARCH_SECONDS)
    most = round(MAX_INFOS_PER_SECOND * max(1.0, answer.seconds))
    if len(answer.infos) > most:
        raise Failure(f"said {len(answer.infos)} info lines in {answer.seconds:.2f} s; expected at most {most}")
    for info in answer.infos:
        if info.win and (min(info.win) < -0.01 or abs(sum(info.win) - 1) > 0.02):
            raise Failure(f"the win chances of all seats make {sum(info.win):.3f}; expected 1")
        if info.pv:
            subject.judge(state, info.pv[0])


async def _moves(subject: Subject) -> None:
    state, moves = subject.far_from_beginning()
    await subject.accept(f"{subject.start_words()} moves {' '.join(moves)}")
    await subject.search(state, Limit(nodes=FEW_NODES), FIRST_SEARCH_SECONDS)


async def _searchmoves(subject: Subject) -> None:
    state = subject.widest
    await subject.accept(position_line(state))
    moves = state.legal_moves()
    for only in (moves[:1], moves[-1:], moves[:2]):
        await subject.search(state, Limit(nodes=FEW_NODES), FIRST_SEARCH_SECONDS, only)


async def _stop(subject: Subject) -> None:
    state = subject.beginning
    await subject.accept(position_line(state))
    subject.dialogue.say(subject.go(state, Limit()))
    await subject.dialogue.silence(QUIET_SECONDS, between=("info",))
    began = time.monotonic()
    subject.dialogue.say("stop")
    answer = await subject.dialogue.answer(subject.slack, state.seats, began)
    subject.judge(state, answer.move)
    subject.dialogue.say("stop")  # a GUI may speak in the moment in which a search ends by itself
    await subject.dialogue.silence(QUIET_SECONDS)


async def _ready_in_search(subject: Subject) -> None:
    state = subject.beginning
    await subject.accept(position_line(state))
    subject.dialogue.say(subject.go(state, Limit()))
    subject.dialogue.say("isready")
    await subject.dialogue.until("readyok", subject.slack, between=("info",))
    subject.dialogue.say("stop")
    answer = await subject.dialogue.answer(subject.slack, state.seats, time.monotonic())
    subject.judge(state, answer.move)


async def _ponder(subject: Subject) -> None:
    state = subject.beginning
    await subject.accept(position_line(state))
    for word in ("ponderhit", "stop"):
        subject.dialogue.say(subject.go(state, Limit(nodes=FEW_NODES), ponder=True))
        await subject.dialogue.silence(QUIET_SECONDS, between=("info",))
        subject.dialogue.say(word)
        answer = await subject.dialogue.answer(FIRST_SEARCH_SECONDS, state.seats, time.monotonic())
        subject.judge(state, answer.move)


async def _bad_position(subject: Subject) -> None:
    state, _ = subject.far_from_beginning()
    await subject.accept(position_line(state))
    await subject.refuse('position json {"format": ')
    await subject.refuse("position nowhere")
    await subject.search(state, Limit(nodes=FEW_NODES), FIRST_SEARCH_SECONDS)


async def _bad_move(subject: Subject) -> None:
    if subject.needs_moves:
        raise Skip("the engine leaves the rules to whoever drives it")
    state, _ = subject.far_from_beginning()
    await subject.accept(position_line(state))
    sentence = await subject.refuse(f"{subject.start_words()} moves no:such:move")
    if "no:such:move" not in sentence:
        raise Failure(f'said "{sentence}", which does not name the offending move')
    await subject.search(state, Limit(nodes=FEW_NODES), FIRST_SEARCH_SECONDS)


async def _phases(subject: Subject) -> None:
    for state in [*subject.sample_of_phases(), *subject.settings.positions]:
        await subject.accept(position_line(state))
        await subject.search(state, Limit(nodes=FEW_NODES), FIRST_SEARCH_SECONDS)


async def _same_again(subject: Subject) -> None:
    options = subject.handshake.options
    if "Seed" not in options:
        raise Skip("the engine has no option Seed")
    state = subject.beginning
    answers = []
    for _ in range(2):
        await subject.accept("newgame")
        for name, value in (("Threads", 1), ("Seed", SEED)):
            if name in options:
                await subject.accept(f"setoption name {name} value {value}")
        await subject.accept(position_line(state))
        answers.append((await subject.search(state, Limit(nodes=FEW_NODES), FIRST_SEARCH_SECONDS)).move)
    if answers[0] != answers[1]:
        raise Failure(f"answered {answers[0]} and then {answers[1]} to the same question with the same seed")


async def _quit(subject: Subject) -> None:
    subject.dialogue.say("quit")
    await _leave(subject)


async def _quit_in_search(subject: Subject) -> None:
    await subject.restart()
    await subject.accept(position_line(subject.beginning))
    subject.dialogue.say(subject.go(subject.beginning, Limit()))
    subject.dialogue.say("quit")
    await _leave(subject)


async def _end_of_input(subject: Subject) -> None:
    await subject.restart()
    await _leave(subject)


async def _leave(subject: Subject) -> None:
    """Its input is closed; it leaves of its own accord."""
    await subject.dialogue.close(subject.slack)
    if subject.dialogue.gone != "exited with status 0":
        how = subject.dialogue.gone
        late = f"did not leave within {subject.slack:g} s" if "SIGKILL" in how else how
        raise Failure(f"{late}; expected an exit with status 0")


STEPS = (
    Step("start", "The engine starts, and says nothing before it is spoken to.", _start),
    Step(
        "handshake",
        '"wep" is answered by "id name", "id author", well-formed "option" lines and "wepok", and nothing else.',
        _handshake,
    ),
    Step("ready", '"isready" is answered by "readyok".', _ready),
    Step("options", '"setoption" takes the default of every option without a word.', _options),
    Step(
        "bad options",
        "An unknown option, a number above the bounds and an unknown value are each refused with one error line.",
        _bad_options,
    ),
    Step(
        "unknown command",
        'An unknown command gets one line "error CODE SENTENCE"; comments (#) and empty lines get none.',
        _unknown_command,
    ),
    Step("startpos", '"position startpos" is taken without a word.', _startpos),
    Step("json position", '"position json" is taken without a word.', _json_position),
    Step("search", '"go movetime" is answered by info lines and one "bestmove" with a legal move.', _search),
    Step("movetime", 'The answer to "go movetime" comes in time.', _movetime),
    Step("nodes", '"go nodes" is answered by a legal move.', _nodes),
    Step(
        "infos",
        "Info lines come at a sane rate; win chances and scores have one number for each seat, the chances sum to 1, "
        "and the line of play begins with a legal move.",
        _infos,
    ),
    Step("moves", 'After "position ... moves" the answer is a move of the seat that is then to move.', _moves),
    Step("searchmoves", 'The answer to "go searchmoves" is one of these moves.', _searchmoves),
    Step(
        "stop",
        '"go infinite" is answered by one legal move, not before "stop" and then at once; a second "stop" is not.',
        _stop,
    ),
    Step("ready in search", '"isready" is answered while the engine searches.', _ready_in_search),
    Step("ponder", '"go ponder" is not answered before "ponderhit" or "stop".', _ponder),
    Step(
        "bad position",
        "A position that cannot be read is refused with one error line, and the last good one stays.",
        _bad_position,
    ),
    Step(
        "bad move",
        "A position with an illegal move is refused with one error line that names the move; the last good one stays.",
        _bad_move,
    ),
    Step("phases", "The answer is legal in every phase of the game.", _phases),
    Step("same again", "The same seed, one thread and a node limit give the same answer.", _same_again),
    Step("quit", '"quit" ends the engine at once, with exit status 0.', _quit),
    Step("quit in search", '"quit" ends the engine also while it searches.', _quit_in_search),
    Step("end of input", "The end of its input ends the engine at once, with exit status 0.", _end_of_input),
)
_NEEDED = ("start", "handshake", "ready")
"""Without these nothing else can be asked."""


# ---------------------------------------------------------------------------------------------------------------------
# Running them


async def check(
    settings: Settings, new_transport: Callable[[], Transport], *, stops_at_failure: bool = False
) -> AsyncIterator[Verdict]:
    """Run all steps and give their verdicts one by one; the engine is restarted after a failure."""
    subject = Subject(settings, new_transport)
    is_hopeless = False
    try:
        for step in STEPS:
            if is_hopeless:
                yield Verdict(step, Outcome.NOT_REACHED)
                continue
            verdict = await _verdict(step, subject)
            yield verdict
            if verdict.outcome is Outcome.FAILED:
                is_hopeless = stops_at_failure or step.name in _NEEDED or not await _can_restart(subject)
    finally:
        await subject.dialogue.close()


async def _verdict(step: Step, subject: Subject) -> Verdict:
    began = time.monotonic()
    outcome, reason = Outcome.PASSED, ""
    last_lines: tuple[str, ...] = ()
    try:
        await step.run(subject)
    except Skip as skip:
        outcome, reason = Outcome.SKIPPED, str(skip)
    except Failure as failure:
        outcome, reason, last_lines = Outcome.FAILED, str(failure), subject.dialogue.last_lines
    return Verdict(step, outcome, reason, last_lines, time.monotonic() - began)


async def _can_restart(subject: Subject) -> bool:
    try:
        await subject.restart()
    except Failure:
        return False
    return True
