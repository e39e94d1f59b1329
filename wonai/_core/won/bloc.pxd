# Dots: which placements clash, which tiles form a bloc, how many full dots they have.

from wonai._core.types cimport uint8_t
from wonai._core.won.state cimport N_EDGES, StateC, TablesC, TouchC, hexset_t

cdef inline TouchC shown_to(const StateC* s, const TablesC* t, int place) noexcept nogil:
    """What the tiles around a hex turn towards it. A conflict is between two tiles, so each can be looked up alone."""
    cdef TouchC seen
    cdef int edge
    seen.clashing = 0
    for edge in range(N_EDGES):
        seen.clashing |= t.shows[edge][s.face[t.neighbour[place][edge]]].clashing
    return seen

cdef inline bint is_clash(const TablesC* t, TouchC seen, int face) noexcept nogil:
    """Whether partial dots of different colours would touch (rules 2, conflict)."""
    return (seen.clashing >> face) & 1

cdef hexset_t near_set(const TablesC* t, hexset_t hexes) noexcept nogil
cdef hexset_t bloc_around(const StateC* s, const TablesC* t, int seat, int place, int colour) noexcept nogil
cdef int full_dots(const StateC* s, const TablesC* t, hexset_t bloc, int colour) noexcept nogil
cdef int dots_joining(
    const StateC* s, const TablesC* t, hexset_t others, int place, int colour,
) noexcept nogil
cdef void best_dots_by_fed(
    const StateC* s, const TablesC* t, hexset_t bloc, int colour, uint8_t* dots,
) noexcept nogil
cdef int best_dots(const StateC* s, const TablesC* t, hexset_t bloc, int colour, int fed) noexcept nogil
