"""Wealth of Nations as `GameOps`: the functions that compiled search calls."""

from libc.string cimport memcpy, memset

from wonai._core.game cimport GameOps, NOBODY_MOVES
from wonai._core.rng cimport RngC, mixed, random_below
from wonai._core.types cimport MAX_SEATS, move_t, uint32_t, uint64_t
from wonai._core.won.apply cimport apply_move, score_of, winner_set
from wonai._core.won.choices cimport adopt, list_choices
from wonai._core.won.evaluate cimport evaluate
from wonai._core.won.mind cimport MindC
from wonai._core.won.moves cimport list_moves
from wonai._core.won.offers cimport list_offers
from wonai._core.won.policy cimport policy_move
from wonai._core.won.sample cimport sample_move
from wonai._core.won.state cimport N_GOODS, NO_SEAT, StateC, TablesC
from wonai._core.won.weights cimport N_WEIGHTS

cdef double MOOD_SWING = 0.3          # from the shortest game that a seat may expect to the longest


cdef void _copy(void* to, const void* state) noexcept nogil:
    memcpy(to, state, sizeof(StateC))


cdef int _to_move(const void* state) noexcept nogil:
    cdef int seat = (<const StateC*>state).to_move
    return NOBODY_MOVES if seat == NO_SEAT else seat


cdef int _moves(const void* state, const void* tables, move_t* out) noexcept nogil:
    return list_moves(<const StateC*>state, <const TablesC*>tables, out)


cdef move_t _sample(const void* state, const void* tables, RngC* rng) noexcept nogil:
    return sample_move(<const StateC*>state, <const TablesC*>tables, rng)


cdef void _apply(void* state, const void* tables, move_t move) noexcept nogil:
    apply_move(<StateC*>state, <const TablesC*>tables, move)


cdef int _chance(const void* state, const void* tables, move_t* out, uint32_t* weights) noexcept nogil:
    return 0                          # the first player is given; nothing else is drawn


cdef void _returns(const void* state, const void* tables, double* win_share) noexcept nogil:
    """A shared victory is shared."""
    cdef const TablesC* t = <const TablesC*>tables
    cdef int winners = winner_set(<const StateC*>state, t), n = 0, seat
    for seat in range(t.n_seats):
        n += (winners >> seat) & 1
    for seat in range(t.n_seats):
        win_share[seat] = ((winners >> seat) & 1) / <double>n


cdef void _scores(const void* state, const void* tables, double* score) noexcept nogil:
    cdef const TablesC* t = <const TablesC*>tables
    cdef int seat
    for seat in range(t.n_seats):
        score[seat] = score_of(<const StateC*>state, t, seat)


cdef uint64_t _key(const void* state) noexcept nogil:
    return (<const StateC*>state).key


cdef void _begin(void* mind, const void* tables, const double* const* weights, RngC* moods, bint keep) noexcept nogil:
    """No plans yet, or those there are; every seat has its own idea of how long the game lasts."""
    cdef MindC* m = <MindC*>mind
    cdef int seat
    if not keep:
        memset(m, 0, sizeof(MindC))
    for seat in range((<const TablesC*>tables).n_seats):
        m.weights[seat] = weights[seat]
        m.mood[seat] = 1
        if moods != NULL:
            m.mood[seat] += <float>((random_below(moods, 1000) / 1000.0 - 0.5) * MOOD_SWING)


cdef move_t _policy(const void* state, const void* tables, void* mind, RngC* rng) noexcept nogil:
    return policy_move(<const StateC*>state, <const TablesC*>tables, <MindC*>mind, rng)


cdef int _choices(const void* state, const void* tables, const void* mind, move_t* out, float* prior) noexcept nogil:
    return list_choices(<const StateC*>state, <const TablesC*>tables, <const MindC*>mind, out, prior)


cdef int _offers(const void* state, const void* tables, const void* mind, move_t* out, float* prior) noexcept nogil:
    return list_offers(<const StateC*>state, <const TablesC*>tables, <const MindC*>mind, out, prior)


cdef void _adopt(const void* state, const void* tables, void* mind, move_t intent) noexcept nogil:
    adopt(<const StateC*>state, <const TablesC*>tables, <MindC*>mind, intent)


cdef uint64_t _standing(const void* state, const void* tables, int seat) noexcept nogil:
    """Its holdings, the board, and where in the game this is."""
    cdef const StateC* s = <const StateC*>state
    cdef const TablesC* t = <const TablesC*>tables
    cdef uint64_t key = mixed(s.round * 8 + s.phase)
    cdef int k
    for k in range(N_GOODS):
        key = mixed(key + <uint64_t>s.goods[seat][k])
    key = mixed(mixed(key + <uint64_t>s.money[seat]) + <uint64_t>s.notes[seat])
    for k in range(t.n_seats):
        key = mixed(key + s.owned[k])
    return mixed(mixed(key + s.tiles) + <uint64_t>seat)


cdef int _round(const void* state) noexcept nogil:
    return (<const StateC*>state).round


cdef void _evaluate(
    const void* state, const void* tables, const double* weights, double* win_share, double* score,
) noexcept nogil:
    evaluate(<const StateC*>state, <const TablesC*>tables, weights, win_share, score)


cdef GameOps _ops[MAX_SEATS + 1]

cdef int _seats
for _seats in range(MAX_SEATS + 1):
    _ops[_seats].state_size = sizeof(StateC)
    _ops[_seats].n_seats = _seats
    _ops[_seats].copy = _copy
    _ops[_seats].to_move = _to_move
    _ops[_seats].moves = _moves
    _ops[_seats].sample = _sample
    _ops[_seats].apply = _apply
    _ops[_seats].chance = _chance
    _ops[_seats].returns = _returns
    _ops[_seats].scores = _scores
    _ops[_seats].key = _key
    _ops[_seats].mind_size = sizeof(MindC)
    _ops[_seats].n_weights = N_WEIGHTS
    _ops[_seats].begin = _begin
    _ops[_seats].policy = _policy
    _ops[_seats].choices = _choices
    _ops[_seats].offers = _offers
    _ops[_seats].adopt = _adopt
    _ops[_seats].standing = _standing
    _ops[_seats].round = _round
    _ops[_seats].evaluate = _evaluate


cdef const GameOps* ops_for(int n_seats) noexcept nogil:
    return &_ops[n_seats]
