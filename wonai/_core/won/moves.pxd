# The list of legal moves.

from wonai._core.types cimport move_t
from wonai._core.won.state cimport OfferC, StateC, TablesC, hexset_t

cdef int list_moves(const StateC* s, const TablesC* t, move_t* out) noexcept nogil
cdef bint has_place(const StateC* s, const TablesC* t) noexcept nogil
cdef bint can_offer(const StateC* s, const TablesC* t, const OfferC* offer) noexcept nogil
cdef bint can_carry_out(const StateC* s, const TablesC* t, const OfferC* offer) noexcept nogil
cdef hexset_t starting_places(const StateC* s, const TablesC* t) noexcept nogil
cdef bint can_force_build(const StateC* s, const TablesC* t, int industry) noexcept nogil
cdef int list_develop_but_builds(const StateC* s, const TablesC* t, move_t* out) noexcept nogil
cdef int list_notes_and_pass(const StateC* s, const TablesC* t, move_t* out) noexcept nogil
