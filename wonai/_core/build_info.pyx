"""How the compiled core was built, as the compiler saw it."""

cdef extern from *:
    """
    #ifndef WONAI_FLAGS
    #define WONAI_FLAGS "unknown"
    #endif
    #ifndef __VERSION__
    #define __VERSION__ "unknown"
    #endif
    """
    const char* C_COMPILER "__VERSION__"
    const char* C_FLAGS "WONAI_FLAGS"
    const long CYTHON_HEX_VERSION

COMPILER = C_COMPILER.decode("ascii", "replace")
FLAGS = C_FLAGS.decode("ascii", "replace")
CYTHON = ".".join(str((CYTHON_HEX_VERSION >> shift) & 0xFF) for shift in (24, 16, 8))
