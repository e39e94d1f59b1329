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
    cdef int here, there, edge
    like &= ~bloc
    while todo:
        here = first_hex(todo)
        todo &= todo - 1
        if not t.near[here] & like:
            continue
        for edge in range(N_EDGES):
            there = t.neighbour[here][edge]
            if (like >> there) & 1 and (t.touches[edge][s.face[here]][s.face[there]] >> colour) & 1:
                bloc |= hex_bit(there)
                todo |= hex_bit(there)
                like &= ~hex_bit(there)
    return bloc


cdef int dots_joining(
    const StateC* s, const TablesC* t, hexset_t others, int place, int colour,
) noexcept nogil:
    """The full dots that the tile at `place` adds to those of `others`: its centre, edges, points."""
    cdef int face = s.face[place], edge, there, beyond, across
    cdef int half = t.half[face][colour], third = t.third[face][colour]
    cdef int dots = t.centre[face][colour]
    for edge in range(N_EDGES):
        there = t.neighbour[place][edge]
        if not (others >> there) & 1:
            continue
        if (half >> edge) & 1 and (t.half[s.face[there]][colour] >> ((edge + 3) % N_EDGES)) & 1:
            dots += 1
        if (third >> edge) & 1:       # corner `edge` lies between this edge and the next
            beyond = t.neighbour[place][(edge + 1) % N_EDGES]
            if not (others >> beyond) & 1:
                continue
            across = (t.third[s.face[there]][colour] >> ((edge + 2) % N_EDGES)) & 1
            dots += across & (t.third[s.face[beyond]][colour] >> ((edge + 4) % N_EDGES))
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
    cdef hexset_t todo = bloc, chosen
    cdef int width = 0, n_decided = 0, place, cut, bit, count, gain, low, high, into
    best[0][0] = 1
    while todo:
        place = first_hex(todo)
        todo &= todo - 1
        for cut in range(1 << width):             # fed: the upper half of the cuts
            chosen = 0
            for bit in range(width):
                if (cut >> bit) & 1:
                    chosen |= hex_bit(frontier[bit])
            gain = dots_joining(s, t, chosen, place, colour)
            into = cut | (1 << width)
            best[into][0] = 0
            best[cut][n_decided + 1] = 0
            for count in range(n_decided + 1):
                best[into][count + 1] = <uint8_t>(best[cut][count] + gain) if best[cut][count] else 0
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
