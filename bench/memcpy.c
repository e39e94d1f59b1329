/* The yardstick for copying: the C library's memcpy between aligned buffers in cache. */

#include <stddef.h>
#include <string.h>
#include <time.h>

enum { MAX_BYTES = 4096, CACHE_LINE = 64 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* Nanoseconds of one memcpy of `size` bytes, the best of several rounds; negative if that is too many.
   A size that the compiler does not know keeps it from putting its own code in place of the library's. */
double memcpy_cost(size_t size, int times, int rounds)
{
    static _Alignas(CACHE_LINE) char from[MAX_BYTES], to[MAX_BYTES];
    double best = -1;
    if (size > MAX_BYTES)
        return best;
    for (int round = 0; round < rounds; round++) {
        double start = now();
        for (int k = 0; k < times; k++) {
            memcpy(to, from, size);
            __asm__ volatile("" : : "r"(to), "r"(from) : "memory");
        }
        double spent = (now() - start) / times;
        if (best < 0 || spent < best)
            best = spent;
    }
    return best;
}
