# exp() that gives the same bits on every machine, so that a search does, too.

from libc.stdint cimport int64_t, uint64_t

cdef extern from *:
    """
    static inline double wonai_power_of_two(int64_t k) {
        union { uint64_t bits; double value; } u;
        u.bits = (uint64_t)(k + 1023) << 52;
        return u.value;
    }
    """
    double power_of_two "wonai_power_of_two"(int64_t k) noexcept nogil

cdef inline double exact_exp(double x) noexcept nogil:
    """Within 1e-9 of e**x, relative; additions and multiplications only."""
    cdef double y = x * 1.4426950408889634, f, z
    cdef int64_t k
    if y < -1000:
        return 0
    if y > 1000:
        y = 1000
    k = <int64_t>y
    if k > y:
        k -= 1
    f = (y - k) * 0.6931471805599453
    z = 1 + f / 9
    z = 1 + f / 8 * z
    z = 1 + f / 7 * z
    z = 1 + f / 6 * z
    z = 1 + f / 5 * z
    z = 1 + f / 4 * z
    z = 1 + f / 3 * z
    z = 1 + f / 2 * z
    z = 1 + f * z
    return z * power_of_two(k)
