"""Packs the conformance set for the tests: `python tests/conformance/pack.py SOURCE_DIR`.

The same files give the same archive, byte for byte: names in order, no dates, no owners.
"""

from __future__ import annotations

import io
import lzma
import sys
import tarfile
from pathlib import Path

ARCHIVE = Path(__file__).with_name("conformance.tar.xz")
FOLDERS = ("games", "cases", "bad-positions")


def pack(source: Path) -> bytes:
    """The archive of the README and the three folders of the set."""
    names = ["README.md", *(f"{folder}/{path.name}" for folder in FOLDERS for path in source.glob(f"{folder}/*"))]
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(names):
            content = (source / name).read_bytes()
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return lzma.compress(plain.getvalue(), preset=9 | lzma.PRESET_EXTREME)


def main() -> None:
    """Packs the set in the folder given on the command line."""
    if len(sys.argv) != 2 or not Path(sys.argv[1], "README.md").is_file():
        raise SystemExit("usage: python tests/conformance/pack.py SOURCE_DIR (with games, cases, bad-positions)")
    ARCHIVE.write_bytes(pack(Path(sys.argv[1])))


if __name__ == "__main__":
    main()
