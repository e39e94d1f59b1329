"""The clock and the prices to come, as the supplies on the table let one guess."""

from wonai._core.won.production cimport BlocC, MAX_BLOCS, list_blocs
from wonai._core.won.state cimport (
    FINAL_TRADE, N_COLOURS, OVER, SETTLE, n_hexes,
)
from wonai._core.won.weights cimport (
    BUILDS_A_ROUND, BUY_SHARE, CLOCK_SLACK, FIELD_PACE, LATER, RIVAL_OUTPUT,
)


cdef double builds_a_round(const TablesC* t, const double* w) noexcept nogil:
    """Of the whole table."""
    return w[BUILDS_A_ROUND] * (1 + w[FIELD_PACE] * (t.n_seats - 1))


cdef double rounds_left(const StateC* s, const TablesC* t, const double* w) noexcept nogil:
    """Production phases still to come, this round's included: flags, hexes and tiles run out at the usual pace."""
    cdef int seat, industry, fewest = 1 << 20, n_free = n_hexes(t.playable), n_stacked = 0
    cdef double rounds, field = builds_a_round(t, w)
    if s.phase == FINAL_TRADE or s.phase == SETTLE or s.phase == OVER:
        return 0
    if s.ending:
        return 1
    for seat in range(t.n_seats):
        fewest = min(fewest, s.flags[seat])
        n_free -= n_hexes(s.owned[seat])
    for industry in range(N_COLOURS):
        n_stacked += s.stacks[industry]
    rounds = fewest / w[BUILDS_A_ROUND]
    if t.all_flags:
        rounds = 1 << 20
    rounds = min(rounds, min(n_free, n_stacked) / field)
    return max(min(rounds + w[CLOCK_SLACK], <double>(t.round_limit - s.round + 1)), 1.0)


cdef double income_weight(double rounds, double later) noexcept nogil:
    """Rounds of income, later ones counting less."""
    cdef double total = 0, weight = 1
    while rounds > 0:
        total += weight * min(rounds, 1.0)
        weight *= later
        rounds -= 1
    return total


cdef void look_ahead(const StateC* s, const TablesC* t, const double* w, double mood, OutlookC* out) noexcept nogil:
    """Prices drift with what all blocs make a round beyond what feeding, power and building use."""
    cdef BlocC blocs[MAX_BLOCS]
    cdef double net[N_GOODS]
    cdef int seat, k, n, good, industry, product
    cdef double field = builds_a_round(t, w)
    out.rounds = max(rounds_left(s, t, w) * mood, 1.0)
    out.weight = income_weight(out.rounds, w[LATER])
    out.buy_share = w[BUY_SHARE]
    for good in range(N_GOODS):
        net[good] = -field * t.flag_cost[good]
        for industry in range(N_COLOURS):
            net[good] -= field * t.build_cost[industry][good] / N_COLOURS
    if w[RIVAL_OUTPUT] > 0:
        for seat in range(t.n_seats):
            n = list_blocs(s, t, seat, False, blocs)
            for k in range(n):
                product = t.product[blocs[k].industry]
                if product != MONEY:
                    net[product] += blocs[k].dots[blocs[k].size]
                for good in range(N_GOODS):
                    net[good] -= t.power_cost[blocs[k].industry][good]
                    net[good] -= t.feed_cost[blocs[k].industry][good] * blocs[k].size
    for good in range(N_GOODS):
        k = s.levels[good] + <int>(w[RIVAL_OUTPUT] * net[good])
        out.level[good] = min(max(k, 0), <int>t.wells[good])
        out.cost[good] = 0.5 * (t.buy[good][out.level[good]] + t.sell[good][out.level[good]])


cdef double sale_value(const StateC* s, const TablesC* t, int good, int n) noexcept nogil:
    """What `n` cubes bring, sold one after another."""
    cdef int k
    cdef double money = 0
    for k in range(n):
        money += t.sell[good][min(s.levels[good] + k, <int>t.wells[good])]
    return money
