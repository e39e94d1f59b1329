"""Position: the compiled state behind a thin class that checks arguments and raises.

`wonai.Position` is this class plus what needs files and pictures. Functions that begin with `_py_`
show the inside to tests and benchmarks.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from libc.string cimport memcpy, memset

import time

from wonai._core.game cimport GameOps
from wonai._core.rng cimport RngC, random_below
from wonai._core.types cimport MAX_MOVES, int32_t, int64_t, move_t, uint16_t, uint64_t, uint8_t
from wonai._core.won.apply cimport apply_move, apply_offer, offer_code, score_of, whole_key, winner_set
from wonai._core.won.bloc cimport best_dots, bloc_around, full_dots
from wonai._core.won.moves cimport can_offer, list_moves
from wonai._core.won.ops cimport ops_for
from wonai._core.won.perft cimport perft
from wonai._core.won.sample cimport sample_move
from wonai._core.won.state cimport (
    AUTOMATE, BARTER, DRAFT, HEX_SHIFT, MAX_LIFTED, N_ASSETS, N_GOODS, N_HEXES, N_INDUSTRIES, N_PACKAGES, N_SLOTS, NO_FACE, NO_HEX,
    NO_SEAT, OVER, OfferC, RUN, SECTION_SHIFT, StateC, TOKEN, TablesC, add_tokens, first_hex, hex_bit, hex_of, hexset_t,
    kind_of, n_hexes, section_of,
)
from wonai._core.won.tables cimport Tables

from wonai.errors import IllegalMove, NotationError

cdef extern from *:
    """
    /* A twin of the same type, subclasses included, without a call of __init__. An object that has nothing but the fields
       of a Position is copied as bytes, which spares clearing it first; the collector of cycles need not know it, since
       tables and names lead to none. One with more is made the long way and filled in by the caller. */
    static PyObject* wonai_twin(PyObject* one, PyObject* no_args, Py_ssize_t size, int* is_copied) {
        PyTypeObject* type = Py_TYPE(one);
        PyObject* twin;
        *is_copied = type->tp_basicsize == size && !type->tp_itemsize && !type->tp_dictoffset && !type->tp_weaklistoffset;
        if (!*is_copied)
            return type->tp_new(type, no_args, NULL);
        twin = PyType_IS_GC(type) ? PyObject_GC_New(PyObject, type) : PyObject_New(PyObject, type);
        if (twin != NULL)
            memcpy((char*)twin + sizeof(PyObject), (char*)one + sizeof(PyObject), size - sizeof(PyObject));
        return twin;
    }
    """
    object twin_of "wonai_twin"(object one, object no_args, Py_ssize_t size, int* is_copied)

PHASES = ("draft", "trade", "develop", "produce", "final-trade", "settle", "over")
SEATS = ("p1", "p2", "p3", "p4", "p5", "p6")
MAX_PERFT_DEPTH = 100
SHORT_PERFT = 3

cdef tuple _NO_ARGS = ()
cdef tuple _PHASES = PHASES
cdef tuple _SEATS = SEATS


cdef int owner_of(const StateC* s, int place) noexcept nogil:
    cdef int seat
    for seat in range(6):
        if (s.owned[seat] >> place) & 1:
            return seat
    return NO_SEAT


cdef inline int industry_slot(const TablesC* t, int face, int industry) noexcept nogil:
    """The slot of a tile's section of an industry, or -1."""
    cdef int slot
    for slot in range(t.n_sections[face]):
        if t.section[face][slot] == industry:
            return slot
    return -1


cdef bint is_listed(const StateC* s, const TablesC* t, move_t move) noexcept nogil:
    cdef move_t moves[MAX_MOVES]
    cdef int n = list_moves(s, t, moves), k
    for k in range(n):
        if moves[k] == move:
            return True
    return False


cdef move_t canonical_move(const StateC* s, const TablesC* t, move_t move) noexcept nogil:
    """A move on a bloc named by another of its hexes (C27), as it is listed; anything else as it is."""
    cdef int kind = kind_of(move), place = hex_of(move), section = section_of(move), owner, first, slot
    cdef int face = s.face[place] if place < N_HEXES else NO_FACE
    cdef hexset_t bloc
    if kind not in (AUTOMATE, RUN, TOKEN) or face == NO_FACE:
        return move
    if (section > 0) != (t.n_sections[face] > 1):     # named on a tile with two sections, and only there
        return move
    owner = owner_of(s, place)
    bloc = bloc_around(s, t, owner, place, t.section[face][section - 1 if section else 0])
    first = first_hex(bloc)
    slot = industry_slot(t, s.face[first], t.section[face][section - 1 if section else 0])
    move &= ~((<move_t>63 << HEX_SHIFT) | (<move_t>3 << SECTION_SHIFT))
    move |= <move_t>first << HEX_SHIFT
    if t.n_sections[s.face[first]] > 1:
        move |= <move_t>(slot + 1) << SECTION_SHIFT
    return move


@cython.no_gc
cdef class Position(CoreState):
    """One moment of Wealth of Nations. Mutable: copy() before trying a move."""

    def __init__(self):
        raise TypeError("make a Position with start(), from_json() or load()")

    cdef const GameOps* ops(self) noexcept:
        return ops_for(self.tables.c.n_seats)

    cdef void* state(self) noexcept:
        return &self.c

    cdef const void* constants(self) noexcept:
        return &self.tables.c

    cdef object text_of(self, move_t move):
        return self.tables.lexicon.text_of(move)

    cdef move_t code_of(self, str text) except? 0:
        return _legal_code(self, text)

    # --- what to play ----------------------------------------------------------------------------

    def copy(self):
        """An independent twin."""
        cdef int is_copied = 0
        cdef Position twin = twin_of(self, _NO_ARGS, POSITION_SIZE, &is_copied)
        if is_copied:
            Py_INCREF(twin.tables)
            Py_INCREF(twin.names)
            return twin
        twin.c = self.c
        twin.tables = self.tables
        twin.names = self.names
        return twin

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def legal_moves(self):
        """Every legal move but barter offers, in plain ASCII order; empty only when the game is over."""
        cdef move_t moves[MAX_MOVES]
        cdef int n, k
        n = list_moves(&self.c, &self.tables.c, moves)
        cdef list texts = PyList_New(n)
        for k in range(n):
            text = self.tables.lexicon.text_of(moves[k])
            Py_INCREF(text)
            PyList_SET_ITEM(texts, k, text)
        return texts

    def is_legal(self, move):
        """The whole rule, for any text, listed or not. Never raises."""
        cdef OfferC offer
        if not isinstance(move, str):
            return False
        try:
            meant = self.tables.lexicon.parse(move)
        except NotationError:
            return False
        if isinstance(meant, tuple):
            _fill_offer(self, meant, &offer)
            return can_offer(&self.c, &self.tables.c, &offer)
        return is_listed(&self.c, &self.tables.c, canonical_move(&self.c, &self.tables.c, meant))

    def play(self, move):
        """Carry out a move; `IllegalMove` with the reason if it is none, and nothing has changed then."""
        cdef OfferC offer
        cdef move_t code
        if not isinstance(move, str):
            raise NotationError(f"a move is a text, not {type(move).__name__}")
        meant = self.tables.lexicon.parse(move)
        if isinstance(meant, tuple):
            _fill_offer(self, meant, &offer)
            if not can_offer(&self.c, &self.tables.c, &offer):
                raise IllegalMove(self.refusal(move))
            apply_offer(&self.c, &self.tables.c, &offer)
            return
        code = canonical_move(&self.c, &self.tables.c, meant)
        if not is_listed(&self.c, &self.tables.c, code):
            raise IllegalMove(self.refusal(move))
        apply_move(&self.c, &self.tables.c, code)

    def refusal(self, move):
        """Why a move that can be read is not legal: one sentence. The public class knows the rules' words."""
        return f'"{move}" is not legal here'

    def perft(self, depth):
        """How many lines of `depth` listed moves there are from here."""
        cdef move_t moves[MAX_MOVES]
        cdef StateC next
        cdef int n, k, plies
        cdef uint64_t total = 0
        if not 0 <= depth <= MAX_PERFT_DEPTH:
            raise ValueError(f"depth: expected 0 to {MAX_PERFT_DEPTH}, got {depth}")
        plies = depth
        if plies <= SHORT_PERFT:
            with nogil:
                total = perft(&self.c, &self.tables.c, plies) if plies else 1
            return total
        n = list_moves(&self.c, &self.tables.c, moves)
        for k in range(n):            # so that ^C is heard
            next = self.c
            apply_move(&next, &self.tables.c, moves[k])
            with nogil:
                total += perft(&next, &self.tables.c, plies - 1)
            PyErr_CheckSignals()
        return total

    # --- what there is ---------------------------------------------------------------------------

    @property
    def seats(self):
        """("p1", "p2", ...), clockwise."""
        return _SEATS[: self.tables.c.n_seats]

    @property
    def phase(self):
        """draft, trade, develop, produce, final-trade, settle or over."""
        return _PHASES[self.c.phase]

    @property
    def to_move(self):
        """The seat that decides now; None when the game is over."""
        return None if self.c.to_move == NO_SEAT else _SEATS[self.c.to_move]

    @property
    def turn_seat(self):
        """The seat whose turn it is: not the one to move while an offer waits for an answer."""
        return _SEATS[self.c.offer.maker] if self.c.offer.maker != NO_SEAT else self.to_move

    @property
    def is_over(self):
        """Whether the game has ended."""
        return self.c.phase == OVER

    @property
    def round(self):
        """The round, from 1."""
        return self.c.round

    @property
    def key(self):
        """64-bit hash; equal for equal positions, different for those that can play on differently."""
        return self.c.key

    def scores(self):
        """The score of each seat if the game were counted now."""
        return {_SEATS[k]: score_of(&self.c, &self.tables.c, k) for k in range(self.tables.c.n_seats)}

    def winners(self):
        """The seats that have won, in seat order; empty before the end."""
        cdef int winners = winner_set(&self.c, &self.tables.c) if self.c.phase == OVER else 0
        return [_SEATS[k] for k in range(self.tables.c.n_seats) if (winners >> k) & 1]

    def __eq__(self, other):
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.fields() == other.fields()
            and self.tables.options == other.tables.options
            and self.names == other.names
        )

    __hash__ = None

    # --- blocs -----------------------------------------------------------------------------------

    def bloc(self, int place, int industry):
        """The hexes, in board order, of the bloc of that industry to which the tile on a hex belongs."""
        cdef TablesC* t = &self.tables.c
        if not 0 <= place < N_HEXES or industry_slot(t, self.c.face[place], industry) < 0:
            raise ValueError("no section of that industry there")
        return _hex_list(bloc_around(&self.c, t, owner_of(&self.c, place), place, industry))

    def bloc_records(self):
        """Every bloc, in board order: (owner, industry, hexes, tokens, full dots), all as numbers."""
        cdef TablesC* t = &self.tables.c
        cdef StateC* s = &self.c
        cdef hexset_t tiles = s.tiles, bloc
        cdef int place, slot, industry, owner
        found = []
        while tiles:
            place = first_hex(tiles)
            tiles &= tiles - 1
            owner = owner_of(s, place)
            for slot in range(t.n_sections[s.face[place]]):
                industry = t.section[s.face[place]][slot]
                bloc = bloc_around(s, t, owner, place, industry)
                if first_hex(bloc) == place:
                    found.append((owner, industry, _hex_list(bloc), s.tokens[place][slot], full_dots(s, t, bloc, industry)))
        return found

    def best_dots(self, int place, int industry, int fed):
        """The most full dots that `fed` tiles of a bloc can have (ruling P2)."""
        hexes = self.bloc(place, industry)
        if not 0 <= fed <= len(hexes):
            raise ValueError(f"fed: expected 0 to {len(hexes)}, got {fed}")
        cdef hexset_t bloc = bloc_around(&self.c, &self.tables.c, owner_of(&self.c, place), place, industry)
        return best_dots(&self.c, &self.tables.c, bloc, industry, fed)

    # --- all fields, for reading and writing files -----------------------------------------------

    @classmethod
    def from_start(cls, Tables tables not None, int first):
        """The moment before the first draft pick."""
        cdef TablesC* t = &tables.c
        cdef Position position = cls.__new__(cls)
        cdef StateC* s = &position.c
        cdef int k
        position.tables = tables
        position.names = _SEATS[: t.n_seats]
        _clear(s)
        for k in range(t.n_seats):
            s.flags[k] = t.flags
        for k in range(N_GOODS):
            s.levels[k] = <uint8_t>t.start_levels[k]
        for k in range(N_INDUSTRIES):
            s.stacks[k] = t.stacks[k]
        s.round = 1
        s.phase = DRAFT
        s.draft_round = 1
        s.first = first
        s.to_move = first if t.draft_is_clockwise[0] else (first + t.n_seats - 1) % t.n_seats
        s.key = whole_key(s, t)
        return position

    @classmethod
    def from_fields(cls, Tables tables not None, dict fields not None, names):
        """A position from the plain record that `fields` gives; the file reader has checked every entry."""
        cdef TablesC* t = &tables.c
        cdef Position position = cls.__new__(cls)
        cdef StateC* s = &position.c
        cdef int k, seat, slot, first
        position.tables = tables
        position.names = tuple(names)
        _clear(s)
        for seat in range(t.n_seats):
            s.money[seat] = fields["money"][seat]
            s.notes[seat] = fields["notes"][seat]
            s.flags[seat] = fields["flags"][seat]
            for k in range(N_GOODS):
                s.goods[seat][k] = fields["goods"][seat][k]
        for k in range(N_HEXES):
            if fields["owner"][k] >= 0:
                s.owned[fields["owner"][k]] |= hex_bit(k)
            if fields["tile"][k] >= 0:
                _set_face(s, t, k, fields["tile"][k], fields["rotation"][k])
        for k in range(N_GOODS):
            s.levels[k] = fields["levels"][k]
        for k in range(N_INDUSTRIES):
            s.stacks[k] = fields["stacks"][k]
            s.to_place[k] = fields["to_place"][k]
        packages = tables.lexicon.notation.packages
        for name in fields["taken"]:
            s.taken |= 1 << packages.index(name)
        for k, (industry, origin, to) in enumerate(fields["lifted"]):
            s.lifted_industry[k] = industry
            s.lifted_from[k] = origin
            s.lifted_to[k] = NO_HEX if to < 0 else to
            s.n_lifted += 1
            s.n_dropped += to >= 0
        for k, (industry, hexes, tokens) in enumerate(fields["lifted_blocs"] or fields["split"]):
            for place in hexes:
                s.broken_hexes[k] |= hex_bit(place)
            s.broken_industry[k] = industry
            s.broken_tokens[k] = tokens
            s.n_broken += 1
        s.is_splitting = bool(fields["split"])
        for place, industry, count in fields["tokens"]:
            first = self_first(s, t, place, industry)
            add_tokens(s, t, first, industry_slot(t, s.face[first], industry), count)
        for place, industry, dots in fields["ran"]:
            first = self_first(s, t, place, industry)
            slot = industry_slot(t, s.face[first], industry)
            s.ran_hexes[slot] |= hex_bit(first)
            s.made[first][slot] = dots
        if fields["offer"] is not None:
            maker, partner, give, get = fields["offer"]
            s.offer.maker, s.offer.partner = maker, partner
            for k in range(N_ASSETS):
                s.offer.give[k], s.offer.get[k] = give[k], get[k]
        s.round = fields["round"]
        s.phase = fields["phase"]
        s.first = fields["first"]
        s.to_move = fields["to_move"]
        s.passes = fields["passes"]
        s.ending = fields["ending"]
        s.offers = fields["offers"]
        s.actions = fields["actions"]
        s.draft_round = fields["draft_round"]
        s.key = whole_key(s, t)
        return position

    def fields(self):
        """Everything in the position as a plain record of numbers (hexes, seats, industries by index)."""
        cdef StateC* s = &self.c
        cdef TablesC* t = &self.tables.c
        cdef int n = t.n_seats
        packages = self.tables.lexicon.notation.packages
        broken = [
            (s.broken_industry[k], _hex_list(s.broken_hexes[k]), s.broken_tokens[k]) for k in range(s.n_broken)
        ]
        return {
            "money": [s.money[k] for k in range(n)],
            "notes": [s.notes[k] for k in range(n)],
            "flags": [s.flags[k] for k in range(n)],
            "goods": [[s.goods[k][good] for good in range(N_GOODS)] for k in range(n)],
            "owner": [owner_of(s, k) for k in range(N_HEXES)],
            "tile": [t.industry_of[s.face[k]] if s.face[k] else -1 for k in range(N_HEXES)],
            "rotation": [t.rotation_of[s.face[k]] for k in range(N_HEXES)],
            "tokens": [
                (k, t.section[s.face[k]][slot], s.tokens[k][slot])
                for k in range(N_HEXES) for slot in range(N_SLOTS) if s.tokens[k][slot]
            ],
            "levels": [s.levels[k] for k in range(N_GOODS)],
            "stacks": [s.stacks[k] for k in range(N_INDUSTRIES)],
            "round": s.round,
            "phase": s.phase,
            "first": s.first,
            "to_move": s.to_move,
            "passes": s.passes,
            "ending": bool(s.ending),
            "offers": s.offers,
            "actions": s.actions,
            "draft_round": s.draft_round,
            "taken": [packages[k] for k in range(N_PACKAGES) if (s.taken >> k) & 1],
            "to_place": [s.to_place[k] for k in range(N_INDUSTRIES)],
            "offer": None if s.offer.maker == NO_SEAT else (
                s.offer.maker, s.offer.partner, list(s.offer.give), list(s.offer.get)
            ),
            "lifted": [
                (s.lifted_industry[k], s.lifted_from[k], -1 if s.lifted_to[k] == NO_HEX else s.lifted_to[k])
                for k in range(s.n_lifted)
            ],
            "lifted_blocs": [] if s.is_splitting else broken,
            "split": broken if s.is_splitting else [],
            "ran": [
                (k, t.section[s.face[k]][slot], s.made[k][slot])
                for k in range(N_HEXES) for slot in range(N_SLOTS) if (s.ran_hexes[slot] >> k) & 1
            ],
        }


cdef Py_ssize_t POSITION_SIZE = Position.__basicsize__


cdef void _clear(StateC* s) noexcept:
    memset(s, 0, sizeof(StateC))
    s.offer.maker = NO_SEAT
    s.offer.partner = NO_SEAT


cdef _set_face(StateC* s, const TablesC* t, int place, int industry, int rotation):
    cdef int face = t.first_face[industry] + rotation % t.n_rotations[industry], slot
    s.face[place] = <uint8_t>face
    s.tiles |= hex_bit(place)
    for slot in range(t.n_sections[face]):
        s.colour[t.section[face][slot]] |= hex_bit(place)


cdef int self_first(const StateC* s, const TablesC* t, int place, int industry) noexcept:
    return first_hex(bloc_around(s, t, owner_of(s, place), place, industry))


cdef list _hex_list(hexset_t hexes):
    return [k for k in range(N_HEXES) if (hexes >> k) & 1]


cdef _fill_offer(Position position, meant, OfferC* offer):
    cdef int k
    partner, give, get = meant
    offer.maker = position.c.to_move
    offer.partner = partner
    for k in range(N_ASSETS):
        offer.give[k] = give[k]
        offer.get[k] = get[k]


cdef move_t _legal_code(Position position, str text) except? 0:
    """The code of a legal move, for compiled search; offers too large for a code are refused."""
    cdef OfferC offer
    cdef move_t code
    meant = position.tables.lexicon.parse(text)
    if isinstance(meant, tuple):
        _fill_offer(position, meant, &offer)
        if not can_offer(&position.c, &position.tables.c, &offer):
            raise IllegalMove(position.refusal(text))
        code = offer_code(&offer)
        if not code:
            raise IllegalMove(f'"{text}" is too large an offer to search')
        return code
    code = canonical_move(&position.c, &position.tables.c, meant)
    if not is_listed(&position.c, &position.tables.c, code):
        raise IllegalMove(position.refusal(text))
    return code


# --- for tests and benchmarks --------------------------------------------------------------------

def _py_whole_key(Position position not None):
    """The key computed from scratch."""
    return whole_key(&position.c, &position.tables.c)


def _py_state_size():
    """Bytes of a state."""
    return sizeof(StateC)


def _py_random_plies(Position position not None, int games, uint64_t seed):
    """Plies of whole uniformly random games from here, every legal move listed at every ply."""
    cdef move_t moves[MAX_MOVES]
    cdef StateC s
    cdef const TablesC* t = &position.tables.c
    cdef RngC rng
    cdef int64_t plies = 0
    cdef int game, n
    rng.state = seed
    with nogil:
        for game in range(games):
            s = position.c
            while s.phase != OVER:
                n = list_moves(&s, t, moves)
                apply_move(&s, t, moves[random_below(&rng, n)])
                plies += 1
    return plies


def _py_sampled_plies(Position position not None, int games, uint64_t seed):
    """The same with moves drawn without listing them."""
    cdef StateC s
    cdef const TablesC* t = &position.tables.c
    cdef RngC rng
    cdef int64_t plies = 0
    cdef int game
    rng.state = seed
    with nogil:
        for game in range(games):
            s = position.c
            while s.phase != OVER:
                apply_move(&s, t, sample_move(&s, t, &rng))
                plies += 1
    return plies


def _py_sampled_moves(Position position not None, int times, uint64_t seed):
    """Texts of moves drawn without listing, for the test that they are drawn evenly."""
    cdef RngC rng
    rng.state = seed
    return [
        position.tables.lexicon.text_of(sample_move(&position.c, &position.tables.c, &rng)) for _ in range(times)
    ]


def _py_list_moves(Position position not None, int times):
    """Moves listed when the list is made `times` times."""
    cdef move_t moves[MAX_MOVES]
    cdef int64_t total = 0
    cdef int k
    with nogil:
        for k in range(times):
            total += list_moves(&position.c, &position.tables.c, moves)
    return total


def _py_apply_moves(Position position not None):
    """Carry out each listed move once, each on a copy; how many there are."""
    cdef move_t moves[MAX_MOVES]
    cdef StateC next
    cdef int n, k
    with nogil:
        n = list_moves(&position.c, &position.tables.c, moves)
        for k in range(n):
            next = position.c
            apply_move(&next, &position.tables.c, moves[k])
    return n


def _py_draw_moves(Position position not None, int times, uint64_t seed):
    """Draw `times` moves without listing them; gives the exclusive or of their codes, so that none is left out."""
    cdef RngC rng
    cdef move_t drawn = 0
    cdef int k
    rng.state = seed
    with nogil:
        for k in range(times):
            drawn ^= sample_move(&position.c, &position.tables.c, &rng)
    return drawn


cdef extern from *:
    """
    /* Keeps the compiler from leaving out a copy that nobody reads. */
    #define wonai_touch(p) __asm__ volatile("" : : "r"(p) : "memory")
    """
    void touch "wonai_touch"(void* p) noexcept nogil


cdef enum:
    CACHE_LINE = 64
    ROOM = 4096                       # for two states, on whole lines


def _py_copy_cost(Position position not None, int times, int rounds=7):
    """Nanoseconds of a copy of the state by assignment, aligned and in cache: the best of several rounds."""
    cdef uint8_t room[ROOM]
    cdef size_t start = (<size_t>room + CACHE_LINE - 1) & ~<size_t>(CACHE_LINE - 1)
    cdef StateC* one = <StateC*>start
    cdef StateC* two = <StateC*>((start + sizeof(StateC) + CACHE_LINE - 1) & ~<size_t>(CACHE_LINE - 1))
    cdef int k
    one[0] = position.c
    best = None
    for _ in range(rounds):
        begun = time.perf_counter_ns()
        with nogil:
            for k in range(times):
                two[0] = one[0]
                touch(two)
                touch(one)
        spent = (time.perf_counter_ns() - begun) / times
        best = spent if best is None else min(best, spent)
    return best
