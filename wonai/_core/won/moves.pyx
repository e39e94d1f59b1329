"""Legal moves: every one but barter offers, in plain ASCII order of their texts.

The kinds are listed in the order of their words, tiles, goods and packages in the order of their
names, hexes in board order; so no list is ever sorted.
"""

from libc.string cimport memset

from wonai._core.types cimport MAX_MOVES, int32_t, move_t, uint8_t, uint32_t
from wonai._core.won.bloc cimport bloc_around, near_set, shown_to
from wonai._core.won.market cimport can_raise, can_repay_note, can_take_note
from wonai._core.won.mixes cimport list_purchases, list_sales
from wonai._core.won.state cimport (
    ACCEPT, AUTOMATE, BUILD, BUY, DEVELOP, DONE, DRAFT, DRAFT_PACKAGE, DROP, FACE_SHIFT, FED_SHIFT, FINAL_TRADE,
    FLAG, FORCED_SHIFT, HEX_SHIFT, LIFT, MONEY, N_COLOURS, N_GOODS, N_HEXES, N_INDUSTRIES, N_PACKAGES, NO_FACE, NO_HEX, NO_SEAT, NOTE_REPAY,
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
    cdef int n = 0, first = t.first_face[industry], n_faces = t.n_rotations[industry]
    cdef uint32_t clashing = seen.clashing >> first, free
    move |= <move_t>first << FACE_SHIFT           # the faces of an industry follow one another
    if can_force:
        for n in range(n_faces):
            out[n] = move | (<move_t>(clashing & 1) << FORCED_SHIFT)
            move += <move_t>1 << FACE_SHIFT
            clashing >>= 1
        return n_faces
    free = t.faces_of[industry] >> first & ~clashing
    while free:
        out[n] = move + (<move_t>first_hex(free) << FACE_SHIFT)
        free &= free - 1
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
    n += can_repay_note(s, t, seat)
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


cdef hexset_t drop_places(const StateC* s, const TablesC* t) noexcept nogil:
    """Where a tile may be put down, conflicts apart: empty hexes and own flags without a tile."""
    return t.playable & (~all_owned(s, t) | (s.owned[s.to_move] & ~s.tiles))


cdef int list_drops(const StateC* s, const TablesC* t, move_t* out) noexcept nogil:
    """Where the tiles in the air may go; one that has no place goes, unpaid, where the Move left a hole (D2)."""
    cdef TouchC seen[N_HEXES]
    cdef hexset_t places = drop_places(s, t), holes = 0, rest
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
            rest = holes & ~all_owned(s, t)
            while rest:
                for face in range(t.first_face[industry], t.first_face[industry] + t.n_rotations[industry]):
                    out[n + found] = hex_move(DROP, first_hex(rest)) | (<move_t>face << FACE_SHIFT)
                    found += 1
                rest &= rest - 1
        n += found
    return n


cdef bint can_lift_more(const StateC* s, const TablesC* t) noexcept nogil:
    """D1: in a Move, before the first tile is put down."""
    return not s.n_dropped and s.n_lifted < t.max_lifted


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
        if can_lift_more(s, t):
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

cdef inline int most_fed(const StateC* s, const TablesC* t, int colour) noexcept nogil:
    """How many tiles of a bloc of that industry the seat to move can feed, once it is powered; -1 if it cannot be."""
    cdef const int32_t* goods = s.goods[s.to_move]
    cdef int most = N_HEXES, rest = t.run_goods[colour], good, left, cost
    while rest:
        good = first_hex(rest)
        rest &= rest - 1
        left = goods[good] - t.power_cost[colour][good]
        cost = t.feed_cost[colour][good]
        if left < 0:
            return -1
        if left < most * cost:
            most = left // cost
    return most


cdef inline bint has_ore_for(const StateC* s, const TablesC* t, int colour) noexcept nogil:
    """Power for an automated bloc and ore for all of it."""
    cdef int good
    for good in range(N_GOODS):
        if s.goods[s.to_move][good] < t.power_cost[colour][good] + t.ore_cost[good]:
            return False
    return True


cdef int list_part_runs(move_t run, int most, move_t* out) noexcept nogil:
    """1 to `most` tiles fed, in the order of the texts: 1, 10, 11, ..., 2, 20, ..."""
    cdef int n = 0, ten, fed
    for ten in range(1, min(most + 1, 10)):
        out[n] = run | (<move_t>ten << FED_SHIFT)
        n += 1
        for fed in range(10 * ten, min(10 * ten + 10, most + 1)):
            out[n] = run | (<move_t>fed << FED_SHIFT)
            n += 1
    return n


cdef int find_blocs(const StateC* s, const TablesC* t, int colours, SpotC* out) noexcept nogil:
    """The blocs of the seat to move, of the industries in a set, in board order; MAX_SPOTS at most."""
    cdef hexset_t tiles = 0, bloc
    cdef hexset_t seen[N_COLOURS]                 # tiles of the blocs found so far
    cdef int n = 0, place, slot, colour
    for colour in range(N_COLOURS):
        seen[colour] = 0
        if (colours >> colour) & 1:
            tiles |= s.owned[s.to_move] & s.colour[colour]
    while tiles:
        place = first_hex(tiles)
        tiles &= tiles - 1
        for slot in range(t.n_sections[s.face[place]]):
            colour = t.section[s.face[place]][slot]
            if (seen[colour] >> place) & 1 or not (colours >> colour) & 1:
                continue
            bloc = bloc_around(s, t, s.to_move, place, colour)
            seen[colour] |= bloc
            out[n].first = <uint8_t>place
            out[n].slot = <uint8_t>slot
            out[n].colour = <uint8_t>colour
            out[n].size = <uint8_t>(n_hexes(bloc) if bloc & (bloc - 1) else 1)
            n += 1
    return n


cdef int fill_most_fed(const StateC* s, const TablesC* t, int* most) noexcept nogil:
    """`most_fed` of each industry that the seat to move has; the set of those whose blocs it can power."""
    cdef int colours = 0, colour
    for colour in range(N_COLOURS):
        if s.owned[s.to_move] & s.colour[colour]:
            most[colour] = most_fed(s, t, colour)
            colours |= (most[colour] >= 0) << colour
    return colours


cdef inline bint can_feed_ore(const StateC* s, const TablesC* t, const SpotC* bloc) noexcept nogil:
    return t.is_fed[bloc.colour] and s.tokens[bloc.first][bloc.slot] and has_ore_for(s, t, bloc.colour)


cdef int list_runs(const StateC* s, const TablesC* t, move_t* out) noexcept nogil:
    cdef SpotC blocs[MAX_SPOTS]
    cdef int most[N_COLOURS]
    cdef int n_blocs = find_blocs(s, t, fill_most_fed(s, t, most), blocs), n = 0, k
    cdef const SpotC* bloc
    cdef move_t run
    for k in range(n_blocs):
        bloc = &blocs[k]
        if (s.ran_hexes[bloc.slot] >> bloc.first) & 1:
            continue
        run = section_move(s, t, RUN, bloc.first, bloc.slot)
        out[n] = run
        n += most[bloc.colour] >= bloc.size
        if t.is_fed[bloc.colour]:
            n += list_part_runs(run, min(most[bloc.colour], bloc.size - 1), out + n)
        out[n] = run | (<move_t>1 << ORE_SHIFT)
        n += can_feed_ore(s, t, bloc)
    return n


cdef int count_runs(const StateC* s, const TablesC* t, const SpotC* blocs, int n_blocs) noexcept nogil:
    """How many ways there are to run one of these blocs, which are all that the seat to move has."""
    cdef int most[N_COLOURS]
    cdef int colours = fill_most_fed(s, t, most), n = 0, k
    cdef const SpotC* bloc
    for k in range(n_blocs):
        bloc = &blocs[k]
        if (s.ran_hexes[bloc.slot] >> bloc.first) & 1 or not (colours >> bloc.colour) & 1:
            continue
        n += (most[bloc.colour] >= bloc.size) + can_feed_ore(s, t, bloc)
        if t.is_fed[bloc.colour]:
            n += min(most[bloc.colour], bloc.size - 1)
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


cdef int count_moves(const StateC* s, const TablesC* t) noexcept nogil:
    """How many there are; in a Trade phase of single cubes without making the list."""
    cdef move_t moves[MAX_MOVES]
    cdef int n, good, seat = s.to_move
    if (s.phase != TRADE and s.phase != FINAL_TRADE) or t.cubes_per_action > 1 or s.offer.maker != NO_SEAT:
        return list_moves(s, t, moves)
    n = 1 + can_repay_note(s, t, seat) + can_take_note(s, t, seat)
    if s.actions < t.action_limit:
        for good in range(N_GOODS):
            n += (t.buy[good][s.levels[good]] <= s.money[seat]) + (s.goods[seat][good] > 0)
    return n
