# The worth of a position to each seat, in points and in chances to win.
#
# `opinions` is one vector: the weights of the policy, then the numbers of the evaluation at these places.

from wonai._core.won.features cimport FeaturesC, N_OWN, N_TABLE
from wonai._core.won.state cimport StateC, TablesC
from wonai._core.won.weights cimport N_WEIGHTS

cdef enum:
    N_POWERS = 3                      # of the clock that a term's weight is made of: 1, clock, clock squared
    N_HIDDEN = 32
    N_OUT = 2                         # a seat's points beside its terms, and the table's
    AT_TERMS = N_WEIGHTS
    AT_SPREAD = AT_TERMS + N_OWN * N_POWERS
    AT_BIAS = AT_SPREAD + N_POWERS
    AT_OWN = AT_BIAS + N_HIDDEN
    AT_OTHERS = AT_OWN + N_OWN * N_HIDDEN
    AT_TABLE = AT_OTHERS + N_OWN * N_HIDDEN
    AT_OUT = AT_TABLE + N_TABLE * N_HIDDEN
    AT_OUT_BIAS = AT_OUT + N_OUT * N_HIDDEN
    N_OPINIONS = AT_OUT_BIAS + N_OUT

cdef double weight_of(const double* opinions, int feature, double clock) noexcept nogil
cdef void judge(const FeaturesC* f, int n_seats, const double* opinions, double* rest, double* level) noexcept nogil
cdef void evaluate(const StateC* s, const TablesC* t, const double* opinions, double* win_share, double* vp) noexcept nogil
