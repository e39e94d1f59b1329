"""Deals: cubes that one side has to spare and the other lacks, at a price between the market's two.

Two seats that trade with each other instead of the market share the difference between its prices: the buyer
saves the dearest cubes it would have to buy, the seller parts with the cheapest it would have to sell.
"""

from wonai._core.won.apply cimport offer_code
from wonai._core.won.market cimport note_value
from wonai._core.won.moves cimport can_offer
from wonai._core.won.plan cimport foresee, ladder_price
from wonai._core.won.state cimport MONEY, N_ASSETS, N_GOODS, NO_SEAT, NOTES, OfferC, TRADE
from wonai._core.won.weights cimport DEAL_GAIN

cdef enum:
    MAX_CUBES = 7                     # of one good in an offer
    MAX_MONEY = 255
    EVEN = 50                         # percent of what there is to gain that the maker asks for
    HARD = 70


# --- what cubes are worth to a seat beside its plan ----------------------------------------------

cdef inline int lack_of(const StateC* s, const PlanC* plan, int seat, int good) noexcept nogil:
    return max(plan.want[good] - s.goods[seat][good], 0) if plan.round == s.round else 0


cdef inline int spare_of(const StateC* s, const PlanC* plan, int seat, int good) noexcept nogil:
    if plan.round != s.round:
        return s.goods[seat][good]
    return max(s.goods[seat][good] - plan.want[good] - plan.reserve[good], 0)


cdef double worth_of_more(const StateC* s, const TablesC* t, const PlanC* plan, int seat, int good, int n) noexcept nogil:
    """Of `n` cubes that come in: purchases saved, then sales."""
    cdef int lack = lack_of(s, plan, seat, good), saved = min(n, lack)
    cdef double worth = ladder_price(s, t, good, lack - saved, saved, True)
    return worth + ladder_price(s, t, good, spare_of(s, plan, seat, good), n - saved, False)


cdef double worth_of_less(const StateC* s, const TablesC* t, const PlanC* plan, int seat, int good, int n) noexcept nogil:
    """Of `n` cubes that go out: sales forgone, then purchases that become necessary."""
    cdef int spare = spare_of(s, plan, seat, good), unsold = min(n, spare)
    cdef double worth = ladder_price(s, t, good, spare - unsold, unsold, False)
    return worth + ladder_price(s, t, good, lack_of(s, plan, seat, good), n - unsold, True)


cdef double deal_gain(const StateC* s, const TablesC* t, const PlanC* plan, int seat) noexcept nogil:
    """Dollars that the waiting offer brings to one of its sides."""
    cdef int good, come
    cdef int sign = -1 if s.offer.maker == seat else 1
    cdef double gain = sign * (s.offer.give[MONEY] - s.offer.get[MONEY])
    gain -= sign * (s.offer.give[NOTES] - s.offer.get[NOTES]) * t.note_repay
    for good in range(N_GOODS):
        come = sign * (s.offer.give[good] - s.offer.get[good])
        if come > 0:
            gain += worth_of_more(s, t, plan, seat, good, come)
        elif come < 0:
            gain -= worth_of_less(s, t, plan, seat, good, -come)
    return gain


cdef double purse(const StateC* s, const TablesC* t, const PlanC* plan, int seat) noexcept nogil:
    """Money that the seat has or means to borrow."""
    cdef double money = s.money[seat]
    cdef int notes = s.notes[seat]
    while notes < plan.max_notes and note_value(t, notes) >= t.note_least:
        money += note_value(t, notes)
        notes += 1
    return money


# --- offers --------------------------------------------------------------------------------------

cdef double bundle(
    const StateC* s, const TablesC* t, const MindC* mind, int seat, int partner, int percent, move_t* code,
) noexcept nogil:
    """All that the two can do for each other in one deal; the maker's gain, or -1 where there is nothing to gain."""
    cdef const PlanC* mine = &mind.plans[seat]
    cdef const PlanC* theirs = &mind.plans[partner]
    cdef OfferC offer
    cdef double to_me = 0, to_them = 0, gain
    cdef int good, n, asset, money
    for asset in range(N_ASSETS):
        offer.give[asset] = 0
        offer.get[asset] = 0
    offer.maker = <signed char>seat
    offer.partner = <signed char>partner
    for good in range(N_GOODS):
        n = min(min(lack_of(s, mine, seat, good), spare_of(s, theirs, partner, good)), <int>MAX_CUBES)
        if n > 0:
            offer.get[good] = n
            to_me += worth_of_more(s, t, mine, seat, good, n)
            to_them -= worth_of_less(s, t, theirs, partner, good, n)
            continue
        n = min(min(spare_of(s, mine, seat, good), lack_of(s, theirs, partner, good)), <int>MAX_CUBES)
        if n > 0:
            offer.give[good] = n
            to_me -= worth_of_less(s, t, mine, seat, good, n)
            to_them += worth_of_more(s, t, theirs, partner, good, n)
    money = <int>(to_me - (to_me + to_them) * percent / 100.0 + 1000.5) - 1000     # from maker to partner
    gain = to_me - money
    if gain < mind.weights[seat][DEAL_GAIN] or to_them + money < mind.weights[partner][DEAL_GAIN]:
        return -1
    if money > 0:
        offer.give[MONEY] = money
        if money > MAX_MONEY or purse(s, t, mine, seat) < money:
            return -1
    else:
        offer.get[MONEY] = -money
        if -money > MAX_MONEY or purse(s, t, theirs, partner) < -money:
            return -1
    if not can_offer(s, t, &offer):
        return -1
    code[0] = offer_code(&offer)
    return gain if code[0] else -1


cdef bint may_offer(const StateC* s, const TablesC* t) noexcept nogil:
    return (
        s.phase == TRADE and s.offer.maker == NO_SEAT and s.offers == 0 and t.offers_per_action > 0
        and s.actions < t.action_limit
    )


cdef void foresee_all(const StateC* s, const TablesC* t, MindC* mind) noexcept nogil:
    cdef int seat
    for seat in range(t.n_seats):
        foresee(s, t, seat, mind.weights[seat], mind.mood[seat], &mind.plans[seat])


cdef int list_offers(const StateC* s, const TablesC* t, const MindC* mind, move_t* out, float* prior) noexcept nogil:
    """An even deal with every seat that there is one with, and harder ones; the maker's gain as prior."""
    cdef MindC known = mind[0]
    cdef int partner, n = 0, percent, k
    cdef double gain
    if not may_offer(s, t):
        return 0
    foresee_all(s, t, &known)
    for k in range(2):
        percent = HARD if k else EVEN
        for partner in range(t.n_seats):
            if partner == s.to_move:
                continue
            gain = bundle(s, t, &known, s.to_move, partner, percent, &out[n])
            if gain > 0:
                prior[n] = <float>gain
                n += 1
    return n


cdef move_t best_offer(const StateC* s, const TablesC* t, MindC* mind) noexcept nogil:
    """The even deal that brings the seat to move most, if there is one; every seat is asked once a round."""
    cdef int partner, best = NO_SEAT, seat = s.to_move
    cdef double gain, best_gain = 0
    cdef move_t code = 0, best_code = 0
    if not may_offer(s, t):
        return 0
    foresee_all(s, t, mind)
    for partner in range(t.n_seats):
        if partner == seat or (mind.plans[seat].asked >> partner) & 1:
            continue
        gain = bundle(s, t, mind, seat, partner, EVEN, &code)
        if gain > best_gain:
            best_gain = gain
            best_code = code
            best = partner
    if best != NO_SEAT:
        mind.plans[seat].asked |= <unsigned char>(1 << best)
    return best_code
