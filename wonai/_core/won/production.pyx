"""Production, solved exactly: which blocs to run, on what, for the most worth.

Given a price for each good, a bloc offers a few ways to run: so many tiles fed, or ore for all of it.
Where the seat can pay the best way of every bloc, that is the answer; otherwise a table over the
energy, food and ore spent finds it, bloc by bloc.
"""

from libc.string cimport memset

from wonai._core.types cimport int8_t, int32_t, move_t, uint8_t
from wonai._core.won.bloc cimport best_dots_by_fed, bloc_around, full_dots
from wonai._core.won.state cimport (
    FED_SHIFT, HEX_SHIFT, MONEY, N_GOODS, N_HEXES, N_SLOTS, ORE_SHIFT, RUN, SECTION_SHIFT, StateC, TablesC, first_hex, hex_move,
    hexset_t, n_hexes,
)

cdef enum:
    MAX_CELLS = 1 << 14               # of the table; larger problems (never met in play) are cut to it
    NEVER = -1000000000


cdef int list_blocs(const StateC* s, const TablesC* t, int seat, bint all_parts, BlocC* out) noexcept nogil:
    """The seat's blocs that have not run, in board order; dots for part feeding only where asked for."""
    cdef hexset_t tiles = s.owned[seat] & s.tiles, bloc
    cdef hexset_t seen[N_SLOTS]
    cdef int n = 0, place, slot, colour
    cdef BlocC* b
    while tiles and n < MAX_BLOCS:
        place = first_hex(tiles)
        tiles &= tiles - 1
        for slot in range(t.n_sections[s.face[place]]):
            colour = t.section[s.face[place]][slot]
            bloc = bloc_around(s, t, seat, place, colour)
            if first_hex(bloc) != place or (s.ran_hexes[slot] >> place) & 1 or n == MAX_BLOCS:
                continue
            b = &out[n]
            n += 1
            b.hexes = bloc
            b.industry = <int8_t>colour
            b.first = <int8_t>place
            b.slot = <int8_t>slot
            b.size = <uint8_t>n_hexes(bloc)
            b.has_token = s.tokens[place][slot] > 0
            if all_parts and t.is_fed[colour] and b.size > 1:
                best_dots_by_fed(s, t, bloc, colour, b.dots)
            else:
                memset(b.dots, 0, b.size)
                b.dots[b.size] = <uint8_t>full_dots(s, t, bloc, colour)
    return n


cdef move_t run_move(const StateC* s, const TablesC* t, const BlocC* bloc, int fed, bint with_ore) noexcept nogil:
    cdef move_t move = hex_move(RUN, bloc.first)
    if t.n_sections[s.face[bloc.first]] > 1:
        move |= <move_t>(bloc.slot + 1) << SECTION_SHIFT
    if with_ore:
        return move | (<move_t>1 << ORE_SHIFT)
    if t.is_fed[bloc.industry] and fed < bloc.size:
        move |= <move_t>fed << FED_SHIFT
    return move


cdef inline double output_worth(const TablesC* t, const BlocC* bloc, int fed, const double* price) noexcept nogil:
    cdef int product = t.product[bloc.industry]
    return bloc.dots[fed] * t.per_dot[bloc.industry] * (1.0 if product == MONEY else price[product])


cdef inline double input_worth(
    const TablesC* t, const BlocC* bloc, int fed, bint with_ore, const double* price,
) noexcept nogil:
    cdef double worth = 0
    cdef int good
    for good in range(N_GOODS):
        worth += t.power_cost[bloc.industry][good] * price[good]
        worth += (t.ore_cost[good] if with_ore else t.feed_cost[bloc.industry][good] * fed) * price[good]
    return worth


cdef struct WayC:                     # a way to run a bloc
    double worth
    int32_t cost[N_GOODS]
    uint8_t fed
    uint8_t with_ore


cdef int list_ways(const TablesC* t, const BlocC* bloc, const double* price, WayC* out) noexcept nogil:
    """Ways that are worth more than standing still, the best first among equals in cost."""
    cdef int n = 0, fed, good, least = 1 if t.is_fed[bloc.industry] else bloc.size
    cdef bint with_ore
    cdef double worth
    for fed in range(least, bloc.size + 2):
        with_ore = fed > bloc.size
        if with_ore and not (bloc.has_token and t.is_fed[bloc.industry]):
            break
        worth = output_worth(t, bloc, min(fed, <int>bloc.size), price) - input_worth(t, bloc, fed, with_ore, price)
        if worth <= 0:
            continue
        out[n].worth = worth
        out[n].fed = <uint8_t>(0 if with_ore else fed)
        out[n].with_ore = with_ore
        for good in range(N_GOODS):
            out[n].cost[good] = t.power_cost[bloc.industry][good] + (
                t.ore_cost[good] if with_ore else t.feed_cost[bloc.industry][good] * fed
            )
        n += 1
    return n


cdef void take_way(RunsC* runs, int bloc, const WayC* way) noexcept nogil:
    runs.is_run[bloc] = 1
    runs.fed[bloc] = way.fed
    runs.with_ore[bloc] = way.with_ore
    runs.worth += way.worth


cdef void solve_production(
    const StateC* s, const TablesC* t, int seat, const BlocC* blocs, int n, const double* price, RunsC* best,
) noexcept nogil:
    """The most worthy set of runs that the seat's goods can pay for."""
    cdef WayC ways[MAX_BLOCS][N_HEXES + 2]
    cdef int n_ways[MAX_BLOCS]
    cdef int top[MAX_BLOCS]
    cdef int most[N_GOODS]            # what running everything could use of each good
    cdef int used[N_GOODS]
    cdef int k, w, good, need
    cdef bint fits = True
    memset(best, 0, sizeof(RunsC))
    best.n_blocs = n
    for good in range(N_GOODS):
        used[good] = 0
        most[good] = 0
    for k in range(n):
        n_ways[k] = list_ways(t, &blocs[k], price, ways[k])
        top[k] = 0
        for w in range(1, n_ways[k]):
            if ways[k][w].worth > ways[k][top[k]].worth:
                top[k] = w
        if n_ways[k]:
            for good in range(N_GOODS):
                used[good] += ways[k][top[k]].cost[good]
                need = 0
                for w in range(n_ways[k]):
                    need = max(need, ways[k][w].cost[good])
                most[good] += need
    for good in range(N_GOODS):
        fits = fits and used[good] <= s.goods[seat][good]
        most[good] = min(most[good], s.goods[seat][good])
    if fits:
        for k in range(n):
            if n_ways[k]:
                take_way(best, k, &ways[k][top[k]])
        return
    spend_best(t, ways[0], n_ways, n, most, best)


cdef void spend_best(
    const TablesC* t, const WayC* ways, const int* n_ways, int n, const int* limit, RunsC* best,
) noexcept nogil:
    """A table over what is spent of each good; `worth[cell]` is the best of the blocs decided so far."""
    cdef float worth[MAX_CELLS]
    cdef uint8_t choice[MAX_BLOCS][MAX_CELLS]
    cdef int stride[N_GOODS]
    cdef int size[N_GOODS]
    cdef int n_cells = 1, good, k, w, cell, from_cell, step, left
    cdef const WayC* way
    cdef double value
    cdef bint fits
    for good in range(N_GOODS):
        size[good] = limit[good] + 1
        while n_cells * size[good] > MAX_CELLS:
            size[good] -= 1
        stride[good] = n_cells
        n_cells *= size[good]
    for cell in range(n_cells):
        worth[cell] = 0
    for k in range(n):
        # From the largest cell down, so that a cell still holds the worth before this bloc.
        for cell in range(n_cells - 1, -1, -1):
            choice[k][cell] = 0
            value = worth[cell]
            for w in range(n_ways[k]):
                way = &ways[k * (N_HEXES + 2) + w]
                step = 0
                fits = True
                for good in range(N_GOODS):
                    if way.cost[good]:
                        left = (cell // stride[good]) % size[good]
                        fits = fits and way.cost[good] <= left
                        step += way.cost[good] * stride[good]
                if fits and worth[cell - step] + way.worth > value + 1e-6:
                    value = worth[cell - step] + way.worth
                    choice[k][cell] = <uint8_t>(w + 1)
            worth[cell] = <float>value
    cell = n_cells - 1
    for k in range(n - 1, -1, -1):
        w = choice[k][cell]
        if w:
            way = &ways[k * (N_HEXES + 2) + w - 1]
            take_way(best, k, way)
            for good in range(N_GOODS):
                cell -= way.cost[good] * stride[good]
