from cpython.object cimport PyObject
from wonai._core.types cimport move_t

cdef enum:
    LEXICON_BITS = 16                 # all moves that can ever be listed are about half as many

cdef struct WordC:
    move_t code_plus_1                # 0: free
    PyObject* text

cdef class Lexicon:
    cdef WordC words[1 << LEXICON_BITS]
    cdef dict codes                   # canonical text -> code
    cdef readonly object notation
    cdef object text_of(self, move_t code)
