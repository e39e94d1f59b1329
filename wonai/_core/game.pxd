# GameOps: what compiled search needs of any game, as nogil functions on a plain state.
#
# The narrow waist on the C side. `tables` is whatever constant data the game needs beside the
# state; the caller of a search keeps it alive. A state is `state_size` bytes without pointers.

from wonai._core.rng cimport RngC
from wonai._core.types cimport move_t, uint32_t, uint64_t

cdef enum:
    CHANCE_MOVES = -1                 # what to_move answers where a draw or deal is due
    NOBODY_MOVES = -2                 # ... and when the game is over

cdef struct GameOps:
    size_t state_size
    int n_seats
    void (*copy)(void* to, const void* state) noexcept nogil
    int (*to_move)(const void* state) noexcept nogil                   # a seat, CHANCE_MOVES or NOBODY_MOVES
    int (*moves)(const void* state, const void* tables, move_t* out) noexcept nogil
    move_t (*sample)(const void* state, const void* tables, RngC* rng) noexcept nogil
    void (*apply)(void* state, const void* tables, move_t move) noexcept nogil
    int (*chance)(const void* state, const void* tables, move_t* out, uint32_t* weights) noexcept nogil
    void (*returns)(const void* state, const void* tables, double* win_share) noexcept nogil
    void (*scores)(const void* state, const void* tables, double* score) noexcept nogil
    uint64_t (*key)(const void* state) noexcept nogil
