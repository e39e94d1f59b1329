"""Mixes: what several cubes an action may be bought or sold, in the order of the texts (T5, C19)."""

from wonai._core.types cimport int32_t, move_t, uint64_t
from wonai._core.won.state cimport (
    BUY, FEW_CUBES, MAX_CUBES, MixC, N_GOODS, SELL, StateC, TablesC, first_hex,
)


cdef int list_mixes(const TablesC* t, int kind, const int* price, int limit, move_t* out) noexcept nogil:
    """Every mix whose cubes, one after the other, cost no more than `limit` together."""
    cdef int cost[MAX_CUBES + 1]
    cdef int n = 0, k = 0
    cdef const MixC* mix
    cost[0] = 0
    while k < t.n_mixes:
        mix = &t.mixes[k]
        k += 1
        cost[mix.size] = cost[mix.size - 1] + price[MAX_CUBES * mix.good + mix.nth]
        if cost[mix.size] > limit:
            k += mix.n_longer                     # whatever continues it costs no less
        else:
            out[n] = mix.cubes | <move_t>kind
            n += 1
    return n


cdef int list_purchases(const StateC* s, const TablesC* t, move_t* out) noexcept nogil:
    """Every mix that can be paid for (C19)."""
    cdef int price[N_GOODS * MAX_CUBES + 1]       # of the first, second, ... cube of each good; then nothing
    cdef int money = s.money[s.to_move], n = 0, good, level, nth, cost
    cdef uint64_t within = ~<uint64_t>0
    cdef const MixC* mix
    for good in range(N_GOODS):
        level = s.levels[good]
        for nth in range(t.cubes_per_action):
            price[MAX_CUBES * good + nth] = t.buy[good][level]
            level -= level > 0
    if t.cubes_per_action > FEW_CUBES:
        return list_mixes(t, BUY, price, money, out)
    price[N_GOODS * MAX_CUBES] = 0
    for good in range(N_GOODS):                   # first those that one good alone makes too dear
        cost = 0
        for nth in range(t.cubes_per_action):
            cost += price[MAX_CUBES * good + nth]
            if cost > money:
                within &= t.mixes_with[good][nth]
                break
    within &= t.mixes_with[0][FEW_CUBES]
    while within:
        mix = &t.mixes[first_hex(within)]
        within &= within - 1
        out[n] = mix.cubes | BUY                  # written always, kept by the count
        n += price[mix.priced[0]] + price[mix.priced[1]] + price[mix.priced[2]] <= money
    return n


cdef int list_sales(const StateC* s, const TablesC* t, move_t* out) noexcept nogil:
    """Every mix that is at hand."""
    cdef int price[N_GOODS * MAX_CUBES + 1]
    cdef const int32_t* goods = s.goods[s.to_move]
    cdef uint64_t within = ~<uint64_t>0
    cdef int n = 0, good, nth
    if t.cubes_per_action > FEW_CUBES:
        for good in range(N_GOODS):
            for nth in range(t.cubes_per_action):
                price[MAX_CUBES * good + nth] = goods[good] <= nth    # a cube that is not there costs too much
        return list_mixes(t, SELL, price, 0, out)
    for good in range(N_GOODS):
        within &= t.mixes_with[good][min(goods[good], FEW_CUBES)]
    while within:
        out[n] = t.mixes[first_hex(within)].cubes | SELL
        within &= within - 1
        n += 1
    return n
