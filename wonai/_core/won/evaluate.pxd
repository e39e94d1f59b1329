# The worth of a position to each seat, by named term.

from wonai._core.won.state cimport StateC, TablesC

cdef enum:
    TERM_TILES
    TERM_MONEY
    TERM_GOODS
    TERM_INCOME
    TERM_GROWTH
    TERM_FLAGS
    TERM_NOTES
    TERM_CLOCK
    TERM_COMPETITION
    N_TERMS

cdef void worth_terms(const StateC* s, const TablesC* t, const double* w, double (*terms)[N_TERMS]) noexcept nogil
cdef void evaluate(const StateC* s, const TablesC* t, const double* w, double* win_share, double* vp) noexcept nogil
