# A sensible seat: plans a round quickly and plays it, one move after the other.

from wonai._core.rng cimport RngC
from wonai._core.types cimport MAX_SEATS, int16_t, int32_t, move_t, uint8_t
from wonai._core.won.state cimport N_GOODS, StateC, TablesC

cdef struct PlanC:                    # what a seat means to hold when its Trade phase ends
    int32_t round                     # for which it was made; 0: none
    int16_t want[N_GOODS]
    int16_t reserve[N_GOODS]          # beyond that, not for sale: the next round will need it
    int16_t max_notes
    int16_t n_builds
    float gain                        # dollars that the builds promise above their cost

cdef struct MindC:                    # of a whole table, during one playout
    PlanC plans[MAX_SEATS]
    float mood[MAX_SEATS]             # each seat's own opinion of how long the game lasts, around 1

cdef void clear_mind(MindC* mind, const TablesC* t, RngC* rng) noexcept nogil
cdef move_t policy_move(const StateC* s, const TablesC* t, MindC* mind, RngC* rng) noexcept nogil
cdef void make_plan(const StateC* s, const TablesC* t, int seat, float mood, PlanC* plan) noexcept nogil
cdef double rounds_left(const StateC* s, const TablesC* t) noexcept nogil
cdef void evaluate(const StateC* s, const TablesC* t, double* win_share, double* vp) noexcept nogil
