from wonai._core.won.lexicon cimport Lexicon
from wonai._core.won.state cimport TablesC

cdef class Tables:
    cdef TablesC c
    cdef readonly object options      # the resolved rules of this game
    cdef readonly object data         # the rules data they were resolved against
    cdef readonly Lexicon lexicon     # the texts of its moves
