# What the coming rounds look like: how many, and at which prices.

from wonai._core.types cimport int32_t
from wonai._core.won.market cimport buy_price, sell_price
from wonai._core.won.state cimport MONEY, N_GOODS, StateC, TablesC

cdef struct OutlookC:
    double rounds                     # production phases to come, this round's included
    double weight                     # the same as income of this round: later ones count less
    int32_t level[N_GOODS]            # cubes in the rows that one may expect
    double cost[N_GOODS]              # of a cube that is spent
    double buy_share

cdef double rounds_left(const StateC* s, const TablesC* t, const double* w) noexcept nogil
cdef double income_weight(double rounds, double later) noexcept nogil
cdef void look_ahead(const StateC* s, const TablesC* t, const double* w, double mood, OutlookC* out) noexcept nogil
cdef double sale_value(const StateC* s, const TablesC* t, int good, int n) noexcept nogil

cdef inline double mid_price(const StateC* s, const TablesC* t, int good) noexcept nogil:
    return 0.5 * (buy_price(s, t, good) + sell_price(s, t, good))

cdef inline double output_price(const OutlookC* o, const TablesC* t, int colour, int dots) noexcept nogil:
    """What one dot of an industry brings when `dots` of them come each round."""
    cdef int good = t.product[colour], level
    if good == MONEY:
        return t.per_dot[colour]
    level = min(o.level[good] + dots // 2, <int>t.wells[good])
    return o.buy_share * t.buy[good][o.level[good]] + (1 - o.buy_share) * t.sell[good][level]
