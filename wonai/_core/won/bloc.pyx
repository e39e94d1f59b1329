"""Dots -> blocs: flood fill through touching dots, and the full dots of a set of tiles."""

from libc.string cimport memset

from wonai._core.types cimport uint8_t, uint64_t
from wonai._core.won.state cimport (
    N_EDGES, N_HEXES, StateC, TablesC, first_hex, hex_bit, hexset_t, n_hexes,
)

cdef enum:
    # Row by row, a hexagon of five to a side never leaves more than ten hexes with neighbours still to come.
    MAX_FRONTIER = 11
    MAX_CUTS = 1 << MAX_FRONTIER
    WORD_BITS = 64
    LANE_BITS = 16
    LANES = WORD_BITS // LANE_BITS
    MAX_WORDS = N_HEXES // LANES + 1
    POSSIBLE = 0x4000                 # far above all the dots there can be

cdef uint64_t EVERY_LANE = 0x0001000100010001
cdef uint64_t TOP_BITS = 0x8000800080008000


cdef hexset_t near_set(const TablesC* t, hexset_t hexes) noexcept nogil:
    """Every hex next to one of these."""
    cdef hexset_t near = 0
    while hexes:
        near |= t.near[first_hex(hexes)]
        hexes &= hexes - 1
    return near


cdef hexset_t bloc_around(const StateC* s, const TablesC* t, int seat, int place, int colour) noexcept nogil:
    """The tiles of one owner that hang together with `place` through touching dots of a colour."""
    cdef hexset_t like = s.owned[seat] & s.colour[colour]
    cdef hexset_t bloc = hex_bit(place), todo = bloc
    cdef hexset_t rest
    cdef int here, there
    like &= ~bloc
    while todo:
        here = first_hex(todo)
        todo &= todo - 1
        rest = t.near[here] & like
        while rest:
            there = first_hex(rest)
            rest &= rest - 1
            if (t.touches[t.edge_to[here][there]][s.face[here]][s.face[there]] >> colour) & 1:
                todo |= hex_bit(there)
        like &= ~todo
        bloc |= todo
    return bloc


cdef inline bint is_half_full(const StateC* s, const TablesC* t, int place, int edge, int there, int colour) noexcept nogil:
    """Whether both tiles have a half dot of the colour on their shared edge."""
    return (t.half[s.face[place]][colour] >> edge) & (t.half[s.face[there]][colour] >> ((edge + 3) % N_EDGES)) & 1


cdef inline bint is_third_full(
    const StateC* s, const TablesC* t, int place, int corner, int there, int beyond, int colour,
) noexcept nogil:
    """Whether the three tiles at a corner have third dots there; it lies between its edge to `there` and the next."""
    return (
        (t.third[s.face[place]][colour] >> corner)
        & (t.third[s.face[there]][colour] >> ((corner + 2) % N_EDGES))
        & (t.third[s.face[beyond]][colour] >> ((corner + 4) % N_EDGES))
        & 1
    )


cdef int dots_joining(
    const StateC* s, const TablesC* t, hexset_t others, int place, int colour,
) noexcept nogil:
    """The full dots that the tile at `place` adds to those of `others`: its centre, edges, points."""
    cdef int dots = t.centre[s.face[place]][colour], edge, there, beyond
    cdef hexset_t rest = others & t.near[place]
    while rest:
        there = first_hex(rest)
        rest &= rest - 1
        edge = t.edge_to[place][there]
        dots += is_half_full(s, t, place, edge, there, colour)
        beyond = t.neighbour[place][(edge + 1) % N_EDGES]
        if (others >> beyond) & 1:
            dots += is_third_full(s, t, place, edge, there, beyond, colour)
    return dots


cdef int full_dots(const StateC* s, const TablesC* t, hexset_t bloc, int colour) noexcept nogil:
    """Full dots lying wholly on these tiles: each dot is counted with the last of its tiles."""
    cdef hexset_t counted = 0
    cdef int dots = 0, place
    while bloc:
        place = first_hex(bloc)
        bloc &= bloc - 1
        dots += dots_joining(s, t, counted, place, colour)
        counted |= hex_bit(place)
    return dots


cdef int best_dots(const StateC* s, const TablesC* t, hexset_t bloc, int colour, int fed) noexcept nogil:
    """The most full dots that any `fed` tiles of the bloc have between them (ruling P2)."""
    cdef uint8_t dots[N_HEXES + 1]
    cdef int all_dots, lost, place
    cdef hexset_t rest = bloc
    if fed == n_hexes(bloc) - 1:                  # the usual case by a shorter way: all but the one missed least
        all_dots = full_dots(s, t, bloc, colour)
        lost = all_dots
        while rest:
            place = first_hex(rest)
            rest &= rest - 1
            lost = min(lost, dots_joining(s, t, bloc & ~hex_bit(place), place, colour))
        return all_dots - lost
    best_dots_by_fed(s, t, bloc, colour, dots)
    return dots[fed]


# A row holds the best result for every number of fed tiles, four of them in a word, 16 bits each: dots above POSSIBLE, or
# less where there is no such choice. Whole words are shifted, added and compared, in registers.

cdef inline uint64_t better(uint64_t one, uint64_t two) noexcept nogil:
    """The larger of each pair of lanes; none of them uses its highest bit."""
    cdef uint64_t is_larger = (((one | TOP_BITS) - two) & TOP_BITS) >> (LANE_BITS - 1)
    return two ^ ((one ^ two) & ((is_larger << LANE_BITS) - is_larger))


cdef inline void feed_row(uint64_t* fed, const uint64_t* row, uint64_t gain, int n_words) noexcept nogil:
    """One tile more fed, and its dots with it."""
    cdef uint64_t carried = 0
    cdef int k
    for k in range(n_words):
        fed[k] = ((row[k] << LANE_BITS) | carried) + gain * EVERY_LANE
        carried = row[k] >> (WORD_BITS - LANE_BITS)


cdef int gains_by_cut(
    const StateC* s, const TablesC* t, const int* frontier, int width, int place, int colour, uint8_t* gain,
) noexcept nogil:
    """The full dots that the tile at `place` adds, for every choice of fed tiles on the frontier; how many choices."""
    cdef int across[N_EDGES + 1]                  # bits of the frontier, -1 for none
    cdef int bit, cut, edge, low, high, n_cuts = 1
    cdef uint8_t dot
    for edge in range(N_EDGES + 1):
        across[edge] = -1
    gain[0] = t.centre[s.face[place]][colour]
    for bit in range(width):
        edge = t.edge_to[place][frontier[bit]]
        across[edge] = bit                        # the last entry is for tiles that are not next to this one
        dot = edge < N_EDGES and is_half_full(s, t, place, edge, frontier[bit], colour)
        for cut in range(n_cuts):
            gain[n_cuts + cut] = gain[cut] + dot
        n_cuts *= 2
    if not t.third[s.face[place]][colour]:
        return n_cuts
    for edge in range(N_EDGES):
        low, high = across[edge], across[edge + 1 if edge + 1 < N_EDGES else 0]
        if low < 0 or high < 0 or not is_third_full(s, t, place, edge, frontier[low], frontier[high], colour):
            continue
        for cut in range(n_cuts):
            gain[cut] += (cut >> low) & (cut >> high) & 1
    return n_cuts


cdef void best_dots_by_fed(
    const StateC* s, const TablesC* t, hexset_t bloc, int colour, uint8_t* dots,
) noexcept nogil:
    """The same for every number of fed tiles, from none to all.

    The tiles are decided one after the other in board order. Only decided tiles that touch undecided
    ones matter for what follows, so the best result is kept per choice on those (a cut) and per
    number of fed tiles.
    """
    cdef uint64_t best[MAX_CUTS * MAX_WORDS]      # a row for every cut
    cdef uint8_t gain[MAX_CUTS]
    cdef int frontier[MAX_FRONTIER]
    cdef int size = n_hexes(bloc), n_words = size // LANES + 1
    cdef hexset_t todo = bloc
    cdef int width = 0, n_cuts, place, cut, bit, low, into, k
    memset(best, 0, n_words * sizeof(uint64_t))
    best[0] = POSSIBLE
    while todo:
        place = first_hex(todo)
        todo &= todo - 1
        n_cuts = gains_by_cut(s, t, frontier, width, place, colour, gain)
        for cut in range(n_cuts):                 # fed: the upper half of the cuts
            feed_row(&best[(n_cuts + cut) * n_words], &best[cut * n_words], gain[cut], n_words)
        frontier[width] = place
        width += 1
        bit = 0
        while bit < width:                        # forget tiles that nothing undecided touches
            if t.near[frontier[bit]] & todo:
                bit += 1
                continue
            for into in range(1 << (width - 1)):
                low = (into & ((1 << bit) - 1)) | ((into >> bit) << (bit + 1))
                for k in range(n_words):
                    best[into * n_words + k] = better(best[low * n_words + k], best[(low | (1 << bit)) * n_words + k])
            width -= 1
            for into in range(bit, width):
                frontier[into] = frontier[into + 1]
    for k in range(size + 1):
        dots[k] = <uint8_t>((best[k // LANES] >> (LANE_BITS * (k % LANES))) - POSSIBLE)
