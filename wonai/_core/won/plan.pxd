# What a seat means to do in a round, kept small: every playout carries one for each seat.

from wonai._core.types cimport int8_t, int16_t, int32_t, uint8_t
from wonai._core.won.quick_plan cimport ANY_INDUSTRY, BuildC, MAX_BUILDS
from wonai._core.won.state cimport N_GOODS, StateC, TablesC, hexset_t

cdef struct PlanC:                    # what a seat means to hold when its Trade phase ends, and to build then
    int32_t round                     # for which it was made; 0: none
    float gain                        # dollars above building nothing
    int16_t want[N_GOODS]
    int16_t reserve[N_GOODS]          # beyond that, not for sale
    int16_t max_notes
    uint8_t n_builds
    uint8_t ends_game                 # by placing flags until it does
    uint8_t is_guess                  # made to foresee the seat, not adopted by it
    uint8_t is_final                  # for the goods at hand, in Develop
    uint8_t asked                     # the seats that it has made an offer to
    BuildC builds[MAX_BUILDS]

cdef struct ShapeC:                   # what a plan must look like
    int first                         # industry of the first build, or ANY_INDUSTRY
    int most_builds
    int debt                          # 1: readier to borrow than is thought sound, -1: less ready
    bint ends_game

cdef inline ShapeC usual_shape() noexcept nogil:
    cdef ShapeC shape
    shape.first = ANY_INDUSTRY
    shape.most_builds = MAX_BUILDS
    shape.debt = 0
    shape.ends_game = False
    return shape

cdef void make_plan(
    const StateC* s, const TablesC* t, int seat, const double* w, double mood, const ShapeC* shape, PlanC* plan,
) noexcept nogil
cdef void foresee(const StateC* s, const TablesC* t, int seat, const double* w, double mood, PlanC* plan) noexcept nogil
cdef bint should_end(const StateC* s, const TablesC* t, int seat, const double* w) noexcept nogil
cdef bint can_end(const StateC* s, const TablesC* t, int seat) noexcept nogil
cdef hexset_t free_hexes(const StateC* s, const TablesC* t) noexcept nogil
cdef double ladder_price(const StateC* s, const TablesC* t, int good, int first, int n, bint is_buying) noexcept nogil
