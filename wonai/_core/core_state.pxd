# CoreState: the compiled side of a State, through which search reaches any game.

from wonai._core.game cimport GameOps
from wonai._core.types cimport move_t

cdef class CoreState:
    cdef const GameOps* ops(self) noexcept
    cdef void* state(self) noexcept
    cdef const void* constants(self) noexcept
    cdef object text_of(self, move_t move)
    cdef move_t code_of(self, str text) except? 0
