# Purchases and sales of several cubes.

from wonai._core.types cimport move_t, uint64_t
from wonai._core.won.state cimport MixC, StateC, TablesC

cdef inline int price_of(const MixC* mix, const int* price) noexcept nogil:
    """Of a mix of few cubes, by the prices that `purchase_set` gives."""
    return price[mix.priced[0]] + price[mix.priced[1]] + price[mix.priced[2]]

cdef uint64_t purchase_set(const StateC* s, const TablesC* t, int* price) noexcept nogil
cdef uint64_t sale_set(const StateC* s, const TablesC* t) noexcept nogil
cdef int list_purchases(const StateC* s, const TablesC* t, move_t* out) noexcept nogil
cdef int list_sales(const StateC* s, const TablesC* t, move_t* out) noexcept nogil
