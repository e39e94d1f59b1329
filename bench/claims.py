"""Owns the list of claims: what is compared with what, and the ratio that is promised."""

from __future__ import annotations

from collections.abc import Iterable

from bench import ours, perft, yardsticks
from bench.measure import Claim, Cost
from wonai._core.won import position as core

MAX_STATE_BYTES = 1024


def all_claims() -> list[Claim]:
    """Every ratio that is measured in interleaved rounds, in the order of the table."""
    random_ply = ours.random_ply()
    listed_text = yardsticks.listed_move_text()
    return [
        Claim(
            "Copying the state inside C, against `memcpy` of as many bytes",
            ours.copied_state(),
            yardsticks.copied_bytes(core._py_state_size()),
            "times the cost",
            1.3,
        ),
        Claim(
            "A random ply inside C, against OpenSpiel's C++ playouts of `chinese_checkers(players=6)`",
            random_ply,
            yardsticks.random_move_in_cpp(),
            "times as fast",
            10,
        ),
        Claim(
            "A random ply inside C, against Catanatron's random games",
            random_ply,
            yardsticks.random_catan_move(),
            "times as fast",
            450,
        ),
        Claim(
            "Listing all moves of every conformance position inside C, against `legal_actions()` inside C++",
            ours.listed_move(),
            yardsticks.listed_move_in_cpp(),
            "times as fast",
            3,
        ),
        Claim(
            "A ply that samples a move, against one that lists all of them",
            ours.sampled_ply(),
            random_ply,
            "times as fast",
            None,
        ),
        Claim(
            "The same in the second edition, where three cubes may be traded at once",
            ours.sampled_ply("second"),
            ours.random_ply("second"),
            "times as fast",
            None,
        ),
        Claim(
            f"Drawing a move where there are {ours.WIDE} and more (conformance positions), against listing them",
            ours.drawn_move_of_a_wide_position(),
            ours.list_of_a_wide_position(),
            "times as fast",
            None,
        ),
        Claim(
            "`copy()` from Python, against OpenSpiel's `clone()` of `havannah(board_size=5)`",
            ours.copy_in_python(),
            yardsticks.clone_in_python(),
            "times the cost",
            0.25,
        ),
        Claim(
            "`legal_moves()` of conformance positions, by move, against `legal_actions()` and `action_to_string()`",
            ours.listed_text_wide(),
            listed_text,
            "times the cost",
            1,
        ),
        Claim(
            "`legal_moves()` of a random game, by move, against `legal_actions()` and `action_to_string()`",
            ours.listed_text_narrow(),
            listed_text,
            "times the cost",
            1,
        ),
        Claim(
            "A Python loop of random plies, against the same loop over `pyspiel`",
            ours.random_ply_in_python(),
            yardsticks.random_move_in_python(),
            "times as fast",
            2,
        ),
        *perft.claims(),
    ]


def costs_of(claims: Iterable[Claim]) -> list[Cost]:
    """The costs that the claims compare, each once."""
    costs = {cost.name: cost for claim in claims for cost in (claim.ours, claim.yardstick)}
    return list(costs.values())
