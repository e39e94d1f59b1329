"""A short run of each fuzzer; `python -m tests.fuzz.position_reader 1000000` and the others run long."""

from __future__ import annotations

import pytest

from tests.fuzz import notation, position_reader, record_reader

INPUTS = 3_000
SEED = 5


@pytest.mark.parametrize("fuzzer", [position_reader, notation, record_reader], ids=lambda fuzzer: fuzzer.__name__)
def test_nothing_to_complain_about(fuzzer: object) -> None:
    """Each raises at the first crash, delay or wrong answer; some inputs must be read and some refused."""
    n_read = fuzzer.run(INPUTS, SEED)  # type: ignore[attr-defined]
    assert 0 < n_read < INPUTS
