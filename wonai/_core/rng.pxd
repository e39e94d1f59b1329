# A small seeded generator (splitmix64): the same stream on every machine.

from wonai._core.types cimport uint32_t, uint64_t

cdef struct RngC:
    uint64_t state

cdef inline uint64_t mixed(uint64_t z) noexcept nogil:
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)

cdef inline uint64_t next_random(RngC* rng) noexcept nogil:
    rng.state += <uint64_t>0x9E3779B97F4A7C15
    return mixed(rng.state)

cdef inline uint32_t random_below(RngC* rng, uint32_t n) noexcept nogil:
    """A number from 0 to n - 1; the bias of the multiplication is below 2**-32 * n."""
    return <uint32_t>(((next_random(rng) >> 32) * n) >> 32)
