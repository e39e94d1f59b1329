"""Planted blunders are turning points: two of them here, all twenty by `python -m tests.analysis.blunder_hunt`."""

from __future__ import annotations

import pytest

from tests.analysis.blunder_hunt import FOLDER, hunt


@pytest.mark.parametrize("name", ["01-bad-deal", "12-gift"])
def test_a_planted_blunder_is_found(name: str) -> None:
    is_found, reviewed, planted = hunt(FOLDER / f"{name}.record", nodes=1200)
    assert is_found, (planted, [(one.ply, round(one.loss, 2)) for one in reviewed.decisions])
