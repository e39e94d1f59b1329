"""The checker: sound engines pass, and each broken one fails at the step that it breaks."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from wonai import registry
from wonai.cli.main import main
from wonai.protocol.check_subject import Settings
from wonai.protocol.checker import STEPS, Outcome, Verdict, check
from wonai.protocol.transport import ProcessTransport

ROOT = Path(__file__).parents[2]
BROKEN = Path(__file__).parent / "broken_engines"
MINIMAL = ROOT / "examples" / "minimal_engine.py"

FAILS_AT = {
    "bad_option": ("handshake", "Hash: expected a whole number from 1 to 64"),
    "banner": ("start", "Welcome"),
    "buffered": ("handshake", "no wepok within"),
    "chatter": ("search", "chatter"),
    "closing_output": ("ready", "closed its output"),
    "crashing": ("search", "exited with status 1"),
    "credulous": ("bad options", "0 error lines"),
    "endless_line": ("search", "longer than"),
    "failing_exit": ("quit", "exited with status 3"),
    "flooding": ("search", "floods"),
    "forgetful": ("bad position", "illegal"),
    "ignores_searchmoves": ("searchmoves", "none of the searchmoves"),
    "illegal_late": ("phases", "illegal"),
    "illegal_moves": ("search", "castle:e1g1"),
    "impatient": ("stop", "unasked"),
    "lingering": ("quit", "did not leave"),
    "mute_on_errors": ("unknown command", "0 error lines"),
    "nameless": ("handshake", "without an id name"),
    "never_stopping": ("stop", "no bestmove within"),
    "silent": ("handshake", "no wepok within"),
    "slow": ("movetime", "answered after"),
    "stops_nothing": ("stop", "unasked"),
    "too_many_infos": ("infos", "1000 info lines"),
    "twice": ("search", "unasked"),
    "wrong_count": ("search", "one for each seat"),
    "wrong_handshake": ("handshake", "uciok"),
    "wrong_seat": ("moves", "illegal for p"),
}


@pytest.fixture(autouse=True)
def _brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checker waits for less."""
    monkeypatch.setattr("wonai.protocol.checker.HANDSHAKE_SECONDS", 3.0)
    monkeypatch.setattr("wonai.protocol.checker.QUIET_SECONDS", 0.2)


async def verdicts_on(script: Path, *, stops_at_failure: bool = True, players: int = 3) -> list[Verdict]:
    settings = Settings(registry.get(registry.DEFAULT_GAME), players, slack=0.7)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}

    def new_transport() -> ProcessTransport:
        return ProcessTransport([sys.executable, str(script)], env=env)

    return [verdict async for verdict in check(settings, new_transport, stops_at_failure=stops_at_failure)]


@pytest.fixture(scope="module")
def verdicts() -> dict[str, list[Verdict]]:
    """Of all broken engines; a few at once, since most of the time is spent waiting for them."""

    async def run() -> dict[str, list[Verdict]]:
        room = asyncio.Semaphore(4)

        async def judge(name: str) -> list[Verdict]:
            async with room:
                return await verdicts_on(BROKEN / f"{name}.py")

        return dict(zip(FAILS_AT, await asyncio.gather(*map(judge, FAILS_AT)), strict=True))

    with pytest.MonkeyPatch.context() as monkeypatch:
        hurry(monkeypatch)
        return asyncio.run(run())


def test_every_broken_engine_is_checked() -> None:
    assert {path.stem for path in BROKEN.glob("*.py")} == {*FAILS_AT, "sound"}


@pytest.mark.parametrize("name", FAILS_AT)
def test_broken_engine_fails_at_the_right_step(name: str, verdicts: dict[str, list[Verdict]]) -> None:
    failures = [v for v in verdicts[name] if v.outcome is Outcome.FAILED]
    step, reason = FAILS_AT[name]
    assert [(v.step.name, reason in v.reason) for v in failures] == [(step, True)], failures


@pytest.mark.parametrize("script", [BROKEN / "sound.py", MINIMAL], ids=lambda path: path.stem)
@pytest.mark.parametrize("players", [3, 6])
def test_sound_engine_passes(script: Path, players: int) -> None:
    verdicts = asyncio.run(verdicts_on(script, players=players))
    assert not [v for v in verdicts if v.outcome in (Outcome.FAILED, Outcome.NOT_REACHED)]


def test_the_check_goes_on_after_a_failure() -> None:
    verdicts = asyncio.run(verdicts_on(BROKEN / "crashing.py", stops_at_failure=False))
    assert [v.step for v in verdicts] == list(STEPS)
    by_name = {v.step.name: v.outcome for v in verdicts}
    assert by_name["nodes"] is Outcome.FAILED
    assert by_name["quit"] is Outcome.PASSED


def test_the_minimal_engine_is_small_and_plain() -> None:
    text = MINIMAL.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 100
    imported = {line.split()[1] for line in text.splitlines() if line.startswith(("import ", "from "))}
    assert imported <= set(sys.stdlib_module_names)


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        ([sys.executable, str(MINIMAL)], 0, "23 passed, 1 skipped"),
        (["-x", f"{sys.executable} {BROKEN / 'silent.py'}"], 1, "FAIL handshake: no wepok within"),
        (["no-such-engine"], 1, "FAIL start: cannot be started: No such file"),
        (["'unclosed"], 2, "No closing quotation"),
        ([], 2, "Missing argument"),
        (["--game", "chess", "engine"], 1, "unknown game"),
        (["--steps"], 0, "handshake: "),
    ],
)
def test_command(arguments: list[str], status: int, said: str) -> None:
    result = CliRunner().invoke(main, ["check-engine", *arguments])
    output = result.output + (str(result.exception) if result.exception else "")
    assert (result.exit_code, said in output) == (status, True), output
