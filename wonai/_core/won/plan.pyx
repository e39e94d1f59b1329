"""The plan of a seat's round, from the quick planner, in the shape that is asked for; and when to end the game.

A plan says what to hold when Trade ends, what to build then, and how far to borrow. The shape leaves room for a
search: which industry first, how many builds, how ready to borrow, whether to end the game.
"""

from libc.string cimport memset

from wonai._core.won.bloc cimport near_set
from wonai._core.won.market cimport note_value
from wonai._core.won.production cimport BlocC, MAX_BLOCS, list_blocs
from wonai._core.won.quick_plan cimport QuickPlanC, shaped_plan
from wonai._core.won.state cimport MONEY, N_COLOURS, TRADE, n_hexes
from wonai._core.won.weights cimport DENIED, END_LEAD
from wonai._core.won.worth cimport CENTS, WorthC, make_worth

cdef double READY_TO_BORROW = 0.75    # what a note counts to a seat that is, against the usual
cdef double LOATH_TO_BORROW = 1.5
cdef enum:
    MOST_END_FLAGS = 10               # nobody places more flags at once to end the game
    SPARE_NOTES = 1                   # for prices that have moved


cdef hexset_t free_hexes(const StateC* s, const TablesC* t) noexcept nogil:
    cdef hexset_t free = t.playable
    cdef int seat
    for seat in range(t.n_seats):
        free &= ~s.owned[seat]
    return free


cdef double ladder_price(const StateC* s, const TablesC* t, int good, int first, int n, bint is_buying) noexcept nogil:
    """Of `n` cubes, bought or sold one after the other, when `first` others have gone before."""
    cdef int k
    cdef double price = 0
    for k in range(first, first + n):
        if is_buying:
            price += t.buy[good][max(<int>s.levels[good] - k, 0)]
        else:
            price += t.sell[good][min(s.levels[good] + k, <int>t.wells[good])]
    return price


# --- the end of the game -------------------------------------------------------------------------

cdef double worth_at_end(const StateC* s, const TablesC* t, int seat) noexcept nogil:
    """Dollars if the game ended with this round: everything run and sold."""
    cdef BlocC blocs[MAX_BLOCS]
    cdef int goods[N_GOODS]
    cdef int k, good, n = list_blocs(s, t, seat, False, blocs), industry
    cdef double worth = s.money[seat] - s.notes[seat] * t.note_repay
    worth += n_hexes(s.owned[seat] & s.tiles) * t.tile_vp * t.money_per_vp
    for good in range(N_GOODS):
        goods[good] = s.goods[seat][good]
    for k in range(n):
        industry = blocs[k].industry
        if t.product[industry] == MONEY:
            worth += blocs[k].dots[blocs[k].size] * t.per_dot[industry]
        else:
            goods[t.product[industry]] += blocs[k].dots[blocs[k].size] * t.per_dot[industry]
        for good in range(N_GOODS):
            goods[good] -= t.power_cost[industry][good] + t.feed_cost[industry][good] * blocs[k].size
    for good in range(N_GOODS):
        if goods[good] > 0:
            worth += ladder_price(s, t, good, 0, min(goods[good], 40), False)
        else:
            worth -= ladder_price(s, t, good, 0, min(-goods[good], 40), True)
    return worth


cdef bint is_shut_in(const StateC* s, const TablesC* t, int seat) noexcept nogil:
    """Whether no flag can be placed: only a Move opens the way to the free hexes."""
    return not near_set(t, s.owned[seat]) & free_hexes(s, t)


cdef int last_stack(const StateC* s, const TablesC* t) noexcept nogil:
    """The industry whose last tile ends the game, or ANY_INDUSTRY."""
    cdef int industry, n_empty = 0, last = ANY_INDUSTRY
    for industry in range(N_COLOURS):
        if s.stacks[industry] == 0:
            n_empty += 1
        elif s.stacks[industry] == 1:
            last = industry
    return last if n_empty == t.empty_stacks - 1 else ANY_INDUSTRY


cdef int flags_to_end(const StateC* s, const TablesC* t, int seat) noexcept nogil:
    """How many flags the seat must place to end the game: all it has in hand, or one on every free hex."""
    cdef int n_free = n_hexes(free_hexes(s, t))
    if t.all_flags:
        return n_free
    return min(<int>s.flags[seat], n_free)


cdef double end_price(const StateC* s, const TablesC* t, int seat) noexcept nogil:
    """Of the cubes that ending the game still needs."""
    cdef int good, n = flags_to_end(s, t, seat), last = last_stack(s, t), need
    cdef double price = 0, with_tile = 0
    cdef bint moves = is_shut_in(s, t, seat)
    for good in range(N_GOODS):
        need = n * t.flag_cost[good] + (t.move_cost[good] if moves else 0)
        price += ladder_price(s, t, good, 0, max(need - s.goods[seat][good], 0), True)
    if last == ANY_INDUSTRY or moves:
        return price
    for good in range(N_GOODS):
        with_tile += ladder_price(
            s, t, good, 0, max(t.flag_cost[good] + t.build_cost[last][good] - s.goods[seat][good], 0), True,
        )
    return min(price, with_tile - t.tile_vp * t.money_per_vp) if n else with_tile


cdef bint can_end(const StateC* s, const TablesC* t, int seat) noexcept nogil:
    """Whether the seat can bring the end about with this round, and pay for it."""
    cdef int good, n = flags_to_end(s, t, seat)
    cdef double cash = s.money[seat], price
    if s.ending or s.flags[seat] <= 0 or not free_hexes(s, t):
        return False
    if last_stack(s, t) == ANY_INDUSTRY and not 0 < n <= min(<int>s.flags[seat], <int>MOST_END_FLAGS):
        return False
    price = end_price(s, t, seat)
    if price <= 0:
        return True
    if s.phase != TRADE:
        return False
    for good in range(N_GOODS):
        cash += ladder_price(s, t, good, 0, min(max(s.goods[seat][good] - n * t.flag_cost[good], 0), 40), False)
    return price <= cash


cdef bint should_end(const StateC* s, const TablesC* t, int seat, const double* w) noexcept nogil:
    """Whether the seat can end the game with this round and is far enough ahead to win it so."""
    cdef int other
    cdef double mine
    if not can_end(s, t, seat):
        return False
    mine = worth_at_end(s, t, seat) - max(end_price(s, t, seat), 0.0) - w[END_LEAD]
    for other in range(t.n_seats):
        if other != seat and worth_at_end(s, t, other) >= mine:
            return False
    return True


# --- the plan ------------------------------------------------------------------------------------

cdef void make_plan(
    const StateC* s, const TablesC* t, int seat, const double* w, double mood, const ShapeC* shape, PlanC* plan,
) noexcept nogil:
    """In Trade: what to hold and build. In Develop: what to build with the goods at hand."""
    cdef WorthC worth
    cdef QuickPlanC quick
    cdef int k, good, n_flags
    cdef uint8_t asked = plan.asked if plan.round == s.round else 0
    memset(plan, 0, sizeof(PlanC))
    # Who ends the game plans its last round.
    make_worth(s, t, seat, w, 0 if shape.ends_game else mood, NULL, w[DENIED] > 0, &worth)
    if shape.debt > 0:
        worth.note = <int32_t>(worth.note * READY_TO_BORROW)
    elif shape.debt < 0:
        worth.note = <int32_t>(worth.note * LOATH_TO_BORROW)
    shaped_plan(
        s, t, seat, &worth, last_stack(s, t) if shape.ends_game else shape.first, shape.most_builds, &quick,
    )
    plan.round = s.round
    plan.asked = asked
    plan.is_final = s.phase != TRADE
    plan.ends_game = shape.ends_game
    plan.max_notes = <int16_t>(s.notes[seat] + (quick.notes + SPARE_NOTES if quick.notes > 0 else 0))
    plan.gain = <float>((quick.worth - quick.idle) / <double>CENTS)
    plan.n_builds = <uint8_t>quick.n_builds
    n_flags = flags_to_end(s, t, seat) if last_stack(s, t) == ANY_INDUSTRY else 0
    for k in range(quick.n_builds):
        plan.builds[k] = quick.builds[k]
        n_flags -= quick.builds[k].needs_flag
    for good in range(N_GOODS):
        plan.want[good] = quick.want[good]
        plan.reserve[good] = quick.reserve[good]
        if shape.ends_game and is_shut_in(s, t, seat):
            plan.want[good] += t.move_cost[good]
        if shape.ends_game:
            plan.want[good] += <int16_t>(max(n_flags, 0) * t.flag_cost[good])


cdef void foresee(const StateC* s, const TablesC* t, int seat, const double* w, double mood, PlanC* plan) noexcept nogil:
    """What the seat will probably plan, unless it has a plan for this round."""
    cdef ShapeC shape
    if plan.round == s.round:
        return
    shape = usual_shape()
    shape.ends_game = should_end(s, t, seat, w)
    make_plan(s, t, seat, w, mood, &shape, plan)
    plan.is_guess = True
