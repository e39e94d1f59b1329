# What a seat's holdings are worth at the end of a round: the one objective of the exact and the quick planner.

from wonai._core.types cimport int8_t, int16_t, int32_t, int64_t
from wonai._core.won.production cimport BlocC, MAX_BLOCS
from wonai._core.won.state cimport N_COLOURS, N_GOODS, N_HEXES, StateC, TablesC, hexset_t

cdef enum:
    CENTS = 100                       # worths are whole hundredths of a dollar: both planners add up the same numbers
    MAX_KEPT = 40                     # cubes of a good whose worth is told apart; the rest count as the last
    MAX_LATER = 48                    # full dots of one industry, likewise

cdef struct WorthC:                   # of one seat, made once from a position
    double rounds                     # productions still to come, this round's included
    int32_t keep[N_GOODS][MAX_KEPT]   # the k-th cube held at the end of the round, never rising
    int32_t later[N_COLOURS][MAX_LATER + 1]   # what the first k full dots earn in the rounds after this one
    int32_t input_later[N_GOODS]      # what one cube of input a round costs in the rounds after this one
    int32_t room[N_COLOURS]           # a fifth of an open side of a new tile: growth still to come
    int32_t tile
    int32_t note                      # what a note held costs
    int32_t deny[N_HEXES]             # what taking the hex costs the rivals, as far as it counts for the seat
    int16_t buy_at[N_GOODS][MAX_KEPT] # expected price of the k-th cube bought (sold) in this Trade phase
    int16_t sell_at[N_GOODS][MAX_KEPT]
    int8_t drift[N_GOODS]             # cubes that the others buy (below 0: sell) while the seat trades
    # before the round's plan:
    hexset_t owned
    hexset_t tiles                    # of the seat
    hexset_t free                     # hexes where a tile of the seat could still come
    int32_t total_dots[N_COLOURS]
    int n_blocs
    BlocC blocs[MAX_BLOCS]

cdef const double* usual_opinions() noexcept nogil
cdef void make_worth(
    const StateC* s, const TablesC* t, int seat, const double* opinions, double mood, const int8_t* drift, bint with_denial,
    WorthC* w,
) noexcept nogil
cdef int list_all_blocs(const StateC* s, const TablesC* t, int seat, BlocC* out) noexcept nogil
cdef int bloc_later(
    const WorthC* w, const TablesC* t, int colour, hexset_t hexes, int dots, int size, bint has_token,
) noexcept nogil
cdef void add_pending(const StateC* s, const TablesC* t, int seat, int32_t* goods, int32_t* money) noexcept nogil
cdef void lay(StateC* s, const TablesC* t, int seat, int place, int face) noexcept nogil
cdef int open_room(const WorthC* w, const TablesC* t, int place, int face) noexcept nogil
cdef double open_sides(const TablesC* t, int place, int face, int colour, hexset_t free) noexcept nogil
cdef int dots_if_laid(const StateC* s, const TablesC* t, hexset_t others, int place, int face, int colour) noexcept nogil
cdef int64_t end_worth(
    const WorthC* w, const StateC* s, const TablesC* t, int seat, const int32_t* goods, int money, int notes,
) noexcept nogil

cdef inline int64_t kept_worth(const WorthC* w, int good, int n) noexcept nogil:
    """What `n` cubes of a good are worth at the end of the round."""
    cdef int k
    cdef int64_t worth = 0
    for k in range(min(n, MAX_KEPT)):
        worth += w.keep[good][k]
    return worth + <int64_t>max(n - MAX_KEPT, 0) * w.keep[good][MAX_KEPT - 1]

cdef inline int keep_at(const WorthC* w, int good, int k) noexcept nogil:
    """What the k-th cube (from 0) is worth."""
    return w.keep[good][k if k < MAX_KEPT else MAX_KEPT - 1]
