# What the seats of a table have in mind during one playout.

from wonai._core.types cimport MAX_SEATS
from wonai._core.won.plan cimport PlanC

cdef struct MindC:
    const double* weights[MAX_SEATS]  # the opinions of each seat
    PlanC plans[MAX_SEATS]
    float mood[MAX_SEATS]             # each seat's own idea of how long the game lasts, around 1
