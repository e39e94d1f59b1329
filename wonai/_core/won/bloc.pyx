"""Dots -> blocs: flood fill through touching dots, and the full dots of a set of tiles."""

from wonai._core.types cimport uint8_t
from wonai._core.won.state cimport (
    N_EDGES, N_HEXES, StateC, TablesC, first_hex, hex_bit, hexset_t, n_hexes,
)

cdef enum:
    # Row by row, a hexagon of five to a side never leaves more than ten hexes with neighbours still to come.
    MAX_FRONTIER = 11
    MAX_CUTS = 1 << MAX_FRONTIER


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
    best_dots_by_fed(s, t, bloc, colour, dots)
    return dots[fed]


cdef int gains_by_cut(
    const StateC* s, const TablesC* t, const int* frontier, int width, int place, int colour, uint8_t* gain,
) noexcept nogil:
    """The full dots that the tile at `place` adds, for every choice of fed tiles on the frontier."""
    cdef int n_cuts = 1, bit, cut, edge, beyond, partner, half
    gain[0] = t.centre[s.face[place]][colour]
    for bit in range(width):
        edge = t.edge_to[place][frontier[bit]]
        half = edge < N_EDGES and is_half_full(s, t, place, edge, frontier[bit], colour)
        for cut in range(n_cuts):
            gain[n_cuts + cut] = <uint8_t>(gain[cut] + half)
        if edge < N_EDGES:
            for partner in range(bit):        # the two corners of the edge, if the third tile came before
                beyond = t.edge_to[place][frontier[partner]]
                if beyond == (edge + 1) % N_EDGES:
                    half = is_third_full(s, t, place, edge, frontier[bit], frontier[partner], colour)
                elif edge == (beyond + 1) % N_EDGES and beyond < N_EDGES:
                    half = is_third_full(s, t, place, beyond, frontier[partner], frontier[bit], colour)
                else:
                    continue
                if half:
                    for cut in range(n_cuts):
                        gain[n_cuts + cut] += (cut >> partner) & 1
        n_cuts *= 2
    return n_cuts


cdef void best_dots_by_fed(
    const StateC* s, const TablesC* t, hexset_t bloc, int colour, uint8_t* dots,
) noexcept nogil:
    """The same for every number of fed tiles, from none to all.

    The tiles are decided one after the other in board order. Only decided tiles that touch undecided
    ones matter for what follows, so the best result is kept per choice on those (a cut) and per
    number of fed tiles.
    """
    cdef uint8_t best[MAX_CUTS][N_HEXES + 1]      # dots + 1; 0: cannot be
    cdef int frontier[MAX_FRONTIER]
    cdef uint8_t gain[MAX_CUTS]
    cdef hexset_t todo = bloc
    cdef int width = 0, n_decided = 0, n_cuts, place, cut, bit, count, low, high, into
    best[0][0] = 1
    while todo:
        place = first_hex(todo)
        todo &= todo - 1
        n_cuts = gains_by_cut(s, t, frontier, width, place, colour, gain)
        for cut in range(n_cuts):                 # fed: the upper half of the cuts
            into = n_cuts + cut
            best[into][0] = 0
            best[cut][n_decided + 1] = 0
            for count in range(n_decided + 1):
                best[into][count + 1] = <uint8_t>(best[cut][count] + gain[cut]) if best[cut][count] else 0
        frontier[width] = place
        width += 1
        n_decided += 1
        bit = 0
        while bit < width:                        # forget tiles that nothing undecided touches
            if t.near[frontier[bit]] & todo:
                bit += 1
                continue
            for into in range(1 << (width - 1)):
                low = (into & ((1 << bit) - 1)) | ((into >> bit) << (bit + 1))
                high = low | (1 << bit)
                for count in range(n_decided + 1):
                    best[into][count] = max(best[low][count], best[high][count])
            width -= 1
            for into in range(bit, width):
                frontier[into] = frontier[into + 1]
    for count in range(n_decided + 1):
        dots[count] = best[0][count] - 1
