"""What the evaluation sees of a position, scaled so that usual values lie between -1 and 1 or little beyond."""

from libc.string cimport memset

from wonai._core.types cimport int32_t
from wonai._core.won.bloc cimport near_set
from wonai._core.won.outlook cimport mid_price, sale_value
from wonai._core.won.position cimport Position
from wonai._core.won.production cimport BlocC, MAX_BLOCS, list_blocs
from wonai._core.won.state cimport (
    DEVELOP, FINAL_TRADE, MONEY, N_COLOURS, N_GOODS, first_hex, hexset_t, n_hexes,
)
from wonai._core.won.worth cimport add_pending, open_sides

_GOODS = ("food", "energy", "labor", "ore", "capital")
_BASIC = ("farm", "generator", "academy", "mine", "factory", "bank")

OWN_NAMES = (
    "money", "notes", "goods", *(f"cubes of {good}" for good in _GOODS),
    *(f"tiles of {industry}" for industry in (*_BASIC, "integrated-economy")), *(f"dots of {colour}" for colour in _BASIC),
    "income", "blocs", "automated", "flags", "hand", "room", "frontier", "turn", "competition", "glut",
)
TABLE_NAMES = (
    "free", "hand", *(f"level of {good}" for good in _GOODS), *(f"stack of {industry}" for industry in _BASIC),
    *(f"dots of {colour}" for colour in _BASIC), *(f"{n} seats" for n in range(3, 7)),
    "interest", "cubes", "uniform", "rounds", "clock", "due", "ending",
)
PARTS = {
    "tiles": OWN_NAMES[OWN_TILES:OWN_DOTS],
    "money": ("money",),
    "goods": ("goods", *OWN_NAMES[OWN_CUBES:OWN_TILES]),
    "income": (*OWN_NAMES[OWN_DOTS:OWN_INCOME], "income", "blocs", "automated"),
    "growth": ("room", "frontier"),
    "flags": ("flags", "hand"),
    "notes": ("notes",),
    "clock": ("turn",),
    "competition": ("competition", "glut"),
}
"""The terms of the evaluation: which numbers of a seat each is made of."""
if len(OWN_NAMES) != N_OWN or len(TABLE_NAMES) != N_TABLE or sorted(sum(PARTS.values(), ())) != sorted(OWN_NAMES):
    raise AssertionError("the names of the features and the compiled list differ")

cdef enum:
    MOST_CUBES = 60                   # of one good, that are valued
    LONG = 12                         # rounds to the limit that make no difference any more


cdef void list_seat(const StateC* s, const TablesC* t, int seat, hexset_t free, double* own) noexcept nogil:
    """What can be said of one seat by itself."""
    cdef BlocC blocs[MAX_BLOCS]
    cdef int32_t cubes[N_GOODS]
    cdef int32_t money = s.money[seat]
    cdef int k, n, good, colour, place, n_dots, level
    cdef double goods = 0, income = 0
    cdef hexset_t rest
    for good in range(N_GOODS):
        cubes[good] = s.goods[seat][good]
    add_pending(s, t, seat, cubes, &money)
    for good in range(N_GOODS):
        goods += sale_value(s, t, good, min(cubes[good], MOST_CUBES))
        own[OWN_CUBES + good] = cubes[good] / 5.0
    own[OWN_MONEY] = money / 100.0
    own[OWN_NOTES] = s.notes[seat] / 10.0
    own[OWN_GOODS] = goods / 100
    rest = s.owned[seat] & s.tiles
    while rest:
        place = first_hex(rest)
        rest &= rest - 1
        own[OWN_TILES + t.industry_of[s.face[place]]] += 1 / 3.0
    n = list_blocs(s, t, seat, False, blocs)
    for k in range(n):
        colour = blocs[k].industry
        n_dots = blocs[k].dots[blocs[k].size]
        own[OWN_DOTS + colour] += n_dots / 5.0
        if t.product[colour] == MONEY:
            income += n_dots * t.per_dot[colour]
        else:
            level = min(s.levels[t.product[colour]] + n_dots // 2, <int>t.wells[t.product[colour]])
            income += n_dots * t.per_dot[colour] * t.sell[t.product[colour]][level]
        for good in range(N_GOODS):
            if t.power_cost[colour][good]:
                own[OWN_BLOCS] += 1 / 3.0
                income -= t.power_cost[colour][good] * mid_price(s, t, good)
            if not blocs[k].has_token:
                income -= t.feed_cost[colour][good] * blocs[k].size * mid_price(s, t, good)
            elif t.is_fed[colour]:
                income -= t.ore_cost[good] * mid_price(s, t, good)
        own[OWN_AUTOMATED] += blocs[k].has_token
        rest = blocs[k].hexes
        while rest:
            place = first_hex(rest)
            rest &= rest - 1
            own[OWN_ROOM] += open_sides(t, place, s.face[place], colour, free) / 10
    own[OWN_INCOME] = income / 100
    own[OWN_FLAGS] = n_hexes(s.owned[seat] & ~s.tiles) / 3.0
    own[OWN_HAND] = s.flags[seat] / 10.0
    own[OWN_FRONTIER] = n_hexes(near_set(t, s.owned[seat]) & free) / 10.0
    own[OWN_TURN] = ((seat - s.first + t.n_seats) % t.n_seats) / <double>(t.n_seats - 1)


cdef void list_features(const StateC* s, const TablesC* t, FeaturesC* f) noexcept nogil:
    cdef int seat, k, fewest = 1 << 20, n_free, n_stacked = 0
    cdef double all_dots[N_COLOURS]
    cdef double rounds
    cdef hexset_t free = t.playable
    memset(f, 0, sizeof(FeaturesC))
    for seat in range(t.n_seats):
        free &= ~s.owned[seat]
        fewest = min(fewest, s.flags[seat])
    n_free = n_hexes(free)
    for k in range(N_COLOURS):
        all_dots[k] = 0
        n_stacked += s.stacks[k]
    for seat in range(t.n_seats):
        list_seat(s, t, seat, free, f.own[seat])
        for k in range(N_COLOURS):
            all_dots[k] += f.own[seat][OWN_DOTS + k]
    for seat in range(t.n_seats):
        for k in range(N_COLOURS):
            f.own[seat][OWN_COMPETITION] += f.own[seat][OWN_DOTS + k] * (all_dots[k] - f.own[seat][OWN_DOTS + k])
            if t.product[k] != MONEY:
                f.own[seat][OWN_GLUT] += f.own[seat][OWN_DOTS + k] * s.levels[t.product[k]] / t.wells[t.product[k]]
    rounds = min(n_free, n_stacked) / <double>t.n_seats
    if not t.all_flags:
        rounds = min(rounds, <double>fewest)
    rounds = min(rounds, <double>max(t.round_limit - s.round + 1, 0))
    if s.ending or s.phase >= FINAL_TRADE:
        rounds = 0
    f.clock = rounds / 10
    f.table[TABLE_FREE] = n_free / 46.0
    f.table[TABLE_HAND] = fewest / 18.0
    for k in range(N_GOODS):
        f.table[TABLE_LEVELS + k] = s.levels[k] / <double>t.wells[k]
    for k in range(N_COLOURS):
        f.table[TABLE_STACKS + k] = s.stacks[k] / 10.0
        f.table[TABLE_DOTS + k] = all_dots[k] / t.n_seats
    f.table[TABLE_SEATS + t.n_seats - 3] = 1
    f.table[TABLE_INTEREST] = min(t.note_interest, 5)
    f.table[TABLE_CUBES] = (min(t.cubes_per_action, 3) - 1) / 2.0
    f.table[TABLE_UNIFORM] = t.is_uniform
    f.table[TABLE_ROUNDS] = min(max(t.round_limit - s.round + 1, 0), <int>LONG) / <double>LONG
    f.table[TABLE_CLOCK] = f.clock
    f.table[TABLE_DUE] = s.phase <= DEVELOP
    f.table[TABLE_ENDING] = s.ending


def features_of(Position position not None):
    """(numbers of every seat in the order of OWN_NAMES, numbers of the table, clock)."""
    cdef FeaturesC f
    cdef int seat, k
    list_features(&position.c, &position.tables.c, &f)
    return (
        [[f.own[seat][k] for k in range(N_OWN)] for seat in range(position.tables.c.n_seats)],
        [f.table[k] for k in range(N_TABLE)],
        f.clock,
    )
