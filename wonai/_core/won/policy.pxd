# A sensible seat: plans a round quickly and plays it, one move after the other.

from wonai._core.rng cimport RngC
from wonai._core.types cimport MAX_SEATS, move_t, uint8_t
from wonai._core.won.plan cimport PlanC
from wonai._core.won.state cimport StateC, TablesC

cdef struct MindC:                    # of a whole table, during one playout
    const double* weights[MAX_SEATS]  # the opinions of each seat
    PlanC plans[MAX_SEATS]
    float mood[MAX_SEATS]             # each seat's own idea of how long the game lasts, around 1

cdef move_t policy_move(const StateC* s, const TablesC* t, MindC* mind, RngC* rng) noexcept nogil
cdef double deal_gain(const StateC* s, const TablesC* t, const MindC* mind, int seat, bint is_maker) noexcept nogil
cdef bint is_repaying_worth(const StateC* s, const TablesC* t, int seat) noexcept nogil
cdef double package_worth(const StateC* s, const TablesC* t, const double* w, int package) noexcept nogil
cdef double place_worth(const StateC* s, const TablesC* t, const double* w, move_t move) noexcept nogil
cdef bint planned_build(const StateC* s, const TablesC* t, const PlanC* plan, move_t* move) noexcept nogil
