"""A uniformly random legal move without listing all of them, for playouts.

Where lists are long, a candidate is drawn from a larger, simply numbered set and kept if it is legal;
after a few failures the list is made after all. Both ways every legal move is equally likely.
"""

from wonai._core.rng cimport RngC, random_below
from wonai._core.types cimport MAX_MOVES, move_t, uint32_t, uint64_t
from wonai._core.won.bloc cimport is_clash, shown_to
from wonai._core.won.market cimport can_repay_note, can_take_note
from wonai._core.won.mixes cimport price_of, purchase_set, sale_set
from wonai._core.won.moves cimport (
    can_force_build, can_lift_more, drop_places, list_develop_but_builds, list_moves, list_notes_and_pass,
    starting_places,
)
from wonai._core.won.state cimport (
    BUILD, BUY, DEVELOP, DRAFT, DROP, FACE_SHIFT, FEW_CUBES, FINAL_TRADE, FORCED_SHIFT, LIFT, MAX_CUBES, MAX_FACES, MixC,
    N_GOODS, N_INDUSTRIES, NO_HEX, NO_SEAT, NOTE_REPAY, NOTE_TAKE, PASS, PLACE, SELL, StateC, TRADE, TablesC, can_pay,
    cubes_of, first_hex, hex_move, hexset_t, n_hexes,
)

cdef enum:
    MAX_TRIES = 3
    NARROW = 24                       # below this many candidates a list is cheaper
    N_OTHERS = 3                      # in a Trade phase: notes and pass


cdef inline int nth_hex(hexset_t hexes, int n) noexcept nogil:
    while n:
        hexes &= hexes - 1
        n -= 1
    return first_hex(hexes)


cdef inline int add_faces(const TablesC* t, int industry, int* faces, int n) noexcept nogil:
    cdef int face
    for face in range(t.first_face[industry], t.first_face[industry] + t.n_rotations[industry]):
        faces[n] = face
        n += 1
    return n


cdef move_t sample_listed(const StateC* s, const TablesC* t, RngC* rng) noexcept nogil:
    cdef move_t moves[MAX_MOVES]
    return moves[random_below(rng, list_moves(s, t, moves))]


cdef inline move_t sample_single(const StateC* s, const TablesC* t, RngC* rng) noexcept nogil:
    """The same in a Trade phase of single cubes: so short a list is made on the spot, in the order that is quickest."""
    cdef move_t moves[2 * N_GOODS + N_OTHERS]
    cdef int n = 1, k, good, seat = s.to_move, money = s.money[seat]
    moves[0] = PASS
    moves[n] = NOTE_REPAY
    n += can_repay_note(s, t, seat)
    moves[n] = NOTE_TAKE
    n += can_take_note(s, t, seat)
    if s.actions < t.action_limit:
        for k in range(N_GOODS):
            good = t.good_order[k]
            moves[n] = t.buy_one[k]
            n += t.buy[good][s.levels[good]] <= money
            moves[n] = t.sell_one[k]
            n += s.goods[seat][good] > 0
    return moves[random_below(rng, n)]


cdef move_t sample_placement(const StateC* s, const TablesC* t, RngC* rng) noexcept nogil:
    cdef int faces[MAX_FACES]
    cdef int n_faces = 0, industry, k, place, face
    cdef hexset_t places
    for industry in range(N_INDUSTRIES):
        if s.to_place[industry]:
            n_faces = add_faces(t, industry, faces, n_faces)
    if n_faces:
        places = starting_places(s, t)
        for k in range(MAX_TRIES):
            place = nth_hex(places, random_below(rng, n_hexes(places)))
            face = faces[random_below(rng, n_faces)]
            if not is_clash(t, shown_to(s, t, place), face):
                return hex_move(PLACE, place) | (<move_t>face << FACE_SHIFT)
    return sample_listed(s, t, rng)


cdef bint has_place_for(const StateC* s, const TablesC* t, uint32_t faces, hexset_t places) noexcept nogil:
    """Whether any of these faces goes on any of these hexes without a conflict."""
    while places:
        if faces & ~shown_to(s, t, first_hex(places)).clashing:
            return True
        places &= places - 1
    return False


cdef move_t sample_drop(const StateC* s, const TablesC* t, RngC* rng) noexcept nogil:
    """In the middle of a Move; listed where a tile has only the free places of D2."""
    cdef int faces[MAX_FACES]
    cdef bint can_force = can_pay(s, s.to_move, t.force_cost)
    cdef hexset_t places = drop_places(s, t), liftable = 0
    cdef uint32_t in_air = 0
    cdef int n_faces = 0, n_liftable, k, pick, industry, place, face
    cdef move_t move
    for k in range(s.n_lifted):
        industry = s.lifted_industry[k]
        if s.lifted_to[k] == NO_HEX and not (in_air >> industry) & 1:
            in_air |= <uint32_t>1 << industry
            n_faces = add_faces(t, industry, faces, n_faces)
            if not can_force and not has_place_for(s, t, t.faces_of[industry], places):
                return sample_listed(s, t, rng)
    if not places:
        return sample_listed(s, t, rng)
    if can_lift_more(s, t):
        liftable = s.owned[s.to_move] & s.tiles
    n_liftable = n_hexes(liftable)
    for k in range(MAX_TRIES):
        pick = random_below(rng, n_liftable + n_hexes(places) * n_faces)
        if pick < n_liftable:
            return hex_move(LIFT, nth_hex(liftable, pick))
        pick -= n_liftable
        face = faces[pick % n_faces]
        place = nth_hex(places, pick // n_faces)
        move = hex_move(DROP, place) | (<move_t>face << FACE_SHIFT)
        if not is_clash(t, shown_to(s, t, place), face):
            return move
        if can_force:
            return move | (<move_t>1 << FORCED_SHIFT)
    return sample_listed(s, t, rng)


cdef move_t sample_develop(const StateC* s, const TablesC* t, RngC* rng) noexcept nogil:
    cdef move_t others[MAX_MOVES]
    cdef int faces[MAX_FACES]
    cdef int n_faces = 0, n_others, n_places, industry, k, pick, face
    cdef hexset_t places = s.owned[s.to_move] & ~s.tiles
    cdef move_t move
    if s.n_lifted:
        return sample_drop(s, t, rng)
    if not places or s.is_splitting:
        return sample_listed(s, t, rng)
    for industry in range(N_INDUSTRIES):
        if s.stacks[industry] and can_pay(s, s.to_move, t.build_cost[industry]):
            n_faces = add_faces(t, industry, faces, n_faces)
    n_places = n_hexes(places)
    if n_places * n_faces < NARROW:
        return sample_listed(s, t, rng)
    n_others = list_develop_but_builds(s, t, others)
    for k in range(MAX_TRIES):
        pick = random_below(rng, n_others + n_places * n_faces)
        if pick < n_others:
            return others[pick]
        pick -= n_others
        face = faces[pick % n_faces]
        move = hex_move(BUILD, nth_hex(places, pick // n_faces)) | (<move_t>face << FACE_SHIFT)
        if not is_clash(t, shown_to(s, t, nth_hex(places, pick // n_faces)), face):
            return move
        if can_force_build(s, t, t.industry_of[face]):
            return move | (<move_t>1 << FORCED_SHIFT)
    return sample_listed(s, t, rng)


cdef bint can_trade(const StateC* s, const TablesC* t, bint is_buying, move_t mix) noexcept nogil:
    """Whether the seat to move has the money (C19) or the cubes for a mix."""
    cdef int good, k, level, money = s.money[s.to_move]
    for good in range(N_GOODS):
        if not is_buying:
            if cubes_of(mix, good) > s.goods[s.to_move][good]:
                return False
            continue
        level = s.levels[good]
        for k in range(cubes_of(mix, good)):
            money -= t.buy[good][level]
            if money < 0:
                return False
            level -= level > 0
    return True


cdef move_t sample_mix(const StateC* s, const TablesC* t, RngC* rng) noexcept nogil:
    """A few cubes an action: drawn from the sets of all purchases and sales, notes and pass."""
    cdef int price[N_GOODS * MAX_CUBES + 1]
    cdef move_t others[N_OTHERS]
    cdef uint64_t bought = purchase_set(s, t, price), sold = sale_set(s, t)
    cdef int n_others = list_notes_and_pass(s, t, others), n_bought = n_hexes(bought), n_sold = n_hexes(sold), k, pick
    cdef const MixC* mix
    for k in range(MAX_TRIES):
        pick = random_below(rng, n_others + n_sold + n_bought)
        if pick < n_others:
            return others[pick]
        pick -= n_others
        if pick < n_sold:
            return t.mixes[nth_hex(sold, pick)].cubes | SELL
        mix = &t.mixes[nth_hex(bought, pick - n_sold)]
        if price_of(mix, price) <= s.money[s.to_move]:
            return mix.cubes | BUY
    return sample_listed(s, t, rng)


cdef move_t sample_large_mix(const StateC* s, const TablesC* t, RngC* rng) noexcept nogil:
    """The same where there are too many mixes for a set."""
    cdef move_t others[N_OTHERS]
    cdef int n_others = list_notes_and_pass(s, t, others), k, pick
    cdef bint is_buying
    for k in range(MAX_TRIES):
        pick = random_below(rng, n_others + 2 * t.n_mixes)
        if pick < n_others:
            return others[pick]
        pick -= n_others
        is_buying = pick < t.n_mixes
        pick -= 0 if is_buying else t.n_mixes
        if can_trade(s, t, is_buying, t.mixes[pick].cubes):
            return t.mixes[pick].cubes | (BUY if is_buying else SELL)
    return sample_listed(s, t, rng)


cdef move_t sample_move(const StateC* s, const TablesC* t, RngC* rng) noexcept nogil:
    """Each legal move with equal chance."""
    if s.phase == TRADE or s.phase == FINAL_TRADE:
        if s.offer.maker == NO_SEAT:
            if t.cubes_per_action == 1:
                return sample_single(s, t, rng)
            if s.actions < t.action_limit:
                return sample_mix(s, t, rng) if t.cubes_per_action <= FEW_CUBES else sample_large_mix(s, t, rng)
    elif s.phase == DRAFT:
        return sample_placement(s, t, rng)
    elif s.phase == DEVELOP:
        return sample_develop(s, t, rng)
    return sample_listed(s, t, rng)
