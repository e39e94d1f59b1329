"""Counting lines of play: every ply but the last is played, the last is counted.

Two things make production cheap. While a seat produces, its blocs stay as they are, so they are found once for all the
runs that follow one another. And what a run makes comes in at `done` (P1), too late to change what can be run next, so
before the last ply a run is only paid for.
"""

from wonai._core.types cimport MAX_MOVES, move_t, uint64_t
from wonai._core.won.apply cimport apply_move, pay_for_run
from wonai._core.won.moves cimport MAX_SPOTS, SpotC, count_moves, count_runs, find_blocs, list_moves
from wonai._core.won.state cimport N_COLOURS, PRODUCE, RUN, StateC, TablesC, kind_of


cdef uint64_t perft(const StateC* s, const TablesC* t, int depth) noexcept nogil:
    """Lines of `depth` listed moves, which is 1 or more."""
    cdef SpotC blocs[MAX_SPOTS]
    if s.phase == PRODUCE:
        return production_lines(s, t, depth, blocs, find_blocs(s, t, (1 << N_COLOURS) - 1, blocs))
    return lines(s, t, depth, blocs, 0)


cdef uint64_t production_lines(
    const StateC* s, const TablesC* t, int depth, const SpotC* blocs, int n_blocs,
) noexcept nogil:
    """The same, with the blocs of the seat to move."""
    return 1 + count_runs(s, t, blocs, n_blocs) if depth == 1 else lines(s, t, depth, blocs, n_blocs)


cdef uint64_t lines(const StateC* s, const TablesC* t, int depth, const SpotC* blocs, int n_blocs) noexcept nogil:
    cdef move_t moves[MAX_MOVES]
    cdef StateC next
    cdef int n, k
    cdef uint64_t total = 0
    if depth == 1:
        return count_moves(s, t)
    n = list_moves(s, t, moves)
    for k in range(n):
        next = s[0]
        if kind_of(moves[k]) != RUN:
            apply_move(&next, t, moves[k])
            total += perft(&next, t, depth - 1) if next.phase == PRODUCE else lines(&next, t, depth - 1, blocs, 0)
            continue
        if depth == 2:
            pay_for_run(&next, t, moves[k])
        else:
            apply_move(&next, t, moves[k])
        total += production_lines(&next, t, depth - 1, blocs, n_blocs)
    return total
