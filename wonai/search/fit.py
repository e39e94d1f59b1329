"""Fitting an evaluation to games: terms by least squares, a small network for what they miss, a spread for the chances.

Works on numbers alone: of every seat, of the table, and the clock, for positions whose games have ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wonai.errors import WonaiError

Numbers = NDArray[np.floating[Any]]

POWERS = 3
"""Of the clock that the weight of a term is made of."""
MOST_LEAD = 60.0
"""Points above or below the table's mean that count; the few games that run away would count for many."""
RIDGE = 30.0
"""Keeps the terms small where the games say little; in units of one position."""
EPOCHS = 30
"""Of the network over all positions."""
LEAST_SPREAD = 0.5


@dataclass(frozen=True, slots=True)
class Rows:
    """Positions of games with so many seats, and how these games ended."""

    own: Numbers
    """position x seat x number"""
    table: Numbers
    """position x number"""
    clock: Numbers
    scores: Numbers
    """position x seat: at the end of the game"""
    shares: Numbers
    """position x seat: of the victory"""

    @property
    def lead(self) -> Numbers:
        """Points above the table's mean."""
        lead: Numbers = np.clip(self.scores - self.scores.mean(1, keepdims=True), -MOST_LEAD, MOST_LEAD)
        return lead


@dataclass(slots=True)
class Evaluation:
    """What was fitted, as arrays; `document` is what files hold."""

    terms: Numbers
    """number x power"""
    spread: Numbers
    network: dict[str, Numbers]

    def points(self, rows: Rows) -> Numbers:
        """The points that it expects of every seat."""
        own = np.einsum("psk,kj,pj->ps", rows.own, self.terms, powers(rows.clock))
        hidden = np.maximum(inputs(rows) @ self._matrix() + self.network["bias"][0], 0)
        rest, level = np.moveaxis(hidden @ self.network["out"].T + self.network["out_bias"][0], 2, 0)
        points: Numbers = own + rest - rest.mean(1, keepdims=True) + level.mean(1, keepdims=True)
        return points

    def loss(self, rows: Rows) -> float:
        """Mean negative logarithm of the chance that it gave to what came."""
        return chance_loss(self.points(rows), rows, self.spread)

    def document(self, names: Sequence[str]) -> dict[str, Any]:
        """As `evaluation.json` has it; four decimals are more than the games can tell."""

        def rounded(values: Numbers) -> Any:
            return np.round(values, 4).tolist()

        return {
            "terms": {name: rounded(row) for name, row in zip(names, self.terms, strict=True)},
            "spread": rounded(self.spread),
            "net": {name: rounded(table) for name, table in self.network.items()},
        }

    def _matrix(self) -> Numbers:
        return np.concatenate([self.network[name] for name in ("own", "others", "table")])


def powers(clock: Numbers) -> Numbers:
    """1, clock, clock squared."""
    return np.stack([clock**power for power in range(POWERS)], axis=-1)


def inputs(rows: Rows) -> Numbers:
    """What the network sees of each seat: its numbers, the mean of the others', the table's."""
    seats = rows.own.shape[1]
    others = (rows.own.sum(1, keepdims=True) - rows.own) / (seats - 1)
    table = np.repeat(rows.table[:, None, :], seats, axis=1)
    return np.concatenate([rows.own, others, table], axis=2)


def chance_loss(points: Numbers, rows: Rows, spread: Numbers) -> float:
    """Of the chances that follow from points by a soft maximum over this spread."""
    width = np.maximum(powers(rows.clock) @ spread, LEAST_SPREAD)
    odds = (points - points.max(1, keepdims=True)) / width[:, None]
    logs = odds - np.log(np.exp(odds).sum(1, keepdims=True))
    return float(-(rows.shares * logs).sum(1).mean())


def fit(tables: Sequence[Rows], hidden: int, seed: int) -> Evaluation:
    """The evaluation of all tables together."""
    try:
        from scipy.optimize import minimize
        from sklearn.neural_network import MLPRegressor
        from sklearn.preprocessing import StandardScaler
    except ImportError:
        raise WonaiError('fitting needs the package scikit-learn: pip install "wonai[tune]"') from None
    terms = _fit_terms(tables)
    seen, wanted = [], []
    for rows in tables:
        own = np.einsum("psk,kj,pj->ps", rows.own, terms, powers(rows.clock))
        lead = own - own.mean(1, keepdims=True)
        level = (rows.scores - own).mean(1, keepdims=True)
        seen.append(inputs(rows).reshape(-1, rows.own.shape[2] * 2 + rows.table.shape[1]))
        wanted.append(np.stack([(rows.lead - lead).ravel(), np.broadcast_to(level, lead.shape).ravel()], 1))
    scaler = StandardScaler().fit(np.concatenate(seen))
    target = StandardScaler().fit(np.concatenate(wanted))
    model = MLPRegressor(
        hidden_layer_sizes=(hidden,),
        alpha=1e-3,
        batch_size=512,
        learning_rate_init=2e-3,
        max_iter=EPOCHS,
        early_stopping=True,
        n_iter_no_change=EPOCHS,
        random_state=seed,
    ).fit(scaler.transform(np.concatenate(seen)), target.transform(np.concatenate(wanted)))
    evaluation = Evaluation(terms, np.array([5.0, 5.0, 0.0]), _network(model, scaler, target, tables[0].own.shape[2]))
    points = [evaluation.points(rows) for rows in tables]

    def loss(spread: Numbers) -> float:
        return sum(chance_loss(own, rows, spread) for own, rows in zip(points, tables, strict=True))

    evaluation.spread = np.asarray(minimize(loss, evaluation.spread, method="Nelder-Mead").x, dtype=np.float64)
    return evaluation


def _fit_terms(tables: Sequence[Rows]) -> Numbers:
    """Ridge regression of the leads on the numbers times the powers of the clock, both against the table's mean."""
    size = tables[0].own.shape[2] * POWERS
    squares, products = np.zeros((size, size)), np.zeros(size)
    for rows in tables:
        columns = rows.own[:, :, :, None] * powers(rows.clock)[:, None, None, :]
        columns = (columns - columns.mean(1, keepdims=True)).reshape(-1, size)
        squares += columns.T @ columns
        products += columns.T @ rows.lead.ravel()
    solved: Numbers = np.linalg.solve(squares + RIDGE * np.eye(size), products)
    return solved.reshape(-1, POWERS)


def _network(model: Any, scaler: Any, target: Any, n_own: int) -> dict[str, Numbers]:
    """The model's arrays, its scalings worked in."""
    first, second = model.coefs_
    weights = first / scaler.scale_[:, None]
    return {
        "bias": (model.intercepts_[0] - scaler.mean_ @ weights)[None],
        "own": weights[:n_own],
        "others": weights[n_own : 2 * n_own],
        "table": weights[2 * n_own :],
        "out": (second * target.scale_).T,
        "out_bias": (model.intercepts_[1] * target.scale_ + target.mean_)[None],
    }
