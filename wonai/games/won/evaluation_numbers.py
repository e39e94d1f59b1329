"""The numbers of the evaluation: from a file (`evaluation.json`) to the places where the core looks for them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from wonai._core.won.features import OWN_NAMES, TABLE_NAMES
from wonai._core.won.terms import HIDDEN, POWERS
from wonai.errors import WonaiError, did_you_mean

OUTPUTS = 2
"""Of the network: points of a seat beside its terms, and of the whole table."""
SHAPES = {
    "bias": (1, HIDDEN),
    "own": (len(OWN_NAMES), HIDDEN),
    "others": (len(OWN_NAMES), HIDDEN),
    "table": (len(TABLE_NAMES), HIDDEN),
    "out": (OUTPUTS, HIDDEN),
    "out_bias": (1, OUTPUTS),
}
"""Of the network: rows of numbers, by what they are multiplied with."""


def pack(place: str, document: object) -> list[float]:
    """In the order of the core. Terms that are not named count nothing; without a network there is no judgement."""
    if not isinstance(document, dict):
        raise WonaiError(f"{place}: expected an object with terms, spread and, perhaps, net")
    _known(place, document, ("terms", "spread", "net", "made"))
    terms = document.get("terms")
    if not isinstance(terms, dict):
        raise WonaiError(f"{place}.terms: expected an object of {POWERS} numbers by name")
    _known(f"{place}.terms", terms, OWN_NAMES)
    numbers: list[float] = []
    for name in OWN_NAMES:
        numbers += _row(f"{place}.terms.{name}", terms.get(name, [0.0] * POWERS), POWERS)
    numbers += _row(f"{place}.spread", document.get("spread"), POWERS)
    return numbers + _network(f"{place}.net", document.get("net", {}))


def _network(place: str, net: object) -> list[float]:
    if not isinstance(net, dict):
        raise WonaiError(f"{place}: expected an object")
    _known(place, net, tuple(SHAPES))
    numbers: list[float] = []
    for name, (rows, columns) in SHAPES.items():
        table = net.get(name, [[0.0] * columns] * rows)
        if not isinstance(table, list) or len(table) != rows:
            raise WonaiError(f"{place}.{name}: expected {rows} rows of {columns} numbers")
        for number, row in enumerate(table):
            numbers += _row(f"{place}.{name}[{number}]", row, columns)
    return numbers


def _known(place: str, document: Mapping[str, Any], names: Sequence[str]) -> None:
    for name in document:
        if name not in names:
            raise WonaiError(f'{place}: unknown key "{name}"{did_you_mean(name, names)}')


def _row(place: str, row: object, size: int) -> list[float]:
    if not isinstance(row, list) or len(row) != size:
        raise WonaiError(f"{place}: expected {size} numbers")
    for value in row:
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise WonaiError(f"{place}: expected {size} numbers")
    return [float(value) for value in row]
