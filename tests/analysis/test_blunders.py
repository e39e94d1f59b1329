"""Planted blunders are turning points: three of them here, all twenty by `python -m tests.analysis.blunder_hunt`.

A search of so many simulations with one seed always says the same, so this cannot fail by chance. Another engine may
miss one of the three: that all of them are missed would mean that reviews are worth nothing.
"""

from __future__ import annotations

from tests.analysis.blunder_hunt import FOLDER, hunt

PLAIN = ["01-bad-deal", "12-gift", "16-rotation"]
"""Each costs more than 40 points of win chance."""


def test_plain_blunders_are_found() -> None:
    told = {}
    for name in PLAIN:
        is_found, reviewed, planted = hunt(FOLDER / f"{name}.record", nodes=500)
        losses = {one.ply: (round(one.loss, 2), round(one.loss_error, 2)) for one in reviewed.decisions}
        told[name] = (is_found, planted, losses)
    assert sum(is_found for is_found, _, _ in told.values()) >= 2, told
