"""The analysis service: exactly one final answer per position, whatever happens to it."""

from __future__ import annotations

import contextlib
import json
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import wonai
from tests import toygame
from tests.fuzz.mutate import mutate
from tests.protocol.test_engine import send_to_thread
from wonai import registry
from wonai.errors import WonaiError
from wonai.protocol.lines import BoundedLines
from wonai.protocol.service import AnalysisService, ServiceSettings, Session
from wonai.protocol.service_io import TcpServer, is_loopback
from wonai.protocol.service_query import Bounds
from wonai.search.limits import Limit

SERVE = [sys.executable, "-m", "wonai.cli", "serve"]
START = {"start": {"players": 3}}
FEW = {"limit": {"nodes": 5}}
ENDLESS = {"limit": {"time": 1000}}


class Desk:
    """A service in this process, and one session with it."""

    def __init__(self, **settings: Any) -> None:
        self.service = AnalysisService(ServiceSettings(**{"limit": Limit(nodes=5), **settings}))
        self.lines: list[dict[str, Any]] = []
        self.session = self.new_session(self.lines)

    def new_session(self, lines: list[dict[str, Any]]) -> Session:
        return Session(self.service, lambda data: lines.extend(map(json.loads, data.splitlines())))

    def ask(self, **request: Any) -> None:
        self.session.line_received(json.dumps(request).encode())

    def drained(self) -> list[dict[str, Any]]:
        self.session.drain()
        return self.lines

    def wait_for(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 20
        while not condition():
            assert time.monotonic() < deadline, self.lines
            time.sleep(0.005)


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.service.close()


def finals(lines: list[dict[str, Any]]) -> list[tuple[Any, int]]:
    return [(line["id"], line["ply"]) for line in lines if line.get("final")]


def played(count: int) -> list[str]:
    rng = random.Random(1)
    state = wonai.new(players=3)
    moves = []
    for _ in range(count):
        moves.append(rng.choice(state.legal_moves()))
        state.play(moves[-1])
    return moves


# ---------------------------------------------------------------------------------------------------------------------
# Questions and answers


def test_positions_of_one_game(desk: Desk) -> None:
    moves = played(8)
    desk.ask(id="game", **START, moves=moves, plies=[0, 3, 8], **FEW)
    desk.ask(id=7, position=json.loads(wonai.new(players=4).to_json()), **FEW)
    desk.ask(id="whole", **START, moves=moves, plies="all", **FEW)
    lines = desk.drained()
    assert sorted(finals(lines), key=str) == sorted(
        [("game", 0), ("game", 3), ("game", 8), (7, 0), *(("whole", ply) for ply in range(9))], key=str
    )
    state = wonai.new(players=3)
    for move in moves[:3]:
        state.play(move)
    third = next(line["analysis"] for line in lines if (line["id"], line.get("ply")) == ("game", 3))
    assert third["position"] == json.loads(state.to_json())
    assert state.is_legal(third["best"])


def test_settings_and_searchmoves_of_a_query(desk: Desk) -> None:
    settings = {"multipv": 2, "seed": 5, "hash_mb": 1, "threads": 1, "barter": False, "bot": "wonai"}
    desk.ask(id=1, **START, limit={"nodes": 60}, settings=settings, searchmoves=["draft:i2", "draft:i3", "draft:i4"])
    desk.ask(id=2, **START, limit={"nodes": 60}, settings=settings, searchmoves=["draft:i2", "draft:i3", "draft:i4"])
    desk.ask(id=3, **START, **FEW, settings={"bot": "random"})
    one, two, three = (line["analysis"] for line in sorted(desk.drained(), key=lambda line: line["id"]))
    assert len(one["lines"]) == 2
    assert {line["move"] for line in one["lines"]} <= {"draft:i2", "draft:i3", "draft:i4"}
    assert one["lines"] == two["lines"]
    assert three["engine"].startswith("random")


def test_a_horizon_alone_ends_a_search(desk: Desk) -> None:
    desk.ask(id=1, **START, limit={"rounds": 1})
    (answer,) = desk.drained()
    assert answer["analysis"]["nodes"] == 2_000


def test_urgent_queries_come_first(desk: Desk) -> None:
    desk.ask(id="first", **START, **ENDLESS)
    desk.wait_for(lambda: desk.service.about()["waiting"] == 0)
    for number, priority in enumerate([0, 5, -5, 5, 10]):
        desk.ask(id=number, **START, priority=priority, **FEW)
    desk.ask(id="c", action="cancel", query="first")
    order = [query for query, _ in finals(desk.drained())]
    assert order == ["first", 4, 1, 3, 0, 2]


def test_partial_results(desk: Desk) -> None:
    desk.ask(id=1, **START, limit={"time": 1.0}, partial=0.1)
    lines = desk.drained()
    assert [line["final"] for line in lines] == [False] * (len(lines) - 1) + [True]
    assert len(lines) > 1
    assert lines[0]["lines"][0]["move"].startswith("draft:")


def test_cancel_one_and_all(desk: Desk) -> None:
    for name in "abc":
        desk.ask(id=name, **START, moves=played(3), plies="all", **ENDLESS)
    desk.ask(id="x", action="cancel", query="b")
    desk.ask(id="y", action="cancel-all")
    desk.ask(id="z", action="cancel", query="b")
    lines = desk.drained()
    assert Counter(finals(lines)) == Counter((name, ply) for name in "abc" for ply in range(4))
    assert {line["id"]: line["cancelled"] for line in lines if "final" not in line and "error" not in line} == {
        "x": 4,
        "y": 8,
    }
    assert lines[-1] == {"id": "z", "field": "query", "error": 'no query "b" is under way'} or lines[-1]["final"]


@pytest.mark.parametrize(
    ("request_", "field", "said"),
    [
        ({"id": 1, **START, "prioritie": 1, **FEW}, "prioritie", 'did you mean "priority"'),
        ({"id": 1, **START, **FEW, "settings": {"thraeds": 1}}, "settings.thraeds", 'did you mean "threads"'),
        ({"id": 1, **START, "limit": {"nodes": 5, "tiem": 1}}, "limit.tiem", 'did you mean "time"'),
    ],
)
def test_unknown_fields_are_warned_of(desk: Desk, request_: dict[str, Any], field: str, said: str) -> None:
    desk.ask(**request_)
    warning, answer = desk.drained()
    assert (warning["id"], warning["field"]) == (1, field)
    assert said in warning["warning"]
    assert answer["final"]


@pytest.mark.parametrize(
    ("request_", "field", "said"),
    [
        ({"id": 1}, "position", 'either "position" or "start"'),
        ({"id": 1, **START, "position": {}}, "position", 'either "position" or "start"'),
        ({"id": 1, "position": {"game": "chess"}}, "position.game", "unknown game"),
        ({"id": 1, "position": 5}, "position", "expected an object"),
        ({"id": 1, "start": {"players": 9}}, "start.players", "from 3 to 6"),
        ({"id": 1, **START, "moves": ["draft:i1", "pass"]}, "moves[1]", "pass"),
        ({"id": 1, **START, "moves": [5]}, "moves[0]", "expected a text"),
        ({"id": 1, **START, "plies": [1]}, "plies[0]", "from 0 to 0"),
        ({"id": 1, **START, "plies": []}, "plies", "got 0"),
        ({"id": 1, **START, "limit": {}}, "limit", "at least one of time, nodes, rounds"),
        ({"id": 1, **START, "limit": {"nodes": 0}}, "limit.nodes", "from 1"),
        ({"id": 1, **START, "limit": {"time": -1}}, "limit.time", "expected a number"),
        ({"id": 1, **START, "settings": {"threads": 2}}, "settings.threads", "from 1 to 1"),
        ({"id": 1, **START, "settings": {"skill": 21}}, "settings.skill", "from 0 to 20"),
        ({"id": 1, **START, "settings": {"style": "wild"}}, "settings.style", "unknown style"),
        ({"id": 1, **START, "settings": {"bot": "wonia"}}, "settings.bot", 'did you mean "wonai"'),
        ({"id": 1, **START, "settings": {"barter": 1}}, "settings.barter", "true or false"),
        ({"id": 1, **START, "searchmoves": ["pass"]}, "searchmoves[0]", "not legal"),
        ({"id": 1, **START, "searchmoves": []}, "searchmoves", "at least one"),
        ({"id": 1, **START, "partial": 0.001}, "partial", "from 0.1"),
        ({"id": 1, **START, "priority": "high"}, "priority", "whole number"),
        ({"id": 1, "action": "analyze"}, "action", 'did you mean "analyse"'),
        ({"id": 1, "action": "cancel"}, "query", "is required"),
        ({"id": 1, "action": "cancel", "query": 2}, "query", "no query 2"),
    ],
)
def test_errors_name_id_and_field(desk: Desk, request_: dict[str, Any], field: str, said: str) -> None:
    desk.ask(**request_)
    (answer,) = desk.drained()
    assert (answer["id"], answer["field"]) == (1, field)
    assert said in answer["error"]


@pytest.mark.parametrize("line", [b"nonsense", b"[]", b"\xff", b"{}", b'{"id": null}', b'{"id": ' + b"[" * 5000, b"1"])
def test_what_is_no_request(desk: Desk, line: bytes) -> None:
    desk.session.line_received(line)
    (answer,) = desk.drained()
    assert answer["id"] is None
    assert answer["error"]


def test_a_search_that_cannot_be_is_a_final_answer(desk: Desk) -> None:
    over = wonai.new(players=3, round_limit=1)
    rng = random.Random(1)
    while not over.is_over:
        over.play(rng.choice(over.legal_moves()))
    desk.ask(id=1, position=json.loads(over.to_json()), **FEW)
    (answer,) = desk.drained()
    assert (answer["id"], answer["ply"], answer["final"]) == (1, 0, True)
    assert "over" in answer["error"]


def test_another_game(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, toygame.NAME, "tests.toygame:GAME")
    start = {"game": "orchard", "players": 2}
    desk.ask(id=1, start=start, moves=["draw:pear"], **FEW, settings={"bot": "random"})
    (answer,) = desk.drained()
    assert answer["analysis"]["best"] in ("take", "leave")


def test_the_queue_is_bounded() -> None:
    desk = Desk(max_queue=3, bounds=Bounds(positions=3))
    try:
        desk.ask(id=1, **START, **ENDLESS)
        desk.wait_for(lambda: desk.service.about()["waiting"] == 0)
        desk.ask(id=2, **START, moves=played(2), plies="all", **FEW)
        desk.ask(id=3, **START, **FEW)
        desk.ask(id=1, **START, **FEW)
        desk.ask(id=4, **START, moves=played(3), plies="all", **FEW)
        assert [(line["id"], line["field"]) for line in desk.lines] == [(3, ""), (1, "id"), (4, "plies")]
        assert "at most 3 positions" in desk.lines[0]["error"]
        desk.ask(id="end", action="cancel-all")
        assert len(finals(desk.drained())) == 4
    finally:
        desk.service.close()


def test_sessions_do_not_touch_each_other(desk: Desk) -> None:
    others: list[dict[str, Any]] = []
    other = desk.new_session(others)
    desk.ask(id=1, **START, **ENDLESS)
    other.line_received(json.dumps({"id": 1, **START, **FEW}).encode())
    other.line_received(b'{"id": 2, "action": "cancel-all"}')
    other.drain()
    assert finals(others) == [(1, 0)]
    assert finals(desk.lines) == []
    desk.ask(id=2, action="cancel-all")
    assert finals(desk.drained()) == [(1, 0)]


def test_damaged_requests(desk: Desk) -> None:
    """Every line gets an answer, and the service lives."""
    rng = random.Random(3)
    good = [
        json.dumps({"id": 1, **START, "moves": ["draft:i1"], "plies": "all", **FEW, "settings": {"seed": 1}}),
        json.dumps({"id": "x", "position": json.loads(wonai.new(players=3).to_json()), "limit": {"nodes": 1}}),
        json.dumps({"id": 5, "action": "cancel", "query": 1}),
    ]
    words = ['"id"', '"limit"', '"moves"', "{}", "[]", "null", "true", "-1", "1e400", '"about"', '"all"']
    for number in range(600):
        before = len(desk.lines)
        line = mutate(rng, rng.choice(good), words).replace("\n", " ").encode("utf-8", "surrogatepass")
        desk.session.line_received(line)
        desk.session.drain()
        assert len(desk.lines) > before or not line.strip(), (number, line)
        assert not any("internal error" in str(answer) for answer in desk.lines[before:]), line


# ---------------------------------------------------------------------------------------------------------------------
# Lines


def test_lines_in_any_pieces() -> None:
    text = b"one\ntwo\n\n" + b"x" * 30 + b"\nlast"
    for size in (1, 2, 7, 100):
        lines = BoundedLines(20)
        found = [line for at in range(0, len(text), size) for line in lines.feed(text[at : at + size])]
        assert [*found, *lines.end()] == [b"one", b"two", b"", None, b"last"]


# ---------------------------------------------------------------------------------------------------------------------
# As a process


def test_closing_the_input_drains_the_queue() -> None:
    requests = [{"id": number, **START, "moves": played(3), "plies": "all", **FEW} for number in range(5)]
    text = "\n".join(map(json.dumps, requests))
    result = subprocess.run([*SERVE, "--stdio"], input=text.encode(), capture_output=True, timeout=60, check=False)
    assert (result.returncode, result.stderr) == (0, b"")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert Counter(finals(lines)) == Counter((number, ply) for number in range(5) for ply in range(4))


@pytest.mark.parametrize("end", ["output", "signal", "signal to a worker", "signal while it drains"])
def test_a_closed_output_and_a_signal_end_it(end: str) -> None:
    service = subprocess.Popen(
        [*SERVE, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # tests in the background ignore it
    )  # fmt: skip
    assert service.stdin is not None
    assert service.stdout is not None
    service.stdin.write(json.dumps({"id": 1, **START, **ENDLESS, "partial": 0.1}).encode() + b"\n")
    service.stdin.flush()
    service.stdout.readline()
    if end == "output":
        service.stdout.close()
    else:
        if "drains" in end:
            service.stdin.close()
        send_to_thread(service.pid, signal.SIGINT, is_main=end == "signal")
    try:
        status = service.wait(20)
    finally:
        service.kill()
    assert status == (0 if end == "output" else 130)
    assert service.stderr is not None
    assert service.stderr.read() == b""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "either --stdio or --tcp"),
        (["--stdio", "--tcp", "0"], "either --stdio or --tcp"),
        (["--tcp", "0", "--host", "0.0.0.0"], "say --allow-remote if that is meant"),
    ],
)
def test_usage(arguments: list[str], said: str) -> None:
    result = subprocess.run([*SERVE, *arguments], capture_output=True, text=True, timeout=20, check=False)
    assert (result.returncode, said in result.stderr) == (2, True)


# ---------------------------------------------------------------------------------------------------------------------
# On a port


@contextlib.contextmanager
def served(**limits: Any) -> Iterator[int]:
    ended = threading.Event()
    server = TcpServer(AnalysisService(ServiceSettings(limit=Limit(nodes=5))), 0, **limits)
    thread = threading.Thread(target=server.serve, args=(ended.is_set,))
    thread.start()
    try:
        yield server.address[1]
    finally:
        ended.set()
        thread.join()


def exchanged(port: int, data: bytes) -> list[dict[str, Any]]:
    """What comes back until the service hangs up."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(data)
        client.shutdown(socket.SHUT_WR)
        with client.makefile("rb") as answers, contextlib.suppress(ConnectionError):
            return [json.loads(line) for line in answers]
    return []


def test_clients_of_a_port() -> None:
    with served(max_line=1000, max_clients=2) as port:
        request = json.dumps({"id": 1, **START}).encode() + b"\n"
        assert finals(exchanged(port, request)) == [(1, 0)]
        long = exchanged(port, request + b"x" * 5000 + b"\n" + request.replace(b"1", b"2", 1))
        assert any("longer than 1,000 bytes" in line.get("error", "") for line in long)
        assert sorted(finals(long)) == [(1, 0), (2, 0)]
        assert len(exchanged(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")) <= 1  # hung up at the first line
        with contextlib.ExitStack() as stack:
            for _ in range(2):
                client = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=20))
                client.sendall(b'{"id": 1, "action": "about"}\n')
                client.recv(10)
            assert "too many clients" in exchanged(port, b"")[0]["error"]


def test_only_this_machine_is_served_unless_told_so() -> None:
    service = AnalysisService()
    try:
        with pytest.raises(WonaiError, match="allowed explicitly"):
            TcpServer(service, 0, host="0.0.0.0")
        assert is_loopback("127.0.0.1")
        assert is_loopback("localhost")
        assert not is_loopback("0.0.0.0")
        with pytest.raises(WonaiError, match="is no address"):
            is_loopback("no host at all")
    finally:
        service.close()


def test_a_client_that_leaves_is_forgotten() -> None:
    with served() as port:
        with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
            client.sendall(json.dumps({"id": 1, **START, **ENDLESS, "partial": 0.1}).encode() + b"\n")
            client.recv(10)
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # a reset, not a good-bye
        assert finals(exchanged(port, json.dumps({"id": 2, **START}).encode())) == [(2, 0)]


def test_threads_end_with_the_service() -> None:
    before = threading.active_count()
    desk = Desk(workers=3)
    desk.ask(id=1, **START, **ENDLESS)
    desk.service.close()
    assert threading.active_count() == before
    assert finals(desk.lines) == [(1, 0)]
