from wonai._core.rng cimport RngC
from wonai._core.types cimport move_t
from wonai._core.won.state cimport StateC, TablesC

cdef move_t sample_move(const StateC* s, const TablesC* t, RngC* rng) noexcept nogil
