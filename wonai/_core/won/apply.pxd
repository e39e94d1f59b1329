# Carrying out moves.

from wonai._core.types cimport move_t, uint64_t
from wonai._core.won.state cimport OfferC, StateC, TablesC, hexset_t

cdef hexset_t pay_for_run(StateC* s, const TablesC* t, move_t move) noexcept nogil
cdef void apply_move(StateC* s, const TablesC* t, move_t move) noexcept nogil
cdef void apply_offer(StateC* s, const TablesC* t, const OfferC* offer) noexcept nogil
cdef void read_offer(const StateC* s, move_t move, OfferC* offer) noexcept nogil
cdef move_t offer_code(const OfferC* offer) noexcept nogil
cdef uint64_t whole_key(const StateC* s, const TablesC* t) noexcept nogil
cdef int score_of(const StateC* s, const TablesC* t, int seat) noexcept nogil
cdef int winner_set(const StateC* s, const TablesC* t) noexcept nogil
