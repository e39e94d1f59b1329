# Price tracks and notes: quotes and the changes they make.

from wonai._core.won.state cimport StateC, TablesC, add_goods, add_level, add_money, add_notes

cdef inline int buy_price(const StateC* s, const TablesC* t, int good) noexcept nogil:
    return t.buy[good][s.levels[good]]

cdef inline int sell_price(const StateC* s, const TablesC* t, int good) noexcept nogil:
    return t.sell[good][s.levels[good]]

cdef inline void buy_cube(StateC* s, const TablesC* t, int seat, int good) noexcept nogil:
    """The cheapest cube of the rows; with empty rows one from the supply."""
    add_money(s, t, seat, -buy_price(s, t, good))
    add_goods(s, t, seat, good, 1)
    if s.levels[good]:
        add_level(s, t, good, -1)

cdef inline void sell_cube(StateC* s, const TablesC* t, int seat, int good) noexcept nogil:
    add_money(s, t, seat, sell_price(s, t, good))
    add_goods(s, t, seat, good, -1)
    if s.levels[good] < t.wells[good]:
        add_level(s, t, good, 1)

cdef inline int note_value(const TablesC* t, int notes) noexcept nogil:
    """What the next note brings to a holder of `notes`; below `note_least` it cannot be taken."""
    return t.note_value - t.note_step * notes

cdef inline bint can_take_note(const StateC* s, const TablesC* t, int seat) noexcept nogil:
    return note_value(t, s.notes[seat]) >= t.note_least

cdef inline bint can_repay_note(const StateC* s, const TablesC* t, int seat) noexcept nogil:
    return (s.notes[seat] > 0) & (s.money[seat] >= t.note_repay)

cdef inline void take_note(StateC* s, const TablesC* t, int seat) noexcept nogil:
    add_money(s, t, seat, note_value(t, s.notes[seat]))
    add_notes(s, t, seat, 1)

cdef inline void repay_note(StateC* s, const TablesC* t, int seat) noexcept nogil:
    add_money(s, t, seat, -t.note_repay)
    add_notes(s, t, seat, -1)

cdef void raise_money(StateC* s, const TablesC* t, int seat, int amount) noexcept nogil
cdef bint can_raise(const StateC* s, const TablesC* t, int seat, int amount) noexcept nogil
cdef void charge_interest(StateC* s, const TablesC* t) noexcept nogil
cdef void sell_all_uniformly(StateC* s, const TablesC* t) noexcept nogil
