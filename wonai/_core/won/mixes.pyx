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


cdef inline void fill_prices(const StateC* s, const TablesC* t, int* price) noexcept nogil:
    """Of the first, second, ... cube of each good."""
    cdef int good, level, nth
    for good in range(N_GOODS):
        level = s.levels[good]
        for nth in range(t.cubes_per_action):
            price[MAX_CUBES * good + nth] = t.buy[good][level]
            level -= level > 0


cdef uint64_t purchase_set(const StateC* s, const TablesC* t, int* price) noexcept nogil:
    """For few cubes: the mixes but those that one good alone makes too dear, and the prices by which to judge the rest."""
    cdef int money = s.money[s.to_move], good, nth, cost
    cdef uint64_t within = t.mixes_with[0][FEW_CUBES]
    fill_prices(s, t, price)
    price[N_GOODS * MAX_CUBES] = 0
    for good in range(N_GOODS):
        cost = 0
        for nth in range(t.cubes_per_action):
            cost += price[MAX_CUBES * good + nth]
            if cost > money:
                within &= t.mixes_with[good][nth]
                break
    return within


cdef uint64_t sale_set(const StateC* s, const TablesC* t) noexcept nogil:
    """For few cubes: the mixes that are at hand."""
    cdef const int32_t* goods = s.goods[s.to_move]
    cdef uint64_t within = ~<uint64_t>0
    cdef int good
    for good in range(N_GOODS):
        within &= t.mixes_with[good][min(goods[good], FEW_CUBES)]
    return within


cdef int list_purchases(const StateC* s, const TablesC* t, move_t* out) noexcept nogil:
    """Every mix that can be paid for (C19)."""
    cdef int price[N_GOODS * MAX_CUBES + 1]
    cdef int money = s.money[s.to_move], n = 0
    cdef uint64_t within
    cdef const MixC* mix
    if t.cubes_per_action > FEW_CUBES:
        fill_prices(s, t, price)
        return list_mixes(t, BUY, price, money, out)
    within = purchase_set(s, t, price)
    while within:
        mix = &t.mixes[first_hex(within)]
        within &= within - 1
        out[n] = mix.cubes | BUY                  # written always, kept by the count
        n += price_of(mix, price) <= money
    return n


cdef int list_sales(const StateC* s, const TablesC* t, move_t* out) noexcept nogil:
    """Every mix that is at hand."""
    cdef int price[N_GOODS * MAX_CUBES + 1]
    cdef const int32_t* goods = s.goods[s.to_move]
    cdef uint64_t within
    cdef int n = 0, good, nth
    if t.cubes_per_action > FEW_CUBES:
        for good in range(N_GOODS):
            for nth in range(t.cubes_per_action):
                price[MAX_CUBES * good + nth] = goods[good] <= nth    # a cube that is not there costs too much
        return list_mixes(t, SELL, price, 0, out)
    within = sale_set(s, t)
    while within:
        out[n] = t.mixes[first_hex(within)].cubes | SELL
        within &= within - 1
        n += 1
    return n
