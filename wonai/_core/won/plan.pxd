# A quick plan for a seat's round.

from wonai._core.types cimport int16_t, int32_t, uint8_t
from wonai._core.won.outlook cimport OutlookC
from wonai._core.won.state cimport N_GOODS, StateC, TablesC, hexset_t

cdef enum:
    MAX_PLANNED = 6                   # builds of one seat in one round
    ANY_INDUSTRY = -1

cdef struct BuildC:                   # a tile that is to be built
    uint8_t place
    uint8_t face
    uint8_t needs_flag

cdef struct PlanC:                    # what a seat means to hold when its Trade phase ends, and to build then
    int32_t round                     # for which it was made; 0: none
    int16_t want[N_GOODS]
    int16_t reserve[N_GOODS]          # beyond that, not for sale: the next round will need it
    int16_t max_notes
    uint8_t n_builds
    BuildC builds[MAX_PLANNED]
    float gain                        # dollars that the builds promise above their cost

cdef struct ShapeC:                   # what a plan must look like
    int first                         # industry of the first build, or ANY_INDUSTRY
    int most_builds
    int more_notes                    # than is thought sound

cdef struct SiteC:                    # a tile that could be built
    double gain                       # dollars above its cost
    double price                      # of the goods that have to be bought for it
    int place
    int face
    bint needs_flag

cdef void make_plan(
    const StateC* s, const TablesC* t, int seat, const double* w, double mood, const ShapeC* shape, PlanC* plan,
) noexcept nogil
cdef int running_needs(const StateC* s, const TablesC* t, int seat, const OutlookC* o, int16_t* need) noexcept nogil
cdef void find_site(
    const StateC* s, const TablesC* t, int seat, const double* w, const OutlookC* o, const int16_t* want, int only,
    bint can_buy, double cash, SiteC* best,
) noexcept nogil
cdef int joined_dots(
    const StateC* s, const TablesC* t, hexset_t others, int place, int face, int colour,
) noexcept nogil
cdef double open_sides(const TablesC* t, int place, int face, int colour, hexset_t free) noexcept nogil
cdef double tile_income(
    const StateC* s, const TablesC* t, int seat, const double* w, const OutlookC* o, int place, int face, hexset_t free,
) noexcept nogil
