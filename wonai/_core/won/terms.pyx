"""The evaluation by part, and the sizes of its vector, for Python."""

from wonai._core.types cimport MAX_SEATS
from wonai._core.won.evaluate cimport N_HIDDEN, N_OPINIONS, N_POWERS, judge, weight_of
from wonai._core.won.features cimport FeaturesC, N_OWN, list_features
from wonai._core.won.position cimport Position

from wonai._core.won.features import OWN_NAMES, PARTS

POWERS = N_POWERS
HIDDEN = N_HIDDEN
OPINIONS = N_OPINIONS


def parts_of(Position position not None, const double[::1] opinions):
    """For each seat the points by part of the evaluation; `judgement` is what the network adds."""
    cdef FeaturesC f
    cdef double rest[MAX_SEATS]
    cdef double level
    cdef int seat
    if opinions.shape[0] != N_OPINIONS:
        raise ValueError(f"expected {N_OPINIONS} opinions, got {opinions.shape[0]}")
    list_features(&position.c, &position.tables.c, &f)
    judge(&f, position.tables.c.n_seats, &opinions[0], rest, &level)
    places = {part: [OWN_NAMES.index(name) for name in names] for part, names in PARTS.items()}
    return [
        {
            **{
                part: sum(weight_of(&opinions[0], k, f.clock) * f.own[seat][k] for k in here)
                for part, here in places.items()
            },
            "judgement": rest[seat] + level,
        }
        for seat in range(position.tables.c.n_seats)
    ]
