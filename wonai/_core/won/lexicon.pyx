"""Remembered texts: each move is formatted once, and a text that was listed is read back by one look-up."""

from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from libc.string cimport memset

from wonai._core.types cimport move_t, uint64_t
from wonai._core.won.state cimport BARTER, kind_of


cdef class Lexicon:
    """code <-> text for one `Notation`."""

    def __cinit__(self, notation):
        memset(self.words, 0, sizeof(self.words))
        self.codes = {}
        self.notation = notation

    cdef object text_of(self, move_t code):
        cdef uint64_t place = (code * <uint64_t>0x9E3779B97F4A7C15) >> (64 - LEXICON_BITS)
        while self.words[place].code_plus_1:
            if self.words[place].code_plus_1 == code + 1:
                return <object>self.words[place].text
            place = (place + 1) & ((1 << LEXICON_BITS) - 1)
        text = self.notation.format(code)
        if kind_of(code) != BARTER and 2 * len(self.codes) < 1 << LEXICON_BITS:    # offers are endless
            self.codes[text] = code
            Py_INCREF(text)           # kept for the life of the process, like the words of a language
            self.words[place].code_plus_1 = code + 1
            self.words[place].text = <PyObject*>text
        return text

    def parse(self, str text not None):
        """The code or `Offer` of a text; `NotationError` if it is no move."""
        code = self.codes.get(text)
        return self.notation.parse(text) if code is None else code
