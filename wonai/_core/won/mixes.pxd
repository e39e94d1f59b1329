# Purchases and sales of several cubes.

from wonai._core.types cimport move_t
from wonai._core.won.state cimport StateC, TablesC

cdef int list_purchases(const StateC* s, const TablesC* t, move_t* out) noexcept nogil
cdef int list_sales(const StateC* s, const TablesC* t, move_t* out) noexcept nogil
