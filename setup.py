"""The Cython extensions and their compile flags; everything else is in pyproject.toml."""

import os
import platform
import sysconfig

from Cython.Build import cythonize
from setuptools import Extension, setup

MODULES = [
    "wonai._core.build_info",
    "wonai._core.core_state",
    "wonai._core.won.apply",
    "wonai._core.won.bloc",
    "wonai._core.won.choices",
    "wonai._core.won.codes",
    "wonai._core.won.develop",
    "wonai._core.won.evaluate",
    "wonai._core.won.features",
    "wonai._core.won.lexicon",
    "wonai._core.won.market",
    "wonai._core.won.mixes",
    "wonai._core.won.moves",
    "wonai._core.won.offers",
    "wonai._core.won.ops",
    "wonai._core.won.outlook",
    "wonai._core.won.perft",
    "wonai._core.won.plan",
    "wonai._core.won.policy",
    "wonai._core.won.position",
    "wonai._core.won.production",
    "wonai._core.won.quick_plan",
    "wonai._core.won.round_problem",
    "wonai._core.won.sample",
    "wonai._core.won.tables",
    "wonai._core.won.terms",
    "wonai._core.won.weights",
    "wonai._core.won.worth",
    "wonai.search.choice_tree",
    "wonai.search.mcts",
]
IS_CHECKED = os.environ.get("WONAI_CHECKED") == "1"
FLAGS = os.environ.get("WONAI_CFLAGS", "-O3").split()
COMPILER = os.environ.get("CC") or sysconfig.get_config_var("CC") or ""
if platform.machine() in ("x86_64", "AMD64") and "gcc" in COMPILER:
    # Copies of a state through the C library: its memcpy suits the machine it runs on, `rep movs` none.
    FLAGS.append("-mmemcpy-strategy=libcall:-1:align")
if IS_CHECKED:
    FLAGS = ["-O1", "-g", "-fsanitize=bounds,undefined", "-fsanitize-undefined-trap-on-error"]
# No fused multiplication and addition: a search gives the same answer on every machine.
FLAGS.append("-ffp-contract=off")

setup(
    ext_modules=cythonize(
        [
            Extension(
                name,
                [name.replace(".", "/") + ".pyx"],
                extra_compile_args=[*FLAGS, "-Wno-unused-function"],
                define_macros=[("WONAI_FLAGS", f'"{" ".join(FLAGS)}"')] if name.endswith("build_info") else [],
            )
            for name in MODULES
        ],
        compiler_directives={
            "language_level": 3,
            "boundscheck": IS_CHECKED,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "embedsignature": True,
        },
        nthreads=0,
    )
)
