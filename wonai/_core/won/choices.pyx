"""The decisions that matter: packages, the shape of a round's plan, builds, deals, the last sales.

Everything else (single purchases and sales on the way to a plan, production, power and food) follows from
them, and the policy plays it. A choice is a move, or an intent: the shape of a plan for the round.
"""

from wonai._core.exact_exp cimport exact_exp
from wonai._core.types cimport MAX_MOVES
from wonai._core.won.moves cimport can_carry_out, list_moves
from wonai._core.won.offers cimport deal_gain
from wonai._core.won.outlook cimport OutlookC, look_ahead
from wonai._core.won.plan cimport (
    ANY_INDUSTRY, MAX_BUILDS, PlanC, ShapeC, can_end, foresee, make_plan, should_end, usual_shape,
)
from wonai._core.won.policy cimport is_repaying_worth, package_worth, planned_build
from wonai._core.won.production cimport BlocC, MAX_BLOCS, list_blocs
from wonai._core.won.quick_plan cimport BuildC, QuickPlanC, shaped_plan
from wonai._core.won.state cimport (
    ACCEPT, AUTOMATE, BUILD, DEVELOP, DRAFT, DRAFT_PACKAGE, FACE_SHIFT, FINAL_TRADE, FLAG, FORCED_SHIFT, N_GOODS, N_INDUSTRIES,
    NO_SEAT, NOTE_REPAY, PASS, REJECT, SECTION_SHIFT, SELL, SETTLE, TRADE, can_pay, hex_move, kind_of, package_of,
)
from wonai._core.won.weights cimport DENIED
from wonai._core.won.worth cimport CENTS, WorthC, make_worth
from wonai._core.game cimport INTENT

cdef enum:
    NO_FIRST = 7
    MOST_SHIFT = 3
    DEBT_SHIFT = 6
    DEBT_BIAS = 1
    ENDS_SHIFT = 8


cdef move_t intent_of(const ShapeC* shape) noexcept nogil:
    cdef int first = NO_FIRST if shape.first == ANY_INDUSTRY else shape.first
    return (
        INTENT | first | (shape.most_builds << MOST_SHIFT) | ((shape.debt + DEBT_BIAS) << DEBT_SHIFT)
        | (<move_t>shape.ends_game << ENDS_SHIFT)
    )


cdef void adopt(const StateC* s, const TablesC* t, MindC* mind, move_t intent) noexcept nogil:
    """The seat to move plans its round in the shape that the intent names."""
    cdef ShapeC shape
    cdef int seat = s.to_move
    shape.first = intent & 7
    if shape.first == NO_FIRST:
        shape.first = ANY_INDUSTRY
    shape.most_builds = (intent >> MOST_SHIFT) & 7
    shape.debt = <int>((intent >> DEBT_SHIFT) & 3) - DEBT_BIAS
    shape.ends_game = (intent >> ENDS_SHIFT) & 1
    make_plan(s, t, seat, mind.weights[seat], mind.mood[seat], &shape, &mind.plans[seat])


cdef void normalise(float* prior, int n, double scale) noexcept nogil:
    """Dollars to probabilities: `scale` dollars make a choice e times as likely."""
    cdef int k
    cdef double best = -1e30, total = 0
    for k in range(n):
        best = max(best, <double>prior[k])
    for k in range(n):
        prior[k] = <float>exact_exp((prior[k] - best) / scale)
        total += prior[k]
    for k in range(n):
        prior[k] = <float>(prior[k] / total)


cdef bint is_same_plan(const PlanC* a, const PlanC* b) noexcept nogil:
    cdef int k
    if a.n_builds != b.n_builds or a.max_notes != b.max_notes or a.ends_game != b.ends_game:
        return False
    for k in range(a.n_builds):
        if a.builds[k].place != b.builds[k].place or a.builds[k].face != b.builds[k].face:
            return False
    return True


cdef int add_plan(
    const StateC* s, const TablesC* t, const MindC* mind, ShapeC shape, PlanC* plans, int n, move_t* out, float* prior,
) noexcept nogil:
    """One more intent, unless it comes to the same as another."""
    cdef int k
    plans[n] = mind.plans[s.to_move]
    make_plan(s, t, s.to_move, mind.weights[s.to_move], mind.mood[s.to_move], &shape, &plans[n])
    for k in range(n):
        if is_same_plan(&plans[k], &plans[n]):
            return n
    out[n] = intent_of(&shape)
    prior[n] = plans[n].gain
    return n + 1


cdef int list_plans(const StateC* s, const TablesC* t, const MindC* mind, move_t* out, float* prior) noexcept nogil:
    """The usual plan, one that starts with each industry, smaller ones, ones with more or less debt, and the end."""
    cdef PlanC plans[32]
    cdef ShapeC shape = usual_shape()
    cdef int n = 0, industry, usual_builds, seat = s.to_move
    cdef float best
    cdef bint will_end = should_end(s, t, seat, mind.weights[seat])
    n = add_plan(s, t, mind, shape, plans, n, out, prior)
    usual_builds = plans[0].n_builds
    best = prior[0]
    for industry in range(N_INDUSTRIES):
        if s.stacks[industry] > 0:
            shape.first = industry
            n = add_plan(s, t, mind, shape, plans, n, out, prior)
    shape.first = ANY_INDUSTRY
    shape.debt = 1
    n = add_plan(s, t, mind, shape, plans, n, out, prior)
    shape.debt = -1
    n = add_plan(s, t, mind, shape, plans, n, out, prior)
    shape.debt = 0
    if usual_builds > 1:
        shape.most_builds = usual_builds - 1
        n = add_plan(s, t, mind, shape, plans, n, out, prior)
    shape.most_builds = 0
    n = add_plan(s, t, mind, shape, plans, n, out, prior)
    if can_end(s, t, seat):
        shape.most_builds = MAX_BUILDS
        shape.ends_game = True
        n = add_plan(s, t, mind, shape, plans, n, out, prior)
        if plans[n - 1].ends_game:
            prior[n - 1] = best + 60 if will_end else best - 60
    normalise(prior, n, 40)
    return n if n > 1 else 0


cdef int list_draft(const StateC* s, const TablesC* t, const MindC* mind, move_t* out, float* prior) noexcept nogil:
    """The packages. Places are left to the policy: they differ by less than some hundred simulations can tell."""
    cdef move_t moves[MAX_MOVES]
    cdef int n = list_moves(s, t, moves), k
    if not n or kind_of(moves[0]) != DRAFT_PACKAGE:
        return 0
    for k in range(n):
        out[k] = moves[k]
        prior[k] = <float>package_worth(s, t, mind.weights[s.to_move], package_of(moves[k]))
    normalise(prior, n, 30)
    return n


cdef int add_move(move_t move, double gain, int n, move_t* out, float* prior) noexcept nogil:
    cdef int k
    for k in range(n):
        if out[k] == move:
            return n
    out[n] = move
    prior[n] = <float>gain
    return n + 1


cdef int list_develop(const StateC* s, const TablesC* t, const MindC* mind, move_t* out, float* prior) noexcept nogil:
    """What was planned, the best build of every industry that the goods at hand allow, automation, and passing."""
    cdef BlocC blocs[MAX_BLOCS]
    cdef PlanC plan = mind.plans[s.to_move]
    cdef QuickPlanC quick
    cdef WorthC worth
    cdef OutlookC o
    cdef BuildC* build
    cdef ShapeC shape = usual_shape()
    cdef int seat = s.to_move, industry, n = 0, k, n_blocs, good
    cdef const double* w = mind.weights[seat]
    cdef move_t move = PASS
    cdef double gain
    if s.is_splitting or s.n_lifted:
        return 0
    if plan.round != s.round or not planned_build(s, t, &plan, &move) and not plan.is_final:
        make_plan(s, t, seat, w, mind.mood[seat], &shape, &plan)
        if not planned_build(s, t, &plan, &move):
            move = PASS
    n = add_move(move, 40, n, out, prior)
    make_worth(s, t, seat, w, mind.mood[seat], NULL, w[DENIED] > 0, &worth)
    for industry in range(N_INDUSTRIES):
        if s.stacks[industry] <= 0 or not can_pay(s, seat, t.build_cost[industry]):
            continue
        shaped_plan(s, t, seat, &worth, industry, 1, &quick)
        if not quick.n_builds:
            continue
        build = &quick.builds[0]
        if build.needs_flag:
            move = hex_move(FLAG, build.place)
        else:
            move = hex_move(BUILD, build.place) | (<move_t>build.face << FACE_SHIFT) | (<move_t>build.is_forced << FORCED_SHIFT)
        n = add_move(move, (quick.worth - quick.idle) / <double>CENTS, n, out, prior)
    n = add_move(PASS, 0, n, out, prior)
    if can_end(s, t, seat):
        plan.ends_game = True
        plan.n_builds = 0
        if planned_build(s, t, &plan, &move):
            n = add_move(move, 0, n, out, prior)
    if can_pay(s, seat, t.automate_cost):
        look_ahead(s, t, w, mind.mood[seat], &o)
        n_blocs = list_blocs(s, t, seat, False, blocs)
        for k in range(n_blocs):
            if blocs[k].has_token or not t.is_fed[blocs[k].industry]:
                continue
            gain = (blocs[k].size * o.cost[0] - o.cost[3]) * o.weight
            for good in range(N_GOODS):
                gain -= t.automate_cost[good] * o.cost[good]
            if gain > -20 and n < 30:
                move = hex_move(AUTOMATE, blocs[k].first)
                if t.n_sections[s.face[blocs[k].first]] > 1:
                    move |= <move_t>(blocs[k].slot + 1) << SECTION_SHIFT
                n = add_move(move, gain, n, out, prior)
    normalise(prior, n, 25)
    return n if n > 1 else 0


cdef int list_final(const StateC* s, const TablesC* t, move_t* out, float* prior) noexcept nogil:
    """Sales good by good, repaying, passing."""
    cdef move_t moves[MAX_MOVES]
    cdef int n_moves = list_moves(s, t, moves), k, n = 0, kind
    cdef bint can_sell = False
    for k in range(n_moves):
        kind = kind_of(moves[k])
        if kind == SELL and n < 30:
            can_sell = True
            out[n] = moves[k]
            prior[n] = 3
            n += 1
        elif kind == NOTE_REPAY:
            out[n] = moves[k]
            prior[n] = 3 if is_repaying_worth(s, t, s.to_move) else 0
            n += 1
        elif kind == PASS:
            out[n] = moves[k]
            prior[n] = 1
            n += 1
    normalise(prior, n, 2)
    return n


cdef int list_choices(const StateC* s, const TablesC* t, const MindC* mind, move_t* out, float* prior) noexcept nogil:
    """What the seat to move has to decide here; none: the policy plays on; one: it is decided without a search."""
    cdef PlanC plan
    cdef int seat = s.to_move
    if seat == NO_SEAT:
        return 0
    if s.offer.maker != NO_SEAT:
        out[0] = REJECT
        out[1] = ACCEPT
        if not can_carry_out(s, t, &s.offer):
            return 1
        prior[0] = 0
        plan = mind.plans[seat]
        if s.phase == TRADE:
            foresee(s, t, seat, mind.weights[seat], mind.mood[seat], &plan)
        prior[1] = <float>deal_gain(s, t, &plan, seat)
        if prior[1] < 0:
            return 1                  # a present to a rival is never weighed
        normalise(prior, 2, 10)
        return 2
    if s.phase == DRAFT:
        return list_draft(s, t, mind, out, prior)
    if s.phase == TRADE:
        return 0 if mind.plans[seat].round == s.round and not mind.plans[seat].is_guess else list_plans(s, t, mind, out, prior)
    if s.phase == DEVELOP:
        return list_develop(s, t, mind, out, prior)
    if s.phase == FINAL_TRADE or s.phase == SETTLE:
        return list_final(s, t, out, prior)
    return 0
