"""Planted blunders are found: three of them here, all twenty by `python -m tests.analysis.blunder_hunt`."""

from __future__ import annotations

import pytest

from tests.analysis.blunder_hunt import FOLDER, hunt


@pytest.mark.parametrize("name", ["01-bad-deal", "12-gift", "16-rotation"])
def test_a_planted_blunder_is_found(name: str) -> None:
    is_found, reviewed, planted = hunt(FOLDER / f"{name}.record", nodes=1600)
    assert is_found, [(one.ply, round(one.loss, 2)) for one in reviewed.decisions]
    assert planted in [one.ply for one in reviewed.turning_points()]
