"""The round of a seat as plain numbers: candidates, prices and worths for the planners in Python.

All worths are whole cents, moves are codes (`move_text` gives their words), goods and industries are indices.
"""

import time

from libc.stdlib cimport free, malloc
from libc.string cimport memset

from wonai._core.rng cimport RngC, random_below
from wonai._core.types cimport MAX_SEATS, int8_t, int16_t, int32_t, int64_t, move_t, uint8_t, uint64_t
from wonai._core.won.apply cimport apply_move
from wonai._core.won.develop cimport BundleC, MAX_BUNDLES, list_bundles
from wonai._core.won.market cimport can_raise, note_value, raise_money
from wonai._core.won.outlook cimport rounds_left as rounds_left_c
from wonai._core.won.mind cimport MindC
from wonai._core.won.policy cimport policy_move
from wonai._core.won.position cimport Position
from wonai._core.won.production cimport BlocC, MAX_BLOCS, RunsC, list_blocs, run_move, solve_production
from wonai._core.won.quick_plan cimport QuickPlanC, quick_plan
from wonai._core.won.state cimport (
    AUTOMATE, BUILD, DEVELOP, DROP, FACE_SHIFT, FED_SHIFT, FLAG, FORCED_SHIFT, N_GOODS, N_HEXES, N_INDUSTRIES,
    ORE_SHIFT, OVER, PRODUCE, RUN, SECTION_SHIFT, StateC, TRADE, TablesC, face_of, hex_move, hex_of, kind_of, n_hexes,
)
from wonai._core.won.weights cimport N_WEIGHTS
from wonai._core.won.worth cimport CENTS as _CENTS, MAX_KEPT, WorthC, add_pending, bloc_later, end_worth, kept_worth, make_worth, usual_opinions

CENTS = _CENTS


cdef _fill_worth(Position position, int seat, double mood, drift, bint with_denial, WorthC* w):
    cdef int8_t shift[N_GOODS]
    cdef int good
    if not 0 <= seat < position.tables.c.n_seats:
        raise ValueError(f"no such seat: {seat}")
    for good in range(N_GOODS):
        shift[good] = max(-MAX_KEPT, min(MAX_KEPT, drift[good])) if drift is not None else 0
    make_worth(&position.c, &position.tables.c, seat, usual_opinions(), mood, shift, with_denial, w)


def move_text(Position position not None, move_t code):
    """The words of a move."""
    return position.tables.lexicon.text_of(code)


def rounds_left(Position position not None):
    """Production phases still to come, as far as one can guess."""
    return rounds_left_c(&position.c, &position.tables.c, usual_opinions())


# --- the problem ---------------------------------------------------------------------------------

cdef tuple _costs(const TablesC* t, int colour, int fed, bint with_ore):
    return tuple([
        t.power_cost[colour][good] + (t.ore_cost[good] if with_ore else t.feed_cost[colour][good] * fed)
        for good in range(N_GOODS)
    ])


cdef move_t _on_bloc(const TablesC* t, int kind, const BlocC* bloc, int face):
    cdef move_t move = hex_move(kind, bloc.first)
    if t.n_sections[face] > 1:
        move |= <move_t>(bloc.slot + 1) << SECTION_SHIFT
    return move


cdef tuple _ways(const TablesC* t, const BlocC* bloc, int face):
    """Ways to run: (move, cost, good or MONEY, amount, with ore); only those that make more than cheaper ones."""
    cdef int colour = bloc.industry, size = bloc.size, fed, least = 1 if t.is_fed[colour] else size, best = 0
    cdef move_t run = _on_bloc(t, RUN, bloc, face)
    cdef int product = t.product[colour], per_dot = t.per_dot[colour]
    ways = []
    for fed in range(least, size + 1):
        if bloc.dots[fed] > best:
            best = bloc.dots[fed]
            ways.append((
                run | (<move_t>fed << FED_SHIFT if fed < size else 0), _costs(t, colour, fed, False), product, best * per_dot, False,
            ))
    if t.is_fed[colour] and best:
        ways.append((run | (<move_t>1 << ORE_SHIFT), _costs(t, colour, 0, True), product, best * per_dot, True))
    return tuple(ways)


cdef tuple _entity(const WorthC* w, const TablesC* t, const BlocC* bloc, int face, bint can_run):
    """A bloc: (industry, hexes, has token, later income as it is, later income automated, move to automate, ways)."""
    cdef int colour = bloc.industry, dots = bloc.dots[bloc.size]
    return (
        colour,
        tuple([k for k in range(N_HEXES) if (bloc.hexes >> k) & 1]),
        bool(bloc.has_token),
        bloc_later(w, t, colour, bloc.hexes, dots, bloc.size, bloc.has_token),
        bloc_later(w, t, colour, bloc.hexes, dots, bloc.size, True),
        _on_bloc(t, AUTOMATE, bloc, face),
        _ways(t, bloc, face) if can_run else (),
    )


cdef int _face_after(const StateC* s, const BundleC* bundle, int place):
    cdef int k
    for k in range(bundle.n_steps):
        if kind_of(bundle.steps[k]) in (BUILD, DROP) and hex_of(bundle.steps[k]) == place:
            return face_of(bundle.steps[k])
    return s.face[place]


cdef tuple _bundle(const WorthC* w, const StateC* s, const TablesC* t, const BundleC* b):
    return (
        b.fixed,
        tuple([b.cost[good] for good in range(N_GOODS)]),
        b.n_flags,
        tuple([b.tiles[k] for k in range(N_INDUSTRIES)]),
        tuple([k for k in range(w.n_blocs) if (b.replaced >> k) & 1]),
        tuple(sorted({b.claims[k] for k in range(b.n_claims)})),
        tuple([b.steps[k] for k in range(b.n_steps)]),
        tuple([_entity(w, t, &b.made[k], _face_after(s, b, b.made[k].first), True) for k in range(b.n_made)]),
        b.score,
    )


def round_problem(Position position not None, int seat, double mood=1.0, drift=None, bint with_denial=True):
    """Everything the exact planner decides about, for a seat whose turn it is or that has still to produce.

    `drift`: cubes of each good that the others are expected to buy (below 0: sell) while the seat trades.
    """
    cdef const StateC* s = &position.c
    cdef const TablesC* t = &position.tables.c
    cdef WorthC w
    cdef BundleC* bundles
    cdef BlocC parts[MAX_BLOCS]
    cdef int n = 0, k, good, g, n_parts
    cdef bint can_trade = s.phase == TRADE and s.actions < t.action_limit
    _fill_worth(position, seat, mood, drift, with_denial, &w)
    bundles = <BundleC*>malloc(MAX_BUNDLES * sizeof(BundleC))
    if bundles == NULL:
        raise MemoryError
    try:
        if s.phase == TRADE or s.phase == DEVELOP:
            with nogil:
                n = list_bundles(s, t, seat, &w, bundles)
        n_parts = list_blocs(s, t, seat, True, parts)
        runnable = {(parts[k].first, parts[k].slot): k for k in range(n_parts)}
        blocs = []
        for k in range(w.n_blocs):
            here = runnable.get((w.blocs[k].first, w.blocs[k].slot))
            blocs.append(_entity(
                &w, t, &w.blocs[k] if here is None else &parts[<int>here], s.face[w.blocs[k].first], here is not None
            ))
        money_after, goods_after = holdings_after_runs(position, seat)
        return {
            "money": s.money[seat],
            "notes": s.notes[seat],
            "goods": [s.goods[seat][good] for good in range(N_GOODS)],
            "pending_money": money_after - s.money[seat],
            "pending": [goods_after[good] - s.goods[seat][good] for good in range(N_GOODS)],
            "flags": max(s.flags[seat] - (1 if w.rounds > 1 else 0), 0),
            "stacks": [s.stacks[k] for k in range(N_INDUSTRIES)],
            "can_trade": bool(can_trade),
            "can_develop": s.phase == TRADE or s.phase == DEVELOP,
            "actions_left": max(t.action_limit - s.actions, 0) if can_trade else 0,
            "cubes_per_action": t.cubes_per_action,
            "rounds": w.rounds,
            "buy": [[t.buy[g][max(s.levels[g] - k, 0)] for k in range(MAX_KEPT)] for g in range(N_GOODS)],
            "sell": [[t.sell[g][min(s.levels[g] + k, <int>t.wells[g])] for k in range(MAX_KEPT)] for g in range(N_GOODS)],
            "buy_expected": [[w.buy_at[g][k] for k in range(MAX_KEPT)] for g in range(N_GOODS)],
            "sell_expected": [[w.sell_at[g][k] for k in range(MAX_KEPT)] for g in range(N_GOODS)],
            "note_values": _note_values(t, s.notes[seat]) if can_trade else [],
            "note_repay": t.note_repay,
            "keep": [[w.keep[g][k] for k in range(MAX_KEPT)] for g in range(N_GOODS)],
            "note": w.note,
            "tile": w.tile,
            "automate_cost": [t.automate_cost[g] for g in range(N_GOODS)],
            "fixed": n_hexes(w.tiles) * w.tile,
            "blocs": blocs,
            "bundles": [_bundle(&w, s, t, &bundles[k]) for k in range(n)],
        }
    finally:
        free(bundles)


cdef list _note_values(const TablesC* t, int notes):
    values = []
    while note_value(t, notes) >= t.note_least:
        values.append(note_value(t, notes))
        notes += 1
    return values


def quick_round(Position position not None, int seat, double mood=1.0, drift=None, bint with_denial=True):
    """The quick planner's answer to the same problem: trades, notes, steps, runs, holdings at the end, worth."""
    cdef const StateC* s = &position.c
    cdef const TablesC* t = &position.tables.c
    cdef WorthC w
    cdef QuickPlanC plan
    cdef int k
    _fill_worth(position, seat, mood, drift, with_denial, &w)
    quick_plan(s, t, seat, &w, &plan)
    steps = []
    for k in range(plan.n_builds):
        if plan.builds[k].needs_flag:
            steps.append(hex_move(FLAG, plan.builds[k].place))
        steps.append(
            hex_move(BUILD, plan.builds[k].place) | (<move_t>plan.builds[k].face << FACE_SHIFT)
            | (<move_t>plan.builds[k].is_forced << FORCED_SHIFT)
        )
    return {
        "trade": [plan.trade[k] for k in range(N_GOODS)],
        "notes": plan.notes,
        "steps": steps,
        "runs": [plan.runs[k] for k in range(plan.n_runs)],
        "money": plan.money,
        "goods": [plan.goods[k] for k in range(N_GOODS)],
        "worth": plan.worth,
        "idle": plan.idle,
    }


def deal_worths(Position position not None, int seat, changes, drift=None):
    """For each change of the seat's holdings (five goods, money, notes) the worth of its round by the quick planner.

    In cents; None where the seat cannot carry it out. Money that is missing is borrowed first (T2).
    """
    cdef const TablesC* t = &position.tables.c
    cdef WorthC w
    cdef QuickPlanC plan
    cdef StateC s
    _fill_worth(position, seat, 1.0, drift, False, &w)
    worths = []
    for change in changes:
        s = position.c
        if not _change_holdings(&s, t, seat, change, 1):
            worths.append(None)
            continue
        if s.phase == TRADE or s.phase == DEVELOP or s.phase == PRODUCE:
            quick_plan(&s, t, seat, &w, &plan)
            worths.append(plan.worth)
        else:
            worths.append(end_worth(&w, &s, t, seat, s.goods[seat], s.money[seat], s.notes[seat]))
    return worths


cdef struct OutlookC:                 # a market as one seat sees it
    int levels[N_GOODS]
    WorthC w


cdef void _look(const StateC* s, const TablesC* t, int seat, const int* levels, OutlookC* market, QuickPlanC* plan) noexcept nogil:
    """The markets at these levels, and what the seat would do by the quick planner."""
    cdef StateC there = s[0]
    cdef int good
    for good in range(N_GOODS):
        market.levels[good] = levels[good]
        there.levels[good] = <uint8_t>levels[good]
    make_worth(&there, t, seat, usual_opinions(), 1.0, NULL, False, &market.w)
    quick_plan(&there, t, seat, &market.w, plan)


cdef double _trade_value(const TablesC* t, const OutlookC* market, const QuickPlanC* plan) noexcept nogil:
    """Dollars that the trades of a plan bring at a market's prices, one cube after the other.

    In the last round also what the cubes left will fetch; before it prices will have moved often until the next sale.
    """
    cdef int good, k, value = 0
    cdef int64_t kept = 0
    for good in range(N_GOODS):
        for k in range(plan.trade[good]):
            value -= t.buy[good][max(market.levels[good] - k, 0)]
        for k in range(-plan.trade[good]):
            value += t.sell[good][min(market.levels[good] + k, <int>t.wells[good])]
        if market.w.rounds <= 1:
            kept += kept_worth(&market.w, good, plan.goods[good])
    return value + kept / <double>_CENTS


cdef void _shift_levels(const TablesC* t, int* levels, const int16_t* trade) noexcept nogil:
    cdef int good
    for good in range(N_GOODS):
        levels[good] = min(max(levels[good] - trade[good], 0), <int>t.wells[good])


cdef double _effect_of_levels(const StateC* s, const TablesC* t, int seat, const int* before, const int* after) noexcept nogil:
    """Dollars more (below 0: less) for a seat when the levels change.

    What it plans before the change brings at least this much more, what it plans after it at most: the mean of both.
    """
    cdef OutlookC old, new
    cdef QuickPlanC old_plan, new_plan
    _look(s, t, seat, before, &old, &old_plan)
    _look(s, t, seat, after, &new, &new_plan)
    return 0.5 * (
        _trade_value(t, &new, &old_plan) - _trade_value(t, &old, &old_plan)
        + _trade_value(t, &new, &new_plan) - _trade_value(t, &old, &new_plan)
    )


cdef void _effects_on_each_other(const StateC* s, const TablesC* t, int one, int other, double* effects) noexcept nogil:
    """Dollars that each of two seats has more because the other trades first."""
    cdef OutlookC market
    cdef QuickPlanC plan
    cdef int levels[N_GOODS]
    cdef int moved[N_GOODS]
    cdef int k, good, first
    for k in range(2):
        first = other if k else one
        for good in range(N_GOODS):
            levels[good] = moved[good] = s.levels[good]
        _look(s, t, first, levels, &market, &plan)
        _shift_levels(t, moved, plan.trade)
        effects[1 - k] = _effect_of_levels(s, t, one + other - first, levels, moved)


cdef void _sell_out(const StateC* start, const TablesC* t, int32_t* proceeds) noexcept nogil:
    """What every seat gets in an open final trade where all sell, in turn, the cubes that bring most."""
    cdef StateC s = start[0]
    cdef int seat = s.to_move, k, good, best, n_idle = 0
    memset(proceeds, 0, MAX_SEATS * sizeof(int32_t))
    while n_idle < t.n_seats:
        n_idle += 1
        for k in range(t.cubes_per_action):
            best = -1
            for good in range(N_GOODS):
                if s.goods[seat][good] and (
                    best < 0 or t.sell[good][s.levels[good]] > t.sell[best][s.levels[best]]
                ):
                    best = good
            if best < 0:
                break
            proceeds[seat] += t.sell[best][s.levels[best]]
            s.levels[best] = min(s.levels[best] + 1, t.wells[best])
            s.goods[seat][best] -= 1
            n_idle = 0
            if s.levels[best] == t.wells[best]:       # nothing changes any more
                proceeds[seat] += s.goods[seat][best] * t.sell[best][t.wells[best]]
                s.goods[seat][best] = 0
        seat = (seat + 1) % t.n_seats


cdef void _effects_on_last_sales(
    const StateC* s, const StateC* after, const TablesC* t, int one, int other, double* effects,
) noexcept nogil:
    """In the final trade: dollars that two seats' sales bring beyond what their worths say of each alone."""
    cdef WorthC w
    cdef int32_t old[MAX_SEATS]
    cdef int32_t new[MAX_SEATS]
    cdef int k, seat, good
    cdef int64_t kept
    _sell_out(s, t, old)
    _sell_out(after, t, new)
    for k in range(2):
        seat = other if k else one
        make_worth(s, t, seat, usual_opinions(), 1.0, NULL, False, &w)
        kept = 0
        for good in range(N_GOODS):
            kept += kept_worth(&w, good, after.goods[seat][good]) - kept_worth(&w, good, s.goods[seat][good])
        effects[k] = new[seat] - old[seat] - kept / <double>_CENTS


cdef bint _change_holdings(StateC* s, const TablesC* t, int seat, change, int sign) except -1:
    """A deal's part of one seat, money that is missing borrowed first (T2); whether the seat can carry it out."""
    cdef int k, money = sign * change[N_GOODS]
    for k in range(N_GOODS):
        s.goods[seat][k] += sign * change[k]
        if s.goods[seat][k] < 0:
            return False
    if s.notes[seat] + sign * change[N_GOODS + 1] < 0:
        return False
    if money < 0:
        if not can_raise(s, t, seat, -money):
            return False
        raise_money(s, t, seat, -money)
    s.money[seat] += money
    s.notes[seat] += sign * change[N_GOODS + 1]
    return True


def price_effects(Position position not None, int seat, int partner, changes):
    """For each change of the seat's holdings, its mirror image for the partner: (seat's, partner's) dollars.

    What either gains for itself leaves out that both trade in the same markets: who buys cubes that the other would
    have sold to the market finds the other's sales worth more and its own worth less. This is that difference, either
    of them trading first as often. None where one of them cannot carry the change out.
    """
    cdef const TablesC* t = &position.tables.c
    cdef StateC s
    cdef double before[2]
    cdef double after[2]
    cdef bint is_planned = position.c.phase == TRADE
    if is_planned:
        _effects_on_each_other(&position.c, t, seat, partner, before)
    effects = []
    for change in changes:
        s = position.c
        if not (_change_holdings(&s, t, seat, change, 1) and _change_holdings(&s, t, partner, change, -1)):
            effects.append(None)
        elif is_planned:
            _effects_on_each_other(&s, t, seat, partner, after)
            effects.append(((after[0] - before[0]) / 2, (after[1] - before[1]) / 2))
        else:
            _effects_on_last_sales(&position.c, &s, t, seat, partner, after)
            effects.append((after[0], after[1]))
    return effects


def effect_of_levels(Position position not None, int seat, levels_before, levels_after):
    """Dollars more (below 0: less) for the seat's round when the markets' levels change."""
    cdef int before[N_GOODS]
    cdef int after[N_GOODS]
    cdef int k
    for k in range(N_GOODS):
        before[k] = levels_before[k]
        after[k] = levels_after[k]
    return _effect_of_levels(&position.c, &position.tables.c, seat, before, after)


def levels_after_plans(Position position not None, seats):
    """The levels of the markets when these seats have traded as their quick plans say, one after the other."""
    cdef const TablesC* t = &position.tables.c
    cdef WorthC w
    cdef QuickPlanC plan
    cdef StateC s = position.c
    cdef int seat, good
    for seat in seats:
        make_worth(&s, t, seat, usual_opinions(), 1.0, NULL, False, &w)
        quick_plan(&s, t, seat, &w, &plan)
        for good in range(N_GOODS):
            s.levels[good] = <uint8_t>min(max(s.levels[good] - plan.trade[good], 0), <int>t.wells[good])
    return [s.levels[good] for good in range(N_GOODS)]


def worth_at_end(
    Position before not None, Position after not None, int seat, double mood=1.0, drift=None, bint with_denial=True,
):
    """Cents that the seat has in `after`, judged from `before`; what has been run counts as made."""
    cdef const StateC* s = &after.c
    cdef const TablesC* t = &after.tables.c
    cdef WorthC w
    cdef int32_t goods[N_GOODS]
    _fill_worth(before, seat, mood, drift, with_denial, &w)
    money, made = holdings_after_runs(after, seat)
    for k in range(N_GOODS):
        goods[k] = made[k]
    return end_worth(&w, s, t, seat, goods, money, s.notes[seat])


def worth_parts(
    Position before not None, Position after not None, int seat, double mood=1.0, drift=None, bint with_denial=True,
):
    """The cents of `worth_at_end` by what they lie in."""
    cdef WorthC w
    cdef int k
    _fill_worth(before, seat, mood, drift, with_denial, &w)
    money, goods = holdings_after_runs(after, seat)
    parts = {
        "money": CENTS * money,
        "cubes": sum([kept_worth(&w, k, goods[k]) for k in range(N_GOODS)]),
        "tiles": n_hexes(after.c.owned[seat] & after.c.tiles) * w.tile,
        "notes": -after.c.notes[seat] * w.note,
    }
    later = worth_at_end(before, after, seat, mood, drift, with_denial) - sum(parts.values())
    return parts | {"later": later}


def holdings_after_runs(Position position not None, int seat):
    """(money, goods) of a seat once what it has run comes in."""
    cdef const StateC* s = &position.c
    cdef int32_t goods[N_GOODS]
    cdef int32_t money = s.money[seat]
    cdef int k
    for k in range(N_GOODS):
        goods[k] = s.goods[seat][k]
    add_pending(s, &position.tables.c, seat, goods, &money)
    return money, [goods[k] for k in range(N_GOODS)]


def best_runs(Position position not None, int seat, prices):
    """The production solver's answer for prices in dollars: (worth, moves)."""
    cdef const StateC* s = &position.c
    cdef const TablesC* t = &position.tables.c
    cdef BlocC blocs[MAX_BLOCS]
    cdef RunsC runs
    cdef double price[N_GOODS]
    cdef int n = list_blocs(s, t, seat, True, blocs), k
    for k in range(N_GOODS):
        price[k] = prices[k]
    solve_production(s, t, seat, blocs, n, price, &runs)
    return runs.worth, [
        run_move(s, t, &blocs[k], runs.fed[k], runs.with_ore[k]) for k in range(n) if runs.is_run[k]
    ]


def production_problem(Position position not None, int seat):
    """(goods at hand, ways to run by bloc) for the seat's blocs that have not run; ways that nobody wants included."""
    cdef const StateC* s = &position.c
    cdef const TablesC* t = &position.tables.c
    cdef BlocC blocs[MAX_BLOCS]
    cdef int n = list_blocs(s, t, seat, True, blocs), k
    ways = []
    for k in range(n):
        found = _ways(t, &blocs[k], s.face[blocs[k].first])
        ways.append(tuple([way for way in found if not way[4] or blocs[k].has_token]))
    return [s.goods[seat][k] for k in range(N_GOODS)], ways


# --- for tests and benchmarks --------------------------------------------------------------------

def _py_policy_game(Position start not None, weights, uint64_t seed, int every):
    """Positions of a game of sensible seats, one in `every` plies, drawn at random."""
    cdef double w[N_WEIGHTS]
    cdef const double* rows[MAX_SEATS]
    cdef int k
    cdef Position position = start.copy(), seen
    cdef const TablesC* t = &position.tables.c
    cdef RngC rng
    cdef MindC mind
    rng.state = seed
    for k in range(N_WEIGHTS):
        w[k] = weights[k]
    for k in range(MAX_SEATS):
        rows[k] = w
    start.ops().begin(&mind, t, rows, &rng, False)
    found = []
    while position.c.phase != OVER:
        apply_move(&position.c, t, policy_move(&position.c, t, &mind, &rng))
        if position.c.phase != OVER and random_below(&rng, every) == 0:
            seen = position.copy()
            found.append(seen)
    return found


def _py_quick_cost(list positions not None, int times):
    """Nanoseconds of a quick plan, worths included, for the seat to move: one figure a position."""
    cdef Position position
    cdef WorthC w
    cdef QuickPlanC plan
    cdef int k
    costs = []
    for item in positions:
        position = item
        start = time.perf_counter_ns()
        with nogil:
            for k in range(times):
                make_worth(&position.c, &position.tables.c, position.c.to_move, usual_opinions(), 1.0, NULL, False, &w)
                quick_plan(&position.c, &position.tables.c, position.c.to_move, &w, &plan)
        costs.append((time.perf_counter_ns() - start) / times)
    return costs


def _py_production_cost(list positions not None, list seats not None, prices, int times):
    """Nanoseconds of the production solver, blocs included, for a seat of each position: one figure a position."""
    cdef Position position
    cdef BlocC blocs[MAX_BLOCS]
    cdef RunsC runs
    cdef double price[N_GOODS]
    cdef int k, n, good, seat
    for good in range(N_GOODS):
        price[good] = prices[good]
    costs = []
    for item, seat in zip(positions, seats, strict=True):
        position = item
        start = time.perf_counter_ns()
        with nogil:
            for k in range(times):
                n = list_blocs(&position.c, &position.tables.c, seat, True, blocs)
                solve_production(&position.c, &position.tables.c, seat, blocs, n, price, &runs)
        costs.append((time.perf_counter_ns() - start) / times)
    return costs
