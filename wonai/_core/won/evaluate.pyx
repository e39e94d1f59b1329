"""What a position is worth: dollars at the end, term by term, and the chance to win that follows from them."""

from wonai._core.exact_exp cimport exact_exp
from wonai._core.types cimport MAX_SEATS
from wonai._core.won.apply cimport score_of, winner_set
from wonai._core.won.outlook cimport OutlookC, income_weight, look_ahead, output_price, sale_value
from wonai._core.won.production cimport BlocC, MAX_BLOCS, list_blocs
from wonai._core.won.state cimport (
    FINAL_TRADE, MONEY, N_GOODS, N_SLOTS, OVER, PRODUCE, first_hex, hexset_t, n_hexes,
)
from wonai._core.won.weights cimport (
    LATER, SPREAD, SPREAD_A_ROUND, WORTH_CLOCK, WORTH_COMPETITION, WORTH_FLAGS, WORTH_GOODS, WORTH_GROWTH, WORTH_INCOME,
    WORTH_MONEY, WORTH_NOTES, WORTH_TILES,
)
from wonai._core.won.worth cimport open_sides


cdef void worth_terms(const StateC* s, const TablesC* t, const double* w, double (*terms)[N_TERMS]) noexcept nogil:
    """Dollars of each seat by term. `rounds` is what is left to earn in, without the round that has produced."""
    cdef BlocC blocs[MAX_BLOCS]
    cdef double dots[MAX_SEATS][N_GOODS]
    cdef double all_dots[N_GOODS]
    cdef OutlookC o
    cdef int seat, k, n, good, size, count, product, place, slot, fewest = 1 << 20
    cdef hexset_t free = t.playable, rest
    cdef int pending[MAX_SEATS][N_GOODS]
    cdef double net, rounds, goods
    look_ahead(s, t, w, 1.0, &o)
    # Where production is under way, this round's income is in the goods already.
    rounds = income_weight(o.rounds - (s.phase == PRODUCE), w[LATER]) if s.phase < FINAL_TRADE else 0
    for seat in range(t.n_seats):
        free &= ~s.owned[seat]
        fewest = min(fewest, s.flags[seat])
    for good in range(N_GOODS):
        all_dots[good] = 0
    for seat in range(t.n_seats):
        for good in range(N_GOODS):
            pending[seat][good] = 0
        for k in range(N_TERMS):
            terms[seat][k] = 0
        for slot in range(N_SLOTS):
            rest = s.ran_hexes[slot] & s.owned[seat]
            while rest:
                place = first_hex(rest)
                rest &= rest - 1
                product = t.product[t.section[s.face[place]][slot]]
                count = s.made[place][slot] * t.per_dot[t.section[s.face[place]][slot]]
                if product == MONEY:
                    terms[seat][TERM_MONEY] += w[WORTH_MONEY] * count
                else:
                    pending[seat][product] += count
    for seat in range(t.n_seats):
        for good in range(N_GOODS):
            dots[seat][good] = 0
        terms[seat][TERM_TILES] = w[WORTH_TILES] * n_hexes(s.owned[seat] & s.tiles) * t.tile_vp * t.money_per_vp
        terms[seat][TERM_MONEY] += w[WORTH_MONEY] * s.money[seat]
        terms[seat][TERM_NOTES] = w[WORTH_NOTES] * s.notes[seat] * t.note_vp * t.money_per_vp
        goods = 0
        for good in range(N_GOODS):
            count = min(s.goods[seat][good] + pending[seat][good], 60)
            goods += sale_value(s, t, good, count)
            if rounds > 0:            # a few of them will be used, which saves the purchase price
                goods += 0.5 * min(count, 3) * (t.buy[good][s.levels[good]] - t.sell[good][s.levels[good]])
        terms[seat][TERM_GOODS] = w[WORTH_GOODS] * goods
        if rounds <= 0:
            continue
        terms[seat][TERM_FLAGS] = w[WORTH_FLAGS] * n_hexes(s.owned[seat] & ~s.tiles)
        terms[seat][TERM_CLOCK] = w[WORTH_CLOCK] * (fewest - s.flags[seat])
        n = list_blocs(s, t, seat, False, blocs)
        for k in range(n):
            size = blocs[k].size
            count = blocs[k].dots[size]
            net = count * output_price(&o, t, blocs[k].industry, count)
            net -= size * t.feed_cost[blocs[k].industry][0] * o.cost[0] + t.power_cost[blocs[k].industry][1] * o.cost[1]
            terms[seat][TERM_INCOME] += w[WORTH_INCOME] * max(net, 0.0) * rounds
            product = t.product[blocs[k].industry]
            if product != MONEY:
                dots[seat][product] += count
                all_dots[product] += count
            rest = blocs[k].hexes
            while rest:
                place = first_hex(rest)
                rest &= rest - 1
                terms[seat][TERM_GROWTH] += w[WORTH_GROWTH] * rounds * open_sides(
                    t, place, s.face[place], blocs[k].industry, free
                )
    if rounds > 0:
        for seat in range(t.n_seats):
            for good in range(N_GOODS):
                terms[seat][TERM_COMPETITION] -= (
                    w[WORTH_COMPETITION] * rounds * dots[seat][good] * (all_dots[good] - dots[seat][good])
                )


cdef void evaluate(const StateC* s, const TablesC* t, const double* w, double* win_share, double* vp) noexcept nogil:
    """Expected final score and chance to win of every seat; a shared victory is shared."""
    cdef double terms[MAX_SEATS][N_TERMS]
    cdef int seat, k, winners
    cdef double best = -1e9, total = 0, spread
    cdef OutlookC o
    if s.phase == OVER:
        winners = winner_set(s, t)
        for seat in range(t.n_seats):
            vp[seat] = score_of(s, t, seat)
            win_share[seat] = (winners >> seat) & 1
            total += win_share[seat]
    else:
        worth_terms(s, t, w, terms)
        look_ahead(s, t, w, 1.0, &o)
        spread = w[SPREAD] + w[SPREAD_A_ROUND] * o.rounds
        for seat in range(t.n_seats):
            vp[seat] = 0
            for k in range(N_TERMS):
                vp[seat] += terms[seat][k] / t.money_per_vp
            best = max(best, vp[seat])
        for seat in range(t.n_seats):
            win_share[seat] = exact_exp((vp[seat] - best) / spread)
            total += win_share[seat]
    for seat in range(t.n_seats):
        win_share[seat] /= total
