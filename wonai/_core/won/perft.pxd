# Counting lines of play.

from wonai._core.types cimport uint64_t
from wonai._core.won.state cimport StateC, TablesC

cdef uint64_t perft(const StateC* s, const TablesC* t, int depth) noexcept nogil
