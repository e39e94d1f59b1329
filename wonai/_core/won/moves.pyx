"""Legal moves: every one but barter offers, in plain ASCII order of their texts.

The kinds are listed in the order of their words, tiles, goods and packages in the order of their
names, hexes in board order; so no list is ever sorted.
"""

from libc.string cimport memset

from wonai._core.types cimport int32_t, move_t, uint32_t, uint64_t
from wonai._core.won.bloc cimport bloc_around, is_clash, near_set, shown_to
from wonai._core.won.market cimport can_raise, can_take_note
from wonai._core.won.state cimport (
    ACCEPT, AUTOMATE, BUILD, BUY, DEVELOP, DONE, DRAFT, DRAFT_PACKAGE, DROP, FACE_SHIFT, FED_SHIFT, FEW_CUBES, FINAL_TRADE,
    FLAG, FORCED_SHIFT, HEX_SHIFT, LIFT, MAX_CUBES, MONEY, MixC, N_COLOURS, N_GOODS, N_HEXES, N_INDUSTRIES, N_PACKAGES, NO_FACE, NO_HEX, NO_SEAT, NOTE_REPAY,
    NOTE_TAKE, NOTES, ORE_SHIFT, OfferC, PASS, PLACE, PRODUCE, REJECT, RUN, SECTION_SHIFT, SELL, SETTLE, StateC, TOKEN,
    TRADE, TablesC, TouchC, can_pay, first_hex, hex_bit, hex_move, hexset_t, n_hexes,
)

cdef hexset_t all_owned(const StateC* s, const TablesC* t) noexcept nogil:
    """Hexes with any flag; tiles carry one."""
    cdef hexset_t owned = 0
    cdef int seat
    for seat in range(t.n_seats):
        owned |= s.owned[seat]
    return owned


# --- draft ---------------------------------------------------------------------------------------

cdef hexset_t starting_places(const StateC* s, const TablesC* t) noexcept nogil:
    """Where a starting tile may go, conflicts apart: empty hexes, next to the seat's own tiles (S1)."""
    cdef hexset_t free = t.playable & ~all_owned(s, t)
    cdef hexset_t group = s.owned[s.to_move] & s.tiles
    if s.flags[s.to_move] == 0:
        return 0
    return free & near_set(t, group) if group else free


cdef bint has_place(const StateC* s, const TablesC* t) noexcept nogil:
    """Whether any tile still to be placed has a legal placement (S2, C3)."""
    cdef hexset_t free = starting_places(s, t)
    cdef TouchC seen
    cdef int industry
    while free:
        seen = shown_to(s, t, first_hex(free))
        free &= free - 1
        for industry in range(N_INDUSTRIES):
            if s.to_place[industry]:
                if t.faces_of[industry] & ~seen.clashing:
                    return True
    return False


cdef inline int list_faces(
    const TablesC* t, TouchC seen, int kind, int place, int industry, bint can_force, move_t* out,
) noexcept nogil:
    """Every rotation of a tile on a hex: without conflict as it is, with one forced if that can be paid."""
    cdef move_t move = hex_move(kind, place)
    cdef uint32_t faces = t.faces_of[industry]
    cdef int n = 0, face
    if not can_force:
        faces &= ~seen.clashing
    while faces:
        face = first_hex(faces)
        faces &= faces - 1
        out[n] = move | (<move_t>face << FACE_SHIFT) | (<move_t>is_clash(t, seen, face) << FORCED_SHIFT)
        n += 1
    return n


cdef inline int look_around(const StateC* s, const TablesC* t, hexset_t places, TouchC* seen) noexcept nogil:
    """What each of these hexes is shown, in board order."""
    cdef int n = 0
    while places:
        seen[n] = shown_to(s, t, first_hex(places))
        places &= places - 1
        n += 1
    return n


cdef inline int list_tiles(
    const TablesC* t, const TouchC* seen, int kind, hexset_t places, int industry, bint can_force, move_t* out,
) noexcept nogil:
    """One industry on each of these hexes."""
    cdef int n = 0, k = 0
    while places:
        n += list_faces(t, seen[k], kind, first_hex(places), industry, can_force, out + n)
        places &= places - 1
        k += 1
    return n


cdef int list_draft(const StateC* s, const TablesC* t, move_t* out) noexcept nogil:
    cdef TouchC seen[N_HEXES]
    cdef hexset_t places
    cdef int n = 0, k, package, industry
    cdef bint is_placing = False
    for industry in range(N_INDUSTRIES):
        is_placing |= s.to_place[industry] != 0
    if is_placing:
        places = starting_places(s, t)
        look_around(s, t, places, seen)
        for k in range(N_INDUSTRIES):
            industry = t.industry_order[k]
            if s.to_place[industry]:
                n += list_tiles(t, seen, PLACE, places, industry, False, out + n)
        return n
    for k in range(N_PACKAGES):
        package = t.package_order[k]
        if ((t.draft_kind[s.draft_round - 1] & ~s.taken) >> package) & 1:
            out[n] = <move_t>DRAFT_PACKAGE | (<move_t>package << HEX_SHIFT)
            n += 1
    return n


# --- trade ---------------------------------------------------------------------------------------

cdef bint can_give(const StateC* s, const TablesC* t, int seat, const int32_t* assets) noexcept nogil:
    """C18: the cubes and notes at hand, the money at hand or to be borrowed."""
    cdef int good
    for good in range(N_GOODS):
        if s.goods[seat][good] < assets[good]:
            return False
    return s.notes[seat] >= assets[NOTES] and can_raise(s, t, seat, assets[MONEY])


cdef bint can_carry_out(const StateC* s, const TablesC* t, const OfferC* offer) noexcept nogil:
    return can_give(s, t, offer.maker, offer.give) and can_give(s, t, offer.partner, offer.get)


cdef bint can_offer(const StateC* s, const TablesC* t, const OfferC* offer) noexcept nogil:
    """Whether the seat to move may make this offer now (T1, T2, T4)."""
    cdef int asset
    cdef bint is_empty = True
    if s.phase not in (TRADE, FINAL_TRADE) or s.offer.maker != NO_SEAT:
        return False
    if offer.maker != s.to_move or offer.partner == offer.maker or not 0 <= offer.partner < t.n_seats:
        return False
    for asset in range(NOTES + 1):
        is_empty = is_empty and offer.give[asset] == 0 and offer.get[asset] == 0
    return (
        not is_empty and s.offers < t.offers_per_action and s.actions < t.action_limit and can_carry_out(s, t, offer)
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


cdef inline int list_cubes(const StateC* s, const TablesC* t, int kind, move_t* out) noexcept nogil:
    """All purchases (sales) of one action."""
    cdef int n = 0, k, good, money = s.money[s.to_move]
    cdef const int32_t* goods = s.goods[s.to_move]
    if t.cubes_per_action > 1:
        return list_purchases(s, t, out) if kind == BUY else list_sales(s, t, out)
    # Written always, kept by the count: half of these branches would be guessed wrong.
    for k in range(N_GOODS):
        good = t.good_order[k]
        out[n] = t.buy_one[k] if kind == BUY else t.sell_one[k]
        n += t.buy[good][s.levels[good]] <= money if kind == BUY else goods[good] > 0
    return n


cdef inline int list_notes(const StateC* s, const TablesC* t, bint may_take, move_t* out) noexcept nogil:
    cdef int n = 0, seat = s.to_move
    out[n] = NOTE_REPAY
    n += (s.notes[seat] > 0) & (s.money[seat] >= t.note_repay)
    out[n] = NOTE_TAKE
    n += may_take & can_take_note(s, t, seat)
    return n


cdef int list_notes_and_pass(const StateC* s, const TablesC* t, move_t* out) noexcept nogil:
    """What a seat in the Trade phase can do besides trading."""
    cdef int n = list_notes(s, t, True, out)
    out[n] = PASS
    return n + 1


cdef int list_trade(const StateC* s, const TablesC* t, move_t* out) noexcept nogil:
    cdef int n = 0
    cdef bint may_act = s.actions < t.action_limit
    if s.offer.maker != NO_SEAT:
        if can_carry_out(s, t, &s.offer):
            out[n] = ACCEPT
            n += 1
        n += list_notes(s, t, True, out + n)
        out[n] = REJECT
        return n + 1
    if may_act:
        n += list_cubes(s, t, BUY, out + n)
    n += list_notes_and_pass(s, t, out + n)
    if may_act:
        n += list_cubes(s, t, SELL, out + n)
    return n


# --- develop -------------------------------------------------------------------------------------

cdef inline move_t section_move(const StateC* s, const TablesC* t, int kind, int place, int slot) noexcept nogil:
    """A move on the bloc whose first hex this is; the section is named on a tile with two."""
    cdef move_t move = hex_move(kind, place)
    if t.n_sections[s.face[place]] > 1:
        move |= <move_t>(slot + 1) << SECTION_SHIFT
    return move


cdef int list_automations(const StateC* s, const TablesC* t, move_t* out) noexcept nogil:
    cdef hexset_t tiles = s.owned[s.to_move] & s.tiles
    cdef hexset_t seen[N_COLOURS]                 # tiles of the blocs found so far
    cdef int n = 0, place, slot, colour
    memset(seen, 0, sizeof(seen))
    while tiles:
        place = first_hex(tiles)
        tiles &= tiles - 1
        for slot in range(t.n_sections[s.face[place]]):
            colour = t.section[s.face[place]][slot]
            if (seen[colour] >> place) & 1:
                continue
            seen[colour] |= bloc_around(s, t, s.to_move, place, colour)
            out[n] = section_move(s, t, AUTOMATE, place, slot)
            n += s.tokens[place][slot] == 0
    return n


cdef bint can_force_build(const StateC* s, const TablesC* t, int industry) noexcept nogil:
    """Whether the seat to move has what the tile and forcing it cost together."""
    cdef int good
    for good in range(N_GOODS):
        if s.goods[s.to_move][good] < t.build_cost[industry][good] + t.force_cost[good]:
            return False
    return True


cdef int list_builds(const StateC* s, const TablesC* t, move_t* out) noexcept nogil:
    cdef TouchC seen[N_HEXES]
    cdef hexset_t places = s.owned[s.to_move] & ~s.tiles
    cdef int n = 0, k, industry
    cdef bint is_ready = False
    if not places:
        return 0
    for k in range(N_INDUSTRIES):
        industry = t.industry_order[k]
        if not s.stacks[industry] or not can_pay(s, s.to_move, t.build_cost[industry]):
            continue
        if not is_ready:
            look_around(s, t, places, seen)
            is_ready = True
        n += list_tiles(t, seen, BUILD, places, industry, can_force_build(s, t, industry), out + n)
    return n


cdef inline int list_on(int kind, hexset_t places, move_t* out) noexcept nogil:
    cdef int n = 0
    while places:
        out[n] = hex_move(kind, first_hex(places))
        places &= places - 1
        n += 1
    return n


cdef int list_drops(const StateC* s, const TablesC* t, move_t* out) noexcept nogil:
    """Where the tiles in the air may go; one that has no place goes, unpaid, where the Move left a hole (D2)."""
    cdef TouchC seen[N_HEXES]
    cdef hexset_t owned = all_owned(s, t), holes = 0
    cdef hexset_t places = t.playable & (~owned | (s.owned[s.to_move] & ~s.tiles))
    cdef hexset_t rest
    cdef int n = 0, k, industry, found, face
    cdef bint in_air[N_INDUSTRIES]
    cdef bint can_force = can_pay(s, s.to_move, t.force_cost)
    for industry in range(N_INDUSTRIES):
        in_air[industry] = False
    for k in range(s.n_lifted):
        holes |= hex_bit(s.lifted_from[k])
        if s.lifted_to[k] == NO_HEX:
            in_air[s.lifted_industry[k]] = True
    look_around(s, t, places, seen)
    for k in range(N_INDUSTRIES):
        industry = t.industry_order[k]
        if not in_air[industry]:
            continue
        found = list_tiles(t, seen, DROP, places, industry, can_force, out + n)
        if not found:
            rest = holes & ~owned
            while rest:
                for face in range(t.first_face[industry], t.first_face[industry] + t.n_rotations[industry]):
                    out[n + found] = hex_move(DROP, first_hex(rest)) | (<move_t>face << FACE_SHIFT)
                    found += 1
                rest &= rest - 1
        n += found
    return n


cdef int list_token_choices(const StateC* s, const TablesC* t, move_t* out) noexcept nogil:
    """Only the first broken bloc is settled now (C22)."""
    cdef hexset_t among = s.broken_hexes[0]
    cdef int n = 0, place
    while among:
        place = first_hex(among)
        among &= among - 1
        out[n] = section_move(s, t, TOKEN, place, 0 if t.section[s.face[place]][0] == s.broken_industry[0] else 1)
        n += 1
    return n


cdef int list_develop(const StateC* s, const TablesC* t, move_t* out) noexcept nogil:
    cdef int n = 0, seat = s.to_move
    if s.is_splitting:
        return list_token_choices(s, t, out)
    if s.n_lifted:
        n = list_drops(s, t, out)
        if not s.n_dropped and s.n_lifted < t.max_lifted:
            n += list_on(LIFT, s.owned[seat] & s.tiles, out + n)
        return n
    if can_pay(s, seat, t.automate_cost):
        n += list_automations(s, t, out)
    n += list_builds(s, t, out + n)
    return n + list_flags_lifts_pass(s, t, out + n)


cdef int list_flags_lifts_pass(const StateC* s, const TablesC* t, move_t* out) noexcept nogil:
    cdef int n = 0, seat = s.to_move
    if s.flags[seat] and can_pay(s, seat, t.flag_cost):
        n += list_on(FLAG, near_set(t, s.owned[seat]) & t.playable & ~all_owned(s, t), out)
    if can_pay(s, seat, t.move_cost):
        n += list_on(LIFT, s.owned[seat] & s.tiles, out + n)
    out[n] = PASS
    return n + 1


cdef int list_develop_but_builds(const StateC* s, const TablesC* t, move_t* out) noexcept nogil:
    """For sampling, in no particular order; no Move is under way."""
    cdef int n = list_flags_lifts_pass(s, t, out)
    return n + list_automations(s, t, out + n) if can_pay(s, s.to_move, t.automate_cost) else n


# --- produce, settle -----------------------------------------------------------------------------

cdef inline bint can_run(
    const StateC* s, const TablesC* t, int colour, int n_fed, bint with_ore,
) noexcept nogil:
    """Power for the bloc and food for `n_fed` tiles, or ore for all of it."""
    cdef const int32_t* goods = s.goods[s.to_move]
    cdef int good, cost
    for good in range(N_GOODS):
        cost = t.power_cost[colour][good] + (t.ore_cost[good] if with_ore else t.feed_cost[colour][good] * n_fed)
        if goods[good] < cost:
            return False
    return True


cdef inline int most_fed(const StateC* s, const TablesC* t, int colour, int size) noexcept nogil:
    """How many of `size` tiles the seat to move can feed, with the bloc powered; -1 if it cannot be."""
    while size >= 0 and not can_run(s, t, colour, size, False):
        size -= 1
    return size


cdef int list_runs(const StateC* s, const TablesC* t, move_t* out) noexcept nogil:
    cdef hexset_t tiles = 0, bloc
    cdef hexset_t seen[N_COLOURS]                 # tiles of the blocs found so far
    cdef int n = 0, place, slot, colour, size, most, ten, fed
    cdef move_t run
    for colour in range(N_COLOURS):
        seen[colour] = 0
        if s.owned[s.to_move] & s.colour[colour]:
            if can_run(s, t, colour, 0, False):
                tiles |= s.owned[s.to_move] & s.colour[colour]
            else:
                seen[colour] = s.colour[colour]
    while tiles:
        place = first_hex(tiles)
        tiles &= tiles - 1
        for slot in range(t.n_sections[s.face[place]]):
            colour = t.section[s.face[place]][slot]
            if (seen[colour] >> place) & 1:
                continue
            bloc = bloc_around(s, t, s.to_move, place, colour)
            seen[colour] |= bloc
            if (s.ran_hexes[slot] >> place) & 1:
                continue
            size = n_hexes(bloc)
            run = section_move(s, t, RUN, place, slot)
            most = most_fed(s, t, colour, size)
            out[n] = run
            n += most == size
            if not t.is_fed[colour]:
                continue
            most = min(most, size - 1)
            for ten in range(1, min(most + 1, 10)):   # 1, 10, 11, ..., 2, 20, ...: the order of the texts
                out[n] = run | (<move_t>ten << FED_SHIFT)
                n += 1
                for fed in range(10 * ten, min(10 * ten + 10, most + 1)):
                    out[n] = run | (<move_t>fed << FED_SHIFT)
                    n += 1
            if s.tokens[place][slot] and can_run(s, t, colour, 0, True):
                out[n] = run | (<move_t>1 << ORE_SHIFT)
                n += 1
    return n


cdef int list_moves(const StateC* s, const TablesC* t, move_t* out) noexcept nogil:
    """Fill `out` (MAX_MOVES) and say how many; none when the game is over."""
    cdef int n
    if s.phase == TRADE or s.phase == FINAL_TRADE:
        return list_trade(s, t, out)
    if s.phase == PRODUCE:
        out[0] = DONE
        return 1 + list_runs(s, t, out + 1)
    if s.phase == DEVELOP:
        return list_develop(s, t, out)
    if s.phase == DRAFT:
        return list_draft(s, t, out)
    if s.phase == SETTLE:
        n = list_notes(s, t, False, out)
        out[n] = PASS
        return n + 1
    return 0
