"""Wealth of Nations as `GameOps`: the functions that compiled search calls."""

from libc.string cimport memcpy, memset

from wonai._core.game cimport ALL_PLANS, GameOps, NOBODY_MOVES
from wonai._core.rng cimport RngC, mixed, random_below
from wonai._core.types cimport MAX_SEATS, move_t, uint32_t, uint64_t
from wonai._core.won.apply cimport apply_move, score_of, winner_set
from wonai._core.won.choices cimport adopt, list_choices
from wonai._core.won.evaluate cimport N_OPINIONS, evaluate
from wonai._core.won.mind cimport MindC
from wonai._core.won.moves cimport can_carry_out, list_moves
from wonai._core.won.offers cimport list_offers
from wonai._core.won.plan cimport PlanC
from wonai._core.won.policy cimport policy_move
from wonai._core.won.sample cimport sample_move
from wonai._core.won.state cimport ACCEPT, FINAL_TRADE, N_GOODS, NO_SEAT, SETTLE, StateC, TablesC

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


cdef void _begin(void* mind, const void* tables, const double* const* weights, RngC* moods, int keep) noexcept nogil:
    """Every seat has its own idea of how long the game lasts."""
    cdef MindC* m = <MindC*>mind
    cdef int seat
    for seat in range((<const TablesC*>tables).n_seats):
        if keep != ALL_PLANS and keep != seat:
            memset(&m.plans[seat], 0, sizeof(PlanC))
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


cdef uint64_t standing_of(const StateC* s, const TablesC* t, int seat) noexcept nogil:
    """Its holdings and hexes in this round."""
    cdef uint64_t key = mixed(s.round * 8 + seat)
    cdef int k
    for k in range(N_GOODS):
        key = mixed(key + <uint64_t>s.goods[seat][k])
    key = mixed(mixed(key + <uint64_t>s.money[seat]) + <uint64_t>s.notes[seat])
    return mixed(mixed(key + s.owned[seat]) + (s.owned[seat] & s.tiles))


cdef int _standings(const void* state, const void* tables, int seat, uint64_t* out) noexcept nogil:
    """As it is, and as it will be if an offer of the seat is accepted."""
    cdef StateC after
    cdef const StateC* s = <const StateC*>state
    cdef const TablesC* t = <const TablesC*>tables
    out[0] = standing_of(s, t, seat)
    if s.offer.maker != seat or not can_carry_out(s, t, &s.offer):
        return 1
    after = s[0]
    apply_move(&after, t, ACCEPT)
    out[1] = standing_of(&after, t, seat)
    return 2


cdef int _round(const void* state) noexcept nogil:
    """The last trade belongs to the round before it: the marker has passed once more, but nothing is made any more."""
    cdef const StateC* s = <const StateC*>state
    return s.round - (s.phase == FINAL_TRADE or s.phase == SETTLE)


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
    _ops[_seats].n_weights = N_OPINIONS
    _ops[_seats].begin = _begin
    _ops[_seats].policy = _policy
    _ops[_seats].choices = _choices
    _ops[_seats].offers = _offers
    _ops[_seats].adopt = _adopt
    _ops[_seats].standings = _standings
    _ops[_seats].round = _round
    _ops[_seats].evaluate = _evaluate


cdef const GameOps* ops_for(int n_seats) noexcept nogil:
    return &_ops[n_seats]
