"""A sensible seat: makes a plan for the round and follows it, one move after the other."""

from wonai._core.rng cimport random_below
from wonai._core.types cimport MAX_MOVES, int32_t
from wonai._core.won.bloc cimport is_clash, near_set, shown_to
from wonai._core.won.market cimport can_take_note
from wonai._core.won.moves cimport can_carry_out, list_moves
from wonai._core.won.offers cimport best_offer, deal_gain
from wonai._core.won.outlook cimport mid_price
from wonai._core.won.plan cimport ShapeC, foresee, free_hexes, make_plan, should_end, usual_shape
from wonai._core.won.production cimport BlocC, MAX_BLOCS, RunsC, list_blocs, run_move, solve_production
from wonai._core.won.state cimport (
    ACCEPT, BUILD, BUY, CUBE_BITS, DEVELOP, DONE, DRAFT_PACKAGE, DROP, FACE_SHIFT, FINAL_TRADE, FLAG, FORCED_SHIFT, HEX_SHIFT, LIFT, MONEY,
    N_GOODS, N_INDUSTRIES, NO_SEAT, NOTE_REPAY, NOTE_TAKE, PASS, PRODUCE, PackageC, REJECT, SELL, SETTLE, TRADE,
    can_pay, face_of, first_hex, hex_bit, hex_move, hex_of, hexset_t, is_forced, kind_of, n_hexes, package_of,
)
from wonai._core.won.weights cimport DEAL_GAIN, DRAFT_CASH, DRAFT_NOISE, LIKE_ROUNDS, TILE_ROUNDS
from wonai._core.won.worth cimport dots_if_laid, open_sides


# --- trade ---------------------------------------------------------------------------------------

cdef move_t best_sale(const StateC* s, const TablesC* t, const int32_t* spare, bint* found) noexcept nogil:
    """Sell what is spare, the dearest first, as many cubes as an action allows."""
    cdef int good, best, n = 0, level[N_GOODS], left[N_GOODS]
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
    cdef int n, money = s.money[seat], score
    for n in range(1, s.notes[seat] + 1):
        if n * t.note_repay > money:
            break
        score = (money - n * t.note_repay) // t.money_per_vp - money // t.money_per_vp - t.note_vp * n
        if score > 0:
            return True
    return False


cdef move_t answer_offer(const StateC* s, const TablesC* t, const MindC* mind) noexcept nogil:
    """A deal is good that gains enough."""
    cdef double gain = deal_gain(s, t, &mind.plans[s.to_move], s.to_move)
    return ACCEPT if gain >= mind.weights[s.to_move][DEAL_GAIN] and can_carry_out(s, t, &s.offer) else REJECT


cdef move_t trade_move(const StateC* s, const TablesC* t, MindC* mind) noexcept nogil:
    """A deal, then purchases, then sales, then notes; what the plan leaves over is sold."""
    cdef const PlanC* plan = &mind.plans[s.to_move]
    cdef int32_t lack[N_GOODS]
    cdef int32_t spare[N_GOODS]
    cdef int good, seat = s.to_move, n_lack = 0
    cdef bint found = False
    cdef move_t move
    if s.actions >= t.action_limit:
        return PASS
    move = best_offer(s, t, mind)
    if move:
        return move
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
    if s.notes[seat] > plan.max_notes and s.money[seat] >= t.note_repay:
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


# --- develop and produce -------------------------------------------------------------------------

cdef int loosest_tile(const StateC* s, const TablesC* t, int seat) noexcept nogil:
    """A tile of the smallest bloc: moving it away costs least."""
    cdef BlocC blocs[MAX_BLOCS]
    cdef int n = list_blocs(s, t, seat, False, blocs), k, best = 0
    for k in range(1, n):
        if blocs[k].size < blocs[best].size:
            best = k
    return first_hex(blocs[best].hexes if n else s.owned[seat] & s.tiles)


cdef move_t put_down(const StateC* s, const TablesC* t) noexcept nogil:
    """Of a Move under way: to a hex that the tile did not come from, where there is one; no more tiles are lifted."""
    cdef move_t moves[MAX_MOVES]
    cdef int n = list_moves(s, t, moves), k, best = 0, rank, best_rank = -1
    for k in range(n):
        rank = 0
        if kind_of(moves[k]) == DROP:
            rank = 1
            if hex_of(moves[k]) != s.lifted_from[0]:
                rank = 2 if is_forced(moves[k]) else 3
        if rank > best_rank:
            best_rank = rank
            best = k
    return moves[best]


cdef bint planned_build(const StateC* s, const TablesC* t, const PlanC* plan, move_t* move) noexcept nogil:
    """The first build of the plan that can still be made with the goods at hand; its flag first."""
    cdef int k, j, good, seat = s.to_move, place, face, need
    cdef hexset_t taken = 0, places
    cdef bint is_flagged, can, is_clashing
    for k in range(t.n_seats):
        taken |= s.owned[k]
    for k in range(plan.n_builds):
        place = plan.builds[k].place
        face = plan.builds[k].face
        if s.tiles & hex_bit(place) or s.stacks[t.industry_of[face]] <= 0:
            continue
        is_flagged = (s.owned[seat] >> place) & 1
        if not is_flagged and (taken & hex_bit(place) or not t.near[place] & s.owned[seat] or s.flags[seat] <= 0):
            continue
        is_clashing = is_clash(t, shown_to(s, t, place), face)
        if is_clashing and not plan.builds[k].is_forced:
            continue
        can = True
        for good in range(N_GOODS):
            need = t.build_cost[t.industry_of[face]][good]
            if not is_flagged:
                need += t.flag_cost[good]
            if is_clashing:
                need += t.force_cost[good]
            can = can and s.goods[seat][good] >= need
        if not can:
            continue
        if is_flagged:
            move[0] = hex_move(BUILD, place) | (<move_t>face << FACE_SHIFT) | (<move_t>is_clashing << FORCED_SHIFT)
        else:
            move[0] = hex_move(FLAG, place)
        return True
    if plan.ends_game and s.flags[seat] > 0 and can_pay(s, seat, t.flag_cost):
        places = near_set(t, s.owned[seat]) & t.playable & ~taken
        if places:
            move[0] = hex_move(FLAG, first_hex(places))
            return True
        if t.playable & ~taken and can_pay(s, seat, t.move_cost):
            move[0] = hex_move(LIFT, loosest_tile(s, t, seat))
            return True
    return False


cdef bint can_build_any(const StateC* s, const TablesC* t) noexcept nogil:
    cdef int industry
    for industry in range(N_INDUSTRIES):
        if s.stacks[industry] > 0 and can_pay(s, s.to_move, t.build_cost[industry]):
            return True
    return False


cdef move_t develop_move(const StateC* s, const TablesC* t, MindC* mind) noexcept nogil:
    """What was planned, then what the goods at hand allow."""
    cdef move_t moves[MAX_MOVES]
    cdef move_t move
    cdef int seat = s.to_move
    cdef PlanC* plan = &mind.plans[seat]
    cdef ShapeC shape
    if s.n_lifted:
        return put_down(s, t)
    if s.is_splitting:
        list_moves(s, t, moves)
        return moves[0]
    if plan.round == s.round:
        if planned_build(s, t, plan, &move):
            return move
        if plan.is_final:
            return PASS
    if not can_build_any(s, t):
        return PASS
    shape = usual_shape()
    shape.ends_game = plan.ends_game if plan.round == s.round else False
    shape.ends_game = shape.ends_game or should_end(s, t, seat, mind.weights[seat])
    make_plan(s, t, seat, mind.weights[seat], mind.mood[seat], &shape, plan)
    return move if planned_build(s, t, plan, &move) else <move_t>PASS


cdef move_t produce_move(const StateC* s, const TablesC* t, const double* w) noexcept nogil:
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


# --- draft ---------------------------------------------------------------------------------------

cdef double package_worth(const StateC* s, const TablesC* t, const double* w, int package) noexcept nogil:
    """Cubes and money at opening prices, tiles by what they earn.

    Like tiles are worth more as long as their product still sells; a seat without money needs some to begin.
    """
    cdef const PackageC* p = &t.packages[package]
    cdef int k, slot, face, colour
    cdef double worth = p.money
    for k in range(N_GOODS):
        worth += p.goods[k] * mid_price(s, t, k)
    if s.money[s.to_move] < t.note_value:
        worth *= w[DRAFT_CASH]
    for k in range(N_INDUSTRIES):
        face = t.first_face[k]
        worth += p.tiles[k] * t.tile_vp * t.money_per_vp
        for slot in range(t.n_sections[face]):
            colour = t.section[face][slot]
            worth += p.tiles[k] * draft_price(s, t, colour) * (
                w[LIKE_ROUNDS] if s.owned[s.to_move] & s.colour[colour] else w[TILE_ROUNDS]
            )
    return worth


cdef double draft_price(const StateC* s, const TablesC* t, int colour) noexcept nogil:
    """What a dot brings after what the seat's like tiles will have sold."""
    cdef int level, good = t.product[colour]
    if good == MONEY:
        return t.per_dot[colour]
    level = s.levels[good] + 4 * n_hexes(s.owned[s.to_move] & s.colour[colour])
    level = min(level, <int>t.wells[good])
    return 0.5 * (t.buy[good][level] + t.sell[good][level])


cdef double place_worth(const StateC* s, const TablesC* t, const double* w, move_t move) noexcept nogil:
    """A starting tile where it completes and promises most dots, with room around."""
    cdef int place = hex_of(move), face = face_of(move), slot, colour, k
    cdef hexset_t free = t.playable, like
    cdef double worth
    for k in range(t.n_seats):
        free &= ~s.owned[k]
    worth = 0.3 * n_hexes(t.near[place] & free)
    for slot in range(t.n_sections[face]):
        colour = t.section[face][slot]
        like = s.owned[s.to_move] & s.colour[colour]
        worth += 4 * dots_if_laid(s, t, like, place, face, colour) + open_sides(t, place, face, colour, free)
    return worth


cdef move_t draft_move(const StateC* s, const TablesC* t, const double* w, RngC* rng) noexcept nogil:
    """The worthiest package, give or take; a starting tile on the worthiest place."""
    cdef move_t moves[MAX_MOVES]
    cdef int n = list_moves(s, t, moves), k, best = 0
    cdef double worth, best_worth = -1e9
    for k in range(n):
        if kind_of(moves[k]) == DRAFT_PACKAGE:
            worth = package_worth(s, t, w, package_of(moves[k]))
            worth *= 1 + (random_below(rng, 1000) / 1000.0 - 0.5) * w[DRAFT_NOISE]
        else:
            worth = place_worth(s, t, w, moves[k]) + random_below(rng, 1000) / 1000.0
        if worth > best_worth:
            best_worth = worth
            best = k
    return moves[best]


cdef move_t policy_move(const StateC* s, const TablesC* t, MindC* mind, RngC* rng) noexcept nogil:
    """The move of a sensible seat."""
    cdef const double* w = mind.weights[s.to_move]
    if s.phase == TRADE:
        foresee(s, t, s.to_move, w, mind.mood[s.to_move], &mind.plans[s.to_move])
        return answer_offer(s, t, mind) if s.offer.maker != NO_SEAT else trade_move(s, t, mind)
    if s.phase == DEVELOP:
        return develop_move(s, t, mind)
    if s.phase == PRODUCE:
        return produce_move(s, t, w)
    if s.phase == FINAL_TRADE:
        return answer_offer(s, t, mind) if s.offer.maker != NO_SEAT else final_trade_move(s, t)
    if s.phase == SETTLE:
        return NOTE_REPAY if is_repaying_worth(s, t, s.to_move) else PASS
    return draft_move(s, t, w, rng)
