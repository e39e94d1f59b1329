from wonai._core.game cimport GameOps

cdef const GameOps* ops_for(int n_seats) noexcept nogil
