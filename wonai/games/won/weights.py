"""The opinions of policy and evaluation: `weights.json`, or a file of the user's, and the styles of play."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from wonai._core.won.weights import WEIGHT_NAMES
from wonai.errors import WonaiError, did_you_mean
from wonai.game import TunableWeights
from wonai.strict_json import read_bytes

BALANCED = "balanced"
PLAIN = "plain"
"""No style to choose: the evaluation as one would write it down before the first game."""


def load_weights(source: str = "", style: str = BALANCED) -> tuple[float, ...]:
    """The vector in the order of the compiled list; what a file leaves out is as in the package."""
    return _load(source, style)


def load_ranges() -> TunableWeights:
    """The weights that tuning may change, and how far."""
    policy, evaluation = (
        {name: (float(low), float(high)) for name, (low, high) in _read("")["ranges"][kind].items()}
        for kind in ("policy", "evaluation")
    )
    return TunableWeights(WEIGHT_NAMES, policy, evaluation)


@lru_cache(maxsize=32)
def _load(source: str, style: str) -> tuple[float, ...]:
    own = _read("")
    document = _read(source)
    if style == PLAIN:
        return tuple(float({**own["weights"], **own["plain"]}[name]) for name in WEIGHT_NAMES)
    if style != BALANCED and style not in own["styles"]:
        raise WonaiError(f'unknown style "{style}"{did_you_mean(style, [BALANCED, *own["styles"]])}')
    values = {**own["weights"], **document["weights"]}
    values |= document.get("styles", {}).get(style) or own["styles"].get(style, {})
    return tuple(float(values[name]) for name in WEIGHT_NAMES)


def _read(source: str) -> Mapping[str, Any]:
    place = source or "weights.json"
    if os.path.exists(source) and not os.path.isfile(source):  # a named pipe would be waited for
        raise WonaiError(f"{place}: not a regular file")
    try:
        document = json.loads(read_bytes(source) if source else (files(__package__) / "weights.json").read_bytes())
    except OSError as error:
        raise WonaiError(f"{place}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise WonaiError(f"{place}: not a file of weights: {error}") from None
    if not isinstance(document, dict) or not isinstance(document.get("styles", {}), dict):
        raise WonaiError(f"{place}: expected an object with weights and, perhaps, styles")
    _check(place, "weights", document.get("weights"))
    for name, style in document.get("styles", {}).items():
        _check(place, f"styles.{name}", style)
    return document


def _check(source: str, place: str, values: object) -> None:
    if not isinstance(values, dict):
        raise WonaiError(f"{source}: {place}: expected an object of numbers by name")
    for name, value in values.items():
        if name not in WEIGHT_NAMES:
            raise WonaiError(f'{source}: {place}: unknown weight "{name}"{did_you_mean(name, WEIGHT_NAMES)}')
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= 1_000_000:
            raise WonaiError(f"{source}: {place}.{name}: expected a number up to 1,000,000")
