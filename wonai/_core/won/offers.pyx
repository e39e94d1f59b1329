"""A few offers worth making: cubes that one side has to spare and the other lacks, at a price between buying and selling.

Two seats that trade with each other instead of the market share the difference between its two prices.
"""

from wonai._core.types cimport MAX_SEATS, int32_t
from wonai._core.won.apply cimport offer_code
from wonai._core.won.moves cimport can_offer
from wonai._core.won.plan cimport ANY_INDUSTRY, MAX_PLANNED, PlanC, ShapeC, make_plan
from wonai._core.won.state cimport (
    MONEY, N_ASSETS, N_GOODS, NO_SEAT, OfferC, TRADE,
)
from wonai._core.won.weights cimport DEAL_GAIN

cdef enum:
    MAX_OFFERS = 3
    MAX_CUBES = 4                     # of one good in an offer


cdef struct NeedsC:                   # of a seat, beside its plan
    int32_t lack[N_GOODS]
    int32_t spare[N_GOODS]


cdef void needs_of(const StateC* s, const TablesC* t, const MindC* mind, int seat, NeedsC* out) noexcept nogil:
    cdef PlanC plan
    cdef ShapeC shape
    cdef int good
    shape.first = ANY_INDUSTRY
    shape.most_builds = MAX_PLANNED
    shape.more_notes = 0
    make_plan(s, t, seat, mind.weights[seat], mind.mood[seat], &shape, &plan)
    for good in range(N_GOODS):
        out.lack[good] = max(plan.want[good] - s.goods[seat][good], 0)
        out.spare[good] = max(s.goods[seat][good] - plan.want[good] - plan.reserve[good], 0)


cdef double market_price(const StateC* s, const TablesC* t, int good, int n, bint is_buying) noexcept nogil:
    """Of `n` cubes, one after the other."""
    cdef int k
    cdef double price = 0
    for k in range(n):
        if is_buying:
            price += t.buy[good][max(<int>s.levels[good] - k, 0)]
        else:
            price += t.sell[good][min(s.levels[good] + k, <int>t.wells[good])]
    return price


cdef int list_offers(const StateC* s, const TablesC* t, const MindC* mind, move_t* out, float* prior) noexcept nogil:
    """The best offers of the seat to move, with the dollars that it gains by them as priors."""
    cdef NeedsC mine, theirs
    cdef OfferC offer
    cdef double gain, buying, selling
    cdef int seat = s.to_move, partner, good, n, k, n_out = 0, price, is_buying, asset
    cdef move_t code
    if s.phase != TRADE or s.offer.maker != NO_SEAT or s.offers or t.offers_per_action < 1 or s.actions >= t.action_limit:
        return 0
    needs_of(s, t, mind, seat, &mine)
    for partner in range(t.n_seats):
        if partner == seat:
            continue
        needs_of(s, t, mind, partner, &theirs)
        for good in range(N_GOODS):
            for is_buying in range(2):
                if is_buying:
                    n = min(mine.lack[good], theirs.spare[good])
                else:
                    n = min(mine.spare[good], theirs.lack[good])
                n = min(n, <int>MAX_CUBES)
                if n < 1:
                    continue
                buying = market_price(s, t, good, n, True)
                selling = market_price(s, t, good, n, False)
                price = <int>((buying + selling) / 2 + (0.5 if is_buying else 0))
                gain = buying - price if is_buying else price - selling
                if gain < mind.weights[seat][DEAL_GAIN] or buying - selling - gain < mind.weights[partner][DEAL_GAIN]:
                    continue
                for asset in range(N_ASSETS):
                    offer.give[asset] = 0
                    offer.get[asset] = 0
                offer.maker = <signed char>seat
                offer.partner = <signed char>partner
                if is_buying:
                    offer.give[MONEY] = price
                    offer.get[good] = n
                else:
                    offer.give[good] = n
                    offer.get[MONEY] = price
                if (s.money[seat] if is_buying else s.money[partner]) < price or not can_offer(s, t, &offer):
                    continue
                code = offer_code(&offer)
                if not code:
                    continue
                k = n_out if n_out < MAX_OFFERS else MAX_OFFERS - 1
                if n_out == MAX_OFFERS and prior[k] >= gain:
                    continue
                while k > 0 and prior[k - 1] < gain:
                    out[k] = out[k - 1]
                    prior[k] = prior[k - 1]
                    k -= 1
                out[k] = code
                prior[k] = <float>gain
                n_out = min(n_out + 1, <int>MAX_OFFERS)
    return n_out
