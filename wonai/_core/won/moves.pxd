# The list of legal moves.

from wonai._core.types cimport move_t, uint8_t
from wonai._core.won.state cimport N_HEXES, N_SLOTS, OfferC, StateC, TablesC, hexset_t

cdef enum:
    MAX_SPOTS = N_HEXES * N_SLOTS

cdef struct SpotC:                    # where a bloc is and how large
    uint8_t first                     # its first hex
    uint8_t slot
    uint8_t colour
    uint8_t size                      # in tiles

cdef int list_moves(const StateC* s, const TablesC* t, move_t* out) noexcept nogil
cdef int count_moves(const StateC* s, const TablesC* t) noexcept nogil
cdef bint has_place(const StateC* s, const TablesC* t) noexcept nogil
cdef bint can_offer(const StateC* s, const TablesC* t, const OfferC* offer) noexcept nogil
cdef bint can_carry_out(const StateC* s, const TablesC* t, const OfferC* offer) noexcept nogil
cdef hexset_t starting_places(const StateC* s, const TablesC* t) noexcept nogil
cdef bint can_force_build(const StateC* s, const TablesC* t, int industry) noexcept nogil
cdef int list_develop_but_builds(const StateC* s, const TablesC* t, move_t* out) noexcept nogil
cdef int list_notes_and_pass(const StateC* s, const TablesC* t, move_t* out) noexcept nogil
cdef int find_blocs(const StateC* s, const TablesC* t, int colours, SpotC* out) noexcept nogil
cdef int count_runs(const StateC* s, const TablesC* t, const SpotC* blocs, int n_blocs) noexcept nogil
cdef hexset_t drop_places(const StateC* s, const TablesC* t) noexcept nogil
cdef bint can_lift_more(const StateC* s, const TablesC* t) noexcept nogil
