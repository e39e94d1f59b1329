"""Never says anything."""

import sys

for _ in sys.stdin:
    pass
