"""The quick planner: the round plan by greed, for playouts, and as the first answer of the exact planner.

Builds are chosen one by one, each the most worth above its cost; then every beginning of that list is settled
exactly as the exact planner counts (runs, trades, notes), and the best one kept.
"""

from libc.math cimport sqrt
from libc.string cimport memset

from wonai._core.types cimport int8_t, int16_t, int32_t, int64_t, move_t, uint8_t
from wonai._core.won.bloc cimport is_clash, near_set, shown_to
from wonai._core.won.market cimport note_value
from wonai._core.won.production cimport BlocC, MAX_BLOCS, RunsC, list_blocs, run_move, solve_production
from wonai._core.won.state cimport (
    DEVELOP, MONEY, N_COLOURS, N_EDGES, N_GOODS, N_INDUSTRIES, NO_HEX, PRODUCE, StateC, TRADE, TablesC, TouchC, first_hex,
    hex_bit, hexset_t, n_hexes, own,
)
from wonai._core.won.worth cimport (
    CENTS, MAX_KEPT, MAX_LATER, WorthC, add_pending, bloc_later, keep_at, kept_worth, lay, open_room,
)

cdef enum:
    MAX_PASSES = 4                    # of settling, money being dearer or cheaper each time
    MOST_SOLD = 200                   # cubes of one good in one round
    LEAST_GAIN = 1 * CENTS
    MOST_LOSS = -60 * CENTS           # of a build that others of its kind will make good
    ALMOST = -20 * CENTS              # of the first of them, where no build pays alone
    SETTLED = 2                       # lengths of such a list that are settled
    FOCUSED = 4                       # builds of the industry that a list begins with
    NOTHING = -1000000000


cdef struct SiteC:                    # where a tile of one industry is worth most
    int32_t gain
    int8_t place
    uint8_t face
    uint8_t is_forced


cdef struct DeskC:                    # work under way
    StateC board                      # with the builds chosen so far
    SiteC sites[N_INDUSTRIES][2]      # by industry and whether a flag is needed
    int32_t dots[N_COLOURS]
    int32_t need[N_GOODS]             # for builds chosen and runs taken for granted
    double money_price                # what a dollar costs, in dollars
    int32_t cash
    int32_t n_notes
    bint can_trade
    int hand                          # flags that may be used
    hexset_t free
    hexset_t flagged
    hexset_t frontier                 # hexes that a flag can reach


# --- prices --------------------------------------------------------------------------------------

cdef inline int buy_at(const WorthC* w, int good, int k) noexcept nogil:
    return w.buy_at[good][k if k < MAX_KEPT else MAX_KEPT - 1]


cdef inline int sell_at(const WorthC* w, int good, int k) noexcept nogil:
    return w.sell_at[good][k if k < MAX_KEPT else MAX_KEPT - 1]


cdef inline int n_sold(const WorthC* w, int good, int n, int made, double money_price) noexcept nogil:
    """How many of `n` spare cubes to sell when `made` more come in: as long as the market pays more than they are worth."""
    cdef int sold = 0
    made += max(n - MOST_SOLD, 0)
    n = min(n, MOST_SOLD)
    while sold < n and money_price * CENTS * sell_at(w, good, sold) > keep_at(w, good, n - sold + made - 1):
        sold += 1
    return sold


cdef double unit_cost(const WorthC* w, int good, int have, int need, int made, double money_price, bint can_trade) noexcept nogil:
    """What using one more cube costs: its purchase, or the least that a spare one is worth."""
    cdef int spare = have - need, sold
    cdef double least
    if spare <= 0:
        return money_price * CENTS * buy_at(w, good, -spare) if can_trade else 1e9
    sold = n_sold(w, good, spare, made, money_price) if can_trade else 0
    least = 1e9
    if sold:
        least = money_price * CENTS * sell_at(w, good, sold - 1)
    if sold < spare:
        least = min(least, <double>keep_at(w, good, spare - sold + made - 1))
    return least


cdef double inputs_cost(
    const WorthC* w, const int32_t* have, const int32_t* need, const int32_t* made, const int8_t* cost, int times,
    double money_price, bint can_trade,
) noexcept nogil:
    cdef int good, k
    cdef double total = 0
    for good in range(N_GOODS):
        for k in range(cost[good] * times):
            total += unit_cost(w, good, have[good], need[good] + k, made[good], money_price, can_trade)
    return total


# --- settling: runs, trades and notes for a board that is given ----------------------------------

cdef void choose_runs(
    const StateC* s, const TablesC* t, int seat, const WorthC* w, const BlocC* blocs, int n, double money_price, bint can_trade,
    int32_t* need, int32_t* made, QuickPlanC* plan,
) noexcept nogil:
    """Run what earns more than its inputs cost, bloc by bloc; without trading, the production solver decides."""
    cdef RunsC runs
    cdef double price[N_GOODS]
    cdef const int32_t* have = s.goods[seat]
    cdef double gain, cost, with_ore_cost
    cdef int k, good, dots, product, size, fed, i
    cdef StateC left
    plan.n_runs = 0
    plan.money = 0
    if not can_trade:
        left = s[0]
        for good in range(N_GOODS):
            left.goods[seat][good] -= need[good]
            price[good] = keep_at(w, good, left.goods[seat][good]) / <double>CENTS
        solve_production(&left, t, seat, blocs, n, price, &runs)
    for k in range(n):
        size = blocs[k].size
        product = t.product[blocs[k].industry]
        fed = size
        if can_trade:
            dots = blocs[k].dots[size]
            if not dots:
                continue
            gain = 0
            if product == MONEY:
                gain = CENTS * dots * t.per_dot[blocs[k].industry]
            else:
                i = max(have[product] - need[product], 0)
                i = i - n_sold(w, product, i, made[product], money_price) + made[product]
                for good in range(dots * t.per_dot[blocs[k].industry]):
                    gain += keep_at(w, product, i + good)
            cost = inputs_cost(w, have, need, made, t.feed_cost[blocs[k].industry], size, money_price, True)
            if blocs[k].has_token and t.is_fed[blocs[k].industry]:
                with_ore_cost = inputs_cost(w, have, need, made, t.ore_cost, 1, money_price, True)
                if with_ore_cost < cost:
                    cost = with_ore_cost
                    fed = 0
            cost += inputs_cost(w, have, need, made, t.power_cost[blocs[k].industry], 1, money_price, True)
            if gain <= cost:
                continue
        else:
            if not runs.is_run[k]:
                continue
            fed = 0 if runs.with_ore[k] else runs.fed[k]
            dots = blocs[k].dots[fed if fed else size]
        for good in range(N_GOODS):
            need[good] += t.power_cost[blocs[k].industry][good]
            need[good] += t.feed_cost[blocs[k].industry][good] * fed if fed or not t.is_fed[blocs[k].industry] else t.ore_cost[good]
        if product == MONEY:
            plan.money += dots * t.per_dot[blocs[k].industry]
        else:
            made[product] += dots * t.per_dot[blocs[k].industry]
        if plan.n_runs < MAX_RUNS:
            plan.runs[plan.n_runs] = run_move(s, t, &blocs[k], fed, fed == 0 and t.is_fed[blocs[k].industry])
            plan.n_runs += 1


cdef inline int n_actions(const TablesC* t, int cubes) noexcept nogil:
    return (cubes + t.cubes_per_action - 1) // t.cubes_per_action


cdef bint settle_once(
    const StateC* s, const TablesC* t, int seat, const WorthC* w, const BlocC* blocs, int n, const int32_t* build_need,
    bint can_trade, double money_price, QuickPlanC* plan,
) noexcept nogil:
    """One way to run and trade, money counting `money_price` dollars a dollar; False if it cannot be paid."""
    cdef int32_t need[N_GOODS]
    cdef int32_t made[N_GOODS]
    cdef int good, k, spare, sold, level, notes = s.notes[seat], cash = s.money[seat], from_bank
    cdef int64_t expected = 0
    cdef int n_sold_in_all = 0, n_bought = 0
    for good in range(N_GOODS):
        need[good] = build_need[good]
        made[good] = 0
        if not can_trade and need[good] > s.goods[seat][good]:
            return False
    choose_runs(s, t, seat, w, blocs, n, money_price, can_trade, need, made, plan)
    from_bank = plan.money
    for good in range(N_GOODS):
        plan.want[good] = <int16_t>need[good]
        spare = s.goods[seat][good] - need[good]
        plan.trade[good] = 0
        if can_trade:
            sold = n_sold(w, good, spare, made[good], money_price) if spare > 0 else 0
            plan.trade[good] = <int16_t>(-sold if spare > 0 else -spare)
            n_sold_in_all += sold
            n_bought += max(-spare, 0)
            level = s.levels[good]
            for k in range(sold):
                cash += t.sell[good][level]
                expected += sell_at(w, good, k) - t.sell[good][level]
                level = min(level + 1, <int>t.wells[good])
            for k in range(-spare):
                cash -= t.buy[good][level]
                expected += t.buy[good][level] - buy_at(w, good, k)
                level = max(level - 1, 0)
        plan.reserve[good] = <int16_t>min(s.goods[seat][good] + plan.trade[good] - need[good], 30000)
        plan.goods[good] = s.goods[seat][good] + plan.trade[good] - need[good] + made[good]
    if n_actions(t, n_sold_in_all) + n_actions(t, n_bought) > t.action_limit - s.actions and can_trade:
        return False
    while cash < 0:
        if note_value(t, notes) < t.note_least:
            return False
        cash += note_value(t, notes)
        notes += 1
    while can_trade and notes and notes <= s.notes[seat] and cash >= t.note_repay and w.note > CENTS * t.note_repay:
        cash -= t.note_repay
        notes -= 1
    plan.notes = <int16_t>(notes - s.notes[seat])
    plan.money = cash + from_bank
    if s.phase == PRODUCE:
        add_pending(s, t, seat, plan.goods, &plan.money)
    plan.worth = CENTS * (plan.money + expected) - <int64_t>notes * w.note
    for good in range(N_GOODS):
        plan.worth += kept_worth(w, good, plan.goods[good])
    return True


cdef int64_t board_worth(const StateC* s, const TablesC* t, int seat, const WorthC* w, const BlocC* blocs, int n) noexcept nogil:
    """Tiles, later income, room and denial: what does not depend on trading."""
    cdef hexset_t mine = s.owned[seat] & s.tiles, rest = mine & ~w.tiles
    cdef int64_t worth = n_hexes(mine) * w.tile
    cdef int k, place
    for k in range(n):
        worth += bloc_later(
            w, t, blocs[k].industry, blocs[k].hexes, blocs[k].dots[blocs[k].size], blocs[k].size, blocs[k].has_token
        )
    while rest:
        place = first_hex(rest)
        rest &= rest - 1
        worth += open_room(w, t, place, s.face[place])
    rest = s.owned[seat] & ~w.owned
    while rest:
        worth += w.deny[first_hex(rest)]
        rest &= rest - 1
    return worth


cdef bint settle(
    const StateC* s, const TablesC* t, int seat, const WorthC* w, const int32_t* build_need, bint can_trade, QuickPlanC* plan,
) noexcept nogil:
    """The best runs, trades and notes for the board of `s`.

    Money counts more while it lacks: as much as the last note makes it, then what lies between enough and too little.
    """
    cdef BlocC blocs[MAX_BLOCS]
    cdef QuickPlanC trial
    cdef int n = list_blocs(s, t, seat, not can_trade, blocs), k, value
    cdef int64_t fixed
    cdef double money_price = 1, too_cheap = 1, dear_enough = 0
    cdef bint is_found = False
    plan.worth = NOTHING
    trial.n_builds = 0
    trial.idle = 0
    if s.phase == PRODUCE and (s.ran_hexes[0] | s.ran_hexes[1]):
        fixed = board_worth(s, t, seat, w, w.blocs, w.n_blocs)
    else:
        fixed = board_worth(s, t, seat, w, blocs, n)
    for k in range(MAX_PASSES if can_trade else 1):
        value = 0
        if settle_once(s, t, seat, w, blocs, n, build_need, can_trade, money_price, &trial):
            trial.worth += fixed
            if not is_found or trial.worth > plan.worth:
                plan[0] = trial
            is_found = True
            if trial.notes > 0:
                value = note_value(t, s.notes[seat] + trial.notes - 1)
            elif k == 0:
                break
            else:
                dear_enough = money_price
        if dear_enough != money_price:
            too_cheap = money_price
        if dear_enough:
            money_price = sqrt(too_cheap * dear_enough)
        else:
            money_price = max(w.note / <double>(CENTS * max(value, 8)), money_price * 1.2)
    # Who can pay for nothing still runs what the goods at hand allow.
    if not is_found and settle_once(s, t, seat, w, blocs, n, build_need, False, 1, &trial):
        trial.worth += fixed
        plan[0] = trial
        is_found = True
    return is_found


# --- greed: one build after another --------------------------------------------------------------

cdef inline int joined(
    const StateC* s, const TablesC* t, hexset_t like, int place, int face, int colour, bint* is_joined,
) noexcept nogil:
    """Full dots that a tile adds to those of `like`, and whether it hangs together with any of them."""
    cdef int edge, there, beyond, dots = t.centre[face][colour]
    cdef int half, third
    is_joined[0] = False
    if not t.near[place] & like:
        return dots
    half = t.half[face][colour]
    third = t.third[face][colour]
    for edge in range(N_EDGES):
        there = t.neighbour[place][edge]
        if not (like >> there) & 1:
            continue
        is_joined[0] |= (t.touches[edge][face][s.face[there]] >> colour) & 1
        dots += (half >> edge) & (t.half[s.face[there]][colour] >> ((edge + 3) % N_EDGES)) & 1
        beyond = t.neighbour[place][(edge + 1) % N_EDGES]
        if (like >> beyond) & 1:
            dots += (
                (third >> edge) & (t.third[s.face[there]][colour] >> ((edge + 2) % N_EDGES))
                & (t.third[s.face[beyond]][colour] >> ((edge + 4) % N_EDGES)) & 1
            )
    return dots


cdef void fill_gains(
    const DeskC* d, const TablesC* t, const WorthC* w, const int32_t* have, int colour, int32_t gains[2][8],
) noexcept nogil:
    """Cents that a tile adds by full dots gained, apart and joined: points, later income, this round's run."""
    cdef int dots, good, k, held, made = 0, others = min(d.dots[colour], MAX_LATER), product = t.product[colour]
    cdef double now, later, feed_now = 0, feed_later = 0, power_now = 0, power_later = 0
    for good in range(N_GOODS):
        if t.feed_cost[colour][good]:
            feed_now += t.feed_cost[colour][good] * unit_cost(w, good, have[good], d.need[good], 0, d.money_price, d.can_trade)
            feed_later += t.feed_cost[colour][good] * w.input_later[good]
        if t.power_cost[colour][good]:
            power_now += t.power_cost[colour][good] * unit_cost(w, good, have[good], d.need[good], 0, d.money_price, d.can_trade)
            power_later += t.power_cost[colour][good] * w.input_later[good]
    held = d.dots[colour]
    if product != MONEY:
        held += max(have[product] - d.need[product] - 3, 0)
    for dots in range(8):
        later = w.later[colour][min(others + dots, MAX_LATER)] - w.later[colour][others] - feed_later
        now = made - feed_now
        gains[True][dots] = w.tile + <int32_t>(max(later, 0.0) + max(now, 0.0))
        later -= power_later
        now -= power_now
        gains[False][dots] = w.tile + <int32_t>(max(later, 0.0) + max(now, 0.0))
        if product == MONEY:
            made += CENTS * t.per_dot[colour]
        else:
            for k in range(t.per_dot[colour]):
                made += keep_at(w, product, held + k)
            held += t.per_dot[colour]


cdef void look_for_sites(
    DeskC* d, const TablesC* t, int seat, const WorthC* w, int industry, hexset_t places, bint needs_flag,
) noexcept nogil:
    """Better sites for an industry among these hexes."""
    cdef int32_t gains[2][8]
    cdef SiteC* best = &d.sites[industry][needs_flag]
    cdef int colour = t.section[t.first_face[industry]][0], place, face, dots, gain
    cdef hexset_t like = d.board.owned[seat] & d.board.colour[colour]
    cdef bint is_joined, is_forced
    cdef int force_price = 0, good, slot, most_room
    cdef TouchC seen
    if not places:
        return
    fill_gains(d, t, w, d.board.goods[seat], colour, gains)
    most_room = w.room[colour] * (
        5 * n_hexes(t.half[t.first_face[industry]][colour]) + 4 * n_hexes(t.third[t.first_face[industry]][colour])
    )
    for slot in range(1, t.n_sections[t.first_face[industry]]):
        most_room += 30 * w.room[t.section[t.first_face[industry]][slot]]
    for good in range(N_GOODS):
        if t.force_cost[good]:
            force_price += t.force_cost[good] * CENTS * buy_at(w, good, 0)
    while places:
        place = first_hex(places)
        places &= places - 1
        seen = shown_to(&d.board, t, place)
        for face in range(t.first_face[industry], t.first_face[industry] + t.n_rotations[industry]):
            is_forced = is_clash(t, seen, face)
            dots = joined(&d.board, t, like, place, face, colour, &is_joined)
            if is_forced and not is_joined:
                continue
            gain = gains[is_joined][min(dots, 7)] + w.deny[place]
            if is_forced:
                gain -= force_price
            if gain + most_room <= best.gain:
                continue
            gain += open_room(w, t, place, face)
            if gain > best.gain:
                best.gain = gain
                best.place = <int8_t>place
                best.face = <uint8_t>face
                best.is_forced = is_forced


cdef void clear_sites(DeskC* d, int industry) noexcept nogil:
    cdef int k
    for k in range(2):
        d.sites[industry][k].gain = NOTHING
        d.sites[industry][k].place = NO_HEX


cdef void find_all_sites(
    DeskC* d, const TablesC* t, int seat, const WorthC* w, int industry, hexset_t flagged, hexset_t frontier,
) noexcept nogil:
    clear_sites(d, industry)
    if d.board.stacks[industry] > 0:
        look_for_sites(d, t, seat, w, industry, flagged, False)
        look_for_sites(d, t, seat, w, industry, frontier, True)


cdef void carry_out(DeskC* d, const TablesC* t, int seat, const BuildC* build, int32_t* build_need) noexcept nogil:
    """Put the tile on the board and count what it costs."""
    cdef int good, industry = t.industry_of[build.face]
    if build.needs_flag:
        own(&d.board, t, seat, build.place)
        d.board.flags[seat] -= 1
    lay(&d.board, t, seat, build.place, build.face)
    d.board.stacks[industry] -= 1
    for good in range(N_GOODS):
        build_need[good] += t.build_cost[industry][good]
        if build.needs_flag:
            build_need[good] += t.flag_cost[good]
        if build.is_forced:
            build_need[good] += t.force_cost[good]


cdef double build_cost_of(
    const DeskC* d, const TablesC* t, int seat, const WorthC* w, int industry, bint needs_flag, bint is_forced, int32_t* bought,
) noexcept nogil:
    """Cents that a tile costs on top of what is needed already; `bought` gets the dollars to be paid for cubes."""
    cdef int good, k, n, lack
    cdef double cost = 0
    bought[0] = 0
    for good in range(N_GOODS):
        n = t.build_cost[industry][good]
        if needs_flag:
            n += t.flag_cost[good]
        if is_forced:
            n += t.force_cost[good]
        for k in range(n):
            cost += unit_cost(w, good, d.board.goods[seat][good], d.need[good] + k, 0, d.money_price, d.can_trade)
            lack = d.need[good] + k - d.board.goods[seat][good]
            if lack >= 0:
                bought[0] += buy_at(w, good, lack)
            else:
                bought[0] += sell_at(w, good, max(-lack - 1, 0))     # it can no longer be sold
    return cost


cdef void open_desk(const StateC* s, const TablesC* t, int seat, const WorthC* w, bint can_trade, DeskC* d) noexcept nogil:
    """What there is before the first build: runs taken for granted, money that could be had by selling the rest."""
    cdef int good, k, spare, size
    d.board = s[0]
    d.can_trade = can_trade
    d.money_price = 1
    d.n_notes = s.notes[seat]
    d.cash = s.money[seat]
    for good in range(N_GOODS):
        d.need[good] = 0
    for k in range(N_COLOURS):
        d.dots[k] = w.total_dots[k]
    if can_trade:                     # in Develop the goods at hand may serve builds first
        for k in range(w.n_blocs):
            size = w.blocs[k].size
            if w.blocs[k].dots[size]:
                for good in range(N_GOODS):
                    d.need[good] += t.power_cost[w.blocs[k].industry][good]
                    d.need[good] += t.ore_cost[good] if w.blocs[k].has_token else t.feed_cost[w.blocs[k].industry][good] * size
    for good in range(N_GOODS):
        spare = s.goods[seat][good] - d.need[good]
        for k in range(min(spare, MOST_SOLD)):
            d.cash += sell_at(w, good, k)
        for k in range(-spare):
            d.cash -= buy_at(w, good, k)


cdef void spend(DeskC* d, const TablesC* t, const WorthC* w, int dollars) noexcept nogil:
    """Money goes down; notes make up for it and make the next dollar dearer."""
    cdef int value
    d.cash -= dollars
    while d.cash < 0:
        value = note_value(t, d.n_notes)
        if value < t.note_least:
            d.money_price = 1e6
            return
        d.cash += value
        d.n_notes += 1
        d.money_price = max(w.note / <double>(CENTS * value), 1.0)


cdef void open_sites(const StateC* s, const TablesC* t, int seat, const WorthC* w, bint can_trade, DeskC* d) noexcept nogil:
    """The desk with the best site of every industry."""
    cdef hexset_t taken = 0
    cdef int k, industry
    open_desk(s, t, seat, w, can_trade, d)
    spend(d, t, w, 0)
    for k in range(t.n_seats):
        taken |= s.owned[k]
    d.free = t.playable & ~taken
    d.flagged = s.owned[seat] & ~s.tiles
    # Using the last flag ends the game: only where it ends anyway.
    d.hand = s.flags[seat] - (1 if w.rounds > 1 else 0)
    d.frontier = near_set(t, s.owned[seat]) & d.free if d.hand > 0 else 0
    for industry in range(N_INDUSTRIES):
        find_all_sites(d, t, seat, w, industry, d.flagged, d.frontier)


cdef bint pick_site(
    const DeskC* d, const TablesC* t, int seat, const WorthC* w, int first_industry, int end_industry, double least,
    BuildC* build, int32_t* price, double* gain,
) noexcept nogil:
    """The site with the largest gain above its cost, among some industries."""
    cdef int industry, k
    cdef int32_t bought
    cdef double net
    cdef bint is_found = False
    cdef const SiteC* site
    for industry in range(first_industry, end_industry):
        for k in range(2):
            site = &d.sites[industry][k]
            if site.place == NO_HEX or site.gain <= least:
                continue
            net = site.gain - build_cost_of(d, t, seat, w, industry, k, site.is_forced, &bought)
            if site.is_forced:        # its price has been taken off the gain already
                net += CENTS * buy_at(w, N_GOODS - 1, 0)
            if net > least:
                least = net
                build.place = site.place
                build.face = site.face
                build.is_forced = site.is_forced
                build.needs_flag = k
                price[0] = bought
                gain[0] = net
                is_found = True
    return is_found


cdef void do_build(
    DeskC* d, const TablesC* t, int seat, const WorthC* w, const BuildC* build, int price, bint for_all,
) noexcept nogil:
    """Put the tile down, count its costs, and look again where something has changed, for all industries or its own."""
    cdef int32_t cost[N_GOODS]
    cdef int good, industry, place = build.place, colour = t.section[build.face][0]
    cdef hexset_t fresh, changed = t.near[place] | hex_bit(place)
    cdef bint is_joined
    cdef bint had_flags = d.hand > 0
    for good in range(N_GOODS):
        cost[good] = 0
    d.dots[colour] += joined(&d.board, t, d.board.owned[seat] & d.board.colour[colour], place, build.face, colour, &is_joined)
    carry_out(d, t, seat, build, cost)
    for good in range(N_GOODS):
        d.need[good] += cost[good] + t.feed_cost[colour][good]
    if d.can_trade:
        spend(d, t, w, price)
    d.hand -= build.needs_flag
    d.flagged &= ~hex_bit(place)
    d.free &= ~hex_bit(place)
    fresh = t.near[place] & d.free & ~d.frontier
    d.frontier = (d.frontier | fresh) & d.free if d.hand > 0 else 0
    for industry in range(N_INDUSTRIES):
        if industry == t.industry_of[build.face] or (had_flags and d.hand <= 0) or is_near(d, industry, changed):
            if for_all or industry == t.industry_of[build.face]:
                find_all_sites(d, t, seat, w, industry, d.flagged, d.frontier)
        elif for_all and d.board.stacks[industry] > 0:
            look_for_sites(d, t, seat, w, industry, fresh & d.frontier, True)


cdef inline bint is_near(const DeskC* d, int industry, hexset_t hexes) noexcept nogil:
    """Whether one of the industry's best sites lies in these hexes."""
    cdef int k
    for k in range(2):
        if d.sites[industry][k].place != NO_HEX and (hexes >> d.sites[industry][k].place) & 1:
            return True
    return False


cdef int choose_builds(
    DeskC* d, const TablesC* t, int seat, const WorthC* w, int focus, int n, int most, BuildC* builds, double* gains,
) noexcept nogil:
    """Continue a list of `n` builds: the most worthy above its cost, then the next, while there is one.

    With a focus only a few of that industry, even at a loss: some blocs pay only with their third tile.
    """
    cdef int32_t price = 0
    while n < (most if focus < 0 else min(<int>FOCUSED, most)):
        if focus < 0:
            if not pick_site(d, t, seat, w, 0, N_INDUSTRIES, LEAST_GAIN, &builds[n], &price, &gains[n]):
                break
        elif not pick_site(d, t, seat, w, focus, focus + 1, MOST_LOSS, &builds[n], &price, &gains[n]):
            break
        do_build(d, t, seat, w, &builds[n], price, focus < 0)
        n += 1
    return n


cdef int top_length(const double* gains, int n) noexcept nogil:
    """How many builds of a list are best by the gains it was made with."""
    cdef int k, top = 0
    cdef double total = 0, best = 0
    for k in range(n):
        total += gains[k]
        if total > best:
            best = total
            top = k + 1
    return top


cdef void settle_list(
    const StateC* s, const TablesC* t, int seat, const WorthC* w, bint can_trade, const BuildC* builds, int from_length, int n,
    QuickPlanC* plan,
) noexcept nogil:
    """Settle the list at every length from `from_length` to `n`; the best replaces the plan if it is better."""
    cdef QuickPlanC trial
    cdef DeskC d
    cdef int32_t build_need[N_GOODS]
    cdef int k, good
    d.board = s[0]
    for good in range(N_GOODS):
        build_need[good] = 0
    for k in range(n):
        carry_out(&d, t, seat, &builds[k], build_need)
        if k + 1 >= from_length and settle(&d.board, t, seat, w, build_need, can_trade, &trial) and trial.worth > plan.worth:
            plan[0] = trial
            plan.n_builds = <int16_t>(k + 1)
            for good in range(k + 1):
                plan.builds[good] = builds[good]


cdef void quick_plan(const StateC* s, const TablesC* t, int seat, const WorthC* w, QuickPlanC* plan) noexcept nogil:
    """The best beginning of a greedy list of builds, settled."""
    shaped_plan(s, t, seat, w, ANY_INDUSTRY, MAX_BUILDS, plan)


cdef void shaped_plan(
    const StateC* s, const TablesC* t, int seat, const WorthC* w, int first, int most, QuickPlanC* plan,
) noexcept nogil:
    """The best plan of at most so many builds, the first of a given industry (or ANY_INDUSTRY).

    After plain greed, a few builds of each single industry are tried; the best of these is continued by greed.
    """
    cdef BuildC builds[MAX_BUILDS]
    cdef double gains[MAX_BUILDS]
    cdef DeskC start, d
    cdef int32_t nothing[N_GOODS]
    cdef int n, k, focus, top
    cdef int32_t price = 0
    cdef int64_t idle, greedy
    cdef bint can_trade = s.phase == TRADE and s.actions < t.action_limit
    for k in range(N_GOODS):
        nothing[k] = 0
    memset(plan, 0, sizeof(QuickPlanC))
    settle(s, t, seat, w, nothing, can_trade, plan)
    idle = plan.worth
    if (s.phase == TRADE or s.phase == DEVELOP) and most > 0:
        open_sites(s, t, seat, w, can_trade, &start)
        d = start
        if first != ANY_INDUSTRY:
            if not pick_site(&d, t, seat, w, first, first + 1, NOTHING, &builds[0], &price, &gains[0]):
                plan.idle = idle
                return
            do_build(&d, t, seat, w, &builds[0], price, True)
            plan.worth = NOTHING * <int64_t>100
            n = choose_builds(&d, t, seat, w, ANY_INDUSTRY, 1, most, builds, gains)
            settle_list(s, t, seat, w, can_trade, builds, 1, n, plan)
            plan.idle = idle
            return
        n = choose_builds(&d, t, seat, w, ANY_INDUSTRY, 0, most, builds, gains)
        settle_list(s, t, seat, w, can_trade, builds, 1, n, plan)
        greedy = plan.worth
        for focus in range(N_COLOURS):
            if start.board.stacks[focus] < 2:
                continue
            # Where nothing pays alone, only industries that nearly do are tried: the others seldom pay together.
            if not n and not pick_site(&start, t, seat, w, focus, focus + 1, ALMOST, &builds[0], &price, &gains[0]):
                continue
            d = start
            k = choose_builds(&d, t, seat, w, focus, 0, most, builds, gains)
            top = top_length(gains, k)
            if top > 1:
                settle_list(s, t, seat, w, can_trade, builds, max(top - SETTLED + 1, 2), top, plan)
        if plan.worth > greedy:
            d = start
            n = plan.n_builds
            for k in range(n):
                builds[k] = plan.builds[k]
                build_cost_of(&d, t, seat, w, t.industry_of[builds[k].face], builds[k].needs_flag, builds[k].is_forced, &price)
                do_build(&d, t, seat, w, &builds[k], price, k + 1 == n)
            for k in range(N_INDUSTRIES):
                find_all_sites(&d, t, seat, w, k, d.flagged, d.frontier)
            k = choose_builds(&d, t, seat, w, ANY_INDUSTRY, n, most, builds, gains)
            settle_list(s, t, seat, w, can_trade, builds, n + 1, k, plan)
    plan.idle = idle
