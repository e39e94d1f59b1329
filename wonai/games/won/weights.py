"""The opinions of policy and evaluation: the package's own, or those of a file of the user's, and the styles of play.

`weights.json` has the policy's weights, the styles, and what counts without any tuning; `evaluation.json` has the
numbers that `wonai tune` fitted to games. A user's file may hold either or both.
"""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from wonai._core.won.features import OWN_NAMES, features_of
from wonai._core.won.terms import HIDDEN, OPINIONS
from wonai._core.won.weights import WEIGHT_NAMES
from wonai.errors import WonaiError, did_you_mean
from wonai.game import State, TunableWeights
from wonai.games.won.evaluation_numbers import pack
from wonai.games.won.position import Position
from wonai.strict_json import read_bytes

BALANCED = "balanced"
PLAIN = "plain"
"""No style to choose: the evaluation as one would write it down before the first game."""
_POLICY = "weights.json"
_EVALUATION = "evaluation.json"


def load_weights(source: str = "", style: str = BALANCED) -> array[float]:
    """The vector in the order of the core; what a file leaves out is as in the package. Not to be changed."""
    return _load(source, style)


def load_tunable() -> TunableWeights:
    """The weights of the policy that tuning may change, and how far; what the evaluation is made of."""
    ranges = {name: (float(low), float(high)) for name, (low, high) in _own(_POLICY)["ranges"].items()}
    return TunableWeights(WEIGHT_NAMES, ranges, OWN_NAMES, HIDDEN, _features)


def _features(state: State) -> tuple[list[list[float]], list[float], float]:
    assert isinstance(state, Position)
    return features_of(state)


@lru_cache(maxsize=32)
def _load(source: str, style: str) -> array[float]:
    own = _own(_POLICY)
    document = _read(source) if source else {}
    if style == PLAIN:
        return _vector(own["weights"], PLAIN, own[PLAIN])
    if style != BALANCED and style not in own["styles"]:
        raise WonaiError(f'unknown style "{style}"{did_you_mean(style, [BALANCED, *own["styles"]])}')
    values = {**own["weights"], **document.get("weights", {})}
    values |= document.get("styles", {}).get(style) or own["styles"].get(style, {})
    if "evaluation" in document:
        return _vector(values, f"{source}: evaluation", document["evaluation"])
    return _vector(values, _EVALUATION, _own(_EVALUATION))


def _vector(weights: Mapping[str, float], place: str, evaluation: object) -> array[float]:
    vector = array("d", [float(weights[name]) for name in WEIGHT_NAMES] + pack(place, evaluation))
    assert len(vector) == OPINIONS
    return vector


@lru_cache(maxsize=2)
def _own(name: str) -> Mapping[str, Any]:
    document: Mapping[str, Any] = json.loads((files(__package__) / name).read_bytes())
    return document


def _read(source: str) -> Mapping[str, Any]:
    if os.path.exists(source) and not os.path.isfile(source):  # a named pipe would be waited for
        raise WonaiError(f"{source}: not a regular file")
    try:
        document = json.loads(read_bytes(source))
    except OSError as error:
        raise WonaiError(f"{source}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise WonaiError(f"{source}: not a file of weights: {error}") from None
    if not isinstance(document, dict) or not ("weights" in document or "evaluation" in document):
        raise WonaiError(f"{source}: expected an object with weights, an evaluation or both")
    if not isinstance(document.get("styles", {}), dict):
        raise WonaiError(f"{source}: styles: expected an object")
    _check(source, "weights", document.get("weights", {}))
    for name, style in document.get("styles", {}).items():
        _check(source, f"styles.{name}", style)
    return document


def _check(source: str, place: str, values: object) -> None:
    if not isinstance(values, dict):
        raise WonaiError(f"{source}: {place}: expected an object of numbers by name")
    for name, value in values.items():
        if name not in WEIGHT_NAMES:
            raise WonaiError(f'{source}: {place}: unknown weight "{name}"{did_you_mean(name, WEIGHT_NAMES)}')
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= 1_000_000:
            raise WonaiError(f"{source}: {place}.{name}: expected a number up to 1,000,000")
