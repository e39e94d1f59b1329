# GameOps: what compiled search needs of any game, as nogil functions on a plain state.
#
# The narrow waist on the C side. `tables` is whatever constant data the game needs beside the
# state; the caller of a search keeps it alive. A state is `state_size` bytes without pointers.
#
# A game may also say how to play sensibly. Its seats then have something in mind (`mind_size` bytes:
# their plans): `choices` lists the decisions that matter, `policy` plays everything between them.
# A choice is a move, or an intent that `adopt` turns into a plan. `weights` are the game's opinions,
# one vector for each seat, so that seats of different opinions can play each other.

from wonai._core.rng cimport RngC
from wonai._core.types cimport move_t, uint32_t, uint64_t

cdef enum:
    CHANCE_MOVES = -1                 # what to_move answers where a draw or deal is due
    NOBODY_MOVES = -2                 # ... and when the game is over

cdef enum:
    NO_PLANS = -1                     # what `begin` may be told to keep, instead of a seat
    ALL_PLANS = -2
    MAX_STANDINGS = 2

cdef extern from *:
    """
    #define WONAI_INTENT ((uint64_t)1 << 63)
    """
    move_t INTENT "WONAI_INTENT"      # marks a choice that is not a move

cdef struct GameOps:
    size_t state_size
    size_t mind_size                  # 0: the game has no policy
    int n_weights
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
    # Forget the plans of all but `keep` (a seat, NO_PLANS or ALL_PLANS); moods that vary from game to game, none if NULL.
    void (*begin)(void* mind, const void* tables, const double* const* weights, RngC* moods, int keep) noexcept nogil
    move_t (*policy)(const void* state, const void* tables, void* mind, RngC* rng) noexcept nogil
    int (*choices)(const void* state, const void* tables, const void* mind, move_t* out, float* prior) noexcept nogil
    int (*offers)(const void* state, const void* tables, const void* mind, move_t* out, float* prior) noexcept nogil
    void (*adopt)(const void* state, const void* tables, void* mind, move_t intent) noexcept nogil
    # What a seat holds that only it can change; after its own move, all (at most MAX_STANDINGS) that answers can make of it.
    int (*standings)(const void* state, const void* tables, int seat, uint64_t* out) noexcept nogil
    int (*round)(const void* state) noexcept nogil                     # grows with the game; a unit of looking ahead
    void (*evaluate)(const void* state, const void* tables, const double* weights, double* win_share, double* score) noexcept nogil
