"""What a position is worth: points at the end, and the chance to win that follows from them.

A seat's points are the sum of its terms (each number of its position times a weight that depends on the clock)
and of what a small network makes of the same numbers, those of the others and those of the table. All is fitted
to games that went on from such positions (`wonai tune`).
"""

from wonai._core.exact_exp cimport exact_exp
from wonai._core.types cimport MAX_SEATS
from wonai._core.won.apply cimport score_of, winner_set
from wonai._core.won.features cimport list_features
from wonai._core.won.state cimport OVER

cdef double LEAST_SPREAD = 0.5


cdef double weight_of(const double* opinions, int feature, double clock) noexcept nogil:
    """Points for one of a seat's number, with so much of the game left."""
    cdef const double* w = opinions + AT_TERMS + feature * N_POWERS
    return w[0] + clock * (w[1] + clock * w[2])


cdef void judge(const FeaturesC* f, int n_seats, const double* opinions, double* rest, double* level) noexcept nogil:
    """The network: one hidden layer, once for each seat. `rest` adds up to nothing; `level` is the whole table's."""
    cdef double shared[N_HIDDEN]
    cdef double hidden[N_HIDDEN]
    cdef double sums[N_OWN]
    cdef const double* w
    cdef const double* out = opinions + AT_OUT
    cdef double x, mean = 0
    cdef int seat, k, h
    level[0] = 0
    for h in range(N_HIDDEN):
        shared[h] = opinions[AT_BIAS + h]
    for k in range(N_TABLE):
        w = opinions + AT_TABLE + k * N_HIDDEN
        x = f.table[k]
        for h in range(N_HIDDEN):
            shared[h] += x * w[h]
    for k in range(N_OWN):
        sums[k] = 0
        for seat in range(n_seats):
            sums[k] += f.own[seat][k]
    for seat in range(n_seats):
        for h in range(N_HIDDEN):
            hidden[h] = shared[h]
        for k in range(N_OWN):
            w = opinions + AT_OWN + k * N_HIDDEN
            x = f.own[seat][k]
            for h in range(N_HIDDEN):
                hidden[h] += x * w[h]
            w = opinions + AT_OTHERS + k * N_HIDDEN
            x = (sums[k] - f.own[seat][k]) / (n_seats - 1)
            for h in range(N_HIDDEN):
                hidden[h] += x * w[h]
        rest[seat] = opinions[AT_OUT_BIAS]
        x = opinions[AT_OUT_BIAS + 1]
        for h in range(N_HIDDEN):
            if hidden[h] > 0:
                rest[seat] += hidden[h] * out[h]
                x += hidden[h] * out[N_HIDDEN + h]
        mean += rest[seat] / n_seats
        level[0] += x / n_seats
    for seat in range(n_seats):
        rest[seat] -= mean


cdef void evaluate(const StateC* s, const TablesC* t, const double* opinions, double* win_share, double* vp) noexcept nogil:
    """Expected final score and chance to win of every seat; a shared victory is shared."""
    cdef FeaturesC f
    cdef double rest[MAX_SEATS]
    cdef double weights[N_OWN]
    cdef const double* w = opinions + AT_SPREAD
    cdef double best = -1e9, total = 0, level, spread
    cdef int seat, k, winners
    if s.phase == OVER:
        winners = winner_set(s, t)
        for seat in range(t.n_seats):
            vp[seat] = score_of(s, t, seat)
            win_share[seat] = (winners >> seat) & 1
            total += win_share[seat]
    else:
        list_features(s, t, &f)
        judge(&f, t.n_seats, opinions, rest, &level)
        for k in range(N_OWN):
            weights[k] = weight_of(opinions, k, f.clock)
        for seat in range(t.n_seats):
            vp[seat] = rest[seat] + level
            for k in range(N_OWN):
                vp[seat] += weights[k] * f.own[seat][k]
            best = max(best, vp[seat])
        spread = max(w[0] + f.clock * (w[1] + f.clock * w[2]), LEAST_SPREAD)
        for seat in range(t.n_seats):
            win_share[seat] = exact_exp((vp[seat] - best) / spread)
            total += win_share[seat]
    for seat in range(t.n_seats):
        win_share[seat] /= total
