"""What the tests of the commands share: Orchard is registered, and `wonai` runs in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

import pytest
from click.testing import CliRunner, Result

from tests import toygame
from wonai import registry
from wonai.cli.main import main

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def orchard() -> Iterator[None]:
    """Play Orchard in every test here."""
    with mock.patch.dict(registry._GAMES, toygame.REGISTRATION):
        yield


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `wonai` with some arguments, in a folder of its own; no exception may get out."""
    monkeypatch.chdir(tmp_path)

    def invoke(*args: str, stdin: str | bytes = b"") -> Result:
        result = CliRunner().invoke(main, list(args), input=stdin, prog_name="wonai", terminal_width=100)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return invoke


@pytest.fixture
def start(run: Run) -> str:
    """The file name of a start position of Orchard."""
    assert run("new", "--game", "orchard", "--players", "2", "-o", "start.json").exit_code == 0
    return "start.json"
