# A whole round of one seat, planned in a few microseconds: shopping, notes, builds with their hexes, runs.
#
#     cdef WorthC w
#     cdef QuickPlanC plan
#     make_worth(s, t, seat, opinions, 1.0, NULL, False, &w)     # once for a seat and round
#     quick_plan(s, t, seat, &w, &plan)

from wonai._core.types cimport int8_t, int16_t, int32_t, int64_t, move_t, uint8_t
from wonai._core.won.state cimport N_GOODS, StateC, TablesC
from wonai._core.won.worth cimport WorthC

cdef enum:
    MAX_BUILDS = 7                    # of one seat in one round
    ANY_INDUSTRY = -1
    MAX_RUNS = 32

cdef struct BuildC:
    int8_t place
    uint8_t face
    uint8_t is_forced
    uint8_t needs_flag

cdef struct QuickPlanC:
    int64_t worth                     # cents at the end of the round, see end_worth
    int64_t idle                      # the same without any build
    int32_t money                     # at the end of the round
    int32_t goods[N_GOODS]
    int16_t trade[N_GOODS]            # cubes to buy, below 0: to sell
    int16_t want[N_GOODS]             # what builds and runs use: to be held when Trade ends
    int16_t reserve[N_GOODS]          # held beyond that, not for sale now
    int16_t notes                     # to take, below 0: to repay
    int16_t n_builds
    int16_t n_runs
    BuildC builds[MAX_BUILDS]         # in the order to carry out; each flag just before its tile
    move_t runs[MAX_RUNS]

cdef void quick_plan(const StateC* s, const TablesC* t, int seat, const WorthC* w, QuickPlanC* plan) noexcept nogil
cdef void shaped_plan(
    const StateC* s, const TablesC* t, int seat, const WorthC* w, int first, int most_builds, QuickPlanC* plan,
) noexcept nogil
