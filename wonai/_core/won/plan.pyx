"""A quick plan for a seat's round: greedy builds, the goods they and the runs need, and the notes that pay.

The build that promises most above its cost, then the next one, as long as money, sales and notes can
pay; then the food and energy to run everything. Playouts are made of it, so it looks at dots and
prices only, some microseconds a seat.
"""

from libc.string cimport memset

from wonai._core.types cimport int8_t
from wonai._core.won.bloc cimport is_clash, near_set, shown_to
from wonai._core.won.market cimport note_value, sell_price
from wonai._core.won.outlook cimport look_ahead, output_price, sale_value
from wonai._core.won.production cimport BlocC, MAX_BLOCS, list_blocs
from wonai._core.won.state cimport (
    N_COLOURS, N_EDGES, N_INDUSTRIES, NO_HEX, TouchC, first_hex, hexset_t, own, put_tile,
)
from wonai._core.won.weights cimport (
    BIAS_FARM, LEAST_GAIN, MOST_NOTES, NOTE_COST, NOTES_A_ROUND, OPEN_SIDE, RESERVE_ROUNDS, SALE_SHARE,
)


# --- sites ---------------------------------------------------------------------------------------

cdef int joined_dots(
    const StateC* s, const TablesC* t, hexset_t others, int place, int face, int colour,
) noexcept nogil:
    """Full dots that a tile would add if it were laid there."""
    cdef int edge, there, beyond, dots = t.centre[face][colour]
    cdef int half = t.half[face][colour], third = t.third[face][colour]
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


cdef bint is_joined(const StateC* s, const TablesC* t, hexset_t others, int place, int face, int colour) noexcept nogil:
    """Whether the tile would belong to a bloc that is there."""
    cdef int edge, there
    for edge in range(N_EDGES):
        there = t.neighbour[place][edge]
        if (others >> there) & 1 and (t.touches[edge][face][s.face[there]] >> colour) & 1:
            return True
    return False


cdef double open_sides(const TablesC* t, int place, int face, int colour, hexset_t free) noexcept nogil:
    """Partial dots that look at hexes where a like tile could still come."""
    cdef int edge, half = t.half[face][colour], third = t.third[face][colour]
    cdef double n = 0
    for edge in range(N_EDGES):
        if (free >> t.neighbour[place][edge]) & 1:
            n += (half >> edge) & 1
            n += 0.4 * ((third >> edge) & 1) + 0.4 * ((third >> ((edge + 5) % N_EDGES)) & 1)
    return n


cdef double tile_income(
    const StateC* s, const TablesC* t, int seat, const double* w, const OutlookC* o, int place, int face, hexset_t free,
) noexcept nogil:
    """Dollars that a tile laid there would add to a round, promises included."""
    cdef int slot, colour
    cdef hexset_t like
    cdef double dots, price, income = 0
    for slot in range(t.n_sections[face]):
        colour = t.section[face][slot]
        like = s.owned[seat] & s.colour[colour]
        price = output_price(o, t, colour, 2)
        dots = joined_dots(s, t, like, place, face, colour) + w[BIAS_FARM + colour]
        dots += w[OPEN_SIDE] * open_sides(t, place, face, colour, free)
        income += dots * price - t.feed_cost[colour][0] * o.cost[0]
        if not is_joined(s, t, like, place, face, colour):
            income -= t.power_cost[colour][1] * o.cost[1]
    return income


cdef void best_site_of(
    const StateC* s, const TablesC* t, int seat, const double* w, const OutlookC* o, int industry, hexset_t places,
    hexset_t free, double* best_income, SiteC* site,
) noexcept nogil:
    """Where and how a tile of this industry adds most to the seat's income."""
    cdef int colour = t.section[t.first_face[industry]][0], place, face
    cdef hexset_t like = s.owned[seat] & s.colour[colour], rest = places
    cdef double income
    cdef TouchC seen
    while rest:
        place = first_hex(rest)
        rest &= rest - 1
        if like and not t.near[place] & like and site.place != NO_HEX:
            continue                  # one place apart from the like tiles is enough to look at
        seen = shown_to(s, t, place)
        for face in range(t.first_face[industry], t.first_face[industry] + t.n_rotations[industry]):
            if is_clash(t, seen, face):
                continue
            income = tile_income(s, t, seat, w, o, place, face, free)
            if income > best_income[0]:
                best_income[0] = income
                site.place = place
                site.face = face


cdef double cube_cost(const StateC* s, const TablesC* t, int good, int bought) noexcept nogil:
    """The price of a cube after `bought` others of its kind."""
    return t.buy[good][max(<int>s.levels[good] - bought, 0)]


cdef double goods_cost(
    const StateC* s, const TablesC* t, int seat, const int16_t* want, const int8_t* cost, double* cash,
) noexcept nogil:
    """What this is worth on top of what is wanted already; `cash` grows by the part to be bought."""
    cdef int good, k, have
    cdef double worth = 0
    for good in range(N_GOODS):
        for k in range(cost[good]):
            have = s.goods[seat][good] - want[good] - k
            if have > 0:
                worth += sell_price(s, t, good)
            else:
                worth += cube_cost(s, t, good, -have)
                cash[0] += cube_cost(s, t, good, -have)
    return worth


cdef void find_site(
    const StateC* s, const TablesC* t, int seat, const double* w, const OutlookC* o, const int16_t* want, int only,
    bint can_buy, double cash, SiteC* best,
) noexcept nogil:
    """The build with the largest gain that `cash` (or, where nothing can be bought, the goods at hand) allows."""
    cdef hexset_t owned = 0, flagged = s.owned[seat] & ~s.tiles, frontier = 0, free, places
    cdef int k, industry, good
    cdef double income, cost, price, tile = t.tile_vp * t.money_per_vp
    cdef SiteC site
    cdef int16_t with_flag[N_GOODS]
    cdef bint needs_flag
    best.place = NO_HEX
    best.gain = w[LEAST_GAIN] if only == ANY_INDUSTRY else -1000
    for k in range(t.n_seats):
        owned |= s.owned[k]
    free = t.playable & ~owned
    if s.flags[seat] > 0:
        frontier = near_set(t, s.owned[seat]) & free
    for industry in range(N_INDUSTRIES):
        if s.stacks[industry] <= 0 or (only != ANY_INDUSTRY and industry != only):
            continue
        for needs_flag in range(2):
            places = frontier if needs_flag else flagged
            if not places:
                continue
            for good in range(N_GOODS):
                with_flag[good] = want[good]
            price = 0
            cost = 0
            if needs_flag:
                cost = goods_cost(s, t, seat, want, t.flag_cost, &price)
                for good in range(N_GOODS):
                    with_flag[good] += t.flag_cost[good]
            cost += goods_cost(s, t, seat, with_flag, t.build_cost[industry], &price)
            if (price > cash) if can_buy else (price > 0):
                continue
            income = -1000
            site.place = NO_HEX
            best_site_of(s, t, seat, w, o, industry, places, free | flagged, &income, &site)
            if site.place == NO_HEX:
                continue
            site.gain = tile + income * o.weight - cost
            if site.gain > best.gain:
                best.gain = site.gain
                best.price = price
                best.place = site.place
                best.face = site.face
                best.needs_flag = needs_flag


# --- the round -----------------------------------------------------------------------------------

cdef int running_needs(const StateC* s, const TablesC* t, int seat, const OutlookC* o, int16_t* need) noexcept nogil:
    """Adds the goods that run every bloc which earns its keep; how many do."""
    cdef BlocC blocs[MAX_BLOCS]
    cdef int n = list_blocs(s, t, seat, False, blocs), k, good, size, n_run = 0
    cdef double cost
    for k in range(n):
        size = blocs[k].size
        cost = size * t.feed_cost[blocs[k].industry][0] * o.cost[0] + t.power_cost[blocs[k].industry][1] * o.cost[1]
        if blocs[k].dots[size] * output_price(o, t, blocs[k].industry, blocs[k].dots[size]) <= cost:
            continue
        n_run += 1
        for good in range(N_GOODS):
            need[good] += t.power_cost[blocs[k].industry][good]
            if blocs[k].has_token and t.is_fed[blocs[k].industry] and size * o.cost[0] > o.cost[3]:
                need[good] += t.ore_cost[good]
            else:
                need[good] += size * t.feed_cost[blocs[k].industry][good]
    return n_run


cdef double credit(const TablesC* t, int notes, int most) noexcept nogil:
    cdef double money = 0
    while notes < most and note_value(t, notes) >= t.note_least:
        money += note_value(t, notes)
        notes += 1
    return money


cdef int note_limit(const TablesC* t, const double* w, double rounds) noexcept nogil:
    """How deep in debt is sound: growth must have time to pay it back."""
    return <int>max(min(w[NOTES_A_ROUND] * (rounds - 1) + 0.5, w[MOST_NOTES]), 0.0)


cdef void make_plan(
    const StateC* s, const TablesC* t, int seat, const double* w, double mood, const ShapeC* shape, PlanC* plan,
) noexcept nogil:
    """The builds and runs worth having this round, as the goods to hold when Trade ends."""
    cdef StateC board = s[0]
    cdef OutlookC o
    cdef SiteC site
    cdef int16_t run[N_GOODS]
    cdef int k, good, deficit, only
    cdef double cash
    memset(plan, 0, sizeof(PlanC))
    look_ahead(s, t, w, mood, &o)
    plan.round = s.round
    plan.max_notes = <int16_t>max(note_limit(t, w, o.rounds) + shape.more_notes, 0)
    board.to_move = <int8_t>seat
    running_needs(&board, t, seat, &o, plan.want)
    cash = s.money[seat] + credit(t, s.notes[seat], plan.max_notes) / w[NOTE_COST]
    for good in range(N_GOODS):
        run[good] = plan.want[good]
        deficit = plan.want[good] - s.goods[seat][good]
        for k in range(max(deficit, 0)):
            cash -= cube_cost(s, t, good, k)
        cash += w[SALE_SHARE] * sale_value(s, t, good, min(max(-deficit, 0), 40))
    while plan.n_builds < min(<int>MAX_PLANNED, shape.most_builds):
        only = shape.first if plan.n_builds == 0 else ANY_INDUSTRY
        find_site(&board, t, seat, w, &o, plan.want, only, True, cash, &site)
        if site.place == NO_HEX:
            break
        plan.gain += <float>site.gain
        plan.builds[plan.n_builds].place = <uint8_t>site.place
        plan.builds[plan.n_builds].face = <uint8_t>site.face
        plan.builds[plan.n_builds].needs_flag = site.needs_flag
        plan.n_builds += 1
        if site.needs_flag:
            own(&board, t, seat, site.place)
            board.flags[seat] -= 1
        put_tile(&board, t, site.place, site.face)
        board.stacks[t.industry_of[site.face]] -= 1
        cash -= site.price
        for good in range(N_GOODS):   # what is spent on the build, and running the blocs as they then are
            plan.want[good] += t.build_cost[t.industry_of[site.face]][good] - run[good]
            if site.needs_flag:
                plan.want[good] += t.flag_cost[good]
            cash += run[good] * o.cost[good]
            run[good] = 0
        running_needs(&board, t, seat, &o, run)
        for good in range(N_GOODS):
            plan.want[good] += run[good]
            cash -= run[good] * o.cost[good]
    # What the blocs will eat next round is not for sale now.
    if o.rounds > w[RESERVE_ROUNDS]:
        for good in range(N_GOODS):
            plan.reserve[good] = run[good]
