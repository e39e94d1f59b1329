from wonai._core.core_state cimport CoreState
from wonai._core.won.state cimport StateC
from wonai._core.won.tables cimport Tables

cdef class Position(CoreState):
    cdef StateC c
    cdef readonly Tables tables       # built once from rules data, shared by every copy
    cdef readonly tuple names         # of the players; they play no part in the game
