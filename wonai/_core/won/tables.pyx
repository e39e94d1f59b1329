"""Tables: the constant side of a game, built once from the rules data and the game's options.

Shared by every position of the same game. Nothing here is particular to a number of the rulebook: a
face, a price or a cost that changes in the data changes here by itself.
"""

import hashlib
import json

from libc.string cimport memset

from wonai._core import hexgrid
from wonai._core.won.notation import Notation
from wonai._core.rng cimport RngC, next_random
from wonai._core.types cimport move_t, uint32_t, uint64_t
from wonai._core.won.lexicon cimport Lexicon
from wonai._core.won.state cimport (
    BUY, CUBE_BITS, FEW_CUBES, HEX_SHIFT, KeysC, MAX_CUBES, MONEY, MixC, N_COLOURS, N_EDGES, N_GOODS, N_INDUSTRIES, NO_HEX, PackageC, SELL, TablesC, cubes_of, hex_bit,
)

_LEXICONS = {}                        # id of the rules data -> the data (kept alive) and its Lexicon

cdef enum:
    KEY_SEED = 0x57EA17              # fixed for ever: keys are the same on every machine


def _turned(sides, rotation):
    """Edges or corners after `rotation` clockwise steps, as a set of bits."""
    return sum(1 << ((side + rotation) % N_EDGES) for side in sides)


def _sections(data, industry):
    """The sections of an industry in slot order: (colour, has centre dot, half edges, third corners)."""
    names = list(data["industries"])
    if industry < len(names):
        tile = data["industries"][names[industry]]
        return [(industry, tile["centre"], tile["half"], tile["third"])]
    tile = list(data["super_industries"].values())[industry - len(names)]
    return [
        (colour, tile["centre"] == name, tile["half"].get(name, []), tile["third"].get(name, []))
        for colour, name in enumerate(names)
        if name in tile["half"] or name in tile["third"] or tile["centre"] == name
    ]


cdef class Tables:
    """The constant data of one game; `options` are its resolved rules."""

    def __cinit__(self, data, options):
        memset(&self.c, 0, sizeof(TablesC))
        self.data = data
        self.options = options
        self._fill_keys()
        self._fill_board()
        self._fill_faces()
        self._fill_touching()
        self._fill_prices()
        self._fill_costs()
        self._fill_draft()
        self._fill_options()
        self._fill_orders()
        self.lexicon = self._lexicon()

    def _lexicon(self):
        """One for all games with the same data: the texts do not depend on the options."""
        cdef TablesC* t = &self.c
        if id(self.data) not in _LEXICONS:
            faces = [(t.industry_of[face], t.rotation_of[face]) for face in range(t.n_faces)]
            notation = Notation(self.data, faces, self._look_alikes())
            _LEXICONS[id(self.data)] = self.data, Lexicon(notation)
        return _LEXICONS[id(self.data)][1]

    def _look_alikes(self):
        """(industry, any rotation) -> the face with the smallest rotation that looks the same."""
        cdef TablesC* t = &self.c
        return {
            (industry, rotation): t.first_face[industry] + rotation % t.n_rotations[industry]
            for industry in range(N_INDUSTRIES)
            for rotation in range(N_EDGES)
        }

    def __reduce__(self):
        return Tables, (self.data, self.options)

    def _fill_keys(self):
        cdef RngC rng
        cdef uint64_t* number = <uint64_t*>&self.c.keys
        cdef size_t k
        rng.state = KEY_SEED
        for k in range(sizeof(KeysC) // sizeof(uint64_t)):
            number[k] = next_random(&rng) | 1
        rules = json.dumps([self.options.players, self.options.canonical()]).encode()
        self.c.keys.rules = int.from_bytes(hashlib.sha256(rules).digest()[:8], "little")

    def _fill_board(self):
        cdef TablesC* t = &self.c
        radius = self.data["board"]["radius"]
        names = hexgrid.hex_names(radius)
        closed = {self.data["board"]["centre"], *self.options.blocked}
        t.n_seats = self.options.players
        memset(t.edge_to, N_EDGES, sizeof(t.edge_to))
        for place, around in enumerate(hexgrid.neighbours(radius)):
            if names[place] not in closed:
                t.playable |= hex_bit(place)
            for edge, there in enumerate(around):
                t.neighbour[place][edge] = NO_HEX if there is None else there
                if there is not None:
                    t.near[place] |= hex_bit(there)
                    t.edge_to[place][there] = edge

    def _fill_faces(self):
        """Every industry in every rotation that looks different; face 0 is no tile."""
        cdef TablesC* t = &self.c
        cdef int face = 1, slot
        for industry in range(N_INDUSTRIES):
            sections = _sections(self.data, industry)
            looks = []
            t.first_face[industry] = face
            for rotation in range(N_EDGES):
                look = [(_turned(half, rotation), _turned(third, rotation)) for _, _, half, third in sections]
                if look in looks:
                    continue
                looks.append(look)
                t.industry_of[face] = industry
                t.faces_of[industry] |= <uint32_t>1 << face
                t.rotation_of[face] = rotation
                t.n_sections[face] = len(sections)
                for slot, (colour, has_centre, _, _) in enumerate(sections):
                    t.section[face][slot] = colour
                    t.colours[face] |= 1 << colour
                    t.centre[face][colour] = bool(has_centre)
                    t.half[face][colour], t.third[face][colour] = look[slot]
                face += 1
            t.n_rotations[industry] = len(looks)
        t.n_faces = face

    def _fill_touching(self):
        """Corner k of a hex is corner k+2 of the neighbour across edge k, k+4 of the one across edge k+1."""
        cdef TablesC* t = &self.c
        cdef int face, other, edge
        for edge in range(N_EDGES):
            for face in range(1, t.n_faces):
                for other in range(1, t.n_faces):
                    for mine, theirs in self._meeting_dots(edge, face, other):
                        if mine == theirs:
                            t.touches[edge][face][other] |= 1 << mine
                        else:
                            t.shows[edge][other].clashing |= <uint32_t>1 << face

    def _meeting_dots(self, int edge, int face, int other):
        """The colours of the partial dots that touch where a tile has another one across its edge."""
        cdef TablesC* t = &self.c
        cdef int mine, theirs, back = (edge + 3) % N_EDGES
        cdef int before = (edge + 5) % N_EDGES    # the corners of edge k are k-1 and k
        return [
            (mine, theirs)
            for mine in range(N_COLOURS)
            for theirs in range(N_COLOURS)
            if (t.half[face][mine] >> edge) & (t.half[other][theirs] >> back) & 1
            or (t.third[face][mine] >> edge) & (t.third[other][theirs] >> ((edge + 2) % N_EDGES)) & 1
            or (t.third[face][mine] >> before) & (t.third[other][theirs] >> back) & 1
        ]

    def _fill_prices(self):
        cdef TablesC* t = &self.c
        cdef int good
        for good, name in enumerate(self.data["goods"]):
            track = self.data["markets"][name]
            t.wells[good] = sum(track["row_lengths"])
            t.start_levels[good] = track["start"]
            for level, price in enumerate([track["empty_buy"], *track["buy"]]):
                t.buy[good][level] = price
            for level, price in enumerate([*track["sell"], track["full_sell"]]):
                t.sell[good][level] = price
        notes = self.data["notes"]
        t.note_value, t.note_step, t.note_least = notes["first_value"], notes["step"], notes["least_value"]
        t.note_repay, t.note_vp = notes["repay"], notes["vp"]

    def _fill_costs(self):
        cdef TablesC* t = &self.c
        cdef int good, industry
        produce, actions = self.data["produce"], self.data["actions"]
        tiles = [*self.data["industries"].items(), *self.data["super_industries"].items()]
        for good, name in enumerate(self.data["goods"]):
            t.flag_cost[good] = actions["flag"].get(name, 0)
            t.force_cost[good] = actions["force"].get(name, 0)
            t.move_cost[good] = actions["move"].get(name, 0)
            t.automate_cost[good] = actions["automate"].get(name, 0)
            t.ore_cost[good] = produce["ore_per_automated_bloc"] if name == "ore" else 0
            for industry, (tile_name, tile) in enumerate(tiles):
                t.build_cost[industry][good] = tile["cost"].get(name, 0)
                if industry >= N_COLOURS:
                    continue
                if name == "energy" and tile_name not in produce["free_energy"]:
                    t.power_cost[industry][good] = produce["energy_per_bloc"]
                if name == "food" and tile_name not in produce["free_food"]:
                    t.feed_cost[industry][good] = produce["food_per_tile"]
                    t.is_fed[industry] = produce["food_per_tile"] > 0
        for industry in range(N_COLOURS):
            for good in range(N_GOODS):
                if t.power_cost[industry][good] or t.feed_cost[industry][good]:
                    t.run_goods[industry] |= 1 << good
        for industry, (_, tile) in enumerate(tiles[:N_COLOURS]):
            is_money = tile["makes"] == "money"
            t.product[industry] = MONEY if is_money else self.data["goods"].index(tile["makes"])
            t.per_dot[industry] = tile.get("per_dot", 1)
        t.max_lifted = actions["move"]["tiles"]

    def _fill_draft(self):
        cdef TablesC* t = &self.c
        cdef PackageC* package
        cdef int k, industry, good
        kinds = self.data["packages"][self.options.packages]
        names = [*kinds["industry"], *kinds["commodity"]]
        tiles = [*self.data["industries"], *self.data["super_industries"]]
        sets = {"industry": 0, "commodity": 0}
        for k, name in enumerate(names):
            kind = "industry" if name in kinds["industry"] else "commodity"
            content = kinds[kind][name]
            package = &t.packages[k]
            package.is_industry = kind == "industry"
            package.money = content.get("money", 0)
            for good, word in enumerate(self.data["goods"]):
                package.goods[good] = content.get(word, 0)
            for industry, word in enumerate(tiles):
                package.tiles[industry] = content.get("tiles", []).count(word)
            if name not in self.options.draft_without:
                sets[kind] |= 1 << k
        sets["any"] = sets["industry"] | sets["commodity"]
        t.draftable = sets["any"]
        rounds = self.data["draft"][str(self.options.players)]
        t.n_draft_rounds = len(rounds)
        for k, (direction, kind) in enumerate(rounds):
            t.draft_is_clockwise[k] = direction == "clockwise"
            t.draft_kind[k] = sets[kind]

    def _fill_options(self):
        cdef TablesC* t = &self.c
        options = self.options
        t.flags = options.flags
        for industry, count in enumerate(options.stacks):
            t.stacks[industry] = count
        t.cubes_per_action = options.cubes_per_action
        t.note_interest = options.note_interest
        t.is_uniform = options.final_trade == "uniform"
        t.all_flags = options.end_flags == "all"
        t.round_limit = options.round_limit
        t.action_limit = options.trade_actions_per_seat * options.players
        t.offers_per_action = options.offers_per_action
        t.empty_stacks = self.data["end"]["empty_stacks"]
        t.tile_vp = self.data["score"]["tile"]
        t.money_per_vp = self.data["score"]["money_per_vp"]

    def _fill_orders(self):
        """How the names sort, so that lists of moves come out in the order of their texts."""
        cdef TablesC* t = &self.c
        kinds = self.data["packages"][self.options.packages]
        tiles = [*self.data["industries"], *self.data["super_industries"]]
        packages = [*kinds["industry"], *kinds["commodity"]]
        for k, name in enumerate(sorted(tiles)):
            t.industry_order[k] = tiles.index(name)
        for k, name in enumerate(sorted(self.data["goods"])):
            t.good_order[k] = self.data["goods"].index(name)
            t.buy_one[k] = <move_t>BUY | (<move_t>1 << (HEX_SHIFT + CUBE_BITS * t.good_order[k]))
            t.sell_one[k] = <move_t>SELL | (<move_t>1 << (HEX_SHIFT + CUBE_BITS * t.good_order[k]))
        for k, name in enumerate(sorted(packages)):
            t.package_order[k] = packages.index(name)
        self._fill_mixes(0, ())
        if t.cubes_per_action <= FEW_CUBES:
            self._fill_few_mixes()

    def _fill_mixes(self, int from_good, cubes):
        """Every mix that continues `cubes`: goods in goods order, alternatives in the order of their names."""
        cdef TablesC* t = &self.c
        cdef MixC* mix
        if len(cubes) == t.cubes_per_action:
            return
        for good in t.good_order:
            if good < from_good:
                continue
            longer = (*cubes, good)
            mix = &t.mixes[t.n_mixes]
            t.n_mixes += 1
            mix.cubes = sum(1 << (HEX_SHIFT + CUBE_BITS * cube) for cube in longer)
            mix.size = len(longer)
            mix.good = good
            mix.nth = cubes.count(good)
            before = t.n_mixes
            self._fill_mixes(good, longer)
            mix.n_longer = t.n_mixes - before

    def _fill_few_mixes(self):
        cdef TablesC* t = &self.c
        cdef int k, good, cubes, n
        for k in range(t.n_mixes):
            priced = []
            for good in range(N_GOODS):
                cubes = cubes_of(t.mixes[k].cubes, good)
                priced += [MAX_CUBES * good + n for n in range(cubes)]
                for n in range(cubes, FEW_CUBES + 1):
                    t.mixes_with[good][n] |= <uint64_t>1 << k
            for n in range(FEW_CUBES):
                t.mixes[k].priced[n] = priced[n] if n < len(priced) else MAX_CUBES * N_GOODS
