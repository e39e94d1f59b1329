# Deals between two seats: what one brings, and which are worth offering.

from wonai._core.types cimport move_t
from wonai._core.won.mind cimport MindC
from wonai._core.won.plan cimport PlanC
from wonai._core.won.state cimport StateC, TablesC

cdef double deal_gain(const StateC* s, const TablesC* t, const PlanC* plan, int seat) noexcept nogil
cdef int list_offers(const StateC* s, const TablesC* t, const MindC* mind, move_t* out, float* prior) noexcept nogil
cdef move_t best_offer(const StateC* s, const TablesC* t, MindC* mind) noexcept nogil
