"""A sensible seat: a quick plan for the round, the moves that follow it, and what a position is worth.

The plan is greedy: the build that promises most above its cost, then the next one, as long as money,
sales and notes can pay; then the food and energy to run everything. Playouts are made of it, so it
looks at dots and prices only, a few microseconds a seat.
"""

from libc.math cimport exp
from libc.string cimport memset

from wonai._core.rng cimport RngC, next_random, random_below
from wonai._core.types cimport MAX_MOVES, MAX_SEATS, int8_t, int16_t, int32_t, move_t, uint8_t, uint64_t
from wonai._core.won.bloc cimport dots_joining, full_dots, is_clash, near_set, shown_to
from wonai._core.won.market cimport buy_price, can_take_note, note_value, sell_price
from wonai._core.won.moves cimport list_moves, can_carry_out
from wonai._core.won.production cimport BlocC, MAX_BLOCS, RunsC, list_blocs, run_move, solve_production
from wonai._core.won.apply cimport score_of, winner_set
from wonai._core.won.state cimport (
    ACCEPT, BUILD, BUY, CUBE_BITS, DEVELOP, DONE, DRAFT, DRAFT_PACKAGE, FACE_SHIFT, FINAL_TRADE, FLAG, FORCED_SHIFT, HEX_SHIFT, MONEY,
    N_COLOURS, N_EDGES, N_GOODS, N_HEXES, N_INDUSTRIES, N_PACKAGES, NO_HEX, NO_SEAT, NOTE_REPAY, NOTE_TAKE, NOTES, OVER, PASS, PLACE,
    PRODUCE, PackageC, REJECT, SELL, SETTLE, StateC, TRADE, TablesC, TouchC, add_flags, add_goods, can_pay, face_of, first_hex,
    hex_bit, hex_move, hex_of, hexset_t, kind_of, n_hexes, own, package_of, put_tile,
)

cdef enum:
    MAX_PLANNED = 6                   # builds of one seat in one round

# How the quick plan sees the game: opinions, not rules. Dollars unless said otherwise.
cdef double BUILDS_A_ROUND = 3.2      # by the busiest seat; what is left of its flags sets the clock
cdef double OPEN_SIDE = 0.10          # dots that a partial dot towards an empty hex will once be worth
cdef double LATER = 0.85              # what the income of a later round counts against this one's
cdef double LEAST_GAIN = 2.0          # of a build, above its cost
cdef double NOTE_COST = 1.35          # a borrowed dollar costs so much
cdef double VP_SPREAD = 9.0           # VP lead that multiplies the odds of winning by e


cdef double vp_in_money(const TablesC* t) noexcept nogil:
    return t.money_per_vp


cdef double rounds_left(const StateC* s, const TablesC* t) noexcept nogil:
    """Production phases still to come, this round's included, as the supplies let one guess."""
    cdef int seat, industry, fewest = 1 << 20, n_empty = 0, n_free = n_hexes(t.playable), left
    cdef double rounds
    if s.phase == FINAL_TRADE or s.phase == SETTLE or s.phase == OVER:
        return 0
    if s.ending:
        return 1
    for seat in range(t.n_seats):
        fewest = min(fewest, s.flags[seat])
        n_free -= n_hexes(s.owned[seat])
    rounds = min(fewest / BUILDS_A_ROUND, n_free / (BUILDS_A_ROUND * 0.8 * t.n_seats))
    left = 0
    for industry in range(N_COLOURS):
        left += s.stacks[industry]
    rounds = min(rounds, left / (BUILDS_A_ROUND * 0.8 * t.n_seats))
    rounds = min(rounds + 0.7, <double>(t.round_limit - s.round + 1))
    return max(rounds, 1.0)


cdef inline double mid_price(const StateC* s, const TablesC* t, int good) noexcept nogil:
    return 0.5 * (buy_price(s, t, good) + sell_price(s, t, good))


cdef inline double product_price(const StateC* s, const TablesC* t, int colour, int dots) noexcept nogil:
    """What a cube brings when `dots` of them are sold down the track."""
    cdef int good = t.product[colour], level
    if good == MONEY:
        return t.per_dot[colour]
    level = min(s.levels[good] + dots // 2, <int>t.wells[good])
    return 0.35 * t.buy[good][s.levels[good]] + 0.65 * t.sell[good][level]


cdef inline double income_weight(double rounds) noexcept nogil:
    """Rounds of income, later ones counting less."""
    cdef double total = 0, weight = 1
    while rounds > 0:
        total += weight * min(rounds, 1.0)
        weight *= LATER
        rounds -= 1
    return total


cdef struct SiteC:                    # a tile that could be built
    double gain                       # dollars above its cost
    int place
    int face
    bint needs_flag


cdef double open_sides(const StateC* s, const TablesC* t, int place, int face, hexset_t free) noexcept nogil:
    """Partial dots that look at hexes where a like tile could still come."""
    cdef int edge, colour = t.section[face][0], half = t.half[face][colour], third = t.third[face][colour]
    cdef double n = 0
    for edge in range(N_EDGES):
        if (free >> t.neighbour[place][edge]) & 1:
            n += (half >> edge) & 1
            n += 0.4 * ((third >> edge) & 1) + 0.4 * ((third >> ((edge + 5) % N_EDGES)) & 1)
    return n


cdef void best_site_of(
    const StateC* s, const TablesC* t, int seat, int industry, hexset_t places, hexset_t free, double weight,
    double* best_income, SiteC* site,
) noexcept nogil:
    """Where and how a tile of this industry adds most to the seat's income."""
    cdef int colour = t.section[t.first_face[industry]][0], place, face, dots
    cdef hexset_t own_like = s.owned[seat] & s.colour[colour], rest = places
    cdef double income, price = product_price(s, t, colour, 2)
    cdef double food = mid_price(s, t, 0) * t.feed_cost[colour][0]
    cdef double energy = mid_price(s, t, 1) * t.power_cost[colour][1]
    cdef TouchC seen
    cdef bint is_near
    while rest:
        place = first_hex(rest)
        rest &= rest - 1
        is_near = (t.near[place] & own_like) != 0
        if own_like and not is_near and site.place != NO_HEX:
            continue                  # one place apart from the like tiles is enough to look at
        seen = shown_to(s, t, place)
        for face in range(t.first_face[industry], t.first_face[industry] + t.n_rotations[industry]):
            if is_clash(t, seen, face):
                continue
            dots = joined_dots(s, t, own_like, place, face, colour)
            income = dots * price - food + OPEN_SIDE * open_sides(s, t, place, face, free) * price
            if not is_near or dots <= t.centre[face][colour]:
                income -= energy
            if income > best_income[0]:
                best_income[0] = income
                site.place = place
                site.face = face


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


cdef double cube_cost(const StateC* s, const TablesC* t, int good, int bought) noexcept nogil:
    """The price of a cube after `bought` others of its kind."""
    return t.buy[good][max(<int>s.levels[good] - bought, 0)]


cdef double goods_cost(
    const StateC* s, const TablesC* t, int seat, const int16_t* want, const int8_t* cost, int times, double* cash,
) noexcept nogil:
    """What `times` this cost is worth on top of what is wanted already; `cash` gets the part to be bought."""
    cdef int good, k, have
    cdef double worth = 0
    cash[0] = 0
    for good in range(N_GOODS):
        for k in range(cost[good] * times):
            have = s.goods[seat][good] - want[good] - k
            if have > 0:
                worth += sell_price(s, t, good)
            else:
                worth += cube_cost(s, t, good, -have)
                cash[0] += cube_cost(s, t, good, -have)
    return worth


cdef void find_site(
    const StateC* s, const TablesC* t, int seat, const int16_t* want, double weight, bint can_buy, double cash, SiteC* best, double* spent,
) noexcept nogil:
    """The build with the largest gain that `cash` (or, where nothing can be bought, the goods at hand) allows."""
    cdef hexset_t owned = 0, flagged = s.owned[seat] & ~s.tiles, frontier = 0, free, places
    cdef int k, industry, good
    cdef double income, cost, price, flag_price
    cdef SiteC site
    cdef int16_t with_flag[N_GOODS]
    cdef bint needs_flag
    best.place = NO_HEX
    best.gain = LEAST_GAIN
    spent[0] = 0
    for k in range(t.n_seats):
        owned |= s.owned[k]
    free = t.playable & ~owned
    if s.flags[seat] > 0:
        frontier = near_set(t, s.owned[seat]) & free
    for industry in range(N_COLOURS):
        if not s.stacks[industry]:
            continue
        for needs_flag in range(2):
            places = frontier if needs_flag else flagged
            if not places:
                continue
            for good in range(N_GOODS):
                with_flag[good] = want[good]
            flag_price = 0
            cost = 0
            if needs_flag:
                cost = goods_cost(s, t, seat, want, t.flag_cost, 1, &flag_price)
                for good in range(N_GOODS):
                    with_flag[good] += t.flag_cost[good]
            cost += goods_cost(s, t, seat, with_flag, t.build_cost[industry], 1, &price)
            price += flag_price
            if price > cash if can_buy else price > 0:
                continue
            if price > 0 and t.tile_vp * vp_in_money(t) + 3.5 * product_price(s, t, industry, 1) * weight < cost:
                continue
            income = -1000
            site.place = NO_HEX
            best_site_of(s, t, seat, industry, places, free | flagged, weight, &income, &site)
            if site.place == NO_HEX:
                continue
            site.gain = t.tile_vp * vp_in_money(t) + income * weight - cost
            if site.gain > best.gain:
                best[0] = site
                best.needs_flag = needs_flag
                spent[0] = price


cdef int running_needs(const StateC* s, const TablesC* t, int seat, int16_t* need) noexcept nogil:
    """Food and energy to run every bloc that earns its keep."""
    cdef BlocC blocs[MAX_BLOCS]
    cdef int n = list_blocs(s, t, seat, False, blocs), k, good, size, n_run = 0
    cdef double cost
    for k in range(n):
        size = blocs[k].size
        cost = size * t.feed_cost[blocs[k].industry][0] * mid_price(s, t, 0)
        cost += t.power_cost[blocs[k].industry][1] * mid_price(s, t, 1)
        if blocs[k].dots[size] * product_price(s, t, blocs[k].industry, blocs[k].dots[size]) <= cost:
            continue
        n_run += 1
        for good in range(N_GOODS):
            need[good] += t.power_cost[blocs[k].industry][good] + size * t.feed_cost[blocs[k].industry][good]
    return n_run


cdef double sale_value(const StateC* s, const TablesC* t, int good, int n) noexcept nogil:
    """What `n` cubes bring, sold one after another."""
    cdef int k
    cdef double money = 0
    for k in range(n):
        money += t.sell[good][min(s.levels[good] + k, <int>t.wells[good])]
    return money


cdef double credit(const TablesC* t, int notes, int most) noexcept nogil:
    cdef double money = 0
    while notes < most and note_value(t, notes) >= t.note_least:
        money += note_value(t, notes)
        notes += 1
    return money


cdef int note_limit(const TablesC* t, double rounds) noexcept nogil:
    """How deep in debt is sound: growth must have time to pay it back."""
    if rounds < 1.6:
        return 0
    return min(<int>(3.2 * rounds), 12)


cdef void make_plan(const StateC* s, const TablesC* t, int seat, float mood, PlanC* plan) noexcept nogil:
    """The builds and runs worth having this round, as the goods to hold when Trade ends."""
    cdef StateC board = s[0]
    cdef int16_t next_need[N_GOODS]
    cdef SiteC site
    cdef int k, good, deficit, surplus
    cdef double rounds = max(rounds_left(s, t) * mood, 1.0), weight = income_weight(rounds), cash, price, spent
    memset(plan, 0, sizeof(PlanC))
    plan.round = s.round
    plan.max_notes = <int16_t>note_limit(t, rounds)
    board.to_move = <int8_t>seat
    running_needs(&board, t, seat, plan.want)
    cash = s.money[seat] + credit(t, s.notes[seat], plan.max_notes) / NOTE_COST
    for good in range(N_GOODS):
        deficit = plan.want[good] - s.goods[seat][good]
        for k in range(max(deficit, 0)):
            cash -= cube_cost(s, t, good, k)
        cash += 0.9 * sale_value(s, t, good, max(-deficit, 0))
    while plan.n_builds < MAX_PLANNED:
        find_site(&board, t, seat, plan.want, weight, True, cash, &site, &spent)
        if site.place == NO_HEX:
            break
        plan.gain += <float>site.gain
        plan.n_builds += 1
        if site.needs_flag:
            own(&board, t, seat, site.place)
            board.flags[seat] -= 1
            for good in range(N_GOODS):
                plan.want[good] += t.flag_cost[good]
        put_tile(&board, t, site.place, site.face)
        board.stacks[t.industry_of[site.face]] -= 1
        cash -= spent
        for good in range(N_GOODS):
            plan.want[good] += t.build_cost[t.industry_of[site.face]][good]
            plan.want[good] += t.feed_cost[t.section[site.face][0]][good]
        cash -= mid_price(s, t, 0)
    # What the blocs will eat next round is not for sale now; what the builds have joined needs no power of its own.
    memset(next_need, 0, sizeof(next_need))
    if rounds > 1.5:
        running_needs(&board, t, seat, next_need)
        for good in range(N_GOODS):
            plan.reserve[good] = next_need[good]


# --- moves ---------------------------------------------------------------------------------------

cdef move_t best_sale(const StateC* s, const TablesC* t, const int32_t* spare, bint* found) noexcept nogil:
    """Sell what is spare, the dearest first, as many cubes as an action allows."""
    cdef int good, k, best, n = 0, level[N_GOODS], left[N_GOODS]
    cdef move_t move = SELL
    for good in range(N_GOODS):
        level[good] = s.levels[good]
        left[good] = spare[good]
    while n < t.cubes_per_action:
        best = -1
        for good in range(N_GOODS):
            if left[good] > 0 and (best < 0 or t.sell[good][level[good]] > t.sell[best][level[best]]):
                best = good
        if best < 0:
            break
        left[best] -= 1
        level[best] = min(level[best] + 1, <int>t.wells[best])
        move += <move_t>1 << (HEX_SHIFT + CUBE_BITS * best)
        n += 1
    found[0] = n > 0
    return move


cdef move_t best_purchase(const StateC* s, const TablesC* t, const int32_t* lack, bint* found) noexcept nogil:
    """Buy what is missing, the dearest first: it is what others want too."""
    cdef int good, best, n = 0, money = s.money[s.to_move], level[N_GOODS], left[N_GOODS]
    cdef move_t move = BUY
    for good in range(N_GOODS):
        level[good] = s.levels[good]
        left[good] = lack[good]
    while n < t.cubes_per_action:
        best = -1
        for good in range(N_GOODS):
            if left[good] > 0 and t.buy[good][level[good]] <= money:
                if best < 0 or left[good] * t.buy[good][level[good]] > left[best] * t.buy[best][level[best]]:
                    best = good
        if best < 0:
            break
        money -= t.buy[best][level[best]]
        left[best] -= 1
        level[best] = max(level[best] - 1, 0)
        move += <move_t>1 << (HEX_SHIFT + CUBE_BITS * best)
        n += 1
    found[0] = n > 0
    return move


cdef bint is_repaying_worth(const StateC* s, const TablesC* t, int seat) noexcept nogil:
    """At the end: whether paying back one or more notes gains a point, rounding included."""
    cdef int n, money = s.money[seat], best = 0, score
    for n in range(1, s.notes[seat] + 1):
        if n * t.note_repay > money:
            break
        score = (money - n * t.note_repay) // t.money_per_vp - money // t.money_per_vp - t.note_vp * n
        best = max(best, score)
    return best > 0


cdef move_t answer_offer(const StateC* s, const TablesC* t) noexcept nogil:
    """A deal is good that gains a few dollars at barter prices."""
    cdef int good
    cdef double gain = s.offer.give[MONEY] - s.offer.get[MONEY] - (s.offer.give[NOTES] - s.offer.get[NOTES]) * 26.0
    for good in range(N_GOODS):
        gain += (s.offer.give[good] - s.offer.get[good]) * mid_price(s, t, good)
    return ACCEPT if gain >= 4 and can_carry_out(s, t, &s.offer) else REJECT


cdef move_t trade_move(const StateC* s, const TablesC* t, const PlanC* plan) noexcept nogil:
    cdef int32_t lack[N_GOODS]
    cdef int32_t spare[N_GOODS]
    cdef int good, seat = s.to_move, n_lack = 0
    cdef bint found = False, can_act = s.actions < t.action_limit
    cdef move_t move
    if not can_act:
        return PASS
    for good in range(N_GOODS):
        lack[good] = max(plan.want[good] - s.goods[seat][good], 0)
        spare[good] = max(s.goods[seat][good] - plan.want[good] - plan.reserve[good], 0)
        n_lack += lack[good]
    if n_lack:
        move = best_purchase(s, t, lack, &found)
        if found:
            return move
        move = best_sale(s, t, spare, &found)
        if found:
            return move
        if s.notes[seat] < plan.max_notes and can_take_note(s, t, seat):
            return NOTE_TAKE
        for good in range(N_GOODS):   # what the next round needs can wait
            spare[good] = max(s.goods[seat][good] - plan.want[good], 0)
    move = best_sale(s, t, spare, &found)
    if found:
        return move
    if s.notes[seat] and s.money[seat] >= 2 * t.note_repay and (t.note_interest or rounds_left(s, t) < 2):
        return NOTE_REPAY
    return PASS


cdef move_t final_trade_move(const StateC* s, const TablesC* t) noexcept nogil:
    cdef bint found = False
    cdef move_t move = best_sale(s, t, s.goods[s.to_move], &found)
    if found and s.actions < t.action_limit:
        return move
    if is_repaying_worth(s, t, s.to_move):
        return NOTE_REPAY
    return PASS


cdef move_t develop_move(const StateC* s, const TablesC* t, float mood) noexcept nogil:
    """The best build the goods at hand allow, leaving the food and energy to run; its flag first."""
    cdef move_t moves[MAX_MOVES]
    cdef int16_t want[N_GOODS]
    cdef SiteC site
    cdef double spent
    if s.is_splitting or s.n_lifted:
        list_moves(s, t, moves)
        return moves[0]
    memset(want, 0, sizeof(want))
    running_needs(s, t, s.to_move, want)
    find_site(s, t, s.to_move, want, income_weight(max(rounds_left(s, t) * mood, 1.0)), False, 0, &site, &spent)
    if site.place == NO_HEX:
        memset(want, 0, sizeof(want))
        find_site(s, t, s.to_move, want, income_weight(max(rounds_left(s, t) * mood, 1.0)), False, 0, &site, &spent)
    if site.place == NO_HEX:
        return PASS
    if site.needs_flag:
        return hex_move(FLAG, site.place)
    return hex_move(BUILD, site.place) | (<move_t>site.face << FACE_SHIFT)


cdef move_t produce_move(const StateC* s, const TablesC* t) noexcept nogil:
    cdef BlocC blocs[MAX_BLOCS]
    cdef RunsC runs
    cdef double price[N_GOODS]
    cdef int n = list_blocs(s, t, s.to_move, True, blocs), k, good
    for good in range(N_GOODS):
        price[good] = mid_price(s, t, good)
    solve_production(s, t, s.to_move, blocs, n, price, &runs)
    for k in range(n):
        if runs.is_run[k]:
            return run_move(s, t, &blocs[k], runs.fed[k], runs.with_ore[k])
    return DONE


cdef double package_worth(const StateC* s, const TablesC* t, int package, RngC* rng) noexcept nogil:
    """Cubes and money at opening prices, tiles by what they earn; a seat without tiles wants some."""
    cdef const PackageC* p = &t.packages[package]
    cdef int k, n
    cdef double worth = p.money
    for k in range(N_GOODS):
        worth += p.goods[k] * mid_price(s, t, k)
    for k in range(N_COLOURS):
        n = p.tiles[k]
        worth += n * (t.tile_vp * vp_in_money(t) + product_price(s, t, k, 1) * (2.2 if s.owned[s.to_move] & s.colour[k] else 1.6))
    return worth * (1 + (random_below(rng, 1000) / 1000.0 - 0.5) * 0.25)


cdef move_t draft_move(const StateC* s, const TablesC* t, RngC* rng) noexcept nogil:
    """The worthiest package, give or take; a starting tile where it completes and promises most dots."""
    cdef move_t moves[MAX_MOVES]
    cdef int n = list_moves(s, t, moves), k, place, face, colour, best = 0
    cdef double worth, best_worth = -1
    cdef hexset_t free = t.playable, mine
    for k in range(t.n_seats):
        free &= ~s.owned[k]
    for k in range(n):
        if kind_of(moves[k]) == DRAFT_PACKAGE:
            worth = package_worth(s, t, package_of(moves[k]), rng)
        else:
            place = hex_of(moves[k])
            face = face_of(moves[k])
            colour = t.section[face][0]
            mine = s.owned[s.to_move] & s.colour[colour]
            worth = 4 * joined_dots(s, t, mine, place, face, colour) + open_sides(s, t, place, face, free)
            worth += 0.3 * n_hexes(t.near[place] & free) + random_below(rng, 1000) / 1000.0
        if worth > best_worth:
            best_worth = worth
            best = k
    return moves[best]


cdef void clear_mind(MindC* mind, const TablesC* t, RngC* rng) noexcept nogil:
    cdef int seat
    memset(mind, 0, sizeof(MindC))
    for seat in range(t.n_seats):
        mind.mood[seat] = <float>(0.8 + random_below(rng, 1000) * 0.0004)


cdef move_t policy_move(const StateC* s, const TablesC* t, MindC* mind, RngC* rng) noexcept nogil:
    """The move of a sensible seat."""
    cdef PlanC* plan = &mind.plans[s.to_move]
    if s.phase == TRADE:
        if s.offer.maker != NO_SEAT:
            return answer_offer(s, t)
        if plan.round != s.round:
            make_plan(s, t, s.to_move, mind.mood[s.to_move], plan)
        return trade_move(s, t, plan)
    if s.phase == DEVELOP:
        return develop_move(s, t, mind.mood[s.to_move])
    if s.phase == PRODUCE:
        return produce_move(s, t)
    if s.phase == FINAL_TRADE:
        return answer_offer(s, t) if s.offer.maker != NO_SEAT else final_trade_move(s, t)
    if s.phase == SETTLE:
        return NOTE_REPAY if is_repaying_worth(s, t, s.to_move) else PASS
    return draft_move(s, t, rng)


# --- worth of a position -------------------------------------------------------------------------

cdef double seat_worth(const StateC* s, const TablesC* t, int seat, double rounds) noexcept nogil:
    """Dollars at the end: tiles, cash, goods as they would sell, income of the rounds left, debts."""
    cdef BlocC blocs[MAX_BLOCS]
    cdef int n, k, good, dots
    cdef double worth = score_of(s, t, seat) * vp_in_money(t) + s.money[seat] % t.money_per_vp, income = 0, net
    for good in range(N_GOODS):
        k = min(s.goods[seat][good], 40)
        worth += sale_value(s, t, good, k) if rounds < 1 else k * 0.5 * (sell_price(s, t, good) + sale_value(s, t, good, k) / max(k, 1))
    if rounds > 0:
        n = list_blocs(s, t, seat, False, blocs)
        for k in range(n):
            dots = blocs[k].dots[blocs[k].size]
            net = dots * product_price(s, t, blocs[k].industry, dots)
            net -= blocs[k].size * t.feed_cost[blocs[k].industry][0] * mid_price(s, t, 0)
            net -= t.power_cost[blocs[k].industry][1] * mid_price(s, t, 1)
            income += max(net, 0.0)
    return worth + income * income_weight(rounds) * 1.3


cdef void evaluate(const StateC* s, const TablesC* t, double* win_share, double* vp) noexcept nogil:
    """Expected final score and chance to win of every seat."""
    cdef int seat, winners
    cdef double rounds = rounds_left(s, t), best = -1e9, total = 0
    if s.phase == OVER:
        winners = winner_set(s, t)
        for seat in range(t.n_seats):
            vp[seat] = score_of(s, t, seat)
            win_share[seat] = (winners >> seat) & 1
            total += win_share[seat]
    else:
        for seat in range(t.n_seats):
            vp[seat] = seat_worth(s, t, seat, rounds) / vp_in_money(t)
            best = max(best, vp[seat])
        for seat in range(t.n_seats):
            win_share[seat] = exp((vp[seat] - best) / VP_SPREAD)
            total += win_share[seat]
    for seat in range(t.n_seats):
        win_share[seat] /= total
