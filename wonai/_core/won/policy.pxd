# A sensible seat: plans a round quickly and plays it, one move after the other.

from wonai._core.rng cimport RngC
from wonai._core.types cimport move_t
from wonai._core.won.mind cimport MindC
from wonai._core.won.plan cimport PlanC
from wonai._core.won.state cimport StateC, TablesC

cdef move_t policy_move(const StateC* s, const TablesC* t, MindC* mind, RngC* rng) noexcept nogil
cdef bint is_repaying_worth(const StateC* s, const TablesC* t, int seat) noexcept nogil
cdef double package_worth(const StateC* s, const TablesC* t, const double* w, int package) noexcept nogil
cdef double place_worth(const StateC* s, const TablesC* t, const double* w, move_t move) noexcept nogil
cdef bint planned_build(const StateC* s, const TablesC* t, const PlanC* plan, move_t* move) noexcept nogil
