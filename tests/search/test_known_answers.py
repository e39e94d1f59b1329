"""The full bot against exact answers and planted tactics, each within a node limit of less than a second."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.search.test_solve import KNOWN, TACTICS, read
from wonai.search import bots
from wonai.search.limits import Limit
from wonai.search.searcher import SearchOptions

NODES = 2000


@pytest.mark.parametrize("path", [*KNOWN, *TACTICS], ids=lambda path: path.stem)
def test_the_engine_finds_a_best_move(path: Path) -> None:
    position, document = read(path)
    # Answers are exact for listed moves: without offers of its own the engine has the same choice.
    bot = bots.get(bots.DEFAULT_BOT, SearchOptions(barter=False))
    report = bot.analyse(position, Limit(nodes=NODES))
    assert report.best in document["best"], document.get("why", f"share {document.get('share')}")
