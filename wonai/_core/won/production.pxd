# The best way to run a seat's blocs.

from wonai._core.types cimport int8_t, move_t, uint8_t
from wonai._core.won.state cimport N_GOODS, N_HEXES, StateC, TablesC, hexset_t

cdef enum:
    MAX_BLOCS = 64

cdef struct BlocC:
    hexset_t hexes
    int8_t industry
    int8_t first
    int8_t slot
    uint8_t size
    uint8_t has_token
    uint8_t dots[N_HEXES + 1]         # best full dots by number of tiles fed; [size] is all of them

cdef struct RunsC:                    # one choice per bloc, in the order of list_blocs
    int n_blocs
    uint8_t fed[MAX_BLOCS]            # tiles fed; 0: not run (or with ore)
    uint8_t with_ore[MAX_BLOCS]
    uint8_t is_run[MAX_BLOCS]
    double worth                      # of what comes out minus what goes in

cdef int list_blocs(const StateC* s, const TablesC* t, int seat, bint all_parts, BlocC* out) noexcept nogil
cdef void solve_production(
    const StateC* s, const TablesC* t, int seat, const BlocC* blocs, int n, const double* price, RunsC* best,
) noexcept nogil
cdef move_t run_move(const StateC* s, const TablesC* t, const BlocC* bloc, int fed, bint with_ore) noexcept nogil

