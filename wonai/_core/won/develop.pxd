# Candidates for the Develop phase: bundles of steps that change one bloc each.

from wonai._core.types cimport int8_t, int16_t, int32_t, move_t, uint8_t, uint16_t, uint64_t
from wonai._core.won.production cimport BlocC
from wonai._core.won.state cimport N_GOODS, N_INDUSTRIES, StateC, TablesC, hexset_t
from wonai._core.won.worth cimport WorthC

cdef enum:
    MAX_BUNDLES = 640
    MAX_ADDED = 6                     # tiles of a bundle
    MAX_STEPS = 2 * MAX_ADDED
    MAX_MADE = 6                      # blocs that a bundle leaves behind
    MAX_CLAIMS = 7 * MAX_ADDED
    EDGE_CLAIMS = 64                  # a claim is a hex, or from here on an edge, or from there on a point
    POINT_CLAIMS = EDGE_CLAIMS + 6 * 61
    N_CLAIMS = POINT_CLAIMS + 6 * 61

cdef struct BundleC:
    int32_t score                     # rough gain in cents, for choosing candidates
    int32_t fixed                     # points of new tiles, room to grow, denial: cents
    uint64_t replaced                 # blocs of the WorthC that are there no longer
    move_t steps[MAX_STEPS]           # FLAG and BUILD, or LIFT and DROP, in order
    uint8_t n_steps
    int8_t n_flags                    # out of the hand
    uint8_t n_made
    uint8_t n_claims
    int8_t cost[N_GOODS]
    int8_t tiles[N_INDUSTRIES]        # out of the stacks
    uint16_t claims[MAX_CLAIMS]       # hexes used, edges and points with partial dots: no two bundles share one
    BlocC made[MAX_MADE]              # the blocs that are new, with dots for part feeding

cdef int list_bundles(const StateC* s, const TablesC* t, int seat, const WorthC* w, BundleC* out) noexcept nogil
