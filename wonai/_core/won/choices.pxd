# The decisions that matter, with a prior for each choice.

from wonai._core.types cimport move_t
from wonai._core.won.mind cimport MindC
from wonai._core.won.state cimport StateC, TablesC

cdef int list_choices(const StateC* s, const TablesC* t, const MindC* mind, move_t* out, float* prior) noexcept nogil
cdef void adopt(const StateC* s, const TablesC* t, MindC* mind, move_t intent) noexcept nogil
