# Fixed-width types and size limits that every game of the core shares.

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

ctypedef uint64_t move_t              # one move; its bits are the game's own affair

cdef enum:
    MAX_SEATS = 6
    MAX_MOVES = 4096                  # no position of any game lists more
