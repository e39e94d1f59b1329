"""The codes of moves as Python sees them: kinds, bit positions, and the offer inside a code."""

from wonai._core.won.apply cimport read_offer
from wonai._core.won cimport state as _c

ACCEPT = _c.ACCEPT
AUTOMATE = _c.AUTOMATE
BARTER = _c.BARTER
BUILD = _c.BUILD
BUY = _c.BUY
DONE = _c.DONE
DRAFT_PACKAGE = _c.DRAFT_PACKAGE
DROP = _c.DROP
FLAG = _c.FLAG
LIFT = _c.LIFT
NOTE_REPAY = _c.NOTE_REPAY
NOTE_TAKE = _c.NOTE_TAKE
PASS = _c.PASS
PLACE = _c.PLACE
REJECT = _c.REJECT
RUN = _c.RUN
SELL = _c.SELL
TOKEN = _c.TOKEN

KIND_MASK = 31
HEX_SHIFT = _c.HEX_SHIFT
FACE_SHIFT = _c.FACE_SHIFT
FORCED_SHIFT = _c.FORCED_SHIFT
SECTION_SHIFT = _c.SECTION_SHIFT
FED_SHIFT = _c.FED_SHIFT
ORE_SHIFT = _c.ORE_SHIFT
CUBE_BITS = _c.CUBE_BITS
MAX_CUBES = 9
"""Cubes of one action that a code can hold whatever the mix; also the largest `cubes_per_action`."""


def offer_of(code):
    """(partner, give, get) of a BARTER code."""
    cdef _c.StateC nobody
    cdef _c.OfferC offer
    nobody.to_move = 0
    read_offer(&nobody, code, &offer)
    return offer.partner, tuple(offer.give), tuple(offer.get)
