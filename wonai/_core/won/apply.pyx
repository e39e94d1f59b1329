"""Carrying out moves: what each does to the state, how turns and phases follow one another, the score.

Nothing here asks whether a move is legal: that is what the list of legal moves is for.
"""

from libc.string cimport memset

from wonai._core.types cimport int8_t, int32_t, int64_t, move_t, uint16_t, uint64_t, uint8_t
from wonai._core.won.bloc cimport best_dots, bloc_around, full_dots
from wonai._core.won.market cimport buy_cube, charge_interest, raise_money, repay_note, sell_all_uniformly, sell_cube, take_note
from wonai._core.won.moves cimport has_place
from wonai._core.won.state cimport (
    ACCEPT, AUTOMATE, BARTER, BUILD, BUY, CUBE_BITS, DEVELOP, DONE, DRAFT, DRAFT_PACKAGE, DROP, FINAL_TRADE, FLAG, HEX_SHIFT, LIFT, MAX_BROKEN,
    MAX_LIFTED, MONEY, N_ASSETS, N_COLOURS, N_GOODS, N_HEXES, N_INDUSTRIES, N_SLOTS, NO_HEX, NO_SEAT, NOTE_REPAY, NOTE_TAKE, NOTES,
    OFFER_GOOD_BITS, OFFER_MONEY_BITS, OFFER_NOTE_BITS, OVER, OfferC, PARTNER_SHIFT, PASS, PLACE, PRODUCE, PackageC, REJECT, RUN,
    SELL, SETTLE, SIDE_BITS, SIDE_SHIFT, StateC, TOKEN, TRADE, TablesC, add_flags, add_goods, add_level, add_money, add_notes,
    add_stack, add_to_place, add_tokens, disown, face_of, fed_of, first_hex, hex_bit, hex_of, hexset_t, is_forced,
    is_with_ore, kind_of, n_hexes, own, package_of, pay, put_tile, set_actions, set_draft_round, set_first, set_offers,
    set_passes, set_phase, set_to_move, slot_of, take_tile,
)


# --- the parts of the key that change rarely -----------------------------------------------------

cdef uint64_t offer_key(const StateC* s, const TablesC* t) noexcept nogil:
    cdef uint64_t key = 0
    cdef int asset
    if s.offer.maker == NO_SEAT:
        return 0
    for asset in range(N_ASSETS):
        key += t.keys.give[asset] * <uint64_t>s.offer.give[asset] + t.keys.get[asset] * <uint64_t>s.offer.get[asset]
    return key + t.keys.partners * <uint64_t>(8 * (s.offer.maker + 1) + s.offer.partner)


cdef uint64_t move_key(const StateC* s, const TablesC* t) noexcept nogil:
    """The Move under way: tiles in the air or put down, broken blocs, token choices."""
    cdef uint64_t key = t.keys.is_splitting * s.is_splitting
    cdef int k
    for k in range(s.n_lifted):
        key += t.keys.lifted[k] * <uint64_t>(
            (s.lifted_industry[k] + 1) + 64 * (s.lifted_from[k] + 64 * s.lifted_to[k])
        )
    for k in range(s.n_broken):
        key += t.keys.broken_hexes[k] * s.broken_hexes[k]
        key += t.keys.broken_tokens[k] * <uint64_t>(8 * s.broken_tokens[k] + s.broken_industry[k])
    return key


cdef uint64_t whole_key(const StateC* s, const TablesC* t) noexcept nogil:
    """The key from scratch; `key` is always equal to it."""
    cdef uint64_t key = t.keys.rules + offer_key(s, t) + move_key(s, t)
    cdef int seat, k, slot
    for seat in range(t.n_seats):
        key += t.keys.money[seat] * <uint64_t>s.money[seat] + t.keys.notes[seat] * <uint64_t>s.notes[seat]
        key += t.keys.flags[seat] * <uint64_t>s.flags[seat]
        for k in range(N_GOODS):
            key += t.keys.goods[seat][k] * <uint64_t>s.goods[seat][k]
        for k in range(N_HEXES):
            if (s.owned[seat] >> k) & 1:
                key += t.keys.owned[k] * <uint64_t>(seat + 1)
    for k in range(N_HEXES):
        key += t.keys.face[k] * <uint64_t>s.face[k]
        for slot in range(N_SLOTS):
            key += t.keys.tokens[k][slot] * s.tokens[k][slot]
            if (s.ran_hexes[slot] >> k) & 1:
                key += t.keys.made[k][slot] * <uint64_t>(s.made[k][slot] + 1)
    for k in range(N_GOODS):
        key += t.keys.levels[k] * s.levels[k]
    for k in range(N_INDUSTRIES):
        key += t.keys.stacks[k] * <uint64_t>s.stacks[k] + t.keys.to_place[k] * s.to_place[k]
    key += t.keys.round * <uint64_t>s.round + t.keys.offers * <uint64_t>s.offers + t.keys.actions * <uint64_t>s.actions
    key += t.keys.taken * s.taken + t.keys.phase * s.phase + t.keys.passes * s.passes + t.keys.ending * s.ending
    key += t.keys.first * <uint64_t><int64_t>s.first + t.keys.to_move * <uint64_t><int64_t>s.to_move
    return key + t.keys.draft_round * s.draft_round


# --- turns and phases ----------------------------------------------------------------------------

cdef inline int seat_after(const TablesC* t, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < t.n_seats else 0


cdef void begin_phase(StateC* s, const TablesC* t, int phase) noexcept nogil:
    set_phase(s, t, phase)
    set_passes(s, t, 0)
    set_offers(s, t, 0)
    set_actions(s, t, 0)
    set_to_move(s, t, s.first)


cdef bint is_end_near(const StateC* s, const TablesC* t) noexcept nogil:
    """Whether this Develop phase was the last one (rules 6, E1, E2)."""
    cdef hexset_t owned = 0
    cdef int seat, industry, n_empty_hands = 0, n_empty_stacks = 0
    for seat in range(t.n_seats):
        owned |= s.owned[seat]
        n_empty_hands += s.flags[seat] == 0
    for industry in range(N_COLOURS):
        n_empty_stacks += s.stacks[industry] == 0
    return (
        n_empty_hands >= (t.n_seats if t.all_flags else 1)
        or not t.playable & ~owned
        or n_empty_stacks >= t.empty_stacks
        or s.round >= t.round_limit
    )


cdef void end_develop(StateC* s, const TablesC* t) noexcept nogil:
    if is_end_near(s, t):
        s.ending = 1
        s.key += t.keys.ending
    begin_phase(s, t, PRODUCE)


cdef void end_produce(StateC* s, const TablesC* t) noexcept nogil:
    """The marker passes, interest is due; then another round or the final trade (I1, C12)."""
    set_first(s, t, seat_after(t, s.first))
    s.round += 1
    s.key += t.keys.round
    charge_interest(s, t)
    if not s.ending:
        begin_phase(s, t, TRADE)
    elif t.is_uniform:
        sell_all_uniformly(s, t)
        begin_phase(s, t, SETTLE)
    else:
        begin_phase(s, t, FINAL_TRADE)


cdef void end_game(StateC* s, const TablesC* t) noexcept nogil:
    begin_phase(s, t, OVER)
    set_to_move(s, t, NO_SEAT)


cdef inline void end_action(StateC* s, const TablesC* t, int turn_seat) noexcept nogil:
    """An action resets the passes (C11) and hands the turn on."""
    if s.passes:
        set_passes(s, t, 0)
    if s.offers:
        set_offers(s, t, 0)
    set_to_move(s, t, seat_after(t, turn_seat))


cdef void pass_turn(StateC* s, const TablesC* t) noexcept nogil:
    set_passes(s, t, s.passes + 1)
    set_offers(s, t, 0)
    if s.passes < t.n_seats:
        set_to_move(s, t, seat_after(t, s.to_move))
    elif s.phase == TRADE:
        begin_phase(s, t, DEVELOP)
    elif s.phase == DEVELOP:
        end_develop(s, t)
    else:
        end_game(s, t)


# --- draft ---------------------------------------------------------------------------------------

cdef void next_drafter(StateC* s, const TablesC* t) noexcept nogil:
    """The next seat of the round, the next round, or the first Trade phase."""
    cdef bint is_clockwise = t.draft_is_clockwise[s.draft_round - 1]
    cdef int last_seat = s.first - 1 if s.first else t.n_seats - 1
    if s.to_move != (last_seat if is_clockwise else s.first):
        set_to_move(s, t, (s.to_move + (1 if is_clockwise else t.n_seats - 1)) % t.n_seats)
    elif s.draft_round < t.n_draft_rounds:
        set_to_move(s, t, s.first if t.draft_is_clockwise[s.draft_round] else last_seat)
        set_draft_round(s, t, s.draft_round + 1)
    else:
        set_draft_round(s, t, 0)
        s.key -= t.keys.taken * s.taken
        s.taken = 0
        begin_phase(s, t, TRADE)


cdef void settle_draft(StateC* s, const TablesC* t) noexcept nogil:
    """Tiles without any place go back (S2); a seat with nothing left to place is done."""
    cdef int industry, n_left = 0
    for industry in range(N_INDUSTRIES):
        n_left += s.to_place[industry]
    if n_left and has_place(s, t):
        return
    for industry in range(N_INDUSTRIES):
        if s.to_place[industry]:
            add_stack(s, t, industry, s.to_place[industry])
            add_to_place(s, t, industry, -s.to_place[industry])
    next_drafter(s, t)


cdef void draft_package(StateC* s, const TablesC* t, int package) noexcept nogil:
    cdef const PackageC* p = &t.packages[package]
    cdef int k, n
    s.key += t.keys.taken * (<uint64_t>1 << package)
    s.taken |= <uint16_t>(1 << package)
    add_money(s, t, s.to_move, p.money)
    for k in range(N_GOODS):
        add_goods(s, t, s.to_move, k, p.goods[k])
    for k in range(N_INDUSTRIES):
        n = min(<int>p.tiles[k], s.stacks[k])     # a small stack brings what it has (C4)
        if n:
            add_stack(s, t, k, -n)
            add_to_place(s, t, k, n)
    settle_draft(s, t)


cdef void place_starting_tile(StateC* s, const TablesC* t, int place, int face) noexcept nogil:
    add_to_place(s, t, t.industry_of[face], -1)
    add_flags(s, t, s.to_move, -1)
    own(s, t, s.to_move, place)
    put_tile(s, t, place, face)
    settle_draft(s, t)


# --- trade ---------------------------------------------------------------------------------------

cdef inline void count_action(StateC* s, const TablesC* t) noexcept nogil:
    s.actions += 1
    s.key += t.keys.actions


cdef void trade_cubes(StateC* s, const TablesC* t, move_t move) noexcept nogil:
    cdef int good, seat = s.to_move
    cdef move_t rest = move >> HEX_SHIFT          # cubes still to trade, in goods order
    while rest:
        good = first_hex(rest) // CUBE_BITS
        rest -= <move_t>1 << (CUBE_BITS * good)
        if kind_of(move) == BUY:
            buy_cube(s, t, seat, good)
        else:
            sell_cube(s, t, seat, good)
    count_action(s, t)
    end_action(s, t, seat)


cdef void read_side(move_t bits, int32_t* assets) noexcept nogil:
    cdef int good
    for good in range(N_GOODS):
        assets[good] = bits & ((1 << OFFER_GOOD_BITS) - 1)
        bits >>= OFFER_GOOD_BITS
    assets[MONEY] = bits & ((1 << OFFER_MONEY_BITS) - 1)
    assets[NOTES] = (bits >> OFFER_MONEY_BITS) & ((1 << OFFER_NOTE_BITS) - 1)


cdef void read_offer(const StateC* s, move_t move, OfferC* offer) noexcept nogil:
    """The offer that a BARTER code stands for."""
    offer.maker = s.to_move
    offer.partner = (move >> PARTNER_SHIFT) & 7
    read_side(move >> SIDE_SHIFT, offer.give)
    read_side(move >> (SIDE_SHIFT + SIDE_BITS), offer.get)


cdef move_t side_code(const int32_t* assets, bint* fits) noexcept nogil:
    cdef move_t bits = 0
    cdef int good
    fits[0] = fits[0] and assets[MONEY] < (1 << OFFER_MONEY_BITS) and assets[NOTES] < (1 << OFFER_NOTE_BITS)
    for good in range(N_GOODS):
        fits[0] = fits[0] and assets[good] < (1 << OFFER_GOOD_BITS)
        bits |= <move_t>assets[good] << (OFFER_GOOD_BITS * good)
    bits |= <move_t>assets[MONEY] << (OFFER_GOOD_BITS * N_GOODS)
    return bits | (<move_t>assets[NOTES] << (OFFER_GOOD_BITS * N_GOODS + OFFER_MONEY_BITS))


cdef move_t offer_code(const OfferC* offer) noexcept nogil:
    """The BARTER code of an offer, or 0 if its amounts are too large for one."""
    cdef bint fits = True
    cdef move_t give = side_code(offer.give, &fits), get = side_code(offer.get, &fits)
    if not fits:
        return 0
    return (
        <move_t>BARTER | (<move_t>offer.partner << PARTNER_SHIFT)
        | (give << SIDE_SHIFT) | (get << (SIDE_SHIFT + SIDE_BITS))
    )


cdef void apply_offer(StateC* s, const TablesC* t, const OfferC* offer) noexcept nogil:
    s.offer = offer[0]
    s.key += offer_key(s, t)
    set_to_move(s, t, offer.partner)


cdef void clear_offer(StateC* s, const TablesC* t) noexcept nogil:
    s.key -= offer_key(s, t)
    memset(&s.offer, 0, sizeof(OfferC))
    s.offer.maker = NO_SEAT
    s.offer.partner = NO_SEAT


cdef void hand_over(StateC* s, const TablesC* t, int giver, int taker, const int32_t* assets) noexcept nogil:
    cdef int good
    for good in range(N_GOODS):
        add_goods(s, t, giver, good, -assets[good])
        add_goods(s, t, taker, good, assets[good])
    add_money(s, t, giver, -assets[MONEY])
    add_money(s, t, taker, assets[MONEY])
    add_notes(s, t, giver, -assets[NOTES])
    add_notes(s, t, taker, assets[NOTES])


cdef void accept_offer(StateC* s, const TablesC* t) noexcept nogil:
    """Who is short of money borrows first (T2), then everything changes hands at once (C18)."""
    cdef OfferC deal = s.offer
    clear_offer(s, t)
    raise_money(s, t, deal.maker, deal.give[MONEY])
    raise_money(s, t, deal.partner, deal.get[MONEY])
    hand_over(s, t, deal.maker, deal.partner, deal.give)
    hand_over(s, t, deal.partner, deal.maker, deal.get)
    count_action(s, t)
    end_action(s, t, deal.maker)


cdef void reject_offer(StateC* s, const TablesC* t) noexcept nogil:
    cdef int maker = s.offer.maker
    clear_offer(s, t)
    set_offers(s, t, s.offers + 1)
    set_to_move(s, t, maker)


# --- develop -------------------------------------------------------------------------------------

cdef inline int slot_with(const StateC* s, const TablesC* t, int place, int industry) noexcept nogil:
    """The section of the tile at `place` that belongs to this industry."""
    return 0 if t.section[s.face[place]][0] == industry else 1


cdef void gather_tokens(StateC* s, const TablesC* t, int seat, int place, int industry) noexcept nogil:
    """After blocs have merged: all their tokens stand on the first hex (A1)."""
    cdef hexset_t bloc, rest
    cdef int first, here, slot, n
    if not s.token_hexes[0] | s.token_hexes[1]:
        return
    bloc = bloc_around(s, t, seat, place, industry)
    first = first_hex(bloc)
    rest = bloc & (s.token_hexes[0] | s.token_hexes[1]) & ~hex_bit(first)
    while rest:
        here = first_hex(rest)
        rest &= rest - 1
        slot = slot_with(s, t, here, industry)
        n = s.tokens[here][slot]
        if n:
            add_tokens(s, t, here, slot, -n)
            add_tokens(s, t, first, slot_with(s, t, first, industry), n)


cdef void lay_tile(StateC* s, const TablesC* t, int place, int face) noexcept nogil:
    cdef int slot
    put_tile(s, t, place, face)
    for slot in range(t.n_sections[face]):
        gather_tokens(s, t, s.to_move, place, t.section[face][slot])


cdef void build_tile(StateC* s, const TablesC* t, move_t move) noexcept nogil:
    cdef int face = face_of(move), industry = t.industry_of[face], seat = s.to_move
    pay(s, t, seat, t.build_cost[industry], 1)
    if is_forced(move):
        pay(s, t, seat, t.force_cost, 1)
    add_stack(s, t, industry, -1)
    lay_tile(s, t, hex_of(move), face)
    end_action(s, t, seat)


cdef void place_flag(StateC* s, const TablesC* t, int place) noexcept nogil:
    pay(s, t, s.to_move, t.flag_cost, 1)
    add_flags(s, t, s.to_move, -1)
    own(s, t, s.to_move, place)
    end_action(s, t, s.to_move)


cdef void automate_bloc(StateC* s, const TablesC* t, move_t move) noexcept nogil:
    pay(s, t, s.to_move, t.automate_cost, 1)
    add_tokens(s, t, hex_of(move), slot_of(move), 1)
    end_action(s, t, s.to_move)


cdef inline void shift_broken(StateC* s, int old, int new) noexcept nogil:
    s.broken_hexes[new] = s.broken_hexes[old]
    s.broken_tokens[new] = s.broken_tokens[old]
    s.broken_industry[new] = s.broken_industry[old]


cdef void forget_broken(StateC* s, int n_kept) noexcept nogil:
    """Keep the first few broken blocs; nothing of the others stays behind in the bytes."""
    cdef int k
    for k in range(n_kept, s.n_broken):
        s.broken_hexes[k] = 0
        s.broken_tokens[k] = 0
        s.broken_industry[k] = 0
    s.n_broken = <uint8_t>n_kept


cdef void break_bloc(StateC* s, const TablesC* t, int place, int slot) noexcept nogil:
    """Take the tokens off a bloc that is about to lose this tile; they are settled when all tiles are down."""
    cdef int industry = t.section[s.face[place]][slot], first, first_slot, k
    cdef hexset_t bloc = bloc_around(s, t, s.to_move, place, industry)
    first = first_hex(bloc)
    first_slot = slot_with(s, t, first, industry)
    if not s.tokens[first][first_slot]:
        return
    k = s.n_broken                    # kept in board order of the first hexes, farm first (C22)
    while k and (
        first_hex(s.broken_hexes[k - 1]) > first
        or (first_hex(s.broken_hexes[k - 1]) == first and s.broken_industry[k - 1] > industry)
    ):
        shift_broken(s, k - 1, k)
        k -= 1
    s.broken_hexes[k] = bloc
    s.broken_tokens[k] = s.tokens[first][first_slot]
    s.broken_industry[k] = <int8_t>industry
    s.n_broken += 1
    add_tokens(s, t, first, first_slot, -<int>s.tokens[first][first_slot])


cdef void lift_tile(StateC* s, const TablesC* t, int place) noexcept nogil:
    """Tile and flag leave the hex; the first lift pays for the Move (D1)."""
    cdef int slot, face = s.face[place]
    if not s.n_lifted:
        pay(s, t, s.to_move, t.move_cost, 1)
        set_passes(s, t, 0)
    s.key -= move_key(s, t)
    for slot in range(t.n_sections[face]):
        break_bloc(s, t, place, slot)
    s.lifted_industry[s.n_lifted] = <int8_t>t.industry_of[face]
    s.lifted_from[s.n_lifted] = <int8_t>place
    s.lifted_to[s.n_lifted] = NO_HEX
    s.n_lifted += 1
    s.key += move_key(s, t)
    take_tile(s, t, place)
    disown(s, t, s.to_move, place)


cdef hexset_t blocs_of_broken(const StateC* s, const TablesC* t, int broken) noexcept nogil:
    """The first hexes of the blocs in which the tiles of a broken bloc lie now."""
    cdef hexset_t tiles = s.broken_hexes[broken], firsts = 0, bloc
    cdef int k
    for k in range(s.n_lifted):
        tiles &= ~hex_bit(s.lifted_from[k])
    for k in range(s.n_lifted):
        if (s.broken_hexes[broken] >> s.lifted_from[k]) & 1:
            tiles |= hex_bit(s.lifted_to[k])
    while tiles:
        bloc = bloc_around(s, t, s.to_move, first_hex(tiles), s.broken_industry[broken])
        firsts |= bloc & (~bloc + 1)
        tiles &= ~bloc
    return firsts


cdef void end_move(StateC* s, const TablesC* t) noexcept nogil:
    """All tiles are down: tokens with one place to go take it, the others wait for their owner's choice (A1)."""
    cdef int k, n_open = 0, first
    cdef hexset_t firsts[MAX_BROKEN]
    s.key -= move_key(s, t)
    for k in range(s.n_broken):
        firsts[k] = blocs_of_broken(s, t, k)
    for k in range(s.n_broken):
        if firsts[k] & (firsts[k] - 1):
            shift_broken(s, k, n_open)
            s.broken_hexes[n_open] = firsts[k]
            n_open += 1
        else:
            first = first_hex(firsts[k])
            add_tokens(s, t, first, slot_with(s, t, first, s.broken_industry[k]), s.broken_tokens[k])
    forget_broken(s, n_open)
    memset(s.lifted_industry, 0, MAX_LIFTED)
    memset(s.lifted_from, 0, MAX_LIFTED)
    memset(s.lifted_to, 0, MAX_LIFTED)
    s.n_lifted = 0
    s.n_dropped = 0
    s.is_splitting = n_open > 0
    s.key += move_key(s, t)
    if not n_open:
        end_action(s, t, s.to_move)


cdef void drop_tile(StateC* s, const TablesC* t, move_t move) noexcept nogil:
    """Of like tiles the one lifted first goes down first (C21); an own flag underneath returns to the hand."""
    cdef int place = hex_of(move), face = face_of(move), seat = s.to_move, k = 0
    if is_forced(move):
        pay(s, t, seat, t.force_cost, 1)
    while s.lifted_to[k] != NO_HEX or s.lifted_industry[k] != t.industry_of[face]:
        k += 1
    s.key -= move_key(s, t)
    s.lifted_to[k] = <int8_t>place
    s.n_dropped += 1
    s.key += move_key(s, t)
    if (s.owned[seat] >> place) & 1:
        add_flags(s, t, seat, 1)
    else:
        own(s, t, seat, place)
    lay_tile(s, t, place, face)
    if s.n_dropped == s.n_lifted:
        end_move(s, t)


cdef void choose_token(StateC* s, const TablesC* t, move_t move) noexcept nogil:
    cdef int k
    s.key -= move_key(s, t)
    add_tokens(s, t, hex_of(move), slot_of(move), 1)
    s.broken_tokens[0] -= 1
    if not s.broken_tokens[0]:
        for k in range(1, s.n_broken):
            shift_broken(s, k, k - 1)
        forget_broken(s, s.n_broken - 1)
    s.is_splitting = s.n_broken > 0
    s.key += move_key(s, t)
    if not s.is_splitting:
        end_action(s, t, s.to_move)


# --- produce -------------------------------------------------------------------------------------

cdef hexset_t pay_for_run(StateC* s, const TablesC* t, move_t move) noexcept nogil:
    """Power and feed the bloc of a run, and say which it is."""
    cdef int place = hex_of(move), seat = s.to_move
    cdef int colour = t.section[s.face[place]][slot_of(move)]
    cdef hexset_t bloc = bloc_around(s, t, seat, place, colour)
    pay(s, t, seat, t.power_cost[colour], 1)
    if is_with_ore(move):
        pay(s, t, seat, t.ore_cost, 1)
    elif t.is_fed[colour]:
        pay(s, t, seat, t.feed_cost[colour], fed_of(move) if fed_of(move) else n_hexes(bloc))
    s.ran_hexes[slot_of(move)] |= hex_bit(place)
    return bloc


cdef void run_bloc(StateC* s, const TablesC* t, move_t move) noexcept nogil:
    cdef int place = hex_of(move), slot = slot_of(move), colour = t.section[s.face[place]][slot], dots
    cdef hexset_t bloc = pay_for_run(s, t, move)
    dots = best_dots(s, t, bloc, colour, fed_of(move)) if fed_of(move) else full_dots(s, t, bloc, colour)
    s.made[place][slot] = <uint8_t>dots
    s.key += t.keys.made[place][slot] * <uint64_t>(dots + 1)


cdef void end_production(StateC* s, const TablesC* t) noexcept nogil:
    """What was made comes in (P1); then the next seat, or the end of the round."""
    cdef int slot, place, colour, seat = s.to_move
    for slot in range(N_SLOTS):
        while s.ran_hexes[slot]:
            place = first_hex(s.ran_hexes[slot])
            s.ran_hexes[slot] &= s.ran_hexes[slot] - 1
            colour = t.section[s.face[place]][slot]
            if t.product[colour] == MONEY:
                add_money(s, t, seat, s.made[place][slot] * t.per_dot[colour])
            else:
                add_goods(s, t, seat, t.product[colour], s.made[place][slot] * t.per_dot[colour])
            s.key -= t.keys.made[place][slot] * <uint64_t>(s.made[place][slot] + 1)
            s.made[place][slot] = 0
    set_to_move(s, t, seat_after(t, seat))
    if s.to_move == s.first:
        end_produce(s, t)


# --- one move, the score -------------------------------------------------------------------------

cdef void apply_move(StateC* s, const TablesC* t, move_t move) noexcept nogil:
    """Carry out a legal move."""
    cdef OfferC offer
    cdef int kind = kind_of(move)
    if kind == BUY or kind == SELL:
        trade_cubes(s, t, move)
    elif kind == PASS:
        pass_turn(s, t)
    elif kind == NOTE_TAKE:
        take_note(s, t, s.to_move)
    elif kind == NOTE_REPAY:
        repay_note(s, t, s.to_move)
    elif kind == DONE:
        end_production(s, t)
    elif kind == RUN:
        run_bloc(s, t, move)
    elif kind == FLAG:
        place_flag(s, t, hex_of(move))
    elif kind == BUILD:
        build_tile(s, t, move)
    elif kind == LIFT:
        lift_tile(s, t, hex_of(move))
    elif kind == DROP:
        drop_tile(s, t, move)
    elif kind == TOKEN:
        choose_token(s, t, move)
    elif kind == AUTOMATE:
        automate_bloc(s, t, move)
    elif kind == BARTER:
        read_offer(s, move, &offer)
        apply_offer(s, t, &offer)
    elif kind == ACCEPT:
        accept_offer(s, t)
    elif kind == REJECT:
        reject_offer(s, t)
    elif kind == DRAFT_PACKAGE:
        draft_package(s, t, package_of(move))
    elif kind == PLACE:
        place_starting_tile(s, t, hex_of(move), face_of(move))


cdef int score_of(const StateC* s, const TablesC* t, int seat) noexcept nogil:
    """Tiles, full tens of dollars, notes. Tiles in the air are still the mover's."""
    cdef int n_tiles = n_hexes(s.owned[seat] & s.tiles)
    if seat == s.to_move:
        n_tiles += s.n_lifted - s.n_dropped
    return t.tile_vp * n_tiles + s.money[seat] // t.money_per_vp + t.note_vp * s.notes[seat]


cdef int winner_set(const StateC* s, const TablesC* t) noexcept nogil:
    """The best score; ties by money, then by flags on the board, then shared."""
    cdef int seat, best = 0, winners = 0
    cdef bint is_better, is_equal
    for seat in range(t.n_seats):
        is_better = winners == 0
        is_equal = False
        if not is_better:
            if score_of(s, t, seat) != score_of(s, t, best):
                is_better = score_of(s, t, seat) > score_of(s, t, best)
            elif s.money[seat] != s.money[best]:
                is_better = s.money[seat] > s.money[best]
            elif n_hexes(s.owned[seat]) != n_hexes(s.owned[best]):
                is_better = n_hexes(s.owned[seat]) > n_hexes(s.owned[best])
            else:
                is_equal = True
        if is_better:
            best = seat
            winners = 1 << seat
        elif is_equal:
            winners |= 1 << seat
    return winners
