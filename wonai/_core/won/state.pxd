# Memory layout of Wealth of Nations: the state, the constant tables, the codes of moves; and the few
# inline functions that change a state. Every change of a field goes through them, so that `key` stays true.
#
# The key is linear: the sum over all fields of a fixed random 64-bit number times the value. A change
# costs one multiplication, and two positions that differ anywhere share a key by chance of about 2**-64.

from wonai._core.types cimport (
    MAX_SEATS, int8_t, int16_t, int32_t, int64_t, move_t, uint8_t, uint16_t, uint32_t, uint64_t,
)

ctypedef uint64_t hexset_t            # one bit per hex, in board order

cdef enum:
    N_HEXES = 61
    NO_HEX = 61                       # a neighbour beyond the rim; never in a hexset_t
    N_EDGES = 6
    N_GOODS = 5
    MONEY = 5                         # assets of an offer: the goods, then money, then notes
    NOTES = 6
    N_ASSETS = 7
    N_COLOURS = 6                     # the basic industries; a dot's colour is its industry
    N_INDUSTRIES = 7                  # ... and the one with two sections
    N_SLOTS = 2                       # sections of a tile; a plain tile uses slot 0 alone
    N_PACKAGES = 12
    NO_FACE = 0
    MAX_FACES = 32                    # an industry in a rotation; 0 is an empty hex
    MAX_LEVELS = 64
    MAX_CUBES = 9                     # of one action
    MAX_MIXES = 2048                  # of as many cubes
    FEW_CUBES = 3                     # up to here all mixes fit into a set of bits
    MAX_DRAFT_ROUNDS = 4
    MAX_LIFTED = 3
    MAX_BROKEN = 6                    # a lifted tile belongs to at most two blocs
    NO_SEAT = -1

cdef enum Phase:
    DRAFT
    TRADE
    DEVELOP
    PRODUCE
    FINAL_TRADE
    SETTLE
    OVER

cdef enum Kind:                       # in the plain order of the texts: a list made by kind is sorted
    ACCEPT
    AUTOMATE
    BARTER
    BUILD
    BUY
    DONE
    DRAFT_PACKAGE
    DROP
    FLAG
    LIFT
    NOTE_REPAY
    NOTE_TAKE
    PASS
    PLACE
    REJECT
    RUN
    SELL
    TOKEN

# A move is `kind` in the low 5 bits and, above it,
#   on a hex:   hex (6) face (5) forced (1) section (2: none, farm, generator) fed (6: tiles, 0 all) with ore (1)
#   BUY, SELL:  the number of cubes of each good, 4 bits each
#   DRAFT_PACKAGE: the package
#   BARTER:     partner (3), then for each side goods (3 bits each), money (8), notes (3); larger offers have no code
cdef enum:
    HEX_SHIFT = 5
    FACE_SHIFT = 11
    FORCED_SHIFT = 16
    SECTION_SHIFT = 17
    FED_SHIFT = 19
    ORE_SHIFT = 25
    CUBE_BITS = 4
    PARTNER_SHIFT = 5
    SIDE_SHIFT = 8
    SIDE_BITS = 26
    OFFER_GOOD_BITS = 3
    OFFER_MONEY_BITS = 8
    OFFER_NOTE_BITS = 3

cdef struct OfferC:
    int32_t give[N_ASSETS]
    int32_t get[N_ASSETS]
    int8_t maker                      # NO_SEAT: no offer waits
    int8_t partner

cdef struct StateC:
    uint64_t key
    hexset_t owned[MAX_SEATS]         # hexes with a flag of the seat; tiles carry one
    hexset_t tiles
    hexset_t colour[N_COLOURS]        # tiles with a section of that industry
    hexset_t token_hexes[N_SLOTS]     # first hexes of automated blocs
    hexset_t ran_hexes[N_SLOTS]       # first hexes of blocs that have run
    # blocs with tokens that a Move has broken into:
    hexset_t broken_hexes[MAX_BROKEN]     # before the Move; once all is down, the first hexes to choose among
    int32_t money[MAX_SEATS]
    int32_t notes[MAX_SEATS]
    int32_t flags[MAX_SEATS]          # in hand
    int32_t goods[MAX_SEATS][N_GOODS]
    int32_t stacks[N_INDUSTRIES]
    int32_t round
    int32_t offers                    # rejected in this action
    int32_t actions                   # trade actions of this phase
    OfferC offer
    uint16_t tokens[N_HEXES][N_SLOTS]
    uint16_t broken_tokens[MAX_BROKEN]
    uint16_t taken                    # packages, as a set
    uint8_t made[N_HEXES][N_SLOTS]    # dots that a bloc of ran_hexes will turn into goods
    uint8_t face[N_HEXES + 1]         # the last one stays empty: NO_HEX has no tile
    uint8_t to_place[N_INDUSTRIES]
    uint8_t levels[N_GOODS]           # cubes in the rows
    int8_t lifted_industry[MAX_LIFTED]
    int8_t lifted_from[MAX_LIFTED]
    int8_t lifted_to[MAX_LIFTED]      # NO_HEX while in the air
    int8_t broken_industry[MAX_BROKEN]
    uint8_t n_lifted
    uint8_t n_dropped
    uint8_t n_broken
    uint8_t is_splitting              # all tiles are down, token choices remain
    uint8_t phase
    int8_t first
    int8_t to_move                    # NO_SEAT when the game is over
    uint8_t passes
    uint8_t ending
    uint8_t draft_round               # from 1; 0 outside the draft

cdef struct KeysC:                    # one fixed random number per field of StateC
    uint64_t owned[N_HEXES]
    uint64_t face[N_HEXES]
    uint64_t tokens[N_HEXES][N_SLOTS]
    uint64_t made[N_HEXES][N_SLOTS]
    uint64_t money[MAX_SEATS]
    uint64_t notes[MAX_SEATS]
    uint64_t flags[MAX_SEATS]
    uint64_t goods[MAX_SEATS][N_GOODS]
    uint64_t stacks[N_INDUSTRIES]
    uint64_t levels[N_GOODS]
    uint64_t to_place[N_INDUSTRIES]
    uint64_t give[N_ASSETS]
    uint64_t get[N_ASSETS]
    uint64_t lifted[MAX_LIFTED]
    uint64_t broken_hexes[MAX_BROKEN]
    uint64_t broken_tokens[MAX_BROKEN]
    uint64_t round
    uint64_t offers
    uint64_t actions
    uint64_t partners
    uint64_t taken
    uint64_t is_splitting
    uint64_t phase
    uint64_t first
    uint64_t to_move
    uint64_t passes
    uint64_t ending
    uint64_t draft_round
    uint64_t rules                    # stands for the options of the game

cdef struct PackageC:
    int32_t money
    int32_t goods[N_GOODS]
    uint8_t tiles[N_INDUSTRIES]
    uint8_t is_industry

cdef struct MixC:                     # a purchase or sale of several cubes
    move_t cubes                      # its code, without a kind
    uint16_t n_longer                 # mixes that continue this one; they follow it
    uint8_t size                      # cubes in it
    uint8_t good                      # of the last cube
    uint8_t nth                       # how many cubes of that good came before
    uint8_t priced[FEW_CUBES]         # where the prices of its cubes stand among those of all; the last entry is 0

cdef struct TouchC:                   # what the tiles around a hex mean for a tile on it
    uint32_t clashing                 # faces with which partial dots of different colours would touch

cdef struct TablesC:
    KeysC keys
    int n_seats
    # board
    hexset_t playable
    hexset_t near[N_HEXES]
    uint8_t neighbour[N_HEXES][N_EDGES]
    uint8_t edge_to[N_HEXES][N_HEXES]            # the edge shared with a neighbour; N_EDGES with any other hex
    # faces
    int n_faces
    uint8_t industry_of[MAX_FACES]
    uint8_t rotation_of[MAX_FACES]
    uint8_t first_face[N_INDUSTRIES]
    uint8_t n_rotations[N_INDUSTRIES]
    uint8_t n_sections[MAX_FACES]
    int8_t section[MAX_FACES][N_SLOTS]           # its industry, or -1
    uint8_t colours[MAX_FACES]                   # the same as a set
    uint8_t centre[MAX_FACES][N_COLOURS]
    uint8_t half[MAX_FACES][N_COLOURS]           # edges as a set
    uint8_t third[MAX_FACES][N_COLOURS]          # corners as a set
    TouchC shows[N_EDGES][MAX_FACES]             # a tile across that edge, to a hex
    uint32_t faces_of[N_INDUSTRIES]              # as a set
    uint8_t touches[N_EDGES][MAX_FACES][MAX_FACES]   # colours whose dots meet across that edge
    # prices
    int16_t buy[N_GOODS][MAX_LEVELS]             # by level before the purchase
    int16_t sell[N_GOODS][MAX_LEVELS]            # by level before the sale
    uint8_t wells[N_GOODS]
    int16_t note_value
    int16_t note_step
    int16_t note_least
    int16_t note_repay
    # costs
    int8_t build_cost[N_INDUSTRIES][N_GOODS]
    int8_t flag_cost[N_GOODS]
    int8_t force_cost[N_GOODS]
    int8_t move_cost[N_GOODS]
    int8_t automate_cost[N_GOODS]
    int8_t power_cost[N_COLOURS][N_GOODS]        # a bloc
    int8_t feed_cost[N_COLOURS][N_GOODS]         # a tile
    int8_t ore_cost[N_GOODS]                     # a whole automated bloc, instead of feeding
    uint8_t run_goods[N_COLOURS]                 # goods that power or feed it, as a set
    uint8_t is_fed[N_COLOURS]                    # whether its tiles eat at all
    int8_t product[N_COLOURS]                    # a good, or MONEY
    int16_t per_dot[N_COLOURS]
    int max_lifted
    # draft
    PackageC packages[N_PACKAGES]
    uint16_t draftable                           # packages, as a set
    int n_draft_rounds
    uint8_t draft_is_clockwise[MAX_DRAFT_ROUNDS]
    uint16_t draft_kind[MAX_DRAFT_ROUNDS]        # packages the round allows, as a set
    # options
    int flags
    int32_t stacks[N_INDUSTRIES]
    int start_levels[N_GOODS]
    int cubes_per_action
    int note_interest
    int is_uniform
    int all_flags
    int round_limit
    int64_t action_limit                         # trade actions of a phase
    int offers_per_action
    int empty_stacks
    # score
    int tile_vp
    int money_per_vp
    int note_vp
    # the plain order of names, for sorted lists
    uint8_t industry_order[N_INDUSTRIES]
    uint8_t good_order[N_GOODS]
    move_t buy_one[N_GOODS]                      # the purchase (sale) of one cube, in that order
    move_t sell_one[N_GOODS]
    uint8_t package_order[N_PACKAGES]
    int n_mixes                                  # different purchases of up to `cubes_per_action` cubes
    MixC mixes[MAX_MIXES]                        # in the order of their texts: each before those that continue it
    uint64_t mixes_with[N_GOODS][FEW_CUBES + 1]  # those with at most so many cubes of a good; for few cubes


cdef extern from *:
    int first_hex "__builtin_ctzll"(hexset_t) noexcept nogil
    int n_hexes "__builtin_popcountll"(hexset_t) noexcept nogil


cdef inline hexset_t hex_bit(int place) noexcept nogil:
    return <hexset_t>1 << place

cdef inline void add_money(StateC* s, const TablesC* t, int seat, int amount) noexcept nogil:
    s.money[seat] += amount
    s.key += t.keys.money[seat] * <uint64_t><int64_t>amount

cdef inline void add_notes(StateC* s, const TablesC* t, int seat, int amount) noexcept nogil:
    s.notes[seat] += amount
    s.key += t.keys.notes[seat] * <uint64_t><int64_t>amount

cdef inline void add_goods(StateC* s, const TablesC* t, int seat, int good, int amount) noexcept nogil:
    s.goods[seat][good] += amount
    s.key += t.keys.goods[seat][good] * <uint64_t><int64_t>amount

cdef inline void add_flags(StateC* s, const TablesC* t, int seat, int amount) noexcept nogil:
    s.flags[seat] += amount
    s.key += t.keys.flags[seat] * <uint64_t><int64_t>amount

cdef inline void add_level(StateC* s, const TablesC* t, int good, int amount) noexcept nogil:
    s.levels[good] = <uint8_t>(s.levels[good] + amount)
    s.key += t.keys.levels[good] * <uint64_t><int64_t>amount

cdef inline void add_stack(StateC* s, const TablesC* t, int industry, int amount) noexcept nogil:
    s.stacks[industry] += amount
    s.key += t.keys.stacks[industry] * <uint64_t><int64_t>amount

cdef inline void add_to_place(StateC* s, const TablesC* t, int industry, int amount) noexcept nogil:
    s.to_place[industry] = <uint8_t>(s.to_place[industry] + amount)
    s.key += t.keys.to_place[industry] * <uint64_t><int64_t>amount

cdef inline void set_phase(StateC* s, const TablesC* t, int phase) noexcept nogil:
    s.key += t.keys.phase * <uint64_t><int64_t>(phase - s.phase)
    s.phase = <uint8_t>phase

cdef inline void set_to_move(StateC* s, const TablesC* t, int seat) noexcept nogil:
    s.key += t.keys.to_move * <uint64_t><int64_t>(seat - s.to_move)
    s.to_move = <int8_t>seat

cdef inline void set_first(StateC* s, const TablesC* t, int seat) noexcept nogil:
    s.key += t.keys.first * <uint64_t><int64_t>(seat - s.first)
    s.first = <int8_t>seat

cdef inline void set_passes(StateC* s, const TablesC* t, int passes) noexcept nogil:
    s.key += t.keys.passes * <uint64_t><int64_t>(passes - s.passes)
    s.passes = <uint8_t>passes

cdef inline void set_offers(StateC* s, const TablesC* t, int offers) noexcept nogil:
    s.key += t.keys.offers * <uint64_t><int64_t>(offers - s.offers)
    s.offers = offers

cdef inline void set_actions(StateC* s, const TablesC* t, int actions) noexcept nogil:
    s.key += t.keys.actions * <uint64_t><int64_t>(actions - s.actions)
    s.actions = actions

cdef inline void set_draft_round(StateC* s, const TablesC* t, int draft_round) noexcept nogil:
    s.key += t.keys.draft_round * <uint64_t><int64_t>(draft_round - s.draft_round)
    s.draft_round = <uint8_t>draft_round

cdef inline void add_tokens(StateC* s, const TablesC* t, int place, int slot, int amount) noexcept nogil:
    s.tokens[place][slot] = <uint16_t>(s.tokens[place][slot] + amount)
    s.key += t.keys.tokens[place][slot] * <uint64_t><int64_t>amount
    if s.tokens[place][slot]:
        s.token_hexes[slot] |= hex_bit(place)
    else:
        s.token_hexes[slot] &= ~hex_bit(place)

cdef inline void own(StateC* s, const TablesC* t, int seat, int place) noexcept nogil:
    s.owned[seat] |= hex_bit(place)
    s.key += t.keys.owned[place] * <uint64_t>(seat + 1)

cdef inline void disown(StateC* s, const TablesC* t, int seat, int place) noexcept nogil:
    s.owned[seat] &= ~hex_bit(place)
    s.key -= t.keys.owned[place] * <uint64_t>(seat + 1)

cdef inline void put_tile(StateC* s, const TablesC* t, int place, int face) noexcept nogil:
    """Lay a tile on a hex that has none; the flag is not touched."""
    cdef int slot
    s.face[place] = <uint8_t>face
    s.tiles |= hex_bit(place)
    for slot in range(t.n_sections[face]):
        s.colour[t.section[face][slot]] |= hex_bit(place)
    s.key += t.keys.face[place] * <uint64_t>face

cdef inline void take_tile(StateC* s, const TablesC* t, int place) noexcept nogil:
    """Take the tile off a hex; the flag is not touched."""
    cdef int face = s.face[place], slot
    s.face[place] = NO_FACE
    s.tiles &= ~hex_bit(place)
    for slot in range(t.n_sections[face]):
        s.colour[t.section[face][slot]] &= ~hex_bit(place)
    s.key -= t.keys.face[place] * <uint64_t>face

cdef inline bint can_pay(const StateC* s, int seat, const int8_t* cost) noexcept nogil:
    cdef int good
    for good in range(N_GOODS):
        if s.goods[seat][good] < cost[good]:
            return False
    return True

cdef inline void pay(StateC* s, const TablesC* t, int seat, const int8_t* cost, int times) noexcept nogil:
    cdef int good
    for good in range(N_GOODS):
        if cost[good]:
            add_goods(s, t, seat, good, -cost[good] * times)

cdef inline move_t hex_move(int kind, int place) noexcept nogil:
    return <move_t>kind | (<move_t>place << HEX_SHIFT)

cdef inline int kind_of(move_t move) noexcept nogil:
    return move & 31

cdef inline int hex_of(move_t move) noexcept nogil:
    return (move >> HEX_SHIFT) & 63

cdef inline int face_of(move_t move) noexcept nogil:
    return (move >> FACE_SHIFT) & 31

cdef inline bint is_forced(move_t move) noexcept nogil:
    return (move >> FORCED_SHIFT) & 1

cdef inline int section_of(move_t move) noexcept nogil:
    return (move >> SECTION_SHIFT) & 3

cdef inline int slot_of(move_t move) noexcept nogil:
    """Sections are numbered from 1 in a move; a plain tile has none and uses slot 0."""
    return 1 if section_of(move) == 2 else 0

cdef inline int fed_of(move_t move) noexcept nogil:
    return (move >> FED_SHIFT) & 63

cdef inline bint is_with_ore(move_t move) noexcept nogil:
    return (move >> ORE_SHIFT) & 1

cdef inline int cubes_of(move_t move, int good) noexcept nogil:
    return (move >> (HEX_SHIFT + CUBE_BITS * good)) & 15

cdef inline int package_of(move_t move) noexcept nogil:
    return (move >> HEX_SHIFT) & 15
