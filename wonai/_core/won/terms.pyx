"""The evaluation by term, for Python."""

from wonai._core.types cimport MAX_SEATS
from wonai._core.won.evaluate cimport N_TERMS, worth_terms
from wonai._core.won.position cimport Position
from wonai._core.won.weights cimport N_WEIGHTS

TERM_NAMES = ("tiles", "money", "goods", "income", "growth", "flags", "notes", "clock", "competition")


def terms_of(Position position not None, weights):
    """For each seat the dollars by term, in the order of TERM_NAMES."""
    cdef double w[N_WEIGHTS]
    cdef double terms[MAX_SEATS][N_TERMS]
    cdef int k, seat
    for k in range(N_WEIGHTS):
        w[k] = weights[k]
    worth_terms(&position.c, &position.tables.c, w, terms)
    return [[terms[seat][k] for k in range(N_TERMS)] for seat in range(position.tables.c.n_seats)]
