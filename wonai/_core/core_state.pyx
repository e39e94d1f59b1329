"""CoreState: base of every compiled state; holds nothing, only names what search may ask."""

from wonai._core.game cimport GameOps
from wonai._core.types cimport move_t


cdef class CoreState:
    """A state whose rules are compiled: `GameOps` and the bytes they work on."""

    cdef const GameOps* ops(self) noexcept:
        return NULL

    cdef void* state(self) noexcept:
        return NULL

    cdef const void* constants(self) noexcept:
        return NULL

    cdef object text_of(self, move_t move):
        raise NotImplementedError

    cdef move_t code_of(self, str text) except? 0:
        raise NotImplementedError
