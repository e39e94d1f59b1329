"""Candidates for the Develop phase.

A bundle is a set of steps that changes one bloc: up to six tiles that grow it or found it, up to three tiles
moved, a flag on a hex that a rival wants. It says what it costs, which blocs it replaces, which it leaves behind,
and which hexes, edges and points it claims: bundles without a common claim or replaced bloc can be carried out
together, and each does then exactly what it says. Tiles are found by beam search, the most promising kept by
bloc they join.
"""

from libc.string cimport memset

from wonai._core.types cimport int8_t, int32_t, int64_t, move_t, uint8_t, uint16_t, uint64_t
from wonai._core.won.bloc cimport best_dots_by_fed, bloc_around, full_dots, is_clash, near_set, shown_to
from wonai._core.won.market cimport note_value
from wonai._core.won.production cimport BlocC
from wonai._core.won.state cimport (
    BUILD, DROP, FACE_SHIFT, FLAG, FORCED_SHIFT, LIFT, MONEY, N_COLOURS, N_EDGES, N_GOODS, N_INDUSTRIES, NO_HEX, StateC,
    TRADE, TablesC, TouchC, disown, first_hex, hex_bit, hex_move, hexset_t, n_hexes, own, take_tile,
)
from wonai._core.won.worth cimport CENTS, WorthC, bloc_later, keep_at, lay, open_room

cdef enum:
    KEPT_OF_A_GROUP = 3               # partial bundles that join the same blocs, level by level
    KEPT_OF_NEW_BLOCS = 4
    MAX_BEAM = 64
    MAX_MOVED = 3
    KEPT_MOVES = 6
    N_DENIALS = 3


cdef struct PartC:                    # a bundle under construction
    int32_t score
    uint64_t replaced
    uint64_t mark                     # the same for the same tiles in any order
    hexset_t hexes
    int8_t n
    int8_t n_flags
    int8_t n_forced
    int8_t from_hex[MAX_ADDED]        # of a moved tile
    int8_t place[MAX_ADDED]
    uint8_t face[MAX_ADDED]
    uint8_t is_forced[MAX_ADDED]
    uint8_t needs_flag[MAX_ADDED]


cdef int fill_claims(const TablesC* t, int place, int face, uint16_t* out) noexcept nogil:
    """The hex of a tile, and the edges and points where it shows a partial dot, each by its smallest name."""
    cdef int n = 1, slot, colour, edge, there, beyond, name
    out[0] = <uint16_t>place
    for slot in range(t.n_sections[face]):
        colour = t.section[face][slot]
        for edge in range(N_EDGES):
            there = t.neighbour[place][edge]
            if (t.half[face][colour] >> edge) & 1 and there != NO_HEX:
                name = min(6 * place + edge, 6 * there + (edge + 3) % 6)
                out[n] = <uint16_t>(EDGE_CLAIMS + name)
                n += 1
            if (t.third[face][colour] >> edge) & 1:
                name = 6 * place + edge
                if there != NO_HEX:
                    name = min(name, 6 * there + (edge + 2) % 6)
                beyond = t.neighbour[place][(edge + 1) % 6]
                if beyond != NO_HEX:
                    name = min(name, 6 * beyond + (edge + 4) % 6)
                out[n] = <uint16_t>(POINT_CLAIMS + name)
                n += 1
    return n


cdef int rough_run(const WorthC* w, const TablesC* t, int colour, int dots, int size, bint has_token) noexcept nogil:
    """What running a bloc brings this round, roughly, in cents."""
    cdef int k, good, product = t.product[colour], worth = 0, feed = 0, ore = 0
    if product == MONEY:
        worth = CENTS * dots * t.per_dot[colour]
    else:
        for k in range(dots * t.per_dot[colour]):
            worth += keep_at(w, product, k)
    for good in range(N_GOODS):
        worth -= CENTS * t.power_cost[colour][good] * w.buy_at[good][0]
        feed += CENTS * t.feed_cost[colour][good] * size * w.buy_at[good][0]
        ore += CENTS * t.ore_cost[good] * w.buy_at[good][0]
    return max(worth - (min(feed, ore) if has_token and t.is_fed[colour] else feed), 0)


cdef inline int bloc_value(const WorthC* w, const TablesC* t, int colour, hexset_t hexes, int dots, bint has_token) noexcept nogil:
    cdef int size = n_hexes(hexes)
    return bloc_later(w, t, colour, hexes, dots, size, has_token) + rough_run(w, t, colour, dots, size, has_token)


cdef int goods_price(const WorthC* w, const int8_t* cost, int times) noexcept nogil:
    cdef int good, price = 0
    for good in range(N_GOODS):
        price += CENTS * times * cost[good] * w.buy_at[good][0]
    return price


cdef void put_down(StateC* board, const TablesC* t, int seat, const PartC* part) noexcept nogil:
    """Carry out a bundle on a copy of the board; goods are not looked at."""
    cdef int k
    for k in range(part.n):
        if part.from_hex[k] != NO_HEX:
            take_tile(board, t, part.from_hex[k])
            disown(board, t, seat, part.from_hex[k])
    for k in range(part.n):
        if not (board.owned[seat] >> part.place[k]) & 1:
            own(board, t, seat, part.place[k])
        lay(board, t, seat, part.place[k], part.face[k])


cdef int score_growth(const StateC* board, const TablesC* t, int seat, const WorthC* w, PartC* part) noexcept nogil:
    """The score of added tiles, all in one bloc; -1 if they are not."""
    cdef int k, slot, colour, place = part.place[0], face = part.face[0], first, first_slot, score = 0, old
    cdef hexset_t bloc
    part.replaced = 0
    for slot in range(t.n_sections[face]):
        colour = t.section[face][slot]
        bloc = bloc_around(board, t, seat, place, colour)
        if part.hexes & ~bloc:
            return -1
        first = first_hex(bloc)
        first_slot = 0 if t.section[board.face[first]][0] == colour else 1
        score += bloc_value(w, t, colour, bloc, full_dots(board, t, bloc, colour), board.tokens[first][first_slot] > 0)
        for old in range(w.n_blocs):
            if w.blocs[old].industry == colour and w.blocs[old].hexes & bloc:
                part.replaced |= <uint64_t>1 << old
                score -= bloc_value(
                    w, t, colour, w.blocs[old].hexes, w.blocs[old].dots[w.blocs[old].size], w.blocs[old].has_token
                )
    for k in range(part.n):
        score += w.tile + open_room(w, t, part.place[k], part.face[k])
        score -= goods_price(w, t.build_cost[t.industry_of[part.face[k]]], 1)
        if part.needs_flag[k]:
            score += w.deny[part.place[k]] - goods_price(w, t.flag_cost, 1)
        if part.is_forced[k]:
            score -= goods_price(w, t.force_cost, 1)
    part.score = score
    return 0


cdef void keep_best(PartC* beam, int* n, const PartC* part, int limit, bint by_group) noexcept nogil:
    """Insert into a beam that holds at most `limit` of each group, dropping the worst of a full one."""
    cdef int k, count = 0, worst = -1, same_hexes = 0, worst_same = -1
    for k in range(n[0]):
        if beam[k].mark == part.mark:
            return
        if by_group and (beam[k].replaced != part.replaced):
            continue
        count += 1
        if worst < 0 or beam[k].score < beam[worst].score:
            worst = k
        if beam[k].hexes == part.hexes:
            same_hexes += 1
            if worst_same < 0 or beam[k].score < beam[worst_same].score:
                worst_same = k
    if same_hexes >= 2:               # other rotations on the same hexes add little
        if beam[worst_same].score < part.score:
            beam[worst_same] = part[0]
        return
    if count < limit and n[0] < MAX_BEAM:
        beam[n[0]] = part[0]
        n[0] += 1
    elif worst >= 0 and beam[worst].score < part.score:
        beam[worst] = part[0]


cdef int64_t all_funds(const StateC* s, const TablesC* t, int seat, const WorthC* w) noexcept nogil:
    """More dollars than the seat can lay hands on: every note, every cube sold at the first price."""
    cdef int64_t funds = s.money[seat]
    cdef int good, notes = s.notes[seat]
    if s.phase != TRADE:
        return 0
    while note_value(t, notes) >= t.note_least:
        funds += note_value(t, notes)
        notes += 1
    for good in range(N_GOODS):
        funds += <int64_t>s.goods[seat][good] * w.sell_at[good][0]
    return funds


cdef bint is_affordable(const StateC* s, const TablesC* t, int seat, const WorthC* w, int64_t funds, const PartC* part) noexcept nogil:
    """Whether the missing cubes could be bought if their price did not rise; without trading none may be missing."""
    cdef int need[N_GOODS]
    cdef int good, k
    cdef int64_t price = 0
    for good in range(N_GOODS):
        need[good] = 0
    for k in range(part.n):
        for good in range(N_GOODS):
            need[good] += t.build_cost[t.industry_of[part.face[k]]][good]
            need[good] += part.needs_flag[k] * t.flag_cost[good] + part.is_forced[k] * t.force_cost[good]
    for good in range(N_GOODS):
        if need[good] > s.goods[seat][good]:
            if s.phase != TRADE:
                return False
            price += (need[good] - s.goods[seat][good]) * t.buy[good][t.wells[good] if w.drift[good] < 0 else s.levels[good]]
    return price <= funds


cdef void extend(
    const StateC* s, const TablesC* t, int seat, const WorthC* w, int industry, hexset_t taken, int hand, int64_t funds,
    const PartC* part, PartC* beam, int* n,
) noexcept nogil:
    """Every way to add one more tile of the industry to a bundle, the best of each group into the beam."""
    cdef StateC board = s[0], trial
    cdef PartC longer
    cdef hexset_t flagged, places, frontier = 0, like, close
    cdef int place, face, colour = t.section[t.first_face[industry]][0]
    cdef TouchC seen
    cdef bint is_forced
    put_down(&board, t, seat, part)
    flagged = board.owned[seat] & ~board.tiles
    if part.n_flags < hand:
        frontier = near_set(t, board.owned[seat]) & t.playable & ~taken & ~part.hexes
    places = flagged | frontier
    like = board.owned[seat] & board.colour[colour]
    if part.n:
        close = near_set(t, bloc_around(&board, t, seat, part.place[0], colour))
        places &= close
    while places:
        place = first_hex(places)
        places &= places - 1
        seen = shown_to(&board, t, place)
        for face in range(t.first_face[industry], t.first_face[industry] + t.n_rotations[industry]):
            is_forced = is_clash(t, seen, face)
            if is_forced and (part.n_forced or not t.near[place] & like):
                continue
            longer = part[0]
            longer.place[longer.n] = <int8_t>place
            longer.face[longer.n] = <uint8_t>face
            longer.from_hex[longer.n] = NO_HEX
            longer.is_forced[longer.n] = is_forced
            longer.needs_flag[longer.n] = not (flagged >> place) & 1
            longer.n_flags += longer.needs_flag[longer.n]
            longer.n_forced += is_forced
            longer.n += 1
            longer.hexes |= hex_bit(place)
            longer.mark += (<uint64_t>(32 * place + face) + 1) * <uint64_t>0x9E3779B97F4A7C15
            if not is_affordable(s, t, seat, w, funds, &longer):
                continue
            trial = board
            if longer.needs_flag[longer.n - 1]:
                own(&trial, t, seat, place)
            lay(&trial, t, seat, place, face)
            if score_growth(&trial, t, seat, w, &longer) == 0:
                keep_best(beam, n, &longer, KEPT_OF_A_GROUP if longer.replaced else KEPT_OF_NEW_BLOCS, True)


cdef void fill_bloc(const StateC* board, const TablesC* t, hexset_t hexes, int colour, BlocC* bloc) noexcept nogil:
    cdef int first = first_hex(hexes), slot = 0 if t.section[board.face[first]][0] == colour else 1
    bloc.hexes = hexes
    bloc.industry = <int8_t>colour
    bloc.first = <int8_t>first
    bloc.slot = <int8_t>slot
    bloc.size = <uint8_t>n_hexes(hexes)
    bloc.has_token = board.tokens[first][slot] > 0
    memset(bloc.dots, 0, sizeof(bloc.dots))
    if t.is_fed[colour] and bloc.size > 1:
        best_dots_by_fed(board, t, hexes, colour, bloc.dots)
    else:
        bloc.dots[bloc.size] = <uint8_t>full_dots(board, t, hexes, colour)


cdef bint finish(const StateC* s, const TablesC* t, int seat, const WorthC* w, const PartC* part, BundleC* bundle) noexcept nogil:
    """Everything the model needs of a bundle: steps, costs, claims, and the blocs before and after."""
    cdef StateC board = s[0]
    cdef hexset_t changed = 0, tiles, bloc
    cdef int k, colour, colours = 0, place, old, good, industry
    cdef bint is_old
    memset(bundle, 0, sizeof(BundleC))
    bundle.score = part.score
    put_down(&board, t, seat, part)
    for k in range(part.n):
        if part.from_hex[k] != NO_HEX:
            bundle.steps[bundle.n_steps] = hex_move(LIFT, part.from_hex[k])
            bundle.n_steps += 1
            changed |= hex_bit(part.from_hex[k])
            colours |= t.colours[s.face[part.from_hex[k]]]
    for k in range(part.n):
        place = part.place[k]
        industry = t.industry_of[part.face[k]]
        changed |= hex_bit(place)
        colours |= t.colours[part.face[k]]
        if part.from_hex[k] == NO_HEX:
            if part.needs_flag[k]:
                bundle.steps[bundle.n_steps] = hex_move(FLAG, place)
                bundle.n_steps += 1
                for good in range(N_GOODS):
                    bundle.cost[good] += t.flag_cost[good]
            bundle.tiles[industry] += 1
            bundle.fixed += w.tile
            for good in range(N_GOODS):
                bundle.cost[good] += t.build_cost[industry][good]
        bundle.steps[bundle.n_steps] = (
            hex_move(BUILD if part.from_hex[k] == NO_HEX else DROP, place) | (<move_t>part.face[k] << FACE_SHIFT)
            | (<move_t>part.is_forced[k] << FORCED_SHIFT)
        )
        bundle.n_steps += 1
        if part.is_forced[k]:
            for good in range(N_GOODS):
                bundle.cost[good] += t.force_cost[good]
        if not (w.tiles >> place) & 1:
            bundle.fixed += open_room(w, t, place, part.face[k])
        if not (w.owned >> place) & 1:
            bundle.fixed += w.deny[place]
        bundle.n_claims += <uint8_t>fill_claims(t, place, part.face[k], bundle.claims + bundle.n_claims)
    if part.n and part.from_hex[0] != NO_HEX:
        for good in range(N_GOODS):
            bundle.cost[good] += t.move_cost[good]
    bundle.n_flags = part.n_flags
    for colour in range(N_COLOURS):
        if not (colours >> colour) & 1:
            continue
        tiles = board.owned[seat] & board.colour[colour]
        for old in range(w.n_blocs):
            if w.blocs[old].industry == colour:
                bundle.replaced |= <uint64_t>1 << old
        while tiles:
            bloc = bloc_around(&board, t, seat, first_hex(tiles), colour)
            tiles &= ~bloc
            is_old = False
            for old in range(w.n_blocs):
                if w.blocs[old].industry == colour and w.blocs[old].hexes == bloc and not bloc & changed:
                    bundle.replaced &= ~(<uint64_t>1 << old)
                    is_old = True
            if not is_old:
                if bundle.n_made == MAX_MADE:
                    return False
                fill_bloc(&board, t, bloc, colour, &bundle.made[bundle.n_made])
                bundle.n_made += 1
    return True


cdef int list_growth(
    const StateC* s, const TablesC* t, int seat, const WorthC* w, hexset_t taken, int hand, int64_t funds, int industry,
    BundleC* out, int room,
) noexcept nogil:
    """Bundles of one industry: a beam for each number of tiles, each built on the one before."""
    cdef PartC beams[2][MAX_BEAM]
    cdef PartC nothing
    cdef int n_beam = 0, n_next, level, k, n = 0, n_levels = MAX_ADDED
    memset(&nothing, 0, sizeof(PartC))
    if t.n_sections[t.first_face[industry]] > 1:
        n_levels = 1
    for level in range(min(n_levels, s.stacks[industry])):
        n_next = 0
        if level == 0:
            extend(s, t, seat, w, industry, taken, hand, funds, &nothing, beams[0], &n_next)
        else:
            for k in range(n_beam):
                extend(s, t, seat, w, industry, taken, hand, funds, &beams[(level + 1) & 1][k], beams[level & 1], &n_next)
        n_beam = n_next
        for k in range(n_beam):
            if n < room and finish(s, t, seat, w, &beams[level & 1][k], &out[n]):
                n += 1
    return n


# --- moves of tiles ------------------------------------------------------------------------------

cdef int value_of_blocs(const StateC* board, const TablesC* t, int seat, const WorthC* w, int colours) noexcept nogil:
    """What all the seat's blocs of some colours are worth."""
    cdef int colour, worth = 0, first, slot
    cdef hexset_t tiles, bloc
    for colour in range(N_COLOURS):
        if not (colours >> colour) & 1:
            continue
        tiles = board.owned[seat] & board.colour[colour]
        while tiles:
            bloc = bloc_around(board, t, seat, first_hex(tiles), colour)
            tiles &= ~bloc
            first = first_hex(bloc)
            slot = 0 if t.section[board.face[first]][0] == colour else 1
            worth += bloc_value(w, t, colour, bloc, full_dots(board, t, bloc, colour), board.tokens[first][slot] > 0)
    return worth


cdef void extend_move(
    const StateC* s, const TablesC* t, int seat, const WorthC* w, hexset_t liftable, hexset_t taken, const PartC* part,
    PartC* beam, int* n,
) noexcept nogil:
    """One more tile of the industry moved, anywhere it adds to the blocs of its kind."""
    cdef StateC lifted, trial
    cdef PartC longer
    cdef int here, place, face, industry, colours, before
    cdef hexset_t places, rest = liftable, like
    cdef TouchC seen
    while rest:
        here = first_hex(rest)
        rest &= rest - 1
        industry = t.industry_of[s.face[here]]
        if part.n and industry != t.industry_of[part.face[0]]:
            continue
        if part.n and ((part.hexes >> here) & 1 or here == part.from_hex[0] or (part.n > 1 and here == part.from_hex[1])):
            continue
        lifted = s[0]
        put_down(&lifted, t, seat, part)
        if lifted.face[here] == 0:
            continue
        colours = t.colours[s.face[here]]
        before = value_of_blocs(s, t, seat, w, colours)
        take_tile(&lifted, t, here)
        disown(&lifted, t, seat, here)
        like = lifted.owned[seat] & lifted.colour[first_hex(colours)]
        places = t.playable & ~(taken & ~hex_bit(here)) & ~part.hexes | (lifted.owned[seat] & ~lifted.tiles) | hex_bit(here)
        places &= near_set(t, like) | hex_bit(here)
        while places:
            place = first_hex(places)
            places &= places - 1
            seen = shown_to(&lifted, t, place)
            for face in range(t.first_face[industry], t.first_face[industry] + t.n_rotations[industry]):
                if is_clash(t, seen, face):
                    continue
                longer = part[0]
                longer.from_hex[longer.n] = <int8_t>here
                longer.place[longer.n] = <int8_t>place
                longer.face[longer.n] = <uint8_t>face
                longer.needs_flag[longer.n] = 0
                longer.is_forced[longer.n] = 0
                # A tile brings its flag along; one that lies where it lands returns to the hand.
                longer.n_flags -= (lifted.owned[seat] >> place) & 1
                longer.n += 1
                longer.hexes |= hex_bit(place)
                longer.mark += (<uint64_t>(32 * place + face) + 1) * <uint64_t>0x9E3779B97F4A7C15 + <uint64_t>here * 7919
                trial = lifted
                if not (trial.owned[seat] >> place) & 1:
                    own(&trial, t, seat, place)
                lay(&trial, t, seat, place, face)
                longer.score = value_of_blocs(&trial, t, seat, w, colours) - before - goods_price(w, t.move_cost, 1)
                if longer.score > 0:
                    keep_best(beam, n, &longer, KEPT_MOVES, False)


cdef int list_moved(const StateC* s, const TablesC* t, int seat, const WorthC* w, hexset_t taken, BundleC* out, int room) noexcept nogil:
    """Moves of up to three tiles of one kind that make its blocs worth more; automated blocs stay as they are."""
    cdef PartC beams[2][MAX_BEAM]
    cdef PartC nothing
    cdef hexset_t liftable = w.tiles
    cdef int n_beam = 0, n_next, level, k, n = 0
    memset(&nothing, 0, sizeof(PartC))
    for k in range(w.n_blocs):
        if w.blocs[k].has_token:
            liftable &= ~w.blocs[k].hexes
    for level in range(min(t.max_lifted, MAX_MOVED)):
        n_next = 0
        if level == 0:
            extend_move(s, t, seat, w, liftable, taken, &nothing, beams[0], &n_next)
        else:
            for k in range(min(n_beam, 2)):
                extend_move(s, t, seat, w, liftable, taken, &beams[(level + 1) & 1][k], beams[level & 1], &n_next)
        n_beam = n_next
        for k in range(n_beam):
            if n < room and finish(s, t, seat, w, &beams[level & 1][k], &out[n]):
                n += 1
    return n


cdef int list_denials(const StateC* s, const TablesC* t, int seat, const WorthC* w, hexset_t taken, BundleC* out, int room) noexcept nogil:
    """A flag alone, on the hexes that rivals want most."""
    cdef hexset_t places = near_set(t, s.owned[seat]) & t.playable & ~taken, rest
    cdef int n = 0, best, place, good
    while n < min(N_DENIALS, room):
        best = NO_HEX
        rest = places
        while rest:
            place = first_hex(rest)
            rest &= rest - 1
            if w.deny[place] > 0 and (best == NO_HEX or w.deny[place] > w.deny[best]):
                best = place
        if best == NO_HEX:
            break
        places &= ~hex_bit(best)
        memset(&out[n], 0, sizeof(BundleC))
        out[n].fixed = w.deny[best]
        out[n].score = w.deny[best] - goods_price(w, t.flag_cost, 1)
        out[n].steps[0] = hex_move(FLAG, best)
        out[n].n_steps = 1
        out[n].n_flags = 1
        out[n].claims[0] = <uint16_t>best
        out[n].n_claims = 1
        for good in range(N_GOODS):
            out[n].cost[good] = t.flag_cost[good]
        n += 1
    return n


cdef int list_bundles(const StateC* s, const TablesC* t, int seat, const WorthC* w, BundleC* out) noexcept nogil:
    """Fill `out` (MAX_BUNDLES) and say how many."""
    cdef hexset_t taken = 0
    cdef int n = 0, k, industry
    # Using the last flag ends the game: only where it ends anyway.
    cdef int hand = s.flags[seat] - (1 if w.rounds > 1 else 0)
    for k in range(t.n_seats):
        taken |= s.owned[k]
    if hand > 0:
        n += list_denials(s, t, seat, w, taken, out, MAX_BUNDLES)
    n += list_moved(s, t, seat, w, taken, out + n, MAX_BUNDLES - n)
    for industry in range(N_INDUSTRIES):
        if s.stacks[industry] > 0:
            n += list_growth(s, t, seat, w, taken, hand, all_funds(s, t, seat, w), industry, out + n, MAX_BUNDLES - n)
    return n
