# Deals that gain both sides.

from wonai._core.types cimport move_t
from wonai._core.won.policy cimport MindC
from wonai._core.won.state cimport StateC, TablesC

cdef int list_offers(const StateC* s, const TablesC* t, const MindC* mind, move_t* out, float* prior) noexcept nogil
