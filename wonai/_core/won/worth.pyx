"""What a seat's holdings are worth in dollars when its round is over: after its production, before the marker passes.

Money counts as it is. Cubes are valued one by one down a ladder that never rises: first what they save next
round, then what they fetch. Tiles count their victory points, blocs what they will earn in the rounds left,
notes what they will cost. Opinions about the future are weights: those of the engine, or the usual ones here,
by which the planner's reports count.
"""

from libc.string cimport memset

from wonai._core.types cimport int8_t, int32_t, int64_t
from wonai._core.won.bloc cimport bloc_around, is_clash, near_set, shown_to
from wonai._core.won.market cimport buy_price, sell_price
from wonai._core.won.production cimport BlocC, MAX_BLOCS, list_blocs
from wonai._core.won.outlook cimport income_weight, rounds_left
from wonai._core.won.state cimport (
    MONEY, N_COLOURS, N_EDGES, N_GOODS, N_HEXES, N_SLOTS, StateC, TablesC, TouchC, add_tokens, first_hex, hex_bit, hexset_t,
    n_hexes, put_tile,
)
from wonai._core.won.weights cimport (
    BIAS_FARM, BUILDS_A_ROUND, BUILD_STOCK, BUY_SHARE, CLOCK_SLACK, DENIED, FIELD_PACE, HOLDING, LATER, NOTE_COST, N_WEIGHTS,
    OPEN_SIDE, PATIENCE, RIVAL_OUTPUT, SAVING,
)

cdef double _usual[N_WEIGHTS]
_usual[BUILDS_A_ROUND] = 3.2
_usual[FIELD_PACE] = 0.733
_usual[CLOCK_SLACK] = 0.7
_usual[LATER] = 0.85
_usual[OPEN_SIDE] = 0.10
_usual[BUY_SHARE] = 0.35
_usual[DENIED] = 0.15
_usual[HOLDING] = 0.93
_usual[SAVING] = 0.95
_usual[BUILD_STOCK] = 2
_usual[NOTE_COST] = 1
_usual[PATIENCE] = 0.97


cdef const double* usual_opinions() noexcept nogil:
    return _usual


cdef int list_all_blocs(const StateC* s, const TablesC* t, int seat, BlocC* out) noexcept nogil:
    """The seat's blocs with their full dots, whether they have run or not."""
    cdef StateC fresh
    if not s.ran_hexes[0] | s.ran_hexes[1]:
        return list_blocs(s, t, seat, False, out)
    fresh = s[0]
    fresh.ran_hexes[0] = 0
    fresh.ran_hexes[1] = 0
    return list_blocs(&fresh, t, seat, False, out)


cdef inline double mid_price(const StateC* s, const TablesC* t, int good) noexcept nogil:
    return 0.5 * (buy_price(s, t, good) + sell_price(s, t, good))


cdef void fill_prices(const StateC* s, const TablesC* t, WorthC* w) noexcept nogil:
    """This phase's price ladders; for each cube of the seat the others trade one of theirs, until they have enough."""
    cdef int good, k, level, shift, wells
    for good in range(N_GOODS):
        wells = t.wells[good]
        for k in range(MAX_KEPT):
            shift = min(k, <int>w.drift[good]) if w.drift[good] >= 0 else max(-k, <int>w.drift[good])
            level = min(max(s.levels[good] - k - shift, 0), wells)
            w.buy_at[good][k] = t.buy[good][level]
            level = min(max(s.levels[good] + k - shift, 0), wells)
            w.sell_at[good][k] = t.sell[good][level]


cdef void fill_last_keep(const StateC* s, const TablesC* t, int seat, WorthC* w) noexcept nogil:
    """The round before the final trade: what cubes fetch there, where the rivals sell too."""
    cdef BlocC blocs[MAX_BLOCS]
    cdef int rivals[N_GOODS]
    cdef int good, k, n, other, level
    for good in range(N_GOODS):
        rivals[good] = 0
    for other in range(t.n_seats):
        if other == seat:
            continue
        for good in range(N_GOODS):
            rivals[good] += s.goods[other][good]
        n = list_blocs(s, t, other, False, blocs)
        for k in range(n):
            if t.product[blocs[k].industry] != MONEY:
                rivals[t.product[blocs[k].industry]] += blocs[k].dots[blocs[k].size]
    for good in range(N_GOODS):
        for k in range(MAX_KEPT):
            if t.is_uniform:
                level = s.levels[good] + (rivals[good] + k) // 2
            else:
                level = s.levels[good] + k + min(k, rivals[good])
            w.keep[good][k] = CENTS * t.sell[good][min(level, <int>t.wells[good])]


cdef void fill_keep(const StateC* s, const TablesC* t, int seat, const double* opinions, WorthC* w) noexcept nogil:
    """The ladder of each good: the cubes that the next round's runs and builds use, then what the others fetch."""
    cdef int need[N_GOODS]
    cdef int good, k, level, n_build, worth, least, size
    cdef const BlocC* bloc
    for good in range(N_GOODS):
        need[good] = 0
    for k in range(w.n_blocs):
        bloc = &w.blocs[k]
        size = bloc.size
        if not bloc.dots[size]:
            continue
        for good in range(N_GOODS):
            need[good] += t.power_cost[bloc.industry][good]
            need[good] += t.ore_cost[good] if bloc.has_token else t.feed_cost[bloc.industry][good] * size
    for good in range(N_GOODS):
        n_build = <int>opinions[BUILD_STOCK] if t.build_cost[0][good] or t.flag_cost[good] else 0
        least = 1 << 30
        for k in range(MAX_KEPT):
            level = s.levels[good] - w.drift[good]
            if k < need[good]:
                level = min(max(level - (need[good] - 1 - k), 0), <int>t.wells[good])
                worth = <int>(CENTS * opinions[SAVING] * t.buy[good][level])
            elif k < need[good] + n_build:
                level = min(max(level, 0), <int>t.wells[good])
                worth = <int>(CENTS * 0.5 * (opinions[SAVING] * t.buy[good][level] + opinions[HOLDING] * t.sell[good][level]))
            else:
                level = min(max(level + k - need[good] - n_build, 0), <int>t.wells[good])
                worth = <int>(CENTS * opinions[HOLDING] * t.sell[good][level])
            least = min(least, worth)
            w.keep[good][k] = least


cdef int table_output(const StateC* s, const TablesC* t, int good) noexcept nogil:
    """Cubes a round that all blocs make beyond what runs and usual builds use."""
    cdef BlocC blocs[MAX_BLOCS]
    cdef int seat, k, n, net = 0
    for seat in range(t.n_seats):
        n = list_blocs(s, t, seat, False, blocs)
        for k in range(n):
            if t.product[blocs[k].industry] == good:
                net += blocs[k].dots[blocs[k].size]
            net -= t.power_cost[blocs[k].industry][good] + t.feed_cost[blocs[k].industry][good] * blocs[k].size
        net -= t.build_cost[0][good] + t.flag_cost[good]
    return net


cdef void fill_later(const StateC* s, const TablesC* t, const double* opinions, WorthC* w) noexcept nogil:
    """What full dots earn and inputs cost in the rounds after this one."""
    cdef double weight = opinions[LATER] * income_weight(w.rounds - 1, opinions[LATER]), price, share
    cdef int colour, good, k, level[N_GOODS], here
    cdef double total
    for good in range(N_GOODS):
        level[good] = s.levels[good]
        if opinions[RIVAL_OUTPUT]:
            level[good] += <int>(opinions[RIVAL_OUTPUT] * table_output(s, t, good))
            level[good] = min(max(level[good], 0), <int>t.wells[good])
        price = 0.5 * (t.buy[good][level[good]] + t.sell[good][level[good]])
        w.input_later[good] = <int>(CENTS * weight * price)
    for colour in range(N_COLOURS):
        good = t.product[colour]
        total = 0
        w.later[colour][0] = 0
        share = weight * (1 + opinions[BIAS_FARM + colour])
        for k in range(MAX_LATER):
            if good == MONEY:
                price = t.per_dot[colour]
            else:
                here = min(level[good] + k, <int>t.wells[good])
                price = opinions[BUY_SHARE] * t.buy[good][level[good]] + (1 - opinions[BUY_SHARE]) * t.sell[good][here]
                price *= t.per_dot[colour]
            if k == 0:
                w.room[colour] = <int>(CENTS * share * opinions[OPEN_SIDE] * price / 5)
            total += price
            w.later[colour][k + 1] = <int>(CENTS * share * total)


cdef int best_joined(const StateC* s, const TablesC* t, hexset_t like, int colour, int place) noexcept nogil:
    """The most full dots that a basic tile of a colour could add there without a conflict; -1: no tile fits."""
    cdef TouchC seen = shown_to(s, t, place)
    cdef int face, best = -1
    for face in range(t.first_face[colour], t.first_face[colour] + t.n_rotations[colour]):
        if not is_clash(t, seen, face):
            best = max(best, dots_if_laid(s, t, like, place, face, colour))
    return best


cdef int dots_if_laid(const StateC* s, const TablesC* t, hexset_t others, int place, int face, int colour) noexcept nogil:
    """Full dots that a tile would add to those of `others` if it were laid there."""
    cdef int edge, there, beyond, dots = t.centre[face][colour]
    cdef int half = t.half[face][colour], third = t.third[face][colour]
    if not t.near[place] & others:
        return dots
    for edge in range(N_EDGES):
        there = t.neighbour[place][edge]
        if not (others >> there) & 1:
            continue
        dots += (half >> edge) & (t.half[s.face[there]][colour] >> ((edge + 3) % N_EDGES)) & 1
        beyond = t.neighbour[place][(edge + 1) % N_EDGES]
        if (others >> beyond) & 1:
            dots += (
                (third >> edge) & (t.third[s.face[there]][colour] >> ((edge + 2) % N_EDGES))
                & (t.third[s.face[beyond]][colour] >> ((edge + 4) % N_EDGES)) & 1
            )
    return dots


cdef void fill_denial(const StateC* s, const TablesC* t, int seat, const double* opinions, WorthC* w) noexcept nogil:
    """For each free hex the best growth it offers a rival, as a share of what that earns."""
    cdef hexset_t places, like
    cdef int other, colour, place, dots, gain
    for other in range(t.n_seats):
        if other == seat or not s.flags[other]:
            continue
        for colour in range(N_COLOURS):
            like = s.owned[other] & s.colour[colour]
            if not like or not s.stacks[colour]:
                continue
            places = near_set(t, like) & w.free & ~s.owned[seat]
            while places:
                place = first_hex(places)
                places &= places - 1
                dots = best_joined(s, t, like, colour, place) - t.centre[t.first_face[colour]][colour]
                if dots > 0:
                    gain = <int>(opinions[DENIED] * (w.later[colour][dots + 3] - w.later[colour][3]))
                    w.deny[place] = max(w.deny[place], gain)


cdef void make_worth(
    const StateC* s, const TablesC* t, int seat, const double* opinions, double mood, const int8_t* drift, bint with_denial,
    WorthC* w,
) noexcept nogil:
    """`mood` scales how long the seat thinks the game lasts; `drift` (or NULL) as in WorthC."""
    cdef int good, k, other
    cdef double rounds = rounds_left(s, t, opinions), due
    w.rounds = max(rounds * mood, 1.0) if rounds > 0 else 0
    for good in range(N_GOODS):
        w.drift[good] = drift[good] if drift != NULL else 0
    memset(w.deny, 0, sizeof(w.deny))
    memset(w.total_dots, 0, sizeof(w.total_dots))
    w.owned = s.owned[seat]
    w.tiles = s.owned[seat] & s.tiles
    w.free = t.playable
    for other in range(t.n_seats):
        w.free &= ~s.owned[other] if other != seat else ~w.tiles
    w.n_blocs = list_all_blocs(s, t, seat, w.blocs)
    for k in range(w.n_blocs):
        w.total_dots[w.blocs[k].industry] += w.blocs[k].dots[w.blocs[k].size]
    fill_prices(s, t, w)
    fill_later(s, t, opinions, w)
    if w.rounds <= 1:
        fill_last_keep(s, t, seat, w)
    else:
        fill_keep(s, t, seat, opinions, w)
    # Points and debts come due at the end; until then money grows.
    due = 1
    for k in range(<int>min(max(w.rounds - 1, 0.0), 12.0)):
        due *= opinions[PATIENCE]
    w.tile = <int>(CENTS * due * t.tile_vp * t.money_per_vp)
    w.note = <int>(CENTS * opinions[NOTE_COST] * (due * t.note_repay + t.note_interest * w.rounds))
    if with_denial and w.rounds > 1:
        fill_denial(s, t, seat, opinions, w)


cdef int bloc_later(
    const WorthC* w, const TablesC* t, int colour, hexset_t hexes, int dots, int size, bint has_token,
) noexcept nogil:
    """What a bloc earns after this round: its dots come after those of the seat's other blocs of the kind."""
    cdef int k, good, others = w.total_dots[colour], power = 0, feed = 0, ore = 0
    for k in range(w.n_blocs):
        if w.blocs[k].industry == colour and w.blocs[k].hexes & hexes:
            others -= w.blocs[k].dots[w.blocs[k].size]
    for good in range(N_GOODS):
        power += t.power_cost[colour][good] * w.input_later[good]
        feed += t.feed_cost[colour][good] * size * w.input_later[good]
        ore += t.ore_cost[good] * w.input_later[good]
    if has_token and t.is_fed[colour]:
        feed = min(feed, ore)
    others = min(max(others, 0), MAX_LATER)
    return max(w.later[colour][min(others + dots, MAX_LATER)] - w.later[colour][others] - power - feed, 0)


cdef void add_pending(const StateC* s, const TablesC* t, int seat, int32_t* goods, int32_t* money) noexcept nogil:
    """What the seat's blocs that have run will bring when its production ends."""
    cdef int slot, place, colour
    cdef hexset_t rest
    for slot in range(N_SLOTS):
        rest = s.ran_hexes[slot] & s.owned[seat]
        while rest:
            place = first_hex(rest)
            rest &= rest - 1
            colour = t.section[s.face[place]][slot]
            if t.product[colour] == MONEY:
                money[0] += s.made[place][slot] * t.per_dot[colour]
            else:
                goods[t.product[colour]] += s.made[place][slot] * t.per_dot[colour]


cdef void lay(StateC* s, const TablesC* t, int seat, int place, int face) noexcept nogil:
    """Put a tile down as a build does: tokens of the blocs it joins stand on the first hex (A1)."""
    cdef int slot, here_slot, first_slot, colour, first, here, n
    cdef hexset_t bloc, rest
    put_tile(s, t, place, face)
    if not s.token_hexes[0] | s.token_hexes[1]:
        return
    for slot in range(t.n_sections[face]):
        colour = t.section[face][slot]
        bloc = bloc_around(s, t, seat, place, colour)
        first = first_hex(bloc)
        first_slot = 0 if t.section[s.face[first]][0] == colour else 1
        rest = bloc & (s.token_hexes[0] | s.token_hexes[1]) & ~hex_bit(first)
        while rest:
            here = first_hex(rest)
            rest &= rest - 1
            here_slot = 0 if t.section[s.face[here]][0] == colour else 1
            n = s.tokens[here][here_slot]
            if n:
                add_tokens(s, t, here, here_slot, -n)
                add_tokens(s, t, first, first_slot, n)


cdef double open_sides(const TablesC* t, int place, int face, int colour, hexset_t free) noexcept nogil:
    """Partial dots that look at hexes where a like tile could still come."""
    cdef int edge, half = t.half[face][colour], third = t.third[face][colour]
    cdef double n = 0
    for edge in range(N_EDGES):
        if (free >> t.neighbour[place][edge]) & 1:
            n += (half >> edge) & 1
            n += 0.4 * ((third >> edge) & 1) + 0.4 * ((third >> ((edge + 5) % N_EDGES)) & 1)
    return n


cdef int open_room(const WorthC* w, const TablesC* t, int place, int face) noexcept nogil:
    """Growth that a new tile's partial dots towards hexes still free promise."""
    cdef int slot, colour, edge, half, third, fifths, worth = 0
    if not t.near[place] & w.free:
        return 0
    for slot in range(t.n_sections[face]):
        colour = t.section[face][slot]
        half = t.half[face][colour]
        third = t.third[face][colour]
        fifths = 0
        for edge in range(N_EDGES):
            if (w.free >> t.neighbour[place][edge]) & 1:
                fifths += 5 * ((half >> edge) & 1)
                fifths += 2 * (((third >> edge) & 1) + ((third >> ((edge + 5) % N_EDGES)) & 1))
        worth += fifths * w.room[colour]
    return worth


cdef int64_t end_worth(
    const WorthC* w, const StateC* s, const TablesC* t, int seat, const int32_t* goods, int money, int notes,
) noexcept nogil:
    """Cents of everything the seat has when its round is over: the board of `s`, the holdings given.

    The hexes where `w` saw no tile (flag) of the seat are what the plan has put down.
    """
    cdef BlocC blocs[MAX_BLOCS]
    cdef hexset_t mine = s.owned[seat] & s.tiles, rest
    cdef int n = list_all_blocs(s, t, seat, blocs), k, good, place
    cdef int64_t worth = <int64_t>CENTS * money - <int64_t>notes * w.note + n_hexes(mine) * w.tile
    for good in range(N_GOODS):
        worth += kept_worth(w, good, goods[good])
    for k in range(n):
        worth += bloc_later(
            w, t, blocs[k].industry, blocs[k].hexes, blocs[k].dots[blocs[k].size], blocs[k].size, blocs[k].has_token
        )
    rest = mine & ~w.tiles
    while rest:
        place = first_hex(rest)
        rest &= rest - 1
        worth += open_room(w, t, place, s.face[place])
    rest = s.owned[seat] & ~w.owned
    while rest:
        worth += w.deny[first_hex(rest)]
        rest &= rest - 1
    return worth
