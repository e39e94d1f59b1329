"""The client library: against a scripted engine, real processes, and processes that end badly."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

import wonai
from tests import toygame
from wonai import registry
from wonai.client import (
    AnswerError,
    EngineClient,
    EngineDied,
    EngineError,
    EngineRefused,
    EngineTimeout,
    IllegalEngineMove,
    Limit,
    MockTransport,
    OptionError,
    ProcessTransport,
    ProtocolViolation,
    SyncEngineClient,
    Timeouts,
    open_engine,
)
from wonai.game import State
from wonai.protocol.answers import parse_bestmove, parse_error, parse_info, parse_option

ROOT = Path(__file__).parents[2]
BROKEN = Path(__file__).parent / "broken_engines"
MINIMAL = [sys.executable, str(ROOT / "examples" / "minimal_engine.py")]
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}
QUICK = Timeouts(handshake=5.0, ready=5.0, overrun=0.5, stop=0.5, quit=0.5)


def broken(name: str) -> list[str]:
    return [sys.executable, str(BROKEN / f"{name}.py")]


def run(work: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await work

    asyncio.run(bounded())


async def connected(*options: str, timeouts: Timeouts = QUICK, answers_ready: bool = True) -> Any:
    mock = MockTransport(answers_ready=answers_ready)
    mock.expect_handshake(options)
    client = EngineClient(mock, timeouts=timeouts)
    await client.connect()
    return client, mock


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def gone_within(pid: int, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while is_running(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


@pytest.fixture
def start() -> State:
    return wonai.new(players=4)


# ---------------------------------------------------------------------------------------------------------------------
# Lines


def test_option_lines() -> None:
    option = parse_option("option name Book File type string default my books/won.bin")
    assert (option.name, option.default) == ("Book File", "my books/won.bin")
    option = parse_option("option name Style type combo default calm var calm var quite bold")
    assert option.words == ("calm", "quite bold")
    assert option.text_of("quite bold") == "quite bold"
    assert parse_option("option name Barter type combo default on var on var off").text_of(False) == "off"
    assert parse_option("option name Ponder type check default false").text_of(True) == "true"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("option", "needs a name"),
        ("option type spin", "needs a name"),
        ("option name A type spinn default 1", 'did you mean "spin"'),
        ("option name A type spin", "needs a default"),
        ("option name A type spin default 9 min 1 max 4", "from 1 to 4"),
        ("option name A type spin default 1 min x", "whole number"),
        ("option name A type combo default a", "at least one var"),
        ("option name A type check default maybe", "true or false"),
        ("option name A type check type spin", "twice"),
        ("option A type check", 'expected "name"'),
    ],
)
def test_bad_option_lines(line: str, problem: str) -> None:
    with pytest.raises(AnswerError, match=problem):
        parse_option(line)


def test_info_lines() -> None:
    line = "info depth 3 nodes 500 nps 1000 time 250 multipv 2 win 0.5 0.25 0.25 vp 30.5 20 -1 pv draft:i3 pass"
    info = parse_info(line, ("p1", "p2", "p3"))
    assert (info.depth, info.nodes, info.nodes_per_second, info.seconds, info.multipv) == (3, 500, 1000, 0.25, 2)
    assert (info.win, info.vp) == ((0.5, 0.25, 0.25), (30.5, 20.0, -1.0))
    assert info.pv == ("draft:i3", "pass")
    assert parse_info("info string depth of thought").text == "depth of thought"
    assert parse_info("info hashfull 3 depth 2").depth == 2


@pytest.mark.parametrize("line", ["info", "info depth x", "info win 1 nan 0", "info depth 1 depth 2", "info win 1 0"])
def test_bad_info_lines(line: str) -> None:
    with pytest.raises(AnswerError):
        parse_info(line, ("p1", "p2", "p3"))


@pytest.mark.parametrize("line", ["bestmove", "bestmove a b", "bestmove a ponder", "bestmove a ponder b c"])
def test_bad_bestmove_lines(line: str) -> None:
    with pytest.raises(AnswerError):
        parse_bestmove(line)


def test_error_lines() -> None:
    assert parse_error("error bad-option no such option").sentence == "no such option"
    with pytest.raises(AnswerError):
        parse_error("error oops")


# ---------------------------------------------------------------------------------------------------------------------
# A scripted engine


def test_play(start: State) -> None:
    async def dialogue() -> None:
        client, mock = await connected()
        mock.expect(f"position json {start.to_json()}")
        mock.expect(
            "go movetime 250 nodes 10 rounds 2",
            "info depth 1 nodes 5 multipv 2 pv draft:i2",
            "info depth 1 nodes 9 multipv 1 win 0.4 0.2 0.2 0.2 pv draft:i1 place:farm@a1/0",
            "bestmove draft:i1 ponder place:farm@a1/0",
        )
        result = await client.play(start, Limit(time=0.25, nodes=10, rounds=2))
        assert (result.best, result.ponder) == ("draft:i1", "place:farm@a1/0")
        assert [line.pv[0] for line in result.lines] == ["draft:i1", "draft:i2"]
        assert (client.name, client.author) == ("Mock", "nobody")
        mock.assert_done()

    run(dialogue())


def test_moves_and_searchmoves_are_sent(start: State) -> None:
    async def dialogue() -> None:
        client, mock = await connected()
        after = start.copy()
        after.play("draft:i1")
        best = after.legal_moves()[0]
        mock.expect(f"position json {start.to_json()} moves draft:i1")
        mock.expect(f"go nodes 1 searchmoves {best}", f"bestmove {best}")
        assert (await client.play(start, Limit(nodes=1), moves=["draft:i1"], searchmoves=[best])).best == best

    run(dialogue())


def test_an_engine_that_needs_moves_gets_them(start: State) -> None:
    async def dialogue() -> None:
        client, mock = await connected("option name NeedsMoves type check default true")
        mock.expect("position …")
        mock.expect(f"go nodes 1 searchmoves {' '.join(start.legal_moves())}", "bestmove draft:i1")
        await client.play(start, Limit(nodes=1))

    run(dialogue())


def test_an_offer_is_answered() -> None:
    """Offers are positions like any other: the engine is asked, and accept or reject is its move."""
    state = wonai.new(players=3)
    rng = random.Random(5)
    while not state.is_legal("barter:p2:$1>-"):
        state.play(rng.choice(state.legal_moves()))
    state.play("barter:p2:$1>-")

    async def dialogue() -> None:
        client, mock = await connected()
        for answer in ("accept", "reject", "note:take"):
            mock.expect("position …")
            mock.expect("go nodes 1", f"bestmove {answer}")
            assert (await client.play(state, Limit(nodes=1))).best == answer
        mock.expect("position …")
        mock.expect("go nodes 1", "bestmove pass")
        with pytest.raises(IllegalEngineMove, match="pass"):
            await client.play(state, Limit(nodes=1))

    run(dialogue())


def test_an_engine_may_make_an_offer_that_is_not_listed() -> None:
    state = wonai.new(players=3)
    rng = random.Random(5)
    while not state.is_legal("barter:p2:$1>-"):
        state.play(rng.choice(state.legal_moves()))

    async def dialogue() -> None:
        client, mock = await connected()
        mock.expect("position …")
        mock.expect("go nodes 1", "bestmove barter:p2:$1>-")
        assert (await client.play(state, Limit(nodes=1))).best == "barter:p2:$1>-"

    run(dialogue())


def test_illegal_moves_are_an_error_of_their_own(start: State) -> None:
    async def dialogue() -> None:
        client, mock = await connected()
        mock.expect("position …")
        mock.expect("go nodes 1", "bestmove build:mine@a1/0")
        with pytest.raises(IllegalEngineMove, match="illegal") as caught:
            await client.play(start, Limit(nodes=1))
        assert caught.value.move == "build:mine@a1/0"
        mock.expect("position …")
        mock.expect("go nodes 1 searchmoves draft:i1", "bestmove draft:i2")
        with pytest.raises(IllegalEngineMove, match="to choose from"):
            await client.play(start, Limit(nodes=1), searchmoves=["draft:i1"])
        mock.expect("position …")
        mock.expect("go nodes 1", "bestmove draft:i2")
        assert (await client.play(start, Limit(nodes=1))).best == "draft:i2"

    run(dialogue())


def test_refusals(start: State) -> None:
    async def dialogue() -> None:
        client, mock = await connected("option name Hash type spin default 1 min 1 max 8")
        mock.expect("position …", "error bad-position board.d4: no")
        with pytest.raises(EngineRefused, match=r"refused position: bad-position: board\.d4: no") as caught:
            await client.play(start, Limit(nodes=1))
        assert caught.value.code == "bad-position"
        mock.expect("position …")
        mock.expect("go nodes 1", "error no-moves none")
        with pytest.raises(EngineRefused, match="refused go"):
            await client.play(start, Limit(nodes=1))
        mock.expect("setoption name Hash value 4", "error no-memory too much")
        with pytest.raises(EngineRefused, match="refused setoption"):
            await client.configure({"Hash": 4})
        with pytest.raises(OptionError, match='did you mean "Hash"'):
            await client.configure({"Hahs": 4})
        with pytest.raises(OptionError, match="from 1 to 8"):
            await client.configure({"Hash": 9})
        mock.assert_done()

    run(dialogue())


def test_play_at_once_does_not_wait_for_the_position(start: State) -> None:
    async def dialogue() -> None:
        client, mock = await connected(answers_ready=False)
        for _ in range(2):
            mock.expect("position …")
            mock.expect("go nodes 1", "bestmove draft:i2")
            assert (await client.play(start, Limit(nodes=1), at_once=True)).best == "draft:i2"
        mock.expect("position …", "error bad-position board.d4: no")
        mock.expect("go nodes 1", "bestmove draft:i2")
        with pytest.raises(EngineRefused, match=r"refused position or go: bad-position: board\.d4: no"):
            await client.play(start, Limit(nodes=1), at_once=True)
        with pytest.raises(EngineRefused, match="bad-position"):  # its next answer might be to anything
            await client.play(start, Limit(nodes=1), at_once=True)
        assert not client.is_alive

    run(dialogue())


def test_a_search_that_fails_during_a_ping(start: State) -> None:
    async def dialogue() -> None:
        client, mock = await connected(answers_ready=False)
        mock.expect("position …")
        mock.expect("isready", "readyok")
        mock.expect("go infinite")
        mock.expect("isready", "error no-memory lower Hash", "readyok")
        async with await client.search(start) as stream:
            await client.ping()
            with pytest.raises(EngineRefused, match="no-memory"):
                await stream.result()

    run(dialogue())


def test_a_stream_can_be_read_and_stopped(start: State) -> None:
    async def dialogue() -> None:
        client, mock = await connected()
        mock.expect("position …")
        mock.expect("go infinite", "info nodes 1 pv draft:i1", "info nodes 2 pv draft:i2")
        mock.expect("stop", "info nodes 3 pv draft:i3", "bestmove draft:i3")
        seen = []
        async with await client.search(start) as stream:
            with pytest.raises(EngineError, match="searching already"):
                await client.play(start, Limit(nodes=1))
            await client.ping()
            async for info in stream:
                seen.append(info.nodes)
                if info.nodes == 2:
                    stream.stop()
                    stream.stop()
        assert seen == [1, 2, 3]
        assert (await stream.result()).best == "draft:i3"

    run(dialogue())


def test_leaving_a_stream_stops_it(start: State) -> None:
    async def dialogue() -> None:
        client, mock = await connected()
        mock.expect("position …")
        mock.expect("go infinite", "info nodes 1 pv draft:i1")
        mock.expect("stop", "bestmove draft:i1")
        async with await client.search(start) as stream:
            async for _ in stream:
                break
        assert stream.is_done
        mock.assert_done()

    run(dialogue())


def test_pondering(start: State) -> None:
    async def dialogue() -> None:
        client, mock = await connected()
        mock.expect("position …")
        mock.expect("go movetime 100 ponder")
        mock.expect("ponderhit", "bestmove draft:i1")
        async with await client.search(start, Limit(time=0.1), ponder=True) as stream:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(asyncio.shield(asyncio.ensure_future(stream.__anext__())), 0.3)
            stream.ponder_hit()
            assert (await stream.result()).best == "draft:i1"

    run(dialogue())


def test_a_slow_reader_costs_no_memory(start: State) -> None:
    async def dialogue() -> None:
        client, mock = await connected()
        mock.expect("position …")
        mock.expect("go infinite", *(f"info nodes {n} multipv {n} pv draft:i1" for n in range(1, 3001)))
        mock.expect("stop", "bestmove draft:i1")
        async with await client.search(start) as stream:
            await asyncio.sleep(0.1)
            stream.stop()
            result = await stream.result()
            assert (await anext(stream)).nodes == 2001
        assert len(result.lines) == 1000

    run(dialogue())


def test_a_cancelled_search_is_stopped_and_its_answer_forgotten(start: State) -> None:
    async def dialogue() -> None:
        client, mock = await connected()
        mock.expect("position …")
        mock.expect("go nodes 99")
        mock.expect("stop")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(client.play(start, Limit(nodes=99)), 0.05)
        asyncio.get_running_loop().call_later(0.1, mock.say, "bestmove draft:i6")
        mock.expect("position …")
        mock.expect("go nodes 1", "bestmove draft:i1")
        assert (await client.play(start, Limit(nodes=1))).best == "draft:i1"

    run(dialogue())


def test_time_outs(start: State) -> None:
    async def dialogue() -> None:
        client, mock = await connected(timeouts=Timeouts(overrun=0.1, stop=0.3, ready=0.3))
        mock.expect("position …")
        mock.expect("go movetime 50")
        mock.expect("stop")
        with pytest.raises(EngineTimeout, match=r'no answer to "go" within 0\.15 s'):
            await client.play(start, Limit(time=0.05))
        with pytest.raises(EngineTimeout, match='no answer to "stop"'):
            await client.play(start, Limit(time=0.05))
        mock.say("bestmove draft:i1")
        await asyncio.sleep(0)
        mock.answers_ready = False
        mock.expect("isready")
        with pytest.raises(EngineTimeout, match='no answer to "isready"'):
            await client.ping()
        mock.expect("isready", "readyok")  # the late one, which is not taken for the next
        with pytest.raises(EngineTimeout):
            await client.ping()
        mock.expect("isready", "readyok", "readyok")
        await client.ping()

    run(dialogue())


def test_death_in_every_state(start: State) -> None:
    async def dialogue() -> None:
        client, mock = await connected()
        mock.expect("position …")
        mock.expect("go infinite", "info string so far so good")
        async with await client.search(start) as stream:
            await anext(stream)
            mock.die("was killed by SIGKILL")
            with pytest.raises(EngineDied, match=r"(?s)was killed by SIGKILL.*so far so good"):
                await anext(stream)
        for work in (client.ping(), client.play(start, Limit(nodes=1)), client.configure({}), client.new_game()):
            with pytest.raises(EngineDied, match="SIGKILL"):
                await work
        assert not client.is_alive
        await client.close()
        await client.close()

    run(dialogue())


def test_a_closed_client_says_so(start: State) -> None:
    async def dialogue() -> None:
        client, _ = await connected()
        await client.close()
        with pytest.raises(EngineDied, match="was closed"):
            await client.play(start, Limit(nodes=1))

    run(dialogue())


def test_commands_for_people(start: State) -> None:
    async def dialogue() -> None:
        client, mock = await connected()
        mock.expect("legal", "draft:i1", "draft:i2")
        assert await client.ask("legal") == ["draft:i1", "draft:i2"]
        with pytest.raises(ValueError, match="one line"):
            await client.ask("d\nquit")

    run(dialogue())


def test_unusable_questions(start: State) -> None:
    async def dialogue() -> None:
        client, _ = await connected()
        with pytest.raises(ValueError, match="needs a limit"):
            await client.play(start, Limit())
        with pytest.raises(wonai.IllegalMove):
            await client.play(start, Limit(nodes=1), moves=["pass"])
        over = wonai.new(players=3, round_limit=1)
        rng = random.Random(1)
        while not over.is_over:
            over.play(rng.choice(over.legal_moves()))
        with pytest.raises(EngineError, match="the game is over"):
            await client.play(over, Limit(nodes=1))

    run(dialogue())


def test_another_game_with_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here knows a game by its name."""
    monkeypatch.setitem(registry._GAMES, toygame.NAME, "tests.toygame:GAME")
    state = registry.get(toygame.NAME).new(2)

    async def dialogue() -> None:
        client, mock = await connected()
        with pytest.raises(EngineError, match="a draw is due"):
            await client.play(state, Limit(nodes=1))
        mock.expect(f"position json {state.to_json()} moves draw:pear")
        mock.expect("go nodes 1", "info win 0.5 0.5 pv take", "bestmove take")
        result = await client.play(state, Limit(nodes=1), moves=["draw:pear"])
        assert (result.best, result.lines[0].win) == ("take", (0.5, 0.5))

    run(dialogue())


# ---------------------------------------------------------------------------------------------------------------------
# Real processes


def test_a_thousand_moves_through_one_engine() -> None:
    """Each question is about the present position alone, however old the game is."""

    async def game() -> None:
        async with await open_engine(MINIMAL) as engine:
            n_moves = 0
            state = wonai.new(players=4)
            while n_moves < 1000:
                if state.is_over:
                    state = wonai.new(players=4)
                state.play((await engine.play(state, Limit(nodes=1))).best)
                n_moves += 1

    run(game())


def test_two_engines_play_a_game_to_its_end() -> None:
    with SyncEngineClient.open(MINIMAL) as even, SyncEngineClient.open(MINIMAL) as odd:
        odd.configure({"Seed": 5})
        state = wonai.new(players=3, round_limit=2)
        while not state.is_over:
            seat = state.seats.index(str(state.to_move))
            state.play((even, odd)[seat % 2].play(state, Limit(nodes=1)).best)
        assert state.winners()


def test_fifty_engines_at_once(start: State) -> None:
    async def crowd() -> None:
        engines = await asyncio.gather(*(open_engine(MINIMAL, timeouts=Timeouts(handshake=60)) for _ in range(50)))
        try:
            for _ in range(3):
                results = await asyncio.gather(*(engine.play(start, Limit(nodes=1)) for engine in engines))
                assert all(start.is_legal(result.best) for result in results)
        finally:
            await asyncio.gather(*(engine.close() for engine in engines))

    run(crowd())


def test_kill_9_in_mid_search_is_reported_within_a_second(start: State) -> None:
    async def murder() -> None:
        transport = ProcessTransport(MINIMAL)
        client = EngineClient(transport)
        await client.connect()
        stream = await client.search(start)
        await anext(stream)
        began = time.monotonic()
        os.kill(transport.pid, signal.SIGKILL)
        with pytest.raises(EngineDied, match=r"(?s)was killed by SIGKILL.*info depth 1"):
            await stream.result()
        assert time.monotonic() - began < 1.0
        await client.close()

    run(murder())


@pytest.mark.parametrize(
    ("name", "error", "said"),
    [
        ("crashing", EngineDied, "exited with status 1.*a bug on purpose"),
        ("illegal_moves", IllegalEngineMove, "castle:e1g1"),
        ("closing_output", EngineDied, "closed its output"),
        ("endless_line", EngineDied, "longer than"),
        ("slow", EngineTimeout, "no answer to"),
        ("flooding", EngineTimeout, "no answer to"),
    ],
)
def test_broken_engines(start: State, name: str, error: type[EngineError], said: str) -> None:
    async def trial() -> None:
        async with await open_engine(broken(name), env=ENV, timeouts=QUICK) as engine:
            with pytest.raises(error, match=f"(?s){said}"):
                await engine.play(start, Limit(time=0.1))

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    run(trial())
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 * 1024


@pytest.mark.parametrize(
    ("command", "error", "said"),
    [
        (["no-such-engine"], EngineDied, "no-such-engine: cannot be started: No such file"),
        (broken("silent"), EngineTimeout, 'no answer to "wep"'),
        (broken("bad_option"), ProtocolViolation, "Hash: expected a whole number from 1 to 64"),
        ([sys.executable, "-c", "raise SystemExit('no licence')"], EngineDied, "exited with status 1.*no licence"),
    ],
)
def test_engines_that_do_not_start(command: list[str], error: type[EngineError], said: str) -> None:
    async def trial() -> None:
        with pytest.raises(error, match=f"(?s){said}"):
            await open_engine(command, env=ENV, timeouts=Timeouts(handshake=1.0, quit=0.1))

    run(trial())


def test_an_engine_that_will_not_leave_is_ended(start: State) -> None:
    async def trial() -> int:
        transport = ProcessTransport(broken("lingering"), env=ENV)
        client = EngineClient(transport, timeouts=QUICK)
        await client.connect()
        await client.close()
        return transport.pid

    assert gone_within(asyncio.run(trial()), 5.0)


PARENT = """
import sys, time
from wonai.client import SyncEngineClient
engine = SyncEngineClient.open([sys.executable, "-c", sys.argv[1]])
print(*engine.ask("pids"), flush=True)
{end}
"""
STUBBORN = """
import os, signal, subprocess, sys, time
child = subprocess.Popen(["sleep", "60"])
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for line in sys.stdin:
    answers = {"wep": "id name x\\nwepok", "isready": "readyok", "pids": f"{os.getpid()} {child.pid}"}
    print(answers.get(line.strip(), "info string"), flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("end", ["time.sleep(60)", "sys.exit(0)", "raise RuntimeError"])
def test_no_engine_outlives_its_client(end: str) -> None:
    """Neither the engine, which ignores all signs, nor its own child, when the client is killed, ends or fails."""
    command = [sys.executable, "-c", PARENT.format(end=end), STUBBORN]
    parent = subprocess.Popen(command, env=ENV, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert parent.stdout is not None
        pids = [int(word) for word in parent.stdout.readline().split()]
        assert len(pids) == 2
        if "sleep" in end:
            parent.kill()
        parent.wait(10)
        assert all(gone_within(pid, 10.0) for pid in pids)
    finally:
        parent.kill()
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def test_plain_calls(start: State) -> None:
    with SyncEngineClient.open(MINIMAL) as engine:
        assert (engine.name, engine.author, set(engine.options)) == ("minimal", "nobody", {"NeedsMoves", "Seed"})
        engine.configure({"Seed": 3})
        engine.new_game()
        engine.ping()
        assert start.is_legal(engine.analyse(start, Limit(nodes=1)).best)
        with engine.search(start) as stream:
            infos = []
            for info in stream:
                infos.append(info)
                stream.stop()
            assert stream.result().best == infos[-1].pv[0]
        with pytest.raises(OptionError):
            engine.configure({"Speed": 3})
    assert not engine.is_alive


def test_without_a_thread(start: State) -> None:
    """All that can be done with a loop in a thread can be done without."""
    with SyncEngineClient.open(MINIMAL, is_threaded=False) as engine:
        assert engine.play(start, Limit(nodes=1), at_once=True).best in start.legal_moves()
        engine.new_game()
        with engine.search(start) as stream:
            stream.stop()
            assert stream.result().best in start.legal_moves()
        assert engine.is_alive
    engine.close()
    assert not engine.is_alive
    with pytest.raises(EngineDied, match="closed"):
        engine.play(start, Limit(nodes=1))
    with pytest.raises(EngineDied, match="cannot be started"):
        SyncEngineClient.open(["no-such-engine"], is_threaded=False)
