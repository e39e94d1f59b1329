"""Markets and notes beyond single cubes: raising money, interest, the uniform final sale."""

from wonai._core.types cimport int64_t
from wonai._core.won.state cimport N_GOODS, StateC, TablesC, add_goods, add_level, add_money


cdef void raise_money(StateC* s, const TablesC* t, int seat, int amount) noexcept nogil:
    """Take notes, one by one, until the seat has `amount` or no note is worth taking."""
    while s.money[seat] < amount and can_take_note(s, t, seat):
        take_note(s, t, seat)


cdef bint can_raise(const StateC* s, const TablesC* t, int seat, int amount) noexcept nogil:
    """Whether money at hand and the notes still to be had cover `amount` (ruling T2, C18)."""
    cdef int64_t money = s.money[seat]
    cdef int notes = s.notes[seat]
    while money < amount and note_value(t, notes) >= t.note_least:
        money += note_value(t, notes)
        notes += 1
    return money >= amount


cdef void charge_interest(StateC* s, const TablesC* t) noexcept nogil:
    """C14: on the notes held before; who is short takes notes; what is still missing is forgiven."""
    cdef int seat, due
    cdef int64_t owed
    if not t.note_interest:
        return
    for seat in range(t.n_seats):
        owed = <int64_t>t.note_interest * s.notes[seat]
        # More than any number of notes could raise is as good as all there is.
        due = <int>min(owed, <int64_t>2000000000)
        raise_money(s, t, seat, due)
        add_money(s, t, seat, -min(due, s.money[seat]))


cdef void sell_all_uniformly(StateC* s, const TablesC* t) noexcept nogil:
    """The second edition's final trade: half of all cubes move the market, everyone sells at that price."""
    cdef int good, seat, price
    cdef int64_t total, level
    for good in range(N_GOODS):
        total = 0
        for seat in range(t.n_seats):
            total += s.goods[seat][good]
        level = min(s.levels[good] + total // 2, <int64_t>t.wells[good])
        price = t.sell[good][level]
        for seat in range(t.n_seats):
            add_money(s, t, seat, price * s.goods[seat][good])
            add_goods(s, t, seat, good, -s.goods[seat][good])
        add_level(s, t, good, <int>(level - s.levels[good]))
