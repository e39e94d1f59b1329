# What the evaluation sees of a position: a few dozen numbers for each seat and for the table.

from wonai._core.types cimport MAX_SEATS
from wonai._core.won.state cimport StateC, TablesC

cdef enum:                            # of a seat, in the order of OWN_NAMES
    OWN_MONEY
    OWN_NOTES
    OWN_GOODS                         # what its cubes fetch, sold one after another
    OWN_CUBES                         # of each good
    OWN_TILES = 8                     # of each industry
    OWN_DOTS = 15                     # full dots of each colour
    OWN_INCOME = 21                   # a round, at today's prices
    OWN_BLOCS                         # that need power
    OWN_AUTOMATED
    OWN_FLAGS                         # on hexes without a tile
    OWN_HAND                          # flags not yet placed
    OWN_ROOM                          # partial dots towards free hexes
    OWN_FRONTIER                      # free hexes that a flag can reach
    OWN_TURN                          # how late in the round it acts
    OWN_COMPETITION                   # its dots times the others' of the same good
    OWN_GLUT                          # its dots times how full their market is
    N_OWN

cdef enum:                            # of the table, in the order of TABLE_NAMES
    TABLE_FREE                        # hexes
    TABLE_HAND                        # fewest flags in a hand
    TABLE_LEVELS                      # of each market
    TABLE_STACKS = 7                  # of each basic industry
    TABLE_DOTS = 13                   # of each colour, by seat
    TABLE_SEATS = 19                  # one of four is 1: 3 to 6 players
    TABLE_INTEREST = 23
    TABLE_CUBES                       # of a trade action
    TABLE_UNIFORM                     # the final trade
    TABLE_ROUNDS                      # to the limit
    TABLE_CLOCK
    TABLE_DUE                         # whether this round's production is still to come
    TABLE_ENDING
    N_TABLE

cdef struct FeaturesC:
    double own[MAX_SEATS][N_OWN]
    double table[N_TABLE]
    double clock                      # rounds left, in tens, by the supply that runs out first at a tile or flag a round

cdef void list_features(const StateC* s, const TablesC* t, FeaturesC* f) noexcept nogil
